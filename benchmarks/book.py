"""The group's book of many evenings: seconds to its first paint, with nothing kept and with everything.

    python -m benchmarks.book [--evenings 500] [--runs 5]

The evenings are the demos of all games, each a day later than the one before. A first paint is what a server answers to
``/history`` until the end of its first part: *cold* with no evening worked out, *warm* with all of them kept, each by a
server that has just started; then the same server again, and with one log that has grown since.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace

from companion.clocks import stamp
from companion.demo import demo_table
from companion.games import GAMES
from companion.group import Shelf, kept
from companion.store import open_store
from companion.stored import open_table
from tests.browser import Server

FIRST = datetime(2025, 1, 1, 22, tzinfo=UTC)
READY = 90.0  # seconds that a new server may take to load its screens, and to read all tables once for its first page


def fill(data: Path, evenings: int) -> None:
    """So many evenings in a data folder."""
    store = open_store(data)
    demos = [demo_table(game, FIRST) for game in GAMES]
    for number in range(evenings):
        demo, later = demos[number % len(demos)], timedelta(days=number)
        entries = [replace(each, at=stamp(datetime.fromisoformat(each.at) + later)) for each in demo.log]
        store.import_log([demo.header.line(), *(each.line() for each in entries)])
    store.close()


def painted(server: Server) -> float:
    """Seconds until the first paint of the book was here."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    start = time.perf_counter()
    line.request("GET", "/history")
    answer, page = line.getresponse(), b""
    while b"</main>" not in page:
        page += answer.read1(65536)
    seconds = time.perf_counter() - start
    line.close()
    if b'id="evenings"' not in page:
        print("the next one took longer than a server waits, and was left out:")
    return seconds


def settled(server: Server) -> None:
    """Waits until a server that has just started has loaded what every page needs."""
    end = time.monotonic() + READY
    while time.monotonic() < end:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request("GET", "/")
        if b'class="companion"' in line.getresponse().read():
            return


def run(data: Path, runs: int) -> None:
    """Measures and prints."""
    with Server(data) as server:
        settled(server)
        print(f"cold, a new server: {painted(server):.2f} s (what is not worked out in time is said to come)")
    store = open_store(data)
    start = time.perf_counter()
    told = Shelf(store, data).look()
    seconds = time.perf_counter() - start
    size = sum(file.stat().st_size for file in (data / kept.FOLDER).iterdir())
    print(f"all worked out once: {seconds:.1f} s, {1000 * seconds / len(told):.0f} ms each; kept: {size / 1e6:.2f} MB")
    with Server(data) as server:
        settled(server)
        print(f"warm, a new server: {painted(server):.2f} s")
        again = [painted(server) for _ in range(runs)]
        print(f"the same server again: {statistics.median(again):.2f} s (median of {runs})")
        open_table(told[0].mark.code, data).do("note", text="It goes on.")
        print(f"one log has grown: {painted(server):.2f} s")


def main() -> None:
    """Reads the arguments and runs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--evenings", type=int, default=500)
    parser.add_argument("--runs", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), chosen.evenings)
        run(Path(folder), chosen.runs)


if __name__ == "__main__":
    main()
