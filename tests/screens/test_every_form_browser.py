"""Nothing typed or stepped is lost: every form, on slow lines, while another device acts, and over a reload."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Late

from companion.live import LiveTable
from companion.store import Store, open_store
from companion.table import BANKER, Table, new_table, read
from tests.browser import PHONE, Proxy, Server, leave
from tests.play import moves

pytestmark = pytest.mark.browser

PLAYERS = ["Anna", "Bruno", "Carla"]
GAMES = ["good-brokers", "greed", "ponzi-scheme", "plutocracy"]
DELAYS = [0.05, 0.25, 1.0]  # seconds that each way takes

# -- the tables ------------------------------------------------------------------------------------------------


def demo(game: str, entries: int) -> list[str]:
    """The first entries of a game's demo save."""
    return (files(f"companion.games.{game}") / "demo.jsonl").read_text("utf-8").splitlines()[: entries + 1]


@cache
def played(game: str, until: Callable[[Table], bool], **options: Any) -> list[str]:
    """A table played by chance, the same way every time, up to a moment."""
    box = options.pop("box", "demo" if game in ("good-brokers", "greed") else "default")
    chance = random.Random(4)
    table = new_table(game, PLAYERS, options, box)
    while not until(table):
        offered = moves(table)
        action = chance.choice(sorted({move["action"] for move in offered}))
        table.do(**chance.choice([move for move in offered if move["action"] == action]))
    return list(table.lines())


def can(action: str) -> Callable[[Table], bool]:
    """Whether a player may do this now."""
    return lambda table: any(move["action"] == action for move in moves(table))


def bidding(table: Table) -> bool:
    """Whether the starting auction is on and the lot is drawn."""
    return can("auction_bid")(table) and not can("first")(table)


def missing(table: Table) -> bool:
    """Whether a printed value is missing."""
    return bool(table.snapshot(BANKER)["needs"])


