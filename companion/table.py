"""A table: an append-only log of typed actions, and everything that follows from it by replay."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion import card, names
from companion.boxes import Box, load_box
from companion.clocks import stamp
from companion.door import (
    check_amounts,
    check_change,
    check_names,
    check_picture,
    check_reach,
    decisions,
    near_the_bound,
)
from companion.errors import LogError, RuleError
from companion.files import write_whole
from companion.games import load_game
from companion.games.common import PUBLIC, Sight, Step
from companion.games.moves import gathered
from companion.housekeeping import COMPUTED, put_right
from companion.kinds import Actions, Kinds, completing, kinds_of
from companion.log import Entry, Header, bounded, read_lines
from companion.plain import plain_box, plain_fields
from companion.readable import COMMON_ACTIONS, Readable
from companion.shapes import SAVE_BYTES, said
from companion.terms import options_of, players_of
from companion.timeline import Timeline, check_meant
from companion.timer import new_timer
from companion.words import N_

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


BANKER = names.BANKER


class Table(Readable):
    """One game at one table. ``log`` holds what was recorded; the rest is worked out from it.

    Every method that changes something either appends one entry, or raises RuleError and changes nothing.
    """

    def __init__(self, header: Header) -> None:
        """An empty table. Raises RuleError when the header's players, options or box do not fit the game."""
        self._game, self._boxed = load_game(header.game, header.box), header.box
        players, options = players_of(self._game, header.players), options_of(self._game, header.options)
        self.header = replace(header, players=players, options=options)
        self.log: list[Entry] = []
        state = self._game.begin(tuple(players), options, header.box)
        self._line = Timeline(self._game, replace(state, rules=header.rules))
        self._timer = new_timer(self._game, len(players))

    # Reading

    def legal(self, seat: str | None = None) -> list[dict[str, Any]]:
        """Complete moves that can be played now, as far as ``seat`` may know them: ``do(**move)`` accepts each.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.legal()[0]
        {'action': 'buy', 'player': 'Anna', 'shares': {'lloyd': 1}}
        """
        moves = list(self.game.legal(self.state, self.sight(seat)))
        return [move for move in moves if self._accepts(move)] if near_the_bound(self.state) else moves

    def _accepts(self, move: dict[str, Any]) -> bool:
        try:
            self.fork().do(**move)
        except RuleError:
            return False
        return True

    def figure(self, kind: str, seat: str | None = None, **chosen: Any) -> "Figure":
        """A plotly figure of the records ``kind``; `companion.charts.figure` says which options there are.

        Raises RuleError ``unknown-figure``, ``unknown-option``, ``bad-option`` or ``unknown-series``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.figure("prices", dark=True).layout.title.text
        'Prices'
        """
        # Plotly takes its time to import; only who wants a figure pays for it.
        from companion.charts import figure, options

        return figure(self, kind, seat, **options.checked(chosen))

    @completing
    def kinds(self) -> Kinds:
        """What there is of this game: its actions with their fields, its records, figures and options.

        >>> companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"]).kinds.actions["buy"]
        '(player, shares) Buy 1 to 3 shares.'
        """
        from companion.charts import figures

        return kinds_of(self.game, self._actions(), figures(self))

    def __repr__(self) -> str:
        """The table in one line, as everybody may see it."""
        return card.line(self)

    def _repr_html_(self) -> str:
        return card.card(self)

    def fork(self) -> "Table":
        """A private copy, for "what if?": what is done there never reaches this table.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> twin = table.fork()
        >>> twin.do("note", text="What if?").n, table.revision
        (1, 0)
        """
        twin = self._copied()
        twin.log, twin._line = list(self.log), self._line.fork()
        return twin

    def _copied(self) -> "Table":
        """A plain table that is as this one: of a stored one, too, a copy records nothing."""
        twin = Table.__new__(Table)
        twin.adopt(self)
        return twin

    def adopt(self, other: "Table") -> None:
        """Become what a private copy has become; nothing is played again.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> twin = table.fork()
        >>> _ = twin.do("note", text="Done")
        >>> table.adopt(twin)
        >>> table.revision
        1
        """
        self._game, self._boxed, self.header = other._game, other._boxed, other.header
        self.log, self._line, self._timer = other.log, other._line, other._timer

    def as_of(self, n: int) -> "Table":
        """A private copy of the table as it stood after the recorded entry ``n`` (0 = before the first).

        Nothing is played again: all states are still there. Raises RuleError ``no-such-entry``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2})
        >>> table.as_of(0).snapshot()["players"][0]["cash"]
        300
        """
        self._check_entry(n)
        past = self._copied()
        past.log = self.log[:n]
        past._line = self._line.as_of(past.log)
        past._timer, before = new_timer(self.game, len(self.players)), self._line.as_of([]).state
        for entry, state in zip(past.log, past._line.states(), strict=True):
            past._timer = past._timer.operated(entry, before).after(entry, state, self._timer.heard)
            before = state
        return past

    def counted(self, n: int) -> "Table":
        """A private copy as it stood after entry ``n``, of what counts now: as amended, without what was undone.

        Its clocks have not run. Raises RuleError ``no-such-entry``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2}), table.do("note", text="Hello")
        >>> _ = table.amend(1, {"shares": {"ford": 1}})
        >>> table.as_of(1).snapshot()["players"][0]["cash"], table.counted(1).snapshot()["players"][0]["cash"]
        (220, 260)
        """
        self._check_entry(n)
        past = self._copied()
        past.log, past._line = self.log[:n], self._line.counted(n)
        past._timer = new_timer(self.game, len(self.players))
        return past

    def _check_entry(self, n: int) -> None:
        """Raise RuleError ``no-such-entry`` where there is no recorded entry ``n`` (0 = before the first)."""
        if type(n) is not int or not 0 <= n <= len(self.log):
            raise RuleError(
                "no-such-entry", N_("There is no entry {n}; there are {count}."), n=said(n), count=len(self.log)
            )

    def opens(self, action: str, seat: str | None, /, **fields: Any) -> bool:
        """Whether this action of ``seat`` would bring to light, for anybody, what another one hides now.

        So it does where the table would go on to what hidden things decide, whatever they decide there.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.opens("leave", "Anna", player="Anna")
        False
        """
        if not self.hidden():
            return False
        twin = self.fork()
        try:
            twin.do(action, by=seat, **fields)
            after, steps = twin.state, twin.steps()
        except RuleError as refusal:
            if action != "correct" or refusal.code != COMPUTED:
                return False
            # Whether a value follows from others may hang on what would be opened, so that this is said first.
            before = replace(self.state, events=())
            after = put_right(self.game, before, fields["set"])
            steps = [*self.steps(), Step(None, before, after)]
        sights = [PUBLIC, Sight(banker=True), *(Sight(seat=place) for place in range(len(self.players)))]
        hidden, mine = self.game.hidden, self.sight(seat).seat
        return decisions(self.game, steps) > decisions(self.game, self.steps()) or any(
            owner != mine for sight in sights for owner, _ in hidden(self.state, sight) - hidden(after, sight)
        )

    # Recording

    @completing
    def do(self) -> Actions:
        """``do("buy", player="Anna", …)`` or ``do.buy(player="Anna", …)`` records an action and returns its entry.

        Raises RuleError and leaves the table as it was.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.do.buy(player="Anna", shares={"ford": 2}).n
        1
        >>> table.do("sell", player="Anna", shares={"ford": 1})
        Traceback (most recent call last):
        companion.errors.RuleError: Anna has bought or sold in this turn already.
        """
        return Actions(self.record, self._actions())

    def _actions(self) -> dict[str, type]:
        return {**self.game.actions, **COMMON_ACTIONS}

    def record(
        self, /, action: str, *, at: str | datetime | None = None, by: str | None = None, **fields: Any
    ) -> Entry:
        """Record an action and return its entry: what `do` does.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> table.record("end_turn", player="Anna").by
        'Anna'
        """
        steps: Any = by
        if isinstance(steps, int) and action in self.game.actions:  # how far something moves, and nobody's name
            by, fields = None, gathered(self.game.actions[action], {**fields, "by": steps})
        player = fields.get("player")
        author = by if by is not None else player if isinstance(player, str) else BANKER
        if action == "undo":
            fields = self._undoing(fields)
        entry = Entry(len(self.log) + 1, stamp(at), author, action, plain_fields(action, author, fields))
        check_amounts(entry, lambda entry: self.fork().extend(entry))
        check_reach(self.game, entry)
        check_change(self.game, self.state, self.steps, entry)
        if entry.action in ("amend", "box"):
            steps = self._tried(entry)
            if entry.action == "amend":
                check_names(entry, self.steps(), steps)
            check_picture(self.game, self.state, steps[-1].after)
        self.extend(entry)
        return entry

    def _tried(self, entry: Entry) -> list[Step]:
        """The steps that would count after an entry; after an amendment, whatever clashes with it. Raises RuleError."""
        twin = self.fork()
        twin.extend(replace(entry, fields={**entry.fields, "force": True}) if entry.action == "amend" else entry)
        return twin.steps()

    def undo(self, *, at: str | datetime | None = None, by: str | None = None) -> Entry:
        """Take the last entry back and return it. Raises RuleError ``nothing-to-undo``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("end_turn", player="Anna")
        >>> table.undo().action, table.snapshot()["active"], table.revision
        ('end_turn', 'Anna', 2)
        """
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
        """Do again what was taken back last, and return it. Raises RuleError ``nothing-to-redo``.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("end_turn", player="Anna"), table.undo()
        >>> table.redo().action, table.snapshot()["active"]
        ('end_turn', 'Bruno')
        """
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

        Raises RuleError ``no-such-entry``, ``amend-clashes`` (with ``.clashes``), ``name-amended`` (a name is put right
        by renaming once more) or what the changed entry itself runs into.
        With ``force`` each clashing entry becomes a correction of the same effect or, where money or things are not
        there, has none; the history says which. Each amendment works them out anew from what was recorded.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.do("buy", player="Anna", shares={"ford": 2})
        >>> _ = table.amend(1, {"shares": {"ford": 1}})
        >>> table.snapshot()["players"][0]["cash"]
        260
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
        """Set values of the snapshot, by JSON Pointer, whatever the rules say. Raises RuleError.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> _ = table.correct({"/players/0/cash": 250}, reason="counted again")
        >>> table.snapshot()["players"][0]["cash"]
        250
        """
        return self.do("correct", at=at, by=by, set=values, reason=reason)

    def extend(self, entry: Entry, *, kept: bool = False) -> None:
        """Append an entry that has its number, time and author already; ``kept`` as in `Timeline.extend`.

        Raises RuleError and leaves the table as it was.

        >>> table, other = (companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"]) for _ in range(2))
        >>> other.extend(table.do("end_turn", player="Anna"))
        >>> other.state == table.state
        True
        """
        if entry.n != len(self.log) + 1:
            raise RuleError("wrong-number", N_("Entry {n} does not come next."), n=entry.n)
        working = self._timer.operated(entry, self.state)
        self._line.extend(entry, kept=kept)
        self.log.append(entry)
        self._timer = working.after(entry, self.state, monotonic())

    # Files

    def save(self, path: str | Path) -> None:
        """Write the whole log to a file, with its secrets; an older file there is replaced at once or not at all.

        >>> import tempfile
        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     table.save(file.name)
        ...     companion.load(file.name).state == table.state
        True
        """
        write_whole(Path(path), (line.encode() + b"\n" for line in self.lines()))

    def lines(self) -> Iterable[str]:
        """The lines of the save file.

        >>> table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
        >>> next(iter(table.lines()))[:25]
        '{"format":"companion-log"'
        """
        yield self.header.line()
        for entry in self.log:
            yield entry.line()


