"""A player's time wheel, drawn as a wheel: six spaces, the arrow on top, each card outside its space."""

from math import cos, radians, sin

import htpy as h
from htpy import Element, Node

from companion.games.ponzi_scheme.state import WHEEL, fund
from companion.games.ponzi_scheme.wheels import CRASH_TURN, marker
from companion.screens.ctx import Ctx

RADIUS = 78  # of the hexagon; all lengths are those of the drawing
INSIDE = 50  # where the numbers of the spaces stand
WIDTH, HEIGHT, SPACE = 48, 42, 5  # of a card
MIDDLE = 192
SIDES = {1: (1, -1), 2: (1, 1), 4: (-1, 1), 5: (-1, -1)}  # to the right or left, upwards or downwards
COLUMNS = {0: 5, 3: 5, 1: 2, 2: 2, 4: 2, 5: 2}
ARROW = "➤"


def wheel(ctx: Ctx, seat: int) -> Element:
    """The wheel of a seat. What is due next turn has a full red border, what a crash brings too a dashed one."""
    _, state = ctx._, ctx.table.state
    spaces: dict[int, list[int]] = {space: [] for space in range(WHEEL)}
    for value, space in state.wheels[seat].items():
        spaces[space].append(value)
    top = max(_rows(spaces[0], 0) * (HEIGHT + SPACE) + RADIUS, _tall(spaces, (1, 5)), RADIUS) + SPACE
    low = max(_rows(spaces[3], 3) * (HEIGHT + SPACE) + RADIUS, _tall(spaces, (2, 4)), RADIUS) + SPACE
    cards = [
        _card(ctx, value, *_place(space, index, len(values)), space)
        for space, values in spaces.items()
        for index, value in enumerate(sorted(values))
    ]
    said = ", ".join(
        (_("{fund} on the arrow") if space == 0 else _("{fund} on space {space}")).format(fund=value, space=space)
        for space, values in spaces.items()
        for value in values
    )
    label = _("Wheel of {player}: {cards}").format(player=state.names[seat], cards=said or _("no card"))
    box = f"0 {-top:.0f} {2 * MIDDLE} {top + low:.0f}"
    return h.svg(".wheel", viewBox=box, role="img", aria_label=label)[_disc(ctx), cards]


def _disc(ctx: Ctx) -> Node:
    angles = [radians(60 * corner) for corner in range(WHEEL)]
    corners = [f"{MIDDLE + RADIUS * cos(angle):.1f},{RADIUS * sin(angle):.1f}" for angle in angles]
    spokes = [h.path(".spoke", d=f"M{MIDDLE},0L{corner}") for corner in corners]
    at = marker(ctx.table.state)
    numbers = []
    for space in range(WHEEL):
        angle = radians(60 * space - 90)
        x, y = MIDDLE + INSIDE * cos(angle), INSIDE * sin(angle)
        if space == at:
            numbers.append(h.circle(".marker", cx=f"{x:.1f}", cy=f"{y:.1f}", r="15"))
        numbers.append(_text(x, y + 6, ARROW if space == 0 else str(space), ".arrow" if space == 0 else ".space"))
    return [h.polygon(".disc", points=" ".join(corners)), spokes, numbers]


def _rows(values: list[int], space: int) -> int:
    return -(-len(values) // COLUMNS[space])


def _tall(spaces: dict[int, list[int]], sides: tuple[int, ...]) -> int:
    return max(_rows(spaces[space], space) for space in sides) * (HEIGHT + SPACE)


def _place(space: int, index: int, count: int) -> tuple[float, float]:
    """The left upper corner of a card beside its space."""
    row, column = divmod(index, COLUMNS[space])
    if space in SIDES:
        side, way = SIDES[space]
        x: float = MIDDLE + side * (RADIUS + SPACE + column * (WIDTH + SPACE)) - (WIDTH if side < 0 else 0)
        near = SPACE + row * (HEIGHT + SPACE)
        return x, near if way > 0 else -near - HEIGHT
    wide = min(count - row * COLUMNS[space], COLUMNS[space]) * (WIDTH + SPACE) - SPACE
    x = MIDDLE - wide / 2 + column * (WIDTH + SPACE)
    out = RADIUS * cos(radians(30)) + SPACE + row * (HEIGHT + SPACE)
    return x, out if space else -out - HEIGHT


def _card(ctx: Ctx, value: int, x: float, y: float, space: int) -> Node:
    card = fund(ctx.table.state, value)
    when = ".due" if space <= 1 else ".crash" if space <= CRASH_TURN else ""
    return h.g(f".wheelcard{when}")[
        h.rect(x=f"{x:.1f}", y=f"{y:.1f}", width=str(WIDTH), height=str(HEIGHT), rx="6"),
        _text(x + WIDTH / 2, y + 18, str(value), ".value"),
        _text(x + WIDTH / 2, y + 35, "−" + str(card["interest"]), ".interest"),
    ]


def _text(x: float, y: float, text: str, cls: str) -> Element:
    return h.text(cls, x=f"{x:.1f}", y=f"{y:.1f}")[text]
