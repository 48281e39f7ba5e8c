"""Tidy rows of a game of one's own, for charts and data frames."""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Sight, Step, Worth, slots_of
from companion.games.own import prices as priced
from companion.games.own.checks import slot_said
from companion.games.own.snapshot import place
from companion.games.own.state import State, moved_openly, own_slot, phase_typed, shown
from companion.ledger import Transfer

Row = dict[str, Any]


def prices(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """One row a change of a price: ``n, at, round, phase, good, name, group, price, place, cause``.

    The rows of entry 0 are the prices of the beginning.
    """
    begun: State = steps[0].before if steps else now
    rows = [_price(0, None, begun, good, "start") for good in begun.book.goods]
    for step in steps:
        before, after = step.before, step.after
        if before.markers is after.markers and before.numbers is after.numbers and before.left is after.left:
            continue
        rows += [
            _price(step.entry.n, step.entry.at, after, good, step.entry.action)
            for good in after.book.goods
            if good not in before.book.goods or _stands(before, good) != _stands(after, good)
        ]
    return [row for row in rows if row["price"] is not None or row["n"]]


def _stands(state: State, good: str) -> tuple[Any, Any]:
    return priced.price(state, good), state.markers.get(good)


def _price(n: int, at: str | None, state: State, good: str, cause: str) -> Row:
    described = state.book.goods[good]
    return {
        "n": n,
        "at": at,
        "round": state.round,
        "phase": phase_typed(state),
        "good": good,
        "name": str(described.name),
        "group": described.group,
        "price": priced.price(state, good),
        "place": place(state, good),
        "cause": cause,
    }


def wealth(steps: list[Step], now: State, sight: Sight) -> list[Row]:
    """One row a player and entry: ``cash``, all the own ``money``, the ``value`` of the goods, and both: ``wealth``.

    What is not seen is None. A player has the same name in all rows: the one that the seat has now.
    """
    return [
        _wealth_of(step, seat, name, _open(step.after, now), sight)
        for step in steps
        for seat, name in enumerate(now.names)
    ]


def _open(state: State, now: State) -> State:
    """The state that says what may be seen of ``state``: once the game is over everything may."""
    return now if now.finished else state


def _wealth_of(step: Step, seat: int, name: str, seen: State, sight: Sight) -> Row:
    after: State = step.after
    own = {slot.name: own_slot(seat, slot.name) for slot in after.book.slots_of("player")}
    money = {slot: after.ledger[ours] if shown(seen, ours, sight) else None for slot, ours in own.items()}
    known = [amount for amount in money.values() if amount is not None]
    value, all_of_it = priced.value(after, seat), sum(known) if len(known) == len(money) else None
    return {
        "n": step.entry.n,
        "at": step.entry.at,
        "round": step.before.round,
        "phase": phase_typed(step.before),
        "player": name,
        "cash": money["cash"],
        "money": all_of_it,
        "value": value,
        "wealth": None if all_of_it is None else all_of_it + value,
    }


def transfers(steps: list[Step], now: State, sight: Sight) -> list[Row]:
    """One row a payment: ``n, at, round, phase, from, to, amount, cause``, as far as it was made in the open."""
    return [
        {
            "n": step.entry.n,
            "at": step.entry.at,
            "round": step.before.round,
            "phase": phase_typed(step.before),
            "from": slot_said(now, moved.source),
            "to": slot_said(now, moved.target),
            "amount": moved.amount,
            "cause": step.entry.action,
        }
        for step in steps
        for moved in step.after.ledger.transfers
        if _told(step, now, moved, sight)
    ]


def _told(step: Step, now: State, moved: Transfer, sight: Sight) -> bool:
    """Whether a payment was made in the open. What somebody counts again never is: the bank only balances the books."""
    seen = _open(step.after, now)
    if step.entry.action == "correct":
        return shown(seen, moved.source, sight) and shown(seen, moved.target, sight)
    return moved_openly(seen, moved.source, moved.target, sight)


def dues(steps: list[Step], now: State, sight: Sight) -> list[Row]:
    """One row a due: ``n, at, round, name, player, good, from, to, asked, paid``, as far as it was paid in the open."""
    return [row for step in steps for row in _dues_of(step, now, sight)]


def _dues_of(step: Step, now: State, sight: Sight) -> Iterator[Row]:
    for event in step.after.events:
        if event.kind != "due":
            continue
        for seat, good, asked, paid, source, target in event.fields["rows"]:
            if not moved_openly(_open(step.after, now), source, target, sight):
                continue
            yield {
                "n": step.entry.n,
                "at": step.entry.at,
                "round": step.before.round,
                "name": str(event.fields["name"]),
                "player": None if seat is None else now.names[seat],
                "good": good or None,
                "from": slot_said(now, source),
                "to": slot_said(now, target),
                "asked": asked,
                "paid": paid,
            }


def owned(steps: list[Step], now: State, sight: Sight) -> Iterator[list[Worth | None]]:
    """All the money of every seat, and what its goods are worth, as far as it is seen."""
    yield [(slots_of(steps[0].before, seat),) * 2 for seat in range(len(now.names))]
    for step in steps:
        rows = [_wealth_of(step, seat, name, _open(step.after, now), sight) for seat, name in enumerate(now.names)]
        yield [None if row["wealth"] is None else (row["wealth"],) * 2 for row in rows]


RECORDS = {"prices": prices, "wealth": wealth, "transfers": transfers, "dues": dues}
