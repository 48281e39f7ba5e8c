"""What a person types or steps to is never lost: slow lines, other devices' entries, reloads, the way back."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.boxes import import_box, shipped
from companion.live import LiveTable
from companion.store import Store, open_store
from companion.table import BANKER, new_table
from tests.browser import PHONE, Proxy, Server, leave
from tests.games import greed_tables
from tests.games.plutocracy_tables import placed
from tests.play import moves

pytestmark = pytest.mark.browser

PLAYERS = ["Anna", "Bruno", "Carla"]
DELAYS = [0.05, 0.25, 1.0]  # seconds that each way takes


@pytest.fixture
def open_page(browser: Any, server: Server, proxy: Proxy) -> Iterator[Callable[..., Any]]:
    """Opens pages over the line that can be slow."""
    contexts, wrong = [], []

    def open_one(query: str = "") -> Any:
        contexts.append(browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{proxy.url}/{query}")
        page.wait_for_selector("#companion .bar")
        return page

    yield open_one
    for context in contexts:
        leave(context)
    assert wrong == []


@pytest.fixture
def store(server: Server) -> Store:
    return open_store(server.data)


def brokers(store: Store) -> tuple[str, LiveTable]:
    """A table of Good Brokers, and another device at it."""
    table_id = store.create(new_table("good-brokers", PLAYERS, box="demo").header.line(), "")
    return store.table(table_id).code, LiveTable(store, table_id)


def typed_names(page: Any) -> list[str]:
    return page.eval_on_selector_all("[name^=player-]", "fields => fields.map((field) => field.value)")


@pytest.mark.parametrize("delay", DELAYS)
def test_names_typed_while_the_form_is_answered_stay(open_page: Any, proxy: Proxy, delay: float) -> None:
    page = open_page()
    page.locator("[data-do='home.game']").first.click()
    page.locator("#new-table").wait_for()
    proxy.delay = delay
    page.locator("[name=player-0]").fill("Anna")
    page.locator("[data-do='new.add']").click()
    page.locator("[name=player-0]").fill("Zoë")  # before the answer to the tap
    page.locator("[name=player-1]").press_sequentially("Carla", delay=20)
    page.locator("[name=player-3]").wait_for()
    assert page.evaluate("document.activeElement.name") == "player-1"  # the new row takes nobody's focus away
    page.locator("[name=player-3]").press_sequentially("Dora")
    page.locator("[data-do='new.up'][data-row='1']").first.click()
    page.locator("[name=player-2]").press_sequentially("Bo", delay=20)
    page.wait_for_function("() => document.querySelector('[name^=player-]').name === 'player-1'")
    page.locator("[data-do='new.remove'][data-row='0']").click()
    page.locator("[name=player-2]").press("End")
    page.locator("[name=player-2]").press_sequentially("ris", delay=20)
    page.locator("[name=player-0]").wait_for(state="detached")
    assert typed_names(page) == ["Carla", "Boris", "Dora"]
    page.locator(".foot .primary").click()
    page.locator(".invite").wait_for()
    assert all(name in page.inner_text("#companion") for name in ("Carla", "Boris", "Dora"))


@pytest.mark.parametrize("delay", DELAYS)
def test_steps_survive_another_devices_entry(open_page: Any, proxy: Proxy, store: Store, delay: float) -> None:
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    more = page.locator(".stepper [data-step='1']").first
    more.wait_for()
    proxy.delay = delay
    for count in (1, 2, 3):
        more.click()
        other.do(BANKER, "note", text=f"note {count}")
        page.locator(".foot", has_text=f"note {count}").wait_for()
        assert page.locator(".stepper output").first.inner_text() == f"+{count}"
    page.locator(".foot .primary", has_text="Buy 3 Lloyd for 120").wait_for()


def test_a_button_books_what_it_says(open_page: Any, proxy: Proxy, store: Store) -> None:
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    more = page.locator(".stepper [data-step='1']").first
    more.click()
    buy = page.locator(".foot .primary", has_text="Buy 1 Lloyd for 40")
    buy.wait_for()
    proxy.delay = 0.25
    more.click()
    page.evaluate("document.querySelector('.foot .primary').click()")  # it still says 1
    page.locator(".foot .primary", has_text="Buy 2 Lloyd for 80").wait_for()
    other.refresh()
    assert other.table.revision == 0
    page.locator(".foot .primary").click()
    page.locator(".foot .back", has_text="bought 2 Lloyd").wait_for()


def test_a_number_that_is_entered_is_replaced_and_the_button_says_what_will_be(open_page: Any, store: Store) -> None:
    """Anna's 300 becomes 40, not 30040; a second tap sets the caret as everywhere."""
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=bank&screen=history")
    page.locator("[data-kind=correct]").click()
    page.locator("details.values summary", has_text="Anna").click()
    page.locator("[data-pointer='/players/0/cash']").click()
    page.locator("[name=value]").click()
    page.keyboard.type("4")
    page.locator("[name=value]").click()
    page.keyboard.press("End")
    page.keyboard.type("0")
    assert page.locator("[name=value]").input_value() == "40"
    assert page.locator("dialog .primary").inner_text().split() == ["Correct", "it", "300", "→", "40"]
    page.locator("dialog .primary").click()
    page.get_by_text("Correction: Anna · cash 300 → 40").first.wait_for()
    assert other.refresh()[-1].fields["set"] == {"/players/0/cash": 40}
    page.locator("[data-kind=correct]").click()
    page.locator("details.values summary", has_text="Bruno").click()
    page.locator("[data-pointer='/players/1/cash']").click()
    page.locator("[name=value]").wait_for()
    page.go_back()
    page.locator("dialog[open]").wait_for(state="detached")


def test_a_stepper_offers_nothing_that_would_be_refused(open_page: Any, store: Store) -> None:
    """Two shares of one company and one of another are three: no more of any, and none is sold beside."""
    code, other = brokers(store)
    other.correct(BANKER, {"/players/0/shares/siemens": 1})
    page = open_page(f"?table={code}&seat=0")
    row = {company: page.locator(f".stepper:has([name={company}])") for company in ("lloyd", "ford", "siemens")}
    row["lloyd"].locator("[data-step='1']").click(click_count=1)
    row["lloyd"].locator("[data-step='1']").click()
    row["ford"].locator("[data-step='1']").click()
    row["ford"].locator("[data-step='1']").click(force=True)
    row["siemens"].locator("[data-step='-1']").click(force=True)
    shown = [row[company].locator("output").inner_text() for company in row]
    assert shown == ["+2", "+1", "0"]
    page.locator(".foot .primary", has_text="Buy 2 Lloyd").wait_for()
    ends = page.locator(".stepper [data-step='1'][aria-disabled=true]")
    assert ends.count() == page.locator(".stepper [data-step='1']").count()
    row["ford"].locator("[data-step='-1']").click()
    page.wait_for_function("() => !document.querySelector(\".stepper [data-step='1'][aria-disabled=true]\")")


