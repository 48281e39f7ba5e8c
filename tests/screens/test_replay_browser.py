"""The replay in a browser: its slider and keys, and how smoothly it plays."""

from typing import Any

import pytest

from companion.store import open_store
from tests.browser import Server
from tests.evening.games import finished
from tests.screens.test_browser import Open, open_page

__all__ = ["open_page"]  # a fixture
COUNT = "document.querySelector('.replay-count').textContent"
# Half the pictures that the display shows in two seconds come within so many milliseconds of the one before.
PACE = """(begin) => new Promise((done) => {
  const end = begin(), gaps = [];
  let last = performance.now(), start = last;
  const step = (now) => {
    gaps.push(now - last);
    last = now;
    if (now - start < 2000) return requestAnimationFrame(step);
    end();
    done(gaps.sort((one, other) => one - other)[gaps.length >> 1]);
  };
  requestAnimationFrame(step);
})"""
PLAY = (
    "() => { const play = document.querySelector('[data-replay-do=play]'); play.click(); return () => play.click(); }"
)
DRAG = """() => {
  const slider = document.querySelector(".replay input");
  const timer = setInterval(() => {
    slider.value = (Number(slider.value) + 2) % Number(slider.max);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, 8);
  return () => clearInterval(timer);
}"""
SECOND_AND_30 = 1000 / 30


def replay(open_page: Open, server: Server, game: str) -> Any:
    """A page that has all frames of a finished game and stands at its end."""
    store = open_store(str(server.data))
    code = store.table(store.import_log(finished(game).lines())).code
    store.close()
    page = open_page(f"?table={code}&seat=bank&screen=history")
    page.get_by_role("button", name="Replay").click()
    page.locator(".replay-count", has_text="0 / ").wait_for()
    page.keyboard.press("End")
    shows(page, finished(game).effective[-1].n)
    return page


def shows(page: Any, n: int) -> None:
    """Waits until the page shows the table after entry ``n``."""
    page.wait_for_function(f"() => {COUNT}.startsWith('{n} / ')")


def test_slider_and_keys(open_page: Open, server: Server) -> None:
    page = replay(open_page, server, "good-brokers")
    entries = [0, *(entry.n for entry in finished("good-brokers").effective)]
    page.keyboard.press("Home")
    shows(page, 0)
    assert "The beginning" in page.locator(".replay-said").inner_text()
    page.keyboard.press("ArrowRight")
    shows(page, entries[1])
    page.keyboard.press("ArrowRight")
    shows(page, entries[2])
    page.keyboard.press("ArrowLeft")
    shows(page, entries[1])
    box = page.locator(".replay input").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(f"() => Math.abs(parseInt({COUNT}) - {entries[-1] / 2}) < 9")
    veil = "getComputedStyle(document.querySelector('.replay-veil i')).transform"
    half = page.evaluate(veil)
    page.keyboard.press("Home")
    shows(page, 0)
    assert page.evaluate(veil) != half
    page.keyboard.press(" ")  # plays, also where the slider has the focus
    shows(page, entries[2])
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play").wait_for()


@pytest.mark.timing
def test_thirty_pictures_a_second_at_a_phones_size(open_page: Open, server: Server) -> None:
    page = replay(open_page, server, "plutocracy")
    for _tap in range(2):
        page.locator("[data-replay-do=faster]").click()
    assert page.locator("[data-replay-do=faster]").inner_text() == "4×"
    page.keyboard.press("Home")
    shows(page, 0)
    for begin in (PLAY, DRAG):
        assert page.evaluate(f"({PACE})({begin})") <= SECOND_AND_30
