"""Prices: printed numbers, markers on tracks and grids, and what rises as the supply goes down."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.own.book import Good
from companion.games.own.state import State
from companion.shapes import LARGEST
from companion.spaces import Grid, step_on
from companion.words import N_


def price(state: State, good: str) -> int | None:
    """What a unit costs now; None where that is nothing known: no price, no marker, or none left of a ladder."""
    marker = state.markers.get(good)
    if marker is not None:
        return state.book.tracks[state.book.goods[good].track][marker[0]][marker[1]]
    number = state.numbers.get(good)
    if number is not None:
        return number
    ladder, left = state.book.goods[good].ladder, state.left[good]
    return _rung(ladder, left) if ladder and left else None


def worth(state: State, good: str) -> int:
    """What a unit that somebody holds counts for: its price, 0 without one; the highest where none is left to buy."""
    ladder = state.book.goods[good].ladder
    return ladder[0] if ladder and not state.left[good] else price(state, good) or 0


def value(state: State, seat: int) -> int:
    """What all goods of a seat are worth at their prices."""
    return sum(count * worth(state, good) for good, count in state.goods[seat].items() if count)


def cost(state: State, good: str, count: int) -> int:
    """What so many units of the supply cost; of a ladder each has its own price. Raises RuleError ``no-price``."""
    ladder, left = state.book.goods[good].ladder, state.left[good]
    if ladder:
        assert left is not None
        beyond = min(count, max(0, left - len(ladder)))  # at the ladder's last price, each
        still = min(left, len(ladder))
        return beyond * ladder[-1] + sum(ladder[max(0, still - (count - beyond)) : still])
    return count * known_price(state, good)


def proceeds(state: State, good: str, count: int) -> int:
    """What so many units bring when they go back: of a ladder what the next unit then costs, one after the other.

    Raises RuleError ``no-price``.
    """
    ladder, left = state.book.goods[good].ladder, state.left[good]
    if ladder:
        assert left is not None
        upward = ladder[left : left + count]
        return sum(upward) + (count - len(upward)) * ladder[-1]
    return count * known_price(state, good)


def bounded(state: State, good: str) -> State:
    """The same state. Raises RuleError ``too-much-money`` where somebody's units of a good are worth too much."""
    most = max(goods[good] for goods in state.goods)
    if most * max(1, worth(state, good)) <= LARGEST:
        return state
    raise RuleError(
        "too-much-money",
        N_("All the {good} of a player would be worth more than {most}."),
        good=state.book.goods[good].name,
        most=LARGEST,
    )


def _rung(ladder: tuple[int, ...], left: int) -> int:
    return ladder[min(left, len(ladder)) - 1]


def known_price(state: State, good: str) -> int:
    """The price of a good. Raises RuleError ``no-price``."""
    found = price(state, good)
    if found is None:
        raise RuleError("no-price", N_("{good} has no price now."), good=state.book.goods[good].name)
    return found


def moved(state: State, good: str, by: int, up: int) -> State:
    """The price moved along its track and up its rows; a printed number goes up or down by so much, 0 at least.

    A step right at the end of a row goes up, a step left at its beginning goes down; where no row is, it stays
    (`spaces.step_on`). Raises RuleError ``no-price`` where there is nothing to move, ``too-much-money``.
    """
    marker = state.markers.get(good)
    if marker is not None:
        grid = state.book.tracks[state.book.goods[good].track]
        return _marked(state, good, step_on(grid, marker, by, up))
    number = state.numbers.get(good)
    if number is None:
        raise _immovable(state, good)
    return _numbered(state, good, max(0, number + by))


def put(state: State, good: str, to: int | list[int]) -> State:
    """The price put to a value, or a marker to its [row, column]. Raises RuleError ``no-price``."""
    described = state.book.goods[good]
    if described.track:
        return _marked(state, good, place_on(state, described, to))
    if good not in state.numbers or not isinstance(to, int):
        raise _immovable(state, good)
    if to < 0:
        raise RuleError("no-price", N_("{good} cannot cost {asked}."), good=described.name, asked=to)
    return _numbered(state, good, to)


def place_on(state: State, good: Good, to: int | list[int]) -> tuple[int, int]:
    """The place of a value on a good's track: the first one that has it, rows from the top. Raises RuleError."""
    found = find_place(state.book.tracks[good.track], to)
    if found is None:
        raise RuleError(
            "no-price", N_("No place of the track of {good} is {asked}."), good=good.name, asked=str(to)[:40]
        )
    return found


def find_place(grid: Grid, to: int | list[int]) -> tuple[int, int] | None:
    """The place of a value, or of [row, column], on a track; None where there is none."""
    if isinstance(to, int):
        return next(((row, line.index(to)) for row, line in enumerate(grid) if to in line), None)
    match to:
        case [row, column] if 0 <= row < len(grid) and 0 <= column < len(grid[row]):
            return row, column
    return None


def _marked(state: State, good: str, place: tuple[int, int]) -> State:
    return bounded(replace(state, markers={**state.markers, good: place}), good)


def _numbered(state: State, good: str, number: int) -> State:
    return bounded(replace(state, numbers={**state.numbers, good: min(LARGEST, number)}), good)


def _immovable(state: State, good: str) -> RuleError:
    return RuleError(
        "no-price", N_("{good} has no price that could be moved by hand."), good=state.book.goods[good].name
    )
