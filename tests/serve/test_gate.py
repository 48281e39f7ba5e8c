"""Who may come in."""

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from companion.serve.gate import COOKIE, FOREIGN, LOCKED, OUTSIDE, Gate, without_token

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
    assert gate.refusal(request("evil.example", Cookie=key)) == OUTSIDE


def test_a_page_of_another_site_is_refused() -> None:
    gate = Gate(None)
    assert gate.refusal(request(Origin="http://localhost:8866")) is None
    assert gate.refusal(request(Origin="http://evil.example")) == FOREIGN
    assert gate.refusal(request(Origin="http://localhost:9999")) == FOREIGN
    assert gate.refusal(request(Origin="null")) == FOREIGN


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


def test_behind_a_jupyter_server_that_server_decides() -> None:
    outside = request("hub.example", method="POST", Origin="https://other.example")
    assert Gate(None).refusal(outside) == OUTSIDE
    assert Gate(None, proxied=True).refusal(outside) is None
