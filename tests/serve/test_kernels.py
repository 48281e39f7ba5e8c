"""When a kernel ends."""

import asyncio
import json
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from companion.serve import handlers, kernels
from companion.serve.kernels import NAME, OwnKernel, Room, Watch
from tests.browser import Server
from tests.serve.conftest import NOTEBOOK


def test_a_connected_or_warm_kernel_never_ends() -> None:
    watch = Watch(600, 45)
    for now in (0.0, 1_000.0, 100_000.0):
        assert watch.overdue({"a": "page", "b": "warm"}, now) == []


def test_a_sleeping_phone_has_ten_minutes() -> None:
    watch = Watch(600, 45)
    watch.overdue({"a": "page"}, 0)
    assert watch.overdue({"a": "alone"}, 100) == []
    assert watch.overdue({"a": "alone"}, 699) == []
    assert watch.overdue({"a": "alone"}, 700) == ["a"]


def test_coming_back_starts_the_count_anew() -> None:
    watch = Watch(600, 45)
    watch.overdue({"a": "page"}, 0)
    watch.overdue({"a": "alone"}, 100)
    watch.overdue({"a": "page"}, 500)
    assert watch.overdue({"a": "alone"}, 800) == []
    assert watch.overdue({"a": "alone"}, 1399) == []
    assert watch.overdue({"a": "alone"}, 1400) == ["a"]


def test_a_page_that_never_connected_is_not_waited_for() -> None:
    watch = Watch(600, 45)
    assert watch.overdue({"a": "alone"}, 0) == []
    assert watch.overdue({"a": "alone"}, 45) == ["a"]


def test_the_kernel_is_this_python_whatever_else_is_installed() -> None:
    import sys

    spec = OwnKernel().get_kernel_spec(NAME)
    assert spec.argv[0] == sys.executable
    assert list(OwnKernel().get_all_specs()) == [NAME]


def manager(pages: int, warm: int) -> Any:
    """A kernel manager with so many pages, and so many kernels kept warm."""
    ids = [str(i) for i in range(pages + warm)]
    task = SimpleNamespace(done=lambda: True, cancelled=lambda: False, exception=lambda: None)
    pool = [SimpleNamespace(**vars(task), result=lambda i=i: {"kernel_id": i}) for i in ids[pages:]]
    connections = dict.fromkeys(ids[:pages], 1)
    return SimpleNamespace(_pools={"table": pool}, _kernel_connections=connections, list_kernel_ids=lambda: ids)


def test_a_page_for_which_there_is_no_memory_gets_no_kernel() -> None:
    room = Room(7)
    with room.place(manager(6, 2)) as first:
        assert first
        with room.place(manager(6, 2)) as second:  # the first one's kernel has not started yet
            assert not second
    with room.place(manager(7, 0)) as full:
        assert not full
    with room.place(manager(6, 2)) as again:
        assert again


@pytest.mark.parametrize(("memory", "pages"), [(500_000_000, 6), (2_000_000_000, 16), (16_000_000_000, 133)])
def test_the_memory_says_how_many_pages_there_may_be(monkeypatch: pytest.MonkeyPatch, memory: int, pages: int) -> None:
    monkeypatch.setattr(kernels, "memory", lambda: memory)
    assert Room().pages == pages


def test_this_machine_has_memory() -> None:
    assert 100_000_000 < kernels.memory() <= kernels.psutil.virtual_memory().total


def test_a_small_answer_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect(*_arguments: Any) -> None:
        """In the place of what connects to a kernel."""

    told: list[bool] = []
    monkeypatch.setattr(handlers.Channels, "set_nodelay", lambda _self, on: told.append(on))
    monkeypatch.setattr(handlers.KernelWebsocketHandler, "open", connect)
    line: Any = handlers.Channels.__new__(handlers.Channels)
    line.connection = None
    with pytest.raises(StopIteration):
        line.open("kernel").send(None)
    assert told == [True]


QUICK = "import sys; from companion.serve import app, __main__; app.PING_MILLISECONDS = 500; __main__.main()"


def test_a_line_that_answers_its_pings_stays(tmp_path: Path) -> None:
    """Eight pings, and not one warning: neither Jupyter nor tornado takes the line for dead."""
    server = Server(tmp_path, str(NOTEBOOK), run=["-c", QUICK])
    with server:
        page = urllib.request.urlopen(server.url).read().decode()
        kernel = json.loads(page.split('class="companion-model">')[1].split("<")[0])["kernel"]
        address = f"ws://127.0.0.1:{server.port}/api/kernels/{kernel}/channels?session_id=a"
        with ThreadPoolExecutor() as pool:  # a loop of its own, whatever runs in this thread
            assert pool.submit(asyncio.run, heard(address, 4.0)).result() == "still open"
        log = tmp_path / "companion.log"
        assert "WARNING" not in "".join(line for line in lines_of(log) if "first paint" not in line)


async def heard(address: str, seconds: float) -> str:
    """What becomes of a line within some seconds."""
    origin = address.split("/api", maxsplit=1)[0].replace("ws", "http")
    line = await websocket_connect(HTTPRequest(address, headers={"Origin": origin}))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(TimeoutError):
            if await asyncio.wait_for(line.read_message(), end - time.monotonic()) is None:
                return f"closed: {line.close_code}"
    line.close()
    return "still open"


def lines_of(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []
