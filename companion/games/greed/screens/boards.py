"""The company boards: three money slots side by side, the directors, the assets, the goods."""

import htpy as h
from htpy import Node

from companion.games.greed import advice
from companion.games.greed.box import is_primary
from companion.games.greed.screens.seats import leads
from companion.games.greed.screens.signs import TITLES, asset_line, company_chip, good_chip, goods_text
from companion.games.greed.state import DIRECTORS, Company, free_cash, last_income, new_income, price
from companion.screens import parts
from companion.screens.ctx import Ctx

NEEDING = ("announce", "invest", "trade", "sales")  # the phases before the books are closed


def board(ctx: Ctx, number: int, *, opened: bool = True, sales: Node = None) -> Node:
    """A company board; ``opened`` shows all of it at once, ``sales`` stands in the place of the goods."""
    company = ctx.table.state.companies[number]
    inside = [_directors(ctx, number), _assets(ctx, number, company), sales or _goods(ctx, company)]
    return parts.card(
        h.div(".co-head")[company_chip(ctx, number), _marks(ctx, company)],
        slots(ctx, number),
        need(ctx, number),
        inside if opened else h.details(data_key=f"more-{number}")[h.summary[_brief(ctx, company)], inside],
        key=f"company-{number}",
        cls="company",
    )


def slots(ctx: Ctx, number: int) -> Node:
    """Free cash, new income, last year's income."""
    ledger, _ = ctx.table.state.ledger, ctx._
    return parts.slots(
        parts.slot(ctx.money(ledger[free_cash(number)]), _("free cash")),
        parts.slot(ctx.money(ledger[new_income(number)]), _("new income")),
        parts.slot(ctx.money(ledger[last_income(number)]), _("last year")),
    )


def need(ctx: Ctx, number: int) -> Node:
    """How far a company is from the boot this year."""
    _, state = ctx._, ctx.table.state
    if state.phase not in NEEDING:
        return None
    needed = advice.income_needed(state, number)
    if needed is None:
        return parts.note(_("No boot in its first year."))
    if needed == 0:
        return parts.note(h.span(".up")["✓ ", _("Enough new income: no boot this year.")])
    stock = advice.stock_value(state, number)
    told = _("Needs {amount} more new income to avoid the boot.").format(amount=ctx.money(needed))
    has = any(state.companies[number].goods.values())
    return h.div(".need")[
        h.span(".warn")["⚠ ", told],
        has
        and stock is not None
        and parts.note(_("All its goods sold today: {amount}.").format(amount=ctx.money(stock))),
    ]


def _marks(ctx: Ctx, company: Company) -> Node:
    _ = ctx._
    return h.span(".marks")[
        company.boot and h.span(".pill.boot")["⊗ ", _("boot")],
        company.liquidated and parts.pill(_("liquidated")),
    ]


def _brief(ctx: Ctx, company: Company) -> Node:
    """A closed board in one line: who leads it, how much it owns."""
    names, _ = ctx.table.state.names, ctx._
    count = len(company.assets)
    return h.span(".note")[
        h.bdi[names[company.positions[0]]],
        " · ",
        _.ngettext("{count} asset", "{count} assets", count).format(count=count),
        " · " + goods_text(ctx, company.goods) if any(company.goods.values()) else None,
    ]


def _directors(ctx: Ctx, number: int) -> Node:
    _, state = ctx._, ctx.table.state
    company, pay = state.companies[number], advice.severance(state, number)
    rows = [
        h.div(".director")[
            h.b[TITLES[director]],
            parts.player_chip(ctx, state.names[seat]),
            h.span(".note")[_("fired: {amount}").format(amount=ctx.money(pay[director]))],
        ]
        for director, seat in zip(DIRECTORS, company.positions, strict=False)
    ]
    below = company.positions[len(DIRECTORS) :]
    then = (
        below
        and h.div(".director.below")[
            h.span(".note")[_("then")], h.span(".chips")[[parts.player_chip(ctx, state.names[seat]) for seat in below]]
        ]
    )
    return h.div(".directors", aria_label=_("Board"))[rows, then]


def _assets(ctx: Ctx, number: int, company: Company) -> Node:
    _ = ctx._
    if not company.assets:
        return parts.note(_("No assets."))
    return h.div(".assets", aria_label=_("Assets"))[[_asset(ctx, number, asset) for asset in company.assets]]


def _asset(ctx: Ctx, number: int, asset: int) -> Node:
    return h.div(".asset", data_key=f"asset-{asset}")[
        h.div(".grow")[asset_line(ctx, asset)], _running(ctx, number, asset)
    ]


def _running(ctx: Ctx, number: int, asset: int) -> Node:
    """Whether an asset has run, and the button that runs it."""
    _, state = ctx._, ctx.table.state
    company = state.companies[number]
    if asset in company.used:
        return h.span(".note")["✓ ", _("used")]
    if state.phase != "trade" or is_primary(state.box, asset) is not False:
        return None
    lacking = advice.shortage(state, number, asset)
    short = _("{goods} short").format(goods=goods_text(ctx, lacking)) if lacking else ""
    if not leads(ctx, number):
        return short and h.span(".note")[short]
    if lacking:
        return parts.button(short, "process", disabled=True, cls="short")
    return parts.button(_("Process"), "process", args={"company": number, "asset": asset}, key=f"run-{asset}")


def _goods(ctx: Ctx, company: Company) -> Node:
    _ = ctx._
    held = {good: count for good, count in company.goods.items() if count}
    kept = goods_text(ctx, company.stored)
    if not held and not kept:
        return None
    return h.div(".goods", aria_label=_("Goods"))[
        [good_row(ctx, good, count) for good, count in held.items()],
        kept and parts.note(_("stored: {goods}").format(goods=kept)),
    ]


def good_row(ctx: Ctx, good: str, count: int) -> Node:
    """Some of a good, and what each brings at the market."""
    return h.div(".ware", data_key=f"good-{good}")[
        h.div(".grow")[good_chip(ctx, good, count)], h.span(".note")[each(ctx, good)]
    ]


def each(ctx: Ctx, good: str) -> str:
    """The market price of a good."""
    now = price(ctx.table.state, good)
    told = ctx._("price not known") if now is None else ctx._("{amount} each").format(amount=ctx.money(now))
    return str(told)
