"""The actions of Greed, Incorporated in the order of a year, each with its type and the rule that applies it."""

from companion.games.common import Moves
from companion.games.greed import (
    actions,
    announcing,
    auctions,
    dealing,
    founding,
    investment,
    proposals,
    sales,
    scapegoats,
    trading,
)

MOVES: Moves = {
    "deal_company": (actions.DealCompany, dealing.deal_company),
    "announce": (actions.Announce, announcing.announce),
    "bid": (actions.Bid, investment.bid),
    "pass_bid": (actions.PassBid, investment.pass_bid),
    "take_asset": (actions.TakeAsset, investment.take_asset),
    "decline_asset": (actions.DeclineAsset, investment.decline_asset),
    "propose": (actions.Propose, proposals.propose),
    "drop": (actions.Drop, proposals.drop),
    "trade": (actions.Trade, proposals.trade),
    "process": (actions.Process, trading.process),
    "end_trading": (actions.EndTrading, trading.end_trading),
    "sell": (actions.Sell, sales.sell),
    "store": (actions.Store, sales.store),
    "end_sales": (actions.EndSales, sales.end_sales),
    "blame": (actions.Blame, scapegoats.blame),
    "discard_asset": (actions.DiscardAsset, scapegoats.discard_asset),
    "raise_bid": (actions.RaiseBid, auctions.raise_bid),
    "pass_auction": (actions.PassAuction, auctions.pass_auction),
    "found": (actions.Found, founding.found),
}
