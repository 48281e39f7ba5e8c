"""When a kernel ends."""

import asyncio
import json
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from companion.serve import handlers, kernels
from companion.serve.kernels import FULL, NAME, YOURS, OwnKernel, Room, Watch
from tests.browser import Server, run
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


async def warm(kernel: str, notebook: str = "") -> asyncio.Future[Any]:
    """A place in the pool whose kernel has started; ``notebook`` is what went wrong with running it."""
    run: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    if notebook:
        run.set_exception(RuntimeError(notebook))
    place = asyncio.get_running_loop().create_future()
    place.set_result({"kernel_id": kernel, "task": run})
    return place


class Pooled:
    """A kernel manager with these places in its pool, of which these kernels live."""

    def __init__(self, pool: list[Any], alive: str, size: int) -> None:
        self._pools = {"table": pool}
        self.alive = set(alive)
        self.kernel_pools_config = {"default": {"pool_size": size}}
        self.ended: list[str] = []
        self.filled = 0

    def __contains__(self, kernel: str) -> bool:
        return True

    def get_kernel(self, kernel: str) -> Any:
        return SimpleNamespace(is_alive=lambda: kernel in self.alive)

    async def shutdown_kernel(self, kernel: str) -> None:
        self.ended.append(kernel)

    def fill_if_needed(self, delay: int, notebook_name: str) -> None:
        self.filled = self.kernel_pools_config["default"]["pool_size"] - len(self._pools[notebook_name])


def test_a_warm_kernel_that_is_not_there_or_shows_nothing_is_replaced() -> None:
    async def mended() -> tuple[list[str], int]:
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(RuntimeError("it did not start"))
        cancelled = asyncio.get_running_loop().create_future()
        cancelled.cancel()
        pool = [await warm("well"), await warm("dead"), await warm("shows nothing", "no answer"), failed, cancelled]
        manager: Any = Pooled(pool, "", 5)
        manager.alive = {"well", "shows nothing"}
        await kernels.mend_pool(manager, "table")
        return [task.result()["kernel_id"] for task in pool], manager.filled

    assert run(mended()) == (["well"], 4)


def test_a_pool_that_is_short_for_whatever_reason_is_filled() -> None:
    async def mended() -> int:
        manager: Any = Pooled([await warm("a")], "a", 3)
        await kernels.mend_pool(manager, "table")
        return int(manager.filled)

    assert run(mended()) == 2


def test_warm_kernels_that_nobody_wants_any_more_end() -> None:
    async def trimmed() -> list[str]:
        manager: Any = Pooled([await warm(each) for each in "abcd"], "abcd", 2)
        await kernels.trim_pool(manager, "table")
        return list(manager.ended)

    assert run(trimmed()) == ["d", "c"]


def test_a_page_for_which_there_is_no_memory_gets_no_kernel() -> None:
    room = Room(7)
    with room.place(manager(6, 2)) as first:
        assert first is None
        with room.place(manager(6, 2)) as second:  # the first one's kernel has not started yet
            assert second == FULL
    with room.place(manager(7, 0)) as full:
        assert full == FULL
    with room.place(manager(6, 2)) as again:
        assert again is None


def test_an_address_has_no_more_pages_than_its_share() -> None:
    room, three = Room(7, each=2), manager(3, 0)
    first, second, others = three.list_kernel_ids()
    with room.place(three, "203.0.113.9") as opened:
        assert opened is None
        room.took(first, "203.0.113.9")
    room.took(others, "198.51.100.7")
    with room.place(three, "203.0.113.9"), room.place(three, "203.0.113.9") as third:
        assert third == YOURS
    room.took(second, "203.0.113.9")
    with room.place(three, "203.0.113.9") as third, room.place(three, "198.51.100.7") as other:
        assert (third, other) == (YOURS, None)
    assert (room.owner(second), room.addresses) == ("203.0.113.9", 2)
    with room.place(manager(1, 0), "203.0.113.9") as one_has_ended:
        assert one_has_ended is None


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
        assert run(heard(address, 4.0)) == "still open"
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
