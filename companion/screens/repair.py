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
    named = [(naming.path_named(ctx.table, each, _, ctx.snapshot), each) for each in leaves]
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
            _changed_since(ctx),
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
    more: dict[str, Any] = {"data_rev": f"{pointer} {ctx.ui['sheet'].get('asked', 0)}", "required": True}
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
    pointer = event.text("pointer")
    page.ui["sheet"] |= {"pointer": pointer, "was": _value(page, pointer), "asked": 0}


def _value(page: Page, pointer: str) -> Any:
    """What this seat sees at a pointer; None where nothing is there."""
    try:
        return pointers.get(page.table.snapshot(page.seat), pointer)
    except RuleError:
        return None


def _ask_again(page: Page, now: Any) -> None:
    """Raises RuleError ``overtaken`` where what the sheet in hand puts right is not ``now`` what it was when opened."""
    sheet = page.ui.get("sheet", {})
    if "was" in sheet and sheet["was"] != now:
        sheet |= {"was": now, "asked": sheet.get("asked", 0) + 1}
        raise RuleError("overtaken", N_("It has been changed meanwhile. Look at it again, then put it right."))


def _changed_since(ctx: Ctx) -> Node:
    """Said over the form when it was asked again."""
    told = ctx._("It has been changed meanwhile. Look at it again, then put it right.")
    return parts.banner(told) if ctx.ui["sheet"].get("asked") else None


def correct(page: Page, event: Event) -> None:
    """Record a correction. Raises RuleError."""
    assert page.live is not None
    pointer, text = event.text("pointer"), event.text("value")
    old = pointers.get(page.table.snapshot(page.seat), pointer)
    if pointer == page.ui.get("sheet", {}).get("pointer"):
        _ask_again(page, old)
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
            _("Goes home"),
            "sheet.open",
            args={"kind": "leave", "player": name},
            label=_("{name} goes home").format(name=name),
        ),
        args={"player": name},
        cls="inline",
    )


def leave_sheet(ctx: Ctx) -> Node:
    """Going home is asked, with what it brings to light; the bids may all be in then."""
    _, name = ctx._, ctx.ui["sheet"].get("player", "")
    if name not in ctx.table.players or name in ctx.snapshot["away"]:
        return None
    shown = _opened_by(ctx, name)
    return parts.sheet(
        ctx,
        _("{name} goes home?").format(name=name),
        parts.note(_("The seat keeps what it holds, and somebody else can take it later.")),
        shown
        and parts.banner(
            _("Nobody else is waited for then: what {names} put down secretly is shown to all at once.").format(
                names=", ".join(shown)
            )
        ),
        parts.button(_("Goes home"), "people.leave", args={"player": name}, primary=True, wide=True),
    )


def _opened_by(ctx: Ctx, name: str) -> list[str]:
    """The players whose secrets lie open once ``name`` has gone."""
    twin = ctx.table.fork()
    try:
        twin.do("leave", player=name)
    except RuleError:
        return []
    owners = {seat for seat, _ in ctx.table.hidden() - twin.hidden()}
    return [player for seat, player in enumerate(ctx.table.players) if seat in owners]


def rename(page: Page, event: Event) -> None:
    """Another name for a player."""
    player = event.args.get("player", "")
    if event.text("name") != player:
        page.do("rename", player=player, to=event.text("name"))


def go_home(page: Page, event: Event) -> None:
    """A player goes home."""
    page.do("leave", player=event.args.get("player", ""))
    page.open_sheet("people")  # somebody may take the seat at once


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
        _changed_since(ctx),
        h.div(data_rev=str(ctx.ui["sheet"].get("asked", 0)))[
            parts.form(
                "amend",
                entry_form.fields(ctx, entry, line),
                parts.submit(_("Change it"), is_primary=not clashes),
                args={"entry": n},
            )
        ],
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
    if str(n) == page.ui.get("sheet", {}).get("entry"):
        _ask_again(page, entry and entry.fields)
    changed = entry_form.changed(page.ctx(), entry, event) if entry else {}
    if not changed:
        page.say(page._("Nothing was changed."))
        return
    _amend(page, n, changed, force=False)


def amend_anyway(page: Page, _event: Event) -> None:
    """Change an old entry although later ones clash: they become corrections."""
    sheet = page.ui.get("sheet", {})
    if "changed" in sheet:
        n, fields = _number(sheet["entry"]), sheet["changed"]
        seats.check(page.table, page.seat, "amend", {"entry": n, "fields": fields, "force": True})
        entry = entry_form.counting(page.table, n)
        _ask_again(page, entry and entry.fields)
        _amend(page, n, fields, force=_clashing(page, n, fields) == sheet["clashes"])  # not what nobody was shown


def _clashing(page: Page, n: int, fields: dict[str, Any]) -> list[int]:
    """The entries that are no longer legal with a change, as things stand now."""
    try:
        page.table.fork().do("amend", entry=n, fields=fields)
    except RuleError as refusal:
        return list(refusal.clashes)
    return []


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


OWN = ("kind", "key", "serial", "was", "asked", "changed", "clashes")  # what a sheet says of itself


def open_sheet(page: Page, event: Event) -> None:
    """Open the dialog ``kind``; the control's other data go with it."""
    kind = event.args.get("kind", "")
    more: dict[str, Any] = {name: value for name, value in event.args.items() if name not in OWN}
    if kind == "amend" and page.live is not None:
        entry = entry_form.counting(page.table, _number(more.get("entry")))
        more["was"] = entry and entry.fields  # what the form is about to show
    page.open_sheet(kind, **more)


def close_sheet(page: Page, _event: Event) -> None:
    """Close the dialog."""
    page.close_sheet()


SHEETS: dict[str, Callable[[Ctx], Node]] = {
    "note": note_sheet,
    "correct": correct_sheet,
    "people": people_sheet,
    "leave": leave_sheet,
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
