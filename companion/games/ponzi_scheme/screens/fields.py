"""What the fields of the actions of Ponzi Scheme, and the values of its snapshot, can be."""

from collections.abc import Iterable

from companion.games.ponzi_scheme import market
from companion.games.ponzi_scheme.screens.cards import BEAR, industry_name, is_bear
from companion.games.ponzi_scheme.state import State
from companion.screens.ctx import Ctx
from companion.screens.typed import Choices, Keys


def choices(ctx: Ctx, state: State, keys: Keys) -> Choices | None:
    """Industries, the cards of the market and of the deck, luxuries."""
    match keys:
        case [*_, "industry"]:
            return [(industry, industry_name(ctx, industry)) for industry in state.made]
        case ["reveal", "funds"]:
            sure, _more, among = market.drawable(state)
            return _cards(state, sure | among)
        case ["invest" | "discard_fund", "fund"]:
            return _cards(state, state.market)
        case ["market", _] | ["discarded" | "removed" | "unseen"] | ["players", _, "funds", _, "value"]:
            return _cards(state, map(int, state.box["funds"]))
        case ["buy_luxury", "luxury"] | ["luxuries_left"] | ["players", _, "luxuries"]:
            return [(int(price), price) for price in state.box["luxuries"]]
    return None


def _cards(state: State, values: Iterable[int]) -> Choices:
    return [(value, f"{value}{BEAR if is_bear(state, value) else ''}") for value in sorted(values)]
