"""The state of a game of Good Brokers, and what can be read off it at once."""

from msgspec import Struct

from companion.games.common import TableState, absent, printed_word
from companion.games.good_brokers.keys import PRINTED

ROUNDS = 2

TURNS = 4

CLIENT_SPACES = 4

# The last version of the rules in which a table that a correction had emptied was played to its end by itself; in which
# cards were played of which too many lay on the table already.
PASSED_ALL = PLAYED_BEYOND = 1
# The last one in which the supply stayed as it was where a changed box counted the shares anew.
COUNTED_ONCE = 2


class Card(Struct, frozen=True):
    """A card played in this round, by a seat."""

    seat: int
    rack: str
    company: str
    value: int
    turn: int


class State(TableState, frozen=True, kw_only=True):
    """A table of Good Brokers.

    ``steps`` are the cubes' spaces on the price track (0 = the lowest), ``tiles`` the share tiles that exist of
    each company, ``shares`` and ``clients`` what each seat has in hand and put aside in this round, ``racks`` the
    cards left.
    ``rack_used`` is where the active player's first card of this turn came from.
    """

    round: int
    turn: int
    phase: str
    active: int | None
    first: int
    traded: bool
    placed: bool
    rack_used: str | None
    steps: dict[str, int]
    tiles: dict[str, int]
    shares: tuple[dict[str, int], ...]
    clients: tuple[dict[str, int], ...]
    racks: tuple[int, ...]
    cards: tuple[Card, ...]


def gone(state: State) -> tuple[int, ...]:
    """The seats that turns pass over."""
    return absent(state) if state.rules > PASSED_ALL else state.away


def cash(seat: int) -> str:
    """The slot of a player's own money."""
    return f"player:{seat}:cash"


def client_money(seat: int) -> str:
    """The slot of the money earned for a player's clients; frozen until the end."""
    return f"player:{seat}:client_money"


def company_name(state: State, company: str) -> str:
    """The printed name of a company."""
    return printed_word(state.box["companies"][company]["name"], PRINTED)


def price(state: State, company: str) -> int:
    """What a share of ``company`` costs now."""
    return state.box["track"][state.steps[company]]


def value_of(state: State, shares: dict[str, int]) -> int:
    """What ``shares`` are worth at today's prices."""
    return sum(count * price(state, company) for company, count in shares.items())


def supply(state: State, company: str) -> int:
    """The shares of ``company`` that nobody holds."""
    return state.tiles[company] - sum(held[company] for held in (*state.shares, *state.clients))


def supplies(state: State) -> dict[str, int]:
    """The shares of every company that nobody holds."""
    return {company: supply(state, company) for company in state.tiles}
