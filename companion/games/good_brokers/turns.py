"""Whose turn it is, who is next, and what happens when a turn, a round or the game ends."""

from msgspec.structs import replace

from companion.games.common import check_ahead, clockwise, event, with_item
from companion.games.good_brokers.scores import outcome
from companion.games.good_brokers.state import ROUNDS, TURNS, State, cash, client_money, gone, value_of
from companion.ledger import BANK


def active(state: State) -> tuple[int, ...]:
    """The seats that are to act."""
    return () if state.active is None else (state.active,)


def lap(state: State) -> int:
    """The turn, counted through both rounds."""
    return (state.round - 1) * TURNS + state.turn


def rack_of(state: State, seat: int, side: str) -> int:
    """The index of the rack at the ``left`` or ``right`` of a seat: rack i lies between seats i and i + 1."""
    return seat if side == "left" else (seat - 1) % len(state.names)


def finds_card(state: State, seat: int) -> bool:
    """Whether a rack beside a seat has a card; after the first card only the other rack counts."""
    sides = [side for side in ("left", "right") if side != state.rack_used]
    return any(state.racks[rack_of(state, seat, side)] for side in sides)


def next_trader(state: State, seat: int | None) -> State:
    """The next present player's trade turn, or the manipulation when all have traded. None = the turn begins."""
    order = [other for other in clockwise(state, state.first) if other not in gone(state)]
    later = order if seat is None else _after(state, order, seat)
    if later:
        return replace(state, phase="trade", active=later[0], traded=False, placed=False, rack_used=None)
    return next_manipulator(replace(state, phase="manipulate", traded=False, placed=False), None)


def next_manipulator(state: State, seat: int | None) -> State:
    """The next present player who finds a card, or the end of the turn when all have played."""
    state = replace(state, rack_used=None)
    order = [other for other in clockwise(state, state.first) if other not in gone(state)]
    for other in order if seat is None else _after(state, order, seat):
        if finds_card(state, other):
            return replace(state, active=other)
    return _end_of_turn(state)


def _after(state: State, order: list[int], seat: int) -> list[int]:
    """Those of ``order`` who come after ``seat`` clockwise from the first player, who need not be in it."""
    circle = clockwise(state, state.first)
    return [other for other in order if circle.index(other) > circle.index(seat)]


def _end_of_turn(state: State) -> State:
    """The marker passes to the left; after the fourth turn the clients are paid."""
    if state.turn < TURNS:
        return next_trader(replace(state, turn=state.turn + 1, first=_left_of(state, state.first)), None)
    last = state.round == ROUNDS
    state = _end_of_round(state)
    return _end_of_game(state) if last else next_trader(state, None)


def _end_of_round(state: State) -> State:
    """The clients are paid; but for the last round the racks are dealt anew from all cards."""
    state = event(_pay_clients(state), "round-ended", round=state.round)
    if state.round == ROUNDS:
        return state
    racks = (state.box["cards"]["per_rack"],) * len(state.names)
    return replace(state, round=state.round + 1, turn=1, first=_left_of(state, state.first), racks=racks, cards=())


def _left_of(state: State, seat: int) -> int:
    return (seat + 1) % len(state.names)


def _pay_clients(state: State) -> State:
    """Each client share pays its price to the client account and goes back to the supply ("Fine del primo round")."""
    ledger = state.ledger
    paid = {}
    for seat, clients in enumerate(state.clients):
        paid[seat] = value_of(state, clients)
        ledger = ledger.move(BANK, client_money(seat), paid[seat])
    none = dict.fromkeys(state.steps, 0)
    paid_out = replace(state, ledger=ledger, clients=(none,) * len(state.names))
    return event(paid_out, "clients-paid", paid=paid)


def _end_of_game(state: State) -> State:
    """Least client money is out; the others sell their hands; most cash wins ("Fine del gioco")."""
    ended = replace(state, phase="end", active=None)
    out, _ = outcome(ended)
    if out:
        ended = event(ended, "eliminated", seats=out)
    ledger, shares, sold = ended.ledger, ended.shares, {}
    none = dict.fromkeys(state.steps, 0)
    for seat in range(len(state.names)):
        if seat not in out:
            sold[seat] = value_of(ended, shares[seat])
            ledger = ledger.move(BANK, cash(seat), sold[seat])
            shares = with_item(shares, seat, none)
    ended = replace(ended, ledger=ledger, shares=shares)
    return event(ended, "game-ended", sold=sold, winners=outcome(ended)[1])


def settle(state: State) -> State:
    """Let the table go on when the active seat was emptied or left without a card."""
    if state.active is None:
        return state
    if state.phase == "trade":
        return next_trader(state, state.active) if state.active in gone(state) else state
    can_play = finds_card(state, state.active)
    return state if can_play and state.active not in gone(state) else next_manipulator(state, state.active)


def catch_up(here: State, then: State) -> State:
    """The table at the turn of ``then``: with its round's end, and the game's, when they were passed in between.

    Raises RuleError ``wrong-phase`` where these are past at ``here`` alone.
    """
    check_ahead((then.phase == "end", then.round), (here.phase == "end", here.round))
    if then.round > here.round and here.phase != "end":
        here = _end_of_round(here)
    if then.phase == "end" and here.phase != "end":
        return _end_of_game(_end_of_round(here))
    return replace(
        here,
        round=then.round,
        turn=then.turn,
        phase=then.phase,
        active=then.active,
        first=then.first,
        traded=then.traded,
        placed=then.placed,
        rack_used=then.rack_used,
    )
