"""The actions of Ponzi Scheme, each with its type and the rule that applies it."""

from companion.games.common import Moves
from companion.games.ponzi_scheme import trade
from companion.games.ponzi_scheme.actions import (
    Accept,
    Bankrupt,
    BuyLuxury,
    Counter,
    DiscardFund,
    DiscardTile,
    FinalCash,
    Invest,
    Offer,
    Pass,
    PayInterest,
    Reveal,
)
from companion.games.ponzi_scheme.hidden_cash import bankrupt, final_cash, pay_interest
from companion.games.ponzi_scheme.investment import invest, pass_
from companion.games.ponzi_scheme.marker import discard_fund, discard_tile, reveal

MOVES: Moves = {
    "invest": (Invest, invest),
    "pass": (Pass, pass_),
    "reveal": (Reveal, reveal),
    "offer": (Offer, trade.offer),
    "accept": (Accept, trade.accept),
    "counter": (Counter, trade.counter),
    "buy_luxury": (BuyLuxury, trade.buy_luxury),
    "discard_fund": (DiscardFund, discard_fund),
    "discard_tile": (DiscardTile, discard_tile),
    "pay_interest": (PayInterest, pay_interest),
    "bankrupt": (Bankrupt, bankrupt),
    "final_cash": (FinalCash, final_cash),
}
