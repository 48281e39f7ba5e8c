"""The actions of Good Brokers, as they stand in the save file."""

from typing import Literal

from companion.shapes import Action

RACK = Literal["left", "right"]


class Buy(Action, frozen=True):
    """Buy 1 to 3 shares."""

    player: str
    shares: dict[str, int]


class Sell(Action, frozen=True):
    """Sell 1 to 3 shares from the hand."""

    player: str
    shares: dict[str, int]


class Place(Action, frozen=True):
    """Put one share of the hand on the own client board."""

    player: str
    company: str


class EndTurn(Action, frozen=True):
    """End the own turn of the trade phase."""

    player: str


class PlayCard(Action, frozen=True):
    """Play a card of a neighbouring rack; ``value`` is the printed one, also for the second card."""

    player: str
    rack: RACK
    company: str
    value: int
