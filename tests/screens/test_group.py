"""The group's book as a page: drawn without a browser, with numbers from evenings made by hand."""

from __future__ import annotations

import csv
import io
import re
import sqlite3
import zipfile
from pathlib import Path

import pytest

import companion
from companion.screens import first_paint
from companion.screens.book import Book
from companion.store import Store, open_store
from companion.widgets import Event, Hello
from companion.widgets.script import SERVED
from tests.group.evenings import rails, stored
from tests.screens.reader import words_of

HOSTILE = "<b>x</b>"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv(SERVED, "yes")
    store = open_store(tmp_path)
    stored(store, rails("Anna", "Bruno", day=1, ford=30), "Friday")
    stored(store, rails("Anna", "Bruno", "Carla", day=2, ford=50, minutes=2))
    stored(store, rails("Bruno", "Anna", day=3, ford=10))
    stored(store, rails("B.", HOSTILE, day=4, ford=20))
    return store


class Reading:
    """The page of the book, read and tapped without a browser."""

    def __init__(self, address: str = "", lang: str = "en") -> None:
        self.book = Book()
        self.went: list[str] = []
        self.said: list[str] = []
        self.files: list[tuple[str, str, bytes]] = []
        view = self.book.view
        view.go = self.went.append  # type: ignore[method-assign]
        view.say = lambda text, _kind="error": self.said.append(text)  # type: ignore[method-assign]
        view.download = lambda *what: self.files.append(what)  # type: ignore[method-assign,assignment]
        hello = Hello(device="device-1", lang=lang, zone="Europe/Rome", url=f"http://here/history{address}")
        self.book.on_hello(hello)

    def tap(self, do: str, values: dict[str, str] | None = None, **args: str) -> str:
        self.book.on_event(Event(do=do, key="abcdefgh", args=args, values=dict(values or {})))
        return self.text

    @property
    def html(self) -> str:
        return "".join(self.book.view.parts.values())

    @property
    def text(self) -> str:
        return " ".join(words_of(self.html).split())

    def card(self, key: str) -> str:
        """What can be read on one card."""
        inside = re.search(rf'<section[^>]*id="{key}".*?</section>', self.html, re.DOTALL)
        assert inside, key
        return " ".join(words_of(inside[0]).split())


def test_without_a_table_it_is_the_groups_book(store: Store) -> None:
    reading = Reading()
    assert "The group’s book 4 evenings" in reading.text
    people = reading.card("people")
    assert "Anna 3 of 3 won · 1.3 by chance most often with Bruno (3)" in people
    assert "Bruno 0 of 3 won" in people


def test_evenings_stand_by_date_with_who_won(store: Store) -> None:
    shown = Reading().card("evenings")
    assert shown.index("Nov 4") < shown.index("Nov 3") < shown.index("Nov 1")
    assert "Friday · Rails Anna ★ won , Bruno Nov 1, 2026" in shown
    assert "Bruno ★ won" not in shown  # with Ford at 10, Anna has won the third


def test_a_players_own_page(store: Store) -> None:
    reading = Reading()
    text = reading.tap("group.person", person="Anna")
    assert reading.went[-1] == "?person=Anna"
    assert "Evenings 3 of 3 won" in text
    assert reading.book.view.title == "Anna"
    assert "Best evening Rails · Nov 2, 2026 · place 1 of 3 (160)" in text
    assert "Worst evening Rails · Nov 1, 2026 · place 1 of 2 (120)" in text  # of 220; the third was 100 of 180
    assert "Time used 7 min 0 s · 2 min 20 s an evening" in text
    assert "Bruno 3 evenings · 3 won by Anna, 0 by Bruno" in text
    assert "Places: 1. × 3" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_the_address_leads_to_a_person_a_game_or_a_table_and_back(store: Store) -> None:
    assert "Best evening" in Reading("?person=anna").text
    assert "Records" in Reading("?kind=own%3ARails").text
    reading = Reading("?person=nobody")
    assert "The group’s book" in reading.text
    code = store.tables()[0].code
    reading.tap("group.open", code=code)
    assert reading.went[-1] == f"?table={code}"
    assert reading.book.table is not None
    reading.tap("visit", url="http://here/history?person=Anna")
    assert "Best evening" in reading.text
    reading.tap("visit", url="http://here/history?")
    assert "The group’s book" in reading.text
    assert Reading("?table=ZZZZZ").said == ["No table here has the code “ZZZZZ”."]


def test_one_games_evenings_laid_over_each_other(store: Store) -> None:
    reading = Reading("?kind=own%3ARails")
    prices = reading.book.view.charts["prices"]
    drawn = {trace["name"]: (trace["x"], trace["y"]) for trace in prices["data"]}
    assert prices["layout"]["title"]["text"] == "Price of Ford"
    assert drawn["Nov 1, 2026"] == ([0, 2, 2], [20, 30, 30])
    assert drawn["Nov 2, 2026"] == ([0, 2, 2], [20, 50, 50])
    assert len({(t["line"]["color"], t["line"]["dash"], t["marker"]["symbol"]) for t in prices["data"]}) == 4
    reading.tap("group.set", {"good": "coal", "whose": "Bruno"})
    charts = reading.book.view.charts
    assert charts["prices"]["layout"]["title"]["text"] == "Price of Coal"
    assert {trace["name"]: trace["y"] for trace in charts["wealth"]["data"]} == {
        "Nov 1, 2026 · Bruno": [100, 100],
        "Nov 2, 2026 · Bruno": [100, 100],
        "Nov 3, 2026 · Bruno": [100, 80],
    }


def test_older_evenings_are_thin_lines_behind_the_newest(store: Store) -> None:
    for day in range(5, 13):
        stored(store, rails(day=day))
    traces = Reading("?kind=own%3ARails").book.view.charts["prices"]["data"]
    assert len(traces) == 12
    assert [trace["mode"] for trace in traces] == ["lines"] * 4 + ["lines+markers"] * 8


