"""The token, and the address that phones can reach."""

import socket
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.errors import CompanionError
from companion.serve import lan


class Entry(NamedTuple):
    family: int
    address: str
    netmask: str | None = "255.255.255.0"


def entry(address: str) -> Entry:
    return Entry(socket.AF_INET6 if ":" in address else socket.AF_INET, address)


class State(NamedTuple):
    isup: bool
    flags: str = "up,broadcast,running,multicast"


def test_a_restart_keeps_the_token(tmp_path: Path) -> None:
    token = lan.table_token(tmp_path / "new")
    assert len(token) >= 16
    assert lan.table_token(tmp_path / "new") == token
    assert lan.table_token(tmp_path / "other") != token


def test_servers_with_one_token_have_one_short_code() -> None:
    assert lan.short_code("a-token-for-the-test") == "S5JW58"
    assert lan.short_code("another-token") != lan.short_code("a-token-for-the-test")


def test_the_token_is_readable_to_its_owner_alone(tmp_path: Path) -> None:
    lan.table_token(tmp_path)
    assert (tmp_path / "lan-token").stat().st_mode & 0o077 == 0


def test_an_empty_token_file_locks_nobody_in_with_an_empty_token(tmp_path: Path) -> None:
    (tmp_path / "lan-token").write_text("\n")
    assert len(lan.table_token(tmp_path)) >= 16


@pytest.fixture
def interfaces(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the machine has: names and addresses, filled in by the test; the default route begins nowhere."""
    has: dict[str, str] = {}
    monkeypatch.setattr(lan, "default_source", lambda: None)
    monkeypatch.setattr(
        lan.psutil,
        "net_if_addrs",
        lambda: {name: [Entry(socket.AF_INET6, "fe80::1%eth0"), entry(at)] for name, at in has.items()},
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


WINDOWS = {
    "Loopback Pseudo-Interface 1": "127.0.0.1",
    "Ethernet 2": "192.168.56.1",  # VirtualBox's adapter, by the name that Windows gives it
    "Local Area Connection": "192.168.178.30",
    "Local Area Connection* 10": "192.168.137.1",
    "vEthernet (Default Switch)": "172.28.64.1",
}
MAC = {"lo0": "127.0.0.1", "bridge100": "192.168.2.1", "en0": "10.0.0.7", "utun3": "10.8.0.2", "awdl0": "169.254.1.1"}


@pytest.mark.parametrize(
    ("has", "source", "found"),
    [
        (WINDOWS, "192.168.178.30", ["192.168.178.30", "192.168.137.1", "192.168.56.1"]),
        (WINDOWS, None, ["192.168.137.1", "192.168.178.30", "192.168.56.1"]),
        (MAC, "10.0.0.7", ["10.0.0.7", "192.168.2.1"]),
        (MAC, "10.8.0.2", ["10.0.0.7", "192.168.2.1"]),  # a VPN took the default route over
        ({"Ethernet": "10.1.1.1", "Wi-Fi": "192.168.0.9"}, "10.1.1.1", ["10.1.1.1", "192.168.0.9"]),
        ({"a-vpn": "192.168.9.2", "wlan0": "172.16.4.4"}, "172.16.4.4", ["172.16.4.4"]),
        ({"lonely0": "192.168.1.2", "tunnel of love": "192.168.1.3"}, None, ["192.168.1.2", "192.168.1.3"]),
    ],
)
def test_the_default_route_goes_before_names(
    interfaces: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    has: dict[str, str],
    source: str | None,
    found: list[str],
) -> None:
    interfaces |= has
    monkeypatch.setattr(lan, "default_source", lambda: source)
    assert lan.addresses() == found


def test_an_adapter_that_leads_to_one_machine_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "default_source", lambda: "192.168.99.2")
    entries = {
        "Ethernet 3": Entry(socket.AF_INET, "192.168.99.2", "255.255.255.255"),
        "Wi-Fi": Entry(socket.AF_INET, "10.0.0.3"),
    }
    monkeypatch.setattr(lan.psutil, "net_if_addrs", lambda: {name: [entry] for name, entry in entries.items()})
    monkeypatch.setattr(lan.psutil, "net_if_stats", dict)
    assert lan.addresses() == ["10.0.0.3", "192.168.99.2"]


def test_the_default_route_is_asked_for_without_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    source = lan.default_source()
    assert source is None or source in [way.address for way in lan.ways()]


def test_the_host_chooses_among_the_machine_s_addresses(interfaces: dict[str, str]) -> None:
    interfaces |= {"wlan0": "192.168.1.20", "tun0": "10.8.0.2"}
    assert lan.chosen(None) == ["192.168.1.20"]
    assert lan.chosen("10.8.0.2") == ["10.8.0.2"]
    with pytest.raises(CompanionError, match=r"no address 192\.168\.1\.21; it has 192\.168\.1\.20, 10\.8\.0\.2"):
        lan.chosen("192.168.1.21")


IPV6_ONLY = {
    "lo0": "::1",
    "en0": "192.0.0.2",  # what a Mac speaks IPv4 by where there is none
    "en1": "2001:db8::5",
    "utun2": "2001:db8:9::1",
}


def test_where_there_is_no_other_an_address_of_ipv6_is_told(interfaces: dict[str, str]) -> None:
    interfaces |= IPV6_ONLY
    assert lan.addresses() == ["2001:db8::5"]
    assert lan.join_url(8866, "t0k") == "http://[2001:db8::5]:8866/?token=t0k"
    interfaces["en2"] = "192.168.1.20"
    assert lan.addresses() == ["192.168.1.20"]
    for typed in ("2001:db8::5", "2001:DB8::5", "[2001:db8::5]"):
        assert lan.chosen(typed) == ["2001:db8::5"]
    with pytest.raises(CompanionError, match=r"no address 2001:db8::6; it has ::1, 192\.0\.0\.2, 2001:db8::5, "):
        lan.chosen("2001:db8::6")


def test_no_network_is_said_not_guessed(interfaces: dict[str, str]) -> None:
    interfaces |= {"lo": "127.0.0.1", "eth0": "169.254.3.4"}
    assert lan.join_url(8866, "t") is None


def test_the_link_and_its_code(interfaces: dict[str, str]) -> None:
    interfaces["wlan0"] = "192.168.1.20"
    assert lan.join_url(8866, "t0k") == "http://192.168.1.20:8866/?token=t0k"
    assert len(lan.qr("http://192.168.1.20:8866/?token=t0k").splitlines()) > 10
