"""How a game of Plutocracy has ended, line by line ("The End")."""

from companion.games.common import Line, Standing, Step
from companion.games.plutocracy import track
from companion.games.plutocracy.events import ranking
from companion.games.plutocracy.state import State
from companion.words import N_


def ending(_steps: list[Step], now: State) -> list[Standing]:
    """The councilors; tie: the distance to the own end, then less time used."""
    if now.phase != "end":
        return []
    place: dict[int, int] = {}
    for seats in ranking(now):
        place |= dict.fromkeys(seats, len(place) + 1)
    return [_standing(now, seat, place.get(seat)) for seat in range(len(now.names))]


def _standing(now: State, seat: int, place: int | None) -> Standing:
    player = now.players[seat]
    if player.removed:
        return Standing(seat=seat, place=None, lines=(), total=None, remark=Line(N_("out, without time")))
    remark = Line(N_("time used: {time}"), {"time": track.disc(now, seat)})
    lines = ((Line(N_("councilors")), player.councilors),)
    return Standing(seat=seat, place=place, lines=lines, total=player.councilors, remark=remark)
