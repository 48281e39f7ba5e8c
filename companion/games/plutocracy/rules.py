"""The actions of Plutocracy, each with its type and the rule that applies it."""

from companion.games.common import Moves
from companion.games.plutocracy import aliens, parliament, setup, societies, trade, voyage
from companion.games.plutocracy.actions import (
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
    Travel,
)

MOVES: Moves = {
    "setup_supply": (SetupSupply, setup.setup_supply),
    "setup_roll": (SetupRoll, setup.setup_roll),
    "first": (First, setup.first),
    "auction_bid": (AuctionBid, setup.auction_bid),
    "setup_ship": (SetupShip, setup.setup_ship),
    "sell": (Sell, trade.sell),
    "buy": (Buy, trade.buy),
    "buy_seats": (BuySeats, parliament.buy_seats),
    "rescue_alien": (RescueAlien, aliens.rescue_alien),
    "join_society": (JoinSociety, societies.join_society),
    "travel": (Travel, voyage.travel),
    "retire": (Retire, voyage.retire),
    "overtime": (Overtime, voyage.overtime),
}
