"""Action 3 of a turn: seats of a planet's parliament ("Comprare un seggio nel parlamento planetario")."""

from companion.errors import RuleError
from companion.games.plutocracy.actions import BuySeats
from companion.games.plutocracy.checks import acting, check_cash, check_count, on_planet
from companion.games.plutocracy.state import Planet, State, body_name, cash, noted, paid, with_planet
from companion.ledger import BANK
from companion.words import N_, Counted


def buy_seats(state: State, move: BuySeats) -> State:
    """Buy the cheapest free seats of the planet's parliament, as often as liked in a turn.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-a-planet``,
    ``bad-amount``, ``no-free-seat``, ``not-enough-cash``.
    """
    seat = acting(state, move.player)
    name, planet = on_planet(state, seat, "buy_seats")
    check_count(move.player, move.count)
    free = free_seats(planet)
    if move.count > len(free):
        raise RuleError(
            "no-free-seat",
            N_("{player} wants {asked}; of the parliament of {body} {allowed} are free."),
            player=move.player,
            asked=Counted("{count} seat", "{count} seats", move.count),
            allowed=len(free),
            body=body_name(state, name),
        )
    cost = seats_cost(state, planet, move.count)
    check_cash(state, seat, cost)
    taken = free[: move.count]
    seats = tuple(seat if index in taken else holder for index, holder in enumerate(planet.seats))
    return noted(with_planet(paid(state, cash(seat), BANK, cost), name, seats=seats), "buy_seats")


def free_seats(planet: Planet) -> list[int]:
    """The free seats of a parliament, cheapest first."""
    return [index for index, holder in enumerate(planet.seats) if holder is None]


def seats_cost(state: State, planet: Planet, count: int) -> int:
    """What the next ``count`` seats of a parliament cost together."""
    return sum(state.box["seats"][index] for index in free_seats(planet)[:count])
