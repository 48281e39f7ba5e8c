"""Nothing that can be said stays English: screens, dialogs, figures, reports and refusals, walked in every language."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

import companion
from companion import boxes, evening
from companion.demo import demo_table
from companion.errors import RuleError
from companion.games import GAMES, load_game
from companion.locale.messages import TRANSLATED, catalog, messages
from companion.screens import frame
from companion.table import BANKER, Table
from companion.words import CONTEXT, LANGUAGES, Translator, translated, translator
from tests.screens.reader import Marking, Reader, words_of, words_outside
from tests.screens.said import opened, pages, said, speaking

PLAYERS = ["Anna", "Bruno", "Carla"]
MOMENTS = ("new", "demo", "ended")
MARKED = "marked"
# What is the same in every language: printed titles, names of formats, of languages, of months and halves of a day.
SAME = {"CEO", "CFO", "COO", "TOML", "JSON", "PM", "AM", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"}
SAME |= {"Sep", "Oct", "Nov", "Dec", "text", "extra"}
SAME |= {word for name in LANGUAGES.values() for word in re.findall(r"\w+", name)}
WORD = re.compile(r"[^\W\d_]{3,}")


def at(moment: str, game: str) -> Table:
    """A table of a game: new, with a box that does not know everything; in the middle; at the end."""
    match moment:
        case "new":
            return companion.new_table(game, PLAYERS)
        case "demo":
            return demo_table(game)
    return companion.table.read((files(load_game(game).package) / "demo.jsonl").read_bytes().split(b"\n"))


def strings(value: Any) -> list[str]:
    """All texts in a document."""
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [each for part in inside for each in strings(part)]


@cache
def english_alone(lang: str) -> frozenset[str]:
    """The words that are said in English, and in no translation into a language."""
    said_in_english = {text for message in messages() for text in ([message] if isinstance(message, str) else message)}
    theirs = [text for message in catalog(lang) for text in translated(message)]
    return frozenset(_words(*said_in_english) - _words(*theirs))


def _words(*texts: str) -> set[str]:
    plain = (re.sub(r"\{[^}]*\}", " ", text.rpartition(CONTEXT)[2]) for text in texts)
    return {word.casefold() for text in plain for word in WORD.findall(text)}


def typed_words(table: Table, _: Translator) -> set[str]:
    """The words that people have typed or that are printed in one language alone: names, notes, titles, codes."""
    entries = [text for entry in table.log for text in strings(entry.fields)]
    shipped = [*boxes.shipped(table.game.package).values()]
    texts = [*table.players, *strings([table.state.box, shipped]), *entries, *(load_game(game).title for game in GAMES)]
    return _words(*(text for text in texts if _(text) == text or text in table.players))


def left_over(text: str, words: str | Translator, typed: set[str], code: str = "") -> set[str]:
    """The words of a text that are English still; ``typed`` are nobody's business but those who typed them."""
    text = text.replace(code, " ") if code else text  # drawn by lot, it may hold an English word
    if isinstance(words, str):
        found = _words(text) & english_alone(words)
    else:
        found = {word for word in words_outside(text) - SAME if len(word) > 2}
    # In a small room a name is cut short.
    return {word for word in found if not any(each.startswith(word.casefold()) for each in typed)}


def words_in(lang: str) -> str | Translator:
    return Marking() if lang == MARKED else lang


def ready(lang: str) -> Translator:
    return translator("it" if lang == MARKED else lang)


@pytest.mark.parametrize("lang", [MARKED, *TRANSLATED])
@pytest.mark.parametrize("game", GAMES)
def test_no_screen_and_no_dialog_says_anything_in_english(game: str, lang: str) -> None:
    found: dict[str, set[str]] = {}
    for moment in MOMENTS:
        table = at(moment, game)
        typed = typed_words(table, ready(lang))
        for seat in ("bank", "0") if lang == MARKED else ("0",):
            reader = opened(table, seat, words_in(lang))
            for where, text in pages(reader):
                for word in left_over(text, words_in(lang), typed, reader.code):
                    found.setdefault(word, set()).add(f"{moment} {seat} {where}")
        big = opened(table, "screen", words_in(lang))
        for word in left_over(said(big), words_in(lang), typed, big.code):
            found.setdefault(word, set()).add(f"{moment} big")
    assert found == {}


