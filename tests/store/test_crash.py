"""Nothing that was acknowledged is lost, whoever dies: the writer, or the database."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.live import LiveTable
from companion.store import open_store
from companion.table import BANKER
from tests.postgres import Postgres
from tests.store.crash import check, header, run_writer
from tests.store.lines import HEADER, line

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks its writers, or it would take an hour")
AWAY = "The database of the tables does not answer: nothing can be recorded until it is back."


@posix
@pytest.mark.parametrize(("kind", "kills"), [((), 240), (("--postgres",), 40)], ids=["sqlite", "postgresql"])
def test_writers_killed_at_random_lose_nothing_that_was_acknowledged(kind: tuple[str, ...], kills: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.crash", str(kills), *kind],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    print(seen)
    assert seen["killed"] >= kills
    assert seen["kept"] >= seen["acknowledged"] > 2 * kills


@pytest.fixture(scope="module")
def own() -> Iterator[Postgres]:
    """A server that these tests kill; each has it running again at its end."""
    with Postgres() as running:
        yield running


@posix
def test_a_database_killed_in_the_middle_of_writing_loses_nothing_that_was_acknowledged(own: Postgres) -> None:
    address, told = own.store(), set[str]()
    open_store(address).create(header().line())
    for seed in range(5):
        writers = [run_writer(address, seed=10 * seed + i) for i in range(2)]
        lines = b""
        while lines.count(b"\n") < 10:
            lines += os.read(writers[0][1], 65536)
        own.kill()
        for pid, reports in writers:
            os.kill(pid, signal.SIGKILL)  # it goes on trying
            os.waitpid(pid, 0)
            with os.fdopen(reports, "rb") as pipe:
                lines += pipe.read()
        told |= {each for each in lines.decode().splitlines() if not each.startswith("!")}
        own.start()
        assert check(address, told) >= len(told) >= 10 * seed


def test_who_plays_is_told_while_the_database_is_away_and_goes_on_when_it_is_back(
    own: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.TROUBLE_SECONDS", 0.05)
    address = own.store()
    store = open_store(address)
    live = LiveTable(store, store.create(header().line()))
    live.watch(lambda _entries: None)
    live.do(BANKER, "note", "tap 1", text="before")
    own.kill()
    until(lambda: live.trouble is not None)
    assert str(live.trouble) == AWAY
    with pytest.raises(StoreError, match="does not answer") as refused:
        live.do(BANKER, "note", "tap 2", text="meanwhile")
    assert refused.value.code == "store-away"
    assert not live.writable
    own.start()
    until(lambda: live.trouble is None)
    assert live.do(BANKER, "note", "tap 2", text="meanwhile").n == 2
    live.stop()
    store.close()


def test_a_database_that_came_back_without_acknowledged_lines_is_no_longer_written(own: Postgres) -> None:
    """As from an older copy of it."""
    address = own.store()
    store = open_store(address)
    live = LiveTable(store, store.create(header().line()))
    live.watch(lambda _entries: None)
    live.do(BANKER, "note", text="acknowledged")
    own.kill()
    until(lambda: live.trouble is not None)
    own.start()
    own.ask(f"DELETE FROM {address.rpartition('%3D')[2]}.entries")
    until(lambda: live.trouble is None or live.trouble.code != "store-away")
    with pytest.raises(StoreError) as refused:
        live.do(BANKER, "note", text="into a table without its lines")
    assert refused.value.code == "store-replaced"
    live.stop()
    store.close()


def test_a_database_that_cannot_be_reached_is_said_in_words() -> None:
    with pytest.raises(StoreError, match="does not answer"):
        open_store("postgresql+psycopg://nobody:secret@127.0.0.1:9/none")
    for wrong in ("mysql://user:secret@host/tables", "postgresql+psycopg://user:secret@host:port/tables"):
        with pytest.raises(StoreError, match=r"postgresql\+psycopg://USER@HOST/DATABASE") as refused:
            open_store(wrong)
        assert "secret" not in str(refused.value)


def test_a_store_that_was_at_rest_for_long_finds_its_database_again(own: Postgres) -> None:
    store = open_store(own.store())
    table_id = store.create(HEADER)
    own.kill()
    own.start()
    assert store.append(table_id, line(1), 1) == line(1)
    store.close()


def until(ready: object, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not ready():  # type: ignore[operator]
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
