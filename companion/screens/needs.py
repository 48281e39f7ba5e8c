"""The dialog for printed values that nobody has told the companion yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import htpy as h
from htpy import Node

from companion.errors import RuleError
from companion.log import Entry
from companion.screens import naming, parts
from companion.screens.ctx import Ctx, Dialog, screens_of
from companion.screens.typed import whole
from companion.widgets.messages import Event
from companion.words import N_


@dataclass(frozen=True)
class Needed:
    """The values that a move waits for, the move, and the last entry of the table for which it was made."""

    pointers: Sequence[str]
    move: tuple[str, dict[str, Any]]
    last: Entry | None


def sheet(ctx: Ctx) -> Node:
    """Ask for what a move needs; afterwards the move is made."""
    _, asked = ctx._, ctx.about(Needed)
    if asked is None:
        return None
    return parts.sheet(
        ctx,
        _("What is printed there?"),
        parts.note(_("Look at the components and type what is printed. The table remembers it.")),
        parts.form(
            "box.typed",
            *(h.div(data_key=pointer)[_control(ctx, pointer)] for pointer in asked.pointers),
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


def _answer(ctx: Ctx, pointer: str, event: Event) -> dict[str, Any]:
    """What was typed into `_control`, by box pointers. Raises RuleError ``bad-number``, ``value-missing``."""
    game: Any = screens_of(ctx.table.header.game)
    said: dict[str, Any] = (
        game.answer(pointer, event) if hasattr(game, "answer") else {pointer: whole(event.text(pointer))}
    )
    if not said:
        raise RuleError(
            "value-missing", N_("Say what is printed there. Where nothing is printed, tick that: a move waits for it.")
        )
    return said


def typed(ctx: Ctx, event: Event) -> None:
    """Record the printed values, then make the move that waited for them.

    Raises RuleError ``overtaken`` where the table is no longer what the move was made for.
    """
    asked = ctx.about(Needed)
    if asked is None:
        return
    values: dict[str, Any] = {}
    for pointer in asked.pointers:
        values |= _answer(ctx, pointer, event)
    gone_on = ctx.table.last_done() != asked.last
    ctx.do("box", set=values)
    ctx.close()
    if gone_on:  # it may take a while to find and read the component
        raise RuleError(
            "overtaken", N_("Remembered. The table has gone on meanwhile: look again, then make your move.")
        )
    action, fields = asked.move
    ctx.do(action, **fields)


DIALOG = Dialog("box", sheet, {"box.typed": typed})
