"""What has just followed by itself, and what is to be done by hand: on every page, until it is tapped away there."""

from dataclasses import replace

import htpy as h
from htpy import Node

from companion.games.common import Line
from companion.history import tell
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.screens.place import BIG, read_place
from companion.table import Table
from companion.widgets.messages import Event

RECENT = 30  # entries back that still concern anybody
MOST = 3  # entries whose calls a phone shows at once
LINES = 3  # calls on the big screen, which nobody scrolls
Call = tuple[Line, Line]


def recent(table: Table, heard: int) -> dict[int, list[Call]]:
    """By the number of the entry that brought it about, the newest first: what has happened, and what people do.

    What was taken back calls for nothing, nor what came before the entry ``heard`` or too long ago.
    """
    found: dict[int, list[Call]] = {}
    first = max(heard, table.revision - RECENT) + 1
    for step in reversed(table.steps()):
        if step.entry.n < first:
            break
        calls = [
            (tell(table.game, event, step.after), to_do)
            for event in step.after.events
            if (to_do := table.game.call(event, step.after)) is not None
        ]
        if calls:
            found[step.entry.n] = calls
    return found


def strip(ctx: Ctx) -> Node:
    """The calls that nobody has tapped away on this device, below the bar; on the big screen the last entry's.

    A game that is over calls for nothing: its cardboard goes back into the box.
    """
    waiting = recent(ctx.table, ctx.place.heard)
    if not waiting or ctx.snapshot["finished"]:
        return None
    _, big = ctx._, ctx.place.seat == BIG
    calls = [call for n in list(waiting)[: 1 if big else MOST] for call in waiting[n]]
    shown = calls[:LINES] if big else calls
    return h.div(".call", role="status", data_key="call")[
        h.div(".grow")[
            (h.p[h.span(dir="auto")[said.text(_)], " ", h.b(dir="auto")[to_do.text(_)]] for said, to_do in shown),
            len(calls) > len(shown) and h.p[f"+{len(calls) - len(shown)} · ", _("History")],
        ],
        parts.button(_("OK"), "call.heard", args={"n": max(waiting)}, key="call-heard", label=_("Done"))
        if ctx.alive
        else h.span(".btn", aria_hidden="true", style="visibility:hidden")[_("OK")],  # the lines break as they will
    ]


def hear(ctx: Ctx, event: Event) -> None:
    """It is seen, or done: nothing up to that entry calls any more on this device."""
    ctx.visit.go(replace(ctx.place, heard=read_place(f"table={ctx.place.table}&heard={event.args.get('n', '')}").heard))


HANDLERS = {"call.heard": hear}
