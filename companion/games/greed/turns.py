"""Who may act, and how the table goes on after a seat was emptied, a value put right or an entry forced.

Companies act in company order (`state.active_companies`): the highest asset owned first, and a
company without assets counts its own number.
"""

from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import check_ahead, present, seat_of
from companion.games.greed import (
    announcing,
    auctions,
    checks,
    dealing,
    investment,
    production,
    proposals,
    scapegoats,
)
from companion.games.greed.actions import Blame, Drop, EndSales, EndTrading, Found, Propose, Trade
from companion.games.greed.state import DIRECTORS, Scapegoats, State, active_companies, cash, lowest_ceo, played
from companion.ledger import BANK
from companion.words import N_


def actor(state: State, move: Any) -> int | None:
    """The seat that does ``move``; None where it is the whole table. Raises RuleError."""
    match move:
        case EndTrading() | EndSales():
            return None
        case Found():
            return state.founder
        case Drop():
            return proposals.proposal_of(state, move.entry).by
        case Blame():
            company, position = checks.company_of(state, move.company), DIRECTORS.index(move.director)
            return company.positions[position] if position < len(company.positions) else None
    if hasattr(move, "player"):
        return seat_of(state, move.player)
    return checks.ceo(state, move.company)


def partners(state: State, move: Any) -> tuple[int, ...]:
    """The seats that may do ``move`` as well as its `actor`: the other side of a proposal answers it."""
    answered = None
    if isinstance(move, Drop):
        answered = proposals.proposal_of(state, move.entry)
    elif isinstance(move, Trade) and not isinstance(move, Propose):
        answered = proposals.offered(state, move)
    return () if answered is None else state.companies[answered.other].positions[:1]


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


def lap(state: State) -> int:
    """The year; 0 while the table is set up."""
    return state.year


def moment(state: State) -> tuple[object, ...]:
    """The phase, and in the auctions what is under the hammer."""
    return state.phase, state.colour, state.founded


def active(state: State) -> tuple[int, ...]:
    """The seats that may act."""
    match state.phase:
        case "setup":
            return tuple(seat for seat in present(state) if not dealing.has_company(state, seat))
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


def timed(state: State) -> str | None:
    """The trade phase of a year is what the table's clock is set for."""
    return f"trade {state.year}" if state.phase == "trade" else None


def settle(state: State) -> State:
    """Let the table go on where nobody is asked any more."""
    match state.phase:
        case "setup":
            return dealing.go_on_dealing(state)
        case "announce":
            return announcing.go_on(state)
        case "invest":
            return investment.go_on(state)
        case "blame":
            return scapegoats.go_on(state)
        case "status" | "found":
            return auctions.go_on(state)
    return state


# The last version of the rules in which an amendment could found a company that nobody had paid for, or be paid twice.
FOUNDED_UNPAID = 3

PHASES = ("setup", "announce", "invest", "trade", "sales", "blame", "status", "found", "end")


def catch_up(here: State, then: State) -> State:
    """The table at the turn of ``then``: what is announced is shown and produced when that was passed in between.

    Raises RuleError ``wrong-phase`` where what ``then`` waits for is not there or a phase ago, ``box-value-needed``.
    """
    if here.phase == "announce" and _when(here) < _when(then):
        here = announcing.show(here)
    if here.phase == "invest" and _when(here) < _when(then):
        here = production.start(replace(here, bids={}, taking=None))
    check_ahead(_when(then), _when(here))
    if (here.year, here.phase) != (then.year, then.phase):
        shown = played(here)
        lying = {seat: each for seat, each in then.announcements.items() if each.asset not in shown}
        here = replace(here, announcements=lying, bids=then.bids)
    alive = active_companies(here)
    here = replace(here, bids={number: amount for number, amount in here.bids.items() if number in alive})
    if not _can_blame(here, then.blame) or (then.colour is not None and not here.decks[then.colour]):
        raise RuleError("wrong-phase", N_("That cannot be done in this phase of the year."))
    there = replace(
        here,
        year=then.year,
        phase=then.phase,
        green=here.green if here.green is not None or then.green is None else lowest_ceo(here),
        taking=_taking(here, then),
        proposals=here.proposals if here.phase == then.phase == "trade" and here.year == then.year else (),
        blame=then.blame,
        colour=then.colour,
        auction=then.auction,
        founder=then.founder,
    )
    return there if here.rules <= FOUNDED_UNPAID else _founder_pays(here, there)


def _founder_pays(here: State, there: State) -> State:
    """``there``, gone on to from ``here``: who founds a company has paid for it, once.

    Who has won at ``here`` still is to found one, and has the money back where the year went on without that.
    """
    if here.founder is None:
        return there if there.founder is None else auctions.go_on(replace(there, founder=None))
    if _when(here) == _when(there):
        return replace(there, auction=here.auction, founder=here.founder)
    assert here.auction is not None, "it was won"
    return replace(there, ledger=there.ledger.move(BANK, cash(here.founder), here.auction.price))


def _taking(here: State, then: State) -> tuple[int, ...] | None:
    """The companies that are still to take an asset, in the order of ``then``; None where a bid is waited for."""
    order = then.taking or ()
    if here.phase == "invest" and here.taking is not None:
        others = (number for number in here.taking if number not in order)
        return (*(number for number in order if number in here.taking), *others)
    return tuple(number for number in order if here.bids.get(number)) or None


def _can_blame(here: State, blame: Scapegoats | None) -> bool:
    """Whether the company is still there, with a director who has named nobody yet (or an asset to discard)."""
    if blame is None or blame.company not in active_companies(here):
        return blame is None
    company, named = here.companies[blame.company], blame.named
    if named is None:
        return bool(company.assets)
    held = scapegoats.directors(company)
    return set(named.values()) <= set(held) and scapegoats.next_director(company, named) is not None


def _when(state: State) -> tuple[int, int]:
    return state.year, PHASES.index(state.phase)
