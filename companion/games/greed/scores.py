"""Points and winners, and how every player has ended, line by line."""

from companion.games.common import Line, Outcome, Step, places
from companion.games.greed.box import card
from companion.games.greed.names import symbol_name
from companion.games.greed.state import State, Symbol, cash
from companion.words import N_


def points(state: State, seat: int) -> int | None:
    """The status points of a player; None while the box does not know one of the cards."""
    known = [_worth(state, symbol) for symbol in state.symbols[seat]]
    return None if None in known else sum(worth or 0 for worth in known)


def _worth(state: State, symbol: Symbol) -> int | None:
    worth: int | None = card(state.box, "status", symbol.colour, "cards", symbol.card).get("points")
    return worth


def winners(state: State) -> list[int]:
    """Most status points, then most private cash, then shared; nobody before the end or while points are unknown."""
    seats = range(len(state.names))
    ranks = [(worth, state.ledger[cash(seat)]) for seat in seats if (worth := points(state, seat)) is not None]
    if state.phase != "end" or len(ranks) < len(seats):
        return []
    return [seat for seat in seats if ranks[seat] == max(ranks)]


def ending(_steps: list[Step], now: State) -> list[Outcome]:
    """The points of every status symbol; tie: the private cash."""
    if now.phase != "end":
        return []
    totals = {seat: points(now, seat) for seat in range(len(now.names))}
    ranks = {seat: (total, now.ledger[cash(seat)]) for seat, total in totals.items() if total is not None}
    place = places(ranks) if len(ranks) == len(totals) else {}
    return [
        Outcome(
            seat=seat,
            place=place.get(seat),
            lines=tuple(_line(now, symbol) for symbol in now.symbols[seat]),
            total=total,
            remark=Line(N_("private cash: {amount}"), {"amount": now.ledger[cash(seat)]}),
        )
        for seat, total in totals.items()
    ]


def _line(now: State, symbol: Symbol) -> tuple[Line, int | None]:
    printed = card(now.box, "status", symbol.colour, "cards", symbol.card)
    return symbol_name(symbol.colour, symbol.card), printed.get("points")
