"""What a reader may ask of a figure, and the template that all figures share."""

from itertools import pairwise
from pathlib import Path

import plotly.graph_objects as go
import pytest

import companion
from companion import charts
from companion.charts import options
from companion.charts.palette import DARK, LIGHT
from companion.demo import demo_table
from companion.words import translator
from tests.evening.games import finished

SAVES = Path(__file__).parent.parent / "saves"
_ = translator("en")


@pytest.fixture(scope="module")
def evening():
    return companion.load(SAVES / "good_brokers_evening.jsonl")


def test_only_some_series_and_their_labels(evening):
    figure = evening.figure("prices", only=["Ford", "Lloyd"])
    assert {trace.name for trace in figure.data} == {"Ford", "Lloyd"}
    assert {note.text for note in figure.layout.annotations} == {"Ford", "Lloyd"}
    hostile = evening.figure("wealth", only=["Zoë <b>x</b>"])
    assert [note.text for note in hostile.layout.annotations] == ["Zoë &lt;b&gt;x&lt;/b&gt;"]


def test_a_slider_chooses_a_stretch(evening):
    figure = evening.figure("prices", slider=True)
    assert figure.layout.xaxis.rangeslider.visible
    assert figure.layout.xaxis.fixedrange is False
    assert evening.figure("prices").layout.xaxis.fixedrange
    free = {"data": [], "layout": {"xaxis": {"anchor": "free", "position": 0, "dtick": 10}}}
    assert options.slider(free)["layout"]["xaxis"].keys() == {"dtick", "fixedrange", "rangeslider"}
    panels = {"yaxis": {"domain": [0.6, 1]}, "yaxis2": {"domain": [0, 0.4]}}
    assert options.slider({"data": [], "layout": panels})["layout"]["xaxis"]["anchor"] == "y2"


def test_two_tables_in_one_figure(evening):
    other = evening.as_of(100)
    company, price = next(iter(other.snapshot()["prices"].items()))
    other.correct({f"/prices/{company}": 10 if price != 10 else 20})
    drawn = options.beside(
        charts.draw(evening.as_of(100), "prices", None, _), charts.draw(other, "prices", None, _), "<i>if"
    )
    name = evening.state.box["companies"][company]["name"]
    added = [trace for trace in drawn["data"] if trace["line"]["dash"] == "dot"]
    assert f"{name} · &lt;i&gt;if" in [trace["name"] for trace in added]
    assert not any("<i>" in text for trace in added for text in trace["text"])
    assert drawn["layout"]["xaxis"]["range"][1] == 101


@pytest.mark.parametrize("prices", [[40] * 6, [0] * 6, [280, 280, 260, 280, 280, 280], [0, 40, 40, 45, 90, 280]])
def test_labels_at_the_ends_stand_apart_and_on_the_axis(prices):
    table = companion.new_table("good-brokers", players=["A", "B", "C"], box="demo")
    values = dict(zip(table.snapshot()["prices"], prices, strict=True))
    if set(prices) != {40}:
        table.correct({f"/prices/{company}": price for company, price in values.items() if price != 40})
    figure = charts.draw(table, "prices", None, _)
    low, high = figure["layout"]["yaxis"]["range"]
    heights = sorted(note["y"] for note in figure["layout"]["annotations"])
    assert len(heights) == 6
    assert low <= heights[0]
    assert heights[-1] <= high
    gaps = [after - before for before, after in pairwise(heights)]
    assert min(gaps) >= 0.07 * (high - low)


def test_panels_say_how_high_they_are_and_lone_bars_are_no_wider_than_a_turn():
    for game, kind, least in (("plutocracy", "prices", 600), ("ponzi-scheme", "interest", 450), ("greed", "cash", 700)):
        figure = charts.draw(finished(game), kind, None, _)
        assert figure["layout"]["height"] >= least
        assert finished(game).figure(kind).layout.height >= least
    table = companion.new_table("ponzi-scheme", players=["A", "B", "C"])
    table.do("invest", player="A", industry="food", fund=9)
    bars = [each for each in charts.draw(table, "interest", None, _)["data"] if each["type"] == "bar"]
    assert bars
    assert all(each["width"] < 1 for each in bars)


