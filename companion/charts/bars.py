"""Where the bars of a figure stand: beside each other, on each other, or from one value to another."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.charts import scales
from companion.charts.scales import Scale

GAP = 0.2  # between bars, in parts of the way from one to the next
SIZE, SMALLEST = 11, 9  # pixels: how large a text inside a bar is, and the smallest that is written
INSIDE = 3  # pixels between it and the bar's edge
LINE = 1.3  # how high a text is, in its size


@dataclass(frozen=True)
class Bar:
    """A bar: its edges in parts of the plot, from the left and from below, and what is written in it or on it."""

    series: int
    left: float
    right: float
    low: float
    top: float
    colour: str
    text: str = ""
    position: str = "none"
    size: float = SIZE
    text_colour: str = ""

    def room(self, width: float, height: float) -> float:
        """How large its text can be inside it, in pixels, where the plot has this size."""
        wide, high = (self.right - self.left) * width - 2 * INSIDE, (self.top - self.low) * height - 2 * INSIDE
        fitting = min(1, wide / (scales.width(self.text) * self.size / 12 or 1), high / (LINE * self.size))
        return self.size * fitting

    def fits(self, width: float, height: float) -> bool:
        """Whether its text can be read inside it."""
        return self.position == "inside" and self.room(width, height) >= SMALLEST


def size_inside(bars: list[Bar], width: float, height: float) -> float:
    """How large the texts inside bars are: all as large as the smallest of them."""
    return min((bar.room(width, height) for bar in bars if bar.text and bar.fits(width, height)), default=SIZE)


def bars(figure: dict[str, Any], known: dict[str, Scale]) -> Iterator[Bar]:
    """The bars of a figure, in its order. Those on one place stand on each other, losses below."""
    layout = figure["layout"]
    stacked = layout.get("barmode") in ("stack", "relative")
    heights: dict[tuple[Any, ...], float] = {}
    for series, trace in enumerate(figure["data"]):
        if trace["type"] != "bar":
            continue
        lying = trace.get("orientation") == "h"
        along, up = (known[trace.get(f"{name}axis", name)] for name in ("yx" if lying else "xy"))
        wide = trace.get("width", 1 - layout.get("bargap", GAP))
        for place, (at, value) in enumerate(zip(*(trace[name] for name in ("yx" if lying else "xy")), strict=True)):
            middle = along.number(at)
            base = trace["base"][place] if "base" in trace else 0
            if stacked:
                stack = (trace.get("yaxis"), at, value < 0)
                base = heights.get(stack, 0)
                heights[stack] = base + value
            sides = along.place_of(middle - wide / 2), along.place_of(middle + wide / 2)
            ends = sorted((up.place_of(base), up.place_of(base + value)))
            yield Bar(series, *(ends if lying else sides), *(sides if lying else ends), **_written(trace, place))


def _written(trace: dict[str, Any], place: int) -> dict[str, Any]:
    """A bar's colour, and what is written in it."""
    colour, font = trace["marker"]["color"], trace.get("insidetextfont") or trace.get("textfont") or {}
    texts = trace.get("text", ())
    return {
        "colour": colour[place] if isinstance(colour, list) else colour,
        "text": texts[place] if texts else "",
        "position": trace.get("textposition", "none"),
        "size": font.get("size", SIZE),
        "text_colour": font.get("color", ""),
    }
