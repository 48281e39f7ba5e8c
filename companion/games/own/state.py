"""The state of a game of one's own, and what can be read off it at once."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.auctions import Outcry
from companion.games.common import Sight, TableState
from companion.games.own.book import Book
from companion.ledger import BANK

SUPPLY = "supply"

# The last versions of the rules in which …
SPENT_BIDS = 1  # hidden cash that was bid could be spent
OLD_SALES = 2  # an auction that was amended was again what it had been once a later entry of it was no longer legal
NO_END = 3  # a game beyond its last round, since the box or the round was changed, never came to its end
TELLING_BOUNDS = 3  # the bound of all amounts, and that a score comes out whole, held for hidden money too
TELLING_END = 3  # the end of the game, or how far cash may go down, cut into an auction
ASKED_LEADER = 4  # who was said to lead an auction could be asked to outbid himself
PUT_CLOCKWISE = 4  # a phase to which a correction put the table began clockwise, whatever its turns go by


class Sale(Struct, frozen=True):
    """An auction that is on: of ``what``, paid to the slot ``to``. ``number`` tells it from every other.

    An open one has an ``outcry``; in a sealed one ``bids`` are those that are in, None being a pass.
    """

    number: int
    what: str
    least: int
    to: str
    opener: int
    outcry: Outcry | None = None
    bids: Mapping[int, int | None] = {}


class State(TableState, frozen=True, kw_only=True):
    """A table of a game of one's own, as its ``book`` (the box, read) has it.

    ``stage`` is the place of the phase among the book's, ``first`` who began this round and ``order`` the turn order
    of this phase; ``turn`` is None where nobody in particular acts. ``fund`` is the money that the bank began with
    (None: as much as is needed). ``left`` is what the supply holds of every good (None: endless), ``goods`` what each
    seat does. ``markers`` are the rows and columns of prices that stand on a track, ``numbers`` the printed prices.
    """

    book: Book
    round: int
    stage: int
    first: int
    order: tuple[int, ...]
    turn: int | None
    finished: bool
    fund: int | None
    left: dict[str, int | None]
    goods: tuple[dict[str, int], ...]
    markers: dict[str, tuple[int, int]]
    numbers: dict[str, int]
    sale: Sale | None
    sales: int

    @property
    def phase(self) -> str:
        """What the table asks of every game's: whether it is over."""
        return "end" if self.finished else "play"


class About(Struct, frozen=True):
    """What the names of a formula are asked of: a state, who acts, and what a button asked.

    ``goods`` are the goods asked, by group, ``good`` the first of them.
    """

    state: State
    seat: int = 0
    good: str = ""
    goods: Mapping[str, str] = {}
    amount: int = 0
    count: int = 0


def own_slot(seat: int, slot: str = "cash") -> str:
    """The ledger's name of a player's slot."""
    return f"player:{seat}:{slot}"


def good_slot(good: str, slot: str) -> str:
    """The ledger's name of a good's slot."""
    return f"good:{good}:{slot}"


def table_slot(slot: str) -> str:
    """The ledger's name of a slot of the table."""
    return f"table:{slot}"


def slot_names(book: Book, players: int) -> Iterator[tuple[str, int]]:
    """Every slot beside the bank, with what it begins with."""
    for slot in book.slots.values():
        if slot.of == "player":
            for seat in range(players):
                yield own_slot(seat, slot.name), slot.start.get(str(players), 0)
        elif slot.of == "table":
            yield table_slot(slot.name), slot.start.get(str(players), 0)
        else:
            for good in book.groups[slot.of]:
                yield good_slot(good, slot.name), slot.start.get(good, 0)


def phase_name(state: State) -> str | None:
    """The name of the phase; None where the box gives it none."""
    return state.book.phases[state.stage]


def phase_typed(state: State) -> str | None:
    """The same as plain text, as it stands in the box."""
    phase = phase_name(state)
    return None if phase is None else str(phase)


def ends_after(state: State, round_: int) -> bool:
    """Whether a round is the last: the game ends with the one that the box says, or with the first beyond it."""
    last = state.book.last
    return last is not None and (round_ >= last if state.rules > NO_END else round_ == last)


def bank_money(state: State) -> int | None:
    """What the bank holds; None where it is endless."""
    return None if state.fund is None else state.fund + state.ledger[BANK]


def available(state: State, slot: str) -> int:
    """What can be taken from a slot that is not the bank; of hidden cash what its owner has bid is left for the bid."""
    return state.ledger[slot] - state.book.least.get(slot.rpartition(":")[2], 0) - _kept(state, slot)


def _kept(state: State, slot: str) -> int:
    """What a slot keeps for a bid: were it spent in secret, the end of the auction would tell that it was."""
    sale = state.sale
    if sale is None or "cash" not in state.book.secret or state.rules <= SPENT_BIDS:
        return 0
    if sale.outcry is not None:
        return sale.outcry.price if sale.outcry.leader is not None and slot == own_slot(sale.outcry.leader) else 0
    return next((bid or 0 for seat, bid in sale.bids.items() if slot == own_slot(seat)), 0)


def held(state: State, good: str) -> int:
    """The units of a good that players hold."""
    return sum(goods[good] for goods in state.goods)


def shown(state: State, slot: str, sight: Sight) -> bool:
    """Whether ``sight`` may see what a slot holds.

    Of an endless bank nobody sees what it gave to whom, where players hide money. All is open at the end.
    """
    secret = state.book.secret
    if not secret or state.finished or sight.everything:
        return True
    if slot == BANK:
        return state.fund is not None
    owner, _, rest = slot.partition(":")
    seat, _, name = rest.partition(":")
    return owner != "player" or name not in secret or sight.sees(int(seat))


def moved_openly(state: State, source: str, target: str, sight: Sight) -> bool:
    """Whether ``sight`` may know how much goes from one slot to another: where it sees either of them."""
    return shown(state, source, sight) or shown(state, target, sight)


def sealed(state: State, number: int) -> bool:
    """Whether the bids of an auction still lie face down."""
    return state.sale is not None and state.sale.number == number and state.sale.outcry is None
