"""What counts of a log: the states that the entries lead to, after undo, redo and amend have had their say."""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

from msgspec.structs import replace

from companion import housekeeping, pointers
from companion.errors import RuleError
from companion.games.common import EVERYTHING, Forced, Game, Step
from companion.games.moves import read_fields
from companion.log import Entry
from companion.names import BANKER, HOUSE
from companion.shapes import Action
from companion.words import N_


class Undo(Action, frozen=True):
    """Take the last entry back. ``entry`` is the number of the one meant."""

    entry: int | None = None


class Redo(Action, frozen=True):
    """Do again what was taken back last. ``entry`` is the number of the one meant."""

    entry: int | None = None


class Amend(Action, frozen=True):
    """Change the ``fields`` of an earlier ``entry`` and replay what came after."""

    entry: int
    fields: dict[str, Any]
    force: bool = False


ACTIONS: dict[str, type] = {"undo": Undo, "redo": Redo, "amend": Amend}
BESIDE = "clock"  # the action that changes no state: time cannot be taken back


class Node:
    """A state, the effective entry that led to it, and the node before it. The first node has no entry.

    ``forced`` is what the entry was, where an amendment has made a correction of it.
    """

    __slots__ = ("entry", "forced", "previous", "state")

    def __init__(self, entry: Entry | None, state: Any, previous: "Node | None", forced: Forced | None = None) -> None:
        self.entry = entry
        self.state = state
        self.previous = previous
        self.forced = forced


