"""What differs on other systems and in other Pythons, as far as one machine can tell."""

from __future__ import annotations

import io
import re
import tomllib
import urllib.request
from pathlib import Path

import pytest

from companion import cli
from companion.serve import app, lan
from tests.browser import KERNEL, Server, processes

ROOT = Path(__file__).parent.parent.parent
VERSION = re.compile(r"3\.\d+")


@pytest.mark.browser
def test_without_forks_files_for_sockets_or_a_loop_a_page_is_served(tmp_path: Path) -> None:
    with Server(tmp_path, run=("-m", "tests.serve.elsewhere")) as server:
        with urllib.request.urlopen(server.url, timeout=60) as answer:
            assert '"model": "' in answer.read().decode()
        assert server.forks() == 0
        started = [command for _pid, parent, command in processes() if parent == server.process.pid]
        assert started
        assert all(KERNEL in command for command in started)


def test_a_log_that_is_held_open_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / app.LOG
    path.write_bytes(b"x" * (app.LOG_BYTES + 1))

    def held(_self: Path, _target: Path) -> None:
        raise PermissionError("another process has it")

    monkeypatch.setattr(Path, "replace", held)
    monkeypatch.setattr(app.logging, "getLogger", lambda _name=None: app.logging.Logger("apart"))
    app.log_to(tmp_path)
    assert path.stat().st_size > app.LOG_BYTES


def test_a_console_without_the_signs_gets_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, "cp1252"))
    monkeypatch.setattr("companion.serve.forks.start", lambda: None)
    code = lan.qr("http://192.168.1.2:8866/")
    monkeypatch.setattr("companion.serve.app.serve", lambda _data, **_given: print(code))
    assert cli.main(["--data", str(tmp_path)]) == 0
    assert written.getvalue().startswith(b"?")


def test_the_versions_that_are_promised_are_those_that_are_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told = [each.rsplit(" ", 1)[1] for each in project["classifiers"] if " 3." in each]
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    tried = next(line for line in workflow.splitlines() if "python:" in line)
    assert VERSION.findall(tried) == told
    assert project["requires-python"] == f">={told[0]}"
    for system in ("ubuntu", "macos", "windows"):
        assert f"{system}-latest" in workflow
