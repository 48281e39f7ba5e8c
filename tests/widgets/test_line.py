"""The connection as a part of the product: cuts, lost kernels, and nothing recorded that was refused."""

from __future__ import annotations

import os
import time

import pytest

from tests.widgets.conftest import Shop

LONG = float(os.environ.get("COMPANION_LONG_CUT", "12"))  # seconds; 200 was run by hand and takes its time

pytestmark = pytest.mark.browser


def until(test: object, timeout: float) -> float:
    """Seconds until the test is true."""
    begun = time.monotonic()
    while not test():  # type: ignore[operator]
        assert time.monotonic() - begun < timeout, "it did not happen in time"
        time.sleep(0.05)
    return time.monotonic() - begun


def works_again(shop: Shop, count: int, timeout: float = 10) -> float:
    """Seconds until a tap does what it should.

    While the line mends, and for less than a second without a banner, a tap is lost and said to be; it is made again as
    a person would.
    """
    begun = time.monotonic()
    while True:
        until(lambda: not shop.blocked(), timeout)
        shop.page.evaluate("document.querySelectorAll('.companion-notice button').forEach(close => close.click())")
        tapped = time.monotonic() - begun
        shop.press_anyway("step")
        until(lambda: shop.bar() == f"n={count}" or shop.told_lost(), 2)
        if not shop.told_lost():
            return tapped
        assert shop.bar() == f"n={count - 1}"
        assert tapped < timeout


@pytest.mark.parametrize("reset", [True, False], ids=["reset", "silent"])
def test_a_cut_of_a_moment_heals_and_replays_nothing(shop: Shop, reset: bool) -> None:
    shop.tap("step")
    shop.sees("n=1")
    shop.line.cut(reset=reset)
    time.sleep(0.1)
    if reset:
        for _ in range(5):
            shop.press_anyway("step")
            time.sleep(0.02)
    time.sleep(0.1)
    shop.line.restore()
    restored = time.monotonic()
    if reset:
        until(shop.told_lost, 2)  # those five, once the line is there again
    works_again(shop, 2)
    took = time.monotonic() - restored
    print(f"0.3 s {reset=}: works again after {took:.2f} s")
    assert took < 2
    time.sleep(1)
    assert shop.bar() == "n=2"


@pytest.mark.parametrize("keep", [False, True], ids=["forgotten", "kept"])
def test_a_cut_of_eight_seconds_shows_heals_and_replays_nothing(shop: Shop, keep: bool) -> None:
    shop.tap("step")
    shop.sees("n=1")
    shop.line.cut()
    time.sleep(0.3)
    shop.press_anyway("step")  # before anybody can know: it may be lost or late, but never obeyed
    banner = 0.3 + until(shop.blocked, 6)
    for _ in range(5):
        shop.press_anyway("step")
        shop.press_anyway("turn")
    time.sleep(8 - banner)
    assert shop.blocked()
    assert "No connection" in shop.shown(".companion-lost")
    shop.line.restore(keep=keep)
    took = until(lambda: not shop.blocked(), 10)
    print(f"8 s {keep=}: banner after {banner:.2f} s, works again after {took:.2f} s")
    assert banner < 5
    assert took < 2
    time.sleep(1)
    assert shop.bar() == "n=1"
    assert shop.page.locator("[aria-busy]").count() == 0
    assert shop.told_lost()
    works_again(shop, 2)


def test_a_long_cut_heals_as_fast(shop: Shop) -> None:
    if LONG > 40:
        time.sleep(20)  # the server looks round every 15 s; a kernel whose page it never saw ends after 45 s
    shop.line.cut(reset=True)
    until(shop.blocked, 5)
    time.sleep(LONG)
    shop.line.restore()
    took = works_again(shop, 1)
    print(f"{LONG} s: works again after {took:.2f} s")
    assert took < 2


def test_what_python_said_meanwhile_is_there_afterwards(shop: Shop) -> None:
    shop.tap("slow")  # Python changes its page while the line is down
    time.sleep(0.3)
    shop.line.cut(reset=True)
    until(shop.blocked, 5)
    shop.line.restore()
    shop.sees("n=1", 5)
    assert shop.page.locator("[aria-busy]").count() == 0


WATCH_BANNER = """() => {
    window.before = true;
    const begun = Date.now();
    const banner = document.querySelector('.companion-lost');
    const seen = () => banner.hidden || sessionStorage.setItem('banner', (Date.now() - begun) / 1000);
    new MutationObserver(seen).observe(banner, {attributeFilter: ['hidden']});
}"""


def test_a_dead_kernel_shows_and_the_page_comes_back(shop: Shop) -> None:
    shop.tap("step")
    shop.sees("n=1")
    shop.page.evaluate(WATCH_BANNER)
    shop.press_anyway("die")
    begun = time.monotonic()
    shop.page.wait_for_function("() => !window.before", timeout=20000)
    shop.sees("n=0", 20)
    back = time.monotonic() - begun
    seen = shop.page.evaluate("sessionStorage.getItem('banner')")
    banner = back if seen is None else float(seen)  # none is needed where the page is back at once
    print(f"dead kernel: banner after {banner:.2f} s, back after {back:.2f} s")
    assert shop.page.url.endswith("?table=workshop")
    assert banner < 5
    shop.tap("step")
    shop.sees("n=1")


def test_a_page_that_was_out_of_sight_is_checked_first(shop: Shop) -> None:
    hide = """hidden => {
        const state = {get: () => hidden ? 'hidden' : 'visible', configurable: true};
        Object.defineProperty(document, 'visibilityState', state);
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    shop.page.evaluate(hide, True)
    shop.press_anyway("step")
    shop.line.cut(reset=True)
    time.sleep(1)
    shop.line.restore()
    shop.page.evaluate(hide, False)
    took = works_again(shop, 1)
    assert took < 2


def test_a_tap_on_a_page_that_has_just_woken_is_recorded(shop: Shop) -> None:
    shop.line.delay = 0.1  # so that the tap comes while the page asks whether its line is sound
    woken = shop.page.evaluate(
        """async () => {
            const until = performance.now() + 4000;
            while (performance.now() < until); // asleep: nothing is heard or sent
            await new Promise((done) => setTimeout(done, 50));
            [...document.querySelectorAll('button')].find(b => b.textContent === 'step').click();
            await new Promise((done) => setTimeout(done, 20));
            const said = document.querySelectorAll('.companion-lost:not([hidden]), .companion-notice');
            return [...said].map(note => note.textContent);
        }"""
    )
    assert woken == []
    shop.sees("n=1", 2)


def test_a_busy_kernel_is_waited_for(shop: Shop) -> None:
    shop.page.evaluate("window.before = true")
    shop.page.evaluate("document.querySelector('[data-do=slow]').dataset.seconds = '8'")
    shop.tap("slow")
    until(shop.blocked, 6)
    shop.sees("n=1", 12)
    until(lambda: not shop.blocked(), 3)
    assert shop.page.evaluate("window.before")
