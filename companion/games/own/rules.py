"""The actions of a game of one's own: the type of each and the rule that applies it, by chapter."""

from companion.games.common import Moves
from companion.games.own import actions, bidding, money, pressing, trade, turns

MOVES: Moves = {
    "pay": (actions.Pay, money.pay),
    "buy": (actions.Buy, trade.buy),
    "sell": (actions.Sell, trade.sell),
    "give": (actions.Give, trade.give),
    "price": (actions.Price, trade.price),
    "press": (actions.Press, pressing.press),
    "auction": (actions.Auction, bidding.auction),
    "bid": (actions.Bid, bidding.bid),
    "pass_bid": (actions.PassBid, bidding.pass_bid),
    "end_turn": (actions.EndTurn, turns.end_turn),
    "end_phase": (actions.EndPhase, turns.end_phase),
    "finish": (actions.Finish, turns.finish),
}
