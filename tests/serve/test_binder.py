"""Binder: pinned packages that fit the project, and a page that lives under a Jupyter server's path."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
from pathlib import Path

import pytest

import companion
from tests.browser import free_port

ROOT = Path(companion.__file__).parent.parent
BASE = "/user/x/companion/"


def name_of(requirement: str) -> str:
    return re.split(r"[<>=!~ \[;]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def test_every_dependency_is_pinned() -> None:
    lines = (ROOT / "binder" / "requirements.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9.]*", pin) for pin in pins)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {name_of(each) for each in project["dependencies"]} <= {name_of(pin) for pin in pins}
    assert {"jupyter-server-proxy", "pandas"} <= {name_of(pin) for pin in pins}


def test_the_project_itself_is_installed_after_them() -> None:
    script = ROOT / "binder" / "postBuild"
    assert os.access(script, os.X_OK)
    assert "--no-deps ." in script.read_text("utf-8")
    assert re.fullmatch(r"python-3\.\d+\n", (ROOT / "binder" / "runtime.txt").read_text("utf-8"))


@pytest.mark.browser
def test_the_page_lives_under_another_path(browser, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "companion", "serve", "--no-browser", "--port", str(port), "--proxied", BASE]
    environ = {**os.environ, "BINDER_LAUNCH_HOST": "https://mybinder.org/"}
    server = subprocess.Popen([*command, "--data", str(tmp_path)], env=environ, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}{BASE}"
    try:
        for _ in range(120):
            try:
                urllib.request.urlopen(f"{url}companion/alive", timeout=5).close()
                break
            except OSError:
                time.sleep(0.25)
        context = browser.new_context()
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(url)
        page.click("#companion [data-do='home.demo'] >> nth=0")
        page.click("[data-seat='bank']")
        page.click(".tabs [data-to='market']")
        page.wait_for_selector(".main-svg")
        assert all(each.startswith((url, "data:", "blob:")) for each in asked)
        assert page.url.startswith(url)
        page.goto(url)
        page.wait_for_selector(".banner:has-text('Binder')")
        context.close()
    finally:
        server.terminate()
        server.wait(20)
