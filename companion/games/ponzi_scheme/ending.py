"""How a game of Ponzi Scheme has ended, line by line."""

from collections.abc import Iterator

from companion.games.common import Line, Standing, Step, places
from companion.games.ponzi_scheme.checks import industry_name
from companion.games.ponzi_scheme.scores import riches, scores
from companion.games.ponzi_scheme.state import State
from companion.words import N_


def ending(_steps: list[Step], now: State) -> list[Standing]:
    """The tiles of each industry, and the points for money or luxuries; tie: the highest card on the own wheel."""
    if now.phase != "end":
        return []
    totals = scores(now)
    highest = {seat: max(now.wheels[seat], default=0) for seat in totals}
    place = places({seat: (total, highest[seat]) for seat, total in totals.items()})
    return [
        Standing(
            seat=seat,
            place=place[seat],
            lines=tuple(_lines(now, seat)),
            total=totals[seat],
            remark=Line(N_("highest card: {fund}"), {"fund": highest[seat]}),
        )
        if seat in totals
        else Standing(seat=seat, place=None, lines=(), total=None, remark=Line(N_("bankrupt")))
        for seat in range(len(now.names))
    ]


def _lines(now: State, seat: int) -> Iterator[tuple[Line, int]]:
    for industry, count in now.tiles[seat].items():
        if count:
            said = {"industry": industry_name(now, industry), "count": count}
            yield Line(N_("{count} × {industry}"), said), count * (count + 1) // 2
    yield Line(N_("luxuries") if now.options["advanced"] else N_("money")), riches(now, seat)
