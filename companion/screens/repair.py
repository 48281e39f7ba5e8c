"""The dialogs that put a record right: a note, a correction, who sits where, and a change to an old entry."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING, Any

import htpy as h
import msgspec
from htpy import Node

from companion import pointers, seats
from companion.errors import RuleError
from companion.housekeeping import LONGEST_NOTE
from companion.names import LONGEST_NAME
from companion.screens import entry_form, naming, parts
from companion.screens.ctx import Ctx
from companion.words import N_

if TYPE_CHECKING:
    from companion.screens.page import Page
    from companion.widgets.messages import Event


# -- a note ------------------------------------------------------------------------------------------------


def note_sheet(ctx: Ctx) -> Node:
    """A remark for the history."""
    _ = ctx._
    return parts.sheet(
        ctx,
        _("Note"),
        parts.form(
            "note",
            parts.field(
                _("A remark for the history"),
                h.textarea(".input", name="text", rows="3", maxlength=LONGEST_NOTE, required=True, dir="auto"),
            ),
            parts.submit(_("Write it down")),
        ),
    )


def write_note(page: Page, event: Event) -> None:
    """Record a remark."""
    page.do("note", text=event.text("text"))
    page.close_sheet()


# -- a correction ------------------------------------------------------------------------------------------


def correct_sheet(ctx: Ctx) -> Node:
    """Pick a value, say what it is, and why."""
    _ = ctx._
    leaves, public = dict(pointers.leaves(ctx.snapshot)), dict(pointers.leaves(ctx.table.snapshot()))
    pointer = ctx.ui["sheet"].get("pointer", "")
    if pointer not in leaves:
        ctx.ui["sheet"]["pointer"] = pointer = ""  # it is gone; what takes its place later was not asked for
    named = [(naming.path_named(ctx.table, each, _), each) for each in leaves]
    groups = [
        h.optgroup(label=owner)[
            [
                h.option(value=each, selected=each == pointer)[
                    _option_text(ctx, owner, what, leaves[each] if public.get(each) == leaves[each] else "••••")
                ]
                for (_owner, what), each in group
            ]
        ]
        for owner, group in groupby(named, key=lambda one: one[0][0])
    ]
    return parts.sheet(
        ctx,
        _("Correct a value"),
        parts.note(_("Puts the record right with the table, whatever the rules say. It is flagged in the history.")),
        parts.form(
            "correct",
            parts.field(
                _("Which value?"),
                h.select(".input", name="pointer", required=True, data_do_change="correct.pick")[
                    h.option(value="", selected=not pointer)["…"], groups
                ],
            ),
            pointer in leaves and _new_value(ctx, pointer, leaves[pointer]),
            pointer in leaves and parts.field(_("Why? (optional)"), parts.text_input("reason", maxlength=LONGEST_NOTE)),
            pointer in leaves and parts.submit(_("Correct it")),
        ),
    )


def _option_text(ctx: Ctx, owner: str, what: str, value: Any) -> str:
    text = naming.shown(ctx.table, value, ctx._)
    return f"{owner}{what and ' · '}{what}: {text if len(text) <= 40 else text[:39] + '…'}"  # noqa: PLR2004 - a line of a list


def _new_value(ctx: Ctx, pointer: str, value: Any) -> Node:
    _ = ctx._
    more = {"data_rev": pointer, "required": True}
    if isinstance(value, bool):
        control: Node = parts.select_input(
            "value", [("true", _("yes")), ("false", _("no"))], str(value).lower(), **more
        )
    elif isinstance(value, int):
        control = parts.number_input("value", value, **more)
    elif isinstance(value, str) and value in ctx.table.players and not pointer.endswith("/name"):
        control = parts.select_input("value", [(name, name) for name in ctx.table.players], value, **more)
    elif isinstance(value, str):
        control = parts.text_input("value", value, **more)
    else:
        control = parts.text_input("value", msgspec.json.encode(value).decode(), dir="ltr", maxlength=4000, **more)
        return parts.field(_("What is it?"), control, _('As JSON: null for nothing, ["…"] for a list.'))
    return parts.field(_("What is it?"), control)


def pick_value(page: Page, event: Event) -> None:
    """The value to put right was picked."""
    page.ui["sheet"]["pointer"] = event.text("pointer")


def correct(page: Page, event: Event) -> None:
    """Record a correction. Raises RuleError."""
    assert page.live is not None
    pointer, text = event.text("pointer"), event.text("value")
    old = pointers.get(page.table.snapshot(page.seat), pointer)
    page.do("correct", set={pointer: typed(text, old)}, reason=event.text("reason"))
    page.close_sheet()


def typed(text: str, old: Any) -> Any:
    """What was typed, as the kind of value that ``old`` is. Raises RuleError ``bad-number``, ``bad-json``.

    >>> typed("−5", 10), typed("true", False), typed("[1]", None)
    (-5, True, [1])
    """
    if isinstance(old, bool):
        return text == "true"
    if isinstance(old, int):
        return entry_form.whole(text)
    if isinstance(old, str):
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise RuleError("bad-json", N_("“{text}” cannot be read as a value."), text=text[:40]) from None


# -- who sits where ----------------------------------------------------------------------------------------


def people_sheet(ctx: Ctx) -> Node:
    """New names, who went home, and who takes a free seat."""
    _ = ctx._
    return parts.sheet(
        ctx,
        _("Who sits here"),
        h.div(".list")[(_person(ctx, name, away=name in ctx.snapshot["away"]) for name in ctx.table.players)],
    )


def _person(ctx: Ctx, name: str, *, away: bool) -> Node:
    _, seat = ctx._, ctx.colour(name)
    return parts.form(
        "people.join" if away else "people.rename",
        parts.field(
            _("Who takes the seat of {name}?").format(name=name)
            if away
            else _("Seat {number}").format(number=seat + 1),
            parts.text_input(
                "name", "" if away else name, maxlength=LONGEST_NAME, required=True, data_rev=f"{name} {away}"
            ),
        ),
        parts.submit(_("Sits down") if away else _("Rename"), is_primary=False),
        not away
        and parts.button(
            _("Goes home"), "people.leave", args={"player": name}, label=_("{name} goes home").format(name=name)
        ),
        args={"player": name},
        cls="inline",
    )


def rename(page: Page, event: Event) -> None:
    """Another name for a player."""
    player = event.args.get("player", "")
    if event.text("name") != player:
        page.do("rename", player=player, to=event.text("name"))


def go_home(page: Page, event: Event) -> None:
    """A player goes home."""
    page.do("leave", player=event.args.get("player", ""))


def take_seat(page: Page, event: Event) -> None:
    """Somebody takes a seat that was left."""
    page.do("join", player=event.text("name"), seat=event.args.get("player", ""))


# -- a change to an old entry ------------------------------------------------------------------------------


def amend_sheet(ctx: Ctx) -> Node:
    """The fields of an old entry, to be typed anew; what it would clash with, before it is forced."""
    _, n = ctx._, _number(ctx.ui["sheet"].get("entry"))
    entry = entry_form.counting(ctx.table, n)
    if entry is None:
        return None
    line = next(iter(ctx.table.history(ctx.seat, last=ctx.table.revision - n + 1)))
    said = h.p(dir="auto")[line.public.text(_)]
    clashes = ctx.ui["sheet"].get("clashes")
    title = _("Change entry {entry}").format(entry=n)
    try:
        seats.check(ctx.table, ctx.seat, "amend", {"entry": n})
    except RuleError as refusal:
        return parts.sheet(ctx, title, said, parts.note(refusal.text(_)))
    return parts.sheet(
        ctx,
        title,
        said,
        clashes and _clashes(ctx, clashes),
        parts.form(
            "amend",
            entry_form.fields(ctx, entry, line),
            parts.submit(_("Change it"), is_primary=not clashes),
            args={"entry": n},
        ),
    )


def _clashes(ctx: Ctx, clashes: list[int]) -> Node:
    _ = ctx._
    lines = {line.n: line for line in ctx.table.history(ctx.seat, last=ctx.table.revision - min(clashes) + 1)}
    return h.div(".banner.warn", role="alert", data_form="")[
        h.p[_("With this change these later entries are no longer legal:")],
        h.ul[(h.li(dir="auto")[f"{n} · ", lines[n].public.text(_)] for n in clashes if n in lines)],
        h.p[
            _(
                "They can be kept as corrections of the same effect. Where money or things are not there, nothing of "
                "such an entry counts, and the history says so."
            )
        ],
        parts.button(_("Change anyway"), "amend.force", primary=True, wide=True),
    ]


def amend(page: Page, event: Event) -> None:
    """Change an old entry; where later ones clash, show them and ask. Raises RuleError."""
    assert page.live is not None
    n = _number(event.args.get("entry"))
    # First of all: even "nothing was changed" would tell what a hidden field says.
    seats.check(page.table, page.seat, "amend", {"entry": n})
    entry = entry_form.counting(page.table, n)
    changed = entry_form.changed(page.ctx(), entry, event) if entry else {}
    if not changed:
        page.say(page._("Nothing was changed."))
        return
    _amend(page, n, changed, force=False)


def amend_anyway(page: Page, _event: Event) -> None:
    """Change an old entry although later ones clash: they become corrections."""
    sheet = page.ui.get("sheet", {})
    if "changed" in sheet:
        _amend(page, _number(sheet["entry"]), sheet["changed"], force=True)


def _amend(page: Page, n: int, fields: dict[str, Any], *, force: bool) -> None:
    try:
        page.do("amend", entry=n, fields=fields, force=force)
    except RuleError as refusal:
        if not refusal.clashes:
            raise
        page.ui["sheet"] |= {"clashes": refusal.clashes, "changed": fields}
        return
    page.close_sheet()


def _number(text: object) -> int:
    return int(text) if isinstance(text, str) and text.isdecimal() else 0


# -- dialogs in general ------------------------------------------------------------------------------------


def open_sheet(page: Page, event: Event) -> None:
    """Open the dialog ``kind``; the control's other data go with it."""
    more = {name: value for name, value in event.args.items() if name not in ("kind", "key", "serial")}
    page.open_sheet(event.args.get("kind", ""), **more)


def close_sheet(page: Page, _event: Event) -> None:
    """Close the dialog."""
    page.close_sheet()


SHEETS: dict[str, Callable[[Ctx], Node]] = {
    "note": note_sheet,
    "correct": correct_sheet,
    "people": people_sheet,
    "amend": amend_sheet,
}

HANDLERS = {
    "sheet.open": open_sheet,
    "sheet.close": close_sheet,
    "note": write_note,
    "correct.pick": pick_value,
    "correct": correct,
    "people.rename": rename,
    "people.leave": go_home,
    "people.join": take_seat,
    "amend": amend,
    "amend.force": amend_anyway,
}
