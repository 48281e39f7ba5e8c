"""What browser tests need: Chromium, a server in a process of its own, and a network that can be cut.

Fixtures made from these are in ``conftest.py``.
"""

from __future__ import annotations

import asyncio
import os
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Self, TypeVar

import psutil

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
FORKS, KERNEL = b"companion.serve.forkserver", b"companion.serve.page_kernel"  # in a process's command line
PORTS = range(20_000, 32_000)
READ = 3000  # characters of a failed test's page: enough to see where it stands
NO_BROWSER = (
    "These tests drive Chromium and found none: install Debian's `chromium`, or run `playwright install chromium`."
)

T = TypeVar("T")
_claims: list[socket.socket] = []


def launch(playwright: Any) -> Any:
    """A headless Chromium: Debian's where it is, else Playwright's own. Without either, an error in words."""
    system = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        return playwright.chromium.launch(executable_path=system, args=FLAGS)
    except Exception as problem:
        raise RuntimeError(NO_BROWSER) from problem


def leave(context: Any) -> None:
    """Closes a browser context as a reader goes: its pages say good-bye, so that their kernels end."""
    for page in context.pages:
        with suppress(Exception):  # it is closing by itself
            page.goto("about:blank")
    context.close()


def told(page: Any) -> str:
    """A page's address, the sentences that lie over it, and what can be read on it."""
    shown, read = "cannot be asked any more", ""
    with suppress(Exception):
        shown = page.locator(".companion-notice:visible, .companion-lost:visible").all_inner_texts()
        read = " · ".join(page.locator("body").inner_text(timeout=1000).split("\n"))
    return f"{page.url}: {shown}\n    {read[:READ]}"


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """What it returns; in a loop of its own, since Playwright's may be running in this thread."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(asyncio.run, coroutine).result()


def free_port() -> int:
    """A TCP port that nobody listens on, and that no other test is given while this process lives.

    It lies below those that a system gives to connections and to servers that name none: a port from among them can be
    somebody else's before the server that is started for it is there. The UDP port of its number is the claim to it.
    """
    for port in random.sample(PORTS, len(PORTS)):
        claim = socket.socket(type=socket.SOCK_DGRAM)
        try:
            claim.bind(("127.0.0.1", port))
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            claim.close()
            continue
        _claims.append(claim)
        return port
    raise RuntimeError("no port is free")


def processes() -> Iterator[tuple[int, int, bytes]]:
    """Every process of this machine: its id, its parent's, and its command line."""
    for process in psutil.process_iter(["ppid", "cmdline"]):  # what may not be looked at has no command line
        yield process.pid, process.info["ppid"], "\0".join(process.info["cmdline"] or []).encode()


def answers(url: str, timeout: float = 60.0, running: Callable[[], bool] = lambda: True) -> bool:
    """Whether a page is there within so many seconds, if only to ask who comes; no longer than its server is running.

    A gateway answers before what stands behind it does: that nothing is there, or that it cannot be reached.
    """
    end = time.monotonic() + timeout
    while time.monotonic() < end and running():
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return True
        except urllib.error.HTTPError as refused:
            if refused.code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
                return True
        except OSError:
            pass
        time.sleep(0.1)
    return False


