"""What everybody's game comes to, and who has won."""

from companion.errors import RuleError
from companion.games.common import Line, Outcome, Sight, Step, places
from companion.games.own import prices
from companion.games.own.state import TELLING_BOUNDS, About, State, own_slot
from companion.words import N_


def check_whole(state: State) -> None:
    """By older rules no game ends with a score that does not come out whole.

    Whether it ends would tell that of what players hide. Raises RuleError ``not-whole`` or another where a score cannot
    be worked out.
    """
    if state.rules <= TELLING_BOUNDS:
        for seat in range(len(state.names)):
            state.book.total.whole(About(state, seat))


def known_total(state: State, seat: int, sight: Sight) -> int | None:
    """What the box counts for a seat as things stand, rounded down.

    None where ``sight`` may not know it, or it cannot be worked out.
    """
    if state.book.total.names & state.book.secret and not (state.finished or sight.sees(seat)):
        return None
    try:
        return state.book.total.rounded(About(state, seat))
    except RuleError:
        return None


def scores(state: State) -> dict[int, int | None]:
    """Everybody's total once the game has ended."""
    if not state.finished:
        return {}
    return {seat: known_total(state, seat, Sight(everything=True)) for seat in range(len(state.names))}


def winners(state: State) -> list[int]:
    """The seats with the highest total, once the game has ended."""
    found = scores(state)
    best = max((points for points in found.values() if points is not None), default=None)
    return [seat for seat, points in found.items() if points is not None and points == best]


def ending(_steps: list[Step], state: State) -> list[Outcome]:
    """How every seat has ended: what it counts for, line by line where the box counts money and goods as they are."""
    found = scores(state)
    place = places({seat: points for seat, points in found.items() if points is not None})
    return [
        Outcome(seat=seat, place=place.get(seat), lines=_lines(state, seat, points), total=points)
        for seat, points in found.items()
    ]


def _lines(state: State, seat: int, points: int | None) -> tuple[tuple[Line, int | None], ...]:
    if state.book.total.text.replace(" ", "") != "cash+value":
        return ((Line("{formula}", {"formula": state.book.total.text}), points),)
    money = (Line(N_("cash")), state.ledger[own_slot(seat)])
    worth = prices.value(state, seat)
    return (money, (Line(N_("value of the goods")), worth)) if worth else (money,)
