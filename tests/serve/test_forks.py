"""Forked kernels: each a process of its own, and none left behind whoever is killed."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from jupyter_client.manager import KernelManager
from traitlets.config import Configurable

from benchmarks.device import join
from benchmarks.joins import cold_start, own_memory
from companion.serve.borrowed import pool_size
from companion.serve.forks import OFF, Forks, available
from companion.serve.kernels import LEAST_PAGES, NAME, WARM, OwnKernel, Pool, Room
from companion.store import open_store
from companion.table import new_table
from tests.browser import Server, run
from tests.serve.conftest import NOTEBOOK
from tests.serve.test_kernels import manager as manager_of

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="kernels are forked on Linux only")
PATIENCE = 30.0  # seconds, on a machine with other work
TELLING = """
import gc, os, random, sys, threading, uuid
from companion.live import LiveTable
from companion.store import Store
from companion.table import Table
gc.unfreeze()  # what came with the fork is looked through, too
held = [each for each in gc.get_objects() if isinstance(each, (LiveTable, Store, Table))]
files = [os.readlink(entry.path) for entry in os.scandir("/proc/self/fd") if os.path.lexists(entry.path)]
ignored = next(line for line in open("/proc/self/status") if line.startswith("SigIgn")).split()[1]
telling = {
    "pid": os.getpid(),
    "session": os.getsid(0),
    "parent": os.getppid(),
    "folder": os.getcwd(),
    "path": sys.path[0],
    "said": os.environ.get("SAID"),
    "chance": random.random(),
    "uuid": str(uuid.uuid4()),
    "held": len(held),
    "descriptors": len(files),
    "databases": [each for each in files if ".sqlite" in each],
    "children ignored": bool(int(ignored, 16) >> 16 & 1),
    "collects": gc.isenabled(),
    "noted": get_ipython().kernel._kernel_modules,
}
"""


class Holder(Configurable):
    """In the server's place: it has the fork server."""

    forks: Forks


@pytest.fixture(scope="module")
def holder() -> Iterator[Holder]:
    holder = Holder()
    os.environ["COMPANION_SERVED"] = "yes"
    holder.forks = Forks()
    yield holder
    holder.forks.close()
    del os.environ["COMPANION_SERVED"]


def kernel(holder: Holder, folder: Path, **environ: str) -> KernelManager:
    manager = KernelManager(
        kernel_spec_manager=OwnKernel(parent=holder),
        kernel_name=NAME,
        transport="ipc",
        connection_file=str(folder / "kernel.json"),
    )
    manager.start_kernel(cwd=str(folder), env={**os.environ, **environ})
    return manager


def told(manager: KernelManager, code: str, name: str) -> Any:
    """What a name stands for in a kernel, once it has run some code."""
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        answer = client.execute_interactive(code, user_expressions={"asked": name}, timeout=PATIENCE)
        return ast.literal_eval(answer["content"]["user_expressions"]["asked"]["data"]["text/plain"])
    finally:
        client.stop_channels()


def runs(pid: int) -> bool:
    """Whether anything of a process still runs: its first thread may have ended before the others."""
    try:
        process = Path(f"/proc/{pid}")
        return bool((process / "cmdline").read_bytes()) or len(list((process / "task").iterdir())) > 1
    except OSError:
        return False


def gone(*pids: int) -> bool:
    """Whether none of these processes runs, once that is so or time is up."""
    end = time.monotonic() + PATIENCE
    while any(map(runs, pids)):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def test_it_is_found_among_what_is_installed() -> None:
    assert available()


def test_each_has_its_own_chance_folder_environment_and_session_and_nobody_s_table(
    holder: Holder, tmp_path: Path
) -> None:
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        manager = kernel(holder, tmp_path / name, SAID=name)
        found.append(told(manager, TELLING, "telling"))
        assert found[-1]["pid"] == manager.provisioner.pid
        manager.shutdown_kernel()
        assert gone(found[-1]["pid"])
    for name, one in zip(("one", "two"), found, strict=True):
        folder = str(tmp_path / name)
        assert (one["folder"], one["path"], one["said"]) == (folder, folder, name)
        assert (one["held"], one["databases"], one["children ignored"], one["collects"]) == (0, [], False, True)
        assert one["noted"] == []  # to look at every module would cost a page 3 MB
        assert one["session"] == one["pid"]
        assert one["parent"] != os.getpid()
        assert len(list(Path(f"/proc/{one['parent']}/task").iterdir())) == 1  # what forks has no thread
    assert found[0]["descriptors"] == found[1]["descriptors"]  # nobody has another's
    assert found[0]["chance"] != found[1]["chance"]
    assert found[0]["uuid"] != found[1]["uuid"]


