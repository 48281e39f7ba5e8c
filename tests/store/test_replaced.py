"""The file of the tables is taken away or replaced while somebody plays: it is said, and no line vanishes."""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.demo import demo_table
from companion.errors import StoreError
from companion.live import LiveTable
from companion.store import Store, open_store, sqlite
from companion.stored import open_table
from companion.table import BANKER
from tests.store.lines import HEADER, line

SENTENCE = (
    "The file of the tables was taken away or replaced, so nothing more is recorded here: "
    "download the saves that you need, then reload the page."
)
PARTS = ("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm")
posix = pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody take an open file away")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "data")
    yield opened
    opened.close()


@pytest.fixture
def live(store: Store, request: pytest.FixtureRequest) -> Iterator[LiveTable]:
    """A table at which 3 entries were recorded, beside a copy of the file after the first of them."""
    table_id = store.import_log([*demo_table().lines()][:1])
    live = LiveTable(store, table_id)
    player = live.table.players[0]
    live.do(player, "buy", player=player, shares={"ford": 1})
    with sqlite3.connect(folder(store) / PARTS[0]) as whole:
        whole.execute(f"VACUUM INTO '{folder(store).parent / 'copy.sqlite'}'")
    whole.close()
    live.do(player, "undo")
    live.do(player, "redo")
    if "copy_over" in request.node.name:
        store._backend._watch.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()  # type: ignore[attr-defined]
    yield live
    live.stop()


def folder(store: Store) -> Path:
    return store._backend.folder  # type: ignore[attr-defined]


def remove_the_file(data: Path) -> None:
    for part in PARTS:
        (data / part).unlink(missing_ok=True)  # who watches is faster at times


def remove_the_main_part(data: Path) -> None:
    (data / PARTS[0]).unlink()


def remove_the_folder(data: Path) -> None:
    shutil.rmtree(data)


def swap_the_folder(data: Path) -> None:
    data.rename(data.with_name("away"))
    open_store(data).close()


def put_an_older_copy(data: Path) -> None:
    (data.parent / "copy.sqlite").replace(data / PARTS[0])


def copy_over(data: Path) -> None:
    """The same file with older contents, as `cp` writes them; nothing lay ahead of it."""
    shutil.copyfile(data.parent / "copy.sqlite", data / PARTS[0])
    os.utime(data / PARTS[0])  # the system's own clock for this ticks slower than this test goes


def put_another_table(data: Path) -> None:
    other = open_store(data.parent / "other")
    other.import_log(demo_table("ponzi-scheme").lines())
    other.close()
    (data.parent / "other" / PARTS[0]).replace(data / PARTS[0])


def happens_before(
    when: tuple[str, int], live: LiveTable, monkeypatch: pytest.MonkeyPatch, happens: Callable[[Path], None]
) -> None:
    """Have it happen before the store takes a step for the first or a later time."""
    step, time = when
    backend, times = live.store._backend, iter(range(1, 100))  # type: ignore[attr-defined]
    goes_on = getattr(backend, step)

    def meanwhile(*given: object) -> object:
        if next(times) == time:
            happens(folder(live.store))
        return goes_on(*given)

    monkeypatch.setattr(backend, step, meanwhile)


def said(act: Callable[[LiveTable], object], live: LiveTable) -> str:
    """The sentence with which the store refuses; none where it does not."""
    try:
        act(live)
    except StoreError as refused:
        return refused.message
    return ""


GONE = [remove_the_file, remove_the_main_part, remove_the_folder]
OTHER = [swap_the_folder, put_an_older_copy, put_another_table, copy_over]


@posix
@pytest.mark.parametrize("happens", GONE + OTHER)
def test_nothing_is_acknowledged_into_a_file_that_is_gone(live: LiveTable, happens: Callable[[Path], None]) -> None:
    before = live.store.save(live.table_id)
    happens(folder(live.store))
    for _again in range(3):
        with pytest.raises(StoreError) as refused:
            live.do(live.table.players[0], "undo")
        assert (refused.value.code, refused.value.message) == ("store-replaced", SENTENCE)
    assert [*live.table.lines()] == before.decode().splitlines()
    if happens is not copy_over:  # nothing is left of a file that was written over
        assert [lost.save for lost in live.store.lost()] == [before]
        assert [lost.info.players for lost in live.store.lost()] == [live.table.players]


def undo(live: LiveTable) -> None:
    live.undo(BANKER)


