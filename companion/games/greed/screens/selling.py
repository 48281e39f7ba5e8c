"""Phase 6: what a company stores, what it sells, and what storing costs against selling."""

import htpy as h
from htpy import Node

from companion.games.greed import advice
from companion.games.greed.box import GOODS
from companion.games.greed.screens.boards import each
from companion.games.greed.screens.seats import companies_here
from companion.games.greed.screens.signs import company_chip, good_chip, good_name, goods_text
from companion.games.greed.state import active_companies, free_cash
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.screens.entry_form import whole
from companion.widgets.messages import Event

END = "greed-end-sales"


def selling(ctx: Ctx) -> Screen:
    """The boards below carry the steppers; here is the end of the phase."""
    _ = ctx._
    if not ctx.may_act:
        return Screen([])
    foot = parts.primary(_("Close the books"), "sheet.open", args={"kind": END}, hotkey="e")
    told = _("What is not stored is sold when the sales end.")
    return Screen([parts.card(parts.note(told), title=_("Sales"), key="sales")], foot)


def sheets(ctx: Ctx) -> Node:
    """The dialog that is open over the sales."""
    kind = ctx.ui.get("sheet", {}).get("kind")
    if not ctx.may_act or ctx.table.state.phase != "sales" or kind != END:
        return None
    return end_sheet(ctx)


def shelf(ctx: Ctx, number: int) -> Node:
    """A company's goods in the sales: how many to store, and what that costs; None where it has none."""
    _, state = ctx._, ctx.table.state
    if state.phase != "sales" or number not in companies_here(ctx):
        return None
    company = state.companies[number]
    held = {good: count for good, count in company.goods.items() if count}
    if not held:
        return None
    picks = _picks(ctx, number)
    kept = goods_text(ctx, company.stored)
    return h.form(f"#shelf-{number}.goods", data_do="store", data_company=str(number), autocomplete="off")[
        h.input(type="hidden", name="company", value=str(number)),
        parts.note(_("How many to store:")),
        [_row(ctx, number, good, picks.get(good, 0)) for good in held],
        kept and parts.note(_("stored: {goods}").format(goods=kept)),
        _buttons(ctx, number, held, picks),
    ]


def _row(ctx: Ctx, number: int, good: str, picked: int) -> Node:
    _, count = ctx._, ctx.table.state.companies[number].goods[good]
    return h.div(".good", data_key=f"good-{good}")[
        h.div(".grow")[good_chip(ctx, good, count), parts.note(each(ctx, good))],
        parts.stepper(
            good_name(ctx, good),
            good,
            picked,
            "shelf.pick",
            fewer=_("store fewer {good}").format(good=good_name(ctx, good)),
            more=_("store more {good}").format(good=good_name(ctx, good)),
            most=min(count, advice.storable(ctx.table.state, number)),
            rev=f"{number}-{ctx.table.revision}",
        ),
    ]


def _buttons(ctx: Ctx, number: int, held: dict[str, int], picks: dict[str, int]) -> Node:
    """Store what is picked, sell the rest: each says what it costs or brings."""
    _, state = ctx._, ctx.table.state
    rest = {good: count - picks.get(good, 0) for good, count in held.items() if count > picks.get(good, 0)}
    brings = advice.worth(state, rest)
    sell = _("Sell the rest") if picks else _("Sell all")
    sell_button = rest and parts.button(
        [h.span[sell], h.small["+", "?" if brings is None else ctx.money(brings)]],
        "sell",
        form=f"shelf-{number}",
        cls="half",
        key=f"sell-{number}",
    )
    if not picks:
        return h.div(".pair-buttons")[sell_button]
    cost, forgone = advice.storing(state, number, picks)
    poor = cost is not None and cost > state.ledger[free_cash(number)]
    told = "?" if cost is None else f"−{ctx.money(cost)}"
    store_button = parts.button(
        [h.span[_("Store {goods}").format(goods=goods_text(ctx, picks))], h.small[told]],
        "store",
        form=f"shelf-{number}",
        disabled=cost is None or poor,
        cls="half",
        key=f"store-{number}",
    )
    return [
        h.div(".pair-buttons")[store_button, sell_button],
        parts.note(_storing_note(ctx, cost, forgone, poor=poor)),
    ]