def test_half_filled_forms_survive_a_reload(open_page: Any, store: Store) -> None:
    page = open_page()
    page.locator("[data-do='home.game']").first.click()
    page.locator("[data-do='new.add']").click()
    page.wait_for_function("() => document.activeElement.name === 'player-3'")
    page.keyboard.type("Dora")
    page.locator("[name=player-0]").fill("<b>Anna</b>")
    page.locator("[name=title]").fill("Friday")
    page.reload()
    page.locator("[name=player-3]").wait_for()
    assert typed_names(page) == ["<b>Anna</b>", "", "", "Dora"]
    assert page.locator("[name=title]").input_value() == "Friday"

    code, _other = brokers(store)
    page = open_page(f"?table={code}&seat=0&screen=history")
    page.locator("[data-kind=note]").click()
    page.locator("dialog textarea").fill("half a thought")
    page.reload()
    page.locator("dialog[open] textarea").wait_for()
    page.wait_for_function("() => document.querySelector('dialog textarea').value === 'half a thought'")
    page.locator("dialog .primary").click()
    page.get_by_text("Note: half a thought").first.wait_for()
    page.reload()
    page.get_by_text("Note: half a thought").first.wait_for()
    page.locator("[data-kind=note]").click()
    page.locator("dialog[open] textarea").wait_for()
    assert page.locator("dialog textarea").input_value() == ""


def test_the_way_back_closes_the_sheet_then_goes_to_the_last_tab(open_page: Any, store: Store) -> None:
    code, _other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    page.locator("#tab-market, [data-key=tab-market]").click()
    page.locator("#companion [data-chart=prices]").wait_for()
    page.locator("[data-key=tab-history]").click()
    page.locator("[data-kind=note]").click()
    page.locator("dialog textarea").fill("kept")
    page.evaluate("history.back()")
    page.locator("dialog[open]").wait_for(state="detached")
    assert "screen=history" in page.url
    page.evaluate("history.back()")
    page.locator("#companion [data-chart=prices]").wait_for()
    assert "screen=market" in page.url
    page.evaluate("history.forward()")
    page.locator("[data-kind=note]").wait_for()
    assert "screen=history" in page.url
    page.locator("[data-kind=note]").click()
    page.locator("dialog[open] textarea").wait_for()
    assert page.locator("dialog textarea").input_value() == "kept"
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    for _ in range(6):  # more often than there are steps
        page.evaluate("history.back()")
        page.wait_for_timeout(150)
    assert code in page.url
    page.get_by_text("not sent yet").wait_for()


def on_two_tabs(open_page: Any, store: Store) -> Any:
    """A page that was on the market and is on the history."""
    page = open_page(f"?table={brokers(store)[0]}&seat=0")
    page.locator("[data-key=tab-market]").click()
    page.locator("#companion [data-chart=prices]").wait_for()
    page.locator("[data-key=tab-history]").click()
    page.locator("[data-kind=note]").wait_for()
    return page


def test_the_way_back_waits_for_a_line_that_is_sound_in_a_moment(open_page: Any, store: Store) -> None:
    page = on_two_tabs(open_page, store)
    page.evaluate(
        """() => {
            const end = performance.now() + 4000; // the page is busy itself, and takes that for a sleep
            while (performance.now() < end);
            setTimeout(() => history.back());
        }"""
    )
    page.locator("#companion [data-chart=prices]").wait_for()
    assert "screen=market" in page.url


def test_the_way_back_may_lead_out_of_a_sheet_to_the_tab_before_it(open_page: Any, store: Store) -> None:
    page = on_two_tabs(open_page, store)
    page.locator("[data-kind=note]").click()
    page.locator("dialog[open] textarea").wait_for()
    page.evaluate("history.go(-2)")
    page.locator("#companion [data-chart=prices]").wait_for()
    assert page.locator("dialog[open]").count() == 0
    assert "screen=market" in page.url


@pytest.mark.parametrize("noticed", [True, False], ids=["noticed", "unnoticed"])
def test_the_address_tells_where_the_page_is_after_a_broken_line(
    open_page: Any, store: Store, proxy: Proxy, noticed: bool
) -> None:
    page = on_two_tabs(open_page, store)
    proxy.cut()
    if noticed:
        page.locator(".companion-lost:visible").wait_for()
    page.evaluate("history.back()")
    if noticed:
        page.get_by_text("your last tap was not recorded").wait_for()
        assert "screen=history" in page.url
        lost, notice = (page.locator(one).bounding_box() for one in (".companion-lost p", ".companion-notice"))
        assert lost["y"] + lost["height"] <= notice["y"]  # both can be read
    page.locator(".companion-lost:visible").wait_for()
    proxy.restore()
    page.locator(".companion-lost").wait_for(state="hidden")
    page.locator("[data-kind=note]").wait_for()
    page.wait_for_url(re.compile("screen=history"))
    page.locator("[data-key=tab-market]").click()
    page.locator("#companion [data-chart=prices]").wait_for()
    page.evaluate("history.back()")
    page.locator("[data-kind=note]").wait_for()
    assert "screen=history" in page.url


def test_a_secret_that_is_held_may_go_away(open_page: Any, store: Store) -> None:
    table_id = store.create(new_table("ponzi-scheme", PLAYERS).header.line(), "")
    other = LiveTable(store, table_id)
    page = open_page(f"?table={store.table(table_id).code}&seat=0")
    page.locator("[data-hold]").first.wait_for()
    page.locator("[data-hold]").first.click()
    page.evaluate("document.querySelector('[data-live-held]').closest('.card').remove()")
    other.do(BANKER, "note", text="something else")
    page.locator(".foot", has_text="something else").wait_for()
    page.keyboard.press("h")
    page.locator("[data-key=tab-table], .tabs button").first.click()
    page.locator("[data-hold]").first.click()
    page.locator("[data-live-held]:not([hidden])").first.wait_for()


KEPT = "JSON.stringify({ ...sessionStorage, ...localStorage })"


def test_no_password_is_kept_in_the_browser(open_page: Any, store: Store) -> None:
    code, _other = brokers(store)
    page = open_page(f"?table={code}&seat=0&screen=settings")
    page.locator("[type=password]").first.fill("9876")
    assert "9876" not in page.evaluate(KEPT)


