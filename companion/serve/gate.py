"""Who may come in: checked before any route, websockets included."""

from __future__ import annotations

import hmac
import ipaddress
import re
from urllib.parse import parse_qsl, urlencode, urlsplit

from tornado.httputil import HTTPServerRequest, split_host_and_port

from companion.words import N_

COOKIE = "companion_key"
HOST = re.compile(r"[A-Za-z0-9.\-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
OUTSIDE = N_(
    "This page was asked for under a name that is not the companion's. Open the address that it printed at its start."
)
FOREIGN = N_("Another site tried to reach the companion. It was refused.")
LOCKED = N_("This table is locked. Open it with the link, or scan the code, that the host's screen shows.")


class Gate:
    """Refuses requests that come under a foreign name, from a foreign page, or without the token."""

    def __init__(self, token: str | None, names: frozenset[str] = frozenset(), *, proxied: bool = False):
        """``token`` None: this machine only. ``names`` are host names that are ours besides localhost.

        ``proxied``: a server of this machine stands before us, has looked at the same things, and knows its own name.
        """
        self.token = token
        self.proxied = proxied
        self.names = frozenset(name.lower() for name in names) | {"localhost"}

    def refusal(self, request: HTTPServerRequest) -> str | None:
        """Why this request is refused, as a sentence; None lets it in."""
        if self.proxied:
            return None
        host = request.headers.get("Host", "")
        if not self._ours(host):
            return OUTSIDE
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return FOREIGN
        if origin is None and request.method not in ("GET", "HEAD"):
            return FOREIGN
        if self.token is not None and not (self._has_cookie(request) or self.brings_token(request)):
            return LOCKED
        return None

    def brings_token(self, request: HTTPServerRequest) -> bool:
        """Whether the address itself holds the right token."""
        given = dict(parse_qsl(request.query)).get("token", "")
        return self.token is not None and hmac.compare_digest(given.encode(), self.token.encode())

    def _has_cookie(self, request: HTTPServerRequest) -> bool:
        given = request.cookies[COOKIE].value if COOKIE in request.cookies else ""
        return hmac.compare_digest(given.encode(), (self.token or "").encode())

    def _ours(self, host: str) -> bool:
        """Whether the Host header names this server. A page elsewhere that points its own name at us is not let in.

        An address is never such a name. With a token any address of this machine will do, else only the loopback.
        """
        if not HOST.fullmatch(host):
            return False
        name = split_host_and_port(host.lower())[0].strip("[]")
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self.names
        return self.token is not None or address.is_loopback


def without_token(uri: str) -> str:
    """The same address with the token taken out: it must not stay in the browser's history."""
    parts = urlsplit(uri)
    kept = [(key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if key != "token"]
    return parts.path + (f"?{urlencode(kept)}" if kept else "")
