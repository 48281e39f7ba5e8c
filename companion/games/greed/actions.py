"""The actions of Greed, Incorporated, in the order of a year."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.shapes import Action

Director = Literal["ceo", "cfo", "coo"]


class DealCompany(Action, frozen=True):
    """Give a player one of the companies that start the game."""

    player: str
    company: int


class Announce(Action, frozen=True):
    """Play an asset face down. ``trends`` are its arrows, where the box does not know them."""

    player: str
    asset: int
    trends: Annotated[dict[str, int] | None, Meta(extra={"signed": True})] = None


class Bid(Action, frozen=True):
    """A sealed bid from free cash."""

    company: int
    amount: int


class PassBid(Action, frozen=True):
    """No bid this year."""

    company: int


class TakeAsset(Action, frozen=True):
    """Take an available asset for the company's bid."""

    company: int
    asset: int


class DeclineAsset(Action, frozen=True):
    """Take no asset and keep the money."""

    company: int


class Side(Action, frozen=True):
    """What one side of a trade hands over; either part may be left out."""

    cash: int = 0
    goods: dict[str, int] = msgspec.field(default_factory=dict)


class Trade(Action, frozen=True):
    """``company`` gives and gets; ``process`` lists assets of either side that run between the two deliveries."""

    company: int
    other: int
    gives: Side
    gets: Side
    process: list[int] = msgspec.field(default_factory=list)


class Propose(Trade, frozen=True):
    """Offer a trade to the CEO of ``other``, who answers it."""


class Drop(Action, frozen=True):
    """Decline the proposal of an ``entry``, or take it back."""

    entry: int


class Process(Action, frozen=True):
    """Run a processor once."""

    company: int
    asset: int


class EndTrading(Action, frozen=True):
    """The whole table has traded enough."""


class Sell(Action, frozen=True):
    """Sell goods at the market price."""

    company: int
    goods: dict[str, int]


class Store(Action, frozen=True):
    """Keep goods for next year."""

    company: int
    goods: dict[str, int]


class EndSales(Action, frozen=True):
    """Sell whatever is not stored, and close the books."""


class Blame(Action, frozen=True):
    """``director`` names the position that is to be fired."""

    company: int
    director: Director
    target: Director


class DiscardAsset(Action, frozen=True):
    """The asset that a blamed company gives up."""

    company: int
    asset: int


class RaiseBid(Action, frozen=True):
    """Bid, or raise the bid, in an open auction."""

    player: str
    amount: int


class PassAuction(Action, frozen=True):
    """Leave an open auction."""

    player: str


class Found(Action, frozen=True):
    """Found the company that was won, with assets from the discard pile."""

    company: int
    assets: list[int] = msgspec.field(default_factory=list)
