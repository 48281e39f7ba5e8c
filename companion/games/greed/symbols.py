"""Phase 9: the top status symbols are sold, gold before silver ("Travailler durement, jouer durement")."""

from msgspec.structs import replace

from companion.auctions import open_outcry
from companion.games.common import clockwise, event
from companion.games.greed import founding
from companion.games.greed.box import COLOURS, arrows
from companion.games.greed.market import move_trends
from companion.games.greed.state import State, cash, give_symbol, gone, top_card
from companion.ledger import BANK

STEP = 10

# The last version of the rules in which gold was sold once more where a correction had taken the last silver card.
GOLD_AGAIN = 4


def start(state: State) -> State:
    """Offer the top gold card."""
    return _offer(replace(state, phase="status"), "gold")


def _offer(state: State, colour: str, excluded: int | None = None) -> State:
    """Open the auction of a colour's top card, or go on where there is none: no card, or nobody who could pay.

    ``excluded`` has won gold, and may not bid for silver.
    """
    assert state.green is not None
    bidders = [seat for seat in clockwise(state, state.green) if seat not in gone(state) and seat != excluded]
    least = state.status_prices[colour]
    if top_card(state, colour) is None or all(state.ledger[cash(seat)] < least for seat in bidders):
        return _next(event(state, "no-auction", colour=colour, least=least), colour, excluded)
    return replace(state, colour=colour, auction=open_outcry(bidders, least))


def _next(state: State, colour: str, winner: int | None) -> State:
    state = replace(state, colour=None, auction=None)
    return _offer(state, "silver", winner) if colour == "gold" else founding.start(state)


def go_on(state: State) -> State:
    """Close the auction when it is over; open the first one where there is none."""
    auction = state.auction
    if auction is None or state.colour not in COLOURS:
        return start(state)
    if top_card(state, state.colour) is None:  # put right: there is no such card
        return start(state) if state.rules <= GOLD_AGAIN else _offer(state, state.colour)
    if not auction.over:
        return state
    if auction.leader is None:
        return _next(event(state, "not-sold", colour=state.colour), state.colour, None)
    return _sold(state, state.colour, auction.leader, auction.price)


def _sold(state: State, colour: str, winner: int, paid: int) -> State:
    """The winner pays, the trend under the card moves, the track shows the price.

    Gold sold: the green dollar goes to the left. Raises RuleError ``box-value-needed``.
    """
    letter = state.decks[colour][0]
    trends = arrows(state.box, "status", colour, "cards", letter)
    state = replace(
        give_symbol(state, winner, colour),
        ledger=state.ledger.move(cash(winner), BANK, paid),
        status_prices={**state.status_prices, colour: paid},
        green=(winner + 1) % len(state.names) if colour == "gold" else state.green,
    )
    state = event(state, "card-sold", colour=colour, card=letter, seat=winner, paid=paid)
    return _next(move_trends(state, trends, "status"), colour, winner)
