"""What the screens tell a player of Plutocracy beyond the snapshot: what the rules would bring, found by trying.

Everything that is foretold holds "if nobody trades": the rules' own functions are run on a copy of the table in which
only one ship flies.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from companion.games.common import Event
from companion.games.plutocracy import events, parliament, track, turns, voyage
from companion.games.plutocracy.box import EVENTS
from companion.games.plutocracy.sky import NEIGHBOURS, Hex, Position, ways_from
from companion.games.plutocracy.state import THE_END, Planet, Player, State, cash, timetable

Prices = tuple[int | None, int | None]


class Happening(Struct, frozen=True):
    """An event marker that acts: when, which (``rotate``, ``prices``, ``elect``), and its number of rotations etc."""

    space: int
    name: str


class Moment(Struct, frozen=True):
    """A time on the track at which a ship has its next turn: what acts before, and how the markets stand then."""

    space: int
    before: tuple[Happening, ...]
    rotations: int
    bodies: dict[str, int | None]
    prices: dict[str, Prices]


class Plan(Struct, frozen=True):
    """A voyage that could be made: ``ship`` is where the ship is at its next turn (None: lost with the asteroid).

    ``body`` is what it is on then, None in empty space; ``prices`` (DEMAND, SUPPLY) are those of a planet. ``goal`` is
    where the body of the chosen place is by then (None: gone).
    """

    place: Position
    hexes: int
    least: int
    time: int
    arrive: int
    before: tuple[Happening, ...]
    ship: Position | None
    body: str | None
    prices: Prices | None
    goal: Position | None


class Forecast:
    """What will be, for the ship of a seat that leaves at its next turn.

    ``state`` is the table then, ``leave`` the space of its disc, ``limit`` the last space that it may reach.
    """

    def __init__(self, now: State, seat: int) -> None:
        self.seat = seat
        self.state = at_turn(now, seat)
        self.leave = track.disc(self.state, seat)
        self.limit = track.limit(self.state, seat)
        self._moments: dict[int, Moment] = {}
        self._rides: dict[int, dict[Position, Position | None]] = {}

    @property
    def ship(self) -> Position | None:
        """Where the ship is when it leaves."""
        return self.state.players[self.seat].ship

    def least(self, place: Position) -> int | None:
        """The shortest time to a place; None where it is already there, or would come too late."""
        if self.ship is None or place == self.ship:
            return None
        least = voyage.shortest(self.state, self.ship, place)
        return least if self.leave + least <= self.limit else None

    def plan(self, place: Position, time: int | None = None) -> Plan | None:
        """The voyage to a place in ``time`` (None = the shortest); None where there is no such voyage."""
        least = self.least(place)
        if least is None or self.ship is None:
            return None
        time = min(max(least, time or least), self.limit - self.leave)
        then = self.moment(self.leave + time)
        ship = self._ride(place, then.rotations)
        body = ship[0] if ship is not None and then.bodies[ship[0]] == ship[1] else None
        return Plan(
            place=place,
            hexes=self.state.sky.hexes(self.ship, place),
            least=least,
            time=time,
            arrive=then.space,
            before=then.before,
            ship=ship,
            body=body,
            prices=then.prices.get(body) if body is not None else None,
            goal=None if (index := then.bodies[place[0]]) is None else (place[0], index),
        )

    def meets(self, place: Position) -> bool:
        """Whether a ship that flies to a place can meet a body there at its next turn, whatever time it takes."""
        return any(plan.body is not None for plan in self.choices(place))

    def choices(self, place: Position) -> list[Plan]:
        """The voyages to a place that differ in what is met there: the shortest time of each, shortest first."""
        found: list[Plan] = []
        for time in range(self.least(place) or self.limit, self.limit - self.leave + 1):
            plan = self.plan(place, time)
            if plan is not None and (not found or _met(plan) != _met(found[-1])):
                found.append(plan)
        return found

    def moment(self, space: int) -> Moment:
        """The table when the disc on ``space`` has its turn, if nobody else trades."""
        if space not in self._moments:
            self._moments[space] = self._foreseen(space)
        return self._moments[space]

    def _foreseen(self, space: int) -> Moment:
        then = events.run(track.put(alone(self.state, self.seat), self.seat, space))
        before = tuple(_happenings(then.events))
        return Moment(
            space=space,
            before=before,
            rotations=sum(happening.name == "rotate" for happening in before),
            bodies=then.bodies,
            prices={name: (planet.demand_price, planet.supply_price) for name, planet in then.planets.items()},
        )

    def _ride(self, place: Position, rotations: int) -> Position | None:
        """Where a ship is that was put on ``place`` and has seen so many rotations."""
        if rotations not in self._rides:
            # One ship on every place, carried along by the rules' own rotation.
            places = list(self.state.sky.places)
            ships = tuple(Player("", {}, None, ship=each) for each in places)
            carried = _rotated(replace(self.state, players=ships), rotations)
            self._rides[rotations] = dict(zip(places, (player.ship for player in carried.players), strict=True))
        return self._rides[rotations][place]


def _met(plan: Plan) -> tuple[str | None, Prices | None]:
    return plan.body, plan.prices


def alone(state: State, seat: int) -> State:
    """The table with nobody else flying, and nothing told yet."""
    others = (player if other == seat else replace(player, retired=True) for other, player in enumerate(state.players))
    return replace(state, players=tuple(others), away=(), events=())


def at_turn(state: State, seat: int) -> State:
    """The table when it is a seat's turn, if nobody else trades; as it is where it is that turn already."""
    if state.phase != "play" or state.active == seat or not turns.has_turn(alone(state, seat), seat):
        return state
    then = events.run(alone(state, seat))
    return replace(then, players=tuple(map(_flying_as, then.players, state.players)), away=state.away)


