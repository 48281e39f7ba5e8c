"""A table that many devices share: a `Table` bound to its log in the store.

Whoever appends says what they have seen. Where somebody was faster, the action is tried again on what the table
has become: still legal, it goes in; no longer, the refusal tells what happened instead.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from companion import seats, table
from companion.errors import CompanionError, LogError, RuleError, StoreError
from companion.games.common import Line
from companion.held import Held
from companion.history import author
from companion.log import Entry, parse_entry, read_lines
from companion.names import HOUSE
from companion.store import REPLACED, Conflict, Store
from companion.table import BANKER, Table
from companion.words import N_, labelled

WAIT_SECONDS = 1.0  # how often a watcher that hears of nothing looks whether it is still wanted
TROUBLE_SECONDS = 1.0  # how often it looks while the store cannot be read

_log = logging.getLogger(__name__)

Told = Callable[[list[Entry]], None]
Sitter = Callable[[Table], str | None]  # who sits at a table, at one moment or another, where somebody taps


class Overtaken(RuleError):  # noqa: N818 (a rule's refusal is named by what happened)
    """Refused because of what others did first. ``entries`` are theirs; ``cause`` is the rule it now meets."""

    def __init__(self, live: "LiveTable", seat: str | None, entries: list[Entry], cause: RuleError) -> None:
        self.entries = entries
        self.cause = cause
        self._lines = live.table.history(sight_of(live.table, seat), last=live.table.revision - entries[0].n + 1)
        super().__init__(
            "overtaken",
            N_("Somebody was faster ({events}), so this is no longer possible: {reason}"),
            needs=cause.needs,
            clashes=cause.clashes,
        )

    def text(self, translate: Callable[[str], str]) -> str:
        """Who did what, and why that is in the way."""
        said = (labelled(author(line.by, translate), line.public.text(translate), translate) for line in self._lines)
        events = " · ".join(said)
        return translate(self.template).format(events=events, reason=self.cause.text(translate))


class Prepared(NamedTuple):
    """The entry that an action would make, who acts in it and when in the game, and the copy on which it is done."""

    entry: Entry
    actor: str | None
    moment: Any
    table: Table

    def says(self, sitter: Sitter) -> Line:
        """What the entry would say in the history that who taps reads, amounts and all."""
        return self.table.history(sight_of(self.table, sitter(self.table)), last=1)[0].line


class LiveTable:
    """One table of a store, as one device sees it. Safe to use from several threads.

    ``table`` is always the same object; it grows by `do`, `refresh` and `watch`. Opening it may raise LogError
    (with the line that cannot be read or played) or StoreError.
    """

    def __init__(self, store: Store, table_id: int) -> None:
        self.store = store
        self.table_id = table_id
        self._held = Held(store, table_id)
        self.table: Table = table.replay(*read_lines([self._held.header, *store.lines(table_id)]))
        self._lock = threading.RLock()
        self._told = self.table.revision
        self._lost: StoreError | None = None  # set while the store does not hold what it has acknowledged
        self._watch: Watch | None = None
        self._unanswered: Entry | None = None  # what the store refused last; it may be away and have it all the same

    @property
    def trouble(self) -> CompanionError | None:
        """Why others' entries cannot be seen at the moment; None while all is well."""
        return (self._watch.trouble if self._watch else None) or self._lost

    @property
    def writable(self) -> bool:
        """Whether this table can be recorded at the moment, as far as this device knows."""
        return self.store.refusal is None and self._lost is None

    # -- doing ---------------------------------------------------------------------------------------------

    def do(
        self, seat: str | None, action: str, key: str | None = None, seen: int | None = None, /, **fields: Any
    ) -> Entry:
        """Record an action of ``seat`` and return its entry once it is safe on the disk.

        ``key`` is new for every tap: the same one again returns the entry it made. ``seen`` is the number of the last
        entry that who taps had before them (None: the last that is known here): an action that would mean something
        else by now is refused. Raises RuleError (`Overtaken` where another device was faster) and StoreError; the
        log is then as it was, though ``table`` may have taken in what others did.
        """
        with self._lock:
            self.compare()
            newer: list[Entry] = [] if seen is None else self.table.log[seen:]
            drawn = self.table.as_of(seen) if seen is not None and newer else self.table
            sitter, names = _sitter(self.table, seat), drawn.players
            tried = self._meant(drawn, sitter, action, fields) if newer else None
            while True:
                try:
                    _check_seats(fields, names, self.table.players)
                    tried = self._try(sitter, action, fields, tried)
                except RuleError as cause:
                    fresh = self.refresh()
                    newer += fresh
                    if fresh:  # the table it was tried on was old
                        continue
                    earlier = self.store.find_key(self.table_id, key) if key else None
                    if earlier is not None:
                        return self._recorded(earlier)
                    if tried is None:
                        raise
                    raise Overtaken(self, sitter(self.table), newer, cause) from cause
                entry = tried.entry
                try:
                    kept = self.store.append(self.table_id, entry.line(), entry.n, key)
                except Conflict as conflict:
                    newer += self._play(conflict.newer)
                    continue
                except StoreError:
                    self._unanswered = entry
                    raise
                if kept != entry.line():  # the key was here before
                    return self._recorded(kept)
                self._adopt(tried.table)
                return entry

    def keep_time(self, at: datetime | None = None) -> list[Entry]:
        """Record what the clock of the game's rules has brought by now (``at``); returns what this device recorded.

        The table does that, whoever sits at this device. Each run of the clock has a key of its own in the store, so
        that of all devices one records its end, once; taken back by somebody, it is not recorded again. Raises
        StoreError.
        """
        recorded: list[Entry] = []
        with self._lock:
            while True:
                clock = self.table.countdown(at)
                if clock is None or not self.table.game.overrun or not clock.running or clock.left > 0:
                    return recorded
                self.compare()
                copy = self.table.fork()
                entry = copy.do(self.table.game.overrun, at=at, by=BANKER, **clock.fields)
                try:
                    kept = self.store.append(self.table_id, entry.line(), entry.n, clock.key)
                except Conflict as conflict:
                    self._play(conflict.newer)
                    continue
                if kept == entry.line():
                    self._adopt(copy)
                    recorded.append(entry)
                elif not self.refresh():
                    return recorded

    def tell(self, template: str, **fields: str) -> None:
        """Have the table itself say one of its `notices`, in the history of all. Raises StoreError."""
        with self._lock:
            while True:
                self.compare()
                copy = self.table.fork()
                entry = copy.do("note", by=HOUSE, text=template.format(**fields))
                try:
                    self.store.append(self.table_id, entry.line(), entry.n)
                except Conflict as conflict:
                    self._play(conflict.newer)
                    continue
                self._adopt(copy)
                return

    def undo(self, seat: str | None, /, key: str | None = None, entry: int | None = None) -> Entry:
        """Take back entry ``entry`` (None: the last one), which must still be the last; returns it."""
        done = self.do(seat, "undo", key, **_named(entry, self.table.last_done()))
        return self.table.log[done.fields["entry"] - 1]

    def redo(self, seat: str | None, /, key: str | None = None, entry: int | None = None) -> Entry:
        """Do again entry ``entry`` (None: what was taken back last); returns it."""
        done = self.do(seat, "redo", key, **_named(entry, self.table.last_undone()))
        return self.table.log[done.fields["entry"] - 1]

    def amend(
        self,
        seat: str | None,
        entry: int,
        fields: dict[str, Any],
        *,
        force: bool = False,
        key: str | None = None,
    ) -> Entry:
        """Change the fields of an old entry; see `Table.amend`."""
        return self.do(seat, "amend", key, entry=entry, fields=fields, force=force)

    def correct(self, seat: str | None, values: dict[str, Any], reason: str = "", *, key: str | None = None) -> Entry:
        """Set values of the snapshot; see `Table.correct`."""
        return self.do(seat, "correct", key, set=values, reason=reason)

    def _meant(self, drawn: Table, sitter: Sitter, action: str, fields: dict[str, Any]) -> Prepared | None:
        """What an action was on the table that the page showed; None where it could not be done then."""
        try:
            return _trial(drawn, sitter(drawn), action, fields)
        except RuleError:
            return None

    def _try(self, sitter: Sitter, action: str, fields: dict[str, Any], before: Prepared | None) -> Prepared:
        """What an action would be now, without doing it. Raises RuleError.

        A "pass" that was meant for one player when it was tried ``before`` must not become another's, nor a yes to
        one offer the answer to another, nor the end of one round that of the next. What the seat cannot see makes no
        difference: the refusal would tell it.
        """
        trial = _trial(self.table, sitter(self.table), action, fields)
        if before is not None and before.actor != trial.actor:
            raise _another_player()
        if before is not None and (before.moment != trial.moment or before.says(sitter) != trial.says(sitter)):
            raise RuleError("another-meaning", N_("It would no longer be what the page showed."))
        return trial

    def _adopt(self, copy: Table) -> None:
        """Be as the copy on which the entry was made that this device has just recorded."""
        if self._told == self.table.revision:
            self._told = copy.revision
        self.table.adopt(copy)

    def _recorded(self, line: str) -> Entry:
        """The entry of a line that is in the store already."""
        n = parse_entry(line, 0).n
        if n > self.table.revision:
            self.refresh()
        return self.table.log[n - 1]

    # -- seeing --------------------------------------------------------------------------------------------

    def refresh(self) -> list[Entry]:
        """Take in what others have recorded; returns it. Raises LogError and StoreError."""
        with self._lock:
            return self._play(self._read(self.store.lines))

    def hear(self) -> None:
        """Take in what the store has told of while it was waited for. Raises LogError and StoreError."""
        with self._lock:
            self._play(self._read(self.store.news))

    def compare(self) -> None:
        """See that the store still holds this table: what it says of it, of its seats too, may else be another's.

        Raises StoreError ``store-replaced``.
        """
        with self._lock:
            try:
                self._held.compare(self.table.log)
            except StoreError as error:
                self._lost = error
                raise
            self._lost = None

    def watch(self, callback: Told) -> "Watch":
        """Call ``callback`` with others' entries as they come; one watch a table, an earlier one is stopped.

        In an event loop (a kernel's cell) the entries are taken in and told there, else in a thread. An empty
        list says that ``trouble`` has come or gone.
        """
        self.stop()
        self._watch = Watch(self, callback)
        return self._watch

    def stop(self) -> None:
        """Watch no longer."""
        if self._watch is not None:
            self._watch.stop()
            self._watch = None

    def untold(self) -> list[Entry]:
        """The entries that came since the last call, but for this device's own."""
        with self._lock:
            entries = self.table.log[self._told :]
            self._told = self.table.revision
            return entries

    def came_through(self, entries: list[Entry]) -> bool:
        """Whether this device's own action that the store refused last is among ``entries``. It is said once."""
        with self._lock:
            found = self._unanswered in entries
            if found:
                self._unanswered = None
            return found

    def _read(self, read: Callable[[int, int], list[str]]) -> list[str]:
        try:
            return read(self.table_id, self.table.revision)
        finally:  # another file has other lines after that number, or none that can be read: that is said first
            self.compare()

    def _play(self, lines: Sequence[str]) -> list[Entry]:
        taken = []
        for line in lines:
            entry = parse_entry(line, self.table.revision + 2)
            try:
                self.table.extend(entry)
            except RuleError as error:
                raise LogError.unplayable(self.table.revision + 2, error) from None
            taken.append(entry)
        return taken


