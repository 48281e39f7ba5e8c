"""The first paint: public, quick, and never a secret."""

import re
import time

import pytest

from companion import charts
from companion.charts import drawing
from companion.games import GAMES
from companion.screens import first_paint, frame
from companion.words import translator
from tests.evening.games import finished
from tests.screens.reader import HOSTILE, Reader, words_of
from tests.screens.test_evening import stored

_ = translator("en")


def secret_table() -> Reader:
    """Anna has put a share of a company aside, face down, and sold the rest: only she knows which."""
    reader = Reader().start(["Anna", "Bruno", "Carla"], seat="0").tap("pin.set", {"pin": "2468"})
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.visit.do("place", player="Anna", company="ford")
    reader.page.draw()
    return reader


def test_the_public_state_is_in_it() -> None:
    reader = secret_table()
    text = words_of(first_paint(f"table={reader.code}&seat=0", {}))
    assert "Anna" in text
    assert "220" in text
    assert "Prices" in text
    assert "all money accounted for" in text


def test_no_control_and_no_secret_is_in_it_whoever_asks() -> None:
    reader = secret_table()
    own = reader.html
    for seat in ("0", "1", "bank", "screen", ""):
        for screen in ("", "market", "history", "clock", "settings"):
            html = first_paint(f"table={reader.code}&seat={seat}&screen={screen}", {})
            assert "data-do" not in html
            assert "Ford aside" not in words_of(html)
            assert "1 Ford" not in words_of(html)
    assert "1 Ford" in words_of(own)


def test_it_speaks_the_language_of_the_device() -> None:
    reader = secret_table()
    assert "all money accounted for" in words_of(first_paint(f"table={reader.code}&seat=0", {"companion_lang": "en"}))
    for cookies in ({"companion_lang": "it"}, {"accept-language": "it-IT,en;q=0.5"}):
        assert first_paint(f"table={reader.code}&seat=0", cookies)


def test_the_first_page_and_its_hostile_names() -> None:
    Reader().start(HOSTILE)
    html = first_paint("", {})
    assert "<b>x" not in html
    assert "<img" not in html
    assert all(name in words_of(html) for name in HOSTILE)
    assert "Start a table" in words_of(html)


def test_what_is_not_there_is_said() -> None:
    assert "No table here has the code" in words_of(first_paint("table=ZZZZZ", {}))


def test_it_shows_what_came_since() -> None:
    reader = secret_table()
    query = f"table={reader.code}&seat=bank"
    first_paint(query, {})
    reader.visit.do("end_turn", player="Anna")
    reader.tap("leave").tap("join.sit", seat="1")
    reader.visit.do("buy", player="Bruno", shares={"lloyd": 1})
    assert "260" in words_of(first_paint(query, {}))


@pytest.mark.parametrize("game", GAMES)
def test_its_charts_are_pictures_of_what_everybody_may_see(game: str) -> None:
    code, table = stored(game), finished(game)
    drawn = {kind: drawing.svg(charts.draw(table, kind, None, _), kind) for kind in charts.kinds(table)}
    found = set()
    for tab in frame.tabs_of(table):
        html = first_paint(f"table={code}&seat=0&screen={tab.id}", {})
        islands = re.findall(r'data-chart="([^"]*)"[^>]*><svg class="drawing"', html)
        assert html.count("data-chart=") == len(islands)
        assert all(drawn[kind] in html for kind in islands)
        found |= set(islands)
    assert found


def test_a_picture_in_it_keeps_the_secrets_of_the_seat_that_asks() -> None:
    reader = secret_table()
    table = reader.visit.table
    assert table is not None
    public, own = (drawing.svg(charts.draw(table, "wealth", seat, _), "wealth") for seat in (None, "Anna"))
    html = first_paint(f"table={reader.code}&seat=0&screen=market", {})
    assert public in html
    assert public != own


def test_it_is_quick() -> None:
    reader = secret_table()
    query = f"table={reader.code}&seat=0"
    first_paint(query, {})
    times = []
    for _ in range(20):
        started = time.perf_counter()
        first_paint(query, {})
        times.append(time.perf_counter() - started)
    assert sorted(times)[10] < 0.05
