"""Tables in a database: it is killed while pages are open, and comes back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.store import open_store
from tests.browser import Server
from tests.postgres import Postgres

pytestmark = pytest.mark.browser
SENTENCE = "text=The database of the tables does not answer"
LISTENING = "SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN companion'"


@pytest.fixture
def own() -> Iterator[Postgres]:
    """A server that a test may kill."""
    with Postgres() as running:
        yield running


def test_every_page_says_that_the_database_is_away_and_goes_on_when_it_is_back(
    browser: Any, tmp_path: Path, own: Postgres
) -> None:
    address = own.store()
    with Server(tmp_path / "data", "--store", address) as server:
        first, second = (browser.new_context().new_page() for _ in range(2))
        first.goto(server.url)
        first.click("#companion [data-do='home.demo'] >> nth=0")
        first.click("[data-seat='bank']")
        first.wait_for_selector("#companion .tabs")
        store = open_store(address)
        second.goto(f"{server.url}/?table={store.table(1).code}&seat=screen")
        second.wait_for_selector("#companion .bigscreen")  # alive, not its first paint
        if os.name == "posix":
            assert own.ask(LISTENING) == [(1,)]
        entries = store.table(1).entries
        own.kill()
        for page in (first, second):
            page.wait_for_selector(SENTENCE)
        assert first.locator("#companion [data-do='undo']:enabled").count() == 0
        own.start()
        for page in (first, second):
            page.wait_for_selector(SENTENCE, state="detached")
        first.click("#companion [data-do='undo']")
        second.wait_for_selector("text=The banker undid")
        assert store.table(1).entries == entries + 1
        assert not list((tmp_path / "data").glob("tables.sqlite*"))
        store.close()
        for page in (first, second):
            page.context.close()


@pytest.mark.parametrize("public", [(), ("--public",)])
def test_a_page_that_is_loaded_meanwhile_comes_back_at_its_table_and_seat(
    browser: Any, tmp_path: Path, own: Postgres, public: tuple[str, ...]
) -> None:
    with Server(tmp_path / "data", "--store", own.store(), *public) as server:
        page = browser.new_context().new_page()
        page.goto(server.url)
        page.click("#companion [data-do='home.demo'] >> nth=0")
        page.click("[data-seat='bank']")
        page.wait_for_selector("#companion .tabs")
        address = page.url
        assert "seat=bank" in address
        own.kill()
        page.wait_for_selector(SENTENCE)
        page.reload()
        page.wait_for_selector(f"#companion >> {SENTENCE}")
        assert page.url == address
        own.start()
        page.wait_for_selector("#companion .tabs")
        assert page.url == address
        page.click("#companion [data-do='undo']")
        page.wait_for_selector(SENTENCE, state="detached")
        page.context.close()
