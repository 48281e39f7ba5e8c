"""Records drawn as figures: for the pages as plain plotly JSON, for notebooks as `plotly.graph_objects.Figure`."""

from collections.abc import Callable, Collection
from functools import cache
from typing import TYPE_CHECKING

from companion.charts import options, palette
from companion.charts.palette import DARK, LIGHT, resolve
from companion.charts.parts import Figure
from companion.errors import RuleError
from companion.games import part
from companion.shapes import said
from companion.table import Table
from companion.words import N_, Translator, separators, translator

if TYPE_CHECKING:
    import plotly.graph_objects as go


def figures(table: Table) -> dict[str, Callable[..., Figure]]:
    """The functions that draw the figures of a table's game, by kind."""
    drawn = part(table.game, "charts")
    return {} if drawn is None else dict(drawn.FIGURES)


def kinds(table: Table) -> list[str]:
    """The figures that there are of a table's game, in the order in which one looks at them."""
    return list(figures(table))


def along(table: Table) -> dict[str, Callable[[Table], float]]:
    """The figures along whose axis the evening goes, each with where a table stands on it."""
    drawn = part(table.game, "charts")
    return dict(getattr(drawn, "ALONG", {}))


def draw(table: Table, kind: str, seat: str | None, _: Translator) -> Figure:
    """The figure ``kind`` of a table as plotly JSON, its colours named by design token.

    Raises RuleError ``unknown-figure``.
    """
    known = figures(table)
    if not isinstance(kind, str) or kind not in known:
        raise RuleError(
            "unknown-figure",
            N_("There is no figure “{kind}”; there are {known}."),
            kind=said(kind),
            known=", ".join(known),
        )
    drawn = known[kind](table, seat, _)
    return {**drawn, "layout": {**drawn["layout"], "separators": separators(_.lang)}}


def figure(
    table: Table,
    kind: str,
    seat: str | None = None,
    *,
    dark: bool = False,
    lang: str = "en",
    only: Collection[str] | None = None,
    slider: bool = False,
) -> "go.Figure":
    """The figure ``kind`` of a table, for a notebook. Raises RuleError ``unknown-figure`` or ``unknown-series``.

    ``only`` names the series to show (None: all); ``slider`` adds one to choose a stretch of the game.
    """
    drawn = draw(table, kind, seat, translator(lang))
    if only is not None:
        drawn = options.only(drawn, only, table.players)
    return as_plotly(options.slider(drawn) if slider else drawn, dark=dark)


def as_plotly(drawn: Figure, *, dark: bool = False) -> "go.Figure":
    """A figure of ours as plotly's, in light or dark colours."""
    import plotly.graph_objects as go

    layout = {**drawn["layout"], "template": template(dark=dark)}
    return go.Figure(resolve({"data": drawn["data"], "layout": layout}, DARK if dark else LIGHT))


@cache
def template(*, dark: bool = False) -> "go.layout.Template":
    """The template of all our figures: ``plotly.express.line(frame, …, template=template())``."""
    import plotly.graph_objects as go

    return go.layout.Template(resolve(palette.template(), DARK if dark else LIGHT))
