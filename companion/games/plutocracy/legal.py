"""What may be done now: complete moves. An overrun is the clock's, so it is not among them."""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Sight
from companion.games.plutocracy import checks, parliament, setup, societies, track, voyage
from companion.games.plutocracy.box import ASTEROID, EARTH
from companion.games.plutocracy.state import SOCIETIES, State, body_at, cash, planet_at

Move = dict[str, Any]


def legal(state: State, _sight: Sight) -> Iterator[Move]:
    """The moves that can be played now, by whoever is to act. Nothing in this game is secret."""
    match state.phase:
        case "setup":
            yield from _lot(state)
            yield from _ships(state) if setup.board_ready(state) else _dice(state)
        case "auction":
            yield from _lot(state)
            yield from _bids(state)
        case "play":
            assert state.active is not None
            yield from _turn(state, state.active)


def _dice(state: State) -> Iterator[Move]:
    for name, planet in state.planets.items():
        for resource in setup.undealt(state):
            if planet.supply is None and setup.may_supply(state, name, resource):
                yield {"action": "setup_supply", "planet": name, "resource": resource}
    for body in setup.rolls_left(state)[:1]:
        for die in range(1, state.box["die"]["prices"][-1]["most"] + 1):
            yield {"action": "setup_roll", "body": body, "die": die}


def _lot(state: State) -> Iterator[Move]:
    if setup.lot_is_open(state):
        for name in state.names:
            yield {"action": "first", "player": name}


def _bids(state: State) -> Iterator[Move]:
    most = track.the_end(state) - 1
    for seat in setup.bidders(state):
        for slot, taken in enumerate(state.slots, start=1):
            for bid in _some(0 if taken is None else taken.amount + 1, most):
                yield {"action": "auction_bid", "player": state.names[seat], "slot": slot, "bid": bid}


def _ships(state: State) -> Iterator[Move]:
    for seat in setup.placing(state):
        for planet in state.planets:
            yield {"action": "setup_ship", "player": state.names[seat], "planet": planet}


def _turn(state: State, seat: int) -> Iterator[Move]:
    player = state.names[seat]
    for action, field, most in _trades(state, seat):
        for amount in range(1, most + 1):
            yield {"action": action, "player": player, field: amount}
    body = body_at(state, seat)
    if body == ASTEROID and not state.players[seat].alien and checks.in_order(state, "rescue_alien"):
        yield {"action": "rescue_alien", "player": player}
    if body == EARTH and checks.in_order(state, "join_society"):
        for society in SOCIETIES:
            if societies.may_join(state, seat, society):
                yield {"action": "join_society", "player": player, "society": society}
    yield from _voyages(state, seat)
    yield {"action": "retire", "player": player}


def _trades(state: State, seat: int) -> Iterator[tuple[str, str, int]]:
    """The actions on a planet, the name of their amount, and the most that is possible of each."""
    name = planet_at(state, seat)
    if name is None:
        return
    planet, money = state.planets[name], state.ledger[cash(seat)]
    hold = state.players[seat].hold
    if checks.in_order(state, "sell"):
        yield "sell", "units", hold[planet.demand]
    if checks.in_order(state, "buy") and planet.supply is not None and planet.supply_price is not None:
        yield "buy", "units", min(state.box["hold"] - hold[planet.supply], money // planet.supply_price)
    if checks.in_order(state, "buy_seats"):
        counts = range(1, len(parliament.free_seats(planet)) + 1)
        yield "buy_seats", "count", sum(parliament.seats_cost(state, planet, count) <= money for count in counts)


def _voyages(state: State, seat: int) -> Iterator[Move]:
    ship = state.players[seat].ship
    if ship is None:
        return
    left = track.limit(state, seat) - track.disc(state, seat)
    for place in state.sky.places:
        if place != ship:
            for time in _some(voyage.shortest(state, ship, place), left):
                yield {"action": "travel", "player": state.names[seat], "to": list(place), "time": time}


def _some(least: int, most: int) -> list[int]:
    """The least, the most and one between of an open amount; nothing when there is none."""
    return sorted({least, (least + most) // 2, most}) if least <= most else []
