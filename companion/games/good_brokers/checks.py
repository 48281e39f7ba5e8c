"""What rules ask before anything else: who may act now, and whether what he names exists."""

from companion.errors import RuleError
from companion.games.common import game_over, not_your_turn, seat_of
from companion.games.good_brokers.state import State
from companion.words import N_


def acting(state: State, player: str, phase: str) -> int:
    """The seat of a player whose turn it is. Raises RuleError ``game-over``, ``wrong-phase`` or ``not-your-turn``."""
    seat = seat_of(state, player)
    if state.phase == "end":
        game_over()
    if state.phase != phase:
        raise RuleError(
            "wrong-phase",
            N_("{player} cannot do that in this phase of the turn."),
            player=player,
        )
    if seat != state.active:
        assert state.active is not None
        not_your_turn(state, player, [state.active])
    return seat


def known_company(state: State, company: str) -> None:
    """Raises RuleError ``unknown-company``."""
    if company not in state.steps:
        raise RuleError("unknown-company", N_("There is no company “{company}”."), company=company[:40])
