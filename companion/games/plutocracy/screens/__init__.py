"""The screens of Plutocracy: the turn, the map with its planner, the time track, the planets."""

from typing import Any

import htpy as h
from htpy import Node

from companion import charts as drawings
from companion.games.plutocracy import track as clock
from companion.games.plutocracy.screens import planets, players, setup, signs, track, trades, turn, voyage
from companion.games.plutocracy.screens.fields import choices
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog, Figure, Screen, Tab
from companion.table import Table
from companion.words import N_, Translator

__all__ = ["ACTIONS", "DIALOGS", "TABS", "big", "charts", "choices", "thing_named"]


def table(ctx: Ctx) -> Screen:
    """The first tab: what the reader has and can do now."""
    state = ctx.table.state
    body: list[Node] = [players.result(ctx), players.own(ctx), players.turn_clock(ctx), parts.prompt(_asked(ctx))]
    foot: Node = None
    if state.phase in ("setup", "auction"):
        body += setup.cards(ctx)
        foot = setup.foot(ctx)
    seat = signs.acting(ctx)
    if seat is not None:
        body += turn.cards(ctx, seat)
        foot = _off(ctx)
    body += [track.brief(ctx), players.everybody(ctx)]
    return Screen(body, foot)


def _asked(ctx: Ctx) -> str:
    """What the reader is asked now: to place a ship, to bid, to play the turn of a space. Nothing while others are."""
    state = ctx.table.state
    if ctx.seat not in ctx.active:
        return ""
    bids = sum(bid is not None for bid in state.slots) if state.phase == "auction" else ""
    return f"{state.phase} {bids} {clock.space_of(state, ctx.table.players.index(ctx.seat))}"


def _off(ctx: Ctx) -> Node:
    """The end of a turn: off, if a place is chosen already; else to the map."""
    forecast = voyage.forecast_of(ctx)
    plan = voyage.chosen_plan(ctx, forecast)
    if forecast is not None and plan is not None:
        return voyage.travel_button(ctx, ctx.table.state, plan)
    if forecast is not None and not voyage.can_fly(forecast):
        return voyage.foot(ctx, forecast, None)
    return parts.primary(ctx._("Choose where to fly"), "go", args={"to": "map"}, hotkey="f")


def big(ctx: Ctx) -> Node:
    """The big screen: the map, the time track, prices and parliaments."""
    if ctx.snapshot["finished"]:
        return h.div(".plu-big")[voyage.map_card(ctx), h.div(".big-stack")[players.result(ctx), planets.council(ctx)]]
    return [
        h.div(".plu-big")[
            h.div(".big-stack")[voyage.map_card(ctx), track.track_card(ctx)],
            h.div(".big-stack")[
                track.next_card(ctx, brief=True),
                players.everybody(ctx, brief=True),
                planets.board(ctx),
                planets.council(ctx),
            ],
        ],
    ]


def charts(ctx: Ctx) -> dict[str, Figure]:
    """The figures on screen now."""
    shown = {"time": ("voyages",), "planets": ("prices", "council", "cash")}.get(ctx.tab, ())
    return {kind: drawings.draw(ctx.table, kind, ctx.seat, ctx._) for kind in shown}


def thing_named(_table: Table, keys: list[str], thing: Any, _: Translator) -> str | None:
    """What a thing of the snapshot is called, where it is not named by its place in a list, counted from 1."""
    match keys:
        case ["track", space]:
            return space
        case ["track", _space, _place] if isinstance(thing, dict) and thing.get("event") in signs.EVENT_NAMES:
            return _(signs.EVENT_NAMES[thing["event"]])
    return None


TABS = [
    Tab(
        "table",
        N_("Table"),
        table,
        hotkey="t",
        icon="▦",
        help=N_("Your ship and your turn: sell, buy, take seats, then travel or retire. Below it the others."),
    ),
    Tab(
        "map",
        N_("Map"),
        voyage.screen,
        hotkey="m",
        icon="☉",
        help=N_("Where everything stands. Tap a place to see how long the way is and what happens before you arrive."),
    ),
    Tab(
        "time",
        N_("Time"),
        track.screen,
        hotkey="i",
        icon="⇥",
        help=N_("Who acts next and why, and when the events come."),
    ),
    Tab(
        "planets",
        N_("Planets"),
        planets.screen,
        hotkey="l",
        icon="◍",
        help=N_("What each planet buys and sells, who leads its parliament, and the societies on Earth."),
    ),
]
DIALOGS = [Dialog("retire", voyage.retire_sheet, {"retire": voyage.retire}, voyage.begin_retiring)]
ACTIONS = {
    "supply": setup.supply,
    "roll": setup.roll,
    "draw_all": setup.draw_all,
    "lot": setup.lot,
    "who": setup.who,
    "setup_ship": setup.setup_ship,
    "slot": setup.slot,
    "bid_pick": setup.bid_pick,
    "bid": setup.bid,
    "pick": turn.pick,
    "trade": turn.trade,
    "rescue_alien": turn.rescue_alien,
    "join": turn.join,
    "place": voyage.place,
    "time": voyage.time,
    "ahead": voyage.ahead,
    "travel": voyage.travel,
    "until": trades.until,
    "sort": trades.sort,
    "every_trade": trades.every_trade,
}
