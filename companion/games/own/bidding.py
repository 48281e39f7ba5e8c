"""Auctions of anything: open outcry, or sealed bids that are shown together."""

from msgspec.structs import replace

from companion.auctions import Outcry, open_outcry, ranked
from companion.errors import RuleError
from companion.games.common import clockwise, event, not_your_turn, present, seat_of
from companion.games.own.actions import Auction, Bid, PassBid
from companion.games.own.checks import acting, going_on, no_auction, slot_of
from companion.games.own.money import is_secret, transfer
from companion.games.own.state import OLD_SALES, Sale, State, available, own_slot
from companion.games.own.trade import handed
from companion.words import N_


def auction(state: State, move: Auction) -> State:
    """Open an auction; seats are asked in order from the one who opened it.

    Raises RuleError: ``unknown-player``, ``game-over``, ``not-your-turn``, ``auction-open``, ``unknown-slot``.
    """
    seat = acting(state, move.player)
    no_auction(state)
    bidders = [each for each in clockwise(state, seat) if each in present(state)]
    sale = Sale(state.sales + 1, move.what, move.least, slot_of(state, move.to), seat)
    if move.kind == "open":
        sale = replace(sale, outcry=open_outcry(bidders, move.least))
    return replace(state, sale=sale, sales=sale.number)


def bid(state: State, move: Bid) -> State:
    """Bid, or raise; what cannot be paid cannot be bid.

    Raises RuleError: ``unknown-player``, ``game-over``, ``no-auction``, ``not-your-turn``, ``bid-too-low``,
    ``not-enough-money``.
    """
    seat, sale = _bidder(state, move.player)
    least = 1 if _is_forced(state, sale) else least_bid(sale)
    if move.amount < least:
        raise RuleError(
            "bid-too-low",
            N_("{player} bids {asked}; the least bid is {allowed}."),
            player=move.player,
            asked=move.amount,
            allowed=least,
        )
    _check_purse(state, seat, move.amount)
    if sale.outcry is not None:
        return go_on(replace(state, sale=replace(sale, outcry=sale.outcry.raised(move.amount))))
    return go_on(replace(state, sale=replace(sale, bids={**sale.bids, seat: move.amount})))


def pass_bid(state: State, move: PassBid) -> State:
    """No bid in this auction.

    Raises RuleError: ``unknown-player``, ``game-over``, ``no-auction``, ``not-your-turn``.
    """
    seat, sale = _bidder(state, move.player)
    if sale.outcry is not None:
        return go_on(replace(state, sale=replace(sale, outcry=sale.outcry.passed())))
    return go_on(replace(state, sale=replace(sale, bids={**sale.bids, seat: None})))


def least_bid(sale: Sale) -> int:
    """The least that may be bid now."""
    if sale.outcry is None or sale.outcry.leader is None:
        return sale.least
    return sale.outcry.price + 1


def _is_forced(state: State, sale: Sale) -> bool:
    """Whether the first bid counts though it is below the least: an amendment has changed that."""
    unbid = sale.outcry is None or sale.outcry.leader is None
    return state.forced and unbid and state.rules > OLD_SALES


def asked(state: State) -> tuple[int, ...]:
    """The seats that are to bid."""
    sale = state.sale
    if sale is None:
        return ()
    if sale.outcry is not None:
        return (sale.outcry.turn,)
    order = clockwise(state, sale.opener)
    return tuple(seat for seat in order if seat in present(state) and seat not in sale.bids)


def _bidder(state: State, player: str) -> tuple[int, Sale]:
    seat = seat_of(state, player)
    going_on(state)
    if state.sale is None:
        raise RuleError("no-auction", N_("There is no auction for {player} to bid in."), player=player)
    if seat not in asked(state):
        not_your_turn(state, player, asked(state))
    return seat, state.sale


def _purse(state: State, seat: int) -> int:
    """What a seat can pay for a bid."""
    return available(replace(state, sale=None), own_slot(seat))


def _check_purse(state: State, seat: int, amount: int) -> None:
    has = _purse(state, seat)
    if amount <= has:
        return
    template = N_("{player} bids {asked} and has {allowed}.")
    if is_secret(state, own_slot(seat)):
        template = N_("{player} does not have enough for that.")
    raise RuleError("not-enough-money", template, player=state.names[seat], asked=amount, allowed=has)


def go_on(state: State) -> State:
    """Once nobody is left who could bid, the winner pays and gets the good, if it is one of the supply.

    Whoever has spent the money meanwhile has bid nothing: the end of an auction is refused to nobody, since that would
    tell what others have.
    """
    sale = state.sale
    if sale is None:
        return state
    if sale.outcry is not None:
        outcry = _with_a_leader_who_can_pay(state, sale.outcry, sale.least)
        sale = replace(sale, outcry=outcry)
        state = replace(state, sale=sale)
        if not outcry.over:
            return state
    elif asked(state):
        return state
    return _sold(state, sale)


def _with_a_leader_who_can_pay(state: State, outcry: Outcry, least: int) -> Outcry:
    if outcry.leader is None or outcry.price <= _purse(state, outcry.leader):
        return outcry
    return replace(outcry, leader=None, price=least)


def _sold(state: State, sale: Sale) -> State:
    winner, price = _winner(state, sale)
    bids = None if sale.outcry is not None else dict(sale.bids)
    state = replace(state, sale=None)
    if winner is not None:
        state = transfer(state, own_slot(winner), sale.to, price) if sale.to != own_slot(winner) else state
        if state.left.get(sale.what, 0) != 0:
            state = handed(state, sale.what, 1, None, winner)
    return event(state, "sold", what=sale.what, winner=winner, price=price, bids=bids)


def _winner(state: State, sale: Sale) -> tuple[int | None, int]:
    """Who gets it, and for how much: of equal sealed bids the first from the opener on clockwise."""
    if sale.outcry is not None:
        return sale.outcry.leader, sale.outcry.price
    kept = {seat: bid for seat, bid in sale.bids.items() if bid is None or bid <= _purse(state, seat)}
    order = ranked(kept, clockwise(state, sale.opener))
    return (order[0], kept[order[0]] or 0) if order else (None, 0)


def without_the_gone(state: State) -> State:
    """Who went home is in no auction any more, unless he leads it."""
    sale = state.sale
    if sale is None or sale.outcry is None:
        return state
    outcry: Outcry = sale.outcry
    for seat in outcry.bidders:
        if seat not in present(state) and seat != outcry.leader:
            outcry = outcry.without(seat)
    return replace(state, sale=replace(sale, outcry=outcry))