def test_the_bankers_pin_of_a_new_table_is_not_kept_over_a_reload(open_page: Any) -> None:
    page = open_page()
    page.locator("[data-do='home.game'][data-game='ponzi-scheme']").first.click()
    page.locator("[name=player-0]").fill("Anna")
    page.locator("#new-table [type=password]").fill("9876")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")  # as a reload does
    kept = page.evaluate(KEPT)
    assert "Anna" in kept
    assert "9876" not in kept


def test_what_others_write_moves_nothing_in_sight(open_page: Any, store: Store) -> None:
    code, other = brokers(store)
    for number in range(40):
        other.do(BANKER, "note", text=f"note {number}")
    page = open_page(f"?table={code}&seat=0&screen=history")
    row = page.locator("[data-key=entry-20]")
    row.scroll_into_view_if_needed()
    before = row.bounding_box()
    assert page.evaluate("scrollY") > 0
    for number in range(40, 44):
        other.do(BANKER, "note", text=f"note {number} " + "that takes more than one line on a phone " * 3)
    page.locator(f"[data-key=entry-{other.table.revision}]").wait_for(state="attached")
    assert abs(row.bounding_box()["y"] - before["y"]) <= 1


def test_messages_cover_no_button(open_page: Any, store: Store) -> None:
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=1")
    other.do(BANKER, "note", text="a note that takes more than one line on a phone, as notes do")
    page.locator("[data-do=undo]").wait_for()
    other.undo(BANKER)
    page.locator(".companion-notice.info", has_text="undid").wait_for()
    covered = page.evaluate(
        """() => {
          const note = document.querySelector(".companion-notice").getBoundingClientRect();
          return [...document.querySelectorAll("#companion button, #companion input")].filter((one) => {
            const box = one.getBoundingClientRect();
            const beside = box.left >= note.right || box.right <= note.left;
            const apart = box.top >= note.bottom || box.bottom <= note.top;
            return box.width && !beside && !apart && !one.closest(".companion-notice");
          }).map((one) => one.dataset.do);
        }"""
    )
    assert covered in ([], ["hint.read"])  # a device's first hints stand below the bar; a tap goes through to them
    page.locator("[data-do='hint.read']").click()
    page.locator("[data-do='sheet.open'][data-kind=help]").click()
    page.locator("dialog[open]").wait_for()


def test_a_phone_shakes_and_says_it_when_it_is_its_turn(open_page: Any, store: Store) -> None:
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=1&screen=settings")
    page.evaluate("() => { navigator.vibrate = (pattern) => (window.shaken ??= []).push(pattern); }")
    page.locator("[name=turn]").select_option("shake")
    page.wait_for_function("() => window.shaken?.length === 1")  # what was chosen is tried at once
    other.do("Anna", "buy", player="Anna", shares={"ford": 1})
    page.locator(".bar-turn[role=status]", has_text="Anna").wait_for()
    assert page.evaluate("window.shaken.length") == 1
    other.do("Anna", "end_turn", player="Anna")
    page.locator(".bar-turn[role=status]", has_text="Your turn").wait_for()
    page.wait_for_function("() => window.shaken.length === 2")


def test_an_error_stays_until_it_is_read_and_a_newer_one_takes_its_place(open_page: Any) -> None:
    page = open_page()
    page.get_by_role("button", name="Join with a code").click()
    for wrong in ("ZZZZZ", "YYYYY"):
        page.locator("[name=code]").fill(wrong)
        page.locator("dialog .primary").click()
        page.locator(".companion-notice.error", has_text=wrong).wait_for()
        page.wait_for_timeout(4500)  # longer than an information stands
        assert page.locator(".companion-notice").count() == 1
    page.locator(".companion-notice button").click()
    page.locator(".companion-notice").wait_for(state="detached")


# -- what a tap tells together with what was typed just before it


def own_table(store: Store, box: str) -> tuple[str, LiveTable]:
    """A table of a game of one's own, and another device at it."""
    table_id = store.create(new_table("own", PLAYERS, box=import_box(box)).header.line(), "")
    return store.table(table_id).code, LiveTable(store, table_id)


TOLL = """
name = "Tolls"
[slots]
cash = {start = 500}
[[button]]
name = "Build"
who = "any"
ask = ["amount"]
do = [{pay = "amount", from = "cash", to = "bank"}]
[[button]]
name = "Toll"
who = "any"
ask = ["amount"]
do = [{pay = "amount", from = "cash", to = "bank"}]
"""


@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("how", ["Enter", "tap"])
def test_a_form_is_sent_with_what_was_typed_last(
    open_page: Any, proxy: Proxy, store: Store, delay: float, how: str
) -> None:
    code, other = own_table(store, TOLL)
    page = open_page(f"?table={code}&seat=0")
    page.locator("[data-do='sheet.open'][data-button=Build]").click()
    page.locator("dialog [name=amount]").fill("70")
    proxy.delay = delay
    if how == "Enter":
        page.keyboard.press("Enter")
    else:
        page.locator("dialog [type=submit]").click()
    page.locator(".foot .back", has_text="Build").wait_for()
    assert [(entry.action, entry.fields["amount"]) for entry in other.refresh()] == [("press", 70)]


OLD = "delete Element.prototype.moveBefore"  # as in a browser without it
TURNS = """
name = "Turns"
[slots]
cash = {start = 500}
[goods.sheep]
price = 40
[goods.wheat]
price = 7
"""


def test_what_is_typed_while_something_above_goes_goes_on(open_page: Any, store: Store) -> None:
    """Bruno types 120 while Anna's turn ends, in a browser that cannot move a field without leaving it."""
    code, other = own_table(store, TURNS)
    page = open_page(f"?table={code}&seat=1")
    page.evaluate(OLD)
    page.locator("[data-kind=own-good]").first.click()
    page.locator("dialog .note", has_text="Anna").wait_for()
    page.locator("#own-move-sheep summary").click()
    page.locator("#own-move-sheep [name=to]").click()
    page.keyboard.type("1")
    other.do("Anna", "end_turn", player="Anna")
    page.locator("dialog form[data-do='own.trade']").wait_for()
    page.keyboard.type("20")
    assert page.locator("#own-move-sheep [name=to]").input_value() == "120"


