"""Where a value stands on an axis of a figure, and the numbers beside it: as plotly has it, worked out from the figure.

A place is a part of the plot: 0 is its left or lower end, 1 its right or upper one.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from typing import Any

MOST = 200  # numbers beside an axis
NEARLY = 1e-9
SEPARATORS = ".,"
NARROW = ",. \u00a0\u202f’'"  # what groups a number takes half a digit's room
DIGIT, LETTER = 8, 7  # pixels, in the type of an axis


@dataclass(frozen=True)
class Scale:
    """An axis as it is drawn: the values at its ends, the part of the plot that it takes, and its categories."""

    low: float
    high: float
    start: float = 0
    end: float = 1
    categories: tuple[str, ...] = ()

    def number(self, value: Any) -> float:
        """A value as a number; that of a category is its place."""
        return self.categories.index(value) if isinstance(value, str) and self.categories else float(value)

    def place(self, value: Any) -> float:
        """Where a value stands.

        >>> Scale(0, 200, 0.5, 1).place(50), Scale(-0.5, 1.5, categories=("a", "b")).place("b")
        (0.625, 0.75)
        """
        return self.place_of(self.number(value))

    def place_of(self, number: float) -> float:
        """Where a number stands, also between two categories."""
        return self.start + (number - self.low) / (self.high - self.low or 1) * (self.end - self.start)

    def holds(self, value: float) -> bool:
        """Whether a number lies on the axis."""
        slack = NEARLY * (self.high - self.low)
        return self.low - slack <= value <= self.high + slack


def scale(axis: dict[str, Any], values: Iterable[Any]) -> Scale:
    """The scale of an axis of a figure; of one that says no range, from the values on it."""
    categories: tuple[str, ...] = ()
    if axis.get("type") == "category":
        named = axis.get("categoryarray", [])
        categories = tuple(dict.fromkeys([*named, *values]))
        low, high = -0.5, len(categories) - 0.5
    else:
        numbers = [value for value in values if value is not None]
        low, high = min(numbers, default=0), max(numbers, default=1)
    low, high = axis.get("range", (low, high if high > low else low + 1))
    start, end = axis.get("domain", (0, 1))
    return Scale(low, high, start, end, categories)


def ticks(axis: dict[str, Any], over: Scale, separators: str = SEPARATORS) -> list[tuple[float, str]]:
    """Where the lines across a plot stand, and what is said beside each."""
    if "tickvals" in axis:
        named = axis.get("ticktext") or [number(value, separators) for value in axis["tickvals"]]
        found = [(over.place(at), text) for at, text in zip(axis["tickvals"], named, strict=True) if over.holds(at)]
    elif over.categories:
        found = [(over.place(name), name) for name in over.categories]
    else:
        step = axis.get("dtick") or (over.high - over.low) / 5
        first = math.ceil(over.low / step - NEARLY)
        count = min(MOST, math.floor(over.high / step + NEARLY) - first + 1)
        values = [round(step * (first + place), 9) for place in range(count)]
        found = [(over.place(value), number(value, separators) + axis.get("ticksuffix", "")) for value in values]
    return [(at, unescape(str(text))) for at, text in found]


def texts(axis: dict[str, Any]) -> list[str]:
    """What is said beside an axis that knows its ends."""
    return [text for _at, text in ticks(axis, scale(axis, ()))] if "range" in axis else []


def number(value: float, separators: str = SEPARATORS) -> str:
    """A number with its groups, as the two ``separators`` write it.

    >>> number(1234.5), number(-1000, ",."), number(20.0)
    ('1,234.5', '−1.000', '20')
    """
    whole = f"{value:,.6f}".rstrip("0").rstrip(".").replace("-", "−")
    written = {",": separators[1], ".": separators[0]}
    return "".join(written.get(sign, sign) for sign in whole)


def width(text: str) -> float:
    """About how wide a text beside an axis is, in pixels."""
    return sum(DIGIT / 2 if sign in NARROW else DIGIT if sign in "0123456789−" else LETTER for sign in text)
