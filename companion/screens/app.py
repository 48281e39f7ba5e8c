"""The page: opened by the notebook, and what each tap on it leads to."""

import logging
from collections.abc import Mapping
from logging.handlers import WatchedFileHandler

from IPython.display import display

from companion.screens import clock, history, home, join, needs, new_table, repair, saves, settings
from companion.screens.page import Handle, Page
from companion.store import data_folder
from companion.widgets import Event


def move(page: Page, event: Event) -> None:
    """Go to another screen of the same place."""
    page.to(screen=event.args.get("to", ""))


HANDLERS: Mapping[str, Handle] = {
    "go": move,
    **home.HANDLERS,
    **new_table.HANDLERS,
    **join.HANDLERS,
    **clock.HANDLERS,
    **history.HANDLERS,
    **repair.HANDLERS,
    **saves.HANDLERS,
    **needs.HANDLERS,
    **settings.HANDLERS,
}


def open_page() -> None:
    """Show the page under the cell. It returns at once: what there is to see comes when a browser says hello."""
    _log_to_file()
    display(Page(HANDLERS).view)  # type: ignore[no-untyped-call]


def _log_to_file() -> None:
    """The tracebacks of this kernel go to the log file beside the tables; a page never shows one."""
    logger = logging.getLogger("companion")
    if not logger.handlers:
        file = WatchedFileHandler(data_folder() / "companion.log", delay=True, encoding="utf-8")
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logger.addHandler(file)
