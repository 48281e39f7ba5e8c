"""Paying interest ("Pagare gli Interessi"): who owes, who has paid, who is bankrupt."""

from msgspec.structs import replace

from companion.games.common import event
from companion.games.ponzi_scheme.state import State, cash, pay
from companion.games.ponzi_scheme.wheels import on_arrow, put_back


def owed(state: State, seat: int) -> int:
    """The interest that a seat has to pay now."""
    return sum(on_arrow(state, seat).values())


def owing(state: State) -> list[int]:
    """The seats that have to pay and have not answered yet."""
    if state.phase != "interest":
        return []
    return [seat for seat in range(len(state.names)) if seat not in state.bankrupt and owed(state, seat)]


def paid(state: State, seat: int) -> State:
    """A seat has paid all that it owes; its cards go back to their period."""
    cards = on_arrow(state, seat)
    amount = sum(cards.values())
    wheels = (*state.wheels[:seat], put_back(state, seat), *state.wheels[seat + 1 :])
    state = replace(state, ledger=pay(state, seat, amount), wheels=wheels, bounds=state.bounds.paid(seat, amount))
    return event(state, "interest-paid", seat=seat, cards=cards)


def bankrupted(state: State, seat: int) -> State:
    """A seat cannot pay all that it owes, and so pays nothing."""
    due = owed(state, seat)
    bankrupt = tuple(sorted((*state.bankrupt, seat)))
    state = replace(state, bankrupt=bankrupt, bounds=state.bounds.at_most(seat, due - 1))
    return event(state, "went-bankrupt", seat=seat, due=due)


def collect(state: State) -> State:
    """Everybody pays at the same moment; the table knows who can."""
    for seat in owing(state):
        state = paid(state, seat) if state.ledger[cash(seat)] >= owed(state, seat) else bankrupted(state, seat)
    return state
