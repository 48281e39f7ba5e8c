"""A page without a browser: taps go in as messages, what the page would show comes out as HTML."""

import html
import re
import secrets
from html.parser import HTMLParser
from typing import Any

from companion.live import LiveTable
from companion.screens.app import HANDLERS
from companion.screens.ctx import Ctx
from companion.screens.page import Page
from companion.screens.place import Place
from companion.screens.visit import Visit
from companion.store import open_store
from companion.table import Table
from companion.words import Translator, bare

VOID = ("br", "hr", "img", "input")
READ = ("aria-label", "title", "value", "class", "placeholder")
HOSTILE = ["<b>x</b>", "</script><img src=x onerror=alert(1)>", "O'Hare \" &amp;", "{0} %s שלום 🎲"]


class Reader:
    """A person with a device: taps, and reads."""

    def __init__(
        self, url: str = "", *, device: str = "device-one", lang: str = "en", zone: str = "", box: str = ""
    ) -> None:
        self.page = Page(HANDLERS)
        self.visit = self.page.visit
        self.said: list[str] = []
        self.url = url
        self.rev: int | None = None  # the revision that the page still shows; None: it shows what was drawn last
        self.files: list[dict[str, str]] = []
        self.page.view.send = self._hear  # type: ignore[method-assign]
        hello = {"device": device, "lang": lang, "theme": "auto", "url": f"http://here/{url}", "languages": [lang]}
        self.page.view.receive({"hello": hello | {"zone": zone, "box": box}, "rev": 0})

    def _hear(self, content: Any, buffers: Any = None) -> None:
        for message in content.get("messages", []):
            if "say" in message:
                self.said.append(message["say"]["text"])
            if "go" in message:
                self.url = message["go"]
            if "download" in message:
                self.files.append(message["download"])

    def tap(self, do: str, values: dict[str, Any] | None = None, **args: object) -> "Reader":
        """Tap a control with these data-* attributes and this form around it."""
        event = {
            "do": do,
            "key": secrets.token_hex(8),
            "args": {name: str(value) for name, value in args.items()},
            "values": values or {},
            "rev": self.rev,
        }
        self.page.view.receive({"event": event, "pong": 0})
        return self

    def meanwhile(self, seat: str, action: str, **fields: Any) -> "Reader":
        """Another device acts, and this page shows it."""
        live = self.visit.live
        assert live is not None
        LiveTable(open_store(), live.table_id).do(seat, action, **fields)
        self.visit.on_others(live.refresh())
        return self

    @property
    def html(self) -> str:
        """All that the page shows."""
        return "".join(self.page.view.parts.values())

    @property
    def steady(self) -> str:
        """All that it shows but for what chance and the clock give it: the table's code, and the times of entries."""
        return re.sub(r"<time\b.*?</time>", "", self.html.replace(self.code, ""))

    @property
    def text(self) -> str:
        """What can be read on the page."""
        return words_of(self.html)

    @property
    def table(self) -> Table:
        """The table that the page shows."""
        assert self.visit.table is not None
        return self.visit.table

    @property
    def code(self) -> str:
        """The join code of the table."""
        return self.visit.place.table

    def start(self, players: list[str], *, seat: str = "", **options: bool) -> "Reader":
        """Start a table from the first page on, and sit down."""
        self.tap("home.game", game="good-brokers")
        for _ in players[3:]:
            self.tap("new.add", {f"player-{i}": name for i, name in enumerate(players)})
        values: dict[str, Any] = {f"player-{i}": name for i, name in enumerate(players)}
        values |= {f"option-{name}": on for name, on in options.items()}
        self.tap("new.make", {**values, "box": "default"})
        return self.tap("join.sit", seat=seat) if seat else self


def look(table: Table, seat: str | None, _: Translator, place: Place | None = None, *, alive: bool = True) -> Ctx:
    """What a screen of a table is drawn from that lies in no store."""
    return Ctx(Visit(place=place or Place("ABC2D", "0"), speaks=_), table, seat, alive)


def words_of(page: str) -> str:
    """The text of some HTML, with what screen readers and tooltips say."""
    spoken = " ".join(re.findall(r'(?:aria-label|title|placeholder|label)="([^"]*)"', page))
    return html.unescape(re.sub(r"<[^>]*>", " ", page) + " " + spoken)


class InTheOpen(HTMLParser):
    """Collects what can be read of some HTML before anything that is hidden in it has been shown."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._hidden: list[bool] = [False]
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        hidden = self._hidden[-1] or "hidden" in given
        if not hidden:
            self.found += [value for name, value in attrs if name in READ and value]
            self.found += [name for name in given if name == "disabled"]
        if tag not in VOID:
            self._hidden.append(hidden)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self._hidden[-1]:
            self.found.append(data)


class Marking(Translator):
    """A language in which every translated text is in brackets."""

    def __init__(self) -> None:
        super().__init__("en", {}, {}, lambda count: int(count != 1))

    def __call__(self, text: str) -> str:
        return f"⟦{bare(text)}⟧"

    def ngettext(self, one: str, many: str, count: int) -> str:
        return f"⟦{one if count == 1 else many}⟧"


def words_outside(marked: str) -> set[str]:
    """The words of a page in `Marking`'s language that no translation has touched."""
    depth, kept = 0, []
    for character in marked:
        depth += (character == "⟦") - (character == "⟧")
        kept.append(" " if depth or character in "⟦⟧" else character)
    return set(re.findall(r"[^\W\d_]{2,}", "".join(kept)))
