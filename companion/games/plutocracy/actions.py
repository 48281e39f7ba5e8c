"""The actions of Plutocracy, as they stand in the save file."""

from typing import Literal

from msgspec import Struct

from companion.games.plutocracy.sky import Position

SocietyName = Literal["high", "scientist", "influencer", "merchant"]


class SetupSupply(Struct, frozen=True, forbid_unknown_fields=True):
    """Random setup: the ``resource`` that was dealt to a planet's SUPPLY column."""

    planet: str
    resource: str


class SetupRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """Random setup: the ``die`` rolled for a body."""

    body: str
    die: int


class SetupShip(Struct, frozen=True, forbid_unknown_fields=True):
    """Put a player's ship on a planet, and the time disc on top of those that lie on 0."""

    player: str
    planet: str


class First(Struct, frozen=True, forbid_unknown_fields=True):
    """Random setup: the player whom the lot lets begin, with bidding or with choosing a start planet."""

    player: str


class AuctionBid(Struct, frozen=True, forbid_unknown_fields=True):
    """Bid units of time for a ``slot`` (1 chooses the start planet first)."""

    player: str
    slot: int
    bid: int


class Sell(Struct, frozen=True, forbid_unknown_fields=True):
    """Sell units of what the planet asks for."""

    player: str
    units: int


class Buy(Struct, frozen=True, forbid_unknown_fields=True):
    """Buy units of what the planet supplies."""

    player: str
    units: int


class BuySeats(Struct, frozen=True, forbid_unknown_fields=True):
    """Buy the cheapest free seats of the planet's parliament."""

    player: str
    count: int


class RescueAlien(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an alien off the asteroid."""

    player: str


class JoinSociety(Struct, frozen=True, forbid_unknown_fields=True):
    """Join a society on Earth."""

    player: str
    society: SocietyName


class Travel(Struct, frozen=True, forbid_unknown_fields=True):
    """Travel to another position of a body; ``time`` None = the shortest."""

    player: str
    to: Position
    time: int | None = None


class Retire(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the ship off the map for the rest of the game."""

    player: str


class Overtime(Struct, frozen=True, forbid_unknown_fields=True):
    """Time pressure: one overrun of the turn's clock."""

    player: str