# -- the forms -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """A form, the way to it, and the fields that must be in it (the beginnings of their names).

    A step of the way is a selector to tap, "key:" and a tab's key, or a selector, "]=" and what to choose there.
    ``again`` are the steps that a reload does not take by itself. ``seat`` None is whoever is to act. ``viewed`` are
    choices that are told at once and only change what this page shows: a reload begins anew.
    """

    name: str
    lines: Callable[[], list[str]]
    way: tuple[str, ...]
    fields: tuple[str, ...]
    seat: str | None = "bank"
    again: tuple[str, ...] = ()
    viewed: tuple[str, ...] = ("pin",)  # and no PIN is kept in the browser


def brokers() -> list[str]:
    return played("good-brokers", can("play_card"))


def opens(kind: str) -> str:
    return f"[data-kind='{kind}']"


def amends(action: str, of: Callable[[], list[str]]) -> tuple[str, str]:
    """The way to the sheet that changes the last entry of a kind."""
    last = [entry for entry in read(of()).log if entry.action == action][-1]
    return "key:h", f"[data-kind=amend][data-entry='{last.n}']"


def auctioned() -> list[str]:
    return played("plutocracy", bidding, setup="random", start_auction=True)


def offered() -> list[str]:
    return played("ponzi-scheme", can("offer"))


def counted() -> list[str]:
    return played("ponzi-scheme", can("final_cash"), cash="hidden")


def sold() -> list[str]:
    return demo("greed", 40)


def voyaged() -> list[str]:
    return demo("plutocracy", 40)


def trading() -> list[str]:
    return demo("greed", 15)


def played_card() -> list[str]:
    return played("good-brokers", lambda table: bool(table.snapshot()["cards_played"]))


def railways() -> list[str]:
    return list(new_table("own", PLAYERS, box="railways").lines())


def running() -> list[str]:
    table = read(railways())
    table.do("end_phase", player="Anna")
    return list(table.lines())


ANNAS, CASH = "details.values[data-key='values-Anna'] summary", "[data-pointer='/players/0/cash']"
CARDS, CARD = "details.values summary:has-text('cards played')", "[data-pointer='/cards_played/0/value']"
DEAL, TOOLS = "details[id^=own-deal] summary", "details:has([data-kind=own-auction]) summary"
ASSETS, GOODS = (f"[data-key=section-{shelf}] > summary" for shelf in ("assets", "goods"))
SHELF = "details:has([name=coal]) summary"
FORMS = [
    Form("brokers shares", lambda: played("good-brokers", can("buy")), (), ("lloyd",), seat="0"),
    Form("clock", brokers, ("key:c",), ("time",)),
    Form("search", brokers, ("key:h",), ("search",)),
    Form("note", brokers, ("key:h", opens("note")), ("text",)),
    Form("correct", brokers, ("key:h", opens("correct"), ANNAS, CASH), ("value", "reason")),
    Form("people", brokers, ("key:h", opens("people")), ("name",)),
    Form("settings", brokers, ("key:s",), ("pin", "awake")),
    Form("brokers purchase", brokers, amends("buy", brokers), ("f-player", "f-shares")),
    Form("greed bid", lambda: demo("greed", 8), (), ("amount",)),
    Form("greed trade", trading, ("[data-do='deal.open']",), ("gives", "gets")),
    Form("greed shelves", lambda: demo("greed", 21), (SHELF,), ("coal", "cotton"), again=(SHELF,)),
    Form("greed auction", lambda: demo("greed", 65), (), ("amount",)),
    Form("greed founding", lambda: demo("greed", 72), (), ("asset.",)),
    Form("greed missing", lambda: played("greed", missing, box="default"), (opens("greed-missing"),), ("/",)),
    Form("greed good", trading, ("key:b", GOODS, "[data-what='/goods/coal']"), ("track", "start")),
    Form("greed asset", trading, ("key:b", ASSETS, "[data-what='/assets/36']"), ("name", "removed", "inputs")),
    Form("greed sale", sold, amends("sell", sold), ("f-company", "f-goods")),
    Form("plutocracy trade", lambda: demo("plutocracy", 4), (), ("buy", "buy_seats")),
    Form("plutocracy journey", voyaged, amends("travel", voyaged), ("f-player", "f-to", "f-time")),
    Form("plutocracy auction", auctioned, (), ("bid",)),
    Form("plutocracy voyage", voyaged, ("key:m",), ("ahead", "until", "place"), viewed=("place",)),
    Form("ponzi offer", offered, ("[data-do='pick.pair']",), ("amount",), seat=None, again=("[data-do='pick.pair']",)),
    Form("ponzi investment", offered, amends("invest", offered), ("f-player", "f-industry", "f-fund")),
    Form("ponzi count", counted, (), ("amount",)),
    Form("brokers card", played_card, ("key:h", opens("correct"), CARDS, CARD), ("value", "reason")),
    Form("own button", running, (f"{opens('own-press')}[data-button=Dividend]",), ("amount", "good")),
    Form("own payment", railways, (opens("own-pay"),), ("amount", "source")),
    Form("own auction", railways, (TOOLS, opens("own-auction")), ("good", "what", "kind", "least")),
    Form("own good", railways, (f"{opens('own-good')}[data-good=bo]", DEAL), ("count", "amount", "of"), again=(DEAL,)),
]

# What a person does to every field of the form in sight. `part` is 0 for the first half of it, 1 for the second.
FIELDS = """
const scope = () => document.querySelector('#companion dialog[open]') ?? document.querySelector('#companion');
const fields = () => [...scope().querySelectorAll('[name]')].filter((one) => one.checkVisibility()
    && one.matches('input, output, select, textarea')
    && !one.matches('[type=hidden], [type=file], :disabled, [name=lang]'));
const about = (form) => form?.id || JSON.stringify({...form?.dataset});
const idOf = (one) => [one.getAttribute('name'), about(one.closest('form')), one.closest('[data-key]')?.dataset.key,
    one.type === 'radio' ? one.value : ''].join(' ');
