"""Ponzi Scheme in a browser: three phones through two trades, a crash and a bankruptcy; sizes and themes."""

import re
from typing import Any

import pytest

from tests.browser import DESKTOP, PHONE
from tests.screens.test_browser import CONTRAST, LAYOUT, Open, alive, open_page, sit  # noqa: F401

pytestmark = pytest.mark.browser

PLAYERS = ["Anna", "Bruno", "Carla"]


class Phone:
    """A player's phone."""

    def __init__(self, page: Any, seat: int, code: str = "") -> None:
        self.page, self.seat = page, seat
        if code:
            page.get_by_role("button", name="Join with a code").click()
            page.locator("[name=code]").fill(code)
            page.keyboard.press("Enter")
        sit(page, str(seat))

    def primary(self, text: str) -> None:
        self.page.locator(".foot .primary:not([disabled])", has_text=text).click()

    def tap(self, **data: object) -> None:
        where = "".join(f"[data-{name}='{value}']" for name, value in data.items())
        self.page.locator(f"{where}:not([disabled])").first.click()

    def invest(self, industry: str, name: str, fund: int, drawn: int) -> None:
        self.page.locator("#invest").wait_for()
        self.tap(do="pick.industry", industry=industry)
        self.tap(do="pick.fund", fund=fund)
        self.primary(f"Take {name} and {fund}")
        self.draw(drawn)

    def draw(self, *funds: int) -> None:
        for fund in funds:
            key = self.page.locator(f"[data-key=draw-{fund}]")
            key.click()
            self.page.locator(f"[data-key=draw-{fund}][aria-pressed=true]").wait_for()
        self.primary("into the market")
        # What is tapped before that is answered is meant for this draw, and not for the next one.
        self.page.locator(".foot .primary", has_text="into the market").wait_for(state="detached")

    def pass_(self) -> None:
        self.page.locator("[data-region=bar]", has_text="Your turn").wait_for()
        self.primary("Pass")

    def offer(self, to: str, industry: str, amount: int) -> None:
        self.tap(do="pick.pair", to=PLAYERS.index(to), industry=industry)
        self.page.locator("[name=amount]").fill(str(amount))
        self.primary(f"Offer {to}")

    def look(self) -> Any:
        self.primary("Look at the offer")
        dialog = self.page.locator("dialog[open]")
        dialog.wait_for()
        return dialog

    def discard(self, fund: int, *drawn: int) -> None:
        self.page.locator("#marker").wait_for()
        self.tap(do="pick.fund", fund=fund)
        self.primary(f"Discard {fund}")
        self.draw(*drawn)

    def holds(self, cash: int) -> None:
        """The tap on the own cash shows this, until it hides again; what another phone did may just be arriving."""
        shown = self.page.locator("#cash-shown .amount")
        assert not shown.is_visible()
        self.page.locator("[data-key=show-cash]").click()
        shown.filter(has_text=re.compile(rf"^{cash}\D*$")).wait_for()
        self.page.locator("[data-key=show-cash]").click()
        shown.wait_for(state="hidden")

    def go(self, screen: str) -> None:
        self.page.locator(f"[data-key=tab-{screen}]").click()
        self.page.locator(f"[data-key=tab-{screen}].on").wait_for()

    def says(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    @property
    def text(self) -> str:
        return self.page.locator("#companion").inner_text()


def start(page: Any) -> str:
    """A table of three, as a person makes one; gives its code."""
    page.locator("[data-do='home.game'][data-game=ponzi-scheme]").click()
    for place, name in enumerate(PLAYERS):
        page.locator(f"[name=player-{place}]").fill(name)
    page.locator(".foot .primary").click()
    page.wait_for_selector(".invite")
    return page.url.split("table=")[1][:5]


def test_three_phones_trade_crash_and_go_bankrupt(open_page: Open) -> None:  # noqa: F811
    first = open_page()
    code = start(first)
    anna, bruno, carla = Phone(first, 0), Phone(open_page(), 1, code), Phone(open_page(), 2, code)
    # The first round: nobody trades in it.
    anna.invest("food", "Food", 9, 40)
    bruno.invest("food", "Food", 10, 29)
    carla.invest("food", "Food", 11, 66)
    bruno.discard(12, 67)
    # The second: Bruno takes a card of row 2, and looks first what it would do.
    bruno.page.locator("#invest").wait_for()
    bruno.tap(do="pick.industry", industry="food")
    bruno.tap(do="pick.fund", fund=29)
    bruno.says("What if: card 29")
    bruno.primary("Take Food and 29")
    bruno.draw(41)
    carla.pass_()
    anna.pass_()
    bruno.holds(39)
    # A trade that is accepted: only Anna sees the amount, and only when she looks.
    bruno.offer("Anna", "food", 20)
    anna.says("Bruno makes you an offer for a tile of Food")
    assert "20" not in anna.page.locator("#answer").inner_text()
    carla.says("Bruno has made Anna a secret offer for a tile of Food")
    dialog = anna.look()
    assert "20" in dialog.inner_text()
    assert dialog.locator("[data-do=counter]").count() == 0  # she has only 9
    dialog.locator("[data-do=accept]").click()
    anna.holds(29)
    # One that is countered: Bruno pays Carla the same.
    carla.offer("Bruno", "food", 5)
    dialog = bruno.look()
    dialog.locator("[data-do=counter]").click()
    bruno.page.locator("dialog[open]").wait_for(state="detached")
    bruno.holds(14)
    carla.holds(16)
    carla.go("history")
    carla.says("Anna sold Bruno a tile of Food")
    assert not re.search(r"Food for|for 20", carla.page.locator("#history").inner_text())
    carla.go("table")
    anna.pass_()
    # The third bear: the market crashes, the wheels turn by two.
    carla.discard(13, 68)
    carla.draw(42, 43, 44)
    bruno.says("The market has crashed: give back a tile")
    bruno.primary("Give back Food")
    carla.go("interest")
    carla.says("Every time marker stands at 3 now")
    carla.go("table")
    # The third round: Bruno owes 26, and holds 14.
    bruno.says("26 due next turn")
    for phone in (carla, anna, bruno, carla, anna, bruno):
        phone.pass_()
    anna.discard(14, 45)
    for phone in (anna, bruno, carla):
        phone.says("The end")
        assert "bankrupt" in phone.page.locator("#result").inner_text()
    assert re.search(r"Anna|Carla", anna.page.locator("#result .amount").inner_text())


def test_the_cash_hides_again_by_itself(open_page: Open) -> None:  # noqa: F811
    page = open_page()
    start(page)
    phone = Phone(page, 0)
    shown = page.locator("#cash-shown")
    page.locator("[data-key=show-cash]").click()
    assert shown.is_visible()
    shown.wait_for(state="hidden", timeout=8000)
    # As long as it is held, and what happens meanwhile does not hide it.
    page.locator("[data-key=show-cash]").hover()
    page.mouse.down()
    page.wait_for_timeout(600)
    assert shown.is_visible()
    page.mouse.up()
    shown.wait_for(state="hidden")
    assert "••••" in phone.text


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_is_small_cut_off_or_pale(open_page: Open, size: dict[str, int], scheme: str) -> None:  # noqa: F811
    page = open_page("", size, scheme)
    wrong: dict[str, list[str]] = {}

    def look(where: str) -> None:
        page.wait_for_timeout(400)
        found = page.evaluate(LAYOUT) + page.evaluate(CONTRAST)
        if found:
            wrong[where] = found

    page.locator("[data-do='home.demo'][data-game=ponzi-scheme]").click()
    page.wait_for_selector(".invite")
    sit(page, "3")
    look("table")
    page.locator("[data-do='pick.pair']").first.click()
    page.locator("[name=amount]").fill("7")
    look("offer")
    page.locator(".foot .primary").click()
    look("offered")
    page.keyboard.press("u")
    page.locator("[data-do='pick.pair']").first.wait_for()
    page.keyboard.press("m")
    page.locator("#piles").wait_for()
    look("market")
    page.locator("[data-do='pick.fund']").first.click()
    page.locator("#what-if").wait_for()
    look("what if")
    page.keyboard.press("i")
    page.locator("[data-do='calendar.who']").first.wait_for()
    look("interest")
    page.locator("[data-do='calendar.who']").nth(2).click()
    page.locator("#turns").wait_for()
    look("one player")
    # On to the end of the round, with the list of the cards to draw.
    page.goto(page.url.split("?")[0] + f"?table={page.url.split('table=')[1][:5]}&seat=bank")
    alive(page)
    for player in ("Tom", "Giulia", "Marco"):
        page.locator("#trade", has_text=player).wait_for()
        page.locator(".foot .primary", has_text="Pass").click()
    page.locator("#marker").wait_for()
    look("marker")
    page.locator("#marker [data-do='pick.fund']").last.click()
    page.locator(".foot .primary", has_text="Discard").click()
    page.locator("#draw").wait_for()
    look("draw")
    page.keyboard.press("s")
    page.get_by_role("button", name="Download the save").click()
    page.locator("dialog[open]").wait_for()
    look("save")
    page.goto(page.url.split("&")[0] + "&seat=screen")
    alive(page)
    look("big")
    assert wrong == {}
