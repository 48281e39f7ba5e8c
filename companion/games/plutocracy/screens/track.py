"""The time track: discs and events stacked as on the board, and who acts next and why."""

import htpy as h
from htpy import Node

from companion.games.plutocracy import advice
from companion.games.plutocracy.advice import Next
from companion.games.plutocracy.screens import signs
from companion.games.plutocracy.state import timetable
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.words import isolated, labelled

SOON = 6
ROW = 10  # spaces side by side


def screen(ctx: Ctx) -> Screen:
    """Who acts next, the track, and the voyages so far."""
    _ = ctx._
    chart = h.div(".chart", data_chart="voyages", aria_label=_("Chart of the voyages by player"))
    return Screen([next_card(ctx), track_card(ctx), parts.card(chart, key="chart-voyages")])


def next_card(ctx: Ctx, *, brief: bool = False) -> Node:
    """The next six to act, with the reason; ``brief`` explains no more."""
    _ = ctx._
    found = advice.next_to_act(ctx.table.state, SOON)
    if not found:
        return None
    rows = [
        h.li(".plu-next", data_key=f"next-{place}")[
            h.span(".plu-space")[str(each.space)],
            parts.grow(
                _name(ctx, each.token),
                (not brief or each.under or not each.furthest) and h.span(".note")[_why(ctx, each, first=place == 0)],
            ),
        ]
        for place, each in enumerate(found)
    ]
    return parts.card(
        h.ol(".plu-nexts")[rows],
        not brief and parts.note(_("As the discs lie now: who has flown comes again further on.")),
        title=_("Next to act"),
        key="next",
    )


def brief(ctx: Ctx) -> Node:
    """The next six in one line."""
    found = advice.next_to_act(ctx.table.state, SOON)
    if not found:
        return None
    return parts.card(
        h.ol(".plu-brief")[
            (
                h.li[
                    signs.token_sign(ctx, each.token),
                    h.span(".visually-hidden")[labelled(_said(ctx, each.token), each.space, ctx._)],
                    h.span(aria_hidden="true")[str(each.space)],
                ]
                for each in found
            )
        ],
        title=ctx._("Next to act"),
        key="next-brief",
    )


def _name(ctx: Ctx, token: int | str) -> Node:
    return signs.event_chip(ctx, token) if isinstance(token, str) else parts.player_chip(ctx, ctx.table.players[token])


def _said(ctx: Ctx, token: int | str) -> str:
    return ctx._(signs.EVENT_NAMES[token]) if isinstance(token, str) else ctx.table.players[token]


def _why(ctx: Ctx, each: Next, *, first: bool) -> str:
    """Why this one: the furthest back, on one space the one that was put there last."""
    _ = ctx._
    if not each.furthest:
        return _("{player}’s turn").format(player=isolated(_said(ctx, each.token)))
    if each.under:
        under = ", ".join(_said(ctx, token) for token in each.under)
        return _("lies on top of {under}").format(under=under)
    return _("furthest back") if first else _("then furthest back")


def track_card(ctx: Ctx) -> Node:
    """The spaces with what lies on them, the top one first."""
    state = ctx.table.state
    end = timetable(state)["end"]
    stacks: dict[int, list[int | str]] = {}
    for marker in state.track:
        stacks.setdefault(marker.space, []).insert(0, marker.token)
    rows = [
        h.div(".plu-row")[
            [_space(ctx, space, stacks.get(space, [])) for space in range(first, min(first + ROW, end + 1))]
        ]
        for first in range(0, end + 1, ROW)
    ]
    return parts.card(
        h.div(".plu-track", role="img", aria_label=_spoken(ctx, stacks))[rows],
        parts.note(ctx._("The one on top acts first.")),
        title=ctx._("Time track"),
        key="track",
    )


def _space(ctx: Ctx, space: int, stack: list[int | str]) -> Node:
    names = ".plu-cell.used" if stack else ".plu-cell"
    return h.div(names)[h.span[str(space)], [signs.token_sign(ctx, token) for token in stack], _ends(ctx, space)]


def _ends(ctx: Ctx, space: int) -> Node:
    """Whose personal THE END this space is."""
    state = ctx.table.state
    return [
        h.i(
            f".plu-end.{parts.player_colour(seat)}", title=ctx._("THE END of {player}").format(player=state.names[seat])
        )["⚑"]
        for seat, player in enumerate(state.players)
        if player.own_end == space and not player.removed
    ]


def _spoken(ctx: Ctx, stacks: dict[int, list[int | str]]) -> str:
    told = []
    for space in sorted(stacks):
        names = [_said(ctx, token) for token in stacks[space]]
        told.append(labelled(str(space), ", ".join(map(isolated, names)), ctx._))
    return " · ".join(told)
