"""The live view in a browser: what people do arrives once, and what Python shows disturbs nobody."""

from __future__ import annotations

import json
import time
from pathlib import Path

import psutil
import pytest

from tests.widgets.conftest import Shop
from tests.widgets.workshop import HOSTILE

pytestmark = pytest.mark.browser


def test_a_tap_arrives_and_its_control_is_free_again(shop: Shop) -> None:
    shop.tap("step")
    shop.sees("n=1")
    shop.tap("step")
    shop.sees("n=2")
    assert shop.page.locator("[aria-busy]").count() == 0


def test_a_double_tap_is_one_tap(shop: Shop) -> None:
    shop.page.get_by_role("button", name="step", exact=True).dblclick()
    shop.sees("n=1")
    for number, press in enumerate((shop.enter, shop.touch)):
        made = time.time()
        press("turn", made)
        time.sleep(0.8)
        press("turn", made + 0.2)  # a page that was busy hears of it as late as that
        time.sleep(0.8)
        assert shop.page.locator("#more p").text_content() == f"turn {2 * number + 1}"
        press("turn", made + 0.9)
        shop.page.get_by_text(f"turn {2 * number + 2}", exact=True).wait_for(state="attached")  # inside a closed fold
    assert shop.bar() == "n=1"


def test_a_control_waits_for_its_answer(shop: Shop) -> None:
    shop.tap("slow")
    assert shop.page.locator("[data-do=slow]").get_attribute("aria-busy") == "true"
    shop.press_anyway("slow")
    shop.sees("n=1")
    time.sleep(1.5)
    assert shop.shown("[data-region=bar]") == "n=1"


def test_a_typed_number_and_a_tap_book_once(shop: Shop) -> None:
    shop.page.fill("[name=amount]", "120")
    shop.page.check("[name=sure]")
    shop.page.select_option("[name=kind]", "b")
    shop.tap("book")
    shop.page.locator("#log li").wait_for()
    time.sleep(0.4)
    (entry,) = shop.booked()
    assert json.loads(entry) == {
        "args": {"company": "ford"},
        "amount": "120",
        "shares": "0",
        "sure": True,
        "kind": "b",
    }


def test_the_enter_key_books_once(shop: Shop) -> None:
    shop.page.fill("[name=amount]", "7")
    shop.page.press("[name=amount]", "Enter")
    shop.page.locator("#log li").wait_for()
    time.sleep(0.4)
    assert [json.loads(entry)["amount"] for entry in shop.booked()] == ["7"]


def test_typing_focus_and_open_details_survive_others_news(shop: Shop) -> None:
    shop.page.click("#more summary")
    shop.page.fill("[name=Carla]", "half a sent")
    shop.page.focus("[name=amount]")
    shop.page.keyboard.press("Home")
    shop.page.keyboard.type("12")
    shop.page.evaluate("document.querySelector('[name=amount]').setSelectionRange(1, 1)")
    shop.press_anyway("step")
    shop.sees("n=1")
    shop.page.keyboard.type("9")
    assert shop.page.input_value("[name=amount]") == "1920"
    assert shop.page.input_value("[name=Carla]") == "half a sent"
    assert shop.page.evaluate("document.activeElement.name") == "amount"
    assert shop.page.locator("#more[open]").count() == 1


def test_rows_that_change_places_keep_their_text_and_focus(shop: Shop) -> None:
    shop.page.fill("[name=Anna]", "first")
    shop.page.focus("[name=Anna]")
    shop.press_anyway("turn")
    shop.page.wait_for_function("() => document.querySelector('#order input').name === 'Bruno'")
    assert shop.page.input_value("[name=Anna]") == "first"
    assert shop.page.evaluate("document.activeElement.name") == "Anna"


def test_a_new_revision_takes_back_what_was_typed(shop: Shop) -> None:
    shop.page.fill("[name=amount]", "55")
    shop.tap("turn")
    shop.page.wait_for_function("() => document.querySelector('[name=amount]').value === '1'")


def test_a_stepper_counts_here_and_tells_once(shop: Shop) -> None:
    shop.page.evaluate("for (let i = 0; i < 5; i++) document.querySelector('[data-step=\"1\"]').click()")
    assert shop.shown("output") == "+3"  # data-max
    shop.page.locator("#log li").wait_for()
    time.sleep(0.5)
    assert [json.loads(entry)["shares"] for entry in shop.booked()] == ["3"]
    assert shop.shown("output") == "+3"


def test_a_key_works_its_control_but_not_while_typing(shop: Shop) -> None:
    shop.page.keyboard.press("s")
    shop.sees("n=1")
    shop.page.focus("[name=Anna]")
    shop.page.keyboard.press("s")
    time.sleep(0.3)
    assert shop.shown("[data-region=bar]") == "n=1"
    assert shop.page.input_value("[name=Anna]") == "s"


def test_a_handler_that_raises_says_one_sentence(shop: Shop) -> None:
    shop.tap("fail")
    note = shop.page.locator(".companion-notice")
    note.wait_for()
    assert note.locator("span").inner_text().startswith("Something went wrong here; nothing was changed.")
    assert "ZeroDivisionError" not in shop.page.content()
    assert "a secret in a traceback" not in shop.page.content()
    shop.tap("step")
    shop.sees("n=1001")


