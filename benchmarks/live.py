"""How soon do other processes see an entry? And what does watching cost them?

`python benchmarks/live.py` prints, for two and for six watching processes (each with an event loop, as a kernel
has), the time from the tap (before the entry is committed) to the moment when a watcher's table holds it.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from statistics import quantiles
from typing import Any

from companion.live import LiveTable
from companion.log import Entry
from companion.store import open_store
from companion.table import BANKER, new_table

ENTRIES = 200
IDLE_SECONDS = 2.0


async def watch(address: str, table_id: int) -> None:
    """Watch until standard input ends; report what was seen when (`time.time()`), and the CPU that idling cost."""
    live = LiveTable(open_store(address), table_id)
    seen: list[tuple[int, float]] = []

    def arrived(entries: list[Entry]) -> None:
        now = time.time()
        seen.extend((entry.n, now) for entry in entries)

    live.watch(arrived)
    start = time.process_time()
    await asyncio.sleep(IDLE_SECONDS)
    idle = (time.process_time() - start) / IDLE_SECONDS
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    live.stop()
    print(json.dumps({"seen": seen, "idle": idle}))


def measure(address: str, watchers: int, entries: int = ENTRIES) -> dict[str, Any]:
    """Milliseconds from tap to sight (p50, p95, worst), the tap's own (p95), and an idle watcher's CPU in %."""
    chance = random.Random(1)
    store = open_store(address)
    table_id = store.create(new_table("good-brokers", players=["Anna", "Bruno", "Carla"]).header.line())
    live = LiveTable(store, table_id)
    command = [sys.executable, __file__, "--watch", address, str(table_id)]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(watchers)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    tapped, taken = {}, []
    for i in range(entries):
        time.sleep(chance.uniform(0.02, 0.12))
        start = time.time()
        entry = live.do(BANKER, "note", f"tap {i}", text=f"note {i}")
        tapped[entry.n] = start
        taken.append(time.time() - start)
    time.sleep(0.5)
    reports = [json.loads(process.communicate()[0]) for process in processes]
    store.close()
    waits = [at - tapped[n] for report in reports for n, at in report["seen"]]
    assert len(waits) == watchers * entries, "a watcher missed an entry"
    cuts = quantiles(waits, n=100)
    return {
        "watchers": watchers,
        "entries": entries,
        "seen_p50_ms": round(1000 * cuts[49], 1),
        "seen_p95_ms": round(1000 * cuts[94], 1),
        "seen_worst_ms": round(1000 * max(waits), 1),
        "tap_p95_ms": round(1000 * quantiles(taken, n=100)[94], 1),
        "idle_cpu_percent": round(100 * max(report["idle"] for report in reports), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watch", nargs=2, metavar=("STORE", "TABLE"), help="be one of the watchers")
    parser.add_argument("--store", metavar="URL", help="in this database, and not in a file")
    asked = parser.parse_args()
    if asked.watch:
        asyncio.run(watch(asked.watch[0], int(asked.watch[1])))
        return
    for watchers in (2, 6):
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measure(asked.store or folder, watchers)))


if __name__ == "__main__":
    main()
