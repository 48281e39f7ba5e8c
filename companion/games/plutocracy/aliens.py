"""Action 4 of a turn: an alien is taken off the asteroid."""

from companion.errors import RuleError
from companion.games.plutocracy.actions import RescueAlien
from companion.games.plutocracy.box import ASTEROID
from companion.games.plutocracy.checks import acting, check_order
from companion.games.plutocracy.state import State, body_at, noted, with_player
from companion.words import N_


def rescue_alien(state: State, move: RescueAlien) -> State:
    """Take one of the asteroid's aliens, once in a game; there is one for every player.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-the-asteroid``,
    ``already-rescued``.
    """
    seat = acting(state, move.player)
    check_order(state, move.player, "rescue_alien")
    if body_at(state, seat) != ASTEROID:
        raise RuleError("not-on-the-asteroid", N_("{player} is not on the asteroid."), player=move.player)
    if state.players[seat].alien:
        raise RuleError("already-rescued", N_("{player} has rescued an alien; one is allowed."), player=move.player)
    return noted(with_player(state, seat, alien=True), "rescue_alien")
