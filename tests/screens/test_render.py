"""Every screen, for every seat: names are shown as typed and never run, and every word is translated."""

import re
import sys

import pytest
from htpy import _render_sync, _types
from markupsafe import Markup

from companion.boxes import shipped
from companion.games import GAMES, load_game
from companion.screens import visit
from companion.screens.app import HANDLERS
from companion.screens.ctx import handlers_of
from companion.words import LANGUAGES
from tests.screens.reader import HOSTILE, Marking, Reader, words_of, words_outside

SEATS = ["0", "1", "2", "3", "bank", "screen"]
SCREENS = ["", "market", "clock", "history", "settings"]
SHEETS = ["note", "correct", "people", "code"]
WORDS = re.compile(r"[^\W\d_]{2,}")
TAGS = re.compile(r"<(/?[a-z][a-z0-9]*)([^>]*)>")


def hostile_reader(seat: str) -> Reader:
    """A table whose players, notes and title try to run, a few moves on."""
    reader = Reader().start(HOSTILE, seat="bank")
    reader.tap("note", {"text": "<script>alert(1)</script>"})
    reader.tap("correct", {"value": "250", "reason": "<i>why</i>"}, pointer="/players/0/cash")
    reader.tap("undo", entry=2)
    return reader.tap("leave").tap("join.sit", seat=seat)


@pytest.mark.parametrize("seat", SEATS)
def test_names_are_shown_as_typed_and_never_run(seat: str) -> None:
    reader = hostile_reader(seat)
    seen = ""
    for screen in SCREENS:
        reader.tap("go", to=screen)
        seen += reader.html
        for sheet in SHEETS:
            seen += reader.tap("sheet.open", kind=sheet).html
        reader.tap("sheet.close")
    assert reader.said == []
    for tag, attributes in TAGS.findall(seen):
        assert tag.strip("/") not in {"script", "img", "b", "i"} or not {"onerror", "src"} & set(
            attributes.split("=")
        ), tag
        assert "onerror" not in re.sub(r'"[^"]*"', "", attributes)
    assert "<script" not in seen
    assert "<b>x" not in seen
    assert "<img" not in seen
    for name in HOSTILE:
        assert name in words_of(seen)


def test_every_word_is_translated() -> None:
    reader = Reader().start(["Anna", "Bruno", "Carla", "Dario"], seat="0")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.visit._ = Marking()
    seen = [reader.tap("sheet.open", kind="amend", entry=1).html]
    for seat in SEATS:
        reader.tap("leave")
        seen.append(reader.html)
        reader.tap("join.sit", seat=seat)
        for screen in SCREENS:
            seen += [reader.tap("go", to=screen).html]
        for sheet in SHEETS:
            seen += [reader.tap("sheet.open", kind=sheet).html]
    reader.tap("home")
    seen += [reader.html, reader.tap("go", to="settings").html]
    seen.append(reader.tap("home.game", game="good-brokers").html)
    names = {"Anna", "Bruno", "Carla", "Dario", reader.code}
    companies = {"Lloyd", "Dynamite", "Standard", "Oil", "Ford", "Siemens", "Pacific"}
    titles = set(WORDS.findall(" ".join(load_game(game).title for game in GAMES))) | {
        "Hab",
        "Gut",
        *LANGUAGES.values(),
        "TOML",
        "JSON",
        "PM",
        "AM",
        "Nov",
    }
    boxes = set(WORDS.findall(" ".join(box["name"] for box in shipped("companion.games.good_brokers").values())))
    left = words_outside(words_of("".join(seen))) - boxes - names - companies - titles
    assert {word for word in left if not re.fullmatch(r"[A-HJ-NP-Z]{2,5}", word)} == set()


def test_the_demo_table_can_be_looked_at_from_every_seat() -> None:
    reader = Reader().tap("home.demo")
    assert "Anna" in reader.text
    for seat in SEATS:
        reader.tap("leave").tap("join.sit", seat=seat)
        assert reader.visit.place.seat == seat
        for screen in SCREENS:
            assert len(reader.tap("go", to=screen).text) > 50
    assert reader.said == []


def test_the_money_check_is_on_every_screen() -> None:
    reader = Reader().tap("home.demo").tap("join.sit", seat="1")
    for screen in SCREENS:
        assert "✓ all money accounted for" in re.sub(r"\s+", " ", reader.tap("go", to=screen).text)


def test_what_does_not_change_is_not_sent_again() -> None:
    reader = Reader().tap("home.demo").tap("join.sit", seat="bank")
    before = reader.page.view.revision
    reader.page.draw()
    assert reader.page.view.revision == before


def test_a_game_without_screens_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader().tap("home.demo")
    code = reader.code
    reader.tap("home")
    monkeypatch.setattr(visit, "part", lambda _game, _name: None)
    reader.tap("home.open", code=code)
    assert reader.visit.place.table == ""
    assert reader.said == ["Good Brokers has no screens yet."]


def test_controls_are_labelled() -> None:
    """A button whose face is a sign says in words what it does."""
    reader = Reader().tap("home.demo").tap("join.sit", seat="bank")
    for screen in SCREENS:
        for attributes, face in re.findall(
            r"<button([^>]*)>(.*?)</button>", reader.tap("go", to=screen).html, re.DOTALL
        ):
            said = words_of(face) + " ".join(re.findall(r'aria-label="([^"]+)"', attributes))
            assert WORDS.search(said), attributes


def test_hotkeys_are_not_given_twice() -> None:
    reader = Reader().tap("home.demo").tap("join.sit", seat="bank")
    for screen in SCREENS:
        keys = re.findall(r'data-hotkey="([^"]+)"', reader.tap("go", to=screen).html)
        assert len(keys) == len(set(keys)), (screen, keys)


def test_every_control_has_its_handler() -> None:
    reader = Reader().tap("home.game", game="good-brokers")
    seen = reader.html + reader.tap("home").html
    reader.tap("home.demo")
    for seat in SEATS:
        seen += reader.html
        reader.tap("join.sit", seat=seat)
        for screen in SCREENS:
            seen += reader.tap("go", to=screen).html
        for sheet in SHEETS:
            seen += reader.tap("sheet.open", kind=sheet).html
        reader.tap("leave")
    sent = set(re.findall(r'data-do(?:-change)?="([^"]+)"', seen))
    assert sent <= HANDLERS.keys() | handlers_of("good-brokers").keys()


def test_htpy_asks_quickly_what_is_html_where_python_is_slow_at_it() -> None:
    quick = vars(_render_sync)["HasHtml"]
    assert (quick is not _types.HasHtml) == (sys.version_info < (3, 12))
    assert [isinstance(node, quick) for node in (Markup("x"), (), [], iter(()))] == [True, False, False, False]
