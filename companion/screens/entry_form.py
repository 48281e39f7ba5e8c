"""The form of an entry's fields, made from the action's type: it serves every game."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import htpy as h
import msgspec
from htpy import Node
from msgspec import NODEFAULT, UNSET

from companion import housekeeping, pointers
from companion.errors import RuleError
from companion.games.common import Step
from companion.games.moves import gathered
from companion.history import HistoryLine
from companion.log import Entry
from companion.screens import controls, naming, typed
from companion.screens.box_shape import is_signed
from companion.screens.ctx import Ctx, screens_of
from companion.screens.typed import Choices, Choose, Field, Keys
from companion.shapes import Misfit, fit
from companion.table import BANKER, Table
from companion.widgets.messages import Event
from companion.words import isolated

PLAYER_FIELDS = ("player", "seat", "to")
NEW_NAMES = {("rename", "to"), ("join", "player"), ("travel", "to")}  # these name nobody at the table
POINTED = ("correct", "box")  # actions that set values by their pointers


def counting(table: Table, n: int) -> Entry | None:
    """The entry with this number as it counts now (a forced one as it was recorded); None where it does not."""
    step = _step(table, n)
    return None if step is None else step.entry


def _step(table: Table, n: int) -> Step | None:
    """What an entry did, or would have done where it was forced."""
    step = next((step for step in reversed(table.steps()) if step.entry.n == n), None)
    return step if step is None or step.forced is None else step.forced.step


def fields(ctx: Ctx, entry: Entry, line: HistoryLine) -> Node:
    """A control for every field. What the seat may not know is left empty and stays as it is unless typed."""
    choose = _choose(ctx, entry)
    shown: list[Node] = []
    # Records stand side by side: what one gives and gets.
    for together, some in groupby(_form(ctx, entry, line), key=lambda field: typed.is_record(field.kind)):
        drawn = [controls.control(ctx, field, choose) for field in some]
        shown.append(h.div(".two-sides")[drawn] if together else drawn)
    return shown


def changed(ctx: Ctx, entry: Entry, line: HistoryLine, event: Event) -> dict[str, Any]:
    """The fields that were typed anew. Raises RuleError for what cannot be one of them."""
    choose, old = _choose(ctx, entry), _old_names(ctx.table, entry.n)
    new: dict[str, Any] = {}
    for field in _form(ctx, entry, line):
        value = typed.read(ctx, field, choose, event)
        if value is UNSET or _is_same(field, value):
            continue
        if _is_player(ctx, entry, field.keys) and value in ctx.table.players:
            value = old[ctx.table.players.index(value)]  # the name that the seat had then
        if (
            field.keys[0] == entry.action
            and hasattr(_type(ctx.table, entry.action), "gathered")
            and type(value) is dict
        ):
            new |= value  # an entry has each of them by its own name
        elif entry.action in POINTED and field.keys[0] != entry.action:
            new.setdefault("set", dict(entry.fields["set"]))[pointers.join(*field.keys)] = value
        else:
            new[field.keys[1]] = value
    return new


def _is_same(field: Field, value: Any) -> bool:
    """Whether a value says what the entry says already."""
    old = field.value
    if isinstance(old, str) and isinstance(value, str):
        return value == old.strip()
    try:
        return bool(fit(value, field.kind) == fit(old, field.kind))
    except Misfit:
        return bool(value == old)


# -- the fields of an entry --------------------------------------------------------------------------------


def _form(ctx: Ctx, entry: Entry, line: HistoryLine) -> Iterator[Field]:
    """The fields of an entry's action; where it sets values by their pointers, one for each of them."""
    _, old = ctx._, _old_names(ctx.table, entry.n)
    given = gathered(_type(ctx.table, entry.action), entry.fields)
    for name, kind, default in _kinds(ctx.table, entry.action):
        value = given.get(name, default)
        if entry.action in POINTED and name == "set":
            yield from _pointed(ctx, entry)
            continue
        if _is_player(ctx, entry, (entry.action, name)) and value in old:
            value = ctx.table.players[old.index(value)]  # who sits on that seat today
        yield Field(
            f"f-{name}",
            naming.named(ctx.table, name, _),
            kind,
            value,
            (entry.action, name),
            known=_known(ctx, entry, name, line),
            signed=is_signed(kind, value),
        )


