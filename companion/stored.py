"""Tables of the companion's own store, for notebooks and programs on the machine that keeps them."""

from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError, LogError, RuleError
from companion.log import Entry, parse_entry, read_lines
from companion.table import Table, replay

if TYPE_CHECKING:
    from pandas import DataFrame

    from companion.store import Store, TableInfo


class StoredTable(Table):
    """A table of the store: what is done is recorded there, for all devices at it, once it is legal there.

    ``refresh`` takes in what they did meanwhile; `fork` and `as_of` give private copies, which record nothing.
    """

    def __init__(self, store: "Store", table_id: int) -> None:
        """The table with this id. Raises LogError or StoreError where it cannot be read."""
        from companion.held import Held

        self._held = Held(store, table_id)
        self.adopt(replay(*read_lines([self._held.header, *store.lines(table_id)])))
        self._store = store
        self._table_id = table_id

    def refresh(self) -> list[Entry]:
        """Take in what others have recorded; returns it.

        Raises LogError and StoreError: ``store-replaced`` where the store no longer holds what this table has.
        """
        self._held.compare(self.log)
        before = self.revision
        for line in self._store.lines(self._table_id, after=before):
            try:
                self.extend(parse_entry(line, self.revision + 2))
            except RuleError as error:
                raise LogError.unplayable(self.revision + 2, error) from None
        return self.log[before:]

    def record(
        self, /, action: str, *, at: str | datetime | None = None, by: str | None = None, **fields: Any
    ) -> Entry:
        """Record an action in the store, and return its entry. Raises RuleError, LogError and StoreError."""
        from companion.store import Conflict

        while True:
            self.refresh()
            copy = self.fork()
            entry = copy.record(action, at=at, by=by, **fields)
            try:
                self._store.append(self._table_id, entry.line(), entry.n)
            except Conflict:  # another device was faster: once more, on what the table has become
                continue
            self.adopt(copy)
            return entry


def open_table(code: str, data: Path | str | None = None) -> StoredTable:
    """The table with this join code, to read and to record: ``companion.open("ABC2D")``.

    ``data`` is the folder of the tables, or the address of their database (None: where the app keeps them). Raises
    StoreError where there is no such table, or LogError where it cannot be read.
    """
    from companion.store import open_store

    store = open_store(data)
    try:
        return StoredTable(store, store.find(code))
    except CompanionError:
        store.close()
        raise


def tables(data: Path | str | None = None) -> "list[TableInfo]":
    """The tables of the store, newest first: code, game, title, players, entries. Raises StoreError."""
    from companion.store import open_store

    with closing(open_store(data)) as store:
        return store.tables()


def evenings(data: Path | str | None = None) -> "dict[str, DataFrame]":
    """All evenings of a folder of tables as data frames, as everybody at the tables may know them.

    ``evenings`` has one row an evening, ``players`` one a player of each (``person`` is who that is, where names were
    joined by hand; ``own`` what their own moves brought them, ``given`` what all else did), ``moves`` how often who
    made which. ``wealth`` and ``prices`` are those at the end of each lap (a round, a year or a turn, as the game
    counts); ``unreadable`` has the tables that cannot be read, and why. What is not known of an amount is missing.
    Tables that were put away are left out. ``data`` is the folder (None: where the app keeps them). Raises StoreError;
    ImportError where pandas is not installed (the extra ``notebooks``).

    >>> import tempfile
    >>> from companion.store import open_store
    >>> folder = tempfile.mkdtemp()
    >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
    >>> _ = table.do("buy", player="Anna", shares={"ford": 2}, at="2026-11-27T20:15:00Z")
    >>> _ = open_store(folder).import_log(table.lines())
    >>> frames = companion.evenings(folder)
    >>> list(frames)
    ['evenings', 'players', 'moves', 'wealth', 'prices', 'unreadable']
    >>> frames["players"][["player", "person", "seconds"]].values.tolist()
    [['Anna', 'Anna', 0], ['Bruno', 'Bruno', 0], ['Carla', 'Carla', 0]]
    """
    from companion.group import frames

    return frames(data)
