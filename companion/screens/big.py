"""The big screen: board, chart and clock, large, for everybody in the room; it only watches."""

import htpy as h
from htpy import Node

from companion.screens import clock, parts
from companion.screens.ctx import Ctx
from companion.screens.place import Place

FEW = 2  # names beside the title


def screen(ctx: Ctx, place: Place, inside: Node) -> Node:
    """The game's picture with its title, whose turn it is, the clock and the join code."""
    _ = ctx._
    return h.div(".bigscreen")[
        h.header(".bar")[
            h.div(".grow")[h.h1[ctx.table.game.title], h.div(".sub")[ctx.table.summary().text(_)]],
            h.div(".turns")[_turns(ctx)],
            clock.down(ctx, cls="huge"),
            h.div(".code", title=_("Join with this code"))[place.table],
            ctx.alive and parts.button(_("Leave"), "leave", label=_("Leave the big screen"), cls="plain"),
            ctx.alive and place.awake and h.span(data_wake="on", hidden=True),
        ],
        h.div(".big-body", role="main")[inside],
        h.footer(".big-foot")[parts.money_check(ctx)],
    ]


def _turns(ctx: Ctx) -> Node:
    """Who is to act; where many are, the title keeps its room."""
    _, active = ctx._, ctx.active
    if not active:
        return parts.pill(_("finished")) if ctx.snapshot.get("finished") else None
    if len(active) > FEW and len(active) == len(ctx.table.players) - len(ctx.snapshot["away"]):
        return parts.pill(_("everybody"))
    more = len(active) - FEW
    return [[parts.player_chip(ctx, name) for name in active[:FEW]], more > 0 and parts.pill(f"+{more}")]
