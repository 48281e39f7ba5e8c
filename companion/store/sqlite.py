"""SQLite: one file in the data folder, written ahead (WAL) so that readers never wait for a writer."""

import logging
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, update
from sqlalchemy.exc import DBAPIError

from companion.errors import StoreError
from companion.store import schema
from companion.words import N_

FILE_NAME = "tables.sqlite"
BUSY_SECONDS = 5.0  # how long a write waits for another process's write
WAL_BYTES = 1_000_000  # a write-ahead file longer than this is carried over into the main file

_log = logging.getLogger(__name__)

_FULL = N_("The disk is full: nothing was recorded. Make some room and try again.")
_READ_ONLY = N_("The folder {folder} cannot be written: tables can be read, but nothing can be recorded.")
_BUSY = N_("The tables are busy: another program has held {file} for too long. Nothing was recorded; try again.")
_DAMAGED = N_("The file {file} is damaged and cannot be read. Keep it, and go back to your last copy.")
_FAULT = N_("The disk refused to read or write {file}: nothing was recorded.")
# The beginning of SQLite's error name (`SQLITE_` taken off) -> code and sentence.
_SENTENCES = {
    "FULL": ("disk-full", _FULL),
    "READONLY": ("read-only", _READ_ONLY),
    "CANTOPEN": ("read-only", _READ_ONLY),
    "PERM": ("read-only", _READ_ONLY),
    "AUTH": ("read-only", _READ_ONLY),
    "BUSY": ("store-busy", _BUSY),
    "LOCKED": ("store-busy", _BUSY),
    "CORRUPT": ("store-damaged", _DAMAGED),
    "NOTADB": ("store-damaged", _DAMAGED),
}
_TROUBLES = (DBAPIError, sqlite3.Error, OSError)


