"""Who gained by what, as far as the reader may know it."""

import pytest

import companion
from companion import evening
from companion.games import GAMES
from companion.table import BANKER
from tests.evening.games import finished


@pytest.fixture
def open_table():
    table = companion.new_table("good-brokers", players=["A", "B", "C"], options={"open_hands": True}, box="demo")
    table.do("buy", player="A", shares={"ford": 2})
    return table


def test_a_price_that_rises_is_a_gain_for_who_holds_the_share(open_table):
    open_table.do("correct", set={"/prices/ford": 60})
    ford = open_table.snapshot()["prices"]["ford"]
    assert evening.gains(open_table) == [
        {
            "n": 2,
            "at": open_table.log[1].at,
            "action": "correct",
            "by": "",
            "player": "A",
            "change": 2 * (ford - 40),
        }
    ]


def test_who_may_not_see_a_hand_sees_no_wealth():
    table = companion.new_table("good-brokers", players=["A", "B", "C"], box="demo")
    table.do("buy", player="A", shares={"ford": 2})
    assert [row["wealth"] for row in evening.wealth(table)][3:] == [None, None, None]
    assert evening.wealth(table, "A")[3]["wealth"] == 300
    table.correct({"/prices/ford": 60})
    assert evening.gains(table) == []
    assert [row["player"] for row in evening.gains(table, "A")] == ["A"]


@pytest.mark.parametrize("game", GAMES)
def test_gains_add_up_to_what_there_is_at_the_end(game):
    table = finished(game)
    rows = evening.wealth(table)
    for player in table.players:
        own = [row["wealth"] for row in rows if row["player"] == player]
        if None not in own:
            assert own[0] + sum(row["change"] for row in evening.gains(table) if row["player"] == player) == own[-1]


def test_hidden_cash_stays_between_its_bounds():
    table = finished("ponzi-scheme")
    public = {(row["n"], row["player"]): row["change"] for row in evening.gains(table)}
    truth = {(row["n"], row["player"]): row["change"] for row in evening.gains(table, "Marco")}
    assert all(truth[key] == change for key, change in public.items() if key[1] == "Marco")
    assert any(row["wealth"] is None for row in evening.wealth(table))
    slots = table.slots()
    assert evening.wealth(table, "Marco")[-3]["wealth"] == slots["player:Marco:cash"]


def test_a_renamed_player_keeps_the_gains(open_table):
    open_table.do("end_turn", player="A")
    open_table.do("rename", player="B", to="Bea")
    open_table.correct({"/prices/ford": 60})
    assert {row["player"] for row in evening.wealth(open_table)} == {"A", "Bea", "C"}


def test_a_new_table_has_no_gains():
    table = companion.new_table("greed", players=["A", "B", "C"])
    assert evening.gains(table) == evening.wealth(table) == []


def test_a_share_put_aside_is_no_loss():
    table = companion.new_table("good-brokers", players=["A", "B", "C"], options={"open_hands": True}, box="demo")
    table.do("buy", player="A", shares={"ford": 2})
    placed = table.do("place", player="A", company="ford")
    assert [row for row in evening.gains(table) if row["n"] == placed.n] == []


def test_a_loan_is_no_gain():
    table = companion.new_table("ponzi-scheme", players=["A", "B", "C"])
    table.do("invest", player="A", industry="food", fund=9)
    assert evening.gains(table, "A") == []
    assert all(row["action"] != "invest" for row in evening.gains(finished("ponzi-scheme")))


def test_what_is_kept_as_a_correction_is_the_move_that_it_was():
    table = companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"])
    first = table.correct({"/active": "Bruno"})
    table.do("invest", player="Bruno", industry="food", fund=9, by=BANKER)
    assert evening.gains(table, "Bruno") == []  # it is borrowed
    table.amend(first.n, {"set": {"/active": "Carla"}}, force=True)
    assert table.history()[1].line.text().startswith("No longer legal, kept as a correction")
    assert table.snapshot("Bruno")["players"][1]["cash"] == 9
    assert evening.gains(table, "Bruno") == []
    assert evening.mover(table.steps()[1], table) == "Bruno"
