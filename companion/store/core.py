"""What a store offers to the rooms above it: tables, their lines, and what is remembered between tables."""

import secrets
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Row, func, insert, select, update

from companion import log
from companion.errors import CompanionError, LogError, StoreError
from companion.store import schema, touched
from companion.store.marks import Mark, marks, time_of
from companion.store.people import PeopleBook
from companion.store.pins import PinBook, taken_over
from companion.store.schema import raw
from companion.words import N_

CODE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no O and 0, no I and 1: a code is read aloud
CODE_LENGTH = 5  # of a code that friends read to each other
OPEN_CODE_LENGTH = 7  # where strangers might guess: room for 34 milliards of tables
TITLE_LENGTH = 80
NOT_HERE = frozenset({"unknown-code", "unknown-table", "put-away"})  # codes of refusals by a store that can be read


def is_unread(refusal: CompanionError) -> bool:
    """Whether a store refuses because it cannot be read: whether it holds what was looked for nobody knows."""
    return isinstance(refusal, StoreError) and refusal.code not in NOT_HERE


class Backend(Protocol):
    """A database as the store needs it: what differs between SQLite and another one, and nothing more."""

    @property
    def refusal(self) -> StoreError | None:
        """Why nothing can be recorded at the moment; None where it can, as far as that is known."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that only reads. One inside another may be the same."""

    def writing(self, table_id: int | None = None) -> AbstractContextManager[Connection]:
        """A transaction alone among the writers of a table, or among all; what it did is safe once it has ended.

        Without ``table_id`` it touches no table that is there already.
        """

    def tell(self, connection: Connection, table_id: int, number: int = 0, line: str = "") -> None:
        """Have who waits for a table hear that this transaction has changed it, once it is through.

        Where it has added an entry: that entry's number and line, which they then need not read.
        """

    def told(self, table_id: int, after: int) -> list[str] | None:
        """The lines of a table after a number that `wait` has brought; None where they have to be read."""

    def heard(self, table_id: int) -> object:
        """A value that changes once anything but a table's lines may have; None where that is not heard of."""

    def wait(self, table_id: int, seen: object, seconds: float) -> object:
        """A value that changes with every line of a table, once it is not ``seen``; after so long in any case."""

    def basis(self) -> object:
        """A value that changes when another database may stand in the place of ours; the other one is opened."""

    def former(self) -> list[AbstractContextManager[Connection]]:
        """Transactions on the databases that stood in this place before; any of them may be damaged."""

    def close(self) -> None:
        """Let go of the database."""


class Conflict(Exception):  # noqa: N818 (not an error: the writer looks at what is newer and tries again)
    """Somebody else has appended since: ``newer`` are their lines, oldest first."""

    def __init__(self, newer: list[str]) -> None:
        super().__init__(f"{len(newer)} newer lines")
        self.newer = newer


@dataclass(frozen=True)
class TableInfo:
    """A table in the list of tables. ``error`` names what cannot be read of it, and is None where all can."""

    id: int
    code: str = ""
    game: str = ""
    title: str = ""
    created: str = ""
    players: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    box: dict[str, Any] = field(default_factory=dict)
    entries: int = 0
    changed: str = ""
    error: LogError | StoreError | None = None


class Lost(NamedTuple):
    """A table that an earlier file held and the present one does not hold whole: its save and PINs as it had them."""

    info: TableInfo
    save: bytes
    pins: PinBook


