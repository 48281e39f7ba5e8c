"""The charts of Plutocracy: what they show, and that names stay names."""

import re

import plotly.graph_objects as go
import pytest

import companion
from companion import charts
from companion.demo import demo_table
from companion.games.plutocracy.charts import BODIES, RESOURCES
from companion.words import translator

_ = translator("en")
KINDS = ("prices", "voyages", "council", "cash")


@pytest.fixture(scope="module")
def table():
    return demo_table("plutocracy")


def test_both_prices_of_every_planet_end_where_the_board_stands(table):
    drawn = charts.draw(table, "prices", None, _)
    ends = {trace["name"]: trace["y"][-1] for trace in drawn["data"]}
    for name, planet in table.snapshot()["planets"].items():
        assert ends[f"{name} demand"] == planet["demand_price"]
        assert ends[f"{name} supply"] == planet["supply_price"]
    assert len({trace["yaxis"] for trace in drawn["data"]}) == 5


def test_the_events_are_marked_where_they_stand(table):
    for kind in KINDS:
        drawn = charts.draw(table, kind, None, _)
        signs = [(note["x"], note["text"]) for note in drawn["layout"]["annotations"] if note["text"] in "↻⇅☑"]
        assert sorted(space for space, sign in signs if sign == "↻") == [10, 20, 30, 40, 50, 60]
        assert sorted(space for space, sign in signs if sign == "⇅") == [12, 24, 36, 48, 60]
        assert sorted(space for space, sign in signs if sign == "☑") == [20, 40, 60]
        assert len(drawn["layout"]["shapes"]) == len(signs)


def test_every_voyage_is_a_bar_of_its_player(table):
    drawn = charts.draw(table, "voyages", None, _)
    rows = table.records("voyages")
    for trace, player in zip(drawn["data"], table.players, strict=True):
        own = [row for row in rows if row["player"] == player]
        assert trace["base"] == [row["leave"] for row in own]
        assert [base + length for base, length in zip(trace["base"], trace["x"], strict=True)] == [
            row["arrive"] for row in own
        ]
        assert [text[0] for text in trace["text"]] == [row["to"][0][0].upper() for row in own]
    assert "Carla: " in drawn["data"][2]["hovertext"][0]


def test_council_and_money_end_where_the_players_stand(table):
    for kind, key in (("council", "councilors"), ("cash", "money")):
        drawn = charts.draw(table, kind, None, _)
        assert [trace["y"][-1] for trace in drawn["data"]] == [player[key] for player in table.snapshot()["players"]]
        assert {trace["line"]["shape"] for trace in drawn["data"]} == {"hv"}


def test_no_line_runs_backwards_where_a_disc_was_put_back(table):
    table = table.as_of(len(table.log))
    table.correct({f"/time/{player}": 4 + place for place, player in enumerate(table.players)})
    table.correct({"/players/0/money": 3, "/players/0/councilors": 2, "/planets/mars/demand_price": 1})
    for kind in ("prices", "council", "cash"):
        for trace in charts.draw(table, kind, None, _)["data"]:
            assert trace["x"] == sorted(trace["x"])


def test_a_renamed_player_keeps_the_line(table):
    renamed = table.fork()
    renamed.do("rename", player="Carla", to="Zoë")
    drawn = charts.draw(renamed, "council", None, _)
    assert drawn["data"][2]["y"] == charts.draw(table, "council", None, _)["data"][2]["y"]
    assert drawn["data"][2]["name"] == "Zoë"


def test_an_empty_table_and_hostile_names_can_be_drawn():
    players = ["<b>x</b>", "</script>", "O'Hare"]
    for options in ({}, {"setup": "random"}):
        empty = companion.new_table("plutocracy", players=players, options=options)
        for kind in KINDS:
            drawn = charts.draw(empty, kind, None, _)
            said = [[trace["name"], trace["text"], trace.get("hovertext")] for trace in drawn["data"]]
            assert not re.search(r"<(?!br>)", str(said))
            figure = empty.figure(kind)
            assert isinstance(figure, go.Figure)
            assert "var(" not in figure.to_json()


def test_bodies_and_resources_have_a_colour_each(table):
    assert len(set(BODIES.values())) == len(BODIES)
    assert len(set(RESOURCES.values())) == len(RESOURCES)
    assert BODIES.keys() == table.state.box["bodies"].keys()
    assert RESOURCES.keys() == table.state.box["resources"].keys()
