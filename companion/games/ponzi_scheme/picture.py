"""The game on the first page: a time wheel with its arrow, and the three rows of the market's fund cards."""

from math import cos, radians, sin
from typing import Any

from companion.games.ponzi_scheme.state import WHEEL

X, Y, RADIUS = 42, 41, 34  # the wheel
PLACES = [(94 + 24 * column, 6 + 25 * row) for row in range(3) for column in range(3)]
PERIODS = {3: 6, 4: 3, 5: 2}  # how often a card pays, as a colour


def picture(box: dict[str, Any]) -> str:
    """What is inside the picture, 160 wide and 80 high."""
    corners = [
        f"{X + RADIUS * cos(radians(60 * corner)):.0f} {Y + RADIUS * sin(radians(60 * corner)):.0f}"
        for corner in range(WHEEL)
    ]
    spokes = "".join(f"M{X} {Y} {corner}" for corner in corners)
    market = [fund["period"] for fund in box["funds"].values() if fund["kind"] == "starting"]
    cards = "".join(
        f'<path d="M{x} {y + 10}h18" stroke="var(--c{PERIODS[period]})"/>'
        for (x, y), period in zip(PLACES, market, strict=False)
    )
    return (
        f'<path d="M{"L".join(corners)}Z{spokes}" fill="var(--raised)" stroke="var(--edge)" stroke-width="2"/>'
        f'<path d="M{X} 10v14m-5 -8 5 8 5-8" stroke="var(--brass)" stroke-width="4"/><g stroke-width="20">{cards}</g>'
    )