def test_a_bid_that_is_typed_while_another_one_comes_goes_on(open_page: Any, store: Store) -> None:
    """The choice of companies above the banker's bid goes when one of the last two has bid."""
    table_id = store.import_log(greed_tables.investing(greed_tables.started(), 10, 11, 12).lines())
    other = LiveTable(store, table_id)
    page = open_page(f"?table={store.table(table_id).code}&seat=bank")
    page.evaluate(OLD)
    other.do("Carla", "bid", company=2, amount=12)
    page.locator("#bid-form [name=company][value='1']").wait_for(state="attached")
    page.locator(".choices").first.wait_for()
    page.locator("#bid-form [name=amount]").click()
    page.keyboard.type("4")
    other.do("Anna", "bid", company=0, amount=12)
    page.locator(".choices").first.wait_for(state="detached")
    page.keyboard.type("5")
    assert page.locator("#bid-form [name=amount]").input_value() == "45"


def test_a_trade_is_proposed_with_what_was_typed_last(open_page: Any, proxy: Proxy, store: Store) -> None:
    table_id = store.import_log(greed_tables.trading().lines())
    other = LiveTable(store, table_id)
    page = open_page(f"?table={store.table(table_id).code}&seat=0")
    page.locator("[data-do='deal.open']").click()
    proxy.delay = 0.25
    page.locator("dialog [name='gives.cash']").fill("3")
    page.locator("dialog [name='gets.cash']").fill("2")
    page.locator("#deal-form [type=submit]").click()
    page.locator("dialog[open]").wait_for(state="detached")
    fields = [entry.fields for entry in other.refresh()]
    assert [(each["gives"]["cash"], each["gets"]["cash"]) for each in fields] == [(3, 2)]


# -- one of several, and drafts of one thing that are not another's


@pytest.mark.parametrize("delay", DELAYS)
def test_one_of_several_stays_chosen_and_the_button_says_it(
    open_page: Any, proxy: Proxy, store: Store, delay: float
) -> None:
    table = new_table("good-brokers", PLAYERS, box="demo")
    while not table.snapshot()["cards_played"]:
        table.do(**next(move for move in table.legal() if move["action"] in ("end_turn", "play_card")))
    table_id = store.import_log(table.lines())
    other, was = LiveTable(store, table_id), table.snapshot()["cards_played"][0]["value"]
    page = open_page(f"?table={store.table(table_id).code}&seat=bank&screen=history")
    page.locator("[data-kind=correct]").click()
    page.locator("details.values summary", has_text="cards").first.click()
    page.locator("[data-pointer='/cards_played/0/value']").click()
    choices = page.locator("dialog [type=radio]")
    choices.first.wait_for(state="attached")
    values = [value for value in choices.evaluate_all("all => all.map((one) => one.value)") if value != str(was)]
    checked = "document.querySelector('dialog [type=radio]:checked').value"
    says = page.locator("dialog .primary")
    assert page.evaluate(checked) == str(was)
    assert not any(f"→ {value}".replace("-", "−") in says.inner_text() for value in values)
    proxy.delay = delay
    for value in (values[0], values[1]):
        page.locator(f"dialog label:has([value='{value}'])").click()
        assert page.evaluate(checked) == value
        page.locator("dialog .primary", has_text=f"→ {value}".replace("-", "−")).wait_for()
        page.wait_for_function("() => !document.querySelector('dialog [aria-busy=true]')")
        assert page.evaluate(checked) == value
    page.reload()
    page.locator("dialog[open] [type=radio]").first.wait_for(state="attached")
    page.wait_for_function(f"() => {checked} === '{values[1]}'")
    page.locator("dialog .primary", has_text=f"→ {values[1]}".replace("-", "−")).wait_for()
    page.locator("dialog .primary").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert [entry.fields["set"] for entry in other.refresh()] == [{"/cards_played/0/value": int(values[1])}]


@pytest.mark.parametrize("delay", [0.0, 0.25])
def test_what_was_typed_for_one_button_is_not_anothers_and_survives_a_reload(
    open_page: Any, proxy: Proxy, store: Store, delay: float
) -> None:
    """However fast a sheet is opened after another one was closed: on a slow line, before Python hears of that."""
    code, _other = own_table(store, TOLL)
    page = open_page(f"?table={code}&seat=0")
    page.locator("[data-do='sheet.open'][data-button=Build]").wait_for()
    proxy.delay = delay

    def opened(button: str) -> Any:
        page.locator(f"[data-do='sheet.open'][data-button={button}]").click()
        return page.locator("dialog[open] [name=amount]")

    opened("Build").fill("50")
    page.locator("dialog [data-do='sheet.close']").first.click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert opened("Toll").input_value() == ""
    page.locator("dialog [name=amount]").fill("7")
    page.locator("dialog [data-do='sheet.close']").first.click()
    page.locator("dialog[open]").wait_for(state="detached")
    opened("Build").fill("70")
    page.reload()
    page.locator("dialog[open] [name=amount]").wait_for()
    page.wait_for_function("() => document.querySelector('dialog [name=amount]').value === '70'")


def test_a_sealed_bid_that_was_typed_is_that_of_its_company(open_page: Any, store: Store) -> None:
    """60 typed for the second company is not offered for the first one after a reload, and stands there again."""
    table = greed_tables.investing(greed_tables.started(), 10, 11, 12)
    table_id = store.import_log(table.lines())
    page = open_page(f"?table={store.table(table_id).code}&seat=bank")
    page.locator("[data-do='company.pick'][data-company='1']").click()
    page.locator("#bid-form [name=company][value='1']").wait_for(state="attached")
    page.locator("#bid-form [name=amount]").fill("60")
    page.reload()
    page.locator("#bid-form [name=company][value='2']").wait_for(state="attached")
    page.wait_for_timeout(300)
    assert page.locator("#bid-form [name=amount]").input_value() == "10"
    page.locator("[data-do='company.pick'][data-company='1']").click()
    page.locator("#bid-form [name=company][value='1']").wait_for(state="attached")
    page.wait_for_function("() => document.querySelector('#bid-form [name=amount]').value === '60'")
    page.locator(".foot .primary", has_text=": 60").wait_for()


def test_what_was_stepped_to_at_one_stop_is_not_kept_for_the_next(open_page: Any, store: Store) -> None:
    """Anna stepped, and the banker ended her turn: in her next one nothing is stepped to, and Back leaves the page."""
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    page.locator(".stepper [data-step='1']").first.click()
    page.locator(".foot .primary", has_text="Buy 1").wait_for()
    while (other.table.snapshot()["turn"], other.table.snapshot()["active"]) != (2, "Anna"):
        move = next(move for move in other.table.legal() if move["action"] in ("end_turn", "play_card"))
        other.do(BANKER, move.pop("action"), **move)
    page.locator(".bar", has_text="turn 2 of 4").locator(".bar-turn", has_text="Your turn").wait_for()
    page.wait_for_timeout(600)  # longer than a stepper waits before it tells
    assert page.locator(".stepper output").first.inner_text() == "0"
    assert page.locator(".foot .primary").inner_text().startswith("End turn")


