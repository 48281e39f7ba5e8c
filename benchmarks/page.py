"""How the page feels: seconds to the working button and to the chart, bytes, a tap's time, a device's memory.

    python -m benchmarks.page [NAME=URL ...] [--runs 5] [--start COMMAND ...]

Ours is `page.ipynb`, with one chart and with three. Each NAME=URL is a peer's page of the same kind (a button "step"
that raises a text "n=3" by one, and a Plotly chart); `--start` runs a peer's server first. All are visited in turn in
one run, so that the ratios hold when the machine drifts. The first visit has an empty browser cache.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from companion.store import open_store
from tests.browser import PHONE, Server, launch

NOTEBOOK = Path(__file__).parent / "page.ipynb"
STEP = 'button:has-text("step")'
TAPS = 10
PAUSE = 3.0  # seconds between visits: kernels warm up, machines settle


class Visit(NamedTuple):
    """One visit: seconds since the navigation, megabytes, milliseconds."""

    painted: float
    button: float
    chart: float
    before_button: float
    whole: float
    taps: list[float]


def visit(context: Any, url: str, charts: int) -> Visit:
    page = context.new_page()
    watch = context.new_cdp_session(page)
    watch.send("Network.enable")
    got = [0]

    def arrived(size: int) -> None:
        got[0] += size

    watch.on("Network.loadingFinished", lambda event: arrived(event["encodedDataLength"]))
    watch.on("Network.webSocketFrameReceived", lambda event: arrived(len(event["response"]["payloadData"])))
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(STEP, timeout=60_000)
    button, before_button = time.perf_counter() - start, got[0]
    page.locator(".js-plotly-plot .main-svg").nth(3 * charts - 3).wait_for(state="attached", timeout=60_000)
    chart = time.perf_counter() - start
    page.wait_for_timeout(1500)
    whole = got[0]
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0") / 1000
    taps = [tap(page, number) for number in range(4, 4 + TAPS)]
    page.close(run_before_unload=True)
    return Visit(painted, button, chart, before_button / 1e6, whole / 1e6, taps)


def tap(page: Any, number: int) -> float:
    """Milliseconds from a tap to its effect."""
    start = time.perf_counter()
    page.click(STEP)
    page.wait_for_selector(f"text=n={number}", timeout=10_000)
    return (time.perf_counter() - start) * 1000


def memory(server: Server) -> float:
    """The proportional memory of one kernel, in megabytes (the largest of those that run)."""
    rollups = [Path(f"/proc/{kernel}/smaps_rollup").read_text() for kernel in server.kernels()]
    return max(int(rollup.split("\nPss:")[1].split()[0]) for rollup in rollups) / 1000


def table_page(data: Path) -> str:
    """A demo table in this data folder; gives the query of its bank's page."""
    subprocess.run([sys.executable, "-m", "companion", "demo", "--data", str(data)], check=True, capture_output=True)
    store = open_store(data)
    return f"/?table={store.tables()[0].code}&seat=screen"


def table_visit(context: Any, url: str) -> tuple[float, float]:
    """Seconds to the first paint of a table's page, and until it is alive."""
    page = context.new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("#companion [data-region]", state="attached")
    alive = time.perf_counter() - start
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0") / 1000
    page.close(run_before_unload=True)
    return painted, alive


def report(rows: dict[str, list[Visit]]) -> None:
    print("seconds to the first paint / the button / the chart; MB before the button / in all; ms from tap to effect")
    print(
        f"{'page':12} {'first visit':>20} {'later visits':>20} {'first MB':>13} {'later MB':>9} {'p50':>5} {'p95':>5}"
    )
    for name, visits in rows.items():
        first, later = visits[0], visits[1:] or visits
        middle = [statistics.median(values) for values in zip(*(v[:5] for v in later), strict=True)]
        taps = sorted(ms for v in visits for ms in v.taps)
        print(
            f"{name:12} {first.painted:6.2f} {first.button:6.2f} {first.chart:6.2f}"
            f" {middle[0]:6.2f} {middle[1]:6.2f} {middle[2]:6.2f}"
            f" {first.before_button:6.2f} {first.whole:6.2f} {middle[4]:9.2f}"
            f" {statistics.median(taps):5.0f} {taps[int(len(taps) * 0.95)]:5.0f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peers", nargs="*", metavar="NAME=URL", help="a peer's page")
    parser.add_argument("--start", action="append", default=[], metavar="COMMAND", help="a peer's server to run")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for command in given.start:
            peer = subprocess.Popen(shlex.split(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(peer.terminate)
        one = stack.enter_context(Server(folder / "one", str(NOTEBOOK)))
        three = stack.enter_context(Server(folder / "three", str(NOTEBOOK), environ={"CHARTS": "3"}))
        pages = {"companion": one.url, "3 charts": three.url, **dict(peer.split("=", 1) for peer in given.peers)}
        time.sleep(2 * PAUSE)
        table = stack.enter_context(Server(folder / "table"))
        table_url = table.url + table_page(table.data)
        playwright = stack.enter_context(sync_playwright())
        browser = launch(playwright)
        contexts = {name: browser.new_context(viewport=PHONE) for name in pages}
        rows: dict[str, list[Visit]] = {name: [] for name in pages}
        tables = []
        for _ in range(given.runs):
            tables.append(table_visit(contexts["companion"], table_url))
            time.sleep(PAUSE)
            for name, url in pages.items():
                rows[name].append(visit(contexts[name], url, 3 if name == "3 charts" else 1))
                time.sleep(PAUSE)
        report(rows)
        later = [statistics.median(values) for values in zip(*(tables[1:] or tables), strict=True)]
        for which, (painted, alive) in (("first", tables[0]), ("later", later)):
            print(f"a table's page, {which} visit: first paint {painted:.2f} s, alive {alive:.2f} s")
        print(f"memory of one more device (its kernel's PSS): {memory(one):.0f} MB; at a table {memory(table):.0f} MB")
        browser.close()


if __name__ == "__main__":
    main()
