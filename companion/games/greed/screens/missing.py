"""Printed values that the table would need and does not know: type them, or go on without."""

from dataclasses import dataclass
from typing import Any

import htpy as h
from htpy import Node

from companion.games.greed.screens import printed
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog
from companion.widgets.messages import Event

SHEET = "greed-missing"
NAMED = 3  # values named on the card


@dataclass(frozen=True)
class Skipped:
    """What is asked for no more on this page."""

    pointers: tuple[str, ...] = ()


def wanted(ctx: Ctx) -> list[str]:
    """What is missing now and was not skipped on this page."""
    skipped = ctx.kept(Skipped).pointers
    return [pointer for pointer in ctx.snapshot["needs"] if pointer not in skipped]


def missing_card(ctx: Ctx) -> Node:
    """Asks for what is not known the first time that it matters; the game goes on all the same."""
    _, needs = ctx._, wanted(ctx)
    if not ctx.may_act or not needs:
        return None
    more = len(needs) - NAMED
    return parts.card(
        h.ul[(h.li(".note")[printed.asked(ctx, pointer)] for pointer in needs[:NAMED])],
        more > 0 and parts.note(_.ngettext("and {count} more", "and {count} more", more).format(count=more)),
        parts.row(
            parts.button(_("Skip"), "missing.skip", key="skip-missing"),
            parts.button(_("Type it"), "sheet.open", args={"kind": SHEET}, key="type-missing"),
            cls="end",
        ),
        title=_("What is printed there?"),
        key="missing",
    )


def sheet(ctx: Ctx) -> Node:
    """All that is missing now; what is left empty stays unknown."""
    _, needs = ctx._, ctx.snapshot["needs"]
    return parts.sheet(
        ctx,
        _("What is printed there?"),
        parts.note(_("Look at the components. What you leave empty can be typed later; the game goes on.")),
        parts.form(
            "missing.save",
            (h.div(data_key=pointer)[printed.control(ctx, pointer)] for pointer in needs),
            parts.submit(_("Remember")),
        ),
    )


def skip(ctx: Ctx, _event: Event) -> None:
    """Ask no more for these on this page."""
    ctx.keep(Skipped(tuple(ctx.snapshot["needs"])))


def save(ctx: Ctx, event: Event) -> None:
    """Remember what was typed."""
    new: dict[str, Any] = {}
    for pointer in ctx.snapshot["needs"]:
        new |= printed.values(pointer, event)
    if new:
        ctx.do("box", set=new)
    ctx.close()


DIALOG = Dialog(SHEET, sheet, {"missing.save": save})
ACTIONS = {"missing.skip": skip}
