"""Where the server is reached: a port, or a socket that is a file and its user's alone."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.serve.app import serve
from companion.serve.listening import SOCKETS, listen, listen_at
from tests.browser import free_port

files = pytest.mark.skipif(not SOCKETS, reason="this machine has no sockets that are files")


def test_a_taken_port_is_said_in_words() -> None:
    port = free_port()
    with listen(port, "127.0.0.1"), pytest.raises(CompanionError, match=f"Port {port} is taken") as refusal:
        listen(port, "127.0.0.1")
    assert refusal.value.code == "port-taken"


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_where_an_address_of_ipv6_is_told_both_are_heard() -> None:
    port = free_port()
    with listen(port, "::"):
        for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with socket.socket(family) as caller:
                caller.connect((address, port))


@files
def test_a_socket_is_its_users_alone(tmp_path: Path) -> None:
    file, before = tmp_path / "door", os.umask(0)
    try:
        with listen_at(file), socket.socket(socket.AF_UNIX) as caller:
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            caller.connect(str(file))
    finally:
        os.umask(before)


@files
def test_a_socket_that_a_killed_server_has_left_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "door"
    listen_at(file).close()
    assert file.is_socket()
    with listen_at(file), socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(file))


@files
def test_nothing_else_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "save.jsonl").write_text("kept", "utf-8")
    with listen_at(tmp_path / "door"):
        for name in ("door", "save.jsonl", "no-folder/door", "long" * 30):
            with pytest.raises(CompanionError, match="cannot listen at") as refusal:
                listen_at(tmp_path / name)
            assert refusal.value.code == "socket-refused"
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(str(tmp_path / "door"))
    assert (tmp_path / "save.jsonl").read_text("utf-8") == "kept"


@pytest.mark.parametrize("opened", ["lan_mode", "public"])
def test_a_socket_does_not_open_to_others(tmp_path: Path, opened: str) -> None:
    with pytest.raises(CompanionError, match="for this machine alone") as refusal:
        serve(tmp_path, door=tmp_path / "door", **{opened: True})
    assert refusal.value.code == "socket-open"
    assert list(tmp_path.iterdir()) == []
