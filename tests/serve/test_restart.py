"""A tap whose kernel ends before it has answered is made again on the page that comes next, or said to be lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psutil
import pytest

from companion.live import LiveTable
from companion.store import Store, open_store
from companion.table import BANKER, new_table
from tests.browser import PHONE, Server, leave

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(os.name != "posix", reason="Windows cannot stop a process for a while"),
]
END = "#companion .foot [data-do=end_turn]"
TRADE = "#companion .foot [data-do=trade]"
FASTER = "Somebody was faster (the banker: Anna ended the turn), so this is no longer possible"
LOST = "your last tap was not recorded"


@pytest.fixture
def table(server: Server) -> Iterator[LiveTable]:
    """A table of Good Brokers, as another device has it."""
    store: Store = open_store(server.data)
    table_id = store.create(
        new_table("good-brokers", ["Anna", "Bruno", "Carla"], options={"open_hands": True}, box="demo").header.line(),
        "",
    )
    yield LiveTable(store, table_id)
    store.close()


@pytest.fixture
def page(browser: Any, server: Server, table: LiveTable) -> Iterator[Any]:
    """The banker's page of this table, alive."""
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.url}/?table={table.store.table(table.table_id).code}&seat=bank")
    alive(page)
    yield page
    leave(context)


def alive(page: Any) -> None:
    """Waits until a kernel has drawn the page."""
    page.wait_for_selector("#companion .bar")


def ended_turns(table: LiveTable) -> list[str]:
    table.refresh()
    return [entry.fields["player"] for entry in table.table.effective if entry.action == "end_turn"]


class Stopped:
    """The server's kernels stand still from now on, and are killed at the end."""

    def __init__(self, server: Server) -> None:
        self.kernels = [psutil.Process(pid) for pid in server.kernels()]
        for kernel in self.kernels:
            kernel.suspend()

    def kill(self) -> None:
        for kernel in self.kernels:
            with suppress(psutil.NoSuchProcess):
                kernel.send_signal(signal.SIGKILL)


def tap_and_lose(page: Any, server: Server, control: str = END, busy: str = "") -> Stopped:
    """Taps a control, and comes back when that is on its way to kernels that will never read it.

    ``busy`` is what waits for the answer: a form, where its button is tapped.
    """
    stopped = Stopped(server)
    page.locator(control).click()
    page.locator(f"{busy or control}[aria-busy=true]").wait_for()
    return stopped


def test_it_is_made_again(page: Any, server: Server, table: LiveTable) -> None:
    stopped = tap_and_lose(page, server)
    assert ended_turns(table) == []
    with page.expect_navigation(wait_until="commit"):
        stopped.kill()
    page.locator(".bar-turn", has_text="Bruno").wait_for()
    assert ended_turns(table) == ["Anna"]
    assert page.locator(".companion-notice", has_text=LOST).count() == 0


def test_what_would_mean_something_else_by_now_is_refused(page: Any, server: Server, table: LiveTable) -> None:
    stopped = tap_and_lose(page, server)
    table.do(BANKER, "end_turn", player="Anna")
    with page.expect_navigation(wait_until="commit"):
        stopped.kill()
    page.locator(".companion-notice", has_text=FASTER).wait_for()
    assert ended_turns(table) == ["Anna"]


def test_what_was_only_tried_never_reaches_the_table(page: Any, server: Server, table: LiveTable) -> None:
    page.keyboard.press("h")
    page.locator("#companion [data-do='try.begin']").click()
    page.locator("#companion .trying").wait_for()
    stopped = tap_and_lose(page, server)
    with page.expect_navigation(wait_until="commit"):
        stopped.kill()
    alive(page)
    page.locator("#companion .trying").wait_for(state="detached")
    page.locator(END).click()
    page.locator(".bar-turn", has_text="Bruno").wait_for()
    assert ended_turns(table) == ["Anna"]  # by the tap at the table alone


def test_a_note_is_made_again_with_what_was_typed(page: Any, server: Server, table: LiveTable) -> None:
    page.keyboard.press("h")
    page.get_by_role("button", name="Note").click()
    page.locator("dialog textarea").fill("Pizza at nine")
    stopped = tap_and_lose(page, server, "dialog .primary", busy="dialog form")
    with page.expect_navigation(wait_until="commit"):
        stopped.kill()
    page.locator("[data-key=entry-1]", has_text="Pizza at nine").wait_for()
    table.refresh()
    assert [entry.fields for entry in table.table.log] == [{"text": "Pizza at nine"}]


def test_a_button_that_says_something_else_by_now_is_not_tapped(page: Any, server: Server, table: LiveTable) -> None:
    page.locator(".stepper button").last.click()
    trade = page.locator(TRADE)
    trade.wait_for()
    said = trade.inner_text()
    stopped = tap_and_lose(page, server, TRADE)
    company = list(table.table.snapshot()["prices"])[-1]
    table.do(BANKER, "correct", set={f"/prices/{company}": 90}, reason="a cube had slipped")
    with page.expect_navigation(wait_until="commit"):
        stopped.kill()
    page.locator(".companion-notice", has_text=LOST).wait_for()
    trade.wait_for()
    assert trade.inner_text() != said
    assert table.refresh() == []
