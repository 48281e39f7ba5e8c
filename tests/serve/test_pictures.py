"""A chart before Plotly: a picture in the first paint, which turns into Plotly's figure without a jump."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import companion
from companion.store import open_store
from tests.browser import PHONE, Server, leave
from tests.evening.games import finished

pytestmark = pytest.mark.browser

SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries())).observe({ type: "layout-shift" });"""
# When the frame that shows the page as it is has been painted, with what it shifted.
PAINTED = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"
)
SHIFTED = "since => window.shifts.filter((each) => each.startTime > since).map((each) => each.value)"
BOX = "() => JSON.stringify(document.querySelector('[data-chart=prices]').getBoundingClientRect())"
# Where the words of the chart stand, from its box; plotly keeps some that it does not show.
WORDS = """() => {
  const island = document.querySelector("#companion [data-chart=prices]");
  const box = island.getBoundingClientRect();
  const texts = [...island.querySelectorAll("text")].filter((text) => text.textContent && text.getClientRects().length);
  return texts.map((text) => {
    const at = text.getBoundingClientRect();
    return [text.textContent, at.left - box.left, at.top - box.top];
  }).sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[2] - b[2]));
}"""


@pytest.fixture
def code(server: Server) -> str:
    store = open_store(server.data)
    return store.table(store.import_log(finished("good-brokers").lines())).code


def test_a_picture_becomes_plotlys_figure_without_a_jump(server: Server, code: str, browser: Any) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.add_init_script(SHIFTS)
    held: list[Any] = []
    released = threading.Event()
    page.route("**/*plotly*", lambda route: route.continue_() if released.is_set() else held.append(route))
    page.goto(f"{server.url}/?table={code}&seat=0&screen=market", wait_until="commit")
    page.wait_for_selector("[data-chart=prices] > .drawing")
    page.wait_for_selector("#companion [data-chart=prices] > .drawing")
    alive = page.evaluate(PAINTED)  # what stands above the chart besides, as the button of a call, comes with it
    painted = page.evaluate(BOX)
    pictured = page.evaluate(WORDS)
    released.set()
    for route in held:
        route.continue_()
    page.wait_for_selector("[data-chart=prices] .main-svg")
    page.wait_for_selector("[data-chart=prices] > .drawing", state="detached")
    assert page.evaluate(BOX) == painted
    drawn = page.evaluate(WORDS)
    assert [word for word, *_at in drawn] == [word for word, *_at in pictured]
    for (word, *before), (_word, *after) in zip(pictured, drawn, strict=True):
        assert after == pytest.approx(before, abs=1.5), word
    page.evaluate(PAINTED)
    assert page.evaluate(SHIFTED, alive) == []
    leave(context)


def test_a_picture_follows_the_table_while_plotly_is_on_its_way(server: Server, code: str, page: Any) -> None:
    page.route("**/*plotly*", lambda _never: None)
    page.goto(f"{server.url}/?table={code}&seat=0&screen=market")
    page.wait_for_selector("#companion [data-chart=wealth] > .drawing")
    companion.open(code, server.data).correct({"/players/0/cash": 12345})
    page.wait_for_selector("[data-chart=wealth] > .drawing text:has-text('12,000')")
    page.click("[data-do=go][data-to=clock]")
    page.wait_for_selector("[data-chart=wealth]", state="detached")
    page.click("[data-do=go][data-to=market]")
    page.wait_for_selector("[data-chart=wealth] > .drawing text:has-text('12,000')")
