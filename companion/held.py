"""Whether a store still holds what it has acknowledged of a table: its file may be another than it was."""

from companion.errors import StoreError
from companion.log import Entry, parse_entry
from companion.store import Store, replaced


class Held:
    """One table of a store, and what tells whether its lines may be others than they were. Raises StoreError.

    It is made before the table's lines are read.
    """

    def __init__(self, store: Store, table_id: int) -> None:
        self._store = store
        self._table_id = table_id
        self._basis = store.basis()
        self.header = store.header(table_id)  # the line, as it was then

    def compare(self, log: list[Entry]) -> None:
        """See that the store still holds every entry of ``log``, where it stands on another file than before.

        Raises StoreError ``store-replaced`` where it does not: what was acknowledged is then only in ``log``.
        """
        basis = self._store.basis()
        if basis != self._basis and not self._holds(log):
            raise replaced()
        self._basis = basis

    def _holds(self, log: list[Entry]) -> bool:
        """Whether every line of the table is in the store. Raises LogError for one that cannot be read there."""
        try:
            header, lines = self._store.header(self._table_id), self._store.lines(self._table_id)
        except StoreError:
            return False
        held = [parse_entry(line, number) for number, line in enumerate(lines[: len(log)], 2)]
        return header == self.header and held == log
