"""The charts of Good Brokers: prices card by card, and who has what."""

from typing import Any

from companion.charts import parts
from companion.charts.palette import PLAYERS, SHAPES, TOKENS
from companion.charts.parts import Figure
from companion.games.good_brokers.state import company_name
from companion.table import Table
from companion.words import N_, Translator, worded


def prices(table: Table, seat: str | None, _: Translator) -> Figure:
    """The price of every company as steps, from entry to entry, with the beginning of each round marked."""
    rows = table.records("prices", seat)
    box, start = table.state.box, table.as_of(0).snapshot()["prices"]
    names = {entry.n: entry.fields.get("player", "") for entry in table.effective}
    now = parts.last_entry(table)
    traces, labels = [], []
    for index, (company, printed) in enumerate(box["companies"].items()):
        token = company_token(printed["colour"], index)
        name = worded(company_name(table.state, company), _)
        points: list[tuple[Any, float | None, str]] = [(0, start[company], _("start"))]
        for row in (row for row in rows if row["company"] == company):
            hover = f"{parts.says(name, row['price'], _)}<br>{_cause(row, names, _)}"
            points.append((row["n"], row["price"], hover))
        points.append((now, points[-1][1], f"{parts.plain(name)} {points[-1][1]}"))
        traces.append(parts.steps(name, token, points))
        labels.append(f"{SHAPES[token]} {name}")
    return _by_turn(table, _("Prices"), traces, labels, _)


def _cause(row: dict[str, Any], names: dict[int, str], _: Translator) -> str:
    if row["cause"] == "play_card":
        return parts.plain(names[row["n"]])
    return _(CAUSES.get(row["cause"], row["cause"]))


CAUSES = {"correct": N_("correction"), "box": N_("box")}


def wealth(table: Table, seat: str | None, _: Translator) -> Figure:
    """What every player owns: cash, and the shares in hand where the reader may see them."""
    rows, start = table.records("wealth", seat), table.as_of(0).snapshot()["players"]
    now = parts.last_entry(table)
    traces, labels = [], []
    for index, player in enumerate(table.players):
        token = PLAYERS[index % len(PLAYERS)]
        own = [row for row in rows if row["player"] == player]
        points: list[tuple[Any, float | None, str]] = [(0, start[index]["cash"], _("start"))]
        for row in own:
            worth = row["cash"] + (row["shares_value"] or 0)
            if worth != points[-1][1]:
                points.append((row["n"], worth, parts.says(player, worth, _)))
        points.append((now, points[-1][1], parts.says(player, points[-1][1], _)))
        traces.append(parts.steps(player, token, points))
        labels.append(parts.label(f"{index + 1} {player}"))
    hidden = any(row["shares_value"] is None for row in rows)
    title = _("Cash, and the shares that you may see") if hidden else _("Cash and shares")
    return _by_turn(table, title, traces, labels, _)


def _by_turn(table: Table, title: str, traces: list[parts.Trace], labels: list[str], _: Translator) -> Figure:
    """Steps over the entries, with the turns named below and the rounds set apart."""
    begins = turn_starts(table)
    names = {n: f"{round_}·{turn}" for n, (round_, turn) in begins.items()}
    rounds = [n for n, (round_, turn) in begins.items() if turn == 1 and round_ > 1]
    return parts.over_entries(table, title, traces, labels, along=_("round · turn"), names=names, apart=rounds)


def turn_starts(table: Table) -> dict[int, tuple[int, int]]:
    """The entry with which each turn began, and that turn as (round, turn)."""
    starts: dict[int, tuple[int, int]] = {}
    for row in table.records("wealth"):
        turn = (row["round"], row["turn"])
        if turn not in starts.values():
            starts[row["n"]] = turn
    return starts


def company_token(colour: str, index: int) -> str:
    """The series colour of a company: that of its cube where the box names one of ours, else by its place."""
    return colour if colour in TOKENS else TOKENS[index % len(TOKENS)]


FIGURES = {"prices": prices, "wealth": wealth}
ALONG = dict.fromkeys(FIGURES, parts.last_entry)
