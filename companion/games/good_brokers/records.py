"""Tidy rows of a game of Good Brokers, for charts and data frames."""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Sight, Step, Worth
from companion.games.good_brokers.secrets import hands_open
from companion.games.good_brokers.state import State, cash, client_money, value_of

Row = dict[str, Any]


def prices(steps: list[Step], _now: State, _sight: Sight) -> list[Row]:
    """One row a change of a price: ``n, at, round, turn, company, price, step, cause`` (the action that moved it)."""
    return [
        {
            "n": step.entry.n,
            "at": step.entry.at,
            "round": step.before.round,
            "turn": step.before.turn,
            "company": company,
            "price": step.after.box["track"][space],
            "step": space,
            "cause": step.entry.action,
        }
        for step in steps
        if step.after.steps is not step.before.steps
        for company, space in step.after.steps.items()
        if space != step.before.steps[company]
    ]


def wealth(steps: list[Step], now: State, sight: Sight) -> list[Row]:
    """One row a player and entry: money, and what shares in hand and put aside are worth (None while unseen).

    A player has the same name in all rows: the one that the seat has now.
    """
    return [
        _wealth_of(step, seat, name, hands_open(now, sight, seat))
        for step in steps
        for seat, name in enumerate(now.names)
    ]


def _wealth_of(step: Step, seat: int, name: str, seen: bool) -> Row:
    after: State = step.after
    return {
        "n": step.entry.n,
        "round": step.before.round,
        "turn": step.before.turn,
        "player": name,
        "cash": after.ledger[cash(seat)],
        "shares_value": value_of(after, after.shares[seat]) if seen else None,
        "client_value": value_of(after, after.clients[seat]) if seen else None,
        "client_money": after.ledger[client_money(seat)],
    }


def owned(steps: list[Step], now: State, sight: Sight) -> Iterator[list[Worth | None]]:
    """Money and shares of every seat. What is put aside for clients is still owned, and so is what they have paid."""
    before: State = steps[0].before
    yield [(before.ledger[cash(seat)],) * 2 for seat in range(len(now.names))]
    for step in steps:
        rows = (_wealth_of(step, seat, name, hands_open(now, sight, seat)) for seat, name in enumerate(now.names))
        yield [_sum(row) for row in rows]


def _sum(row: Row) -> Worth | None:
    parts = [row[name] for name in ("cash", "shares_value", "client_value", "client_money")]
    return None if None in parts else (sum(parts),) * 2


RECORDS = {"prices": prices, "wealth": wealth}
