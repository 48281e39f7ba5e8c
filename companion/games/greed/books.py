"""Phase 7: income is compared with last year's, and the money moves up ("Fermeture des comptes")."""

from msgspec.structs import replace

from companion.games.common import event
from companion.games.greed import scapegoats
from companion.games.greed.state import State, active_companies, free_cash, last_income, new_income


def close_books(state: State) -> State:
    """Phase 7: no more income than last year brings the boot; then the money moves up ("Fermeture des comptes")."""
    ledger, companies, books = state.ledger, state.companies.copy(), {}
    for number in active_companies(state):
        company = companies[number]
        new, last = ledger[new_income(number)], ledger[last_income(number)]
        exempt = company.first_year and state.options["first_year_exempt"]
        boot = company.boot or (new <= last and not exempt)
        ledger = ledger.move(last_income(number), free_cash(number), max(0, last))
        ledger = ledger.move(new_income(number), last_income(number), max(0, new))
        companies[number] = replace(company, boot=boot, first_year=False)
        books[number] = {"new_income": new, "last_income": last, "boot": boot}
    state = replace(state, ledger=ledger, companies=companies, phase="blame", blame=None)
    return scapegoats.go_on(event(state, "books-closed", books=books) if books else state)
