"""One connection of a server hears what changes, and all its pages are told."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.live import LiveTable
from companion.store import open_store
from companion.store.bell import BELL
from companion.store.postgres import bell
from companion.table import BANKER
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


def until(ready: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
