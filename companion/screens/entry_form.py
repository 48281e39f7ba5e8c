"""The form of an entry's fields, made from the action's type: it serves every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args, get_origin

import htpy as h
import msgspec
from htpy import Node

from companion import housekeeping
from companion.errors import RuleError
from companion.history import HistoryLine
from companion.log import Entry
from companion.screens import naming, parts
from companion.screens.ctx import Ctx
from companion.shapes import LARGEST
from companion.table import BANKER, Table
from companion.words import N_

if TYPE_CHECKING:
    from companion.widgets.messages import Event


PLAYER_FIELDS = ("player", "seat", "to")
NEW_NAMES = {("rename", "to"), ("join", "player"), ("travel", "to")}  # these name nobody at the table
LONG_TEXTS = ("text", "reason")  # a line of text would lose their line breaks
LONGEST_SHOWN = 30  # characters of a number that is refused
_GAPS = re.compile(r"[\s'’‘ʼ′´`]")  # between thousands, as people and keyboards write them
_GROUPED = re.compile(r"-?\d{1,3}([.,])\d{3}(\1\d{3})*")
_MOST = f"{LARGEST:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def counting(table: Table, n: int) -> Entry | None:
    """The entry with this number as it counts now (a forced one as it was recorded); None where it does not."""
    step = next((step for step in reversed(table.steps()) if step.entry.n == n), None)
    if step is None:
        return None
    return (step if step.forced is None else step.forced.step).entry


def fields(ctx: Ctx, entry: Entry, line: HistoryLine) -> Node:
    """A control for every field. What the seat may not know is left empty and stays as it is unless typed."""
    controls, old = [], _old_names(ctx.table, entry.n)
    for name, kind in _kinds(ctx.table, entry.action):
        value, seats = entry.fields.get(name), _is_player(entry.action, name)
        if seats and value in old:
            value = ctx.table.players[old.index(value)]  # who sits on that seat today
        controls.append(_control(ctx, name, kind, value, seats=seats, known=_known(ctx, entry, name, line)))
    return controls


def changed(ctx: Ctx, entry: Entry, event: Event) -> dict[str, Any]:
    """The fields that were typed anew. Raises RuleError for what is no number or no JSON."""
    new, old = {}, _old_names(ctx.table, entry.n)
    for name, kind in _kinds(ctx.table, entry.action):
        value, stands = _typed(name, kind, event), entry.fields.get(name)
        if _is_player(entry.action, name) and value in ctx.table.players:
            value = old[ctx.table.players.index(value)]  # the name that the seat had then
        if isinstance(stands, str) and isinstance(value, str) and value == stands.strip():
            continue
        if value is not None and value != stands:
            new[name] = value
    return new


def _is_player(action: str, name: str) -> bool:
    """Whether a field names somebody who was seated already: not the new name of a ``rename`` or a ``join``."""
    return name in PLAYER_FIELDS and (action, name) not in NEW_NAMES


def _old_names(table: Table, n: int) -> tuple[str, ...]:
    """Who sat where when entry ``n`` was made, by seat: a seat keeps its number whoever sits there."""
    step = next((step for step in table.steps() if step.entry.n == n), None)
    return tuple(table.players) if step is None else tuple(step.before.names)


def _kinds(table: Table, action: str) -> Iterator[tuple[str, Any]]:
    kind = table.game.actions.get(action) or housekeeping.ACTIONS.get(action)
    if kind is not None:
        for field in msgspec.structs.fields(kind):
            yield field.name, field.type


def _known(ctx: Ctx, entry: Entry, name: str, line: HistoryLine) -> bool:
    """Whether the seat may see a field: its own entry's, and what the history tells of others'."""
    own = entry.fields.get("player", entry.by) == ctx.seat and ctx.seat not in (None, BANKER)
    return own or name == "player" or name in line.line.fields


def _control(ctx: Ctx, name: str, kind: Any, value: Any, *, seats: bool, known: bool) -> Node:
    _ = ctx._
    label, field = naming.named(ctx.table, name, _), f"f-{name}"
    more: dict[str, Any] = {} if known else {"placeholder": _("unchanged")}
    if _is_counts(kind):
        counts = value if known and isinstance(value, dict) else {}
        return h.fieldset(".counts")[
            h.legend[label],
            (
                parts.field(
                    naming.named(ctx.table, key, _), parts.number_input(f"{field}.{key}", counts.get(key, ""), **more)
                )
                for key in _keys(ctx, value)
            ),
        ]
    choices = ctx.table.players if seats else _choices(ctx, kind, value)
    if choices:
        stands = "" if value is None or not known else str(value).lower() if isinstance(value, bool) else str(value)
        options = [(each, naming.shown(ctx.table, each, _)) for each in choices]
        if stands not in choices:  # the browser would take the first one
            unknown = _("unchanged") if not known else "–"
            options.insert(0, (stands, naming.shown(ctx.table, stands, _) if stands else unknown))
        return parts.field(label, parts.select_input(field, options, stands))
    if kind is str and name in LONG_TEXTS:
        text = value if known and isinstance(value, str) else ""
        return parts.field(label, h.textarea(".input", name=field, rows="3", dir="auto", **more)[text])
    if kind is str:
        return parts.field(label, parts.text_input(field, value if known and isinstance(value, str) else "", **more))
    if kind is int:
        return parts.field(label, parts.number_input(field, value if known else "", **more))
    text = msgspec.json.encode(value).decode() if known else ""
    return parts.field(label, parts.text_input(field, text, dir="ltr", maxlength=4000, **more), _("As JSON"))


def _choices(ctx: Ctx, kind: Any, value: Any) -> list[str]:
    """What a text field can be, where that is a short list: a word of the rules, a key of the snapshot."""
    if kind is bool:
        return ["true", "false"]
    literal = [each for each in get_args(kind) if isinstance(each, str)]
    return literal or (_keys_like(ctx, {value}) if kind is str and isinstance(value, str) else [])


def _keys(ctx: Ctx, value: Any) -> list[str]:
    """The keys that a mapping of counts can have."""
    used = set(value) if isinstance(value, dict) else set()
    return _keys_like(ctx, used) or sorted(used)


def _keys_like(ctx: Ctx, some: set[str]) -> list[str]:
    """All keys of the first mapping of the snapshot that has these among its own."""
    for group in ctx.snapshot.values():
        if some and isinstance(group, dict) and some <= group.keys():
            return list(group)
    return []


def _is_counts(kind: Any) -> bool:
    return get_origin(kind) is dict and get_args(kind)[1:] == (int,)


def _typed(name: str, kind: Any, event: Event) -> Any:
    """What the form says of a field; None where it says nothing."""
    field = f"f-{name}"
    if _is_counts(kind):
        typed = {key.removeprefix(f"{field}."): event.text(key) for key in event.values if key.startswith(f"{field}.")}
        return {key: whole(text) for key, text in typed.items() if text not in ("", "0")} or None
    text = event.text(field)
    if not text:
        return None
    if kind is str or any(isinstance(each, str) for each in get_args(kind) if get_origin(kind) is not dict):
        return text
    if kind is int:
        return whole(text)
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise RuleError("bad-json", N_("“{text}” cannot be read as a value."), text=text[:40]) from None


def whole(text: str) -> int:
    """The whole number that somebody typed, however their language or their hand groups it.

    Raises RuleError ``bad-number`` and, beyond what a table counts (`LARGEST`), ``number-too-large``.

    >>> whole("1 250"), whole("1'000"), whole("1.000.000"), whole("−30"), whole("+4")
    (1250, 1000, 1000000, -30, 4)
    """
    plain = _GAPS.sub("", text).replace("−", "-").replace("–", "-").removeprefix("+")
    if _GROUPED.fullmatch(plain):
        plain = plain.replace(".", "").replace(",", "")
    if not plain.isascii() or not plain.removeprefix("-").isdecimal():
        raise RuleError("bad-number", N_("“{text}” is not a whole number."), text=text[:20])
    if len(plain.lstrip("-0")) > len(str(LARGEST)) or abs(int(plain)) > LARGEST:
        shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
        raise RuleError("number-too-large", N_("“{text}” is too large; the most is {most}."), text=shown, most=_MOST)
    return int(plain)
