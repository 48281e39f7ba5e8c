"""Handing out a table's save: never to a device that it would show what others hide."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion import housekeeping
from companion import table as tables
from companion.errors import CompanionError, RuleError
from companion.games.common import EVERYTHING, PUBLIC
from companion.table import Table
from companion.words import N_

if TYPE_CHECKING:
    from companion.screens.page import Page

HIDDEN = N_(
    "This save still holds what players hide. Until the game is over it is written on the host’s machine only, "
    "with: companion export {table}"
)


def has_secrets(table: Table) -> bool:
    """Whether anybody at the table may know something now that not everybody may."""
    everything = housekeeping.picture(table.game, table.state, EVERYTHING)
    return everything != housekeeping.picture(table.game, table.state, PUBLIC)


def in_the_room() -> bool:
    """Whether pages of other machines come here; else every page is the host's own, who has the files anyway."""
    return urlsplit(os.environ.get("COMPANION_URL", "")).hostname not in (None, "localhost", "127.0.0.1", "::1")


def hand_out(page: Page, table_id: int) -> None:
    """Give the page the save as it lies in the store, damaged lines and all. Raises RuleError ``hidden-save``."""
    info = page.store.table(table_id)
    save = page.store.save(table_id)
    if in_the_room() and _hides(save):
        raise RuleError("hidden-save", HIDDEN, table=info.code)
    name = f"companion-{info.game or 'table'}-{info.code or info.id}.jsonl"
    page.view.download(name, "application/jsonl", save.decode("utf-8", "replace"))


def _hides(save: bytes) -> bool:
    try:
        return has_secrets(tables.read(save.split(b"\n")))
    except CompanionError:
        return True
