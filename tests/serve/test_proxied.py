"""How a Jupyter server starts the companion: where it listens, and the secret that lets it in."""

from __future__ import annotations

import http.client
import os
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from jupyter_server_proxy.config import ServerProcess

from companion.serve import proxied
from companion.serve.gate import SECRET_HEADER
from companion.serve.listening import SOCKETS, listen_at
from companion.serve.proxied import LONGEST, SECRET, setup
from tests.browser import free_port

BASE = "/user/x/companion/"


def rendered(shape: dict[str, Any], **names: str) -> list[str]:
    """The command as jupyter-server-proxy completes it."""
    return [word.format(**names) for word in shape["command"]]


def test_it_listens_at_a_socket_where_no_other_program_can_be_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxied, "SOCKETS", True)
    monkeypatch.setattr(tempfile, "tempdir", "/tmp")
    shape = setup()
    assert ServerProcess(name="companion", **shape).unix_socket is True
    words = rendered(shape, unix_socket="/tmp/new/socket", base_url=BASE.removesuffix("companion/"))
    assert words[3:] == ["serve", "--no-browser", "--socket", "/tmp/new/socket", "--proxied", BASE]


@pytest.mark.parametrize(("sockets", "folder"), [(False, "/tmp"), (True, "/" + LONGEST * "x")])
def test_elsewhere_it_listens_at_a_port(monkeypatch: pytest.MonkeyPatch, sockets: bool, folder: str) -> None:
    monkeypatch.setattr(proxied, "SOCKETS", sockets)
    monkeypatch.setattr(tempfile, "tempdir", folder)
    shape = setup()
    assert ServerProcess(name="companion", **shape).unix_socket is False
    words = rendered(shape, port="9999", base_url="/")
    assert words[3:] == ["serve", "--no-browser", "--port", "9999", "--proxied", "/companion/"]


def ask(file: Path, **headers: str) -> int:
    """The status with which the server at a socket answers its first page's request."""
    line = http.client.HTTPConnection("localhost", timeout=30)
    line.sock = socket.socket(socket.AF_UNIX)
    line.sock.settimeout(30)
    line.sock.connect(str(file))
    line.request("GET", BASE, headers=headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


@pytest.mark.browser  # a server starts
@pytest.mark.skipif(not SOCKETS, reason="this machine has no sockets that are files")
def test_at_its_socket_too_the_jupyter_server_alone_comes_in(tmp_path: Path) -> None:
    shape, file = setup(), tmp_path / "socket"
    listen_at(file).close()  # as a server that was killed leaves it
    words = rendered(shape, unix_socket=str(file), port="", base_url=BASE.removesuffix("companion/"))
    server = subprocess.Popen(
        [*words, "--data", str(tmp_path / "data")],
        env={**os.environ, **shape["environment"]},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        assert str(file) in server.stdout.readline()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert ask(file) == 403
        assert ask(file, **shape["request_headers_override"]) == 200
    finally:
        server.terminate()
        server.communicate(timeout=20)
    assert not file.exists()


def test_each_start_has_a_secret_that_stands_in_no_command_line() -> None:
    one, other = setup(), setup()
    secret = one["environment"][SECRET]
    assert len(secret) >= 32
    assert one["request_headers_override"] == {SECRET_HEADER: secret}
    assert secret not in " ".join(one["command"])
    assert other["environment"][SECRET] != secret


def test_without_a_secret_it_does_not_start(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "companion",
        "serve",
        "--no-browser",
        "--port",
        str(free_port()),
        "--proxied",
        BASE,
    ]
    environ = {name: value for name, value in os.environ.items() if name != SECRET}
    ended = subprocess.run(
        [*command, "--data", str(tmp_path)], env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 1
    assert "started by that server" in ended.stderr
