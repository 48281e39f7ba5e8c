"""The dialog for printed values that nobody has told the companion yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from htpy import Node

from companion import pointers
from companion.screens import naming, parts
from companion.screens.ctx import Ctx, screens_of
from companion.screens.entry_form import whole

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
            *(_control(ctx, pointer, f"value-{place}") for place, pointer in enumerate(asked["needs"])),
            parts.submit(_("Go on")),
        ),
    )


def _control(ctx: Ctx, pointer: str, name: str) -> Node:
    """The control for one value: the game's own where its components print more than numbers."""
    game: Any = screens_of(ctx.table.header.game)
    if hasattr(game, "ask"):
        return game.ask(ctx, pointer, name)
    label = " · ".join(naming.named(ctx.table, key, ctx._) for key in pointers.split(pointer))
    return parts.field(label, parts.number_input(name, required=True))


def _answer(page: Page, pointer: str, name: str, event: Event) -> Any:
    """What was typed into `_control`. Raises RuleError ``bad-number``."""
    assert page.live is not None
    game: Any = screens_of(page.live.table.header.game)
    return game.answer(pointer, name, event) if hasattr(game, "answer") else whole(event.text(name))


def typed(page: Page, event: Event) -> None:
    """Record the printed values, then make the move that waited for them."""
    asked = page.ui.get("sheet", {})
    if asked.get("kind") != "box":
        return
    values = {pointer: _answer(page, pointer, f"value-{i}", event) for i, pointer in enumerate(asked["needs"])}
    page.do("box", set=values)
    page.close_sheet()
    action, fields = asked["move"]
    page.do(action, **fields)


HANDLERS = {"box.typed": typed}