def test_records(store: Store) -> None:
    records = Reading("?kind=own%3ARails").card("records")
    assert "Highest price Ford 50 · Nov 2, 2026 · entry 5" in records
    assert "Lowest price Ford 10 · Nov 3, 2026 · entry 5" in records
    assert "Highest total Anna 160 · Nov 2, 2026" in records
    assert "Best move Anna 60 · Nov 2, 2026 · entry 5" in records
    assert "Longest evening 10 min 0 s · Nov 2, 2026" in records
    assert "Shortest evening 5 min 0 s · Nov 1, 2026" in records


def test_who_was_ahead_when(store: Store) -> None:
    reading = Reading("?kind=own%3ARails")
    leads = reading.card("leads")
    assert "Nov 2, 2026 1 Anna + Bruno + Carla, 2 Anna ★ Won: Anna" in leads
    assert "Nov 4, 2026 1–2 B. + <b>x</b> ★ Won: B. + <b>x</b>" in leads
    ahead = reading.book.view.charts["ahead"]["data"][0]
    assert (ahead["x"], ahead["y"], ahead["text"]) == ([2], [100], ["3 of 3"])


def test_luck_and_play_where_the_records_tell_it(store: Store) -> None:
    luck = Reading("?kind=own%3ARails").card("luck")
    assert "Anna 3 0 +27" in luck  # +20, +60 and nothing
    assert "Bruno 3 0 −7" in luck
    assert "no log says how much was luck" in luck
    stored(store, companion.load(Path(__file__).parents[1] / "saves" / "plutocracy_lot.jsonl"))
    assert "cannot be told apart" in Reading("?kind=plutocracy").card("luck")


def test_names_are_joined_and_taken_apart_on_the_page(store: Store) -> None:
    reading = Reading()
    before = [store.lines(table_id) for table_id in range(1, 5)]
    reading.tap("group.join", {"name": "B.", "person": "Bruno"})
    assert "B. → Bruno" in reading.card("names")
    assert "Bruno 1 of 4 won" in reading.card("people")
    assert "Also called B." in Reading("?person=B.").text
    reading.tap("group.join", {"name": "Bruno", "person": "B."})
    assert reading.said == ["Bruno is one person already."]
    reading.tap("group.join", {"name": "", "person": "Bruno"})
    reading.tap("group.part", name="B.")
    assert "B. → Bruno" not in reading.text
    assert "Bruno 0 of 3 won" in reading.card("people")
    assert [store.lines(table_id) for table_id in range(1, 5)] == before


def test_what_cannot_be_read_is_named_and_what_is_put_away_is_counted(store: Store, tmp_path: Path) -> None:
    store.archive(1)
    broken = stored(store, rails(day=9), "Broken")
    with sqlite3.connect(tmp_path / "tables.sqlite") as file:
        file.execute("UPDATE entries SET line = '{' WHERE table_id = ? AND n = 3", (broken,))
    reading = Reading()
    assert "Broken Line 4 cannot be read" in reading.card("unread")
    assert "1 table was put away and is not counted here" in reading.card("unread")
    assert "Friday" not in reading.text
    assert "3 evenings" in reading.text


def test_files_to_take_away(store: Store) -> None:
    stored(store, rails("=1+1", "Anna", day=5))
    reading = Reading()
    reading.tap("group.report")
    reading.tap("group.archive")
    (name, mime, page), (zip_name, zip_mime, zipped) = reading.files
    assert (name, mime, zip_name, zip_mime) == (
        "companion-book.html",
        "text/html",
        "companion-book.zip",
        "application/zip",
    )
    told = str(page)
    assert "<b>x</b>" not in told
    assert not re.search(r'(?:src|href)="?https?:', told)
    assert "Price of Ford" in told
    inside = zipfile.ZipFile(io.BytesIO(zipped))
    assert set(inside.namelist()) == {
        "evenings.csv",
        "players.csv",
        "moves.csv",
        "wealth.csv",
        "prices.csv",
        "report.html",
    }
    rows = list(csv.DictReader(io.StringIO(inside.read("players.csv").decode("utf-8-sig"))))
    assert rows[0]["player"] == "'=1+1"
    assert [row["total"] for row in rows if row["player"] == "Anna"] == ["100", "100", "160", "120"]


def test_the_first_paint_is_the_book_without_controls(store: Store) -> None:
    page = first_paint("", {}, evening=True)
    text = " ".join(words_of(page).split())
    assert "The group’s book 4 evenings" in text
    assert "Anna 3 of 3 won" in text
    assert "data-do" not in page
    assert "<b>x</b>" not in page
    assert "Best evening" in words_of(first_paint("person=Anna", {}, evening=True))
    assert "Il libro del gruppo" in words_of(first_paint("", {"companion_lang": "it"}, evening=True))


def test_hidden_cash_is_told_by_nobody_before_the_end(store: Store) -> None:
    """Two tables that differ only in what Anna alone knows are the same page."""

    def shown(company: str) -> str:
        table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
        table.do("buy", player="Anna", shares={"ford": 1, "lloyd": 1}, at="2026-11-27T20:15:00Z")
        table.do("place", player="Anna", company=company, at="2026-11-27T20:16:00Z")
        table_id = stored(store, table)
        page = Reading("?kind=good-brokers")
        store.archive(table_id)
        return repr((page.text, page.book.view.charts))

    assert shown("ford") == shown("lloyd")


def test_without_any_table_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv(SERVED, "yes")
    reading = Reading()
    assert "No evening yet." in reading.text
    reading.tap("book.table", {"table": "demo:greed"})
    assert reading.book.table is not None
