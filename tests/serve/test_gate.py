"""Who may come in."""

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from companion.errors import CompanionError
from companion.serve.gate import (
    COOKIE,
    FOREIGN,
    HERE,
    LOCKED,
    OUTSIDE,
    UNPROVEN,
    Gate,
    address_of,
    is_from_here,
    without_token,
)

TOKEN = "k3y-of-this-table"


def request(host: str = "localhost:8866", uri: str = "/", method: str = "GET", **headers: str) -> HTTPServerRequest:
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    line = RequestStartLine(method, uri, "HTTP/1.1")
    return HTTPServerRequest(start_line=line, headers=HTTPHeaders({"Host": host, **fields}))


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8866", "127.0.0.1:8866", "[::1]:8866", "127.1.2.3"])
def test_this_machine_comes_in_by_its_own_names(host: str) -> None:
    assert Gate(None).refusal(request(host)) is None


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "192.168.1.7", ""])
def test_a_foreign_name_is_refused_though_it_points_here(host: str) -> None:
    assert Gate(None).refusal(request(host)) == OUTSIDE


def test_with_a_token_an_address_of_the_network_will_do_but_no_foreign_name() -> None:
    gate = Gate(TOKEN, frozenset({"host.local"}))
    key = f"{COOKIE}={TOKEN}"
    assert gate.refusal(request("192.168.1.7:8866", Cookie=key)) is None
    assert gate.refusal(request("HOST.local:8866", Cookie=key)) is None
    assert gate.refusal(request("[2001:db8::5]:8866", Cookie=key)) is None
    assert gate.refusal(request("evil.example", Cookie=key)) == OUTSIDE