@pytest.mark.parametrize("lang", [MARKED, *TRANSLATED])
def test_no_page_away_from_a_table_says_anything_in_english(lang: str) -> None:
    words = words_in(lang)
    typed = {word for game in GAMES for word in typed_words(demo_table(game), ready(lang))}
    for game in GAMES:
        reader = speaking(words)
        assert left_over(said(reader), words, typed) == set(), "the first page"
        reader.tap("home.game", game=game)
        assert left_over(said(reader), words, typed) == set(), f"new {game}"
    assert left_over(said(speaking(words).tap("go", to="settings")), words, typed) == set()
    file = boxes.shipped("companion.games.own")["default"]  # the form shows what stands in it, word for word
    form = left_over(said(speaking(words).tap("make.form")), words, typed | _words(*keys_and_texts(file)))
    assert form == set()
    store = companion.store.open_store()
    code = store.table(store.import_log(demo_table().lines())).code
    assert left_over(said(speaking(words, f"?table={code}")).replace(code, ""), words, typed) == set()


@pytest.mark.parametrize("lang", [MARKED, *TRANSLATED])
@pytest.mark.parametrize("game", GAMES)
def test_the_evening_of_a_game_is_told_without_a_word_of_english(game: str, lang: str) -> None:
    table = at("ended", game)
    page = evening.report(table, Marking() if lang == MARKED else translator(lang))
    shown = words_of(re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", page))
    assert left_over(shown, words_in(lang), typed_words(table, ready(lang))) == set()


@pytest.mark.parametrize("lang", [MARKED, *TRANSLATED])
@pytest.mark.parametrize("game", GAMES)
def test_no_refusal_is_in_english(game: str, lang: str) -> None:
    _ = Marking() if lang == MARKED else translator(lang)
    table = at("demo", game)
    moves = wrong_moves(table)
    asked = {word for move in moves for word in _words(*keys_and_texts(move))}  # quoted as Python calls them
    typed = typed_words(table, ready(lang)) | asked
    codes, found = set(), set()
    for move in moves:
        try:
            table.do(**move)
        except RuleError as refusal:
            codes.add(refusal.code)
            found |= left_over(refusal.text(_), words_in(lang), typed)
        else:
            table.undo()
    assert len(codes) > 3
    assert found == set()


def keys_and_texts(value: Any) -> list[str]:
    """All keys and texts of a move."""
    if isinstance(value, dict):
        return [*map(str, value), *(text for part in value.values() for text in keys_and_texts(part))]
    return [text for part in value for text in keys_and_texts(part)] if isinstance(value, list) else strings(value)


def wrong_moves(table: Table) -> list[dict[str, Any]]:
    """Moves as they can be played, each with one field that does not fit."""
    moves = []
    for move in table.legal(BANKER)[::7][:12]:
        for field, value in move.items():
            others = {str: ["nobody", *table.players], int: [0, -1, 10**13, 99]}.get(type(value), [None, "x", {}, []])
            moves += [{**move, field: other} for other in others if field != "action"]
    return moves


def test_a_word_that_is_english_still_is_found() -> None:
    """The search itself: what has no mark, and what is said in English where a translation says it otherwise."""
    assert left_over("⟦Undo⟧ Railway shares", Marking(), set()) == {"Railway", "shares"}
    assert "undo" in english_alone("it")
    assert left_over("Annulla Undo Anna", "it", {"anna"}) == {"undo"}
    assert frame.tabs_of(demo_table())
    assert isinstance(opened(demo_table(), "0", Marking()), Reader)
