"""The replay's frames: what everybody saw after every entry that counts, and nothing else."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.charts import along
from companion.games import GAMES
from companion.screens.book import Book
from companion.screens.ctx import html
from companion.screens.frames import CUT, Frame, Frames
from companion.screens.replay import Replay
from companion.store import open_store
from companion.table import Table
from companion.widgets import Event
from companion.words import LANGUAGES, translator
from tests.evening.games import finished
from tests.games.test_own_evening import evening
from tests.screens.reader import HOSTILE, Reader, words_of
from tests.screens.test_evening import stored

__all__ = ["evening"]  # a fixture
SAVES = sorted((Path(__file__).parents[1] / "saves").glob("*.jsonl"))
ENGLISH = translator("en")
ALL_AT_ONCE = 1e9  # seconds
MOST = 300_000  # bytes of a whole replay, compressed


def put_together(frames: list[Frame]) -> list[str]:
    """The frames as the page shows them: what ``widgets/replay.js`` makes of their cuts."""
    pieces: list[str] = []
    shown = []
    for frame in frames:
        for start, gone, fresh in reversed(frame.cuts):
            pieces[start : start + gone] = fresh
        shown.append(CUT.join(pieces))
    return shown


def whole(table: Table) -> Frames:
    frames = Frames(table, ENGLISH)
    frames.more(ALL_AT_ONCE)
    return frames


def check(table: Table) -> None:
    """Every frame shows the table as it stood after its entry."""
    frames = whole(table)
    assert [frame.n for frame in frames.done] == [0, *(entry.n for entry in table.effective)]
    changed = {entry.fields["entry"] for entry in table.log if entry.action == "amend"}
    before = min(changed, default=len(table.log) + 1)
    for frame, shown in zip(frames.done, put_together(frames.done), strict=True):
        if frame.n < before:
            past = table.as_of(frame.n)
            assert table.counted(frame.n).snapshot() == past.snapshot()
            assert shown == frames.drawn(past)
    assert (
        frames.drawn(table).partition('<div class="replay-board">')[2]
        == (put_together(frames.done)[-1].partition('<div class="replay-board">')[2])
    )


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.stem)
def test_every_entry_of_every_save(save: Path) -> None:
    check(companion.load(save))


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_of_a_finished_game(game: str) -> None:
    check(finished(game))


def test_what_was_taken_back_or_changed_is_not_played() -> None:
    table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
    table.do("buy", player="Anna", shares={"ford": 3})
    table.undo()
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("end_turn", player="Anna")
    table.amend(3, {"shares": {"ford": 1}})
    frames = whole(table)
    assert [frame.n for frame in frames.done] == [0, 3, 4]
    assert [frame.ends for frame in frames.done] == [False, False, True]
    told = [words_of(shown) for shown in put_together(frames.done)]
    assert ["300" in said.split("Bruno")[0] for said in told] == [True, False, False]
    assert "Anna bought 1 Ford" in told[1]
    assert "260" in told[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_chart_goes_from_its_beginning_to_where_the_table_stands(game: str) -> None:
    frames = whole(finished(game))
    assert set(frames.figures) <= set(along(finished(game)))
    assert frames.figures
    for number in range(len(frames.figures)):
        places = [frame.places[number] for frame in frames.done]
        assert places[0] == 0
        assert places[-1] > 0.9
        assert places == sorted(places)


def test_the_longest_evening_is_small(evening: Table) -> None:
    replay = Replay(evening, ENGLISH)
    while len(replay.frames.done) < len(replay.frames.entries):
        replay.more(str(len(replay.frames.done)))
    told = json.dumps(replay.sent, ensure_ascii=False) + html(replay.body())
    assert len(replay.frames.done) == 1 + len(evening.log) > 400
    assert len(gzip.compress(told.encode())) < MOST


# A page


def told(reader: Reader) -> list[Frame]:
    """All frames, asked for as the page does."""
    found: list[Any] = []
    while True:
        sent = {name: part for name, part in reader.page.view.charts.items() if name.startswith("replay-")}
        found = [Frame(*frame) for part in sent.values() for frame in part["frames"]]
        reader.tap("replay.more", have=str(len(found)))
        if len(reader.page.view.charts) == len(sent):
            return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_reached_from_the_history_and_from_the_evening(lang: str) -> None:
    reader = Reader(f"?table={stored('good-brokers', 12)}&seat=bank&screen=history", lang=lang)
    for screen in ("history", "evening"):
        assert 'data-do="replay.open"' in reader.tap("go", to=screen).html
    reader.tap("replay.open")
    assert reader.url.endswith("screen=replay")
    assert [frame.n for frame in told(reader)] == [0, *(entry.n for entry in reader.table.effective)]
    assert reader.said == []


def test_what_came_meanwhile_is_played_when_it_is_opened_again() -> None:
    reader = Reader().start(["Anna", "Bruno", "Carla"], seat="0").tap("replay.open")
    assert len(told(reader)) == 1
    reader.visit.do("note", text="Hello")
    reader.page.draw()
    assert len(told(reader)) == 1
    assert len(told(reader.tap("go", to="history").tap("replay.open"))) == 2


def test_names_are_shown_as_typed() -> None:
    reader = Reader().start(HOSTILE, seat="bank", open_hands=True)
    reader.visit.do("buy", player=HOSTILE[0], shares={"ford": 2})
    shown = put_together(told(reader.tap("replay.open")))[-1]
    assert HOSTILE[0] in words_of(shown)
    assert "<b>x" not in reader.html + shown
    assert "<img" not in reader.html + shown


@pytest.mark.parametrize("seat", ["0", "1", "bank"])
def test_the_own_secret_is_not_drawn_in_the_open(seat: str) -> None:
    """Somebody may look over the shoulder, and the replay has no *Show*."""
    table = companion.new_table("ponzi-scheme", ["Anna", "Bruno", "Carla"], box="demo")
    table.correct({"/players/0/cash": 7777}, by="Anna")
    store = open_store()
    code = store.table(store.import_log(table.lines())).code
    reader = Reader(f"?table={code}&seat={seat}", device=f"device-{seat}").tap("replay.open")
    shown = put_together(told(reader))[-1] + reader.html
    for amount in ("7777", "7,777", "in truth"):
        assert amount not in shown


def test_the_book_of_a_table_plays_it_too() -> None:
    book = Book()
    book.take(finished("good-brokers"), "file")
    assert 'data-do="replay.open"' in book.view.parts["body"]
    book.on_event(Event("replay.open", "key-one"))
    assert "data-replay=" in book.view.parts["body"]
    book.on_event(Event("replay.more", "key-two", {"have": "0"}))
    assert any(name.startswith("replay-") for name in book.view.charts)
    book.take(finished("greed"), "file")
    assert "data-replay=" not in book.view.parts["body"]
