"""What a page does where the folder of the tables fails it."""

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.logs import LOG, log_to_file
from companion.store.pins import PinBook
from companion.widgets.view import TEXTS
from tests.screens.reader import Reader
from tests.screens.test_flow import PLAYERS


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data folder, in which the log is written beside the tables."""
    logger = logging.getLogger("companion")
    monkeypatch.setattr(logger, "handlers", [])
    log_to_file()
    yield tmp_path / "data"
    logger.handlers[0].close()


def test_a_seat_is_left_though_the_folder_is_gone(data: Path) -> None:
    reader = Reader().start(PLAYERS, seat="0")
    shutil.rmtree(data)
    reader.tap("leave")
    assert reader.visit.seat is None
    assert "The file of the tables was taken away or replaced" in reader.text
    assert TEXTS["failed"] not in reader.said


def test_a_handler_s_mistake_is_said_though_the_folder_is_gone(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader().start(PLAYERS, seat="0")
    shutil.rmtree(data)
    monkeypatch.setattr(reader.page, "on_event", lambda _event: 1 / 0)
    monkeypatch.setattr(reader.page.view, "_on_event", reader.page.on_event)
    reader.tap("leave")
    assert reader.said == [TEXTS["failed"]]


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store in which nobody's coming and going can be recorded."""

    def refuse(*_arguments: object) -> None:
        raise StoreError("read-only", "The folder cannot be written.")

    whole = PinBook.__init__

    def begin(book: PinBook, *arguments: object) -> None:
        whole(book, *arguments)  # type: ignore[arg-type]
        book._writing = refuse  # type: ignore[assignment]

    monkeypatch.setattr(PinBook, "__init__", begin)


def test_where_nothing_can_be_recorded_a_page_is_shown_and_says_so_once_in_the_log(full: None, data: Path) -> None:
    reader = Reader().start(PLAYERS)
    seated = Reader(f"?table={reader.code}&seat=0")
    assert seated.visit.seat == "Anna"
    assert "Anna" in seated.text
    for beat in range(20):
        seated.page.view.receive({"ping": beat})
    assert (data / LOG).read_text("utf-8").count("\n") == 1
