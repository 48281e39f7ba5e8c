"""Pieces that the figures of all games are made of. A figure is a plain dict of plotly's JSON."""

import math
from html import escape
from itertools import accumulate
from typing import Any

from companion.charts import scales
from companion.charts.palette import DASHES, FONT, SYMBOLS, var
from companion.table import Table
from companion.words import Translator, isolated, money

Figure = dict[str, Any]
Trace = dict[str, Any]

ENTRIES = {"along": "entries"}  # marks a figure whose x are numbers of entries
SPREAD = 0.075  # how far labels at the right stand apart, in parts of the axis
LABEL = 20  # letters of a label beside a series, at most
TICKS = 8  # steps between the numbers beside an axis, at most
PANEL_TICKS = 4  # beside a low panel
LEAST_LEFT, BESIDE = 44, 17  # pixels left of a figure: at least, and beside its longest number
AIR = 0.05  # between the highest value and the end of its axis, in parts of the values' span


def plain(text: str) -> str:
    """A name as plotly shows it literally: plotly reads a little HTML in titles, labels and hovers.

    It turns nothing round but itself.
    """
    return escape(isolated(text), quote=False)


def says(name: str, amount: float | None, _: Translator) -> str:
    """A name and its amount, as a hover tells it."""
    return f"{plain(name)} {'?' if amount is None else money(amount, _.lang)}"


def last_entry(table: Table) -> int:
    """Where an axis of entries ends: at the last one that counts, for nothing is drawn of those that were undone."""
    return max((entry.n for entry in table.effective), default=1)


def steps(name: str, token: str, points: list[tuple[Any, float | None, str]], *, symbol: str = "") -> Trace:
    """A series that keeps its value until the next point: points are (x, y, hover text).

    Where a correction took the time back, what came before it stands no later than what came after.
    """
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": plain(name),
        "x": list(accumulate((x for x, _, _ in reversed(points)), min))[::-1],
        "y": [y for _, y, _ in points],
        "text": [text for _, _, text in points],
        "hovertemplate": "%{text}<extra></extra>",
        "line": {"shape": "hv", "color": var(token), "width": 2.5, "dash": DASHES[token]},
        "marker": {"symbol": symbol or SYMBOLS[token], "size": 7, "color": var(token)},
        "cliponaxis": False,
    }


def reach(traces: list[Trace], *, least: float | None = 0) -> list[float]:
    """The y axis on which all values of the traces lie, from ``least`` at most (None: from the lowest value)."""
    values = [value for trace in traces for value in trace["y"] if value is not None]
    low = min([*values, *([] if least is None else [least])], default=0)
    high = max(values, default=low)
    air = AIR * (high - low) or 1
    return [low if low == least else low - air, high + air]


def ticks(axis: list[float], most: int = TICKS) -> dict[str, Any]:
    """The numbers beside an axis: whole ones, a round step apart, ``most`` steps at most.

    >>> ticks([0, 141.75]), ticks([0, 1.1])["dtick"], ticks([-20, 38], most=3)["dtick"]
    ({'tick0': 0, 'dtick': 20, 'tickformat': ','}, 1, 20)
    """
    least = max(1.0, (axis[1] - axis[0]) / most)
    power = 10 ** math.floor(math.log10(least))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= least)
    return {"tick0": 0, "dtick": step, "tickformat": ","}


def label(text: str, most: int = LABEL) -> str:
    """What stands beside a series: all of a usual name; a longer one says by its dots that it goes on.

    >>> label("■ New York Central"), label("2 Wolfeschlegelsteinhausen")
    ('■ New York Central', '2 Wolfeschlegelstei…')
    """
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def end_labels(
    traces: list[Trace], labels: list[str], axis: list[float], spread: float = SPREAD
) -> list[dict[str, Any]]:
    """A label at the right end of each series, moved apart where series end close together.

    ``axis`` is the y axis as it is drawn, from where to where: all labels stand on it. A label may have several lines.
    """
    ends = [(trace["y"][-1], index) for index, trace in enumerate(traces) if trace["y"] and trace["y"][-1] is not None]
    low, high = axis
    lines = max((label.count("\n") + 1 for label in labels), default=1)
    gap = min(spread * lines, 1 / max(1, len(ends))) * (high - low)
    heights: list[float] = []
    for value, _index in sorted(ends):
        heights.append(max(value, heights[-1] + gap) if heights else value)
    for place in reversed(range(len(heights))):  # what stands above the axis moves down, and moves others down
        heights[place] = min(heights[place], high - gap * (len(heights) - 1 - place))
    return [
        {
            "x": 1,
            "xref": "paper",
            "xanchor": "left",
            "xshift": 8,
            "y": height,
            "text": "<br>".join(map(plain, labels[index].split("\n"))),
            "align": "left",
            "font": {"color": traces[index]["line"]["color"], "size": 13},
            "showarrow": False,
        }
        for height, (_value, index) in zip(heights, sorted(ends), strict=True)
    ]


def borders(positions: list[Any]) -> list[dict[str, Any]]:
    """Vertical lines where a round begins."""
    line = {"color": var("dim"), "width": 1, "dash": "dot"}
    return [
        {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": line, "layer": "below"}
        for x in positions
    ]


def layout(title: str, *, right: int, **more: Any) -> dict[str, Any]:
    """What all charts share; ``right`` is the room for labels at the series' ends, in pixels.

    A figure of several panels says how high it wants to be (``height``, pixels); others take the room that there is.
    """
    beside = [scales.width(text) for name in more if name.startswith("yaxis") for text in scales.texts(more[name])]
    left = round(max(LEAST_LEFT, BESIDE + max(beside, default=0)))
    return {
        "title": {"text": title, "font": {"size": 14, "color": var("dim")}, "x": 0, "xanchor": "left", "y": 0.98},
        "margin": {"l": left, "r": right, "t": 34, "b": 44},
        "showlegend": False,
        "hovermode": "closest",
        "dragmode": False,
        "font": {**FONT, "color": var("ink")},
        **more,
    }


def axis(title: str = "", **more: Any) -> dict[str, Any]:
    """An axis with quiet lines; it cannot be dragged by a scrolling thumb.

    Where its numbers stand follows from its ``range`` alone, so that a chart has the same at every size.
    """
    named = {"title": {"text": title, "font": {"size": 12, "color": var("dim")}}} if title else {}
    if "range" in more and not {"tickvals", "dtick"} & set(more):
        more |= ticks(more["range"])
    return {
        **named,
        "gridcolor": var("line"),
        "linecolor": var("line"),
        "zerolinecolor": var("line"),
        "fixedrange": True,
        "automargin": True,
        **more,
    }


def entries_axis(table: Table, title: str, names: dict[int, str]) -> dict[str, Any]:
    """The axis of all entries, with ``names`` at some of them."""
    ticks = {"tickvals": list(names), "ticktext": list(names.values()), "tickangle": 0}
    return axis(title, range=[0, last_entry(table)], **ticks)


def over_entries(
    table: Table,
    title: str,
    traces: list[Trace],
    labels: list[str],
    *,
    along: str,
    names: dict[int, str],
    apart: list[int],
) -> Figure:
    """Steps over the entries: the axis ``along`` has ``names`` at some of them, lines set ``apart`` what follows."""
    drawn_on = reach(traces)
    return {
        "data": traces,
        "layout": layout(
            title,
            right=24 + 7 * max(map(len, labels), default=0),
            meta=ENTRIES,
            annotations=end_labels(traces, labels, drawn_on),
            shapes=borders(apart),
            xaxis=entries_axis(table, along, names),
            yaxis=axis(range=drawn_on),
        ),
    }
