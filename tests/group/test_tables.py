"""The book as rows and data frames."""

from pathlib import Path

import companion
from companion.group import rows
from companion.group.tables import read_group
from companion.store import open_store
from tests.group.evenings import rails, stored


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
