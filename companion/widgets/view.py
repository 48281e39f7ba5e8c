"""The live view: Python says what there is to see, the page shows it and hands back what people do."""

import base64
import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

import anywidget
import msgspec
from traitlets import Dict, Int, Unicode

from companion.charts import drawing
from companion.charts import script as plotly
from companion.widgets import pulse
from companion.widgets.messages import Event, Hello, key_of, read_event, read_hello
from companion.widgets.script import script, style
from companion.words import N_, Translator, direction

logger = logging.getLogger("companion")

TEXTS = {
    "lost": N_("No connection. Nothing you tap now is recorded."),
    "late": N_("The connection was interrupted: your last tap was not recorded. Look again, then repeat it."),
    "changed": N_("The page has changed meanwhile; look again."),
    "failed": N_("Something went wrong here; nothing was changed. Try again, or reload the page."),
    "large": N_("This file is too large: 5 MB at most."),
    "encoding": N_("This file is not UTF-8 text. Save it as UTF-8, then choose it again."),
    "held": N_("Something that you typed here is not sent yet. Send it or empty it, then go back again."),
    "close": N_("Close"),
}
COOKIES = ("companion_lang", "companion_theme", "companion_turn", "companion_ring", "companion_hints")
BEAT = {"every": pulse.EVERY, "limit": pulse.LIMIT, "fresh": pulse.FRESH}