def _flying_as(then: Player, now: Player) -> Player:
    return replace(then, retired=now.retired)


def _happenings(told: tuple[Event, ...]) -> Iterator[Happening]:
    for event in told:
        if event.kind in EVENTS:
            yield Happening(event.fields["time"], event.kind)


def _rotated(state: State, rotations: int) -> State:
    for _ in range(rotations):
        state = events.rotate(state, track.space_of(state, "rotate") or 0)
    return state


def after_rotations(state: State, rotations: int) -> State:
    """The table after the next rotations alone: bodies and the ships on them."""
    return _rotated(replace(state, events=()), rotations)


def coming(state: State, name: str) -> list[int]:
    """The spaces on which an event will still act."""
    first = track.space_of(state, name)
    return [] if first is None else list(range(first, track.the_end(state) + 1, timetable(state)[name]["step"]))


def way(state: State, start: Position, end: Position) -> list[Hex]:
    """The hexes of one shortest way between two positions, both ends among them."""
    steps = ways_from(state.sky.open, state.sky.places[start])
    here = state.sky.places[end]
    hexes = [here]
    while steps[here]:
        q, r = here
        around = ((q + dq, r + dr) for dq, dr in NEIGHBOURS)
        here = next(there for there in around if steps.get(there, len(steps)) == steps[here] - 1)
        hexes.append(here)
    return hexes[::-1]


# The time track


class Next(Struct, frozen=True):
    """A marker that acts: a seat or the name of an event, its space, and what it lies on (bottom first).

    ``furthest`` is False for who has the turn all the same: it was put right, or others came back to the table.
    """

    token: int | str
    space: int
    under: tuple[int | str, ...]
    furthest: bool = True


