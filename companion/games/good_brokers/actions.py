"""The actions of Good Brokers, as they stand in the save file."""

from typing import Literal

from msgspec import Struct

RACK = Literal["left", "right"]


class Buy(Struct, frozen=True, forbid_unknown_fields=True):
    """Buy 1 to 3 shares."""

    player: str
    shares: dict[str, int]


class Sell(Struct, frozen=True, forbid_unknown_fields=True):
    """Sell 1 to 3 shares from the hand."""

    player: str
    shares: dict[str, int]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Put one share of the hand on the own client board."""

    player: str
    company: str


class EndTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """End the own turn of the trade phase."""

    player: str


class PlayCard(Struct, frozen=True, forbid_unknown_fields=True):
    """Play a card of a neighbouring rack; ``value`` is the printed one, also for the second card."""

    player: str
    rack: RACK
    company: str
    value: int
