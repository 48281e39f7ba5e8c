"""Records drawn as figures: for the pages as plain plotly JSON, for notebooks as `plotly.graph_objects.Figure`."""

from importlib import import_module
from typing import TYPE_CHECKING

from companion.charts.palette import DARK, LIGHT, resolve
from companion.charts.parts import Figure
from companion.errors import RuleError
from companion.table import Table
from companion.words import N_, Translator, translator

if TYPE_CHECKING:
    import plotly.graph_objects as go

CHARTS = {"good-brokers": "companion.charts.good_brokers"}


def draw(table: Table, kind: str, seat: str | None, _: Translator) -> Figure:
    """The figure ``kind`` of a table as plotly JSON, its colours named by design token.

    Raises RuleError ``unknown-figure``.
    """
    figures = import_module(CHARTS[table.game.id]).FIGURES if table.game.id in CHARTS else {}
    if kind not in figures:
        raise RuleError(
            "unknown-figure",
            N_("There is no figure “{kind}”; there are {known}."),
            kind=str(kind)[:40],
            known=", ".join(figures),
        )
    drawn: Figure = figures[kind](table, seat, _)
    return drawn


def figure(table: Table, kind: str, seat: str | None = None, *, dark: bool = False, lang: str = "en") -> "go.Figure":
    """The figure ``kind`` of a table, for a notebook. Raises RuleError ``unknown-figure``."""
    import plotly.graph_objects as go

    colours = DARK if dark else LIGHT
    drawn = resolve(draw(table, kind, seat, translator(lang)), colours)
    drawn["layout"] |= {"paper_bgcolor": colours["--surface"], "plot_bgcolor": colours["--surface"]}
    return go.Figure(drawn)
