"""Serving the room: the token, the address that phones can reach, and the code they scan."""

from __future__ import annotations

import hmac
import io
import ipaddress
import os
import re
import secrets
import socket
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil
import segno

from companion.errors import CompanionError
from companion.files import has_room
from companion.store.core import CODE_SIGNS
from companion.words import N_

# Interfaces that lead to containers, virtual machines or a VPN, not to the phones in the room: whole words, because
# "Local Area Connection" is no loopback.
VIRTUAL = re.compile(
    r"(lo\d*|docker\w*|br-\w+|veth\w*|virbr\d*|cni\w*|flannel\S*|cali\w*|kube\S*|podman\d*|lxc\w*|lxd\w*|vmnet\d*"
    r"|vboxnet\d*|vnic\d*|tun\d*|tap\d*|wg\S*|utun\d*|ppp\d*|ipsec\d*|zt\w*|nordlynx|proton\S*|awdl\d*|llw\d*|anpi\d*)$"
    r"|loopback|bluetooth|.*(vethernet|virtualbox|vmware|hyper-v|wsl|tailscale|zerotier|wireguard|openvpn|\bvpn\b)",
    re.IGNORECASE,
)
# What may lead to the room, but often does not: a bridge (a Mac's shared Wi-Fi, or its virtual machines).
DOUBTFUL = re.compile(r"bridge|br\d", re.IGNORECASE)
ROOM = re.compile(r"wl|wi-?fi|en|eth|local area connection", re.IGNORECASE)
HOST_ONLY = ipaddress.ip_network("192.168.56.0/24")  # where VirtualBox puts its machines, whatever it calls the adapter
NOWHERE = ("192.0.2.1", 9)  # an address kept for examples (RFC 5737): only the way to it is asked for
SHORT_CODE_LENGTH = 6
HOST_KEY = "host-key"  # the file of the key to an open host's own page
ITSELF = ipaddress.ip_network("192.0.0.0/24")  # by which a machine in a network of IPv6 alone speaks IPv4 (RFC 7335)
SHARED = ipaddress.ip_network("100.64.0.0/10")  # carriers' and VPNs' own range


def table_token(data: Path, name: str = "lan-token") -> str:
    """The token of this data folder, made at the first call: a restart keeps the links that hold it working."""
    path = data / name
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


class Way(NamedTuple):
    """An address of this machine: on which interface, and whether that leads to one other machine alone."""

    name: str
    address: str
    narrow: bool


def ways() -> list[Way]:
    """Every address of this machine whose interface is up; of IPv6 those that a link can name."""
    states = psutil.net_if_stats()
    return [
        Way(name, entry.address, _is_narrow(getattr(entry, "netmask", None), getattr(states.get(name), "flags", "")))
        for name, entries in psutil.net_if_addrs().items()
        if name not in states or states[name].isup
        for entry in entries
        if entry.family == socket.AF_INET or (entry.family == socket.AF_INET6 and _is_linkable(entry.address))
    ]


def _is_linkable(address: str) -> bool:
    return socket.has_dualstack_ipv6() and not ipaddress.ip_address(address).is_link_local


def _is_narrow(netmask: str | None, flags: str) -> bool:
    return netmask == "255.255.255.255" or "pointopoint" in flags.split(",")


def default_source() -> str | None:
    """The address from which this machine speaks to the world; None where it is on no network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return None


def rank(way: Way, source: str | None) -> tuple[int, ...] | None:
    """How likely a phone in the room reaches this address: smaller is likelier, None is never.

    ``source`` is where the default route begins: phones are in the network that leads out, unless a VPN took it over.
    """
    ip = ipaddress.ip_address(way.address)
    if VIRTUAL.match(way.name) or ip.is_loopback or ip.is_link_local or ip.is_unspecified:
        return None
    if ip in SHARED or ip in ITSELF:
        return None
    by_range = 0 if way.address.startswith("192.168.") else 1 if way.address.startswith("10.") else 2
    return (
        way.narrow or ip in HOST_ONLY,
        way.address != source,
        DOUBTFUL.match(way.name) is not None,
        by_range if ip.is_private else 3,
        ROOM.match(way.name) is None,
    )


def addresses() -> list[str]:
    """This machine's addresses that others in the room may reach, the likeliest first.

    Those of IPv6 only where there is no other: they may be open to the whole world.
    """
    source = default_source()
    ranked = [(rank(way, source), way.address) for way in ways()]
    found = [address for place, address in sorted((each for each in ranked if each[0] is not None), key=_by_place)]
    return [address for address in found if not is_ipv6(address)] or found


def is_ipv6(address: str) -> bool:
    """Whether an address is one of IPv6."""
    return ":" in address


def _by_place(ranked: tuple[tuple[int, ...] | None, str]) -> tuple[tuple[int, ...], str]:
    return ranked[0] or (), ranked[1]


def chosen(address: str | None) -> list[str]:
    """The addresses to tell: the one that the host has chosen, else every likely one.

    Raises CompanionError ``no-address`` where the chosen one is not this machine's.
    """
    if address is None:
        return addresses()
    wanted = address.strip("[]").lower()
    if wanted not in (own := [way.address for way in ways()]):
        raise CompanionError(
            "no-address",
            N_("This machine has no address {address}; it has {own}."),
            address=address,
            own=", ".join(own),
        )
    return [wanted]


def own_names() -> frozenset[str]:
    """Names under which others may ask for this machine."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return frozenset({name, short, f"{short}.local", f"{short}.lan", f"{short}.fritz.box", f"{short}.home"})


def join_url(port: int, token: str) -> str | None:
    """The likeliest link for the players, or None when this machine is on no network."""
    return next(iter(links(addresses(), port, token)), None)


def links(found: Iterable[str], port: int, token: str) -> list[str]:
    """The links for the players, one for each address."""
    return [f"http://{f'[{each}]' if is_ipv6(each) else each}:{port}/?token={token}" for each in found]


def short_code(token: str) -> str:
    """What a device without a link types instead: the same at every server that has this token."""
    digest = hmac.digest(token.encode(), b"short code", "sha256")
    return "".join(CODE_SIGNS[byte % len(CODE_SIGNS)] for byte in digest[:SHORT_CODE_LENGTH])


def qr(url: str) -> str:
    """The link as a code of characters that a phone's camera reads from a terminal."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out=out, compact=True, border=2)
    return out.getvalue()
