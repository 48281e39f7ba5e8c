"""The group's book walked through in a browser: there and back, names joined by hand, files taken away."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion.store import open_store
from tests.browser import Server
from tests.group.evenings import rails, stored

pytestmark = pytest.mark.browser


def taken(page: Any, do: str) -> bytes:
    """The file that a button hands out."""
    with page.expect_download() as waiting:
        page.click(f"[data-do='{do}']")
    return Path(waiting.value.path()).read_bytes()


def test_the_book_is_walked_through_there_and_back(server: Server, page: Any) -> None:
    store = open_store(server.data)
    code = store.table(stored(store, rails("Anna", "Bruno", day=1, ford=30), "Friday")).code
    stored(store, rails("B.", "Carla", day=2, ford=10))
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.goto(f"{server.url}/history")
    page.click("[data-kind='help']")
    page.wait_for_selector("dialog[open] >> text=All evenings of your group")
    page.go_back()
    page.wait_for_selector("dialog", state="hidden")

    page.click("#evenings .tap:has-text('Friday')")
    page.wait_for_selector("h1:text-is('Rails')")
    page.wait_for_selector("#chapter-past")
    assert page.url == f"{server.url}/history?table={code}"
    page.go_back()
    page.wait_for_selector("h1:text-is('The group’s book')")

    page.click("#people .tap:has-text('Anna')")
    page.wait_for_selector("h1:text-is('Anna')")
    assert page.url == f"{server.url}/history?person=Anna"
    page.go_back()
    page.wait_for_selector("h1:text-is('The group’s book')")

    page.click("#kinds .tap:has-text('Rails')")
    page.wait_for_selector("#card-prices .main-svg")
    page.click("[data-do='group.start']")

    page.locator("#names [name='name']").select_option("B.")
    page.locator("#names [name='person']").select_option("Bruno")
    page.click("#names [data-do='group.join'] [type='submit']")
    page.wait_for_selector("#names :text('Take apart')")
    page.wait_for_selector("#people .tap:has-text('Bruno'):has-text('0 of 2 won')")
    assert page.locator("#people .tap").count() == 3

    assert b"Price of Ford" in taken(page, "group.report")
    tables = zipfile.ZipFile(io.BytesIO(taken(page, "group.archive")))
    assert "Bruno" in tables.read("players.csv").decode("utf-8-sig")
    page.click("#names :text('Take apart')")
    page.wait_for_selector("#people .tap:has-text('B.'):has-text('0 of 1 won')")
    assert wrong == []
