"""The map: flat-top hexes by axial coordinates (q, r), the positions of the bodies, and the ways round the Sun."""

from collections import deque
from functools import lru_cache
from typing import Any

from msgspec import Struct

Hex = tuple[int, int]
Position = tuple[str, int]

NEIGHBOURS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Sky(Struct, frozen=True):
    """``places``: the hex of each position of a body (0 = its printed start). ``open``: the hexes a ship may cross."""

    places: dict[Position, Hex]
    open: frozenset[Hex]

    def hexes(self, start: Position, end: Position) -> int:
        """How many hexes the shortest way between two positions has, round the Sun and within the grid."""
        return ways_from(self.open, self.places[start])[self.places[end]]


def read_sky(box: dict[str, Any]) -> Sky:
    """The map that a box prints. Raises ValueError for a column that is no number."""
    columns = tuple((int(q), first, last) for q, (first, last) in box["map"]["columns"].items())
    places = {
        (body, index): (q, r)
        for body, printed in box["bodies"].items()
        for index, (q, r) in enumerate(printed["positions"])
    }
    return Sky(places, _open_hexes(columns, tuple((q, r) for q, r in box["map"]["sun"])))


@lru_cache(maxsize=16)
def _open_hexes(columns: tuple[tuple[int, int, int], ...], sun: tuple[Hex, ...]) -> frozenset[Hex]:
    """The grid without the Sun. Kept, so that tables with the same map share one set, and with it its ways."""
    return frozenset((q, r) for q, first, last in columns for r in range(first, last + 1)).difference(sun)


@lru_cache(maxsize=512)
def ways_from(hexes: frozenset[Hex], start: Hex) -> dict[Hex, int]:
    """The steps to every hex that can be reached from ``start``: breadth first, worked out when first asked for."""
    if start not in hexes:
        return {}
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        q, r = here = waiting.popleft()
        for dq, dr in NEIGHBOURS:
            there = (q + dq, r + dr)
            if there in hexes and there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps
