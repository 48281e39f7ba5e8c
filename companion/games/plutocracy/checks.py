"""What rules ask before anything else: who may act now, in what order, and whether it can be paid."""

from companion.errors import RuleError
from companion.games.common import game_over, not_your_turn, seat_of
from companion.games.plutocracy.state import TURN, Planet, State, cash, planet_at
from companion.words import N_


def check_phase(state: State, phase: str) -> None:
    """Raises RuleError ``game-over`` or ``wrong-phase``."""
    if state.phase == "end":
        game_over()
    if state.phase != phase:
        raise RuleError("wrong-phase", N_("That cannot be done in this phase of the game."))


def check_planet(state: State, planet: str) -> None:
    """Raises RuleError ``unknown-planet``."""
    if planet not in state.planets:
        raise RuleError(
            "unknown-planet",
            N_("There is no planet “{planet}”; there are {known}."),
            planet=planet[:40],
            known=", ".join(state.planets),
        )


def acting(state: State, player: str) -> int:
    """The seat of a player whose turn it is. Raises RuleError ``game-over``, ``wrong-phase``, ``not-your-turn``."""
    seat = seat_of(state, player)
    check_phase(state, "play")
    if seat != state.active:
        assert state.active is not None
        not_your_turn(state, player, [state.active])
    return seat


def in_order(state: State, action: str) -> bool:
    """Whether an action may still come in this turn: nothing later was done, and trading happens once."""
    last = max((TURN.index(done) for done in state.done), default=0)
    return TURN.index(action) >= last and not (action in ("sell", "buy") and action in state.done)


def check_order(state: State, player: str, action: str) -> None:
    """Raises RuleError ``wrong-order``."""
    if not in_order(state, action):
        raise RuleError(
            "wrong-order",
            N_("{player} cannot do that any more in this turn: sell once, buy once, then seats, alien, societies."),
            player=player,
        )


def on_planet(state: State, seat: int, action: str) -> tuple[str, Planet]:
    """The planet that the ship of a seat is on. Raises RuleError ``wrong-order`` or ``not-on-a-planet``."""
    player = state.names[seat]
    check_order(state, player, action)
    name = planet_at(state, seat)
    if name is None:
        raise RuleError("not-on-a-planet", N_("{player} is not on a planet."), player=player)
    return name, state.planets[name]


def check_count(player: str, count: int) -> None:
    """Raises RuleError ``bad-amount``."""
    if count < 1:
        raise RuleError(
            "bad-amount", N_("{player} asks for {asked}; it must be at least 1."), player=player, asked=count
        )


def check_cash(state: State, seat: int, cost: int) -> None:
    """Raises RuleError ``not-enough-cash``."""
    if cost > state.ledger[cash(seat)]:
        raise RuleError(
            "not-enough-cash",
            N_("{player} would have to pay {asked} and has {allowed}."),
            player=state.names[seat],
            asked=cost,
            allowed=state.ledger[cash(seat)],
        )
