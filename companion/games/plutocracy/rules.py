"""The actions of Plutocracy and the rules that apply them, in one table."""

from typing import Any

from companion.games.common import Moves, seat_of
from companion.games.plutocracy import setup, turn, voyage
from companion.games.plutocracy.state import (
    AuctionBid,
    Buy,
    BuySeats,
    First,
    JoinSociety,
    Overtime,
    RescueAlien,
    Retire,
    Sell,
    SetupRoll,
    SetupShip,
    SetupSupply,
    State,
    Travel,
)

MOVES: Moves = {
    "setup_supply": (SetupSupply, setup.setup_supply),
    "setup_roll": (SetupRoll, setup.setup_roll),
    "first": (First, setup.first),
    "auction_bid": (AuctionBid, setup.auction_bid),
    "setup_ship": (SetupShip, setup.setup_ship),
    "sell": (Sell, turn.sell),
    "buy": (Buy, turn.buy),
    "buy_seats": (BuySeats, turn.buy_seats),
    "rescue_alien": (RescueAlien, turn.rescue_alien),
    "join_society": (JoinSociety, turn.join_society),
    "travel": (Travel, voyage.travel),
    "retire": (Retire, voyage.retire),
    "overtime": (Overtime, voyage.overtime),
}


def actor(state: State, move: Any) -> int | None:
    """The seat that does ``move``; None for what is dealt, rolled or drawn by lot."""
    return None if isinstance(move, SetupSupply | SetupRoll | First) else seat_of(state, move.player)


def settle(state: State) -> State:
    """Let the table go on after a seat was emptied or a value put right."""
    return voyage.settle(setup.settle(state))