class Store:
    """All tables of one data folder, as lines of text: the store keeps them and does not interpret them.

    Every method may raise StoreError. What a method was asked to write is on the disk when it returns.
    """

    def __init__(self, backend: Backend, code_length: int = CODE_LENGTH) -> None:
        self._backend = backend
        self._code_length = code_length  # of new tables; an older one keeps its code
        self._checked: dict[int, TableInfo] = {}
        self._marked: dict[int, tuple[str, TableInfo]] = {}
        self._former_pins: dict[int, PinBook] = {}  # by the places of the files in `Backend.former`
        self.pins = PinBook(backend.reading, backend.writing, backend.tell, backend.heard)
        self.people = PeopleBook(backend.reading, backend.writing)

    @property
    def refusal(self) -> StoreError | None:
        """Why nothing can be recorded at the moment; None where it can."""
        return self._backend.refusal

    def wait(self, table_id: int, seen: object, seconds: float) -> object:
        """Wait until anybody has changed a table: until the value that this returned last is no longer ``seen``.

        After so many ``seconds`` it returns in any case. The value may also change where the table has not.
        """
        return self._backend.wait(table_id, seen, seconds)

    def basis(self) -> object:
        """A value that changes when the lines on the disk may be others than those that were acknowledged.

        Raises StoreError ``store-replaced`` where the file is gone.
        """
        return self._backend.basis()

    def lost(self) -> list[Lost]:
        """What the present file lacks of the files that were in its place while this store was open."""
        found: list[Lost] = []
        for place, former in enumerate(self._backend.former()):
            try:
                with former as connection:
                    kept = [(row, _save(connection, row.id)) for row in connection.execute(select(schema.tables)).all()]
                    if place not in self._former_pins:
                        self._former_pins[place] = taken_over(connection)
            except StoreError:  # it was written over while it was open
                continue
            pins = self._former_pins[place]
            found += [
                Lost(_described(TableInfo(row.id), row), save, pins)
                for row, save in kept
                if not self._holds(row.id, save)
            ]
        return found

    def _holds(self, table_id: int, save: bytes) -> bool:
        try:
            return self.save(table_id).startswith(save)
        except StoreError:
            return False

    def close(self) -> None:
        """Let go of the database."""
        self._backend.close()

    # -- tables ------------------------------------------------------------------------------------------

    def create(self, header_line: str, title: str = "") -> int:
        """Open a new, empty table; returns its id. Raises LogError where the line is no header."""
        with self._backend.writing() as connection:
            return _create(connection, header_line, title, self._code_length)

    def import_log(self, lines: Iterable[str | bytes], title: str = "") -> int:
        """Take a whole save (header first, any version) as a new table: all of it or nothing.

        Raises LogError naming the line that cannot be read.
        """
        header, entries = log.read_lines(lines)
        for n, entry in enumerate(entries, 1):
            if entry.n != n:
                raise _out_of_order(n)
        with self._backend.writing() as connection:
            table_id = _create(connection, header.line(), title, self._code_length)
            rows = [{"table_id": table_id, "n": entry.n, "line": entry.line()} for entry in entries]
            if rows:
                connection.execute(insert(schema.entries), rows)
        return table_id

    def tables(self, *, archived: bool = False) -> list[TableInfo]:
        """The tables in use (or those put away), newest first.

        One that cannot be read says why in its ``error`` and hides no other.
        """
        with self._backend.reading() as connection:
            found = marks(connection, archived=archived)
            return [self._known(mark) for mark in sorted(found, reverse=True)]

    def marks(self) -> list[Mark]:
        """The tables in use, each with what tells whether its log is still the same. No line is read for it."""
        with self._backend.reading() as connection:
            return marks(connection)

    def put_away(self) -> int:
        """How many tables are put away."""
        with self._backend.reading() as connection:
            return connection.scalar(select(func.count()).where(schema.tables.c.archived.is_not(None))) or 0

    def table(self, table_id: int) -> TableInfo:
        """One table, archived or not. Raises StoreError where there is none of this id."""
        with self._backend.reading() as connection:
            _require(connection, table_id)
        return self._info(table_id)

    def find(self, code: str, *, archived: bool = False) -> int:
        """The id of the table with this join code, in any case of letters. Raises StoreError.

        One that was put away is found only by who asks for it (``archived``).
        """
        wanted = code.strip().upper()
        with self._backend.reading() as connection:
            row = connection.execute(
                select(schema.tables.c.id, schema.tables.c.archived).where(schema.tables.c.code == wanted)
            ).one_or_none()
        if row is None:
            raise StoreError("unknown-code", N_("No table here has the code “{typed}”."), typed=wanted)
        if row.archived is not None and not archived:
            raise StoreError(
                "put-away", N_("The table “{typed}” was put away: bring it back on the first page."), typed=wanted
            )
        return int(row.id)

    def archive(self, table_id: int) -> None:
        """Put a table away: it leaves the list, and its code lets nobody in. Nothing of it is lost."""
        self._put_away(table_id, _now())

    def restore(self, table_id: int) -> None:
        """Bring back a table that was put away."""
        self._put_away(table_id, None)

    def touched(self) -> dict[int, datetime]:
        """When each table in use was last touched: something was recorded, somebody sat there, it was started."""
        with self._backend.reading() as connection:
            return touched.by_table(connection)

    def _put_away(self, table_id: int, when: str | None) -> None:
        with self._backend.writing(table_id) as connection:
            _require(connection, table_id)
            connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(archived=when))

    # -- lines -------------------------------------------------------------------------------------------

    def header(self, table_id: int) -> str:
        """The first line of the table's save."""
        with self._backend.reading() as connection:
            line = connection.scalar(select(schema.tables.c.header).where(schema.tables.c.id == table_id))
        if line is None:
            raise _unknown(table_id)
        return _text(line, 1)

    def lines(self, table_id: int, after: int = 0) -> list[str]:
        """The lines of the entries after number ``after``. Raises LogError for one that cannot be read."""
        with self._backend.reading() as connection:
            rows = _rows(connection, table_id, after)
        return _unbroken(rows, after)

    def news(self, table_id: int, after: int) -> list[str]:
        """The lines after number ``after`` that `wait` has told of; there may be newer ones, of which it will tell."""
        told = self._backend.told(table_id, after)
        return self.lines(table_id, after) if told is None else told

    def save(self, table_id: int) -> bytes:
        """The whole save as it lies here, damaged lines and all, so that a broken table can be taken out."""
        with self._backend.reading() as connection:
            return _save(connection, table_id)

    def append(self, table_id: int, line: str, n: int, key: str | None = None) -> str:
        """Record ``line`` as entry ``n``; returns it once it is on the disk.

        A ``key`` that was here before records nothing: the line that it made then is returned. Raises
        Conflict where entry ``n`` is already somebody else's.
        """
        entries = schema.entries.c
        with self._backend.writing(table_id) as connection:
            _require(connection, table_id)
            earlier = None if key is None else _line_of_key(connection, table_id, key)
            if earlier is not None:
                return earlier
            last = connection.scalar(select(func.max(entries.n)).where(entries.table_id == table_id)) or 0
            if last >= n:
                raise Conflict(_unbroken(_rows(connection, table_id, n - 1), n - 1))
            if last + 1 != n:
                raise StoreError(
                    "log-shorter",
                    N_("The table was at entry {seen}, its file only knows {last}: please reload the page."),
                    seen=n - 1,
                    last=last,
                )
            connection.execute(insert(schema.entries).values(table_id=table_id, n=n, key=key, line=line))
            self._backend.tell(connection, table_id, n, line)
        return line

    def find_key(self, table_id: int, key: str) -> str | None:
        """The line that the tap with this key has recorded; None where it has recorded nothing."""
        with self._backend.reading() as connection:
            return _line_of_key(connection, table_id, key)

    # -- boxes -------------------------------------------------------------------------------------------

    def boxes(self, game: str) -> dict[str, str]:
        """The boxes remembered for a game: name -> TOML text."""
        with self._backend.reading() as connection:
            rows = connection.execute(
                select(schema.boxes.c.name, schema.boxes.c.toml)
                .where(schema.boxes.c.game == game)
                .order_by(schema.boxes.c.name)
            )
            return {row.name: raw(row.toml).decode("utf-8", "replace") for row in rows}

    def keep_box(self, game: str, name: str, toml: str) -> None:
        """Remember a box under a name, in the place of an earlier one of that name."""
        boxes = schema.boxes.c
        here = (boxes.game == game, boxes.name == name)
        with self._backend.writing() as connection:
            if connection.execute(update(schema.boxes).where(*here).values(toml=toml)).rowcount == 0:
                connection.execute(insert(schema.boxes).values(game=game, name=name, toml=toml))

    # -- the list's line of one table ----------------------------------------------------------------------

    def _known(self, mark: Mark) -> TableInfo:
        """The table's line in the list, which is the same as long as its mark is."""
        key, info = self._marked.get(mark.id, ("", None))
        if info is None or key != mark.key:
            info = self._info(mark.id)
            self._marked[mark.id] = mark.key, info
        return info

    def _info(self, table_id: int) -> TableInfo:
        """The table's line in the list; lines that were checked before are not read again."""
        known = self._checked.get(table_id) or TableInfo(table_id)
        try:
            with self._backend.reading() as connection:
                row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one()
                known = _described(known, row)
                rows = _rows(connection, table_id, known.entries)
            if known.error is not None:
                return known
            changed = known.changed
            for n, line in enumerate(_unbroken(rows, known.entries), known.entries + 1):
                entry = log.parse_entry(line, n + 1)
                if entry.n != n:
                    raise _out_of_order(n)
                changed = entry.at
            known = replace(known, entries=known.entries + len(rows), changed=changed)
        except (LogError, StoreError) as error:
            return replace(known, error=error)
        self._checked[table_id] = known
        return known


