"""The price board as it is printed, and the cards that were played: parts of the screens of Good Brokers."""

import htpy as h
from htpy import Element, Node

from companion.charts.palette import SHAPES
from companion.games.good_brokers import advice
from companion.games.good_brokers.charts import company_token
from companion.games.good_brokers.state import State, company_name
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.words import signed, worded

AROUND = 2  # spaces shown above the highest and below the lowest cube where the whole track would be too long


def token(state: State, company: str) -> str:
    """The colour token of a company."""
    companies = state.box["companies"]
    return company_token(companies[company]["colour"], list(companies).index(company))


def named(ctx: Ctx, company: str) -> str:
    """A company's name in the reader's language."""
    return worded(company_name(ctx.table.state, company), ctx._)


def company_chip(ctx: Ctx, company: str) -> Element:
    """A company's colour, symbol and name."""
    return parts.company_chip(token(ctx.table.state, company), named(ctx, company))


def moved(ctx: Ctx, change: int) -> Node:
    """By how much a price has moved in the last market phase, with an arrow."""
    if not change:
        return None
    sign, cls = ("▲", ".up") if change > 0 else ("▼", ".down")
    return h.span(cls)[f"{sign} {ctx.money(abs(change))}"]


def price_board(ctx: Ctx, *, whole: bool = False) -> Element:
    """A column a company with its cube on the price; ``whole`` shows every space of the track."""
    state, _ = ctx.table.state, ctx._
    track = state.box["track"]
    top = len(track) - 1 if whole else min(len(track) - 1, max(state.steps.values()) + AROUND)
    low = 0 if whole else max(0, min(state.steps.values()) - AROUND)
    companies = state.box["companies"]
    names = [named(ctx, company) for company in companies]
    head = h.tr[h.th, [h.th(scope="col")[h.span[name]] for name in names]]
    rows = [
        h.tr[
            h.th(scope="row")[ctx.money(track[step])],
            [h.td[state.steps[company] == step and _cube(ctx, company)] for company in companies],
        ]
        for step in range(top, low - 1, -1)
    ]
    return h.table(".board", aria_label=_("Prices"))[h.thead[head], h.tbody[rows]]


def _cube(ctx: Ctx, company: str) -> Node:
    colour = token(ctx.table.state, company)
    return h.i(f".{colour}", title=named(ctx, company))[SHAPES[colour]]


def played_cards(ctx: Ctx) -> Element:
    """The cards of each company that were played in this round, so what may still come."""
    return h.div(".big-played")[[_played_row(ctx, company) for company in ctx.table.state.steps]]


def _played_row(ctx: Ctx, company: str) -> Element:
    state, _ = ctx.table.state, ctx._
    most = state.box["cards"]["per_company"]
    played = [card.value for card in state.cards if card.company == company]
    times = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
    coming = ", ".join(f"{left}{times}{signed(value)}" for value, left in advice.may_come(state, company) if left)
    return h.div(".row.tight", data_key=f"played-{company}")[
        parts.grow(
            company_chip(ctx, company),
            parts.note(" ".join(map(signed, played)) or _("none yet")),
            coming and parts.note(_("may still come:"), " ", coming),
        ),
        parts.note(_("{count} of {most} played").format(count=len(played), most=most)),
    ]
