"""The big screen: board, chart and clock, large, for everybody in the room; it only watches."""

import htpy as h
from htpy import Node

from companion.screens import binder, calls, clock, explain, parts
from companion.screens.ctx import Ctx

FEW = 2  # names beside the title


def is_for_all(ctx: Ctx) -> bool:
    """Whether no single player is to act: nobody any more, whoever is at hand, or all who are here."""
    here = [name for name in ctx.table.players if name not in ctx.snapshot["away"]]
    return not ctx.active or (len(here) > 1 and set(here) <= set(ctx.active))


def for_all(ctx: Ctx) -> Node:
    """What the table waits for, where that is no single player."""
    return parts.pill(ctx._("finished") if ctx.snapshot["finished"] else ctx._("everybody"))


def frame(ctx: Ctx, inside: Node) -> Node:
    """The game's picture with its title, whose turn it is, the clock and the join code."""
    _ = ctx._
    return h.div(".bigscreen")[
        h.header(".bar")[
            h.div(".grow")[h.h1[ctx.table.game.called(ctx._)], h.div(".sub")[ctx.table.summary().text(_)]],
            h.div(".turns", role="status")[turns(ctx)],
            clock.down(ctx, cls="huge"),
            binder.code(ctx.place.table) and h.div(".code", title=_("Join with this code"))[ctx.place.table],
            ctx.alive and explain.button("big", ctx.table.header.game, _),
            ctx.alive and parts.button(_("Leave"), "leave", label=_("Leave the big screen"), cls="plain"),
            ctx.alive and ctx.place.awake and h.span(data_wake="on", hidden=True),
        ],
        calls.strip(ctx),
        h.div(".big-body", role="main")[h.div(".big-fit")[inside]],
        h.footer(".big-foot")[parts.money_check(ctx)],
    ]


def turns(ctx: Ctx) -> Node:
    """Who is to act; where many are, the title keeps its room."""
    if is_for_all(ctx):
        return for_all(ctx)
    more = len(ctx.active) - FEW
    return [[parts.player_chip(ctx, name) for name in ctx.active[:FEW]], more > 0 and parts.pill(f"+{more}")]
