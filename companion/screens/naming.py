"""How the keys of snapshots, boxes and entries read: a player's or company's name, else the key in words."""

from collections.abc import Mapping
from typing import Any

from companion import pointers
from companion.screens.keys import KEYS
from companion.table import Table
from companion.words import Translator


def named(table: Table, key: str, _: Translator) -> str:
    """A key as a reader knows it: as the box names it, else as a word of the reader's language."""
    for group in table.state.box.values():
        thing = group.get(key) if isinstance(group, dict) else None
        if isinstance(thing, dict) and isinstance(thing.get("name"), str):
            return thing["name"]
    words = key.replace("_", " ").replace("-", " ")
    return _(words) if words in KEYS else words


def path_named(table: Table, pointer: str, _: Translator) -> tuple[str, str]:
    """What a snapshot pointer is of, and what it is: ("Anna", "cash")."""
    first, *rest = pointers.split(pointer)
    if first == "players" and rest:
        return table.players[int(rest[0])], " · ".join(named(table, key, _) for key in rest[1:])
    return named(table, first, _), " · ".join(str(int(k) + 1) if k.isdigit() else named(table, k, _) for k in rest)


def shown(table: Table, value: Any, _: Translator) -> str:
    """A value as a reader knows it."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return value if value in table.players else named(table, value, _)
    if isinstance(value, list):
        return ", ".join(shown(table, each, _) for each in value) or "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{named(table, str(k), _)} {shown(table, v, _)}" for k, v in value.items()) or "–"
    return str(value)
