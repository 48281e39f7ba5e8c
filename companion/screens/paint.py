"""The first paint: the public state of a table, or the first page, as plain HTML in the server's first answer.

Its charts are pictures, until the page is alive and plotly has come.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import unquote

import htpy as h
from markupsafe import Markup

from companion import strangers
from companion.charts import drawing
from companion.charts.parts import Figure
from companion.errors import CompanionError
from companion.games import GAMES
from companion.group import Shelf
from companion.live import LiveTable
from companion.screens import frame
from companion.screens.ctx import Ctx, html, screens_of
from companion.screens.group.page import first_paint as group_paint
from companion.screens.place import Place, read_place
from companion.screens.visit import Visit
from companion.seats import seat_id
from companion.store import Store, data_folder, open_store, store_address
from companion.words import LANGUAGES, Translator, pick_language, translator

ISLAND = re.compile(r'(<div [^>]*data-chart="([^"]*)"[^>]*)></div>')
KEPT = 8  # tables that stay in memory between requests


class Painter:
    """Keeps the store and the tables asked for lately, so that a request costs no replay."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stores: dict[str, Store] = {}
        self._shelves: dict[str, Shelf] = {}
        self._tables: OrderedDict[tuple[str, int], LiveTable] = OrderedDict()

    def paint(self, query: str, cookies: dict[str, str], *, evening: bool = False) -> str:
        """What `first_paint` says; a sentence where it cannot be read."""
        _ = translator(pick_language(cookies.get("companion_lang"), cookies.get("accept-language", "")))
        _ = _.at(unquote(cookies.get("companion_zone", "")))
        with self._lock:
            try:
                shown = self._shown(query, _, evening=evening)
            except CompanionError as refusal:
                shown = frame.unreadable(Ctx(Visit(speaks=_), alive=False), refusal)
            return _page(shown)

    def _shown(self, query: str, _: Translator, *, evening: bool) -> frame.Shown:
        place = read_place(query)
        if not evening or (strangers.is_open() and not place.table):
            return frame.drawn(self._ctx(place, _))
        if place.table:
            return frame.table_page(self._ctx(replace(place, screen="evening"), _))
        store, where = self._store(), str(store_address())
        shelf = self._shelves.setdefault(where, Shelf(store, data_folder()))
        return group_paint(store, shelf, query, _)

    def find(self, query: str, asks: Callable[[str], float]) -> None:
        """See `find`."""
        place = read_place(query)
        if place.table:
            with self._lock:
                strangers.find(self._store(), place.table, asks)

    def free_seats(self, query: str) -> int:
        """How many players' seats at the table that ``query`` names nobody has taken; 0 where it cannot be read."""
        place = read_place(query)
        with self._lock:
            try:
                store = self._store()
                table_id = store.find(place.table)
                table, taken = self._table(store, table_id).table, store.pins.taken(table_id)
            except CompanionError:
                return 0
        return sum(seat_id(table, player) not in taken for player in table.players)

    def _ctx(self, place: Place, _: Translator) -> Ctx:
        """Whoever asks: the public view. Who sits there is known when the page is alive."""
        store = self._store()
        live = self._table(store, store.find(place.table)) if place.table else None
        visit = Visit(store=store, place=place, live=live, speaks=_)
        return Ctx(visit, visit.table, alive=False)

    def _store(self) -> Store:
        where = str(store_address())
        if where not in self._stores:
            self._stores[where] = open_store(where)
            _warm_up()
        return self._stores[where]

    def _table(self, store: Store, table_id: int) -> LiveTable:
        key = (str(store_address()), table_id)
        live = self._tables.pop(key, None)
        if live is None:
            live = LiveTable(store, table_id)
        else:
            live.refresh()
        self._tables[key] = live
        while len(self._tables) > KEPT:
            self._tables.popitem(last=False)
        return live


def _warm_up() -> None:
    """Load what a request may need, before one waits for it: the server paints once as it starts."""
    for game in GAMES:
        screens_of(game)
    for lang in LANGUAGES:
        translator(lang)


def _page(shown: frame.Shown) -> str:
    """The regions, wrapped as the living page wraps them."""
    regions = {name: _pictured(part, shown.charts) for name, part in shown.parts.items()}
    return html(
        h.div(".companion")[
            (h.div(".companion-region", data_region=name)[Markup(part)] for name, part in regions.items())  # noqa: S704
        ]
    )


def _pictured(part: str, figures: Mapping[str, Figure]) -> str:
    """A region with a picture in each of its charts' islands, which are as high as `charts.js` will have them."""

    def filled(island: re.Match[str]) -> str:
        name = island[2]
        figure = figures.get(name)
        if figure is None or not drawing.drawable(figure):
            return island[0]
        height = figure["layout"].get("height")
        high = f' style="--high: {height}px"' if height else ""
        return f"{island[1]}{high}>{drawing.svg(figure, name)}</div>"

    return ISLAND.sub(filled, part)


_painter = Painter()


def first_paint(query: str, cookies: dict[str, str], *, evening: bool = False) -> str:
    """The public state of the place that ``query`` names, in the language of the device. Never a secret.

    With ``evening`` how the table's evening went, which everybody may read without a seat; the group's book, where no
    table is named.
    """
    return _painter.paint(query, cookies, evening=evening)


def find(query: str, asks: Callable[[str], float]) -> None:
    """Look for the table that ``query`` names, if it names one, as `strangers.find` does. Raises CompanionError."""
    _painter.find(query, asks)


def free_seats(query: str) -> int:
    """How many players' seats at the table that ``query`` names nobody has taken yet."""
    return _painter.free_seats(query)
