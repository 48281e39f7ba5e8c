"""The charts of Ponzi Scheme: what they show, whose secrets they keep, and that names stay names."""

import json
import re

import plotly.graph_objects as go
import pytest

import companion
from companion import charts
from companion.demo import demo_table
from companion.games.ponzi_scheme import advice
from companion.games.ponzi_scheme.charts import calendar_of
from companion.words import translator
from tests.games.ponzi_scheme import new, quiet_round, trading, wheel

_ = translator("en")
KINDS = ("interest", "interest_if_crash", "cash_bounds", "tiles", "market")


@pytest.fixture(scope="module")
def demo():
    return demo_table("ponzi-scheme")


def bars(drawn, place=0):
    """The stacks of one panel: what is due by turn, and by card."""
    axis = "y" if place == 0 else f"y{place + 1}"
    stacks = {}
    for trace in drawn["data"]:
        if trace["type"] == "bar" and trace["yaxis"] == axis:
            for turn, amount in zip(trace["x"], trace["y"], strict=True):
                stacks.setdefault(turn, {})[int(trace["name"])] = amount
    return stacks


@pytest.mark.parametrize("crash", [False, True])
def test_the_calendar_stacks_what_is_due_by_card(demo, crash):
    drawn = charts.draw(demo, "interest_if_crash" if crash else "interest", None, _)
    for seat in range(len(demo.players)):
        coming = advice.coming(demo.state, seat, crash=crash)
        assert bars(drawn, seat) == {turn: cards for turn, cards in enumerate(coming, 1) if cards}
    sums = [trace for trace in drawn["data"] if trace.get("mode") == "text"]
    assert [len(trace["x"]) for trace in sums] == [len(bars(drawn, seat)) for seat in range(4)]
    assert len(drawn["layout"]["shapes"]) == 4


def test_worked_example_1_as_a_chart():
    table = new()
    wheel(table, "Anna", v80=1, v25=2, v9=3)
    drawn = calendar_of(table, "Anna", None, _)
    usual, crash = bars(drawn, 0), bars(drawn, 1)
    assert [sum(usual.get(turn, {}).values()) for turn in range(1, 7)] == [144, 27, 8, 144, 0, 27]
    assert crash[1] == {80: 144, 25: 27}


def test_the_band_is_what_everybody_knows():
    table = new()
    table.correct({"/players/0/cash": 94, "/players/0/cash_min": 60, "/players/0/cash_max": 130})
    wheel(table, "Anna", v9=3)
    band = charts.draw(table, "interest", "Anna", _)["layout"]["shapes"][0]
    assert (band["y0"], band["y1"]) == (60, 130)


def test_interest_that_is_due_now_stands_before_the_turns():
    table = new(cash="hidden")
    wheel(table, "Anna", v9=1)
    table.correct({"/players/0/cash_max": 8})
    quiet_round(table)
    drawn = charts.draw(table, "interest", None, _)
    assert bars(drawn)[0] == {9: 8}
    assert drawn["layout"]["xaxis"]["ticktext"][0] == "now"


def test_only_the_own_cash_is_drawn():
    table = trading()
    table.correct({"/players/0/cash": 57371, "/players/1/cash": 49193})
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=41579)
    table.do("accept", player="Anna")
    secret = ("57371", "49193", "41579", str(57371 + 41579), str(49193 - 41579))
    for kind in KINDS:
        for seat in ("Carla", None, companion.BANKER):
            text = json.dumps(charts.draw(table, kind, seat, _))
            assert not any(amount in text for amount in secret)
    assert str(57371 + 41579) in json.dumps(charts.draw(table, "cash_bounds", "Anna", _))


def test_bounds_end_where_the_snapshot_stands(demo):
    drawn = charts.draw(demo, "cash_bounds", None, _)["data"]
    for seat, shown in enumerate(demo.snapshot()["players"]):
        low, high = drawn[2 * seat : 2 * seat + 2]
        assert (low["y"][-1], high["y"][-1]) == (shown["cash_min"], shown["cash_max"])
        assert all(least <= most for least, most in zip(low["y"], high["y"], strict=True))


def test_tiles_end_where_the_snapshot_stands(demo):
    drawn = charts.draw(demo, "tiles", None, _)["data"]
    owned = [list(player["tiles"].values()) for player in demo.snapshot()["players"]]
    assert [trace["y"][-1] for trace in drawn] == [count for tiles in owned for count in tiles]


def test_the_market_shows_each_card_with_its_rate(demo):
    drawn = charts.draw(demo, "market", None, _)["data"]
    shown = {label: rate for trace in drawn for label, rate in zip(trace["x"], trace["y"], strict=True)}
    assert shown["30"] == 9
    assert shown["66 ↘"] == 38.7
    assert len(shown) == 9


def test_the_market_is_the_one_that_lies_there_at_its_printed_rates(demo):
    table = demo.as_of(len(demo.log))
    table.do("box", set={"/funds/30/interest": 55})
    shown = charts.draw(table, "market", None, _)["data"][0]
    assert dict(zip(shown["x"], shown["y"], strict=True))["30"] == 18.3
    rows = [row for row in table.records("market") if row["n"] == len(table.log)]
    assert (len(rows), rows[0]["fund"], rows[0]["interest"]) == (9, 30, 55)
    table.correct({f"/market/row{number}": [] for number in (1, 2, 3)})
    assert [trace["x"] for trace in charts.draw(table, "market", None, _)["data"]] == [[], [], []]


def test_names_are_escaped():
    table = companion.new_table("ponzi-scheme", players=["<b>x</b>", "O'Hare", "Zoë"])
    table.do("invest", player="<b>x</b>", industry="food", fund=9)
    for kind in KINDS:
        drawn = charts.draw(table, kind, None, _)
        said = [[trace.get(key) for key in ("text", "name", "hovertext")] for trace in drawn["data"]]
        assert not re.search(r"<(?!/?b>\d|/b>|br>)", json.dumps(said))
        assert not any("<b>x" in note["text"] for note in drawn["layout"].get("annotations", []))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dark", [False, True])
def test_every_figure_is_one_of_plotly(demo, kind, dark):
    for table in (new(), new(cash="hidden"), demo):
        figure = charts.figure(table, kind, dark=dark)
        assert isinstance(figure, go.Figure)
        assert "var(" not in figure.to_json()
