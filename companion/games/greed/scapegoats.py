"""Phase 8: companies with a boot fire directors, who are paid for it ("Coup de torchon")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import event
from companion.games.greed import checks, symbols
from companion.games.greed.actions import Blame, DiscardAsset
from companion.games.greed.state import (
    DIRECTORS,
    Company,
    Scapegoats,
    State,
    active_companies,
    cash,
    company_name,
    free_cash,
    last_income,
    new_income,
    with_company,
)
from companion.ledger import BANK
from companion.words import N_

SEVERANCE = {"ceo": 40, "cfo": 20, "coo": 20}  # percent of the free cash, each rounded down alone


def go_on(state: State) -> State:
    """The next company with a boot, in company order; after the last one, phase 9."""
    if state.blame is not None and _open(state, state.blame):
        return _go_on_with(state, state.blame)
    number = next((number for number in active_companies(state) if state.companies[number].boot), None)
    if number is None:
        return symbols.start(replace(state, blame=None))
    return replace(state, blame=Scapegoats(number, {}))


def _open(state: State, blame: Scapegoats) -> bool:
    company = state.companies[blame.company]
    return company.boot and not company.liquidated


def _go_on_with(state: State, blame: Scapegoats) -> State:
    """What the company waits for may have been put right: then it is done with."""
    company = state.companies[blame.company]
    if blame.named is None:
        return state if company.assets else _boot_off(state, blame.company)
    if next_director(company, blame.named) is not None:
        return state
    return _fire(state, blame.company, set(blame.named.values()))


def next_director(company: Company, named: dict[str, str]) -> str | None:
    """Who names somebody next: CEO, then CFO, then COO; None when all who are there have."""
    return next((director for director in directors(company) if director not in named), None)


def directors(company: Company) -> tuple[str, ...]:
    """The positions of the board that are held."""
    return DIRECTORS[: len(company.positions)]


def blame(state: State, move: Blame) -> State:
    """A director names one of the positions held, his own too; when all have, the named are fired.

    Raises RuleError: ``wrong-phase``, ``unknown-company``, ``company-liquidated``, ``not-your-turn``,
    ``position-empty``.
    """
    company, named = _blamed(state, move.company)
    turn = None if named is None else next_director(company, named)
    if named is None or move.director != turn:
        raise RuleError(
            "not-your-turn",
            N_("The {director} of {company} cannot blame anybody now; it is for the {turn} to act."),
            director=move.director.upper(),
            company=company_name(state, move.company),
            turn=(turn or DIRECTORS[0]).upper(),
        )
    if move.target not in directors(company):
        raise RuleError(
            "position-empty",
            N_("{player} cannot blame the {target} of {company}: nobody holds that position."),
            player=state.names[company.positions[DIRECTORS.index(move.director)]],
            target=move.target.upper(),
            company=company_name(state, move.company),
        )
    named = {**named, move.director: move.target}
    if next_director(company, named) is not None:
        return replace(state, blame=Scapegoats(move.company, named))
    return _fire(state, move.company, set(named.values()))


def _blamed(state: State, number: int) -> tuple[Company, dict[str, str] | None]:
    """The company whose turn it is, and who was named so far."""
    checks.in_phase(state, "blame")
    company = checks.company_of(state, number)
    if state.blame is None or state.blame.company != number:
        raise RuleError(
            "not-your-turn",
            N_("It is not the turn of {company} ({player}) to find a scapegoat."),
            company=company_name(state, number),
            player=checks.ceo_name(state, number),
        )
    return company, state.blame.named


def severance(state: State, number: int, director: str) -> int:
    """What a director of a company gets when fired: a share of its free cash as it is now."""
    return max(0, state.ledger[free_cash(number)]) * SEVERANCE[director] // 100


def _fire(state: State, number: int, named: set[str]) -> State:
    company = state.companies[number]
    fired = [director for director in directors(company) if director in named]
    paid = {director: severance(state, number, director) for director in fired}
    seats = {director: company.positions[DIRECTORS.index(director)] for director in fired}
    held, ledger = state.ledger[free_cash(number)], state.ledger
    for director, amount in paid.items():
        ledger = ledger.move(free_cash(number), cash(seats[director]), amount)
    empty = {DIRECTORS.index(director) for director in fired}
    left = tuple(seat for position, seat in enumerate(company.positions) if position not in empty)
    state = with_company(replace(state, ledger=ledger), number, replace(company, positions=left))
    state = event(state, "fired", company=number, free_cash=held, seats=seats, paid=paid)
    if not left:
        return go_on(_liquidate(state, number))
    if left[0] != company.positions[0]:
        state = event(state, "new-ceo", company=number, seat=left[0])
    must = state.options["discard_after_blame"] == "always" or "ceo" in fired
    if must and company.assets:
        return replace(state, blame=Scapegoats(number, None))
    return _boot_off(state, number)


def _liquidate(state: State, number: int) -> State:
    """Nobody is left: money and goods go to the bank, assets to the discard pile, the company is out."""
    company, ledger = state.companies[number], state.ledger
    for slot in (free_cash(number), new_income(number), last_income(number)):
        ledger = ledger.move(slot, BANK, max(0, ledger[slot])).put_right(slot, 0)  # a correction may have left it below
    gone = Company((), first_year=company.first_year, liquidated=True)
    state = replace(with_company(state, number, gone), ledger=ledger, discarded=state.discarded + company.assets)
    return event(state, "liquidated", company=number, assets=list(company.assets))


def discard_asset(state: State, move: DiscardAsset) -> State:
    """The CEO of a blamed company, new or old, gives up one asset; then the boot comes off.

    Raises RuleError: ``wrong-phase``, ``unknown-company``, ``company-liquidated``, ``not-your-turn``, ``not-owned``.
    """
    company, named = _blamed(state, move.company)
    if named is not None:
        raise RuleError(
            "not-your-turn",
            N_("{player} cannot discard an asset of {company} before the directors have named somebody."),
            player=checks.ceo_name(state, move.company),
            company=company_name(state, move.company),
        )
    checks.owns(state, move.company, move.asset)
    company = replace(
        company,
        assets=tuple(asset for asset in company.assets if asset != move.asset),
        used=company.used - {move.asset},
    )
    state = replace(with_company(state, move.company, company), discarded=(*state.discarded, move.asset))
    return _boot_off(state, move.company)


def _boot_off(state: State, number: int) -> State:
    company = replace(state.companies[number], boot=False)
    return go_on(replace(with_company(state, number, company), blame=None))
