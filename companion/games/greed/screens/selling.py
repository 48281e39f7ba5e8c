"""Phase 6: what a company stores, what it sells, and what storing costs against selling."""

from dataclasses import dataclass, field

import htpy as h
from htpy import Node

from companion.games.greed import advice, sales
from companion.games.greed.box import GOODS
from companion.games.greed.screens.boards import each
from companion.games.greed.screens.seats import companies_here
from companion.games.greed.screens.signs import company_chip, good_chip, good_name, goods_text
from companion.games.greed.state import active_companies, free_cash, price
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog, Screen
from companion.screens.says import says
from companion.screens.typed import whole
from companion.widgets.messages import Event

END = "greed-end-sales"


@dataclass(slots=True)
class Shelves:
    """What was stepped up to be stored, by year and company."""

    picks: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)


def selling(ctx: Ctx) -> Screen:
    """The boards below carry the steppers; here is the end of the phase."""
    _ = ctx._
    if not ctx.may_act:
        return Screen([])
    foot = parts.primary(_("Close the books"), "sheet.open", args={"kind": END}, hotkey="e")
    told = _("What is not stored is sold when the sales end.")
    return Screen([parts.card(parts.note(told), title=_("Sales"), key="sales")], foot)


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
    most, pays = advice.storable(state, number), advice.payable(state, number)
    limits = parts.limits((dict.fromkeys(held, 1), pays))
    return h.form(
        f"#shelf-{number}.goods",
        limits,
        data_do="store",
        data_company=str(number),
        data_about=_rev(ctx, number),
        autocomplete="off",
    )[
        h.input(type="hidden", name="company", value=str(number)),
        parts.note(_("How many to store:")),
        pays < min(most, sum(held.values()))
        and parts.note(
            _.ngettext(
                "The free cash pays for {count} to store.", "The free cash pays for {count} to store.", pays
            ).format(count=pays)
        ),
        [_row(ctx, number, good, picks.get(good, 0)) for good in held],
        kept and parts.note(_("stored: {goods}").format(goods=kept)),
        _buttons(ctx, number, held, picks),
    ]


def _row(ctx: Ctx, number: int, good: str, picked: int) -> Node:
    _, count = ctx._, ctx.table.state.companies[number].goods[good]
    return h.div(".ware", data_key=f"good-{good}")[
        h.div(".grow")[good_chip(ctx, good, count), parts.note(each(ctx, good))],
        parts.stepper(
            good_name(ctx, good),
            good,
            picked,
            "shelf.pick",
            fewer=_("store fewer {good}").format(good=good_name(ctx, good)),
            more=_("store more {good}").format(good=good_name(ctx, good)),
            most=min(count, advice.payable(ctx.table.state, number)),
            rev=_rev(ctx, number),
        ),
    ]


def _buttons(ctx: Ctx, number: int, held: dict[str, int], picks: dict[str, int]) -> Node:
    """Store what is picked, sell the rest: each says what it costs or brings."""
    rest = {good: count - picks.get(good, 0) for good, count in held.items() if count > picks.get(good, 0)}
    sell_button = rest and parts.button(
        _sell_text(ctx, held, rest), "sell", form=f"shelf-{number}", cls="half", key=f"sell-{number}"
    )
    if not picks:
        return h.div(".pair-buttons")[sell_button]
    state = ctx.table.state
    cost, forgone = advice.storing(state, number, picks)
    poor = cost is not None and cost > state.ledger[free_cash(number)]
    store_button = parts.button(
        _store_text(ctx, number, held, picks, cost),
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


def _sell_text(ctx: Ctx, held: dict[str, int], rest: dict[str, int]) -> Node:
    """What is sold, and what it brings; both follow the steppers."""
    _, state = ctx._, ctx.table.state
    each_less = {good: -(price(state, good) or 0) for good in held}
    everything, brings = advice.worth(state, held), advice.worth(state, rest)
    told: Node = ["+", "?" if brings is None else ctx.money(brings)]
    if everything is not None and brings is not None:
        sum_ = {"amount": {"of": each_less, "plus": everything}}
        told = says(ctx, "+{amount}", {"amount": ctx.money(brings)}, sum_)
    case = "none" if rest == held else "says"
    text = says(ctx, _("Sell the rest"), {}, {"": {"of": dict.fromkeys(held, 1)}}, case=case, none=_("Sell all"))
    return [text, h.small[told]]


def _store_text(ctx: Ctx, number: int, held: dict[str, int], picks: dict[str, int], cost: int | None) -> Node:
    """What is stored, and what it costs; both follow the steppers."""
    _, stored = ctx._, ctx.table.state.companies[number].stored
    one_each = dict.fromkeys(held, 1)
    names = {"of": one_each, "names": {good: good_name(ctx, good) for good in held}, "join": " + "}
    costs = [sales.storage_cost(stored, count) for count in range(len(sales.STORAGE) + 1)]
    table = [ctx.money(each_cost) for each_cost in costs if each_cost is not None]
    told = "?" if cost is None else ctx.money(cost)
    return [
        says(ctx, _("Store {goods}"), {"goods": goods_text(ctx, picks)}, {"goods": names}),
        h.small[says(ctx, "−{cost}", {"cost": told}, {"cost": {"of": one_each, "table": table}})],
    ]


def _rev(ctx: Ctx, number: int) -> str:
    """What was stepped to stays until the goods of this company are others."""
    company = ctx.table.state.companies[number]
    return f"{number}-{ctx.table.state.year}-{sorted(company.goods.items())}-{sorted(company.stored.items())}"


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
    if state.phase != "sales":
        ctx.close()  # it does not come back in the next year
        return None
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
    picked = ctx.kept(Shelves).picks.get((ctx.table.state.year, number), {})
    return {good: min(count, goods[good]) for good, count in picked.items() if min(count, goods[good]) > 0}


# What is tapped


def _typed(event: Event) -> tuple[int, dict[str, int]]:
    goods = {good: event.text(good) for good in GOODS}
    return whole(event.text("company")), {good: whole(text) for good, text in goods.items() if text not in ("", "0")}


def pick(ctx: Ctx, event: Event) -> None:
    """Remember what the steppers show."""
    number, picks = _typed(event)
    ctx.kept(Shelves).picks[ctx.table.state.year, number] = picks


def store(ctx: Ctx, event: Event) -> None:
    """Store what was picked."""
    number, picks = _typed(event)
    ctx.do("store", company=number, goods=picks)
    ctx.kept(Shelves).picks.pop((ctx.table.state.year, number), None)


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
    ctx.close()
    ctx.forget(Shelves)


DIALOG = Dialog(END, end_sheet, {"end-sales": end_sales})
ACTIONS = {"shelf.pick": pick, "store": store, "sell": sell}
