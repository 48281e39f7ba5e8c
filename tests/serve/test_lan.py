"""The token, and the address that phones can reach."""

import socket
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.serve import lan


class Entry(NamedTuple):
    family: int
    address: str


class State(NamedTuple):
    isup: bool


def test_a_restart_keeps_the_token(tmp_path: Path) -> None:
    token = lan.table_token(tmp_path / "new")
    assert len(token) >= 16
    assert lan.table_token(tmp_path / "new") == token
    assert lan.table_token(tmp_path / "other") != token


def test_the_token_is_readable_to_its_owner_alone(tmp_path: Path) -> None:
    lan.table_token(tmp_path)
    assert (tmp_path / "lan-token").stat().st_mode & 0o077 == 0


def test_an_empty_token_file_locks_nobody_in_with_an_empty_token(tmp_path: Path) -> None:
    (tmp_path / "lan-token").write_text("\n")
    assert len(lan.table_token(tmp_path)) >= 16


@pytest.fixture
def interfaces(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the machine has: names and addresses, filled in by the test."""
    has: dict[str, str] = {}
    monkeypatch.setattr(
        lan.psutil,
        "net_if_addrs",
        lambda: {name: [Entry(socket.AF_INET6, "fe80::1"), Entry(socket.AF_INET, at)] for name, at in has.items()},
    )
    monkeypatch.setattr(lan.psutil, "net_if_stats", lambda: {name: State(name != "eth9") for name in has})
    return has


def test_containers_vpns_and_the_loopback_are_passed_over(interfaces: dict[str, str]) -> None:
    interfaces |= {
        "lo": "127.0.0.1",
        "docker0": "172.17.0.1",
        "br-12ab": "172.18.0.1",
        "tun0": "10.8.0.2",
        "wg0": "10.9.0.2",
        "tailscale0": "100.101.102.103",
        "VMware Network Adapter VMnet8": "192.168.80.1",
        "vEthernet (WSL)": "172.20.0.1",
        "eth9": "192.168.9.9",
        "wlan0": "192.168.1.20",
    }
    assert lan.addresses() == ["192.168.1.20"]


def test_the_likeliest_address_comes_first(interfaces: dict[str, str]) -> None:
    interfaces |= {"odd0": "192.168.7.7", "eth0": "10.0.0.4", "wlp3s0": "192.168.1.20"}
    assert lan.addresses() == ["192.168.1.20", "192.168.7.7", "10.0.0.4"]


def test_no_network_is_said_not_guessed(interfaces: dict[str, str]) -> None:
    interfaces |= {"lo": "127.0.0.1", "eth0": "169.254.3.4"}
    assert lan.join_url(8866, "t") is None


def test_the_link_and_its_code(interfaces: dict[str, str]) -> None:
    interfaces["wlan0"] = "192.168.1.20"
    assert lan.join_url(8866, "t0k") == "http://192.168.1.20:8866/?token=t0k"
    assert len(lan.qr("http://192.168.1.20:8866/?token=t0k").splitlines()) > 10
