"""Who is who in the book, and how they fared: what is told of people comes from the evenings that were finished."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from companion.group.facts import Evening, Seat
from companion.group.shelf import Told
from companion.names import same_name
from companion.store import Joined
from companion.store.people import person_of

FAVOURITES = 3


class Part(NamedTuple):
    """A person at one evening."""

    told: Told
    evening: Evening
    seat: Seat


class Tally(NamedTuple):
    """How often somebody has played to the end and won; ``chance`` is how often chance alone would have had it."""

    evenings: int
    won: int
    chance: float


class Favourite(NamedTuple):
    """A move that somebody makes more often than the others at the same tables: how often in an evening."""

    action: str
    own: float
    others: float


class Group:
    """The evenings of the book and the people in them.

    A person is called as they last sat at a table, or as the name that theirs was joined to.
    """

    def __init__(self, told: Sequence[Told], joined: Iterable[Joined]) -> None:
        self.told = told
        self.joined = list(joined)
        self._joined = {same_name(each.name): each.person for each in self.joined}
        self._called: dict[str, str] = {same_name(each.person): each.person for each in self.joined}
        self._seated: dict[str, str] = {}  # the person of every name at a table
        self._parts: dict[str, list[Part]] = {}
        for each, evening in self.evenings():
            for seat in evening.seats:
                if seat.name not in self._seated:
                    person = person_of(seat.name, self._joined)
                    self._seated[seat.name] = self._called.setdefault(same_name(person), person)
                known = same_name(self._seated[seat.name])
                self._parts.setdefault(known, []).append(Part(each, evening, seat))

    def evenings(self, kind: str = "") -> list[tuple[Told, Evening]]:
        """The evenings that could be read (of one kind), the newest first."""
        return [(each, each.evening) for each in self.told if each.evening and kind in ("", each.evening.kind)]

    def kinds(self) -> dict[str, int]:
        """The games that were played and how often, the most often first."""
        return dict(Counter(evening.kind for _told, evening in self.evenings()).most_common())

    def person(self, name: str) -> str:
        """Whose a name is, as the person is called here."""
        if name in self._seated:
            return self._seated[name]
        person = person_of(name, self._joined)
        return self._called.get(same_name(person), person)

    @cached_property
    def people(self) -> list[str]:
        """Everybody, who has won most first."""
        found = {name: self.tally(name) for name in map(self._called.__getitem__, self._parts)}
        return sorted(found, key=lambda name: (-found[name].won, -found[name].evenings, name.casefold()))

    def parts(self, person: str) -> list[Part]:
        """The evenings of a person, the newest first."""
        return self._parts.get(same_name(person), [])

    def finished(self, person: str) -> list[Part]:
        """Those that were played to the end."""
        return [part for part in self.parts(person) if part.evening.finished]

    def tally(self, person: str, kind: str = "") -> Tally:
        """How a person has fared (in one kind of game)."""
        return tally(part for part in self.finished(person) if kind in ("", part.evening.kind))

    def companions(self, person: str) -> dict[str, tuple[int, int, int]]:
        """With whom: evenings to the end together, how many of these the person won, and how many the other did."""
        found: dict[str, list[int]] = {}
        for part in self.finished(person):
            others = {self.person(seat.name): seat.place == 1 for seat in part.evening.seats}
            for other in others.keys() - {self.person(person)}:
                counts = found.setdefault(other, [0, 0, 0])
                counts[0] += 1
                counts[1] += part.seat.place == 1
                counts[2] += others[other]
        ordered = sorted(found, key=lambda name: (-found[name][0], name.casefold()))
        return {name: (found[name][0], found[name][1], found[name][2]) for name in ordered}

    def favourites(self, person: str, kind: str) -> list[Favourite]:
        """The moves that a person makes more often than the others at the same tables do, most of all first."""
        own: Counter[str] = Counter()
        others: Counter[str] = Counter()
        parts = [part for part in self.finished(person) if part.evening.kind == kind]
        seats = sum(len(part.evening.seats) - 1 for part in parts)
        for part in parts:
            own.update(part.seat.moves)
            for seat in part.evening.seats:
                if seat is not part.seat:
                    others.update(seat.moves)
        found = [Favourite(each, own[each] / len(parts), others[each] / max(1, seats)) for each in own]
        found = [each for each in found if each.own > each.others]
        return sorted(found, key=lambda each: each.others - each.own)[:FAVOURITES]

    def best_and_worst(self, person: str) -> tuple[Part, Part] | None:
        """The evenings that went best and worst; None while there are not two.

        The place counts, by how many played; then the total beside the table's mean.
        """
        parts = sorted(self.finished(person), key=_went)
        return (parts[0], parts[-1]) if len(parts) > 1 else None


def tally(parts: Iterable[Part]) -> Tally:
    """What these evenings, played to the end, amount to."""
    parts = list(parts)
    chance = sum(len(part.evening.winners) / len(part.evening.seats) for part in parts)
    return Tally(len(parts), sum(part.seat.place == 1 for part in parts), chance)


def _went(part: Part) -> tuple[float, float]:
    """How an evening went for somebody: the less, the better."""
    count, place = len(part.evening.seats), part.seat.place
    totals = [seat.total for seat in part.evening.seats if seat.total is not None]
    mean = sum(totals) / len(totals) if totals else 0
    share = part.seat.total / mean if part.seat.total is not None and mean > 0 else 0.0
    return (1.0 if place is None else (place - 1) / max(1, count - 1)), -share
