"""Binder: pinned packages that fit the project, and a page that lives under a Jupyter server's path."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.serve.gate import SECRET_HEADER
from companion.serve.proxied import SECRET
from tests.browser import answers, free_port

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


@pytest.fixture
def jupyter(tmp_path: Path) -> Iterator[str]:
    """A Jupyter server with jupyter-server-proxy; gives the address of its companion."""
    port, config = free_port(), tmp_path / "config"
    config.mkdir()
    enabled = {"ServerApp": {"jpserver_extensions": {"jupyter_server_proxy": True}}}
    (config / "jupyter_server_config.json").write_text(json.dumps(enabled))
    point = "c.ServerProxy.servers = {'companion': __import__('companion.serve.proxied').serve.proxied.setup()}"
    (config / "jupyter_server_config.py").write_text(point)
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--IdentityProvider.token=", f"--ServerApp.root_dir={tmp_path}", "--ServerApp.disable_check_xsrf=True"]
    environ = {**os.environ, "JUPYTER_CONFIG_DIR": str(config), "COMPANION_DATA": str(tmp_path / "data")}
    server = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        assert answers(f"http://127.0.0.1:{port}/api")
        yield f"http://127.0.0.1:{port}/companion/"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


@pytest.mark.browser
@pytest.mark.skipif(os.name != "posix", reason="ends the servers by their process group")
def test_a_jupyter_server_passes_its_own_visitors_on(browser, jupyter: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(jupyter, timeout=90_000)
    page.click("#companion [data-do='home.demo'] >> nth=0")
    page.click("[data-seat='bank']")
    page.wait_for_selector(".tabs")
    context.close()


@pytest.mark.browser
def test_the_page_lives_under_another_path(browser, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "companion", "serve", "--no-browser", "--port", str(port), "--proxied", BASE]
    environ = {**os.environ, "BINDER_LAUNCH_HOST": "https://mybinder.org/", SECRET: "told"}
    server = subprocess.Popen([*command, "--data", str(tmp_path)], env=environ, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}{BASE}"
    try:
        assert answers(f"{url}companion/alive")
        context = browser.new_context(extra_http_headers={SECRET_HEADER: "told"})
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
