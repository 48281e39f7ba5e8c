"""The state of a game of Plutocracy, its actions, and how it begins."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import TableState, with_item
from companion.games.plutocracy.box import EVENTS, check_box
from companion.games.plutocracy.sky import Position, Sky, read_sky
from companion.ledger import BANK, new_ledger
from companion.words import N_, Word

THE_END = "the-end"
SOCIETIES = ("high", "scientist", "influencer", "merchant")
# The actions of a turn before the ship leaves, in their order.
TURN = ("sell", "buy", "buy_seats", "rescue_alien", "join_society")

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


def with_box(state: State, box: dict[str, Any]) -> State:
    """The table with a changed box. Raises RuleError ``bad-box``: what is on the table stays as it is."""
    check_box(box, len(state.names))
    same = all(
        list(box[part]) == list(state.box[part]) for part in ("bodies", "planets", "resources", "corporations")
    ) and all(
        len(box["bodies"][body]["positions"]) == len(state.box["bodies"][body]["positions"]) for body in box["bodies"]
    )
    prices = {price for planet in state.planets.values() for price in (planet.demand_price, planet.supply_price)}
    last = max(marker.space for marker in state.track)
    fits = (
        len(box["seats"]) == len(state.box["seats"])
        and prices <= {None, *box["prices"]}
        and all(count <= box["hold"] for player in state.players for count in player.hold.values())
        and box["timetable"][str(len(state.names))]["end"] >= last
    )
    if not same or not fits:
        raise RuleError("bad-box", N_("The box cannot change what lies on the table already."))
    return replace(state, box=box, sky=read_sky(box))


def begin(names: tuple[str, ...], options: dict[str, Any], box: dict[str, Any]) -> State:
    """The table as it is before the ships are placed ("Setup"). Raises RuleError ``bad-box``, ``bad-option``."""
    check_box(box, len(names))
    rolls = options["setup"] == "random"
    if options["start_auction"] and not rolls:
        raise RuleError("bad-option", N_("The starting auction needs the random setup."))
    variant = options["time_pressure"] or options["start_auction"]
    printed = box["timetable"][str(len(names))]
    ledger = new_ledger([cash(seat) for seat in range(len(names))])
    for seat in range(len(names)):
        ledger = ledger.move(BANK, cash(seat), box["start_money"])
    # THE END lies lowest, then ELECT, PRICES and ROTATE, should two of them begin on one space.
    track = [Marker(printed["end"], THE_END), *(Marker(printed[name]["first"], name) for name in reversed(EVENTS))]
    return State(
        names=names,
        ledger=ledger,
        options=options,
        box=box,
        sky=read_sky(box),
        phase="setup",
        active=None,
        done=(),
        track=tuple(track),
        bodies=dict.fromkeys(box["bodies"], 0),
        rotations=0,
        elections=0,
        planets={name: _planet(box, name, rolls=rolls) for name in box["planets"]},
        players=tuple(
            Player(corporation, dict.fromkeys(box["resources"], 0), printed["end"] if variant else None)
            for corporation in _corporations(names, options["corporations"], box["corporations"])
        ),
        societies=dict.fromkeys(SOCIETIES, ()),
        slots=(None,) * len(names) if options["start_auction"] else (),
        rolled=0,
    )


def _planet(box: dict[str, Any], name: str, *, rolls: bool) -> Planet:
    printed, start = box["planets"][name], box["start_prices"]
    seats = (None,) * len(box["seats"])
    if rolls:
        return Planet(printed["demand"], None, None, None, seats)
    return Planet(printed["demand"], printed["supply"], start["demand"], start["supply"], seats)


def _corporations(names: tuple[str, ...], chosen: dict[str, str], printed: dict[str, Any]) -> list[str]:
    """The corporation of each seat: the first ones in seat order, or those ``chosen`` by player (id or name)."""
    if not chosen:
        return list(printed)[: len(names)]
    known = {word.casefold(): key for key, corporation in printed.items() for word in (key, corporation["name"])}
    found = [known.get(chosen.get(name, "").casefold()) for name in names]
    if chosen.keys() != set(names) or None in found or len(set(found)) < len(found):
        raise RuleError(
            "bad-option",
            N_("Every player needs a corporation of their own: {known}."),
            known=", ".join(printed),
        )
    return [corporation for corporation in found if corporation is not None]


def body_name(state: State, body: str) -> Word:
    """The name of a body, to be told in a sentence."""
    return Word(state.box["bodies"][body]["name"])


def resource_name(state: State, resource: str) -> Word:
    """The name of a resource, to be told in a sentence."""
    return Word(state.box["resources"][resource])
