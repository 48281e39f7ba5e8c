"""Pieces that the figures of all games are made of. A figure is a plain dict of plotly's JSON."""

from html import escape
from typing import Any

from companion.charts.palette import DASHES, FONT, SYMBOLS, var

Figure = dict[str, Any]
Trace = dict[str, Any]

SPREAD = 0.075  # how far labels at the right stand apart, in parts of the axis


def plain(text: str) -> str:
    """A name as plotly shows it literally: plotly reads a little HTML in titles, labels and hovers."""
    return escape(text, quote=False)


def steps(name: str, token: str, points: list[tuple[Any, float | None, str]], *, symbol: str = "") -> Trace:
    """A series that keeps its value until the next point: points are (x, y, hover text)."""
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": plain(name),
        "x": [x for x, _, _ in points],
        "y": [y for _, y, _ in points],
        "text": [text for _, _, text in points],
        "hovertemplate": "%{text}<extra></extra>",
        "line": {"shape": "hv", "color": var(token), "width": 2.5, "dash": DASHES[token]},
        "marker": {"symbol": symbol or SYMBOLS[token], "size": 7, "color": var(token)},
        "cliponaxis": False,
    }


def end_labels(traces: list[Trace], labels: list[str], spread: float = SPREAD) -> list[dict[str, Any]]:
    """A label at the right end of each series, moved apart where series end close together."""
    ends = [(trace["y"][-1], index) for index, trace in enumerate(traces) if trace["y"] and trace["y"][-1] is not None]
    values = [value for trace in traces for value in trace["y"] if value is not None]
    gap = spread * (max(values, default=1) - min(values, default=0) or 1)
    annotations, floor = [], float("-inf")
    for value, index in sorted(ends):
        floor = max(value, floor + gap)
        annotations.append(
            {
                "x": 1,
                "xref": "paper",
                "xanchor": "left",
                "xshift": 8,
                "y": floor,
                "text": plain(labels[index]),
                "font": {"color": traces[index]["line"]["color"], "size": 13},
                "showarrow": False,
            }
        )
    return annotations


def borders(positions: list[Any]) -> list[dict[str, Any]]:
    """Vertical lines where a round begins."""
    line = {"color": var("dim"), "width": 1, "dash": "dot"}
    return [
        {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": line, "layer": "below"}
        for x in positions
    ]


def layout(title: str, *, right: int, **more: Any) -> dict[str, Any]:
    """What all charts share; ``right`` is the room for labels at the series' ends, in pixels."""
    return {
        "title": {"text": title, "font": {"size": 14, "color": var("dim")}, "x": 0, "xanchor": "left", "y": 0.98},
        "margin": {"l": 40, "r": right, "t": 34, "b": 40},
        "showlegend": False,
        "hovermode": "closest",
        "dragmode": False,
        "font": {**FONT, "color": var("ink")},
        **more,
    }


def axis(title: str = "", **more: Any) -> dict[str, Any]:
    """An axis with quiet lines; it cannot be dragged by a scrolling thumb."""
    return {
        "title": {"text": title, "font": {"size": 12, "color": var("dim")}},
        "gridcolor": var("line"),
        "linecolor": var("line"),
        "zerolinecolor": var("line"),
        "fixedrange": True,
        "automargin": True,
        **more,
    }
