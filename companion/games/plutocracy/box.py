"""What a box of Plutocracy says, and whether a table can be made from it."""

from itertools import pairwise
from typing import Annotated, Any

from msgspec import Meta

from companion.boxes import bad_box
from companion.games.plutocracy import sky
from companion.shapes import LONGEST, Misfit, Strict, fit

EVENTS = ("rotate", "prices", "elect")
ASTEROID = "asteroid"
EARTH = "earth"

Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[int, Meta(ge=0)]
Counted = Annotated[int, Meta(ge=1, le=LONGEST)]  # each number up to it is gone through
Hex = tuple[int, int]


class BoxPrices(Strict):
    """The prices that a planet begins with."""

    demand: int
    supply: int


class BoxEvent(Strict):
    """Where an event stands first, and how far it moves on."""

    first: Positive
    step: Positive


class BoxTimetable(Strict):
    """The events and THE END for one number of players."""

    rotate: BoxEvent
    prices: BoxEvent
    elect: BoxEvent
    end: Counted


class BoxElections(Strict):
    """By election: the councilors that a parliament sends for the most seats and for the next most."""

    councilors: list[list[NotNegative]]


class BoxSocieties(Strict):
    """Councilors for the first member, the second …, and what the societies ask for."""

    councilors: list[NotNegative]
    high_money: NotNegative
    influencer_parliaments: NotNegative
    merchant_resources: NotNegative


class BoxRoll(Strict):
    """The prices that a die of up to ``most`` sets."""

    most: Counted
    demand: int
    supply: int


class BoxDie(Strict):
    """The order in which the die is rolled for the bodies, and what it says about prices."""

    order: list[str]
    prices: list[BoxRoll]


class BoxCorporation(Strict):
    """A corporation as printed."""

    name: str
    colour: str


class BoxBody(Strict):
    """The Earth, a planet or the asteroid: its positions clockwise, the printed start first."""

    name: str
    positions: list[Hex]


class BoxPlanet(Strict):
    """The resources that a planet asks for and sells in the basic setup."""

    demand: str
    supply: str


class BoxMap(Strict):
    """The hexes of the Sun, and the first and last row of each column of the grid."""

    sun: list[Hex]
    columns: dict[str, Hex]


class BoxType(Strict, kw_only=True):
    """A whole box; nothing in it may be unknown."""

    name: str
    start_money: NotNegative
    hold: Counted
    prices: list[Positive]
    start_prices: BoxPrices
    seats: list[NotNegative]
    landing: NotNegative
    turn_seconds: Positive
    timetable: dict[str, BoxTimetable]
    elections: BoxElections
    societies: BoxSocieties
    die: BoxDie
    corporations: dict[str, BoxCorporation]
    resources: dict[str, str]
    bodies: dict[str, BoxBody]
    planets: dict[str, BoxPlanet]
    map: BoxMap


def check_box(box: dict[str, Any], players: int) -> None:
    """Raises RuleError ``bad-box`` when a table for so many ``players`` cannot be made from ``box``."""
    try:
        data = fit(box, BoxType)
    except Misfit as misfit:
        raise bad_box(misfit) from None
    for reason, fits in (
        ("prices", _prices_fit(data)),
        ("timetable", _timetable_fits(data, players)),
        ("corporations", len(data.corporations) >= players),
        ("elections", bool(data.elections.councilors and data.societies.councilors)),
        ("bodies", {EARTH, ASTEROID} <= data.bodies.keys() and all(body.positions for body in data.bodies.values())),
        ("planets", data.planets.keys() == data.bodies.keys() - {EARTH, ASTEROID} and _markets_fit(data)),
        ("die", sorted(data.die.order) == sorted(data.bodies.keys() - {ASTEROID})),
        ("map", _map_fits(box, data)),
    ):
        if not fits:
            raise bad_box(reason)


def _prices_fit(data: BoxType) -> bool:
    shown = [data.start_prices.demand, data.start_prices.supply]
    shown += [price for roll in data.die.prices for price in (roll.demand, roll.supply)]
    rolls = [roll.most for roll in data.die.prices]
    return _rising(data.prices) and _rising(rolls) and set(shown) <= set(data.prices) and bool(data.seats)


def _rising(numbers: list[int]) -> bool:
    return bool(numbers) and all(low < high for low, high in pairwise(numbers))


def _timetable_fits(data: BoxType, players: int) -> bool:
    timetable = data.timetable.get(str(players))
    return timetable is not None and all(getattr(timetable, event).first <= timetable.end for event in EVENTS)


def _markets_fit(data: BoxType) -> bool:
    sides = [[getattr(planet, side) for planet in data.planets.values()] for side in ("demand", "supply")]
    return all(sorted(side) == sorted(data.resources) for side in sides)


def _map_fits(box: dict[str, Any], data: BoxType) -> bool:
    """Whether every position is a hex of its own, and can be reached from every other."""
    rows = sum(max(0, last - first + 1) for first, last in data.map.columns.values())
    if rows > LONGEST:
        return False
    try:
        chart = sky.read_sky(box)
    except ValueError:
        return False
    hexes = list(chart.places.values())
    if not hexes:
        return False
    reached = sky.ways_from(chart.open, hexes[0])
    positions = sum(len(body.positions) for body in data.bodies.values())
    return len(set(hexes)) == positions and set(hexes) <= reached.keys()
