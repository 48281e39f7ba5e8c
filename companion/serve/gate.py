"""Who may come in: checked before any route, websockets included."""

from __future__ import annotations

import hmac
import ipaddress
import re
from collections import deque
from urllib.parse import parse_qsl, urlencode, urlsplit

from tornado.httputil import HTTPServerRequest, split_host_and_port

from companion.errors import CompanionError
from companion.strangers import SECRET_HEADER as KERNEL_HEADER
from companion.strangers import TOO_MANY_CODES, in_words
from companion.words import N_

COOKIE = "companion_key"
HERE = "companion_here"  # says to an older browser's next request that no other site has planted it
KNOCK = "/companion/knock"
HOST = re.compile(r"[A-Za-z0-9.\-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
OUTSIDE = N_(
    "This page was asked for under a name that is not the companion's. Open the address that it printed at its start."
)
FOREIGN = N_("Another site tried to reach the companion. It was refused.")
LOCKED = N_("This table is locked. Open it with the link, or scan the code, that the host's screen shows.")
UNPROVEN = N_("This address is for the Jupyter server alone: open the companion from there.")
SECRET_HEADER = "X-Companion-Secret"  # noqa: S105 - the name of a header
ICON = re.compile(r"/companion/icon-\d{1,4}\.png")
PASSED_ON = ("x-forwarded", "forwarded", "x-real-ip", "via")  # how the headers begin that a proxy adds
READING = ("GET", "HEAD")


class Gate:
    """Refuses requests that come under a foreign name, from a foreign page, or without the token."""

    def __init__(
        self,
        token: str | None,
        names: frozenset[str] = frozenset(),
        *,
        short_code: str = "",
        secret: str | None = None,
        any_name: bool = False,
        kernels: str = "",
    ):
        """``token`` None: this machine only. ``names`` are host names that are ours besides localhost.

        ``short_code`` is what a device without the token may type instead. ``secret``: a server of this machine stands
        before us, has looked at who comes in, knows its own name, and says this secret; nobody else comes in.
        ``any_name``: a proxy of this machine stands before us, and everybody comes in. ``kernels`` is the secret by
        which our own kernels come in.
        """
        self.token = token
        self.secret = secret
        self.any_name = any_name
        self.kernels = kernels
        self.short_code = short_code
        self.guesses = Guesses()
        self.names = frozenset(name.lower() for name in names) | {"localhost"}

    def refusal(self, request: HTTPServerRequest) -> str | None:
        """Why this request is refused, as a sentence; None lets it in."""
        if self.is_kernel(request):
            return None
        if is_planted(request):
            return FOREIGN
        if self.secret is not None:
            given = request.headers.get(SECRET_HEADER, "")
            return None if hmac.compare_digest(given.encode(), self.secret.encode()) else UNPROVEN
        host = request.headers.get("Host", "")
        if not (self.any_name and HOST.fullmatch(host)) and not self._ours(host):
            return OUTSIDE
        origin = request.headers.get("Origin")
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            return FOREIGN
        if origin is None and request.method not in READING:
            return FOREIGN
        if self.token is None or self._has_cookie(request) or self.brings_token(request) or is_knock(request):
            return None
        if ICON.fullmatch(request.path):
            return None  # phones fetch it without their cookies, and it tells nothing
        return LOCKED

    def is_kernel(self, request: HTTPServerRequest) -> bool:
        """Whether one of our own kernels asks something."""
        given = request.headers.get(KERNEL_HEADER, "")
        return bool(self.kernels) and hmac.compare_digest(given.encode(), self.kernels.encode())

    def is_doubtful(self, request: HTTPServerRequest) -> bool:
        """Whether this may be another site's doing: an older browser does not say what a request is for.

        Our cookie goes along with no request that another site has planted; scripts that are no browser accept
        nothing in particular.
        """
        headers = request.headers
        guarded = self.token is not None or self.secret is not None
        return not guarded and "Sec-Fetch-Site" not in headers and "Accept" in headers and HERE not in request.cookies

    def opens(self, code: str, address: str, now: float) -> bool:
        """Whether this is the short code, typed at a device with this address. Raises CompanionError ``too-many``."""
        wait = self.guesses.wait(address, now)
        if wait > 0:
            raise CompanionError("too-many", TOO_MANY_CODES, time=in_words(wait))
        typed = "".join(code.split()).upper()
        right = bool(self.short_code) and hmac.compare_digest(typed.encode(), self.short_code.encode())
        if not right:
            self.guesses.wrong(address, now)
        return right

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


class Guesses:
    """Wrong short codes, counted by device and all together: nobody tries them out, and a slip costs nothing."""

    FREE = 3  # wrong ones of a device before it has to wait
    PAUSE, LONGEST = 15.0, 900.0  # seconds, doubled by each further wrong one
    WINDOW, ALL = 60.0, 30  # seconds, and wrong ones of all devices in them before everybody waits
    KEPT = 1000  # devices that are remembered

    def __init__(self) -> None:
        self._devices: dict[str, tuple[int, float]] = {}  # wrong ones in a row, and until when to wait
        self._lately: deque[float] = deque(maxlen=self.ALL)

    def wait(self, address: str, now: float) -> float:
        """How many seconds this device has to wait before its next code is looked at."""
        everybody = self._lately[0] + self.WINDOW if len(self._lately) == self.ALL else 0.0
        return max(self._devices.get(address, (0, 0.0))[1], everybody) - now

    def wrong(self, address: str, now: float) -> None:
        """Count a wrong code."""
        count = self._devices.pop(address, (0, 0.0))[0] + 1
        pause = min(self.PAUSE * 2 ** min(count - self.FREE, 10), self.LONGEST) if count >= self.FREE else 0.0
        self._devices[address] = (count, now + pause)
        while len(self._devices) > self.KEPT:
            del self._devices[next(iter(self._devices))]
        self._lately.append(now)


def address_of(request: HTTPServerRequest) -> str:
    """The address that counts for a request: the connection's own, or what a proxy of this machine says of it.

    That is the last one in ``X-Forwarded-For``, which the proxy has added itself; anybody may have written the others.
    Of IPv6 the network counts, as every home has billions of addresses.
    """
    peer = _ip(request.remote_ip or "")
    if peer is not None and peer.is_loopback:
        peer = _ip(request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()) or peer
    if isinstance(peer, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((peer, 64), strict=False))
    return str(peer)


def is_from_here(request: HTTPServerRequest) -> bool:
    """Whether somebody at this machine asks, and no proxy for somebody else."""
    peer = _ip(request.remote_ip or "")
    name = split_host_and_port(request.headers.get("Host", "").lower())[0].strip("[]")
    named = name == "localhost" or ((ip := _ip(name)) is not None and ip.is_loopback)
    passed_on = any(header.lower().startswith(PASSED_ON) for header in request.headers)
    return peer is not None and peer.is_loopback and named and not passed_on


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip  # so a server that listens to both hears IPv4


def is_planted(request: HTTPServerRequest) -> bool:
    """Whether another site's page makes this request without its reader going anywhere: an image, a frame, a guess."""
    headers = request.headers
    if headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin"):
        return False
    goes = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    return not goes or request.method not in READING or "Sec-Purpose" in headers


def is_knock(request: HTTPServerRequest) -> bool:
    """Whether a device without the token brings the short code."""
    return request.method == "POST" and request.path == KNOCK


def without_token(uri: str, name: str = "token") -> str:
    """The same address with the token (or another key) taken out: it must not stay in the browser's history.

    That of the first page for what is no address.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return "/"
    kept = [(key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if key != name]
    path = "/" + parts.path.lstrip("/\\")
    return path + (f"?{urlencode(kept)}" if kept else "")
