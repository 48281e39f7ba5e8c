"""The page in a browser: alive, alone, and gone without a trace."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from companion.serve.forks import available
from companion.serve.kernels import LEAST_PAGES, WARM
from tests.browser import Server

pytestmark = pytest.mark.browser
READY = LEAST_PAGES if available() else WARM  # kernels that wait for a page
STAYS = 1.0  # seconds


def kernels_settle(server: Server, count: int, timeout: float = 20.0) -> int:
    """The number of kernels, once it is what was expected and stays so, or time is up.

    A kernel on its way out can make up for one that is still to be started: the same ones have to be there for a while.
    """
    end = time.monotonic() + timeout
    since, seen = time.monotonic(), server.kernels()
    while time.monotonic() < end and (len(seen) != count or time.monotonic() - since < STAYS):
        time.sleep(0.2)
        now = server.kernels()
        if sorted(now) != sorted(seen):
            since, seen = time.monotonic(), now
    return len(seen)


def open_page(page: Any, server: Server) -> None:
    page.goto(server.url)
    page.wait_for_selector('button:has-text("step")')


def test_a_tap_reaches_python_and_comes_back(parts: Server, page: Any) -> None:
    open_page(page, parts)
    page.wait_for_selector("text=n=3")
    page.click('button:has-text("step")')
    page.wait_for_selector("text=n=4")
    page.wait_for_selector(".js-plotly-plot .main-svg")


def test_a_page_leaves_no_warning_in_the_log(parts: Server, page: Any) -> None:
    log = parts.data / "companion.log"
    before = len(log.read_text()) if log.exists() else 0
    open_page(page, parts)
    page.click('button:has-text("step")')
    page.wait_for_selector("text=n=4")
    said = (log.read_text() if log.exists() else "")[before:].splitlines()
    assert [line for line in said if "first paint" not in line] == []  # a busy machine may leave that out


def test_an_upload_that_grows_on_its_way_is_answered(tmp_path: Path, browser: Any) -> None:
    """Two megabytes of signs that JSON writes with six letters each; and more than the page takes."""
    with Server(tmp_path / "data") as server:
        page = browser.new_page()
        page.goto(server.url)
        box = "#companion input[type=file]"
        page.wait_for_selector(box, state="attached")
        page.set_input_files(box, {"name": "a.jsonl", "mimeType": "text/plain", "buffer": b"\1" * 2_000_000})
        page.wait_for_selector("text=Line 1 cannot be read")
        page.set_input_files(box, {"name": "b.jsonl", "mimeType": "text/plain", "buffer": b"x" * 5_000_001})
        page.wait_for_selector("text=/too large|larger|5 MB/")
        page.close()


def test_nothing_is_asked_of_another_host_and_nothing_goes_wrong(parts: Server, page: Any) -> None:
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    open_page(page, parts)
    page.wait_for_selector(".js-plotly-plot .main-svg")
    hosts = {urlsplit(url).netloc for url in asked if urlsplit(url).scheme not in ("data", "blob")}
    assert hosts == {urlsplit(parts.url).netloc}
    assert wrong == []


def test_an_internet_that_hangs_holds_nothing_up(parts: Server, context: Any) -> None:
    home = urlsplit(parts.url).netloc
    # Never answered: whoever waits for it waits for good.
    context.route(lambda url: urlsplit(url).netloc != home, lambda _route: None)
    page = context.new_page()
    open_page(page, parts)
    page.click('button:has-text("step")')
    page.wait_for_selector(".js-plotly-plot .main-svg")


def test_a_later_visit_fetches_the_page_alone(parts: Server, context: Any) -> None:
    first = context.new_page()
    open_page(first, parts)
    first.wait_for_selector(".js-plotly-plot .main-svg")
    page = context.new_page()
    watch = context.new_cdp_session(page)
    watch.send("Network.enable")
    fetched: list[float] = []
    watch.on("Network.loadingFinished", lambda event: fetched.append(event["encodedDataLength"]))
    open_page(page, parts)
    page.wait_for_selector(".js-plotly-plot .main-svg")
    assert sum(fetched) < 20_000


def test_ten_reloads_leave_one_kernel_for_the_page(parts: Server, page: Any) -> None:
    assert kernels_settle(parts, READY) == READY  # the pages of the tests before have said good-bye
    open_page(page, parts)
    for _ in range(10):
        page.reload()
        page.wait_for_selector('button:has-text("step")')
    assert kernels_settle(parts, READY + 1) == READY + 1


def test_five_phones_at_once_are_all_served(parts: Server, context: Any) -> None:
    pages = [context.new_page() for _ in range(5)]
    for page in pages:
        page.goto(parts.url, wait_until="commit")
    for page in pages:
        page.wait_for_selector('button:has-text("step")')
        page.click('button:has-text("step")')
        page.wait_for_selector("text=n=4")
    for page in pages:
        page.close(run_before_unload=True)
    assert kernels_settle(parts, READY) == READY


def test_warm_kernels_that_died_are_replaced_and_shown_to_no_one(parts: Server, page: Any) -> None:
    assert kernels_settle(parts, READY) == READY
    for kernel in parts.kernels():
        psutil.Process(kernel).kill()
    open_page(page, parts)
    page.wait_for_selector("text=n=3")
    assert kernels_settle(parts, READY + 1) == READY + 1


def test_a_page_whose_kernel_was_killed_comes_back(parts: Server, page: Any) -> None:
    assert kernels_settle(parts, READY) == READY
    open_page(page, parts)
    page.click('button:has-text("step")')
    page.wait_for_selector("text=n=4")
    for kernel in parts.kernels():
        psutil.Process(kernel).kill()
    page.wait_for_selector("text=n=3", timeout=20_000)  # a new kernel counts from the start


def test_a_closed_page_takes_its_kernel_along(parts: Server, page: Any) -> None:
    open_page(page, parts)
    page.close(run_before_unload=True)
    assert kernels_settle(parts, READY) == READY


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_device_s_theme_is_there_before_any_script(parts: Server, browser: Any, scheme: str) -> None:
    with_script_off = browser.new_context(java_script_enabled=False, color_scheme=scheme)
    page = with_script_off.new_page()
    page.goto(parts.url)
    assert page.locator("html").get_attribute("data-theme") is None
    with_script_off.add_cookies([{"name": "companion_theme", "value": scheme, "url": parts.url}])
    page.goto(parts.url)
    assert page.locator("html").get_attribute("data-theme") == scheme
    assert page.locator("noscript").count() == 1
    with_script_off.close()


REFUSED_TWICE = """
let tries = 0;
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(url) {
    super(tries++ < 2 ? new URL("/companion/alive", url) : url); // an address where no websocket is
  }
};
"""


def test_a_line_that_fails_during_loading_is_tried_again(parts: Server, page: Any) -> None:
    page.add_init_script(REFUSED_TWICE)
    open_page(page, parts)
    page.wait_for_selector("text=n=3")


def test_a_kernel_that_ends_during_loading_brings_a_new_page(parts: Server, page: Any) -> None:
    def end_kernel(route: Any) -> None:
        if not ended:
            kernel = page.locator("script.companion-model").first.text_content().split('"')[3]
            page.request.post(f"{parts.url}/companion/leave/{kernel}", headers={"Origin": parts.url})
            ended.append(kernel)
        route.continue_()

    ended: list[str] = []
    page.route("**/companion/alive/*", end_kernel)
    page.add_init_script(f"if (!sessionStorage.seen) {{ {REFUSED_TWICE} }} sessionStorage.seen = 1;")
    open_page(page, parts)
    assert len(ended) == 1


def test_a_browser_that_is_too_old_is_told_so_and_no_other(parts: Server, page: Any) -> None:
    open_page(page, parts)
    assert not page.locator("#companion-old").is_visible()
    page.route("**/", told_to_a_stranger)
    page.goto(parts.url)
    assert "Safari 15.4" in page.locator("#companion-old").inner_text()


def told_to_a_stranger(route: Any) -> None:
    """The page as a browser shows it that knows none of what our style sheets ask for."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace(":focus-visible", ":unheard-of"))
