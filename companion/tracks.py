"""Tracks with printed spaces: a marker moves along them and stops at their ends."""


def advance(step: int, by: int, spaces: int) -> int:
    """The space (0 is the first) where a marker on ``step`` stands after moving ``by`` along ``spaces`` spaces.

    Movement beyond either end is lost.

    >>> advance(1, -6, 30), advance(28, 6, 30), advance(8, 3, 30)
    (0, 29, 11)
    """
    return max(0, min(spaces - 1, step + by))
