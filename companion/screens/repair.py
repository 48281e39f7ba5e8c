"""The dialogs that put a record right: a note, who sits where, a change to an old entry; `correcting` has a value's."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import htpy as h
from htpy import Node

from companion import seats
from companion.errors import RuleError
from companion.history import HistoryLine
from companion.housekeeping import LONGEST_NOTE
from companion.names import LONGEST_NAME
from companion.screens import correcting, entry_form, parts
from companion.screens.ctx import Ctx, Dialog
from companion.shapes import number_in
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


def write_note(ctx: Ctx, event: Event) -> None:
    """Record a remark."""
    ctx.do("note", text=event.text("text"))
    ctx.close()


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


@dataclass(frozen=True)
class Leaving:
    """Who goes home."""

    player: str


def leave_sheet(ctx: Ctx) -> Node:
    """Going home is asked, with what it brings to light; the bids may all be in then."""
    _, asked = ctx._, ctx.about(Leaving)
    name = "" if asked is None else asked.player
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
    if twin.snapshot()["finished"]:  # who cannot pay then shows his money: it was not put down, and nobody knows yet
        return []
    owners = {seat for seat, _ in ctx.table.hidden() - twin.hidden()}
    return [player for seat, player in enumerate(ctx.table.players) if seat in owners]


def rename(ctx: Ctx, event: Event) -> None:
    """Another name for a player."""
    player = event.args.get("player", "")
    if event.text("name") != player:
        ctx.do("rename", player=player, to=event.text("name"))


def go_home(ctx: Ctx, event: Event) -> None:
    """A player goes home."""
    ctx.do("leave", player=event.args.get("player", ""))
    ctx.open("people")  # somebody may take the seat at once


def take_seat(ctx: Ctx, event: Event) -> None:
    """Somebody takes a seat that was left."""
    ctx.do("join", player=event.text("name"), seat=event.args.get("player", ""))


# -- a change to an old entry ------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Amending(correcting.Form):
    """The entry that is changed; what it would clash with as it was ``changed`` last."""

    entry: int
    clashes: list[int] = field(default_factory=list)
    changed: dict[str, Any] = field(default_factory=dict)


def begin_amending(ctx: Ctx, args: Mapping[str, str]) -> Amending:
    """The entry that the control names, as the form is about to show it."""
    n = number_in(args.get("entry")) or 0
    entry = entry_form.counting(ctx.table, n)
    return Amending(entry=n, was=entry and entry.fields)


def amend_sheet(ctx: Ctx) -> Node:
    """The fields of an old entry, to be typed anew; what it would clash with, before it is forced."""
    _, asked = ctx._, ctx.about(Amending)
    entry = None if asked is None else entry_form.counting(ctx.table, asked.entry)
    if asked is None or entry is None:
        return None
    n = asked.entry
    line = _line(ctx, n)
    said = h.p(dir="auto")[line.public.text(_)]
    title = _("Change entry {entry}").format(entry=n)
    try:
        seats.check(ctx.table, ctx.seat, "amend", {"entry": n})
    except RuleError as refusal:
        return parts.sheet(ctx, title, said, parts.note(refusal.text(_)))
    return parts.sheet(
        ctx,
        title,
        said,
        asked.clashes and _clashes(ctx, asked.clashes, n),
        asked.changed_since(ctx),
        h.div(data_rev=str(asked.asked))[
            parts.form(
                "amend",
                entry_form.fields(ctx, entry, line),
                parts.submit(_("Change it"), is_primary=not asked.clashes),
                args={"entry": n},
                id_=_form(n),
            )
        ],
    )


def _form(n: int) -> str:
    """What the form of an entry's change is called."""
    return f"amend-{n}"


def _line(ctx: Ctx, n: int) -> HistoryLine:
    """An entry in words."""
    return next(iter(ctx.table.history(ctx.seat, last=ctx.table.revision - n + 1)))


def _clashes(ctx: Ctx, clashes: list[int], n: int) -> Node:
    _ = ctx._
    lines = {line.n: line for line in ctx.table.history(ctx.seat, last=ctx.table.revision - min(clashes) + 1)}
    return h.div(".banner.warn", role="alert", data_key="clashes")[
        h.p[_("With this change these later entries are no longer legal:")],
        h.ul[(h.li(dir="auto")[f"{n} · ", lines[n].public.text(_)] for n in clashes if n in lines)],
        h.p[
            _(
                "They can be kept as corrections of the same effect. Where money or things are not there, nothing of "
                "such an entry counts, and the history says so."
            )
        ],
        parts.button(_("Change anyway"), "amend.force", args={"entry": n}, primary=True, wide=True, form=_form(n)),
    ]


def amend(ctx: Ctx, event: Event) -> None:
    """Change an old entry; where later ones clash, show them and ask. Raises RuleError."""
    n = number_in(event.args.get("entry")) or 0
    # First of all: even "nothing was changed" would tell what a hidden field says.
    seats.check(ctx.table, ctx.seat, "amend", {"entry": n})
    entry = entry_form.counting(ctx.table, n)
    asked = ctx.about(Amending)
    if asked is not None and asked.entry == n:
        asked.ask_again(entry and entry.fields)
    changed = entry_form.changed(ctx, entry, _line(ctx, n), event) if entry else {}
    if not changed:
        ctx.say(ctx._("Nothing was changed."))
        return
    _amend(ctx, n, changed, force=False)


def amend_anyway(ctx: Ctx, event: Event) -> None:
    """Change an old entry although later ones clash: they become corrections.

    What the form says by now is another change: then it is asked what clashes with that.
    """
    asked = ctx.about(Amending)
    if asked is not None and asked.changed:
        n, fields = asked.entry, asked.changed
        seats.check(ctx.table, ctx.seat, "amend", {"entry": n, "fields": fields, "force": True})
        entry = entry_form.counting(ctx.table, n)
        asked.ask_again(entry and entry.fields)
        if event.values and entry and entry_form.changed(ctx, entry, _line(ctx, n), event) != fields:
            amend(ctx, event)
            return
        _amend(ctx, n, fields, force=_clashing(ctx, n, fields) == asked.clashes)  # not what nobody was shown


def _clashing(ctx: Ctx, n: int, fields: dict[str, Any]) -> list[int]:
    """The entries that are no longer legal with a change, as things stand now."""
    try:
        ctx.table.fork().do("amend", entry=n, fields=fields)
    except RuleError as refusal:
        return list(refusal.clashes)
    return []


def _amend(ctx: Ctx, n: int, fields: dict[str, Any], *, force: bool) -> None:
    try:
        ctx.do("amend", entry=n, fields=fields, force=force)
    except RuleError as refusal:
        asked = ctx.about(Amending)
        if not refusal.clashes or asked is None or asked.entry != n:
            raise correcting.in_words(ctx, refusal) from None
        asked.clashes, asked.changed = list(refusal.clashes), fields
        return
    ctx.close()


DIALOGS = [
    Dialog("note", note_sheet, {"note": write_note}),
    Dialog("people", people_sheet, {"people.rename": rename, "people.join": take_seat}),
    Dialog("leave", leave_sheet, {"people.leave": go_home}, lambda _ctx, args: Leaving(args.get("player", ""))),
    Dialog("amend", amend_sheet, {"amend": amend, "amend.force": amend_anyway}, begin_amending),
]
