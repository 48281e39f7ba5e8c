"""Addresses of files, and their compressed forms."""

import gzip
from pathlib import Path

import pytest

from companion.serve.assets import Assets, Plotly
from companion.serve.page import clean_query, message_page, policy, top


def test_an_address_holds_the_digest_of_the_content() -> None:
    assets = Assets()
    asset = assets.find("host.js")
    assert asset is not None
    assert asset.digest in assets.url("host.js")
    assert gzip.decompress(asset.gzipped) == asset.plain
    assert asset.kind == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "name", ["../app.py", "..", "", "app.py", "/etc/passwd", "..\\app.py", "nothing.js", "../static/host.js"]
)
def test_nothing_else_is_served(name: str) -> None:
    assert Assets().find(name) is None


def test_plotly_is_compressed_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Plotly(tmp_path / "cache")
    gzipped = first.gzipped()
    assert gzip.decompress(gzipped) == first.plain()
    monkeypatch.setattr(Plotly, "_compress", lambda _self: pytest.fail("compressed again"))
    assert Plotly(tmp_path / "cache").gzipped() == gzipped


def test_a_torn_cache_is_not_served(tmp_path: Path) -> None:
    plotly = Plotly(tmp_path)
    (tmp_path / f"{plotly.name}.gz").write_bytes(b"torn")
    assert gzip.decompress(plotly.gzipped()) == plotly.plain()


def test_a_disk_that_refuses_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert Plotly(tmp_path / "file" / "cache").gzipped()


@pytest.mark.parametrize("query", ["", "table=AB2C&seat=Anna", "seat=Zo%C3%AB+B.&lang=it"])
def test_a_query_of_ours_passes(query: str) -> None:
    assert clean_query(query) == query


@pytest.mark.parametrize("query", ["a=<script>", 'a="', "a='", "a=\n", "a=;b", "a=" + "x" * 500, "a={{7*7}}"])
def test_any_other_query_is_dropped_whole(query: str) -> None:
    assert clean_query(query) == ""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_theme_is_in_the_first_bytes(theme: str) -> None:
    html = top(Assets(), "plotly.js", "/", "it", theme)
    assert html.startswith(f'<!DOCTYPE html>\n<html lang="it" dir="ltr" data-theme="{theme}">')
    assert f'<meta name="color-scheme" content="{theme}">' in html


@pytest.mark.parametrize("theme", ["auto", "", "<b>"])
def test_any_other_theme_is_the_device_s(theme: str) -> None:
    html = top(Assets(), "plotly.js", "/", "en", theme)
    assert html.startswith('<!DOCTYPE html>\n<html lang="en" dir="ltr">')
    assert '<meta name="color-scheme" content="dark light">' in html


def test_a_page_says_which_way_its_language_is_written() -> None:
    assert message_page("", "he").startswith('<!DOCTYPE html>\n<html lang="he" dir="rtl">')
    assert message_page("", "fr").startswith('<!DOCTYPE html>\n<html lang="fr" dir="ltr">')


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    assert "http" not in policy("localhost:8866")
    assert "'unsafe-eval'" not in policy("localhost:8866")
