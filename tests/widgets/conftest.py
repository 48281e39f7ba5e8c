"""The workshop page, served by stock Voila and by our own server, behind a line that can be cut."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser import PHONE, Proxy, Server, free_port, leave
from tests.widgets.workshop import notebook

ROOT = Path(__file__).parent.parent.parent
ALLOWED = '["@jupyter-widgets/jupyterlab-manager","anywidget","@voila-dashboards/widgets-manager8"]'


class Stock:
    """A stock Voila on the workshop: another host for the same widget."""

    def __init__(self, folder: Path):
        self.port = free_port()
        command = [sys.executable, "-m", "voila", str(notebook(folder)), "--no-browser", f"--port={self.port}"]
        self.process = subprocess.Popen(
            [*command, f"--VoilaConfiguration.extension_allowlist={ALLOWED}"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def wait(self) -> Stock:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port)).close()
                return self
            time.sleep(0.2)
        raise AssertionError("Voila did not start")

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(10)


def start(kind: str, folder: Path) -> Stock | Server:
    if kind == "stock":
        return Stock(folder).wait()
    return Server(folder / "data", str(notebook(folder)), "--pool=1", environ={"PYTHONPATH": str(ROOT)}).wait()


@pytest.fixture(scope="module")
def kind() -> str:
    """Which host a module's tests run on."""
    return "ours"


@pytest.fixture(scope="module")
def host(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A running server with the workshop on it."""
    running = start(kind, tmp_path_factory.mktemp(kind))
    yield running
    running.stop()


@pytest.fixture
def line(host: Any) -> Iterator[Proxy]:
    """A line to that server."""
    with Proxy(host.port) as proxy:
        yield proxy


class Shop:
    """The workshop as a reader sees it."""

    def __init__(self, page: Any, line: Proxy):
        self.page = page
        self.line = line
        self.requests: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self) -> Shop:
        self.page.goto(self.line.url, wait_until="commit")
        self.sees("n=0")
        return self

    def sees(self, text: str, timeout: float = 20) -> float:
        """Waits for a text; returns the seconds that it took."""
        begun = time.monotonic()
        self.page.get_by_text(text, exact=True).first.wait_for(timeout=timeout * 1000)
        return time.monotonic() - begun

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def touch(self, name: str, made: float, held: float = 0.05) -> None:
        """A finger's tap, made at this time (seconds since 1970) whenever the page hears of it."""
        box = self.page.get_by_role("button", name=name, exact=True).bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        down = {"type": "touchStart", "touchPoints": [point], "timestamp": made}
        up = {"type": "touchEnd", "touchPoints": [], "timestamp": made + held}
        self.input("Input.dispatchTouchEvent", down, up)

    def enter(self, name: str, made: float) -> None:
        """The Enter key on a button, pressed at this time."""
        self.page.get_by_role("button", name=name, exact=True).focus()
        down = {"type": "keyDown", "key": "Enter", "text": "\r", "timestamp": made}
        self.input("Input.dispatchKeyEvent", down, {"type": "keyUp", "key": "Enter", "timestamp": made})

    def input(self, kind: str, *events: dict[str, object]) -> None:
        session = self.page.context.new_cdp_session(self.page)
        for event in events:
            session.send(kind, event)
        session.detach()

    def press_anyway(self, name: str) -> None:
        """What a finger does that does not care for a banner, and what no banner can catch."""
        self.page.evaluate(
            "name => [...document.querySelectorAll('button')].find(b => b.textContent === name).click()", name
        )

    def shown(self, selector: str) -> str:
        return str(self.page.locator(selector).first.inner_text())

    def blocked(self) -> bool:
        return bool(self.page.locator(".companion-lost").is_visible())

    def bar(self) -> str:
        return self.shown("[data-region=bar]")

    def told_lost(self) -> bool:
        """Whether a notice says that a tap was lost."""
        return bool(self.page.locator(".companion-notice", has_text="was not recorded").first.is_visible())

    def booked(self) -> list[str]:
        return [str(text) for text in self.page.locator("#log li").all_inner_texts()]


@pytest.fixture
def shop(browser: Any, line: Proxy) -> Iterator[Shop]:
    """A phone with the workshop open; where it ends, its kernel ends too."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    yield Shop(page, line).open()
    leave(context)