class Sqlite:
    """The database file in ``folder``. Where it cannot be written it is opened for reading all the same.

    Raises StoreError where it cannot even be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / FILE_NAME
        self._wal = folder / f"{FILE_NAME}-wal"
        self._lock = threading.RLock()
        self._engine: Engine
        self._watch: sqlite3.Connection
        self._seen: object = None
        self._held = ExitStack()  # what _connect opened, to be let go
        self.refusal: StoreError | None = None
        self._open()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the store and changes nothing."""
        with self._speaking(), self._transaction() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that holds the right to write from its start. What it did is on the disk after it."""
        if self.refusal is not None:
            self._open()
        if self.refusal is not None:
            raise self.refusal
        with self._speaking(), self._transaction(immediate=True) as connection:
            yield connection
        self._carry_over()

    def version(self) -> object:
        """A value that changes whenever anybody has committed something. Costs some microseconds."""
        with self._lock, self._speaking():
            if self.refusal is None:
                return self._watch.execute("PRAGMA data_version").fetchone()[0]
            # A file opened for reading only may be frozen to us: look at it from outside.
            seen = self._stamp()
            if seen != self._seen:
                self._open()
            return seen

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._held.close()

    def _open(self) -> None:
        """Open for writing; where that is refused, for reading."""
        with self._lock:
            self._seen = self._stamp()
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._connect("rwc")
                self._prepare()
                self.refusal = None
                return
            except _TROUBLES as trouble:
                self.refusal = self._explain(trouble)
            if self.refusal.code in ("store-busy", "store-damaged") or not self.file.exists():
                raise self.refusal
            self._open_for_reading()

    def _prepare(self) -> None:
        with self._transaction() as connection:
            version = schema.version_of(connection)
        if version == schema.VERSION:
            self._ask_to_write()
            return
        with self._transaction(immediate=True) as connection:
            schema.migrate(connection)

    def _ask_to_write(self) -> None:
        """Learn now whether a write would be refused: begin one that changes nothing, and drop it."""
        try:
            with self._engine.connect().execution_options(immediate=True) as connection:
                connection.execute(update(schema.about).values(version=schema.about.c.version))
                connection.rollback()
        except DBAPIError as trouble:
            if self._explain(trouble).code != "store-busy":  # somebody writes: so can we, later
                raise

    def _carry_over(self) -> None:
        """Move what is written ahead into the main file, when that has grown long, and while nobody writes.

        SQLite would do so by itself after some commit. But up to its version 3.51.2 it could, very rarely,
        damage the file when two processes did it at the moment in which a third one wrote (the "WAL-reset
        bug"); so we do it, and hold the right to write meanwhile.
        """
        try:
            if self._wal.stat().st_size < WAL_BYTES:
                return
            with self._lock, self._transaction(immediate=True):
                self._watch.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except _TROUBLES as trouble:  # what was to be recorded is safe already; the next write tries again
            _log.info("%s could not be carried over: %s", self._wal, trouble)

    def _open_for_reading(self) -> None:
        """Plainly read-only; else frozen; else, where a write-ahead file waits to be read, from a copy."""
        modes = ["ro"]
        # Frozen means that SQLite does not look into the write-ahead file: what is in there would seem lost.
        modes.append("copy" if self._wal.exists() and self._wal.stat().st_size else "ro&immutable=1")
        for mode in modes:
            try:
                self._connect(mode)
                with self._transaction() as connection:
                    schema.check_version(schema.version_of(connection))
                return
            except _TROUBLES as trouble:
                _log.info("%s cannot be opened with mode=%s: %s", self.file, mode, trouble)
                failed = self._explain(trouble)
        raise failed

    def _connect(self, mode: str) -> None:
        self._held.close()
        file = self.file
        if mode == "copy":
            folder = Path(self._held.enter_context(tempfile.TemporaryDirectory(prefix="companion-")))
            for part in (file, self._wal):
                shutil.copyfile(part, folder / part.name)
            file, mode = folder / FILE_NAME, "rw"
        uri = f"{file.resolve().as_uri()}?mode={mode}"
        self._engine = create_engine("sqlite://", creator=lambda: _connection(uri), poolclass=QueuePool)
        self._held.callback(self._engine.dispose)
        event.listen(self._engine, "begin", _begin)
        self._watch = self._held.enter_context(closing(_connection(uri)))

    def _stamp(self) -> object:
        """What a look from outside tells about the file and what is written ahead of it."""
        stamps = []
        for part in (self.file, self._wal):
            try:
                stat = part.stat()
                stamps.append((stat.st_mtime_ns, stat.st_size))
            except OSError:
                stamps.append((0, 0))
        return tuple(stamps)

    @contextmanager
    def _transaction(self, *, immediate: bool = False) -> Iterator[Connection]:
        with self._engine.connect().execution_options(immediate=immediate) as connection, connection.begin():
            yield connection

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """Turn the driver's errors into sentences."""
        try:
            yield
        except _TROUBLES as trouble:
            raise self._explain(trouble) from trouble

    def _explain(self, trouble: Exception) -> StoreError:
        code, sentence = "store-fault", _FAULT
        cause = trouble.orig if isinstance(trouble, DBAPIError) else trouble
        if isinstance(cause, sqlite3.Error):
            name = getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_").split("_")[0]
            code, sentence = _SENTENCES.get(name, (code, sentence))
        elif isinstance(cause, PermissionError | NotADirectoryError | FileExistsError):
            code, sentence = "read-only", _READ_ONLY
        return StoreError(code, sentence, folder=str(self.folder), file=str(self.file))


def _connection(uri: str) -> sqlite3.Connection:
    """A connection with our settings; transactions begin where we say so, not where the driver thinks."""
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    # Bytes that are no text must not hide the lines beside them: they are kept as they are and named later.
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    try:
        if "mode=ro" not in uri:
            _write_ahead(connection)
            connection.execute("PRAGMA synchronous=FULL")  # a commit is on the disk before it is acknowledged
            connection.execute("PRAGMA fullfsync=ON")  # on macOS, too
            connection.execute("PRAGMA wal_autocheckpoint=0")  # see _carry_over
            connection.execute("PRAGMA journal_size_limit=0")  # its length then says what is still to be moved
        connection.execute("PRAGMA foreign_keys=ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch the file to WAL, once in its life; then, the answer is read from the file."""
    with suppress(sqlite3.OperationalError):
        # Two processes that open a new file at once collide here without waiting: the busy timeout does not
        # cover this switch. Then the next transaction waits, and the next connection asks again.
        connection.execute("PRAGMA journal_mode=WAL")


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