def test_one_template_for_ours_and_for_their_own_figures(evening):
    for dark, colours in ((False, LIGHT), (True, DARK)):
        template = charts.template(dark=dark)
        assert evening.figure("prices", dark=dark).layout.template == template
        assert template.layout.paper_bgcolor == colours["--surface"]
        assert list(template.layout.colorway) == [colours[f"--c{n}"] for n in range(1, 9)]
        assert "var(" not in go.Figure(layout={"template": template}).to_json()
    series = charts.template().data.scatter
    assert len({(each.marker.symbol, each.line.dash) for each in series}) == 8


def test_the_figures_of_a_game_are_known(evening):
    assert charts.kinds(evening) == ["prices", "wealth"]


@pytest.mark.timing
def test_every_figure_is_there_in_a_tenth_of_a_second(evening):
    from time import perf_counter

    go.Figure()
    evening.figure("prices")
    for kind in charts.kinds(evening):
        began = perf_counter()
        evening.figure(kind, slider=True)
        assert perf_counter() - began < 0.1


def test_an_axis_of_entries_ends_at_the_last_one_that_counts() -> None:
    for game, kinds in (("good-brokers", ("prices", "wealth")), ("ponzi-scheme", ("cash_bounds", "tiles"))):
        table = companion.new_table(game, players=["Anna", "Bruno", "Carla"])
        table.do(**(table.legal("Anna") or table.legal())[0])
        for number in range(30):
            table.do("note", text=str(number))
        for _ in range(30):
            table.undo()
        assert table.revision == 61
        for kind in kinds:
            figure = table.figure(kind)
            assert figure.layout.xaxis.range == (0, 1), (game, kind)
            assert max(max(trace.x, default=0) for trace in figure.data) <= 1


def test_only_refuses_a_series_that_there_is_not() -> None:
    table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
    for names in (["nobody"], ["Anna", "nobody"], "nobody"):
        with pytest.raises(companion.RuleError, match=r"no series “nobody”.*Anna") as refused:
            table.figure("wealth", only=names)
        assert refused.value.code == "unknown-series"
    assert [trace.name for trace in table.figure("wealth", only="Anna").data] == ["Anna"]
    assert companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"]).figure("tiles", only=["Carla"])


def test_an_option_that_there_is_not_is_refused_in_words(evening) -> None:
    with pytest.raises(companion.RuleError, match="no option “slidr”; there are dark, lang, only, slider") as refused:
        evening.figure("wealth", slidr=True)
    assert refused.value.code == "unknown-option"
    for wrong in ({"dark": "yes"}, {"only": 5}, {"lang": None}):
        with pytest.raises(companion.RuleError, match="cannot be") as refused:
            evening.figure("wealth", **wrong)
        assert refused.value.code == "bad-option"


def test_hovers_say_amounts_as_the_reader_s_language_writes_them() -> None:
    table = companion.new_table("good-brokers", ["Anna", "Bruno", "Carla"])
    table.correct({"/players/0/cash": 12345}, reason="a rich aunt")
    for lang, amount in {"en": "12,345", "it": "12.345", "fr": "12\u202f345", "de": "12.345"}.items():
        drawn = charts.draw(table, "wealth", None, translator(lang))
        assert drawn["data"][0]["text"][-1] == f"Anna {amount}"
    ponzi = demo_table("ponzi-scheme")
    for lang, rate in {"en": "22.2", "de": "22,2", "fr": "22,2"}.items():
        drawn = charts.draw(ponzi, "market", None, translator(lang))
        assert rate in [text for bars in drawn["data"] for text in bars["text"]]
