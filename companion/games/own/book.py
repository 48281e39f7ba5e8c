"""The box as it is played: what its file says, read once, with every name looked up and every formula taken apart."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.games.common import printed_word
from companion.games.own.formulas import Formula

# Who takes turns how in a phase: round the table, nobody in particular, or by who has most or least of something.
CLOCKWISE, NO_TURNS = "clockwise", "none"
MANY = frozenset({"others", "holders"})  # places that are several slots
OTHER = "other_"  # before a group: a button asks a second good of it


class Slot(Struct, frozen=True):
    """Where money lies. ``of`` is "player", "table" or a group of goods.

    ``start`` by number of players (of a player's and the table's slots) or by good; ``least``: how far it may go down.
    """

    name: str
    of: str
    start: Mapping[str, int]
    secret: bool = False
    least: int = 0


class Good(Struct, frozen=True):
    """What is counted and held. ``count`` is the supply at the beginning (None: endless).

    Its price is a printed ``number``, a place of the ``track`` (where the marker ``start``s: None = it stands nowhere
    yet), or what ``ladder`` says of so many units left: at most one of the three.
    """

    id: str
    group: str
    name: str
    count: int | None = None
    number: int | None = None
    track: str = ""
    start: tuple[int, int] | None = None
    ladder: tuple[int, ...] = ()


class Place(Struct, frozen=True):
    """Where money comes from or goes to: ``kind`` is bank, own, table, good, player, others or holders."""

    kind: str
    slot: str = "cash"


class Pay(Struct, frozen=True):
    """Money that moves, once for each of those who pay or get it."""

    amount: Formula
    source: Place
    target: Place


class Give(Struct, frozen=True):
    """Units of a good (or of the one that is asked, of a group) that change hands: supply, me, player."""

    what: str
    count: Formula
    source: str
    target: str


class Shift(Struct, frozen=True):
    """A price that moves along its track, and up its rows."""

    what: str
    by: Formula
    up: Formula


class Put(Struct, frozen=True):
    """A price that is put to a value."""

    what: str
    to: Formula


Act = Pay | Give | Shift | Put


class Due(Struct, frozen=True):
    """What falls due by itself. ``who`` is "player", "table" or a group; ``short`` what happens where money lacks."""

    name: str
    at: str
    every: int
    from_round: int
    who: str
    pay: Pay
    short: str


class Button(Struct, frozen=True):
    """What is done with one tap. ``phase`` is where (None: everywhere), ``asked`` the groups, amount, count, player."""

    name: str
    phase: str | None
    who: str
    ask: tuple[str, ...]
    groups: tuple[str, ...]
    acts: tuple[Act, ...]


class Book(Struct, frozen=True, eq=False, kw_only=True):
    """A whole box. ``raw`` is the file it was read from; two books of equal files are equal.

    ``turns`` and ``phases`` go together; an unnamed phase is None.
    """

    raw: Mapping[str, Any]
    name: str
    players: tuple[int, int]
    money: str
    minutes: int
    bank: int | None
    bank_owes: bool
    slots: Mapping[str, Slot]
    tracks: Mapping[str, tuple[tuple[int, ...], ...]]
    rows: frozenset[str]  # the tracks that are one row, and no grid
    groups: Mapping[str, tuple[str, ...]]
    goods: Mapping[str, Good]
    phases: tuple[str | None, ...]
    turns: tuple[str, ...]
    first: str
    last: int | None
    seconds: int | None
    dues: tuple[Due, ...]
    buttons: Mapping[str, Button]
    printed: frozenset[str]  # the words that are translated where they are shown
    total: Formula
    secret: frozenset[str]  # the players' slots that their owners alone see
    least: Mapping[str, int]  # by slot, where it is not 0

    def __eq__(self, other: object) -> bool:
        """Whether both were read from the same."""
        return isinstance(other, Book) and self.raw == other.raw

    def __hash__(self) -> int:
        """By the name: equal books have equal names."""
        return hash(self.name)

    def word(self, name: str) -> str:
        """A name of the box as a word: one of the companion's own is translated where it is shown."""
        return printed_word(name, self.printed)

    def called(self, key: str) -> str:
        """A key of the box as a word: a slot, a group, a track."""
        return self.word(key.replace("_", " "))

    def goods_asked(self, group: str) -> tuple[str, ...]:
        """The goods of a group, or of one of which a second good is asked."""
        return self.groups[group if group in self.groups else group.removeprefix(OTHER)]

    def slots_of(self, owner: str) -> list[Slot]:
        """The slots of "player", "table" or a group."""
        return [slot for slot in self.slots.values() if slot.of == owner]
