"""The records of a game across its evenings, who was ahead when, and what came of own moves."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.group.facts import Evening
from companion.group.people import Group
from companion.group.shelf import Told
from companion.names import same_name
from companion.words import N_

IN_SECONDS = {N_("Longest turn"), N_("Longest evening"), N_("Shortest evening")}


class Record(NamedTuple):
    """The most or the least of something: what (``label``), whose (a player or a good), how much, when.

    ``n`` is the entry that made it, 0 where none did. The amount is in seconds for the labels `IN_SECONDS`.
    """

    label: str
    whose: str
    amount: float
    told: Told
    n: int = 0


class Lead(NamedTuple):
    """Who was ahead from one lap to another; several where they had the same, nobody where it is not known."""

    first: int
    last: int
    players: tuple[str, ...]


class Doing(NamedTuple):
    """What somebody's own moves and all else brought in the mean, in the ``evenings`` that tell it."""

    person: str
    evenings: int
    own: float
    given: float


def records(group: Group, kind: str) -> list[Record]:
    """The records of one game (or of all, ""), in the order in which one asks for them."""
    most: dict[str, Record] = {}
    for told, evening in group.evenings(kind):
        for found in _of(told, evening):
            best = most.get(found.label)
            sign = -1 if found.label in _LEAST else 1
            if best is None or sign * found.amount >= sign * best.amount:  # of several the first, which come last here
                most[found.label] = found
    return [most[label] for label in _LABELS if label in most]


_LABELS = (
    N_("Highest price"),
    N_("Lowest price"),
    N_("Highest total"),
    N_("Best move"),
    N_("Longest turn"),
    N_("Longest evening"),
    N_("Shortest evening"),
)
_LEAST = {"Lowest price", "Shortest evening"}


def _of(told: Told, evening: Evening) -> Iterator[Record]:
    """What an evening may hold the records in; how it ended only where it has."""
    for good in evening.goods:
        yield Record("Highest price", good.name, good.high[0], told, good.high[1])
        yield Record("Lowest price", good.name, good.low[0], told, good.low[1])
    if evening.gain:
        yield Record("Best move", evening.gain.player, evening.gain.amount, told, evening.gain.n)
    if evening.turn:
        yield Record("Longest turn", evening.turn.player, evening.turn.amount, told, evening.turn.n)
    if not evening.finished:
        return
    for seat in evening.seats:
        if seat.total is not None:
            yield Record("Highest total", seat.name, seat.total, told)
    if evening.seconds:
        yield Record("Longest evening", "", evening.seconds, told)
        yield Record("Shortest evening", "", evening.seconds, told)


def leads(evening: Evening) -> list[Lead]:
    """Who was ahead when, by what everybody knows that they owned."""
    found: list[Lead] = []
    for place, lap in enumerate(evening.laps):
        owned = {seat.name: seat.wealth[place] for seat in evening.seats}
        known = [amount for amount in owned.values() if amount is not None]
        ahead = tuple(name for name, amount in owned.items() if len(known) == len(owned) and amount == max(known))
        if found and found[-1].players == ahead:
            found[-1] = found[-1]._replace(last=lap)
        else:
            found.append(Lead(lap, lap, ahead))
    return [lead for lead in found if lead.players]


def ahead_and_won(evenings: list[Evening]) -> dict[int, tuple[int, int]]:
    """By lap: in how many evenings somebody alone was ahead then, and in how many of these they have won.

    An evening that was over before stays as it ended: its last lap is not counted on.
    """
    found: dict[int, tuple[int, int]] = {}
    for evening in evenings:
        for lead in leads(evening) if evening.winners else []:
            for lap in evening.laps:
                if lead.first <= lap <= lead.last and len(lead.players) == 1:
                    known, won = found.get(lap, (0, 0))
                    found[lap] = (known + 1, won + (lead.players[0] in evening.winners))
    return dict(sorted(found.items()))


def doings(group: Group, kind: str) -> list[Doing]:
    """What own moves brought everybody, where an evening's records tell it; the most first."""
    sums: dict[str, list[tuple[int, int]]] = {}
    for _told, evening in group.evenings(kind):
        for seat in evening.seats:
            if seat.own is not None and seat.given is not None:
                sums.setdefault(same_name(group.person(seat.name)), []).append((seat.own, seat.given))
    found = [
        Doing(
            group.person(name),
            len(each),
            sum(own for own, _given in each) / len(each),
            sum(given for _own, given in each) / len(each),
        )
        for name, each in sums.items()
    ]
    return sorted(found, key=lambda each: -each.own)