@posix
@pytest.mark.parametrize(
    ("acts", "when"),
    [
        ([LiveTable.refresh, LiveTable.hear], ("reading", 1)),
        ([LiveTable.hear, LiveTable.refresh], ("reading", 1)),
        ([LiveTable.refresh, LiveTable.hear], ("_see_writing", 1)),
        ([LiveTable.refresh, LiveTable.hear], ("_see_writing", 2)),
        ([undo, undo], ("writing", 1)),
        ([undo, undo], ("_see_writing", 1)),
        ([undo, undo], ("_see_writing", 2)),
    ],
)
@pytest.mark.parametrize("happens", [happens for happens in GONE + OTHER if happens is not copy_over])
def test_it_happens_while_somebody_reads_or_writes(
    live: LiveTable,
    monkeypatch: pytest.MonkeyPatch,
    happens: Callable[[Path], None],
    acts: list[Callable[[LiveTable], object]],
    when: tuple[str, int],
) -> None:
    known = [*live.table.lines()]
    happens_before(when, live, monkeypatch, happens)
    assert [said(act, live) for act in acts] == [SENTENCE, SENTENCE]
    assert [*live.table.lines()] == known


@posix
@pytest.mark.parametrize("happens", GONE + OTHER)
def test_a_watcher_hears_of_it(live: LiveTable, happens: Callable[[Path], None]) -> None:
    live.watch(lambda _entries: None)
    happens(folder(live.store))
    wait_until(lambda: live.trouble is not None)
    assert live.trouble is not None
    if happens is not copy_over:  # while the file is being written over it may also look damaged
        assert live.trouble.message == SENTENCE


@posix
@pytest.mark.parametrize("happens", [swap_the_folder, put_an_older_copy, put_another_table])
def test_a_page_that_is_opened_later_goes_on_with_the_new_file(
    live: LiveTable, happens: Callable[[Path], None]
) -> None:
    happens(folder(live.store))
    with pytest.raises(StoreError):
        live.refresh()
    later = open_store(folder(live.store))
    assert later.lost() == []
    table_id = later.create(HEADER)
    later.append(table_id, line(1), 1)
    assert live.store.lines(table_id) == [line(1)]
    with sqlite3.connect(folder(live.store) / PARTS[0]) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    file.close()
    later.close()


@posix
def test_a_restored_file_that_holds_every_line_is_gone_on_with(live: LiveTable, tmp_path: Path) -> None:
    data = folder(live.store)
    with sqlite3.connect(data / PARTS[0]) as whole:
        whole.execute(f"VACUUM INTO '{tmp_path / 'same.sqlite'}'")
    whole.close()
    remove_the_file(data)
    live.watch(lambda _entries: None)
    wait_until(lambda: live.trouble is not None)
    (tmp_path / "same.sqlite").replace(data / PARTS[0])
    wait_until(lambda: live.trouble is None)
    done = live.do(live.table.players[0], "undo")
    assert live.store.lost() == []
    other = LiveTable(open_store(data), live.table_id)
    assert other.table.log[-1] == done
    other.store.close()


@posix
@pytest.mark.parametrize("part", PARTS[1:])
def test_what_was_written_ahead_is_carried_over_where_its_file_is_taken_away(live: LiveTable, part: str) -> None:
    before = live.store.save(live.table_id)
    (folder(live.store) / part).unlink()
    later = open_store(folder(live.store)) if part == PARTS[2] else None
    live.refresh()
    live.do(live.table.players[0], "undo")
    assert live.store.save(live.table_id).startswith(before)
    assert live.store.lost() == []
    if later:
        later.close()


class Notebook:
    """A table that a notebook has open at entry 3, and the file beside it, which ends at entry 1."""

    def __init__(self, live: LiveTable) -> None:
        self.data = folder(live.store)
        self.code = live.store.table(live.table_id).code
        self.table = open_table(self.code, self.data)
        self.player = self.table.players[0]

    def refuses(self) -> None:
        """Nothing is read nor recorded, and the table keeps what it has."""
        before = [*self.table.lines()]
        for call in (self.table.refresh, self.table.undo, lambda: self.table.do("note", text="x")) * 2:
            with pytest.raises(StoreError) as refused:
                call()
            assert (refused.value.code, refused.value.message) == ("store-replaced", SENTENCE)
        assert [*self.table.lines()] == before


