"""Phase 3: companies bid for the announced assets, all at once and face down ("Investissements")."""

from msgspec.structs import replace

from companion.auctions import ranked
from companion.errors import RuleError
from companion.games.common import event
from companion.games.greed import checks, production
from companion.games.greed.actions import Bid, DeclineAsset, PassBid, TakeAsset
from companion.games.greed.box import recipe
from companion.games.greed.state import (
    MOST_ASSETS,
    POSITIONS,
    Offer,
    State,
    active_companies,
    company_name,
    free_cash,
    gone,
    with_company,
)
from companion.ledger import BANK
from companion.words import N_

LEAST_BID = 10

OWN_TOKEN = 2  # times the bid

ASKED_LATE = 2  # the version of the rules in which production asked for what it needs only once it began


def start(state: State) -> State:
    """Open the bidding."""
    return go_on(replace(state, phase="invest", bids={}, taking=None))


def bid(state: State, move: Bid) -> State:
    """A sealed bid of at least 10 from free cash.

    Raises RuleError: ``wrong-phase``, ``unknown-company``, ``company-liquidated``, ``seat-empty``, ``bids-shown``,
    ``four-assets``, ``already-bid``, ``bid-too-low``, ``not-enough-cash``.
    """
    _bidder(state, move.company)
    if move.amount < LEAST_BID:
        raise RuleError(
            "bid-too-low",
            N_("{player} bids {asked} for {company}; the least bid is {allowed}."),
            player=checks.ceo_name(state, move.company),
            company=company_name(state, move.company),
            asked=move.amount,
            allowed=LEAST_BID,
        )
    checks.has_free_cash(state, move.company, move.amount)
    return go_on(replace(state, bids={**state.bids, move.company: move.amount}))


def pass_bid(state: State, move: PassBid) -> State:
    """No bid. With the option ``may_pass_bid`` off only a company with less than 10 passes.

    Raises RuleError as `bid`, and ``must-bid``.
    """
    _bidder(state, move.company)
    held = state.ledger[free_cash(move.company)]
    if held >= LEAST_BID and not state.options["may_pass_bid"]:
        raise RuleError(
            "must-bid",
            N_("{player} cannot pass for {company}: with {held} in free cash it bids at least {allowed}."),
            player=checks.ceo_name(state, move.company),
            company=company_name(state, move.company),
            held=held,
            allowed=LEAST_BID,
        )
    return go_on(replace(state, bids={**state.bids, move.company: None}))


def due(state: State) -> list[int]:
    """The companies that have still to bid or to pass; that of an empty seat is passed over."""
    if state.taking is not None:
        return []
    return [number for number in active_companies(state) if _takes_part(state, number) and number not in state.bids]


def _takes_part(state: State, number: int) -> bool:
    company = state.companies[number]
    return len(company.assets) < MOST_ASSETS and company.positions[0] not in gone(state)


def _bidder(state: State, number: int) -> None:
    checks.in_phase(state, "invest")
    player = state.names[checks.ceo(state, number)]
    checks.sits(state, player)
    company = company_name(state, number)
    if state.taking is not None:
        raise RuleError(
            "bids-shown", N_("{player} cannot bid for {company}: the bids are shown."), player=player, company=company
        )
    if number in state.bids:
        raise RuleError(
            "already-bid", N_("{player} has made the bid of {company} already."), player=player, company=company
        )
    if not _takes_part(state, number):
        raise RuleError(
            "four-assets",
            N_("{player} cannot bid for {company}: it owns {allowed} assets, and no more are allowed."),
            player=player,
            company=company,
            allowed=MOST_ASSETS,
        )


def go_on(state: State) -> State:
    """When all have bid the bids are shown and assets taken, highest bid first; then production begins.

    What production needs is asked for before the bids are shown: asked only where nobody has bid, it would tell that.
    Raises RuleError ``box-value-needed``.
    """
    if due(state):
        return state
    taking = state.taking
    if taking is None:
        if state.rules > ASKED_LATE:
            production.check_known(state)
        taking = tuple(ranked(state.bids, active_companies(state)))
        state = replace(state, taking=taking)
        if state.bids:
            state = event(state, "bids-shown", bids=state.bids, order=list(taking))
    waiting = taking
    while waiting and _passed_over(state, waiting[0]):
        waiting = waiting[1:]
    if not waiting:
        return production.start(replace(state, bids={}, taking=None))
    return state if waiting is taking else replace(state, taking=waiting)


def _passed_over(state: State, number: int) -> bool:
    company = state.companies[number]
    return company.liquidated or company.positions[0] in gone(state)


def take_asset(state: State, move: TakeAsset) -> State:
    """Take an available asset and pay the bid, double for the CEO's own token; its token joins the company.

    Raises RuleError: ``wrong-phase``, ``unknown-company``, ``company-liquidated``, ``not-your-turn``,
    ``not-available``, ``four-assets``, ``not-enough-cash``, ``box-value-needed``.
    """
    taking = _taker(state, move.company)
    offer = next((offer for offer in state.offers if offer.number == move.asset), None)
    if offer is None:
        raise RuleError(
            "not-available",
            N_("{player} cannot take the asset {asset} for {company}: it is not available."),
            player=checks.ceo_name(state, move.company),
            asset=move.asset,
            company=company_name(state, move.company),
        )
    company = state.companies[move.company]
    if len(company.assets) >= MOST_ASSETS:
        raise RuleError(
            "four-assets",
            N_("{player} cannot take an asset for {company}: it owns {allowed}, and no more are allowed."),
            player=checks.ceo_name(state, move.company),
            company=company_name(state, move.company),
            allowed=MOST_ASSETS,
        )
    cost = cost_of(state, move.company, offer)
    checks.has_free_cash(state, move.company, cost)
    recipe(state.box, move.asset)  # production will want to know
    company = replace(
        company, assets=(*company.assets, move.asset), positions=(*company.positions, offer.token)[:POSITIONS]
    )
    state = replace(
        with_company(state, move.company, company),
        ledger=state.ledger.move(free_cash(move.company), BANK, cost),
        offers=tuple(other for other in state.offers if other is not offer),
        taking=taking[1:],
    )
    return go_on(state)


def cost_of(state: State, number: int, offer: Offer) -> int:
    """What a company pays for an available asset."""
    amount = state.bids[number]
    assert amount is not None, "only companies that bid take assets"
    return amount * OWN_TOKEN if offer.token == state.companies[number].positions[0] else amount


def decline_asset(state: State, move: DeclineAsset) -> State:
    """Take nothing and keep the money. Raises RuleError as `take_asset`."""
    return go_on(replace(state, taking=_taker(state, move.company)[1:]))


def _taker(state: State, number: int) -> tuple[int, ...]:
    checks.in_phase(state, "invest")
    player, taking = checks.ceo_name(state, number), state.taking or ()
    if taking[:1] != (number,):
        raise RuleError(
            "not-your-turn",
            N_("{player} cannot choose an asset for {company} now: {turn}."),
            player=player,
            company=company_name(state, number),
            turn=", ".join(company_name(state, each) for each in taking) or "–",
        )
    return taking
