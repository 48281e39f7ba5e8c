"""A page made of chapters, each a function in a notebook: from a table to figures, rows and text.

The reader chooses the table: one of the store, a save, or a demo. What the page shows is what everybody may see.
Without a table it is the group's book (`companion.screens.group`).
"""

from __future__ import annotations

import json
import logging
import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import htpy as h
from htpy import Node
from markupsafe import Markup

from companion import strangers
from companion import table as tables
from companion.charts import options, scales
from companion.charts.parts import Figure
from companion.demo import demo_table
from companion.errors import CompanionError
from companion.games import GAMES, load_game
from companion.group import Told, listed, said
from companion.logs import log_to_file
from companion.screens import explain, parts, replay, story
from companion.screens.ctx import Ctx, html
from companion.screens.frame import unreadable
from companion.screens.group.page import GroupPage
from companion.screens.group.seen import read_spot
from companion.screens.place import Place, read_place
from companion.screens.reading import Reading
from companion.screens.replay import Replay
from companion.screens.visit import Visit, soon
from companion.store import Store, is_unread, open_store
from companion.table import Table
from companion.widgets import Event, Hello, View
from companion.widgets.script import is_served
from companion.words import Translator, day, isolated, pick_language, separators, translator

log = logging.getLogger("companion")
ROWS = 200  # of a table on the page; all of them are in the archive
FILE, DEMO = "file", "demo"


Chapter = Callable[[Reading], Any]


class Waiting(NamedTuple):
    """The address that a page cannot show yet, and why."""

    url: str
    refusal: CompanionError


