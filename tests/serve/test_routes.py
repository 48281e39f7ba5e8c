"""What the server answers: compressed, kept for good, and nothing that is not ours."""

from __future__ import annotations

import gzip
import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.serve.gate import COOKIE
from companion.serve.kernels import LEAST_PAGES
from tests.browser import Server

TOKEN = "a-token-for-the-test"


def ask(
    server: Server, path: str, method: str = "GET", host: str = "", **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    """One request; redirects are not followed."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request(method, path, headers={"Host": host or f"127.0.0.1:{server.port}", **names})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer, body


def files(page: str) -> list[str]:
    """The files that a page names."""
    return re.findall(r'(?:src|href|content)="(/companion/[^"]+)"', page)


def test_every_file_of_the_page_is_compressed_and_kept_for_good(parts: Server) -> None:
    page = ask(parts, "/")[1].decode()
    named = [path for path in files(page) if not path.endswith((".png", ".webmanifest"))]  # a phone's: see below
    assert len(named) == 5  # style, view (twice: preload and name), host, plotly
    for path in named:
        answer, body = ask(parts, path, Accept_Encoding="gzip")
        assert answer.status == 200, path
        assert answer.headers["Content-Encoding"] == "gzip", path
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", path
        assert gzip.decompress(body) == ask(parts, path)[1], path


def test_the_page_itself_is_compressed_and_not_kept(parts: Server) -> None:
    answer, body = ask(parts, "/", Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Cache-Control"] == "no-store"
    assert b'<main id="first-paint">' in gzip.decompress(body)


def test_an_old_page_s_file_is_still_there_but_not_kept(parts: Server) -> None:
    path = next(path for path in files(ask(parts, "/")[1].decode()) if path.endswith("host.js"))
    old = re.sub(r"[0-9a-f]{16}", "0" * 16, path)
    answer, body = ask(parts, old)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert body == ask(parts, path)[1]


@pytest.mark.parametrize(
    "path",
    [
        "/voila/files/lan-token",
        "/voila/static/voila.js",
        "/voila/render/page.ipynb",
        "/voila/tree/",
        "/api/kernels",
        "/api/contents/",
        "/login",
        "/companion/static/0000000000000000/..%2F..%2Fapp.py",
        "/companion/static/0000000000000000/nothing.js",
        "/companion/../companion.log",
        "/companion/plotly-0.min.js",
        "/page.ipynb",
        f"/companion/static/{'0' * 16}/{'x' * 5000}.js",
        f"/companion/static/{'0' * 16}/{'x' * 5000}",
        f"/companion/plotly-{'7' * 5000}.min.js",
        f"/{'x' * 5000}",
    ],
)
def test_nothing_else_is_there_and_it_is_said_in_words(parts: Server, path: str) -> None:
    answer, body = ask(parts, path)
    assert answer.status == 404
    assert b"There is nothing at this address" in body
    assert b"Traceback" not in body


def test_an_odd_request_is_answered(parts: Server, locked: Server) -> None:
    assert ask(parts, "/", Origin="http://[")[0].status == 403
    assert ask(parts, "//[")[0].status == 404
    answer, body = ask(locked, "//[")
    assert answer.status == 403
    assert b"This table is locked" in body
    answer, _body = knock(locked, shown_code(locked), "//[")
    assert (answer.status, answer.headers["Location"]) == (303, "/")


def test_no_body_is_larger_than_what_our_pages_send(parts: Server) -> None:
    """It would be held in memory before anybody is asked who he is."""
    for path in ("/companion/knock", "/", "/nowhere"):
        line = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=20)
        line.putrequest("POST", path)
        line.putheader("Content-Length", "100001")
        line.endheaders()
        assert line.getresponse().status == 400, path
        line.close()


def test_a_refusal_speaks_the_reader_s_language_where_it_is_translated(parts: Server) -> None:
    body = ask(parts, "/nowhere", Accept_Language="it-IT,it;q=0.9")[1].decode()
    assert '<html lang="it" dir="ltr">' in body


PLANTED = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"}


@pytest.mark.parametrize("path", ["/", "/history", "/?table=ABCDE&seat=big"])
def test_a_page_of_another_site_starts_no_kernel(parts: Server, path: str) -> None:
    before = len(parts.kernels())
    for headers in (PLANTED, {"Accept": "image/avif,image/webp,*/*"}):
        for _ in range(25):
            answer, body = ask(parts, path, **headers)
            assert answer.status == 403
            assert b"Another site tried to reach the companion" in body
    assert len(parts.kernels()) <= max(before, LEAST_PAGES + 1)  # those kept warm, the history's too


THIRTY_DAYS = {"max-age": "2592000"}  # from when the device gets it: the host's clock may stand in another year


def ends(cookie: str) -> dict[str, str]:
    """What a cookie says about its end."""
    told = (part.strip().lower().partition("=") for part in cookie.split(";"))
    return {name: value for name, _is, value in told if name in ("expires", "max-age")}


def test_an_older_browser_comes_in_at_its_second_request(parts: Server) -> None:
    answer, _body = ask(parts, "/?table=ABCDE", Accept="text/html,*/*")
    assert answer.status == 303
    assert answer.headers["Location"] == "/?table=ABCDE"
    cookie = answer.headers["Set-Cookie"]
    assert "SameSite=Lax" in cookie
    assert ends(cookie) == THIRTY_DAYS
    answer, body = ask(parts, "/", Accept="text/html,*/*", Cookie=cookie.split(";")[0])
    assert answer.status == 200
    assert b"companion-model" in body


def test_a_foreign_name_and_a_foreign_page_are_refused(parts: Server) -> None:
    assert ask(parts, "/", host="evil.example")[0].status == 403
    assert ask(parts, "/companion/alive", Origin="http://evil.example")[0].status == 403
    assert ask(parts, "/companion/leave/0-0-0-0-0", method="POST")[0].status == 403


def test_the_server_says_whether_a_kernel_is_there(parts: Server) -> None:
    page = ask(parts, "/")[1].decode()
    found = re.search(r'class="companion-model">(.*?)</script>', page)
    assert found is not None
    kernel = json.loads(found[1])["kernel"]
    assert ask(parts, f"/companion/alive/{kernel}")[0].status == 204
    assert ask(parts, f"/companion/leave/{kernel}", method="POST", Origin=parts.url)[0].status == 204
    assert ask(parts, f"/companion/alive/{kernel}")[0].status == 410
    assert ask(parts, f"/companion/leave/{kernel}", method="POST", Origin=parts.url)[0].status == 204


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the room."""
    notebook = Path(__file__).parent.parent.parent / "benchmarks" / "page.ipynb"
    with Server(tmp_path_factory.mktemp("locked"), str(notebook), "--lan", "--token", TOKEN) as running:
        yield running


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec_WebSocket_Version": "13",
}