@posix
@pytest.mark.parametrize("happens", GONE + OTHER)
def test_a_notebook_records_nothing_into_another_file(live: LiveTable, happens: Callable[[Path], None]) -> None:
    notebook = Notebook(live)
    happens(notebook.data)
    notebook.refuses()


@posix
@pytest.mark.parametrize("others", [1, 2, 3])
def test_nor_where_others_have_gone_on_there(live: LiveTable, others: int) -> None:
    """The backup ends at entry 1; a phone records other entries there, as many as the notebook has, too."""
    notebook = Notebook(live)
    put_an_older_copy(notebook.data)
    with pytest.raises(StoreError):
        live.refresh()  # a page that is open looks at once, and takes what lay ahead of the old file out of the way
    store = open_store(notebook.data)
    phone = LiveTable(store, live.table_id)
    for text in range(others):
        phone.do(notebook.player, "note", text=f"other {text}")
    kept = store.save(live.table_id)
    notebook.refuses()
    assert store.save(live.table_id) == kept
    again = open_table(notebook.code, notebook.data)
    assert again.do("note", text="goes on").n == others + 2
    store.close()


@posix
def test_nor_at_another_table_with_its_number_and_as_many_entries(live: LiveTable) -> None:
    notebook = Notebook(live)
    other = open_store(notebook.data.parent / "other")
    table_id = other.import_log([*demo_table("ponzi-scheme").lines()][:4])
    assert table_id == live.table_id
    kept = other.save(table_id)
    other.close()
    (notebook.data.parent / "other" / PARTS[0]).replace(notebook.data / PARTS[0])
    notebook.refuses()
    assert open_store(notebook.data).save(table_id) == kept


@posix
def test_a_notebook_goes_on_with_a_file_that_holds_every_line(live: LiveTable, tmp_path: Path) -> None:
    notebook = Notebook(live)
    with sqlite3.connect(notebook.data / PARTS[0]) as whole:
        whole.execute(f"VACUUM INTO '{tmp_path / 'same.sqlite'}'")
    whole.close()
    remove_the_file(notebook.data)
    (tmp_path / "same.sqlite").replace(notebook.data / PARTS[0])
    assert notebook.table.do("note", text="goes on").n == 4
    assert [entry.n for entry in LiveTable(open_store(notebook.data), live.table_id).table.log] == [1, 2, 3, 4]


