"""Full disks, folders that cannot be written, files that are no database: a sentence, and reading goes on."""

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PureWindowsPath

import pytest

from companion.demo import demo_table
from companion.errors import StoreError
from companion.live import LiveTable
from companion.store import open_store, sqlite
from companion.table import BANKER
from tests.store.lines import HEADER, line

ROOT = Path(__file__).parents[2]
NOBODY = 65534
posix = pytest.mark.skipif(os.name != "posix", reason="uses POSIX limits and rights")

# A child that loads all it needs and then gives up what it may not have.
CHILD = """
import json, os, resource, signal, sys, tempfile
from companion.errors import StoreError
from companion.store import open_store
from tests.store.lines import HEADER, line
with tempfile.TemporaryDirectory() as warm:
    other = open_store(warm); other.append(other.create(HEADER), line(1), 1); other.tables(); other.close()
def tried(call, *args):
    try: return call(*args)
    except StoreError as refused: return [refused.code, refused.message]
folder = sys.argv[1]
"""


def child(script: str, folder: Path) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", CHILD + script, str(folder)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte, where this machine lets us have one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if not mounted or mounted.returncode:
        pytest.skip("no right to mount a small disk; the limit on file sizes is tested in any case")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> None:
    with (disk / "ballast").open("ab", buffering=0) as ballast:
        try:
            while True:
                ballast.write(b"x" * 4096)
        except OSError:
            pass


def test_a_full_disk_is_said_and_what_was_acknowledged_stays(small_disk: Path) -> None:
    store = open_store(small_disk)
    table_id = store.create(HEADER)
    told: list[str] = []
    refused = None
    while refused is None:
        n = len(told) + 1
        try:
            told.append(store.append(table_id, line(n, "x" * 2000), n, f"tap {n}"))
        except StoreError as full:
            refused = full
    assert refused.code == "disk-full"
    assert refused.message == "The disk is full: nothing was recorded. Make some room and try again."
    assert len(told) > 20
    assert store.lines(table_id) == told
    other = open_store(small_disk)
    assert other.lines(table_id) == told
    assert [info.error for info in other.tables()] == [None]
    with pytest.raises(StoreError, match="full"):
        other.create(HEADER.replace("Anna", "A" * 9000))
    store.close()
    other.close()


def test_a_disk_that_is_full_from_the_start_can_be_read_and_used_once_there_is_room(small_disk: Path) -> None:
    store = open_store(small_disk)
    table_id = store.import_log([HEADER, line(1), line(2)])
    store.close()
    fill(small_disk)
    store = open_store(small_disk)
    assert store.lines(table_id) == [line(1), line(2)]
    with pytest.raises(StoreError, match=r"nothing (was|can be) recorded"):
        store.append(table_id, line(3), 3)
    (small_disk / "ballast").unlink()
    store.append(table_id, line(3), 3)
    other = open_store(small_disk)
    assert other.lines(table_id) == store.lines(table_id) == [line(1), line(2), line(3)]
    assert store.refusal is None
    store.close()
    other.close()


@posix
def test_a_file_that_may_not_grow_is_said_and_what_was_acknowledged_stays(tmp_path: Path) -> None:
    answer = child(
        """
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
store = open_store(folder)
table_id = store.create(HEADER)
told = 0
refused = None
while refused is None and told < 5000:
    done = tried(store.append, table_id, line(told + 1, "x" * 500), told + 1)
    if isinstance(done, str): told += 1
    else: refused = done
print(json.dumps({"told": told, "refused": refused, "kept": len(store.lines(table_id))}))
""",
        tmp_path,
    )
    assert answer["told"] == answer["kept"]
    assert isinstance(answer["told"], int)
    assert answer["told"] > 5
    assert "nothing was recorded" in answer["refused"][1]  # type: ignore[index]
    store = open_store(tmp_path)
    assert store.tables()[0].entries == answer["told"]
    store.close()


@posix
@pytest.mark.parametrize("state", ["closed", "in use", "killed", "copied without its index"])
def test_a_folder_that_cannot_be_written_can_be_read(tmp_path: Path, state: str) -> None:
    store = open_store(tmp_path / "made")
    table_id = store.import_log([HEADER, line(1)])
    store.append(table_id, line(2), 2)
    if state == "closed":
        store.close()
    # Outside pytest's own folder, into which only its user may look.
    folder = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    try:
        for part in (tmp_path / "made").iterdir():
            if state != "copied without its index" or not part.name.endswith("-shm"):
                shutil.copy(part, folder)
                (folder / part.name).chmod(0o444)
        held = sqlite3.connect(folder / "tables.sqlite") if state == "in use" else None
        if held:
            held.execute("SELECT count(*) FROM entries")
        folder.chmod(0o555)
        answer = child(
            f"""
if os.getuid() == 0: os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
store = open_store(folder)
print(json.dumps({{
    "refusal": store.refusal.code,
    "lines": store.lines({table_id}),
    "append": tried(store.append, {table_id}, line(3), 3),
    "create": tried(store.create, HEADER),
    "tables": [info.entries for info in store.tables()],
    "still": store.wait({table_id}, None, 0) == store.wait({table_id}, None, 0),
}}))
""",
            folder,
        )
        if held:
            held.close()
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
        store.close()
    assert answer["lines"] == [line(1), line(2)]
    assert answer["tables"] == [2]
    assert answer["still"] is True
    assert answer["refusal"] == "read-only"
    for refused in (answer["append"], answer["create"]):
        assert refused == [
            "read-only",
            f"The folder {folder} cannot be written: tables can be read, but nothing can be recorded.",
        ]


