"""Plutocracy in a browser: a whole opening on three devices, with a rotation, a price change and an overrun."""

import re
from typing import Any

import pytest

from companion import boxes, new_table
from companion.games.plutocracy.screens.sky import WIDTH, point
from tests.browser import DESKTOP, PHONE
from tests.screens.test_browser import CONTRAST, LAYOUT, Open, alive, open_page, shut, sit

__all__ = ["open_page"]  # a fixture
pytestmark = pytest.mark.browser

PLAYERS = ["Anna", "Bruno", "Carla"]
SHORT = 6  # seconds a turn


def short_table() -> str:
    """A save of a table at its beginning whose turns are short."""
    box = boxes.load_box("default", "companion.games.plutocracy") | {"turn_seconds": SHORT}
    table = new_table("plutocracy", PLAYERS, {"time_pressure": True}, box)
    return "".join(line + "\n" for line in table.lines())


def load(page: Any, save: str) -> None:
    page.set_input_files("[name=file]", {"name": "save.jsonl", "mimeType": "text/plain", "buffer": save.encode()})
    page.wait_for_selector("[data-seat='bank']")


def tap_on_map(page: Any, body: str, index: int) -> None:
    """Tap a place as a finger does: where it is drawn."""
    q, r = boxes.load_box("default", "companion.games.plutocracy")["bodies"][body]["positions"][index]
    drawn = page.locator(".plu-map").bounding_box()
    x, y = (value * drawn["width"] / WIDTH for value in point((q, r)))
    page.mouse.click(drawn["x"] + x, drawn["y"] + y)


def fly(page: Any, body: str, index: int, more: int = 0) -> None:
    """Choose a place on the map, use more time if asked, and confirm."""
    go(page, "m")
    page.locator(".plu-map").wait_for()
    tap_on_map(page, body, index)
    button = page.locator(".foot .primary[data-do=travel]:not([disabled])")
    button.wait_for()
    if more:
        least = int(button.get_attribute("data-time"))
        for _ in range(more):
            page.locator(".stepper:has([name=time]) [data-step='1']").click()
        page.locator(f".foot .primary[data-time='{least + more}']").wait_for()
    button.click()
    button.wait_for(state="detached")
    go(page, "t")


def go(page: Any, key: str) -> None:
    """Go to a tab."""
    page.keyboard.press(key)
    page.locator(f".tabs [data-hotkey={key}][aria-current]").wait_for()


def place_ship(page: Any, name: str, planet: str) -> None:
    """Recorded before the next one taps: who places last acts first."""
    page.locator(f"[data-do=setup_ship][data-planet={planet}]").click()
    page.locator(".foot .back", has_text=f"{name} starts from").wait_for()


def test_an_opening_on_three_devices(open_page: Open) -> None:
    anna = open_page()
    load(anna, short_table())
    sit(anna, "0")
    code = anna.url.split("table=")[1][:5]
    bruno, carla = open_page(f"?table={code}"), open_page(f"?table={code}")
    sit(bruno, "1")
    sit(carla, "2")
    # Who places last acts first.
    place_ship(carla, "Carla", "saturn")
    place_ship(bruno, "Bruno", "uranus")
    place_ship(anna, "Anna", "mars")
    anna.get_by_text("Your turn").wait_for()
    anna.locator("[data-do=trade][data-trade=buy]", has_text="Buy 4 for 12").click()
    anna.locator(".amount", has_text="0").first.wait_for()
    anna.get_by_text("done in this turn").wait_for()
    fly(anna, "saturn", 0)
    bruno.get_by_text("Your turn").wait_for()
    bruno.locator(".foot .back", has_text="Anna travelled to Saturn").wait_for()
    fly(bruno, "neptune", 1, more=3)
    carla.get_by_text("Your turn").wait_for()
    fly(carla, "jupiter", 0, more=12)
    # All are beyond the first rotation but Anna, who is at Saturn with carbon to sell.
    anna.get_by_text("Your turn").wait_for()
    anna.locator("[data-do=trade]", has_text="Sell 4 for 20").click()
    anna.get_by_text("Bought").or_(anna.get_by_text("done in this turn")).first.wait_for()
    fly(anna, "saturn", 2, more=8)
    for page in (anna, bruno, carla):
        go(page, "h")
        page.get_by_text("At 10: rotation 1").first.wait_for()
        go(page, "t")
    overrun(anna, bruno, carla)
    prices_change(anna, bruno, carla)


def overrun(anna: Any, bruno: Any, carla: Any) -> None:
    """The clock runs on all devices; its end is recorded once."""
    late = next(page for page in (anna, bruno, carla) if page.get_by_text("Your turn").count())
    carla.locator(".plu-clock [data-op=start]").click()
    for page in (anna, bruno, carla):
        page.locator(".bar .clock").wait_for()
        page.get_by_text("ran out of time: the own THE END is now 74").first.wait_for(timeout=(SHORT + 6) * 1000)
    bruno.locator(".plu-clock [data-op=pause]").click()
    late.locator(".plu-clock", has_text="The clock stands.").wait_for()
    late.get_by_text("own THE END 74").first.wait_for()
    # Reloading loses nothing and adds nothing.
    carla.reload()
    alive(carla)
    for page in (anna, bruno, carla):
        go(page, "h")
        page.locator("#history").wait_for()
        overruns = page.locator("#history .item", has_text="ran out of time")
        assert overruns.count() == 1
        go(page, "t")


def prices_change(anna: Any, bruno: Any, carla: Any) -> None:
    """Everybody flies on until all are beyond 15."""
    pages = dict(zip(PLAYERS, (anna, bruno, carla), strict=True))
    while True:
        now = anna.locator(".bar .sub").inner_text()
        space = int(re.search(r"time (\d+)", now)[1])  # type: ignore[index]
        if space > 15:
            break
        turn = anna.locator(".bar .pill.turn, .bar .pill.turns").inner_text().split("\n")[-1]
        page = anna if turn == "Your turn" else pages[turn]
        page.get_by_text("Your turn").wait_for()
        fly(page, "earth", 1, more=4)
        anna.locator(".bar .sub", has_text=now).wait_for(state="detached")
    for page in (anna, bruno, carla):
        go(page, "h")
        said = "At 15: the planets pay 1 more for what they demand, what they supply costs 1 less"
        page.get_by_text(said).first.wait_for()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_is_small_cut_off_or_pale(open_page: Open, size: dict[str, int], scheme: str) -> None:
    page = open_page("", size, scheme)
    page.locator("[data-do='home.demo'][data-game=plutocracy]").click()
    page.wait_for_selector(".invite")
    sit(page, "bank")
    wrong: dict[str, list[str]] = {}

    def look(where: str) -> None:
        page.wait_for_timeout(400)
        found = page.evaluate(LAYOUT) + page.evaluate(CONTRAST)
        if found:
            wrong[where] = found

    for key in "tmilch":
        go(page, key)
        look(key)
    go(page, "m")
    page.locator("select[name=place]").select_option("uranus:5")
    page.locator(".plu-outcome").wait_for()
    look("planner")
    page.locator("[data-kind=retire]").first.click()
    page.wait_for_selector("dialog[open]")
    look("retire")
    shut(page)
    page.goto(page.url.replace("seat=bank", "seat=screen"))
    alive(page)
    look("big")
    assert wrong == {}
