"""In a browser: a tap means what the page showed, a button names what it books, and what was typed stays."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import companion
from companion.live import LiveTable
from companion.store import open_store
from companion.table import BANKER, Table
from tests.browser import PHONE, Proxy, Server, leave
from tests.games import greed_tables
from tests.games.plutocracy_tables import placed, rolled
from tests.games.ponzi_scheme import trading as ponzi_trading
from tests.screens.test_browser import alive

pytestmark = pytest.mark.browser

PLAYERS = ["Anna", "Bruno", "Carla"]


class Seat:
    """A page at a table that was made beforehand, and another device that acts by itself."""

    def __init__(self, page: Any, server: Server, url: str, table: Table, seat: str) -> None:
        store = open_store(server.data)
        table_id = store.import_log(table.lines())
        self.other = LiveTable(store, table_id)
        self.page = page
        page.goto(f"{url}/?table={store.table(table_id).code}&seat={seat}")
        alive(page)
        page.locator(".tabs").wait_for()

    def primary(self) -> Any:
        return self.page.locator(".foot .primary")

    def says(self, text: str) -> None:
        """The button says this now, not after a while."""
        assert " ".join(self.primary().inner_text().split()) == text

    def recorded(self, count: int) -> list[tuple[str, dict[str, Any]]]:
        """The last entries once there are so many."""
        end = time.monotonic() + 10
        while self.other.refresh() is None or self.other.table.revision < count:
            assert time.monotonic() < end, [entry.action for entry in self.other.table.log]
            time.sleep(0.02)
        return [(entry.action, entry.fields) for entry in self.other.table.log]

    def heard(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()


Open = Callable[..., Seat]


@pytest.fixture
def sit(browser: Any, server: Server) -> Iterator[Open]:
    """Opens a page at a table; ``line`` is another address of the server."""
    contexts = []

    def open_one(table: Table, seat: str, *, line: str = "", lang: str = "en-GB") -> Seat:
        contexts.append(browser.new_context(viewport=PHONE, locale=lang, reduced_motion="reduce"))
        return Seat(contexts[-1].new_page(), server, line or server.url, table, seat)

    yield open_one
    for context in contexts:
        leave(context)


def test_an_end_of_turn_that_still_shows_anna_does_not_end_brunos(sit: Open, server: Server, proxy: Proxy) -> None:
    bank = sit(companion.new_table("good-brokers", players=PLAYERS), "bank", line=proxy.url)
    bank.heard("Anna")
    proxy.cut()  # what follows arrives only after the tap
    bank.other.do("Anna", "end_turn", player="Anna")
    bank.primary().click()
    proxy.restore(keep=True)
    bank.heard("Somebody was faster")
    assert [entry.fields["player"] for entry in bank.other.table.log] == ["Anna"]
    assert bank.other.refresh() == []


def investing() -> Table:
    table = greed_tables.investing(greed_tables.started(), 10, 11, 12)
    table.correct({f"/companies/{company}/free_cash": 2000 for company in range(3)})
    return table


def test_a_typed_bid_stays_while_others_bid_and_the_button_names_it(sit: Open) -> None:
    anna = sit(investing(), "0")
    before = anna.other.table.revision
    name = anna.other.table.state.box["companies"]["0"]["name"]
    field = anna.page.locator("#bid-form [name=amount]")
    field.fill("1'370")
    anna.says(f"Seal the bid of {name}: 1,370")
    anna.other.do("Bruno", "bid", company=1, amount=20)
    anna.page.locator(".foot .back", has_text="made its secret bid").wait_for()
    assert field.input_value() == "1'370"
    anna.says(f"Seal the bid of {name}: 1,370")
    anna.page.locator("#bid-form [data-step='1']").click()
    anna.says(f"Seal the bid of {name}: 1,371")
    anna.primary().click()
    assert anna.recorded(before + 2)[-1] == ("bid", {"company": 0, "amount": 1371})


def test_a_fourteenth_digit_is_refused_in_words(sit: Open) -> None:
    anna = sit(investing(), "0")
    field = anna.page.locator("#bid-form [name=amount]")
    field.fill("")
    field.type("12345678901234")
    assert field.input_value() == "12345678901234"
    anna.primary().click()
    anna.heard("“12345678901234” is too large")
    assert anna.other.refresh() == []


def test_shares_are_named_as_they_are_stepped_to_and_bought_so(sit: Open) -> None:
    anna = sit(companion.new_table("good-brokers", players=PLAYERS), "0")
    plus = anna.page.locator(".stepper [data-step='1']")
    anna.says("End turn")
    plus.nth(0).click()
    plus.nth(0).click()
    first, second, *_ = (company["name"] for company in anna.other.table.state.box["companies"].values())
    anna.says(f"Buy 2 {first} for 80 leaves 220")
    plus.nth(1).click()
    anna.says(f"Buy 2 {first}, 1 {second} for 120 leaves 180")
    anna.primary().click()  # before the steppers have told anybody
    shares = list(anna.other.table.state.steps)
    assert anna.recorded(1) == [("buy", {"player": "Anna", "shares": {shares[0]: 2, shares[1]: 1}})]


def test_an_offer_and_the_final_cash_are_named(sit: Open) -> None:
    bruno = sit(ponzi_trading(), "1")
    before = bruno.other.table.revision
    bruno.page.locator("[data-do='pick.pair'][data-to='0'][data-industry=food]").click()
    bruno.page.locator("#offer [name=amount]").fill("12")
    bruno.says("Offer Anna for Food: 12")
    bruno.page.locator("#offer [name=amount]").press("Enter")
    fields = {"player": "Bruno", "to": "Anna", "industry": "food", "amount": 12}
    assert bruno.recorded(before + 1)[-1] == ("offer", fields)


def test_plutocracy_names_what_is_stepped_to(sit: Open) -> None:
    table = placed([*PLAYERS, "Dario"])
    first = table.snapshot()["next"]
    seat = table.players.index(first)
    ship = sit(table, str(seat))
    row = ship.page.locator("[data-key=trade-buy_seats]")
    label = row.locator("[data-do=trade]")
    assert label.inner_text().startswith("Buy 1 seat for")
    row.locator("[data-step='1']").click()
    assert label.inner_text().startswith("Buy 2 seats for")
    ship.other.do(BANKER, "note", text="tea?")
    ship.page.locator(".foot .back", has_text="tea?").wait_for()
    assert label.inner_text().startswith("Buy 2 seats for")
    label.click()
    assert ship.recorded(table.revision + 2)[-1] == ("buy_seats", {"player": first, "count": 2})


def test_a_starting_bid_is_named_as_it_is_stepped_to(sit: Open) -> None:
    table = rolled([*PLAYERS, "Dario"], start_auction=True)
    anna = sit(table, "0")
    anna.page.locator("[data-do=lot][data-who='0']").click()
    anna.page.locator("[data-do=bid]").wait_for()
    for _ in range(3):
        anna.page.locator("#auction-form [data-step='1']").click()
    anna.says("Bid 3 for slot 1")


def test_storing_and_selling_are_named_as_they_are_stepped_to(sit: Open) -> None:
    table = greed_tables.trading()
    table.do("end_trading")
    greed_tables.goods(table, 0, coal=4)
    table.correct({"/companies/0/free_cash": 90})
    price = table.snapshot()["prices"]["coal"]
    anna = sit(table, "0")
    sell, store = anna.page.locator("[data-do=sell]"), anna.page.locator("button[data-do=store]")
    plus = anna.page.locator("[data-key=good-coal] [data-step='1']")
    assert sell.inner_text().split() == f"Sell all +{4 * price}".split()
    plus.click()
    assert sell.inner_text().split() == f"Sell the rest +{3 * price}".split()
    store.wait_for()
    plus.click()
    assert store.inner_text().split() == ["Store", "2", "Coal", "−5"]
    assert sell.inner_text().split() == f"Sell the rest +{2 * price}".split()


def test_amounts_are_grouped_as_the_language_does(sit: Open) -> None:
    anna = sit(investing(), "0", lang="it-IT")
    anna.page.locator("#bid-form [name=amount]").fill("1 234")
    assert "1.234" in anna.primary().inner_text()
    anna.page.locator("#bid-form [name=amount]").fill("much")
    assert "…" in anna.primary().inner_text()
