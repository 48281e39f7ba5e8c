"""The charts of Greed, Incorporated: what they show, and that names stay names."""

from html import unescape
from pathlib import Path

import plotly.graph_objects as go
import pytest

import companion
from companion import charts
from companion.games.greed.box import GOODS
from companion.words import translator
from tests.games.greed_tables import new, selling_status

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


def line(table, kind, name, axis="y"):
    """The points of a line."""
    drawn = charts.draw(table, kind, None, _)["data"]
    trace = next(trace for trace in drawn if trace["name"] == name and trace.get("yaxis", "y") == axis)
    return list(zip(trace["x"], trace["y"], strict=True))


def announced(table, *assets):
    for player, asset in zip(table.players, assets, strict=True):
        table.do("announce", player=player, asset=asset)
    return table


def test_a_price_put_right_before_the_market_of_a_year_stands_before_it():
    table = new(box="demo")
    for company, player in enumerate(table.players):
        table.do("deal_company", player=player, company=company)
    table.correct({"/price_steps/coal": 1})
    assert line(table, "prices", "Coal") == [(0, 45), (0.5, 52), (1, 52)]
    announced(table, 10, 11, 12)
    assert line(table, "prices", "Coal") == [(0, 45), (0.5, 52), (1, 60)]
    table.correct({"/price_steps/coal": 0})
    assert line(table, "prices", "Coal") == [(0, 45), (0.5, 52), (1, 60), (1.5, 45)]
    assert charts.draw(table, "prices", None, _)["layout"]["xaxis"]["range"] == [-0.15, 1.65]  # so it is seen
    table.correct({"/phase": "announce", "/year": 2})
    assert line(table, "prices", "Coal") == [(0, 45), (0.5, 52), (1, 60), (1.5, 45), (2, 45)]
    table.correct({"/prices/coal": 70})
    announced(table, 13, 14, 15)
    assert line(table, "prices", "Coal")[3:] == [(1.5, 45), (1.5, 70), (2, 80)]


def test_start_prices_that_are_typed_before_the_first_market_stand_before_it():
    table = new(box="default")
    for company, player in enumerate(table.players):
        table.do("box", set={f"/companies/{company}/trends": {}})
        table.do("deal_company", player=player, company=company)
    table.do("box", set={"/goods/steel/track": [30, 40, 50], "/goods/steel/start": 40})
    assert line(table, "prices", "Steel") == [(0, None), (0.5, 40), (1, 40)]


def test_a_table_that_was_put_into_its_first_year_has_prices():
    table = new(box="demo")
    table.correct({"/phase": "trade"})
    table.correct({"/prices/coal": 52})
    assert line(table, "prices", "Coal") == [(0, 45), (0.5, 52), (1, 52)]


@pytest.mark.parametrize("values", [{"/year": 2}, {"/phase": "announce"}, {"/year": 1, "/phase": "trade"}])
def test_no_line_runs_backwards(game, values):
    table = game.as_of(100)
    table.correct(values)
    table.correct({"/prices/coal": 25, "/trends/coal": 0, "/players/0/cash": 7})
    table.correct({"/phase": "sales"})
    table.do("end_sales")
    for kind in KINDS:
        for trace in charts.draw(table, kind, None, _)["data"]:
            assert trace["mode"] == "markers" or trace["x"] == sorted(trace["x"])
    assert line(table, "prices", "Coal")[-1][1] == 25
    assert line(table, "cash", "Giulia")[-1][1] == 7


def test_money_goes_on_to_the_right_where_a_phase_was_put_back(game):
    table = game.as_of(100)
    before = line(table, "cash", "Giulia")[-1][0]
    table.correct({"/phase": "trade"})
    table.correct({"/players/0/cash": 7})
    assert line(table, "cash", "Giulia")[-1] == (before + 1, 7)


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


def test_a_symbol_that_was_put_right_counts_where_it_lies():
    table = selling_status(Anna=130, Bruno=90)
    table.do("raise_bid", player="Anna", amount=60)
    table.do("pass_auction", player="Bruno")
    table.do("pass_auction", player="Carla")
    table.correct({"/players/1/status": [{"colour": "gold", "card": "A"}]})
    assert [line(table, "status", name)[-1] for name in table.players] == [(1, 0), (1, 8), (1, 0)]
    table.correct({"/players/1/status": []})
    table.correct({"/players/2/status": [{"colour": "silver", "card": "I"}, {"colour": "silver", "card": "C"}]})
    assert [line(table, "status", name)[-1] for name in table.players] == [(1, 0), (1, 0), (1, 14)]
    rows = [[row[key] for key in ("player", "colour", "card", "price", "points")] for row in table.records("status")]
    assert rows == [
        ["Anna", "gold", "A", 60, 8],
        ["Anna", "gold", "A", None, -8],
        ["Bruno", "gold", "A", None, 8],
        ["Bruno", "gold", "A", None, -8],
        ["Carla", "silver", "I", None, 9],
        ["Carla", "silver", "C", None, 5],
    ]
    hovers = [charts.draw(table, "status", None, _)["data"][seat]["text"] for seat in (0, 1)]
    assert hovers[0] == ["Anna 0", "Anna 8<br>gold A for 60: +8", "Anna 0<br>gold A: −8", "Anna 0"]
    assert hovers[1] == ["Bruno 0", "Bruno 8<br>gold A: +8", "Bruno 0<br>gold A: −8", "Bruno 0"]


def test_money_that_is_put_right_after_the_end_is_shown(game):
    table = game.as_of(len(game.log))
    assert table.snapshot()["phase"] == "end"
    last = line(table, "cash", "Giulia")[-1][0]
    table.correct({"/players/0/cash": 7, "/companies/6/last_income": 5})
    assert line(table, "cash", "Giulia")[-1] == (last, 7)
    assert line(table, "cash", "House of Cards", "y4")[-1] == (last, 5)
    assert (table.records("cash")[-1]["year"], table.records("cash")[-1]["phase"]) == (8, "status")


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
