"""The clock of a turn of Plutocracy on the pages: with a made-up time of day."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from companion import clocks
from companion.table import BANKER
from tests.games.plutocracy_tables import placed
from tests.screens.reader import Reader
from tests.screens.test_plutocracy import PLAYERS, sit, table_of


class FakeClock:
    """The time of day of every device, which the tests turn on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)

    def stamp(self, at: str | datetime | None) -> str:
        return clocks.stamp(self.now if at is None else at)

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    fake = FakeClock()
    monkeypatch.setattr("companion.table.stamp", fake.stamp)
    monkeypatch.setattr("companion.readable.stamp", fake.stamp)
    return fake


def pressed(seat: str = "0") -> Reader:
    """A device at a table with time pressure; the first turn and its clock begin now."""
    table = placed(PLAYERS, time_pressure=True)
    table.do("clock", op="start", seconds=90)
    return sit(table, seat)


def overruns(reader: Reader) -> int:
    reader.page.draw()
    return sum(entry.action == "overtime" for entry in table_of(reader).log)


def left(reader: Reader) -> float:
    found = table_of(reader).countdown()
    assert found is not None
    return found.left if found.running else -1


def test_the_clock_waits_for_its_start(clock: FakeClock) -> None:
    reader = sit(placed(PLAYERS, time_pressure=True), "1")
    assert "The clock starts when you say so." in reader.text
    clock.passes(1000)
    reader.tap("clock", op="start", which="table", seconds=90)
    assert left(reader) == 90
    assert "Pause" in reader.text


def test_an_overrun_is_recorded_by_the_table_once_whoever_looks(clock: FakeClock) -> None:
    first = pressed("2")
    clock.passes(91)
    assert overruns(first) == 1
    assert "Anna ran out of time: the own THE END is now 59" in first.said
    for seat in ("0", "bank", "screen"):
        other = Reader(f"?table={first.code}&seat={seat}", device=f"device-{seat}")
        assert overruns(other) == 1
        assert other.tap("clock-zero", id="whatever").said == []
    assert table_of(first).log[-1].by == BANKER
    assert overruns(first) == 1
    assert left(first) == 89


def test_a_clock_that_rings_too_early_records_nothing_and_rings_again(clock: FakeClock) -> None:
    reader = pressed()
    clock.passes(89.97)
    reader.tap("clock-zero", id="overtime:4:0:1")
    assert overruns(reader) == 0
    shown = re.search(r"overtime:4:0:1&#34;, &#34;seconds&#34;: ([\d.]+)", reader.html)
    assert shown is not None
    assert float(shown[1]) == 0.1
    clock.passes(0.1)
    reader.tap("clock-zero", id="overtime:4:0:1")
    assert overruns(reader) == 1


def test_what_ran_out_before_a_move_is_recorded_before_it(clock: FakeClock) -> None:
    reader = pressed()
    clock.passes(95)
    reader.tap("trade", {"buy": "1"}, trade="buy")
    assert [entry.action for entry in table_of(reader).log[-2:]] == ["overtime", "buy"]


def test_what_was_slept_through_is_made_up_for(clock: FakeClock) -> None:
    reader = pressed("3")
    clock.passes(200)
    again = Reader(reader.url)
    assert overruns(again) == 2
    assert left(again) == 70
    assert [text for text in again.said if "ran out of time" in text] == [
        "Anna ran out of time: the own THE END is now 58"
    ]


def test_undo_keeps_the_clock_of_the_turn(clock: FakeClock) -> None:
    reader = pressed()
    clock.passes(60)
    reader.tap("travel", place="saturn:0", time=8)
    assert left(reader) == 90
    clock.passes(20)
    reader.tap("undo", entry=table_of(reader).last_done().n)  # type: ignore[union-attr]
    assert left(reader) == 30
    clock.passes(31)
    assert overruns(reader) == 1
    reader.tap("undo", entry=table_of(reader).last_done().n)  # type: ignore[union-attr]
    clock.passes(5)
    reader.page.draw()
    assert table_of(reader).snapshot()["players"][0]["own_end"] == 59  # time that has passed has passed


def test_pause_for_the_pizza(clock: FakeClock) -> None:
    reader = pressed("3")
    clock.passes(50)
    reader.tap("clock", op="pause", which="table")
    clock.passes(3600)
    assert overruns(reader) == 0
    assert "The clock stands." in reader.text
    reader.tap("clock", op="resume", which="table")
    assert left(reader) == 40


def test_a_table_that_was_left_alone_goes_on(clock: FakeClock) -> None:
    reader = pressed()
    clock.passes(3600)
    assert overruns(reader) == 0
    assert "Go on" in reader.text
    reader.tap("clock", op="resume", which="table")
    assert reader.said == []
    assert left(reader) == 90


def test_the_clock_tab_and_the_bar_show_the_clock_of_the_turn() -> None:
    reader = pressed("1").tap("go", to="clock")
    assert reader.html.count("overtime:") == 1
    assert "The rules set this clock anew for every turn." in reader.text
    big = Reader(f"?table={reader.code}&seat=screen")
    assert "overtime:" in big.html
