"""What may be done now: complete moves. An overrun is the clock's, so it is not among them."""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Sight
from companion.games.moves import playable
from companion.games.plutocracy import setup, track, voyage
from companion.games.plutocracy.rules import MOVES
from companion.games.plutocracy.state import SOCIETIES, State

Move = dict[str, Any]


def legal(state: State, _sight: Sight) -> Iterator[Move]:
    """The moves that can be played now, by whoever is to act. Nothing in this game is secret."""
    yield from playable(MOVES, state, _candidates(state))
    if state.phase == "play":
        assert state.active is not None
        yield from _voyages(state, state.active)
        yield {"action": "retire", "player": state.names[state.active]}


def _candidates(state: State) -> Iterator[Move]:
    if state.phase in ("setup", "auction"):
        for name in state.names:
            yield {"action": "first", "player": name}
    match state.phase:
        case "setup":
            yield from _dice(state)
            yield from _ships(state)
        case "auction":
            yield from _bids(state)
        case "play":
            assert state.active is not None
            yield from _turn(state, state.active)


def _dice(state: State) -> Iterator[Move]:
    for planet in state.planets:
        for resource in setup.undealt(state):
            yield {"action": "setup_supply", "planet": planet, "resource": resource}
    for body in setup.rolls_left(state):
        for die in range(1, state.box["die"]["prices"][-1]["most"] + 1):
            yield {"action": "setup_roll", "body": body, "die": die}


def _bids(state: State) -> Iterator[Move]:
    most = setup.most_bid(state)
    for seat in setup.bidders(state):
        for slot, taken in enumerate(state.slots, start=1):
            for bid in _some(0 if taken is None else taken.amount + 1, most):
                yield {"action": "auction_bid", "player": state.names[seat], "slot": slot, "bid": bid}


def _ships(state: State) -> Iterator[Move]:
    for seat in setup.placing(state):
        for planet in state.planets:
            yield {"action": "setup_ship", "player": state.names[seat], "planet": planet}


def _turn(state: State, seat: int) -> Iterator[Move]:
    player, hold = state.names[seat], state.box["hold"]
    for action, field, most in (
        ("sell", "units", hold),
        ("buy", "units", hold),
        ("buy_seats", "count", len(state.box["seats"])),
    ):
        for amount in range(1, most + 1):
            yield {"action": action, "player": player, field: amount}
    yield {"action": "rescue_alien", "player": player}
    for society in SOCIETIES:
        yield {"action": "join_society", "player": player, "society": society}


def _voyages(state: State, seat: int) -> Iterator[Move]:
    """By the bounds that the rule asks, for each of them would let the events act as well, and they are a hundred."""
    ship = state.players[seat].ship
    if ship is None:
        return
    left = track.limit(state, seat) - track.disc(state, seat)
    for place in state.sky.places:
        if place == ship:
            continue
        for time in _some(voyage.shortest(state, ship, place), left):
            yield {"action": "travel", "player": state.names[seat], "to": list(place), "time": time}


def _some(least: int, most: int) -> list[int]:
    """The least, the most and one between of an open amount; nothing when there is none."""
    return sorted({least, (least + most) // 2, most}) if least <= most else []
