"""Where it is kept that two names are one person's. The logs know nothing of it."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from companion.errors import StoreError
from companion.names import same_name
from companion.store import schema
from companion.store.pins import Transaction
from companion.words import N_


class Joined(NamedTuple):
    """A ``name``, as it is typed at the tables, and the ``person`` that it is."""

    name: str
    person: str


class PeopleBook:
    """The names that were joined by hand, each of which can be taken apart again."""

    def __init__(self, reading: Transaction, writing: Transaction) -> None:
        self._reading = reading
        self._writing = writing

    def joined(self) -> list[Joined]:
        """What was joined, by name."""
        with self._reading() as connection:
            return _joined(connection)

    def join(self, name: str, person: str) -> None:
        """Say that ``name`` is ``person``. Raises StoreError ``same-person`` where they are one already."""
        with self._writing() as connection:
            known = by_name(connection)
            name, person = person_of(name, known), person_of(person, known)
            if same_name(name) == same_name(person):
                raise StoreError("same-person", N_("{name} is one person already."), name=name)
            # Of a circle its first name has a row, which this one takes the place of.
            connection.execute(delete(schema.people).where(schema.people.c.name == same_name(name)))
            connection.execute(insert(schema.people).values(name=same_name(name), typed=name, person=person))

    def part(self, name: str) -> None:
        """Take a joined name apart again: it is its own person's, as before."""
        with self._writing() as connection:
            connection.execute(delete(schema.people).where(schema.people.c.name == same_name(name)))


def person_of(name: str, joined: Mapping[str, str]) -> str:
    """Whose a name is, by the joined names as `names.same_name` has them; its own where nobody has said otherwise.

    In a circle of names, as an earlier version's copy could leave one, all are the one that is first by name.
    """
    way: list[str] = []
    while (known := same_name(name)) in joined:
        if known in way:
            return min((joined[each] for each in way[way.index(known) :]), key=same_name)
        way.append(known)
        name = joined[known]
    return name


def by_name(connection: Connection) -> dict[str, str]:
    """Whom each joined name leads to, as `person_of` reads it."""
    return {same_name(each.name): each.person for each in _joined(connection)}


def _joined(connection: Connection) -> list[Joined]:
    people = schema.people.c
    rows = connection.execute(select(people.typed, people.person).order_by(people.name))
    return [Joined(row.typed, row.person) for row in rows]
