"""Points and winners, and how every player has ended, line by line ("Fine Partita & Punteggio Finale")."""

from collections.abc import Iterator

from companion.games.common import Line, Outcome, Step, places
from companion.games.ponzi_scheme.checks import industry_name
from companion.games.ponzi_scheme.state import State, cash, tracked
from companion.words import N_


def survivors(state: State) -> list[int]:
    """The seats that are not bankrupt."""
    return [seat for seat in range(len(state.names)) if seat not in state.bankrupt]


def scores(state: State) -> dict[int, int]:
    """The points of each survivor once the game has ended.

    A kind of which somebody owns n tiles gives 1 + 2 + … + n points. To these come the points for money or, in the
    advanced game, for luxuries.
    """
    if state.phase != "end":
        return {}
    return {
        seat: sum(count * (count + 1) // 2 for count in state.tiles[seat].values()) + riches(state, seat)
        for seat in survivors(state)
    }


def winners(state: State) -> list[int]:
    """Who has most points; tie: whose highest card on the own wheel is the higher one. Nobody if all are bankrupt."""
    ranked = {seat: (points, max(state.wheels[seat], default=0)) for seat, points in scores(state).items()}
    best = max(ranked.values(), default=None)
    return [seat for seat, rank in ranked.items() if rank == best]


def wealth_points(state: State, amount: int) -> int:
    """What so much money is worth at the end."""
    return max((points for least, points in _wealth(state) if amount >= least), default=0)


def shown_by_points(state: State, amount: int) -> tuple[int | None, int | None]:
    """The least and the most money that give the same points as ``amount``; None where there is no such end."""
    return (
        max((least for least in levels(state) if least <= amount), default=None),
        min((least - 1 for least in levels(state) if least > amount), default=None),
    )


def levels(state: State) -> list[int]:
    """The amounts from which on money gives other points."""
    return [least for least, _ in _wealth(state)]


def riches(state: State, seat: int) -> int:
    """The points for luxuries in the advanced game, else for money."""
    if state.options["advanced"]:
        return sum(state.box["luxuries"][str(price)] for price in state.luxuries[seat])
    return wealth_points(state, state.ledger[cash(seat)] if tracked(state) else state.told[seat] or 0)


def _wealth(state: State) -> list[tuple[int, int]]:
    return [(int(least), points) for least, points in state.box["wealth"].items()]


def ending(_steps: list[Step], now: State) -> list[Outcome]:
    """The tiles of each industry, and the points for money or luxuries; tie: the highest card on the own wheel."""
    if now.phase != "end":
        return []
    totals = scores(now)
    highest = {seat: max(now.wheels[seat], default=0) for seat in totals}
    place = places({seat: (total, highest[seat]) for seat, total in totals.items()})
    return [
        Outcome(
            seat=seat,
            place=place[seat],
            lines=tuple(_lines(now, seat)),
            total=totals[seat],
            remark=Line(N_("highest card: {fund}"), {"fund": highest[seat]}),
        )
        if seat in totals
        else Outcome(seat=seat, place=None, lines=(), total=None, remark=Line(N_("bankrupt")))
        for seat in range(len(now.names))
    ]


def _lines(now: State, seat: int) -> Iterator[tuple[Line, int]]:
    for industry, count in now.tiles[seat].items():
        if count:
            said = {"industry": industry_name(now, industry), "count": count}
            yield Line(N_("{count} × {industry}"), said), count * (count + 1) // 2
    yield Line(N_("luxuries") if now.options["advanced"] else N_("money")), riches(now, seat)
