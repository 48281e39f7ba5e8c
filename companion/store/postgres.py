"""PostgreSQL: one database for the servers of several machines. A write locks its table, and nobody else's."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib.util import find_spec
from typing import Any

from sqlalchemy import URL, Connection, QueuePool, create_engine, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from companion.errors import StoreError
from companion.store import schema
from companion.store.bell import BELL, CHANNEL, Bell, Ear, ServerLine, notice, said_by_database
from companion.store.sqlite import FULL
from companion.words import N_

BUSY_SECONDS = 5.0  # how long a write waits for another's, and anybody for a free connection
LINGER_SECONDS = 0.3  # a tap uses its connection several times; longer, 200 pages would need 200
PAUSE_SECONDS = 0.05  # between two attempts to get a connection
STORE_LOCK = 0x636F6D70  # the number of the lock of who makes tables, or keeps boxes

# Whatever the server's own settings: a commit is on its disk before it is acknowledged, no lock is waited for or held
# for long by a page that is gone, and a machine that has vanished is noticed.
SETTINGS = {
    "synchronous_commit": "on",
    "lock_timeout": f"{BUSY_SECONDS:.0f}s",
    "idle_in_transaction_session_timeout": "20s",
}
CONNECTION = {
    "connect_timeout": 5,
    "client_encoding": "utf8",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}

_log = logging.getLogger(__name__)

_AWAY = N_("The database of the tables does not answer: nothing can be recorded until it is back.")
_READ_ONLY = N_("The database of the tables cannot be written: tables can be read, but nothing can be recorded.")
_BUSY = N_("The tables are busy: somebody holds the database. Nothing was recorded; try again.")
_FAULT = N_("The database refused what was asked of it: nothing was recorded.")
_NO_ADDRESS = N_("A store in a database is given as postgresql+psycopg://USER@HOST/DATABASE.")
_NO_DRIVER = N_("To keep tables in PostgreSQL, install the companion with its extra “postgres”.")
# The beginning of PostgreSQL's error code -> ours and the sentence.
_SENTENCES = {
    "08": ("store-away", _AWAY),
    "57P": ("store-away", _AWAY),  # it is shut down, or starts
    "25006": ("read-only", _READ_ONLY),
    "42501": ("read-only", _READ_ONLY),
    "53100": ("disk-full", FULL),
    "53300": ("store-busy", _BUSY),
    "55P03": ("store-busy", _BUSY),
    "57014": ("store-busy", _BUSY),
}


class Postgres:
    """The database at ``address``, its tables made where they are not there yet; or not, see `store.open_store`.

    Raises StoreError where it cannot be reached or read.
    """

    def __init__(self, address: str, *, make: bool = True) -> None:
        url = _url(address)
        self._said = partial(said_by_database, _arguments(url))
        self._engine = create_engine(
            url,
            connect_args=_settings(url),
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=-1,
            pool_pre_ping=True,
            use_native_hstore=False,  # it would be asked for at every connection
        )
        self._lock = threading.Lock()
        self._ear: Ear | None = None
        self._inside = threading.local()  # the connection of a thread that is reading already
        self._used = 0.0
        self._lingering = False
        if BELL in os.environ:
            self._listen()
        try:
            self._prepare(make=make)
        except StoreError:
            self.close()
            raise

    @property
    def refusal(self) -> StoreError | None:
        """Why nothing can be recorded while the database is away, as far as that was heard."""
        return StoreError("store-away", _AWAY) if self._ear and self._ear.away else None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the store and changes nothing."""
        outer: Connection | None = getattr(self._inside, "connection", None)
        if outer is not None:
            with self._speaking():
                yield outer
            return
        with self._speaking(), self._connected() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                self._inside.connection = connection
                try:
                    yield connection
                finally:
                    self._inside.connection = None

    @contextmanager
    def writing(self, table_id: int | None = None) -> Iterator[Connection]:
        """A transaction alone among the writers of a table; without one, among those of the store itself."""
        tables = schema.tables.c
        with self._speaking(), self._connected() as connection, connection.begin():
            if table_id is None:
                connection.execute(select(func.pg_advisory_xact_lock(STORE_LOCK)))
            else:
                connection.execute(select(tables.id).where(tables.id == table_id).with_for_update(key_share=True))
            yield connection

    def tell(self, connection: Connection, table_id: int, number: int = 0, line: str = "") -> None:
        """Wake who waits for the table, once this transaction is through, and hand them its newest entry."""
        connection.execute(select(func.pg_notify(CHANNEL, notice(table_id, number, line))))

    def wait(self, table_id: int, seen: object, seconds: float) -> object:
        """A value that changes with the table, when it is no longer ``seen``; after so many seconds in any case.

        Raises StoreError while the database is away.
        """
        version = self._listen().wait(table_id, seen, seconds)
        if self.refusal is not None:
            raise self.refusal
        return version

    def told(self, table_id: int, after: int) -> list[str] | None:
        """The lines of a table that is waited for, after a number, as they were told; None where some were not."""
        return self._ear.lines(table_id, after) if self._ear else None

    def heard(self, table_id: int) -> object:
        """A value that changes with all but the lines of a table; None for one that nobody has waited for."""
        return self._ear.others(table_id) if self._ear else None

    def basis(self) -> object:
        """A value that changes when the database has been away: it may be another one, or an older copy.

        Raises StoreError while it is away.
        """
        if self.refusal is not None:
            raise self.refusal
        return self._ear.losses if self._ear else 0

    def former(self) -> list[AbstractContextManager[Connection]]:
        """None: what a database was before cannot be read."""
        return []

    def close(self) -> None:
        """Let go of the database."""
        if self._ear:
            self._ear.close()
        self._engine.dispose()

    def _listen(self) -> Ear:
        with self._lock:
            if self._ear is None:
                line = ServerLine(os.environ[BELL]) if BELL in os.environ else None
                self._ear = Ear(line.said, line.ask, line.hang_up) if line else Ear(self._said)
            return self._ear

    def _prepare(self, *, make: bool) -> None:
        with self.reading() as connection:
            version = schema.version_of(connection)
        if version == 0 and not make:
            raise schema.no_store(self._engine.url.render_as_string())
        if version != schema.VERSION:
            with self.writing() as connection:
                schema.migrate(connection)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection. Where all of the database's are taken, one is waited for."""
        end = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                connection = self._engine.connect()
                break
            except OperationalError:
                # libpq does not say why it gets none; but who hears the database knows that it is there.
                if self._ear is None or self._ear.away or time.monotonic() > end:
                    raise
                time.sleep(PAUSE_SECONDS)
        try:
            with connection:
                yield connection
        finally:
            self._linger()

    def _linger(self) -> None:
        """See that the connection is closed when it has not been used for a moment."""
        with self._lock:
            self._used = time.monotonic()
            if not self._lingering:
                self._lingering = True
                _later(self._let_go)

    def _let_go(self) -> None:
        with self._lock:
            self._lingering = time.monotonic() - self._used < LINGER_SECONDS
            if self._lingering:
                _later(self._let_go)
            else:
                self._engine.pool.dispose()

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """Turn the driver's errors into sentences."""
        try:
            yield
        except DBAPIError as trouble:
            refusal = _explain(trouble)
            _log.warning("%s: %s", refusal.code, trouble.orig)
            raise refusal from trouble


