"""A table: an append-only log of typed actions, and everything that follows from it by replay."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion import card, housekeeping, names, timer
from companion.asked import Asked
from companion.boxes import Box, load_box
from companion.clocks import Countdown, seconds_of, stamp
from companion.door import check_amounts, check_change, near_the_bound
from companion.errors import LogError, RuleError
from companion.files import write_whole
from companion.games import load_game
from companion.games.common import EVERYTHING, PUBLIC, Game, Hidden, Line, Moment, Sight, Step, gathered, read_fields
from companion.history import HistoryLine, describe, tell_history
from companion.kinds import Actions, Kinds, completing, kinds_of
from companion.log import Entry, Header, bounded, read_lines
from companion.plain import plain_box, plain_fields
from companion.shapes import SAVE_BYTES, said
from companion.terms import options_of, players_of
from companion.timeline import ACTIONS, Timeline, check_meant
from companion.timer import new_timer
from companion.words import N_

if TYPE_CHECKING:
    from pandas import DataFrame
    from plotly.graph_objects import Figure

BANKER = names.BANKER
# What every game has, and no player acts in.
COMMON_ACTIONS = housekeeping.ACTIONS.keys() | ACTIONS.keys() | timer.ACTIONS.keys()


class Table:
    """One game at one table. ``log`` holds what was recorded; the rest is worked out from it.

    Every method that changes something either appends one entry, or raises RuleError and changes nothing.
    """

    def __init__(self, header: Header) -> None:
        """An empty table. Raises RuleError when the header's players, options or box do not fit the game."""
        self.game: Game = load_game(header.game, header.box)
        players, options = players_of(self.game, header.players), options_of(self.game, header.options)
        self.header = replace(header, players=players, options=options)
        self.log: list[Entry] = []
        state = self.game.begin(tuple(players), options, header.box)
        self._line = Timeline(self.game, replace(state, rules=header.rules))
        self._timer = new_timer(self.game, len(players))

    # Reading

    @property
    def state(self) -> Any:
        """The game's state now."""
        return self._line.state

    @property
    def players(self) -> list[str]:
        """The names in clockwise order, as they are now."""
        return list(self.state.names)

    @property
    def revision(self) -> int:
        """The number of the last recorded entry; 0 for a new table."""
        return len(self.log)

    @property
    def effective(self) -> list[Entry]:
        """The entries that count, oldest first: after undo, redo and amend have had their say."""
        return [step.entry for step in self.steps()]

    def steps(self) -> list[Step]:
        """Every entry that counts with the states before and after it, oldest first. They hold all secrets."""
        return self._line.steps()

    def snapshot(self, seat: str | None = None) -> dict[str, Any]:
        """The documented picture of the table as ``seat`` may see it (None = the public).

        Raises RuleError ``unknown-player``.
        """
        return housekeeping.picture(self.game, self.state, self.sight(seat))

    def legal(self, seat: str | None = None) -> list[dict[str, Any]]:
        """Complete moves that can be played now, as far as ``seat`` may know them: ``do(**move)`` accepts each."""
        moves = list(self.game.legal(self.state, self.sight(seat)))
        return [move for move in moves if self._accepts(move)] if near_the_bound(self.state) else moves

    def _accepts(self, move: dict[str, Any]) -> bool:
        try:
            self.fork().do(**move)
        except RuleError:
            return False
        return True

    def records(self, kind: str, seat: str | None = None) -> list[dict[str, Any]]:
        """Tidy rows about the game so far, filtered for ``seat``. Raises RuleError ``unknown-records``."""
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
        """
        import pandas as pd

        frame = pd.DataFrame(self.records(kind, seat))
        if "at" in frame:
            frame["at"] = pd.to_datetime(frame["at"], format="ISO8601", utc=True)
        return frame

    def figure(self, kind: str, seat: str | None = None, **chosen: Any) -> "Figure":
        """A plotly figure of the records ``kind``; `companion.charts.figure` says which options there are.

        Raises RuleError ``unknown-figure``, ``unknown-option``, ``bad-option`` or ``unknown-series``.
        """
        # Plotly takes its time to import; only who wants a figure pays for it.
        from companion.charts import figure, options

        return figure(self, kind, seat, **options.checked(chosen))

    def history(self, seat: str | None = None, last: int | None = None) -> list[HistoryLine]:
        """The recorded entries in words, oldest first (only the ``last`` ones), as far as ``seat`` may know them.

        Raises RuleError ``unknown-player`` or ``bad-number``.
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

    @completing
    def kinds(self) -> Kinds:
        """What there is of this game: its actions with their fields, its records, figures and options."""
        from companion.charts import figures

        return kinds_of(self.game, self._actions(), figures(self))

    def __repr__(self) -> str:
        """The table in one line, as everybody may see it."""
        return card.line(self)

    def _repr_html_(self) -> str:
        return card.card(self)

    def summary(self) -> Line:
        """Where the game stands, in a few words."""
        return self.game.summary(self.state)

    def slots(self) -> dict[str, int]:
        """Every money slot by name (``bank``, ``player:Anna:cash``) and what it holds. Their sum is zero."""
        return {_slot_name(slot, self.players): held for slot, held in self.state.ledger.balances.items()}

    def clocks(self, at: str | datetime | None = None) -> dict[str, Any]:
        """The clocks at a time (None = now), in seconds.

        ``table`` {running, length, left} counts down; ``players`` {running, length, used {name: seconds}}. A
        count-down that was started for a phase ends with it, and with the game; see `overtime` for what is past 0.
        """
        return self._timer.told(self._seconds(at), self.state, self.players)

    def overtime(self, at: str | datetime | None = None) -> float:
        """The seconds since the table's count-down ran out; 0 before that."""
        return max(0.0, -self._timer.left(self._seconds(at), self.state))

    def countdown(self, at: str | datetime | None = None) -> Countdown | None:
        """The clock that the game's own rules keep, at a time (None = now); None where they keep none."""
        if self.game.countdown is None:
            return None
        moments = [Moment(entry, back) for entry, back in zip(self.log, self._line.looks_back(), strict=True)]
        return self.game.countdown(moments, self.state, self._seconds(at))

    def _seconds(self, at: str | datetime | None) -> float:
        """A time in seconds since the epoch (None = now)."""
        return self._timer.now(stamp(None), monotonic()) if at is None else seconds_of(stamp(at))

    def asked(self, action: str, **fields: Any) -> Asked:
        """A move of the game before it is made: who acts in it, and who else may. Raises RuleError."""
        return Asked(self.game, self.state, read_fields(self.game.actions, action, fields))

    def actor(self, action: str, **fields: Any) -> str | None:
        """The player who acts in a move of the game; None where no player does (a correction). Raises RuleError."""
        return None if action in COMMON_ACTIONS else self.asked(action, **fields).actor

    def last_done(self) -> Entry | None:
        """The entry that undo would take back."""
        return None if self._line.last_done is None else self.log[self._line.last_done - 1]

    def last_undone(self) -> Entry | None:
        """The entry that redo would do again."""
        return None if self._line.last_undone is None else self.log[self._line.last_undone - 1]

    def fork(self) -> "Table":
        """A private copy, for "what if?": what is done there never reaches this table."""
        twin = self._copied()
        twin.log, twin._line = list(self.log), self._line.fork()
        return twin

    def _copied(self) -> "Table":
        """A plain table that is as this one: of a stored one, too, a copy records nothing."""
        twin = Table.__new__(Table)
        twin.adopt(self)
        return twin

    def adopt(self, other: "Table") -> None:
        """Become what a private copy has become; nothing is played again."""
        self.game, self.header = other.game, other.header
        self.log, self._line, self._timer = other.log, other._line, other._timer

    def as_of(self, n: int) -> "Table":
        """A private copy of the table as it stood after the recorded entry ``n`` (0 = before the first).

        Nothing is played again: all states are still there. Raises RuleError ``no-such-entry``.
        """
        if type(n) is not int or not 0 <= n <= len(self.log):
            raise RuleError(
                "no-such-entry", N_("There is no entry {n}; there are {count}."), n=said(n), count=len(self.log)
            )
        past = self._copied()
        past.log = self.log[:n]
        past._line = self._line.as_of(past.log)
        past._timer, before = new_timer(self.game, len(self.players)), self._line.as_of([]).state
        for entry, state in zip(past.log, past._line.states(), strict=True):
            past._timer = past._timer.operated(entry, before).after(entry, state, self._timer.heard)
            before = state
        return past

    # Secrets

    def hidden(self, seat: str | None = None) -> frozenset[Hidden]:
        """What players hide from ``seat`` now: by whose it is and what everybody knows of it."""
        return self.game.hidden(self.state, self.sight(seat))

    def has_secrets(self, seat: str | None = None) -> bool:
        """Whether the table or its log, taken back entries and all, holds anything that ``seat`` may not know."""
        return bool(self.hidden(seat)) or not all(
            self._shows(step, seat, now) for step, now in self._line.versions(self.log)
        )

    def is_open(self, n: int, seat: str | None) -> bool:
        """Whether entry ``n`` holds nothing that is secret to ``seat``."""
        step = next((step for step in self.steps() if step.entry.n == n), None)
        return step is None or self._shows(step, seat, self.state)

    def all_open(self, seat: str | None, n: int = 0) -> bool:
        """Whether ``seat`` knows all that a change of entry ``n`` would be played again on.

        That is every entry that counts; those before it only where they left something hidden.
        """
        steps = self.steps()
        first = next((step for step in steps if step.entry.n >= n), None)
        if first is not None and not self.game.hidden(first.before, self.sight(seat)):
            steps = [step for step in steps if step.entry.n >= n]
        return all(self._shows(step, seat, self.state) for step in steps)

    def opens(self, action: str, seat: str | None, **fields: Any) -> bool:
        """Whether this action of ``seat`` would bring to light, for anybody, what another one hides now."""
        sights = [PUBLIC, Sight(banker=True), *(Sight(seat=place) for place in range(len(self.players)))]
        if not self.hidden():
            return False
        twin = self.fork()
        try:
            twin.do(action, by=seat, **fields)
        except RuleError:
            return False
        hidden, mine = self.game.hidden, self.sight(seat).seat
        return any(
            owner != mine for sight in sights for owner, _ in hidden(self.state, sight) - hidden(twin.state, sight)
        )

    def _shows(self, step: Step, seat: str | None, now: Any) -> bool:
        sights = (self.sight(seat), EVERYTHING)
        return len({describe(self.game, step, sight, now).text() for sight in sights}) == 1

    # Recording

    @completing
    def do(self) -> Actions:
        """``do("buy", player="Anna", …)`` or ``do.buy(player="Anna", …)`` records an action and returns its entry.

        Raises RuleError and leaves the table as it was.
        """
        return Actions(self.record, self._actions())

    def _actions(self) -> dict[str, type]:
        return {**self.game.actions, **housekeeping.ACTIONS, **timer.ACTIONS, **ACTIONS}

    def record(self, action: str, *, at: str | datetime | None = None, by: str | None = None, **fields: Any) -> Entry:
        """Record an action and return its entry: what `do` does."""
        steps: Any = by
        if isinstance(steps, int) and action in self.game.actions:  # how far something moves, and nobody's name
            by, fields = None, gathered(self.game.actions[action], {**fields, "by": steps})
        player = fields.get("player")
        author = by if by is not None else player if isinstance(player, str) else BANKER
        if action == "undo":
            fields = self._undoing(fields)
        entry = Entry(len(self.log) + 1, stamp(at), author, action, plain_fields(action, author, fields))
        check_amounts(entry, lambda entry: self.fork().extend(entry))
        check_change(self.game, self.state, self.steps, entry)
        self.extend(entry)
        return entry

    def undo(self, *, at: str | datetime | None = None, by: str | None = None) -> Entry:
        """Take the last entry back and return it. Raises RuleError ``nothing-to-undo``."""
        return self.log[self.do("undo", at=at, by=by).fields["entry"] - 1]

    def _undoing(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields of an undo that says what it takes back: what the table recorded by itself never is."""
        meant, asked = self._line.last_done, fields.get("entry")
        if meant is None:
            raise RuleError("nothing-to-undo", N_("There is nothing to undo."))
        if type(asked) is int:
            check_meant(asked, meant)
        return fields if asked is not None else {**fields, "entry": meant}

    def redo(self, *, at: str | datetime | None = None, by: str | None = None) -> Entry:
        """Do again what was taken back last, and return it. Raises RuleError ``nothing-to-redo``."""
        meant = self._line.last_undone
        self.do("redo", at=at, by=by, **_meant(meant))
        return self.log[(meant or 0) - 1]

    def amend(
        self,
        entry: int,
        fields: dict[str, Any],
        *,
        force: bool = False,
        at: str | datetime | None = None,
        by: str | None = None,
    ) -> Entry:
        """Change an old entry and replay what came after.

        Raises RuleError ``no-such-entry``, ``amend-clashes`` (with ``.clashes``) or what the changed entry itself
        runs into.
        With ``force`` each clashing entry becomes a correction of the same effect or, where money or things are not
        there, has none; the history says which. Each amendment works them out anew from what was recorded.
        """
        return self.do("amend", at=at, by=by, entry=entry, fields=fields, force=force)

    def correct(
        self,
        values: dict[str, Any],
        reason: str = "",
        *,
        at: str | datetime | None = None,
        by: str | None = None,
    ) -> Entry:
        """Set values of the snapshot, by JSON Pointer, whatever the rules say. Raises RuleError."""
        return self.do("correct", at=at, by=by, set=values, reason=reason)

    def extend(self, entry: Entry, *, kept: bool = False) -> None:
        """Append an entry that has its number, time and author already; ``kept`` as in `Timeline.extend`.

        Raises RuleError and leaves the table as it was.
        """
        if entry.n != len(self.log) + 1:
            raise RuleError("wrong-number", N_("Entry {n} does not come next."), n=entry.n)
        working = self._timer.operated(entry, self.state)
        self._line.extend(entry, kept=kept)
        self.log.append(entry)
        self._timer = working.after(entry, self.state, monotonic())

    def sight(self, seat: str | None) -> Sight:
        """What ``seat`` may see (None = the public), for a game's functions. Raises RuleError ``unknown-player``."""
        if seat is None:
            return PUBLIC
        if seat == BANKER:
            return Sight(banker=True)
        if seat not in self.state.names:
            raise RuleError("unknown-player", N_("Nobody called {player} plays here."), player=said(seat))
        return Sight(seat=self.state.names.index(seat))

    # Files

    def save(self, path: str | Path) -> None:
        """Write the whole log to a file, with its secrets; an older file there is replaced at once or not at all."""
        write_whole(Path(path), (line.encode() + b"\n" for line in self.lines()))

    def lines(self) -> Iterable[str]:
        """The lines of the save file."""
        yield self.header.line()
        for entry in self.log:
            yield entry.line()


def new_table(
    game: str, players: list[str], options: dict[str, Any] | None = None, box: str | Path | Box | None = None
) -> Table:
    """A new table of the game called ``game``, with ``players`` in clockwise order.

    ``box`` is the id of a shipped box, a path or a mapping. Raises RuleError.
    """
    found = load_game(game)
    printed = load_box(box, found.package)
    if not isinstance(players, list | tuple):
        raise RuleError("bad-players", N_("The players are a list of names."))
    return Table(
        Header(
            game=game,
            rules=found.version,
            players=list(players),
            options=options or {},
            box=plain_box(printed),
        )
    )


def load(path: str | Path) -> Table:
    """The table that was saved in a file. Raises LogError, whose ``line`` is the number of the unreadable line."""
    try:
        with Path(path).open("rb") as file:
            save = file.read(SAVE_BYTES + 1)
    except (OSError, ValueError, TypeError):
        raise LogError(1, N_("Line {line} cannot be read: there is no file {path}."), path=said(path, 200)) from None
    return read(save.removeprefix(b"\xef\xbb\xbf").split(b"\n") if len(save) <= SAVE_BYTES else [save])


def read(lines: Iterable[str | bytes]) -> Table:
    """The table that the lines of a save describe. Raises LogError."""
    return replay(*read_lines(bounded(lines)))


def replay(header: Header, entries: list[Entry]) -> Table:
    """The table that a whole log describes. Raises LogError."""
    try:
        table = Table(header)
    except RuleError as error:
        raise LogError.unplayable(1, error) from None
    if header.rules > table.game.version:
        raise LogError(
            1,
            N_("Line {line} says rules {rules} of the game; this companion knows up to {known}. Please update it."),
            rules=header.rules,
            known=table.game.version,
        )
    kept = False  # what came after a forced amendment was legal for the version that wrote the save
    for entry in entries:
        try:
            table.extend(entry, kept=kept)
            kept = kept or (entry.action == "amend" and entry.fields.get("force") is True)
        except RuleError as error:
            raise LogError.unplayable(
                entry.n + 1 if entry.n == table.revision + 1 else table.revision + 2, error
            ) from None
    return table


def _meant(n: int | None) -> dict[str, int]:
    return {} if n is None else {"entry": n}


def _slot_name(slot: str, players: list[str]) -> str:
    kind, _, rest = slot.partition(":")
    if kind != "player":
        return slot
    seat, _, purpose = rest.partition(":")
    return f"player:{players[int(seat)]}:{purpose}"