def _storing_note(ctx: Ctx, cost: int | None, forgone: int | None, *, poor: bool) -> str:
    _ = ctx._
    if cost is None:
        return str(_("At most 4 goods can be stored."))
    if poor:
        return str(_("Storing costs {cost}, more than the free cash.").format(cost=ctx.money(cost)))
    if forgone is None:
        return str(_("Storing costs {cost} in free cash.").format(cost=ctx.money(cost)))
    told = _("Storing costs {cost} in free cash, and {income} less new income than selling.")
    return str(told.format(cost=ctx.money(cost), income=ctx.money(forgone)))


def end_sheet(ctx: Ctx) -> Node:
    """What will be sold, and who gets the boot, before the books are closed."""
    _, state = ctx._, ctx.table.state
    return parts.sheet(
        ctx,
        _("Close the books?"),
        parts.note(_("Everything that is not stored is sold now, for the whole table.")),
        [_verdict(ctx, number) for number in active_companies(state)],
        h.div(data_form="")[parts.button(_("End sales"), "end-sales", primary=True, wide=True)],
    )


def _verdict(ctx: Ctx, number: int) -> Node:
    """What a company sells at the end, and whether that is enough."""
    _, state = ctx._, ctx.table.state
    stock, needed = advice.stock_value(state, number), advice.income_needed(state, number)
    goods = goods_text(ctx, state.companies[number].goods)
    sold = _("sells {goods} for {amount}").format(goods=goods, amount="?" if stock is None else ctx.money(stock))
    if needed is None:
        end: Node = _("no boot this year")
    elif stock is None:
        end = "?"
    elif stock >= needed:
        end = ["✓ ", _("no boot")]
    else:
        end = h.b(".down")["⊗ ", _("boot, {amount} short").format(amount=ctx.money(needed - stock))]
    return h.div(".sealed")[
        h.span(".grow")[company_chip(ctx, number), goods and parts.note(sold)], h.span(".note")[end]
    ]


def _picks(ctx: Ctx, number: int) -> dict[str, int]:
    """What was stepped up to be stored, as far as it is still there."""
    goods = ctx.table.state.companies[number].goods
    picked = ctx.ui.get("shelf", {}).get(number, {})
    return {good: min(count, goods[good]) for good, count in picked.items() if min(count, goods[good]) > 0}


# What is tapped


def _typed(event: Event) -> tuple[int, dict[str, int]]:
    goods = {good: event.text(good) for good in GOODS}
    return whole(event.text("company")), {good: whole(text) for good, text in goods.items() if text not in ("", "0")}


def pick(ctx: Ctx, event: Event) -> None:
    """Remember what the steppers show."""
    number, picks = _typed(event)
    ctx.ui["shelf"] = {**ctx.ui.get("shelf", {}), number: picks}


def store(ctx: Ctx, event: Event) -> None:
    """Store what was picked."""
    number, picks = _typed(event)
    ctx.do("store", company=number, goods=picks)
    ctx.ui.get("shelf", {}).pop(number, None)


def sell(ctx: Ctx, event: Event) -> None:
    """Sell what was not picked to be stored."""
    number, picks = _typed(event)
    company = ctx.table.state.companies.get(number)
    held = company.goods if company else {}
    rest = {good: count - picks.get(good, 0) for good, count in held.items() if count > picks.get(good, 0)}
    ctx.do("sell", company=number, goods=rest)


def end_sales(ctx: Ctx, _event: Event) -> None:
    """Sell the rest and close the books."""
    ctx.do("end_sales")
    ctx.ui.pop("sheet", None)
    ctx.ui.pop("shelf", None)


ACTIONS = {"shelf.pick": pick, "store": store, "sell": sell, "end-sales": end_sales}
