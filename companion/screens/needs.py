"""The dialog for printed values that nobody has told the companion yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from htpy import Node

from companion import pointers
from companion.screens import naming, parts
from companion.screens.ctx import Ctx
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
        parts.note(_("Look at the components and type the number. The table remembers it.")),
        parts.form(
            "box.typed",
            *(
                parts.field(
                    " · ".join(naming.named(ctx.table, key, _) for key in pointers.split(pointer)),
                    parts.number_input(f"value-{place}", required=True),
                )
                for place, pointer in enumerate(asked["needs"])
            ),
            parts.submit(_("Go on")),
        ),
    )


def typed(page: Page, event: Event) -> None:
    """Record the printed values, then make the move that waited for them."""
    asked = page.ui.get("sheet", {})
    if asked.get("kind") != "box":
        return
    page.do("box", set={pointer: whole(event.text(f"value-{i}")) for i, pointer in enumerate(asked["needs"])})
    page.close_sheet()
    action, fields = asked["move"]
    page.do(action, **fields)


HANDLERS = {"box.typed": typed}
