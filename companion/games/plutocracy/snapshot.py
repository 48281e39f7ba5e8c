"""The snapshot: the documented picture of a table of Plutocracy. Nothing in this game is secret."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from companion.games.common import Sight
from companion.games.plutocracy import scores, track
from companion.games.plutocracy.state import Planet, State, cash, timetable
from companion.games.plutocracy.turns import active
from companion.shapes import LARGEST, Strict

Count = Annotated[int, Meta(ge=0, le=LARGEST)]

Space = Annotated[int, Meta(ge=0)]


class EventMarker(Strict):
    """An event marker on the time track."""

    event: Literal["rotate", "prices", "elect", "the-end"]


class _Slot(Strict):
    player: str | None
    bid: Count | None


class _Planet(Strict):
    demand: str
    demand_price: int | None
    supply: str | None
    supply_price: int | None
    seats: list[str | None]


class _Player(Strict):
    name: str
    corporation: str
    money: int
    hold: dict[str, Count]
    ship: tuple[str, int] | None
    alien: bool
    retired: bool
    removed: bool
    own_end: Space | None
    councilors: Count


class SnapshotType(Strict):
    """The types of a whole snapshot; what a correction sets must fit."""

    time: dict[str, Space | None]
    phase: Literal["setup", "auction", "play", "end"]
    next: str | EventMarker | None
    track: dict[str, list[str | EventMarker]]
    done: list[Literal["sell", "buy", "buy_seats", "rescue_alien", "join_society"]]
    auction: dict[str, _Slot]
    rolled: list[str]
    bodies: dict[str, Space | None]
    rotations: Count
    elections: Count
    planets: dict[str, _Planet]
    players: list[_Player]
    societies: dict[str, list[str]]
    council: dict[str, Count]
    ranking: list[list[str]]
    winners: list[str]
    finished: bool


def snapshot(state: State, _sight: Sight) -> dict[str, Any]:
    """The documented picture of the table; the same for everybody.

    ``time`` is None for a disc that is not on the track (before the start, and after removal). ``next`` is None when
    nobody in particular is next: several may place or bid, or the game is over. ``rolled`` lists the bodies whose die
    of the random setup is known.
    """
    names = state.names
    places = [[names[seat] for seat in seats] for seats in scores.ranking(state)]
    return {
        "time": {name: track.space_of(state, seat) for seat, name in enumerate(names)},
        "phase": state.phase,
        "next": _next(state),
        "track": _track(state),
        "done": list(state.done),
        "auction": {
            str(slot): {"player": None if bid is None else names[bid.seat], "bid": None if bid is None else bid.amount}
            for slot, bid in enumerate(state.slots, start=1)
        },
        "rolled": state.box["die"]["order"][: state.rolled],
        "bodies": state.bodies.copy(),
        "rotations": state.rotations,
        "elections": state.elections,
        "planets": {name: _planet(state, planet) for name, planet in state.planets.items()},
        "players": [_player(state, seat) for seat in range(len(names))],
        "societies": {name: [names[seat] for seat in members] for name, members in state.societies.items()},
        "council": {name: player.councilors for name, player in zip(names, state.players, strict=True)},
        "ranking": places,
        "winners": places[0] if places else [],
        "finished": state.phase == "end",
    }


def _next(state: State) -> str | None:
    if state.phase == "play":
        assert state.active is not None
        return state.names[state.active]
    waiting = active(state)
    return state.names[waiting[0]] if len(waiting) == 1 else None


def _track(state: State) -> dict[str, list[Any]]:
    spaces: dict[str, list[Any]] = {str(space): [] for space in range(timetable(state)["end"] + 1)}
    for marker in state.track:
        token = marker.token
        spaces[str(marker.space)].append(state.names[token] if isinstance(token, int) else {"event": token})
    return spaces


def _planet(state: State, planet: Planet) -> dict[str, Any]:
    return {
        "demand": planet.demand,
        "demand_price": planet.demand_price,
        "supply": planet.supply,
        "supply_price": planet.supply_price,
        "seats": [None if seat is None else state.names[seat] for seat in planet.seats],
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "name": state.names[seat],
        "corporation": player.corporation,
        "money": state.ledger[cash(seat)],
        "hold": player.hold.copy(),
        "ship": None if player.ship is None else list(player.ship),
        "alien": player.alien,
        "retired": player.retired,
        "removed": player.removed,
        "own_end": player.own_end,
        "councilors": player.councilors,
    }
