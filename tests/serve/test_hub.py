"""A JupyterHub, configured by the README's own lines: two users, a companion each, one table."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

import companion
from tests.browser import PHONE, answers, free_port, leave

README = Path(companion.__file__).parent.parent / "README.md"
# On Linux an address that no other test uses: none of them takes a port between its choice and its use.
HOST = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
START_MILLISECONDS = 120_000  # a user's server and a companion start for each


def section() -> str:
    return README.read_text("utf-8").partition("## On a JupyterHub\n")[2].partition("\n## ")[0]


def lines() -> str:
    """What the README has a hub's admin write."""
    return section().partition("```python\n")[2].partition("```")[0]


def test_an_admin_writes_fifteen_lines_at_most() -> None:
    assert 0 < len(section().strip().splitlines()) <= 15


def servers(data: Path) -> list[psutil.Process]:
    """The users' servers, their companions and kernels."""
    found = psutil.process_iter(["environ"])  # what may not be looked at has none
    return [each for each in found if (each.info["environ"] or {}).get("COMPANION_DATA") == str(data)]


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[str]:
    """A hub in a folder of its own; gives its address."""
    (tmp_path / "jupyterhub_config.py").write_text(lines(), "utf-8")
    port, inner, api = free_port(), free_port(), free_port()
    where = [
        f"--ip={HOST}",
        f"--port={port}",
        f"--JupyterHub.hub_ip={HOST}",
        f"--JupyterHub.hub_port={inner}",
        f"--ConfigurableHTTPProxy.api_url=http://{HOST}:{api}",
        f"--Spawner.ip={HOST}",
    ]
    quick = ["--JupyterHub.tornado_settings={'slow_spawn_timeout': 0}"]  # a login does not wait for its server's start
    root = ["--Spawner.args=['--allow-root']"] if os.geteuid() == 0 else []
    bins = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with (tmp_path / "hub.log").open("wb") as log:
        running = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", *where, *quick, *root],
            cwd=tmp_path,
            env={**os.environ, "PATH": bins, "PYTHONPATH": str(README.parent)},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        assert answers(f"http://{HOST}:{port}/hub/login")
        yield f"http://{HOST}:{port}"
    finally:
        theirs = servers(tmp_path / "tables")
        running.send_signal(signal.SIGTERM)  # it ends its proxy and its users' servers, and each of them its companion
        running.wait(60)
        left = psutil.wait_procs(theirs, timeout=30)[1]
        for process in left:
            process.kill()
        assert not left, left
        print((tmp_path / "hub.log").read_text("utf-8"))  # pytest shows it with a failure


def enter(browser: Any, hub: str, name: str, password: str) -> Any:
    """A user who has logged in; the server starts meanwhile."""
    page = browser.new_context(viewport=PHONE).new_page()
    page.goto(f"{hub}/")
    page.fill("[name='username']", name)
    page.fill("[name='password']", password)
    page.click("[type='submit']")
    return page


@pytest.mark.browser
@pytest.mark.skipif(os.name != "posix", reason="JupyterHub runs on POSIX systems alone")
def test_two_users_of_a_hub_play_at_one_table(browser: Any, hub: str) -> None:
    password = re.findall(r'user_password = "(.+)"', lines())[0]
    anna, bruno = (enter(browser, hub, name, password) for name in ("anna", "bruno"))
    for page, name in ((anna, "anna"), (bruno, "bruno")):
        page.wait_for_selector("#companion [data-kind='code']", timeout=START_MILLISECONDS)
        assert page.url.startswith(f"{hub}/user/{name}/companion/")
    anna.click("[data-game='good-brokers']")
    for n, player in enumerate(("Anna", "Bruno", "Carla")):
        anna.fill(f"[name='player-{n}']", player)
    anna.click(".foot button[type=submit]")
    code = anna.locator("#invitation .code").inner_text()
    anna.click("[data-seat='0']")
    bruno.click("[data-kind='code']")
    bruno.fill("[name='code']", code)
    bruno.click("form[data-do='home.join'] button[type=submit]")
    bruno.click("[data-seat='1']")
    bruno.wait_for_selector(".bar h1:has-text('Bruno')")
    anna.click(".foot button:has-text('End turn')")
    bruno.wait_for_selector(".bar-turn:has-text('Your turn')")
    bruno.click(".foot button:has-text('End turn')")
    anna.wait_for_selector(".bar-turn:has-text('Carla')")
    for page in (anna, bruno):
        leave(page.context)