GRID = """
name = "Grid"
[slots]
cash = {start = 500}
[tracks]
stock = [[10, 20, 30], [40, 50, 60]]
[goods.coal]
price = {track = "stock", start = 20}
"""


def correcting(open_page: Any, code: str, pointer: str) -> Any:
    """The banker's page with the form of this value."""
    page = open_page(f"?table={code}&seat=bank&screen=history")
    page.locator("[data-kind=correct]").click()
    page.locator("dialog .value").first.wait_for(state="attached")
    page.evaluate("pointer => document.querySelector(`dialog [data-pointer='${pointer}']`).click()", pointer)
    page.locator("dialog [name=value], dialog [name^='value.']").first.wait_for()
    return page


@pytest.mark.parametrize("delay", [0.0, 0.25])
def test_a_value_that_is_no_number_is_put_right_with_the_first_tap(
    open_page: Any, proxy: Proxy, store: Store, delay: float
) -> None:
    code, other = own_table(store, GRID)
    page = correcting(open_page, code, "/goods/coal/place")
    proxy.delay = delay
    page.locator("dialog [name=value]").fill("1, 2")
    page.locator("dialog .primary").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert page.locator(".companion-notice.error").count() == 0
    assert [entry.fields["set"] for entry in other.refresh()] == [{"/goods/coal/place": [1, 2]}]


def test_a_number_that_was_missing_is_put_right_with_the_first_tap(open_page: Any, proxy: Proxy, store: Store) -> None:
    table = new_table("plutocracy", PLAYERS, {"setup": "random"})
    body = next(body for body, planet in table.snapshot()["planets"].items() if planet["supply_price"] is None)
    table_id = store.import_log(table.lines())
    other = LiveTable(store, table_id)
    page = correcting(open_page, store.table(table_id).code, f"/planets/{body}/supply_price")
    page.locator("dialog [name=value]").fill("4")
    proxy.delay = 0.25
    page.locator("dialog .primary").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert [entry.fields["set"] for entry in other.refresh()] == [{f"/planets/{body}/supply_price": 4}]


def test_a_tap_on_what_has_changed_since_is_refused_with_the_reason(open_page: Any, proxy: Proxy, store: Store) -> None:
    """What is typed after the tap was not meant by it."""
    code, other = own_table(store, GRID)
    page = correcting(open_page, code, "/goods/coal/place")
    page.locator("dialog [name=value]").fill("1, 2")
    proxy.delay = 0.25
    page.locator("dialog .primary").click()
    page.locator("dialog [name=value]").fill("0, 2")
    page.locator(".companion-notice.error", has_text="The page has changed meanwhile; look again.").wait_for()
    assert other.refresh() == []


# -- a player is renamed while a form is filled in


def test_a_payment_that_is_filled_in_stays_when_who_pays_is_renamed(open_page: Any, store: Store) -> None:
    """The banker has chosen Bruno's cash and typed 5; he is renamed, and Carla gets the 5 out of his cash."""
    code, other = own_table(store, TOLL)
    page = open_page(f"?table={code}&seat=bank")
    page.locator("[data-kind=own-pay]").first.click()
    page.locator("dialog [name=source]").select_option(label="Bruno")
    page.locator("dialog [data-do='own.pay'][data-to='player:1:cash']").wait_for(state="detached")
    page.locator("dialog [name=amount]").fill("5")
    other.do(BANKER, "rename", player="Bruno", to="Bruna")
    page.locator("dialog option", has_text="Bruna").first.wait_for(state="attached")
    assert page.locator("dialog [name=source] option:checked").inner_text() == "Bruna"
    assert page.locator("dialog [name=amount]").input_value() == "5"
    page.locator("dialog button[data-do='own.pay']", has_text="Carla").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert [entry.fields["from"] for entry in other.refresh()] == ["player:Bruna:cash"]


def test_what_was_stepped_to_stays_when_who_steps_is_renamed(open_page: Any, store: Store) -> None:
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    page.locator(".stepper [data-step='1']").first.click()
    page.locator(".foot .primary", has_text="Buy 1 Lloyd").wait_for()
    other.do(BANKER, "rename", player="Anna", to="Annie")
    page.locator("h1", has_text="Annie").wait_for()
    assert page.locator(".stepper output").first.inner_text() == "+1"
    page.locator(".foot .primary", has_text="Buy 1 Lloyd").click()
    page.locator(".foot .back", has_text="bought 1 Lloyd").wait_for()


COAL = """
name = "Coal"
[slots]
cash = {start = 100}
[tracks]
row = [50, 60, 70]
[goods.coal]
count = 8
price = {track = "row", start = 50}
"""


def test_what_was_stepped_to_of_a_good_stays_when_it_is_refused_others_write_and_its_price_is_moved(
    open_page: Any, store: Store
) -> None:
    code, other = own_table(store, COAL)
    page = open_page(f"?table={code}&seat=0")
    page.locator("[data-kind=own-good]").first.click()
    for _ in range(3):
        page.locator("dialog .stepper [data-step='1']").click()
    page.locator("dialog [type=submit]", has_text="Buy 3 coal for 150").click()
    page.locator(".companion-notice", has_text="would have to pay 150").wait_for()
    other.do(BANKER, "note", text="a note")
    page.locator(".foot .back", has_text="a note").wait_for(state="attached")
    assert page.locator("dialog .stepper output").inner_text() == "+3"
    page.locator("dialog summary", has_text="Move the price").click()
    page.locator("dialog [data-do='own.move'][data-right='1']").click()
    page.locator("dialog [type=submit]", has_text="Buy 3 coal for 180").wait_for()
    assert page.locator("dialog .stepper output").inner_text() == "+3"


# -- somebody else's entry makes the form be about another


def test_an_amount_that_was_typed_for_one_player_is_not_the_next_ones(open_page: Any, store: Store) -> None:
    """The banker has typed 120 for Anna; she tells her own, and the form goes on to Bruno: it is empty."""
    table = new_table("ponzi-scheme", PLAYERS, {"cash": "hidden"})
    chance = random.Random(4)
    while not any(move["action"] == "final_cash" for move in moves(table)):
        offered = moves(table)
        action = chance.choice(sorted({move["action"] for move in offered}))
        table.do(**chance.choice([move for move in offered if move["action"] == action]))
    table_id = store.import_log(table.lines())
    other, seat = LiveTable(store, table_id), table.game.active(table.state)[0]
    first = PLAYERS[seat]
    page = open_page(f"?table={store.table(table_id).code}&seat=bank")
    form = page.locator("form[data-do=final_cash]")
    assert form.get_attribute("data-about") == str(seat)
    page.locator("[name=amount]").fill("120")
    move = next(each for each in moves(table) if each["action"] == "final_cash" and each["player"] == first)
    other.do(first, move.pop("action"), **move)
    page.wait_for_function(f"() => document.querySelector('form[data-do=final_cash]').dataset.about !== '{seat}'")
    assert page.locator("[name=amount]").input_value() == ""


