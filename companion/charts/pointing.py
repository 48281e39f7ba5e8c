"""What a figure says where one points at it, for pages without plotly: the texts that plotly would show there."""

import re
from html import unescape
from typing import Any

from companion.charts import drawing, scales
from companion.charts.parts import ENTRIES, Figure, Trace
from companion.words import Translator, separators

Spot = tuple[float, float, str]  # parts of the plot, from the left and from the top; what is said there
FIELD = re.compile(r"%\{(\w+)[^}]*\}")


def spots(figure: Figure, _: Translator) -> list[list[Spot]]:
    """Where one can point, series by series, and what is told: value, name, and the entry where the axis has them."""
    plan = drawing.plan_of(figure)
    entries = figure["layout"].get("meta") == ENTRIES
    found = []
    for series, trace in enumerate(figure["data"]):
        if trace.get("hoverinfo") == "skip":
            continue
        if trace["type"] == "bar":
            places = [((bar.left + bar.right) / 2, 1 - bar.top) for bar in plan.bars if bar.series == series]
        else:
            places = plan.points(trace)
        said = [_said(trace, place, _, entries=entries) for place, up in enumerate(trace["y"]) if up is not None]
        found.append([(round(x, 4), round(y, 4), text) for (x, y), text in zip(places, said, strict=True)])
    return [each for each in found if each]


def _said(trace: Trace, place: int, _: Translator, *, entries: bool) -> str:
    """The text of one point, each of its lines on one of its own."""

    def field(name: re.Match[str]) -> str:
        value: Any = trace[name[1]][place]
        return scales.number(value, separators(_.lang)) if isinstance(value, int | float) else str(value)

    template = trace.get("hovertemplate") or "%{hovertext}"
    told = FIELD.sub(field, template.removesuffix("<extra></extra>"))
    if entries and "%{x}" not in template:
        told += f"<br>{_('entry')} {trace['x'][place]}"
    return unescape(told.replace("<br>", "\n"))
