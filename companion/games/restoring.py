"""What a corrected picture is asked before it gets back into a table, in every game."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from companion.errors import RuleError
from companion.words import N_

Thing = TypeVar("Thing", bound=Hashable)


def expect(fits: bool, pointer: str) -> None:
    """Raises RuleError ``bad-value`` for what is to be put right at ``pointer`` and does not fit."""
    if not fits:
        raise RuleError("bad-value", N_("No space or component shows that value at {pointer}."), pointer=pointer)


def supply_left(made: int, was: int, said: int, held: int, pointer: str) -> int:
    """What a supply holds: a piece moves between it and the players, unless the supply itself was put right.

    Of the ``made`` pieces players hold ``held`` now; the supply held ``was`` and is said to hold ``said``: where that
    is something else, there are more or fewer pieces. Raises RuleError ``bad-value``.
    """
    left = said if said != was else made - held
    expect(left >= 0, pointer)
    return left


def one_place_each(
    before: Mapping[str, Sequence[Thing]], after: Mapping[str, Sequence[Thing]]
) -> dict[str, list[Thing]]:
    """What lies where, by pointer: a thing that was put somewhere leaves the place where it lay.

    Raises RuleError ``bad-value`` for one that is in two places.

    >>> one_place_each({"/deck": "ab", "/hand": "c"}, {"/deck": "ab", "/hand": "ca"})
    {'/deck': ['b'], '/hand': ['c', 'a']}
    """
    new = {place: set(things).difference(before.get(place, ())) for place, things in after.items()}
    kept = {}
    for place, things in after.items():
        gone = set[Thing]().union(*(put for other, put in new.items() if other != place)) - new[place]
        kept[place] = [thing for thing in things if thing not in gone]
        expect(len(set(things)) == len(things), place)
    lying = Counter(thing for things in kept.values() for thing in things)
    for place, things in kept.items():
        expect(all(lying[thing] == 1 for thing in things), place)
    return kept
