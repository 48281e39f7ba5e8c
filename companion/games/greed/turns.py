"""Who may act, and how the table goes on after a seat was emptied or a value put right."""

from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import event, present, seat_of
from companion.games.greed import announcing, bidding, checks, investment, scapegoats, trading
from companion.games.greed.actions import Blame, EndSales, EndTrading, Found
from companion.games.greed.box import asset_pool, check_box, price_track, trend_steps
from companion.games.greed.state import DIRECTORS, State, active_companies, lowest_ceo, played, winners
from companion.words import N_


def actor(state: State, move: Any) -> int | None:
    """The seat that does ``move``; None where it is the whole table. Raises RuleError."""
    match move:
        case EndTrading() | EndSales():
            return None
        case Found():
            return state.founder
        case Blame():
            company, position = checks.company_of(state, move.company), DIRECTORS.index(move.director)
            return company.positions[position] if position < len(company.positions) else None
    if hasattr(move, "player"):
        return seat_of(state, move.player)
    return checks.ceo(state, move.company)


def companies_to_act(state: State) -> list[int]:
    """The companies for which somebody may act, in company order."""
    match state.phase:
        case "invest":
            return list((state.taking or ())[:1]) or investment.due(state)
        case "trade":
            return active_companies(state)
        case "sales":
            return [number for number in active_companies(state) if any(state.companies[number].goods.values())]
        case "blame" if state.blame is not None:
            return [state.blame.company]
    return []


def active(state: State) -> tuple[int, ...]:
    """The seats that may act."""
    match state.phase:
        case "setup":
            return tuple(seat for seat in present(state) if not announcing.has_company(state, seat))
        case "announce":
            return tuple(announcing.may_announce(state))
        case "blame":
            return (_who_blames(state),)
        case "status" | "found":
            if state.founder is not None:
                return (state.founder,)
            return () if state.auction is None else (state.auction.turn,)
    seats = {state.companies[number].positions[0] for number in companies_to_act(state)}
    return tuple(sorted(seats))


def _who_blames(state: State) -> int:
    assert state.blame is not None, "settled"
    company, named = state.companies[state.blame.company], state.blame.named
    director = None if named is None else scapegoats.next_director(company, named)
    return company.positions[0 if director is None else DIRECTORS.index(director)]


def settle(state: State) -> State:
    """Let the table go on where nobody is asked any more."""
    match state.phase:
        case "setup":
            return announcing.go_on_dealing(state)
        case "announce":
            return announcing.go_on(state)
        case "invest":
            return investment.go_on(state)
        case "blame":
            return scapegoats.go_on(state)
        case "status" | "found":
            return bidding.go_on(state)
    return state


PHASES = ("setup", "announce", "invest", "trade", "sales", "blame", "status", "found", "end")


def catch_up(here: State, then: State) -> State:
    """The table at the turn of ``then``: what is announced is shown and produced when that was passed in between.

    Raises RuleError ``wrong-phase`` where what ``then`` waits for is not there, ``box-value-needed``.
    """
    if here.phase == "announce" and _later(then, here):
        here = announcing.show(here)
    if here.phase == "invest" and _later(then, here):
        here = trading.start(replace(here, bids={}, taking=None))
    if (here.year, here.phase) != (then.year, then.phase):
        shown = played(here)
        lying = {seat: each for seat, each in then.announcements.items() if each.asset not in shown}
        here = replace(here, announcements=lying, bids=then.bids)
    alive = active_companies(here)
    bids = {number: amount for number, amount in here.bids.items() if number in alive}
    blamed = then.blame is None or then.blame.company in alive
    if not blamed or (then.colour is not None and not here.decks[then.colour]):
        raise RuleError("wrong-phase", N_("That cannot be done in this phase of the year."))
    return replace(
        here,
        year=then.year,
        phase=then.phase,
        green=here.green if here.green is not None or then.green is None else lowest_ceo(here),
        bids=bids,
        taking=None if then.taking is None else tuple(number for number in then.taking if bids.get(number)),
        blame=then.blame,
        colour=then.colour,
        auction=then.auction,
        founder=then.founder,
    )


def _later(then: State, here: State) -> bool:
    return (then.year, PHASES.index(then.phase)) > (here.year, PHASES.index(here.phase))


def with_box(state: State, box: dict[str, Any]) -> State:
    """The table with a changed box. Cubes that stand beyond an end that is now known go back to it.

    Raises RuleError ``bad-box``.
    """
    check_box(box)
    if not set(state.trends.values()) <= set(trend_steps(box)):
        raise RuleError("bad-box", N_("The trend track keeps the spaces on which a cube stands."))
    steps = {good: price_track(box, good).stop(step) for good, step in state.steps.items()}
    boxed = settle(replace(state, box=box, pool=asset_pool(box, len(state.names)), steps=steps))
    if boxed.phase == "end" and winners(boxed) and not winners(state):
        return event(boxed, "game-ended", winners=winners(boxed))
    return boxed
