"""What the screens tell a player of Ponzi Scheme beyond the snapshot: who can pay what, and what a move would do."""

from fractions import Fraction
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from companion.games.common import Sight, with_item
from companion.games.ponzi_scheme.interest import owed, owing
from companion.games.ponzi_scheme.state import State, cash, fund, tracked
from companion.games.ponzi_scheme.wheels import CRASH_TURN, schedule

TURNS_AHEAD = 12


class Outlook(Struct, frozen=True):
    """What a seat owes next, and how long its money lasts if nothing else happens.

    ``due`` falls after ``turns`` turns (0: now; None: nothing in sight), ``if_crash`` after the next turn should the
    market crash. The seat holds ``least`` to ``most``. ``doubt`` is the first turn whose payment it may not be able to
    make, ``broke`` the first that it certainly cannot; None: not among the coming twelve.
    """

    turns: int | None
    due: int
    if_crash: int
    least: int
    most: int
    doubt: int | None
    broke: int | None


def holds(state: State, seat: int, sight: Sight) -> tuple[int, int]:
    """The least and the most that a seat holds, as far as ``sight`` knows."""
    if tracked(state) and sight.sees(seat):
        held = state.ledger[cash(seat)]
        return held, held
    return state.bounds.of(seat)


def outlook(state: State, seat: int, sight: Sight) -> Outlook:
    """The next payment of a seat and how long its money lasts, as far as ``sight`` knows."""
    least, most = holds(state, seat, sight)
    now = owed(state, seat) if seat in owing(state) else 0
    totals = [now, *coming_totals(state, seat)]
    together = list(accumulate(totals))
    turns = next((turn for turn, total in enumerate(totals) if total), None)
    return Outlook(
        turns=turns,
        due=0 if turns is None else totals[turns],
        if_crash=coming_totals(state, seat, crash=True)[0],
        least=least,
        most=most,
        doubt=next((turn for turn, total in enumerate(together) if total > least), None),
        broke=next((turn for turn, total in enumerate(together) if total > most), None),
    )


def coming(state: State, seat: int, *, crash: bool = False) -> list[dict[int, int]]:
    """The interest by card after each of the coming twelve turns; ``crash``: the first one is by two spaces."""
    return schedule(state, seat, TURNS_AHEAD, CRASH_TURN if crash else 1)


def coming_totals(state: State, seat: int, *, crash: bool = False) -> list[int]:
    """The interest due after each of the coming twelve turns."""
    return [sum(cards.values()) for cards in coming(state, seat, crash=crash)]


def with_card(state: State, seat: int, value: int) -> State:
    """The table as it would be if a seat had taken a card: its wheel, and nothing else."""
    wheel = {**state.wheels[seat], value: fund(state, value)["period"]}
    return replace(state, wheels=with_item(state.wheels, seat, wheel))


def rate(state: State, value: int) -> Fraction:
    """What a card costs a turn."""
    card = fund(state, value)
    return Fraction(card["interest"], card["period"])


def wheel_rate(state: State, seat: int) -> Fraction:
    """What all cards of a seat cost a turn."""
    return sum((rate(state, value) for value in state.wheels[seat]), Fraction())


def tile_points(owned: int, more: int) -> int:
    """By how many points a player changes who has ``owned`` tiles of a kind and gets ``more``.

    >>> tile_points(2, 1), tile_points(2, -1)
    (3, -2)
    """
    after = owned + more
    return (after * (after + 1) - owned * (owned + 1)) // 2


def lasting(state: State, seat: int, money: int) -> int | None:
    """The turn at which so much money is too little for all interest until then; None within the coming twelve."""
    together = accumulate(coming_totals(state, seat))
    return next((turn for turn, total in enumerate(together, 1) if total > money), None)
