"""Who hears that a table in PostgreSQL has changed: one connection a process, and a server's tells all its kernels.

What is said is a line: the id of a table, its newest entry's number and line (``17 5 {…}``); the id alone where
something else of it has changed, or may have; ``back`` once the database is listened to (anything may have changed
before that), and ``away`` while it does not answer. A kernel asks its server for a table by its id.
"""

import logging
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

CHANNEL = "companion"  # of LISTEN and NOTIFY
BELL = "COMPANION_BELL"  # in a kernel's environment: the socket on which its server tells
AWAY, BACK = b"away", b"back"
RETRY_SECONDS = 0.5
LOOK_SECONDS = 1.0  # how often who listens looks whether it is still wanted
TOLD_BYTES = 7_900  # PostgreSQL tells no more than 8,000 at once
KEPT = 50  # lines of a table that are remembered for who waits for it
READ_BYTES = 4096

_log = logging.getLogger(__name__)
Said = Callable[[threading.Event], Iterator[bytes]]


def notice(table_id: int, number: int = 0, line: str = "") -> str:
    """What is said of a table: its newest entry, where that is short enough; else that it has changed."""
    said = f"{table_id} {number} {line}"
    return said if line and len(said.encode()) <= TOLD_BYTES else str(table_id)


def said_by_database(arguments: dict[str, Any], closed: threading.Event) -> Iterator[bytes]:
    """What the database says, until that is ``closed``. ``arguments`` are psycopg's, for a connection."""
    import psycopg

    while not closed.is_set():
        try:
            with psycopg.connect(**arguments, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                yield BACK
                while not closed.is_set():
                    for notice in connection.notifies(timeout=LOOK_SECONDS):
                        yield notice.payload.encode()
        except (psycopg.Error, OSError) as trouble:
            _log.warning("The database of the tables cannot be listened to: %s", trouble)
            yield AWAY
            closed.wait(RETRY_SECONDS)


class ServerLine:
    """What a kernel's server says at ``path`` of the tables that were asked for."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._asked: set[int] = set()
        self._line: socket.socket | None = None
        self._lock = threading.Lock()

    def ask(self, table_id: int) -> None:
        """Have the server tell of this table from now on; its answer says that it may have changed before."""
        with self._lock:
            self._asked.add(table_id)
            if self._line is not None:
                with suppress(OSError):  # it is taken up again, and they are all asked for
                    self._line.sendall(b"%d\n" % table_id)

    def said(self, closed: threading.Event) -> Iterator[bytes]:
        """What is said. A line that is lost is taken up again: ``back`` is the first that is said on it."""
        while not closed.is_set():
            try:
                with socket.socket(socket.AF_UNIX) as line:
                    line.connect(self._path)
                    self._take_up(line)
                    with line.makefile("rb") as file:
                        while not closed.is_set() and (told := file.readline()):
                            yield told.rstrip()
            except OSError as trouble:
                _log.warning("The server does not tell what has changed: %s", trouble)
            closed.wait(RETRY_SECONDS)

    def hang_up(self) -> None:
        """Wake who reads what is said: it has been closed."""
        with self._lock:
            if self._line is not None:
                with suppress(OSError):  # it is lost already
                    self._line.shutdown(socket.SHUT_RDWR)

    def _take_up(self, line: socket.socket) -> None:
        with self._lock:
            self._line = line
            line.sendall(b"".join(b"%d\n" % table_id for table_id in self._asked))


class _Table:
    """What was heard of a table: its newest lines without a gap, and how often something else may have changed."""

    def __init__(self) -> None:
        self.newest: int | None = None  # the number of the last line; None while there may be others after it
        self.others = 0  # 0: nothing is heard of it yet
        self.lines: deque[str] = deque(maxlen=KEPT)

    def take(self, number: int, line: str) -> None:
        if self.newest is None or number != self.newest + 1:
            self.lines.clear()
        self.newest = number
        self.lines.append(line)

    def change(self) -> None:
        self.others += 1
        self.newest = None

    def after(self, number: int) -> list[str] | None:
        missing = 0 if self.newest is None else max(0, self.newest - number)
        known = self.newest is not None and missing <= len(self.lines)
        return list(self.lines)[len(self.lines) - missing :] if known else None


class Ear:
    """What this process has heard of the tables that it has waited for, by a thread of its own.

    ``ask`` is told of each table before anything is heard of it; without it, all are heard of from the first on.
    ``hang_up`` is called when nobody hears any longer.
    """

    def __init__(
        self, said: Said, ask: Callable[[int], None] | None = None, hang_up: Callable[[], None] = lambda: None
    ) -> None:
        self.away = False
        self.losses = 0  # how often the database has gone
        self._returns = 0
        self._ask = ask
        self._hang_up = hang_up
        self._tables: dict[int, _Table] = {}
        self._news = threading.Condition()
        self._closed = threading.Event()
        threading.Thread(target=self._listen, args=(said,), name="companion-ear", daemon=True).start()

    def wait(self, table_id: int, seen: object, seconds: float) -> object:
        """A value that changes with the table, once it is not ``seen``, the database has gone, or time is up."""
        with self._news:
            table = self._tables.get(table_id)
            if table is None:
                table = self._tables[table_id] = _Table()
                if self._ask:
                    self._ask(table_id)
                else:
                    table.change()
            self._news.wait_for(lambda: self.away or (table.others and self._version(table) != seen), seconds)
            return self._version(table)

    def lines(self, table_id: int, after: int) -> list[str] | None:
        """The lines of a table after a number, as far as they were told by now; None where some may not have been."""
        with self._news:
            return self._tables[table_id].after(after) if table_id in self._tables else None

    def others(self, table_id: int) -> object:
        """A value that changes when anything but a table's lines may have; None for one that is not listened to."""
        with self._news:
            table = self._tables.get(table_id)
            return (self._returns, table.others) if table and table.others and not self.away else None

    def close(self) -> None:
        """Hear no longer."""
        self._closed.set()
        self._hang_up()

    def _version(self, table: _Table) -> object:
        return self._returns, table.others, table.newest

    def _listen(self, said: Said) -> None:
        for told in said(self._closed):
            with self._news:
                if told == AWAY:
                    self.losses += not self.away
                    self.away = True
                elif told == BACK:
                    self._returns += 1
                    self.away = False
                    for table in self._tables.values():
                        table.newest = None
                else:
                    self._hear(told)
                self._news.notify_all()

    def _hear(self, told: bytes) -> None:
        table_id, *entry = told.decode().split(" ", 2)
        table = self._tables.get(int(table_id))
        if table is not None and entry:
            table.take(int(entry[0]), entry[1])
        elif table is not None:
            table.change()


class _Kernel:
    """A kernel that listens: its line, and the tables that it has asked for."""

    def __init__(self, line: socket.socket) -> None:
        line.setblocking(False)
        self.line = line
        self.asked: set[bytes] = set()
        self._rest = b""

    def requests(self) -> list[bytes] | None:
        """The tables that it asks for now; None once it has gone."""
        try:
            heard = self.line.recv(READ_BYTES)
        except OSError:
            return None
        *asked, self._rest = (self._rest + heard).split(b"\n")
        return asked if heard else None

    def tell(self, said: bytes) -> None:
        """Tell it. One that takes nothing in is let go: it comes back later."""
        with suppress(OSError):
            if self.line.send(said + b"\n") == len(said) + 1:
                return
        with suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)  # who reads from it hears of it


