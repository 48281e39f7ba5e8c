"""Phase 6: goods are sold or stored ("Ventes")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import add, event
from companion.games.greed import checks
from companion.games.greed.actions import EndSales, Sell, Store
from companion.games.greed.books import close_books
from companion.games.greed.box import needed, price_pointer
from companion.games.greed.state import (
    NO_GOODS,
    State,
    active_companies,
    company_name,
    free_cash,
    new_income,
    price,
    with_company,
)
from companion.ledger import BANK
from companion.words import N_

STORAGE = (0, 5, 10, 15)  # for the first, second, third and fourth good


def sell(state: State, move: Sell) -> State:
    """Goods are sold at the market price into new income ("Ventes").

    Raises RuleError: ``wrong-phase``, ``unknown-company``, ``company-liquidated``, ``unknown-good``, ``nothing-named``,
    ``not-enough-goods``, ``box-value-needed``.
    """
    goods = _goods(state, move)
    income = value_of(state, goods)
    company = state.companies[move.company]
    company = replace(company, goods=add(company.goods, goods, -1))
    ledger = state.ledger.move(BANK, new_income(move.company), income)
    return replace(with_company(state, move.company, company), ledger=ledger)


def store(state: State, move: Store) -> State:
    """Goods are kept for next year, for 0, 5, 10 and 15 from free cash.

    Raises RuleError as `sell`, and ``storage-full``, ``not-enough-cash``.
    """
    goods = _goods(state, move)
    company = state.companies[move.company]
    cost = storage_cost(company.stored, sum(goods.values()))
    if cost is None:
        raise RuleError(
            "storage-full",
            N_("{company} ({player}) would store {asked} goods; {allowed} are allowed."),
            company=company_name(state, move.company),
            player=checks.ceo_name(state, move.company),
            asked=sum(goods.values()) + sum(company.stored.values()),
            allowed=len(STORAGE),
        )
    checks.has_free_cash(state, move.company, cost)
    company = replace(company, goods=add(company.goods, goods, -1), stored=add(company.stored, goods))
    ledger = state.ledger.move(free_cash(move.company), BANK, cost)
    return replace(with_company(state, move.company, company), ledger=ledger)


def storage_cost(stored: dict[str, int], more: int) -> int | None:
    """What it costs to store ``more`` goods beside those ``stored`` this year; None when they are too many."""
    kept = sum(stored.values())
    return sum(STORAGE[kept : kept + more]) if kept + more <= len(STORAGE) else None


def value_of(state: State, goods: dict[str, int]) -> int:
    """What goods bring at today's prices. Raises RuleError ``box-value-needed``."""
    prices = {good: price(state, good) for good in goods}
    missing = [good for good, each in prices.items() if each is None]
    if missing:
        raise needed([price_pointer(state.box, good, state.steps[good]) for good in missing])
    return sum(count * (prices[good] or 0) for good, count in goods.items())


def _goods(state: State, move: Sell | Store) -> dict[str, int]:
    checks.in_phase(state, "sales")
    company = checks.company_of(state, move.company)
    goods = checks.some_goods(move.goods, checks.ceo_name(state, move.company))
    if not goods:
        raise RuleError(
            "nothing-named",
            N_("{company} ({player}) names no goods; at least one is needed."),
            company=company_name(state, move.company),
            player=checks.ceo_name(state, move.company),
        )
    checks.has_goods(state, move.company, company.goods, goods)
    return goods


def end_sales(state: State, _move: EndSales) -> State:
    """What is not stored is sold, and the books are closed. Raises RuleError: ``wrong-phase``, ``box-value-needed``."""
    checks.in_phase(state, "sales")
    ledger, companies, sold = state.ledger, state.companies.copy(), {}
    rests = {
        number: rest
        for number in active_companies(state)
        if (rest := {good: count for good, count in companies[number].goods.items() if count})
    }
    value_of(state, {good: 1 for rest in rests.values() for good in rest})  # ask for all missing prices at once
    for number, rest in rests.items():
        income = value_of(state, rest)
        ledger = ledger.move(BANK, new_income(number), income)
        companies[number] = replace(companies[number], goods=NO_GOODS)
        sold[number] = {"goods": rest, "income": income}
    state = replace(state, ledger=ledger, companies=companies)
    return close_books(event(state, "rest-sold", sold=sold) if sold else state)
