"""Trying something on a private copy of the table: how it begins, is marked, compared, and ends."""

import htpy as h
from htpy import Node

from companion import charts
from companion.charts import options
from companion.screens import parts, story
from companion.screens.ctx import Ctx, Figure, Screen
from companion.trial import Trial
from companion.widgets.messages import Event


def strip(ctx: Ctx) -> Node:
    """The mark over everything while something is tried, with the ways out of it."""
    if ctx.visit.trial is None:
        return None
    _ = ctx._
    tried = ctx.visit.trial.tried
    count = _.ngettext("{count} move tried", "{count} moves tried", tried).format(count=tried)
    comparing = ctx.place.screen == "compare"
    return h.div(".trying", role="status", data_trial="")[
        h.div(".grow")[h.b[_("Only trying")], h.span(".note")[_("Nothing here reaches the table."), " ", count]],
        parts.button(_("Go on trying"), "go", args={"to": ""})
        if comparing
        else parts.button(_("Compare"), "go", args={"to": "compare"}, disabled=tried == 0),
        parts.button(_("Back to the table"), "try.end"),
    ]


def screen(ctx: Ctx) -> Screen:
    """The figures of the table, with what was tried drawn over them."""
    _ = ctx._
    cards = [
        parts.card(h.div(".chart.tall", data_chart=name, aria_label=options.titled(figure)), key=name)
        for name, figure in figures(ctx).items()
    ]
    told = [line.public.text(_) for line in ctx.table.history(ctx.seat, last=ctx.table.revision - _start(ctx))]
    tried = parts.card(parts.items(*(parts.item(text) for text in told)), title=_("Tried"), key="tried", cls="wide")
    return Screen([tried, cards], undo=False)


def figures(ctx: Ctx) -> dict[str, Figure]:
    """The figures of `screen`."""
    assert ctx.visit.live is not None
    table = ctx.visit.live.table
    return {
        f"compare-{kind}-{place}": figure
        for kind in charts.kinds(table)
        for place, figure in enumerate(story.compared(table, ctx.table, kind, ctx._))
    }


def _start(ctx: Ctx) -> int:
    return ctx.visit.trial.start if ctx.visit.trial else ctx.table.revision


def begin(ctx: Ctx, _event: Event) -> None:
    """Make a copy to try on. Raises RuleError ``trial-tells``."""
    if ctx.visit.live is not None:
        ctx.visit.trial = Trial(ctx.visit.live.table, ctx.seat)
        ctx.visit.to(screen="")


def end(ctx: Ctx, _event: Event) -> None:
    """Throw the copy away."""
    ctx.visit.trial = None
    ctx.visit.to(screen="")


HANDLERS = {"try.begin": begin, "try.end": end}
