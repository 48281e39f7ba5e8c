"""Where logs live. ``open_store`` is the door; see `core.Store` for what is behind it."""

import os
from pathlib import Path

from platformdirs import user_data_dir

from companion.store.core import Conflict, Lost, Store, TableInfo
from companion.store.marks import Mark
from companion.store.people import Joined
from companion.store.sqlite import REPLACED, Sqlite, replaced

__all__ = [
    "REPLACED",
    "Conflict",
    "Joined",
    "Lost",
    "Mark",
    "Store",
    "TableInfo",
    "data_folder",
    "open_store",
    "replaced",
]


def data_folder(data: Path | str | None = None) -> Path:
    """The folder of the tables: ``data``, else what COMPANION_DATA says, else the system's place for it."""
    return Path(data or os.environ.get("COMPANION_DATA") or user_data_dir("companion", appauthor=False))


def open_store(data: Path | str | None = None) -> Store:
    """Open the store in a data folder (see `data_folder`), making both where they are not there yet.

    Where it can only be read it is opened all the same, and ``store.refusal`` says why. Raises StoreError
    where it cannot be read.
    """
    return Store(Sqlite(data_folder(data)))
