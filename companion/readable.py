"""A table as it can be read, by everybody or from a seat."""

from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, Any

from companion import housekeeping, names, timeline, timer
from companion.asked import Asked
from companion.clocks import Countdown, seconds_of, stamp
from companion.errors import RuleError
from companion.games.common import EVERYTHING, PUBLIC, Game, Hidden, Line, Moment, Sight, Step, summary
from companion.games.moves import read_fields
from companion.history import HistoryLine, describe, tell_history
from companion.log import Entry, Header
from companion.shapes import said
from companion.timeline import Timeline
from companion.words import N_, utc

if TYPE_CHECKING:
    from pandas import DataFrame, Series

# What every game has, and no player acts in.
COMMON_ACTIONS = {**housekeeping.ACTIONS, **timer.ACTIONS, **timeline.ACTIONS}


class Readable:
    """What there is to read of a table: all follows from ``log``. `companion.table.Table` adds what changes it."""

    header: Header
    log: list[Entry]
    _game: Game  # as it is with the box ``_boxed``
    _boxed: dict[str, Any]
    _line: Timeline
    _timer: timer.Timer

    @property
    def game(self) -> Game:
        """The game; where its box is the game, with the title that it has there now.

        >>> table = companion.new_table("own", ["Anna", "Bruno"])
        >>> _ = table.do("box", set={"/name": "Hansa"})
        >>> table.game.title
        'Hansa'
        """
        box = self.state.box
        if self._game.for_box is not None and box is not self._boxed:
            self._game, self._boxed = self._game.for_box(self._game, box), box
        return self._game

    @property
    def state(self) -> Any:
        """The game's state now.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.state.phase
        'trade'
        """
        return self._line.state

    @property
    def players(self) -> list[str]:
        """The names in clockwise order, as they are now.

        >>> companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"]).players
        ['Anna', 'Bruno', 'Carla']
        """
        return list(self.state.names)

    @property
    def revision(self) -> int:
        """The number of the last recorded entry; 0 for a new table.

        >>> companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"]).revision
        0
        """
        return len(self.log)

    @property
    def effective(self) -> list[Entry]:
        """The entries that count, oldest first: after undo, redo and amend have had their say.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("note", text="Hello"), table.do("end_turn", player="Anna"), table.undo()
        >>> [entry.action for entry in table.effective]
        ['note']
        """
        return [step.entry for step in self.steps()]

    def steps(self) -> list[Step]:
        """Every entry that counts with the states before and after it, oldest first. They hold all secrets.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("end_turn", player="Anna")
        >>> [(step.before.active, step.after.active) for step in table.steps()]
        [(0, 1)]
        """
        return self._line.steps()

    def snapshot(self, seat: str | None = None) -> dict[str, Any]:
        """The documented picture of the table as ``seat`` may see it (None = the public).

        Raises RuleError ``unknown-player``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> "shares" in table.snapshot()["players"][0], "shares" in table.snapshot("Anna")["players"][0]
        (False, True)
        """
        return housekeeping.picture(self.game, self.state, self.sight(seat))

    def records(self, kind: str, seat: str | None = None) -> list[dict[str, Any]]:
        """Tidy rows about the game so far, filtered for ``seat``. Raises RuleError ``unknown-records``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2})
        >>> [(row["player"], row["cash"]) for row in table.records("wealth")]
        [('Anna', 220), ('Bruno', 300), ('Carla', 300)]
        """
        rows = self.game.records.get(kind) if isinstance(kind, str) else None
        if rows is None:
            raise RuleError(
                "unknown-records",
                N_("There are no records “{kind}”; there are {known}."),
                kind=said(kind),
                known=", ".join(self.game.records),
            )
        return rows(self.steps(), self.state, self.sight(seat))

    def frame(self, kind: str, seat: str | None = None) -> "DataFrame":
        """The records ``kind`` as a pandas data frame, times as times.

        Raises RuleError ``unknown-records``, and ImportError where pandas is not installed (the extra ``notebooks``).

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2})
        >>> int(table.frame("wealth")["cash"].sum())
        820
        """
        import pandas as pd

        frame = pd.DataFrame(self.records(kind, seat))
        if "at" in frame:
            frame["at"] = as_times(frame["at"])
        return frame

    def history(self, seat: str | None = None, last: int | None = None) -> list[HistoryLine]:
        """The recorded entries in words, oldest first (only the ``last`` ones), as far as ``seat`` may know them.

        Raises RuleError ``unknown-player`` or ``bad-number``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2})
        >>> [told.line.text() for told in table.history()]
        ['Anna bought 2 Ford for 80']
        """
        if last is not None and type(last) is not int:
            raise RuleError("bad-number", N_("“{asked}” is no number of entries."), asked=said(last))
        current = {step.entry.n: step for step in self.steps()}
        first = 0 if last is None else max(0, len(self.log) - last)
        done = self._line.done()
        lines = []
        for entry in self.log[first:]:
            step = self._line.step_of(entry.n, current)
            now = self.state if step is None or entry.n in current else step.after
            counts = entry.n in done
            lines.append(tell_history(self.game, now, entry, step, counts=counts, sight=self.sight(seat)))
        return lines

    def summary(self) -> Line:
        """Where the game stands, in a few words.

        >>> companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"]).summary().text()
        'round 1 of 2 · turn 1 of 4 · trade'
        """
        return summary(self.game, self.state)

    def slots(self) -> dict[str, int]:
        """Every money slot by name (``bank``, ``player:Anna:cash``) and what it holds. Their sum is zero.

        >>> slots = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"]).slots()
        >>> slots["bank"], slots["player:Anna:cash"], sum(slots.values())
        (-900, 300, 0)
        """
        return {_slot_name(slot, self.players): held for slot, held in self.state.ledger.balances.items()}

    def clocks(self, at: str | datetime | None = None) -> dict[str, Any]:
        """The clocks at a time (None = now), in seconds.

        ``table`` {running, length, left} counts down; ``players`` {running, length, used {name: seconds}}. A
        count-down that was started for a phase ends with it, and with the game; see `overtime` for what is past 0.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("clock", op="start", clock="table", seconds=90, at="2026-11-27T20:15:00Z")
        >>> table.clocks("2026-11-27T20:16:00Z")["table"]["left"]
        30.0
        """
        return self._timer.told(self._seconds(at), self.state, self.players)

    def overtime(self, at: str | datetime | None = None) -> float:
        """The seconds since the table's count-down ran out; 0 before that.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("clock", op="start", clock="table", seconds=90, at="2026-11-27T20:15:00Z")
        >>> table.overtime("2026-11-27T20:17:00Z")
        30.0
        """
        return max(0.0, -self._timer.left(self._seconds(at), self.state))

    def countdown(self, at: str | datetime | None = None) -> Countdown | None:
        """The clock that the game's own rules keep, at a time (None = now); None where they keep none.

        >>> companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"]).countdown() is None
        True
        """
        if self.game.countdown is None:
            return None
        moments = [Moment(entry, back) for entry, back in zip(self.log, self._line.looks_back(), strict=True)]
        return self.game.countdown(moments, self.state, self._seconds(at))

    def _seconds(self, at: str | datetime | None) -> float:
        """A time in seconds since the epoch (None = now)."""
        return self._timer.now(stamp(None), monotonic()) if at is None else seconds_of(stamp(at))

    def asked(self, /, action: str, **fields: Any) -> Asked:
        """A move of the game before it is made: who acts in it, and who else may. Raises RuleError.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.asked("end_turn", player="Anna").partners
        []
        """
        return Asked(self.game, self.state, read_fields(self.game.actions, action, fields))

    def actor(self, /, action: str, **fields: Any) -> str | None:
        """The player who acts in a move of the game; None where no player does (a correction). Raises RuleError.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.actor("end_turn", player="Anna"), table.actor("note", text="Hello")
        ('Anna', None)
        """
        return None if action in COMMON_ACTIONS else self.asked(action, **fields).actor

    def last_done(self) -> Entry | None:
        """The entry that undo would take back.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.do("note", text="Hello") is table.last_done()
        True
        """
        return None if self._line.last_done is None else self.log[self._line.last_done - 1]

    def last_undone(self) -> Entry | None:
        """The entry that redo would do again.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("note", text="Hello")
        >>> table.undo() is table.last_undone()
        True
        """
        return None if self._line.last_undone is None else self.log[self._line.last_undone - 1]

    def hidden(self, seat: str | None = None) -> frozenset[Hidden]:
        """What players hide from ``seat`` now: by whose it is and what everybody knows of it.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2})
        >>> sorted(table.hidden("Anna"))
        [(1, 'hand'), (2, 'hand')]
        """
        return self.game.hidden(self.state, self.sight(seat))

    def has_secrets(self, seat: str | None = None) -> bool:
        """Whether the table or its log, taken back entries and all, holds anything that ``seat`` may not know.

        >>> companion.new_table("plutocracy", ["Anna", "Bruno"]).has_secrets()
        False
        """
        return bool(self.hidden(seat)) or not all(
            self._shows(step, seat, now) for step, now in self._line.versions(self.log)
        )

    def is_open(self, n: int, seat: str | None) -> bool:
        """Whether entry ``n`` holds nothing that is secret to ``seat``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2})
        >>> table.is_open(1, "Bruno")
        True
        """
        step = next((step for step in self.steps() if step.entry.n == n), None)
        return step is None or self._shows(step, seat, self.state)

    def all_open(self, seat: str | None, n: int = 0) -> bool:
        """Whether ``seat`` knows all that a change of entry ``n`` would be played again on.

        That is every entry that counts; those before it only where they left something hidden.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2})
        >>> table.all_open("Bruno")
        True
        """
        steps = self.steps()
        first = next((step for step in steps if step.entry.n >= n), None)
        if first is not None and not self.game.hidden(first.before, self.sight(seat)):
            steps = [step for step in steps if step.entry.n >= n]
        return all(self._shows(step, seat, self.state) for step in steps)

    def _shows(self, step: Step, seat: str | None, now: Any) -> bool:
        sights = (self.sight(seat), EVERYTHING)
        return len({describe(self.game, step, sight, now).text() for sight in sights}) == 1

    def sight(self, seat: str | None) -> Sight:
        """What ``seat`` may see (None = the public), for a game's functions. Raises RuleError ``unknown-player``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.sight("Bruno").sees(1), table.sight(None).sees(1)
        (True, False)
        """
        if seat is None:
            return PUBLIC
        if seat == names.BANKER:
            return Sight(banker=True)
        if seat not in self.state.names:
            raise RuleError("unknown-player", N_("Nobody called {player} plays here."), player=said(seat))
        return Sight(seat=self.state.names.index(seat))


def as_times(column: "Series") -> "Series":
    """A column of entries' times as times; pandas itself reads fewer ways of writing them."""
    import pandas as pd

    found = [utc(at) if isinstance(at, str) else None for at in column]
    return pd.Series(found, column.index, "datetime64[us, UTC]")


def _slot_name(slot: str, players: list[str]) -> str:
    kind, _, rest = slot.partition(":")
    if kind != "player":
        return slot
    seat, _, purpose = rest.partition(":")
    return f"player:{players[int(seat)]}:{purpose}"
