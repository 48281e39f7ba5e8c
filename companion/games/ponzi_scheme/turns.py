"""The order of play: whose turn it is and comes next, which phase, and what happens with nobody's help."""

from msgspec.structs import replace

from companion.games.common import check_ahead, check_laps, clockwise, event
from companion.games.ponzi_scheme import crash, market, scores, wheels
from companion.games.ponzi_scheme.interest import collect, owing
from companion.games.ponzi_scheme.scores import survivors
from companion.games.ponzi_scheme.state import OVER, UNPAID, State, cash, gone, tracked


def active(state: State) -> tuple[int, ...]:
    """The seats that are to act."""
    if state.offer is not None:
        return (state.offer.to,)
    if state.phase == "interest":
        return tuple(owing(state))
    if state.phase == "final_cash":
        return tuple(silent(state))
    return () if state.active is None else (state.active,)


def silent(state: State) -> list[int]:
    """The survivors who have not told their cash."""
    return [seat for seat in survivors(state) if state.told[seat] is None]


def proceed(state: State, seat: int | None) -> State:
    """The turn passes on clockwise from ``seat`` (None = a phase begins): to the next player, or to the next phase."""
    circle = clockwise(state, state.first)
    for other in circle if seat is None else circle[circle.index(seat) + 1 :]:
        if _takes_part(state, other):
            return replace(state, active=other)
    match state.phase:
        case "invest" if state.round > 1 or state.options["first_round_trade"]:
            return proceed(replace(state, phase="trade"), None)
        case "invest" | "trade":
            return _pass_marker(state)
    return _rotate(state)


def _takes_part(state: State, seat: int) -> bool:
    """Whether a seat has a turn in this phase: an empty one has none, but must discard a tile after a crash."""
    return any(state.tiles[seat].values()) if state.phase == "crash" else seat not in gone(state)


def settle(state: State) -> State:
    """Do what comes by itself: after a refill, a discarded card, a seat that was emptied, a value put right."""
    if state.bankrupt and state.phase not in ("interest", *OVER):
        return _end_of_game(state)
    match state.phase:
        case "invest":
            return proceed(state, state.active) if state.active in gone(state) else state
        case "trade":
            if state.offer is not None and _holds(state):
                return state
            state = replace(state, offer=None)
            return proceed(state, state.active) if state.active in gone(state) else state
        case "marker":
            return state if state.market or market.awaiting_reveal(state) else market_discarded(state)
        case "crash":
            return state if market.awaiting_reveal(state) else _check_crash(state)
        case "interest":
            return _collect(state)
        case "end":
            return state if _all_told(state) else replace(state, phase="final_cash")
    return _all_have_told(state)


def _holds(state: State) -> bool:
    """Whether the open offer can still be answered: both own such a tile, and the money is there."""
    offer = state.offer
    assert offer is not None
    owned = all(state.tiles[seat][offer.industry] for seat in (offer.giver, offer.to))
    return owned and (offer.amount is None or state.ledger[cash(offer.giver)] >= offer.amount)


# Passaggio del Segnalino, Crollo del Mercato


def _pass_marker(state: State) -> State:
    """The marker passes to the left, over empty seats; its new owner is to discard a card of the market."""
    *others, last = [*clockwise(state, state.first)[1:], state.first]
    first = next((seat for seat in others if seat not in gone(state)), last)
    state = replace(state, phase="marker", first=first, active=first)
    return settle(event(state, "marker-passed", seat=first))


def market_discarded(state: State) -> State:
    """The first player has discarded, or found no card: once the market is filled it may crash."""
    return settle(replace(state, phase="crash", active=None))


def _check_crash(state: State) -> State:
    """The market may crash, and then everybody loses a tile, one after the other."""
    if crash.is_due(state):
        return settle(crash.crashed(state))
    if not state.crashed:
        return _rotate(state)
    if state.active is None:
        return proceed(state, None)
    return state if _takes_part(state, state.active) else proceed(state, state.active)


# Rotazione della Ruota, Pagare gli Interessi


def _rotate(state: State) -> State:
    turned = replace(wheels.rotated(state), phase="interest", active=None)
    return _collect(event(turned, "rotated", spaces=turned.turns - state.turns))


def _collect(state: State) -> State:
    """Where cash is tracked the table collects the interest; else it waits until all who owe have answered."""
    if tracked(state):
        state = collect(state)
    elif owing(state):
        return state
    if state.bankrupt:
        return _end_of_game(state)
    state = event(state, "round-ended", round=state.round)
    return proceed(replace(state, round=state.round + 1, phase="invest", crashed=False), None)


def catch_up(here: State, then: State) -> State:
    """The table at the turn of ``then``: the wheels are turned as far, and the interest is paid.

    Raises RuleError ``wrong-phase`` where a round is over, or its market has crashed, at ``here`` alone.
    """
    check_ahead(_when(then), _when(here))
    check_laps(then.turns - here.turns)
    while here.turns < then.turns:
        spaces = then.turns - here.turns
        turned = wheels.rotated(replace(_rested(here), crashed=spaces > max(1, then.round - here.round)))
        here = replace(turned, phase="interest", round=here.round + 1)
        here = collect(here) if tracked(here) else here
    here = replace(
        here,
        round=then.round,
        phase=then.phase,
        active=then.active,
        first=then.first,
        crashed=then.crashed,
        offer=then.offer,
        bankrupt=then.bankrupt,
        told=then.told,
    )
    here = here if here.phase in ("interest", *OVER) else _rested(here)
    return here if here.offer is None or _holds(here) else replace(here, offer=None)


def _rested(state: State) -> State:
    """The wheels when no interest is paid: a card that nobody could pay for comes round again after its period."""
    if state.rules <= UNPAID:
        return state
    return replace(state, wheels=tuple(wheels.put_back(state, seat) for seat in range(len(state.names))))


def _when(state: State) -> tuple[int, bool, bool]:
    return state.round, state.phase == "interest", state.crashed


# Fine Partita


def _end_of_game(state: State) -> State:
    return _all_have_told(replace(state, phase="final_cash", active=None, offer=None))


def _all_told(state: State) -> bool:
    return tracked(state) or all(state.told[seat] is not None for seat in scores.survivors(state))


def _all_have_told(state: State) -> State:
    """The end, once it is known what the survivors hold. The points then tell the public between what and what."""
    if not _all_told(state):
        return state
    state = replace(state, phase="end")
    if tracked(state) and not state.options["advanced"]:
        bounds = state.bounds
        for seat in scores.survivors(state):
            least, most = scores.shown_by_points(state, state.ledger[cash(seat)])
            bounds = bounds if least is None else bounds.at_least(seat, least)
            bounds = bounds if most is None else bounds.at_most(seat, most)
        state = replace(state, bounds=bounds)
    return event(state, "game-ended", scores=scores.scores(state), winners=scores.winners(state))
