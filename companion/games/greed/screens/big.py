"""The big screen: all company boards, the market beside them, and what is going on now."""

import htpy as h
from htpy import Node

from companion.games.greed import advice
from companion.games.greed.screens import auctions, blaming, boards, deals, investing, market, opening, people
from companion.games.greed.screens.signs import TITLES, company_chip, goods_text
from companion.games.greed.state import DIRECTORS, active_companies, asset_name
from companion.screens import parts
from companion.screens.ctx import Ctx

TWO_COLUMNS, MANY = (1, 2, 4), 6  # boards in two columns; boards in three columns without small type
NOW = {
    "setup": opening.dealing,
    "announce": opening.announcing,
    "invest": investing.investing,
    "trade": deals.trading,
    "blame": blaming.blaming,
    "status": auctions.auctioning,
    "found": auctions.auctioning,
}


def big(ctx: Ctx) -> Node:
    """Everything that is public, large."""
    state = ctx.table.state
    numbers = active_companies(state)
    now = NOW[state.phase](ctx).body if state.phase in NOW else None
    return [
        h.div(".big-greed")[
            h.div[
                people.result(ctx),
                h.div(_crowd(len(numbers)))[[_board(ctx, number) for number in numbers]],
                h.div(".big-now")[now]
                if now
                else h.div(".card.big-chart")[h.div(".chart", data_chart="prices", aria_label=ctx._("Prices"))],
            ],
            h.div(".big-side")[parts.card(market.short_board(ctx), title=ctx._("Market"), key="market"), _players(ctx)],
        ],
    ]


def _crowd(companies: int) -> str:
    """How large the boards can be."""
    if companies in TWO_COLUMNS:
        return ".big-boards.few"
    return ".big-boards.many" if companies > MANY else ".big-boards"


def _board(ctx: Ctx, number: int) -> Node:
    """A company board, short enough for nine of them."""
    _, state = ctx._, ctx.table.state
    company = state.companies[number]
    names = state.names
    held = goods_text(ctx, company.goods)
    directors = [
        h.span(".big-director")[h.b[title], " ", parts.player_chip(ctx, names[seat])]
        for title, seat in zip((TITLES[each] for each in DIRECTORS), company.positions, strict=False)
    ]
    below = [parts.player_chip(ctx, names[seat]) for seat in company.positions[len(DIRECTORS) :]]
    return parts.card(
        h.div(".co-head")[company_chip(ctx, number), company.boot and h.span(".pill.boot")["⊗ ", _("boot")]],
        boards.slots(ctx, number),
        h.div(".chips")[directors, below],
        parts.note(" · ".join(asset_name(state, asset) for asset in company.assets) or _("No assets.")),
        held and h.div(".big-goods")[held],
        _need(ctx, number),
        key=f"company-{number}",
        cls="company",
    )


def _need(ctx: Ctx, number: int) -> Node:
    """How far a company is from the boot, in three words."""
    _, state = ctx._, ctx.table.state
    needed = advice.income_needed(state, number) if state.phase in boards.NEEDING else None
    if needed is None:
        return None
    if needed == 0:
        return h.div(".up")["✓ ", _("no boot")]
    return h.div(".warn")["⚠ ", _("needs {amount} more").format(amount=ctx.money(needed))]


def _players(ctx: Ctx) -> Node:
    _ = ctx._
    rows = [
        h.div(".sealed", data_key=f"player-{seat}")[
            h.span(".grow")[
                parts.player_chip(ctx, player["name"]),
                player["name"] == ctx.snapshot["green_dollar"] and h.span(".note")["● ", _("green dollar")],
            ],
            h.span(".note")[
                _("{points} status points").format(points="?" if player["points"] is None else player["points"])
            ],
            h.b[ctx.money(player["cash"])],
        ]
        for seat, player in enumerate(ctx.snapshot["players"])
    ]
    return parts.card(rows, title=_("Players"), key="players")
