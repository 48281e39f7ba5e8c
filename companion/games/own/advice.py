"""What a player would work out before a tap: what so many units cost or bring, and what a button will do."""

from typing import Any

from companion.errors import RuleError
from companion.games.common import Line, Sight
from companion.games.moves import read_fields
from companion.games.own import prices
from companion.games.own.actions import Press
from companion.games.own.pressing import carried_out
from companion.games.own.state import State
from companion.games.own.words import done_lines


def costs(state: State, good: str, count: int) -> int | None:
    """What so many units of the supply cost now; None where they have no price, or there are not so many."""
    left = state.left[good]
    return None if left is not None and count > left else _priced(prices.cost, state, good, count)


def brings(state: State, good: str, count: int) -> int | None:
    """What so many units bring when they go back to the supply; None where they have no price."""
    return _priced(prices.proceeds, state, good, count)


def _priced(work: Any, state: State, good: str, count: int) -> int | None:
    try:
        found: int = work(state, good, count)
    except RuleError:
        return None
    return found


def will_do(state: State, fields: dict[str, Any], sight: Sight) -> list[Line]:
    """What pressing a button would do, step by step, as ``sight`` may know it. Raises RuleError as pressing does."""
    after, steps = carried_out(state, read_fields({"press": Press}, "press", fields))
    return [line for done in steps for line in done_lines(state, done, after, sight)]
