"""What is written beside the tables: whole or not at all, and never out of the tables' last room."""

import gzip
import logging
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import cli, files
from companion.demo import demo_table
from companion.evening.export import write
from companion.logs import LOG, LogFile
from companion.serve import lan
from companion.serve.app import log_to
from companion.serve.assets import Plotly

ROOT = Path(__file__).parents[1]


@pytest.fixture
def nearly_full(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(files.shutil, "disk_usage", lambda _folder: SimpleNamespace(free=files.SPARE_BYTES - 1))
    handlers, level = logging.getLogger().handlers[:], logging.getLogger().level
    yield
    logging.getLogger().handlers[:] = handlers
    logging.getLogger().setLevel(level)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes the first bytes of a file and no more."""

    def fill(_descriptor: int) -> None:
        raise OSError(28, "The disk is full")

    monkeypatch.setattr(files.os, "fsync", fill)


def test_a_folder_that_cannot_be_looked_into_has_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    assert not files.has_room(tmp_path)


def test_fifty_megabytes_stay_free(nearly_full: None, tmp_path: Path) -> None:
    assert not files.has_room(tmp_path / "not" / "made" / "yet")
    plotly = Plotly(tmp_path / "cache")
    assert gzip.decompress(plotly.gzipped()) == plotly.plain()
    assert len(lan.table_token(tmp_path)) >= 16
    log_to(tmp_path)
    logging.getLogger("companion.serve").error("something")
    assert [*tmp_path.rglob("*")] == []


def test_a_page_s_log_leaves_them_free_too(nearly_full: None, tmp_path: Path) -> None:
    log = LogFile(tmp_path)
    log.emit(mistake("something"))
    assert [*tmp_path.iterdir()] == []


def test_a_log_that_cannot_be_written_troubles_nobody_and_goes_on_later(tmp_path: Path) -> None:
    data = tmp_path / "data"
    log = LogFile(data)
    log.handle(mistake("before there is a folder"))
    data.mkdir()
    log.handle(mistake("one"))
    shutil.rmtree(data)
    log.handle(mistake("while it is gone"))
    data.write_text("a file in its place")
    log.handle(mistake("while it is no folder"))
    data.unlink()
    data.mkdir()
    (data / LOG).mkdir()
    log.handle(mistake("while it cannot be opened"))
    (data / LOG).rmdir()
    log.handle(mistake("two"))
    log.close()
    assert (data / LOG).read_text("utf-8").endswith("WARNING companion: two\n")


def mistake(text: str) -> logging.LogRecord:
    return logging.LogRecord("companion", logging.WARNING, __file__, 1, text, None, None)


def test_with_room_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files.shutil, "disk_usage", lambda _folder: SimpleNamespace(free=files.SPARE_BYTES))
    Plotly(tmp_path / "cache").gzipped()
    lan.table_token(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"cache", "lan-token"}


def save_of_a_table(folder: Path) -> None:
    demo_table().save(folder / "game.jsonl")


def chart_script(folder: Path) -> None:
    Plotly(folder).gzipped()
    raise OSError("full")  # it is served all the same


def evening(folder: Path) -> None:
    write(demo_table(), folder)


@pytest.mark.parametrize("writes", [save_of_a_table, chart_script, evening])
def test_what_fails_half_way_leaves_nothing(full: None, tmp_path: Path, writes: Callable[[Path], None]) -> None:
    with pytest.raises(OSError, match="full"):
        writes(tmp_path)
    assert [*tmp_path.rglob("*")] == []


def test_a_save_that_fails_leaves_the_older_one(full: None, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("older")
    with pytest.raises(OSError, match="full"):
        save_of_a_table(tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["older"]


def test_an_export_that_fails_leaves_nothing(
    full: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files.os, "fsync", lambda _descriptor: None)
    assert cli.main(["demo", "--data", str(tmp_path / "data")]) == 0
    code = capsys.readouterr().out.strip()
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.setattr(files.os, "fsync", lambda _descriptor: (_ for _ in ()).throw(OSError(28, "full")))
    assert cli.main(["export", "--data", str(tmp_path / "data"), code, str(out / "game.jsonl")]) == 1
    assert "full" in capsys.readouterr().err
    assert [*out.iterdir()] == []


def test_what_a_killed_server_left_half_written_goes(tmp_path: Path) -> None:
    (tmp_path / "plotly-6.0.0.min.js.gz.4711.part").write_bytes(b"x" * 1000)
    Plotly(tmp_path).gzipped()
    assert [path.suffix for path in tmp_path.iterdir()] == [".gz"]


OPTIMISED = """
import companion
from companion.games import load_game
from companion.games.good_brokers.rules import *
from companion.errors import RuleError
assert False, "asserts are gone"
table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
game = load_game("good-brokers")
move = game.actions["buy"]
honest = game.rules[move]
def generous(state, move):
    from msgspec.structs import replace
    after = honest(state, move)
    slot = next(iter(after.ledger.balances))
    ledger = replace(after.ledger, balances={**after.ledger.balances, slot: after.ledger.balances[slot] + 1})
    return replace(after, ledger=ledger)
game.rules[move] = generous
try:
    table.do("buy", player="Anna", shares={"ford": 1})
except RuleError as refused:
    print(refused.code, table.revision, sum(table.slots().values()))
"""


def test_the_money_sum_is_checked_where_asserts_are_left_out() -> None:
    ended = subprocess.run(
        [sys.executable, "-O", "-c", OPTIMISED], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ended.stdout == "money-sum 0 0\n", ended.stderr
