"""The market's history as a page of the same server."""

from __future__ import annotations

import urllib.request

import pytest

from companion.store import open_store
from tests.browser import DESKTOP, Server
from tests.evening.games import finished

pytestmark = pytest.mark.browser


@pytest.fixture
def code(server: Server) -> str:
    store = open_store(server.data)
    return store.table(store.import_log(finished("greed").lines())).code


def test_its_first_paint_is_the_public_evening(server: Server, code: str) -> None:
    for _ in range(5):  # a server that has just started leaves out a first paint that takes too long
        with urllib.request.urlopen(f"{server.url}/history?table={code}") as answer:
            page = answer.read().decode()
        if "Final scores" in page.split("</main>")[0]:
            return
    raise AssertionError(page)


def test_chapters_follow_their_controls(server: Server, code: str, browser) -> None:
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.goto(f"{server.url}/history?table={code}")
    slider = page.locator("#chapter-past .slide .field")
    slider.wait_for()
    page.wait_for_selector("#chapter-market .main-svg")
    page.click("#chapter-past [data-do='book.move'] >> nth=0")
    page.wait_for_selector("#chapter-past .field:has-text('Entry: 282')")
    page.locator("#chapter-past input[type=range]").fill("100")
    page.wait_for_selector("#chapter-past .field:has-text('Entry: 100')")
    page.locator("#chapter-compare .tick:has-text('Houses')").click()
    page.wait_for_selector("#chapter-compare .annotation-text:has-text('Houses')")
    with page.expect_download() as waiting:
        page.click("[data-do='story.archive']")
    assert waiting.value.suggested_filename == "companion-greed-2026-11-27.zip"
    page.locator("[name=table]").select_option("demo:plutocracy")
    page.wait_for_selector("h1:has-text('Plutocracy')")
    assert wrong == []
    context.close()
