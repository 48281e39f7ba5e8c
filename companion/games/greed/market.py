"""The board: trends and prices, and how they move; where a price track's ends are unknown: `cubes`."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.common import event
from companion.games.greed.box import price_track, trend_steps
from companion.games.greed.state import State
from companion.spaces import advance


def move_trends(state: State, arrows: Mapping[str, int], cause: str) -> State:
    """Move the yellow cubes as many spaces as ``arrows`` say; they stop at the ends of their track."""
    steps = trend_steps(state.box)
    moves = {}
    for good, by in arrows.items():
        if by:
            old = state.trends[good]
            moves[good] = [by, old, steps[advance(steps.index(old), by, len(steps))]]
    if not moves:
        return state
    trends = {**state.trends, **{good: new for good, (_, _, new) in moves.items()}}
    return event(replace(state, trends=trends), "trends-moved", cause=cause, moves=moves)


def adjust_market(state: State) -> State:
    """Phase 2: every price moves as many spaces as its trend says ("Ajustement du marché")."""
    steps, moves, walks = {}, {}, {}
    for good, step in state.steps.items():
        track = price_track(state.box, good)
        walks[good] = state.walks[good].moved(state.trends[good])
        steps[good] = track.stop(step + state.trends[good])
        if steps[good] != step:
            moves[good] = [track.spaces.get(step), track.spaces.get(steps[good])]
    return event(replace(state, steps=steps, walks=walks), "market", moves=moves)
