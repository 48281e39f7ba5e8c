"""A table that cannot be drawn shows what was recorded, and the way back; what was recorded is never denied."""

import pytest

from companion import RuleError
from companion.screens import frame
from companion.screens.ctx import Dialog
from tests.screens.reader import Reader

PLAYERS = ["Anna", "Bruno", "Carla"]


def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table page can be drawn while Anna has exactly 7."""
    for name in ("table_page", "big_page", "join_page"):
        whole = getattr(frame, name)

        def draw(*args, whole=whole):
            if args[0].table.snapshot()["players"][0]["cash"] == 7:
                raise ZeroDivisionError
            return whole(*args)

        monkeypatch.setattr(frame, name, draw)


def test_history_and_undo_of_a_table_that_cannot_be_drawn(monkeypatch, caplog):
    broken(monkeypatch)
    reader = Reader().start(PLAYERS, seat="0")
    reader.tap("note", {"text": "all is well"})
    reader.tap("correct", {"value": "7", "reason": ""}, pointer="/players/0/cash")
    assert "This table cannot be shown" in reader.text
    assert "2 ·  Anna  · correct" in reader.text
    assert not any("nothing was changed" in said for said in reader.said)
    again = Reader(reader.url)
    assert "This table cannot be shown" in again.text
    again.tap("undo", entry=2)
    assert "This table cannot be shown" not in again.text
    assert "300" in again.text
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (ZeroDivisionError(), "This cannot be shown as things are now, so it was closed."),
        (RuleError("no-price", "Ore has no price now."), "Ore has no price now."),
    ],
)
def test_a_dialog_that_cannot_be_drawn_is_closed_and_the_page_goes_on(monkeypatch, caplog, failure, said):
    reader = Reader().start(PLAYERS, seat="0")

    def raising(ctx):
        raise failure

    monkeypatch.setattr(frame.dialogs, "TABLE", [Dialog("broken", raising)])
    reader.tap("sheet.open", kind="broken")
    assert reader.said == [said]
    assert reader.visit.opened is None
    assert "This table cannot be shown" not in reader.text
    assert "The dialog broken cannot be drawn" in caplog.text
    reader.tap("note", {"text": "it goes on"})
    assert reader.table.revision == 1
    assert reader.said == [said]


def test_a_seat_can_be_taken_at_it(monkeypatch):
    broken(monkeypatch)
    reader = Reader().start(PLAYERS, seat="0")
    reader.tap("correct", {"value": "7", "reason": ""}, pointer="/players/0/cash")
    other = Reader(f"?table={reader.code}", device="device-two")
    assert 'data-do="join.sit"' in other.html
    assert "This table cannot be shown" in Reader(f"?table={reader.code}&seat=screen").text
    other.tap("join.sit", seat="1").tap("undo", entry=1)
    assert "This table cannot be shown" not in other.text


def test_what_was_recorded_is_not_denied(monkeypatch):
    reader = Reader().start(PLAYERS, seat="0")

    def note(ctx, event):
        ctx.do("note", text="kept")
        raise ZeroDivisionError

    reader.page._handlers = {**reader.page._handlers, "note": note}
    reader.tap("note", {"text": "x"})
    assert "after your tap was recorded" in reader.said[-1]
    assert "nothing was changed" not in reader.said[-1]
    assert reader.table.revision == 1

    reader.page._handlers = {**reader.page._handlers, "note": lambda ctx, event: 1 / 0}
    reader.tap("note", {"text": "x"})
    assert "nothing was changed" in reader.said[-1]
