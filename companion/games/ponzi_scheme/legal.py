"""What may be done now, as far as somebody may know it."""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Sight
from companion.games.ponzi_scheme import market
from companion.games.ponzi_scheme.crash import most_owned
from companion.games.ponzi_scheme.interest import owed, owing
from companion.games.ponzi_scheme.investment import row_for
from companion.games.ponzi_scheme.state import State, cash, gone, luxuries_left, most_cash, supply, tracked
from companion.games.ponzi_scheme.trade import least_offer
from companion.games.ponzi_scheme.turns import silent

Move = dict[str, Any]


def legal(state: State, sight: Sight) -> Iterator[Move]:
    """The moves that can be made now and that ``sight`` can know to be legal: cash is secret."""
    if market.awaiting_reveal(state):
        for funds in market.draws(state):
            yield {"action": "reveal", "funds": funds}
        return
    match state.phase:
        case "interest":
            yield from _answers_to_interest(state)
        case "final_cash":
            for seat in silent(state):
                for amount in _three(*state.bounds.of(seat)):
                    yield {"action": "final_cash", "player": state.names[seat], "amount": amount}
        case "trade" if state.offer is not None:
            yield from _answers(state, sight)
        case _:
            if state.active is not None:
                for move in _turn(state, state.active, sight):
                    yield {"action": move.pop("action"), "player": state.names[state.active], **move}


def _turn(state: State, seat: int, sight: Sight) -> Iterator[Move]:
    """The moves of the one whose turn it is, without the name."""
    match state.phase:
        case "invest":
            yield from _investments(state, seat)
            yield {"action": "pass"}
        case "trade":
            yield from _trades(state, seat, sight)
            yield {"action": "pass"}
        case "marker":
            for value in state.market:
                yield {"action": "discard_fund", "fund": value}
        case "crash":
            for industry in most_owned(state, seat):
                yield {"action": "discard_tile", "industry": industry}


def _investments(state: State, seat: int) -> Iterator[Move]:
    for industry, owned in state.tiles[seat].items():
        if owned < state.options["most_by_investing"] and supply(state, industry):
            for value in market.row(state, row_for(owned)):
                yield {"action": "invest", "industry": industry, "fund": value}


def _trades(state: State, seat: int, sight: Sight) -> Iterator[Move]:
    known = _surely(state, seat, sight)
    for price in luxuries_left(state):
        if price <= known:
            yield {"action": "buy_luxury", "luxury": price}
    least = least_offer(state)
    if known < least:
        return
    amounts: list[Move] = [{"amount": amount} for amount in _three(least, known)] if tracked(state) else [{}]
    for to, industry in pairs(state, seat):
        for amount in amounts:
            yield {"action": "offer", "to": to, "industry": industry, **amount}


def pairs(state: State, seat: int) -> Iterator[tuple[str, str]]:
    """Whom a seat can make an offer for which kind of tile, if it has the money."""
    for to, name in enumerate(state.names):
        if to == seat or to in gone(state):
            continue
        for industry, owned in state.tiles[seat].items():
            if owned and state.tiles[to][industry]:
                yield name, industry


def _answers(state: State, sight: Sight) -> Iterator[Move]:
    """Who lacks the money to counter is not offered it; who does not know whether he does, sees only the sale."""
    offer = state.offer
    assert offer is not None
    player = state.names[offer.to]
    yield {"action": "accept", "player": player}
    if offer.amount is None:
        asked = least_offer(state)
    elif sight.sees(offer.giver) or sight.sees(offer.to):
        asked = offer.amount
    else:
        asked = state.bounds.of(offer.giver)[1]
    if asked <= _surely(state, offer.to, sight):
        yield {"action": "counter", "player": player}


def _answers_to_interest(state: State) -> Iterator[Move]:
    for seat in owing(state):
        least, most = state.bounds.of(seat)
        if owed(state, seat) <= most:
            yield {"action": "pay_interest", "player": state.names[seat]}
        if owed(state, seat) > least:
            yield {"action": "bankrupt", "player": state.names[seat]}


def _surely(state: State, seat: int, sight: Sight) -> int:
    """What a seat can pay, as far as ``sight`` knows; where cash is hidden: what it may be able to pay."""
    if not tracked(state):
        return most_cash(state, seat)
    return state.ledger[cash(seat)] if sight.sees(seat) else state.bounds.of(seat)[0]


def _three(least: int, most: int) -> list[int]:
    """The least, the most, and one between."""
    return sorted({least, (least + most) // 2, most})
