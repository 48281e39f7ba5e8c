"""Examples of what might be printed where the box does not know: for programs that play on by themselves."""

from collections.abc import Iterator
from typing import Any

from companion.games.greed.box import price_track
from companion.games.greed.state import State

SPACE = 5  # between two prices, where nothing is known
MIDDLE = 40


def box_moves(state: State, missing: list[str]) -> Iterator[dict[str, Any]]:
    """One ``box`` move for each missing value."""
    for pointer in missing:
        _, room, *path = pointer.split("/")
        if room == "goods":
            pointer, value = _price(state, path[0], path[1:])
        elif path[-1] == "trends":
            value = {}
        elif path[-1] == "points":
            value = 1
        else:
            value = {"inputs": {}, "outputs": {"blah-blah": 1}}[path[-1]]
        yield {"action": "box", "set": {pointer: value}}


def _price(state: State, good: str, path: list[str]) -> tuple[str, Any]:
    """A price between the known ones beside it; or, where there is no room, the end of the track before it."""
    if path == ["start"]:
        return f"/goods/{good}/start", state.box["goods"][good]["track"][0]
    printed = (state.box.get("goods") or {}).get(good) or {}
    step, spaces = int(path[1]), price_track(state.box, good).spaces
    below = max((at for at in spaces if at < step), default=None)
    above = min((at for at in spaces if at > step), default=None)
    least = (printed.get("lowest") or 0) - 1 if below is None else spaces[below]
    most = printed.get("highest") if above is None else spaces[above]
    wish = MIDDLE if below is None and above is None else least + SPACE if above is None else (spaces[above] - SPACE)
    if most is None:
        return f"/goods/{good}/known/{step}", max(wish, least + 1)
    top = most if above is None else most - 1
    if least < top:
        return f"/goods/{good}/known/{step}", min(max(wish, least + 1), top)
    return (f"/goods/{good}/top", below) if above is None else (f"/goods/{good}/bottom", above)
