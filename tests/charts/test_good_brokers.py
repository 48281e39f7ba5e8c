"""The charts of Good Brokers: what they show, and that names stay names."""

import re
from pathlib import Path

import plotly.graph_objects as go
import pytest

import companion
from companion import charts
from companion.charts.palette import DARK, DASHES, LIGHT, PLAYERS, SYMBOLS, TOKENS
from companion.errors import RuleError
from companion.words import translator

SAVES = Path(__file__).parent.parent / "saves"
CSS = Path(charts.__file__).parent.parent / "serve" / "static" / "companion.css"
_ = translator("en")


@pytest.fixture(scope="module")
def evening():
    return companion.load(SAVES / "good_brokers_evening.jsonl")


def test_prices_end_where_the_board_stands(evening):
    drawn = charts.draw(evening, "prices", None, _)
    ends = {trace["name"]: trace["y"][-1] for trace in drawn["data"]}
    companies = evening.state.box["companies"]
    assert ends == {companies[company]["name"]: price for company, price in evening.snapshot()["prices"].items()}
    assert {trace["line"]["shape"] for trace in drawn["data"]} == {"hv"}
    assert all(trace["y"][0] == 40 for trace in drawn["data"])


def test_rounds_and_turns_are_marked(evening):
    drawn = charts.draw(evening, "prices", None, _)
    assert drawn["layout"]["xaxis"]["ticktext"] == ["1·1", "1·2", "1·3", "1·4", "2·1", "2·2", "2·3", "2·4"]
    assert len(drawn["layout"]["shapes"]) == 1


def test_each_series_has_its_own_colour_symbol_and_dash(evening):
    traces = charts.draw(evening, "prices", None, _)["data"]
    for part, key in (("line", "color"), ("line", "dash"), ("marker", "symbol")):
        assert len({trace[part][key] for trace in traces}) == 6


def test_names_are_escaped(evening):
    drawn = charts.draw(evening, "wealth", None, _)
    names = [trace["name"] for trace in drawn["data"]]
    assert "Zoë &lt;b&gt;x&lt;/b&gt;" in names
    assert not re.search(r"<(?!br>)", str([[trace["text"], trace["name"]] for trace in drawn["data"]]))
    assert not any("<" in note["text"] for note in drawn["layout"]["annotations"])


def test_a_start_that_the_box_prints_otherwise_later_was_what_it_was():
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    table.do("box", set={"/start_price": 50, "/start_money": 500})
    for kind, value in (("prices", 40), ("wealth", 300)):
        for trace in charts.draw(table, kind, None, _)["data"]:
            assert set(trace["y"]) == {value}
    assert set(table.snapshot()["prices"].values()) == {40}


def test_a_hidden_hand_is_not_drawn():
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    table.do("buy", player="A", shares={"ford": 2})
    assert charts.draw(table, "wealth", "A", _)["data"][0]["y"][-1] == 300
    assert charts.draw(table, "wealth", "B", _)["data"][0]["y"][-1] == 220


def test_figure_of_an_empty_table_and_of_a_full_one(evening):
    empty = companion.new_table("good-brokers", players=["A", "B", "C"])
    for table in (empty, evening):
        for kind in ("prices", "wealth"):
            figure = table.figure(kind)
            assert isinstance(figure, go.Figure)
            assert "var(" not in figure.to_json()
    with pytest.raises(RuleError) as caught:
        evening.figure("weather")
    assert caught.value.code == "unknown-figure"


def test_palette_is_complete_and_that_of_the_pages():
    assert set(SYMBOLS) == set(DASHES) == set(TOKENS) == set(PLAYERS)
    assert len(set(SYMBOLS.values())) == len(set(DASHES.values())) == len(TOKENS)
    dark, light, chosen_light = re.split(r"prefers-color-scheme: light|data-theme=\"light\"", CSS.read_text("utf-8"))
    for css, colours in ((dark, DARK), (light, LIGHT), (chosen_light, LIGHT)):
        said = dict(re.findall(r"(--[a-z0-9]+):\s*(#[0-9a-f]{3,6})\b", css))
        shared = said.keys() & colours.keys()
        assert {name: said[name] for name in shared} == {name: colours[name] for name in shared}
        assert len(shared) > 10
    assert DARK.keys() <= set(re.findall(r"(--[a-z0-9]+):", dark))
