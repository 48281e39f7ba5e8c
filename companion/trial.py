"""What if? A private copy of a table, to try things on. Nothing that is done there can reach the table.

A copy holds all secrets of the table. So that trying tells none of them, while anybody hides something a player tries
the own moves alone, and none that would bring to light what is hidden; the banker, who acts for others, tries nothing.
When the game is over the banker may: the same moves, as long as they bring nothing to light. Where the end has shown
all there was, there is nothing to tell.
"""

from typing import Any

from companion import seats
from companion.door import decisions
from companion.errors import RuleError
from companion.log import Entry
from companion.readable import COMMON_ACTIONS
from companion.table import BANKER, Table
from companion.words import N_


class Trial:
    """A copy of a table for one seat. It knows no store: there is nothing that it could write to."""

    def __init__(self, table: Table, seat: str | None, *, past_of: Table | None = None) -> None:
        """Raises RuleError ``trial-tells`` where this seat may not try. ``past_of``: the table whose past this is."""
        self.table = table.fork()
        self.start = table.revision
        self._over = past_of is not None and past_of.snapshot()["finished"]
        self._told = self._over and past_of is not None and not past_of.has_secrets(seat)
        self._guarded = bool(table.hidden(seat)) and not self._told
        if self._guarded and not self._over and seat in (BANKER, None):
            raise RuleError(
                "trial-tells", N_("While players hide something, only they try their own moves: it would tell.")
            )

    @property
    def tried(self) -> int:
        """How many entries were made on the copy."""
        return self.table.revision - self.start

    def legal(self, seat: str | None) -> list[dict[str, Any]]:
        """The moves that ``seat`` may try now: each as `do` takes it."""
        if not self._told:
            return [move for move in self.table.legal(seat) if self._may(seat, move)]
        known = self.table.legal(seat)
        for acting in self.table.game.active(self.table.state):
            known += [move for move in self.table.legal(self.table.players[acting]) if move not in known]
        return known

    def _may(self, seat: str | None, move: dict[str, Any]) -> bool:
        try:
            self._done(seat, **move)
        except RuleError:
            return False
        return True

    def do(self, seat: str | None, /, action: str, **fields: Any) -> Entry:
        """Do something on the copy. Raises RuleError; the copy is then as it was."""
        self.table, entry = self._done(seat, action, **fields)
        return entry

    def _done(self, seat: str | None, /, action: str, **fields: Any) -> tuple[Table, Entry]:
        """The copy after something was done on it, and the entry. Raises RuleError."""
        if self._guarded:
            self._check_own(seat, action, fields)
        if not self._told:
            seats.check(self.table, seat, action, fields)
        if action in ("undo", "redo") and not self._tried(action):
            raise RuleError("nothing-tried", N_("Nothing has been tried yet."))
        if self._guarded and self._meets(seat, action, fields):
            raise _tells_end()
        twin = self.table.fork()
        entry = twin.do(action, by=seat, **fields)
        if self._guarded and self._tells(twin, seat):
            raise _tells_end()
        return twin, entry

    def _tried(self, action: str) -> bool:
        """Whether what would be undone or done again was done on this copy."""
        meant = self.table.last_done() if action == "undo" else self.table.last_undone()
        return meant is not None and meant.n > self.start

    def _check_own(self, seat: str | None, action: str, fields: dict[str, Any]) -> None:
        own = self._over or action in ("undo", "redo") or self.table.actor(action, **fields) == seat
        if not own:
            raise RuleError("trial-own", N_("While players hide something, only your own moves can be tried."))

    def _meets(self, seat: str | None, action: str, fields: dict[str, Any]) -> bool:
        """Whether what others hide decides what comes of a move: its refusal would tell it too."""
        return action not in COMMON_ACTIONS and bool(self.table.asked(action, **fields).met(self.table.sight(seat)))

    def _tells(self, twin: Table, seat: str | None) -> bool:
        """Whether a move leads to a moment in which hidden things show or decide: another phase, an open table."""
        shown = self.table.hidden(seat) - twin.hidden(seat)
        if shown or decisions(twin.game, twin.steps()) > decisions(self.table.game, self.table.steps()):
            return True
        return bool(twin.snapshot(seat)["phase"] != self.table.snapshot(seat)["phase"])


def _tells_end() -> RuleError:
    return RuleError("trial-tells-end", N_("That cannot be tried: it would tell what others hide."))
