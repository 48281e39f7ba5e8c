"""The store's tables, in SQLAlchemy Core's words, and their versions."""

from collections.abc import Callable

from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    update,
)

from companion.errors import StoreError
from companion.words import N_

VERSION = 3


def _short(length: int) -> String:
    """A text that is about so long at most. SQLite takes longer ones, so PostgreSQL has to."""
    return String(length).with_variant(Text(), "postgresql")


metadata = MetaData()

about = Table("about", metadata, Column("version", Integer, nullable=False))

# One row a game table. `header` is the first line of its save, `archived` the time it was put away.
tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", _short(8), nullable=False, unique=True),
    Column("game", _short(40), nullable=False),
    Column("title", _short(80), nullable=False),
    Column("created", _short(30), nullable=False),
    Column("archived", _short(30)),
    Column("header", Text, nullable=False),
    sqlite_autoincrement=True,  # an id in an old link must never come to mean another table
)

# One row an entry: its line of the save, its number, and the key of the tap that made it.
entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("key", _short(80)),
    Column("line", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "n"),
    UniqueConstraint("table_id", "key"),
    sqlite_with_rowid=False,  # a table's lines lie together, in order
)

# A seat that has a PIN. `failed` counts the wrong PINs of all devices that have not given the right one since.
seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", _short(20), nullable=False),
    Column("pin_hash", _short(200), nullable=False),
    Column("salt", _short(64), nullable=False),
    Column("failed", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)

# The wrong PINs of a device at a seat. `locked_until` is in seconds since 1970: none of it is looked at before.
attempts = Table(
    "attempts",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("device", _short(80), nullable=False),
    Column("seat", _short(20), nullable=False),
    Column("failed", Integer, nullable=False),
    Column("locked_until", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "device", "seat"),
)

# A device that sits on a seat, and when its page was last heard (seconds since 1970).
presence = Table(
    "presence",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("device", _short(80), nullable=False),
    Column("seat", _short(20), nullable=False),
    Column("seen", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "device", "seat"),
)

# A seat whose PIN somebody else wants away, and since when (seconds since 1970).
removals = Table(
    "removals",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", _short(20), nullable=False),
    Column("asked", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)

# A device that gave a seat's PIN and need not give it again.
devices = Table(
    "devices",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("device", _short(80), nullable=False),
    Column("seat", _short(20), nullable=False),
    PrimaryKeyConstraint("table_id", "device", "seat"),
)

# The boxes that a group filled in, as TOML, for its next table.
boxes = Table(
    "boxes",
    metadata,
    Column("game", _short(40), nullable=False),
    Column("name", _short(80), nullable=False),
    Column("toml", Text, nullable=False),
    PrimaryKeyConstraint("game", "name"),
)

# A name that is read as another one's, by hand: whoever sits as `name` (see `names.same_name`) is the person called
# `person`, who may in turn be somebody else.
people = Table(
    "people",
    metadata,
    Column("name", _short(80), primary_key=True),
    Column("typed", _short(80), nullable=False),
    Column("person", _short(80), nullable=False),
)


def raw(value: object) -> bytes:
    """What lies in a field, byte for byte: whoever wrote there may have put in anything."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogateescape")


def _count_by_device(connection: Connection) -> None:
    """Version 1 to 2: wrong PINs count by device too, and it is known who sits where."""
    connection.exec_driver_sql("ALTER TABLE seats RENAME TO seats_1")
    metadata.create_all(connection, tables=[seats, attempts, presence, removals])
    kept = "table_id, seat, pin_hash, salt, failed"
    connection.exec_driver_sql(f"INSERT INTO seats ({kept}) SELECT {kept} FROM seats_1")  # noqa: S608 - no input
    connection.exec_driver_sql("DROP TABLE seats_1")


def _join_names(connection: Connection) -> None:
    """Version 2 to 3: names of people can be joined."""
    metadata.create_all(connection, tables=[people])


# From an older version: a function that turns a store of that version into one of the next.
MIGRATIONS: dict[int, Callable[[Connection], None]] = {1: _count_by_device, 2: _join_names}


def version_of(connection: Connection) -> int:
    """The version of the store behind ``connection``; 0 for one that is still empty."""
    if not inspect(connection).has_table(about.name):
        return 0
    return int(connection.scalar(select(about.c.version)) or 0)


def no_store(place: str) -> StoreError:
    """The refusal where a store was expected and there is none."""
    return StoreError("no-store", N_("No tables are kept at {place}."), place=place)


def check_version(version: int) -> None:
    """Raise StoreError for a store that a newer companion has made."""
    if version > VERSION:
        raise StoreError(
            "newer-store",
            N_(
                "These tables were kept by a newer companion (version {version} of the store, "
                "this one knows {known}): please update it."
            ),
            version=version,
            known=VERSION,
        )


def migrate(connection: Connection) -> None:
    """Bring a store to this version; for use inside one writing transaction."""
    version = version_of(connection)
    check_version(version)
    if version == 0:
        metadata.create_all(connection)
        connection.execute(insert(about).values(version=VERSION))
        return
    while version < VERSION:
        MIGRATIONS[version](connection)
        version += 1
    connection.execute(update(about).values(version=VERSION))
