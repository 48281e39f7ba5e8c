"""The signs of series and the hatching of bars as SVG paths, in the shapes that plotly gives them."""

from functools import cache
from math import cos, pi, sin, sqrt

TILE = 8  # pixels, of a hatching
THICK = 0.3  # of a hatching that is colour


@cache
def symbol(name: str, size: float) -> str:
    """The outline of a marker of this name round (0, 0), as the ``d`` of a path; a circle where the name is unknown."""
    name, radius = name.removesuffix("-open"), size / 2
    match name:
        case "square":
            return _closed([(radius, radius), (-radius, radius), (-radius, -radius), (radius, -radius)])
        case "diamond":
            return _ring(4, radius * 1.3)
        case "pentagon":
            return _ring(5, radius)
        case "hexagon":
            return _ring(6, radius)
        case "star":
            return _ring(5, radius * 1.4, radius * 1.4 * 0.382)
        case "cross":
            return _cross(radius * 0.4, radius * 1.2)
        case "triangle-up" | "triangle-down" | "triangle-left" | "triangle-right":
            return _triangle(name, radius)
    r = f"{radius:g}"
    circle = f"M{r},0A{r},{r} 0 1,1 0,-{r}A{r},{r} 0 0,1 {r},0Z"
    if name != "circle-x":
        return circle
    far = _short(radius / sqrt(2))
    return f"{circle}M{far},{far}L-{far},-{far}M{far},-{far}L-{far},{far}"


def _ring(count: int, radius: float, inner: float = 0) -> str:
    """A regular polygon with a corner above; with ``inner`` a star."""
    corners = []
    for place in range(count):
        for far, turn in ((radius, 0.0), (inner, 0.5)):
            if far:
                angle = 2 * pi * (place + turn) / count
                corners.append((far * sin(angle), -far * cos(angle)))
    return _closed(corners)


def _triangle(name: str, radius: float) -> str:
    corners = [(-radius * 2 / sqrt(3), radius / 2), (radius * 2 / sqrt(3), radius / 2), (0, -radius)]
    match name:
        case "triangle-down":
            corners = [(x, -y) for x, y in corners]
        case "triangle-left":
            corners = [(y, x) for x, y in corners]
        case "triangle-right":
            corners = [(-y, x) for x, y in corners]
    return _closed(corners)


def _cross(near: float, far: float) -> str:
    arm, corners = [(far, near), (near, near), (near, far)], []
    for _quarter in range(4):
        corners += arm
        arm = [(-y, x) for x, y in arm]
    return _closed(corners)


def _closed(corners: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_short(x)},{_short(y)}" for x, y in corners) + "Z"


def _short(number: float) -> str:
    return f"{round(number, 2):g}"


def hatching(shape: str) -> str:
    """What is drawn in each tile of a bar's pattern, without its colour: strokes, and a dot where it is one."""
    half, size = TILE / 2, TILE
    slope = f"M-2,2L2,-2M0,{size}L{size},0M{size - 2},{size + 2}L{size + 2},{size - 2}"
    back = f"M-2,{size - 2}L2,{size + 2}M0,0L{size},{size}M{size - 2},-2L{size + 2},2"
    across, down = f"M0,{half:g}H{size}", f"M{half:g},0V{size}"
    if shape == ".":
        return f'<circle cx="{half:g}" cy="{half:g}" r="{sqrt(THICK * size**2 / pi):.2f}"/>'
    path, thick = {
        "/": (slope, THICK * size / sqrt(2)),
        "\\": (back, THICK * size / sqrt(2)),
        "x": (slope + back, (size - size * sqrt(1 - THICK)) / sqrt(2)),
        "-": (across, THICK * size),
        "|": (down, THICK * size),
        "+": (across + down, size - size * sqrt(1 - THICK)),
    }[shape]
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="{thick:.2f}"/>'