class Timeline:
    """The chain of nodes that counts now, and those that were taken back.

    What the table has recorded by itself (`Game.overrun`: time that has passed has passed; and what it tells of seats)
    is nothing that undo and redo are about: they pass it over, and it stays, played again on what counts then.

    Nodes never change, so that undo, redo and copies share them. Each method either does all or raises RuleError
    and does nothing.
    """

    def __init__(self, game: Game, state: Any) -> None:
        self._game = game
        self._tip = Node(None, state, None)
        self._nodes: list[Node | None] = []  # what each recorded entry led to; None for undo, redo, amend, clock
        self._tips: list[Node] = []  # what counted last after each recorded entry
        self._done: list[tuple[int, Node]] = [(0, self._tip)]
        self._undone: list[tuple[int, Node]] = []

    @property
    def state(self) -> Any:
        """The state now."""
        return self._tip.state

    @property
    def last_done(self) -> int | None:
        """The number of the entry that undo would take back."""
        return next((n for n, node in reversed(self._done) if not self._stays(n, node)), 0) or None

    @property
    def last_undone(self) -> int | None:
        """The number of the entry that redo would do again."""
        return self._undone[-1][0] if self._undone else None

    def done(self) -> set[int]:
        """The numbers of the entries that count; an amendment counts too."""
        return {n for n, _ in self._done}

    def states(self) -> list[Any]:
        """The state after each recorded entry."""
        return [tip.state for tip in self._tips]

    def steps(self) -> list[Step]:
        """Every entry that counts with the states before and after it, oldest first."""
        return list(_back(self._tip))[::-1]

    def looks_back(self) -> list[Iterator[Step]]:
        """After each recorded entry: the steps that counted then, newest first."""
        return [_back(tip) for tip in self._tips]

    def step_of(self, n: int, current: dict[int, Step]) -> Step | None:
        """What entry ``n`` did: as it counts now (``current``) or, undone, as it was. None where no state changed."""
        node = self._nodes[n - 1]
        if node is None or node.previous is None:
            return None
        return current.get(n) or _step(node)

    def versions(self, log: Sequence[Entry]) -> Iterator[tuple[Step, Any]]:
        """All that was ever recorded, taken back or changed too, each with the state that says what is open of it."""
        current, backs = {step.entry.n: step for step in self.steps()}, self.looks_back()
        for entry, back in zip(log, backs, strict=True):
            if entry.action == "amend":
                step = next((step for step in back if step.entry.n == entry.fields["entry"]), None)
            else:
                step = self.step_of(entry.n, {})
            if step is not None:
                counts = current.get(step.entry.n)
                yield step, self.state if counts is not None and counts.entry is step.entry else step.after

    def fork(self) -> "Timeline":
        """A copy that goes its own way."""
        twin = copy(self)
        twin._nodes, twin._tips = self._nodes.copy(), self._tips.copy()
        twin._done, twin._undone = self._done.copy(), self._undone.copy()
        return twin

    def as_of(self, log: Sequence[Entry]) -> "Timeline":
        """A copy as it was after the entries of ``log``, the beginning of what this grew from. Nothing is replayed."""
        past = copy(self)
        past._nodes, past._tips = self._nodes[: len(log)], self._tips[: len(log)]
        past._done, past._undone = self._done[:1], []
        for entry, after in zip(log, past._tips, strict=True):
            match entry.action:
                case "undo":
                    past._take_back(entry.fields.get("entry"), after)
                case "redo":
                    past._do_again(after)
                case _ if entry.action != BESIDE:
                    past._push(entry.n, after)
        past._tip = past._done[-1][1]
        return past

    def counted(self, n: int) -> "Timeline":
        """A copy that ends with recorded entry ``n``, of what counts now: nothing that was taken back or changed since.

        Nothing is replayed.
        """
        past = copy(self)
        past._nodes, past._tips = self._nodes[:n], self._tips[:n]
        past._done, past._undone = [done for done in self._done if done[0] <= n], []
        while past._tip.previous is not None and past._tip.entry is not None and past._tip.entry.n > n:
            past._tip = past._tip.previous
        return past

    def extend(self, entry: Entry, *, kept: bool = False) -> None:
        """Take in the next recorded entry. Raises RuleError.

        With ``kept`` an entry that the rules refuse is kept as a forced one: it was legal on a state that an older
        version had worked out from a forced amendment.
        """
        node = None
        if entry.action in ACTIONS:
            self._turn_back(entry.n, read_fields(ACTIONS, entry.action, entry.fields), kept=kept)
        elif entry.action != BESIDE:
            node = self._kept(entry, self._tip) if kept else self._node(entry, self._tip)
            self._push(entry.n, node)
        self._nodes.append(node)
        self._tips.append(self._tip)

    def _turn_back(self, n: int, move: Any, *, kept: bool) -> None:
        match move:
            case Undo():
                if len(self._done) == 1:
                    raise RuleError("nothing-to-undo", N_("There is nothing to undo."))
                self._take_back(move.entry)
            case Redo():
                if self.last_undone is None:
                    raise RuleError("nothing-to-redo", N_("There is nothing to redo."))
                check_meant(move.entry, self.last_undone)
                self._do_again()
            case Amend():
                try:
                    self._push(n, self._amended(replace(move, force=move.force or kept)))
                except RuleError:
                    if not kept:
                        raise
                    self._push(n, self._tip)

    def _push(self, n: int, node: Node) -> None:
        self._done.append((n, node))
        if not self._stays(n, node):
            self._undone.clear()
        self._tip = node

    def _take_back(self, meant: int | None, tip: Node | None = None) -> None:
        """Undo entry ``meant``, which is the last but for what stays; in an older save it may also be one that stays.

        ``tip`` is what counts last then, where that is known. Raises RuleError ``overtaken``.
        """
        place = len(self._done) - 1
        if meant not in (None, self._done[place][0]):
            check_meant(meant, self.last_done)
            place = next(place for place, (n, _) in enumerate(self._done) if n == meant)
        above = self._laid(self._done[place + 1 :], self._done[place - 1][1], tip)
        self._undone.append(self._done[place])
        self._done[place:] = above
        self._tip = self._done[-1][1]

    def _do_again(self, tip: Node | None = None) -> None:
        """Redo what was taken back last, where it stood: under what has stayed since."""
        n, node = self._undone[-1]
        place = len(self._done)
        while self._done[place - 1][0] > n and self._stays(*self._done[place - 1]):
            place -= 1
        above = self._laid(self._done[place:], node, tip)
        self._done[place:] = [self._undone.pop(), *above]
        self._tip = self._done[-1][1]

    def _laid(self, above: list[tuple[int, Node]], base: Node, tip: Node | None) -> list[tuple[int, Node]]:
        """What stays, played again after ``base``; where ``tip`` is its known end, nothing is played."""
        laid: list[tuple[int, Node]] = []
        if tip is not None:
            for n, _ in reversed(above):
                assert tip is not None
                laid.insert(0, (n, tip))
                tip = tip.previous
            return laid
        for n, node in above:
            base = self._again(self._renamed(_meant(node), base.state), base)
            laid.append((n, base))
        return laid

    def _renamed(self, meant: Step, here: Any) -> Step:
        """``meant`` by the names of ``here``: the one that it goes by may be what was taken back, or done again."""
        then, player = meant.before.names, meant.entry.fields.get("player")
        if here.rules <= self._game.lost or player not in then or here.names == then:
            return meant
        fields = {**meant.entry.fields, "player": here.names[then.index(player)]}
        before, after = (replace(state, names=here.names) for state in (meant.before, meant.after))
        return replace(meant, entry=replace(meant.entry, fields=fields), before=before, after=after)

    def _stays(self, n: int, node: Node) -> bool:
        """Whether the table has recorded this by itself."""
        if node.previous is None:
            return False
        entry = _meant(node).entry
        return bool(entry.n == n and is_own(self._game, entry))

    def _node(self, entry: Entry, previous: Node) -> Node:
        """The node that ``entry`` leads to from ``previous``. Raises RuleError."""
        return Node(entry, self._played(entry, _settled(previous.state)), previous)

    def _played(self, entry: Entry, state: Any) -> Any:
        """The state after ``entry``. Raises RuleError."""
        if entry.action in housekeeping.ACTIONS:
            move = read_fields(housekeeping.ACTIONS, entry.action, entry.fields)
            state = housekeeping.apply(self._game, state, move)
        else:
            move = read_fields(self._game.actions, entry.action, entry.fields)
            state = self._game.rules[type(move)](state, move)
        keep = self._game.kept.get(entry.action)
        if keep is not None:
            state = keep(state, entry)
        if state.ledger.total() != 0:
            raise RuleError("money-sum", N_("Money would come from nowhere or go nowhere; this is not recorded."))
        return state

    def _amended(self, move: Amend) -> Node:
        """The end of the chain in which ``move`` has changed an entry. Raises RuleError."""
        later: list[Node] = []
        node = self._tip
        while node.entry is None or node.entry.n != move.entry:
            if node.previous is None:
                raise RuleError(
                    "no-such-entry", N_("There is no entry {n} that counts and can be changed."), n=move.entry
                )
            later.append(node)
            node = node.previous
        assert node.previous is not None
        entry = _meant(node).entry
        new = self._node(replace(entry, fields={**entry.fields, **move.fields}), node.previous)
        clashes: list[int] = []
        for node in reversed(later):
            new = self._again(_meant(node), new)
            if new.forced is not None and node.forced is None:
                assert new.entry is not None
                clashes.append(new.entry.n)
        if clashes and not move.force:
            raise RuleError(
                "amend-clashes",
                N_("With that change these later entries are no longer legal: {entries}."),
                clashes=clashes,
                entries=", ".join(map(str, clashes)),
            )
        return new

    def _again(self, meant: Step, base: Node) -> Node:
        """What was done in ``meant`` once more, after ``base``: by the rules or, where they refuse it, forced."""
        try:
            return self._node(meant.entry, base)
        except RuleError:
            return self._forced(meant, base)

    def _kept(self, entry: Entry, base: Node) -> Node:
        """As `_again`, for an entry of which nothing but itself is known. Raises RuleError where it cannot be read."""
        read_fields({**housekeeping.ACTIONS, **self._game.actions}, entry.action, entry.fields)
        here = _settled(base.state)
        return self._again(Step(entry, here, here), base)

    def _forced(self, meant: Step, base: Node) -> Node:
        """After ``base``: a correction of the same effect as ``meant``, an entry that is no longer legal.

        What was done was done: the turn is put right, the rules' opinions are not asked, and the entry is played, so
        that money and things move together. Where money or things are not there, nothing moves, and the game goes on.
        """
        here = _settled(base.state)
        try:
            state, carried = self._carried(meant, here)
        except RuleError:
            state, carried = self._gone_on(meant, here), None
        old, new = (housekeeping.picture(self._game, each, EVERYTHING) for each in (here, state))
        fields = {"set": dict(pointers.differences(old, new)), "reason": meant.entry.action}
        entry = replace(meant.entry, action="correct", fields=fields)
        return Node(entry, state, base, Forced(meant, carried))

    def _carried(self, meant: Step, here: Any) -> tuple[Any, Step]:
        """``here`` after the entry of ``meant``, played as at its own time; and as it was played. Raises RuleError.

        What the table recorded by itself waits for no turn, so none is gone on to for it.
        """
        game = self._game
        before = here if is_own(game, meant.entry) else game.catch_up(here, meant.before)
        state = replace(self._played(meant.entry, replace(before, forced=True)), forced=False)
        carried = Step(meant.entry, before, state)
        if game.active(state) == game.active(meant.before) != game.active(here):
            state = game.catch_up(state, here)  # it did not end a turn, so the turn stays whose it is
        return game.settle(state), carried

    def _gone_on(self, meant: Step, here: Any) -> Any:
        """``here``, gone on to where the game was after ``meant``, as far as it can."""
        try:
            return self._game.settle(self._game.catch_up(here, meant.after))
        except RuleError:
            return here


def is_own(game: Game, entry: Entry) -> bool:
    """Whether the table has recorded this entry by itself: a notice, or that its clock has run out."""
    return entry.by == HOUSE or (entry.by == BANKER and entry.action == game.overrun)


def _meant(node: Node) -> Step:
    """What was done at a node: as it was recorded, where it is forced."""
    return node.forced.step if node.forced is not None else _step(node)


def _step(node: Node) -> Step:
    assert node.previous is not None
    return Step(node.entry, node.previous.state, node.state, node.forced)


def _back(node: Node) -> Iterator[Step]:
    """The steps that led to a node, the newest first."""
    while node.previous is not None:
        yield _step(node)
        node = node.previous


def _settled(state: Any) -> Any:
    """A state without the events and transfers of the entry that led to it."""
    if state.events or state.ledger.transfers:
        return replace(state, events=(), ledger=state.ledger.settled())
    return state


def check_meant(meant: int | None, next_one: int | None) -> None:
    """Refuse to undo or redo something else than what the reader saw. ``next_one`` is None where there is nothing."""
    if meant is not None and meant != next_one:
        raise RuleError("overtaken", N_("Something else happened meanwhile; look again before you undo or redo."))
