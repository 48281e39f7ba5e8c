"""The state of a game of Ponzi Scheme and what can be read off it at once."""

from typing import Any

from msgspec import Struct

from companion.games.common import TableState, absent
from companion.games.ponzi_scheme.bounds import Bounds
from companion.ledger import BANK, Ledger

MARKET = 9  # cards
ROW = 3  # cards
WHEEL = 6  # spaces: the arrow, which is 0, and 1 to 5
FARTHEST = WHEEL - 1
OVER = ("final_cash", "end")  # the phases after a bankruptcy
# Where cash is hidden nobody's money has a slot of its own; what all hold together is public.
ALL_PLAYERS = "players"
# The last version of the rules in which the bound of all amounts held for hidden cash too.
TELLING_BOUNDS = 1
# The last one in which nobody had a turn to invest or to trade at a table that a correction had emptied; in which
# interest that an amendment had left unpaid waited on the arrow, and was asked for after the next turn.
PASSED_ALL = UNPAID = 2


class OpenOffer(Struct, frozen=True):
    """An offer that waits for its answer. ``amount`` is None where cash is hidden."""

    giver: int
    to: int
    industry: str
    amount: int | None


class State(TableState, frozen=True, kw_only=True):
    """A table of Ponzi Scheme.

    Every fund card, named by its value, is in one place: the ``market`` (ascending), the ``deck``, the ``discards``,
    a wheel, or out of the game. ``wheels`` give the space of each card of a seat (0 = the arrow) in the order they were
    taken; ``made`` are the tiles that exist, ``tiles`` and ``luxuries`` what each seat owns. ``active`` is whose turn
    it is; None where several may act, and between a discarded card and its refill. ``told`` is what each seat said it
    holds at the end, ``bounds`` what the public knows.
    """

    round: int
    phase: str
    active: int | None
    first: int
    market: tuple[int, ...]
    deck: frozenset[int]
    discards: frozenset[int]
    crashed: bool
    turns: int
    made: dict[str, int]
    tiles: tuple[dict[str, int], ...]
    wheels: tuple[dict[int, int], ...]
    luxuries: tuple[tuple[int, ...], ...]
    offer: OpenOffer | None
    bankrupt: tuple[int, ...]
    told: tuple[int | None, ...]
    bounds: Bounds


def gone(state: State) -> tuple[int, ...]:
    """The seats that turns and offers pass over."""
    return absent(state) if state.rules > PASSED_ALL else state.away


def cash(seat: int) -> str:
    """The slot of a player's own money."""
    return f"player:{seat}:cash"


def tracked(state: State) -> bool:
    """Whether the table knows everybody's cash."""
    return state.options["cash"] == "tracked"


def fund(state: State, value: int) -> dict[str, Any]:
    """What the fund card of that value prints: ``period``, ``interest``, ``kind``."""
    return state.box["funds"][str(value)]


def holdings(state: State) -> dict[str, int]:
    """The tiles of each industry that players own."""
    return {industry: sum(tiles[industry] for tiles in state.tiles) for industry in state.made}


def supply(state: State, industry: str) -> int:
    """The tiles of an industry that nobody owns."""
    return state.made[industry] - sum(tiles[industry] for tiles in state.tiles)


def luxuries_left(state: State) -> list[int]:
    """The luxuries that nobody has bought, by price; none in the basic game."""
    if not state.options["advanced"]:
        return []
    bought = {price for owned in state.luxuries for price in owned}
    return sorted({int(price) for price in state.box["luxuries"]} - bought)


def receive(state: State, seat: int, amount: int) -> Ledger:
    """The ledger after the bank gave a player ``amount``."""
    return moved(state, BANK, cash(seat) if tracked(state) else ALL_PLAYERS, amount)


def pay(state: State, seat: int, amount: int) -> Ledger:
    """The ledger after a player gave the bank ``amount``."""
    return moved(state, cash(seat) if tracked(state) else ALL_PLAYERS, BANK, amount)


def moved(state: State, source: str, target: str, amount: int) -> Ledger:
    """The ledger after a payment; how much somebody holds never stands against getting more."""
    hidden = {source, target} - {BANK, ALL_PLAYERS} if state.rules > TELLING_BOUNDS else ()
    return state.ledger.move(source, target, amount, hidden=hidden)


def most_cash(state: State, seat: int) -> int:
    """The most that a player can pay as far as the table knows: the cash itself where it is tracked."""
    return state.ledger[cash(seat)] if tracked(state) else state.bounds.of(seat)[1]
