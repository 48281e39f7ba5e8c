"""Which evenings there are, what is known of each, and what is not worked out yet."""

import logging
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from companion.errors import CompanionError
from companion.group import kept
from companion.group.facts import Evening, work_out
from companion.log import read_lines
from companion.store import Mark, Store
from companion.table import replay
from companion.words import N_, utc

log = logging.getLogger("companion")
FAULT = N_("Something went wrong here while this table was read; it is written in the log.")


class Told(NamedTuple):
    """A table in the book: its ``evening``, or why it cannot be read; neither while that is still to be worked out."""

    mark: Mark
    evening: Evening | None = None
    error: CompanionError | None = None

    @property
    def when(self) -> str:
        """When the evening began."""
        return self.evening.began if self.evening and self.evening.began else self.mark.created


def listed(store: Store) -> list[Mark]:
    """The tables that the group's book tells of; no page shows one that is not among them. Raises StoreError.

    Those that were put away are none: that is how a table is taken out of the book, and brought back.
    """
    return store.marks()


class Shelf:
    """The evenings of a store. What was worked out once is remembered here, and kept in the ``data`` folder."""

    def __init__(self, store: Store, data: Path) -> None:
        self._store = store
        self._data = data
        self._known: dict[str, Told] = {}  # by the key of the log

    def look(self, seconds: float | None = None) -> list[Told]:
        """All evenings, the newest first; for so many ``seconds`` (None: all it takes) new ones are worked out.

        Raises StoreError where the store cannot be read.
        """
        end = None if seconds is None else monotonic() + seconds
        known, found = self._known, []
        for mark in sorted(listed(self._store), reverse=True):
            told = known.get(mark.key) or self._recall(mark)
            if told is None and (end is None or monotonic() < end):
                told = self._work_out(mark)
            found.append(Told(mark) if told is None else told._replace(mark=mark))
        self._known = {told.mark.key: told for told in found if told.evening or told.error}
        return sorted(found, key=lambda told: utc(told.when), reverse=True)

    def _recall(self, mark: Mark) -> Told | None:
        evening = kept.recall(self._data, mark)
        return Told(mark, evening) if evening else None

    def _work_out(self, mark: Mark) -> Told:
        try:
            lines = [self._store.header(mark.id), *self._store.lines(mark.id)]
            evening = work_out(replay(*read_lines(lines)))
        except CompanionError as error:
            return Told(mark, error=error)
        except Exception:  # one evening hides no other
            log.exception("Table %s cannot be told.", mark.code)
            return Told(mark, error=CompanionError("fault", FAULT))
        kept.keep(self._data, mark, evening)
        return Told(mark, evening)
