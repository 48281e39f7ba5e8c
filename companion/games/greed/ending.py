"""How a game of Greed, Incorporated has ended, line by line."""

from companion.games.common import Line, Standing, Step, places
from companion.games.greed.box import card
from companion.games.greed.state import State, Symbol, cash, points
from companion.words import N_


def ending(_steps: list[Step], now: State) -> list[Standing]:
    """The points of every status symbol; tie: the private cash."""
    if now.phase != "end":
        return []
    totals = {seat: points(now, seat) for seat in range(len(now.names))}
    ranks = {seat: (total, now.ledger[cash(seat)]) for seat, total in totals.items() if total is not None}
    place = places(ranks) if len(ranks) == len(totals) else {}
    return [
        Standing(
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
    template = N_("gold {card}") if symbol.colour == "gold" else N_("silver {card}")
    return Line(template, {"card": symbol.card}), printed.get("points")
