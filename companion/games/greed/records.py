"""Tidy rows of a game of Greed, Incorporated, for charts and data frames."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.common import Sight, Step
from companion.games.greed.box import GOODS, card
from companion.games.greed.state import State, cash, free_cash, last_income, new_income, price

Row = dict[str, Any]
CAUSES = {"deal_company": "company", "found": "company", "raise_bid": "status", "pass_auction": "status"}


def prices(steps: list[Step], _now: State, _sight: Sight) -> list[Row]:
    """``n, at, year, good, price, step, trend, cause``: all goods at the start and each market, others as they move.

    ``price`` is None where the box does not know the space; ``cause`` is ``start``, ``market``, ``announce``,
    ``company``, ``status``, or the common action that changed something.
    """
    rows = []
    for step in steps:
        before, after = step.before, step.after
        kinds = {event.kind for event in after.events}
        if before.phase == "setup" != after.phase:
            rows += [_price_row(step, good, "start") for good in GOODS]
        elif "market" in kinds:
            rows += [_price_row(step, good, "market") for good in GOODS]
        elif (before.steps, before.trends) != (after.steps, after.trends) or before.box is not after.box:
            cause = CAUSES.get(step.entry.action, step.entry.action)
            rows += [_price_row(step, good, cause) for good in GOODS if _shown(before, good) != _shown(after, good)]
    return rows


def _shown(state: State, good: str) -> tuple[int, int, int | None]:
    return state.steps[good], state.trends[good], price(state, good)


def _price_row(step: Step, good: str, cause: str) -> Row:
    after: State = step.after
    return {
        "n": step.entry.n,
        "at": step.entry.at,
        "year": max(1, step.before.year),
        "good": good,
        "price": price(after, good),
        "step": after.steps[good],
        "trend": after.trends[good],
        "cause": cause,
    }


def income(steps: list[Step], _now: State, _sight: Sight) -> list[Row]:
    """``n, at, year, company, new_income, last_income, boot`` as they were compared at each closing of the books."""
    return [
        {"n": step.entry.n, "at": step.entry.at, "year": step.before.year, "company": number, **book}
        for step in steps
        for event in step.after.events
        if event.kind == "books-closed"
        for number, book in event.fields["books"].items()
    ]


def money(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """``year, phase, owner, slot, amount``: every slot after each phase, and now.

    ``owner`` is a player's name or a company's number. The books close with the sales: ``sales`` is what is there
    before, ``books`` after the money has moved up.
    """
    rows, last = [], 0  # where those of the last phase begin
    for step in steps:
        if (step.before.year, step.before.phase) != (step.after.year, step.after.phase):
            phase = step.before.phase
            for event in step.after.events:
                if event.kind == "books-closed":
                    rows += _slots(_sold(step.before, event.fields["books"]), now, step.before.year, "sales")
                    phase = "books"
            last = len(rows)
            rows += _slots(step.after, now, step.before.year, phase)
    if now.phase == "end":  # after it, money can still be put right
        return rows[:last] + _slots(now, now, rows[last]["year"], rows[last]["phase"])
    return rows + _slots(now, now, now.year, now.phase)


def _sold(before: State, books: dict[int, Row]) -> State:
    """The money when all is sold and the books are still open."""
    ledger = before.ledger
    for number, book in books.items():
        ledger = ledger.put_right(new_income(number), book["new_income"])
    return replace(before, ledger=ledger)


def _slots(state: State, now: State, year: int, phase: str) -> list[Row]:
    owners: list[tuple[str | int, str, str]] = [
        (now.names[seat], "cash", cash(seat)) for seat in range(len(state.names))
    ]
    for number in sorted(state.companies):
        owners += [
            (number, "free_cash", free_cash(number)),
            (number, "new_income", new_income(number)),
            (number, "last_income", last_income(number)),
        ]
    return [
        {"year": year, "phase": phase, "owner": owner, "slot": slot, "amount": state.ledger[name]}
        for owner, slot, name in owners
    ]


def status(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """``n, at, year, player, colour, card, price, points``: the status symbols as they were sold, in order.

    Where a symbol was put right, ``price`` is None, and who has it no longer loses its ``points``: their sum is what a
    player has.
    """
    return [row for step in steps if step.before.symbols != step.after.symbols for row in _moved(step, now)]


def _moved(step: Step, now: State) -> Iterator[Row]:
    """The symbols that players lost in a step, then those that they got."""
    before, after = step.before.symbols, step.after.symbols
    paid = {
        (event.fields["colour"], event.fields["card"]): event.fields["paid"]
        for event in step.after.events
        if event.kind == "card-sold"
    }
    for here, there, sign in ((before, after, -1), (after, before, 1)):
        for seat, symbols in enumerate(here):
            for symbol in (symbol for symbol in symbols if symbol not in there[seat]):
                points = card(now.box, "status", symbol.colour, "cards", symbol.card).get("points")
                yield {
                    "n": step.entry.n,
                    "at": step.entry.at,
                    "year": step.before.year,
                    "player": now.names[seat],
                    "colour": symbol.colour,
                    "card": symbol.card,
                    "price": paid.get((symbol.colour, symbol.card)),
                    "points": None if points is None else sign * points,
                }


RECORDS = {"prices": prices, "income": income, "cash": money, "status": status}
