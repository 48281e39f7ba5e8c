"""How the keys of snapshots, boxes and entries read: a player's or company's name, else the key in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion import pointers
from companion.games.common import key_word
from companion.screens.ctx import screens_of
from companion.table import Table
from companion.words import Translator, isolated

# The keys of snapshots and entries under which players stand, one or several.
PLAYERS = {
    *("active", "announced", "away", "by", "eliminated", "first_player", "from", "green_dollar", "in", "leader"),
    *("player", "players", "positions", "ranking", "seat", "seats", "to", "token", "winners"),
}


def named(table: Table, key: str, _: Translator) -> str:
    """A key in the reader's language: as the box names it, else as a word. A number is no name."""
    if key.lstrip("-").isdecimal() or key in table.players:
        return isolated(key)
    return _(table.game.named(table.state, key) or key_word(key, table.game.keys, table.game.key_words))


def is_player(keys: Sequence[str]) -> bool:
    """Whether a player, or several, stand where these keys lead."""
    return next((key for key in reversed(keys) if not key.isdecimal()), "") in PLAYERS


def path_named(table: Table, pointer: str, _: Translator, document: Any = None) -> tuple[str, str]:
    """What a pointer into a snapshot (``document``; None: the public one) is of, and what it is: ("Anna", "cash").

    A thing in a list or a mapping is called by its own name, or as its game calls it (`GameScreens.thing_named`).
    """
    keys = pointers.split(pointer)
    document = table.snapshot() if document is None else document
    names = [_step_named(table, document, keys[: place + 1], _) for place in range(len(keys))]
    if len(keys) > 1 and _row_name(pointers.find(document, keys[:2])):
        return names[1], " · ".join(names[2:])
    return names[0], " · ".join(names[1:])


def box_named(table: Table, pointer: str, _: Translator) -> str:
    """What a pointer into the box means: "goods · Coal · known · 2"."""
    keys = pointers.split(pointer)
    return " · ".join(box_step_named(table, keys[: place + 1], _) for place in range(len(keys)))


def box_step_named(table: Table, keys: Sequence[str], _: Translator) -> str:
    """What the last of some keys of the box is called."""
    return _(_row_name(pointers.find(table.state.box, keys))) or named(table, keys[-1], _)


def _step_named(table: Table, document: Any, keys: list[str], _: Translator) -> str:
    """What the last of some keys is called."""
    key, thing = keys[-1], pointers.find(document, keys)
    game: Any = screens_of(table.header.game)
    told = game.thing_named(table, keys, thing, _) if hasattr(game, "thing_named") else None
    if told is not None:
        return isolated(str(told))
    if _row_name(thing):  # what somebody typed is theirs; what a game is made of has names in every language
        return _row_name(thing) if keys[0] == "players" else _(_row_name(thing))
    return str(int(key) + 1) if isinstance(pointers.find(document, keys[:-1]), list) else named(table, key, _)


def place_named(table: Table, keys: Sequence[str], _: Translator) -> str:
    """What a place of a list is called: by its game, else by its number, counted from 1."""
    game: Any = screens_of(table.header.game)
    told = game.thing_named(table, list(keys), None, _) if hasattr(game, "thing_named") else None
    return str(int(keys[-1]) + 1) if told is None else str(told)


def _row_name(thing: Any) -> str:
    name = thing.get("name") if isinstance(thing, dict) else None
    return isolated(name) if isinstance(name, str) else ""


def shown(table: Table, value: Any, _: Translator) -> str:
    """A value as a reader knows it."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return _text_shown(table, value, _)
    if isinstance(value, list):
        return ", ".join(shown(table, each, _) for each in value) or "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{named(table, str(k), _)} {shown(table, v, _)}" for k, v in value.items()) or "–"
    return str(value)


def _text_shown(table: Table, value: str, _: Translator) -> str:
    """A name as it was typed, a slot of a player and a place in the box in words, anything else as its key reads."""
    if value in table.players:
        return isolated(value)
    if value.startswith("/"):
        return box_named(table, value, _)
    if value == table.game.id:
        return table.game.called(_)
    _of, _sign, slot = value.partition("player:")
    owner, _sign, what = slot.rpartition(":")
    if owner in table.players:
        return f"{isolated(owner)} · {named(table, what, _)}"
    return _(value) if " " in value else named(table, value, _)  # a formula keeps its minus