@posix
def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be written"):
        open_store(tmp_path / "a file" / "data")


def test_a_file_that_is_no_database_is_said_and_kept(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"not a database at all " * 100)
    with pytest.raises(StoreError, match="damaged") as refused:
        open_store(tmp_path)
    assert refused.value.code == "store-damaged"
    assert (tmp_path / "tables.sqlite").read_bytes().startswith(b"not a database")


def test_what_cannot_be_carried_over_is_recorded_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry is safe before; a stranger who reads for long only keeps the write-ahead file long."""
    monkeypatch.setattr(sqlite, "WAL_BYTES", 0)
    store = open_store(tmp_path)
    table_id = store.create(HEADER)
    reader = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM entries").fetchall()
    for n in (1, 2, 3):
        store.append(table_id, line(n), n)
    assert reader.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    reader.close()
    store.append(table_id, line(4), 4)
    assert len(store.lines(table_id)) == 4
    store.close()


def test_a_locked_file_is_said_after_a_while_and_can_still_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    store = open_store(tmp_path)
    table_id = store.import_log([HEADER, line(1)])
    holder = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="busy") as busy:
        store.append(table_id, line(2), 2)
    assert busy.value.code == "store-busy"
    assert store.lines(table_id) == [line(1)]
    other = open_store(tmp_path)
    assert other.lines(table_id) == [line(1)]
    holder.execute("COMMIT")
    holder.close()
    store.append(table_id, line(2), 2)
    assert other.lines(table_id) == [line(1), line(2)]
    store.close()
    other.close()


FAULT = "The disk refused to read or write {file}: nothing was recorded."


@pytest.fixture
def out_of_sight(monkeypatch: pytest.MonkeyPatch) -> Callable[[int | None], None]:
    """Has the system say this of the folder's files, as it does of a share that is out of reach; None: all is well."""
    number: list[int | None] = [None]
    true = Path.stat

    def stat(path: Path, **how: bool) -> os.stat_result:
        if number[0] is not None and path.name.startswith("tables.sqlite"):
            raise OSError(number[0], os.strerror(number[0]), str(path))
        return true(path, **how)

    monkeypatch.setattr(Path, "stat", stat)
    return lambda said: number.__setitem__(0, said)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.ESTALE])
def test_a_file_that_cannot_be_looked_at_is_said_and_gone_on_with_later(
    tmp_path: Path, out_of_sight: Callable[[int | None], None], number: int
) -> None:
    store = open_store(tmp_path)
    table_id = store.import_log([*demo_table().lines()][:1])
    live = LiveTable(store, table_id)
    done = live.do(BANKER, "note", text="before")
    sentence = FAULT.format(file=tmp_path / "tables.sqlite")
    out_of_sight(number)
    for call in (
        live.refresh,
        lambda: live.do(BANKER, "note", text="not recorded"),
        lambda: store.wait(table_id, None, 0),
        store.tables,
        lambda: open_store(tmp_path),
    ):
        with pytest.raises(StoreError) as refused:
            call()
        assert (refused.value.code, refused.value.message) == ("store-fault", sentence)
    assert live.trouble is not None
    assert live.trouble.message == sentence
    out_of_sight(None)
    assert live.do(BANKER, "note", text="after").n == 2
    assert store.lost() == []
    assert LiveTable(open_store(tmp_path), table_id).table.log[0] == done
    store.close()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.ESTALE])
def test_so_it_is_where_the_file_was_taken_away_before(
    tmp_path: Path, out_of_sight: Callable[[int | None], None], number: int
) -> None:
    store = open_store(tmp_path / "data")
    (tmp_path / "data").rename(tmp_path / "away")
    with pytest.raises(StoreError, match="taken away"):
        store.tables()
    out_of_sight(number)
    with pytest.raises(StoreError, match="The disk refused"):
        store.tables()
    out_of_sight(None)
    (tmp_path / "away").rename(tmp_path / "data")
    assert store.tables() == []
    store.close()


def test_what_was_committed_is_not_refused_because_nobody_can_look(
    tmp_path: Path, out_of_sight: Callable[[int | None], None]
) -> None:
    store = open_store(tmp_path)
    table_id = store.create(HEADER)
    with store._backend.writing(table_id):
        out_of_sight(errno.ESTALE)
    out_of_sight(None)
    assert store.append(table_id, line(1), 1) == line(1)
    store.close()


def test_a_share_of_a_network_is_named_as_sqlite_takes_it() -> None:
    """SQLite refuses a machine's name where an address has it; it is the beginning of the path."""
    assert sqlite.address(PureWindowsPath(r"\\nas\our games\tables.sqlite"), "rwc") == (
        "file:////nas/our%20games/tables.sqlite?mode=rwc"
    )
    assert sqlite.address(PureWindowsPath(r"C:\Zoë\tables.sqlite"), "ro") == "file:///C:/Zo%C3%AB/tables.sqlite?mode=ro"


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "100% our ?#: games"
    open_store(folder).create(HEADER)
    assert (folder / sqlite.FILE_NAME).exists()
    assert len(open_store(folder).tables()) == 1
