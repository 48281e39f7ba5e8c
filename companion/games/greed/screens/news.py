"""What has just happened by itself, told on every page until it is tapped away: what to move on the table by hand."""

from collections.abc import Iterator

import htpy as h
from htpy import Node

from companion.games.common import PUBLIC, Line, Step
from companion.games.greed import told, words
from companion.games.greed.state import State
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.widgets.messages import Event

MOST = 3  # entries told at once
RECENT = 4  # entries back: what is older needs no telling when a page is opened


def news_card(ctx: Ctx) -> Node:
    """The results that were not tapped away on this page, the newest first."""
    if not ctx.alive:
        return None
    seen = ctx.ui.setdefault("told", max(0, ctx.table.revision - RECENT))
    unseen = [(step, lines) for step, lines in _results(ctx) if step.entry.n > seen][:MOST]
    if not unseen:
        return None
    _ = ctx._
    return parts.card(
        h.div(role="status")[
            (
                h.p(dir="auto", data_key=f"told-{step.entry.n}-{place}")[line.text(_)]
                for step, lines in unseen
                for place, line in enumerate(lines)
            )
        ],
        parts.row(parts.button(_("Understood"), "told", args={"n": unseen[0][0].entry.n}, key="told"), cls="end"),
        title=_("What has happened"),
        key="told",
    )


def latest(ctx: Ctx) -> Node:
    """The last results, for the big screen, as long as they are new."""
    recent = ctx.table.revision - RECENT
    found = next(((step, lines) for step, lines in _results(ctx) if step.entry.n > recent), None)
    if found is None:
        return None
    step, lines = found
    return h.div(".big-told", role="status", data_key=f"told-{step.entry.n}")[
        (h.p(dir="auto")[line.text(ctx._)] for line in lines)
    ]


def _results(ctx: Ctx) -> Iterator[tuple[Step, list[Line]]]:
    """The entries from which something followed, the newest first."""
    for step in reversed(ctx.table.steps()):
        state: State = step.after
        lines = [told.tell(each, state) for each in state.events if each.kind != "box-values"]
        if step.entry.action == "drop":
            lines = [words.describe(step, PUBLIC, state)]
        if lines:
            yield step, lines


def understood(ctx: Ctx, event: Event) -> None:
    """Tell these no more on this page."""
    n = event.args.get("n", "")
    if n.isdecimal():
        ctx.ui["told"] = int(n)


ACTIONS = {"told": understood}