def test_a_sealed_bid_of_the_bankers_is_not_the_next_companys(open_page: Any, store: Store) -> None:
    table = greed_tables.investing(greed_tables.started(), 10, 11, 12)
    table_id = store.import_log(table.lines())
    other = LiveTable(store, table_id)
    page = open_page(f"?table={store.table(table_id).code}&seat=bank")
    page.locator("#bid-form [name=company][value='2']").wait_for(state="attached")
    page.locator("#bid-form [name=amount]").fill("60")
    other.do("Carla", "bid", company=2, amount=33)
    page.locator("#bid-form [name=company][value='1']").wait_for(state="attached")
    assert page.locator("#bid-form [name=amount]").input_value() == "10"
    page.locator(".foot .primary", has_text=": 10").wait_for()


def test_the_time_of_a_planned_voyage_is_that_of_its_ship(open_page: Any, store: Store) -> None:
    """Two ships at one place: what the banker has stepped to for the first is not what the second one's plan shows."""
    table = placed([*PLAYERS, "Dario"])
    first = table.snapshot()["next"]
    table_id = store.import_log(table.lines())
    other = LiveTable(store, table_id)
    page = open_page(f"?table={store.table(table_id).code}&seat=bank&screen=map")

    def planned() -> str:
        page.locator("select[name=place]").select_option("saturn:0")
        page.locator(".foot .primary", has_text="Fly: Saturn").wait_for()
        return str(page.locator("output[name=time]").inner_text())

    least = planned()
    for _ in range(2):
        page.locator(".stepper:has([name=time]) [data-step='1']").click()
    page.locator(f".foot .primary[data-time='{int(least) + 2}']").wait_for()
    other.do(first, "travel", player=first, to=["saturn", 0], time=int(least) + 5)
    page.locator(".foot .primary", has_text="Choose a place").wait_for()
    assert planned() == least
    page.wait_for_timeout(600)  # longer than a stepper waits before it tells
    assert page.locator("output[name=time]").inner_text() == least
    assert page.locator(".foot .primary").get_attribute("data-time") == least


@pytest.mark.parametrize("delay", DELAYS)
def test_a_game_is_kept_with_what_was_filled_in_last(open_page: Any, proxy: Proxy, delay: float) -> None:
    page = open_page()
    page.locator("[data-do='make.form']").first.click()
    page.locator("#make-form [name=name]").wait_for()
    proxy.delay = delay
    page.locator("#make-form [name=name]").fill("Our farm")
    page.locator("[data-do='make.keep']").click()
    page.locator(".companion-notice", has_text="Our farm").wait_for()
    assert page.locator("#make-form [name=name]").input_value() == "Our farm"
    assert 'name = "Our farm"' in page.locator("#make-text textarea").input_value()
    page.locator("#make-text textarea").fill('name = "From the file"\n')
    page.locator("[name=add-good-name]").fill("sheep")
    page.locator("[data-key=add-good]").click()
    page.locator("#make-form [name=good-sheep-name]").wait_for()
    assert 'name = "From the file"' in page.locator("#make-text textarea").input_value()
    page.reload()
    page.locator("#make-form [name=good-sheep-name]").wait_for()
    assert page.locator("#make-form [name=name]").input_value() == "From the file"


def test_what_was_made_of_another_file_comes_back_after_a_reload(open_page: Any) -> None:
    page = open_page()
    page.locator("[data-do='make.form']").first.click()
    page.locator("#make-form [name=name]").wait_for()
    page.locator("[name=from]").select_option("property")
    page.wait_for_function("() => document.querySelector('#make-text textarea').value.includes('Repairs')")
    page.locator("#make-form [name=name]").fill("Our streets")
    page.wait_for_function("() => document.querySelector('#make-text textarea').value.includes('Our streets')")
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    page.reload()
    page.locator("#make-form [name=name]").wait_for()
    page.wait_for_timeout(1500)  # in which what was chosen before could be chosen once more
    assert page.locator("#make-form [name=name]").input_value() == "Our streets"
    assert page.locator("[name=from]").input_value() == "property"
    page.locator("#make-text textarea").fill('name = "X"\n[[')
    page.locator("#make-form fieldset[disabled]").wait_for()


@pytest.mark.parametrize("delay", DELAYS)
def test_a_tap_that_waits_for_a_step_is_done_before_the_next_one(
    open_page: Any, proxy: Proxy, store: Store, delay: float
) -> None:
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    page.locator(".stepper [data-step='1']").first.click()
    page.locator(".foot .primary", has_text="Buy 1 Lloyd").wait_for()
    proxy.delay = delay
    page.evaluate("""() => {
        const field = document.querySelector('.stepper output');
        field.dispatchEvent(new Event('change', {bubbles: true}));
        document.querySelector('.foot .primary').click();
        document.querySelector('[data-key=tab-market]').click();
    }""")
    page.locator("#companion [data-chart=prices]").wait_for()
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    assert [(entry.action, entry.fields["shares"]) for entry in other.refresh()] == [("buy", {"lloyd": 1})]


def test_a_tap_that_could_not_be_sent_keeps_none_of_the_next_ones(open_page: Any, proxy: Proxy, store: Store) -> None:
    """A page wakes on a line too slow for its answer: the purchase is lost and said to be; the next taps are done."""
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    page.locator(".stepper [data-step='1']").first.click()
    page.locator(".foot .primary", has_text="Buy 1 Lloyd").wait_for()
    proxy.delay = 1.5
    page.evaluate("""async () => {
        const until = performance.now() + 4000;
        while (performance.now() < until); // asleep: nothing is heard or sent
        await new Promise((done) => setTimeout(done, 50));
        const field = document.querySelector('.stepper output');
        field.dispatchEvent(new Event('change', {bubbles: true}));
        document.querySelector('.foot .primary').click();
    }""")
    page.locator(".companion-notice", has_text="not recorded").wait_for()
    proxy.delay = 0.0
    page.locator(".companion-lost:not([hidden])").wait_for(state="detached")
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    assert other.refresh() == []
    page.locator(".foot .primary").click()
    page.locator(".foot .back", has_text="bought 1 Lloyd").wait_for()
    page.locator("[data-key=tab-market]").click()
    page.locator("#companion [data-chart=prices]").wait_for()


