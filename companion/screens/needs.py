"""The dialog for printed values that nobody has told the companion yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import htpy as h
from htpy import Node

from companion.errors import RuleError
from companion.screens import naming, parts
from companion.screens.ctx import Ctx, screens_of
from companion.screens.typed import whole
from companion.words import N_

if TYPE_CHECKING:
    from companion.screens.page import Page
    from companion.widgets.messages import Event


def sheet(ctx: Ctx) -> Node:
    """Ask for what a move needs; afterwards the move is made."""
    asked = ctx.ui.get("sheet", {})
    if asked.get("kind") != "box":
        return None
    _ = ctx._
    return parts.sheet(
        ctx,
        _("What is printed there?"),
        parts.note(_("Look at the components and type what is printed. The table remembers it.")),
        parts.form(
            "box.typed",
            *(h.div(data_key=pointer)[_control(ctx, pointer)] for pointer in asked["needs"]),
            parts.submit(_("Go on")),
        ),
    )


def _control(ctx: Ctx, pointer: str) -> Node:
    """The control for one value: the game's own where its components print more than numbers.

    Its fields are named by the value, so that what is typed stays with it.
    """
    game: Any = screens_of(ctx.table.header.game)
    if hasattr(game, "ask"):
        return game.ask(ctx, pointer)
    return parts.field(naming.box_named(ctx.table, pointer, ctx._), parts.number_input(pointer, required=True))


def _answer(page: Page, pointer: str, event: Event) -> dict[str, Any]:
    """What was typed into `_control`, by box pointers. Raises RuleError ``bad-number``, ``value-missing``."""
    assert page.live is not None
    game: Any = screens_of(page.live.table.header.game)
    said: dict[str, Any] = (
        game.answer(pointer, event) if hasattr(game, "answer") else {pointer: whole(event.text(pointer))}
    )
    if not said:
        raise RuleError(
            "value-missing", N_("Say what is printed there. Where nothing is printed, tick that: a move waits for it.")
        )
    return said


def typed(page: Page, event: Event) -> None:
    """Record the printed values, then make the move that waited for them.

    Raises RuleError ``overtaken`` where the table is no longer what the move was made for.
    """
    asked = page.ui.get("sheet", {})
    if asked.get("kind") != "box":
        return
    values: dict[str, Any] = {}
    for pointer in asked["needs"]:
        values |= _answer(page, pointer, event)
    gone_on = page.table.last_done() != asked["last"]
    page.do("box", set=values)
    page.close_sheet()
    if gone_on:  # it may take a while to find and read the component
        raise RuleError(
            "overtaken", N_("Remembered. The table has gone on meanwhile: look again, then make your move.")
        )
    action, fields = asked["move"]
    page.do(action, **fields)


HANDLERS = {"box.typed": typed}