def test_a_killed_kernel_is_known_to_be_dead_and_its_number_hears_no_signal(holder: Holder, tmp_path: Path) -> None:
    manager = kernel(holder, tmp_path)
    pid = manager.provisioner.pid
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while manager.is_alive() and time.monotonic() < end:
        time.sleep(0.05)
    assert not manager.is_alive()
    manager.signal_kernel(signal.SIGTERM)  # to nobody
    manager.shutdown_kernel(now=True)


def test_what_all_kernels_share_has_no_holes_for_their_own_objects() -> None:
    code = (
        "from companion.serve.forkserver import fill_holes, holes\n"
        "objects = [bytes(200) for _ in range(10_000)]\n"
        "del objects[::2]\n"
        "before = dict(holes())\n"
        "fill_holes()\n"
        "print(before[240], dict(holes())[240])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = map(int, said.stdout.split())
    assert before >= 5000
    assert after < 100  # what is left of one block of memory
    assert said.stderr == ""


def test_nor_for_what_is_larger() -> None:
    code = (
        "from companion.serve.forkserver import fill_heap\n"
        "objects = [bytes(size) for _ in range(1000) for size in (600, 5000)]\n"
        "left = {id(each) for each in objects[2::3]}\n"
        "del objects[2::3]\n"
        "fill_heap()\n"
        "new = [bytes(size) for _ in range(1000) for size in (600, 5000)]\n"
        "print(len(left), len(left & {id(each) for each in new}))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["666", "0"]
    assert said.stderr == ""


@pytest.mark.timing
def test_six_phones_at_once_wait_less_than_a_kernel_takes_to_start_and_cost_little(tmp_path: Path) -> None:
    async def together(query: str) -> tuple[float, float]:
        """Until the last of six has its page, and the megabytes of the largest kernel."""
        pages = await asyncio.gather(*(join(server, query) for _ in range(6)))
        megabytes = max(own_memory(kernel)[0] for kernel in server.kernels())
        for page in pages:
            page.leave()
        return max(page.ready for page in pages), megabytes

    store = open_store(tmp_path)
    table = new_table("greed", players=["Anna", "Bruno", "Carla", "Dino", "Elsa"], box="demo")
    code = store.table(store.create(table.header.line())).code
    store.close()
    once, at_once = [], []
    for _ in range(3):  # in turn, and the least of each: what other processes take of the machine is not measured
        once.append(cold_start())
        with Server(tmp_path) as server:
            kernels = kernels_of(server, LEAST_PAGES)
            assert len(kernels) == LEAST_PAGES
            come_to_rest(kernels)
            at_once.append(run(together(f"?table={code}&seat=screen")))
    assert min(seconds for seconds, _megabytes in at_once) < 0.8 * min(once)
    assert max(megabytes for _seconds, megabytes in at_once) < 25


def come_to_rest(kernels: list[int]) -> None:
    """Returns once kernels wait: one that was only just forked draws its page first."""
    end, before = time.monotonic() + PATIENCE, None
    while (worked := [psutil.Process(kernel).cpu_times() for kernel in kernels]) != before and time.monotonic() < end:
        before = worked
        time.sleep(0.5)


def test_where_the_fork_server_is_gone_a_kernel_starts_anew(tmp_path: Path) -> None:
    holder = Holder()
    holder.forks = Forks()
    spec = OwnKernel(parent=holder)
    assert spec.get_kernel_spec(NAME).metadata["kernel_provisioner"]["config"]["forks"] is holder.forks
    holder.forks.close()
    assert "kernel_provisioner" not in spec.get_kernel_spec(NAME).metadata
    manager = kernel(holder, tmp_path)
    assert told(manager, "import os", "os.getppid()") == os.getpid()
    manager.shutdown_kernel()


def test_where_it_dies_while_it_is_asked_a_kernel_starts_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_SERVED", "yes")
    holder = Holder()
    holder.forks = Forks()
    monkeypatch.setattr(Forks, "alive", True)  # nobody has noticed yet
    holder.forks.close()
    manager = kernel(holder, tmp_path)
    assert told(manager, "import os", "os.getppid()") == os.getpid()
    manager.shutdown_kernel()


def kernels_of(server: Server, count: int) -> list[int]:
    """The server's kernels, once there are so many or time is up."""
    end = time.monotonic() + PATIENCE
    while len(found := server.kernels()) != count and time.monotonic() < end:
        time.sleep(0.1)
    return found


@pytest.mark.parametrize("killed", ["server", "forks"])
def test_whoever_is_killed_no_kernel_is_left(tmp_path: Path, killed: str) -> None:
    with Server(tmp_path, str(NOTEBOOK)) as server:
        urllib.request.urlopen(server.url, timeout=PATIENCE).read()
        kernels, forks = kernels_of(server, LEAST_PAGES + 1), server.forks()
        assert len(kernels) == LEAST_PAGES + 1
        os.kill({"server": server.process.pid, "forks": forks}[killed], signal.SIGKILL)
        assert gone(*kernels, forks)


def test_pages_are_served_after_the_fork_server_was_killed(tmp_path: Path) -> None:
    with Server(tmp_path, str(NOTEBOOK)) as server:
        kernels, forks = kernels_of(server, LEAST_PAGES), server.forks()
        os.kill(forks, signal.SIGKILL)
        assert gone(*kernels)
        assert b"companion-model" in urllib.request.urlopen(server.url, timeout=PATIENCE).read()
        assert len(kernels_of(server, WARM + 1)) == WARM + 1
        assert server.forks() == 0


def test_without_forks_there_is_a_warm_kernel_for_each_free_seat(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    table = new_table("good-brokers", players=["Anna", "Bruno", "Carla", "Dino", "Elsa"])
    code = store.table(store.create(table.header.line())).code
    store.close()
    with Server(tmp_path, environ={OFF: "1"}) as server:
        urllib.request.urlopen(f"{server.url}/?table={code}", timeout=PATIENCE).read()
        assert len(kernels_of(server, 1 + 5)) == 1 + 5


@pytest.mark.parametrize(
    ("free", "pages", "size"), [(5, 100, 5), (0, 100, 2), (9, 7, 4), (9, 3, 2)], ids=["seats", "none", "memory", "full"]
)
def test_the_pool_follows_the_table_within_the_memory(free: int, pages: int, size: int) -> None:
    manager = manager_of(3, 2)
    filled: list[str] = []
    manager.kernel_pools_config = {"default": {"pool_size": 2}}
    manager.notebook_path = "table"
    manager.fill_if_needed = lambda notebook_name: filled.append(notebook_name)  # noqa: PLW0108 - it is called by name
    Pool(manager, Room(pages), None).follow(free)
    assert (manager.kernel_pools_config["table"]["pool_size"], filled) == (size, ["table"])


def test_a_whole_table_of_kernels_waits_for_pages_as_long_as_they_are_forked() -> None:
    manager, filled = _with_pool(), []
    manager.fill_if_needed = lambda delay, notebook_name: filled.append((delay, notebook_name))
    forks: Any = SimpleNamespace(alive=True)
    pool = Pool(manager, Room(100), forks)
    pool.grow()
    pool.settle()
    assert (pool_size(manager, "table"), filled, pool.follows) == (LEAST_PAGES, [(0, "table")], False)
    forks.alive = False
    pool.settle()
    pool.grow()
    pool.settle()
    assert (pool_size(manager, "table"), filled[1:], pool.follows) == (WARM, [], True)


def test_where_kernels_start_anew_no_more_of_them_wait() -> None:
    manager = _with_pool()
    pool = Pool(manager, Room(100), None)
    pool.grow()
    pool.settle()
    assert (pool_size(manager, "table"), pool.follows) == (WARM, True)


def _with_pool() -> Any:
    manager = manager_of(0, 2)
    manager.kernel_pools_config, manager.notebook_path = {"default": {"pool_size": WARM}}, "table"
    return manager