def test_a_page_of_another_site_is_refused() -> None:
    gate = Gate(None)
    assert gate.refusal(request(Origin="http://localhost:8866")) is None
    assert gate.refusal(request(Origin="http://evil.example")) == FOREIGN
    assert gate.refusal(request(Origin="http://localhost:9999")) == FOREIGN
    assert gate.refusal(request(Origin="null")) == FOREIGN


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[", "http://localhost:8866/x", "localhost:8866", ""])
def test_what_is_no_origin_is_a_foreign_one(origin: str) -> None:
    assert Gate(None).refusal(request(Origin=origin)) == FOREIGN


def test_a_post_has_to_say_where_it_comes_from() -> None:
    assert Gate(None).refusal(request(method="POST")) == FOREIGN
    assert Gate(None).refusal(request(method="POST", Origin="http://localhost:8866")) is None


@pytest.mark.parametrize("uri", ["/", "/?token=", "/?token=wrong", "/companion/alive?token=k3y", "/?token=é"])
def test_without_the_token_nothing_opens(uri: str) -> None:
    assert Gate(TOKEN).refusal(request(uri=uri)) == LOCKED
    assert Gate(TOKEN).refusal(request(uri=uri, Cookie=f"{COOKIE}=wrong")) == LOCKED


def test_the_token_opens_by_address_and_by_cookie() -> None:
    assert Gate(TOKEN).refusal(request(uri=f"/?table=ABCD&token={TOKEN}")) is None
    assert Gate(TOKEN).refusal(request(Cookie=f"x=1; {COOKIE}={TOKEN}")) is None


def test_the_token_does_not_stay_in_the_address() -> None:
    assert without_token(f"/?table=ABCD&token={TOKEN}&seat=Anna+B") == "/?table=ABCD&seat=Anna+B"
    assert without_token(f"/?token={TOKEN}") == "/"
    assert without_token(f"//evil.example/?token={TOKEN}").startswith("/")
    assert without_token(f"//[?token={TOKEN}") == "/"


SECRET = "what-the-jupyter-server-knows"


def test_behind_a_jupyter_server_that_server_decides_and_nobody_else_comes_in() -> None:
    outside = request("hub.example", method="POST", Origin="https://other.example")
    assert Gate(None).refusal(outside) == OUTSIDE
    gate = Gate(None, secret=SECRET)
    assert gate.refusal(outside) == UNPROVEN
    assert gate.refusal(request()) == UNPROVEN
    for wrong in ("", "x", SECRET[:-1], SECRET + "x", "é"):
        assert gate.refusal(request(X_Companion_Secret=wrong)) == UNPROVEN
    passed_on = {"Origin": "https://other.example", "X_Companion_Secret": SECRET}
    assert gate.refusal(request("hub.example", method="POST", **passed_on)) is None


def fetch(site: str, mode: str, dest: str, **headers: str) -> dict[str, str]:
    return {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": mode, "Sec_Fetch_Dest": dest, **headers}


PLANTED = [
    *(fetch("cross-site", "no-cors", dest) for dest in ("image", "script", "style", "audio", "object", "empty")),
    *(fetch("cross-site", "navigate", dest) for dest in ("iframe", "frame", "embed", "object")),
    fetch("same-site", "no-cors", "image"),  # another port of this machine
    fetch("cross-site", "cors", "empty"),
    fetch("cross-site", "websocket", "websocket"),
    fetch("cross-site", "navigate", "document", Sec_Purpose="prefetch;prerender"),
]


@pytest.mark.parametrize("headers", PLANTED)
@pytest.mark.parametrize("gate", [Gate(None), Gate(TOKEN), Gate(None, secret=SECRET)])
def test_what_another_site_plants_in_its_page_is_refused(gate: Gate, headers: dict[str, str]) -> None:
    known = {"Cookie": f"{COOKIE}={TOKEN}", "X_Companion_Secret": SECRET}
    assert gate.refusal(request(**known, **headers)) == FOREIGN


@pytest.mark.parametrize(
    "headers",
    [
        fetch("none", "navigate", "document"),
        fetch("cross-site", "navigate", "document"),  # a link in a chat
        fetch("same-origin", "no-cors", "image"),
        fetch("same-origin", "cors", "empty"),
        fetch("same-origin", "websocket", "websocket"),
    ],
)
def test_who_goes_to_the_page_and_the_page_itself_come_in(headers: dict[str, str]) -> None:
    assert Gate(None).refusal(request(**headers)) is None
    assert not Gate(None).is_doubtful(request(Accept="text/html", **headers))


def test_a_form_of_another_site_is_refused_though_it_goes_to_a_page() -> None:
    headers = fetch("cross-site", "navigate", "document", Origin="http://localhost:8866")
    assert Gate(None).refusal(request(method="POST", **headers)) == FOREIGN


def test_an_older_browser_is_known_by_our_cookie() -> None:
    assert Gate(None).is_doubtful(request(Accept="image/webp,*/*"))
    assert Gate(None).is_doubtful(request(Accept="text/html"))
    assert not Gate(None).is_doubtful(request(Accept="text/html", Cookie=f"{HERE}=1"))
    assert not Gate(TOKEN).is_doubtful(request(Accept="text/html"))  # its key is a cookie already


def test_a_short_code_opens_in_any_case_and_spacing() -> None:
    gate = Gate(TOKEN, short_code="AB2CDE")
    assert gate.refusal(request(method="POST", uri="/companion/knock", Origin="http://localhost:8866")) is None
    assert gate.refusal(request(method="POST", uri="/companion/knock", Origin="http://evil.example")) == FOREIGN
    assert gate.refusal(request(method="POST", uri="/companion/knocks", Origin="http://localhost:8866")) == LOCKED
    assert gate.opens(" ab2 cde", "192.168.1.5", 0.0)
    assert not gate.opens("AB2CDF", "192.168.1.5", 0.0)
    assert not Gate(TOKEN).opens("", "192.168.1.5", 0.0)


def test_wrong_short_codes_make_a_device_wait_and_no_other() -> None:
    gate = Gate(TOKEN, short_code="AB2CDE")
    for _ in range(3):
        assert not gate.opens("wrong", "192.168.1.5", 100.0)
    with pytest.raises(CompanionError, match="15 seconds"):
        gate.opens("AB2CDE", "192.168.1.5", 100.0)
    assert gate.opens("AB2CDE", "192.168.1.6", 100.0)
    assert not gate.opens("wrong", "192.168.1.5", 115.0)
    with pytest.raises(CompanionError, match="30 seconds"):
        gate.opens("AB2CDE", "192.168.1.5", 115.0)
    assert gate.opens("AB2CDE", "192.168.1.5", 146.0)


def test_many_devices_together_guess_no_faster() -> None:
    gate = Gate(TOKEN, short_code="AB2CDE")
    tried = 0
    for second in range(3600):
        try:
            gate.opens("wrong", f"10.0.{second // 250}.{second % 250}", float(second))
            tried += 1
        except CompanionError:
            continue
    assert tried <= 31 * 60


@pytest.mark.parametrize("uri", ["/\\evil.example/", "//evil.example/x", "/\\/evil.example", "\\\\evil.example"])
def test_no_address_leads_to_another_site(uri: str) -> None:
    to = without_token(uri)
    assert to.startswith("/")
    assert to[1:2] not in ("/", "\\")


def came(peer: str, forwarded: str = "", host: str = "localhost:8866") -> HTTPServerRequest:
    found = request(host, **({"X_Forwarded_For": forwarded} if forwarded else {}))
    found.remote_ip = peer
    return found


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.168.1.5", "", "192.168.1.5"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("::1", "198.51.100.7", "198.51.100.7"),
        ("127.0.0.1", "10.0.0.1, 203.0.113.9, 198.51.100.7", "198.51.100.7"),  # the others are anybody's words
        ("192.168.1.5", "198.51.100.7", "192.168.1.5"),  # no proxy of this machine said that
        ("127.0.0.1", "unknown", "127.0.0.1"),
        ("::ffff:192.168.1.5", "", "192.168.1.5"),  # a server that listens to both hears IPv4 so
        ("::ffff:127.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("127.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
        ("127.0.0.1", "2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "", "2001:db8:1:2::/64"),
    ],
)
def test_behind_a_proxy_of_this_machine_the_device_s_address_counts(peer: str, forwarded: str, address: str) -> None:
    assert address_of(came(peer, forwarded)) == address


def test_who_asks_through_a_proxy_is_not_this_machine() -> None:
    assert is_from_here(came("127.0.0.1"))
    assert is_from_here(came("::1", host="[::1]:8866"))
    assert is_from_here(came("::ffff:127.0.0.1"))
    assert not is_from_here(came("192.168.1.5"))
    assert not is_from_here(came("127.0.0.1", "198.51.100.7"))
    assert not is_from_here(came("127.0.0.1", host="play.example"))
    for header in ("Via", "Forwarded", "X_Real_IP", "X_Forwarded_Proto"):
        passed_on = request(**{header: "x"})
        passed_on.remote_ip = "127.0.0.1"
        assert not is_from_here(passed_on), header


def test_behind_a_proxy_any_name_will_do_and_a_page_of_another_site_will_not() -> None:
    gate = Gate(None, any_name=True)
    assert gate.refusal(request("play.example")) is None
    assert gate.refusal(request("play.example", method="POST", Origin="https://play.example")) is None
    assert gate.refusal(request("play.example", Origin="https://evil.example")) == FOREIGN
    assert gate.refusal(request("a_name")) == OUTSIDE


def test_our_own_kernels_come_in_by_their_secret_and_nobody_without() -> None:
    gate = Gate(TOKEN, kernels="what-the-kernels-know")
    assert gate.refusal(request(method="POST", X_Companion_Kernel="what-the-kernels-know")) is None
    assert gate.refusal(request(X_Companion_Kernel="what-the-kernels-kno")) == LOCKED
    assert Gate(TOKEN).refusal(request(X_Companion_Kernel="")) == LOCKED
