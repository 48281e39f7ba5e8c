"""The pictures of figures: what is drawn stands where the figure's own data says, in its colours, with its words."""

import math
import re
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

import companion
from companion import charts
from companion.charts import drawing, marks, options, palette, script, series
from companion.demo import demo_table
from companion.games import GAMES
from companion.screens import story
from companion.words import LANGUAGES, translator
from tests.evening.games import finished

_ = translator("en")
FIGURES = [(game, kind) for game in GAMES for kind in [*charts.kinds(finished(game)), "gains"]]
NEAR = 1e-3  # of an axis
APART = 1.6  # pixels


def figure(game, kind, seat=None, _=_):
    table = demo_table(game) if kind.startswith("interest") else finished(game)  # at the end nobody owes anything
    return story.gains_figure(table, _) if kind == "gains" else charts.draw(table, kind, seat, _)


def read(drawn):
    return ET.fromstring(drawing.svg(drawn, "k"))


def part(text):
    assert text.endswith("%")
    return float(text[:-1]) / 100


def ends(drawn, axis):
    """An axis' values at its two ends and the part of the plot that it takes, read off the figure alone."""
    said = drawn["layout"][f"{axis[0]}axis{axis[1:]}"]
    return (*said["range"], *said.get("domain", (0, 1)))


def value(drawn, axis, place):
    """The value that stands at a place; places are from the left, and from the top."""
    low, high, start, end = ends(drawn, axis)
    place = 1 - place if axis.startswith("y") else place
    return low + (place - start) / (end - start) * (high - low)


def near(drawn, axis, found, wanted):
    low, high, *_domain = ends(drawn, axis)
    return found == pytest.approx(wanted, abs=NEAR * (high - low))


def corners(path):
    """The points of a path of M, L, H and V, in parts of the plot."""
    x = y = 0.0
    found = []
    for letter, numbers in re.findall(r"([MLHV])([-\d.e ]+)", path):
        given = [float(number) / drawing.UNITS for number in numbers.split()]
        x = given[0] if letter in "MLH" else x
        y = given[-1] if letter in "MLV" else y
        if letter != "H":  # a step turns there, and ends with its V
            found.append((x, y))
    return found


@pytest.mark.parametrize(("game", "kind"), FIGURES)
def test_lines_and_signs_stand_at_the_values(game, kind):
    drawn = figure(game, kind)
    groups = {int(g.get("data-series")): g for g in read(drawn).iter("g") if g.get("data-series")}
    assert list(groups) == [place for place, trace in enumerate(drawn["data"]) if trace["type"] == "scatter"]
    for place, group in groups.items():
        trace = drawn["data"][place]
        x, y = drawing.axes(trace)
        known = [(a, b) for a, b in zip(trace["x"], trace["y"], strict=True) if b is not None]
        if "lines" in trace["mode"]:
            line = next(each for each in group.iter("path") if each.get("fill") == "none")
            assert line.get("stroke") == trace["line"]["color"]
            steps = "H" in line.get("d")
            assert not known[1:] or steps == (trace["line"]["shape"] == "hv")
            points = corners(line.get("d"))
            assert len(points) == len(known)
            for point, (across, up) in zip(points, known, strict=True):
                assert near(drawn, x, value(drawn, x, point[0]), across)
                assert near(drawn, y, value(drawn, y, point[1]), up)
        if "markers" in trace["mode"]:
            signs = [(part(use.get("x")), part(use.get("y"))) for use in group.iter("use")]
            assert len(signs) == len(known)
            for sign, (across, up) in zip(signs, known, strict=True):
                assert near(drawn, x, value(drawn, x, sign[0]), across)
                assert near(drawn, y, value(drawn, y, sign[1]), up)


@pytest.mark.parametrize(("game", "kind"), [("own", "gains"), ("ponzi-scheme", "interest"), ("good-brokers", "gains")])
def test_bars_are_as_high_as_their_amounts_and_stand_on_each_other(game, kind):
    drawn = figure(game, kind)
    bars = [trace for trace in drawn["data"] if trace["type"] == "bar"]
    fills = {trace["marker"]["color"] for trace in bars}
    found = iter(r for r in read(drawn).iter("rect") if r.get("fill") in fills or r.get("fill", "").startswith("url"))
    below = {}
    for trace in bars:
        x, y = drawing.axes(trace)
        for across, amount in zip(trace["x"], trace["y"], strict=True):
            left, wide, top, high = (part(edge) for edge in _edges(next(found)))
            base = below.get((y, across, amount > 0), 0)
            below[y, across, amount > 0] = base + amount
            assert near(drawn, x, value(drawn, x, left + wide / 2), across)
            assert near(drawn, y, value(drawn, y, top + high), min(base, base + amount))
            assert near(drawn, y, value(drawn, y, top), max(base, base + amount))
    assert below


