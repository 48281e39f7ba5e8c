"""The big screen: board, chart and clock, large, for everybody in the room; it only watches."""

import htpy as h
from htpy import Node

from companion.screens import clock, parts
from companion.screens.ctx import Ctx
from companion.screens.place import Place


def screen(ctx: Ctx, place: Place, inside: Node) -> Node:
    """The game's picture with its title, whose turn it is, the clock and the join code."""
    _ = ctx._
    return h.div(".bigscreen")[
        h.header(".bar")[
            h.div(".grow")[h.h1[ctx.table.game.title], h.div(".sub")[ctx.table.summary().text(_)]],
            h.div(".turns")[[parts.player_chip(ctx, name) for name in ctx.active] or parts.pill(_("finished"))],
            clock.down(ctx, cls="huge"),
            h.div(".code", title=_("Join with this code"))[place.table],
            ctx.alive and parts.button(_("Leave"), "leave", label=_("Leave the big screen"), cls="plain"),
            ctx.alive and place.awake and h.span(data_wake="on", hidden=True),
        ],
        h.div(".big-body", role="main")[inside],
        h.footer(".big-foot")[parts.money_check(ctx)],
    ]
