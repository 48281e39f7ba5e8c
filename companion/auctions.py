"""Auctions: open outcry with passing, and sealed bids that are revealed together.

Seats are numbers. Who may bid, what a raise must be and who can pay is the game's own; here is whose turn it is, who
leads, and when it is over.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

Bidder = TypeVar("Bidder")


class Outcry(Struct, frozen=True):
    """An open auction. ``bidders`` are still in, in bidding order; ``turn`` is asked next.

    ``price`` is the highest bid or, before there is one (``leader`` None), the least that may be bid.
    """

    bidders: tuple[int, ...]
    turn: int
    price: int
    leader: int | None = None

    @property
    def over(self) -> bool:
        """Whether nobody is left who could raise: sold to the leader or, without one, to nobody."""
        return not self.bidders or self.bidders == (self.leader,)

    def raised(self, amount: int) -> "Outcry":
        """The one whose turn it is bids ``amount``."""
        return replace(self, price=amount, leader=self.turn, turn=self._after(self.turn))

    def passed(self) -> "Outcry":
        """The one whose turn it is passes, for good."""
        return self.without(self.turn)

    def without(self, seat: int) -> "Outcry":
        """The auction when ``seat`` is out of it."""
        turn = self._after(seat) if self.turn == seat else self.turn
        return replace(self, bidders=tuple(other for other in self.bidders if other != seat), turn=turn)

    def beyond_leader(self) -> "Outcry":
        """The auction when whoever comes after the one who leads is asked."""
        return self if self.leader is None else replace(self, turn=self._after(self.leader))

    def _after(self, seat: int) -> int:
        return self.bidders[(self.bidders.index(seat) + 1) % len(self.bidders)]


def open_outcry(bidders: Sequence[int], least: int) -> Outcry:
    """An auction that begins with the first of ``bidders`` (there is at least one) and at a bid of ``least``.

    A bidder whom all others left alone before anybody bid may still bid or pass.

    >>> auction = open_outcry([2, 0, 1], 50).raised(50).passed()
    >>> auction.turn, auction.leader, auction.over
    (1, 2, False)
    >>> auction.passed().over, open_outcry([2, 0], 50).passed().over
    (True, False)
    """
    return Outcry(tuple(bidders), bidders[0], least)


def ranked(bids: Mapping[Bidder, int | None], order: Sequence[Bidder]) -> list[Bidder]:
    """Those who made a sealed bid, the highest first; equal bids stand in ``order``. None is a pass.

    >>> ranked({"a": 10, "b": 40, "c": None, "d": 40}, ["d", "c", "b", "a"])
    ['d', 'b', 'a']
    """
    made = {bidder: amount for bidder in order if (amount := bids.get(bidder)) is not None}
    return sorted(made, key=lambda bidder: -made[bidder])
