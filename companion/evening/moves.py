"""Who gained and who lost by each move."""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Step, Worth
from companion.table import Table

Row = dict[str, Any]


def wealth(table: Table, seat: str | None = None) -> list[Row]:
    """What every player owned after every entry: ``n, at, player, wealth``, None where ``seat`` may not know it.

    Money, and in games whose records tell it what the shares are worth, those put aside too. Entry 0 is the
    beginning.
    """
    steps = table.steps()
    moments = [(0, steps[0].entry.at), *((step.entry.n, step.entry.at) for step in steps)] if steps else []
    return [
        {"n": n, "at": at, "player": player, "wealth": worth[0] if worth and worth[0] == worth[1] else None}
        for (n, at), owned in zip(moments, _owned(table, steps, seat), strict=True)
        for player, worth in zip(table.players, owned, strict=True)
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
            "action": step.deed.entry.action,
            "by": mover(step, table),
            "player": player,
            "change": change,
        }
        for step, changes in _changes(table, seat)
        for player, change in zip(table.players, changes, strict=True)
        if change and step.deed.entry.action not in table.game.loans
    ]


def mover(step: Step, table: Table) -> str:
    """The player who made a move, under the name that the seat has now."""
    deed = step.deed
    name, names = deed.entry.fields.get("player", deed.entry.by), deed.before.names
    return table.players[names.index(name)] if name in names else ""


def _changes(table: Table, seat: str | None) -> Iterator[tuple[Step, list[int | None]]]:
    """Every step, and what it gave or took from each player."""
    steps = table.steps()
    owned = _owned(table, steps, seat)
    for step, before, after in zip(steps, owned, owned[1:], strict=False):
        yield step, [_change(*worth) for worth in zip(before, after, strict=True)]


def _change(before: Worth | None, after: Worth | None) -> int | None:
    """What both bounds moved by is certain, even where the amount is not."""
    if before is None or after is None:
        return None
    least, most = after[0] - before[0], after[1] - before[1]
    return least if least == most else None


def _owned(table: Table, steps: list[Step], seat: str | None) -> list[list[Worth | None]]:
    """Every player's wealth at the beginning and after each step."""
    return list(table.game.wealth(steps, table.state, table.sight(seat))) if steps else []
