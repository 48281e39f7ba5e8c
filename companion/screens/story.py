"""The parts that tell of an evening: scores, summary, who gained, and what can be taken away."""

from __future__ import annotations

import json
from typing import Any

import htpy as h
from htpy import Node

from companion import charts, evening
from companion.charts import options, series
from companion.charts.palette import PLAYERS
from companion.charts.parts import Figure
from companion.evening.bgstats import play_link
from companion.evening.report import scores as scores_of
from companion.evening.summary import signed
from companion.screens import parts
from companion.screens.naming import named, shown
from companion.table import Table
from companion.trial import Trial
from companion.widgets import View
from companion.words import Translator, local

GAINS = 12  # moves at first


def scores(table: Table, _: Translator) -> Node:
    """The final scores, worked out line by line; nothing before the end."""
    return scores_of(evening.standings(table), _)


def ended(table: Table, _: Translator, told: str, nobody: str) -> Node:
    """Who has won and why, on every page of a finished table.

    ``told`` stands below the names; ``nobody`` is said in their place where there are none.
    """
    winners = [each.player for each in evening.standings(table) if each.place == 1]
    names = [[number > 0 and ", ", h.bdi[name]] for number, name in enumerate(winners)]
    return parts.card(
        (names or nobody) and h.div(".amount")[names or nobody],
        told and parts.note(told),
        scores(table, _),
        title=_("The end"),
        key="result",
        cls="wide",
    )


def summary(table: Table, _: Translator) -> Node:
    """The evening in a few lines."""
    lines = evening.summary(table, _)
    if not lines:
        return parts.note(_("Nothing is recorded yet."))
    return h.dl(".facts")[([h.dt[label], h.dd[said]] for label, said in lines)]


def gains(table: Table, _: Translator, most: int = GAINS) -> Node:
    """The moves that changed most for somebody, the greatest first."""
    moves: dict[int, list[dict[str, Any]]] = {}
    for row in evening.gains(table):
        moves.setdefault(row["n"], []).append(row)
    greatest = sorted(moves, key=lambda n: -max(abs(row["change"]) for row in moves[n]))[:most]
    if not greatest:
        return parts.note(_("No gain or loss that everybody may see."))
    told = {line.n: line.public.text(_) for line in table.history()}
    return parts.items(
        *(
            parts.item(
                h.span(dir="auto")[told[n]],
                _("entry {n}").format(n=n),
                side=h.div(".right")[(_change(row, _) for row in moves[n])],
            )
            for n in greatest
        )
    )


def _change(row: dict[str, Any], _: Translator) -> Node:
    return h.div(".up" if row["change"] > 0 else ".down")[h.bdi[row["player"]], " ", signed(row["change"], _)]


def gains_figure(table: Table, _: Translator) -> Figure:
    """Who gained and who lost by each move."""
    points: dict[str, tuple[str, series.Points]] = {
        player: (PLAYERS[place % len(PLAYERS)], []) for place, player in enumerate(table.players)
    }
    for row in evening.gains(table):
        points[row["player"]][1].append((row["n"], row["change"]))
    return series.bars(_("Gains and losses, move by move"), points, _)


def compared(table: Table, other: Table, kind: str, _: Translator) -> list[Figure]:
    """A figure of a table and what came of it otherwise: in one picture where they are lines, else one each."""
    drawn, tried = (charts.draw(each, kind, None, _) for each in (table, other))
    if any(trace["type"] == "scatter" and "lines" in trace["mode"] for trace in drawn["data"]):
        return [options.beside(drawn, tried, _("what if"))]
    return [options.entitled(drawn, _("as it went")), options.entitled(tried, _("what if"))]


def moves_to_try(trial: Trial, seat: str, _: Translator) -> dict[str, dict[str, str]]:
    """Every move that ``seat`` can try: by what it is, the move as JSON and what it says."""
    table = trial.table
    groups: dict[str, dict[str, str]] = {}
    for move in trial.legal(seat):
        fields = [value for name, value in move.items() if name != "action"]
        said = ", ".join(shown(table, value, _) for value in fields) or "–"
        groups.setdefault(named(table, move["action"], _), {})[json.dumps(move)] = said
    return groups


def take_away(table: Table, _: Translator) -> Node:
    """What one can keep: the report, the tables, and the play for BG Stats."""
    link = play_link(table)
    return [
        h.div(".ways")[
            parts.button(_("Report (HTML)"), "story.report"),
            parts.button(_("Tables and report (ZIP)"), "story.archive"),
            link
            and h.a(".btn", href=link, target="_blank", rel="noopener noreferrer")[_("Record the play in BG Stats")],
        ],
        parts.note(_("The report is one file with scores, charts and all moves: it opens in any browser.")),
    ]


def file_name(table: Table, _: Translator, ending: str) -> str:
    """What a file about this table is called."""
    date = local(table.log[0].at, _.zone).date() if table.log else "new"
    return f"companion-{table.game.id}-{date}{ending}"


def hand_out(view: View, table: Table, _: Translator, what: str) -> None:
    """Give the page the report (``story.report``) or the archive (``story.archive``)."""
    if what == "story.report":
        view.download(file_name(table, _, ".html"), "text/html", evening.report(table, _))
    else:
        view.download(file_name(table, _, ".zip"), "application/zip", evening.archive(table, _))