const shown = () => Object.fromEntries(fields().map((one) => [idOf(one),
    /checkbox|radio/.test(one.type) ? one.checked : one.nodeName === 'OUTPUT' ? one.textContent.trim() : one.value]));
const tell = (one) => ['input', 'change'].forEach((type) => one.dispatchEvent(new Event(type, {bubbles: true})));
const step = (one) => [...one.parentElement.querySelectorAll('[data-step]')]
    .sort((a, b) => b.dataset.step - a.dataset.step).some((button) => {
        const before = one.textContent;
        button.click();
        return one.textContent !== before;
    });
function change(one, part) {
    if (one.nodeName === 'OUTPUT') return step(one);
    if (one.nodeName === 'SELECT') {
        if (part) return;
        one.selectedIndex = one.selectedIndex === one.options.length - 1 ? 0 : one.options.length - 1;
        return tell(one);
    }
    if (one.type === 'radio') return part && fields().filter(({name}) => name === one.name)[1] === one && one.click();
    if (one.type === 'checkbox') return part && one.click();
    if (one.type === 'range') return (one.value = Number(one.value) + 1, tell(one));
    one.focus();
    if (part) one.setSelectionRange?.(one.value.length, one.value.length);
    else one.select();
    document.execCommand('insertText', false, one.inputMode === 'numeric' ? '12'[part] : ['half ', 'and half'][part]);
}
"""
CHANGE = f"(part) => {{ {FIELDS} fields().forEach((one) => change(one, part)); return shown(); }}"
# The typed fields that have not both halves, but for those that are too short for them.
TORN = f"""() => {{
    {FIELDS}
    const torn = (one, all) => one.value !== all && one.value !== all.slice(0, one.maxLength);
    return fields().filter((one) => one.matches('textarea, input:not([type=checkbox], [type=radio], [type=range])')
        && torn(one, one.inputMode === 'numeric' ? '12' : 'half and half')).map(idOf);
}}"""
# A tap, and the second halves before its answer can come: what the fields show then, and which are torn.
TAP = f"(button) => {{ button.click(); const whole = ({CHANGE})(1); return [whole, ({TORN})()]; }}"
SHOWN = f"() => {{ {FIELDS} return shown(); }}"
KEPT = f"""(kept) => {{
    {FIELDS}
    const now = shown();
    return Object.keys(kept).every((name) => now[name] === kept[name]);
}}"""
# Asks for the whole page anew, as it is after another device's entry that touches all of it; which redraw that will be.
REDRAW = """() => {
    const kernel = jupyterapp.widgetManager.kernel;
    if (window.redrawn === undefined) {
        window.redrawn = 0;
        kernel.onMessage(({content}) => content.data?.content?.messages?.some(({full}) => full) && window.redrawn++);
    }
    const {model} = JSON.parse(document.querySelector('script.companion-model').textContent);
    kernel.send('comm_msg', {comm_id: model, data: {method: 'custom', content: {resync: -1, keys: []}}});
    return window.asked = (window.asked ?? 0) + 1;
}"""
QUIET = """() => new Promise((done) => {
    let since = performance.now();
    const look = () => {
        if (document.querySelector('[aria-busy=true]')) since = performance.now();
        performance.now() - since > 600 ? done() : setTimeout(look, 20);
    };
    look();
})"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("forms") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def line(host: Server) -> Iterator[Proxy]:
    with Proxy(host.port) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def tables(host: Server) -> Iterator[Store]:
    store = open_store(host.data)
    yield store
    store.close()


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    leave(context)
    assert wrong == []


def walk(page: Any, steps: tuple[str, ...]) -> None:
    """Takes steps of a way."""
    for step in steps:
        if step.startswith("key:"):
            key = step.removeprefix("key:")
            page.locator(f".tabs [data-hotkey={key}]").click()
            page.locator(f".tabs .on[data-hotkey={key}]").wait_for()
        elif "]=" in step:
            selector, value = step.rsplit("=", 1)
            page.locator(selector).select_option(value)
        else:
            page.locator(f"{step}:not([disabled])").first.click()


