"""Large text on a small phone: 150 % at 360 px, with names as long as they may be, in several languages."""

import random
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

import companion
from companion.games import GAMES, load_game
from companion.screens.ctx import screens_of
from companion.store import open_store
from companion.table import read
from companion.words import LANGUAGES
from tests.play import moves
from tests.screens.drawn import drawn
from tests.screens.reader import Reader

NAMES = [
    "Wolfeschlegelsteinhausenbergerdorffvoral",
    "Massimiliano Alessandro von Hohenstauf-X",
    "Bartholomaeusmaximiliana",
    "Annabella di Montecarlo",
    "Eleonora",
]
# A page wider than the screen, a button whose text leaves it, a number on two lines, a name letter under letter.
# The second line of "Undo" is shortened on purpose: its button says the whole.
WRONG = r"""() => {
  const wrong = [];
  const seen = (one) => one.getClientRects().length && !one.closest(".visually-hidden, svg, .back small");
  const rects = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((rect) => rect.width > 0);
  };
  const texts = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found.filter((node) => node.nodeValue.trim() && seen(node.parentElement));
  };
  document.querySelectorAll("dialog[data-open]").forEach((dialog) => dialog.open || dialog.showModal());
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) wrong.push(`the page is ${width} px wide`);
  for (const button of document.querySelectorAll("button, .btn, summary")) {
    const box = button.getBoundingClientRect();
    for (const node of texts(button)) {
      const beside = (rect) => rect.left < box.left - 1 || rect.right > box.right + 1;
      const beyond = (rect) => rect.top < box.top - 2 || rect.bottom > box.bottom + 2;
      const out = rects(node, 0, node.length).some((rect) => beside(rect) || beyond(rect));
      if (out) wrong.push(`leaves its button: ${node.nodeValue.trim()}`);
    }
  }
  const lines = (node, { index, 0: { length } }) =>
    new Set(rects(node, index, index + length).map((rect) => Math.round(rect.bottom / 4))).size;
  for (const node of texts(document.getElementById("companion"))) {
    for (const match of node.nodeValue.matchAll(/[+−-]?\d[\d.,\u00a0\u202f]*\d/g)) {
      if (lines(node, match) > 1) wrong.push(`${match[0]} is on two lines: ${node.parentElement.outerHTML}`);
    }
    for (const match of node.nodeValue.matchAll(/[\p{L}]{24,}/gu)) {
      if (match[0].length / lines(node, match) < 5) wrong.push(`letter under letter: ${match[0]}`);
    }
  }
  return [...new Set(wrong)];
}"""


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """A small phone."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


def played(game: str, entries: int) -> str:
    """The code of a table of as many players as the game takes, some way into the game."""
    dice = random.Random(7)
    table = companion.new_table(game, NAMES[: load_game(game).seats[-1]], box="demo")
    while len(table.log) < entries and (possible := moves(table)):
        kind = dice.choice(sorted({move["action"] for move in possible} - {"box"}) or ["box"])
        table.do(**dice.choice([move for move in possible if move["action"] == kind]))
    store = open_store()
    return store.table(store.import_log(table.lines())).code


def demo(game: str, entries: int) -> str:
    """The code of a table with the first entries of a game's demo."""
    lines = (files(load_game(game).package) / "demo.jsonl").read_bytes().split(b"\n")
    store = open_store()
    return store.table(store.import_log(read(lines[: entries + 1]).lines())).code


@pytest.mark.parametrize(
    ("game", "entries", "lang"),
    [
        ("good-brokers", 9, "en"),
        ("good-brokers", 9999, "it"),
        ("greed", 25, "de"),
        ("greed", 60, "it"),
        ("plutocracy", 30, "de"),
        ("ponzi-scheme", 4, "fr"),
        ("ponzi-scheme", 35, "de"),
    ],
)
def test_every_screen_has_room_for_large_text_and_long_names(page: Any, game: str, entries: int, lang: str) -> None:
    code = played(game, entries)
    wrong = {}
    for seat in ("0", "bank"):
        reader = Reader(f"?table={code}&seat={seat}", lang=lang)
        for tab in [*[tab.id for tab in screens_of(game).TABS], "clock", "history", "settings"]:
            reader.tap("go", to="" if tab == "table" else tab)
            page.set_content(drawn(reader, text=150))
            wrong[seat, tab] = page.evaluate(WRONG)
    assert {place: said for place, said in wrong.items() if said} == {}


