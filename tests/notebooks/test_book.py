"""The page of chapters: what its reader chooses, and what chapters may give back."""

import json

import plotly.graph_objects as go
import pytest

import companion
from companion.screens.book import Book
from companion.store import open_store
from companion.widgets import Event, Hello
from tests.evening.games import finished

KEY = "abcdefgh"


@pytest.fixture
def book(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    book = Book()
    book.take(finished("good-brokers"))
    return book


def tell(book, do, chapter="told", values=None, **args):
    book.on_event(Event(do=do, key=KEY, args={"chapter": chapter, **args}, values=values or {}))
    return book.view.parts["body"]


def test_controls_are_made_by_asking(book):
    @book.chapter("Told")
    def told(reading):
        return repr(
            (
                reading.choose("one", {"a": "A", "b": "B"}),
                reading.pick("some", ["x", "y", "z"], first=2),
                reading.tick("yes", on=True),
                reading.slide("n", 3, 9),
            )
        )

    def says(text):
        return str(text).replace("'", "&#39;") in book.view.parts["body"]

    assert says(("a", ["x", "y"], True, 9))
    tell(book, "book.set", values={"one": "b", "some": ["", "z"], "yes": False, "n": "4"})
    assert says(("b", ["z"], False, 4))
    tell(book, "book.set", values={"one": "nonsense", "some": [""], "n": "1000"})
    assert says(("a", [], False, 9))
    tell(book, "book.move", label="n", to="5")
    assert says(("a", [], False, 5))
    tell(book, "book.set", chapter="nothing", values={"one": "b"})
    assert says(("a", [], False, 5))


def test_a_chapter_runs_again_only_when_its_own_controls_change(book):
    runs = {"one": 0, "two": 0}

    @book.chapter("One")
    def one(reading):
        runs["one"] += 1
        return reading.choose("c", ["a", "b"])

    @book.chapter("Two")
    def two(reading):
        runs["two"] += 1
        return [{"a": 1}]

    before = dict(runs)
    tell(book, "book.set", chapter="one", values={"c": "b"})
    assert (runs["one"], runs["two"]) == (before["one"] + 1, before["two"])


def test_what_a_chapter_may_give(book):
    import pandas as pd

    @book.chapter("Told")
    def told(reading):
        return [
            reading.figure("prices", slider=True),
            go.Figure(go.Scatter(x=[1], y=[2])),
            [{"name": "<b>x</b>", "n": None}],
            pd.DataFrame({"frame": [1.5]}),
            "text <i>",
            reading.board(reading.table.as_of(10)),
        ]

    body = book.view.parts["body"]
    assert set(book.view.charts) == {"told-0", "told-1"}
    assert json.dumps(book.view.charts["told-1"])
    assert "&lt;b&gt;x&lt;/b&gt;" in body
    assert "<b>x</b>" not in body
    assert "1.5</td>" in body
    assert "text &lt;i&gt;" in body


def test_a_mistake_in_a_chapter_is_told_in_its_place(book):
    @book.chapter("Wrong")
    def wrong(reading):
        return 1 / 0

    @book.chapter("Refused")
    def refused(reading):
        return reading.figure("nothing")

    assert "ZeroDivisionError: division by zero" in book.view.parts["body"]
    assert "There is no figure" in book.view.parts["body"]


def test_a_chapter_of_the_same_name_takes_the_place(book):
    for text in ("first", "second"):

        @book.chapter("Told")
        def told(reading, text=text):
            return text

    assert "second" in book.view.parts["body"]
    assert "first" not in book.view.parts["body"]


def test_the_reader_chooses_the_table(book, tmp_path):
    store = open_store(tmp_path)
    code = store.table(store.import_log(finished("greed").lines(), title="Friday")).code
    assert "Friday" in tell(book, "book.table", values={"table": code})
    assert book.table.game.id == "greed"
    tell(book, "book.table", values={"table": "demo:plutocracy"})
    assert book.table.game.id == "plutocracy"
    save = "\n".join(finished("ponzi-scheme").lines())
    tell(book, "book.upload", values={"file": "\ufeff" + save})
    assert book.table.game.id == "ponzi-scheme"
    for wrong in ("ZZZZZ", "demo:nothing", ""):
        tell(book, "book.table", values={"table": wrong})
        assert book.table.game.id == "ponzi-scheme"
    tell(book, "book.upload", values={"file": "no save"})
    assert book.table.game.id == "ponzi-scheme"


def test_the_address_names_the_table_and_the_device_the_language(book, tmp_path):
    store = open_store(tmp_path)
    code = store.table(store.import_log(finished("greed").lines())).code
    book.on_hello(Hello(device="device-1", lang="it", url=f"http://here/history?table={code}"))
    assert book.table.game.id == "greed"
    assert book._.lang == "it"


def test_what_is_hidden_stays_hidden(book):
    table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
    table.do("buy", player="Anna", shares={"ford": 2})

    @book.chapter("Told")
    def told(reading):
        return reading.figure("wealth")

    book.take(table)
    assert max(book.view.charts["told-0"]["data"][0]["y"]) == 300
    assert book.view.charts["told-0"]["data"][0]["y"][-1] == 220


def test_files_to_take_away(book, monkeypatch):
    given = []
    monkeypatch.setattr(book.view, "download", lambda *what: given.append(what))
    tell(book, "story.report")
    tell(book, "story.archive")
    assert [(name, mime) for name, mime, _ in given] == [
        ("companion-good-brokers-2026-11-27.html", "text/html"),
        ("companion-good-brokers-2026-11-27.zip", "application/zip"),
    ]
    assert given[1][2].startswith(b"PK")
