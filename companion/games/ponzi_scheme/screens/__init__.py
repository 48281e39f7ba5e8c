"""The screens of Ponzi Scheme: the own phone through a round, the market, the interest calendar, the big screen."""

from typing import Any

import htpy as h
from htpy import Node

from companion import charts as drawings
from companion.games.ponzi_scheme import market as rows
from companion.games.ponzi_scheme.screens import calendar, closing, drawing, investing, own, trading
from companion.games.ponzi_scheme.screens.cards import BEAR, board, crash_meter, industry_chip, is_bear, tile_counts
from companion.games.ponzi_scheme.screens.fields import choices
from companion.games.ponzi_scheme.screens.wheel import wheel
from companion.games.ponzi_scheme.state import supply
from companion.screens import parts
from companion.screens.ctx import Ctx, Figure, Screen, Tab
from companion.table import Table
from companion.words import N_, Translator, isolated

__all__ = ["ACTIONS", "DIALOGS", "TABS", "big", "charts", "choices", "thing_named"]

WHEELS_ABREAST = 3  # on the big screen


def table(ctx: Ctx) -> Screen:
    """The first tab: what the reader has, and may do now."""
    now, foot = _now(ctx)
    market_shown = foot is not None and ctx.snapshot["phase"] in ("invest", "marker") and ctx.acting
    return Screen(
        [
            closing.result(ctx),
            own.own_card(ctx),
            parts.prompt(_asked(ctx)),
            now,
            own.wheel_card(ctx),
            None if market_shown and not rows.awaiting_reveal(ctx.table.state) else _market(ctx),
            own.players_card(ctx),
        ],
        foot,
    )


def _asked(ctx: Ctx) -> str:
    """What the reader is asked now: to draw, to answer an offer, or what the phase wants. Nothing while others are."""
    state = ctx.table.state
    if rows.awaiting_reveal(state):
        return f"{state.round} draw" if drawing.is_mine(ctx) else ""
    if ctx.seat not in ctx.active:
        return ""
    return f"{state.round} {state.phase} {state.offer is not None}"


def _now(ctx: Ctx) -> tuple[Node, Node]:
    """What this page can do now: its card, and its button."""
    state, acting = ctx.table.state, ctx.acting
    if rows.awaiting_reveal(state):
        return (drawing.card(ctx), drawing.foot(ctx)) if ctx.may_act else (None, None)
    if ctx.snapshot["offer"] is not None:
        return trading.answer_card(ctx), trading.answer_foot(ctx) if acting else None
    if state.phase == "interest":
        return closing.interest_card(ctx), closing.interest_foot(ctx)
    if acting is None:
        return None, None
    seat = ctx.table.players.index(acting)
    match state.phase:
        case "invest":
            return investing.card(ctx, seat), investing.foot(ctx)
        case "trade":
            return trading.card(ctx, seat), trading.foot(ctx)
        case "marker":
            return closing.marker_card(ctx), closing.marker_foot(ctx)
        case "crash":
            return closing.crash_card(ctx, seat), closing.crash_foot(ctx, seat)
        case "final_cash":
            return closing.final_card(ctx), closing.final_foot(ctx)
    return None, None


def market(ctx: Ctx) -> Screen:
    """The market: its rows, each card's rate and what it would do, the crash meter, tiles, cards not yet seen."""
    return Screen([_market(ctx), _supply(ctx), _unseen(ctx), _chart(ctx, "market"), _chart(ctx, "cash_bounds")])


def _market(ctx: Ctx) -> Node:
    _ = ctx._
    tap = ctx.may_act and parts.note(_("Tap a card: what if you took it? Nothing is changed by looking."))
    every = board(ctx, may=lambda _value: True, chosen=investing.chosen_fund(ctx), do="pick.fund")
    return parts.card(crash_meter(ctx), every, investing.what_if(ctx) or tap, title=_("Market"), key="market")


def _supply(ctx: Ctx) -> Node:
    state, _ = ctx.table.state, ctx._
    return parts.card(
        h.div(".supply")[
            (
                parts.row(parts.grow(industry_chip(ctx, industry)), h.b[str(supply(state, industry))], cls="tight")
                for industry in state.made
            )
        ],
        title=_("Tiles left"),
        key="supply",
    )


