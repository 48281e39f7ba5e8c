"""Who hears that a table in PostgreSQL has changed: one connection a process, and a server's tells all its kernels.

What is said is a line: the id of a table that has changed, ``back`` once the database is listened to (anything may have
changed before that), and ``away`` while it does not answer.
"""

import logging
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

CHANNEL = "companion"  # of LISTEN and NOTIFY
BELL = "COMPANION_BELL"  # in a kernel's environment: the socket on which its server tells
AWAY, BACK = b"away", b"back"
RETRY_SECONDS = 0.5
LOOK_SECONDS = 1.0  # how often who listens looks whether it is still wanted

_log = logging.getLogger(__name__)
Said = Callable[[threading.Event], Iterator[bytes]]


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
        except psycopg.Error as trouble:
            _log.warning("The database of the tables cannot be listened to: %s", trouble)
            yield AWAY
            closed.wait(RETRY_SECONDS)


def said_by_server(path: str, closed: threading.Event) -> Iterator[bytes]:
    """What a kernel's server says. A line that is lost is taken up again: ``back`` is the first that is said on it."""
    while not closed.is_set():
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(path)
                with line.makefile("rb") as file:
                    for told in file:
                        if closed.is_set():
                            return
                        yield told.rstrip()
        except OSError as trouble:
            _log.warning("The server does not tell what has changed: %s", trouble)
        closed.wait(RETRY_SECONDS)


class Ear:
    """What this process has heard, by a thread of its own."""

    def __init__(self, said: Said) -> None:
        self.away = False
        self.losses = 0  # how often the database has gone
        self._returns = 0
        self._changes: Counter[int] = Counter()
        self._news = threading.Condition()
        self._closed = threading.Event()
        threading.Thread(target=self._listen, args=(said,), name="companion-ear", daemon=True).start()

    def wait(self, table_id: int, seen: object, seconds: float) -> object:
        """A value that changes with the table, once it is not ``seen``, the database has gone, or time is up."""
        with self._news:
            self._news.wait_for(lambda: self.away or self._version(table_id) != seen, seconds)
            return self._version(table_id)

    def close(self) -> None:
        """Hear no longer."""
        self._closed.set()

    def _version(self, table_id: int) -> object:
        return self._returns, self._changes[table_id]

    def _listen(self, said: Said) -> None:
        for told in said(self._closed):
            with self._news:
                if told == AWAY:
                    self.losses += not self.away
                    self.away = True
                elif told == BACK:
                    self._returns += 1
                    self.away = False
                else:
                    self._changes[int(told)] += 1
                self._news.notify_all()


class Bell:
    """A server's: it listens once, and tells every kernel that comes to its socket at ``path``."""

    def __init__(self, said: Said, path: str) -> None:
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(path)
        self._door.listen(128)
        self._lines: list[socket.socket] = []
        self._lock = threading.Lock()
        self._state = b""  # the last that was said of the database itself
        self._closed = threading.Event()
        threading.Thread(target=self._let_in, name="companion-bell-door", daemon=True).start()
        threading.Thread(target=self._ring, args=(said,), name="companion-bell", daemon=True).start()

    def close(self) -> None:
        """Tell nobody any more."""
        self._closed.set()
        self._door.close()

    def _let_in(self) -> None:
        while True:
            try:
                line, _address = self._door.accept()
            except OSError:  # it is closed
                return
            line.setblocking(False)
            with self._lock:
                if self._state and not _told(line, self._state):
                    continue
                self._lines.append(line)

    def _ring(self, said: Said) -> None:
        for told in said(self._closed):
            with self._lock:
                if told in (AWAY, BACK):
                    self._state = told
                self._lines = [line for line in self._lines if _told(line, told)]


def _told(line: socket.socket, said: bytes) -> bool:
    """Whether a kernel could be told. One that has gone cannot, nor one that takes nothing in: it comes back later."""
    try:
        if line.send(said + b"\n") == len(said) + 1:
            return True
    except OSError:
        pass
    line.close()
    return False
