"""Seats of a planet's parliament ("Comprare un seggio nel parlamento planetario"), and whom it elects ("Elect")."""

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


def elected(state: State) -> dict[int, int]:
    """The councilors that every seat wins in the next election.

    Each parliament sends one for the most seats; in the third election two, and one for the second most (the box's
    ``elections``).
    """
    by_election: list[list[int]] = state.box["elections"]["councilors"]
    sent = by_election[min(state.elections, len(by_election) - 1)]
    won = dict.fromkeys(range(len(state.names)), 0)
    for planet in state.planets.values():
        for seat, councilors in zip(leaders(planet), sent, strict=False):
            won[seat] += councilors
    return won


def leaders(planet: Planet) -> list[int]:
    """Who holds seats in a parliament: most first; of those with as many, who holds the dearest."""
    holders = {seat for seat in planet.seats if seat is not None}
    dearest = {seat: index for index, seat in enumerate(planet.seats) if seat is not None}
    return sorted(holders, key=lambda seat: (planet.seats.count(seat), dearest[seat]), reverse=True)
