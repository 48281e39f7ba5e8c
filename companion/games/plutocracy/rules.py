"""The actions of Plutocracy and the rules that apply them, in one table."""

from typing import Any

from companion.games.common import seat_of
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

ACTIONS = {
    "setup_supply": SetupSupply,
    "setup_roll": SetupRoll,
    "first": First,
    "auction_bid": AuctionBid,
    "setup_ship": SetupShip,
    "sell": Sell,
    "buy": Buy,
    "buy_seats": BuySeats,
    "rescue_alien": RescueAlien,
    "join_society": JoinSociety,
    "travel": Travel,
    "retire": Retire,
    "overtime": Overtime,
}
RULES = {
    SetupSupply: setup.setup_supply,
    SetupRoll: setup.setup_roll,
    First: setup.first,
    AuctionBid: setup.auction_bid,
    SetupShip: setup.setup_ship,
    Sell: turn.sell,
    Buy: turn.buy,
    BuySeats: turn.buy_seats,
    RescueAlien: turn.rescue_alien,
    JoinSociety: turn.join_society,
    Travel: voyage.travel,
    Retire: voyage.retire,
    Overtime: voyage.overtime,
}


def actor(state: State, move: Any) -> int | None:
    """The seat that does ``move``; None for what is dealt, rolled or drawn by lot."""
    return None if isinstance(move, SetupSupply | SetupRoll | First) else seat_of(state, move.player)


def settle(state: State) -> State:
    """Let the table go on after a seat was emptied or a value put right."""
    return voyage.settle(setup.settle(state))
