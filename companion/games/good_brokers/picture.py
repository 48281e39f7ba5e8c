"""The game on the first page: the price track as rising bars, every company's cube on the start price."""

from typing import Any

LEFT, FLOOR, WIDE = 6, 76, 5  # of the first bar
TALL = 66  # the highest price
CUBE = 7


def picture(box: dict[str, Any]) -> str:
    """What is inside the picture, 160 wide and 80 high."""
    track, start = box["track"], box["track"].index(box["start_price"])
    high = [2 + TALL * price // track[-1] for price in track]
    bars = "".join(f"M{LEFT + WIDE * step} {FLOOR}v-{bar}" for step, bar in enumerate(high))
    top = FLOOR - 2 - high[start]
    cubes = "".join(
        f'<path d="M{LEFT + WIDE * start} {top - CUBE * place}v-6" stroke="var(--{company["colour"]})"/>'
        for place, company in enumerate(box["companies"].values())
    )
    return f'<path d="{bars}" stroke="var(--edge)" stroke-width="3"/><g stroke-width="9">{cubes}</g>'
