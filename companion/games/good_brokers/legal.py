"""What may be done now, as far as somebody may know it."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from companion.games.common import Sight
from companion.games.good_brokers import turns
from companion.games.good_brokers.manipulation import copies_left
from companion.games.good_brokers.secrets import hands_open
from companion.games.good_brokers.state import CLIENT_SPACES, State, cash, price, supply, value_of
from companion.games.good_brokers.trade import MOST_SHARES


def legal(state: State, sight: Sight) -> Iterator[dict[str, Any]]:
    """The moves of the active player, as far as ``sight`` may know his hand."""
    if state.active is None:
        return
    if state.phase == "trade":
        yield from _legal_trade(state, state.active, hands_open(state, sight, state.active))
    else:
        yield from _legal_cards(state, state.active)


def _legal_trade(state: State, seat: int, hand: bool) -> Iterator[dict[str, Any]]:
    player = state.names[seat]
    if not state.traded:
        money = state.ledger[cash(seat)]
        on_sale = {company: supply(state, company) for company in state.steps if price(state, company)}
        for shares in _choices(on_sale):
            if value_of(state, shares) <= money:
                yield {"action": "buy", "player": player, "shares": shares}
        if hand:
            for shares in _choices(state.shares[seat]):
                yield {"action": "sell", "player": player, "shares": shares}
    if hand and not state.placed and sum(state.clients[seat].values()) < CLIENT_SPACES:
        for company, held in state.shares[seat].items():
            if held:
                yield {"action": "place", "player": player, "company": company}
    yield {"action": "end_turn", "player": player}


def _choices(available: dict[str, int]) -> Iterator[dict[str, int]]:
    """Every way to take 1 to 3 of what is available."""
    for total in range(1, MOST_SHARES + 1):
        for chosen in combinations_with_replacement(available, total):
            shares = {company: chosen.count(company) for company in chosen}
            if all(count <= available[company] for company, count in shares.items()):
                yield shares


def _legal_cards(state: State, seat: int) -> Iterator[dict[str, Any]]:
    cards = state.box["cards"]
    for side in ("left", "right"):
        if side == state.rack_used or not state.racks[turns.rack_of(state, seat, side)]:
            continue
        for company in state.steps:
            if sum(card.company == company for card in state.cards) >= cards["per_company"]:
                continue
            for value in cards["values"]:
                if copies_left(state, company, value) != 0:
                    yield {
                        "action": "play_card",
                        "player": state.names[seat],
                        "rack": side,
                        "company": company,
                        "value": value,
                    }
