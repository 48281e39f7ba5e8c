"""When tables were last touched: what nobody has touched for long can be put away."""

from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy import Connection, func, select

from companion.errors import LogError
from companion.log import parse_entry
from companion.store import schema
from companion.store.marks import time_of
from companion.words import utc

KEEP_DAYS = 90  # that an open host leaves an untouched table where it is, unless it is told otherwise


def by_table(connection: Connection) -> dict[int, datetime]:
    """By the ids of the tables in use: their last entry, when a device was last heard there, else their start."""
    tables, entries, presence = schema.tables.c, schema.entries.c, schema.presence.c
    started = connection.execute(select(tables.id, tables.created).where(tables.archived.is_(None)))
    found = {row.id: [utc(time_of(row.created))] for row in started}
    last = select(entries.table_id, func.max(entries.n).label("n")).group_by(entries.table_id).subquery()
    here = (entries.table_id == last.c.table_id) & (entries.n == last.c.n)
    for table_id, line in connection.execute(select(entries.table_id, entries.line).join(last, here)):
        with suppress(LogError, ValueError):  # a line that cannot be read tells no time
            found.get(table_id, []).append(utc(parse_entry(line, 1).at))
    heard = select(presence.table_id, func.max(presence.seen)).group_by(presence.table_id)
    for table_id, seen in connection.execute(heard):
        found.get(table_id, []).append(datetime.fromtimestamp(seen, UTC))
    return {table_id: max(times) for table_id, times in found.items()}
