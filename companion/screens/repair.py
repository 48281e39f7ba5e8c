"""The dialogs that put a record right: a note, who sits where, a change to an old entry; `correcting` has a value's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import htpy as h
from htpy import Node

from companion import seats
from companion.errors import RuleError
from companion.history import HistoryLine
from companion.housekeeping import LONGEST_NOTE
from companion.names import LONGEST_NAME
from companion.screens import correcting, entry_form, parts
from companion.screens.ctx import Ctx

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
    line = _line(ctx, n)
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
        correcting.changed_since(ctx),
        h.div(data_rev=str(ctx.ui["sheet"].get("asked", 0)))[
            parts.form(
                "amend",
                entry_form.fields(ctx, entry, line),
                parts.submit(_("Change it"), is_primary=not clashes),
                args={"entry": n},
            )
        ],
    )


def _line(ctx: Ctx, n: int) -> HistoryLine:
    """An entry in words."""
    return next(iter(ctx.table.history(ctx.seat, last=ctx.table.revision - n + 1)))


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
        correcting.ask_again(page, entry and entry.fields)
    ctx = page.ctx()
    changed = entry_form.changed(ctx, entry, _line(ctx, n), event) if entry else {}
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
        correcting.ask_again(page, entry and entry.fields)
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
            raise correcting.in_words(page.ctx(), refusal) from None
        page.ui["sheet"] |= {"clashes": refusal.clashes, "changed": fields}
        return
    page.close_sheet()


def _number(text: object) -> int:
    return int(text) if isinstance(text, str) and text.isdecimal() else 0


# -- dialogs in general ------------------------------------------------------------------------------------


OWN = ("kind", "key", "serial", "was", "asked", "typed", "changed", "clashes")  # what a sheet says of itself


def open_sheet(page: Page, event: Event) -> None:
    """Open the dialog ``kind``; the control's other data go with it."""
    kind = event.args.get("kind", "")
    more: dict[str, Any] = {name: value for name, value in event.args.items() if name not in OWN}
    if kind == "amend" and page.live is not None:
        entry = entry_form.counting(page.table, _number(more.get("entry")))
        more["was"] = entry and entry.fields  # what the form is about to show
    if kind == "correct" and page.live is not None and more.get("pointer"):
        more["was"] = correcting.value(page, more["pointer"])
    page.open_sheet(kind, **more)


def close_sheet(page: Page, _event: Event) -> None:
    """Close the dialog."""
    page.close_sheet()


SHEETS: dict[str, Callable[[Ctx], Node]] = {
    "note": note_sheet,
    "correct": correcting.sheet,
    "people": people_sheet,
    "leave": leave_sheet,
    "amend": amend_sheet,
}

HANDLERS = {
    "sheet.open": open_sheet,
    "sheet.close": close_sheet,
    "note": write_note,
    **correcting.HANDLERS,
    "people.rename": rename,
    "people.leave": go_home,
    "people.join": take_seat,
    "amend": amend,
    "amend.force": amend_anyway,
}
