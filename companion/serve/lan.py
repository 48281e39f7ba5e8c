"""Serving the room: the token, the address that phones can reach, and the code they scan."""

from __future__ import annotations

import io
import ipaddress
import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path

import psutil
import segno

from companion.files import has_room

# Interfaces that lead to containers, virtual machines or a VPN, not to the phones in the room.
VIRTUAL = (
    *("lo", "docker", "br-", "bridge", "veth", "virbr", "cni", "flannel", "cali", "kube", "podman", "lxc", "lxd"),
    *("vmnet", "vboxnet", "vnic", "vethernet", "virtualbox", "vmware", "hyper-v", "wsl", "loopback", "bluetooth"),
    *("tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt", "zerotier", "wireguard", "openvpn", "nordlynx"),
    *("proton", "awdl", "llw", "anpi"),
)
SHARED = ipaddress.ip_network("100.64.0.0/10")  # carriers' and VPNs' own range


def table_token(data: Path) -> str:
    """The token of this data folder, made at the first call: a restart keeps the players' links working."""
    path = data / "lan-token"
    try:
        kept = path.read_text(encoding="ascii").strip()
        if kept:
            return kept
    except (OSError, UnicodeDecodeError):
        pass
    token = secrets.token_urlsafe(16)
    if not has_room(data):
        return token  # it then lasts as long as this server
    try:
        data.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token)
    except OSError:  # a read-only folder, a full disk
        with suppress(OSError):
            path.unlink(missing_ok=True)
    return token


def rank(name: str, address: str) -> int | None:
    """How likely a phone in the room reaches this address: smaller is likelier, None is never."""
    low = name.lower()
    if any(low.startswith(prefix) for prefix in VIRTUAL) or any(mark in low for mark in ("vmware", "virtualbox")):
        return None
    ip = ipaddress.ip_address(address)
    if ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip in SHARED:
        return None
    by_range = 0 if address.startswith("192.168.") else 1 if address.startswith("10.") else 2 if ip.is_private else 3
    wired_or_wireless = low.startswith(("wl", "en", "eth", "wi-fi", "wlan", "ethernet"))
    return by_range * 2 + (0 if wired_or_wireless else 1)


def addresses() -> list[str]:
    """This machine's addresses that others in the room may reach, the likeliest first."""
    found = []
    states = psutil.net_if_stats()
    for name, entries in psutil.net_if_addrs().items():
        if name in states and not states[name].isup:
            continue
        for entry in entries:
            if entry.family == socket.AF_INET:
                place = rank(name, entry.address)
                if place is not None:
                    found.append((place, entry.address))
    return [address for _place, address in sorted(found)]


def own_names() -> frozenset[str]:
    """Names under which others may ask for this machine."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return frozenset({name, short, f"{short}.local", f"{short}.lan", f"{short}.fritz.box", f"{short}.home"})


def join_url(port: int, token: str) -> str | None:
    """The link for the players, or None when this machine is on no network."""
    found = addresses()
    return f"http://{found[0]}:{port}/?token={token}" if found else None


def qr(url: str) -> str:
    """The link as a code of characters that a phone's camera reads from a terminal."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out=out, compact=True, border=2)
    return out.getvalue()
