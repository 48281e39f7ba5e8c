"""The actions of Ponzi Scheme, as they stand in the save file."""

from companion.shapes import Action


class Invest(Action, frozen=True):
    """Take one industry tile and, from the row that goes with it, the fund card of value ``fund``."""

    player: str
    industry: str
    fund: int


class Pass(Action, frozen=True):
    """Do nothing in this phase: no investment, or no trade."""

    player: str


class Reveal(Action, frozen=True):
    """The cards that were drawn from the physical deck to refill the market, by value."""

    funds: list[int]


class Offer(Action, frozen=True):
    """A clandestine offer for a tile. ``amount`` is secret to the two; absent where cash is hidden."""

    player: str
    to: str
    industry: str
    amount: int | None = None


class Accept(Action, frozen=True):
    """The one who was offered to sells a tile for the money in the envelope."""

    player: str


class Counter(Action, frozen=True):
    """The one who was offered to pays the same amount and takes a tile instead."""

    player: str


class BuyLuxury(Action, frozen=True):
    """Advanced game: buy the luxury with this price, instead of an offer."""

    player: str
    luxury: int


class DiscardFund(Action, frozen=True):
    """The new first player discards a card of the market."""

    player: str
    fund: int


class DiscardTile(Action, frozen=True):
    """After a crash: a tile of the kind that the player owns most of goes back."""

    player: str
    industry: str


class PayInterest(Action, frozen=True):
    """Hidden cash: the player has paid all interest that is due."""

    player: str


class Bankrupt(Action, frozen=True):
    """Hidden cash: the player cannot pay all interest that is due."""

    player: str


class FinalCash(Action, frozen=True):
    """Hidden cash: what a survivor holds at the end."""

    player: str
    amount: int
