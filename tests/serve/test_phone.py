"""The page as an app on a phone: its icon, its manifest, and what the gate lets through for them."""

import asyncio
import json
import re
import struct
import zlib
from pathlib import Path
from typing import cast

import pytest
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError

from companion.serve import handlers, page, phone
from companion.serve.assets import Assets
from companion.serve.gate import COOKIE, FOREIGN, LOCKED, OUTSIDE, Gate
from tests.serve.test_gate import TOKEN, fetch, request

CSS = Path(page.__file__).parent / "static" / "companion.css"
DEVICE = Path(page.__file__).parent.parent / "widgets" / "device.js"


def asked(uri: str, host: str = "192.168.1.7:8866", **headers: str) -> HTTPServerRequest:
    return request(host, uri=uri, **headers)


@pytest.mark.parametrize("size", phone.SIZES)
def test_the_icon_is_a_small_picture_of_its_size(size: int) -> None:
    drawn = phone.icon(size)
    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">2I", drawn[16:24]) == (size, size)
    assert len(drawn) < 12_000
    length = struct.unpack(">I", drawn[33:37])[0]
    rows = zlib.decompress(drawn[41 : 41 + length])
    assert len(rows) == size * (1 + 3 * size)
    middle, corner = rows[(size // 2) * (1 + 3 * size) + 1 + 3 * (size // 2) :][:3], rows[1:4]
    assert (tuple(middle), tuple(corner)) == (phone.COIN, phone.GROUND)


@pytest.mark.parametrize("size", ["9" * 5000, "0180", "181", "0", ""])
def test_an_icon_of_another_size_is_not_there(size: str) -> None:
    with pytest.raises(HTTPError) as refused:
        asyncio.run(handlers.Icon.get(cast("handlers.Icon", None), size))
    assert refused.value.status_code == 404


def test_the_manifest_opens_the_page_in_a_window_of_its_own_at_its_own_address() -> None:
    said = phone.manifest("/user/anna/companion/", "it", None)
    assert said["display"] == "standalone"
    assert {said[name] for name in ("id", "scope", "start_url")} == {"/user/anna/companion/"}
    assert said["lang"] == "it"
    assert {(each["sizes"], each["purpose"]) for each in said["icons"]} == {
        (size, kind) for size in ("192x192", "512x512") for kind in ("any", "maskable")
    }
    assert all(each["src"].startswith("/user/anna/companion/companion/icon-") for each in said["icons"])
    opened = phone.manifest("/", "en", TOKEN)
    assert Gate(TOKEN).refusal(asked(opened["start_url"])) is None
    assert opened["id"] == "/"  # the same app, whatever the token
    assert json.dumps(said)


def test_the_page_names_both_and_the_colour_of_its_bar() -> None:
    top = page.top(Assets(), "plotly.js", "/", "en", "")
    assert '<link rel="manifest" href="/companion/manifest.webmanifest" crossorigin="use-credentials">' in top
    assert '<link rel="apple-touch-icon" href="/companion/icon-180.png">' in top
    colours = dict(re.findall(r'theme-color" media="\(prefers-color-scheme: (\w+)\)" content="([^"]*)"', top))
    assert colours == phone.BAR == {"dark": "#17302a", "light": "#ffffff"}
    assert page.top(Assets(), "plotly.js", "/", "en", "light").count('content="#ffffff"') == 2
    style = CSS.read_text("utf-8")
    assert f"--surface: {phone.BAR['dark']};" in style
    assert "--surface: #fff;" in style
    assert f'dark: "{phone.BAR["dark"]}", light: "{phone.BAR["light"]}"' in DEVICE.read_text("utf-8")


def test_the_gate_lets_the_icon_through_and_nothing_else() -> None:
    gate = Gate(TOKEN)
    assert gate.refusal(asked("/companion/icon-180.png")) is None
    assert gate.refusal(asked("/companion/manifest.webmanifest")) == LOCKED
    assert gate.refusal(asked("/companion/manifest.webmanifest", Cookie=f"{COOKIE}={TOKEN}")) is None
    assert gate.refusal(asked("/companion/icon-180.png/../../")) == LOCKED
    assert gate.refusal(asked("/companion/icon-180.png", host="evil.example")) == OUTSIDE
    planted = fetch("cross-site", "no-cors", "image")
    assert gate.refusal(asked("/companion/icon-180.png", **planted)) == FOREIGN
