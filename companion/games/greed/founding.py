"""Phase 10: one new company a year for the highest bidder ("Entrepreneurs")."""

from msgspec.structs import replace

from companion.auctions import open_outcry
from companion.errors import RuleError
from companion.games.common import clockwise, event
from companion.games.greed import checks, years
from companion.games.greed.actions import Found
from companion.games.greed.box import LATER, arrows, recipe
from companion.games.greed.market import move_trends
from companion.games.greed.state import MOST_ASSETS, State, asset_name, cash, ceo_of, gone, start_company
from companion.ledger import BANK
from companion.words import N_

LEAST = 50

STEP = 1

MOST_COMPANIES = 2  # a CEO of so many may not bid


def start(state: State) -> State:
    """Open the auction of a new company, or end the year: enough were founded, or nobody who may bid has 50."""
    green = state.green
    assert green is not None, "the setup is over"
    state = replace(state, phase="found", colour=None, auction=None, founder=None)
    bidders = [seat for seat in clockwise(state, green) if seat not in gone(state) and may_found(state, seat)]
    poor = all(state.ledger[cash(seat)] < LEAST for seat in bidders)
    if state.founded >= len(state.names) or not companies_left(state) or poor:
        return years.next_year(state)
    return replace(state, auction=open_outcry(bidders, LEAST))


def may_found(state: State, seat: int) -> bool:
    """Whether a seat may bid: it is not CEO of two or more companies."""
    return len(ceo_of(state, seat)) < MOST_COMPANIES


def companies_left(state: State) -> list[int]:
    """The companies that can still be founded."""
    return [number for number in LATER if number not in state.companies]


def go_on(state: State) -> State:
    """Close the auction when it is over: the winner pays and is to found a company."""
    auction = state.auction
    if auction is None:
        return start(state)
    if state.founder is not None or not auction.over:
        return state
    if auction.leader is None:
        return _end(event(state, "not-sold", colour=None))
    ledger = state.ledger.move(cash(auction.leader), BANK, auction.price)
    state = replace(state, ledger=ledger, founder=auction.leader)
    return event(state, "company-won", seat=auction.leader, paid=auction.price)


def found(state: State, move: Found) -> State:
    """The winner chooses a company, which gets 100, a CEO, and up to four assets of the discard pile for nothing.

    Raises RuleError: ``wrong-phase``, ``nobody-won``, ``unknown-company``, ``company-taken``, ``too-many-assets``,
    ``not-discarded``, ``box-value-needed``.
    """
    checks.in_phase(state, "found")
    if state.founder is None:
        raise RuleError("nobody-won", N_("Nobody has won the auction of a new company yet."))
    player = state.names[state.founder]
    checks.exists(
        move.company,
        LATER,
        "unknown-company",
        N_("{player} cannot found company {company}: the companies {least} to {most} can be founded."),
        player=player,
        company=move.company,
    )
    if move.company in state.companies:
        raise RuleError(
            "company-taken",
            N_("{player} cannot found company {company}: it was founded before."),
            player=player,
            company=move.company,
        )
    _check_assets(state, player, move.assets)
    trends = arrows(state.box, "companies", move.company)
    for asset in move.assets:
        recipe(state.box, asset)
    left = tuple(asset for asset in state.discarded if asset not in move.assets)
    state = start_company(replace(state, discarded=left), move.company, state.founder, tuple(move.assets))
    state = replace(state, founded=state.founded + 1)
    return _end(move_trends(state, trends, "company"))


def _check_assets(state: State, player: str, assets: list[int]) -> None:
    if len(assets) > MOST_ASSETS:
        raise RuleError(
            "too-many-assets",
            N_("{player} takes {asked} assets from the discard pile; at most {allowed} are allowed."),
            player=player,
            asked=len(assets),
            allowed=MOST_ASSETS,
        )
    for asset in assets:
        if asset not in state.discarded or assets.count(asset) > 1:
            raise RuleError(
                "not-discarded",
                N_("{player} cannot take the asset {asset}: it does not lie in the discard pile."),
                player=player,
                asset=asset_name(state, asset),
            )


def _end(state: State) -> State:
    return years.next_year(replace(state, auction=None, founder=None))
