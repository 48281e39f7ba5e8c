"""What can be taken away: CSV, HTML, the archive, the report."""

import csv
import io
import json
import re
import zipfile

import pytest

import companion
from companion import charts, evening
from companion.charts import drawing
from companion.evening.export import cell, csv_text
from companion.games import GAMES
from companion.words import LANGUAGES, translator
from tests.browser import DESKTOP, PHONE
from tests.evening.games import finished

_ = translator("en")
HOSTILE = ["=1+1", "@SUM(A1)", "</script><b>x</b>"]


def test_no_cell_is_run_by_a_spreadsheet():
    for text in ("=1+1", "+1", "-1", "@x", "\tx"):
        assert cell(text) == "'" + text
    assert [cell(value) for value in (-5, 1.5, True, "a-b")] == [-5, 1.5, True, "a-b"]
    table = companion.new_table("good-brokers", players=HOSTILE, options={"open_hands": True})
    table.do("buy", player="=1+1", shares={"ford": 1})
    for rows in evening.tables(table).values():
        for row in csv.reader(io.StringIO(csv_text(rows))):
            assert not any(each.startswith(("=", "+", "@")) for each in row)


def test_csv_of_rows_and_of_none():
    rows = [{"a": 1, "b": 'x, "y"'}, {"a": None, "b": "ü"}]
    assert list(csv.DictReader(io.StringIO(csv_text(rows)))) == [{"a": "1", "b": 'x, "y"'}, {"a": "", "b": "ü"}]
    assert csv_text([]) == ""


@pytest.mark.parametrize("game", GAMES)
def test_the_archive_has_every_table_and_the_report(game):
    table = finished(game)
    with zipfile.ZipFile(io.BytesIO(evening.archive(table, _))) as inside:
        names = set(inside.namelist())
        assert {f"{kind}.csv" for kind in table.game.records if table.records(kind)} < names
        assert {"history.csv", "scores.csv", "report.html"} < names
        assert inside.read("scores.csv").startswith("\ufeffplayer,place,line,amount,total".encode())


def test_files_in_a_folder(tmp_path):
    table = finished("good-brokers")
    written = {path.name for path in evening.write(table, tmp_path / "new", pictures=False)}
    assert {"prices.csv", "wealth.csv", "gains.csv", "prices.html", "wealth.html", "report.html"} <= written
    assert (tmp_path / "new" / "plotly.min.js").exists()
    assert (tmp_path / "new" / "prices.html").stat().st_size < 100_000


def test_a_report_holds_everything_itself_and_no_name_is_markup():
    table = companion.new_table("good-brokers", players=HOSTILE, options={"open_hands": True})
    table.do("buy", player="=1+1", shares={"ford": 1})
    text = evening.report(table, _)
    assert "</script><b>" not in text
    assert all(to.startswith("#") for to in re.findall(r'(?:src|href|url\()="?([^"]*)', text))
    assert "&lt;/script&gt;&lt;b&gt;" in text
    assert "</script><b>x</b> 300\nentry 1" in {said for *_at, said in _spots(text)["wealth"][2]}


