"""One connection of a server hears what changes, and all its pages are told."""

import errno
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

import companion
from companion.errors import StoreError
from companion.live import LiveTable
from companion.serve import host
from companion.store import open_store
from companion.store.bell import BELL
from companion.store.postgres import bell
from companion.table import BANKER, new_table
from tests.postgres import Postgres
from tests.store.crash import header

PAGES, TABLES = 200, 40
LISTENING = "SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN companion'"
OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="each page listens by itself there")


@pytest.fixture
def own() -> Iterator[Postgres]:
    with Postgres() as running:
        yield running


def test_two_hundred_pages_fit_a_hundred_connections(
    own: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert own.ask("SHOW max_connections") == [("100",)]
    address = own.store()
    monkeypatch.setenv(BELL, str(tmp_path / "bell"))
    rings = bell(address, str(tmp_path / "bell"))
    store = open_store(address)
    ids = [store.create(header().line()) for _ in range(TABLES)]
    pages = [LiveTable(open_store(address), ids[n % TABLES]) for n in range(PAGES)]
    told: list[int] = [0] * PAGES
    for n, page in enumerate(pages):
        page.watch(lambda entries, n=n: told.__setitem__(n, told[n] + len(entries)))
    try:
        pages[0].do(BANKER, "note", text="one table")
        until(lambda: all(pages[n].table.revision == 1 for n in range(0, PAGES, TABLES)))
        until(lambda: own.ask(OTHERS) == [(1,)])  # all but the one that listens have been let go
        assert own.ask(LISTENING) == [(1,)]
        for page in pages[:TABLES]:
            page.do(BANKER, "note", text="every table")
        until(lambda: [page.table.revision for page in pages] == [1 + (n % TABLES == 0) for n in range(PAGES)])
        own.kill()
        until(lambda: all(page.trouble is not None for page in pages))
        own.start()
        until(lambda: all(page.trouble is None for page in pages))
        pages[1].do(BANKER, "note", text="and on it goes")
        until(lambda: all(pages[n].table.revision == 2 for n in range(1, PAGES, TABLES)))
        assert sum(told) == PAGES - TABLES + 2 * (PAGES // TABLES - 1)  # nobody was told of the own ones, or twice
    finally:
        for page in pages:
            page.stop()
            page.store.close()
        store.close()
        rings.close()


def test_a_page_that_takes_nothing_in_holds_up_no_other(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.store()
    monkeypatch.setenv(BELL, str(tmp_path / "bell"))
    rings = bell(address, str(tmp_path / "bell"))
    store = open_store(address)
    table_id = store.create(header().line())
    with socket.socket(socket.AF_UNIX) as asleep:
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        asleep.connect(str(tmp_path / "bell"))
        seen = store.wait(table_id, None, 5)
        postgres.ask("SELECT pg_notify('companion', n::text) FROM generate_series(100000, 120000) n")
        postgres.ask(f"NOTIFY companion, '{table_id}'")
        until(lambda: store.wait(table_id, seen, 1) != seen)
    store.close()
    rings.close()


@pytest.fixture
def listening(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a store whose server has a bell."""
    address = postgres.store()
    monkeypatch.setenv(BELL, str(tmp_path / "bell"))
    rings = bell(address, str(tmp_path / "bell"))
    yield address
    rings.close()


def test_an_entry_comes_with_its_line_and_is_not_read(listening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, reader = open_store(listening), open_store(listening)
    table_id = writer.create(header().line())
    theirs, ours = LiveTable(writer, table_id), LiveTable(reader, table_id)
    ours.watch(lambda _entries: None)
    theirs.do(BANKER, "note", text="the first is read: it may have come before anybody listened")
    until(lambda: reader.news(table_id, 0) != [] and ours.table.revision == 1)
    read: list[int] = []
    monkeypatch.setattr(reader, "lines", lambda _table_id, after=0: read.append(after) or [])
    theirs.do(BANKER, "note", text="città, 🎲")
    until(lambda: ours.table.revision == 2)
    assert ours.table.log == theirs.table.log
    assert read == []
    monkeypatch.undo()
    theirs.do(BANKER, "note", text="🎲" * 2_000)  # more than the database tells at once
    until(lambda: ours.table.revision == 3)
    ours.stop()
    writer.close()
    reader.close()


def test_a_page_hears_of_no_table_but_its_own(listening: str) -> None:
    store, path = open_store(listening), os.environ[BELL]
    mine, other = (store.create(header().line()) for _ in range(2))
    with socket.socket(socket.AF_UNIX) as line, line.makefile("rb") as told:
        line.settimeout(30)
        line.connect(path)
        line.sendall(b"%d\n" % mine)
        while (said := told.readline()) in (b"away\n", b"back\n"):
            pass
        assert said == b"%d\n" % mine  # it may have changed before
        LiveTable(store, other).do(BANKER, "note", text="not for us")
        entry = LiveTable(store, mine).do(BANKER, "note", text="for us")
        assert told.readline() == f"{mine} 1 {entry.line()}\n".encode()
    store.close()


def test_who_sits_where_is_asked_again_only_after_a_pin_was_set_elsewhere(
    listening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, elsewhere = open_store(listening), open_store(listening)
    table_id = here.create(header().line())
    here.wait(table_id, None, 30)  # for the server to say that it tells of the table from now on
    assert here.pins.open_to(table_id, "0", "phone-one")
    assert here.pins.asked(table_id) == {}
    monkeypatch.setattr(here.pins, "_reading", lambda: pytest.fail("it was asked again"))
    here.append(table_id, note(), 1)
    assert here.pins.open_to(table_id, "0", "phone-one")
    assert here.pins.asked(table_id) == {}
    monkeypatch.undo()
    elsewhere.pins.put(table_id, "0", "hash", "salt")
    until(lambda: not here.pins.open_to(table_id, "0", "phone-one"))
    here.pins.grant(table_id, "0", "phone-one")
    assert here.pins.open_to(table_id, "0", "phone-one")  # what was done here is known at once
    elsewhere.pins.ask(table_id, "0", 12.0)
    until(lambda: here.pins.asked(table_id) == {"0": (12.0,)})
    for store in (here, elsewhere):
        store.close()


def ears() -> int:
    """The threads of this process that hear."""
    return sum(thread.name == "companion-ear" for thread in threading.enumerate())


def files() -> int:
    """How many files and sockets this process has open."""
    return psutil.Process().num_fds()


def test_a_store_that_is_closed_leaves_nothing_behind(listening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the host's page does every ten seconds, and as a notebook looks through the tables."""
    store = open_store(listening)
    code = store.table(store.create(header().line())).code
    store.close()
    until(lambda: ears() == 0)
    monkeypatch.setenv("COMPANION_STORE", listening)
    until(lambda: own_threads() == [])
    before = files()
    for _ in range(10):
        open_store(listening).close()
        host.put_away(None, 90, datetime.now(UTC))
        assert [info.code for info in companion.tables()] == [code]
        companion.evenings()
        with pytest.raises(StoreError, match="No table here"):
            companion.open("QQQQQ")
    until(lambda: ears() == 0)
    until(lambda: files() <= before)


def own_threads() -> list[str]:
    """Timers that close a connection after a moment."""
    return [thread.name for thread in threading.enumerate() if isinstance(thread, threading.Timer)]


def test_nor_does_one_that_cannot_be_opened(own: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = own.store()
    open_store(address).close()
    monkeypatch.setenv(BELL, str(tmp_path / "bell"))
    rings = bell(address, str(tmp_path / "bell"))
    own.kill()
    for _ in range(5):
        with pytest.raises(StoreError, match="does not answer"):
            open_store(address)
    with pytest.raises(StoreError, match="does not answer"):
        open_store(address, make=False)
    until(lambda: ears() == 0)
    rings.close()


def test_a_kernel_that_cannot_be_let_in_waits_at_the_door(listening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has no more files to open for a while."""
    failed = 0
    accept = socket.socket.accept

    def refuse(door: socket.socket) -> tuple[socket.socket, object]:
        nonlocal failed
        failed += 1
        if failed <= 2:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return accept(door)

    monkeypatch.setattr(socket.socket, "accept", refuse)
    writer, reader = open_store(listening), open_store(listening)
    table_id = writer.create(header().line())
    page = LiveTable(reader, table_id)
    page.watch(lambda _entries: None)
    writer.append(table_id, note(), 1)
    until(lambda: page.table.revision == 1)
    assert failed == 4
    page.stop()
    for store in (writer, reader):
        store.close()


def note() -> str:
    return new_table("good-brokers", players=["Anna", "Bruno", "Carla"]).do("note", text="hello").line()


def until(ready: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