def _edges(rect):
    return [rect.get(name) for name in ("x", "width", "y", "height")]


def test_voyages_lie_from_their_start_to_their_end():
    drawn = figure("plutocracy", "voyages")
    rows = finished("plutocracy").records("voyages")
    last = drawn["layout"]["xaxis"]["range"][1]
    names = drawn["layout"]["yaxis"]["categoryarray"]
    found = {
        (
            round(part(r.get("x")) * last),
            round((part(r.get("x")) + part(r.get("width"))) * last),
            names[int((1 - part(r.get("y")) - part(r.get("height")) / 2) * len(names))].split(" ", 1)[1],
        )
        for r in read(drawn).iter("rect")
    }
    assert found == {(row["leave"], row["arrive"], row["player"]) for row in rows}


@pytest.mark.parametrize(("game", "kind"), FIGURES)
def test_words_and_numbers_are_the_figures_own(game, kind):
    drawn = figure(game, kind)
    picture = read(drawn)
    said = ["".join(text.itertext()) for text in picture.iter("text")]
    layout = drawn["layout"]
    for note in layout.get("annotations", []):
        assert unescape(note["text"]) in said
    for name, axis in layout.items():
        if name.startswith(("xaxis", "yaxis")):
            low, high = axis["range"]
            for at, text in zip(axis.get("tickvals", []), axis.get("ticktext", axis.get("tickvals", [])), strict=False):
                assert (str(text) in said) or not low <= at <= high
            assert unescape(axis.get("title", {}).get("text", "")) in [*said, ""]
    assert unescape(layout["title"]["text"]) in said
    named = [trace["name"] for trace in drawn["data"] if layout["showlegend"] and trace.get("showlegend", True)]
    legend = ["".join(entry.itertext()) for entry in picture.iter("span")]
    assert legend == [unescape(name) for name in named]


@pytest.mark.parametrize(("game", "kind"), FIGURES)
def test_a_figure_leaves_nothing_to_its_size(game, kind):
    """Its ends, its numbers and its margins are in it: so plotly's and the picture's cannot differ."""
    for name, axis in figure(game, kind)["layout"].items():
        if name.startswith(("xaxis", "yaxis")):
            assert "range" in axis
            assert {"dtick", "tickvals"} & set(axis)


def test_numbers_are_written_as_the_reader_writes_them():
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    table.correct({"/players/0/cash": 12000})
    for lang, text in (("en", "10,000"), ("it", "10.000"), ("fr", "10\u202f000"), ("de", "10.000")):
        drawn = charts.draw(table, "wealth", None, translator(lang))
        said = {"".join(each.itertext()) for each in read(drawn).iter("text")}
        assert text in said
        assert drawn["layout"]["margin"]["l"] > 44  # there is room for it


def test_a_name_is_no_markup_and_signs_have_names_of_their_own():
    table = companion.new_table("good-brokers", players=["</svg><b>x", "Zoë & Co", "C"])
    picture = drawing.svg(charts.draw(table, "wealth", None, _), 'w"x')
    root = ET.fromstring(picture)
    said = {"".join(text.itertext()) for text in root.iter("text")}
    assert {"1 </svg><b>x", "2 Zoë & Co"} <= said
    used = {use.get("href") for use in root.iter("use")}
    assert used == {f'#w"x-{place}' for place in range(3)}


def test_what_is_hidden_in_the_figure_is_hidden_in_the_picture():
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    before = drawing.svg(charts.draw(table, "wealth", "B", _), "w")
    table.do("buy", player="A", shares={"ford": 2})
    shown, hidden = (drawing.svg(charts.draw(table, "wealth", seat, _), "w") for seat in ("A", None))
    assert shown != hidden
    assert drawing.svg(charts.draw(table, "wealth", "B", _), "w") == hidden
    assert before != hidden  # the cash went, for all to see


@pytest.mark.parametrize("name", [*palette.SYMBOLS.values(), "circle-x-open", "triangle-left", "hexagon", "star-open"])
def test_a_sign_is_as_large_as_it_is_said(name):
    numbers = [abs(float(number)) for number in re.findall(r"-?[\d.]+", marks.symbol(name, 10))]
    assert 5 <= max(numbers) <= 7.01


