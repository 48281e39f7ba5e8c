"""How long turns took, from the times of the entries."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from companion.clocks import seconds_of
from companion.games.common import Step
from companion.table import Table

BREAK = 20 * 60.0  # seconds: who thinks longer has gone to eat
NIGHT = 6 * 3600.0  # seconds: who comes back later has slept, or the host's clock was put right

Row = dict[str, Any]


def used(table: Table) -> dict[str, float]:
    """The seconds that the table waited for each player. Where it waits for several, each of them is charged."""
    seconds = dict.fromkeys(table.players, 0.0)
    for step, passed in _passed(table):
        for seat in table.game.active(step.before):
            seconds[table.players[seat]] += passed
    return seconds


def turns(table: Table) -> list[Row]:
    """The stretches in which the table waited for one player alone: ``n`` (its first entry), ``player, seconds``."""
    rows: list[Row] = []
    last: tuple[int, ...] = ()
    for step, passed in _passed(table):
        active = table.game.active(step.before)
        if len(active) == 1 and active == last:
            rows[-1]["seconds"] += passed
        elif len(active) == 1:
            rows.append({"n": step.entry.n, "player": table.players[active[0]], "seconds": passed})
        last = active
    return rows


def longest_turn(table: Table) -> Row | None:
    """The longest of `turns`; None where no time has passed."""
    longest = max(turns(table), key=lambda row: row["seconds"], default=None)
    return longest if longest and longest["seconds"] else None


def length(table: Table) -> float:
    """The seconds that passed between the entries, those that were taken back too, and breaks, but for the nights."""
    times = [seconds_of(entry.at) for entry in table.log]
    return sum((_between(before, now, NIGHT) for before, now in pairwise(times)), 0.0)


def _passed(table: Table) -> Iterator[tuple[Step, float]]:
    """Every step and the seconds before it."""
    steps = table.steps()
    before = seconds_of(table.log[0].at) if table.log else 0.0
    for step in steps:
        now = seconds_of(step.entry.at)
        yield step, _between(before, now, BREAK)
        before = now


def _between(before: float, now: float, most: float) -> float:
    """The seconds between two entries: none where there are more than ``most``, or where the clock was set back."""
    return now - before if 0 <= now - before <= most else 0.0
