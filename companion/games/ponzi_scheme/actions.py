"""The actions of Ponzi Scheme, as they stand in the save file."""

from msgspec import Struct


class Invest(Struct, frozen=True, forbid_unknown_fields=True):
    """Take one industry tile and, from the row that goes with it, the fund card of value ``fund``."""

    player: str
    industry: str
    fund: int


class Pass(Struct, frozen=True, forbid_unknown_fields=True):
    """Do nothing in this phase: no investment, or no trade."""

    player: str


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards that were drawn from the physical deck to refill the market, by value."""

    funds: list[int]


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """A clandestine offer for a tile. ``amount`` is secret to the two; absent where cash is hidden."""

    player: str
    to: str
    industry: str
    amount: int | None = None


class Accept(Struct, frozen=True, forbid_unknown_fields=True):
    """The one who was offered to sells a tile for the money in the envelope."""

    player: str


class Counter(Struct, frozen=True, forbid_unknown_fields=True):
    """The one who was offered to pays the same amount and takes a tile instead."""

    player: str


class BuyLuxury(Struct, frozen=True, forbid_unknown_fields=True):
    """Advanced game: buy the luxury with this price, instead of an offer."""

    player: str
    luxury: int


class DiscardFund(Struct, frozen=True, forbid_unknown_fields=True):
    """The new first player discards a card of the market."""

    player: str
    fund: int


class DiscardTile(Struct, frozen=True, forbid_unknown_fields=True):
    """After a crash: a tile of the kind that the player owns most of goes back."""

    player: str
    industry: str


class PayInterest(Struct, frozen=True, forbid_unknown_fields=True):
    """Hidden cash: the player has paid all interest that is due."""

    player: str


class Bankrupt(Struct, frozen=True, forbid_unknown_fields=True):
    """Hidden cash: the player cannot pay all interest that is due."""

    player: str


class FinalCash(Struct, frozen=True, forbid_unknown_fields=True):
    """Hidden cash: what a survivor holds at the end."""

    player: str
    amount: int