class ReadOnly:
    """A table that was opened at entry 3 while its folder could only be read, in the app or in a notebook."""

    def __init__(self, live: LiveTable, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
        self.data = folder(live.store)
        self._patch = monkeypatch
        self._explained = sqlite.Sqlite._ask_to_write
        refuse_to_write(monkeypatch, code)
        self.live = LiveTable(open_store(self.data), live.table_id)
        self.table = open_table(live.store.table(live.table_id).code, self.data)
        assert self.live.store.refusal is not None
        assert self.live.store.refusal.code == code
        for call in self.calls():
            with pytest.raises(StoreError, match=r"nothing (was|can be) recorded"):
                call()

    def calls(self) -> list[Callable[[], object]]:
        return [lambda: self.live.do(BANKER, "note", text="x"), lambda: self.table.do("note", text="x")]

    def goes_away(self) -> None:
        """The reason for which nothing could be recorded."""
        self._patch.setattr(sqlite.Sqlite, "_ask_to_write", self._explained)


def begin_a_table(store: Store) -> object:
    return store.create(HEADER)


def refuse_to_write(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    error = sqlite3.OperationalError(code)
    error.sqlite_errorname = {"read-only": "SQLITE_READONLY", "disk-full": "SQLITE_FULL"}[code]  # type: ignore[misc]
    monkeypatch.setattr(sqlite.Sqlite, "_ask_to_write", lambda _backend: raise_(error))


def raise_(error: Exception) -> None:
    raise error


@posix
@pytest.mark.parametrize("code", ["read-only", "disk-full"])
@pytest.mark.parametrize("happens", [*GONE, swap_the_folder, put_an_older_copy, put_another_table, "three others"])
def test_what_could_only_be_read_records_into_no_other_file(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch, code: str, happens: Callable[[Path], None] | str
) -> None:
    opened = ReadOnly(live, monkeypatch, code)
    opened.goes_away()
    if callable(happens):
        happens(opened.data)
    else:
        other = open_store(opened.data.parent / "other")
        theirs = LiveTable(other, other.import_log([*live.table.lines()][:1]))
        for text in range(3):
            theirs.do(BANKER, "note", text=f"other {text}")
        other.close()
        (opened.data.parent / "other" / PARTS[0]).replace(opened.data / PARTS[0])
    gone = not (opened.data / PARTS[0]).exists()
    for call in opened.calls() * 2:
        with pytest.raises(StoreError) as refused:
            call()
        assert (refused.value.code, refused.value.message) == ("store-replaced", SENTENCE)
    if gone:
        assert not (opened.data / PARTS[0]).exists()
    else:
        later = open_store(opened.data)
        assert b'"text":"x"' not in b"".join(later.save(info.id) for info in later.tables())
        with sqlite3.connect(opened.data / PARTS[0]) as file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        file.close()


@posix
@pytest.mark.parametrize("mode", ["ro", "ro&immutable=1", "copy"])
@pytest.mark.parametrize("look", [Store.tables, Store.basis, lambda store: store.wait(1, None, 0), begin_a_table])
@pytest.mark.parametrize("happens", [*GONE, swap_the_folder, put_an_older_copy, put_another_table])
def test_what_could_only_be_read_is_offered_where_another_file_is_in_its_place(
    live: LiveTable,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    mode: str,
    look: Callable[[Store], object],
    happens: Callable[[Path], None],
) -> None:
    before = live.store.save(live.table_id)
    if mode != "copy":  # that is for what lies ahead of the file
        live.store._backend._watch.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()  # type: ignore[attr-defined]
    connect = sqlite.Sqlite._connect

    def refuse(backend: sqlite.Sqlite, asked: str) -> None:
        if asked == "ro" != mode:
            raise sqlite3.OperationalError("no index can be made here")
        connect(backend, asked)

    monkeypatch.setattr(sqlite.Sqlite, "_connect", refuse)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with monkeypatch.context() as patched:
        refuse_to_write(patched, "disk-full")
        store = open_store(folder(live.store))
        assert store.refusal is not None
        assert store.save(1) == before
        happens(folder(live.store))
        if mode == "copy":  # what lay ahead of the old file is not known to be no other's
            (folder(store) / PARTS[1]).unlink(missing_ok=True)
        for _again in range(3):
            with suppress(StoreError):
                look(store)
            assert [lost.save for lost in store.lost()] == [before]
            assert [lost.info.players for lost in store.lost()] == [live.table.players]
    with suppress(StoreError):
        look(store)
    assert [lost.save for lost in store.lost()] == [before]
    (folder(store) / PARTS[0]).unlink(missing_ok=True)
    with pytest.raises(StoreError):
        store.tables()
    assert store.lost()[0].save == before
    assert len([*tmp_path.glob("companion-*")]) == (mode == "copy")
    store.close()
    assert store.lost() == []
    assert [*tmp_path.glob("companion-*")] == []


@posix
@pytest.mark.parametrize("code", ["read-only", "disk-full"])
@pytest.mark.parametrize("others", [0, 1, 3])
def test_what_could_only_be_read_goes_on_with_its_own_file(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch, code: str, others: int
) -> None:
    opened = ReadOnly(live, monkeypatch, code)
    opened.goes_away()
    for text in range(others):
        live.do(BANKER, "note", text=f"other {text}")
    for call in opened.calls():
        call()
    live.refresh()
    assert live.table.revision == 3 + others + 2
    assert opened.live.store.refusal is None


@posix
def test_other_tables_go_on_where_the_new_file_holds_them(live: LiveTable) -> None:
    put_an_older_copy(folder(live.store))
    with pytest.raises(StoreError):
        live.refresh()
    again = LiveTable(live.store, live.table_id)
    assert again.table.revision == 1
    again.do(again.table.players[0], "undo")
    assert again.table.revision == 2


def test_carrying_over_is_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "WAL_BYTES", 0)
    stores = [open_store(tmp_path), open_store(tmp_path)]
    table_id = stores[0].import_log([*demo_table().lines()][:1])
    one, two = (LiveTable(store, table_id) for store in stores)
    player = one.table.players[0]
    one.do(player, "buy", player=player, shares={"ford": 1})
    for _ in range(5):
        two.refresh()
        two.do(player, "undo")
        one.refresh()
        one.do(player, "redo")
    assert one.table.revision == 11
    assert two.refresh() != []
    for store in stores:
        store.close()


def wait_until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)
