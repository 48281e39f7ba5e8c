"""Greed, Incorporated in a browser: a whole year on three devices, and its screens in every size and theme."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from companion.games.greed.state import State
from companion.live import LiveTable
from companion.store import open_store
from companion.table import BANKER, Table, read
from tests.browser import DESKTOP, PHONE, Server
from tests.games.greed_tables import blamed, investing, positions, started, trading
from tests.screens.test_browser import CONTRAST, LAYOUT, Open, alive, open_page, sit

__all__ = ["open_page"]  # a fixture
pytestmark = pytest.mark.browser

PLAYERS = ["Anna", "Bruno", "Carla"]
LATER = 140  # entries: by then there is much on the table


class Device:
    """A page at one table, and the thumb on it."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def join(self, code: str, seat: str) -> "Device":
        self.page.get_by_role("button", name="Join with a code").click()
        self.page.locator("[name=code]").fill(code)
        self.page.keyboard.press("Enter")
        sit(self.page, seat)
        return self

    def tap(self, **data: object) -> None:
        where = "".join(f"[data-{name}='{value}']" for name, value in data.items())
        self.page.locator(f"{where}:not([disabled])").first.click()

    def primary(self, text: str) -> None:
        self.page.locator(".foot .primary:not([disabled])", has_text=text).click()

    def sees(self, text: str) -> None:
        self.page.locator("#companion").get_by_text(text).first.wait_for()

    def undone(self, text: str) -> None:
        self.page.locator(".foot .back", has_text=text).wait_for()

    def body(self) -> str:
        return self.page.locator("[data-region=body]").inner_text()

    def html(self) -> str:
        return self.page.content()


def start(page: Any) -> str:
    """A table with the demo box on which a company may get the boot in its first year; its code."""
    page.locator("[data-do='home.game'][data-game=greed]").click()
    for place, name in enumerate(PLAYERS):
        page.locator(f"[name=player-{place}]").fill(name)
    page.locator("[name=option-first_year_exempt]").uncheck()
    page.locator("[name=box]").select_option("demo")
    page.locator(".foot .primary").click()
    sit(page, "bank")
    return str(page.url.split("table=")[1][:5])


def announce(device: Device, asset: int, seat: int) -> None:
    device.page.locator(f"[name=seat][value='{seat}']").wait_for(state="attached")
    device.tap(do="asset.pick", asset=asset)
    device.primary(f"Announce {asset}")


def bid(device: Device, amount: int) -> None:
    device.page.locator("#bid-form [name=amount]").fill(str(amount))
    device.primary("Seal the bid")


def test_a_whole_year_on_three_devices(open_page: Open) -> None:
    bank = Device(open_page())
    code = start(bank.page)
    anna, bruno = Device(open_page()).join(code, "0"), Device(open_page()).join(code, "1")
    _deal_and_announce(anna, bruno, bank)
    _invest(anna, bruno, bank)
    _trade(anna, bruno)
    _sell_and_blame(anna, bruno, bank)
    _auction(anna, bruno, bank)
    for device in (anna, bruno, bank):
        device.sees("year 2 of 12 · announcements")


def _deal_and_announce(anna: Device, bruno: Device, bank: Device) -> None:
    for device, seat in ((anna, 0), (bruno, 1), (bank, 2)):
        device.tap(do="deal", company=seat, seat=seat)
        device.undone(f"{PLAYERS[seat]} gets")
    announce(anna, 10, 0)
    anna.sees("face down; the others do not see it yet")
    bruno.undone("Anna announced an asset")
    assert "You announced" not in bruno.body()
    assert "announced 10" not in bruno.html()
    announce(bruno, 20, 1)
    announce(bank, 11, 2)
    for device in (anna, bruno, bank):
        device.sees("year 1 of 12 · investments")
        assert "20 Coal mine" in device.body()


