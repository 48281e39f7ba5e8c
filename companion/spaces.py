"""Tracks with printed spaces: a marker moves along them and stops at their ends."""

from collections.abc import Sequence


def advance(step: int, by: int, spaces: int) -> int:
    """The space (0 is the first) where a marker on ``step`` stands after moving ``by`` along ``spaces`` spaces.

    Movement beyond either end is lost.

    >>> advance(1, -6, 30), advance(28, 6, 30), advance(8, 3, 30)
    (0, 29, 11)
    """
    return max(0, min(spaces - 1, step + by))


Grid = Sequence[Sequence[int]]  # rows from the top, which may be of different length; a single row is a grid too


def step_on(grid: Grid, place: tuple[int, int], right: int, up: int = 0) -> tuple[int, int]:
    """Where a marker on ``place`` (row, column) stands after so many steps to the right and then up, or back and down.

    At the end of a row a step to the right goes up, one to the left goes down; where there is no such space it stays.

    >>> grid = [[60, 67, 71], [53, 60]]
    >>> step_on(grid, (0, 1), 1), step_on(grid, (0, 2), 1), step_on(grid, (1, 1), 1), step_on(grid, (0, 0), -1)
    ((0, 2), (0, 2), (0, 1), (1, 0))
    """
    for count, along in ((right, True), (up, False)):
        forward = 1 if count > 0 else -1
        for _ in range(abs(count)):
            row, column = place
            ends = along and not 0 <= column + forward < len(grid[row])
            after = (row, column + forward) if along and not ends else (row - forward, column)
            if not (0 <= after[0] < len(grid) and after[1] < len(grid[after[0]])):
                break  # and so does every further step
            place = after
    return place
