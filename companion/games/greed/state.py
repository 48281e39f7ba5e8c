"""The state of a game of Greed, Incorporated: companies, cards, auctions, and whose they are."""

from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from companion.auctions import Outcry
from companion.games.common import TableState, absent, with_item
from companion.games.greed import box as printed
from companion.games.greed.box import GOODS, card
from companion.games.greed.cubes import Walk
from companion.ledger import BANK

YEARS = {3: 12, 4: 8, 5: 8}

POSITIONS = 6

DIRECTORS = ("ceo", "cfo", "coo")

MOST_ASSETS = 4

FOUNDING_MONEY = 100

# The last version of the rules in which nobody could act at a table that a correction had emptied.
PASSED_ALL = 3

NO_GOODS = dict.fromkeys(GOODS, 0)  # shared: boards are copied before they change


class Company(Struct, frozen=True):
    """A company board. ``positions`` are seats, CEO first, without gaps; ``used`` those assets that ran this year.

    Its money is in the ledger.
    """

    positions: tuple[int, ...]
    assets: tuple[int, ...] = ()
    used: frozenset[int] = frozenset()
    goods: dict[str, int] = field(default_factory=lambda: NO_GOODS)
    stored: dict[str, int] = field(default_factory=lambda: NO_GOODS)
    boot: bool = False
    first_year: bool = True
    liquidated: bool = False


class Announcement(Struct, frozen=True):
    """An asset played face down, with its arrows."""

    asset: int
    trends: dict[str, int]


class Offer(Struct, frozen=True):
    """An asset that companies may take: whose token is on it, and the year of its announcement."""

    number: int
    token: int
    since: int


class Proposal(Struct, frozen=True):
    """A trade that waits for an answer: the number of its entry, the seat ``by`` that led ``company`` then."""

    entry: int
    by: int
    company: int
    other: int
    gives: dict[str, Any]
    gets: dict[str, Any]
    process: tuple[int, ...]


class Scapegoats(Struct, frozen=True):
    """A company in phase 8: who named whom so far; None when the naming is over and the CEO discards an asset."""

    company: int
    named: dict[str, str] | None


class Symbol(Struct, frozen=True):
    """A status symbol that a player owns."""

    colour: str
    card: str


class State(TableState, frozen=True, kw_only=True):
    """A table of Greed, Incorporated.

    ``pool`` are the assets that the box puts into the game; ``steps`` the price cubes' offsets from their start
    spaces, ``walks`` how they came there, ``trends`` the numbers under the yellow cubes.
    ``announcements`` (by seat) and ``bids`` (by company, None = passed) are this year's; ``taking`` the companies that
    still choose an asset (None until the bids are shown). ``colour`` and ``auction`` are what is under the hammer
    (colour None: a company), ``founder`` is the seat that has paid for a company, ``decks`` the status cards left.
    """

    year: int
    years: int
    pool: printed.Pool
    phase: str
    green: int | None
    steps: dict[str, int]
    walks: dict[str, Walk]
    trends: dict[str, int]
    companies: dict[int, Company]
    announcements: dict[int, Announcement]
    bids: dict[int, int | None]
    taking: tuple[int, ...] | None
    offers: tuple[Offer, ...]
    discarded: tuple[int, ...]
    proposals: tuple[Proposal, ...]
    blame: Scapegoats | None
    colour: str | None
    auction: Outcry | None
    founder: int | None
    decks: dict[str, str]
    status_prices: dict[str, int]
    symbols: tuple[tuple[Symbol, ...], ...]
    founded: int


def gone(state: State) -> tuple[int, ...]:
    """The seats that turns pass over."""
    return absent(state) if state.rules > PASSED_ALL else state.away


# Money


def cash(seat: int) -> str:
    """The slot of a player's private cash."""
    return f"player:{seat}:cash"


def free_cash(company: int) -> str:
    """The slot of the money that a company may spend."""
    return f"company:{company}:free_cash"


def new_income(company: int) -> str:
    """The slot of the money that came in this year; frozen until next year's books."""
    return f"company:{company}:new_income"


def last_income(company: int) -> str:
    """The slot of last year's income."""
    return f"company:{company}:last_income"


def price(state: State, good: str) -> int | None:
    """The market price of a good; None where its space is unknown."""
    return printed.price_track(state.box, good).spaces.get(state.steps[good])


# Companies


def company_name(state: State, company: int) -> str:
    """The printed name of a company, or its number."""
    name: str | None = card(state.box, "companies", company).get("name")
    return name or f"#{company}"


def asset_name(state: State, asset: int) -> str:
    """The number of an asset with its printed name."""
    name: str | None = card(state.box, "assets", asset).get("name")
    return f"{asset} {name}" if name else str(asset)


def active_companies(state: State) -> list[int]:
    """The companies that are not liquidated, in company order: the highest asset owned first.

    A company without assets counts its own number.
    """
    alive = [number for number, company in state.companies.items() if not company.liquidated]
    return sorted(alive, key=lambda number: -max(state.companies[number].assets, default=number))


def ceo_of(state: State, seat: int) -> list[int]:
    """The companies whose CEO is ``seat``."""
    return [number for number, company in sorted(state.companies.items()) if company.positions[:1] == (seat,)]


def lowest_ceo(state: State) -> int:
    """The CEO of the company with the lowest number: who takes the green dollar. Without companies: the first seat."""
    alive = active_companies(state)
    return state.companies[min(alive)].positions[0] if alive else 0


def with_company(state: State, number: int, company: Company) -> State:
    """The state with another board of a company."""
    return replace(state, companies={**state.companies, number: company})


def start_company(state: State, number: int, seat: int, assets: tuple[int, ...] = ()) -> State:
    """A new company: the owner's token as CEO, 100 from the bank in free cash."""
    ledger = state.ledger.open([free_cash(number), new_income(number), last_income(number)])
    ledger = ledger.move(BANK, free_cash(number), FOUNDING_MONEY)
    return with_company(replace(state, ledger=ledger), number, Company((seat,), assets))


# Cards


def played(state: State) -> set[int]:
    """The assets that were ever announced and shown: offered, owned or discarded."""
    numbers = {offer.number for offer in state.offers}
    numbers.update(state.discarded)
    for company in state.companies.values():
        numbers.update(company.assets)
    return numbers


def unplayed(state: State) -> list[int]:
    """The assets that may still be announced, as far as everybody knows."""
    shown = played(state)
    return [asset for asset in state.pool.numbers if asset not in shown]


def assets_left(state: State) -> int:
    """How many assets will still be announced: fewer than are `unplayed` while the box lacks marks of removed cards."""
    return max(0, min(state.pool.size - len(played(state)), len(unplayed(state))))


def top_card(state: State, colour: str) -> str | None:
    """The status card that is sold next."""
    return state.decks[colour][:1] or None


def give_symbol(state: State, seat: int, colour: str) -> State:
    """The top card of a colour goes to ``seat``."""
    won = Symbol(colour, state.decks[colour][0])
    return replace(
        state,
        symbols=with_item(state.symbols, seat, (*state.symbols[seat], won)),
        decks={**state.decks, colour: state.decks[colour][1:]},
    )
