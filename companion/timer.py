"""A table's clocks, as its entries have set them, and what time it is there. What the time is now, the table says."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.clocks import OVER, ClockMove, Clocks, new_clocks, seconds_of
from companion.games.common import Game
from companion.games.moves import read_fields
from companion.log import Entry
from companion.timeline import BESIDE

ACTIONS: dict[str, type] = {BESIDE: ClockMove}


class Timer(Struct, frozen=True):
    """The clocks after an entry: ``last`` is its time, ``heard`` when it came here, on the clock that nobody sets."""

    game: Game
    clocks: Clocks
    last: str = ""
    heard: float = 0.0

    def operated(self, entry: Entry, state: Any) -> "Timer":
        """With the clock that ``entry`` works, if it works one; ``state`` is that before it. Raises RuleError."""
        if entry.action != BESIDE:
            return self
        move = read_fields(ACTIONS, entry.action, entry.fields)
        return replace(
            self, clocks=self.clocks.operate(move, entry.at, self.game.active(state), _about(self.game, state))
        )

    def after(self, entry: Entry, state: Any, lived: float) -> "Timer":
        """The time of ``entry`` has come, ``lived`` seconds into this process; ``state`` is that after it."""
        return Timer(self.game, self.clocks.advance(entry.at, self.game.active(state)), entry.at, lived)

    def now(self, told: str, lived: float) -> float:
        """Now, in seconds since the epoch, by what the machine has ``told``: never before the last entry came here.

        Where the machine's clock was set back since, what this process has ``lived`` since then counts.
        """
        now = seconds_of(told)
        if self.last and now < (last := seconds_of(self.last)):
            return last + lived - self.heard
        return now

    def left(self, at: float, state: Any) -> float:
        """Seconds left on the count-down, below 0 when it has run out."""
        return self.clocks.left(at, _about(self.game, state))

    def told(self, at: float, state: Any, names: Sequence[str]) -> dict[str, Any]:
        """The clocks at a time, as `Table.clocks` documents them."""
        table, players = self.clocks.countdown(_about(self.game, state)), self.clocks.players
        return {
            "table": {"running": table.running, "length": table.length, "left": max(0.0, self.left(at, state))},
            "players": {
                "running": players.running,
                "length": players.length,
                "used": dict(zip(names, self.clocks.used(at), strict=True)),
            },
        }


def new_timer(game: Game, seats: int) -> Timer:
    """Clocks that were never set, for ``seats`` players."""
    return Timer(game, new_clocks(seats))


def _about(game: Game, state: Any) -> str | None:
    """What goes on that the table's clock may belong to."""
    return OVER if state.phase == "end" else game.timed(state)
