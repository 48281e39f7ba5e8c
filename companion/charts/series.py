"""Figures of any series that has a name: for what a game draws no figure of."""

from collections.abc import Mapping
from typing import Any

from companion.charts import parts
from companion.charts.palette import TOKENS, var
from companion.charts.parts import Figure
from companion.words import Translator, money

WIDTH = 90  # bars side by side
Points = list[tuple[int, float]]  # entry number, value


def token(place: int) -> str:
    """The colour of a series that has none of its own."""
    return TOKENS[place % len(TOKENS)]


def lines(title: str, series: Mapping[str, Points], _: Translator, *, indexed: bool = False, now: int = 0) -> Figure:
    """Steps over the entries; ``indexed`` draws each against its own beginning, which is 100."""
    traces = []
    for place, (name, points) in enumerate(series.items()):
        start = next((value for _n, value in points if value), None) if indexed else 100
        if not points or not start:
            continue
        drawn: list[tuple[Any, float | None, str]] = [
            (n, round(value * 100 / start, 1), parts.says(name, value, _)) for n, value in points
        ]
        drawn.append((max(now, points[-1][0]), drawn[-1][1], drawn[-1][2]))
        traces.append(parts.steps(name, token(place), drawn))
    drawn_on = parts.reach(traces, least=None if indexed else 0)
    labels = [_label(name) for name, points in series.items() if points][: len(traces)]
    longest = max((len(line) for label in labels for line in label.split("\n")), default=0)
    layout = parts.layout(
        title,
        right=30 + 7 * longest,
        annotations=parts.end_labels(traces, labels, drawn_on),
        meta=parts.ENTRIES,
        xaxis=parts.axis(_("entry"), range=[0, max(1, now)]),
        yaxis=parts.axis(_("beginning = 100") if indexed else "", range=drawn_on),
    )
    return {"data": traces, "layout": layout}


def _label(name: str) -> str:
    """A name beside its series; a long one of several parts has a line for each, for the last may tell it apart."""
    return parts.label(name) if len(name) <= parts.LABEL else "\n".join(map(parts.label, name.split(" · ")))


def bars(title: str, series: Mapping[str, tuple[str, Points]], _: Translator) -> Figure:
    """Gains up and losses down, by entry; a series is a name, its token, and its points."""
    found = [point for _colour, points in series.values() for point in points]
    last = max((n for n, _value in found), default=1)
    wide = max(0.8, last / WIDTH)  # to be seen in a long game too
    ends = [min((n for n, _value in found), default=0) - wide, last + wide]
    traces = [
        {
            "type": "bar",
            "name": parts.plain(name),
            "x": [n for n, _value in points],
            "y": [value for _n, value in points],
            "text": [f"{parts.plain(name)} {_signed(value, _)}" for _n, value in points],
            "textposition": "none",
            "width": wide,
            "hovertemplate": "%{x}: %{text}<extra></extra>",
            "marker": {"color": var(colour), "pattern": {"shape": PATTERNS[colour], "solidity": 0.3}},
        }
        for name, (colour, points) in series.items()
    ]
    layout = parts.layout(
        title,
        right=24,
        barmode="relative",
        meta=parts.ENTRIES,
        xaxis=parts.axis(_("entry"), range=ends),
        yaxis=parts.axis(range=_up_and_down(found)),
    )
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}
    margin = {**layout["margin"], "t": 66}
    return {"data": traces, "layout": {**layout, "showlegend": True, "legend": legend, "margin": margin}}


def _up_and_down(points: Points) -> list[float]:
    """The axis on which bars stand upon each other, gains above and losses below."""
    sums: dict[tuple[int, bool], float] = {}
    for n, value in points:
        sums[n, value > 0] = sums.get((n, value > 0), 0) + value
    low, high = min([0, *sums.values()]), max([1, *sums.values()])
    air = parts.AIR * (high - low)
    return [low - air if low else 0, high + air]


def _signed(value: float, _: Translator) -> str:
    return ("+" if value > 0 else "−") + money(abs(value), _.lang)


# What tells bars apart besides their colour.
PATTERNS = dict(zip(TOKENS, ("", "/", "\\", "x", "-", "|", "+", "."), strict=True))
