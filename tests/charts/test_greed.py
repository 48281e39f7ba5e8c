"""The charts of Greed, Incorporated: what they show, and that names stay names."""

from html import unescape
from pathlib import Path

import plotly.graph_objects as go
import pytest

import companion
from companion import charts
from companion.games.greed.box import GOODS
from companion.words import translator

DEMO = Path(companion.__file__).parent / "games" / "greed" / "demo.jsonl"
KINDS = ("prices", "income", "cash", "status")
_ = translator("en")


@pytest.fixture(scope="module")
def game():
    return companion.load(DEMO)


def test_prices_end_where_the_board_stands_with_the_trend_beside(game):
    drawn = charts.draw(game, "prices", None, _)
    snapshot = game.snapshot()
    assert [trace["y"][-1] for trace in drawn["data"]] == [snapshot["prices"][good] for good in GOODS]
    assert all(trace["x"] == sorted(trace["x"]) for trace in drawn["data"])
    labels = " ".join(note["text"] for note in drawn["layout"]["annotations"])
    assert "Coal +2" in labels
    assert "Blah-blah N" in labels


def test_each_good_has_a_colour_and_sign_of_its_own():
    from companion.games.greed.charts import SIGNS

    assert list(SIGNS) == list(GOODS)
    assert len({(token, sign) for token, sign, _symbol in SIGNS.values()}) == len(GOODS)
    assert len({symbol for _token, _sign, symbol in SIGNS.values()}) == len(GOODS)


def test_income_is_drawn_by_company_with_boots_marked(game):
    drawn = charts.draw(game, "income", None, _)
    rows = game.records("income")
    *lines, boots = drawn["data"]
    assert {trace["name"] for trace in lines} >= {"MadF", "Cotton On"}
    assert sum(len(trace["y"]) for trace in lines) == len(rows)
    assert len(boots["x"]) == sum(row["boot"] for row in rows)
    assert "against" in boots["text"][0]


def test_money_has_a_panel_for_each_slot_and_a_line_for_each_owner(game):
    drawn = charts.draw(game, "cash", None, _)
    now = game.snapshot()
    panels = {trace["yaxis"] for trace in drawn["data"]}
    assert panels == {"y", "y2", "y3", "y4"}
    private = {trace["name"]: trace["y"][-1] for trace in drawn["data"] if trace["yaxis"] == "y"}
    assert private == {player["name"]: player["cash"] for player in now["players"]}
    free = {unescape(trace["name"]): trace["y"][-1] for trace in drawn["data"] if trace["yaxis"] == "y2"}
    assert free == {company["name"]: company["free_cash"] for company in now["companies"].values()}


def test_status_points_add_up(game):
    drawn = charts.draw(game, "status", None, _)
    assert {trace["name"]: trace["y"][-1] for trace in drawn["data"]} == {
        player["name"]: player["points"] for player in game.snapshot()["players"]
    }


def test_figures_of_an_empty_table_and_of_a_full_one(game):
    empty = companion.new_table("greed", players=["A", "B", "C"])
    for table in (empty, game):
        for kind in KINDS:
            figure = table.figure(kind)
            assert isinstance(figure, go.Figure)
            assert "var(" not in figure.to_json()


def test_names_are_escaped():
    table = companion.new_table("greed", players=["<b>x</b>", "B", "C"], box="demo")
    for kind in KINDS:
        drawn = charts.draw(table, kind, None, _)
        assert "<b>" not in str(drawn)
    assert "&lt;b&gt;x&lt;/b&gt;" in str(charts.draw(table, "status", None, _))
