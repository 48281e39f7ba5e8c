"""The actions of a game of one's own, as they stand in the save file."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.shapes import Action, Signed

Count = Annotated[int, Meta(ge=1)]
Amount = Annotated[int, Meta(ge=1)]


class Pay(Action, frozen=True, rename={"source": "from", "target": "to"}):
    """Money from any slot to any other, each named as ``table.slots()`` names it."""

    player: str
    amount: Amount
    source: str
    target: str


class Buy(Action, frozen=True):
    """Goods for money, ``of`` the supply or a player; ``amount`` is for all of them, None: their price."""

    player: str
    good: str
    count: Count
    of: str = "supply"
    amount: Amount | None = None


class Sell(Action, frozen=True):
    """Goods back to the supply, for money of the bank; ``amount`` is for all of them, None: their price."""

    player: str
    good: str
    count: Count
    amount: Amount | None = None


class Give(Action, frozen=True, rename={"source": "from", "target": "to"}):
    """Goods without money, between the supply and the players."""

    player: str
    good: str
    count: Count
    source: str
    target: str


class Price(Action, frozen=True):
    """Moves a price by hand: to the ``right`` along its track and ``up`` its rows, or ``to`` a value or [row, column].

    ``by`` is another word for ``right``, but not in a save: there it is who wrote the entry.
    """

    good: str
    right: Signed = 0
    up: Signed = 0
    to: int | list[int] | None = None

    @staticmethod
    def gathered(fields: dict[str, Any]) -> dict[str, Any]:
        """The fields by the names that a save can have."""
        if "by" not in fields:
            return fields
        return {**{name: value for name, value in fields.items() if name != "by"}, "right": fields["by"]}


class Press(Action, frozen=True):
    """A button of the box, with what it asks: amount, count, the ``other`` player, a good by its group's name."""

    player: str
    button: str
    amount: Amount | None = None
    count: Count | None = None
    other: str | None = None
    goods: dict[str, str] = msgspec.field(default_factory=dict)

    @staticmethod
    def gathered(fields: dict[str, Any]) -> dict[str, Any]:
        """The fields as they are read: what is no field of every button is a group's name, with one of its goods."""
        own = {name: value for name, value in fields.items() if name in OF_EVERY_BUTTON}
        return {**own, "goods": {name: value for name, value in fields.items() if name not in OF_EVERY_BUTTON}}


OF_EVERY_BUTTON = ("player", "button", "amount", "count", "other")


class Auction(Action, frozen=True):
    """Opens an auction of ``what``: any text, or a good. ``to`` is the slot that is paid, ``least`` the least bid."""

    player: str
    what: Annotated[str, Meta(min_length=1, max_length=100)]
    kind: Literal["open", "sealed"] = "open"
    least: Amount = 1
    to: str = "bank"


class Bid(Action, frozen=True):
    """A bid; in a sealed auction nobody else sees it until all are in."""

    player: str
    amount: Amount


class PassBid(Action, frozen=True):
    """No bid, for good."""

    player: str


class EndTurn(Action, frozen=True):
    """The next one's turn."""

    player: str


class EndPhase(Action, frozen=True):
    """The next phase or, after the last one, the next round."""

    player: str


class Finish(Action, frozen=True):
    """The end of the game."""
