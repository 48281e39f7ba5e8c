"""An open host: strangers share one machine. Who knows a table's code is at it, and nobody else hears of it.

A page's kernel does not know where its page is: before it looks for a code or keeps something new it asks the server,
which counts by address (`Limits`). What it counts is forgotten when the server ends.
"""

import hashlib
import json
import math
import os
import threading
import time
from collections import deque
from collections.abc import Callable

from companion.errors import CompanionError, StoreError
from companion.store import Store, is_unread
from companion.words import N_, Counted

ASK, SECRET, KERNEL = "COMPANION_PUBLIC", "COMPANION_PUBLIC_SECRET", "COMPANION_KERNEL"  # names of variables
SECRET_HEADER = "X-Companion-Kernel"  # noqa: S105 - the name of a header
ASK_SECONDS = 10.0
KEPT = 10_000  # addresses that are remembered
CODES, CODE_SECONDS = 30, 900.0  # wrong codes of an address: a hall full of people may have one address
ALL_CODES, ALL_SECONDS = 100, 60.0  # wrong codes of all addresses; with more, each has one in CODE_SECONDS
TABLES, TABLE_SECONDS = 30, 3600.0  # tables and boxes that an address adds
WAIT = "too-many-codes"  # the code of that refusal
IN_SECONDS = 100  # longer times are told in minutes
TOO_MANY_CODES = N_("Too many wrong codes: please wait {time}.")
TOO_MANY_TABLES = N_("Too many tables were started from your network address: please wait {time}.")
NO_LIST = N_("On this host everybody sees only the tables whose code they have typed.")
AWAY = N_("The companion does not answer. Reload the page.")


def is_open() -> bool:
    """Whether this is a page, or the server, of an open host."""
    return bool(os.environ.get(ASK))


def find(store: Store, code: str, asks: Callable[[str], float] | None = None) -> int:
    """The id of the table with this code; on an open host guesses are slowed, and a table put away comes back.

    ``asks`` counts (None: the server is asked). Raises StoreError, CompanionError ``too-many-codes``.
    """
    if not is_open():
        return store.find(code)
    asks = asks or ask
    # Counted before anybody knows whether it is right: ten at once get no free guess.
    if wait := asks("code"):
        raise CompanionError(WAIT, TOO_MANY_CODES, time=in_words(wait))
    try:
        found = store.find(code)
    except StoreError as refusal:
        if is_unread(refusal):
            asks("right")  # nobody knows: it was no guess
        if refusal.code != "put-away":
            raise
        found = store.find(code, archived=True)
        store.restore(found)
    asks("right")
    return found


def check_room() -> None:
    """Whoever keeps a table or a box here asks before. Raises CompanionError ``too-many-tables``."""
    if is_open() and (wait := ask("table")):
        raise CompanionError("too-many-tables", TOO_MANY_TABLES, time=in_words(wait))


def check_listed() -> None:
    """Whoever asks about tables without being at them. Raises CompanionError ``open-host`` where strangers share."""
    if is_open():
        raise CompanionError("open-host", NO_LIST)


def shelf(game: str, device: str) -> str:
    """Where the store keeps a game's boxes: strangers do not see, nor write over, each other's."""
    return f"{game}@{hashlib.sha256(device.encode()).hexdigest()[:16]}" if is_open() else game


def ask(what: str) -> float:
    """Have the server count ``what`` (see `Limits.ask`) for the address of this kernel's page."""
    import urllib.request  # a page starts sooner without, and few hosts are open

    said = json.dumps({"kernel": os.environ.get(KERNEL, ""), "what": what}).encode()
    request = urllib.request.Request(  # noqa: S310 - the server that started us
        os.environ[ASK], said, {SECRET_HEADER: os.environ.get(SECRET, ""), "Content-Type": "application/json"}
    )
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(request, timeout=ASK_SECONDS) as answer:
            return float(answer.read())
    except (OSError, ValueError) as trouble:
        raise CompanionError("host-away", AWAY) from trouble


class Lately:
    """What has been done lately, by address: so many times in so many seconds, and then one has to wait."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._times: dict[str, deque[float]] = {}

    def wait(self, address: str, now: float, most: int | None = None) -> float:
        """How many seconds until it may be done once more, ``most`` times in all; 0.0 for at once."""
        times, most = self._times.get(address, ()), most or self._most
        return max(0.0, times[-most] + self._seconds - now) if len(times) >= most else 0.0

    def add(self, address: str, now: float) -> None:
        """It is done. Of too many addresses those that have done nothing for longest are forgotten."""
        times = self._times.pop(address, None) or deque()
        while times and times[0] + self._seconds <= now:
            times.popleft()
        times.append(now)
        self._times[address] = times
        while len(self._times) > KEPT:
            del self._times[next(iter(self._times))]

    def take_back(self, address: str) -> None:
        """The last time does not count."""
        if times := self._times.get(address):
            times.pop()


class Limits:
    """What an address may do. Times are seconds of a clock that only goes forward."""

    def __init__(self) -> None:
        self._codes, self._tables = Lately(CODES, CODE_SECONDS), Lately(TABLES, TABLE_SECONDS)
        self._all_codes = Lately(ALL_CODES, ALL_SECONDS)
        self._lock = threading.Lock()

    def ask(self, address: str, what: str, now: float | None = None) -> float:
        """How many seconds ``address`` has to wait; with 0.0 it may, and that is counted.

        ``what`` is ``table`` (one more is kept), ``code`` (one is tried, wrong until it is said to be ``right``).
        Many wrong codes of all together slow down those addresses that had one: a right one from elsewhere comes in.
        """
        now = time.monotonic() if now is None else now
        with self._lock:
            match what:
                case "table":
                    wait = self._tables.wait(address, now)
                    if not wait:
                        self._tables.add(address, now)
                case "code":
                    attacked = self._all_codes.wait("", now) > 0
                    wait = self._codes.wait(address, now, 1 if attacked else None)
                    if not wait:
                        self._codes.add(address, now)
                        self._all_codes.add("", now)
                case _:
                    wait = 0.0
                    self._codes.take_back(address)
                    self._all_codes.take_back("")
        return wait


def in_words(seconds: float) -> Counted:
    """A time to wait."""
    if seconds > IN_SECONDS:
        return Counted("{count} minute", "{count} minutes", math.ceil(seconds / 60))
    return Counted("{count} second", "{count} seconds", math.ceil(seconds))