class Watch:
    """A thread that waits in the store for anything new, and tells it where the table lives."""

    def __init__(self, live: LiveTable, callback: Told) -> None:
        self.trouble: CompanionError | None = None
        self._live = live
        self._callback = callback
        self._stopped = threading.Event()
        self._telling = threading.RLock()
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        threading.Thread(target=self._run, name="companion-watch", daemon=True).start()

    def stop(self) -> None:
        """Tell nothing after this, but for a call that is already under way; the thread ends soon."""
        self._stopped.set()
        with self._telling:  # what is being told in the thread has been told
            pass

    def _run(self) -> None:
        seen: object = None
        while not self._stopped.is_set():
            try:
                version = self._live.store.wait(self._live.table_id, seen, WAIT_SECONDS)
            except CompanionError as trouble:
                self._hand_over(trouble)
                self._stopped.wait(TROUBLE_SECONDS)
                continue
            # The first look compares with nothing: what came between opening and watching is not missed.
            if version != seen or self.trouble is not None:
                seen = version
                self._hand_over(None)

    def _hand_over(self, trouble: CompanionError | None) -> None:
        if self._loop is None:
            with self._telling:
                self._tell(trouble)
            return
        try:
            self._loop.call_soon_threadsafe(self._tell, trouble)
        except RuntimeError:  # it is closed
            self._stopped.set()

    def _tell(self, trouble: CompanionError | None) -> None:
        if self._stopped.is_set():
            return
        if trouble is None or trouble.code == REPLACED:
            try:
                self._live.hear()
                trouble = None
            except CompanionError as found:
                trouble = found
        changed = (trouble is None) != (self.trouble is None)
        self.trouble = trouble
        entries = self._live.untold()
        if entries or changed:
            try:
                self._callback(entries)
            except Exception:  # noqa: BLE001 (whatever it is, the watch goes on; it is in the log)
                _log.exception("What was to be done with new entries failed")


