"""The store as the rooms above it use it."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest

from companion.errors import LogError, StoreError
from companion.store import Conflict, Joined, Store, open_store, schema, sqlite
from companion.store.core import CODE_SIGNS
from tests.postgres import Postgres
from tests.store.lines import HEADER, line

ANY_TEXT = 'Zoë \u202e 🎲 </script> " \\ \n'


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    opened = open_store(address)
    yield opened
    opened.close()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Store]:
    """A store in a file, for what can only happen to one."""
    opened = open_store(tmp_path / "data")
    yield opened
    opened.close()


def behind(store: Store, statement: str, *values: object) -> None:
    """Change what is kept as only an accident would."""
    with store._backend.writing() as connection:
        sign = "%s" if connection.dialect.name == "postgresql" else "?"
        connection.exec_driver_sql(statement.replace("?", sign), values)


def test_the_folder_is_the_one_that_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "from the environment"))
    open_store().close()
    open_store(str(tmp_path / "named – é")).close()
    assert {path.parent.name for path in tmp_path.glob("*/tables.sqlite")} == {
        "from the environment",
        "named – é",
    }


def test_a_table_comes_back_as_it_was_written(store: Store) -> None:
    table_id = store.create(HEADER, title=" Friday ")
    for n in (1, 2, 3):
        assert store.append(table_id, line(n, ANY_TEXT), n) == line(n, ANY_TEXT)
    assert store.header(table_id) == HEADER
    assert store.lines(table_id) == [line(n, ANY_TEXT) for n in (1, 2, 3)]
    assert store.lines(table_id, after=2) == [line(3, ANY_TEXT)]
    assert store.save(table_id).decode() == "\n".join([HEADER, *store.lines(table_id), ""])
    info = store.table(table_id)
    assert (info.title, info.players, info.entries, info.error) == (
        "Friday",
        ["Anna", "Bruno", "<b>x</b>"],
        3,
        None,
    )
    assert info.changed == "2026-11-27T20:00:03Z"


def test_commits_wait_for_the_disk(file: Store) -> None:
    with file._backend.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_a_database_waits_for_the_disk_whatever_its_own_settings_are(postgres: Postgres) -> None:
    postgres.ask("ALTER DATABASE postgres SET synchronous_commit = off")
    store = open_store(postgres.store())
    with store._backend.writing() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    store.close()
    postgres.ask("ALTER DATABASE postgres RESET synchronous_commit")


def test_what_is_written_ahead_does_not_grow_for_ever(file: Store, tmp_path: Path) -> None:
    table_id = file.create(HEADER)
    other = open_store(tmp_path / "data")
    sizes = []
    for n in range(1, 601):
        (file, other)[n % 2].append(table_id, line(n, "x" * 1000), n)
        sizes.append((tmp_path / "data" / "tables.sqlite-wal").stat().st_size)
    assert max(sizes) < 1.2 * sqlite.WAL_BYTES
    assert 3 < sum(size > sqlite.WAL_BYTES for size in sizes) < 30  # now and then, not at every commit
    assert (tmp_path / "data" / "tables.sqlite").stat().st_size > 500_000
    assert len(file.lines(table_id)) == 600
    with file._backend.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    other.close()


def test_the_newest_table_comes_first_and_an_archived_one_can_come_back(store: Store) -> None:
    first, second = store.create(HEADER), store.create(HEADER)
    assert [info.id for info in store.tables()] == [second, first]
    store.archive(second)
    assert [info.id for info in store.tables()] == [first]
    assert [info.id for info in store.tables(archived=True)] == [second]
    with pytest.raises(StoreError, match="put away"):
        store.find(store.table(second).code)
    store.restore(second)
    assert store.find(store.table(second).code) == second


def test_codes_are_short_and_have_no_sign_that_looks_like_another(store: Store) -> None:
    assert not set("O0I1") & set(CODE_SIGNS)
    table_id = store.create(HEADER)
    code = store.table(table_id).code
    assert len(code) == 5
    assert set(code) <= set(CODE_SIGNS)
    assert store.find(f" {code.lower()} ") == table_id


def test_unknown_tables_are_refused_in_words(store: Store) -> None:
    for call in (store.table, store.header, store.save, store.archive):
        with pytest.raises(StoreError, match="There is no table 7 here"):
            call(7)
    with pytest.raises(StoreError, match="There is no table 7 here"):
        store.append(7, line(1), 1)
    with pytest.raises(StoreError, match="“AAAAA”"):
        store.find("aaaaa")


def test_a_repeated_key_returns_what_it_recorded_the_first_time(store: Store) -> None:
    table_id, other = store.create(HEADER), store.create(HEADER)
    store.append(table_id, line(1, "first"), 1, "tap")
    store.append(table_id, line(2), 2)
    assert store.append(table_id, line(3, "again"), 3, "tap") == line(1, "first")
    assert len(store.lines(table_id)) == 2
    assert store.append(other, line(1, "another table"), 1, "tap") == line(1, "another table")


def test_a_late_writer_is_shown_what_is_newer(store: Store) -> None:
    table_id = store.create(HEADER)
    for n in (1, 2, 3):
        store.append(table_id, line(n), n)
    with pytest.raises(Conflict) as conflict:
        store.append(table_id, line(2, "late"), 2, "tap")
    assert conflict.value.newer == [line(2), line(3)]
    with pytest.raises(StoreError, match="reload"):
        store.append(table_id, line(9), 9)
    assert store.lines(table_id) == [line(1), line(2), line(3)]


def test_who_waits_wakes_at_everybodys_lines(store: Store, address: str) -> None:
    table_id = store.create(HEADER)
    seen = settled(store, table_id)
    store.append(table_id, line(1), 1)
    newer = store.wait(table_id, seen, 5)
    assert newer != seen
    other = open_store(address)
    seen = settled(store, table_id)
    other.append(table_id, line(2), 2)
    assert store.wait(table_id, seen, 5) != seen
    other.close()


def settled(store: Store, table_id: int) -> object:
    """What waiting says when nothing happens any more: a database is first listened to, then at rest."""
    seen: object = None
    while (found := store.wait(table_id, seen, 0.3)) != seen:
        seen = found
    return seen


def test_appending_waits_for_its_own_table_alone(postgres: Postgres) -> None:
    """A file has one writer; a database has one a table."""
    kept = postgres.store()
    one, two = open_store(kept), open_store(kept)
    mine, other = one.create(HEADER), one.create(HEADER)
    with ThreadPoolExecutor(1) as pool, one._backend.writing(mine):
        waiting = pool.submit(two.append, mine, line(1), 1)
        while not postgres.ask("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            assert not waiting.done()
        assert two.append(other, line(1), 1) == line(1)
        assert not waiting.done()
    assert waiting.result() == line(1)
    one.close()
    two.close()


def test_a_save_is_imported_whole_or_not_at_all(store: Store) -> None:
    table_id = store.import_log([HEADER, line(1), line(2), ""], title="from a file")
    assert store.lines(table_id) == [line(1), line(2)]
    with pytest.raises(LogError) as broken:
        store.import_log([HEADER, line(1), "{", line(3)])
    assert broken.value.line == 3
    with pytest.raises(LogError) as gap:
        store.import_log([HEADER, line(1), line(3)])
    assert gap.value.line == 3
    assert [info.id for info in store.tables()] == [table_id]


def test_one_unreadable_table_does_not_hide_the_others(store: Store) -> None:
    ids = [store.import_log([HEADER, line(1), line(2), line(3)], title=str(i)) for i in range(5)]
    change = "UPDATE entries SET line = ? WHERE table_id = ? AND n = 2"
    behind(store, change, "{no JSON", ids[0])
    behind(store, "DELETE FROM entries WHERE table_id = ? AND n = 2", ids[1])
    behind(store, change, line(7), ids[2])
    behind(store, "UPDATE tables SET header = '{}' WHERE id = ?", ids[3])
    good, *broken = store.tables()
    assert (good.id, good.error, good.entries) == (ids[4], None, 3)
    found = {info.id: info.error for info in broken}
    assert [found[i].line for i in ids[:4]] == [3, 3, 3, 1]  # type: ignore[union-attr]
    for i in ids[:3]:
        assert "Line 3" in str(found[i])
    assert b"{no JSON\n" in store.save(ids[0])
    with pytest.raises(LogError, match="Line 3"):
        store.lines(ids[1])


def test_bytes_that_are_no_text_do_not_hide_the_other_tables(file: Store) -> None:
    """A database takes none in."""
    bad, good = (file.import_log([HEADER, line(1), line(2), line(3)]) for _ in range(2))
    behind(file, "UPDATE entries SET line = CAST(x'7b22ff227d' AS TEXT) WHERE table_id = ? AND n = 2", bad)
    found = {info.id: info.error for info in file.tables()}
    assert found[good] is None
    assert "Line 3" in str(found[bad])
    assert b'{"\xff"}\n' in file.save(bad)
    with pytest.raises(LogError, match="Line 3"):
        file.lines(bad)


DEEP = '{"n":2,"at":"2026-01-01T00:00:00Z","by":"x","action":"note","text":' + "[" * 5000 + "]" * 5000 + "}"


@pytest.mark.parametrize(
    ("change", "value", "raw"),
    [
        ("UPDATE entries SET line = ? WHERE table_id = ? AND n = 2", b"\xff\xfe{", b"\xff\xfe{"),
        ("UPDATE entries SET line = ? WHERE table_id = ? AND n = 2", DEEP, DEEP.encode()),
        ("UPDATE entries SET n = ? WHERE table_id = ? AND n = 3", "many", line(3).encode()),
        ("UPDATE entries SET n = ? WHERE table_id = ? AND n = 3", b"\x03", line(3).encode()),
        ("UPDATE tables SET header = ? WHERE id = ?", b"\xff", b"\xff"),
        ("UPDATE tables SET header = ? WHERE id = ?", DEEP, DEEP.encode()),
    ],
)
def test_what_lies_in_the_store_can_be_taken_out_byte_for_byte(
    file: Store, change: str, value: object, raw: bytes
) -> None:
    bad, good = (file.import_log([HEADER, line(1), line(2), line(3)]) for _ in range(2))
    behind(file, change, value, bad)
    listed = {info.id: info.error for info in file.tables()}
    assert listed[good] is None
    assert isinstance(listed[bad], LogError)
    assert raw + b"\n" in file.save(bad)
    assert file.save(bad).count(b"\n") == 4


@pytest.mark.parametrize("value", [b"\xff", "", "yesterday"])
@pytest.mark.parametrize("column", ["game", "title", "created"])
def test_an_odd_description_hides_no_table(file: Store, column: str, value: object) -> None:
    ids = [file.import_log([HEADER, line(1)]) for _ in range(2)]
    behind(file, f"UPDATE tables SET {column} = ? WHERE id = ?", value, ids[0])
    infos = file.tables()
    assert [info.id for info in infos] == ids[::-1]
    assert all(isinstance(text, str) for info in infos for text in (info.game, info.title, info.created))
    assert all(datetime.fromisoformat(info.created) for info in infos)


def test_a_table_put_away_is_found_by_who_asks_for_it(store: Store) -> None:
    table_id = store.import_log([HEADER, line(1)])
    code = store.table(table_id).code
    store.archive(table_id)
    with pytest.raises(StoreError, match="was put away") as refused:
        store.find(code.lower())
    assert refused.value.code == "put-away"
    assert store.find(code, archived=True) == table_id
    assert store.tables() == []
    assert [info.id for info in store.tables(archived=True)] == [table_id]
    store.restore(table_id)
    assert store.find(code) == table_id


def test_many_processes_may_open_a_new_store_at_once(address: str) -> None:
    def make(i: int) -> int:
        opened = open_store(address)
        table_id = opened.create(HEADER)
        opened.append(table_id, line(1, str(i)), 1)
        opened.close()
        return table_id

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(make, range(8)))
    store = open_store(address)
    assert len(set(ids)) == 8
    assert all(info.entries == 1 and info.error is None for info in store.tables())
    store.close()


def test_an_older_store_is_brought_up_to_date(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old = open_store(address)
    table_id = old.create(HEADER)
    old.close()
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    monkeypatch.setitem(
        schema.MIGRATIONS,
        schema.VERSION - 1,
        lambda connection: connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN colour TEXT"),
    )
    new = open_store(address)
    assert new.header(table_id) == HEADER
    with new._backend.reading() as connection:
        assert schema.version_of(connection) == schema.VERSION
        connection.exec_driver_sql("SELECT colour FROM tables")
    new.close()


def test_a_newer_store_is_refused_in_words(store: Store, address: str) -> None:
    behind(store, "UPDATE about SET version = 99")
    with pytest.raises(StoreError, match="newer companion") as refused:
        open_store(address)
    assert refused.value.code == "newer-store"


def test_boxes_are_remembered_by_game_and_name(store: Store) -> None:
    store.keep_box("greed", "ours", "a = 1")
    store.keep_box("greed", "ours", "a = 2")
    store.keep_box("good-brokers", "ours", "b = 1")
    assert store.boxes("greed") == {"ours": "a = 2"}


def test_a_store_of_version_1_keeps_its_pins(tmp_path: Path) -> None:
    """As version 1 wrote it: the wrong PINs of a seat were counted together, and nobody knew who sits where."""
    file = sqlite3.connect(tmp_path / "tables.sqlite")
    file.executescript(
        """
        CREATE TABLE about (version INTEGER NOT NULL);
        INSERT INTO about VALUES (1);
        CREATE TABLE tables (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, code VARCHAR(8) NOT NULL UNIQUE,
            game VARCHAR(40) NOT NULL, title VARCHAR(80) NOT NULL, created VARCHAR(30) NOT NULL,
            archived VARCHAR(30), header TEXT NOT NULL);
        CREATE TABLE entries (table_id INTEGER NOT NULL REFERENCES tables (id), n INTEGER NOT NULL, key VARCHAR(80),
            line TEXT NOT NULL, PRIMARY KEY (table_id, n), UNIQUE (table_id, key)) WITHOUT ROWID;
        CREATE TABLE seats (table_id INTEGER NOT NULL REFERENCES tables (id), seat VARCHAR(20) NOT NULL,
            pin_hash VARCHAR(200) NOT NULL, salt VARCHAR(64) NOT NULL, failed INTEGER NOT NULL,
            locked_until FLOAT NOT NULL, PRIMARY KEY (table_id, seat));
        CREATE TABLE devices (table_id INTEGER NOT NULL REFERENCES tables (id), device VARCHAR(80) NOT NULL,
            seat VARCHAR(20) NOT NULL, PRIMARY KEY (table_id, device, seat));
        CREATE TABLE boxes (game VARCHAR(40) NOT NULL, name VARCHAR(80) NOT NULL, toml TEXT NOT NULL,
            PRIMARY KEY (game, name));
        """
    )
    file.execute(
        "INSERT INTO tables VALUES (1, 'ABCDE', 'good-brokers', '', '2026-11-27T20:00:00Z', NULL, ?)", (HEADER,)
    )
    file.execute("INSERT INTO seats VALUES (1, '0', 'hash', 'salt', 3, 1.5)")
    file.execute("INSERT INTO devices VALUES (1, 'phone', '0')")
    file.commit()
    file.close()
    store = open_store(tmp_path)
    with store._backend.reading() as connection:
        assert schema.version_of(connection) == schema.VERSION
    assert store.pins.seats(1) == {"0"}
    assert store.pins.open_to(1, "0", "phone")
    assert not store.pins.open_to(1, "0", "tablet")
    assert store.pins.charge(1, "0", "tablet", 2.0, lambda own, others: 10.0 * own + others) == (
        "hash",
        "salt",
        0.0,
    )
    assert store.pins.charge(1, "0", "tablet", 3.0, lambda own, others: 10.0 * own + others) == (
        "hash",
        "salt",
        2.0 + 10.0 + 3.0,
    )
    assert store.find("abcde") == 1
    store.close()


def test_a_store_of_version_2_can_join_names(address: str) -> None:
    store = open_store(address)
    behind(store, "DROP TABLE people")
    behind(store, "UPDATE about SET version = 2")
    store.close()
    store = open_store(address)
    store.people.join("B.", "Bruno")
    assert store.people.joined() == [Joined("B.", "Bruno")]
    store.close()
