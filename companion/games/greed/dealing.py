"""The companies that start the game are dealt ("Preparation")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import event, present, seat_of
from companion.games.greed import checks
from companion.games.greed.actions import DealCompany
from companion.games.greed.announcing import go_on
from companion.games.greed.box import STARTING, arrows
from companion.games.greed.market import move_trends
from companion.games.greed.state import State, lowest_ceo, start_company
from companion.words import N_


def deal_company(state: State, move: DealCompany) -> State:
    """A player gets one of the companies 0–4 with 100 and a token as CEO; its trend moves ("Preparation").

    Raises RuleError: ``wrong-phase``, ``unknown-player``, ``already-dealt``, ``unknown-company``, ``company-taken``,
    ``box-value-needed``.
    """
    checks.in_phase(state, "setup")
    seat = seat_of(state, move.player)
    if has_company(state, seat):
        raise RuleError("already-dealt", N_("{player} has a company already; one is dealt."), player=move.player)
    checks.exists(
        move.company,
        STARTING,
        "unknown-company",
        N_("{player} cannot begin with company {company}: the companies {least} to {most} start the game."),
        player=move.player,
        company=move.company,
    )
    if move.company in state.companies:
        raise RuleError(
            "company-taken",
            N_("{player} cannot have company {company}: it is dealt already."),
            player=move.player,
            company=move.company,
        )
    state = start_company(state, move.company, seat)
    return go_on_dealing(move_trends(state, arrows(state.box, "companies", move.company), "company"))


def has_company(state: State, seat: int) -> bool:
    """Whether a company was dealt to the seat."""
    return any(company.positions[:1] == (seat,) for company in state.companies.values())


def go_on_dealing(state: State) -> State:
    """When everybody has a company the lowest one takes the green dollar, and year 1 begins."""
    left = any(company not in state.companies for company in STARTING)
    if left and not all(has_company(state, seat) for seat in present(state)):
        return state
    green = lowest_ceo(state)
    state = event(replace(state, green=green, year=1, phase="announce"), "setup-done", green=green)
    return go_on(state)
