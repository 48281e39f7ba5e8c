"""What the screens tell beyond the snapshot: what a choice would bring or cost, and what is still unknown."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from companion.errors import RuleError
from companion.games.greed import auctions, founding, investment, sales, scapegoats
from companion.games.greed.box import ASSETS, CARDS, COLOURS, GOODS, LATER, STARTING, Box, card, price_track
from companion.games.greed.rules import MOVES
from companion.games.greed.state import DIRECTORS, Offer, State, cash, free_cash, gone, last_income, new_income
from companion.games.moves import played

HAND = 2  # assets that a player holds


def income_needed(state: State, number: int) -> int | None:
    """How much more new income a company needs to avoid the boot; 0 = enough, None = it can get none this year."""
    company = state.companies[number]
    if company.liquidated or (company.first_year and state.options["first_year_exempt"]):
        return None
    return max(0, state.ledger[last_income(number)] - state.ledger[new_income(number)] + 1)


def stock_value(state: State, number: int) -> int | None:
    """What a company's goods bring at today's prices; None where a price is unknown."""
    return worth(state, state.companies[number].goods)


def worth(state: State, goods: Mapping[str, int]) -> int | None:
    """What goods bring at today's prices; None where one of the prices is unknown."""
    try:
        return sales.value_of(state, {good: count for good, count in goods.items() if count})
    except RuleError:
        return None


def storing(state: State, number: int, goods: Mapping[str, int]) -> tuple[int | None, int | None]:
    """What it costs to store goods, and what is not earned by it; None: too many goods, an unknown price."""
    return sales.storage_cost(state.companies[number].stored, sum(goods.values())), worth(state, goods)


def storable(state: State, number: int) -> int:
    """How many goods a company may still store this year."""
    return max(0, len(sales.STORAGE) - sum(state.companies[number].stored.values()))


def payable(state: State, number: int) -> int:
    """How many of the `storable` goods a company's free cash pays for."""
    company, held = state.companies[number], state.ledger[free_cash(number)]
    counts = range(storable(state, number) + 1)
    return max(count for count in counts if (sales.storage_cost(company.stored, count) or 0) <= max(0, held))


def next_price(state: State, good: str) -> tuple[int, int | None]:
    """Where the price cube stands after the next market if the trend stays: the space, and its price if known."""
    track = price_track(state.box, good)
    step = track.stop(state.steps[good] + state.trends[good])
    return step, track.spaces.get(step)


def able_to_pay(state: State, colour: str, *, least: int | None = None) -> list[int]:
    """The seats whose private cash covers the next status card of a colour (or ``least``)."""
    needed = state.status_prices[colour] if least is None else least
    seats = range(len(state.names))
    return [seat for seat in seats if seat not in gone(state) and state.ledger[cash(seat)] >= needed]


def able_to_found(state: State) -> list[int]:
    """The seats that could bid for a new company today."""
    return [seat for seat in able_to_pay(state, "gold", least=founding.LEAST) if founding.may_found(state, seat)]


def severance(state: State, number: int) -> dict[str, int]:
    """What each director of a company would get if fired now."""
    directors = scapegoats.directors(state.companies[number])
    return {director: scapegoats.severance(state, number, director) for director in directors}


def ceo_after(state: State, number: int, fired: Iterable[str]) -> int | None:
    """Who is CEO once these directors are gone; None: nobody is left, and the company is liquidated."""
    fired = set(fired)
    board = state.companies[number].positions
    titles = [*DIRECTORS, *[""] * len(board)]
    return next((seat for seat, title in zip(board, titles, strict=False) if title not in fired), None)


def costs(state: State, number: int, offer: Offer) -> tuple[int, bool]:
    """What a company that has bid pays for an asset, and whether it can."""
    cost = investment.cost_of(state, number, offer)
    return cost, cost <= state.ledger[free_cash(number)]


def costs_double(state: State, number: int, offer: Offer) -> bool:
    """Whether an asset costs a company twice its bid: the CEO's own token lies on it."""
    return offer.token == state.companies[number].positions[0]


def bid_bounds(state: State) -> tuple[int, int, int]:
    """The least and the most that the bidder of the open auction may bid, and the step between bids.

    The most is below the least where the bidder cannot pay.
    """
    assert state.auction is not None
    least, step = auctions.least_bid(state, state.auction), auctions.raise_step(state)
    held = state.ledger[cash(state.auction.turn)]
    return least, least + (held - least) // step * step, step


def is_early(state: State, asset: int) -> bool:
    """Whether an asset cannot be in anybody's hand yet, by the tens that the deck was stacked in."""
    players = len(state.names)
    dealt = HAND * players + (state.year - 1) * players
    below = sum(number // 10 < asset // 10 for number in state.pool.numbers)
    return below >= dealt


def shortage(state: State, number: int, asset: int) -> dict[str, int]:
    """The goods that a company lacks to run a processor."""
    held, inputs = state.companies[number].goods, card(state.box, "assets", asset).get("inputs") or {}
    return {good: count - held[good] for good, count in inputs.items() if count > held[good]}


def refusal(state: State, move: Mapping[str, Any]) -> RuleError | None:
    """Why a move cannot be made now; None where it can, or only waits for a printed value."""
    return tried(state, move)[1]


def tried(state: State, move: Mapping[str, Any]) -> tuple[State, RuleError | None]:
    """The table after a move, or as it is and why not; a missing printed value is no refusal."""
    try:
        after: State = played(MOVES, state, move)
    except RuleError as refused:
        return state, None if refused.needs else refused
    return after, None


# What the box knows


class Known(Struct, frozen=True):
    """How many of a kind of component the box knows completely."""

    known: int
    of: int


def known(box: Box) -> dict[str, Known]:
    """How far the box is filled in: assets, price tracks, companies, status symbols."""
    companies = (*STARTING, *LATER)
    cards = [(colour, letter) for colour in COLOURS for letter in CARDS]
    return {
        "assets": Known(sum(asset_known(box, asset) for asset in ASSETS), len(ASSETS)),
        "goods": Known(sum(track_known(box, good) for good in GOODS), len(GOODS)),
        "companies": Known(sum(company_known(box, number) for number in companies), len(companies)),
        "status": Known(sum(symbol_known(box, *symbol) for symbol in cards), len(cards)),
    }


def asset_known(box: Box, asset: int) -> bool:
    """Whether all that matters of an asset card is known."""
    printed = card(box, "assets", asset)
    return all(printed.get(key) is not None for key in ("inputs", "outputs", "trends", "removed"))


def track_known(box: Box, good: str) -> bool:
    """Whether a price track is known from end to end."""
    track = price_track(box, good)
    if track.bottom is None or track.top is None:
        return False
    return all(step in track.spaces for step in range(track.bottom, track.top + 1))


def company_known(box: Box, number: int) -> bool:
    """Whether the arrows of a company are known."""
    return card(box, "companies", number).get("trends") is not None


def symbol_known(box: Box, colour: str, letter: str) -> bool:
    """Whether points and arrows of a status symbol are known."""
    printed = card(box, "status", colour, "cards", letter)
    return printed.get("points") is not None and printed.get("trends") is not None