def _invest(anna: Device, bruno: Device, bank: Device) -> None:
    bid(anna, 10)
    assert "your bid" not in anna.body()
    anna.page.get_by_role("button", name="Show sealed").click()
    anna.sees("your bid: 10")
    bruno.undone("made its secret bid")
    assert "your bid" not in bruno.body()
    bid(bruno, 13)
    bank.undone("SoShitty Generale made its secret bid")
    bank.page.get_by_role("button", name="No bid").click()
    bruno.sees("Take one asset for the bid of 13")
    assert "26" in bruno.body(), "its own coal mine would cost double"
    bruno.tap(do="take", asset=11)
    anna.tap(do="take", asset=20)
    anna.sees("year 1 of 12 · trade")


def _trade(anna: Device, bruno: Device) -> None:
    """Anna proposes a coal for a sand; Bruno confirms; Anna takes it back from her phone; he confirms again."""
    anna.primary("Trade")
    anna.page.locator("dialog[open]").wait_for()
    anna.tap(do="company.pick", **{"as": "deal-other", "company": 1})
    anna.page.locator("#deal-form [name=other][value='1']").wait_for(state="attached")
    anna.page.locator("[data-key='gives-coal'] [data-step='1']").click()
    anna.page.locator("[data-key='gets-sand'] [data-step='1']").click()
    anna.page.locator("#deal-form .preview .note").first.wait_for()
    anna.page.get_by_role("button", name="Propose to Bruno").click()
    anna.page.locator("dialog").wait_for(state="detached")
    anna.sees("Anna proposes; Bruno has to confirm")
    assert "1 Coal" in bruno.page.locator(".proposal.mine").inner_text()
    bruno.tap(do="deal.accept")
    anna.undone("SoShitty Generale gives 1 Sand")
    anna.page.keyboard.press("u")
    bruno.sees("Anna undid: SoShitty Generale gives 1 Sand")
    bruno.tap(do="deal.accept")
    anna.undone("SoShitty Generale gives 1 Sand")
    bruno.page.locator(".proposal").wait_for(state="detached")


def _sell_and_blame(anna: Device, bruno: Device, bank: Device) -> None:
    bank.tap(kind="greed-end-trading")
    bank.tap(do="end-trading")
    anna.sees("How many to store")
    for good in ("coal", "sand"):
        anna.page.locator(f"#shelf-0 [data-key='good-{good}'] [data-step='1']").click()
    anna.sees("Storing costs 5 in free cash")
    anna.tap(do="store", key="store-0")
    anna.undone("stores 1 Sand, 1 Coal")
    bank.primary("Close the books")
    bank.page.locator("dialog[open]").get_by_text("boot, 1 short").first.wait_for()
    bank.tap(do="end-sales")
    anna.sees("You, the CEO, name who is to blame")
    assert anna.page.locator("[data-do=blame][data-target=ceo] .pay").inner_text().split() == ["34", "for", "Anna"]
    anna.tap(do="blame", target="ceo")
    bruno.sees("You, the CFO, name who is to blame")
    bruno.tap(do="blame", target="ceo")
    bruno.sees("Bruno is CEO now and gives up one asset")
    bruno.tap(do="discard", asset=20)
    bank.sees("then nobody is left: the company is liquidated")
    bank.tap(kind="greed-liquidate")
    bank.tap(key="liquidate")  # asked once more


def _auction(anna: Device, bruno: Device, bank: Device) -> None:
    """Nobody can pay gold; silver goes to Carla for 40."""
    anna.sees("to bid or pass")
    anna.primary("Bid 30")
    bruno.sees("Bruno cannot pay 40")
    bruno.primary("Pass")
    bank.primary("Carla bids 40")
    anna.primary("Pass")
    anna.sees("silver A")


def codes(server: Server) -> dict[str, str]:
    """The demo game as tables of this server: one for the first of each of its later `MOMENTS`, by join code."""
    lines = (files("companion.games.greed") / "demo.jsonl").read_text("utf-8").splitlines()
    shipped, store, found = read(lines), open_store(server.data), dict[str, str]()
    table = Table(shipped.header)
    for entry in shipped.log:
        table.extend(entry)
        for moment in [each for each, is_now in MOMENTS.items() if entry.n > LATER and is_now(table.state)]:
            if moment not in found:
                found[moment] = store.table(store.import_log(lines[: entry.n + 1])).code
    store.close()
    return found


