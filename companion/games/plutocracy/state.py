"""The state of a game of Plutocracy, and what can be read off it at once."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games.common import TableState, with_item
from companion.games.plutocracy.sky import Position, Sky
from companion.words import Word

THE_END = "the-end"

# The last version of the rules in which THE END stayed where it was when a changed box said another one.
END_STAYED = 1

SOCIETIES = ("high", "scientist", "influencer", "merchant")

# The actions of a turn before the ship leaves, in their order.
TURN = ("sell", "buy", "buy_seats", "rescue_alien", "join_society")


class Marker(Struct, frozen=True):
    """A disc (its seat's number) or an event marker (its name) on a space of the time track."""

    space: int
    token: int | str


class Planet(Struct, frozen=True):
    """A planet's board. In the random setup ``supply`` and the prices are None until they are known.

    ``seats`` are the parliament's, cheapest first: the seat number of the player who holds each, or None.
    """

    demand: str
    supply: str | None
    demand_price: int | None
    supply_price: int | None
    seats: tuple[int | None, ...]


class Player(Struct, frozen=True):
    """What lies before a player. ``ship`` is None before the start, when lost, and after retiring or removal.

    ``own_end`` is the personal THE END, None without a variant that uses it.
    """

    corporation: str
    hold: dict[str, int]
    own_end: int | None
    ship: Position | None = None
    alien: bool = False
    retired: bool = False
    removed: bool = False
    councilors: int = 0


class Bid(Struct, frozen=True):
    """A seat's bid for a slot of the starting auction."""

    seat: int
    amount: int


class State(TableState, frozen=True, kw_only=True):
    """A table of Plutocracy.

    ``active`` is the seat whose turn it is (in the auction: the next bidder; before the first ship of the random setup:
    who was drawn to begin), ``done`` what it has done in this turn.
    ``track`` lists the markers in the order in which they were put down, so that of those on one space the last is on
    top. ``bodies`` are position indices, the asteroid's None when gone. ``rolled`` counts the dice of the random setup,
    ``slots`` are those of the starting auction.
    """

    sky: Sky
    phase: str
    active: int | None
    done: tuple[str, ...]
    track: tuple[Marker, ...]
    bodies: dict[str, int | None]
    rotations: int
    elections: int
    planets: dict[str, Planet]
    players: tuple[Player, ...]
    societies: dict[str, tuple[int, ...]]
    slots: tuple[Bid | None, ...]
    rolled: int


def cash(seat: int) -> str:
    """The slot of a player's money."""
    return f"player:{seat}:cash"


def timetable(state: State) -> dict[str, Any]:
    """The events' spaces and steps, and THE END, for this number of players."""
    return state.box["timetable"][str(len(state.names))]


def planet_at(state: State, seat: int) -> str | None:
    """The planet that the ship of a seat is on."""
    body = body_at(state, seat)
    return body if body in state.planets else None


def body_at(state: State, seat: int) -> str | None:
    """The body that the ship of a seat is on; None while it waits at a position that no body holds."""
    ship = state.players[seat].ship
    return ship[0] if ship is not None and state.bodies[ship[0]] == ship[1] else None


def with_player(state: State, seat: int, **changes: Any) -> State:
    """The state with something else before a player."""
    return replace(state, players=with_item(state.players, seat, replace(state.players[seat], **changes)))


def with_planet(state: State, name: str, **changes: Any) -> State:
    """The state with something else on a planet's board."""
    return replace(state, planets={**state.planets, name: replace(state.planets[name], **changes)})


def body_name(state: State, body: str) -> Word:
    """The name of a body, to be told in a sentence."""
    return Word(state.box["bodies"][body]["name"])


def resource_name(state: State, resource: str) -> Word:
    """The name of a resource, to be told in a sentence."""
    return Word(state.box["resources"][resource])


def paid(state: State, source: str, target: str, amount: int) -> State:
    """The state after money went from one slot to another."""
    return replace(state, ledger=state.ledger.move(source, target, amount))


def noted(state: State, action: str) -> State:
    """The state in which the turn remembers that an action was done."""
    return state if action in state.done else replace(state, done=(*state.done, action))
