"""What if? A private copy of a table, to try things on. Nothing that is done there can reach the table.

A copy holds all secrets of the table. So that trying tells none of them, while anybody hides something a player tries
the own moves alone, and none that would bring to light what is hidden; the banker, who acts for others, tries nothing.
When the game is over the banker may: the same moves, as long as they bring nothing to light.
"""

from typing import Any

from companion import seats
from companion.errors import RuleError
from companion.log import Entry
from companion.table import BANKER, Table
from companion.words import N_


class Trial:
    """A copy of a table for one seat. It knows no store: there is nothing that it could write to."""

    def __init__(self, table: Table, seat: str | None, *, over: bool = False) -> None:
        """Raises RuleError ``trial-tells`` where this seat may not try; ``over``: the game to which it belongs is."""
        self.table = table.fork()
        self.start = table.revision
        self._guarded = bool(table.hidden(seat))
        self._over = over
        if self._guarded and not over and seat in (BANKER, None):
            raise RuleError(
                "trial-tells", N_("While players hide something, only they try their own moves: it would tell.")
            )

    @property
    def tried(self) -> int:
        """How many entries were made on the copy."""
        return self.table.revision - self.start

    def do(self, seat: str | None, action: str, **fields: Any) -> Entry:
        """Do something on the copy. Raises RuleError; the copy is then as it was."""
        if self._guarded:
            self._check_own(seat, action, fields)
        seats.check(self.table, seat, action, fields)
        if action in ("undo", "redo") and not self._tried(action):
            raise RuleError("nothing-tried", N_("Nothing has been tried yet."))
        twin = self.table.fork()
        entry = twin.do(action, by=seat, **fields)
        if self._guarded and self._tells(twin, seat):
            raise RuleError("trial-tells-end", N_("That cannot be tried: it would tell what others hide."))
        self.table = twin
        return entry

    def _tried(self, action: str) -> bool:
        """Whether what would be undone or done again was done on this copy."""
        meant = self.table.last_done() if action == "undo" else self.table.last_undone()
        return meant is not None and meant.n > self.start

    def _check_own(self, seat: str | None, action: str, fields: dict[str, Any]) -> None:
        own = self._over or action in ("undo", "redo") or self.table.actor(action, **fields) == seat
        if not own:
            raise RuleError("trial-own", N_("While players hide something, only your own moves can be tried."))

    def _tells(self, twin: Table, seat: str | None) -> bool:
        """Whether a move leads to a moment in which hidden things show or decide: another phase, an open table."""
        shown = self.table.hidden(seat) - twin.hidden(seat)
        return bool(shown) or twin.snapshot(seat)["phase"] != self.table.snapshot(seat)["phase"]