def _unseen(ctx: Ctx) -> Node:
    """What may still come, and what lies aside."""
    _, state, snapshot = ctx._, ctx.table.state, ctx.snapshot

    def listed(values: list[int]) -> str:
        return ", ".join(f"{value}{BEAR if is_bear(state, value) else ''}" for value in values) or "–"

    piles = [
        (_.ngettext("{count} card in the deck", "{count} cards in the deck", snapshot["deck"]), snapshot["unseen"]),
        (_.ngettext("{count} card discarded", "{count} cards discarded", snapshot["discard"]), snapshot["discarded"]),
    ]
    return parts.card(
        (h.details[h.summary[text.format(count=len(values))], parts.note(listed(values))] for text, values in piles),
        snapshot["removed"] and parts.note(_("Out of the game: {funds}").format(funds=listed(snapshot["removed"]))),
        title=_("Cards"),
        key="piles",
    )


def _chart(ctx: Ctx, kind: str) -> Node:
    _ = ctx._
    said = {
        "market": ", ".join(map(str, ctx.table.state.market)),
        "cash_bounds": ", ".join(
            f"{isolated(p['name'])} {p['cash_min']}–{p['cash_max']}" for p in ctx.snapshot["players"]
        ),
    }[kind]
    label = {"market": _("Chart of the market; now:"), "cash_bounds": _("Chart of everybody's cash; now:")}[kind]
    return parts.card(h.div(".chart", data_chart=kind, aria_label=f"{label} {said}"), key=f"chart-{kind}")


def big(ctx: Ctx) -> Node:
    """The big screen: the market, who owes what, everybody's wheel, and the calendar."""
    seats = range(len(ctx.table.players))
    if ctx.snapshot["finished"]:
        return h.div(".big-columns.ponzi")[
            h.div(".big-stack")[_market(ctx)],
            h.div(".big-stack")[closing.result(ctx), h.div(".big-wheels")[(_big_player(ctx, seat) for seat in seats)]],
        ]
    check = calendar.marker_check(ctx)
    full = len(seats) % WHEELS_ABREAST == 0  # else the check stands where there is room beside the wheels
    return [
        h.div(".big-columns.ponzi")[
            h.div(".big-stack")[_waiting(ctx), _market(ctx), calendar.words(ctx), full and check],
            h.div(".big-stack")[
                h.div(".big-wheels")[(_big_player(ctx, seat) for seat in seats), not full and check],
                calendar.chart(ctx),
            ],
        ],
    ]


def _waiting(ctx: Ctx) -> Node:
    """What the table waits for: cards to be drawn, an answer, interest."""
    _, wanted = ctx._, rows.awaiting_reveal(ctx.table.state)
    if wanted:
        text = _.ngettext("{count} card is to be drawn.", "{count} cards are to be drawn.", wanted)
        return parts.banner(text.format(count=wanted))
    if ctx.snapshot["offer"] is not None:
        return trading.answer_card(ctx)
    return closing.interest_card(ctx) if ctx.snapshot["phase"] == "interest" else None


def _big_player(ctx: Ctx, seat: int) -> Node:
    name = ctx.table.players[seat]
    return parts.card(
        parts.row(parts.grow(parts.player_chip(ctx, name)), tile_counts(ctx, seat), cls="above"),
        wheel(ctx, seat),
        key=f"big-{seat}",
        cls="on" if name in ctx.active else "",
    )


def charts(ctx: Ctx) -> dict[str, Figure]:
    """The figures on screen now. They are drawn from what is public."""
    tab = ctx.tab
    if tab in ("interest", "big"):
        return calendar.figures(ctx)
    if tab == "market":
        return {kind: drawings.draw(ctx.table, kind, None, ctx._) for kind in ("market", "cash_bounds")}
    return {}


def thing_named(_table: Table, keys: list[str], thing: Any, _: Translator) -> str | None:
    """A card on a wheel is called by its value."""
    match keys:
        case ["players", _seat, "funds", _place] if isinstance(thing, dict):
            return _("card {fund}").format(fund=thing["value"])
    return None


TABS = [
    Tab(
        "table",
        N_("Table"),
        table,
        hotkey="t",
        icon="▦",
        help=N_("Your wheel, tiles and money, and what you do now; below it the others."),
    ),
    Tab(
        "market",
        N_("Market"),
        market,
        hotkey="m",
        icon="◔",
        help=N_("The nine cards of the market with what each costs a turn, and the tiles that are left."),
    ),
    Tab(
        "interest",
        N_("Interest"),
        calendar.screen,
        hotkey="i",
        icon="⬡",
        help=N_("Who pays how much in the coming turns, with and without a crash."),
    ),
]
DIALOGS = [trading.ANSWER, closing.BANKRUPT]
ACTIONS = {
    **investing.ACTIONS,
    **drawing.ACTIONS,
    **trading.ACTIONS,
    **closing.ACTIONS,
    **calendar.ACTIONS,
}
