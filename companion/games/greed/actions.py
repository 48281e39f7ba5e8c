"""The actions of Greed, Incorporated, in the order of a year."""

from typing import Literal

from msgspec import Struct

Director = Literal["ceo", "cfo", "coo"]


class DealCompany(Struct, frozen=True, forbid_unknown_fields=True):
    """Give a player one of the companies that start the game."""

    player: str
    company: int


class Announce(Struct, frozen=True, forbid_unknown_fields=True):
    """Play an asset face down. ``trends`` are its arrows, where the box does not know them."""

    player: str
    asset: int
    trends: dict[str, int] | None = None


class Bid(Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed bid from free cash."""

    company: int
    amount: int


class PassBid(Struct, frozen=True, forbid_unknown_fields=True):
    """No bid this year."""

    company: int


class TakeAsset(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an available asset for the company's bid."""

    company: int
    asset: int


class DeclineAsset(Struct, frozen=True, forbid_unknown_fields=True):
    """Take no asset and keep the money."""

    company: int


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """What one side of a trade hands over; either part may be left out."""

    cash: int = 0
    goods: dict[str, int] = {}


class Trade(Struct, frozen=True, forbid_unknown_fields=True):
    """``company`` gives and gets; ``process`` lists assets of either side that run between the two deliveries."""

    company: int
    other: int
    gives: Side
    gets: Side
    process: list[int] = []


class Propose(Trade, frozen=True, forbid_unknown_fields=True):
    """Offer a trade to the CEO of ``other``, who answers it."""


class Drop(Struct, frozen=True, forbid_unknown_fields=True):
    """Decline the proposal of an ``entry``, or take it back."""

    entry: int


class Process(Struct, frozen=True, forbid_unknown_fields=True):
    """Run a processor once."""

    company: int
    asset: int


class EndTrading(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table has traded enough."""


class Sell(Struct, frozen=True, forbid_unknown_fields=True):
    """Sell goods at the market price."""

    company: int
    goods: dict[str, int]


class Store(Struct, frozen=True, forbid_unknown_fields=True):
    """Keep goods for next year."""

    company: int
    goods: dict[str, int]


class EndSales(Struct, frozen=True, forbid_unknown_fields=True):
    """Sell whatever is not stored, and close the books."""


class Blame(Struct, frozen=True, forbid_unknown_fields=True):
    """``director`` names the position that is to be fired."""

    company: int
    director: Director
    target: Director


class DiscardAsset(Struct, frozen=True, forbid_unknown_fields=True):
    """The asset that a blamed company gives up."""

    company: int
    asset: int


class RaiseBid(Struct, frozen=True, forbid_unknown_fields=True):
    """Bid, or raise the bid, in an open auction."""

    player: str
    amount: int


class PassAuction(Struct, frozen=True, forbid_unknown_fields=True):
    """Leave an open auction."""

    player: str


class Found(Struct, frozen=True, forbid_unknown_fields=True):
    """Found the company that was won, with assets from the discard pile."""

    company: int
    assets: list[int] = []