def _is(phase: str) -> Any:
    return lambda state: state.phase == phase


def _taking(state: State) -> bool:
    return state.taking is not None


MOMENTS = {
    "announce": _is("announce"),
    "invest": _is("invest"),
    "taking": _taking,
    "trade": _is("trade"),
    "sales": _is("sales"),
    "blame": _is("blame"),
    "discard": lambda state: state.blame is not None and state.blame.named is None,
    "status": _is("status"),
    "found": lambda state: state.founder is not None,
    "end": _is("end"),
}


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")], ids=["phone", "desktop"])
def test_nothing_is_small_cut_off_or_pale(open_page: Open, server: Server, size: dict[str, int], scheme: str) -> None:
    found = codes(server)
    assert found.keys() == MOMENTS.keys()
    page = open_page(f"?table={found['trade']}&seat=bank", size, scheme)
    wrong: dict[str, list[str]] = {}

    def look(where: str) -> None:
        page.wait_for_timeout(300)
        seen = page.evaluate(LAYOUT) + page.evaluate(CONTRAST)
        if seen:
            wrong[where] = seen

    def go(moment: str, seat: str) -> None:
        page.goto(f"{server.url}/?table={found[moment]}&seat={seat}")
        alive(page)

    _trade_screens(page, look)
    for moment in MOMENTS:
        go(moment, "bank")
        look(moment)
        if moment == "announce":
            page.locator("[data-do='asset.pick']").first.click()
            look("asset picked")
    for moment in ("invest", "trade", "blame"):
        go(moment, "screen")
        look(f"big {moment}")
    assert wrong == {}


def test_a_new_prompt_is_scrolled_to_and_a_reload_comes_back_to_the_same_place(open_page: Open, server: Server) -> None:
    table, store = investing(started(), 10, 11, 12), open_store(server.data)
    for company in (1, 2):
        table.do("pass_bid", company=company)
    live = LiveTable(store, store.import_log(table.lines()))
    page = open_page(f"?table={store.table(live.table_id).code}&seat=0", PHONE, "dark")
    alive(page)
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    below = page.evaluate("window.scrollY")
    assert below > 300
    page.reload()
    alive(page)
    page.wait_for_function("below => Math.abs(window.scrollY - below) < 40", arg=below)
    live.do(BANKER, "bid", company=0, amount=20)  # the banker typed it: now Anna takes an asset
    page.locator("[data-do='take']").first.wait_for()
    top = """() => { const { top } = document.querySelector("[data-do='take']").getBoundingClientRect();
      return window.scrollY > 0 && 0 < top && top < window.innerHeight; }"""
    page.wait_for_function(top)
    live.stop()
    store.close()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 768)], ids=str)
def test_the_market_and_what_is_going_on_fit_a_big_screen(
    open_page: Open, server: Server, size: tuple[int, int]
) -> None:
    store = open_store(server.data)
    table = blamed(
        trading(5), company=0, free_cash=287, positions=positions("Anna", "Bruno", "Carla", "Dario", "Elena")
    )
    code = store.table(store.import_log(table.lines())).code
    store.close()
    page = open_page(f"?table={code}&seat=screen", {"width": size[0], "height": size[1]}, "dark")
    page.locator(".big-greed .short-board").wait_for()
    inside = """height => [".short-board", ".big-boards", ".big-now", ".big-side"].filter(
      (each) => document.querySelector(each).getBoundingClientRect().bottom > height)"""
    page.wait_for_function(f"height => ({inside})(height).length === 0", arg=size[1])
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def _trade_screens(page: Any, look: Callable[[str], None]) -> None:
    """The dialogs of the trade phase and the other tabs."""
    page.locator("[data-do='deal.open']").click()
    page.wait_for_selector("dialog[open]")
    look("deal")
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    for key in ("m", "b"):
        page.keyboard.press(key)
        look(key)
    page.locator("[data-key=section-assets] > summary").click()
    page.locator("[data-what='/assets/36']").click()
    page.wait_for_selector("dialog[open]")
    look("box of an asset")
