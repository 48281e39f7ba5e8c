"""The file of the tables goes while pages are open: each says so by itself, and hands the lines out."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.store import open_store
from tests.browser import Server

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody take an open file away"),
]
SENTENCE = "text=The file of the tables was taken away or replaced"


def test_pages_that_are_open_say_it_and_a_page_that_is_opened_later_goes_on(browser: Any, tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        first, second = (browser.new_context().new_page() for _ in range(2))
        first.goto(server.url)
        first.click("#companion [data-do='home.demo'] >> nth=0")
        first.click("[data-seat='bank']")
        first.wait_for_selector("#companion .tabs")
        store = open_store(server.data)
        code, save = store.table(1).code, store.save(1)
        store.close()
        second.goto(f"{server.url}/?table={code}&seat=screen")
        second.wait_for_selector("#companion .bigscreen")  # alive, not its first paint
        for part in server.data.glob("tables.sqlite*"):
            part.unlink()
        for page in (first, second):
            page.wait_for_selector(SENTENCE)
        with first.expect_download() as download:
            first.click("[data-do='save.own']")
        assert Path(download.value.path()).read_bytes() == save
        later = browser.new_context().new_page()
        later.goto(server.url)
        later.wait_for_selector("#companion [data-do='home.demo']")
        assert later.locator("[data-do='home.open']").count() == 0
        later.set_input_files("#companion input[type=file]", {"name": "a", "mimeType": "", "buffer": save})
        later.wait_for_selector("[data-seat='bank']")
        for page in (first, second, later):
            page.context.close()


def test_a_folder_that_is_moved_away_is_said_too(browser: Any, tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        page = browser.new_context().new_page()
        page.goto(server.url)
        page.click("#companion [data-do='home.demo'] >> nth=0")
        page.click("[data-seat='bank']")
        page.wait_for_selector("#companion .tabs")
        server.data.rename(tmp_path / "away")
        page.wait_for_selector(SENTENCE)
        (tmp_path / "data").mkdir()
        for part in (tmp_path / "away").glob("tables.sqlite*"):
            shutil.move(part, tmp_path / "data")
        page.wait_for_selector(SENTENCE, state="detached")  # it is the same file again
        page.context.close()
