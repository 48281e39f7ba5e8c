"""What can be taken away: CSV, HTML, the archive, the report."""

import csv
import io
import json
import re
import zipfile

import pytest

import companion
from companion import evening
from companion.evening.export import cell, csv_text
from companion.games import GAMES
from companion.words import translator
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
    assert not re.findall(r"(?:src|href)=", text.split('id="plotly"')[0])
    assert "&lt;/script&gt;&lt;b&gt;x" in text
    assert json.loads(text.split('id="figures">')[1].split("</script>")[0])["prices"]["data"]


def test_a_report_keeps_secrets():
    table = companion.new_table("good-brokers", players=["A", "B", "C"])
    table.do("buy", player="A", shares={"ford": 2})
    table.do("place", player="A", company="ford")
    assert "300" in evening.report(table, _, "A").split('id="plotly"')[0]
    assert "300" not in evening.report(table, _).split('id="plotly"')[0].split("figures")[0]


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_report_opened_from_the_disk(browser, tmp_path, size):
    path = tmp_path / "report.html"
    path.write_text(evening.report(finished("good-brokers"), _), "utf-8")
    context = browser.new_context(viewport=size, offline=True)
    page = context.new_page()
    trouble = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(path.as_uri())
    page.wait_for_selector(".chart .main-svg")
    assert page.locator(".chart .js-plotly-plot, .chart.js-plotly-plot").count() == 2
    assert page.inner_text(".score.first caption") == "1. Dora"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
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
