"""The map: bodies on their orbits and ships, drawn from the coordinates; every place has its share of it to tap."""

import math
from functools import lru_cache
from itertools import pairwise

import htpy as h
from htpy import Element, Node

from companion.games.plutocracy import advice
from companion.games.plutocracy.box import ASTEROID, EARTH
from companion.games.plutocracy.charts import body_token
from companion.games.plutocracy.screens import signs
from companion.games.plutocracy.sky import Hex, Position
from companion.games.plutocracy.state import State
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.words import isolated, labelled

Point = tuple[float, float]
HEX = 8.8  # from a hex's middle to its corner, in the picture's own units
WIDTH, HEIGHT = 360, 250
BODY, PLACE = 9.5, 3.4  # radii
SAME = 1e-9  # points nearer to each other are one
# Where ships stand beside a place, the first at its upper right.
BESIDE = ((11, -10), (-11, -10), (11, 11), (-11, 11))
SHIP = "0,-9 8,-3 6,8 -6,8 -8,-3"


def point(hexagon: Hex) -> Point:
    """The middle of a flat-top hex in the picture."""
    q, r = hexagon
    return round(WIDTH / 2 + 1.5 * HEX * q, 1), round(HEIGHT / 2 + math.sqrt(3) * HEX * (r + q / 2), 1)


def sky_map(
    ctx: Ctx,
    state: State,
    *,
    chosen: Position | None = None,
    start: Position | None = None,
    goal: Position | None = None,
    tap: str = "",
    ahead: int = 0,
) -> Element:
    """The map of ``state``, with so many rotations ``ahead`` shown as if they had happened.

    ``chosen`` stands out, with the way to it from ``start``; ``goal`` is where its body is on arrival. ``tap``: what a
    tap on a place sends.
    """
    then = advice.after_rotations(state, ahead)
    return h.svg(".plu-map", {"viewBox": f"0 0 {WIDTH} {HEIGHT}"}, role="img", aria_label=_told(ctx, then))[
        _sun(),
        [_orbit(state, body) for body in state.box["bodies"]],
        chosen and start and start != chosen and _way(state, start, chosen),
        [_place(state, place) for place in state.sky.places],
        [_body(ctx, then, body) for body in state.box["bodies"]],
        chosen and _ring(state, chosen),
        goal and _ring(state, goal, then=True),
        [_ship(ctx, then, seat) for seat in range(len(state.names))],
        tap and _cells(ctx, state, tap),
    ]


def _told(ctx: Ctx, state: State) -> str:
    """The map in words."""
    ships = [f"{isolated(name)} {signs.where(ctx, seat)}" for seat, name in enumerate(state.names)]
    return labelled(ctx._("Map"), ", ".join(ships), ctx._)


def _sun() -> Node:
    x, y = point((0, 0))
    return h.circle(".plu-sun", cx=str(x), cy=str(y), r=str(2 * HEX))


def _points(state: State, body: str) -> list[Point]:
    return [point(hexagon) for (each, _), hexagon in state.sky.places.items() if each == body]


def _written(points: list[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _orbit(state: State, body: str) -> Node:
    """The way that a body goes: a closed one, or the asteroid's into the Sun."""
    around, sun = _points(state, body), point((0, 0))
    if body == EARTH:  # two positions make no polygon
        return h.circle(".plu-orbit", cx=str(sun[0]), cy=str(sun[1]), r=f"{math.dist(around[0], sun):.1f}")
    return h.polyline(".plu-orbit", points=_written([*around, sun if body == ASTEROID else around[0]]))


def _place(state: State, place: Position) -> Node:
    x, y = point(state.sky.places[place])
    colour = f"var(--{body_token(state.box, place[0])})"
    return h.circle(cx=str(x), cy=str(y), r=str(PLACE), fill="var(--surface)", stroke=colour, stroke_width="1.6")


def _body(ctx: Ctx, state: State, body: str) -> Node:
    index = state.bodies[body]
    if index is None:
        return None
    x, y = point(state.sky.places[body, index])
    colour = f"var(--{body_token(state.box, body)})"
    return h.g[
        h.circle(cx=str(x), cy=str(y), r=str(BODY), fill=colour, stroke="var(--surface)", stroke_width="1.5"),
        h.text(".plu-letter", x=str(x), y=str(y))[signs.letter(ctx, body)],
    ]


def _ship(ctx: Ctx, state: State, seat: int) -> Node:
    ship = state.players[seat].ship
    if ship is None:
        return None
    x, y = point(state.sky.places[ship])
    before = sum(player.ship == ship for player in state.players[:seat])
    dx, dy = BESIDE[before % len(BESIDE)]
    colour = f"var(--{parts.player_colour(seat)})"
    own = seat == signs.reader(ctx)
    return h.g(f".plu-ship{'.own' if own else ''}", transform=f"translate({x + dx} {y + dy})")[
        h.polygon(points=SHIP, fill=colour), h.text(".plu-letter", x="0", y="1")[str(seat + 1)]
    ]


def _ring(state: State, place: Position, *, then: bool = False) -> Node:
    x, y = point(state.sky.places[place])
    radius = BODY + (2 if then else 4)
    return h.circle(".plu-chosen.then" if then else ".plu-chosen", cx=str(x), cy=str(y), r=str(radius))


def _way(state: State, start: Position, end: Position) -> Node:
    corners = advice.straight(advice.way(state, start, end))
    return h.polyline(".plu-way", points=_written([point(corner) for corner in corners]))


# Where a tap counts


def _cells(ctx: Ctx, state: State, tap: str) -> Node:
    """For every place all that is nearer to it than to any other. For fingers; keys have the list below the map."""
    places = list(state.sky.places)
    cells = nearest_cells(tuple(point(state.sky.places[place]) for place in places))
    return h.g(".plu-cells", aria_hidden="true")[
        (
            h.polygon(data_do=tap, data_place=signs.place_word(place), points=_written(list(cell)))[
                h.title[signs.place_name(ctx, state, place)]
            ]
            for place, cell in zip(places, cells, strict=True)
        )
    ]


@lru_cache(maxsize=8)
def nearest_cells(sites: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """The parts of the picture that are nearest to each of some points: every tap counts for the nearest place.

    >>> nearest_cells(((90.0, 125.0), (270.0, 125.0)))[0]
    ((0.0, 0.0), (180.0, 0.0), (180.0, 250.0), (0.0, 250.0))
    """
    frame = [(0.0, 0.0), (float(WIDTH), 0.0), (float(WIDTH), float(HEIGHT)), (0.0, float(HEIGHT))]
    cells = []
    for site in sites:
        cell = frame
        for other in sites:
            if other != site:
                cell = _nearer(cell, site, other)
        cells.append(tuple((round(x, 1), round(y, 1)) for x, y in cell))
    return tuple(cells)


def _nearer(cell: list[Point], site: Point, other: Point) -> list[Point]:
    """What of a convex cell is nearer to ``site`` than to ``other``."""

    def side(at: Point) -> float:
        return math.dist(at, other) ** 2 - math.dist(at, site) ** 2

    kept: list[Point] = []
    for here, there in pairwise([*cell, cell[0]]):
        inside, next_inside = side(here), side(there)
        if inside >= 0:
            kept.append(here)
        if (inside > 0) != (next_inside > 0) and inside != next_inside:
            share = inside / (inside - next_inside)
            crossing = here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])
            if not kept or math.dist(kept[-1], crossing) > SAME:
                kept.append(crossing)
    return kept
