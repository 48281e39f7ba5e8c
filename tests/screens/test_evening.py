"""The evening's page, trying something, and Binder, without a browser."""

import base64
import io
import re
import zipfile

import pytest

from companion.games import GAMES
from companion.screens.binder import SIGNS, Saved
from companion.screens.ctx import look
from companion.store import open_store
from companion.words import LANGUAGES
from tests.evening.games import finished
from tests.screens.reader import HOSTILE, Marking, Reader, words_of

PLAYERS = ["Anna", "Bruno", "Carla"]


def stored(game: str, n: int | None = None) -> str:
    """The code of a stored game, whole or up to entry ``n``."""
    table = finished(game)
    lines = list(table.lines())[: None if n is None else n + 1]
    store = open_store()
    return store.table(store.import_log(lines)).code


# -- the evening -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_result_page_of_every_game(game: str, lang: str) -> None:
    reader = Reader(f"?table={stored(game)}&seat=bank&screen=evening", lang=lang)
    table = finished(game)
    assert reader.said == []
    for player in table.players:
        assert player in reader.text
    islands = {f"evening-{kind}" for kind in [*table.game.records, "gains"]}
    assert islands & set(reader.page.view.charts)
    assert "app.bgstatsapp.com" in reader.html


def test_a_finished_table_leads_there_and_back() -> None:
    reader = Reader(f"?table={stored('good-brokers')}&seat=0")
    assert "How the evening went" in reader.text
    reader.tap("go", to="evening")
    assert "Final scores" in reader.text
    assert "1. Dora" in " ".join(reader.text.split())
    assert reader.url.endswith("screen=evening")
    reader.tap("go", to="history")
    assert "Final scores" not in reader.text


def test_before_the_end_there_is_the_evening_so_far() -> None:
    reader = Reader(f"?table={stored('plutocracy', 60)}&seat=bank&screen=evening")
    assert "Final scores" not in reader.text
    assert "bgstats" not in reader.html
    assert "Best deal" in reader.text


def test_the_files_tell_what_everybody_may_know() -> None:
    reader = Reader().start(PLAYERS, seat="0")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.tap("go", to="evening").tap("story.report").tap("story.archive")
    report, archive = reader.files
    assert report["name"].endswith(".html")
    assert "<h1>Good Brokers" in report["text"]
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(archive["base64"]))) as inside:
        rows = inside.read("wealth.csv").decode().splitlines()
    header, anna = rows[0].lstrip("\ufeff").split(","), rows[1].split(",")
    assert anna[header.index("shares_value")] == ""


def test_no_name_is_markup_and_every_word_is_translated() -> None:
    reader = Reader().start(HOSTILE, seat="bank", open_hands=True)
    reader.visit.do("buy", player=HOSTILE[0], shares={"ford": 2})
    reader.tap("go", to="evening")
    assert "<b>x" not in reader.html
    assert "<img" not in reader.html
    reader.visit._ = Marking()
    reader.page.draw()
    body = words_of(reader.page.view.parts["body"])
    for word in ("The evening", "To take away", "Longest turn"):
        assert word not in body.replace(f"⟦{word}⟧", "")


# -- what if -----------------------------------------------------------------------------------------------


def test_what_is_tried_is_marked_and_never_written() -> None:
    reader = Reader(f"?table={stored('plutocracy', 60)}&seat=bank")
    assert reader.visit.live is not None
    before = open_store().save(reader.visit.live.table_id)
    assert "Only trying" not in reader.text
    reader.tap("try.begin")
    assert "Only trying" in reader.text
    assert "0 moves tried" in reader.text
    for _ in range(3):
        move = dict(reader.table.legal()[0])
        reader.visit.do(move.pop("action"), **move)
    reader.page.draw()
    assert "3 moves tried" in reader.text
    assert reader.table.revision == 63
    assert reader.visit.live.table.revision == 60
    reader.tap("go", to="compare")
    assert any(chart.startswith("compare-") for chart in reader.page.view.charts)
    assert "what if" in str(reader.page.view.charts)
    reader.tap("undo", entry=63)
    assert reader.table.last_done().n == 62
    reader.tap("correct", {"value": "77"}, pointer="/players/0/money")
    assert reader.table.snapshot()["players"][0]["money"] == 77
    assert open_store().save(reader.visit.live.table_id) == before
    reader.tap("try.end")
    assert "Only trying" not in reader.text
    assert reader.table.revision == 60
    assert open_store().save(reader.visit.live.table_id) == before


