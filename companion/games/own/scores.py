"""What everybody's game comes to, and who has won."""

from math import floor

from companion.errors import RuleError
from companion.games.common import Line, Outcome, Sight, Step, places
from companion.games.own import prices
from companion.games.own.formulas import Number
from companion.games.own.state import TELLING_BOUNDS, About, State, own_slot
from companion.words import N_


def check_whole(state: State) -> None:
    """No game ends with a score that does not come out whole, but where whether it ends would tell what players hide.

    By older rules none did. Raises RuleError ``not-whole`` or another where a score cannot be worked out.
    """
    if state.rules <= TELLING_BOUNDS or not _counts_hidden(state):
        for seat in range(len(state.names)):
            state.book.total.whole(About(state, seat))


def known_total(state: State, seat: int, sight: Sight) -> int | None:
    """What the box counts for a seat as things stand, rounded down.

    None where ``sight`` may not know it, or it cannot be worked out.
    """
    if not knows_total(state, seat, sight):
        return None
    exact = _exact(state, seat)
    return None if exact is None else floor(exact)


def knows_total(state: State, seat: int, sight: Sight) -> bool:
    """Whether ``sight`` may know what the box counts for a seat: only the owner, of hidden money."""
    return not _counts_hidden(state) or state.finished or sight.sees(seat)


def _counts_hidden(state: State) -> bool:
    return bool(state.book.total.names & state.book.secret)


def _exact(state: State, seat: int) -> Number | None:
    total, about = state.book.total, About(state, seat)
    try:
        return total.exact(about) if _counts_hidden(state) else total.whole(about)
    except RuleError:
        return None


def scores(state: State) -> dict[int, int | None]:
    """Everybody's total once the game has ended."""
    if not state.finished:
        return {}
    return {seat: known_total(state, seat, Sight(everything=True)) for seat in range(len(state.names))}


def winners(state: State) -> list[int]:
    """The seats with the highest total, once the game has ended."""
    return [seat for seat, place in _places(state).items() if place == 1]


def _places(state: State) -> dict[int, int]:
    """The place of every seat that has a total, before it is rounded."""
    if not state.finished:
        return {}
    found = {seat: _exact(state, seat) for seat in range(len(state.names))}
    return places({seat: exact for seat, exact in found.items() if exact is not None})


def ending(_steps: list[Step], state: State) -> list[Outcome]:
    """How every seat has ended: what it counts for, line by line where the box counts money and goods as they are."""
    place = _places(state)
    return [
        Outcome(seat=seat, place=place.get(seat), lines=_lines(state, seat, points), total=points)
        for seat, points in scores(state).items()
    ]


def _lines(state: State, seat: int, points: int | None) -> tuple[tuple[Line, int | None], ...]:
    if state.book.total.text.replace(" ", "") != "cash+value":
        return ((Line("{formula}", {"formula": state.book.total.text}), points),)
    money = (Line(N_("cash")), state.ledger[own_slot(seat)])
    worth = prices.value(state, seat)
    return (money, (Line(N_("value of the goods")), worth)) if worth else (money,)
