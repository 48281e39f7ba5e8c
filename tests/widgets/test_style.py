"""The look of a widget on pages that are not ours."""

import re

from companion.games import GAMES, folder
from companion.serve.assets import Assets
from companion.widgets.script import FOLDER, SERVED, looks, style


def test_the_look_holds_on_to_the_widget_alone(monkeypatch) -> None:
    monkeypatch.delenv(SERVED, raising=False)
    style.cache_clear()
    hosted = style()
    monkeypatch.setenv(SERVED, "yes")
    style.cache_clear()
    own = style()
    style.cache_clear()
    assert hosted.startswith(own)
    look = hosted.removeprefix(own).strip()
    assert look.startswith(".companion-host {")
    assert look.count("{") == look.count("}")
    assert not re.search(r":root(?!.*&)|^(html|body) ", look, re.MULTILINE)
    assert "--felt" in look


def test_each_game_brings_its_own_look() -> None:
    """One style sheet goes out: what all have, then each game's, and paper last, so that it has the last word."""
    sheet = Assets().find("companion.css")
    assert sheet is not None
    starts = [sheet.plain.decode().index(path.read_text("utf-8")) for path in looks()]
    assert starts == sorted(starts)
    with_look = [folder(game).name for game in GAMES if (folder(game) / "look.css").exists()]
    assert with_look
    assert [path.parent.name for path in looks()] == ["static", *with_look, "static"]


def test_text_grows_with_the_reader_s_font_size() -> None:
    sheets = [FOLDER / "view.css", FOLDER.parent / "evening/report.css", *looks()]
    drawings = re.compile(r"plu-letter|plu-ship|\.wheel|clamp\(")  # in units of their own, or as large as a big screen
    rules = [rule for sheet in sheets for rule in sheet.read_text("utf-8").split("}") if not drawings.search(rule)]
    assert [rule for rule in rules if re.search(r"(font|font-size|--money|--body|--small):[^;]*\d(px|pt)", rule)] == []


def test_a_game_s_look_says_nothing_of_the_kinds_of_what_all_have() -> None:
    """A class that makes one kind of a shared thing (``.banner.good``) is no name for a thing of a game's own."""
    shared, *games = [re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL) for path in looks()[:-1]]
    kinds = set(re.findall(r"\.[a-z][\w-]*\.([a-z][\w-]*)", re.sub(r"\{[^}]*\}", "", shared)))
    assert "good" in kinds
    selectors = (one.strip() for look in games for rule in re.findall(r"([^{}]+)\{", look) for one in rule.split(","))
    assert [one for one in selectors if one.removeprefix(".") in kinds] == []