def sight_of(table: Table, seat: str | None) -> str | None:
    """What a seat reads the history as: a name that is no longer seated reads what everybody may."""
    return seat if seat == BANKER or seat in table.players else None


def _sitter(table: Table, seat: str | None) -> Sitter:
    """Who sits where ``seat`` does at ``table``: names may change places, seats do not."""
    if seat is None or seat not in (BANKER, *table.players):
        return lambda _table: seat
    identity = seats.seat_id(table, seat)
    return lambda then: seats.sitter(then, identity)


def _check_seats(fields: dict[str, Any], then: list[str], now: list[str]) -> None:
    """Raise RuleError where a name in an action meant another seat than it does now.

    The text of a note that is such a name is refused as well: it is asked again.
    """
    moved = [name for place, name in enumerate(then) if name in now and now.index(name) != place]
    if moved and any(text == name or text.startswith(f"player:{name}:") for text in _texts(fields) for name in moved):
        raise _another_player()


def _texts(value: Any) -> Iterator[str]:
    """Every text in the fields of an action: values, keys, and what is in them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.items() if isinstance(value, dict) else value:
            yield from _texts(each)


def _another_player() -> RuleError:
    return RuleError("another-player", N_("It would now count for another player."))


def _trial(table: Table, seat: str | None, action: str, fields: dict[str, Any]) -> Prepared:
    """An action on a copy of ``table``. Raises RuleError."""
    seats.check(table, seat, action, fields)
    actor, game, copy = table.actor(action, **fields), table.game, table.fork()
    moment = (game.lap(table.state), game.moment(table.state)) if action in game.moves else None
    return Prepared(copy.do(action, by=seat, **fields), actor, moment, copy)


def _named(entry: int | None, last: Entry | None) -> dict[str, int]:
    if entry is not None:
        return {"entry": entry}
    return {} if last is None else {"entry": last.n}