def test_names_are_shown_as_typed_and_do_not_run(shop: Shop) -> None:
    assert shop.shown("#hostile") == HOSTILE
    shop.tap("speak")
    shop.page.locator(".companion-notice").wait_for()
    assert shop.shown(".companion-notice span") == HOSTILE
    assert shop.page.evaluate("window.hacked") is None


def test_html_that_would_run_is_disarmed(shop: Shop) -> None:
    shop.tap("raw")
    shop.page.click("#raw")
    time.sleep(0.3)
    assert shop.page.evaluate("window.hacked") is None


def test_a_button_elsewhere_on_the_page_sends_its_form(shop: Shop) -> None:
    shop.page.fill("[name=amount]", "31")
    shop.tap("afar")
    shop.page.locator("#log li").wait_for()
    assert [json.loads(entry)["amount"] for entry in shop.booked()] == ["31"]


def test_a_dialog_opens_here_and_stays_open(shop: Shop) -> None:
    shop.tap("open")
    shop.tap("ten")
    shop.sees("n=10")
    assert shop.page.locator("dialog[open]").count() == 1
    shop.tap("shut")
    assert shop.page.locator("dialog[open]").count() == 0


def test_a_secret_shows_only_while_held(shop: Shop) -> None:
    secret = shop.page.locator("#secret")
    assert not secret.is_visible()
    shop.page.get_by_role("button", name="hold").hover()
    shop.page.mouse.down()
    assert secret.is_visible()
    shop.press_anyway("step")
    shop.sees("n=1")
    assert secret.is_visible()
    shop.page.wait_for_timeout(500)
    shop.page.mouse.up()
    assert not secret.is_visible()


def test_a_secret_that_was_tapped_hides_by_itself(shop: Shop) -> None:
    secret = shop.page.locator("#secret")
    made = time.time()
    shop.touch("hold", made)
    assert secret.is_visible()
    shop.touch("hold", made + 1)
    assert not secret.is_visible()
    shop.touch("hold", made + 2)
    assert secret.is_visible()
    secret.wait_for(state="hidden", timeout=7000)
    shop.touch("hold", made + 20, held=0.6)  # however fast the page hears of its end
    assert not secret.is_visible()


def test_a_secret_is_shown_by_a_press_that_is_no_finger_and_no_key(shop: Shop) -> None:
    """A screen reader or a voice presses a button by a bare click."""
    secret = shop.page.locator("#secret")
    shop.press_anyway("hold")
    assert secret.is_visible()
    shop.page.wait_for_timeout(1000)
    assert secret.is_visible()
    shop.press_anyway("hold")
    assert not secret.is_visible()
    shop.press_anyway("hold")
    secret.wait_for(state="hidden", timeout=7000)
    for press in (shop.touch, shop.enter):
        press("hold", time.time())
        assert secret.is_visible()  # and the click that comes of it is the same press
        shop.page.wait_for_timeout(600)
        assert secret.is_visible()
        shop.press_anyway("hold")
        assert not secret.is_visible()


def test_a_file_goes_up_and_another_comes_down(shop: Shop, tmp_path: Path) -> None:
    save = tmp_path / "Zoë.jsonl"
    save.write_text(HOSTILE, "utf-8")
    shop.page.set_input_files("[name=save]", str(save))
    shop.sees(f"Zoë.jsonl: {HOSTILE}")
    with shop.page.expect_download() as waiting:
        shop.tap("download")
    assert waiting.value.suggested_filename == "save.jsonl"
    assert Path(waiting.value.path()).read_text("utf-8") == f"{HOSTILE}\n"


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_file_in_another_encoding_is_refused_in_words(shop: Shop, encoding: str) -> None:
    file = {"name": "Zoë.jsonl", "mimeType": "text/plain", "buffer": "Zoë".encode(encoding)}
    shop.page.set_input_files("[name=save]", file)
    note = shop.page.locator(".companion-notice span")
    note.wait_for()
    assert note.inner_text().startswith("This file is not UTF-8 text.")
    assert "Zo" not in shop.page.locator("#companion").inner_text()


def test_settings_are_the_devices(shop: Shop) -> None:
    shop.tap("light")
    shop.page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    cookies = {cookie["name"]: cookie["value"] for cookie in shop.page.context.cookies()}
    assert cookies["companion_theme"] == "light"
    assert shop.page.url.endswith("?table=workshop")
    device = shop.page.evaluate("localStorage.getItem('companion_device')")
    shop.page.reload(wait_until="commit")
    shop.sees("n=0")
    assert shop.page.evaluate("localStorage.getItem('companion_device')") == device
    assert shop.page.evaluate("document.documentElement.dataset.theme") == "light"