class View(anywidget.AnyWidget):
    """The one widget of a page.

    ``on_event`` is called for every tap, ``on_hello`` when a page comes alive, ``on_beat`` every second or two while it
    is in sight. What they raise is logged, and the page gets one sentence. ``is_recorded`` tells, by its key, whether
    a tap on the page before this one was. ``show`` and ``say`` may be called from any thread.

    ``parts`` and ``charts`` travel whole to a page that is new and as differences afterwards, so they are
    changed through ``show`` alone. What the page sends is never taken as a trait's value.
    """

    _esm = script()
    _css = style()
    parts = Dict().tag(sync=True)
    charts = Dict().tag(sync=True)
    revision = Int(0).tag(sync=True)
    title = Unicode("").tag(sync=True)
    texts = Dict(dict(TEXTS)).tag(sync=True)
    beat = Dict(dict(BEAT)).tag(sync=True)

    def __init__(
        self,
        on_event: Callable[[Event], None],
        on_hello: Callable[[Hello], None] = lambda _hello: None,
        on_beat: Callable[[], None] = lambda: None,
        is_recorded: Callable[[str], bool] = lambda _key: False,
        **traits: Any,
    ) -> None:
        self._on_event = on_event
        self._on_hello = on_hello
        self._on_beat = on_beat
        self._is_recorded = is_recorded
        self._lock = threading.RLock()
        self._outbox: list[dict[str, Any]] | None = None
        self._entries: int | None = None
        self._address: str | None = None
        self._drawn: dict[str, float] = {}  # when each region was rendered, for the clocks in it
        self._pulse = pulse.Pulse()
        super().__init__(**traits)

    # What Python says to the page.

    def show(
        self, parts: dict[str, str], charts: dict[str, dict[str, Any]] | None = None, entries: int | None = None
    ) -> None:
        """Show these regions, in this order, and no others; ``charts=None`` leaves the charts as they are.

        ``entries`` are those of the table that is shown: a tap that a later page makes again says on how many it was.
        A part is HTML in which all text is escaped. Only what differs is sent. Figures are plain JSON and
        are not to be changed after they were given.
        """
        with self._lock:
            self._entries = entries
            patch = self._difference(dict(parts), self.charts if charts is None else dict(charts))
            if patch:
                self._post({"patch": patch if entries is None else {**patch, "entries": entries}})

    def say(self, text: str, kind: str = "error") -> None:
        """One plain sentence over the page; ``kind`` is ``"error"`` or ``"info"``. The text is shown as typed."""
        self._post({"say": {"text": text, "kind": kind}})

    def go(self, url: str) -> None:
        """The address that a reload of the page is to come back to. Nothing is loaded now."""
        self._address = url
        self._post({"go": url})

    def download(self, name: str, mime: str, content: str | bytes) -> None:
        """Hand the reader a file."""
        said = {"text": content} if isinstance(content, str) else {"base64": base64.b64encode(content).decode()}
        self._post({"download": {"name": name, "mime": mime, **said}})

    def remember(self, name: str, value: str) -> None:
        """Set a device's setting: one of the cookies `COOKIES`."""
        if name not in COOKIES:
            raise ValueError(name)
        self._post({"cookie": {"name": name, "value": value}})

    def speak(self, translate: Callable[[str], str]) -> None:
        """Put the view's own sentences, and the page, in the reader's language."""
        tongue = {"lang": translate.lang, "dir": direction(translate.lang)} if isinstance(translate, Translator) else {}
        self.texts = {name: translate(text) for name, text in TEXTS.items()} | tongue

    # What the page says to Python.

    def receive(self, message: Any) -> None:
        """Take one message from the page; anything malformed is logged and otherwise ignored."""
        match message:
            case {"ping": int(number)}:
                self._answer(number, ages=message.get("ages") is True)
                self._guard(lambda _number: self._on_beat(), number)
            case {"event": event}:
                self._handle(event, message.get("pong"))
            case {"hello": hello, "rev": int(revision)}:
                before = self.revision
                self._guard(self._on_hello, read_hello(hello))
                self._renew(self.revision if revision == before else revision)
            case {"resync": int(revision)}:
                self._renew(revision)
                if self._address is not None:
                    self.go(self._address)
                self._settle(message.get("keys"))
            case {"want": "pictures"}:
                with self._lock:
                    self.send({"pictures": drawing.pictures(self.charts)})
            case {"recorded": keys}:
                self._guard(self._tell_recorded, _tokens(keys))
            case {"want": "plotly"}:
                sent = plotly.gzipped() if message.get("zipped") is True else plotly.plain()
                self.send({"plotly": True}, buffers=[sent])
            case _:
                logger.warning("The page sent something that is no message of ours.")

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Refuse what the page would like the traits to be."""
        logger.warning("The page tried to set %s.", ", ".join(map(repr, sync_data)))

    def _handle_custom_msg(self, content: Any, _buffers: Any) -> None:
        self.receive(content)

    def _should_send_property(self, key: str, value: Any) -> bool:
        if key in {"parts", "charts", "revision"}:
            return False  # a page that is alive gets the difference, in a message
        return bool(super()._should_send_property(key, value))

    def _answer(self, number: int, *, ages: bool) -> None:
        with self._lock:
            self._pulse.answered(number)
            pong: dict[str, Any] = {"pong": number, "rev": self.revision}
            if ages:
                pong["ages"] = self._ages()
            self.send({"messages": [pong]})  # at once, also while a handler runs in another thread

    def _handle(self, data: Any, pong: Any) -> None:
        """Handle a tap once, and acknowledge it together with all that it changed on the page."""
        try:
            event = read_event(data)
        except msgspec.ValidationError as problem:
            logger.warning("The page sent a malformed event: %s", problem)
            self.say(self.texts["failed"])
            self._acknowledge(key_of(data))
            return
        if self._pulse.late(pong):
            self.say(self.texts["late"])  # the page may miss this; its key stays unseen, so it is told again
            self._acknowledge(event.key)
        elif self._pulse.seen(event.key):
            self._acknowledge(event.key)
        else:
            self._collect()
            try:
                self._guard(self._on_event, event)
            finally:
                self._acknowledge(event.key)

    def _guard(self, handler: Callable[[Any], None], argument: Any) -> None:
        """The error boundary: a sentence for the reader, the traceback for the log."""
        try:
            handler(argument)
        except Exception:
            logger.exception("A handler failed on %s.", type(argument).__name__)
            self.say(self.texts["failed"])

    def _renew(self, revision: int) -> None:
        """Bring a page up to date that has this revision; it may have missed messages."""
        with self._lock:
            state: dict[str, Any] = {"rev": self.revision, "ages": self._ages()}
            if self._entries is not None:
                state["entries"] = self._entries
            if revision != self.revision:
                state |= {"parts": self.parts, "order": list(self.parts), "charts": self.charts}
            self._post({"full": state})

    def _settle(self, keys: Any) -> None:
        """After a broken line: tell a page whose taps were not answered whether one of them never came.

        One that comes after this is refused, as the page is told that it was not recorded.
        """
        lost = [key for key in _tokens(keys) if not self._pulse.seen(key)]
        if lost:
            self.say(self.texts["late"])

    def _tell_recorded(self, keys: list[str]) -> None:
        """After a reload: which taps of the page before were recorded. The page makes the others again."""
        self._post({"recorded": list(filter(self._is_recorded, keys))})

    # Messages out.

    def _difference(self, parts: dict[str, str], charts: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """What turns the page's state into this one; the state is this one afterwards."""
        patch: dict[str, Any] = {
            "parts": {name: html for name, html in parts.items() if self.parts.get(name) != html},
            "charts": {name: figure for name, figure in charts.items() if self.charts.get(name) != figure},
            "gone": [name for name in self.charts if name not in charts],
        }
        if list(parts) != list(self.parts):
            patch["order"] = list(parts)
        patch = {name: value for name, value in patch.items() if value or name == "order"}
        if patch:
            now = monotonic()
            self._drawn = {name: now if name in patch.get("parts", ()) else self._drawn[name] for name in parts}
            self.parts, self.charts, self.revision = parts, charts, self.revision + 1
            patch["rev"] = self.revision
        return patch

    def _ages(self) -> dict[str, float]:
        """Seconds since each region was rendered."""
        now = monotonic()
        return {name: round(now - at, 3) for name, at in self._drawn.items()}

    def _post(self, message: dict[str, Any]) -> None:
        with self._lock:
            if self._outbox is None:
                self.send({"messages": [message]})
            else:
                self._outbox.append(message)

    def _collect(self) -> None:
        """Keep messages back until the acknowledgement, so that a control is free when its effect shows."""
        with self._lock:
            self._outbox = []

    def _acknowledge(self, key: str | None) -> None:
        with self._lock:
            messages, self._outbox = self._outbox or [], None
            if key is not None:
                messages.append({"ack": key})
            if messages:
                self.send({"messages": messages})


def _tokens(keys: Any) -> list[str]:
    """The keys in what a page sent, as far as they are some."""
    known = [key_of({"key": key}) for key in keys[: pulse.KEYS]] if isinstance(keys, list) else []
    return [key for key in known if key]
