"""In a browser, on a phone: a railway table played by taps, and a bank made with the form by somebody new to it."""

from collections.abc import Iterator
from typing import Any

import pytest

import companion
from companion.live import LiveTable
from companion.screens.box_text import to_link
from companion.screens.make import examples
from companion.store import open_store
from tests.browser import PHONE, Server, leave
from tests.screens.test_browser import alive

pytestmark = pytest.mark.browser

PLAYERS = ["Anna", "Bruno", "Carla"]


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
    yield context.new_page()
    leave(context)


def test_a_short_railway_table_is_played_by_taps(phone: Any, server: Server) -> None:
    """The numbers of the rules page: 134 for two shares at 67, a dividend of 10 a share, the marker from 67 to 71."""
    store = open_store(server.data)
    table_id = store.import_log(companion.new_table("own", PLAYERS, box="railways").lines())
    phone.goto(f"{server.url}/?table={store.table(table_id).code}&seat=0")
    alive(phone)
    phone.locator("[data-key='open-bo']").click()
    more = phone.get_by_label("more B & O")
    more.click()
    more.click()
    phone.get_by_role("button", name="Buy 2 B & O for $134").click()
    phone.get_by_text("8 left · 2 held").wait_for()
    phone.locator("[data-key='end-phase']").click()
    phone.locator("[data-key='tile-Dividend']:enabled").click()
    phone.locator("dialog .key", has_text="B & O").click()
    phone.get_by_label("Amount ($)").press_sequentially("10")
    phone.get_by_text("B & O pays 10 a share, 20 in all · B & O 67 → 71").wait_for()
    phone.locator("dialog button[type=submit]").click()
    phone.locator("#own .amount", has_text="$686").first.wait_for()
    phone.locator("[data-key='pay']").click()
    phone.get_by_label("How much? ($)").fill("50")
    phone.locator("dialog .btn", has_text="Bruno").click()
    phone.locator("#own .amount", has_text="$636").first.wait_for()
    phone.get_by_role("button", name="End turn").click()
    phone.locator(".bar .turns", has_text="Bruno").wait_for()
    live = LiveTable(store, table_id)
    assert [entry.action for entry in live.table.log] == ["buy", "end_phase", "press", "pay", "end_turn"]
    assert [player["slots"]["cash"] for player in live.table.snapshot()["players"]] == [636, 850, 800]
    board = phone.locator(".own-scroll").first
    assert board.evaluate("node => node.getBoundingClientRect().right") <= PHONE["width"]


def test_a_bank_with_a_salary_and_two_goods_takes_at_most_forty_taps_and_words(phone: Any, server: Server) -> None:
    phone.goto(server.url)
    alive(phone)
    count = 0

    def tap(selector: str) -> None:
        nonlocal count
        count += 1
        phone.locator(selector).first.click()

    def type_(name: str, words: str) -> None:
        nonlocal count
        count += 1 + len(words.split())  # a tap into the field, and each word
        phone.locator(f"[name='{name}']").fill(words)

    tap("[data-do='make.form']")
    phone.locator(".make-file").wait_for()
    type_("name", "Our farm")
    type_("cash", "500")
    type_("add-button-name", "Salary")
    type_("add-button-pay", "200")
    tap("[data-key='add-button']")
    phone.locator("[value='Salary']").wait_for()
    for good, price in (("sheep", "40"), ("wine", "12")):
        type_("add-good-name", good)
        type_("add-good-price", price)
        tap("[data-key='add-good']")
        phone.locator(f"[name='good-{good}-price']").wait_for()
    file = phone.locator(".make-file")
    assert all(line in file.input_value() for line in ('name = "Our farm"', "[goods.sheep]", "price = 40", "pay = 200"))
    # The text leads too: what is typed there stands in the form.
    file.fill(file.input_value().replace("price = 40", "price = 45"))
    phone.locator("[name='good-sheep-price'][value='45']").wait_for()
    tap("[data-do='make.start']")
    phone.locator("[name='player-0']").wait_for()
    type_("player-0", "Anna")
    type_("player-1", "Bruno")
    tap(".foot [type=submit]")
    tap("[data-do='join.sit']")
    tap("[data-key='tile-Salary']")
    phone.locator("#own .amount", has_text="700").first.wait_for()
    assert count <= 40, count


def test_a_link_shows_what_it_brings_and_leaves_the_address(phone: Any, server: Server) -> None:
    """The game is behind the #, which a browser keeps to itself."""
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    packed = to_link(examples()["mergers"])
    phone.goto(f"{server.url}/#{packed}")
    phone.locator("dialog", has_text="Chains and mergers").wait_for()
    assert not [url for url in asked if packed[4:40] in url]
    phone.locator("[data-do='make.taken']").click()
    phone.locator("[name='player-0']").wait_for()
    assert "box=" not in phone.url