def new_table(
    game: str, players: list[str], options: dict[str, Any] | None = None, box: str | Path | Box | None = None
) -> Table:
    """A new table of the game called ``game``, with ``players`` in clockwise order.

    ``box`` is the id of a shipped box, a path or a mapping. Raises RuleError.

    >>> new_table("ponzi-scheme", ["Anna", "Bruno", "Carla"], options={"advanced": True}, box="demo").revision
    0
    """
    found = load_game(game)
    printed = load_box(box, found.package)
    if not isinstance(players, list | tuple):
        raise RuleError("bad-players", N_("The players are a list of names."))
    table = Table(
        Header(
            game=game,
            rules=found.version,
            players=list(players),
            options=options or {},
            box=plain_box(printed),
        )
    )
    table.game.check_box(table.state)
    return table


def load(path: str | Path) -> Table:
    """The table that was saved in a file. Raises LogError, whose ``line`` is the number of the unreadable line."""
    try:
        with Path(path).open("rb") as file:
            save = file.read(SAVE_BYTES + 1)
    except (OSError, ValueError, TypeError):
        raise LogError(1, N_("Line {line} cannot be read: there is no file {path}."), path=said(path, 200)) from None
    return unpack(save)


def unpack(save: bytes) -> Table:
    """The table in the bytes of a file. Raises LogError, also for more of them than a save has."""
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