class Book:
    """A page of chapters. ``chapter`` adds one, ``open`` shows the page under the cell."""

    def __init__(self) -> None:
        self.view = View(self.on_event, self.on_hello, self.on_beat)
        self.table: Table | None = None
        self.source = ""
        self._: Translator = translator("en")
        self._chapters: dict[str, tuple[str, Chapter]] = {}
        self._given: dict[str, dict[str, Any]] = {}
        self._drawn: dict[str, tuple[Markup, dict[str, Figure]]] = {}
        self._replay: Replay | None = None
        self._store: Store | None = None
        self._group = GroupPage(self.view, self.draw)
        self._visit = Visit()  # remembers what ? has opened
        self._waits: Waiting | None = None
        self._again = math.inf  # when it is drawn once more though nothing has happened (monotonic)

    def chapter(self, title: str) -> Callable[[Chapter], Chapter]:
        """Make a function a chapter of the page; a function of the same name takes the older one's place."""

        def add(function: Chapter) -> Chapter:
            self._chapters[function.__name__] = (title, function)
            self._drawn.pop(function.__name__, None)
            if self.table is not None:
                self.draw()
            return function

        return add

    def open(self, table: Table | None = None) -> None:
        """Show the page: what its address says where our server shows it, else the newest table, or a demo."""
        from IPython.display import display

        log_to_file()
        if table or not is_served():
            self.take(table or self._first(), FILE if table else "")
        display(self.view)  # type: ignore[no-untyped-call]

    def take(self, table: Table, source: str = "") -> None:
        """Read this table from now on."""
        self.table = table
        self.source = source or self.source
        self._waits = None
        self._given.clear()
        self._forget()
        self.draw()

    # -- what comes from the page --------------------------------------------------------------------------

    def on_hello(self, hello: Hello) -> None:
        """A page came alive: speak its language, read the table that its address names, or the group's book."""
        self._ = translator(pick_language(hello.lang or "auto", hello.languages)).at(hello.zone)
        self._visit = Visit(speaks=self._)
        self.view.speak(self._)
        self.visit(hello.url)
        self._forget()
        self.draw()

    def _forget(self) -> None:
        """What was drawn of another table, or in another language."""
        self._drawn.clear()
        self._replay = None

    def visit(self, url: str) -> None:
        """Go where an address says; while that cannot be read the page waits for it."""
        code = read_place(url).table
        try:
            if code and code != self.source:
                self.choose(code)
        except CompanionError as refusal:
            if is_served() and is_unread(refusal):
                self._wait(url, refusal)
                return
            self.view.say(refusal.text(self._))
        if is_served() and not (code and code == self.source):
            self.leave()
            self._group.go(read_spot(url))

    def _wait(self, url: str, refusal: CompanionError) -> None:
        if self._waits is None or self._waits.refusal.code != refusal.code:
            self.view.say(refusal.text(self._), "info")  # an error would stand there when it is over
        self.table, self.source = None, ""
        self._waits = Waiting(url, refusal)

    def on_beat(self) -> None:
        """The page was heard: what could not be read is tried again."""
        if time.monotonic() < self._again:
            return
        if self._waits is not None:
            self.visit(self._waits.url)
        self.draw()

    def leave(self) -> None:
        """Read no table any more, but the group's book; on an open host, where strangers are no group, a demo."""
        self.table, self.source, self._waits = None, "", None
        if strangers.is_open():
            self.choose(f"{DEMO}:good-brokers")

    def on_event(self, event: Event) -> None:
        """The reader chose something."""
        try:
            (self._play if event.do in replay.HANDLERS else self._do)(event)
        except CompanionError as refusal:
            self.view.say(refusal.text(self._))
        self.draw()

    def _do(self, event: Event) -> None:
        chapter = event.args.get("chapter", "")
        if event.do.startswith("group."):
            strangers.check_listed()
        self._visit.opened = None
        match event.do:
            case "sheet.open":
                self._visit.open(explain.DIALOG.name, explain.DIALOG.begin(self._ctx, event.args))
            case "visit":
                self.visit(event.args.get("url", ""))
            case "group.start":
                self.leave()
                self._group.go(read_spot(""))
            case "group.open":
                self.choose(event.args.get("code", ""))
            case "book.table":
                self.choose(event.text("table"))
            case "book.upload":
                self.take(tables.read(event.text("file").lstrip("\ufeff").encode().split(b"\n")), FILE)
            case "book.set" if chapter in self._chapters:
                self._given.setdefault(chapter, {}).update(event.values)
                self._drawn.pop(chapter, None)
            case "book.move" if chapter in self._chapters:
                self._given.setdefault(chapter, {})[event.args.get("label", "")] = event.args.get("to", "")
                self._drawn.pop(chapter, None)
            case "story.report" | "story.archive" if self.table is not None:
                story.hand_out(self.view, self.table, self._, event.do)
            case _ if self.table is None:
                self._group.on_event(event, self._open_store(), self._)

    @property
    def _ctx(self) -> Ctx:
        return Ctx(self._visit)

    def _play(self, event: Event) -> None:
        """Open the replay of the table, or work out what the page asks for of it."""
        if event.do == "replay.open" and self.table is not None:
            self._replay = Replay(self.table, self._)
        elif self._replay is not None:
            self._replay.more(event.args.get("have", ""))

    def choose(self, source: str) -> None:
        """Read a table of the store, by its code, or a demo. Raises CompanionError where there is none."""
        kind, _colon, game = source.partition(":")
        if kind == FILE:
            return
        if kind == DEMO:
            self.take(demo_table(load_game(game).id), source)
            self.view.go("?")
            return
        store = self._open_store()
        table_id = strangers.find(store, source)
        self.take(tables.read([store.header(table_id), *store.lines(table_id)]), source)
        self.view.go(Place(table=source).url())

    def _open_store(self) -> Store:
        if self._store is None:
            self._store = open_store()
        return self._store

    def _first(self) -> Table:
        try:
            for mark in sorted(listed(self._open_store()), reverse=True):
                if mark.game in GAMES:
                    self.choose(mark.code)
                    assert self.table is not None
                    return self.table
        except CompanionError:
            log.exception("The newest table cannot be read")
        self.source = f"{DEMO}:good-brokers"
        return demo_table()

    # -- what the page shows -------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show what is true now. Only chapters whose controls have changed run again."""
        self._again = math.inf
        if self.table is None and self._waits is None and strangers.is_open():
            self.leave()
        if self.table is None:
            self._draw_group()
            return
        figures: dict[str, Figure] = dict(self._replay.sent) if self._replay else {}
        cards: list[Node] = [self._replay.body() if self._replay else h.div(".ways.wide")[replay.way(self._)]]
        for key, (title, function) in self._chapters.items():
            if key not in self._drawn:
                self._drawn[key] = self._read(key, function)
            inside, found = self._drawn[key]
            figures |= found
            cards.append(parts.card(inside, title=self._(title), key=f"chapter-{key}", cls="wide"))
        bar = h.header(".bar")[
            is_served() and self._back(),
            h.div(".grow")[h.h1[self.table.game.called(self._)], h.div(".sub")[self.table.summary().text(self._)]],
            explain.button("evening", self.table.header.game, self._),
        ]
        self.view.title = self.table.game.called(self._)
        body = h.div(".page.book", role="main")[h.div(".cards")[self._sources(), cards]]
        self.view.show({"bar": html(bar), "body": html(body), "over": self._over()}, figures)

    def _draw_group(self) -> None:
        try:
            if self._waits is not None:
                raise self._waits.refusal
            shown = self._group.shown(self._open_store(), self._, self._sources())
        except CompanionError as refusal:
            shown = unreadable(self._ctx, refusal)
            self._again = soon()
        self.view.title = shown.title
        self.view.show({**shown.parts, "over": self._over()}, shown.charts)

    def _over(self) -> str:
        """What ? tells, where it was tapped."""
        return html(explain.sheet(self._ctx))

    def _back(self) -> Node:
        """The way to the table that is read; to the first page, where it is no table of the store."""
        code = self._code()
        label = self._("To the table") if code else self._("To the first page")
        return h.a(".btn.icon.plain", href=f"./{Place(code).url()}", aria_label=label)["‹"]

    def _code(self) -> str:
        """The code of the table that is read; "" where it is none of the store."""
        return "" if self.source.partition(":")[0] in (FILE, DEMO) else self.source

    def _read(self, key: str, function: Chapter) -> tuple[Markup, dict[str, Figure]]:
        assert self.table is not None
        reading = Reading(self.table, self._, key, self._given.get(key, {}))
        try:
            told = function(reading)
            shown = [
                self._shown(f"{key}-{n}", each, reading.charts)
                for n, each in enumerate(told if isinstance(told, list | tuple) and not _is_rows(told) else [told])
            ]
        except CompanionError as refusal:
            shown = [parts.note(refusal.text(self._))]
        except Exception as problem:  # a chapter is the reader's own: he is told, and the page goes on
            log.exception("The chapter %s failed", key)
            shown = [h.pre(".down")[f"{type(problem).__name__}: {problem}"]]
        controls = reading.controls and h.div(".controls", data_form="")[reading.controls]
        return Markup(html([controls, shown])), reading.charts  # noqa: S704 - htpy has escaped it

    def _shown(self, key: str, told: Any, figures: dict[str, Figure]) -> Node:
        """What a chapter gives, as HTML: a figure, rows, a data frame, text, or HTML itself."""
        if hasattr(told, "to_plotly_json"):
            told = json.loads(told.to_json())
            told["layout"].pop("template", None)  # the page has its own colours
        if isinstance(told, dict) and "data" in told:
            figures[key] = told
            return h.div(".chart.tall", data_chart=key, aria_label=options.titled(told))
        if hasattr(told, "to_dict") and hasattr(told, "columns"):
            told = told.to_dict("records")
        return _rows(told, self._) if _is_rows(told) else told

    def _sources(self) -> Node:
        _ = self._
        stored = {}
        try:
            if self.table is not None and not strangers.is_open():
                told = self._group.told(self._open_store())
                stored = {each.mark.code: self._called(each) for each in told if each.error is None}
            elif self.table is not None and self._code():
                players = ", ".join(map(isolated, self.table.players))
                stored = {self.source: f"{self.table.game.called(_)} · {players}"}
        except CompanionError as refusal:
            self._again = soon()
            return parts.banner(refusal.text(_), "bad")
        demos = {f"{DEMO}:{game}": _("Demo: {game}").format(game=load_game(game).title) for game in GAMES}
        chosen = {} if self.source else {"": "–"}
        shown = {**chosen, **({FILE: _("a save")} if self.source == FILE else {}), **stored, **demos}
        return h.div(".sources.wide", data_form="")[
            parts.field(
                _("Table"),
                parts.select_input(
                    "table", shown.items(), self.source, data_do_change="book.table", data_rev=self.source
                ),
            ),
            h.label(".btn.file")[
                _("Load a save"),
                h.input(type="file", name="file", accept=".jsonl,.json,.txt", data_do_change="book.upload"),
            ],
        ]

    def _called(self, told: Told) -> str:
        """What a table of the store is called where one is chosen."""
        _, when = self._, day(told.when, self._.lang, self._.zone)
        if told.evening is None:
            return f"{told.mark.title or told.mark.code} · {when}"
        players = ", ".join(isolated(seat.name) for seat in told.evening.seats)
        return f"{told.mark.title or said.title(told.evening, _)} · {players} · {when}"


def _is_rows(told: Any) -> bool:
    return isinstance(told, list) and bool(told) and all(isinstance(row, dict) and "data" not in row for row in told)


def _rows(rows: list[dict[str, Any]], _: Translator) -> Node:
    return h.div(".scroll", tabindex="0")[
        h.table(".rows")[
            h.thead[h.tr[(h.th(scope="col")[str(name)] for name in rows[0])]],
            h.tbody[(h.tr[(h.td(dir="auto")[_cell(value, _)] for value in row.values())] for row in rows[:ROWS])],
        ],
        len(rows) > ROWS and parts.note(f"{ROWS} / {len(rows)}"),
    ]


def _cell(value: Any, _: Translator) -> str:
    """A value of a row. Whole numbers stay as they are: an entry's number or a year has no thousands."""
    if isinstance(value, float):
        return scales.number(value, separators(_.lang))
    return "" if value is None else str(value)
