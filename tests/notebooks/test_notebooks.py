"""The notebooks run, say what they promise, and carry nothing that was printed once."""

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

import companion
from companion.demo import demo_table
from companion.games import GAMES
from companion.serve.channel import Client
from companion.store import open_store
from tests.evening.games import finished

FOLDER = Path(companion.__file__).parent.parent / "notebooks"
ALL = sorted(FOLDER.glob("*.ipynb"))


def code(path: Path) -> list[str]:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.fixture
def book(tmp_path, monkeypatch) -> Any:
    """The book of market_history.ipynb, made here instead of in a kernel."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    names: dict[str, Any] = {}
    for source in code(FOLDER / "market_history.ipynb"):
        exec(source, names)
    return names["book"]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_a_notebook_carries_no_output(path):
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    notebook = nbformat.read(path, as_version=4)
    manager = AsyncKernelManager(kernel_name="python3", client_factory=Client)  # as the server runs them
    NotebookClient(notebook, manager, timeout=120).execute()
    assert notebook.cells[-1].outputs


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_reads_every_game(book, game):
    book.take(finished(game))
    body = book.view.parts["body"]
    assert "Error" not in body
    assert body.count('id="chapter-') == 7
    shown = set(book.view.charts)
    assert {"market-0", "gains-0"} <= shown
    if "prices" in finished(game).game.records:
        assert "compare-0" in shown


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_reads_a_game_that_has_just_begun(book, game):
    players = ["A", "B", "C"]
    book.take(companion.new_table(game, players=players))
    assert "Error" not in book.view.parts["body"]


def own_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of own_page.ipynb, which has run over this folder."""
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    names: dict[str, Any] = {}
    for source in code(FOLDER / "own_page.ipynb"):
        exec(source, names)
    return names


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_one_s_own_shows_a_table_that_has_just_begun(game, tmp_path, monkeypatch):
    store = open_store(tmp_path)
    table_id = store.import_log(companion.new_table(game, players=["Anna", "Bruno", "Carla"]).lines())
    page = own_page(tmp_path, monkeypatch)
    assert (page["table"].game.id, page["entry"].value, page["entry"].max) == (game, 0, 0)
    assert page["said"].value
    companion.open(store.table(table_id).code, tmp_path).do("note", text="we begin")
    page["newest"].click()
    assert (page["entry"].value, page["entry"].max) == (1, 1)


@pytest.mark.parametrize(
    "wrong", ["code = 'AAAAA', header = '{'", "header = replace(header, '\"rules\":', '\"rules\":9')"]
)
def test_a_page_of_one_s_own_passes_over_a_table_that_cannot_be_read(wrong, tmp_path, monkeypatch):
    store = open_store(tmp_path)
    for game in ("greed", "good-brokers"):
        store.import_log(finished(game).lines())
    with store._backend.writing() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET {wrong} WHERE id = 2")
    assert own_page(tmp_path, monkeypatch)["table"].game.id == "greed"
    with store._backend.writing() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET {wrong.replace('AAAAA', 'BBBBB')} WHERE id = 1")
    assert own_page(tmp_path, monkeypatch)["table"].revision == demo_table().revision
