"""The group's book, open: where the reader is, what was chosen, and what each control does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import htpy as h
from htpy import Node

from companion.charts.parts import Figure
from companion.group import Group, Shelf, Told
from companion.group import report as reports
from companion.group.said import counted
from companion.screens import explain, parts
from companion.screens.ctx import Screen
from companion.screens.frame import Shown, regions
from companion.screens.group import first, game, player
from companion.screens.group.seen import EVENINGS, Seen, Spot, kind_called, read_spot
from companion.store import Store, data_folder
from companion.widgets import Event, View
from companion.words import Translator, isolated

PAINT_SECONDS = 0.2  # for evenings that are new, in a first paint
SLICE_SECONDS = 0.4  # of work between two looks at what the reader does


def draw(seen: Seen, sources: Node = None) -> Shown:
    """The page at its spot; at the beginning of the book where there is no such spot (any more)."""
    _, group, spot = seen._, seen.group, seen.spot
    charts: dict[str, Figure] = {}
    name = _("The group’s book")
    cards: list[Node]
    count, played = len(group.evenings()), ""
    if spot.person and group.parts(group.person(spot.person)):
        seen.spot = Spot(person=group.person(spot.person))
        count = len(group.parts(seen.spot.person))
        name, cards = isolated(seen.spot.person), player.body(seen)
    elif spot.kind and group.evenings(spot.kind):
        name, count = kind_called(seen, spot.kind), len(group.evenings(spot.kind))
        cards, charts = game.body(seen)
        played = group.evenings(spot.kind)[0][1].game
    else:
        seen.spot = Spot()
        cards = [*first.body(seen), sources]
    bar = h.header(".bar")[
        seen.alive and _back(seen),
        h.div(".grow")[h.h1[name], h.div(".sub")[counted(count, _)]],
        seen.alive and explain.button("group", played, _),
    ]
    waiting = seen.waiting > 0 and parts.banner(
        _.ngettext(
            "{count} evening is still being read.", "{count} evenings are still being read.", seen.waiting
        ).format(count=seen.waiting)
    )
    return Shown(name, regions(bar=bar, screen=Screen([waiting, cards])), charts)


def _back(seen: Seen) -> Node:
    """The way to the book's beginning; from there to the first page."""
    _ = seen._
    if seen.spot == Spot():
        return h.a(".btn.icon.plain", href="./?", aria_label=_("To the first page"))["‹"]
    return parts.button("‹", "group.start", icon=True, label=_("To the book"), cls="plain", hotkey="Escape")


def first_paint(store: Store, shelf: Shelf, query: str, _: Translator) -> Shown:
    """The page before it is alive."""
    group = Group(shelf.look(PAINT_SECONDS), store.people.joined())
    return draw(Seen(group, _, read_spot(query), store.put_away(), alive=False))


class GroupPage:
    """The book on a page that is alive. ``redraw`` draws it; what is still to be worked out comes bit by bit."""

    def __init__(self, view: View, redraw: Callable[[], None]) -> None:
        self._view = view
        self._redraw = redraw
        self._spot = Spot()
        self._given: dict[str, str] = {}
        self._listed = EVENINGS
        self._shelf: Shelf | None = None
        self._working: asyncio.TimerHandle | None = None

    def go(self, spot: Spot) -> None:
        """Be at a spot; the page's address says it after."""
        self._spot, self._listed = spot, EVENINGS
        self._given.clear()
        self._view.go(spot.url())

    def shown(self, store: Store, _: Translator, sources: Node) -> Shown:
        """What there is to see now; ``sources`` are what else can be read here. Raises StoreError."""
        seen = self.seen(store, _)
        if seen.waiting and self._working is None:
            try:
                self._working = asyncio.get_running_loop().call_later(0.01, self._go_on)
            except RuntimeError:  # nobody else could do anything meanwhile
                seen = self.seen(store, _, seconds=None)
        return draw(seen, sources)

    def told(self, store: Store) -> list[Told]:
        """All tables of the book, with what is known of each by now. Raises StoreError."""
        return self._look(store, 0)

    def _look(self, store: Store, seconds: float | None) -> list[Told]:
        if self._shelf is None:
            self._shelf = Shelf(store, Path(data_folder()))
        return self._shelf.look(seconds)

    def seen(self, store: Store, _: Translator, seconds: float | None = SLICE_SECONDS) -> Seen:
        """The book as it is read now; for so many ``seconds`` evenings that are new are worked out."""
        group = Group(self._look(store, seconds), store.people.joined())
        return Seen(group, _, self._spot, store.put_away(), listed=self._listed, given=self._given)

    def _go_on(self) -> None:
        self._working = None
        self._redraw()

    def on_event(self, event: Event, store: Store, _: Translator) -> None:
        """Something was tapped on a page of the book. Raises StoreError."""
        match event.do:
            case "group.start":
                self.go(Spot())
            case "group.person":
                self.go(Spot(person=event.args.get("person", "")))
            case "group.kind":
                self.go(Spot(kind=event.args.get("kind", "")))
            case "group.more":
                self._listed += 5 * EVENINGS
            case "group.set":
                self._given.update({name: event.text(name) for name in event.values})
            case "group.join" if event.text("name") and event.text("person"):
                store.people.join(event.text("name"), event.text("person"))
            case "group.part":
                store.people.part(event.args.get("name", ""))
            case "group.report" | "group.archive":
                self._hand_out(event.do, self.seen(store, _, seconds=None).group, _)

    def _hand_out(self, what: str, group: Group, _: Translator) -> None:
        if what == "group.report":
            self._view.download("companion-book.html", "text/html", reports.report(group, _))
        else:
            self._view.download("companion-book.zip", "application/zip", reports.archive(group, _))
