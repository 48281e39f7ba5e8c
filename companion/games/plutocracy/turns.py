"""Whose turn it is, and how the table goes on after a seat was emptied, a value put right or an entry forced.

The disc furthest back on the time track acts; of several on one space the one on top (`track.furthest_back`).
"""

from typing import Any

from msgspec.structs import replace

from companion.games.common import seat_of
from companion.games.plutocracy import events, setup, track
from companion.games.plutocracy.actions import First, SetupRoll, SetupSupply
from companion.games.plutocracy.state import State
from companion.games.plutocracy.whole import check_next, check_whole


def actor(state: State, move: Any) -> int | None:
    """The seat that does ``move``; None for what is dealt, rolled or drawn by lot."""
    return None if isinstance(move, SetupSupply | SetupRoll | First) else seat_of(state, move.player)


def active(state: State) -> tuple[int, ...]:
    """The seats that are to act: one, or in the setup all who may place or bid."""
    match state.phase:
        case "play":
            return () if state.active is None else (state.active,)
        case "auction":
            return tuple(setup.bidders(state))
        case "setup" if setup.board_ready(state):
            return tuple(setup.placing(state))
    return ()


def lap(state: State) -> int:
    """What time it is: where the disc of the player to act lies; at the end, where THE END does."""
    if state.phase == "play" and state.active is not None:
        return track.disc(state, state.active)
    return track.the_end(state) if state.phase == "end" else 0


def settle(state: State) -> State:
    """Let the table go on after a seat was emptied or a value put right."""
    return _passed_on(setup.settle(state))


def _passed_on(state: State) -> State:
    """Let the table go on when the player whose turn it is went home or can have none."""
    if state.phase != "play" or (state.active is not None and has_turn(state, state.active)):
        return state
    return events.run(state)


def has_turn(state: State, seat: int) -> bool:
    """Whether a seat may be the one to act: present (or nobody else is left), with a disc, and not retired."""
    if state.players[seat].retired or track.space_of(state, seat) is None:
        return False
    return seat not in state.away or track.furthest_back(state).token == seat


def catch_up(here: State, then: State) -> State:
    """The table at the turn of ``then``; the events act by the time track alone.

    Raises RuleError ``bad-value`` where that turn cannot be.
    """
    if then.phase == "end":
        return here
    state = replace(here, phase=then.phase, active=then.active, done=then.done)
    check_whole(state)
    if then.active is not None:
        check_next(state, then.active)
    return state