def test_the_way_back_leaves_a_page_on_which_all_is_told(open_page: Any) -> None:
    """A choice that was told by itself is not "not sent yet"."""
    page = open_page()
    page.locator("[data-do=go][data-to=settings]").first.click()
    page.locator("[name=theme]").select_option("dark")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    assert leaves(page)


def leaves(page: Any) -> bool:
    """Whether the way back leaves the page."""
    for _ in range(6):
        if page.url != "about:blank":
            page.evaluate("history.back()")
            page.wait_for_timeout(300)
    return bool(page.url == "about:blank")


def test_the_way_back_leaves_a_page_whose_form_somebody_else_has_taken_away(open_page: Any, store: Store) -> None:
    """Nothing is left there to send or to empty; what was typed waits for the form's return."""
    code, other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    page.locator("[data-key=tab-history]").click()
    other.do("Bruno", "note", text="a note")
    n = other.table.log[-1].n
    page.locator(f"[data-kind=amend][data-entry='{n}'], [data-entry='{n}'][data-do='sheet.open']").first.click()
    page.locator("dialog[open] textarea").fill("typed")
    other.do("Bruno", "undo")
    page.locator("dialog[open]").wait_for(state="detached")
    assert leaves(page)


def test_the_way_back_leaves_a_page_on_which_a_clock_was_set_twice_to_the_same(open_page: Any, store: Store) -> None:
    code, _other = brokers(store)
    page = open_page(f"?table={code}&seat=0")
    page.locator("[data-key=tab-clock]").click()
    form = "form[data-do='clock.typed'][data-which=table]"
    for _ in range(2):
        page.locator(f"{form} [name=time]").fill("3")
        page.locator(f"{form} button").click()
        page.wait_for_function(f"""() => document.querySelector("{form} [name=time]").value === ''""")
        page.wait_for_timeout(500)  # two taps within 0.4 s are one
    assert leaves(page)


# -- a button inside a form that only picks or opens something


def test_arrows_that_were_stepped_stay_when_another_asset_is_tapped_by_a_slip(open_page: Any, store: Store) -> None:
    demo = shipped("companion.games.greed")["demo"]
    blank = {number: {**demo["assets"][number], "trends": None} for number in ("37", "38")}
    table = greed_tables.started(box={**demo, "assets": {**demo["assets"], **blank}})
    page = open_page(f"?table={store.table(store.import_log(table.lines())).code}&seat=0")
    tap = "[data-do='asset.pick'][data-asset='{}']"
    page.locator(tap.format(37)).click()
    page.locator(".stepper:has([name='arrow-37.coal']) [data-step='1']").click()
    assert page.locator("[name='arrow-37.coal']").inner_text() == "+1"
    page.locator(tap.format(38)).click()
    page.locator("[name='arrow-38.coal']").wait_for()
    assert page.locator("[name='arrow-38.coal']").inner_text() == "0"
    page.locator(tap.format(37)).click()
    page.locator("[name='arrow-37.coal']").wait_for()
    assert page.locator("[name='arrow-37.coal']").inner_text() == "+1"
    page.locator(tap.format(38)).click()
    page.locator("[name='arrow-38.coal']").wait_for()
    page.locator(".stepper:has([name='arrow-38.coal']) [data-step='-1']").click()
    page.locator(".foot .primary").click()
    page.locator("#announced").wait_for()
    assert leaves(page)


def test_what_is_typed_stays_when_another_value_is_looked_at(open_page: Any, store: Store) -> None:
    code, other = own_table(store, TOLL)
    page = correcting(open_page, code, "/players/0/slots/cash")
    page.locator("dialog [name=value]").fill("70")
    page.locator("dialog [name=reason]").fill("counted again")
    for _time in range(2):
        page.locator("[data-key=correct-another]").click()
        page.locator("dialog .value").first.wait_for(state="attached")
        page.evaluate("document.querySelector(`dialog [data-pointer='/players/0/slots/cash']`).click()")
        page.locator("dialog [name=value]").wait_for()
        assert page.locator("dialog [name=value]").input_value() == "70"
        assert page.locator("dialog [name=reason]").input_value() == "counted again"
        page.wait_for_timeout(500)  # two taps within 0.4 s are one
    page.locator("dialog .primary").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert [entry.fields["set"] for entry in other.refresh()] == [{"/players/0/slots/cash": 70}]
    page.locator("[data-kind=correct]").click()
    page.locator("dialog .value").first.wait_for(state="attached")
    page.evaluate("document.querySelector(`dialog [data-pointer='/players/0/slots/cash']`).click()")
    page.locator("dialog [name=value]").wait_for()
    assert page.locator("dialog [name=value]").input_value() == "70"  # what it is now
    assert page.locator("dialog [name=reason]").input_value() == ""


def test_a_name_that_is_typed_stays_when_somebody_is_asked_to_go_home(open_page: Any, store: Store) -> None:
    code, _other = own_table(store, TOLL)
    page = open_page(f"?table={code}&seat=bank&screen=history")
    page.locator("[data-kind=people]").click()
    names = page.locator("dialog [name=name]")
    names.nth(0).fill("Annie")
    names.nth(1).fill("Bruna")
    page.locator("dialog [data-kind=leave]").first.click()
    page.locator("dialog [data-do='people.leave']").wait_for()
    page.locator("dialog [data-do='sheet.close']").click()
    page.locator("dialog[open]").wait_for(state="detached")
    page.locator("[data-kind=people]").click()
    names.first.wait_for()
    assert names.evaluate_all("all => all.map((one) => one.value)") == ["Annie", "Bruna", "Carla"]


# -- what is done with, on the way back


def test_the_way_back_leaves_a_page_after_a_pass_over_a_bid_that_was_typed(open_page: Any, store: Store) -> None:
    code, other = own_table(store, TOLL)
    other.do("Anna", "auction", player="Anna", what="a horse", kind="open", least=5)
    page = open_page(f"?table={code}&seat=0")
    page.locator("form[data-do='own.bid'] [name=amount]").fill("15")
    page.locator("[data-do='own.pass']").click()
    page.locator("form[data-do='own.bid']").wait_for(state="detached")
    assert leaves(page)