class Server:
    """A `companion serve` process on a port and a data folder of its own."""

    def __init__(
        self,
        data: Path,
        *extra: str,
        port: int | None = None,
        environ: dict[str, str] | None = None,
        run: Sequence[str] = ("-m", "companion.serve"),
        python: str | Path = sys.executable,
        cwd: Path | None = None,
    ):
        self.data = data
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = data / "server-output.txt"
        data.mkdir(parents=True, exist_ok=True)
        command = [str(python), *run, "--data", str(data), "--port", str(self.port)]
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [*command, "--no-browser", *extra],
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **(environ or {})},
                cwd=cwd,
                start_new_session=True,
            )

    def wait(self, timeout: float = 30.0) -> Self:
        """Returns once the server answers. Raises AssertionError with its output when it does not."""
        if answers(f"{self.url}/companion/alive", timeout, lambda: self.process.poll() is None):
            return self
        raise AssertionError(f"the server did not start:\n{self.output.read_text()}")

    def kernels(self) -> list[int]:
        """The process ids of the kernels that this server has running, forked or started anew."""
        forks, own = self.forks(), self.process.pid
        return [
            pid
            for pid, parent, command in processes()
            if parent == (forks or -1) or (parent == own and KERNEL in command)
        ]

    def forks(self) -> int:
        """The process id of the process that this server's kernels are forked from; 0 where there is none."""
        own = self.process.pid
        return next((pid for pid, parent, command in processes() if parent == own and FORKS in command), 0)

    def stop(self) -> None:
        """Ends the server and its kernels."""
        kernels = self.kernels()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for kernel in kernels:
            with suppress(psutil.NoSuchProcess):
                psutil.Process(kernel).kill()

    def __enter__(self) -> Self:
        return self.wait()

    def __exit__(self, *_exception: object) -> None:
        self.stop()


class Proxy:
    """A TCP proxy between browser and server whose line can be cut and restored.

    While cut, nothing gets through in either direction and new connections hang: what a phone sees when
    the Wi-Fi goes. ``cut(reset=True)`` closes the open connections as well, as a router does that forgets them.
    """

    def __init__(self, target_port: int):
        self.target_port = target_port
        self.delay = 0.0  # seconds that everything takes each way
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self._listener.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._open = threading.Event()
        self._open.set()
        self._closing = False
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, *, reset: bool = False) -> None:
        """Stops the traffic; with ``reset`` the open connections end too."""
        self._open.clear()
        if reset:
            self._drop()

    def restore(self, *, keep: bool = False) -> None:
        """Lets traffic through again. The connections of before are gone, unless ``keep`` says otherwise."""
        if not keep:
            self._drop()
        self._open.set()

    def close(self) -> None:
        """Ends the proxy and all that went through it."""
        self._closing = True
        self._open.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._drop()

    def passing(self, data: bytes, sink: socket.socket) -> bytes:
        """What goes on to ``sink`` of the ``data`` for it; a test that listens in has its own."""
        return data

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def _drop(self) -> None:
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _accept(self) -> None:
        while not self._closing:
            try:
                client, _address = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        self._open.wait()
        try:
            server = socket.create_connection(("127.0.0.1", self.target_port), timeout=10)
        except OSError:
            client.close()
            return
        server.settimeout(None)
        pair = (client, server)
        self._pairs.append(pair)
        threading.Thread(target=self._pump, args=pair, daemon=True).start()
        self._pump(server, client)

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        """Carries bytes one way until an end closes; each arrives `delay` seconds after it was sent."""
        under_way: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        threading.Thread(target=self._deliver, args=(under_way, sink), daemon=True).start()
        with suppress(OSError, ValueError):
            while True:
                self._open.wait()
                ready, _, _ = select.select([source], [], [], 0.5)
                if not ready or not self._open.is_set():
                    continue
                data = source.recv(65536)
                if not data:
                    break
                under_way.put((time.monotonic() + self.delay, self.passing(data, sink)))
        under_way.put((time.monotonic() + self.delay, b""))
        with suppress(OSError):
            source.shutdown(socket.SHUT_RD)

    def _deliver(self, under_way: SimpleQueue[tuple[float, bytes]], sink: socket.socket) -> None:
        """Hands on what is under way when it is due; nothing more means that the other end has closed."""
        with suppress(OSError):
            while True:
                due, data = under_way.get()
                time.sleep(max(0.0, due - time.monotonic()))
                self._open.wait()
                if not data:
                    sink.shutdown(socket.SHUT_RDWR)
                    return
                sink.sendall(data)
