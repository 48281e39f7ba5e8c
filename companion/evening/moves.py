"""Who gained and who lost by each move."""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Step
from companion.table import Table

Row = dict[str, Any]
Amounts = list[int | None]


def wealth(table: Table, seat: str | None = None) -> list[Row]:
    """What every player owned after every entry: ``n, at, player, wealth``, None where ``seat`` may not know it.

    Money, and in games whose records tell it what the shares are worth, those put aside too. Entry 0 is the
    beginning, where it is known.
    """
    return [
        {"n": n, "at": at, "player": player, "wealth": amount}
        for n, at, amounts in _owned(table, table.steps(), seat)
        for player, amount in zip(table.players, amounts, strict=True)
    ]


def gains(table: Table, seat: str | None = None) -> list[Row]:
    """What every move changed for whom: ``n, at, action, by, player, change``; moves that changed nothing are left out.

    What is only borrowed is no gain: `Game.loans` are left out too. ``by`` is the player who made the move, "" where
    it was the banker. What ``seat`` may not know is left out too.
    """
    return [
        {
            "n": step.entry.n,
            "at": step.entry.at,
            "action": step.entry.action,
            "by": _by(step, table),
            "player": player,
            "change": change,
        }
        for step, changes in _changes(table, table.steps(), seat)
        for player, change in zip(table.players, changes, strict=True)
        if change and step.entry.action not in table.game.loans
    ]


def counts_goods(table: Table) -> bool:
    """Whether wealth is more than money in this game."""
    return "wealth" in table.game.records


def _by(step: Step, table: Table) -> str:
    """The player who made a move, under the name that the seat has now."""
    name = step.entry.fields.get("player", step.entry.by)
    names = step.before.names
    return table.players[names.index(name)] if name in names else ""


def _changes(table: Table, steps: list[Step], seat: str | None) -> Iterator[tuple[Step, Amounts]]:
    """Every step, and what it gave or took from each player."""
    if "cash_bounds" in table.game.records:
        yield from zip(steps, _certain_changes(table, steps, seat), strict=True)
        return
    owned = [amounts for _n, _at, amounts in _owned(table, steps, seat)]
    for step, before, after in zip(steps, owned, owned[1:], strict=False):
        yield step, [None if a is None or b is None else b - a for a, b in zip(before, after, strict=True)]


def _certain_changes(table: Table, steps: list[Step], seat: str | None) -> Iterator[Amounts]:
    """Where cash is hidden: what both bounds moved by is certain, even where the amount is not."""
    last: dict[str, Row] = {}
    for rows in _bounds(table, steps, seat):
        changes: dict[str, int | None] = dict.fromkeys(table.players)
        for row in rows:
            before = last.get(row["player"], _beginning(steps[0].before, table.players.index(row["player"])))
            if row["cash"] is not None and before["cash"] is not None:
                changes[row["player"]] = row["cash"] - before["cash"]
            elif row["cash_max"] - before["cash_max"] == row["cash_min"] - before["cash_min"]:
                changes[row["player"]] = row["cash_max"] - before["cash_max"]
            last[row["player"]] = row
        yield list(changes.values())


def _beginning(state: Any, seat: int) -> Row:
    least, most = state.bounds.of(seat)
    return {"cash_min": least, "cash_max": most, "cash": least if least == most else None}


def _bounds(table: Table, steps: list[Step], seat: str | None) -> Iterator[list[Row]]:
    rows: dict[int, list[Row]] = {}
    for row in table.records("cash_bounds", seat):
        rows.setdefault(row["n"], []).append(row)
    for step in steps:
        yield rows.get(step.entry.n, [])


def _owned(table: Table, steps: list[Step], seat: str | None) -> Iterator[tuple[int, str, Amounts]]:
    """Number, time and every player's wealth: at the beginning and after each entry."""
    if not steps:
        return
    if "cash_bounds" in table.game.records:
        yield from _between_bounds(table, steps, seat)
        return
    yield 0, steps[0].entry.at, _money(steps[0].before)
    if counts_goods(table):
        rows = iter(table.records("wealth", seat))
        for step in steps:
            amounts = [next(rows) for _ in table.players]
            yield step.entry.n, step.entry.at, [_with_shares(row) for row in amounts]
    else:
        for step in steps:
            yield step.entry.n, step.entry.at, _money(step.after)


def _with_shares(row: Row) -> int | None:
    """What is put aside for clients is still owned, and so is what they have paid: putting aside costs nothing."""
    if "wealth" in row:
        wealth: int | None = row["wealth"]
        return wealth
    parts = [row[name] for name in ("cash", "shares_value", "client_value", "client_money")]
    return None if None in parts else sum(parts)


def _money(state: Any) -> Amounts:
    """All that lies in the slots of every seat."""
    slots = state.ledger.balances
    return [
        sum(slots[slot] for slot in slots if slot.startswith(f"player:{seat}:")) for seat in range(len(state.names))
    ]


def _between_bounds(table: Table, steps: list[Step], seat: str | None) -> Iterator[tuple[int, str, Amounts]]:
    """Where cash is hidden: the true amount for who may see it, else what is certain."""
    known: dict[str, int | None] = dict.fromkeys(table.players)
    for step, rows in zip(steps, _bounds(table, steps, seat), strict=True):
        for row in rows:
            certain = row["cash_min"] if row["cash_min"] == row["cash_max"] else None
            known[row["player"]] = certain if row["cash"] is None else row["cash"]
        yield step.entry.n, step.entry.at, list(known.values())