def test_going_elsewhere_ends_the_trial() -> None:
    reader = Reader(f"?table={stored('plutocracy', 60)}&seat=bank").tap("try.begin").tap("home")
    assert reader.visit.trial is None
    reader = Reader(f"?table={stored('plutocracy', 60)}&seat=bank").tap("try.begin").tap("leave")
    assert reader.visit.trial is None


def test_what_others_hide_is_not_tried_for() -> None:
    reader = Reader().start(PLAYERS, seat="bank").tap("try.begin")
    assert reader.said == ["While players hide something, only they try their own moves: it would tell."]
    assert "Only trying" not in reader.text
    reader = Reader().start(PLAYERS, seat="0").tap("try.begin")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.tap("correct", {"value": "end"}, pointer="/phase")
    assert reader.said == ["While players hide something, only your own moves can be tried."]


# -- Binder ------------------------------------------------------------------------------------------------


def test_nothing_of_binder_on_a_machine_of_ones_own() -> None:
    assert "Binder" not in Reader().text


@pytest.mark.parametrize("sign", SIGNS)
def test_on_binder_it_says_so(monkeypatch: pytest.MonkeyPatch, sign: str) -> None:
    monkeypatch.setenv(sign, "https://mybinder.org/")
    assert "runs on Binder" in Reader().text


def test_on_binder_nobody_is_asked_to_join(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = "serves this device alone: nobody can join from another"
    home = Reader().start(PLAYERS)
    code, invitation = home.code, home.text
    assert code in invitation
    assert alone not in invitation
    monkeypatch.setenv(SIGNS[0], "https://mybinder.org/")
    monkeypatch.setenv("COMPANION_URL", "http://192.168.1.5:8866/?token=x")
    places = ["", f"?table={code}", f"?table={code}&seat=0&screen=settings", f"?table={code}&seat=screen"]
    pages = [Reader(place) for place in places]
    for page in pages:
        assert code not in page.text
        assert "192.168" not in page.text
        assert not re.search("[Jj]oin with", page.text)
    assert [alone in page.text for page in pages] == [True, True, True, False]


def test_on_binder_the_save_is_offered_when_a_phase_ends_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SIGNS[0], "https://mybinder.org/")
    reader = Reader().start(PLAYERS, seat="bank", open_hands=True)
    offer = "Binder forgets this table"
    assert offer not in reader.text
    for player in PLAYERS:
        reader.visit.do("end_turn", player=player)
    reader.page.draw()
    assert reader.table.snapshot()["phase"] != "trade"
    assert offer in reader.text
    reader.tap("binder.later")
    assert offer not in reader.text
    look(reader.visit).keep(Saved([]))
    reader.page.draw()
    assert offer in reader.text
    assert reader.visit.live is not None
    reader.tap("binder.save", id=reader.visit.live.table_id)
    if reader.visit.opened:
        reader.tap("save.open", id=reader.visit.live.table_id)
    assert offer not in reader.text
    again = Reader().tap("home.upload", {"file": reader.files[-1]["text"]})
    assert again.visit.live is not None
    assert again.visit.live.table.state == reader.visit.live.table.state


def test_on_binder_a_player_is_not_offered_what_others_hide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SIGNS[0], "https://mybinder.org/")
    reader = Reader().start(PLAYERS, seat="0")
    look(reader.visit).keep(Saved([]))
    reader.page.draw()
    assert "Binder forgets" not in reader.text
