"""Putting a value right: found by what it is of, shown as it was and as it will be before it is booked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import htpy as h
from htpy import Node
from msgspec import UNSET

from companion import pointers
from companion.errors import RuleError
from companion.games.common import PUBLIC
from companion.housekeeping import LONGEST_NOTE
from companion.screens import controls, entry_form, naming, parts, typed
from companion.screens.box_shape import is_signed
from companion.screens.ctx import Ctx, Dialog
from companion.screens.says import says
from companion.screens.typed import Choices, Field, Keys
from companion.shapes import Misfit
from companion.widgets.messages import Event
from companion.words import N_, isolated

LONGEST_SHOWN = 40  # characters of a value in the list
HIDDEN = "••••"


class Slot(NamedTuple):
    """A value that can be put right: whose or what it is of, what it is, where, and how it reads in the open."""

    owner: str
    what: str
    pointer: str
    shown: str


@dataclass(slots=True)
class Searched:
    """What values are searched by."""

    text: str = ""


@dataclass(slots=True, kw_only=True)
class Form:
    """A form that puts something right: what ``was`` there when it was opened, and how often it had to ask again."""

    was: Any = UNSET
    asked: int = 0

    def ask_again(self, now: Any) -> None:
        """Raises RuleError ``overtaken`` where what is put right is not ``now`` what it was when it was opened."""
        if self.was is not UNSET and self.was != now:
            self.was, self.asked = now, self.asked + 1
            raise RuleError("overtaken", N_("It has been changed meanwhile. Look at it again, then put it right."))

    def changed_since(self, ctx: Ctx) -> Node:
        """Said over the form when it was asked again."""
        told = ctx._("It has been changed meanwhile. Look at it again, then put it right.")
        return parts.banner(told) if self.asked else None


@dataclass(slots=True, kw_only=True)
class Correcting(Form):
    """The value that is put right ("": it is still to be found), and what was typed for it last."""

    pointer: str = ""
    typed: Any = UNSET

    def ask_again(self, now: Any) -> None:
        """What was typed before is not what is asked now."""
        if self.was != now:
            self.typed = UNSET
        Form.ask_again(self, now)


def begin(ctx: Ctx, args: Mapping[str, str]) -> Correcting:
    """The value that the control names."""
    pointer = args.get("pointer", "")
    return Correcting(pointer=pointer, was=value(ctx, pointer) if pointer else UNSET)


def sheet(ctx: Ctx) -> Node:
    """Find a value; then say what it is, and why."""
    _, asked = ctx._, ctx.about(Correcting)
    if asked is None:
        return None
    leaves = dict(_leaves(ctx))
    if asked.pointer not in leaves:
        asked.pointer = ""  # it is gone; what takes its place later was not asked for
    told = parts.note(_("Puts the record right with the table, whatever the rules say. It is flagged in the history."))
    inside = _form(ctx, asked, leaves[asked.pointer]) if asked.pointer else _finder(ctx, leaves)
    return parts.sheet(ctx, _("Correct a value"), told, inside)


def _leaves(ctx: Ctx) -> Iterator[tuple[str, Any]]:
    """All values, but for the empty mappings in which nothing can be."""
    for pointer, value in pointers.leaves(ctx.snapshot):
        if value != {} or _choose(ctx, tuple(pointers.split(pointer))):
            yield pointer, value


def _finder(ctx: Ctx, leaves: dict[str, Any]) -> Node:
    """All values, folded up by what they are of; a search opens what it finds."""
    _, searched = ctx._, ctx.kept(Searched)
    words = searched.text.casefold().split()
    search = parts.text_input(
        "find", searched.text, type_="search", data_do_change="correct.find", data_key="correct-find"
    )
    groups: dict[str, list[Slot]] = {isolated(name): [] for name in ctx.table.players}  # they come first
    for slot in _slots(ctx, leaves):
        if all(word in f"{slot.owner} {slot.what}".casefold() for word in words):
            groups.setdefault(slot.owner, []).append(slot)
    found = [
        h.details(".values", data_key=f"values-{owner}", data_rev=" ".join(words), open=bool(words))[
            h.summary[h.span[owner]], [_row(slot) for slot in slots]
        ]
        for owner, slots in groups.items()
        if slots
    ]
    return [
        parts.field(_("Which value? Search, or open what it is of"), search),
        found or parts.note(_("Nothing of that name is here.")),
    ]


def _slots(ctx: Ctx, leaves: dict[str, Any]) -> Iterator[Slot]:
    table = ctx.table
    public, unseen = dict(pointers.leaves(table.snapshot())), table.game.unseen(table.state, PUBLIC)
    for pointer, value in leaves.items():
        owner, what = naming.path_named(ctx.table, pointer, ctx._, ctx.snapshot)
        owner, what = (owner, what) if what else (ctx._("The table"), owner)
        is_open = public.get(pointer) == value and pointer not in unseen
        text = naming.shown(ctx.table, value, ctx._) if is_open else HIDDEN
        yield Slot(owner, what, pointer, text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…")


def _row(slot: Slot) -> Node:
    return parts.button(
        [h.span(".grow")[slot.what], h.b[slot.shown]],
        "sheet.open",
        args={"kind": "correct", "pointer": slot.pointer},
        cls="wide plain value",
        key=f"value-{slot.pointer}",
    )


def _form(ctx: Ctx, asked: Correcting, old: Any) -> Node:
    """The value as it was and as it will be; the button says both."""
    _, pointer = ctx._, asked.pointer
    return parts.form(
        "correct",
        parts.row(
            parts.grow(h.b[_named(ctx, pointer)], parts.note(_("now: {value}").format(value=_shown(ctx, old)))),
            parts.button(_("Another value"), "sheet.open", args={"kind": "correct"}, key="correct-another"),
        ),
        asked.changed_since(ctx),
        h.div(data_rev=f"{pointer} {asked.asked}")[
            controls.control(ctx, _field(ctx, pointer, old), lambda keys: _choose(ctx, keys))
        ],
        parts.field(_("Why? (optional)"), parts.text_input("reason", maxlength=LONGEST_NOTE)),
        parts.submit([h.span[_("Correct it")], h.small[_change(ctx, asked, old)]], cls="stacked"),
        args={"pointer": pointer},
    )


def _named(ctx: Ctx, pointer: str) -> str:
    return " · ".join(filter(None, naming.path_named(ctx.table, pointer, ctx._, ctx.snapshot)))


def _shown(ctx: Ctx, value: Any) -> str:
    return ctx.money(value) if type(value) is int else naming.shown(ctx.table, value, ctx._)


def _change(ctx: Ctx, asked: Correcting, old: Any) -> Node:
    """What it was and what it will be: a number as it is typed, else as Python was told it last.

    That comes after a tap that was made at once, which it must not keep from being done.
    """
    new = old if asked.typed is UNSET else asked.typed
    words = {"old": _shown(ctx, old)}
    if type(old) is int:
        return says(ctx, "{old} → {value}", {"value": _shown(ctx, new)}, words=words)
    return h.span(data_preview="")[f"{words['old']} → {_shown(ctx, new)}"]


def _field(ctx: Ctx, pointer: str, old: Any) -> Field:
    keys = tuple(pointers.split(pointer))
    kind = entry_form.kind_at(ctx.table, keys)
    more = (("data_do_change", "correct.show"),)
    return Field("value", ctx._("What is it?"), kind, old, keys, more=more, signed=is_signed(kind, old))


def _choose(ctx: Ctx, keys: Keys) -> Choices | None:
    return entry_form.choices(ctx, ctx.table.state, keys)


# -- what stands there now, and refusals in words -----------------------------------------------------------


def value(ctx: Ctx, pointer: str) -> Any:
    """What this seat sees at a pointer; None where nothing is there."""
    try:
        return pointers.get(ctx.snapshot, pointer)
    except RuleError:
        return None


def in_words(ctx: Ctx, refusal: RuleError) -> RuleError:
    """A refusal that names what is meant as people do, not by its pointer."""
    for name in ("pointer", "pointers"):
        if isinstance(said := refusal.fields.get(name), str):
            named = [_named(ctx, each) if each.startswith("/") else each for each in said.split(", ")]
            refusal.fields[name] = ", ".join(named)
    reason = refusal.fields.get("reason")
    if isinstance(reason, Misfit) and reason.fields.get("field"):
        reason.fields["field"] = refusal.fields.get("pointers", reason.fields["field"])
    return refusal


# -- what is tapped ----------------------------------------------------------------------------------------


def find(ctx: Ctx, event: Event) -> None:
    """Look for a value."""
    ctx.kept(Searched).text = event.text("find")[:80]


def show(ctx: Ctx, event: Event) -> None:
    """Remember what is typed, to show it beside what it was. Raises RuleError."""
    asked = ctx.about(Correcting)
    if asked is not None and asked.pointer:
        said = _read(ctx, asked.pointer, event)
        asked.typed = value(ctx, asked.pointer) if said is UNSET else said


def _read(ctx: Ctx, pointer: str, event: Event) -> Any:
    """What was typed for a pointer. Raises RuleError."""
    old = pointers.get(ctx.snapshot, pointer)
    return typed.read(ctx, _field(ctx, pointer, old), lambda keys: _choose(ctx, keys), event)


def correct(ctx: Ctx, event: Event) -> None:
    """Record a correction. Raises RuleError."""
    pointer = event.args.get("pointer", "")
    asked = ctx.about(Correcting)
    if asked is not None and asked.pointer == pointer:
        asked.ask_again(value(ctx, pointer))
    try:
        said = _read(ctx, pointer, event)
        ctx.do("correct", set={} if said is UNSET else {pointer: said}, reason=event.text("reason"))
    except RuleError as refusal:
        raise in_words(ctx, refusal) from None
    ctx.close()


DIALOG = Dialog("correct", sheet, {"correct.find": find, "correct.show": show, "correct": correct}, begin)
