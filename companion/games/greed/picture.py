"""The game on the first page: a company's six positions, and the trend track with its arrows."""

from typing import Any

POSITIONS = ((50, 14), (32, 38), (68, 38), (14, 62), (50, 62), (86, 62))  # CEO; CFO and COO; three of the middle
TOKENS = (1, 2, 3, 1, 5, 7)  # whose they are: somebody holds two of them
MIDDLE, SPACE = 40, 12


def picture(box: dict[str, Any]) -> str:
    """What is inside the picture, 160 wide and 80 high."""
    tokens = "".join(
        f'<circle cx="{x}" cy="{y}" r="9" fill="var(--c{colour})"/>'
        for (x, y), colour in zip(POSITIONS, TOKENS, strict=True)
    )
    steps = box["trend"]["steps"]
    arrows = "".join(
        f"M{106 + SPACE * place} {MIDDLE}v{-7 * step}" if step else f"M{102 + SPACE * place} {MIDDLE}h8"
        for place, step in enumerate(steps)
    )
    return (
        '<path d="M50 14 14 62M50 14 86 62M32 38h36M68 38 50 62 32 38" stroke="var(--edge)" stroke-width="2"/>'
        f'{tokens}<path d="{arrows}" stroke="var(--brass)" stroke-width="7"/>'
    )