class Bell:
    """A server's: it listens once, and tells every kernel that comes to its socket at ``path`` what it asks for."""

    def __init__(self, said: Said, path: str) -> None:
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(path)
        self._door.listen(128)
        self._kernels: list[_Kernel] = []
        self._lock = threading.Lock()
        self._state = b""  # the last that was said of the database itself
        self._closed = threading.Event()
        threading.Thread(target=self._attend, name="companion-bell-door", daemon=True).start()
        threading.Thread(target=self._ring, args=(said,), name="companion-bell", daemon=True).start()

    def close(self) -> None:
        """Tell nobody any more."""
        self._closed.set()

    def _attend(self) -> None:
        """Let kernels in, and take what they ask for."""
        with selectors.DefaultSelector() as lines, self._door:
            lines.register(self._door, selectors.EVENT_READ)
            while not self._closed.is_set():
                for key, _events in lines.select(LOOK_SECONDS):
                    if key.data is None:
                        self._let_in(lines)
                    elif not self._serve(key.data):
                        lines.unregister(key.fileobj)
                        key.data.line.close()
        with self._lock:
            for kernel in self._kernels:
                kernel.line.close()

    def _let_in(self, lines: selectors.BaseSelector) -> None:
        """Let a kernel in. Where no more files can be opened here it waits at the door."""
        try:
            kernel = _Kernel(self._door.accept()[0])
        except OSError as trouble:
            _log.warning("A kernel that wants to hear what changes cannot be let in: %s", trouble)
            self._closed.wait(RETRY_SECONDS)
            return
        lines.register(kernel.line, selectors.EVENT_READ, kernel)
        with self._lock:
            self._kernels.append(kernel)
            if self._state:
                kernel.tell(self._state)

    def _serve(self, kernel: _Kernel) -> bool:
        """Note what a kernel asks for; whether it is still there. What it asks for may have changed before."""
        requests = kernel.requests()
        with self._lock:
            if requests is None:
                self._kernels.remove(kernel)
                return False
            for asked in requests:
                kernel.asked.add(asked)
                kernel.tell(asked)
        return True

    def _ring(self, said: Said) -> None:
        for told in said(self._closed):
            about = told.partition(b" ")[0]
            with self._lock:
                if told in (AWAY, BACK):
                    self._state = told
                for kernel in self._kernels:
                    if told in (AWAY, BACK) or about in kernel.asked:
                        kernel.tell(told)
