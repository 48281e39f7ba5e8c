"""A table as it stood: copies of its past, and its records as frames."""

from pathlib import Path

import pytest

import companion
from companion.table import read
from tests.play import everything_holds

FINISHED = Path(__file__).parent / "saves" / "good_brokers_evening.jsonl"
AT = "2026-11-27T20:{:02}:00Z"


def test_as_of_is_the_table_that_it_was() -> None:
    table = companion.load(FINISHED)
    lines = list(table.lines())
    for n in range(len(table.log) + 1):
        past, then = table.as_of(n), read(lines[: n + 1])
        assert past.state == then.state
        assert past.revision == n
        assert past.last_done() == then.last_done()
        assert past.last_undone() == then.last_undone()
        assert past.clocks(AT.format(0)) == then.clocks(AT.format(0))


def test_as_of_follows_undo_redo_amend_and_the_clock() -> None:
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    table.do("clock", op="start", clock="players", at=AT.format(0))
    table.do("buy", player="A", shares={"ford": 2}, at=AT.format(1))
    table.undo(at=AT.format(2))
    table.redo(at=AT.format(3))
    table.do("end_turn", player="A", at=AT.format(4))
    table.amend(2, {"shares": {"ford": 1}}, at=AT.format(6))
    table.undo(at=AT.format(7))
    for n in range(len(table.log) + 1):
        then = read(list(table.lines())[: n + 1])
        past = table.as_of(n)
        assert (past.state, past.clocks(AT.format(9))) == (then.state, then.clocks(AT.format(9)))
        assert past.history() == then.history()


def test_the_past_goes_its_own_way() -> None:
    table = companion.load(FINISHED)
    before = list(table.lines())
    past = table.as_of(30)
    past.do(**past.legal()[0])
    everything_holds(past)
    assert list(table.lines()) == before


def test_there_is_no_past_before_the_first_and_after_the_last_entry() -> None:
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    assert table.as_of(0).revision == 0
    for n in (-1, 1):
        with pytest.raises(companion.RuleError, match="There is no entry"):
            table.as_of(n)


def test_secrets_are_there_until_the_end() -> None:
    table = companion.load(FINISHED)
    assert not table.hidden()
    assert table.has_secrets()  # what somebody put aside and took back at once was never shown
    hidden = companion.new_table("good-brokers", players=["A", "B", "C"])
    hidden.do("buy", player="A", shares={"ford": 2})
    assert hidden.has_secrets()
    assert hidden.has_secrets("B")
    assert hidden.has_secrets("A")  # what the others put aside


def test_a_frame_has_the_records_and_times_as_times() -> None:
    table = companion.load(FINISHED)
    for kind in table.game.records:
        frame, rows = table.frame(kind), table.records(kind)
        assert len(frame) == len(rows)
        assert list(frame.columns) == list(rows[0])
    assert table.frame("prices")["at"].dt.year.unique().tolist() == [2026]
    with pytest.raises(companion.RuleError, match="no records"):
        table.frame("nothing")


def test_a_frame_is_filtered_for_its_reader() -> None:
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    table.do("buy", player="A", shares={"ford": 2})
    assert table.frame("wealth")["shares_value"].isna().all()
    assert table.frame("wealth", "A")["shares_value"].tolist()[0] == 80


@pytest.mark.timing
def test_a_frame_of_ten_thousand_entries_is_there_in_a_second() -> None:
    from time import perf_counter

    table = companion.new_table("good-brokers", players=["A", "B", "C", "D"])
    while table.revision < 10_000:
        table.do("note", text="…")
    table.as_of(1).frame("wealth")  # pandas takes its time to import
    began = perf_counter()
    assert len(table.frame("wealth")) == 40_000
    assert perf_counter() - began < 1
