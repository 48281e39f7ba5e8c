"""The events that act by themselves when they are the furthest back ("Eventi"); the last is THE END."""

from msgspec.structs import replace

from companion.games.common import event
from companion.games.plutocracy import track
from companion.games.plutocracy.box import ASTEROID
from companion.games.plutocracy.parliament import elected
from companion.games.plutocracy.scores import ranking
from companion.games.plutocracy.state import THE_END, State, timetable
from companion.spaces import advance


def run(state: State) -> State:
    """Let the events act until it is a player's turn, or the game is over."""
    while state.phase == "play":
        marker = track.furthest_back(state)
        if isinstance(marker.token, int):
            return replace(state, active=marker.token, done=())
        state = _ACT[marker.token](state, marker.space)
    return state


def _moved_on(state: State, name: str, space: int) -> State:
    """An event that has acted lies on top of its next space, or leaves when that is beyond the end."""
    there = space + timetable(state)[name]["step"]
    return track.put(state, name, there) if there <= track.the_end(state) else track.take_off(state, name)


def rotate(state: State, space: int) -> State:
    """Everything one position on, with the ships that are there; at its last step the asteroid is lost ("Rotate")."""
    bodies = {body: _next_position(state, body) for body in state.bodies}
    lost = []
    players = []
    for seat, player in enumerate(state.players):
        if player.ship is not None and state.bodies[player.ship[0]] == player.ship[1]:
            there = bodies[player.ship[0]]
            player = replace(player, ship=None if there is None else (player.ship[0], there))
            if there is None:
                lost.append(seat)
        players.append(player)
    crashed = bodies[ASTEROID] is None and state.bodies[ASTEROID] is not None
    state = replace(state, bodies=bodies, players=tuple(players), rotations=state.rotations + 1)
    state = event(state, "rotate", time=space, rotation=state.rotations)
    if crashed:
        state = event(state, "asteroid-lost", time=space, seats=lost)
    return _moved_on(state, "rotate", space)


def _next_position(state: State, body: str) -> int | None:
    index, positions = state.bodies[body], len(state.box["bodies"][body]["positions"])
    if body != ASTEROID:
        assert index is not None
        return (index + 1) % positions
    return None if index is None or index + 1 == positions else index + 1


def step_price(state: State, price: int | None, by: int) -> int | None:
    """The price some spaces along the printed column, which it does not leave."""
    if price is None:
        return None
    printed: list[int] = state.box["prices"]
    return printed[advance(printed.index(price), by, len(printed))]


def prices(state: State, space: int) -> State:
    """Every DEMAND one up, every SUPPLY one down ("Prices")."""
    planets = {
        name: replace(
            planet,
            demand_price=step_price(state, planet.demand_price, 1),
            supply_price=step_price(state, planet.supply_price, -1),
        )
        for name, planet in state.planets.items()
    }
    shown = {name: (planet.demand_price, planet.supply_price) for name, planet in planets.items()}
    state = event(replace(state, planets=planets), "prices", time=space, prices=shown)
    return _moved_on(state, "prices", space)


def elect(state: State, space: int) -> State:
    """Every parliament sends its councilors ("Elect"; how many and whose: `parliament.elected`)."""
    won = elected(state)
    state = replace(
        state,
        elections=state.elections + 1,
        players=tuple(
            replace(player, councilors=player.councilors + won[seat]) for seat, player in enumerate(state.players)
        ),
    )
    won = {seat: councilors for seat, councilors in won.items() if councilors}
    state = event(state, "elect", time=space, election=state.elections, won=won)
    return _moved_on(state, "elect", space)


def the_end(state: State, space: int) -> State:
    """The game is over ("The End")."""
    state = replace(state, phase="end", active=None, done=())
    return event(state, THE_END, time=space, winners=next(iter(ranking(state)), []))


_ACT = {"rotate": rotate, "prices": prices, "elect": elect, THE_END: the_end}
