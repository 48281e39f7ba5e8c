"""Where logs live. ``open_store`` is the door; see `core.Store` for what is behind it.

A file in a folder (`sqlite`), or a database (`postgres`) whose address COMPANION_STORE gives.
"""

import os
from pathlib import Path

from platformdirs import user_data_dir

from companion.store.core import CODE_LENGTH, OPEN_CODE_LENGTH, Conflict, Lost, Store, TableInfo, is_unread
from companion.store.marks import Mark
from companion.store.people import Joined
from companion.store.schema import no_store
from companion.store.sqlite import FILE_NAME, REPLACED, Sqlite, replaced

__all__ = [
    "REPLACED",
    "STORE",
    "Conflict",
    "Joined",
    "Lost",
    "Mark",
    "Store",
    "TableInfo",
    "data_folder",
    "is_unread",
    "open_store",
    "replaced",
    "store_address",
]

STORE = "COMPANION_STORE"  # in the environment: the address of a database, ``postgresql+psycopg://…``


def data_folder(data: Path | str | None = None) -> Path:
    """The folder of the tables: ``data``, else what COMPANION_DATA says, else the system's place for it."""
    return Path(data or os.environ.get("COMPANION_DATA") or user_data_dir("companion", appauthor=False))


def store_address(where: Path | str | None = None) -> Path | str:
    """Where the tables are: ``where``, else the database that COMPANION_STORE names, else the data folder."""
    return where or os.environ.get(STORE) or data_folder()


def open_store(where: Path | str | None = None, *, make: bool = True) -> Store:
    """Open the store in a data folder or database (see `store_address`), making it where it is not there yet.

    Where it can only be read it is opened all the same, and ``store.refusal`` says why. Raises StoreError
    where it cannot be read, or where it is not there and nobody is to ``make`` it: ``no-store``.
    """
    address = store_address(where)
    code_length = OPEN_CODE_LENGTH if os.environ.get("COMPANION_PUBLIC") else CODE_LENGTH
    if "://" not in str(address):
        if not make and not (Path(address) / FILE_NAME).exists():
            raise no_store(str(address))
        return Store(Sqlite(Path(address)), code_length)
    from companion.store.postgres import Postgres  # its driver is an extra

    return Store(Postgres(str(address), make=make), code_length)
