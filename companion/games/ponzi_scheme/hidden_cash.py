"""What players say where cash is hidden ("Pagare gli Interessi", "Fine Partita")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import with_item
from companion.games.ponzi_scheme import turns
from companion.games.ponzi_scheme.actions import Bankrupt, FinalCash, PayInterest
from companion.games.ponzi_scheme.checks import in_phase
from companion.games.ponzi_scheme.interest import bankrupted, owed, owing, paid
from companion.games.ponzi_scheme.state import State, tracked
from companion.words import N_

# Pagare gli Interessi, Fine Partita: what the players say where cash is hidden


def pay_interest(state: State, move: PayInterest) -> State:
    """A player has paid what is due.

    Raises RuleError: those of `in_phase`, ``cash-is-tracked``, ``owes-nothing``, ``cannot-pay``.
    """
    seat, due = _debtor(state, move.player)
    most = state.bounds.of(seat)[1]
    if due > most:
        raise RuleError(
            "cannot-pay",
            N_("{player} owes {asked} and cannot have more than {allowed}."),
            player=move.player,
            asked=due,
            allowed=most,
        )
    return turns.settle(paid(state, seat))


def bankrupt(state: State, move: Bankrupt) -> State:
    """A player cannot pay all that is due.

    Raises RuleError: those of `in_phase`, ``cash-is-tracked``, ``owes-nothing``, ``can-pay``.
    """
    seat, due = _debtor(state, move.player)
    least = state.bounds.of(seat)[0]
    if due <= least:
        raise RuleError(
            "can-pay",
            N_("{player} owes {asked} and has at least {allowed}."),
            player=move.player,
            asked=due,
            allowed=least,
        )
    return turns.settle(bankrupted(state, seat))


def final_cash(state: State, move: FinalCash) -> State:
    """A survivor says what he holds at the end.

    Raises RuleError: those of `in_phase`, ``cash-is-tracked``, ``player-bankrupt``, ``already-told``,
    ``bad-amount``.
    """
    _hidden(state, move.player)
    seat = in_phase(state, move.player, "final_cash")
    if seat in state.bankrupt:
        raise RuleError("player-bankrupt", N_("{player} is bankrupt and has no score."), player=move.player)
    if state.told[seat] is not None:
        raise RuleError("already-told", N_("{player} has told the cash already."), player=move.player)
    least, most = state.bounds.of(seat)
    if not least <= move.amount <= most:
        raise RuleError(
            "bad-amount",
            N_("{player} tells {asked}; by all that the table saw it is {least} to {most}."),
            player=move.player,
            asked=move.amount,
            least=least,
            most=most,
        )
    bounds = state.bounds.at_least(seat, move.amount).at_most(seat, move.amount)
    return turns.settle(replace(state, told=with_item(state.told, seat, move.amount), bounds=bounds))


def _debtor(state: State, player: str) -> tuple[int, int]:
    """The seat of a player who owes interest and has not answered yet, and how much."""
    _hidden(state, player)
    seat = in_phase(state, player, "interest")
    if seat not in owing(state):
        raise RuleError("owes-nothing", N_("{player} owes no interest now."), player=player)
    return seat, owed(state, seat)


def _hidden(state: State, player: str) -> None:
    if tracked(state):
        raise RuleError(
            "cash-is-tracked", N_("The table keeps the cash itself: {player} has nothing to tell."), player=player
        )