def next_to_act(state: State, most: int = 6) -> list[Next]:
    """Who and what acts next: whose turn it is, then as the markers lie.

    A player who has had a turn is left out: nobody knows how far on the disc will go.
    """
    found: list[Next] = []
    seat = state.active
    if state.phase == "play" and seat is not None and track.furthest_back(state).token != seat:
        found.append(Next(seat, track.disc(state, seat), (), furthest=False))
        state = track.take_off(state, seat)
    while state.phase == "play" and len(found) < most:
        first = track.furthest_back(state)
        stack = [marker.token for marker in state.track if marker.space == first.space]
        under = tuple(stack[: stack.index(first.token)])
        found.append(Next(first.token, first.space, under))
        if first.token == THE_END:
            break
        there = first.space + timetable(state)[first.token]["step"] if isinstance(first.token, str) else None
        if there is not None and there <= track.the_end(state):
            state = track.put(state, first.token, there)
        else:
            state = track.take_off(state, first.token)
    return found


# Parliaments


def seats_to_lead(state: State, name: str, seat: int) -> tuple[int, int] | None:
    """How many seats of a parliament a player would have to buy to lead it, and what they cost.

    (0, 0) for who leads it already, None where the free seats are not enough.
    """
    planet = state.planets[name]
    free = parliament.free_seats(planet)
    for count in range(len(free) + 1):
        taken = set(free[:count])
        seats = tuple(seat if place in taken else holder for place, holder in enumerate(planet.seats))
        if parliament.leaders(replace(planet, seats=seats))[:1] == [seat]:
            return count, parliament.seats_cost(state, planet, count)
    return None


def election(state: State) -> tuple[int, ...]:
    """The councilors that every seat would get if the next election were held now."""
    return tuple(parliament.elected(state).values())


# Trade


class Trade(Struct, frozen=True):
    """What a ship could do on a planet that it can reach: the voyage, and how much it could sell and buy there.

    ``resale`` is the highest price that a planet pays for a unit of what is bought, as prices are known now.
    """

    plan: Plan
    sell: int
    income: int
    buy: int
    cost: int
    supply_price: int
    resale: int

    @property
    def profit(self) -> int:
        """What the purchase would bring over its cost, if it could be sold at the price known now."""
        return self.buy * (self.resale - self.supply_price)


def trades(forecast: Forecast, until: int) -> list[Trade]:
    """What could be sold and bought by a time: for every planet and each pair of prices there the earliest arrival."""
    earliest: dict[tuple[str, Prices], Plan] = {}
    for place in forecast.state.sky.places:
        least = forecast.least(place)
        if least is None:
            continue
        for time in range(least, min(until, forecast.limit) - forecast.leave + 1):
            plan = forecast.plan(place, time)
            if plan is None or plan.body is None or plan.prices is None:
                continue
            known = earliest.get((plan.body, plan.prices))
            if known is None or plan.time < known.time:
                earliest[plan.body, plan.prices] = plan
    return [trade for plan in earliest.values() if (trade := _trade(forecast, plan)) is not None]


def _trade(forecast: Forecast, plan: Plan) -> Trade | None:
    state, player = forecast.state, forecast.state.players[forecast.seat]
    planet: Planet = state.planets[plan.body or ""]
    demand_price, supply_price = plan.prices or (None, None)
    if demand_price is None or supply_price is None or planet.supply is None:
        return None
    sell = player.hold[planet.demand]
    money = state.ledger[cash(forecast.seat)] + sell * demand_price
    # What a planet supplies it never asks for, so that a sale there makes no room for it.
    buy = min(state.box["hold"] - player.hold[planet.supply], money // supply_price)
    asked = [other.demand_price for other in state.planets.values() if other.demand == planet.supply]
    return Trade(
        plan=plan,
        sell=sell,
        income=sell * demand_price,
        buy=buy,
        cost=buy * supply_price,
        supply_price=supply_price,
        resale=max((price for price in asked if price is not None), default=0),
    )


def straight(hexes: list[Hex]) -> list[Hex]:
    """A way with only its ends and corners, to be drawn."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(hexes)]
    corners = [here for here, (before, after) in zip(hexes[1:-1], pairwise(steps), strict=True) if before != after]
    return [hexes[0], *corners, hexes[-1]]
