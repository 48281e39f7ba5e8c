"""The book as rows and data frames."""

from pathlib import Path

import pytest

import companion
from companion.group import rows
from companion.group.tables import read_group
from companion.store import open_store
from companion.store.marks import NEVER
from companion.table import unpack
from tests.group.evenings import RAILS, rails, stored


def test_rows_of_an_evening(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    code = store.table(stored(store, rails("Anna", "B.", ford=30), "Friday")).code
    store.people.join("B.", "Bruno")
    found = rows(read_group(tmp_path))
    which = {"code": code, "began": "2026-11-01T20:00:00Z", "game": "own:Rails"}
    assert found["evenings"] == [
        {
            **which,
            "title": "Friday",
            "ended": "2026-11-01T20:05:00Z",
            "seconds": 300,
            "moves": 6,
            "finished": True,
            "players": ["Anna", "B."],
            "winners": ["Anna"],
        }
    ]
    bruno = {**which, "player": "B.", "person": "Bruno"}
    assert found["players"][1] == {**bruno, "place": 2, "total": 100, "seconds": 240, "own": 0, "given": 0}
    assert [row["wealth"] for row in found["wealth"] if row["player"] == "Anna"] == [100, 120]
    assert found["prices"][:2] == [
        {**which, "good": "ford", "name": "Ford", "lap": 0, "price": 20},
        {**which, "good": "ford", "name": "Ford", "lap": 2, "price": 30},
    ]
    assert {**bruno, "action": "end_phase", "count": 1} in found["moves"]
    assert found["unreadable"] == []


def test_data_frames(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    stored(store, rails(day=1, ford=30))
    stored(store, rails(day=2, ford=50))
    frames = companion.evenings(tmp_path)
    assert frames["evenings"]["began"].dt.day.tolist() == [2, 1]
    assert frames["prices"].query("good == 'ford' and lap == 2")["price"].tolist() == [50, 30]
    assert frames["players"].groupby("person")["total"].sum().to_dict() == {"Anna": 280, "Bruno": 200}
    assert companion.evenings(tmp_path / "nothing")["evenings"].empty


ODD = ["2026-11-27T20:15:00", "2026-W48-5T20:15", "2026-11-27T20:15:00,5Z", "2026-11-28T01:15:30+05:00:30"]


@pytest.mark.parametrize("at", ODD)
def test_a_time_that_is_written_otherwise_is_one_like_all(tmp_path: Path, at: str) -> None:
    """A save may hold it; its line stays as it is."""
    store = open_store(tmp_path)
    header, *entries = rails(day=27).lines()
    lines = [header, *(entry.replace("2026-11-27T20:00:00Z", at) for entry in entries)]
    table_id = store.import_log(lines)
    for day in (26, 28):
        stored(store, rails(day=day))
    assert store.lines(table_id) == [str(line) for line in lines[1:]]
    frames = companion.evenings(tmp_path)
    assert frames["evenings"]["began"].dt.day.tolist() == [28, 27, 26]
    assert frames["evenings"]["began"].dt.minute.tolist() == [0, 15, 0]
    table = unpack(store.save(table_id))
    assert table.frame("prices")["at"].dropna().dt.hour.tolist()[0] == 20


def test_the_note_of_when_a_table_was_made_may_be_none(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    made = companion.new_table("own", players=["Anna", "Bruno"], box=RAILS)
    for at in ("yesterday", "0001-01-01T00:00:00+23:59", "2026-11-27"):
        table_id = store.import_log(made.lines())
        with store._backend.writing() as connection:
            connection.exec_driver_sql("UPDATE tables SET created = ? WHERE id = ?", (at, table_id))
    began = companion.evenings(tmp_path)["evenings"]["began"]
    assert began.dt.strftime("%Y-%m-%d").tolist() == ["2026-11-27", "1970-01-01", "1970-01-01"]
    assert [info.created for info in store.tables()] == ["2026-11-27", NEVER, NEVER]
