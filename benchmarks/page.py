"""How the page feels: seconds to the working button and to the chart, bytes, a tap's time, a device's memory.

    python -m benchmarks.page [NAME=URL ...] [--runs 5] [--start COMMAND ...]

Ours is `page.ipynb`, with one chart and with three. Each NAME=URL is a peer's page of the same kind (a button "step"
that raises a text "n=3" by one, and a Plotly chart); `--start` runs a peer's server first. All are visited in turn in
one run, so that the ratios hold when the machine drifts. The first visit has an empty browser cache.

A table's page with charts is visited as it is and with a processor six times slower, as a phone's is: when its first
paint, its charts' pictures, its first control and Plotly's figures are there, and how long a tap takes.
"""

from __future__ import annotations

import argparse
import json
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
SLOW = (1, 6)  # times slower than this machine's processor
# What is looked for on a table's page, in every frame.
SEEN = {
    "paint": "#first-paint .card",
    "picture": "[data-chart] > .drawing",
    "button": "#companion [data-do]",
    "figure": "[data-chart] .main-svg",
}
WATCH = """window.seen = {};
const look = () => {
  for (const [name, chosen] of Object.entries(%s)) {
    if (!(name in window.seen) && document.querySelector(chosen)) window.seen[name] = performance.now();
  }
  requestAnimationFrame(look);
};
look();"""
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
    """A demo table in this data folder; gives the query of a player's page with charts."""
    subprocess.run([sys.executable, "-m", "companion", "demo", "--data", str(data)], check=True, capture_output=True)
    store = open_store(data)
    return f"/?table={store.tables()[0].code}&seat=0&screen=market"


def table_visit(context: Any, url: str, slow: int) -> list[float]:
    """Seconds until each of `SEEN` is there, with a processor ``slow`` times slower, and from a tap to its effect."""
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.add_init_script(WATCH % json.dumps(SEEN))
    page.goto(url, wait_until="commit")
    page.wait_for_function("count => Object.keys(window.seen).length === count", arg=len(SEEN), timeout=60_000)
    seen = page.evaluate("window.seen")
    taps = []
    for to, there in ("clock", "detached"), ("market", "attached"):
        start = time.perf_counter()
        page.click(f"[data-do=go][data-to={to}]")
        page.wait_for_selector("[data-chart]", state=there)
        taps.append(time.perf_counter() - start)
    page.close(run_before_unload=True)
    return [*(seen[name] / 1000 for name in SEEN), statistics.mean(taps)]


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
        tables: dict[int, list[list[float]]] = {slow: [] for slow in SLOW}
        for _ in range(given.runs):
            for slow, visits in tables.items():
                visits.append(table_visit(contexts["companion"], table_url, slow))
                time.sleep(PAUSE)
            for name, url in pages.items():
                rows[name].append(visit(contexts[name], url, 3 if name == "3 charts" else 1))
                time.sleep(PAUSE)
        report(rows)
        for slow, visits in tables.items():
            middle = [statistics.median(values) for values in zip(*visits, strict=True)]
            said = ", ".join(f"{name} {seconds:.2f}" for name, seconds in zip([*SEEN, "tap"], middle, strict=True))
            print(f"a table's page, processor {slow} times slower, seconds: {said}")
        print(f"memory of one more device (its kernel's PSS): {memory(one):.0f} MB; at a table {memory(table):.0f} MB")
        browser.close()


if __name__ == "__main__":
    main()
