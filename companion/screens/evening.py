"""How the evening went, and how the game ended: scores, the story, the charts, and what one can take along.

A page that is shown around: it tells what everybody may know, whoever reads it.
"""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion import charts
from companion.screens import naming, parts, replay, story
from companion.screens.ctx import Ctx, Figure, Screen
from companion.widgets.messages import Event

MORE = 40  # moves, once asked for


@dataclass(slots=True)
class Listed:
    """How many moves are listed."""

    gains: int = story.GAINS


def screen(ctx: Ctx) -> Screen:
    """The result page; before the end, the evening so far."""
    _, table = ctx._, ctx.table
    ended = story.scores(table, _)
    shown = ctx.kept(Listed).gains
    body = [
        ended and parts.card(ended, key="scores", cls="wide"),
        parts.card(story.summary(table, _), title=_("The evening"), key="summary", cls="wide"),
        ctx.alive
        and parts.card(
            h.div(".ways")[replay.way(_)], story.take_away(table, _), title=_("To take away"), key="away", cls="wide"
        ),
        [
            parts.card(
                h.div(".chart.tall", data_chart=f"evening-{kind}", aria_label=naming.named(table, kind, _)),
                key=f"evening-{kind}",
            )
            for kind in [*charts.kinds(table), "gains"]
        ],
        parts.card(
            story.gains(table, _, shown),
            ctx.alive and shown < MORE and parts.button(_("Show more"), "evening.more", wide=True),
            title=_("Who gained from each move"),
            key="gains",
            cls="wide",
        ),
    ]
    return Screen(body, undo=False)


def figures(ctx: Ctx) -> dict[str, Figure]:
    """The figures of `screen`."""
    drawn = {f"evening-{kind}": charts.draw(ctx.table, kind, None, ctx._) for kind in charts.kinds(ctx.table)}
    return {**drawn, "evening-gains": story.gains_figure(ctx.table, ctx._)}


def way(ctx: Ctx) -> Node:
    """The button to here that every screen has once the game is over."""
    if not ctx.alive or not ctx.snapshot.get("finished"):
        return None
    return parts.primary(ctx._("How the evening went"), "go", args={"to": "evening"})


def show_more(ctx: Ctx, _event: Event) -> None:
    """List more moves."""
    ctx.kept(Listed).gains = MORE


def hand_out(ctx: Ctx, event: Event) -> None:
    """Give the reader a file to share: it tells what everybody may know, whoever asks."""
    if ctx.visit.live is not None:
        story.hand_out(ctx.visit.view, ctx.table, ctx._, event.do)


HANDLERS = {"evening.more": show_more, "story.report": hand_out, "story.archive": hand_out}
