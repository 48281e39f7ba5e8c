"""Kernels: how they are started, and when they end."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager, NoSuchKernel
from jupyter_core.utils import ensure_async
from jupyter_events import EventLogger
from tornado.web import HTTPError

from companion.serve import borrowed
from companion.serve.forks import PROVISIONER, Forks
from companion.words import N_

NAME = "python3"
log = logging.getLogger("companion.serve")
UNCONNECTED_SECONDS = 600.0  # a phone that slept less finds its page as it was
NEVER_CAME_SECONDS = 45.0
KERNEL_BYTES = 90_000_000  # a page's kernel with a long game in it
FULL = N_("This machine has no memory left for one more page: close one that nobody needs, then reload this one.")
YOURS = N_("Your network address has as many pages open here as it may: close one, then reload this one.")
LEAST_PAGES = 6  # five players and the big screen: on a small machine the system's own swapping decides
WARM = 2  # kernels that wait for pages


class OwnKernel(KernelSpecManager):
    """One kernel: the Python that runs this server. What else the machine has installed is not looked at."""

    def find_kernel_specs(self) -> dict[str, str]:
        """The one name, with no folder to it."""
        return {NAME: ""}

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """How to start it. Raises NoSuchKernel for another name."""
        if kernel_name != NAME:
            raise NoSuchKernel(kernel_name)
        metadata: dict[str, Any] = {"debugger": False}
        forks = getattr(self.parent, "forks", None)
        if forks and forks.alive:
            metadata["kernel_provisioner"] = {"provisioner_name": PROVISIONER, "config": {"forks": forks}}
        return KernelSpec(
            argv=[sys.executable, "-m", "companion.serve.page_kernel", "{connection_file}"],
            display_name="Python 3",
            language="python",
            metadata=metadata,
        )

    def get_all_specs(self) -> dict[str, Any]:
        """The same, in the shape that Voila asks for."""
        return {NAME: {"resource_dir": "", "spec": self.get_kernel_spec(NAME).to_dict()}}


class Silence(EventLogger):
    """In the place of what Jupyter tells of its kernels, which nobody reads.

    Each kernel would have the schemas of that read and checked anew: a seventh of what the server does for a page.
    """

    def register_event_schema(self, schema: Any) -> None:
        """Not needed."""

    def emit(self, **_event: Any) -> None:
        """Told to nobody."""


class Room:
    """How many pages this machine has the memory for, a kernel each, and how many of them one address may have."""

    def __init__(self, pages: int | None = None, each: int | None = None) -> None:
        """``pages`` None: as many as three quarters of the machine's memory hold; ``each`` None: all of them."""
        self.pages = max(LEAST_PAGES, memory() * 3 // 4 // KERNEL_BYTES) if pages is None else pages
        self.each = self.pages if each is None else each
        self._opening: list[str] = []  # the addresses for which a page is opened
        self._of: dict[str, str] = {}  # whose a kernel is

    @contextmanager
    def place(self, manager: Any, address: str = "") -> Iterator[str | None]:
        """Keeps a place for a page while it is opened; the sentence that says why not, where there is none."""
        full = FULL if self.left(manager) <= 0 else None
        refusal = full or (YOURS if self.of(manager, address) >= self.each else None)
        if refusal is None:
            self._opening.append(address)
        try:
            yield refusal
        finally:
            if refusal is None:
                self._opening.remove(address)

    def left(self, manager: Any) -> int:
        """How many more pages there may be; what is kept warm is counted as theirs."""
        return self.pages - len(self._opening) - sum(state != "warm" for state in states(manager).values())

    def of(self, manager: Any, address: str) -> int:
        """How many pages an address has, or opens."""
        running = set(manager.list_kernel_ids())
        self._of = {kernel: each for kernel, each in self._of.items() if kernel in running}
        return [*self._opening, *self._of.values()].count(address)

    def took(self, kernel: str, address: str) -> None:
        """An address has this kernel now."""
        self._of[kernel] = address

    @property
    def addresses(self) -> int:
        """How many addresses have a page."""
        return len(set(self._of.values()))

    def owner(self, kernel: str) -> str:
        """Whose a kernel is."""
        return self._of.get(kernel, "")


def memory() -> int:
    """The bytes of memory that are there for us: the machine's, or what a container is given of them."""
    given = []
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):
            given.append(int(Path(path).read_text(encoding="ascii")))
    return min([int(psutil.virtual_memory().total), *given])


