"""The dialogs that every game has, by the page over which they open; how any dialog is opened, drawn and closed."""

from collections.abc import Iterable

from htpy import Node

from companion.screens import box_editor, correcting, explain, home, join, make, needs, repair, saves
from companion.screens.ctx import Ctx, Dialog, dialogs_of, handlers_in
from companion.widgets import Event

HOME = [*home.DIALOGS, make.LINK]
JOIN = [join.DIALOG, join.BANKER_DIALOG]
EVERYWHERE = [explain.DIALOG, saves.DIALOG]  # over every page: where nothing can be recorded a save is taken out
TABLE = [needs.DIALOG, make.DIALOG, correcting.DIALOG, *repair.DIALOGS, box_editor.DIALOG]


def draw(ctx: Ctx, among: Iterable[Dialog]) -> Node:
    """The dialog that is open, if it is one of these."""
    opened = ctx.visit.opened
    found = None if opened is None else _called(opened.name, among)
    return None if found is None else found.draw(ctx)


def open_dialog(ctx: Ctx, event: Event) -> None:
    """Open the dialog that the control names; what it remembers is made of the control's data."""
    name = event.args.get("kind", "")
    among = [*HOME, *JOIN] if ctx.shown is None else [*JOIN, *TABLE, *dialogs_of(ctx.table.header.game)]
    among += EVERYWHERE
    found = _called(name, among)
    ctx.open(name, found and found.begin(ctx, event.args))


def _called(name: str, among: Iterable[Dialog]) -> Dialog | None:
    return next((each for each in among if each.name == name), None)


def close_dialog(ctx: Ctx, _event: Event) -> None:
    """Close it."""
    ctx.close()


HANDLERS = {
    "sheet.open": open_dialog,
    "sheet.close": close_dialog,
    **handlers_in([*HOME, *JOIN, *TABLE, *EVERYWHERE]),
}
