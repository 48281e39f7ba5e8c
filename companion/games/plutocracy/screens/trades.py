"""The trade helper: sales and purchases that the reader's hold and money allow at places in reach by some time."""

from collections.abc import Callable
from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.plutocracy import advice
from companion.games.plutocracy.advice import Forecast, Trade
from companion.games.plutocracy.screens import signs
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.widgets.messages import Event
from companion.words import N_, signed

SPAN = 15  # time that is looked ahead at first
Planned = tuple[str, int | None]  # a place and the time to use
ROWS = 10  # shown before the reader asks for more
# Columns: their titles, and what they are sorted by (the best first).
COLUMNS: dict[str, tuple[str, Callable[[Trade], tuple[int, ...]]]] = {
    "when": (N_("Planet"), lambda trade: (trade.plan.time, -trade.income)),
    "sale": (N_("Sale"), lambda trade: (-trade.income, trade.plan.time)),
    "purchase": (N_("Purchase"), lambda trade: (trade.supply_price, -trade.buy, trade.plan.time)),
    "profit": (N_("Gain"), lambda trade: (-trade.profit, trade.plan.time)),
}


@dataclass(slots=True)
class Listed:
    """Which trades are listed: in reach by a time (None: some way ahead), sorted by a column, all or the best."""

    until: int | None = None
    sort: str = "sale"
    every: bool = False


def card(ctx: Ctx, forecast: Forecast, planned: Planned) -> Node:
    """The table of trades by a time that the reader chooses; a row is a voyage to look at, one is ``planned``."""
    _ = ctx._
    least, most = forecast.leave + 1, forecast.limit
    if least >= most:
        return None
    until = min(max(least, _until(ctx, forecast)), most)
    found = sorted(advice.trades(forecast, until), key=COLUMNS[_sorted_by(ctx)][1])
    shown = found if ctx.kept(Listed).every else found[:ROWS]
    slider = h.input(
        ".plu-slider",
        type="range",
        name="until",
        min=str(least),
        max=str(most),
        value=str(until),
        data_do_change="until",
        data_key="until",
        aria_label=_("Reachable by the time"),
    )
    return parts.card(
        parts.row(h.b(".plu-when")[_("by {time}").format(time=until)], parts.grow(slider)),
        _table(ctx, shown, planned) if shown else parts.note(_("No planet is in reach by then.")),
        len(shown) < len(found)
        and parts.button(_("Show {count} more").format(count=len(found) - len(shown)), "every_trade", wide=True),
        parts.note(
            _(
                "With the own hold and money, at the prices known now; others may change them. "
                "The gain counts what is bought there, sold at today’s best price."
            )
        ),
        title=_("Trades in reach"),
        key="trades",
    )


def _until(ctx: Ctx, forecast: Forecast) -> int:
    until = ctx.kept(Listed).until
    return forecast.leave + SPAN if until is None else until


def _sorted_by(ctx: Ctx) -> str:
    chosen = ctx.kept(Listed).sort
    return chosen if chosen in COLUMNS else "sale"


def _table(ctx: Ctx, found: list[Trade], planned: Planned) -> Node:
    heads = [
        h.th(scope="col", aria_sort="ascending" if name == _sorted_by(ctx) else None)[
            parts.button(
                [ctx._(title), name == _sorted_by(ctx) and h.span(aria_hidden="true")["▾"]],
                "sort",
                args={"by": name},
                cls="plain",
                key=f"sort-{name}",
            )
        ]
        for name, (title, _) in COLUMNS.items()
    ]
    return h.table(".plu-trades")[h.thead[h.tr[heads]], h.tbody[[_row(ctx, trade, planned) for trade in found]]]


def _row(ctx: Ctx, trade: Trade, planned: Planned) -> Node:
    _, plan = ctx._, trade.plan
    state, body = ctx.table.state, plan.body or ""
    planet = state.planets[body]
    word = signs.place_word(plan.place)
    button = parts.button(
        [
            signs.body_chip(ctx, body),
            h.small[_("{time} → {space}").format(time=plan.time, space=plan.arrive)],
        ],
        "place",
        args={"place": word, "time": plan.time},
        pressed=planned == (word, plan.time),
        key=f"trade-{word}-{plan.time}",
    )
    demand = (plan.prices or (0, 0))[0]
    return h.tr(data_key=f"row-{word}-{plan.time}")[
        h.th(scope="row")[button],
        h.td[_deal(ctx, planet.demand, trade.sell, demand, f"+{ctx.money(trade.income)}")],
        h.td[_deal(ctx, planet.supply, trade.buy, trade.supply_price, f"−{ctx.money(trade.cost)}")],
        h.td[h.b[signed(trade.profit) if trade.profit else "–"]],
    ]


def _deal(ctx: Ctx, resource: str | None, units: int, price: int | None, total: str) -> Node:
    """So many units at a price; only the price where there are none."""
    if resource is None or price is None:
        return "–"
    return [
        units > 0 and h.b[total],
        h.span(".note")[signs.resource_count(ctx, resource, units or None), f" {'×' if units else '·'} {price}"],
    ]


# What is tapped


def until(ctx: Ctx, event: Event) -> None:
    """Look as far ahead as the slider says."""
    word = event.text("until")
    if word.isdecimal():
        ctx.kept(Listed).until = int(word)


def sort(ctx: Ctx, event: Event) -> None:
    """Sort by a column."""
    ctx.kept(Listed).sort = event.args.get("by", "")


def every_trade(ctx: Ctx, _event: Event) -> None:
    """Show the rest of the table."""
    ctx.kept(Listed).every = True
