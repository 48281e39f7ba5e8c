"""The actions of Good Brokers, each with its type and the rule that applies it."""

from companion.games.common import Moves
from companion.games.good_brokers.actions import Buy, EndTurn, Place, PlayCard, Sell
from companion.games.good_brokers.manipulation import play_card
from companion.games.good_brokers.trade import buy, end_turn, place, sell

MOVES: Moves = {
    "buy": (Buy, buy),
    "sell": (Sell, sell),
    "place": (Place, place),
    "end_turn": (EndTurn, end_turn),
    "play_card": (PlayCard, play_card),
}
