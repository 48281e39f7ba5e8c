"""Times are those of the reader's device, wherever the host stands."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.screens.paint import Painter
from companion.store import open_store
from companion.table import new_table
from companion.words import day, hour
from tests.browser import PHONE, Server, leave
from tests.screens.reader import Reader, words_of

AT = "2026-11-27T20:15:00Z"


@pytest.fixture(autouse=True)
def _host(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A host on another continent."""
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def kept(folder: Path | None = None) -> str:
    """A table with one entry of a known time; its code."""
    table = new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
    table.do("note", text="kept", at=AT)
    store = open_store(folder)
    code = store.table(store.import_log(table.lines())).code
    store.close()
    return code


@pytest.mark.parametrize(
    ("zone", "lang", "hour", "day"),
    [
        ("Europe/Rome", "it", "21:15", "27 nov 2026"),
        ("Pacific/Auckland", "en", "9:15\u202fAM", "Nov 28, 2026"),
        ("", "en", "12:15\u202fPM", "Nov 27, 2026"),
        ("Nowhere/Land", "en", "12:15\u202fPM", "Nov 27, 2026"),
        ("/etc/passwd", "en", "12:15\u202fPM", "Nov 27, 2026"),
    ],
)
def test_history_evening_and_the_list_of_tables_tell_the_reader_s_time(
    zone: str, lang: str, hour: str, day: str
) -> None:
    code = kept()
    reader = Reader(f"?table={code}&seat=0", lang=lang, zone=zone).tap("go", to="history")
    assert f">{hour}</time>" in reader.html
    assert f'title="{day}"' in reader.html
    assert f"{day}, {hour}" in reader.tap("go", to="evening").text
    reader.tap("story.report")
    assert hour in reader.files[-1]["text"]
    assert day in reader.files[-1]["text"]
    assert f"{day}, {hour}" in reader.tap("home").text


@pytest.mark.parametrize("at", ["2026-11-27T20:15:00", "2026-W48-5T20:15:00+00:00"])
def test_a_time_without_a_zone_is_utc_wherever_it_is_told(at: str) -> None:
    """A save that another program wrote may hold it; it stays as it is."""
    assert (day(at, "en", ZoneInfo("Asia/Tokyo")), hour(at, "en")) == ("Nov 28, 2026", "12:15\u202fPM")
    store = open_store(None)
    table = new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
    table.do("note", text="kept", at=AT)
    table_id = store.import_log([line.replace(AT, at) for line in table.lines()])
    with store._backend.writing() as connection:
        connection.exec_driver_sql("UPDATE tables SET created = '2026-11-27'")
    assert at in store.lines(table_id)[0]
    assert store.touched()[table_id] == datetime(2026, 11, 27, 20, 15, tzinfo=UTC)


def test_a_file_is_called_by_the_reader_s_day() -> None:
    reader = Reader(f"?table={kept()}&seat=0", zone="Pacific/Auckland").tap("story.report")
    assert reader.files[-1]["name"] == "companion-good-brokers-2026-11-28.html"


def test_the_first_paint_knows_the_zone_from_the_visit_before() -> None:
    kept()
    cookies = {"companion_zone": "Pacific%2FAuckland", "companion_lang": "en"}
    assert "Nov 28, 2026, 9:15\u202fAM" in words_of(Painter().paint("", cookies))


@pytest.mark.browser
def test_a_browser_says_where_it_is(browser: Any, tmp_path: Path) -> None:
    code = kept(tmp_path / "served")
    with Server(tmp_path / "served", environ={"TZ": "America/Los_Angeles"}) as running:
        context = browser.new_context(viewport=PHONE, timezone_id="Asia/Kolkata", locale="en-GB")
        page = context.new_page()
        page.goto(f"{running.url}/?table={code}&seat=0&screen=history")
        page.wait_for_function("() => document.querySelector('#history time')?.textContent.startsWith('1:45')")
        page.goto(running.url)
        page.locator(".companion .saved", has_text="Nov 28, 2026, 1:45").wait_for()
        first = page.goto(running.url).text()  # what the server answers, before the page is alive
        assert "Nov 28, 2026, 1:45" in first
        leave(context)
