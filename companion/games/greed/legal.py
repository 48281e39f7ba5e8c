"""What may be done now: complete moves. Where combinations explode it is a fair sample."""

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from companion.games.common import Sight, present
from companion.games.greed import announcing, auctions, dealing, founding, investment, proposals, scapegoats
from companion.games.greed.box import GOODS, STARTING, card, is_primary, unknown_goods
from companion.games.greed.rules import MOVES
from companion.games.greed.sales import STORAGE, storage_cost
from companion.games.greed.samples import box_moves
from companion.games.greed.snapshot import points_missing
from companion.games.greed.state import (
    MOST_ASSETS,
    State,
    active_companies,
    cash,
    free_cash,
    price,
    unplayed,
)
from companion.games.moves import refusal_of

Move = dict[str, Any]

ANNOUNCEMENTS = 3  # listed a player

TRADES = 8  # listed at once

PROPOSALS = 2  # open at once, among the moves that are listed


def legal(state: State, _sight: Sight) -> Iterator[Move]:
    """The moves that can be played as they stand, and box moves where nothing else is left.

    They follow from what everybody knows, so no sight sees more or less.
    """
    missing = points_missing(state) if state.phase == "end" else []
    found = False
    for move in candidates(state):
        refusal = refusal_of(MOVES, state, move)
        if refusal is None:
            found = True
            yield move
        else:
            missing += [pointer for pointer in refusal.needs if pointer not in missing]
    if not found:
        yield from box_moves(state, missing)


def candidates(state: State) -> Iterator[Move]:
    """The moves that are legal once the box knows what they need."""
    return PHASES[state.phase](state)


def _deals(state: State) -> Iterator[Move]:
    for seat in present(state):
        if dealing.has_company(state, seat):
            continue
        for company in STARTING:
            if company not in state.companies:
                yield {"action": "deal_company", "player": state.names[seat], "company": company}


def _announcements(state: State) -> Iterator[Move]:
    """The lowest numbers: the deck is stacked that way. Each player is offered other ones."""
    open_to_all, seats = unplayed(state), len(state.names)
    for seat in announcing.may_announce(state):
        for asset in (open_to_all[seat::seats] or open_to_all)[:ANNOUNCEMENTS]:
            move = {"action": "announce", "player": state.names[seat], "asset": asset}
            if card(state.box, "assets", asset).get("trends") is None:
                move["trends"] = {GOODS[asset % len(GOODS)]: 1 if asset % 2 else -1}
            yield move


def _investments(state: State) -> Iterator[Move]:
    for number in investment.due(state):
        for amount in spread(investment.LEAST_BID, state.ledger[free_cash(number)]):
            yield {"action": "bid", "company": number, "amount": amount}
        if state.options["may_pass_bid"] or state.ledger[free_cash(number)] < investment.LEAST_BID:
            yield {"action": "pass_bid", "company": number}
    for number in (state.taking or ())[:1]:
        if len(state.companies[number].assets) < MOST_ASSETS:
            for offer in state.offers:
                if investment.cost_of(state, number, offer) <= state.ledger[free_cash(number)]:
                    yield {"action": "take_asset", "company": number, "asset": offer.number}
        yield {"action": "decline_asset", "company": number}