def _spots(text):
    return json.loads(text.split('id="spots">')[1].split("</script>")[0])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_evening_is_a_small_file_with_a_link_for_each_chapter(game, lang):
    table, _ = finished(game), translator(lang)
    text = evening.report(table, _)
    assert len(text.encode()) <= 300_000
    links = re.findall(r'<li><a href="#([^"]*)">([^<]*)</a>', text)
    assert [to for to, _said in links] == ["scores", "evening", *charts.kinds(table), "moves"]
    for to, said in links:
        assert len(re.findall(f'id="{to}"', text)) == 1
        assert f">{said}</" in text.split("</nav>")[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_a_figure_can_be_pointed_at(game):
    table = finished(game)
    spots = _spots(evening.report(table, _))
    for kind in charts.kinds(table):
        drawn = charts.draw(table, kind, None, _)["data"]
        known = [sum(y is not None for y in trace["y"]) for trace in drawn if trace.get("hoverinfo") != "skip"]
        assert [len(series) for series in spots[kind]] == [count for count in known if count]
        for x, y, said in (spot for series in spots[kind] for spot in series):
            assert said.strip()
            assert not re.search(r"%{|<br|<extra", said)
            assert -0.01 <= x <= 1.01
            assert -0.01 <= y <= 1.01


def test_what_is_said_of_a_point_is_its_value_its_name_and_its_entry():
    table = finished("good-brokers")
    ford = next(
        series for series in _spots(evening.report(table, translator("de")))["prices"] if "Ford" in series[-1][2]
    )
    row = next(row for row in table.records("prices") if row["company"] == "ford")
    assert ford[1][2].startswith(f"Ford {row['price']}\n")
    assert ford[1][2].endswith(f"Eintrag {row['n']}")
    axis = charts.draw(table, "prices", None, _)["layout"]
    assert ford[1][0] == pytest.approx(row["n"] / axis["xaxis"]["range"][1], abs=1e-4)
    assert ford[1][1] == pytest.approx(1 - row["price"] / axis["yaxis"]["range"][1], abs=1e-4)


def test_a_report_keeps_secrets():
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    table.do("buy", player="A", shares={"ford": 2})
    own, public = evening.report(table, _, "A"), evening.report(table, _)
    assert _spots(own)["wealth"][0][-1][2] == "A 300\nentry 1"
    assert _spots(public)["wealth"][0][-1][2] == "A 220\nentry 1"
    assert drawing.svg(charts.draw(table, "wealth", None, _), "wealth") in public


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_report_opened_from_the_disk(browser, tmp_path, size):
    path = tmp_path / "report.html"
    path.write_text(evening.report(finished("good-brokers"), _), "utf-8")
    context = browser.new_context(viewport=size, offline=True, has_touch=size == PHONE)
    page = context.new_page()
    trouble = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(path.as_uri())
    assert page.locator(".chart > .drawing").count() == 2
    assert page.inner_text(".score.first caption") == "1. Dora"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    told = page.locator("#prices > .told")
    sign = page.locator("#prices use").nth(3)
    sign.scroll_into_view_if_needed()
    box = sign.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    (page.touchscreen.tap if size == PHONE else page.mouse.move)(*middle)
    there = told.inner_text()
    assert re.fullmatch(r"[\w .]+ \d+\n.+\nentry \d+", there)
    page.locator("#prices").focus()
    page.keyboard.press("ArrowRight")
    assert told.inner_text() != there
    page.keyboard.press("ArrowLeft")
    assert told.inner_text() == there
    page.keyboard.press("ArrowDown")
    assert told.inner_text().split("\n")[0].rsplit(" ", 1)[0] != there.split("\n")[0].rsplit(" ", 1)[0]
    page.keyboard.press("Escape")
    assert told.is_hidden()

    page.get_by_role("link", name="Every move").click()
    assert page.locator("#moves").is_visible()  # the link opens it
    ink = "getComputedStyle(document.querySelector('.drawing')).fill"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ink) == "rgb(243, 239, 226)"
    page.emulate_media(media="print")
    assert page.evaluate(ink) == "rgb(20, 34, 28)"
    assert trouble == []
    context.close()


def test_without_a_chrome_there_are_no_pictures_unless_they_are_insisted_on(tmp_path, monkeypatch):
    table = finished("good-brokers")
    monkeypatch.setattr("plotly.graph_objects.Figure.write_image", _no_chrome)
    assert not [path for path in evening.write(table, tmp_path) if path.suffix == ".png"]
    with pytest.raises(RuntimeError, match="Chrome"):
        evening.write(table, tmp_path, pictures=True)


def _no_chrome(*_what, **_how):
    raise RuntimeError("Kaleido requires Google Chrome to be installed.")


def test_cells_hold_no_json_and_turns_whole_seconds():
    for game in GAMES:
        for name, rows in evening.tables(finished(game)).items():
            text = csv_text(rows)
            assert "[" not in text or name in ("history", "scores"), (game, name)
            assert "{" not in text, (game, name)
        assert all(type(row["seconds"]) is int for row in evening.tables(finished(game))["turns"])
