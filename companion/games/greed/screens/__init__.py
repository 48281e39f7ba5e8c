"""The screens of Greed, Incorporated: the desk of each phase, the company boards, the market, the box."""

from collections.abc import Callable
from typing import Any

import htpy as h
from htpy import Node

from companion import charts as drawings
from companion.games.greed.screens import (
    auctions,
    blaming,
    boards,
    deals,
    investing,
    market,
    missing,
    news,
    opening,
    people,
    printed,
    seats,
    selling,
)
from companion.games.greed.screens.big import big
from companion.games.greed.screens.components import component
from companion.games.greed.screens.fields import choices
from companion.games.greed.screens.seats import own_companies
from companion.games.greed.screens.signs import COLOUR_WORDS, TITLES, asset_line, company_chip
from companion.games.greed.state import active_companies, asset_name, company_name
from companion.screens import box_editor, parts
from companion.screens.ctx import Ctx, Figure, Screen, Tab
from companion.table import Table
from companion.widgets.messages import Event
from companion.words import N_, Translator

__all__ = ["ACTIONS", "DIALOGS", "TABS", "answer", "ask", "big", "charts", "choices", "component", "thing_named"]

DESKS: dict[str, Callable[[Ctx], Screen]] = {
    "setup": opening.dealing,
    "announce": opening.announcing,
    "invest": investing.investing,
    "trade": deals.trading,
    "sales": selling.selling,
    "blame": blaming.blaming,
    "status": auctions.auctioning,
    "found": auctions.auctioning,
    "end": lambda _ctx: Screen([]),
}
OPEN = ("trade", "end")  # the phases in which the banker works on the boards themselves, or reads them


def table(ctx: Ctx) -> Screen:
    """The first tab: what is to be done now, then the reader's own companies, then everybody's."""
    state = ctx.table.state
    desk = DESKS[state.phase](ctx)
    own = own_companies(ctx)
    others = [number for number in active_companies(state) if number not in own]
    body = [
        people.result(ctx),
        news.declined_card(ctx),
        missing.missing_card(ctx),
        parts.prompt(_asked(ctx)),
        desk.body,
        [boards.board(ctx, number, sales=selling.shelf(ctx, number)) for number in own],
        deals.time_card(ctx),
        people.own(ctx),
        [boards.board(ctx, n, opened=not own and state.phase in OPEN, sales=selling.shelf(ctx, n)) for n in others],
        auctions.status_card(ctx) if state.phase not in ("setup", "end") else None,
        people.everybody(ctx),
        _gone(ctx),
    ]
    return Screen(body, desk.foot)


def _asked(ctx: Ctx) -> str:
    """What the reader is asked now: a page scrolls to it when that changes. Nothing while others are asked."""
    state = ctx.table.state
    if ctx.seat not in ctx.active:
        return ""
    company = "" if state.blame is None else state.blame.company
    lot = "" if state.auction is None else f"{state.colour} {state.auction.price}"
    return f"{state.year} {state.phase} {state.taking is None} {company} {lot}"


def _gone(ctx: Ctx) -> Node:
    """Companies that were liquidated, and the discard pile."""
    _, state = ctx._, ctx.table.state
    gone = [number for number, company in state.companies.items() if company.liquidated]
    if not gone and not state.discarded:
        return None
    return parts.card(
        h.div(".chips")[[company_chip(ctx, number) for number in gone]] if gone else None,
        [h.div(".asset")[h.div(".grow")[asset_line(ctx, asset)]] for asset in state.discarded],
        title=_("Liquidated companies, discarded assets"),
        key="gone",
    )


def market_tab(ctx: Ctx) -> Screen:
    """The market: the board as printed, the charts, what is for sale."""
    body = [
        market.chart_card(ctx),
        parts.card(market.price_board(ctx), title=ctx._("Prices and trends"), key="board", cls="wide"),
        investing.offers_card(ctx),
        auctions.status_card(ctx),
    ]
    return Screen(body)


def charts(ctx: Ctx) -> dict[str, Figure]:
    """The figures on screen now."""
    shown = {"market": (market.shown_chart(ctx),), "big": ("prices",)}.get(ctx.tab, ())
    return {kind: drawings.draw(ctx.table, kind, ctx.seat, ctx._) for kind in shown}


def ask(ctx: Ctx, pointer: str) -> Node:
    """The control for a printed value that a move waits for."""
    return printed.control(ctx, pointer)


def answer(pointer: str, event: Event) -> dict[str, Any]:
    """What was typed into the control of `ask`, by box pointers. Raises RuleError ``bad-number``."""
    return printed.values(pointer, event)


def thing_named(table: Table, keys: list[str], thing: Any, _: Translator) -> str | None:
    """What a thing of the snapshot is called, where its key is a number of the rules or its place in a list."""
    state = table.state
    match keys:
        case ["companies" | "bids", number]:
            name = company_name(state, int(number))
            return name if name.startswith("#") else f"{number} {name}"
        case ["companies", _number, "positions", place] if int(place) < len(TITLES):
            return list(TITLES.values())[int(place)]
        case [*_above, "assets" | "available_assets", _place] if isinstance(thing, dict):
            return asset_name(state, thing["number"])
        case ["players", _seat, "status", _place] if isinstance(thing, dict):
            return f"{_(COLOUR_WORDS[thing['colour']])} {thing['card']}"
    return None


TABS = [
    Tab(
        "table",
        N_("Table"),
        table,
        hotkey="t",
        icon="▦",
        help=N_("What you and your companies do now, phase by phase; below it everybody's money and boards."),
    ),
    Tab(
        "market",
        N_("Market"),
        market_tab,
        hotkey="m",
        icon="◔",
        help=N_("Prices and trends of all goods, what they lead to next year, and how they came about."),
    ),
    Tab("box", N_("Box"), box_editor.screen, hotkey="b", icon="▤"),
]
DIALOGS = [*deals.DIALOGS, selling.DIALOG, blaming.DIALOG, missing.DIALOG]
ACTIONS = {
    **seats.ACTIONS,
    **opening.ACTIONS,
    **investing.ACTIONS,
    **deals.ACTIONS,
    **selling.ACTIONS,
    **blaming.ACTIONS,
    **auctions.ACTIONS,
    **market.ACTIONS,
    **missing.ACTIONS,
    **news.ACTIONS,
}