@pytest.mark.parametrize(
    ("form", "delay"),
    [pytest.param(form, DELAYS[place % 3], id=f"{form.name}-{DELAYS[place % 3]}") for place, form in enumerate(FORMS)],
)
def test_what_is_typed_and_stepped_stays(phone: Any, line: Proxy, tables: Store, form: Form, delay: float) -> None:
    table_id = tables.import_log(form.lines())
    other = LiveTable(tables, table_id)
    seat = form.seat or other.table.game.active(other.table.state)[0]
    line.delay = 0.0
    phone.goto(f"{line.url}/?table={tables.table(table_id).code}&seat={seat}")
    phone.locator("#companion .bar").wait_for()
    walk(phone, form.way)
    for name in form.fields:
        phone.locator(f"#companion [name^='{name}']").first.wait_for()
    line.delay = delay
    try:
        phone.evaluate(CHANGE, 0)
        seen = acts(phone, other, 1)
        whole = phone.evaluate(CHANGE, 1)  # while it is under way
        assert all(any(name.startswith(field) for name in whole) for field in form.fields)
        assert phone.evaluate(TORN) == []
        sees(phone, *seen)
        assert now(phone, whole) == whole
        sees(phone, *acts(phone, other, 2))
        phone.evaluate(QUIET)
        assert now(phone, whole) == whole
    finally:
        line.delay = 0.0
    survives_a_reload(
        phone, {name: value for name, value in whole.items() if not name.startswith(form.viewed)}, form.again
    )


@pytest.mark.parametrize(("game", "delay"), list(zip(GAMES, [*DELAYS, 0.25], strict=True)))
def test_the_form_of_a_new_table_keeps_what_is_typed(phone: Any, line: Proxy, game: str, delay: float) -> None:
    line.delay = 0.0
    phone.goto(line.url)
    phone.locator(f"[data-do='home.game'][data-game='{game}']").click()
    phone.locator("[name=player-0]").wait_for()
    line.delay = delay
    try:
        whole: dict[str, Any] = {}
        for tap in ("new.add", "new.up", "new.remove"):
            phone.evaluate(CHANGE, 0)
            button = phone.locator(f"[data-do='{tap}']:not([disabled])").last
            row = button.get_attribute("data-row")
            whole, torn = button.evaluate(TAP)
            assert torn == []
            if tap == "new.remove":
                whole = {name: value for name, value in whole.items() if not name.split(" ")[0].endswith(f"-{row}")}
            phone.evaluate(QUIET)
            assert now(phone, whole) == whole
    finally:
        line.delay = 0.0
    pin = {name: "" for name in whole if name.startswith("pin")}  # a PIN is typed again
    survives_a_reload(phone, whole | pin)


def survives_a_reload(page: Any, fields: dict[str, Any], again: tuple[str, ...] = ()) -> None:
    page.evaluate("document.activeElement.blur()")
    page.evaluate(QUIET)
    page.reload()
    page.locator("#companion .bar").wait_for()
    walk(page, again)
    try:
        page.wait_for_function(KEPT, arg=fields, timeout=8000)
    except Late:
        assert now(page, fields) == fields


def now(page: Any, fields: dict[str, Any]) -> dict[str, Any]:
    """What these fields show; a choice may have brought others."""
    shown = page.evaluate(SHOWN)
    return {name: shown.get(name) for name in fields}


def acts(page: Any, other: LiveTable, minutes: int) -> tuple[str, int]:
    """Another device sets the clock that every page has in its bar, and writes a note; what shows that it was heard."""
    other.do(BANKER, "note", text=f"note {minutes}")
    other.do(BANKER, "clock", op="set", seconds=3600 + 60 * minutes)
    return f"1:0{minutes}:00", page.evaluate(REDRAW)


def sees(page: Any, text: str, redraw: int) -> None:
    page.wait_for_function("text => document.querySelector('#companion').textContent.includes(text)", arg=text)
    page.wait_for_function("redraw => window.redrawn >= redraw", arg=redraw)
