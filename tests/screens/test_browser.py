"""The screens in a browser: two devices on one table, reloads, hostile names, sizes and themes."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser import DESKTOP, PHONE, Server, leave
from tests.screens.reader import HOSTILE

pytestmark = pytest.mark.browser

# What is wrong with the layout: controls below a thumb's size, text cut off, a page wider than the screen.
LAYOUT = """() => {
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("wider than the screen");
  const controls = "button, select, input:not([type=checkbox], [type=file]), summary, .tick, .btn";
  for (const one of document.querySelectorAll(controls)) {
    const box = one.getBoundingClientRect();
    if (!box.width || one.closest("dialog:not([open]), [data-chart]")) continue;
    const face = one.outerHTML.slice(0, 160);
    if (box.height < 47.5 || box.width < 47.5) wrong.push(`small ${box.width}x${box.height}: ${face}`);
    const clipped = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== "visible";
    if (clipped && !one.matches("input, select")) wrong.push(`cut off: ${face}`);
  }
  return wrong;
}"""
# Text whose colour is too close to what lies behind it (WCAG AA: 4.5 to 1, large text 3 to 1).
CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const bright = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.9) return colour;
    }
    return [255, 255, 255];
  };
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    if (!walker.currentNode.nodeValue.trim() || !one.getClientRects().length) continue;
    if (one.closest("[disabled], script, style, .visually-hidden, [data-chart], .undone")) continue;
    const style = getComputedStyle(one);
    const [light, dark] = [bright(parse(style.color)), bright(behind(one))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700);
    const text = walker.currentNode.nodeValue.trim().slice(0, 40);
    if (ratio < (large ? 3 : 4.5)) wrong.push(`${ratio.toFixed(1)}: ${text}`);
  }
  return wrong;
}"""
Open = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Open]:
    """Opens pages of devices that share nothing; no page may run what was typed or ask another host."""
    contexts, wrong = [], []

    def open_one(url: str = "", size: dict[str, int] = PHONE, scheme: str = "dark", lang: str = "en-GB") -> Any:
        context = browser.new_context(viewport=size, color_scheme=scheme, locale=lang, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: check(request.url))
        page.goto(server.url + "/" + url)
        alive(page)
        return page

    def check(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.port != server.port:
            wrong.append(url)

    yield open_one
    for context in contexts:
        leave(context)
    assert wrong == []


def alive(page: Any) -> None:
    page.wait_for_selector("#companion .bar")


def start(page: Any, players: list[str], seat: str = "bank") -> None:
    """A new table, as a person makes one."""
    page.locator("[data-do='home.game']").first.click()
    for _ in players[3:]:
        page.locator("[data-do='new.add']").click()
    for place, name in enumerate(players):
        page.locator(f"[name=player-{place}]").fill(name)
    page.locator(".foot .primary").click()
    sit(page, seat)


def sit(page: Any, seat: str) -> None:
    page.locator(f"[data-seat='{seat}']").click()
    page.wait_for_selector(".tabs" if seat != "screen" else ".bigscreen")


def shut(page: Any) -> None:
    """Closes the dialog, and lets the page go back over the step that the dialog had in the browser's history."""
    page.keyboard.press("Escape")
    page.wait_for_function(
        "() => !document.querySelector('dialog[open]') && history.state.companion !== 'companion-dialog'"
    )


def buy(page: Any, company: int = 0) -> None:
    page.locator(".stepper [data-step='1']").nth(company).click()
    page.locator(".foot .primary", has_text="Buy").click()
    page.locator(".foot .back", has_text="bought").wait_for()


def test_two_devices_play_at_one_table(open_page: Open) -> None:
    anna = open_page()
    start(anna, ["Anna", "Bruno", "Carla"], seat="0")
    code = anna.url.split("table=")[1][:5]
    bruno = open_page()
    bruno.get_by_role("button", name="Join with a code").click()
    bruno.locator("[name=code]").fill(code.lower())
    bruno.keyboard.press("Enter")
    sit(bruno, "1")
    buy(anna)
    bruno.locator(".foot .back", has_text="Anna bought 1 Lloyd").wait_for()
    # The other device takes it back, and the first one is told.
    bruno.keyboard.press("u")
    anna.get_by_text("Bruno undid: Anna bought 1 Lloyd for 40").wait_for()
    anna.locator(".amount", has_text="300").first.wait_for()
    buy(anna)
    anna.locator("[data-do=end_turn]").click()
    bruno.get_by_text("Your turn").wait_for()


def test_a_reload_in_mid_game_comes_back(open_page: Open) -> None:
    page = open_page()
    start(page, ["Anna", "Bruno", "Carla"], seat="0")
    buy(page)
    page.keyboard.press("h")
    page.locator("[data-key=entry-1]").wait_for()
    before, url = page.locator("[data-region=body]").inner_text(), page.url
    page.reload()
    alive(page)
    page.locator("#companion [data-key=entry-1]").wait_for()
    assert page.url == url
    assert page.locator("[data-region=body]").inner_text() == before
    assert "Anna" in page.locator("[data-region=bar]").inner_text()


def test_hostile_names_are_shown_and_not_run(open_page: Open) -> None:
    page = open_page()
    start(page, HOSTILE)
    page.get_by_role("button", name="History").click()
    page.get_by_role("button", name="Note").click()
    page.locator("textarea").fill("<img src=x onerror=alert(2)>")
    page.locator("dialog .primary").click()
    page.locator("dialog").wait_for(state="detached")
    for key in ("t", "m", "c", "h", "s"):
        page.keyboard.press(key)
        page.wait_for_timeout(300)
        if key in "tc":  # the tab's screen comes from Python
            page.wait_for_function(
                "names => names.every((name) => document.querySelector('#companion').innerText.includes(name))",
                arg=HOSTILE,
                timeout=10_000,
            )
        assert page.locator("#companion img, #companion script").count() == 0
    page.reload()
    alive(page)
    page.goto(page.url.replace("seat=bank", "seat=screen"))
    alive(page)
    assert page.locator("#companion img").count() == 0


def test_a_dialog_closes_and_opens_again(open_page: Open) -> None:
    page = open_page()
    start(page, ["Anna", "Bruno", "Carla"], seat="0")
    page.keyboard.press("h")
    for _ in range(2):
        page.get_by_role("button", name="Note").click()
        page.locator("dialog[open] textarea").wait_for()
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
    page.get_by_role("button", name="Note").click()
    page.locator("dialog[open] textarea").fill("all is well")
    page.locator("dialog[open] .primary").click()
    page.get_by_text("Note: all is well").first.wait_for()
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize(
    ("size", "scheme", "lang"),
    [(PHONE, "dark", "it-IT"), (PHONE, "light", "fr-FR"), (DESKTOP, "dark", "fr-FR"), (DESKTOP, "light", "en-GB")],
    ids=["phone-dark-it", "phone-light-fr", "desktop-dark-fr", "desktop-light-en"],
)
def test_nothing_is_small_cut_off_or_pale(open_page: Open, size: dict[str, int], scheme: str, lang: str) -> None:
    page = open_page("", size, scheme, lang)
    wrong: dict[str, list[str]] = {}

    def look(where: str) -> None:
        page.wait_for_timeout(300)
        found = page.evaluate(LAYOUT) + page.evaluate(CONTRAST)
        if found:
            wrong[where] = found

    look("home")
    page.locator("[data-do='home.game']").first.click()
    page.wait_for_selector("#new-table")
    look("new table")
    page.locator("[data-do=home]").click()
    page.locator("[data-do='home.demo'][data-game='good-brokers']").click()
    page.wait_for_selector(".invite")
    look("join")
    sit(page, "bank")
    for key in ("t", "m", "c", "h", "s"):
        page.keyboard.press(key)
        look(key)
    page.keyboard.press("h")
    for kind in ("note", "correct", "people"):
        page.locator(f"[data-kind={kind}]").click()
        page.wait_for_selector("dialog[open]")
        look(kind)
        shut(page)
    page.goto(page.url.replace("seat=bank", "seat=screen"))
    alive(page)
    look("big")
    assert wrong == {}


def test_a_browser_without_the_newest_css_has_its_tabs_in_reach(open_page: Open) -> None:
    """Firefox before 121 knows no `:has`, and before 101 no `dvh`: the tabs stay below, as on a phone."""
    page = open_page("", DESKTOP)

    def older(route: Any) -> None:
        answer = route.fetch()
        text = answer.text().replace("selector(:has(", "selector(:unheard-of(").replace("1dvh", "1unheard")
        route.fulfill(response=answer, body=text.replace(":has(", ":unheard-of("))

    page.context.route("**/companion.css", older)
    page.reload()
    alive(page)
    start(page, ["Anna", "Bruno", "Carla"], seat="0")
    assert page.evaluate(LAYOUT) == []
    tabs, foot = page.locator(".tabs").bounding_box(), page.locator(".foot").bounding_box()
    assert tabs["y"] + tabs["height"] == pytest.approx(DESKTOP["height"], abs=1)
    assert tabs["width"] == DESKTOP["width"]
    assert foot["y"] + foot["height"] <= tabs["y"] + 1