def _pointed(ctx: Ctx, entry: Entry) -> Iterator[Field]:
    """The values that a correction or an answer about the box has set."""
    step = _step(ctx.table, entry.n)
    assert step is not None
    seen = housekeeping.picture(ctx.table.game, step.after, ctx.table.sight(ctx.seat))
    for pointer, value in entry.fields["set"].items():
        keys = tuple(pointers.split(pointer))
        if entry.action == "box":
            kind, label, known = Any, naming.box_named(ctx.table, pointer, ctx._), True
        else:
            kind, known = kind_at(ctx.table, keys), _is_seen(seen, pointer, value)
            label = " · ".join(filter(None, naming.path_named(ctx.table, pointer, ctx._, seen)))
        yield Field(f"f-set.{pointer}", label, kind, value, keys, known=known, signed=is_signed(kind, value))


def _is_seen(seen: Any, pointer: str, value: Any) -> bool:
    """Whether a picture shows a value: what is hidden from its reader is not in it."""
    try:
        return bool(pointers.get(seen, pointer) == value)
    except RuleError:
        return False


def _kinds(table: Table, action: str) -> Iterator[tuple[str, Any, Any]]:
    """The fields of an action with their types and what goes where one is left out; such a one may be left empty."""
    for field in msgspec.structs.fields(_type(table, action)):
        default = None if field.default is NODEFAULT else field.default
        default = default if field.default_factory is NODEFAULT else field.default_factory()
        yield field.encode_name, field.type, default


def _type(table: Table, action: str) -> Any:
    return table.game.actions.get(action) or housekeeping.ACTIONS[action]


def _is_player(ctx: Ctx, entry: Entry, keys: Keys) -> bool:
    """Whether a field of an entry names somebody who was seated already, and nothing that its game calls otherwise."""
    if keys[0] != entry.action or keys[1] not in PLAYER_FIELDS or keys in NEW_NAMES:
        return False
    step = _step(ctx.table, entry.n)
    return step is not None and game_choices(ctx, step.before, keys) is None


def _old_names(table: Table, n: int) -> tuple[str, ...]:
    """Who sat where when entry ``n`` was made, by seat: a seat keeps its number whoever sits there."""
    step = next((step for step in table.steps() if step.entry.n == n), None)
    return tuple(table.players) if step is None else tuple(step.before.names)


def _known(ctx: Ctx, entry: Entry, name: str, line: HistoryLine) -> bool:
    """Whether the seat may see a field: its own entry's, and what the history tells of others'."""
    own = entry.fields.get("player", entry.by) == ctx.seat and ctx.seat not in (None, BANKER)
    return own or name == "player" or name in line.line.fields or ctx.table.is_open(entry.n, ctx.seat)


def _choose(ctx: Ctx, entry: Entry) -> Choose:
    """What the parts of an entry can be: the people of today, and what was on the table when it was made."""
    step = _step(ctx.table, entry.n)
    assert step is not None

    def choose(keys: Keys) -> Choices | None:
        if _is_player(ctx, entry, keys):
            return [(name, isolated(name)) for name in ctx.table.players]
        if entry.action in ("rename", "join"):
            return None
        return choices(ctx, step.before, keys)

    return choose


def kind_at(table: Table, keys: Keys) -> Any:
    """The type of a value of the snapshot."""
    common = {"away": list[str], "needs": list[str]}  # of every game, beside its own
    return common[keys[0]] if keys[0] in common else typed.kind_at(table.game.snapshot_type, keys)


def choices(ctx: Ctx, state: Any, keys: Keys) -> Choices | None:
    """What a value can be on a table, as far as everybody knows: in the game's words, or the players."""
    found = game_choices(ctx, state, keys)
    if found is None and naming.is_player(keys):
        return [(name, isolated(name)) for name in state.names]
    return found


def game_choices(ctx: Ctx, state: Any, keys: Keys) -> Choices | None:
    """What a value can be in the game's words; None where it has none for it."""
    game: Any = screens_of(ctx.table.header.game)
    found: Choices | None = game.choices(ctx, state, keys) if hasattr(game, "choices") else None
    return found
