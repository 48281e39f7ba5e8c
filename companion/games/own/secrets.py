"""What players hide: the slots that the box calls secret, and bids that lie face down."""

from typing import Any

from companion.games.common import Hidden, Secrets, Sight
from companion.games.own.actions import Pay, Press
from companion.games.own.box import needs_secret
from companion.games.own.state import State, own_slot, shown


def hidden(state: State, sight: Sight) -> frozenset[Hidden]:
    """What ``sight`` may not see: secret slots until the end, sealed bids until all are in."""
    slots = [
        (seat, f"slot {name}")
        for name in state.book.secret
        for seat in range(len(state.names))
        if not shown(state, own_slot(seat, name), sight)
    ]
    return frozenset([*slots, *((seat, f"bid of auction {number}") for seat, number in _bids(state, sight))])


def _bids(state: State, sight: Sight) -> list[tuple[int, int]]:
    sale = state.sale
    if sale is None or sale.outcry is not None:
        return []
    return [(seat, sale.number) for seat in sale.bids if not sight.sees(seat)]


def is_own(state: State, move: Any) -> bool:
    """Whether only the own seat tries a move: it takes what somebody hides, or is worked out of it."""
    match move:
        case Pay():
            return move.source.rpartition(":")[2] in state.book.secret
        case Press():
            button = state.book.buttons.get(move.button)
            return button is not None and needs_secret(state.book, button.acts)
    return True


def secrets(state: State) -> Secrets | None:
    """What only the own seat tries: what a refusal would tell of money that lies hidden, and bids."""
    book = state.book
    own, fixed = set(), set()
    if book.secret and not state.finished:
        own = {"pay"}
        if "cash" in book.secret:
            own |= {"buy", "bid", "pass_bid"}
            fixed = {"/auction"}
        if any(needs_secret(book, button.acts) for button in book.buttons.values()):
            own.add("press")
    if state.sale is not None and state.sale.outcry is None:
        own |= {"bid", "pass_bid"}
        fixed = {"/auction"}
    return Secrets(own=frozenset(own), singly=True, fixed=frozenset(fixed)) if own else None
