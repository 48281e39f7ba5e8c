"""The page: opened by the notebook, and what each tap on it leads to."""

from collections.abc import Mapping
from dataclasses import replace

from IPython.display import display

from companion.logs import log_to_file
from companion.screens import (
    binder,
    box_editor,
    calls,
    clock,
    dialogs,
    evening,
    hints,
    history,
    home,
    join,
    make,
    new_table,
    replay,
    saves,
    settings,
    what_if,
)
from companion.screens.ctx import Ctx, Handler
from companion.screens.page import Page
from companion.screens.place import read_place
from companion.widgets import Event


def move(ctx: Ctx, event: Event) -> None:
    """Go to another screen of the same place."""
    ctx.visit.to(screen=event.args.get("to", ""))


def visit(ctx: Ctx, event: Event) -> None:
    """Go back or forward to where the reader was before, as the address says."""
    place = read_place(event.args.get("url", ""))
    heard = ctx.place.heard if place.table == ctx.place.table else 0  # what was tapped away stays away
    ctx.visit.go(replace(place, heard=max(place.heard, heard)))


HANDLERS: Mapping[str, Handler] = {
    "go": move,
    "visit": visit,
    **dialogs.HANDLERS,
    **home.HANDLERS,
    **new_table.HANDLERS,
    **make.HANDLERS,
    **join.HANDLERS,
    **clock.HANDLERS,
    **history.HANDLERS,
    **saves.HANDLERS,
    **settings.HANDLERS,
    **box_editor.HANDLERS,
    **evening.HANDLERS,
    **what_if.HANDLERS,
    **replay.HANDLERS,
    **binder.HANDLERS,
    **calls.HANDLERS,
    **hints.HANDLERS,
}


def open_page() -> None:
    """Show the page under the cell. It returns at once: what there is to see comes when a browser says hello."""
    log_to_file()
    display(Page(HANDLERS).view)  # type: ignore[no-untyped-call]
