"""A visit: who reads a page and where, what is remembered there, and the ways to act. It knows no screen."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from companion import seats, strangers
from companion.errors import CompanionError, RuleError
from companion.games import load_game, part
from companion.games.common import Game
from companion.live import LiveTable
from companion.log import Entry
from companion.names import HOUSE
from companion.screens import seated
from companion.screens.place import BIG, Place
from companion.store import Lost, Store, is_unread, open_store
from companion.table import BANKER, Table
from companion.trial import Trial
from companion.widgets import Event, Hello, View
from companion.words import N_, Translator, pick_language, translator

NO_TABLE = N_("Open a table first.")
AFTER_ALL = N_("Your last tap was recorded after all: there is no need to repeat it.")
AGAIN_SECONDS = 3.0  # between two attempts to read a store that could not be read
LONGEST_BOX_NAME = 80
REMEMBERED = 500  # drawings of which a page knows what they showed; a tap is seldom more than two behind

log = logging.getLogger("companion")


def _spaced(name: str) -> str:
    """A box's name with single spaces, and none around it."""
    return " ".join(name.split())


def soon() -> float:
    """When a store that cannot be read now is tried again (monotonic)."""
    return time.monotonic() + AGAIN_SECONDS


def screens_in(game: Game) -> Any:
    """The module ``screens`` of a game. Raises RuleError ``no-screens`` where it has none."""
    screens = part(game, "screens")
    if screens is None:
        raise RuleError("no-screens", N_("{game} has no screens yet."), game=game.title)
    return screens


class Drawn(NamedTuple):
    """What a page showed: the place and whether it was the copy for trying, and the table's revision."""

    where: tuple[str, str, bool]
    revision: int


class Opened(NamedTuple):
    """The dialog that is open: its name, what it remembers meanwhile, and what tells one opening from the next."""

    name: str
    about: Any
    serial: int


