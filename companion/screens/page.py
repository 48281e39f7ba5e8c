"""One open page: what comes from it goes to its handler, and then it shows what is true."""

import logging
import math
import secrets
import time
from collections.abc import Callable, Mapping

from msgspec import structs

from companion import seats
from companion.errors import CompanionError, RuleError
from companion.screens import frame, join, make, needs, seated
from companion.screens.ctx import Handler, handlers_of, look
from companion.screens.place import read_place
from companion.screens.visit import Visit, soon
from companion.widgets import Event, Hello, View
from companion.words import N_

FAILED_LATE = N_("Something went wrong here after your tap was recorded. Look at the history before you try again.")

log = logging.getLogger("companion")


class Page:
    """A visit with its view: every message of the page is handled here, and every change drawn."""

    def __init__(self, handlers: Mapping[str, Handler]) -> None:
        self.view = View(self.on_event, self.on_hello, self.on_beat, self.is_recorded)
        self.visit = Visit(self.view, redraw=self.draw)
        self._handlers = handlers
        self._sought: list[str] = []  # taps of the page before: whether they were recorded could not be read
        self._patience = seats.Patience()
        self._asked: set[str] = set()  # the seats whose PIN somebody wanted away when that was looked at
        self._again = math.inf  # when it is drawn once more though nothing has happened (monotonic)

    # -- what comes from the page --------------------------------------------------------------------------

    def on_hello(self, hello: Hello) -> None:
        """A page came alive: speak its language, go where its address says."""
        visit = self.visit
        # A page is one device for good: with a new name for every guess it could try all PINs.
        device = visit.hello.device if visit.hello != Hello() else hello.device
        if device == Hello().device:
            device = secrets.token_hex(16)  # a page that does not tell is no other's
        visit.hello = structs.replace(hello, device=device)
        visit.lang, visit.theme, visit.turn, visit.ring = hello.lang or "auto", hello.theme, hello.turn, hello.ring
        visit.hints = hello.hints
        visit.speak()
        visit.go(read_place(hello.url))
        if hello.box and visit.live is None:
            make.arrive(look(visit), hello.box)
        self.draw()

    def on_event(self, event: Event) -> None:
        """Something was done on the page. A refusal is said, in words; the page shows what is true now."""
        visit = self.visit
        visit.take(event)
        visit.keep_time()  # what came first is recorded first
        try:
            if not self._turned_out():
                self._handler(event)()
        except RuleError as refusal:
            if refusal.needs and visit.table is not None:
                needed = needs.Needed(refusal.needs, visit.tried, visit.table.last_done())
                visit.open(needs.DIALOG.name, needed)
            else:
                self.view.say(refusal.text(visit._))
        except CompanionError as refusal:
            self.view.say(refusal.text(visit._))
        except Exception:
            if not visit.done:
                raise  # and nothing was changed
            log.exception("A handler failed after it had recorded something.")
            self.view.say(visit._(FAILED_LATE))
        finally:
            visit.take(None)
        self.draw()

    def _handler(self, event: Event) -> Callable[[], None]:
        """What a tap leads to. What a game handles is meant for the table as it was shown."""
        visit = self.visit
        if event.do in self._handlers:
            return lambda: self._handlers[event.do](look(visit), event)
        if visit.live is not None and visit.seat is not None:
            found = handlers_of(visit.live.table.header.game).get(event.do)
            if found is not None:
                return lambda: found(look(visit, visit.shown()), event)
        raise RuleError("unknown-action", N_("There is no action “{action}” here."), action=event.do)

    def on_beat(self) -> None:
        """The page was heard: it is still there. What has become of the table's PINs since shows on it.

        Where the store could not be read it is tried again.
        """
        visit = self.visit
        again = time.monotonic() >= self._again if visit.waits is None else visit.come_back()
        if again:
            self.draw()
        if visit.live is None:
            return
        try:
            visit.live.compare()
            self._seek()
            if visit.seat is not None and time.monotonic() - visit.heard > seated.BEAT_SECONDS:
                visit.sits(visit.place.seat)
            seated.settle(visit.store, visit.live, self._patience)
            asked = set(visit.store.pins.asked(visit.live.table_id))
        except CompanionError as trouble:
            log.debug("The seats cannot be looked at: %s", trouble)
            return
        if self._turned_out() or asked != self._asked:
            self._asked = asked
            self.draw()

    def is_recorded(self, key: str) -> bool:
        """Whether a tap with this key, on the page before this one, is in the table's log.

        While that cannot be read it is not said to be lost: it is looked for later.
        """
        try:
            return self._holds(key)
        except CompanionError:
            self._sought.append(key)
            return True

    def _seek(self) -> None:
        """Say so, where a tap of the page before was lost and that could not be read then. Raises CompanionError."""
        if not all(self._holds(key) for key in self._sought):
            self.view.say(self.view.texts["late"])
        self._sought.clear()

    def _holds(self, key: str) -> bool:
        if self.visit.waits is not None:
            raise self.visit.waits
        live = self.visit.live
        return live is not None and live.store.find_key(live.table_id, key) is not None

    def _turned_out(self) -> bool:
        """Whether the page had to leave its seat, since a PIN was set on another device: it is asked for it."""
        visit = self.visit
        if visit.live is None or visit.seat is None:
            return False
        seat = visit.place.seat
        try:
            visit.live.compare()
            seats.enter(visit.store, visit.live.table_id, seat, visit.hello.device)
        except RuleError as refusal:
            visit.to(seat="", screen="")
            join.ask_pin(look(visit), seat)
            self.view.say(refusal.text(visit._))
            return True
        except CompanionError:
            pass  # whether there is one cannot be read, or only in another file; nor can anything else
        return False

    # -- drawing -------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show what is true now; what has not changed is not sent."""
        self.visit.keep_time()
        self._turned_out()
        shown = frame.draw(look(self.visit))
        self.view.title = shown.title
        self.view.show(shown.parts, shown.charts, self.visit.table.revision if self.visit.table else None)
        self._again = soon() if shown.again else math.inf
        self.visit.remember_drawing()