def _described(known: TableInfo, row: Row[Any]) -> TableInfo:
    """What the table's own row says; anybody may have written anything into it."""
    code, game, title = (raw(value).decode("utf-8", "replace") for value in (row.code, row.game, row.title))
    created = time_of(row.created)
    known = replace(known, code=code, game=game, title=title, created=created, changed=known.changed or created)
    try:
        header = log.parse_header(_text(row.header, 1))
    except LogError as error:
        return replace(known, error=error)
    return replace(known, players=header.players, options=header.options, box=header.box)


def _create(connection: Connection, header_line: str, title: str, code_length: int) -> int:
    header = log.parse_header(header_line)
    code = _free_code(connection, code_length)
    result = connection.execute(
        insert(schema.tables).values(
            code=code,
            game=header.game,
            title=title.strip()[:TITLE_LENGTH],
            created=_now(),
            header=header_line,
        )
    )
    assert result.inserted_primary_key is not None
    return int(result.inserted_primary_key[0])


def _free_code(connection: Connection, length: int) -> str:
    while True:
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(length))
        if connection.scalar(select(schema.tables.c.id).where(schema.tables.c.code == code)) is None:
            return code


def _require(connection: Connection, table_id: int) -> None:
    if connection.scalar(select(schema.tables.c.id).where(schema.tables.c.id == table_id)) is None:
        raise _unknown(table_id)