def test_the_screen_stays_on_while_it_is_asked_to(shop: Shop) -> None:
    shop.page.evaluate("""() => {
        window.locks = [];
        const lock = {released: false, release: () => locks.push("off")};
        navigator.wakeLock.request = async () => (locks.push("on"), lock);
    }""")
    shop.tap("awake")
    shop.page.wait_for_function("() => window.locks.length === 1")
    shop.tap("step")
    shop.sees("n=1")
    shop.tap("awake")
    shop.page.wait_for_function("() => window.locks.length === 2")
    assert shop.page.evaluate("window.locks") == ["on", "off"]
    assert shop.page.evaluate("document.documentElement.dataset.wake") == "available"


def test_a_chart_is_drawn_follows_and_goes(shop: Shop) -> None:
    assert not any("plotly" in url for url in shop.requests), "the chart script came before a chart"
    shop.tap("step")
    shop.tap("chart")
    shop.page.locator(".js-plotly-plot .main-svg").first.wait_for()
    last = "document.querySelector('.js-plotly-plot').data[0].y[2]"
    assert shop.page.evaluate(last) == 2
    shop.tap("step")
    shop.page.wait_for_function(f"() => {last} === 4")
    ink = "getComputedStyle(document.querySelector('.xtick text')).fill"
    shop.page.emulate_media(color_scheme="dark")
    shop.page.wait_for_function(f"() => {ink} === 'rgb(243, 239, 226)'")
    shop.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shop.page.evaluate(ink) == "rgb(20, 34, 28)"  # paper is light
    shop.page.evaluate("dispatchEvent(new Event('afterprint'))")
    shop.page.wait_for_function(f"() => {ink} === 'rgb(243, 239, 226)'")
    shop.tap("chart")
    shop.page.locator(".js-plotly-plot").first.wait_for(state="detached")


def test_a_device_whose_clock_is_set_back_shows_the_same_time(shop: Shop) -> None:
    shop.page.locator("button[data-do=clock]").evaluate("button => { button.dataset.seconds = 120 }")
    shop.tap("clock")
    shop.page.wait_for_function("() => document.querySelector('[data-clock]')?.textContent === '1:59'")
    shop.page.evaluate(
        """() => {
            const real = Date.now.bind(Date);
            Date.now = () => real() - 60000;
        }"""
    )
    shop.page.wait_for_function("() => /^1:5[0-8]$/.test(document.querySelector('[data-clock]').textContent)")


def test_a_clock_runs_out_once_and_on_time(shop: Shop) -> None:
    asked = time.monotonic()
    shop.tap("step")
    shop.sees("n=1", 2)
    way = time.monotonic() - asked  # of a tap to Python and back, on this machine as busy as it is
    begun = time.monotonic()
    shop.tap("clock")
    shop.sees("0:03", 2)
    shop.line.cut(reset=True)  # a page that comes back late shows the time that it is, not the time that it was
    time.sleep(0.5)
    shop.line.restore()
    shop.sees("0:01", 3)
    assert 1.4 < time.monotonic() - begun < 2.4 + 2 * way
    shop.sees("zeros=1", 3)
    assert 2.4 < time.monotonic() - begun < 3.4 + 2 * way  # the clock's start, and its end
    time.sleep(1.3)
    assert shop.shown("#zeros") == "zeros=1"
    assert shop.shown("[data-clock]").startswith("−0:0")


# Taps, waits for each tap's effect, and taps again where a loaded machine made the page refuse one.
MANY = """async ([from, to]) => {
    const bar = document.querySelector('[data-region=bar]');
    const step = document.querySelector('[data-do=step]');
    let refused = 0;
    for (let n = from; n < to; refused++) {
        step.click();
        const sent = step.ariaBusy === 'true';
        while (step.ariaBusy === 'true') await new Promise((done) => setTimeout(done, 5));
        if (bar.textContent === `n=${n + 1}`) n++, refused--;
        else if (sent || refused > 50) throw new Error(`${bar.textContent} after ${n} taps`);
        else await new Promise((done) => setTimeout(done, 100));
    }
    return refused;
}"""


def weigh_process(pid: str) -> float:
    """A process's memory in MB."""
    return float(psutil.Process(int(pid)).memory_info().rss) / 1e6


def test_five_hundred_actions_leave_memory_flat(shop: Shop) -> None:
    cdp = shop.page.context.new_cdp_session(shop.page)

    def weigh() -> tuple[float, int, int]:
        cdp.send("HeapProfiler.collectGarbage")
        found = {m["name"]: m["value"] for m in cdp.send("Performance.getMetrics")["metrics"]}
        return found["JSHeapUsedSize"] / 1e6, int(found["Nodes"]), int(found["JSEventListeners"])

    cdp.send("Performance.enable")
    shop.page.evaluate(MANY, [0, 50])
    kernel = shop.shown("#pid")
    before, light = weigh(), weigh_process(kernel)
    shop.page.evaluate(MANY, [50, 550])
    after, heavy = weigh(), weigh_process(kernel)
    print("heap MB, nodes, listeners:", before, "->", after, f"kernel MB: {light:.1f} -> {heavy:.1f}")
    assert heavy < light + 2.0
    assert after[0] < before[0] + 1.0
    assert after[1] < before[1] + 100
    assert after[2] < before[2] + 10