def test_the_way_back_leaves_a_page_after_another_good_was_picked_and_bought(open_page: Any, store: Store) -> None:
    code, other = own_table(store, TURNS)
    page = open_page(f"?table={code}&seat=0")
    page.locator("[data-key=trade]").click()
    page.locator("#own-which label:has([value=wheat])").click()
    page.locator("#own-trade-form-wheat [data-step='1']").click()
    page.locator("#own-trade-form-wheat [type=submit]").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert [entry.fields["good"] for entry in other.refresh()] == ["wheat"]
    page.locator("[data-key=trade]").click()
    page.locator("#own-trade-form-sheep").wait_for()
    page.wait_for_timeout(300)
    assert page.locator("#own-which [value=sheep]").is_checked()
    page.locator("dialog [data-do='sheet.close']").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert leaves(page)


def test_the_way_back_leaves_a_page_after_a_change_of_the_game_was_recorded(open_page: Any, store: Store) -> None:
    code, other = own_table(store, TOLL)
    page = open_page(f"?table={code}&seat=bank")
    page.locator("summary", has=page.get_by_text("More", exact=True)).click()
    page.locator("[data-do='make.game']").click()
    page.locator("#make-form [name=name]").fill("Our tolls")
    page.locator("[data-do='make.record']").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert [entry.fields["set"] for entry in other.refresh()] == [{"/name": "Our tolls"}]
    assert leaves(page)


@pytest.mark.parametrize("done", ["make.keep", "make.start"])
def test_the_way_back_leaves_a_page_after_a_game_was_kept(open_page: Any, done: str) -> None:
    page = open_page()
    page.locator("[data-do='make.form']").first.click()
    page.locator("#make-form [name=name]").fill("Our farm")
    page.locator(f"[data-do='{done}']").click()
    if done == "make.start":
        page.locator("#new-table").wait_for()
    else:
        page.locator(".companion-notice", has_text="Our farm").wait_for()
        page.reload()
        page.locator("#make-form [name=name]").wait_for()
        assert page.locator("#make-form [name=name]").input_value() == "Our farm"
    assert leaves(page)


def test_what_was_made_of_one_game_does_not_come_back_in_the_next(open_page: Any) -> None:
    page = open_page()
    page.locator("[data-do='make.form']").first.click()
    page.locator("#make-form [name=name]").wait_for()
    fresh = page.locator("#make-form [name=name]").input_value()
    page.locator("#make-form [name=name]").fill("Our farm")
    page.locator("[data-do='make.start']").click()
    page.locator("#new-table [name=player-0]").fill("Anna")
    page.locator("#new-table [name=player-1]").fill("Bruno")
    page.locator("#new-table [name=title]").fill("Friday")
    page.locator("[type=submit][form=new-table]").click()
    page.locator(".invite").wait_for()
    page.goto(page.url.partition("?")[0])
    page.locator("[data-do='make.form']").first.click()
    page.locator("#make-form [name=name]").wait_for()
    page.wait_for_timeout(600)
    assert page.locator("#make-form [name=name]").input_value() == fresh
    page.goto(page.url.partition("?")[0])
    page.locator("[data-do='home.game']").first.click()
    page.locator("#new-table [name=title]").wait_for()
    assert page.locator("#new-table [name=title]").input_value() == ""


def test_the_way_back_leaves_a_page_after_what_was_typed_was_put_back(open_page: Any, store: Store) -> None:
    """Somebody else had changed it meanwhile, and took that back."""
    code, other = own_table(store, TOLL)
    page = open_page(f"?table={code}&seat=bank&screen=history")
    page.locator("[data-kind=people]").click()
    name = page.locator("dialog [name=name]").nth(1)
    name.fill("Bruna")
    other.do("Carla", "rename", player="Bruno", to="Bo")
    page.locator(".item", has_text="Bo").first.wait_for()
    other.undo("Carla")
    page.locator(".item.undone").first.wait_for()
    assert name.input_value() == "Bruna"
    name.fill("Bruno")
    page.locator("dialog [data-do='sheet.close']").click()
    page.locator("dialog[open]").wait_for(state="detached")
    assert leaves(page)


# -- a field whose default changes while it is typed


def test_a_purchase_that_was_stepped_to_survives_a_sale_and_a_reload(open_page: Any, store: Store) -> None:
    table = placed()
    mars, hold = table.snapshot()["planets"]["mars"], table.snapshot()["players"][0]["hold"]
    table.correct({"/players/0/money": 2 * mars["supply_price"], "/players/0/hold": {**hold, mars["demand"]: 2}})
    page = open_page(f"?table={store.table(store.import_log(table.lines())).code}&seat=0")
    buy = page.locator("#turn-form output[name=buy]")
    assert buy.inner_text() == "2"
    page.locator(".stepper:has([name=buy]) [data-step='-1']").click()
    page.locator("[data-key=do-buy]", has_text="Buy 1 ").wait_for()
    page.locator("[data-key=do-sell]").click()
    page.locator("[data-key=do-sell]").wait_for(state="detached")
    assert buy.inner_text() == "1"
    page.reload()
    buy.wait_for()
    page.wait_for_timeout(600)
    assert buy.inner_text() == "1"
    page.locator("[data-key=do-buy]", has_text="Buy 1 ").wait_for()


def test_a_voyage_that_is_picked_with_its_time_takes_that_time(open_page: Any, store: Store) -> None:
    """Not the one to which the time of the same place was stepped before."""
    page = open_page(f"?table={store.table(store.import_log(placed().lines())).code}&seat=0&screen=map")
    time = page.locator("output[name=time]")
    page.locator("[data-key='trade-jupiter:0-6']").click()
    for _ in range(2):
        page.locator(".stepper:has([name=time]) [data-step='1']").click()
    page.locator("[data-do=travel]", has_text="8 time").wait_for()
    page.locator("[data-key='trade-saturn:0-8']").click()
    page.locator("[data-do=travel]", has_text="Saturn").wait_for()
    page.locator("[data-key='trade-jupiter:0-13']").click()
    page.locator("[data-do=travel]", has_text="Jupiter").wait_for()
    page.wait_for_timeout(600)
    assert time.inner_text() == "13"
    page.locator("[data-do=travel]", has_text="13 time").wait_for()


def test_a_reason_survives_a_reload_after_the_value_has_changed(open_page: Any, store: Store) -> None:
    code, other = own_table(store, TOLL)
    page = correcting(open_page, code, "/players/0/slots/cash")
    page.locator("dialog [name=value]").fill("70")
    other.correct(BANKER, {"/players/0/slots/cash": 60})
    page.locator("dialog .note", has_text="now: 60").wait_for()
    assert page.locator("dialog [name=value]").input_value() == "70"
    page.reload()
    page.locator("dialog [name=value]").wait_for()
    page.wait_for_function("() => document.querySelector('dialog [name=value]').value === '70'")
