"""One open page: where it is, who sits there, and what its reader does."""

import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import structs

from companion import seats
from companion.errors import CompanionError, RuleError
from companion.live import LiveTable
from companion.log import Entry
from companion.names import HOUSE
from companion.screens import frame, make, seated
from companion.screens.ctx import Ctx
from companion.screens.place import BIG, Place, read_place
from companion.store import Lost, Store, open_store
from companion.table import Table
from companion.trial import Trial
from companion.widgets import Event, Hello, View
from companion.words import N_, Translator, pick_language, translator

FAILED_LATE = N_("Something went wrong here after your tap was recorded. Look at the history before you try again.")

log = logging.getLogger("companion")
Handle = Callable[["Page", Event], None]
REMEMBERED = 500  # drawings of which a page knows what they showed; a tap is seldom more than two behind


class Drawn(NamedTuple):
    """What a page showed: the place and whether it was the copy for trying, and the table's revision."""

    where: tuple[str, str, bool]
    revision: int


class Page:
    """The state of a page between two taps. All that must survive a reload is in ``place`` or in the store."""

    def __init__(self, handlers: Mapping[str, Handle]) -> None:
        self.view = View(self.on_event, self.on_hello, lambda: seated.beat(self))
        self.place = Place()
        self.live: LiveTable | None = None
        self.trial: Trial | None = None  # what is tried on a copy of the table
        self.seat: str | None = None
        self.ui: dict[str, Any] = {}
        self.hello = Hello()
        self.heard = 0.0  # when the others were last told that this device sits here
        self.asked: set[str] = set()  # the seats whose PIN somebody wanted away when that was looked at
        self.lang, self.theme, self.turn = "auto", "auto", "off"
        self._: Translator = translator("en")
        self._handlers = handlers
        self._store: Store | None = None
        self._event: Event | None = None
        self._done = 0  # actions that the event in hand has recorded
        self._drawn: dict[int, Drawn] = {}  # by the view's revisions, oldest first
        self._seen: Drawn | None = None  # what the event in hand was tapped on
        self._moved = False  # whether that was another table, seat or trial
        self._tried: tuple[str, dict[str, Any]] = ("", {})
        self._serial = 0

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
    def table(self) -> Table:
        """The table that the page shows: the real one, or the copy on which something is tried."""
        assert self.live is not None
        return self.trial.table if self.trial else self.live.table

    # -- what comes from the page --------------------------------------------------------------------------

    def on_hello(self, hello: Hello) -> None:
        """A page came alive: speak its language, go where its address says."""
        # A page is one device for good: with a new name for every guess it could try all PINs.
        device = self.hello.device if self.hello != Hello() else hello.device
        if device == Hello().device:
            device = secrets.token_hex(16)  # a page that does not tell is no other's
        self.hello = structs.replace(hello, device=device)
        self.lang, self.theme, self.turn = hello.lang or "auto", hello.theme, hello.turn
        self.speak()
        self.go(read_place(hello.url))
        if hello.box and self.live is None:
            make.arrive(self, hello.box)
        self.draw()

    def on_event(self, event: Event) -> None:
        """Something was done on the page. A refusal is said, in words; the page shows what is true now."""
        self._event, self._done, self._seen = event, 0, self._tapped_on(event)
        self._moved = self._seen is not None and self._seen.where != self._where()
        self.keep_time()  # what came first is recorded first
        try:
            if not seated.turned_out(self):
                self._handler(event)(self, event)
        except RuleError as refusal:
            if refusal.needs:
                self.open_sheet("box", needs=refusal.needs, move=self._tried, last=self.table.last_done())
            else:
                self.view.say(refusal.text(self._))
        except CompanionError as refusal:
            self.view.say(refusal.text(self._))
        except Exception:
            if not self._done:
                raise  # and nothing was changed
            log.exception("A handler failed after it had recorded something.")
            self.view.say(self._(FAILED_LATE))
        finally:
            self._event = self._seen = None
        self.draw()

    def _handler(self, event: Event) -> Handle:
        if event.do in self._handlers:
            return self._handlers[event.do]
        if self.live is not None and self.seat is not None:
            found = frame.screens(self.live.table).ACTIONS.get(event.do)
            if found is not None:
                return lambda page, event: found(page.shown(), event)
        raise RuleError("unknown-action", N_("There is no action “{action}” here."), action=event.do)

    def on_others(self, entries: list[Entry]) -> None:
        """Other devices have recorded something, or the store has come or gone."""
        assert self.live is not None
        for entry in entries:
            if entry.action in ("undo", "redo"):
                self.view.say(frame.undone_by(self.live.table, self.seat, entry, self._), "info")
            if entry.by == HOUSE:
                self.say(frame.told(self.live.table, self.seat, entry.n, self._))
        self._tell_overruns(entries)
        self._keep_seat()
        self.draw()

    # -- going places --------------------------------------------------------------------------------------

    def go(self, place: Place) -> None:
        """Be at ``place``, as far as that is possible for this device; the page's address says the truth after."""
        if self.seat is not None and (place.table, place.seat) != (self.place.table, self.place.seat):
            seated.leave(self)
        if place.table != self.place.table or (place.table and self.live is None):
            place = self._open(place)
        if place.seat != self.place.seat or self.seat is None:
            place = self._sit(place)
        if (place.table, place.seat) != (self.place.table, self.place.seat):
            self.ui.clear()
            self.trial = self._seen = None
        self.ui.pop("sheet", None)
        self.place = place
        self.view.go(place.url())

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
            live = LiveTable(self.store, self.store.find(place.table))
            frame.screens(live.table)
        except CompanionError as refusal:
            self.view.say(refusal.text(self._))
            return Place()
        self.live = live
        live.watch(self.on_others)
        return place

    def _sit(self, place: Place) -> Place:
        self.seat = None
        if self.live is None or place.seat in ("", BIG):
            return place
        seat = seats.seat_of(self.live.table, place.seat)
        try:
            if seat is not None:
                seats.enter(self.store, self.live.table_id, place.seat, self.hello.device)
        except CompanionError:
            seat = None
        if seat is None:
            return replace(place, seat="")
        self.seat = seat
        seated.arrive(self, place.seat)
        return place

    def _keep_seat(self) -> None:
        """The same seat under its new name, after others may have renamed it."""
        if self.live is not None and self.seat is not None:
            self.seat = seats.seat_of(self.table, self.place.seat)

    # -- what a tap was meant for --------------------------------------------------------------------------

    def _where(self) -> tuple[str, str, bool]:
        return self.place.table, self.place.seat, self.trial is not None

    def _tapped_on(self, event: Event) -> Drawn | None:
        """What the page showed when it was tapped; what is drawn now, for a page that does not say."""
        if not self._drawn:
            return None
        known = [each for each in self._drawn if event.rev is None or each <= event.rev]
        return self._drawn[max(known) if known else min(self._drawn)]

    def shown(self) -> Ctx:
        """What the event in hand was tapped on: the table as the page showed it then. Raises RuleError."""
        self._check_place()
        past = self._seen is not None and self._seen.revision < self.table.revision
        return self.ctx(self.table.as_of(self._seen.revision) if past and self._seen else None)

    def _check_place(self) -> None:
        """Raises RuleError ``overtaken`` where the page is at another table, seat or trial than was tapped on."""
        if self._moved:
            raise RuleError("overtaken", N_("The page has changed meanwhile; look again."))

    # -- acting --------------------------------------------------------------------------------------------

    def do(self, action: str, **fields: Any) -> Entry:
        """Record an action of this page's seat. Raises RuleError and StoreError."""
        if self.live is None:
            raise RuleError("no-table", N_("Open a table first."))
        self._tried = action, fields
        self._check_place()
        if self.trial is not None:
            tried = self.trial.do(self.seat, action, **fields)
            self._keep_seat()
            return tried
        key = None
        if self._event is not None:
            key = f"{self._event.key}-{self._done}" if self._done else self._event.key
        seen = None if self._seen is None else self._seen.revision
        entry = self.live.do(self.seat, action, key=key, seen=seen, **fields)
        self._done += 1
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
            self.view.say(frame.told(self.live.table, self.seat, overruns[-1], self._), "info")

    def say(self, text: str) -> None:
        """A short sentence that is no refusal."""
        self.view.say(text, "info")

    def open_sheet(self, kind: str, **more: Any) -> None:
        """Show the dialog ``kind`` from the next drawing on."""
        self._serial += 1
        self.ui["sheet"] = {"kind": kind, "serial": self._serial, **more}

    def close_sheet(self) -> None:
        """Show no dialog."""
        self.ui.pop("sheet", None)

    def speak(self) -> None:
        """Take the reader's language: the chosen one, else the browser's."""
        self._ = translator(pick_language(self.lang, self.hello.languages)).at(self.hello.zone)
        self.view.speak(self._)

    # -- drawing -------------------------------------------------------------------------------------------

    def ctx(self, table: Table | None = None) -> Ctx:
        """What the table's screens are drawn from: the table as it is now, or another state of it."""
        assert self.live is not None
        table = table or self.table
        seat = self.seat if self.seat is None else seats.seat_of(table, self.place.seat)
        self.ui["tab"] = self.place.screen or frame.screens(table).TABS[0].id
        return Ctx(
            table=table,
            seat=seat,
            snapshot=table.snapshot(seat),
            _=self._,
            alive=True,
            writable=self.trial is not None or self.live.writable,
            ui=self.ui,
            do=self.do,
            say=self.say,
            latest=self.table,
        )

    def draw(self) -> None:
        """Show what is true now; what has not changed is not sent."""
        self.keep_time()
        seated.turned_out(self)
        shown = frame.draw(self)
        self.view.title = shown.title
        self.view.show(shown.parts, shown.charts)
        self._drawn[self.view.revision] = Drawn(self._where(), self.table.revision if self.live else 0)
        if len(self._drawn) > REMEMBERED:
            del self._drawn[min(self._drawn)]
