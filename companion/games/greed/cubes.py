"""Where the price cubes stand, while the box may not know the ends of their tracks.

A cube on the last space stays there. Where the last space is unknown the table moves the cube on, and keeps the
moves: once an end is known they are gone through again, so that a track that is typed early and the same track typed
late give the same prices. A price that was read off the board belongs to the space on which the cube stood then.
"""

from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.greed.box import Box, Track, check_box, disagree, numbers, price_track, printed_good
from companion.pointers import plant

Prices = dict[int, int]  # by offset from the start space
End = tuple[str, int]  # "top" or "bottom", and the offset of that last space


class Walk(Struct, frozen=True):
    """The way of a cube: the space ``start`` that is sure, and the trend of every market since.

    ``seen`` are the prices that were read off the board where the cube stood: after how many moves, and the price.
    """

    start: int = 0
    moves: tuple[int, ...] = ()
    seen: tuple[tuple[int, int], ...] = ()

    def moved(self, by: int) -> "Walk":
        """The way with one more market."""
        return replace(self, moves=(*self.moves, by))

    def spaces(self, track: Track) -> list[int]:
        """The space of the cube at the start and after each move, on a track as far as it is known."""
        return list(accumulate(self.moves, lambda step, by: track.stop(step + by), initial=track.stop(self.start)))


def typed(old: Box, new: Box, good: str, walk: Walk) -> tuple[Box, Walk]:
    """The box ``new``, in which something of a track was typed, as it can only be meant; and the way of the cube.

    A price that is known of another space says where the track ends: the cube has been standing there. Raises
    RuleError ``bad-box`` where two prices disagree and more or less than one end would explain that.
    """
    before, after = printed_good(old, good), printed_good(new, good)
    if before == after or after.get("track") is not None:
        return new, walk
    spaces, prices = walk.spaces(price_track(old, good)), numbers(after)
    fresh = {at: price for at, price in prices.items() if numbers(before).get(at) != price}
    seen = tuple((count, price) for count, price in walk.seen if prices.get(spaces[count]) == price)
    if spaces[-1] in fresh:
        seen = (*seen, (len(walk.moves), fresh[spaces[-1]]))
    walk = replace(walk, seen=seen)
    earlier = {at: price for at, price in prices.items() if at not in fresh or at != spaces[-1]}
    unseen = {at: price for at, price in prices.items() if at not in {spaces[count] for count, _ in seen}}
    for known in (prices, earlier, unseen):  # what was read off the board moves only where it has to
        for ends in ([None], _ends(price_track(new, good), known, walk)):
            meant = [box for end in ends if (box := _tried(new, good, known, walk, end)) is not None]
            if len(meant) == 1:
                return meant[0], walk
    for at, price in fresh.items():
        other = next((space for space, known in prices.items() if known == price and space != at), None)
        if other is not None and at != spaces[-1]:
            end = ("top" if at > other else "bottom", other)
            left = {space: known for space, known in prices.items() if space != at}
            box = _tried(new, good, left, walk, end)
            if box is not None:
                return box, walk
    return _placed(new, good, prices, walk), walk  # which says what disagrees


def possible_ends(box: Box, good: str, walk: Walk) -> list[End]:
    """The last spaces that a cube may have met on its way, where the box does not know them."""
    track = price_track(box, good)
    return list(_ends(track, track.spaces, walk))


def _ends(track: Track, known: Prices, walk: Walk) -> Iterator[End]:
    """The ends that a track may have: between what is known of it and the furthest that the cube may have been."""
    sure = (0, walk.start, *known)
    reach = walk.spaces(replace(track, top=None, bottom=None))
    if track.top is None and max(reach) > 0:
        yield from (("top", at) for at in range(max(sure), max(reach) + 1))
    if track.bottom is None and min(reach) < 0:
        yield from (("bottom", at) for at in range(min(sure), min(reach) - 1, -1))


def _tried(box: Box, good: str, known: Prices, walk: Walk, end: End | None) -> Box | None:
    """The box with that end, if all that was typed fits it."""
    if end is not None:
        box = plant(box, f"/goods/{good}/{end[0]}", end[1])
    try:
        return _placed(box, good, known, walk)
    except RuleError:
        return None


def _placed(box: Box, good: str, known: Prices, walk: Walk) -> Box:
    """The box in which every price that was read off the board is on the space where the cube then stood.

    Raises RuleError ``bad-box``.
    """
    spaces = walk.spaces(price_track(_with(box, good, known), good))
    for count, price in walk.seen:
        at = spaces[count]
        if known.get(at, price) != price:
            raise disagree(box, good, (at, known[at]), (at, price))
        known = {**known, at: price}
    box = _with(box, good, known)
    check_box(box)
    if walk.spaces(price_track(box, good)) != spaces:  # a price moved the end, and with it the cube
        raise disagree(box, good, *sorted(known.items())[-2:])
    return box


def _with(box: Box, good: str, known: Prices) -> Box:
    if numbers(printed_good(box, good)) == known:
        return box
    return plant(box, f"/goods/{good}/known", {str(at): price for at, price in sorted(known.items())})
