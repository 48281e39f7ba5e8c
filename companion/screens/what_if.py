"""Trying something on a private copy of the table: how it begins, is marked, compared, and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import htpy as h
from htpy import Node

from companion import charts
from companion.screens import parts, story
from companion.screens.ctx import Ctx, Figure, Screen
from companion.trial import Trial

if TYPE_CHECKING:
    from companion.screens.page import Page
    from companion.widgets.messages import Event


def strip(page: Page) -> Node:
    """The mark over everything while something is tried, with the ways out of it."""
    if page.trial is None:
        return None
    _ = page._
    tried = page.trial.tried
    count = _.ngettext("{count} move tried", "{count} moves tried", tried).format(count=tried)
    comparing = page.place.screen == "compare"
    return h.div(".trying", role="status")[
        h.div(".grow")[h.b[_("Only trying")], h.span(".note")[_("Nothing here reaches the table."), " ", count]],
        parts.button(_("Go on trying"), "go", args={"to": ""})
        if comparing
        else parts.button(_("Compare"), "go", args={"to": "compare"}, disabled=tried == 0),
        parts.button(_("Back to the table"), "try.end"),
    ]


def screen(page: Page, _ctx: Ctx) -> Screen:
    """The figures of the table, with what was tried drawn over them."""
    assert page.live is not None
    _ = page._
    cards = [
        parts.card(h.div(".chart.tall", data_chart=name, aria_label=figure["layout"]["title"]["text"]), key=name)
        for name, figure in figures(page).items()
    ]
    told = [line.public.text(_) for line in page.table.history(page.seat, last=page.table.revision - _start(page))]
    tried = parts.card(parts.items(*(parts.item(text) for text in told)), title=_("Tried"), key="tried", cls="wide")
    return Screen([tried, cards], undo=False)


def figures(page: Page) -> dict[str, Figure]:
    """The figures of `screen`."""
    assert page.live is not None
    table = page.live.table
    return {
        f"compare-{kind}-{place}": figure
        for kind in charts.kinds(table)
        for place, figure in enumerate(story.compared(table, page.table, kind, page._, page.seat))
    }


def _start(page: Page) -> int:
    return page.trial.start if page.trial else page.table.revision


def begin(page: Page, _event: Event) -> None:
    """Make a copy to try on. Raises RuleError ``trial-tells``."""
    if page.live is not None:
        page.trial = Trial(page.live.table, page.seat)
        page.to(screen="")


def end(page: Page, _event: Event) -> None:
    """Throw the copy away."""
    page.trial = None
    page.to(screen="")


HANDLERS = {"try.begin": begin, "try.end": end}