# Where plotly and the picture put each word, each sign and each bar in a box of this size.
PLACES = """async ([figure, picture, width]) => {
  const height = figure.layout.height ?? 340;
  const box = () => {
    const made = document.createElement("div");
    made.style.cssText = `position: relative; width: ${width}px; height: ${height}px`;
    document.body.append(made);
    return made;
  };
  const [ours, theirs] = [box(), box()];
  ours.innerHTML = picture;
  const { data, layout } = JSON.parse(JSON.stringify(figure).replace(/var\\(--[\\w-]+\\)/g, "#123456"));
  delete layout.height;
  await Plotly.newPlot(theirs, data, { ...layout, autosize: true }, { displayModeBar: false });
  const seen = (one) => one.getBoundingClientRect().width; // plotly keeps what it hides
  const places = (root, chosen, middle) => [...root.querySelectorAll(chosen)].filter(seen).map((one) => {
    const [at, from] = [one.getBoundingClientRect(), root.getBoundingClientRect()];
    const left = middle ? (at.left + at.right) / 2 : at.left;
    return [one.localName === "text" ? one.textContent : "", left - from.left, (at.top + at.bottom) / 2 - from.top];
  });
  const read = (root, words, signs, bars) => [places(root, words), places(root, signs, 1), places(root, bars, 1)];
  const found = [
    read(ours, "text", "g > use", "rect[data-series]"),
    read(theirs, "text:not(.legendtext)", ".scatterlayer .point", ".barlayer .point > path"),
  ];
  ours.remove();
  theirs.remove();
  return found;
}"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [358, 900])
def test_everything_stands_where_plotly_puts_it(page, width):
    page.set_content("<!doctype html>")
    page.add_script_tag(content=script.plain().decode())
    for game, kind in FIGURES:
        drawn = figure(game, kind)
        found = page.evaluate(PLACES, [drawn, drawing.svg(drawn, "k", width=width), width])
        for ours, theirs in zip(*found, strict=True):
            assert len(ours) == len(theirs), (game, kind)
            for word, *place in ours:
                near = [there for their_word, *there in theirs if their_word == word]
                assert near, (game, kind, word)
                assert min(math.dist(place, there) for there in near) < APART, (game, kind, word, place, near)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_noted_stands_over_what_lies_on_the_plot(game):
    """A replay's veil is drawn between the two."""
    for kind in charts.kinds(finished(game)):
        drawn = figure(game, kind)
        bare, notes = drawing.over(drawn)
        said = [unescape(re.sub("</?b>", "", note["text"])) for note in drawn["layout"].get("annotations", ())]
        assert [each.text for each in ET.fromstring(notes).iter("text")] == said
        assert not bare["layout"]["annotations"]
        assert bare["data"] == drawn["data"]


def test_what_stands_below_a_title_has_a_line_of_its_own():
    plain = figure("plutocracy", "prices")
    tried = options.entitled(plain, "what if")
    above, below = (next(each for each in read(tried).iter("text") if each.text == text) for text in titles(tried))
    assert float(below.get("dy")) - float(above.get("dy")) > 14
    assert tried["layout"]["margin"]["t"] - plain["layout"]["margin"]["t"] == options.LINE
    assert tried["layout"]["height"] - plain["layout"]["height"] == options.LINE
    assert options.titled(tried) == " · ".join(titles(tried))


def titles(drawn):
    title = drawn["layout"]["title"]
    return title["text"], title["subtitle"]["text"]


def test_a_long_name_of_several_parts_has_a_line_for_each_beside_its_series():
    names = ("Jupiter · resource demanded", "Jupiter · resource supplied")
    drawn = series.lines("Prices", {name: [(0, 5), (9, 6)] for name in names}, _, now=9)
    ends = [each for each in read(drawn).iter("text") if each.text in ("Jupiter", *(n[10:] for n in names))]
    assert sorted(each.text for each in ends) == ["Jupiter", "Jupiter", "resource demanded", "resource supplied"]
    places = sorted(float(each.get("y")[:-1]) / 100 * 262 + float(each.get("dy")) for each in ends)
    assert all(lower - upper > 13 for upper, lower in pairwise(places))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_title_fits_a_small_phone(lang):
    """40 letters: what stands in a card at 360 px, with nothing behind it cut off."""
    titles = [figure(game, kind, _=translator(lang))["layout"]["title"]["text"] for game, kind in FIGURES]
    assert [title for title in titles if len(title) > 40] == []