class Pool:
    """How many kernels are kept warm for the table's page.

    Where kernels are forked, which costs little, as many as come when a whole table comes at once. Where they start
    anew, one for each seat at the table that nobody sits on yet, as far as there is room, and `WARM` at least.
    """

    def __init__(self, manager: Any, room: Room, forks: Forks | None) -> None:
        self.manager, self.room, self.forks = manager, room, forks
        self.least = borrowed.pool_size(manager, manager.notebook_path)

    @property
    def follows(self) -> bool:
        """Whether it goes by the table."""
        return self.forks is None

    def grow(self) -> None:
        """Where kernels are forked there are more of them from now on."""
        if self.forks and self.forks.alive:
            self.least = LEAST_PAGES
            borrowed.set_pool_size(self.manager, self.manager.notebook_path, self.least)
            self.manager.fill_if_needed(delay=0, notebook_name=self.manager.notebook_path)

    def settle(self) -> None:
        """Once the fork server has died, no more are kept than where kernels start anew."""
        if self.forks and not self.forks.alive:
            self.forks, self.least = None, min(self.least, WARM)
            borrowed.set_pool_size(self.manager, self.manager.notebook_path, self.least)

    def follow(self, free_seats: int) -> None:
        """Somebody has come to a table with so many free seats, and it `follows`. What is missing is started soon."""
        size = min(free_seats, self.room.left(self.manager))
        borrowed.set_pool_size(self.manager, self.manager.notebook_path, max(self.least, size))
        self.manager.fill_if_needed(notebook_name=self.manager.notebook_path)


class Watch:
    """Remembers since when each kernel has had no page, and names those that have been alone too long.

    A page that went away may be a phone asleep: it gets ten minutes. A page that never connected was closed
    or reloaded while it loaded: nobody comes back for it.
    """

    def __init__(self, patience: float = UNCONNECTED_SECONDS, never_came: float = NEVER_CAME_SECONDS):
        self.patience = patience
        self.never_came = never_came
        self._alone_since: dict[str, float] = {}
        self._had_page: set[str] = set()

    def overdue(self, kernels: Mapping[str, str], now: float) -> list[str]:
        """The kernels to end. ``kernels`` says of each id: ``warm``, ``page`` or ``alone``; ``now`` is in seconds."""
        self._had_page = {k for k in kernels if kernels[k] == "page" or k in self._had_page}
        self._alone_since = {k: self._alone_since.get(k, now) for k in kernels if kernels[k] == "alone"}
        return [
            kernel
            for kernel, since in self._alone_since.items()
            if now - since >= (self.patience if kernel in self._had_page else self.never_came)
        ]


def states(manager: Any) -> dict[str, str]:
    """What each running kernel is there for: ``warm`` in the pool, serving a ``page``, or ``alone``."""
    connections = borrowed.connections(manager)
    warm = set()
    for pool in borrowed.pools(manager).values():
        for task in pool:
            if is_ready(task):
                warm.add(task.result()["kernel_id"])
    return {
        kernel: "warm" if kernel in warm else "page" if connections.get(kernel, 0) else "alone"
        for kernel in manager.list_kernel_ids()
    }


async def mend_pool(manager: Any, notebook: str) -> None:
    """Brings the warm kernels of a notebook up to their number, whatever has happened to them.

    Those that did not start, have died since or could not run the notebook are replaced: Voila would hand them to the
    next page. Who takes one has Voila start another.
    """
    pool = borrowed.pools(manager).get(notebook, [])
    for task in [task for task in pool if task.done()]:
        problem = failure(task)
        if problem is None and await is_alive(manager, task.result()["kernel_id"]):
            continue
        log.warning("a warm kernel is not there and is replaced: %r", problem)
        if task in pool:
            pool.remove(task)
    manager.fill_if_needed(delay=0, notebook_name=notebook)


async def trim_pool(manager: Any, notebook: str) -> None:
    """Ends warm kernels that are more than are wanted."""
    pool = borrowed.pools(manager).get(notebook, [])
    while len(pool) > borrowed.pool_size(manager, notebook) and is_ready(pool[-1]):
        await end_kernel(manager, pool.pop().result()["kernel_id"])


async def end_kernel(manager: Any, kernel_id: str) -> None:
    """Ends a kernel that nobody needs any more. One that has ended, or is about to, is no error."""
    if kernel_id in manager:
        try:
            await manager.shutdown_kernel(kernel_id)
        except (KeyError, HTTPError):
            log.debug("kernel %s had ended already", kernel_id)


async def is_alive(manager: Any, kernel_id: str) -> bool:
    """Whether the kernel's process runs."""
    return kernel_id in manager and bool(await ensure_async(manager.get_kernel(kernel_id).is_alive()))


def is_ready(task: Any) -> bool:
    """Whether this place in the pool has a kernel that started."""
    return bool(task.done() and not task.cancelled() and task.exception() is None)


def failure(task: Any) -> BaseException | None:
    """What went wrong with a place in the pool: its kernel did not start, or could not run the notebook."""
    for step in (task, task.result()["task"]) if is_ready(task) else (task,):
        if step.done() and not is_ready(step):
            return asyncio.CancelledError() if step.cancelled() else step.exception()
    return None
