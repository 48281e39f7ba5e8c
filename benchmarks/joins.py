"""Many phones at once: seconds until each sees something and until its kernel answers, and each kernel's memory.

    python -m benchmarks.joins [--runs 3] [--pages 1 6 12 24]

Each page is one without a browser: it reads the answer, opens the line to its kernel, says hello and waits for what
is drawn upon it. Beside it, in turn and so in the same run, one cold start of Python with a kernel, until it answers;
the last column is how many of these it took. Kernels are forked on Linux; with COMPANION_NO_FORKS=1 they start anew.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from jupyter_client.manager import KernelManager

from benchmarks.device import PATIENCE, Device, join
from companion.store import open_store
from tests.browser import Server

QUIET = 4.0  # seconds: good-byes are heard, warm kernels are there again


async def together(server: Server, count: int) -> list[Device]:
    """So many pages at once; they leave together, too."""
    pages = await asyncio.gather(*(join(server) for _ in range(count)))
    for page in pages:
        page.leave()
    await asyncio.sleep(QUIET)
    return pages


def cold_start() -> float:
    """Seconds until a new Python with IPython's kernel in it answers."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        manager = KernelManager(transport="ipc", connection_file=str(Path(folder) / "kernel.json"))
        manager.start_kernel()
        client = manager.client()
        client.start_channels()
        client.wait_for_ready(timeout=PATIENCE)
        seconds = time.perf_counter() - start
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return seconds


def own_memory(kernel: int) -> tuple[float, float]:
    """The megabytes that a kernel has to itself (USS), and with its share of what is shared (PSS)."""
    lines = Path(f"/proc/{kernel}/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {name: int(value.split()[0]) for name, value in (line.split(":") for line in lines)}
    return (kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]) / 1000, kilobytes["Pss"] / 1000


async def memory(server: Server, code: str) -> dict[str, tuple[float, float]]:
    """What a kernel has at the first page, at a table, and at the same table with its charts."""
    found = {}
    places = {"the first page": "", "a table": f"?table={code}&seat=0", "a chart": f"?table={code}&seat=screen"}
    for place, query in places.items():
        page = await join(server, query)
        await asyncio.sleep(QUIET)
        kernels = [own_memory(kernel) for kernel in server.kernels()]
        found[place] = max(kernels)
        page.leave()
        await asyncio.sleep(QUIET)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--pages", type=int, nargs="+", default=[1, 6, 12, 24])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        subprocess.run([sys.executable, "-m", "companion", "demo", "--data", folder], check=True, capture_output=True)
        with Server(data) as server:
            time.sleep(2 * QUIET)
            cold: list[float] = []
            waits: dict[int, list[list[Device]]] = {count: [] for count in given.pages}
            for _ in range(given.runs):
                cold.append(cold_start())
                for count in given.pages:
                    waits[count].append(asyncio.run(together(server, count)))
            megabytes = asyncio.run(memory(server, open_store(data).tables()[0].code))
    once = statistics.median(cold)
    print(f"load {os.getloadavg()[0]:.1f}; one cold start of Python with a kernel: {once:.2f} s")
    print("pages at once   first paint, kernel ready: median and last, s   last / cold start")
    for count, runs in waits.items():
        painted = [statistics.median(page.painted for run in runs for page in run)]
        painted.append(statistics.median(max(page.painted for page in run) for run in runs))
        ready = [statistics.median(page.ready for run in runs for page in run)]
        ready.append(statistics.median(max(page.ready for page in run) for run in runs))
        print(f"{count:13}   {painted[0]:.2f} {painted[1]:.2f}   {ready[0]:.2f} {ready[1]:.2f}   {ready[1] / once:.2f}")
    for place, (own, shared) in megabytes.items():
        print(f"a kernel at {place}: {own:.1f} MB of its own, {shared:.1f} MB with its share")


if __name__ == "__main__":
    main()
