"""What may be done now, as far as somebody may know it."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any

from companion.games.common import Sight
from companion.games.good_brokers.rules import MOVES
from companion.games.good_brokers.secrets import hands_open
from companion.games.good_brokers.state import State
from companion.games.good_brokers.trade import MOST_SHARES
from companion.games.moves import playable

Move = dict[str, Any]


def legal(state: State, sight: Sight) -> Iterator[Move]:
    """The moves of the active player, as far as ``sight`` may know his hand."""
    if state.active is None:
        return iter(())
    player = {"player": state.names[state.active]}
    hand = state.shares[state.active] if hands_open(state, sight, state.active) else {}
    candidates = _cards(state) if state.phase == "manipulate" else _trades(state, hand)
    return playable(MOVES, state, ({"action": move.pop("action"), **player, **move} for move in candidates))


def _trades(state: State, hand: Mapping[str, int]) -> Iterator[Move]:
    """What may be possible in phase 1, with what is seen of a hand: a refusal would tell the rest."""
    if not state.traded:
        for shares in _choices(state.steps):
            yield {"action": "buy", "shares": shares}
        for shares in _choices([company for company, held in hand.items() if held]):
            yield {"action": "sell", "shares": shares}
    for company in hand:
        yield {"action": "place", "company": company}
    yield {"action": "end_turn"}


def _choices(companies: Iterable[str]) -> Iterator[dict[str, int]]:
    """Every way to take 1 to 3 shares."""
    for total in range(1, MOST_SHARES + 1):
        for chosen in combinations_with_replacement(companies, total):
            yield {company: chosen.count(company) for company in chosen}


def _cards(state: State) -> Iterator[Move]:
    """Every card, from either rack."""
    for side in ("left", "right"):
        for company in state.steps:
            for value in state.box["cards"]["values"]:
                yield {"action": "play_card", "rack": side, "company": company, "value": value}
