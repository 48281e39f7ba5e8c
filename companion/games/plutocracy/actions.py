"""The actions of Plutocracy, as they stand in the save file."""

from typing import Literal

from companion.games.plutocracy.sky import Position
from companion.shapes import Action

SocietyName = Literal["high", "scientist", "influencer", "merchant"]


class SetupSupply(Action, frozen=True):
    """Random setup: the ``resource`` that was dealt to a planet's SUPPLY column."""

    planet: str
    resource: str


class SetupRoll(Action, frozen=True):
    """Random setup: the ``die`` rolled for a body."""

    body: str
    die: int


class SetupShip(Action, frozen=True):
    """Put a player's ship on a planet, and the time disc on top of those that lie on 0."""

    player: str
    planet: str


class First(Action, frozen=True):
    """Random setup: the player whom the lot lets begin, with bidding or with choosing a start planet."""

    player: str


class AuctionBid(Action, frozen=True):
    """Bid units of time for a ``slot`` (1 chooses the start planet first)."""

    player: str
    slot: int
    bid: int


class Sell(Action, frozen=True):
    """Sell units of what the planet asks for."""

    player: str
    units: int


class Buy(Action, frozen=True):
    """Buy units of what the planet supplies."""

    player: str
    units: int


class BuySeats(Action, frozen=True):
    """Buy the cheapest free seats of the planet's parliament."""

    player: str
    count: int


class RescueAlien(Action, frozen=True):
    """Take an alien off the asteroid."""

    player: str


class JoinSociety(Action, frozen=True):
    """Join a society on Earth."""

    player: str
    society: SocietyName


class Travel(Action, frozen=True):
    """Travel to another position of a body; ``time`` None = the shortest."""

    player: str
    to: Position
    time: int | None = None


class Retire(Action, frozen=True):
    """Take the ship off the map for the rest of the game."""

    player: str


class Overtime(Action, frozen=True):
    """Time pressure: one overrun of the turn's clock."""

    player: str