def spread(least: int, most: int, step: int = 1) -> list[int]:
    """The least and the most of some amounts, and one between.

    >>> spread(10, 100), spread(10, 10), spread(10, 9), spread(50, 95, 10)
    ([10, 55, 100], [10], [], [50, 70, 90])
    """
    if most < least:
        return []
    steps = (most - least) // step
    return sorted({least, least + steps // 2 * step, least + steps * step})


def _trades(state: State) -> Iterator[Move]:
    yield {"action": "end_trading"}
    for proposal in state.proposals:
        answer = {"action": "trade", **proposals.mirrored(proposal)}
        if refusal_of(MOVES, state, answer) is None:
            yield answer
        yield {"action": "drop", "entry": proposal.entry}
    for number in active_companies(state):
        for asset in processors(state, number):
            if covers(state.companies[number].goods, card(state.box, "assets", asset).get("inputs") or {}):
                yield {"action": "process", "company": number, "asset": asset}
    deals = [deal for pair in permutations(active_companies(state), 2) for deal in _pair(state, *pair)]
    for index in range(0, len(deals), max(1, -(-len(deals) // TRADES))):
        yield deals[index]
        if index == 0 and len(state.proposals) < PROPOSALS:
            offer = {**deals[index], "action": "propose"}
            if refusal_of(MOVES, state, offer) is None:
                yield offer


def processors(state: State, number: int) -> list[int]:
    """The assets of a company that may still run this year."""
    company = state.companies[number]
    return [asset for asset in company.assets if asset not in company.used and is_primary(state.box, asset) is False]


def covers(held: Mapping[str, int], goods: Mapping[str, int]) -> bool:
    """Whether ``held`` has all of ``goods``."""
    return all(held[good] >= count for good, count in goods.items())


def _pair(state: State, company: int, other: int) -> Iterator[Move]:
    """Deals that a company may offer to another: money for money, a good for money, and to have goods processed."""
    move = {"action": "trade", "company": company, "other": other}
    mine, theirs = state.ledger[free_cash(company)], state.ledger[free_cash(other)]
    goods = {good: count for good, count in state.companies[company].goods.items() if count}
    if mine > 0 and theirs > 0 and company < other:
        yield {**move, "gives": {"cash": 1}, "gets": {"cash": 1 + min(mine, theirs) // 2}}
    for good in goods:
        worth = price(state, good) or 1
        if theirs > 0:
            yield {**move, "gives": {"goods": {good: 1}}, "gets": {"cash": min(worth, theirs)}}
    for asset in processors(state, other):
        if unknown_goods(state.box, asset):
            continue
        printed = card(state.box, "assets", asset)
        if any(printed["outputs"].values()) and covers(state.companies[company].goods, printed["inputs"]):
            yield {
                **move,
                "gives": {"goods": printed["inputs"].copy()},
                "gets": {"goods": printed["outputs"].copy()},
                "process": [asset],
            }


def _sales(state: State) -> Iterator[Move]:
    yield {"action": "end_sales"}
    for number in active_companies(state):
        company = state.companies[number]
        for good, count in company.goods.items():
            for some in spread(1, count):
                yield {"action": "sell", "company": number, "goods": {good: some}}
            for some in range(1, min(count, len(STORAGE)) + 1):
                cost = storage_cost(company.stored, some)
                if cost is not None and cost <= state.ledger[free_cash(number)]:
                    yield {"action": "store", "company": number, "goods": {good: some}}


def _blames(state: State) -> Iterator[Move]:
    if state.blame is None:
        return
    number = state.blame.company
    company = state.companies[number]
    if state.blame.named is None:
        for asset in company.assets:
            yield {"action": "discard_asset", "company": number, "asset": asset}
        return
    director = scapegoats.next_director(company, state.blame.named)
    for target in scapegoats.directors(company):
        yield {"action": "blame", "company": number, "director": director, "target": target}


def _auctions(state: State) -> Iterator[Move]:
    auction = state.auction
    if auction is None:
        return
    if state.founder is not None:
        yield from _foundings(state)
        return
    player = state.names[auction.turn]
    least, step = auctions.least_bid(state, auction), auctions.raise_step(state)
    for amount in spread(least, state.ledger[cash(auction.turn)], step):
        yield {"action": "raise_bid", "player": player, "amount": amount}
    yield {"action": "pass_auction", "player": player}


def _foundings(state: State) -> Iterator[Move]:
    pile = state.discarded
    choices = {(), pile[:1], pile[:MOST_ASSETS], pile[-MOST_ASSETS:]}
    for company in founding.companies_left(state):
        for assets in sorted(choices):
            yield {"action": "found", "company": company, "assets": list(assets)}


def _nothing(_state: State) -> Iterator[Move]:
    return iter(())


PHASES = {
    "setup": _deals,
    "announce": _announcements,
    "invest": _investments,
    "trade": _trades,
    "sales": _sales,
    "blame": _blames,
    "status": _auctions,
    "found": _auctions,
    "end": _nothing,
}