def _rows(connection: Connection, table_id: int, after: int) -> list[Row[int, str]]:
    entries = schema.entries.c
    return list(
        connection.execute(
            select(entries.n, entries.line).where(entries.table_id == table_id, entries.n > after).order_by(entries.n)
        )
    )


def _save(connection: Connection, table_id: int) -> bytes:
    header = connection.execute(select(schema.tables.c.header).where(schema.tables.c.id == table_id)).one_or_none()
    if header is None:
        raise _unknown(table_id)
    lines = [header.header, *(row.line for row in _rows(connection, table_id, 0))]
    return b"".join(raw(line) + b"\n" for line in lines)


def _line_of_key(connection: Connection, table_id: int, key: str) -> str | None:
    entries = schema.entries.c
    return connection.scalar(select(entries.line).where(entries.table_id == table_id, entries.key == key))


def _unbroken(rows: list[Row[int, str]], after: int) -> list[str]:
    """The lines of ``rows``, which must be numbered from ``after`` + 1 without a gap."""
    for n, row in enumerate(rows, after + 1):
        if row.n != n:
            raise LogError(n + 1, N_("Line {line} is missing: entry {n} is not there."), n=n)
    return [_text(row.line, row.n + 1) for row in rows]


def _text(line: object, number: int) -> str:
    """``line`` where it is text; the driver marks bytes that are none (see sqlite.py)."""
    if not isinstance(line, str):
        raise LogError(number, N_("Line {line} cannot be read: expected UTF-8 text."))
    if not line.isascii():
        try:
            line.encode()
        except UnicodeEncodeError:
            raise LogError(number, N_("Line {line} cannot be read: expected UTF-8 text.")) from None
    return line


def _out_of_order(n: int) -> LogError:
    return LogError(n + 1, N_("Line {line} is out of order: expected entry {n}."), n=n)


def _unknown(table_id: int) -> StoreError:
    return StoreError("unknown-table", N_("There is no table {table} here."), table=table_id)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