WORDS = r"""() => {
  const broken = [], walker = document.createTreeWalker(document.getElementById("companion"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, range = document.createRange();
    if (!node.parentElement.getClientRects().length || node.parentElement.closest(".visually-hidden, svg")) continue;
    for (const { index, 0: word } of node.nodeValue.matchAll(/\p{L}{2,20}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.bottom / 4)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize(("entries", "lang"), [(8, "fr"), (8, "en"), (15, "it"), (174, "fr")])
def test_no_word_is_broken_in_a_button_or_before_a_name(page: Any, entries: int, lang: str) -> None:
    """The bid that is sealed, the company to trade with, the undone announcement, who moves up after whom."""
    reader = Reader(f"?table={demo('greed', entries)}&seat=0", lang=lang)
    for _ in range(2):
        page.set_content(drawn(reader))
        page.evaluate("document.querySelectorAll('dialog[data-open]').forEach((dialog) => dialog.showModal())")
        assert page.evaluate(WORDS) == []
        reader.tap("deal.open")


@pytest.mark.parametrize(("entries", "lang"), [(15, "de"), (15, "es"), (100, "de"), (100, "es")])
def test_undo_and_the_goods_to_trade_are_words_in_one_piece(page: Any, entries: int, lang: str) -> None:
    """A turn's foot of two buttons and a bidder's of three stand in one row; railways are whole beside each other."""
    reader = Reader(f"?table={demo('own', entries)}&seat=0", lang=lang)
    page.set_content(drawn(reader))
    assert not {"gängig", "Rückgängig", "hacer", "Deshacer"} & set(page.evaluate(WORDS))
    tops = [each.bounding_box()["y"] for each in page.locator(".foot > .btn").all()]
    assert len(tops) == (3 if entries == 100 else 2)
    assert max(tops) - min(tops) < 1
    reader.tap("sheet.open", kind="own-good")
    page.set_content(drawn(reader))
    page.evaluate("document.querySelectorAll('dialog[data-open]').forEach((dialog) => dialog.showModal())")
    assert "Pennsylvania" not in page.evaluate(WORDS)


@pytest.mark.parametrize(
    ("game", "entries", "tab", "lang"),
    [("own", 15, "table", "fr"), *(("plutocracy", 60, "map", lang) for lang in LANGUAGES)],
)
def test_no_text_leaves_its_button_on_a_small_phone(page: Any, game: str, entries: int, tab: str, lang: str) -> None:
    """The end of a phase with a long name, the heads of the trades in reach."""
    page.set_content(drawn(Reader(f"?table={demo(game, entries)}&seat=0&screen={tab}", lang=lang)))
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(WRONG) == []


@pytest.mark.parametrize(("entries", "lang"), [(100, "it"), (110, "it"), (110, "fr")])
def test_no_name_is_broken_beside_how_its_bid_stands(page: Any, entries: int, lang: str) -> None:
    reader = Reader(f"?table={demo('own', entries)}&seat=1", lang=lang)
    page.set_content(drawn(reader))
    assert not set(page.evaluate(WORDS)) & set(reader.table.players)


def test_everybody_s_money_stands_beside_the_name_in_danger_or_not(page: Any) -> None:
    page.set_content(drawn(Reader(f"?table={demo('good-brokers', 9)}&seat=0")))
    seats = page.locator("[data-key^=player-]")
    assert seats.filter(has_text="in danger").count() == 2
    tops = [
        seats.nth(n).locator(name).bounding_box()["y"]
        for n in range(4)
        for name in (".grow + *", ".grow .note >> nth=-1")
    ]
    assert all(money < last_line for money, last_line in zip(tops[::2], tops[1::2], strict=True))


BESIDE = """() => [...document.querySelectorAll(".card .btn")].filter((button) => {
  const card = button.closest(".card"), room = parseFloat(getComputedStyle(card).paddingRight);
  return button.getBoundingClientRect().right > card.getBoundingClientRect().right - room + 1;
}).map((button) => button.textContent)"""


def test_no_button_stands_in_the_margin_of_its_card(page: Any) -> None:
    """The numbers of the assets, of which six do not fit beside each other on a small phone."""
    page.set_content(drawn(Reader(f"?table={demo('greed', 4)}&seat=0")))
    assert page.evaluate(BESIDE) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_s_name_and_its_arrows_stand_in_one_row(browser: Any, game: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_content(drawn(Reader().tap("home.game", game=game)))
    row = page.locator(".seats .row").first
    inside = [each.bounding_box()["y"] for each in row.locator("> *:visible").all()]
    assert max(inside) - min(inside) < 8
    page.close()


CUT = """() => [...document.querySelectorAll("select")].filter((select) => {
  const look = getComputedStyle(select), brush = document.createElement("canvas").getContext("2d");
  const room = select.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - 16; // and the arrow
  brush.font = look.font;
  return [...select.options].some((option) => brush.measureText(option.text).width > room);
}).map((select) => select.outerHTML)"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_an_option_of_a_table_can_be_is_read_whole(page: Any, lang: str) -> None:
    for game in GAMES:
        page.set_content(drawn(Reader(lang=lang).tap("home.game", game=game)))
        assert page.evaluate(CUT) == []


