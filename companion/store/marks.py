"""What tells whether a table's log is still the one that was read before, without reading it."""

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from companion.store import schema
from companion.store.schema import raw
from companion.words import utc

NEVER = "1970-01-01T00:00:00Z"


class Mark(NamedTuple):
    """A table by its ``id``, its join ``code``, its game's id, its ``title`` and the time it was ``created``.

    ``key`` is another one as soon as the log is.
    """

    id: int
    code: str
    game: str
    title: str
    created: str
    key: str


def marks(connection: Connection, *, archived: bool = False) -> list[Mark]:
    """The tables in use (or those put away). A key is made of a table's row, its last line, and how much lies between.

    Lines are only ever added, and an amended entry is a line as well: what lies between is not read for it.
    """
    tables, entries = schema.tables.c, schema.entries.c
    sums = (
        select(
            entries.table_id,
            func.max(entries.n).label("last"),
            func.count().label("lines"),
            func.sum(func.length(entries.line)).label("signs"),
        )
        .group_by(entries.table_id)
        .subquery()
    )
    rows = connection.execute(
        select(schema.tables, sums.c.lines, sums.c.signs, entries.line)
        .outerjoin(sums, sums.c.table_id == tables.id)
        .outerjoin(schema.entries, (entries.table_id == tables.id) & (entries.n == sums.c.last))
        .where(tables.archived.is_not(None) if archived else tables.archived.is_(None))
        .order_by(tables.id)
    )
    return [
        Mark(row.id, _text(row.code), _text(row.game), _text(row.title), time_of(row.created), _key(row))
        for row in rows
    ]


def time_of(value: object) -> str:
    """The store's own note of a time, into which anybody may have written anything; NEVER where it is none."""
    text = _text(value)
    try:
        utc(text)
    except (ValueError, OverflowError):
        return NEVER
    return text


def _text(value: object) -> str:
    return raw(value).decode("utf-8", "replace")


def _key(row: object) -> str:
    digest = hashlib.sha256()
    for part in ("code", "game", "title", "created", "header", "lines", "signs", "line"):
        digest.update(raw(getattr(row, part)) + b"\n")
    return digest.hexdigest()
