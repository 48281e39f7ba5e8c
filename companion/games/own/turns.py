"""Whose turn it is, the next phase, the next round, and the end."""

from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import check_ahead, check_laps, clockwise, event, present, seat_of
from companion.games.own import bidding
from companion.games.own.actions import EndPhase, EndTurn, Finish, Press
from companion.games.own.book import NO_TURNS
from companion.games.own.checks import acting, going_on, no_auction
from companion.games.own.dues import fall_due
from companion.games.own.scores import check_whole, scores, winners
from companion.games.own.state import OLD_SALES, TELLING_END, Sale, State, ends_after, phase_name
from companion.words import N_


def for_banker(state: State, move: Any) -> bool:
    """Whether the banker alone does ``move``: a button that the box keeps for him."""
    button = state.book.buttons.get(move.button) if isinstance(move, Press) else None
    return button is not None and button.who == "banker"


def moment(state: State) -> tuple[int, int]:
    """The phase, and which auction is the last that was opened."""
    return state.stage, state.sales


def active(state: State) -> tuple[int, ...]:
    """The seats that are to act: everybody in a phase without turns."""
    if state.finished:
        return ()
    if state.sale is not None:
        return bidding.asked(state)
    return tuple(present(state)) if state.turn is None else (state.turn,)


def end_turn(state: State, move: EndTurn) -> State:
    """The turn ends, with what is due of it; then it is the next one's, round and round until the phase ends.

    Raises RuleError: ``unknown-player``, ``game-over``, ``wrong-phase`` (nobody has a turn in it), ``not-your-turn``,
    ``auction-open``, and what a due runs into.
    """
    seat = acting(state, move.player)
    if state.turn is None and not state.forced:
        raise RuleError(
            "wrong-phase", N_("{player} has no turn to end: in this phase nobody has one."), player=move.player
        )
    no_auction(state)
    return _pass_on(fall_due(state, "turn", seat))


def end_phase(state: State, move: EndPhase) -> State:
    """The next phase or, after the last one, the next round; first what is due at its end.

    Anybody says so, whoever's turn it is: it is the table that has come to the end. Raises RuleError:
    ``unknown-player``, ``game-over``, ``auction-open``, and what a due runs into (``not-enough-money`` and others).
    """
    seat_of(state, move.player)
    going_on(state)
    no_auction(state)
    return _next_phase(state)


def finish(state: State, _move: Finish) -> State:
    """The end of the game; not in an auction, since it would open what is bid and could be undone.

    Raises RuleError: ``game-over``, ``auction-open``, and ``not-whole`` where a score cannot be worked out.
    """
    going_on(state)
    if state.rules > TELLING_END:
        no_auction(state)
    return _ended(state)


def _pass_on(state: State) -> State:
    """The turn passes to the next one who is there."""
    if state.turn is None:
        return state
    at = state.order.index(state.turn)
    circle = (*state.order[at + 1 :], *state.order[: at + 1])
    return replace(state, turn=next((seat for seat in circle if seat not in state.away), state.turn))


def _next_phase(state: State) -> State:
    phase = phase_name(state)
    if phase is not None:
        state = fall_due(state, phase)
    if state.stage + 1 < len(state.book.phases):
        return _begun(replace(state, stage=state.stage + 1))
    return _next_round(fall_due(state, "round"))


def _next_round(state: State) -> State:
    if ends_after(state, state.round):
        return _ended(state)
    state = event(state, "round-ended", round=state.round)
    return _begun(replace(state, round=state.round + 1, stage=0, first=_first(state)))


def _begun(state: State) -> State:
    state = begin_phase(state)
    return event(state, "phase-begun", phase=phase_name(state), turn=state.turn) if phase_name(state) else state


def _first(state: State) -> int:
    """Who begins the next round."""
    how = state.book.first
    seats = len(state.names)
    circle = [(state.first + step) % seats for step in range(seats)]
    there = [seat for seat in circle if seat in present(state)]
    if how == "next":
        return next((seat for seat in circle[1:] if seat in there), state.first)
    if how in ("same", "by hand"):
        return there[0]
    return ranked(state, how, there)[0]


def begin_phase(state: State) -> State:
    """The turn order of a phase, and whose turn it is first; nobody's where it has no turns."""
    how = state.book.turns[state.stage]
    order = clockwise(state, state.first)
    if how.startswith(("most ", "least ")):
        order = ranked(state, how, order)
    first = None if how == NO_TURNS else next(seat for seat in order if seat in present(state))
    return replace(state, order=tuple(order), turn=first)


def ranked(state: State, how: str, order: list[int]) -> list[int]:
    """Seats by who has most or least of something ("most cash"); those who have the same stay in order."""
    which, _, name = how.partition(" ")
    sign = -1 if which == "most" else 1
    return sorted(order, key=lambda seat: sign * _has(state, seat, name))


def _has(state: State, seat: int, name: str) -> int:
    if name in state.book.slots:
        return state.ledger[f"player:{seat}:{name}"]
    return sum(state.goods[seat][good] for good in state.book.groups.get(name, (name,)))


def _ended(state: State) -> State:
    check_whole(state)
    state = replace(state, finished=True, turn=None, sale=None)
    return event(state, "game-ended", scores=scores(state), winners=winners(state))


def settle(state: State) -> State:
    """Let the table go on when a seat was emptied or a value put right."""
    if state.finished:
        return replace(state, turn=None, sale=None)
    if state.sale is not None:
        state = bidding.go_on(bidding.without_the_gone(state))
    if state.book.turns[state.stage] == NO_TURNS:
        return state if state.turn is None else replace(state, turn=None)
    if state.turn is None:
        state = replace(state, turn=state.order[0])
    return _pass_on(state) if state.turn in state.away else state


def catch_up(here: State, then: State) -> State:
    """The table at the turn of ``then``, with what fell due until there. Raises RuleError where that is impossible."""
    stage = min(then.stage, len(here.book.phases) - 1)
    check_ahead((then.finished, then.round, stage), (here.finished, here.round, here.stage))
    if not here.finished:
        check_laps((_goal(here, then) - here.round) * len(here.book.phases))
    forced = here.forced
    here = replace(here, forced=True)
    while not here.finished and (here.round, here.stage) < (then.round, stage):
        here = _next_phase(here)
    if then.finished:
        return replace(here if here.finished else _ended(here), forced=forced)
    return settle(
        replace(
            here,
            forced=forced,
            finished=False,
            round=then.round,
            stage=stage,
            first=then.first,
            order=then.order,
            turn=then.turn,
            sale=_sale(here, then),
        )
    )


def _goal(here: State, then: State) -> int:
    """The round up to which ``here`` goes on to come to that of ``then``: its own last one ends the game."""
    last = here.book.last
    return then.round if last is None or here.round > last else min(then.round, last)


def _sale(here: State, then: State) -> Sale | None:
    """The auction that is on, as it is ``here``; in an open one it is the turn of ``then``."""
    sale, old = here.sale, then.sale
    if sale is None or old is None or sale.number != old.number:
        return sale
    if here.rules <= OLD_SALES:
        return old
    if sale.outcry is None or old.outcry is None:
        return sale
    turn = old.outcry.turn
    can_bid = turn in sale.outcry.bidders and turn != sale.outcry.leader
    return replace(sale, outcry=replace(sale.outcry, turn=turn)) if can_bid else sale
