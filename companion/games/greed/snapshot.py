"""The documented picture of a table of Greed, Incorporated."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.games.common import Sight
from companion.games.greed.box import COLOURS, GOODS, card, price_pointer, unknown_goods
from companion.games.greed.proposals import plain
from companion.games.greed.scores import points, winners
from companion.games.greed.secrets import bidder, bids_secret
from companion.games.greed.state import (
    POSITIONS,
    Company,
    State,
    cash,
    ceo_of,
    free_cash,
    last_income,
    new_income,
    price,
    top_card,
)
from companion.games.greed.turns import active, companies_to_act
from companion.shapes import Signed, Strict

Count = Annotated[int, Meta(ge=0)]


class _Active(Strict):
    players: list[str]
    companies: list[int]


class _Auction(Strict):
    colour: Literal["gold", "silver"] | None
    card: str | None
    price: Count
    leader: str | None
    bidders: list[str] = msgspec.field(name="in")


class _Blame(Strict):
    company: int
    named: dict[Literal["ceo", "cfo", "coo"], Literal["ceo", "cfo", "coo"]] | None


class _Asset(Strict):
    number: int
    used: bool


class _Company(Strict):
    name: str | None
    free_cash: int
    new_income: int
    last_income: int
    positions: list[str | None]
    assets: list[_Asset]
    goods: dict[str, Count]
    stored: dict[str, Count]
    boot: bool
    first_year: bool
    liquidated: bool


class _Side(Strict):
    cash: Count = 0
    goods: dict[str, Count] = msgspec.field(default_factory=dict)


class _Proposal(Strict):
    entry: int
    by: str
    company: int
    other: int
    gives: _Side
    gets: _Side
    process: list[int]


class _Symbol(Strict):
    colour: Literal["gold", "silver"]
    card: str


class _Player(Strict):
    name: str
    cash: int
    status: list[_Symbol]
    points: int | None
    ceo_of: list[int]


class _Offer(Strict):
    number: int
    token: str
    since: Count


class _Deck(Strict):
    top: str | None
    price: Count


class SnapshotType(Strict):
    """The types of a whole snapshot; what a correction sets must fit."""

    year: Count
    years: Annotated[int, Meta(ge=1)]
    phase: Literal["setup", "announce", "invest", "trade", "sales", "blame", "status", "found", "end"]
    active: _Active
    announced: list[str]
    bids: dict[str, Annotated[int, Meta(ge=1)] | None]
    taking: list[int]
    proposals: list[_Proposal]
    auction: _Auction | None
    blame: _Blame | None
    green_dollar: str | None
    prices: dict[str, int | None]
    price_steps: dict[str, Signed]
    trends: dict[str, Signed]
    companies: dict[str, _Company]
    players: list[_Player]
    available_assets: list[_Offer]
    discarded_assets: list[int]
    status: dict[Literal["gold", "silver"], _Deck]
    founded: Count
    winners: list[str]
    finished: bool


def snapshot(state: State, sight: Sight) -> dict[str, Any]:
    """The documented picture of the table, as ``sight`` may see it."""
    names = state.names
    return {
        "year": state.year,
        "years": state.years,
        "phase": state.phase,
        "active": {
            "players": [names[seat] for seat in active(state)],
            "companies": companies_to_act(state),
        },
        "announced": [names[seat] for seat in sorted(state.announcements)],
        "bids": {str(company): _bid(state, company, sight) for company in sorted(state.bids)},
        "taking": list(state.taking or ()),
        "proposals": [
            {
                **msgspec.structs.asdict(each),
                "by": names[each.by],
                "gives": plain(each.gives),
                "gets": plain(each.gets),
                "process": list(each.process),
            }
            for each in state.proposals
        ],
        "auction": _auction(state),
        "blame": None
        if state.blame is None
        else {
            "company": state.blame.company,
            "named": None if state.blame.named is None else state.blame.named.copy(),
        },
        "green_dollar": None if state.green is None else names[state.green],
        "prices": {good: price(state, good) for good in GOODS},
        "price_steps": state.steps.copy(),
        "trends": state.trends.copy(),
        "companies": {
            str(number): _company(state, number, company) for number, company in sorted(state.companies.items())
        },
        "players": [_player(state, seat) for seat in range(len(names))],
        "available_assets": [
            {"number": offer.number, "token": names[offer.token], "since": offer.since} for offer in state.offers
        ],
        "discarded_assets": list(state.discarded),
        "status": {
            colour: {"top": top_card(state, colour), "price": state.status_prices[colour]} for colour in COLOURS
        },
        "founded": state.founded,
        "winners": [names[seat] for seat in winners(state)],
        "finished": state.phase == "end",
    }


def _bid(state: State, number: int, sight: Sight) -> int | bool | None:
    """The amount of a bid, None for a pass; True while it is secret to ``sight``."""
    if bids_secret(state) and not sight.sees(bidder(state, number)):
        return True
    return state.bids[number]


def _auction(state: State) -> dict[str, Any] | None:
    auction, names = state.auction, state.names
    if auction is None:
        return None
    return {
        "colour": state.colour,
        "card": None if state.colour is None else top_card(state, state.colour),
        "price": auction.price,
        "leader": None if auction.leader is None else names[auction.leader],
        "in": [names[seat] for seat in auction.bidders],
    }


def _company(state: State, number: int, company: Company) -> dict[str, Any]:
    tokens: list[str | None] = [state.names[seat] for seat in company.positions]
    return {
        "name": card(state.box, "companies", number).get("name"),
        "free_cash": state.ledger[free_cash(number)],
        "new_income": state.ledger[new_income(number)],
        "last_income": state.ledger[last_income(number)],
        "positions": tokens + [None] * (POSITIONS - len(tokens)),
        "assets": [{"number": asset, "used": asset in company.used} for asset in company.assets],
        "goods": company.goods.copy(),
        "stored": company.stored.copy(),
        "boot": company.boot,
        "first_year": company.first_year,
        "liquidated": company.liquidated,
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    return {
        "name": state.names[seat],
        "cash": state.ledger[cash(seat)],
        "status": [{"colour": symbol.colour, "card": symbol.card} for symbol in state.symbols[seat]],
        "points": points(state, seat),
        "ceo_of": ceo_of(state, seat),
    }


def needs(state: State) -> list[str]:
    """The box values that the table misses now: prices, what assets make, what is under a card that is sold."""
    box = state.box
    missing = [price_pointer(box, good, state.steps[good]) for good in GOODS if price(state, good) is None]
    for company in state.companies.values():
        for asset in company.assets:
            missing += unknown_goods(box, asset)
    top = None if state.colour is None else top_card(state, state.colour)
    if top is not None and card(box, "status", state.colour or "", "cards", top).get("trends") is None:
        missing.append(f"/status/{state.colour}/cards/{top}/trends")
    return missing + points_missing(state)


def points_missing(state: State) -> list[str]:
    """The pointers of the points that the owned status cards are worth, where the box does not know."""
    return [
        f"/status/{symbol.colour}/cards/{symbol.card}/points"
        for symbols in state.symbols
        for symbol in symbols
        if card(state.box, "status", symbol.colour, "cards", symbol.card).get("points") is None
    ]
