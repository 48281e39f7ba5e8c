"""Phase 4: what is stored becomes goods again, and primary producers produce ("Production")."""

from msgspec.structs import replace

from companion.games.common import add, event
from companion.games.greed.box import is_primary, recipe
from companion.games.greed.state import NO_GOODS, Company, State, active_companies


def start(state: State) -> State:
    """Phase 4: stored goods are goods again, assets are available, primary producers produce ("Production").

    Raises RuleError ``box-value-needed``.
    """
    companies, produced = state.companies.copy(), {}
    for number in active_companies(state):
        companies[number], made = _produced(state, companies[number])
        if made:
            produced[number] = made
    state = replace(state, companies=companies, phase="trade", proposals=())
    return event(state, "production", produced=produced) if produced else state


def check_known(state: State) -> None:
    """Raises RuleError ``box-value-needed`` where the box misses what an asset that produces makes."""
    for number in active_companies(state):
        _produced(state, state.companies[number])


def _produced(state: State, company: Company) -> tuple[Company, dict[str, int]]:
    made: dict[str, int] = {}
    used = set()
    for asset in company.assets:
        if is_primary(state.box, asset) is not False:
            used.add(asset)
            for good, count in recipe(state.box, asset)[1].items():
                made[good] = made.get(good, 0) + count
    goods = add(add(company.goods, company.stored), made)
    return replace(company, goods=goods, stored=NO_GOODS, used=frozenset(used)), made