def test_without_the_token_every_route_is_locked(locked: Server) -> None:
    for path in ["/", "/?token=wrong", "/companion/alive", "/companion/plotly-7.min.js", "/nowhere"]:
        answer, body = ask(locked, path, Cookie=f"{COOKIE}=wrong")
        assert answer.status == 403, path
        assert b"This table is locked" in body, path
        assert b"companion-model" not in body, path


def test_without_the_token_the_websocket_is_locked(locked: Server) -> None:
    page = ask(locked, "/", Cookie=f"{COOKIE}={TOKEN}")[1].decode()
    kernel = json.loads(page.split('class="companion-model">')[1].split("<")[0])["kernel"]
    path = f"/api/kernels/{kernel}/channels?session_id=a"
    assert ask(locked, path, **UPGRADE)[0].status == 403
    assert ask(locked, path, Cookie=f"{COOKIE}=wrong", **UPGRADE)[0].status == 403
    evil = ask(locked, path, Cookie=f"{COOKIE}={TOKEN}", Origin="http://evil.example", **UPGRADE)
    assert evil[0].status == 403


def knock(server: Server, code: str, to: str = "/?table=AB2C") -> tuple[http.client.HTTPResponse, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"Origin": server.url, "Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", "/companion/knock", urlencode({"code": code, "to": to}), headers)
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer, body


def shown_code(server: Server) -> str:
    found = re.search(r"type ([A-Z2-9]{6})\n", server.output.read_text())
    assert found is not None
    return found[1]


def test_a_device_without_the_link_types_the_short_code(locked: Server) -> None:
    body = ask(locked, "/?table=AB2C")[1].decode()
    assert '<form method="post" action="/companion/knock">' in body
    assert 'value="/?table=AB2C"' in body
    code = shown_code(locked)
    answer, _body = knock(locked, code.lower())
    assert answer.status == 303
    assert answer.headers["Location"] == "/?table=AB2C"
    assert f"{COOKIE}={TOKEN}" in answer.headers["Set-Cookie"]
    assert ends(answer.headers["Set-Cookie"]) == THIRTY_DAYS
    assert knock(locked, code, "https://evil.example/")[0].headers["Location"] == "/"
    for _ in range(3):
        answer, body = knock(locked, "WRONG2")
        assert answer.status == 403
        assert b"This is not the code" in body
        assert "Set-Cookie" not in answer.headers
    answer, body = knock(locked, code)
    assert answer.status == 403
    assert b"Too many wrong codes: please wait" in body


def test_the_link_is_traded_for_a_cookie(locked: Server) -> None:
    answer, _body = ask(locked, f"/?table=AB2C&token={TOKEN}")
    assert answer.status == 303
    assert answer.headers["Location"] == "/?table=AB2C"
    assert f"{COOKIE}={TOKEN}" in answer.headers["Set-Cookie"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert ends(answer.headers["Set-Cookie"]) == THIRTY_DAYS
    assert ask(locked, "/", Cookie=f"{COOKIE}={TOKEN}")[0].status == 200


def test_the_start_prints_link_and_code(locked: Server) -> None:
    printed = locked.output.read_text()
    assert f"?token={TOKEN}" in printed
    assert "█" in printed or "▄" in printed or "on no network" in printed
    assert "same Wi-Fi" in printed or "on no network" in printed


def test_the_log_holds_no_token(locked: Server) -> None:
    ask(locked, f"/nowhere?token={TOKEN}")
    log = locked.data / "companion.log"
    assert TOKEN not in (log.read_text() if log.exists() else "")


def test_a_phone_gets_the_manifest_with_its_key_and_the_icon_without(locked: Server) -> None:
    """A browser on https is given no token: its maker may be sent the manifest."""
    path, key = "/companion/manifest.webmanifest", f"{COOKIE}={TOKEN}"
    answer, body = ask(locked, path, Cookie=key)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert json.loads(body)["start_url"] == f"/?token={TOKEN}"
    assert json.loads(ask(locked, path, Cookie=key, Sec_Fetch_Site="same-origin")[1])["start_url"] == "/"
    assert ask(locked, path)[0].status == 403
    answer, body = ask(locked, "/companion/icon-180.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert body.startswith(b"\x89PNG")
    assert ask(locked, "/companion/icon-181.png", Cookie=key)[0].status == 404
