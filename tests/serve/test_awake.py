"""The silent video that keeps a display on where a page has no wake lock: on plain http."""

import struct
from typing import Any

import pytest

from companion.live import LiveTable
from companion.serve.awake import SECONDS, video
from companion.store import open_store
from companion.table import new_table
from tests.browser import Server


def boxes(data: bytes) -> dict[bytes, bytes]:
    """The boxes of an MP4 file, or of one of its boxes, by their kinds."""
    found, at = {}, 0
    while at < len(data):
        size = struct.unpack(">I", data[at : at + 4])[0]
        found[data[at + 4 : at + 8]] = data[at + 8 : at + size]
        at += size
    return found


def test_the_video_is_a_small_file_of_a_picture_and_silence() -> None:
    whole = video()
    assert len(whole) < 4000
    file = boxes(whole)
    assert list(file) == [b"ftyp", b"moov", b"mdat"]
    assert struct.unpack(">2I", boxes(file[b"moov"])[b"mvhd"][12:20]) == (1000, SECONDS * 1000)
    assert file[b"moov"].count(b"trak") == 2
    assert b"avc1" in file[b"moov"]
    assert b"mp4a" in file[b"moov"]
    assert file[b"mdat"].endswith(bytes.fromhex("00000007") * 39)


@pytest.mark.browser
def test_it_plays_after_a_tap_until_the_screen_may_go_dark(server: Server, page: Any) -> None:
    store = open_store(server.data)
    table = LiveTable(store, store.create(new_table("good-brokers", ["Anna", "Bruno", "Carla"]).header.line()))
    page.add_init_script("""
        delete Navigator.prototype.wakeLock;
        const make = document.createElement.bind(document);
        document.createElement = (name) => (name === "video" ? (window.film = make(name)) : make(name));
    """)
    page.goto(f"{server.url}/?table={store.table(table.table_id).code}&seat=0&screen=settings")
    page.wait_for_function("() => window.film?.src")
    page.locator(".video-wake").click()
    page.wait_for_function("() => window.film.currentTime > 0 && !window.film.error")
    page.locator("input[name='awake']").uncheck()
    page.wait_for_function("() => window.film.paused")
