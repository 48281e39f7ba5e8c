"""Who is out and who has won, and how every player has ended, line by line ("Fine del gioco")."""

from companion.games.common import Line, Outcome, Step, places
from companion.games.good_brokers.state import State, cash, client_money
from companion.words import N_


def outcome(state: State) -> tuple[list[int], list[int]]:
    """Who is eliminated and who has won ("Fine del gioco"); nobody before the end.

    Least client money is out, with all who tie for it. Of the others most cash wins; tie: more client money; then
    shared.
    """
    if state.phase != "end":
        return [], []
    seats = range(len(state.names))
    earned = [state.ledger[client_money(seat)] for seat in seats]
    out = [seat for seat in seats if earned[seat] == min(earned)]
    if len(out) == len(seats) and not state.options["all_tied_least_out"]:
        out = []
    ranked = [(state.ledger[cash(seat)], earned[seat]) for seat in seats if seat not in out]
    best = max(ranked, default=None)
    return out, [seat for seat in seats if seat not in out and (state.ledger[cash(seat)], earned[seat]) == best]


def ending(steps: list[Step], now: State) -> list[Outcome]:
    """Cash and what the shares in hand brought; who has least client money is out."""
    if now.phase != "end":
        return []
    out, _ = outcome(now)
    sold: dict[int, int] = next(
        (event.fields["sold"] for step in reversed(steps) for event in step.after.events if event.kind == "game-ended"),
        {},
    )
    money = {seat: now.ledger[cash(seat)] for seat in range(len(now.names))}
    earned = {seat: now.ledger[client_money(seat)] for seat in money}
    place = places({seat: (money[seat], earned[seat]) for seat in money if seat not in out})
    return [
        Outcome(
            seat=seat,
            place=place.get(seat),
            lines=(
                (Line(N_("cash")), total - sold.get(seat, 0)),
                *(((Line(N_("shares in hand, sold")), sold[seat]),) if seat in sold else ()),
            ),
            total=total,
            remark=_remark(earned[seat], out=seat in out),
        )
        for seat, total in money.items()
    ]


def _remark(earned: int, *, out: bool) -> Line:
    if out:
        return Line(N_("out, with the least client money: {amount}"), {"amount": earned})
    return Line(N_("client money: {amount}"), {"amount": earned})
