"""Tidy rows of a game of Plutocracy, for charts and data frames. ``time`` is a space of the time track.

A player has the same name in all rows: the one that the seat has now.
"""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Sight, Step
from companion.games.plutocracy import track, turns
from companion.games.plutocracy.state import State, cash

Row = dict[str, Any]
SIDES = ("demand", "supply")


def prices(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """One row a change: ``n, at, time, planet, side, resource, price, cause`` (the action or event that moved it).

    The prices at the start come first, with the cause ``setup``.
    """
    shown = _market(steps[0].before if steps else now)
    rows = [_price_row(None, 0, key, value, "setup") for key, value in shown.items() if None not in value]
    for step in steps:
        if step.before.planets is step.after.planets:
            continue
        told = [(happened.fields["time"], happened.fields["prices"]) for happened in _happened(step, "prices")]
        for time, changed in told:
            for key in shown:
                value = (shown[key][0], changed[key[0]][SIDES.index(key[1])])
                if value != shown[key]:
                    shown[key] = value
                    rows.append(_price_row(step, time, key, value, "prices"))
        for key, value in _market(step.after).items():
            if value != shown[key]:
                shown[key] = value
                if None not in value:
                    rows.append(_price_row(step, turns.lap(step.before), key, value, step.entry.action))
    return rows


def _market(state: State) -> dict[tuple[str, str], tuple[str | None, int | None]]:
    """Resource and price by planet and side."""
    market: dict[tuple[str, str], tuple[str | None, int | None]] = {}
    for name, planet in state.planets.items():
        market[name, "demand"] = (planet.demand, planet.demand_price)
        market[name, "supply"] = (planet.supply, planet.supply_price)
    return market


def _price_row(step: Step | None, time: int, key: tuple[str, str], value: tuple[Any, Any], cause: str) -> Row:
    planet, side = key
    resource, price = value
    return {
        **_entry(step),
        "time": time,
        "planet": planet,
        "side": side,
        "resource": resource,
        "price": price,
        "cause": cause,
    }


def voyages(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """One row a voyage: ``n, at, player, from, to`` (body and index), ``leave, arrive`` (spaces), ``hexes``."""
    deeds = (step.deed for step in steps)
    return [_voyage(deed, now.names) for deed in deeds if deed.entry.action == "travel"]


def _voyage(step: Step, names: tuple[str, ...]) -> Row:
    before: State = step.before
    seat = before.active
    assert seat is not None
    start, end = before.players[seat].ship, tuple(step.entry.fields["to"])
    assert start is not None
    return {
        **_entry(step),
        "player": names[seat],
        "from": list(start),
        "to": list(end),
        "leave": track.disc(before, seat),
        "arrive": track.disc(step.after, seat),
        "hexes": before.sky.hexes(start, end),
    }


def council(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """One row a change: ``n, at, time, player, councilors`` (all that the player has now), ``cause``.

    The first rows are the start, with the cause ``setup``.
    """
    first: State = steps[0].before if steps else now
    shown = [player.councilors for player in first.players]
    rows = [_council_row(None, 0, name, count, "setup") for name, count in zip(now.names, shown, strict=True)]
    for step in steps:
        after: State = step.after
        if step.before.players is after.players:
            continue
        for happened in _happened(step, "elect"):
            for seat, won in happened.fields["won"].items():
                shown[seat] += won
                rows.append(_council_row(step, happened.fields["time"], now.names[seat], shown[seat], "elect"))
        for seat, player in enumerate(after.players):
            if player.councilors != shown[seat]:
                shown[seat] = player.councilors
                rows.append(_council_row(step, turns.lap(step.before), now.names[seat], shown[seat], step.entry.action))
    return rows


def _council_row(step: Step | None, time: int, player: str, councilors: int, cause: str) -> Row:
    return {**_entry(step), "time": time, "player": player, "councilors": councilors, "cause": cause}


def money(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """One row a change: ``n, at, time, player, cash, cause``; the start first, with the cause ``setup``."""
    first: State = steps[0].before if steps else now
    rows = [_cash_row(None, first, now.names, seat, "setup") for seat in range(len(now.names))]
    for step in steps:
        before, after = step.before.ledger, step.after.ledger
        rows += [
            _cash_row(step, step.after, now.names, seat, step.entry.action)
            for seat in range(len(now.names))
            if before[cash(seat)] != after[cash(seat)]
        ]
    return rows


def _cash_row(step: Step | None, state: State, names: tuple[str, ...], seat: int, cause: str) -> Row:
    time = 0 if step is None else turns.lap(step.before)
    return {**_entry(step), "time": time, "player": names[seat], "cash": state.ledger[cash(seat)], "cause": cause}


def _entry(step: Step | None) -> Row:
    return {"n": 0, "at": None} if step is None else {"n": step.entry.n, "at": step.entry.at}


def _happened(step: Step, kind: str) -> Iterator[Any]:
    return (happened for happened in step.after.events if happened.kind == kind)


RECORDS = {"prices": prices, "voyages": voyages, "council": council, "cash": money}
