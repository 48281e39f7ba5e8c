"""The game on the first page: the Sun, the orbits, and the bodies as they begin."""

import math
from typing import Any

COLUMN = 6.3  # from one column of hexes to the next
ROW = COLUMN * math.sqrt(3) / 2.6  # flatter than it is, to fit
SUN, COLOURS = 4, (8, 6, 1, 4, 3, 2, 7)  # as on the map


def picture(box: dict[str, Any]) -> str:
    """What is inside the picture, 160 wide and 80 high."""
    bodies = [[_point(place) for place in body["positions"]] for body in box["bodies"].values()]
    orbits = "".join(f"M{'L'.join(places)}Z" for places in bodies)
    starts = "".join(
        f'<path d="M{places[0]}h0" stroke="var(--c{colour})"/>' for colour, places in zip(COLOURS, bodies, strict=False)
    )
    return (
        f'<path d="{orbits}" stroke="var(--line)"/><circle cx="80" cy="40" r="9" fill="var(--c{SUN})"/>'
        f'<g stroke-width="10" stroke-linecap="round">{starts}</g>'
    )


def _point(place: tuple[int, int]) -> str:
    """The middle of a flat-top hex."""
    q, r = place
    return f"{80 + COLUMN * q:.0f} {40 + ROW * (r + q / 2):.0f}"
