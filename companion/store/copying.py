"""Tables go from one store into another: their lines byte for byte, and all that the store keeps of them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, insert, select

from companion.errors import LogError, StoreError
from companion.names import same_name
from companion.store import schema
from companion.store.core import Store
from companion.store.people import by_name, person_of
from companion.store.schema import raw
from companion.words import N_

OF_A_TABLE = (schema.entries, schema.seats, schema.attempts, schema.presence, schema.removals, schema.devices)
AT_ONCE = 1000  # rows


def copy_tables(source: Store, target: Store, codes: Sequence[str] = ()) -> list[str]:
    """Copy the tables with these codes, and return the codes. Without any: all, with the boxes and who is who.

    All of it or nothing. They keep their codes, PINs and seats, and whether they were put away. A box or a person stays
    as it is where the other store has that name. Raises StoreError: ``unknown-code``, ``code-taken``; LogError for a
    line that cannot be read: such a table is taken out as a save. Other bytes that are no text go as they are shown.
    """
    wanted = [source.find(code, archived=True) for code in codes]
    with source._backend.reading() as old, target._backend.writing() as new:
        query = select(schema.tables).order_by(schema.tables.c.id)
        rows = old.execute(query.where(schema.tables.c.id.in_(wanted)) if codes else query).mappings().all()
        for row in rows:
            _copy_table(source, old, new, _text(row))
        if not codes:
            for box in _missing(schema.boxes, old, new):
                new.execute(insert(schema.boxes), box)
            _copy_people(old, new)
    return [str(row["code"]) for row in rows]


def _copy_table(source: Store, old: Connection, new: Connection, row: dict[str, Any]) -> None:
    if new.scalar(select(schema.tables.c.id).where(schema.tables.c.code == row["code"])) is not None:
        raise StoreError(
            "code-taken",
            N_("The other store has a table with the code {table} already: nothing was copied."),
            table=row["code"],
        )
    old_id = row.pop("id")
    try:
        source.header(old_id)
        source.lines(old_id)  # no database takes bytes that are no text
    except LogError as error:
        raise LogError(
            error.line,
            N_("The table {table} cannot be read, so nothing was copied. {reason}"),
            table=row["code"],
            reason=error,
        ) from None
    made = new.execute(insert(schema.tables).values(row)).inserted_primary_key
    assert made is not None
    for table in OF_A_TABLE:
        query = select(table).where(table.c.table_id == old_id).order_by(*table.primary_key.columns)
        for rows in old.execute(query).mappings().partitions(AT_ONCE):
            new.execute(insert(table), [{**_text(each), "table_id": made[0]} for each in rows])


def _text(row: RowMapping) -> dict[str, Any]:
    """A row whose texts any database takes."""
    return {
        str(name): raw(value).decode("utf-8", "replace") if isinstance(value, str | bytes) else value
        for name, value in row.items()
    }


def _copy_people(old: Connection, new: Connection) -> None:
    """Who is who, but for what would lead round in a circle: those names are one person there already."""
    known = by_name(new)
    for row in _missing(schema.people, old, new):
        name = same_name(row["typed"])
        if same_name(person_of(row["person"], known)) != name:
            new.execute(insert(schema.people), row)
            known[name] = row["person"]


def _missing(table: Table, old: Connection, new: Connection) -> list[dict[str, Any]]:
    """The rows of which the other store has none with that key."""
    there = {tuple(row) for row in new.execute(select(*table.primary_key.columns))}
    keys = [column.name for column in table.primary_key.columns]
    rows = [_text(row) for row in old.execute(select(table)).mappings()]
    return [row for row in rows if tuple(row[key] for key in keys) not in there]
