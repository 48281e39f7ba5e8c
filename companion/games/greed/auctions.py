"""The open auctions of phases 9 and 10: bids, raises, passes."""

from msgspec.structs import replace

from companion.auctions import Outcry
from companion.errors import RuleError
from companion.games.common import not_your_turn, seat_of
from companion.games.greed import checks, founding, symbols
from companion.games.greed.actions import PassAuction, RaiseBid
from companion.games.greed.state import State, cash, gone
from companion.words import N_

AUCTIONS = {"status": symbols, "found": founding}

# The last version of the rules in which, after a correction, who led an auction could be asked, and others passed over.
LEADER_ASKED = 4


def raise_bid(state: State, move: RaiseBid) -> State:
    """Bid, or raise the bid; what cannot be paid cannot be bid.

    Raises RuleError: ``wrong-phase``, ``unknown-player``, ``may-not-bid``, ``not-your-turn``, ``bid-too-low``,
    ``not-multiple-of-10``, ``not-enough-cash``.
    """
    auction = _turn(state, move.player)
    least, step = least_bid(state, auction), raise_step(state)
    if move.amount < least:
        raise RuleError(
            "bid-too-low",
            N_("{player} bids {asked}; the least bid is {allowed}."),
            player=move.player,
            asked=move.amount,
            allowed=least,
        )
    if (move.amount - auction.price) % step:
        raise RuleError(
            "not-multiple-of-10",
            N_("{player} bids {asked}; bids go up from {allowed} by multiples of {step}."),
            player=move.player,
            asked=move.amount,
            allowed=auction.price,
            step=step,
        )
    held = state.ledger[cash(auction.turn)]
    if move.amount > held:
        raise RuleError(
            "not-enough-cash",
            N_("{player} bids {asked} and has {allowed} in private cash."),
            player=move.player,
            asked=move.amount,
            allowed=held,
        )
    return go_on(replace(state, auction=auction.raised(move.amount)))


def pass_auction(state: State, move: PassAuction) -> State:
    """Leave the auction for good.

    Raises RuleError: ``wrong-phase``, ``unknown-player``, ``may-not-bid``, ``not-your-turn``, ``box-value-needed``.
    """
    return go_on(replace(state, auction=_turn(state, move.player).passed()))


def least_bid(state: State, auction: Outcry) -> int:
    """The least that may be bid now."""
    if auction.leader is None:
        return auction.price
    return auction.price + (symbols.STEP if state.phase == "status" else founding.STEP)


def raise_step(state: State) -> int:
    """What the difference of two bids must be a multiple of."""
    return symbols.STEP if state.phase == "status" and state.options["status_raise"] == "multiple-of-10" else 1


def go_on(state: State) -> State:
    """Whoever went home is out, unless he leads; a leader who cannot pay any more leads no longer."""
    auction = state.auction
    if auction is not None and state.founder is None:
        if auction.leader is not None and state.ledger[cash(auction.leader)] < auction.price:
            auction = replace(auction, leader=None, price=_minimum(state))
        for seat in auction.bidders:
            if seat in gone(state) and seat != auction.leader:
                auction = auction.without(seat)
        if auction.turn == auction.leader and state.rules > LEADER_ASKED:
            auction = auction.beyond_leader()
        state = replace(state, auction=auction)
    return AUCTIONS[state.phase].go_on(state)


def _minimum(state: State) -> int:
    return founding.LEAST if state.colour is None else state.status_prices[state.colour]


def _turn(state: State, player: str) -> Outcry:
    checks.in_phase(state, *AUCTIONS)
    seat, auction = seat_of(state, player), state.auction
    if auction is None or auction.over or seat not in auction.bidders:
        raise RuleError("may-not-bid", N_("{player} is not in this auction."), player=player)
    if seat != auction.turn:
        not_your_turn(state, player, [auction.turn])
    return auction
