"""The game on the first page: the bank in the middle, and as many players as can sit there round it."""

from math import cos, pi, sin
from typing import Any

X, Y = 80, 40  # the bank
ACROSS, DOWN = 58, 28  # from it to the players


def picture(box: dict[str, Any]) -> str:
    """What is inside the picture, 160 wide and 80 high."""
    most = box["players"][-1]
    turns = [2 * pi * (place + 0.5) / most for place in range(most)]
    seats = [(round(X + ACROSS * cos(turn)), round(Y + DOWN * sin(turn))) for turn in turns]
    ways = "".join(f"M{X} {Y}L{x} {y}" for x, y in seats)
    coins = "".join(
        f'<circle cx="{x}" cy="{y}" r="8" fill="var(--c{place})"/>' for place, (x, y) in enumerate(seats, 1)
    )
    return (
        f'<path d="{ways}" stroke="var(--edge)" stroke-width="2"/>{coins}'
        f'<circle cx="{X}" cy="{Y}" r="15" fill="var(--surface)" stroke="var(--brass)" stroke-width="4"/>'
        f'<path d="M{X} 33v14M73 40h14" stroke="var(--brass)" stroke-width="4"/>'
    )
