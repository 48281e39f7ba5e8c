"""The first bytes of a table's page: true, public, and soon."""

from __future__ import annotations

import http.client
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import open_store
from tests.browser import Server


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server with the demo table, and the address of its big screen."""
    data: Path = tmp_path_factory.mktemp("table")
    subprocess.run([sys.executable, "-m", "companion", "demo", "--data", str(data)], check=True, capture_output=True)
    code = open_store(data).tables()[0].code
    with Server(data) as running:
        yield running, f"/?table={code}&seat=screen"


def first_bytes(server: Server, path: str) -> tuple[float, str]:
    """Seconds until the first paint was here, and all that had come by then."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    start = time.perf_counter()
    line.request("GET", path)
    answer = line.getresponse()
    page = b""
    while b"</main>" not in page:
        page += answer.read1(65536)
    seconds = time.perf_counter() - start
    line.close()
    return seconds, page.decode()


def painted(server: Server, path: str) -> str:
    """The first paint of a page."""
    return first_bytes(server, path)[1].split('<main id="first-paint">')[1].split("</main>")[0]


def test_the_public_state_is_in_the_first_bytes(table: tuple[Server, str]) -> None:
    server, path = table
    end = time.monotonic() + 20  # a server that has just started may still be loading the screens
    while not (found := painted(server, path)) and time.monotonic() < end:
        time.sleep(0.5)
    assert "Good Brokers" in found, (server.data / "companion.log").read_text()
    assert "<script" not in found


@pytest.mark.timing
def test_it_comes_soon(table: tuple[Server, str]) -> None:
    server, path = table
    assert min(first_bytes(server, path)[0] for _ in range(3)) < 0.4


def test_a_table_that_is_not_there_brings_a_page_all_the_same(table: tuple[Server, str]) -> None:
    server, _path = table
    assert '<main id="first-paint">' in first_bytes(server, "/?table=NOPE")[1]


def test_what_the_address_says_is_never_run(table: tuple[Server, str]) -> None:
    server, _path = table
    for attempt in ("/?table=%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/?table=<script>alert(1)</script>"):
        assert "<script>alert" not in first_bytes(server, attempt)[1]