class Visit:
    """A page between two taps: its ``place``, ``seat`` and table, and what can be done there.

    All that must survive a reload is in ``place`` or in the store. Without a view it is a page that nobody reads yet:
    the first paint. ``redraw`` is called when others have changed what there is to see.
    """

    def __init__(
        self,
        view: View | None = None,
        *,
        store: Store | None = None,
        place: Place | None = None,
        live: LiveTable | None = None,
        speaks: Translator | None = None,
        redraw: Callable[[], None] = lambda: None,
    ) -> None:
        self.place = place or Place()
        self.live = live
        self.trial: Trial | None = None  # what is tried on a copy of the table
        self.seat: str | None = None
        self.memory: dict[type, Any] = {}  # what the screens remember here, by its type (see `Ctx.kept`)
        self.opened: Opened | None = None
        self.waits: CompanionError | None = None  # why it is not yet where its address says: see `come_back`
        self._again = 0.0  # when it is tried to be there once more (monotonic)
        self.hello = Hello()
        self.heard = 0.0  # when the others were last to be told that this device sits here
        self._sat_down = False  # whether it is recorded that this device has sat down on its seat
        self._comes_back = False  # whether it did so as the page was loaded, by no tap
        self.lang, self.theme, self.turn, self.ring = "auto", "auto", "off", "both"
        self.hints = self.hello.hints  # how many were read on this device
        self._: Translator = speaks or translator("en")
        self.tried: tuple[str, dict[str, Any]] = ("", {})  # the action that was asked for last, and its fields
        self.done = 0  # actions that the event in hand has recorded
        self._view = view
        self._redraw = redraw
        self._store = store
        self._event: Event | None = None
        self._drawn: dict[int, Drawn] = {}  # by the view's revisions, oldest first
        self._seen: Drawn | None = None  # what the event in hand was tapped on
        self._moved = False  # whether that was another table, seat or trial
        self._serial = 0

    @property
    def view(self) -> View:
        """What is read. Nobody taps on a page that has none."""
        assert self._view is not None
        return self._view

    @property
    def store(self) -> Store:
        """The store of this data folder. Raises StoreError where it cannot be read."""
        if self._store is None:
            self._store = open_store()
        return self._store

    def lost(self) -> list[Lost]:
        """What the store has lost while this page was open."""
        return self._store.lost() if self._store else []

    @property
    def table(self) -> Table | None:
        """The table that the page shows: the real one, or the copy on which something is tried."""
        if self.trial is not None:
            return self.trial.table
        return None if self.live is None else self.live.table

    @property
    def writable(self) -> bool:
        """Whether anything can be recorded here."""
        return self.trial is not None or self.live is None or self.live.writable

    # -- boxes ---------------------------------------------------------------------------------------------

    def boxes(self, game: str) -> dict[str, str]:
        """The boxes remembered for a game, name -> TOML text; on an open host those of this device.

        A name has the spaces that a form sends, whatever an older version has kept.
        """
        kept = self.store.boxes(strangers.shelf(game, self.hello.device))
        return {_spaced(name): toml for name, toml in kept.items()} | {
            name: toml for name, toml in kept.items() if name == _spaced(name)
        }

    def box(self, game: str, name: str) -> str:
        """The TOML text of a remembered box. Raises RuleError ``unknown-box``."""
        found = self.boxes(game).get(_spaced(name))
        if found is None:
            raise RuleError("unknown-box", N_("This box is no longer remembered here: choose another one."))
        return found

    def keep_box(self, game: str, name: str, toml: str) -> str:
        """Remember a box there; returns under which name. Raises CompanionError ``too-many-tables``."""
        strangers.check_room()
        name = _spaced(name[:LONGEST_BOX_NAME]) or load_game(game).title
        self.store.keep_box(strangers.shelf(game, self.hello.device), name, toml)
        return name

    # -- going places --------------------------------------------------------------------------------------

    def go(self, place: Place) -> None:
        """Be at ``place``, as far as that is possible for this device; the page's address says the truth after.

        Where that cannot be read now it is where the address leads: see `come_back`.
        """
        waited, self.waits = self.waits, None
        elsewhere = (place.table, place.seat) != (self.place.table, self.place.seat)
        if elsewhere and self.live is not None and self.seat is not None:
            seated.leave(self.store, self.live, self.place.seat, self.hello.device)
        if place.table != self.place.table or (place.table and self.live is None):
            place = self._open(place)
        if place.seat != self.place.seat or self.seat is None:
            place = self._sit(place)
        if (place.table, place.seat) != (self.place.table, self.place.seat):
            self.memory.clear()
            self.trial = self._seen = None
        self.opened = None
        self.place = place
        self.view.go(place.url())
        self._again = soon()
        if self.waits is not None and (waited is None or waited.code != self.waits.code):
            self.say(self.waits.text(self._))  # an error would stand there when it is over

    def come_back(self) -> bool:
        """Be where the address says, if the store could not be read before and it is time; returns whether it is."""
        if self.waits is None or time.monotonic() < self._again:
            return False
        opened = self.opened
        self.go(self.place)
        if self.waits is not None:
            self.opened = opened  # nothing has changed on the page
        return self.waits is None

    def to(self, **changes: Any) -> None:
        """Go to a place that differs from this one."""
        self.go(replace(self.place, **changes))

    def _open(self, place: Place) -> Place:
        if self.live is not None:
            self.live.stop()
        self.live, self.seat = None, None
        if not place.table:
            return place
        try:
            live = LiveTable(self.store, strangers.find(self.store, place.table))
            screens_in(live.table.game)
        except CompanionError as refusal:
            if is_unread(refusal):
                self.waits = refusal
                return place
            self.view.say(refusal.text(self._))
            return Place()
        self.live = live
        live.watch(self.on_others)
        return place

    def _sit(self, place: Place) -> Place:
        self.seat = None
        if self.live is None or place.seat in ("", BIG):
            return place
        seat = seats.sitter(self.live.table, place.seat)
        try:
            if seat is not None:
                self.live.compare()
                seats.enter(self.store, self.live.table_id, place.seat, self.hello.device)
        except RuleError:
            seat = None
        except CompanionError as trouble:
            if self._event is None:  # it comes by no tap: the address leads there
                self.waits = trouble
                return place
            seat = None
            self.view.say(trouble.text(self._))
        if seat is None:
            return replace(place, seat="")
        self.seat = seat
        self._sat_down, self._comes_back = False, self._event is None
        self.sits(place.seat, logging.WARNING)
        return place

    def sits(self, seat: str, level: int = logging.DEBUG) -> None:
        """Tell the others that this device sits there. Where that fails it is logged, at this level."""
        if self.live is None:
            return
        self.heard = time.monotonic()
        device = self.hello.device
        try:
            if self._sat_down:
                self.store.pins.see(self.live.table_id, seat, device, time.time())
            else:
                seated.arrive(self.store, self.live, seat, device, back=self._comes_back)
                self._sat_down = True
        except CompanionError as trouble:  # where nothing can be recorded, the banker cannot do anything either
            log.log(level, "It could not be recorded who sits there: %s", trouble)

    def _keep_seat(self) -> None:
        """The same seat under its new name, after others may have renamed it."""
        if self.table is not None and self.seat is not None:
            self.seat = seats.sitter(self.table, self.place.seat)

    def on_others(self, entries: list[Entry]) -> None:
        """Other devices have recorded something, or the store has come or gone."""
        assert self.live is not None
        for entry in entries:
            if entry.action in ("undo", "redo"):
                self.say(self._undone_by(entry))
            if entry.by == HOUSE:
                self.say(self._told(entry.n))
        if self.live.came_through(entries):
            self.say(self._(AFTER_ALL))
        self._tell_overruns(entries)
        self._keep_seat()
        self._redraw()

    def _undone_by(self, entry: Entry) -> str:
        """Who undid or redid what, for those who look on."""
        _ = self._
        template = _("{who} undid: {what}") if entry.action == "undo" else _("{who} did again: {what}")
        who = _("The banker") if entry.by == BANKER else entry.by
        return template.format(who=who, what=self._told(entry.fields.get("entry", 0)))

    def _told(self, n: int) -> str:
        """Entry ``n`` in words, as everybody may know it: they are said in the open."""
        assert self.live is not None
        table = self.live.table
        lines = table.history(self.seat, last=table.revision - n + 1)
        return next((line.public.text(self._) for line in lines if line.n == n), "…")

    # -- what a tap was meant for --------------------------------------------------------------------------

    def take(self, event: Event | None) -> None:
        """What is done from now on is done by this event; None: it is over."""
        self._event, self.done = event, 0
        self._seen = None if event is None else self._tapped_on(event)
        self._moved = self._seen is not None and self._seen.where != self._where()

    def shown(self) -> Table | None:
        """The table as the page showed it when it was tapped; None where it still is as it was. Raises RuleError."""
        self._check_place()
        table, seen = self.table, self._seen
        if table is None or seen is None or seen.revision >= table.revision:
            return None
        return table.as_of(seen.revision)

    def remember_drawing(self) -> None:
        """What the view shows now is what the next tap is on."""
        self._drawn[self.view.revision] = Drawn(self._where(), self.table.revision if self.table else 0)
        if len(self._drawn) > REMEMBERED:
            del self._drawn[min(self._drawn)]

    def _where(self) -> tuple[str, str, bool]:
        return self.place.table, self.place.seat, self.trial is not None

    def _tapped_on(self, event: Event) -> Drawn | None:
        """What the page showed when it was tapped; what is drawn now, for a page that does not say."""
        if event.entries is not None:
            return Drawn(self._where(), event.entries)
        if not self._drawn:
            return None
        known = [each for each in self._drawn if event.rev is None or each <= event.rev]
        return self._drawn[max(known) if known else min(self._drawn)]

    def _check_place(self) -> None:
        """Raises RuleError ``overtaken`` where the page is at another table, seat or trial than was tapped on."""
        if self._moved:
            raise RuleError("overtaken", N_("The page has changed meanwhile; look again."))

    # -- acting --------------------------------------------------------------------------------------------

    def do(self, action: str, /, **fields: Any) -> Entry:
        """Record an action of this page's seat. Raises RuleError and StoreError."""
        if self.live is None:
            raise RuleError("no-table", NO_TABLE)
        self.tried = action, fields
        self._check_place()
        self._keep_seat()  # a refusal may have brought its new name
        if self.trial is not None:
            tried = self.trial.do(self.seat, action, **fields)
            self._keep_seat()
            return tried
        key = None
        if self._event is not None:
            key = f"{self._event.key}-{self.done}" if self.done else self._event.key
        seen = None if self._seen is None else self._seen.revision
        entry = self.live.do(self.seat, action, key, seen, **fields)
        self.done += 1
        self._seen = None  # what the same tap does next, it does after this
        self._keep_seat()
        return entry

    def keep_time(self) -> None:
        """Let the table record what the clock of its rules has brought by now."""
        if self.live is None:
            return
        try:
            self._tell_overruns(self.live.keep_time())
        except CompanionError as trouble:
            log.warning("The table's clock could not be recorded: %s", trouble)

    def _tell_overruns(self, entries: list[Entry]) -> None:
        """Everybody hears what the table has recorded by itself; of several at once the last says it all."""
        assert self.live is not None
        overruns = [entry.n for entry in entries if entry.action == self.live.table.game.overrun]
        if overruns:
            self.say(self._told(overruns[-1]))

    def say(self, text: str) -> None:
        """A short sentence that is no refusal."""
        self.view.say(text, "info")

    def open(self, name: str, about: Any = None) -> None:
        """Show the dialog of this name from the next drawing on; ``about`` is what it remembers."""
        self._serial += 1
        self.opened = Opened(name, about, self._serial)

    def speak(self) -> None:
        """Take the reader's language: the chosen one, else the browser's."""
        self._ = translator(pick_language(self.lang, self.hello.languages)).at(self.hello.zone)
        self.view.speak(self._)