def _explain(trouble: DBAPIError) -> StoreError:
    state = getattr(trouble.orig, "sqlstate", None)
    if trouble.connection_invalidated or (state is None and isinstance(trouble, OperationalError)):
        return StoreError("store-away", _AWAY)
    for beginning, (code, sentence) in _SENTENCES.items():
        if state is not None and state.startswith(beginning):
            return StoreError(code, sentence)
    return StoreError("store-fault", _FAULT)


def _later(call: Callable[[], None]) -> None:
    timer = threading.Timer(LINGER_SECONDS, call)
    timer.daemon = True
    timer.start()


def bell(address: str, path: str) -> Bell:
    """A server's bell, for the kernels that keep their tables at ``address``."""
    return Bell(partial(said_by_database, _arguments(_url(address))), path)


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError("no-address", _NO_ADDRESS) from None  # its text would show the password
    if not url.drivername.startswith("postgres"):
        raise StoreError("no-address", _NO_ADDRESS)
    if find_spec("psycopg") is None:
        raise StoreError("no-driver", _NO_DRIVER)
    return url.set(drivername="postgresql+psycopg")


def _settings(url: URL) -> dict[str, Any]:
    """How a connection is to be, beside what the address says."""
    ours = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    return {**CONNECTION, "options": " ".join([*url.normalized_query.get("options", ()), ours])}


def _arguments(url: URL) -> dict[str, Any]:
    """The same for the driver alone, and whom it is to reach."""
    _none, named = url.get_dialect()().create_connect_args(url)
    return {**named, **_settings(url)}
