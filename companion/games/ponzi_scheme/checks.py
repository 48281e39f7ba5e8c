"""What rules ask before anything else: who may act now, and whether what he names exists."""

from companion.errors import RuleError
from companion.games.common import game_over, not_your_turn, seat_of
from companion.games.ponzi_scheme.market import awaiting_reveal
from companion.games.ponzi_scheme.state import OVER, State
from companion.words import N_, Word


def acting(state: State, player: str, *phases: str) -> int:
    """The seat of a player who is to act in one of these phases.

    Raises RuleError: ``unknown-player``, ``game-over``, ``reveal-first``, ``wrong-phase``, ``not-your-turn``,
    ``offer-open``.
    """
    seat = in_phase(state, player, *phases)
    if state.offer is not None and seat == state.offer.to:
        raise RuleError("offer-open", N_("{player} has to accept the offer or to counter it."), player=player)
    _turn_of(state, seat, state.active if state.offer is None else state.offer.to)
    return seat


def answering(state: State, player: str) -> int:
    """The seat of the player who has to answer the open offer.

    Raises RuleError: ``unknown-player``, ``game-over``, ``reveal-first``, ``wrong-phase``, ``no-offer``,
    ``not-your-turn``.
    """
    seat = in_phase(state, player, "trade")
    if state.offer is None:
        raise RuleError("no-offer", N_("Nobody has made {player} an offer."), player=player)
    _turn_of(state, seat, state.offer.to)
    return seat


def in_phase(state: State, player: str, *phases: str) -> int:
    """The seat of a player, where one of these phases is on and no card is waited for.

    Raises RuleError: ``unknown-player``, ``game-over``, ``reveal-first``, ``wrong-phase``.
    """
    seat = seat_of(state, player)
    if state.phase in phases and (state.forced or not awaiting_reveal(state)):
        return seat
    if state.phase in OVER:
        game_over()
    wanted = awaiting_reveal(state)
    if wanted:
        raise RuleError(
            "reveal-first",
            N_("{player} has to wait: first the market is refilled; cards to be drawn: {wanted}."),
            player=player,
            wanted=wanted,
        )
    raise RuleError("wrong-phase", N_("{player} cannot do that in this phase of the round."), player=player)


def known_industry(state: State, industry: str) -> None:
    """Raises RuleError ``unknown-industry``."""
    if industry not in state.made:
        raise RuleError("unknown-industry", N_("There is no industry “{industry}”."), industry=industry[:40])


def industry_name(state: State, industry: str) -> Word:
    """The printed name of an industry."""
    return Word(state.box["industries"][industry]["name"])


def _turn_of(state: State, seat: int, active: int | None) -> None:
    if seat != active:
        not_your_turn(state, state.names[seat], [] if active is None else [active])
