"""SQLite: one file in the data folder, written ahead (WAL) so that readers never wait for a writer."""

import logging
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path, PurePath
from urllib.parse import quote

from sqlalchemy import Connection, Engine, QueuePool, StaticPool, create_engine, event, update
from sqlalchemy.exc import DBAPIError

from companion.errors import StoreError
from companion.files import shut
from companion.store import schema
from companion.words import N_

FILE_NAME = "tables.sqlite"
REPLACED = "store-replaced"  # the code of `replaced`
BUSY_SECONDS = 5.0  # how long a write waits for another process's write
LOOK_SECONDS = 0.02  # how often who waits looks; a look costs some microseconds
WAL_BYTES = 1_000_000  # a write-ahead file longer than this is carried over into the main file

_log = logging.getLogger(__name__)

FULL = N_("The disk is full: nothing was recorded. Make some room and try again.")
_READ_ONLY = N_("The folder {folder} cannot be written: tables can be read, but nothing can be recorded.")
_BUSY = N_("The tables are busy: another program has held {file} for too long. Nothing was recorded; try again.")
_DAMAGED = N_("The file {file} is damaged and cannot be read. Keep it, and go back to your last copy.")
FAULT = N_("The disk refused to read or write {file}: nothing was recorded.")
_REPLACED = N_(
    "The file of the tables was taken away or replaced, so nothing more is recorded here: "
    "download the saves that you need, then reload the page."
)
# The beginning of SQLite's error name (`SQLITE_` taken off) -> code and sentence.
_SENTENCES = {
    "FULL": ("disk-full", FULL),
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


def replaced() -> StoreError:
    """The refusal where the file is no longer the one that the acknowledged lines went into."""
    return StoreError(REPLACED, _REPLACED)


Identity = tuple[int, int]  # of a file, whatever its name: the device and the number on it
Written = tuple[int, int]  # when a file was last written, and its length
Stamp = tuple[Identity | None, Written | None, Written | None]


class Sqlite:
    """The database file in ``folder``. Where it cannot be written it is opened for reading all the same.

    Raises StoreError where it cannot even be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / FILE_NAME
        self._wal = folder / f"{FILE_NAME}-wal"
        self._parts = (self.file, self._wal, folder / f"{FILE_NAME}-shm")
        self._lock = threading.RLock()
        self._engine: Engine
        self._watch: sqlite3.Connection
        self._seen: Stamp
        self._held = ExitStack()  # what _connect opened, to be let go
        self._is_open = False  # whether _connect came to its end, and what it opened is still that of the present file
        self._known: list[Identity | None] = [None, None, None]  # the parts of the file that is open
        self._written: Written | None = None
        self._former: list[Engine] = []  # files that stood here before: taken away, but still open to us
        self._kept = ExitStack()  # what those hold open
        self.refusal: StoreError | None = None
        self._open()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the store and changes nothing."""
        self._look()
        with self._speaking(), self._transaction() as connection:
            yield connection

    @contextmanager
    def writing(self, table_id: int | None = None) -> Iterator[Connection]:  # noqa: ARG002 - a file has one writer
        """A transaction that holds the right to write from its start. What it did is on the disk after it.

        The disk's file, not one that was taken away: that is looked at before and after.
        """
        if self._look() or (self.refusal is not None and self._open_again()):
            raise replaced()
        if self.refusal is not None:
            raise self.refusal
        with self._speaking(), self._transaction(immediate=True) as connection:
            yield connection
        if self._is_gone():
            raise replaced()
        self._carry_over()

    def basis(self) -> object:
        """A value that changes when another file stands in the place of ours, or ours was written over.

        Carrying over what is written ahead changes it too. Another file is opened, if there is one.
        """
        self._look()
        return (self._known[0], self._written) if self.refusal is None else self._seen

    def former(self) -> list[AbstractContextManager[Connection]]:
        """Transactions on the files that stood here before, which may be damaged."""
        return [self._reading_former(engine) for engine in self._former]

    @contextmanager
    def _reading_former(self, engine: Engine) -> Iterator[Connection]:
        with self._lock, self._speaking(), engine.connect() as connection:
            yield connection

    def tell(self, connection: Connection, table_id: int, number: int = 0, line: str = "") -> None:
        """Nothing: who waits sees it for himself."""

    def told(self, table_id: int, after: int) -> None:
        """None: lines are read."""

    def heard(self, table_id: int) -> object:  # noqa: ARG002 - the interface names it
        """None: to read is as cheap as to hear."""
        return None

    def wait(self, table_id: int, seen: object, seconds: float) -> object:  # noqa: ARG002 - seen by file, not by table
        """A value that changes whenever anybody has committed something, once it is not ``seen`` or time is up."""
        end = time.monotonic() + seconds
        while (version := self._version()) == seen and time.monotonic() < end:
            time.sleep(LOOK_SECONDS)
        return version

    def _version(self) -> object:
        with self._lock, self._speaking():
            if self.refusal is not None and self.refusal.code == REPLACED:
                raise self.refusal
            if self.refusal is None:
                if not self._is_same():
                    raise replaced()
                return self._watch.execute("PRAGMA data_version").fetchone()[0], _written(self.file)
            # A file opened for reading only may be frozen to us: look at it from outside.
            seen = self._stamp()
            if seen != self._seen:
                self._open_again()
            return seen

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._held.close()
            for engine in self._former:
                engine.dispose()
            self._former.clear()
            self._kept.close()

    def _open(self) -> None:
        """Open for writing; where that is refused, for reading."""
        with self._lock:
            self._seen = self._stamp()
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._make()
                self._connect("rwc")
                self._prepare()
                self._know()
                self.refusal = None
                return
            except _TROUBLES as trouble:
                self.refusal = self._explain(trouble)
            if self.refusal.code in ("store-busy", "store-damaged") or self._identity(self.file) is None:
                raise self.refusal
            self._open_for_reading()

    def _make(self) -> None:
        """Make a new file, its owner's alone as the folder is. SQLite gives what it makes beside it the same rights."""
        with suppress(OSError):  # it is there, or cannot be made: SQLite says why
            os.close(os.open(self.file, os.O_CREAT | os.O_EXCL, 0o600))
            shut(self.folder)

    def _look(self) -> bool:
        """Open the file that stands in the place of ours, if another does, and say so; raise StoreError for none.

        Ours stays open for `former`.
        """
        with self._lock:
            if self.refusal is not None and self.refusal.code != REPLACED:  # it is open for reading only
                return self._stamp() != self._seen and self._open_again()
            if self.refusal is None:
                if self._is_same():
                    self._see_writing()
                    return False
                self._leave()
                self.refusal = replaced()
            self._open_again()
            return True

    def _open_again(self) -> bool:
        """Open the file that lies there now; returns whether it is another one. For none StoreError: none is made."""
        with self._lock:
            (main, *beside), (before, *ahead) = self._parts, self._known
            now = self._identity(main)
            if now != before:
                self._leave()
                # What was written ahead of ours would be taken for the other one's.
                for part, known in zip(beside, ahead, strict=True):
                    if known is not None and self._identity(part) == known:
                        with self._speaking():
                            part.unlink(missing_ok=True)
            if now is None:
                self.refusal = replaced()
                raise self.refusal
            self._open()
            return now != before

    def _leave(self) -> None:
        """Keep what is open of a file that is no longer ours, unless that was done before."""
        if not self._is_open:
            return
        if (self._identity(self.file), _written(self.file)) == (self._known[0], self._written):
            with suppress(*_TROUBLES):  # what was written ahead is gone from the folder, but still open to us
                self._watch.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._is_open = False
            self._held.close()
            return
        self._is_open = False
        watch = self._watch  # the one connection that stays open; the others end with the engine
        self._engine.dispose()
        self._kept.enter_context(self._held.pop_all())
        engine = create_engine("sqlite://", creator=lambda: watch, poolclass=StaticPool)
        event.listen(engine, "begin", _begin)
        self._former.append(engine)

    def _know(self) -> None:
        """Remember which file is open; our watching connection opens all of its parts with that."""
        self._watch.execute("SELECT version FROM about").fetchall()
        self._known = [self._identity(part) for part in self._parts]
        self._written = _written(self.file)

    def _is_same(self) -> bool:
        """Whether the names in the folder still stand for the files that are open. A part may come to be later."""
        now = [self._identity(part) for part in self._parts]
        if now == self._known:
            return True
        if now[0] != self._known[0] or any(a is not None and a != b for a, b in zip(self._known, now, strict=True)):
            return False
        self._known = now
        return True

    def _is_gone(self) -> bool:
        """Whether another file is known to stand in the place of ours, where ours may just be out of sight."""
        try:
            return not self._is_same()
        except StoreError:
            return False

    def _identity(self, part: Path) -> Identity | None:
        """Which file a name stands for; None for none. Where a system numbers no files, all are taken for the same.

        Raises StoreError where that cannot be told, as on a share that is out of reach.
        """
        try:
            found = part.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as trouble:
            raise StoreError("store-fault", FAULT, file=str(self.file)) from trouble
        return found.st_dev, found.st_ino

    def _see_writing(self) -> None:
        """Forget what is kept in memory of the main file where somebody has written into it, perhaps a stranger."""
        written = _written(self.file)
        if written != self._written:
            self._written = written
            self._engine.dispose()

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
                self._written = _written(self.file)
        except _TROUBLES as trouble:  # what was to be recorded is safe already; the next write tries again
            _log.info("%s could not be carried over: %s", self._wal, trouble)

    def _open_for_reading(self) -> None:
        """Plainly read-only; else frozen; else, where a write-ahead file waits to be read, from a copy."""
        # Frozen means that SQLite does not look into the write-ahead file: what is in there would seem lost.
        for mode in ("ro", "copy" if self._ahead() else "ro&immutable=1"):
            try:
                self._connect(mode)
                with self._transaction() as connection:
                    schema.check_version(schema.version_of(connection))
                if mode == "ro":
                    self._know()
                else:  # nothing beside the main file is held open
                    self._known[0] = self._identity(self.file)
                return
            except _TROUBLES as trouble:
                _log.info("%s cannot be opened with mode=%s: %s", self.file, mode, trouble)
                failed = self._explain(trouble)
        raise failed

    def _connect(self, mode: str) -> None:
        self._is_open = False
        self._held.close()
        self._known[1:] = [None, None]  # the number of a file that nobody holds open may become another's
        file = self.file
        if mode == "copy":
            folder = Path(self._held.enter_context(tempfile.TemporaryDirectory(prefix="companion-")))
            for part in (file, self._wal):
                shutil.copyfile(part, folder / part.name)
            file, mode = folder / FILE_NAME, "rw"
        uri, opened = address(file.resolve(), mode), self._identity(file)

        def see_that_it_is_same() -> None:
            if self._identity(file) != opened:
                raise replaced()

        self._engine = create_engine(
            "sqlite://", creator=lambda: _connection(uri, see_that_it_is_same), poolclass=QueuePool
        )
        self._held.callback(self._engine.dispose)
        event.listen(self._engine, "begin", _begin)
        self._watch = self._held.enter_context(closing(_connection(uri)))
        self._is_open = True

    def _stamp(self) -> Stamp:
        """What a look from outside tells about the file and what is written ahead of it."""
        return self._identity(self.file), _written(self.file), self._ahead()

    def _ahead(self) -> Written | None:
        """When something was last written ahead of the main file, and how much lies there; None for nothing."""
        written = self._identity(self._wal) and _written(self._wal)
        return written if written and written[1] else None

    @contextmanager
    def _transaction(self, *, immediate: bool = False) -> Iterator[Connection]:
        with self._engine.connect().execution_options(immediate=immediate) as connection, connection.begin():
            yield connection

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """Turn the driver's errors into sentences. Of a file that is taken away meanwhile it may say anything."""
        try:
            yield
        except _TROUBLES as trouble:
            if self.refusal is None and self._is_gone():
                raise replaced() from trouble
            raise self._explain(trouble) from trouble

    def _explain(self, trouble: Exception) -> StoreError:
        code, sentence = "store-fault", FAULT
        cause = trouble.orig if isinstance(trouble, DBAPIError) else trouble
        if isinstance(cause, sqlite3.Error):
            name = getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_").split("_")[0]
            code, sentence = _SENTENCES.get(name, (code, sentence))
        elif isinstance(cause, PermissionError | NotADirectoryError | FileExistsError):
            code, sentence = "read-only", _READ_ONLY
        return StoreError(code, sentence, folder=str(self.folder), file=str(self.file))


def address(file: PurePath, mode: str) -> str:
    """A file as SQLite is given it, with how it is to be opened.

    A Windows share's machine stands in the path: where `Path.as_uri` has it SQLite takes none.
    """
    path = quote(os.fsencode(file.as_posix()), safe="/:")
    return f"file://{'' if path.startswith('/') else '/'}{path}?mode={mode}"


def _written(file: Path) -> Written | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _connection(uri: str, check: Callable[[], None] | None = None) -> sqlite3.Connection:
    """A connection with our settings; transactions begin where we say so, not where the driver thinks.

    One that is not the first to its file has a ``check`` that the name still stands for it: nothing may be read
    through another one, since what was written ahead of ours would be taken for that one's, and be moved into it.
    """
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    # Bytes that are no text must not hide the lines beside them: they are kept as they are and named later.
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    try:
        if check:
            check()
        if "mode=ro" not in uri:
            if check:  # the file has been switched; one that looks new is being written over: no use to wait for it
                connection.execute("PRAGMA busy_timeout=0")
            _write_ahead(connection)
            connection.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000:.0f}")
            connection.execute("PRAGMA synchronous=FULL")  # a commit is on the disk before it is acknowledged
            connection.execute("PRAGMA fullfsync=ON")  # on macOS, too
            connection.execute("PRAGMA wal_autocheckpoint=0")  # see _carry_over
            connection.execute("PRAGMA journal_size_limit=0")  # its length then says what is still to be moved
        connection.execute("PRAGMA foreign_keys=ON")
    except (sqlite3.Error, StoreError):
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
