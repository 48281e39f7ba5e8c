"""How a turn ends: travel, retire, or run out of time ("Viaggiare", "Ritirarsi", "Pressione del tempo")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import event, seat_of
from companion.games.plutocracy import events, track, turns
from companion.games.plutocracy.actions import Overtime, Retire, Travel
from companion.games.plutocracy.checks import acting
from companion.games.plutocracy.sky import Position
from companion.games.plutocracy.state import State, body_name, with_player
from companion.words import N_

# (6a) Viaggiare


def travel(state: State, move: Travel) -> State:
    """Fly to another position of a body; the time disc moves by the hexes and the landing, or by more if liked.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``no-ship``, ``no-such-position``,
    ``already-there``, ``too-fast``, ``past-the-end``.
    """
    seat = acting(state, move.player)
    least = _least_time(state, seat, move)
    time = least if move.time is None else move.time
    if time < least and not state.forced:
        raise RuleError(
            "too-fast",
            N_("{player} cannot reach {body} in {asked}; the shortest way takes {allowed}."),
            player=move.player,
            body=body_name(state, move.to[0]),
            asked=time,
            allowed=least,
        )
    space = track.disc(state, seat)
    if space + time > track.limit(state, seat):
        raise RuleError(
            "past-the-end",
            N_("{player} would need {asked} units of time and has {allowed} left."),
            player=move.player,
            asked=time,
            allowed=track.limit(state, seat) - space,
        )
    return events.run(track.put(with_player(state, seat, ship=move.to), seat, space + time))


def _least_time(state: State, seat: int, move: Travel) -> int:
    ship = state.players[seat].ship
    if ship is None:
        raise RuleError("no-ship", N_("{player} has no ship any more and can only retire."), player=move.player)
    if move.to not in state.sky.places:
        body, index = move.to
        raise RuleError(
            "no-such-position", N_("There is no position {index} of “{body}”."), body=body[:40], index=index
        )
    if move.to == ship:
        raise RuleError("already-there", N_("{player} is there already."), player=move.player)
    return shortest(state, ship, move.to)


def shortest(state: State, start: Position, end: Position) -> int:
    """The units of time that the shortest way between two positions takes."""
    return state.sky.hexes(start, end) + state.box["landing"]


# (6b) Ritirarsi


def retire(state: State, move: Retire) -> State:
    """Take the ship off the map; what the player has stays, and the disc shows the time used.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``.
    """
    seat = acting(state, move.player)
    return events.run(with_player(state, seat, ship=None, retired=True))


# Pressione del tempo


def overtime(state: State, move: Overtime) -> State:
    """An overrun of the turn's clock: the own THE END one back, and out of the game when it meets the own disc.

    Where its turn was taken back it is charged all the same, also while the ships are placed anew: time that has
    passed has passed.
    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``no-time-pressure``.
    """
    taken_back = state.forced and state.phase != "end"
    seat = seat_of(state, move.player) if taken_back else acting(state, move.player)
    own_end = state.players[seat].own_end
    if not state.options["time_pressure"] or own_end is None:
        raise RuleError("no-time-pressure", N_("{player} plays without a clock."), player=move.player)
    own_end = max(0, own_end - 1)
    state = with_player(state, seat, own_end=own_end)
    if own_end > (track.space_of(state, seat) or 0):
        return state
    return turns.settle(event(remove(state, seat), "removed", seat=seat))


def remove(state: State, seat: int) -> State:
    """Take all that is a player's off the boards; the player is not counted any more ("Chiarimenti regole")."""
    planets = {
        name: replace(planet, seats=tuple(None if holder == seat else holder for holder in planet.seats))
        for name, planet in state.planets.items()
    }
    societies = {
        name: tuple(member for member in members if member != seat) for name, members in state.societies.items()
    }
    state = replace(track.take_off(state, seat), planets=planets, societies=societies)
    return with_player(state, seat, ship=None, removed=True, councilors=0)
