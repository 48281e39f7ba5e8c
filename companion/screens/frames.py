"""An evening as frames: what everybody may see after each entry that counts, worked out a few at a time.

A frame is HTML, cut at each ``<``; it is told as the cuts that differ from the frame before, so that a long evening is
small. ``widgets/replay.js`` puts it together again.
"""

import logging
import re
import time
from difflib import SequenceMatcher
from typing import NamedTuple

import htpy as h
from htpy import Node

from companion import charts
from companion.charts import scales
from companion.charts.parts import Figure
from companion.history import HistoryLine, author
from companion.screens import big, parts
from companion.screens.ctx import Ctx, html, screens_of
from companion.screens.place import BIG, Place
from companion.screens.visit import Visit
from companion.table import Table
from companion.words import Translator, hour

CUT = "<"
log = logging.getLogger("companion")
ISLAND = re.compile(r'<div class="chart[^>]*></div>')  # a board's chart: the replay has its own, drawn once

Cuts = list[tuple[int, int, list[str]]]  # from which cut on, how many go, and what comes in their place


class Frame(NamedTuple):
    """The table after an entry: its number, whether a turn has ended, where it stands on each chart, and its cuts."""

    n: int
    ends: bool
    places: list[float]
    cuts: Cuts


class Frames:
    """The frames of a table as everybody may see it: others may look on. `more` works out the next ones."""

    def __init__(self, table: Table, _: Translator) -> None:
        self.table, self._ = table.fork(), _
        self.entries = [0, *(step.entry.n for step in table.steps())]
        self.figures: dict[str, Figure] = {}
        for kind in charts.along(table):
            figure = charts.draw(table, kind, None, _)
            if figure["data"]:
                self.figures[kind] = figure
        self.done: list[Frame] = []
        self._along = charts.along(table)
        self._lines = {line.n: line for line in table.history()}
        self._last: list[str] = []
        self._active: tuple[int, ...] = ()

    def more(self, seconds: float) -> list[Frame]:
        """The next frames: as many as there is time for, one at least where any are left."""
        start, found = time.monotonic(), list[Frame]()
        while len(self.done) < len(self.entries) and (not found or time.monotonic() - start < seconds):
            found.append(self._next())
            self.done.append(found[-1])
        return found

    def _next(self) -> Frame:
        n = self.entries[len(self.done)]
        past = self.table.counted(n)
        told = self.drawn(past).split(CUT)
        active = tuple(past.game.active(past.state))
        frame = Frame(n, not set(active) <= set(self._active) and n > 0, self._places(past), cuts(self._last, told))
        self._last, self._active = told, active
        return frame

    def drawn(self, past: Table) -> str:
        """What stands on the page when the table has become ``past``."""
        ctx = Ctx(Visit(place=Place(seat=BIG), speaks=self._), past, alive=False)
        try:
            board = ISLAND.sub("", html(screens_of(past.header.game).big(ctx)))
        except Exception:  # a correction can have made a state that no screen draws: the evening goes on
            log.exception("Entry %s cannot be drawn", len(past.log))
            board = ""
        return html(self._said(ctx)) + f'<div class="replay-board">{board}</div>'

    def _said(self, ctx: Ctx) -> Node:
        """What has just happened, and whose turn it is."""
        line = self._lines.get(len(ctx.table.log))
        return h.div(".replay-said")[
            h.div(".row")[parts.grow(parts.note(ctx.table.summary().text(ctx._))), h.div(".turns")[big.turns(ctx)]],
            _told(line, ctx._) if line else parts.note(ctx._("The beginning")),
        ]

    def _places(self, past: Table) -> list[float]:
        """Where ``past`` stands on each figure, in parts of its plot."""
        found = []
        for kind, figure in self.figures.items():
            over = scales.scale(figure["layout"]["xaxis"], (x for trace in figure["data"] for x in trace["x"]))
            at = over.place_of(self._along[kind](past)) if past.log else 0
            found.append(round(min(1, max(0, at)), 4))
        return found


def _told(line: HistoryLine, _: Translator) -> Node:
    """An entry in words."""
    return [
        h.div[h.b(dir="auto")[line.line.text(_)]],
        (parts.note("→ ", h.span(dir="auto")[each.text(_)]) for each in line.derived),
        parts.note(h.bdi[author(line.by, _)], " · ", h.time(datetime=line.at)[hour(line.at, _.lang, _.zone)]),
    ]


def cuts(old: list[str], new: list[str]) -> Cuts:
    """What differs in ``new``, in the places of ``old``.

    >>> cuts(["a", "b", "c"], ["a", "x", "y", "c"])
    [(1, 1, ['x', 'y'])]
    """
    matched = SequenceMatcher(None, old, new).get_opcodes()
    return [(i, j - i, new[k:m]) for tag, i, j, k, m in matched if tag != "equal"]
