"""Every screen has its ?: what it does, and the game's own words in one line each, in the reader's language."""

import html
import re
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.screens.ctx import screens_of
from companion.screens.explain import SCREENS, WORDS, Asked, glossary, text
from companion.screens.frame import COMMON_TABS
from companion.store import open_store
from companion.widgets.script import SERVED
from companion.words import LANGUAGES, translator
from tests.evening.games import finished
from tests.group.evenings import stored
from tests.screens.reader import Reader
from tests.screens.test_group import Reading as BookReader

LINE = 110  # characters of an explanation in English: one line, or two on a phone
FEWEST = 6  # words of its own that a game explains


def asked(reader: Reader | BookReader) -> str:
    """What the ? of the page says; it stands there once."""
    (button,) = re.findall(r'<button[^>]*data-kind="help"[^>]*>', reader.html)
    said = dict(re.findall(r'data-(screen|game)="([^"]*)"', button))
    reader.tap("sheet.open", kind="help", **said)
    (dialog,) = re.findall(r"<dialog.*?</dialog>", reader.html, re.DOTALL)
    return html.unescape(dialog)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_every_game_has_its_question_mark(game: str, lang: str) -> None:
    reader, _ = Reader(lang=lang).tap("home.demo", game=game), translator(lang)
    where = reader.url
    tabs = [tab.id for tab in [*screens_of(game).TABS, *COMMON_TABS]]
    places = [("join", ""), ("big", "&seat=screen")]
    places += [(tab, f"&seat=bank&screen={tab}") for tab in [*tabs, "box", "settings", "evening"]]
    for screen, place in places:
        told = asked(reader.tap("visit", url=f"http://here/{where}{place}"))
        said = text(Asked(screen, game))
        assert said, screen
        assert _(said) in told, screen
        for word, meaning in {**glossary(game), **WORDS}.items():
            assert f"<dt>{_(word)}</dt><dd>{_(meaning)}</dd>" in told, (screen, word)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_away_from_a_table_have_theirs(lang: str) -> None:
    _, reader = translator(lang), Reader(lang=lang)
    assert _(SCREENS["home"]) in asked(reader)
    assert _(SCREENS["settings"]) in asked(reader.tap("go", to="settings"))
    told = asked(reader.tap("home").tap("home.game", game="greed"))
    assert _(SCREENS["new"]) in told
    assert f"<dt>{_('boot')}</dt>" in told
    assert _(SCREENS["make"]) in asked(reader.tap("home").tap("make.form"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_book_has_its_own_with_the_words_of_the_game_that_is_read(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv(SERVED, "yes")
    store, _ = open_store(tmp_path), translator(lang)
    stored(store, finished("greed"))
    code = store.tables()[0].code
    for address, screen, game in (
        ("", "group", ""),
        ("?kind=greed", "group", "greed"),
        (f"?table={code}", "evening", "greed"),
    ):
        told = asked(BookReader(address, lang))
        assert _(text(Asked(screen, game))) in told, address
        assert (f"<dt>{_('boot')}</dt>" in told) == bool(game)


def test_what_was_tried_has_its_own() -> None:
    reader = Reader().tap("home.demo").tap("join.sit", seat="bank").tap("go", to="history").tap("try.begin")
    assert SCREENS["compare"] in asked(reader.tap("go", to="compare"))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_explains_its_words_in_one_line_each(game: str) -> None:
    words = glossary(game)
    assert len(words) >= FEWEST
    for word, meaning in words.items():
        assert 0 < len(meaning) <= LINE, word
        assert meaning.endswith("."), word
        for lang in set(LANGUAGES) - {"en"}:
            assert translator(lang)(meaning) != meaning, (lang, word)


def test_a_name_that_no_link_of_ours_has_asks_for_nothing() -> None:
    reader = Reader().tap("sheet.open", kind="help", screen="../x", game="<b>")
    assert "<b>" not in reader.html.split("<dialog")[1]
    assert "<dt>Banker</dt>" in reader.html
