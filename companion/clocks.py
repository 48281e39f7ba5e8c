"""The table's clocks, worked out from the times of the entries.

Two clocks: ``table`` counts down for everybody; ``players`` is a chess clock, it charges whoever is to act.
They follow what was recorded, not what was undone: taking a move back gives nobody time back, and time in a
pause is charged to nobody. Times are compared only between an entry and the next: one that is earlier than the entry
before it comes from a clock that was set back, which costs nobody anything and stops nothing.
All times are seconds; ``now`` and ``at`` are seconds since the epoch.
"""

from collections.abc import Hashable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.errors import RuleError
from companion.shapes import Action, said
from companion.words import N_, utc

LONGEST = 24 * 60 * 60
OVER = "over"  # what goes on at a table after the game


class ClockMove(Action, frozen=True, kw_only=True):
    """The action ``clock``: ``seconds`` is the length to count down from (or each player's allowance)."""

    op: Literal["start", "pause", "resume", "reset", "set"]
    clock: Literal["table", "players"] = "table"
    seconds: Annotated[int, Meta(ge=1, le=LONGEST)] | None = None
    player: str | None = None


class Clock(Struct, frozen=True):
    """One clock. ``length`` 0 = none set; ``used`` by seat (the count-down has a single value).

    ``about`` is what was going on when it was started, where a count-down belongs to that alone.
    """

    used: tuple[float, ...]
    length: int = 0
    running: bool = False
    started: bool = False
    about: Hashable = None


class Countdown(Struct, frozen=True):
    """A clock that a game's own rules keep, as it stands at some moment.

    ``key`` tells one run of it from every other, the same on all devices. ``left`` seconds are below 0 when it has
    run out; ``fields`` are those of the action that the table then records. ``started``: whether it ever ran;
    ``waits``: whether it stands because nobody seems to be there.
    """

    key: str
    length: int
    left: float
    running: bool
    started: bool
    fields: dict[str, Any]
    waits: bool = False


class Clocks(Struct, frozen=True):
    """Both clocks as they stood at time ``at``, with the seats that have been to act since."""

    table: Clock
    players: Clock
    at: float = 0.0
    active: tuple[int, ...] = ()

    @property
    def in_use(self) -> bool:
        """Whether time passes on one of them."""
        return self.table.running or self.players.running

    def advance(self, at: str, active: tuple[int, ...]) -> "Clocks":
        """The clocks at the time of the next entry, after which ``active`` are to act."""
        if not self.in_use:
            return self if active == self.active else replace(self, active=active)
        return replace(self._until(seconds_of(at)), active=active)

    def operate(self, move: ClockMove, at: str, active: tuple[int, ...], about: Hashable = None) -> "Clocks":
        """Start, pause, resume, reset or set a clock. ``about`` is what goes on at the table, as for `countdown`.

        Raises RuleError: ``clock-running``, ``clock-not-running``, ``clock-not-set``.
        """
        now = replace(self._until(seconds_of(at)), active=active)
        if move.clock == "players":
            return replace(now, players=_operate(now.players, move))
        table = now.table
        if move.op in ("set", "start"):
            # One that belonged to something else, and so is shown no more, is in nobody's way.
            table = replace(table, running=table.running and now.countdown(about) is table, about=about)
        return replace(now, table=_operate(table, move))

    def _until(self, at: float) -> "Clocks":
        passed = max(0.0, at - self.at)  # never back
        table, players = self.table, self.players
        if table.running:
            table = replace(table, used=(table.used[0] + passed,))
        if players.running:
            charged = (used + passed * (seat in self.active) for seat, used in enumerate(players.used))
            players = replace(players, used=tuple(charged))
        return replace(self, table=table, players=players, at=at)

    def countdown(self, about: Hashable) -> Clock:
        """The table's clock, as it counts while ``about`` goes on: that of a phase which is over is none.

        ``about`` is None where nothing has a clock of its own, and OVER after the game.
        """
        belongs = self.table.about == about or (self.table.about is None and about != OVER)
        return self.table if belongs else Clock((0.0,))

    def left(self, now: float, about: Hashable = None) -> float:
        """Seconds left on the count-down, below 0 when it has run out."""
        shown = self._until(now).countdown(about)
        return shown.length - shown.used[0]

    def used(self, now: float) -> tuple[float, ...]:
        """Seconds used by each seat on the chess clock."""
        return self._until(now).players.used


def _operate(clock: Clock, move: ClockMove) -> Clock:
    if move.op == "set":
        if move.seconds is None:
            raise RuleError("clock-not-set", N_("Say how many seconds the clock is set to."))
        return replace(clock, length=move.seconds, used=(0.0,) * len(clock.used), running=False, started=False)
    if move.op == "reset":
        return replace(clock, used=(0.0,) * len(clock.used), running=False, started=False)
    if move.op == "pause":
        if not clock.running:
            raise RuleError("clock-not-running", N_("The clock is not running, so it cannot be paused."))
        return replace(clock, running=False)
    if clock.running:
        raise RuleError("clock-running", N_("The clock is running already."))
    if move.op == "start":
        length = move.seconds or clock.length
        if move.clock == "table" and not length:
            raise RuleError("clock-not-set", N_("Say how many seconds the clock is set to."))
        return replace(clock, length=length, used=(0.0,) * len(clock.used), running=True, started=True)
    if not clock.started:
        raise RuleError("clock-not-running", N_("The clock was not started, so it cannot go on."))
    return replace(clock, running=True)


def new_clocks(seats: int) -> Clocks:
    """Clocks that were never set, for ``seats`` players."""
    return Clocks(Clock((0.0,)), Clock((0.0,) * seats))


def seconds_of(at: str) -> float:
    """Seconds since the epoch of an entry's time.

    >>> seconds_of("1970-01-01T00:01:00Z")
    60.0
    """
    return utc(at).timestamp()


def stamp(at: str | datetime | None) -> str:
    """The time of an entry as it is written down: UTC, to the millisecond where there is one.

    Raises RuleError ``bad-time`` for a text that is no time.
    """
    try:
        moment = utc(datetime.now(UTC) if at is None else at)
    except (ValueError, TypeError, AttributeError, OverflowError):
        raise RuleError("bad-time", N_("“{at}” is not a time."), at=said(at)) from None
    precision = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=precision).removesuffix("+00:00") + "Z"
