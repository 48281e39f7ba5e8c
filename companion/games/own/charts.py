"""The charts of a game of one's own: prices, what everybody owns, and what everybody has in cash."""

from typing import Any

from companion.charts import parts
from companion.charts.palette import PLAYERS, SHAPES, TOKENS
from companion.charts.parts import Figure
from companion.table import Table
from companion.words import Translator, worded


def prices(table: Table, seat: str | None, _: Translator) -> Figure:
    """The price of every good as steps, from entry to entry, with the beginning of each round marked."""
    rows = table.records("prices", seat)
    now, traces, labels = parts.last_entry(table), [], []
    for index, good in enumerate(dict.fromkeys(row["good"] for row in rows)):
        own = [row for row in rows if row["good"] == good]
        token = TOKENS[index % len(TOKENS)]
        name = worded(table.state.book.word(own[-1]["name"]), _)
        points: list[tuple[Any, float | None, str]] = [
            (row["n"], row["price"], parts.says(name, row["price"], _)) for row in own
        ]
        points.append((now, points[-1][1], points[-1][2]))
        traces.append(parts.steps(name, token, points))
        labels.append(parts.label(f"{SHAPES[token]} {name}"))
    return _by_round(table, _("Prices"), traces, labels, _)


def wealth(table: Table, seat: str | None, _: Translator) -> Figure:
    """What every player owns: money, and the goods at their prices, as far as the reader may see it."""
    return _of_players(table, seat, _, "wealth", _("Money and goods"))


def cash(table: Table, seat: str | None, _: Translator) -> Figure:
    """What every player has in cash, as far as the reader may see it."""
    return _of_players(table, seat, _, "cash", _("Cash"))


def _of_players(table: Table, seat: str | None, _: Translator, column: str, title: str) -> Figure:
    rows = table.records("wealth", seat)
    now, traces, labels = parts.last_entry(table), [], []
    for index, player in enumerate(table.players):
        token = PLAYERS[index % len(PLAYERS)]
        points: list[tuple[Any, float | None, str]] = []
        for row in (row for row in rows if row["player"] == player):
            if not points or row[column] != points[-1][1]:
                points.append((row["n"], row[column], parts.says(player, row[column], _)))
        if points:
            points.append((now, points[-1][1], points[-1][2]))
        traces.append(parts.steps(player, token, points))
        labels.append(parts.label(f"{index + 1} {player}"))
    return _by_round(table, title, traces, labels, _)


def _by_round(table: Table, title: str, traces: list[parts.Trace], labels: list[str], _: Translator) -> Figure:
    """Steps over the entries, with the rounds named below and set apart."""
    begins = round_starts(table)
    names = {n: str(round_) for n, round_ in begins.items()}
    return parts.over_entries(table, title, traces, labels, along=_("round"), names=names, apart=list(begins)[1:])


def round_starts(table: Table) -> dict[int, int]:
    """The entry with which each round began, and the round."""
    starts: dict[int, int] = {}
    for step in table.steps():
        if not starts or step.before.round != next(reversed(starts.values())):
            starts[step.entry.n] = step.before.round
    return starts


FIGURES = {"prices": prices, "wealth": wealth, "cash": cash}
ALONG = dict.fromkeys(FIGURES, parts.last_entry)