HALF = """() => [...document.querySelectorAll("select, input:placeholder-shown")].filter((field) => {
  const look = getComputedStyle(field, field.tagName === "SELECT" ? null : "::placeholder");
  const box = getComputedStyle(field), brush = document.createElement("canvas").getContext("2d");
  const arrow = field.tagName === "SELECT" ? 16 : 0;
  brush.font = look.font;
  const shown = field.tagName === "SELECT" ? field.selectedOptions[0]?.text ?? "" : field.placeholder;
  const room = field.clientWidth - parseFloat(box.paddingLeft) - parseFloat(box.paddingRight) - arrow;
  return field.clientWidth && brush.measureText(shown).width > room + 1;
}).map((field) => field.outerHTML.slice(0, 90) + (field.selectedOptions?.[0]?.text ?? field.placeholder))"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_chosen_or_asked_in_a_form_is_read_whole(page: Any, lang: str) -> None:
    """The form of a game of one's own, and the search of a history."""
    form = Reader(lang=lang).tap("make.form")
    for shipped in ("default", "property", "power"):
        page.set_content(drawn(form.tap("make.begin", {"from": shipped})))
        assert page.evaluate(HALF) == []
    page.set_content(drawn(Reader(f"?table={demo('greed', 8)}&seat=0&screen=history", lang=lang)))
    assert page.evaluate(HALF) == []


def test_the_reader_s_font_size_counts(page: Any) -> None:
    reader = Reader(f"?table={played('good-brokers', 9)}&seat=0")
    size = "parseFloat(getComputedStyle(document.querySelector('.amount')).fontSize)"
    page.set_content(drawn(reader))
    usual = page.evaluate(size)
    page.set_content(drawn(reader, text=150))
    assert page.evaluate(size) == 1.5 * usual


def test_no_company_s_name_is_cut_on_the_price_board(page: Any) -> None:
    page.set_content(drawn(Reader(f"?table={played('good-brokers', 9)}&seat=0")))
    heads = page.locator(".board thead span")
    assert heads.all_text_contents() == ["Lloyd", "Dynamite", "Standard Oil", "Ford", "Siemens", "U. Pacific"]
    boxes = [heads.nth(place).bounding_box() for place in range(6)]
    assert all(left["x"] + left["width"] <= right["x"] for left, right in pairwise(boxes))


def test_what_has_happened_stands_above_the_page_where_the_tabs_are_at_the_side(browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_content(drawn(Reader(f"?table={played('greed', 60)}&seat=bank")))
    told, body = page.locator(".call").bounding_box(), page.locator(".page").bounding_box()
    assert told["width"] == body["width"]
    assert told["y"] + told["height"] <= body["y"]
    page.close()
