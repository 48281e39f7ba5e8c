"""Writers that are killed in the middle of their work, and a look at what they leave.

`python -m tests.store.crash KILLS [SEED]` forks writers from a process that has imported everything already, so that
hundreds of kills fit into half a minute, and prints what it saw as JSON. With `--postgres` their tables are in a
database.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from companion.live import LiveTable
from companion.log import Header
from companion.store import open_store, sqlite
from companion.table import BANKER, new_table, read
from tests.postgres import Postgres

MOST_LINES = 8  # a writer is killed after up to so many, somewhere in the next one
A_LINE = 0.004  # seconds
MEMORY = Path("/dev/shm")  # most folders are here, where no busy disk is waited for
ON_DISK = 4  # every so many-th folder is on the disk, where a commit takes longer and is hit more often
ROUNDS_A_STORE = 8


def header() -> Header:
    return new_table("good-brokers", players=["Anna", "Bruno", "Carla"], box="demo").header


def write(address: str, acknowledge: int, seed: int) -> None:
    """Play at the store's table, which the first writer makes, and report every line that was acknowledged."""
    chance = random.Random(seed)
    store = open_store(address)
    tables = store.tables()
    live = LiveTable(store, tables[0].id if tables else store.create(header().line()))
    while True:
        time.sleep(chance.uniform(0, A_LINE / 8))  # two that never pause would leave each other no turn
        moves = live.table.legal()
        move = dict(chance.choice(moves)) if moves else {"action": "note", "text": "after the end"}
        try:
            entry = live.do(BANKER, move.pop("action"), f"{seed}-{live.table.revision}", **move)
        except Exception as refused:  # noqa: BLE001 - the other writer was faster; anything else is told
            if getattr(refused, "code", None) != "overtaken":
                os.write(acknowledge, f"! {refused!r}\n".encode())
            continue
        os.write(acknowledge, f"{entry.line()}\n".encode())


def run_writer(address: str, seed: int) -> tuple[int, int]:
    """Start a writer; returns its process id and the end of the pipe on which it reports."""
    reports, acknowledge = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            write(address, acknowledge, seed)
        except BaseException as error:  # noqa: BLE001 - a child must never go on as its parent
            os.write(acknowledge, f"! {error!r}\n".encode())
        finally:
            os._exit(1)
    os.close(acknowledge)
    return pid, reports


def kill(pid: int, reports: int, lines: int, seconds: float) -> list[str]:
    """Kill a writer so long after it acknowledged so many lines; returns all that it acknowledged."""
    told = b""
    while told.count(b"\n") < lines and (report := os.read(reports, 65536)):
        told += report
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with os.fdopen(reports, "rb") as pipe:
        return (told + pipe.read()).decode().splitlines()


def check(address: str, told: set[str]) -> int:
    """See that everything acknowledged is there, that the table plays and its money adds up; counts its entries."""
    store = open_store(address)
    try:
        if "://" not in address:
            with store._backend.reading() as connection:
                found = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
            assert found == "ok", found
        assert store.refusal is None, store.refusal
        infos = store.tables()
        assert all(info.error is None for info in infos), infos
        kept = [line for info in infos for line in store.lines(info.id)]
        missing = told - set(kept)
        assert not missing, f"acknowledged and lost: {missing}"
        for info in infos:
            table = read(store.save(info.id).splitlines())
            assert table.revision == info.entries
            assert sum(table.slots().values()) == 0
        return len(kept)
    finally:
        store.close()


@contextmanager
def folders() -> Iterator[Iterator[str]]:
    """New folders, most of them in the memory."""
    sqlite.WAL_BYTES = 100_000  # so that some are killed while they carry over what is written ahead
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory() as disk, tempfile.TemporaryDirectory(dir=memory) as quick:
        yield (str(Path(quick if n % ON_DISK else disk) / f"folder {n}") for n in count())


@contextmanager
def databases() -> Iterator[Iterator[str]]:
    """New stores in a database."""
    with Postgres() as server:
        yield (server.store() for _ in count())


def main(kills: int, seed: int, stores: Iterator[str]) -> dict[str, int]:
    """Kill so many writers, some of them in pairs at one table, some while they make the store."""
    chance = random.Random(seed)
    killed = told_in_all = kept = 0
    while killed < kills:
        address = next(stores)
        told: set[str] = set()
        for round_ in range(ROUNDS_A_STORE):
            first, *rest = [run_writer(address, seed=1000 * killed + i) for i in range(1 + chance.randrange(2))]
            # The very first writer is killed while it makes the store, or the table.
            lines = chance.randrange(MOST_LINES) if round_ else 0
            told.update(kill(*first, lines, chance.uniform(0, A_LINE if round_ else 10 * A_LINE)))
            for other in rest:
                told.update(kill(*other, 0, chance.uniform(0, A_LINE)))
            killed += 1 + len(rest)
            strange = [line for line in told if line.startswith("!")]
            assert not strange, strange
            entries = check(address, told)
        told_in_all += len(told)
        kept += entries
    return {"killed": killed, "acknowledged": told_in_all, "kept": kept}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("kills", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=random.randrange(2**32))
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", file=sys.stderr)  # known even when a check fails
    with databases() if asked.postgres else folders() as stores:
        print(json.dumps({"seed": asked.seed, **main(asked.kills, asked.seed, stores)}))
