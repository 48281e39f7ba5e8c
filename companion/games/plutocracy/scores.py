"""Places, and how every player has ended, line by line ("The End")."""

from collections.abc import Iterable

from companion.games.common import Line, Outcome, Step
from companion.games.plutocracy import track
from companion.games.plutocracy.state import Player, State
from companion.words import N_


def ranking(state: State) -> list[list[int]]:
    """The seats by place, those who share one together; nobody before the end, and never who was removed.

    Most councilors; tie: with a variant the greatest distance from the disc to the own THE END, then less time used.
    """
    if state.phase != "end":
        return []
    standing = {seat: _rank(state, seat, player) for seat, player in _counted(state)}
    places = sorted(set(standing.values()), reverse=True)
    return [[seat for seat in standing if standing[seat] == place] for place in places]


def _counted(state: State) -> Iterable[tuple[int, Player]]:
    return ((seat, player) for seat, player in enumerate(state.players) if not player.removed)


def _rank(state: State, seat: int, player: Player) -> tuple[int, int, int]:
    used = track.disc(state, seat)
    return player.councilors, 0 if player.own_end is None else player.own_end - used, -used


def ending(_steps: list[Step], now: State) -> list[Outcome]:
    """The councilors; tie: the distance to the own end, then less time used."""
    if now.phase != "end":
        return []
    place: dict[int, int] = {}
    for seats in ranking(now):
        place |= dict.fromkeys(seats, len(place) + 1)
    return [_standing(now, seat, place.get(seat)) for seat in range(len(now.names))]


def _standing(now: State, seat: int, place: int | None) -> Outcome:
    player = now.players[seat]
    if player.removed:
        return Outcome(seat=seat, place=None, lines=(), total=None, remark=Line(N_("out, without time")))
    remark = Line(N_("time used: {time}"), {"time": track.disc(now, seat)})
    lines = ((Line(N_("councilors")), player.councilors),)
    return Outcome(seat=seat, place=place, lines=lines, total=player.councilors, remark=remark)
