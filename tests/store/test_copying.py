"""Tables go from one store into another, and nothing of them is lost on the way."""

from pathlib import Path

import pytest

from companion import seats
from companion.demo import demo_table
from companion.errors import LogError, RuleError, StoreError
from companion.live import LiveTable
from companion.store import Joined, Store, open_store, schema
from companion.store.copying import OF_A_TABLE, copy_tables
from companion.table import BANKER
from tests.postgres import Postgres
from tests.store.lines import HEADER, line


@pytest.fixture(params=["file to database", "database to file", "file to file"])
def stores(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> tuple[Store, Store]:
    """Two stores; the first one has four tables, of which one has been put away, and a box."""
    address = postgres.store()
    places = {
        "file to database": (tmp_path / "a", address),
        "database to file": (address, tmp_path / "a"),
        "file to file": (tmp_path / "a", tmp_path / "b"),
    }
    one, other = (open_store(place) for place in places[request.param])
    other.create(HEADER, "was there before")
    for game in ("good-brokers", "ponzi-scheme", "greed"):
        one.import_log(demo_table(game).lines(), title=f"{game} – Zoë \u202e 🎲")
    one.archive(one.create(HEADER, "put away"))
    one.keep_box("greed", "ours", "a = 1")
    one.people.join("Nina", "Anna")
    return one, other


def test_every_byte_and_every_seat_is_there_after(stores: tuple[Store, Store]) -> None:
    one, other = stores
    table_id = one.tables()[-1].id
    LiveTable(one, table_id).do(BANKER, "note", "a tap", text="with a key")
    seats.set_pin(one, table_id, "0", "4711", "phone")
    with pytest.raises(RuleError, match="not the PIN"):
        seats.enter(one, table_id, "0", "tablet", "0000")
    one.pins.see(table_id, "0", "phone", 12.5)
    one.pins.ask(table_id, "0", 13.5)
    codes = copy_tables(one, other)
    both = [*one.tables(), *one.tables(archived=True)]
    assert sorted(codes) == sorted(info.code for info in both)
    for info in both:
        copied = other.table(other.find(info.code, archived=True))
        assert other.save(copied.id) == one.save(info.id)
        assert (copied.title, copied.created, copied.entries) == (info.title, info.created, info.entries)
    assert [info.title for info in other.tables(archived=True)] == ["put away"]
    assert other.boxes("greed") == {"ours": "a = 1"}
    assert other.people.joined() == one.people.joined() != []
    assert rows(other, other.find(one.table(table_id).code)) == rows(one, table_id)
    there = other.find(one.table(table_id).code)
    assert other.find_key(there, "a tap") == one.find_key(table_id, "a tap") is not None
    seats.enter(other, there, "0", "phone")
    with pytest.raises(RuleError, match="has a PIN"):
        seats.enter(other, there, "0", "tablet")
    seats.enter(other, there, "0", "tablet", "4711")
    assert LiveTable(other, there).do(BANKER, "note", text="it goes on").n == one.table(table_id).entries + 1


def test_a_circle_of_names_is_not_closed_by_a_copy(stores: tuple[Store, Store]) -> None:
    """Two groups have called the same people by other names; what both say would lead round and round."""
    one, other = stores
    one.people.join("Anna B.", "Nina")  # she is Anna here
    one.people.join("Bo", "Bruno")
    other.people.join("Anna", "Anna B.")
    copy_tables(one, other)
    assert other.people.joined() == [Joined("Anna", "Anna B."), Joined("Bo", "Bruno"), Joined("Nina", "Anna")]
    other.people.join("Nina", "Zoe")
    assert Joined("Anna B.", "Zoe") in other.people.joined()


def rows(store: Store, table_id: int) -> list[list[tuple[object, ...]]]:
    """All that a store keeps of a table, without its own number for it."""
    with store._backend.reading() as connection:
        return [
            sorted(tuple(row)[1:] for row in connection.execute(table.select().where(table.c.table_id == table_id)))
            for table in OF_A_TABLE
        ]


def test_nothing_that_a_store_keeps_is_forgotten() -> None:
    copied = {schema.tables, schema.boxes, schema.people, *OF_A_TABLE}
    assert set(schema.metadata.tables.values()) - copied == {schema.about}


def test_only_the_tables_that_are_asked_for(stores: tuple[Store, Store]) -> None:
    one, other = stores
    code = one.tables()[0].code
    assert copy_tables(one, other, [code.lower()]) == [code]
    assert [info.title for info in other.tables()] == [one.tables()[0].title, "was there before"]
    assert other.boxes("greed") == {}
    with pytest.raises(StoreError, match="has the code"):
        copy_tables(one, other, ["AAAAA"])


def test_a_code_that_is_taken_there_stops_all_of_it(stores: tuple[Store, Store]) -> None:
    one, other = stores
    code = one.tables()[0].code
    copy_tables(one, other, [code])
    other.keep_box("greed", "ours", "b = 2")
    with pytest.raises(StoreError, match=f"a table with the code {code} already: nothing was copied"):
        copy_tables(one, other)
    assert len(other.tables()) == 2
    assert other.boxes("greed") == {"ours": "b = 2"}


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, postgres: Postgres) -> None:
    one, other = open_store(tmp_path), open_store(postgres.store())
    table_id = one.import_log([HEADER, line(1), line(2)])
    with one._backend.writing() as connection:
        connection.exec_driver_sql("UPDATE entries SET line = x'ff' WHERE n = 2")
    with pytest.raises(LogError) as refused:
        copy_tables(one, other)
    assert refused.value.line == 3
    assert refused.value.message == (
        f"The table {one.table(table_id).code} cannot be read, so nothing was copied. "
        "Line 3 cannot be read: expected UTF-8 text."
    )
    assert other.tables() == []
    assert one.save(table_id).endswith(b"\xff\n")


@pytest.mark.parametrize("bad", ["x'61ff62'", "CAST(x'61ff62' AS TEXT)"])
@pytest.mark.parametrize("to", ["database", "file"])
def test_bytes_that_are_no_text_stop_a_table_or_go_as_they_are_shown(
    tmp_path: Path, postgres: Postgres, to: str, bad: str
) -> None:
    one, other = open_store(tmp_path / "one"), open_store(postgres.store() if to == "database" else tmp_path / "other")
    table_id = one.import_log([HEADER, line(1)], title="ours")
    code = one.table(table_id).code
    one.keep_box("greed", "ours", "a = 1")
    one.people.join("Nina", "Anna")
    change(one, f"UPDATE tables SET title = {bad}", f"UPDATE boxes SET toml = {bad}", f"UPDATE entries SET key = {bad}")
    change(one, f"UPDATE people SET typed = {bad}", f"UPDATE tables SET created = {bad}")
    assert copy_tables(one, other) == [code]
    copied = other.tables()[0]
    assert copied.title == one.tables()[0].title == "a\ufffdb"
    assert other.save(copied.id) == one.save(table_id)
    assert other.boxes("greed") == one.boxes("greed") == {"ours": "a\ufffdb"}
    change(one, f"UPDATE tables SET code = 'AAAAA', header = {bad}")
    with pytest.raises(LogError) as refused:
        copy_tables(one, other)
    assert refused.value.message == (
        "The table AAAAA cannot be read, so nothing was copied. Line 1 cannot be read: expected UTF-8 text."
    )
    assert len(other.tables()) == 1


def change(store: Store, *statements: str) -> None:
    with store._backend.writing() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
