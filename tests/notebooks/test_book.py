"""The page of chapters: what its reader chooses, and what chapters may give back."""

import json
import re
from pathlib import Path

import plotly.graph_objects as go
import pytest

import companion
from companion import charts
from companion.games import GAMES
from companion.screens import story
from companion.screens.book import Book
from companion.store import open_store
from companion.trial import Trial
from companion.widgets import Event, Hello
from companion.widgets.script import SERVED
from tests.evening.games import finished
from tests.play import moves

KEY = "abcdefgh"
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@pytest.fixture
def book(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    book = Book()
    book.take(finished("good-brokers"))
    return book


def tell(book, do, chapter="told", values=None, **args):
    book.on_event(Event(do=do, key=KEY, args={"chapter": chapter, **args}, values=values or {}))
    return book.view.parts["body"]


def test_it_leads_back_to_the_table_where_there_is_one_to_go_to(book, monkeypatch):
    store = open_store()
    code = store.table(store.import_log(finished("greed").lines())).code
    book.choose(code)
    assert "href" not in book.view.parts["bar"]  # in JupyterLab
    monkeypatch.setenv(SERVED, "yes")
    book.draw()
    assert f'href="./?table={code}"' in book.view.parts["bar"]
    book.choose("demo:plutocracy")
    book.draw()
    assert 'href="./?"' in book.view.parts["bar"]


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


def test_the_numbers_of_rows_are_written_as_the_reader_writes_them(book):
    @book.chapter("Told")
    def told(reading):
        return [{"entry": 1234, "mean": 1234.5, "nobody": None}]

    book.on_hello(Hello(device="device-1", lang="de"))
    assert all(f'<td dir="auto">{said}</td>' in book.view.parts["body"] for said in ("1234", "1.234,5", ""))


def test_goods_of_a_game_of_one_s_own_have_their_names(book):
    table = companion.new_table("own", ["Anna", "Bruno", "Carla"], box="railways")
    page = what_if_of(book, table, 0)
    assert set(re.findall(r"Anna, (\w+|B &amp; O), 10<", page)) == {"B &amp; O", "Pennsylvania", "Chesapeake"}


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


def what_if_of(book, table, n):
    """The chapter of the notebook itself, at entry ``n``; gives its page."""
    cells = json.loads((NOTEBOOKS / "market_history.ipynb").read_text("utf-8"))["cells"]
    source = next("".join(c["source"]) for c in cells if "def what_if" in "".join(c["source"]))
    names = {"book": book, "json": json, "companion": companion, "story": story, "Trial": Trial, "N_": str}
    exec(source, names)
    book.take(table)
    return tell(book, "book.set", chapter="what_if", values={"Entry": str(n)})


def test_every_move_can_be_tried_in_groups_and_searched(book):
    table = finished("plutocracy")
    n, legal = next(
        (n, moves)
        for n in range(table.revision, 0, -1)
        if len(moves := table.as_of(n).legal(companion.BANKER)) > 40 and "retire" in str(moves)
    )
    page = what_if_of(book, table, n)
    assert page.count('<option value="{') == len(legal)
    assert page.count("<optgroup") == len({move["action"] for move in legal})
    retire = next(move for move in legal if move["action"] == "retire")
    found = tell(book, "book.set", chapter="what_if", values={"Move 1 ?": "RETIRE"})
    assert found.count('<option value="{') == sum(move["action"] == "retire" for move in legal)
    tell(book, "book.set", chapter="what_if", values={"Move 1": json.dumps(retire), "Figure": "cash"})
    drawn = book.view.charts["what_if-1"]
    assert drawn["layout"]["xaxis"]["range"][1] >= 1
    real = charts.draw(table, "cash", None, book._)["data"]
    assert drawn["data"][: len(real)] == real  # everything that really happened afterwards, not the past alone


def test_a_finished_ponzi_scheme_can_be_tried_and_tells_no_cash(book):
    table = finished("ponzi-scheme")
    n = next(n for n in range(20, table.revision) if table.as_of(n).snapshot()["phase"] == "invest")
    page = what_if_of(book, table, n)
    assert "Search" in page
    offered = page.replace("&#34;", '"')
    assert '"action": "invest"' in offered
    assert not any(f'"action": "{own}"' in offered for own in ("accept", "counter", "buy_luxury"))


@pytest.mark.parametrize("game", GAMES)
def test_no_move_is_offered_that_cannot_be_tried(game):
    table = finished(game)
    for n in range(3, table.revision, max(1, table.revision // 6)):
        trial = Trial(table.as_of(n), companion.BANKER, past_of=table)
        for move in trial.legal(companion.BANKER)[::5]:
            Trial(table.as_of(n), companion.BANKER, past_of=table).do(companion.BANKER, **move)


def test_a_round_can_be_ended_otherwise_where_the_end_has_told_all():
    table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla"], box="demo")
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("place", player="Anna", company="ford")
    while possible := moves(table):
        table.do(**possible[-1])
    n = next(e.n for e in table.log if table.as_of(e.n).snapshot()["round"] == 2) - 1
    offered = table.as_of(n).legal(companion.BANKER)
    assert Trial(table.as_of(n), companion.BANKER, past_of=table).legal(companion.BANKER) == offered
    trial = Trial(table.as_of(1), companion.BANKER, past_of=table)
    assert {"action": "place", "player": "Anna", "company": "ford"} in trial.legal(companion.BANKER)
    trial.do(companion.BANKER, "place", player="Anna", company="ford")


def test_where_nothing_can_be_tried_it_says_so(book):
    table = finished("ponzi-scheme")
    last = next(n for n in range(20, table.revision) if table.as_of(n).snapshot()["phase"] == "marker") - 1
    assert "it would tell what others hide" in what_if_of(book, table, last)


def test_bars_stand_beside_each_other(book):
    table = finished("ponzi-scheme")
    pair = story.compared(table, table.as_of(30), "market", book._)
    assert [each["layout"]["title"]["subtitle"]["text"] for each in pair] == ["as it went", "what if"]
    assert len(story.compared(table, table.as_of(30), "tiles", book._)) == 1
