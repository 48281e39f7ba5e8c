"""A page made of chapters, each a function in a notebook: from a table to figures, rows and text.

The reader chooses the table: one of the store, a save, or a demo. What the page shows is what everybody may see.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import htpy as h
from htpy import Node
from markupsafe import Markup

from companion import charts
from companion import table as tables
from companion.charts import options
from companion.charts.parts import Figure
from companion.demo import demo_table
from companion.errors import CompanionError
from companion.games import GAMES, load_game, part
from companion.screens import parts, story
from companion.screens.ctx import Ctx, html, screens_of
from companion.screens.logs import log_to_file
from companion.screens.naming import named
from companion.screens.place import Place, read_place
from companion.screens.visit import Visit
from companion.store import Store, open_store
from companion.table import Table
from companion.widgets import Event, Hello, View
from companion.widgets.script import is_served
from companion.words import Translator, day, isolated, pick_language, translator

log = logging.getLogger("companion")
ROWS = 200  # of a table on the page; all of them are in the archive
FILE, DEMO = "file", "demo"


class Reading:
    """What a chapter is given: the ``table``, the reader's words ``_``, and controls for the reader.

    A control stands above the chapter and is made by asking for its value; the chapter runs again when it changes.
    """

    def __init__(self, table: Table, _: Translator, chapter: str, given: dict[str, Any]) -> None:
        self.table = table
        self._ = _
        self.charts: dict[str, Figure] = {}
        self.controls: list[Node] = []
        self._chapter = chapter
        self._given = given

    def choose(self, label: str, choices: Mapping[str, str] | Iterable[str]) -> str:
        """One of several; ``choices`` are the values, or values with what they are called."""
        named = dict(choices) if isinstance(choices, Mapping) else {each: each for each in choices}
        value = self._given.get(label)
        value = value if value in named else next(iter(named), "")
        chosen = parts.select_input(label, named.items(), value, data_do_change="book.set", data_chapter=self._chapter)
        self.controls.append(parts.field(label, chosen))
        return value

    def find(self, label: str, groups: Mapping[str, Mapping[str, str]]) -> str:
        """One of many, in groups, with a field to search them by their words; "" while none is chosen.

        ``groups`` has the values of each group with what they are called.
        """
        words = str(self._given.get(f"{label} ?", "")).casefold().split()
        value = str(self._given.get(label, ""))
        value = value if any(value in group for group in groups.values()) else ""
        found = {
            name: {
                each: said
                for each, said in group.items()
                if each == value or all(word in f"{name} {said}".casefold() for word in words)
            }
            for name, group in groups.items()
        }
        telling = {"data_do_change": "book.set", "data_chapter": self._chapter}
        chosen = h.select(".input", name=label, data_rev=value, **telling)[
            h.option(value="", selected=not value)["–"],
            (
                h.optgroup(label=name)[
                    (h.option(value=each, selected=each == value)[said] for each, said in group.items())
                ]
                for name, group in found.items()
                if group
            ),
        ]
        count = sum(map(len, found.values()))
        self.controls.append(
            h.div(".find")[
                parts.field(label, chosen),
                parts.field(
                    self._.ngettext("Search {count} move", "Search {count} moves", count).format(count=count),
                    parts.text_input(f"{label} ?", " ".join(words), type_="search", **telling),
                ),
            ]
        )
        return value

    def pick(self, label: str, choices: Mapping[str, str] | Iterable[str], first: int = 4) -> list[str]:
        """Any of several; at first the ``first`` of them."""
        named = dict(choices) if isinstance(choices, Mapping) else {each: each for each in choices}
        given = self._given.get(label)
        on = [each for each in named if each in given] if isinstance(given, list) else list(named)[:first]
        self.controls.append(
            h.fieldset(".pick")[
                h.legend[label],
                # A box of its own, never shown, so that no box ticked is an answer too.
                h.input(type="checkbox", name=label, value="", checked=True, hidden=True),
                (
                    h.label(".tick")[
                        h.input(
                            type="checkbox",
                            name=label,
                            value=each,
                            checked=each in on,
                            data_do_change="book.set",
                            data_chapter=self._chapter,
                        ),
                        h.span[said],
                    ]
                    for each, said in named.items()
                ),
            ]
        )
        return on

    def tick(self, label: str, *, on: bool = False) -> bool:
        """Yes or no."""
        value = bool(self._given.get(label, on))
        box = parts.checkbox(label, label, on=value, data_do_change="book.set", data_chapter=self._chapter)
        self.controls.append(box)
        return value

    def slide(self, label: str, least: int, most: int, value: int | None = None) -> int:
        """A number between two others."""
        given = str(self._given.get(label, ""))
        found = int(given) if given.isdecimal() else most if value is None else value
        found = max(least, min(most, found))
        step = {"chapter": self._chapter, "label": label}
        self.controls.append(
            h.div(".slide")[
                parts.button("‹", "book.move", args={**step, "to": max(least, found - 1)}, icon=True, label="−1"),
                h.label(".field.grow")[
                    h.span[f"{label}: {found}"],
                    h.input(
                        type="range",
                        name=label,
                        min=str(least),
                        max=str(most),
                        value=str(found),
                        data_do_change="book.set",
                        data_chapter=self._chapter,
                        data_rev=str(found),
                    ),
                ],
                parts.button("›", "book.move", args={**step, "to": min(most, found + 1)}, icon=True, label="+1"),
            ]
        )
        return found

    def kinds(self) -> dict[str, str]:
        """The figures that this game has, with their titles."""
        return {
            kind: charts.draw(self.table, kind, None, self._)["layout"]["title"]["text"]
            for kind in charts.kinds(self.table)
        }

    def figure(self, kind: str, *, only: list[str] | None = None, slider: bool = False) -> Figure:
        """A figure of the table's records, in the page's own colours."""
        drawn = charts.draw(self.table, kind, None, self._)
        if only is not None:
            drawn = options.only(drawn, only, self.table.players)
        return options.slider(drawn) if slider else drawn

    def board(self, table: Table) -> Node:
        """A table as everybody sees it: for looking at its past."""
        if part(table.game, "screens") is None:
            return table.summary().text(self._)
        ctx = Ctx(Visit(speaks=self._), table, alive=False)
        return h.div(".cards.board-of-then")[screens_of(table.game.id).TABS[0].draw(ctx).body]

    def name(self, *ids: str) -> str:
        """What something is called on the components, from its ids."""
        return " · ".join(named(self.table, each, self._) for each in ids)


Chapter = Callable[[Reading], Any]


class Book:
    """A page of chapters. ``chapter`` adds one, ``open`` shows the page under the cell."""

    def __init__(self) -> None:
        self.view = View(self.on_event, self.on_hello)
        self.table: Table | None = None
        self.source = ""
        self._: Translator = translator("en")
        self._chapters: dict[str, tuple[str, Chapter]] = {}
        self._given: dict[str, dict[str, Any]] = {}
        self._drawn: dict[str, tuple[Markup, dict[str, Figure]]] = {}
        self._store: Store | None = None

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
        """Show the page; with the newest table of the store, or a demo, until the reader chooses another."""
        from IPython.display import display

        log_to_file()
        self.take(table or self._first(), FILE if table else "")
        display(self.view)  # type: ignore[no-untyped-call]

    def take(self, table: Table, source: str = "") -> None:
        """Read this table from now on."""
        self.table = table
        self.source = source or self.source
        self._given.clear()
        self._drawn.clear()
        self.draw()

    # -- what comes from the page --------------------------------------------------------------------------

    def on_hello(self, hello: Hello) -> None:
        """A page came alive: speak its language, read the table that its address names."""
        self._ = translator(pick_language(hello.lang or "auto", hello.languages)).at(hello.zone)
        self.view.speak(self._)
        code = read_place(hello.url).table
        if code and code != self.source:
            try:
                self.choose(code)
            except CompanionError as refusal:
                self.view.say(refusal.text(self._))
        self._drawn.clear()
        self.draw()

    def on_event(self, event: Event) -> None:
        """The reader chose something."""
        try:
            self._do(event)
        except CompanionError as refusal:
            self.view.say(refusal.text(self._))
        self.draw()

    def _do(self, event: Event) -> None:
        chapter = event.args.get("chapter", "")
        match event.do:
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
                story.hand_out(self.view, self.table, None, self._, event.do)

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
        table_id = store.find(source)
        self.take(tables.read([store.header(table_id), *store.lines(table_id)]), source)
        self.view.go(Place(table=source).url())

    def _open_store(self) -> Store:
        if self._store is None:
            self._store = open_store()
        return self._store

    def _first(self) -> Table:
        try:
            for info in self._open_store().tables():
                if info.error is None and info.game in GAMES:
                    self.choose(info.code)
                    assert self.table is not None
                    return self.table
        except CompanionError:
            log.exception("The newest table cannot be read")
        self.source = f"{DEMO}:good-brokers"
        return demo_table()

    # -- what the page shows -------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show what is true now. Only chapters whose controls have changed run again."""
        assert self.table is not None
        figures: dict[str, Figure] = {}
        cards = []
        for key, (title, function) in self._chapters.items():
            if key not in self._drawn:
                self._drawn[key] = self._read(key, function)
            inside, found = self._drawn[key]
            figures |= found
            cards.append(parts.card(inside, title=self._(title), key=f"chapter-{key}", cls="wide"))
        bar = h.header(".bar")[
            is_served() and self._back(),
            h.div(".grow")[h.h1[self.table.game.called(self._)], h.div(".sub")[self.table.summary().text(self._)]],
        ]
        self.view.title = self.table.game.called(self._)
        body = h.div(".page.book", role="main")[h.div(".cards")[self._sources(), cards]]
        self.view.show({"bar": html(bar), "body": html(body)}, figures)

    def _back(self) -> Node:
        """The way to the table that is read; to the first page, where it is no table of the store."""
        code = "" if self.source.partition(":")[0] in (FILE, DEMO) else self.source
        label = self._("To the table") if code else self._("To the first page")
        return h.a(".btn.icon.plain", href=f"./{Place(code).url()}", aria_label=label)["‹"]

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
            return h.div(".chart.tall", data_chart=key, aria_label=told["layout"].get("title", {}).get("text", ""))
        if hasattr(told, "to_dict") and hasattr(told, "columns"):
            told = told.to_dict("records")
        return _rows(told) if _is_rows(told) else told

    def _sources(self) -> Node:
        _ = self._
        stored = {}
        try:
            for info in self._open_store().tables():
                if info.error is None:
                    when = day(info.changed, _.lang, _.zone)
                    title, players = info.title or load_game(info.game).title, ", ".join(map(isolated, info.players))
                    stored[info.code] = f"{title} · {players} · {when}"
        except CompanionError as refusal:
            return parts.banner(refusal.text(_), "bad")
        demos = {f"{DEMO}:{game}": _("Demo: {game}").format(game=load_game(game).title) for game in GAMES}
        shown = {**({FILE: _("a save")} if self.source == FILE else {}), **stored, **demos}
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


def _is_rows(told: Any) -> bool:
    return isinstance(told, list) and bool(told) and all(isinstance(row, dict) and "data" not in row for row in told)


def _rows(rows: list[dict[str, Any]]) -> Node:
    return h.div(".scroll", tabindex="0")[
        h.table(".rows")[
            h.thead[h.tr[(h.th(scope="col")[str(name)] for name in rows[0])]],
            h.tbody[(h.tr[(h.td(dir="auto")[_cell(value)] for value in row.values())] for row in rows[:ROWS])],
        ],
        len(rows) > ROWS and parts.note(f"{ROWS} / {len(rows)}"),
    ]


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
