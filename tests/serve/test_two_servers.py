"""Two servers with one database, behind haproxy as the repository has it."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from benchmarks.live import measure
from companion import seats
from companion.live import LiveTable
from companion.store import open_store
from companion.store.bell import BELL
from companion.store.postgres import bell
from companion.table import new_table
from tests.browser import Server, answers, free_port
from tests.postgres import Postgres

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timing,
    pytest.mark.skipif(os.name != "posix", reason="there is no haproxy for Windows"),
]
CONFIG = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
NO_HAPROXY = "These tests need haproxy and found none: install Debian's `haproxy`."
COOKIE = "COMPANION_SERVER"


@pytest.fixture
def pair(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[str, str, dict[str, Server]]]:
    """The address of the players, that of the store, and the servers by haproxy's names for them."""
    address = postgres.store()
    with (
        Server(tmp_path / "one", "--store", address) as one,
        Server(tmp_path / "two", "--store", address) as two,
        balanced(one, two) as url,
    ):
        yield url, address, {"one": one, "two": two}


@contextmanager
def balanced(one: Server, two: Server) -> Iterator[str]:
    """The address under which haproxy has both."""
    program, port = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin"), free_port()
    if program is None:
        pytest.fail(NO_HAPROXY)
    environ = {"BIND": port, "ONE": one.port, "TWO": two.port}
    places = {f"COMPANION_{name}": f"127.0.0.1:{number}" for name, number in environ.items()}
    balancer = subprocess.Popen([program, "-f", str(CONFIG)], env={**os.environ, **places})
    url = f"http://127.0.0.1:{port}"
    try:
        assert answers(f"{url}/companion/alive", 10), "haproxy did not start"
        yield url
    finally:
        balancer.send_signal(signal.SIGTERM)
        balancer.wait(10)


def knock(url: str, device: str, code: str) -> int:
    """What a device at this address is answered that types a code."""
    line = http.client.HTTPConnection(url.partition("//")[2], timeout=20, source_address=(device, 0))
    headers = {"Origin": url, "Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", "/companion/knock", f"code={code}&to=/", headers)
    status = line.getresponse().status
    line.close()
    return status


def test_the_room_s_code_opens_at_both_and_wrong_ones_count_by_device(tmp_path: Path) -> None:
    shared = ("--lan", "--token", "a-token-for-the-test")
    with (
        Server(tmp_path / "one", *shared) as one,
        Server(tmp_path / "two", *shared) as two,
        balanced(one, two) as url,
    ):
        found = re.search(r"type ([A-Z2-9]{6})\n", one.output.read_text())
        assert found is not None
        assert [knock(url, "127.0.0.2", found[1]) for _ in range(4)] == [303] * 4
        assert [knock(url, "127.0.0.3", "WRONG2") for _ in range(8)] == [403] * 8
        assert [knock(url, "127.0.0.3", found[1]) for _ in range(2)] == [403] * 2  # has to wait
        assert [knock(url, "127.0.0.2", found[1]) for _ in range(4)] == [303] * 4


def served_by(context: Any) -> str:
    return next(str(cookie["value"]) for cookie in context.cookies() if cookie["name"] == COOKIE)


def page_of(browser: Any, url: str, server: str) -> Any:
    """A page of a new device that haproxy has given to this server."""
    context = browser.new_context()
    context.request.get(f"{url}/companion/alive")
    while served_by(context) != server:
        context.clear_cookies()
        context.request.get(f"{url}/companion/alive")
    return context.new_page()


def test_a_page_of_a_killed_server_comes_back_through_the_other_at_its_place_and_seat(
    browser: Any, pair: tuple[str, str, dict[str, Server]]
) -> None:
    url, address, servers = pair
    first, second = (page_of(browser, url, server) for server in servers)
    first.goto(url)
    first.click("#companion [data-do='home.demo'] >> nth=0")
    first.click("[data-seat='0']")
    first.wait_for_selector("#companion .tabs")
    store = open_store(address)
    seats.set_pin(store, 1, "0", "4711", *store.pins.sitting(1))
    first.goto(f"{url}/?table={store.table(1).code}&seat=0&screen=history")
    first.wait_for_selector("#companion .tabs")
    second.goto(f"{url}/?table={store.table(1).code}&seat=bank")
    second.wait_for_selector("#companion .tabs")
    assert [served_by(page.context) for page in (first, second)] == ["one", "two"]
    started = time.monotonic()
    with first.expect_navigation(wait_until="commit"):  # it loads itself anew
        servers["one"].process.kill()
    first.wait_for_selector("#companion .tabs")
    taken = time.monotonic() - started
    print(f"back after {taken:.2f} s")
    assert taken < 5
    assert served_by(first.context) == "two"
    assert first.url.endswith("&seat=0&screen=history")
    assert first.locator("[data-do='join.pin']").count() == 0
    second.click("#companion [data-do='undo']")
    first.wait_for_selector("text=The banker undid")
    store.close()
    for page in (first, second):
        page.context.close()


# A player who taps as soon as the page shows what the last tap has done: whose turn it is.
TAPPING = """
setInterval(() => {
  const button = document.querySelector("#companion .foot [data-do='own.end_turn']:not([aria-busy])");
  const turn = document.querySelector("#companion .bar-turn")?.textContent;
  if (!button || turn === sessionStorage.turn || sessionStorage.enough) return;
  button.click();
  if (button.ariaBusy !== "true") return;
  Object.assign(sessionStorage, { taps: Number(sessionStorage.taps ?? 0) + 1, turn });
}, 20);
"""


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["asked", "killed"])
def test_a_rolling_restart_loses_no_tap(
    browser: Any, pair: tuple[str, str, dict[str, Server]], ending: signal.Signals
) -> None:
    """Every tap that a page takes is booked once: also one whose server goes with it in hand."""
    url, address, servers = pair
    store = open_store(address)
    table = new_table("own", ["Anna", "Bruno", "Carla"], box="railways")
    live = LiveTable(store, store.create(table.header.line(), ""))
    page = page_of(browser, url, "one")
    page.add_init_script(TAPPING)
    page.goto(f"{url}/?table={store.table(live.table_id).code}&seat=bank")
    for name, server in servers.items():
        taps_go_on(page)
        server.process.send_signal(ending)
        server.process.wait(30)
        server.process = Server(server.data, "--store", address, port=server.port).wait().process
        page_of(browser, url, name).context.close()  # haproxy has noticed
    taps_go_on(page)
    page.wait_for_function("() => (sessionStorage.enough = 1) && !document.querySelector('[aria-busy]')")
    live.refresh()
    taps = int(page.evaluate("sessionStorage.taps"))
    print(f"{taps} taps, {len(live.table.log)} entries")
    assert len(live.table.log) == taps
    store.close()
    page.context.close()


def taps_go_on(page: Any) -> None:
    """Ten more, counted in the page alone: it may be on its way to another one at any moment."""
    more = "(mark, now = Number(sessionStorage.taps ?? 0)) => now >= (sessionStorage[mark] ??= now + 10)"
    page.wait_for_function(more, arg=token_hex(4))


def test_an_entry_of_one_server_is_seen_on_the_other_within_a_quarter_of_a_second(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What six pages of a server are told by its bell, of entries that are made elsewhere."""
    address = postgres.store()
    rings = bell(address, str(tmp_path / "bell"))
    monkeypatch.setenv(BELL, str(tmp_path / "bell"))
    seen = measure(address, 6, entries=60)
    print(seen)
    assert seen["seen_p95_ms"] <= 250
    rings.close()
