"""The market: every good's track with its cube, its trend, and where it goes next year."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.greed import advice
from companion.games.greed.box import GOODS, price_track, trend_steps
from companion.games.greed.charts import good_sign
from companion.games.greed.names import trend_space
from companion.games.greed.screens.signs import good_chip, good_name
from companion.games.greed.state import State, price
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.widgets.messages import Event
from companion.words import N_

CHARTS = {
    "prices": N_("Prices"),
    "income": N_("Income"),
    "cash": N_("Money"),
    "status": N_("Status"),
}


@dataclass(slots=True)
class Shown:
    """The chart that is chosen."""

    chart: str = "prices"


def price_board(ctx: Ctx) -> Node:
    """One row a good: trend, price, next year's price, and the track below."""
    return h.div(".tracks", role="list")[[_good(ctx, good) for good in GOODS]]


def _good(ctx: Ctx, good: str) -> Node:
    _, state = ctx._, ctx.table.state
    return h.div(".track", role="listitem", data_key=f"track-{good}")[
        h.div(".track-head")[
            good_chip(ctx, good),
            trend_strip(ctx, good),
            h.span(".price")[h.b[known(ctx, price(state, good))], " ", next_price(ctx, good)],
        ],
        h.div(".spaces", aria_label=_("Track of {good}").format(good=good_name(ctx, good)))[_spaces(ctx, state, good)],
    ]


def known(ctx: Ctx, amount: int | None) -> str:
    """A price, or a question mark."""
    return "?" if amount is None else ctx.money(amount)


def next_price(ctx: Ctx, good: str) -> Node:
    """The price after the next market if the trend stays, with an arrow that says which way."""
    state = ctx.table.state
    step, amount = advice.next_price(state, good)
    moved = step - state.steps[good]
    if not moved:
        return h.span(".note.next")["→ ", known(ctx, price(state, good))]
    cls, sign = (".up", "▲") if moved > 0 else (".down", "▼")
    return h.span(f".next{cls}", title=ctx._("next year, if the trend stays"))[sign, " ", known(ctx, amount)]


def trend_strip(ctx: Ctx, good: str) -> Node:
    """The five spaces of the trend, the cube on one of them."""
    state = ctx.table.state
    now = state.trends[good]
    label = ctx._("trend of {good}: {trend}").format(good=good_name(ctx, good), trend=trend_space(now))
    return h.span(".trend", role="img", aria_label=label)[
        (h.span(".on" if step == now else "")[trend_space(step)] for step in trend_steps(state.box))
    ]


def _spaces(ctx: Ctx, state: State, good: str) -> list[Node]:
    """The spaces of a price track as far as they are known; dots where it may go on."""
    track, here = price_track(state.box, good), state.steps[good]
    next_step, _price = advice.next_price(state, good)
    shown = [*track.spaces, here, next_step]
    low = min(shown) if track.bottom is None else track.bottom
    high = max(shown) if track.top is None else track.top
    token, sign = good_sign(good)
    cells: list[Node] = []
    for step in range(low, high + 1):
        amount = known(ctx, track.spaces.get(step))
        if step == here:
            cells.append(h.span(f".here.{token}", aria_current="true")[h.i(aria_hidden="true")[sign], amount])
        elif step == next_step:
            cells.append(h.span(".to")[amount])
        else:
            cells.append(h.span[amount])
    on = h.span(".end")["…"]
    return [track.bottom is None and on, *cells, track.top is None and on]


def short_board(ctx: Ctx) -> Node:
    """Prices and trends in a few lines, for the big screen."""
    state, _ = ctx.table.state, ctx._
    rows = (
        h.tr[
            h.th(scope="row")[good_chip(ctx, good)],
            h.td[h.b[known(ctx, price(state, good))]],
            h.td[trend_strip(ctx, good)],
            h.td[next_price(ctx, good)],
        ]
        for good in GOODS
    )
    head = h.tr[h.td, h.th(scope="col")[_("price")], h.th(scope="col")[_("trend")], h.th(scope="col")[_("next year")]]
    return h.table(".short-board")[h.thead[head], h.tbody[rows]]


def chart_card(ctx: Ctx) -> Node:
    """One of the charts, and the way to the others."""
    _, kind = ctx._, shown_chart(ctx)
    buttons = (
        parts.button(
            _(label), "chart.pick", args={"kind": name}, pressed=name == kind, key=f"chart-{name}", cls="segment"
        )
        for name, label in CHARTS.items()
    )
    label = _("Chart: {title}").format(title=_(CHARTS[kind]))
    return parts.card(
        ctx.alive and h.div(".segments", role="group", aria_label=_("Chart"))[buttons],
        h.div(".chart.tall", data_chart=kind, aria_label=label, data_key=f"island-{kind}"),
        key="chart",
        cls="wide",
    )


def shown_chart(ctx: Ctx) -> str:
    """The chart that is chosen on this page."""
    kind = ctx.kept(Shown).chart
    return kind if kind in CHARTS else "prices"


def pick_chart(ctx: Ctx, event: Event) -> None:
    """Another chart."""
    ctx.kept(Shown).chart = event.args.get("kind", "")


ACTIONS = {"chart.pick": pick_chart}
