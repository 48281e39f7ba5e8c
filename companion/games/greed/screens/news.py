"""What became of the reader's own proposals: told until it is tapped away. What follows by itself, every page tells."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.common import PUBLIC
from companion.games.greed import words
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.widgets.messages import Event

MOST = 3  # told at once

RECENT = 4  # entries back: what is older needs no telling when a page is opened


@dataclass(frozen=True)
class Told:
    """The last entry that was told of and tapped away."""

    n: int


def declined_card(ctx: Ctx) -> Node:
    """The declined proposals that were not tapped away on this page, the newest first."""
    if not ctx.alive:
        return None
    seen = (ctx.find(Told) or ctx.keep(Told(max(0, ctx.table.revision - RECENT)))).n
    unseen = [s for s in ctx.table.steps() if s.entry.action == "drop" and s.entry.n > seen][: -MOST - 1 : -1]
    if not unseen:
        return None
    _ = ctx._
    return parts.card(
        h.div(role="status")[
            (
                h.p(dir="auto", data_key=f"told-{step.entry.n}")[words.describe(step, PUBLIC, step.after).text(_)]
                for step in unseen
            )
        ],
        parts.row(parts.button(_("Understood"), "told", args={"n": unseen[0].entry.n}, key="told"), cls="end"),
        title=_("What has happened"),
        key="told",
    )


def understood(ctx: Ctx, event: Event) -> None:
    """Tell these no more on this page."""
    n = event.args.get("n", "")
    if n.isdecimal():
        ctx.keep(Told(int(n)))


ACTIONS = {"told": understood}
