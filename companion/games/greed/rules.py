"""The rules of Greed, Incorporated by action, in the order of a year."""

from typing import Any

from companion.games.greed import (
    actions,
    announcing,
    bidding,
    founding,
    investment,
    proposals,
    sales,
    scapegoats,
    trading,
)

RULES: dict[Any, Any] = {
    actions.DealCompany: announcing.deal_company,
    actions.Announce: announcing.announce,
    actions.Bid: investment.bid,
    actions.PassBid: investment.pass_bid,
    actions.TakeAsset: investment.take_asset,
    actions.DeclineAsset: investment.decline_asset,
    actions.Propose: proposals.propose,
    actions.Drop: proposals.drop,
    actions.Trade: proposals.trade,
    actions.Process: trading.process,
    actions.EndTrading: trading.end_trading,
    actions.Sell: sales.sell,
    actions.Store: sales.store,
    actions.EndSales: sales.end_sales,
    actions.Blame: scapegoats.blame,
    actions.DiscardAsset: scapegoats.discard_asset,
    actions.RaiseBid: bidding.raise_bid,
    actions.PassAuction: bidding.pass_auction,
    actions.Found: founding.found,
}
ACTIONS: dict[str, Any] = {
    "deal_company": actions.DealCompany,
    "announce": actions.Announce,
    "bid": actions.Bid,
    "pass_bid": actions.PassBid,
    "take_asset": actions.TakeAsset,
    "decline_asset": actions.DeclineAsset,
    "propose": actions.Propose,
    "drop": actions.Drop,
    "trade": actions.Trade,
    "process": actions.Process,
    "end_trading": actions.EndTrading,
    "sell": actions.Sell,
    "store": actions.Store,
    "end_sales": actions.EndSales,
    "blame": actions.Blame,
    "discard_asset": actions.DiscardAsset,
    "raise_bid": actions.RaiseBid,
    "pass_auction": actions.PassAuction,
    "found": actions.Found,
}
