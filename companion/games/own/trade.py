"""Goods: bought, sold, given away, and their prices moved by hand."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import seat_of, with_item
from companion.games.own import prices
from companion.games.own.actions import Buy, Give, Price, Sell
from companion.games.own.checks import acting, going_on, holder_of, known_good
from companion.games.own.money import transfer
from companion.games.own.state import State, own_slot
from companion.ledger import BANK
from companion.words import N_


def buy(state: State, move: Buy) -> State:
    """Goods for money: of the supply, which the bank sells, or of a player.

    Raises RuleError: ``unknown-player``, ``game-over``, ``not-your-turn``, ``unknown-good``, ``same-slot``,
    ``supply-short``, ``not-held``, ``no-price``, ``not-enough-money``.
    """
    seat = acting(state, move.player)
    good, seller = known_good(state, move.good), holder_of(state, move.of)
    _check_ends(state, good, seller, seat)
    _check_held(state, good, move.count, seller)
    price = move.amount
    if price is None:
        price = prices.cost(state, good, move.count) if seller is None else move.count * prices.known_price(state, good)
    target = BANK if seller is None else own_slot(seller)
    return handed(transfer(state, own_slot(seat), target, price), good, move.count, seller, seat)


def sell(state: State, move: Sell) -> State:
    """Goods back to the supply; the bank pays.

    Raises RuleError: ``unknown-player``, ``game-over``, ``not-your-turn``, ``unknown-good``, ``not-held``,
    ``no-price``, ``bank-broke``.
    """
    seat = acting(state, move.player)
    good = known_good(state, move.good)
    _check_held(state, good, move.count, seat)
    price = prices.proceeds(state, good, move.count) if move.amount is None else move.amount
    return handed(transfer(state, BANK, own_slot(seat), price), good, move.count, seat, None)


def give(state: State, move: Give) -> State:
    """Goods without money; whose turn it is does not count.

    Raises RuleError: ``unknown-player``, ``game-over``, ``unknown-good``, ``same-slot``, ``supply-short``,
    ``not-held``.
    """
    seat_of(state, move.player)
    going_on(state)
    return given(
        state, known_good(state, move.good), move.count, holder_of(state, move.source), holder_of(state, move.target)
    )


def price(state: State, move: Price) -> State:
    """A price moved by hand. Raises RuleError: ``game-over``, ``unknown-good``, ``no-price``, ``bad-amount``."""
    going_on(state)
    good = known_good(state, move.good)
    steps = move.right or move.up
    if bool(steps) == (move.to is not None):
        raise RuleError(
            "bad-amount", N_("Say how far the price of {good} moves, or to what."), good=state.book.goods[good].name
        )
    if move.to is not None:
        return prices.put(state, good, move.to)
    return prices.moved(state, good, move.right, move.up)


def given(state: State, good: str, count: int, source: int | None, target: int | None) -> State:
    """The state after goods went from one holder to another (None = the supply).

    Raises RuleError: ``same-slot``, ``supply-short``, ``not-held``.
    """
    _check_ends(state, good, source, target)
    _check_held(state, good, count, source)
    return handed(state, good, count, source, target)


def handed(state: State, good: str, count: int, source: int | None, target: int | None) -> State:
    """The state after goods that are there went from one holder to another. Raises RuleError ``too-much-money``."""
    left, goods = state.left[good], state.goods
    for holder, change in ((source, -count), (target, count)):
        if holder is not None:
            goods = with_item(goods, holder, {**goods[holder], good: goods[holder][good] + change})
        elif left is not None:
            left += change
    return prices.bounded(replace(state, goods=goods, left={**state.left, good: left}), good)


def _check_ends(state: State, good: str, source: int | None, target: int | None) -> None:
    if source == target:
        raise RuleError("same-slot", N_("{good} would stay where it is."), good=state.book.goods[good].name)


def _check_held(state: State, good: str, count: int, holder: int | None) -> None:
    has = state.left[good] if holder is None else state.goods[holder][good]
    if has is None or count <= has:
        return
    name = state.book.goods[good].name
    if holder is None:
        raise RuleError(
            "supply-short",
            N_("Asked for: {asked} {good}; the supply has {allowed}."),
            asked=count,
            good=name,
            allowed=has,
        )
    raise RuleError(
        "not-held",
        N_("{player} would have to give {asked} {good} and has {allowed}."),
        player=state.names[holder],
        asked=count,
        good=name,
        allowed=has,
    )
