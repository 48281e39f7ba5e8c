"""The shelf: which evenings there are, and when what was kept of one is thrown away."""

import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.group import Shelf, kept, listed, shelf
from companion.store import Store, open_store
from companion.stored import open_table
from tests.group.evenings import rails, stored


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path)


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long the log of each table was that had to be worked out, in turn."""
    done: list[int] = []
    real = shelf.work_out

    def count(table: companion.Table) -> Any:
        done.append(table.revision)
        return real(table)

    monkeypatch.setattr(shelf, "work_out", count)
    return done


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / kept.FOLDER).glob("*"))


def look(store: Store, folder: Path) -> Any:
    """The one evening of the store, as a page sees it that has just been opened."""
    (told,) = Shelf(store, folder).look()
    return told.evening


def test_what_was_worked_out_once_is_kept(store: Store, tmp_path: Path, worked: list[int]) -> None:
    stored(store, rails())
    first = look(store, tmp_path)
    assert worked == [6]
    assert look(store, tmp_path) == first
    assert worked == [6]
    assert files(tmp_path) == ["1.json"]


def test_a_log_that_grows_an_undo_a_rename_and_an_amended_entry(
    store: Store, tmp_path: Path, worked: list[int]
) -> None:
    """Each of them is another log: what was kept of the old one is never shown."""
    table = open_table(store.table(stored(store, rails(finish=False))).code, tmp_path)
    assert look(store, tmp_path).seats[0].wealth == [100, 120]
    table.do("price", good="ford", to=40)
    assert look(store, tmp_path).seats[0].wealth == [100, 140]
    table.undo()
    assert look(store, tmp_path).seats[0].wealth == [100, 120]
    table.amend(entry=5, fields={"to": 50})
    assert look(store, tmp_path).seats[0].wealth == [100, 160]
    table.do("rename", player="Anna", to="Annie")
    assert [seat.name for seat in look(store, tmp_path).seats] == ["Annie", "Bruno"]
    table.do("finish")
    assert look(store, tmp_path).winners == ["Annie"]
    assert worked == [5, 6, 7, 8, 9, 10]
    assert look(store, tmp_path).winners == ["Annie"]
    assert worked == [5, 6, 7, 8, 9, 10]
    assert files(tmp_path) == ["1.json"]


def test_another_store_in_the_same_place_is_not_taken_for_the_old_one(tmp_path: Path, worked: list[int]) -> None:
    store = open_store(tmp_path)
    stored(store, rails(ford=30))
    assert look(store, tmp_path).seats[0].total == 120
    store.close()
    for part in tmp_path.glob("tables.sqlite*"):
        part.unlink()
    store = open_store(tmp_path)
    stored(store, rails(ford=40))
    assert look(store, tmp_path).seats[0].total == 140
    assert worked == [6, 6]


def test_what_is_kept_may_be_deleted_damaged_or_of_another_form(
    store: Store, tmp_path: Path, worked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(store, rails())
    first = look(store, tmp_path)
    file = tmp_path / kept.FOLDER / "1.json"
    latin = b'{"form":1,"key":"Zo\xe9"}'
    for spoil in (file.unlink, *(partial(file.write_bytes, broken) for broken in (b'{"form"', b"\xff{}", latin))):
        spoil()
        assert look(store, tmp_path) == first
    assert worked == [6] * 5
    monkeypatch.setattr(kept, "FORM", kept.FORM + 1)
    assert look(store, tmp_path) == first
    assert worked == [6] * 6


def test_nothing_is_written_while_the_disk_is_nearly_full(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.files.SPARE_BYTES", 10**18)
    stored(store, rails())
    assert look(store, tmp_path).winners == ["Anna"]
    assert not (tmp_path / "cache").exists()


def test_a_folder_that_cannot_be_written_hides_nothing(store: Store, tmp_path: Path) -> None:
    stored(store, rails())
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert look(store, tmp_path).winners == ["Anna"]


def test_a_table_that_cannot_be_read_is_named_and_hides_no_other(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(store, rails(day=1))
    broken = stored(store, rails(day=2), "Broken")
    stored(store, rails(day=3))
    stored(store, rails(day=4), "At fault")
    with sqlite3.connect(tmp_path / "tables.sqlite") as file:
        file.execute("UPDATE entries SET line = '{' WHERE table_id = ? AND n = 3", (broken,))
    real = shelf.work_out

    def fail(table: companion.Table) -> Any:
        if table.log[0].at.startswith("2026-11-04"):
            raise ZeroDivisionError
        return real(table)

    monkeypatch.setattr(shelf, "work_out", fail)
    told = Shelf(store, tmp_path).look()
    assert [each.evening.began[:10] for each in told if each.evening] == ["2026-11-03", "2026-11-01"]
    assert {each.mark.title: each.error.message.partition(":")[0] for each in told if each.error} == {
        "Broken": "Line 4 cannot be read",
        "At fault": "Something went wrong here while this table was read; it is written in the log.",
    }


def test_put_away_is_out_of_the_book_and_comes_back(store: Store, tmp_path: Path) -> None:
    first = stored(store, rails(day=1))
    second = stored(store, rails(day=2))
    assert [mark.id for mark in listed(store)] == [first, second]
    store.archive(first)
    assert [mark.id for mark in listed(store)] == [second]
    assert store.put_away() == 1
    assert [each.mark.id for each in Shelf(store, tmp_path).look()] == [second]
    store.restore(first)
    assert [each.mark.id for each in Shelf(store, tmp_path).look()] == [second, first]


def test_without_time_it_says_what_is_still_to_be_worked_out(store: Store, tmp_path: Path, worked: list[int]) -> None:
    stored(store, rails(day=1))
    stored(store, rails(day=2))
    book = Shelf(store, tmp_path)
    assert [(each.evening, each.error) for each in book.look(0)] == [(None, None)] * 2
    assert worked == []
    assert all(each.evening for each in book.look())
    assert all(each.evening for each in book.look(0))
    assert worked == [6, 6]
