"""Every message of the code is translated, whole and with its fields; and the words know their languages."""

import tomllib
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog

from companion import words
from companion.errors import RuleError
from companion.locale import messages
from companion.words import C_, N_, Word, day, fill, hour, money, pick_language, separators, translator, worded


@pytest.mark.parametrize("lang", messages.TRANSLATED)
def test_the_translation_is_complete(lang: str) -> None:
    found = messages.problems(lang)
    if found:
        first = "\n".join(found[:5])
        hint = f"`python -m companion.locale missing {lang}` helps"
        pytest.fail(f"{len(found)} problems; {hint}:\n{first}", pytrace=False)


def test_the_languages_are_told_where_one_looks_for_the_companion() -> None:
    root = messages.PACKAGE.parent
    spoken = {Locale.parse(lang).get_display_name("en") for lang in words.LANGUAGES}
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    classified = {each.rpartition(" :: ")[2] for each in project["classifiers"] if each.startswith("Natural Language")}
    assert classified == spoken
    assert [name for name in spoken if name not in (root / "README.md").read_text("utf-8")] == []


@pytest.fixture
def small_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a handful of messages and no translation yet."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "rules.py").write_text(
        "raise RuleError('short', N_('{player} lacks {amount}.'), player=player)\n"
        "words.ngettext('{count} share', '{count} shares', count)\n"
        "_('Undo'); _(text); ordinary('not a message')\n"
        "_(C_('a side', 'left')); N_('left')\n"
    )
    monkeypatch.setattr(messages, "PACKAGE", package)
    monkeypatch.setattr(words, "LOCALE", tmp_path / "locale")
    translator.cache_clear()
    yield package
    translator.cache_clear()


SHARES = ("{count} share", "{count} shares")
LEFT = C_("a side", "left")
ITALIAN = {
    "Undo": "Annulla",
    "{player} lacks {amount}.": "A {player} mancano {amount}.",
    "left": "rimasti",
    "a side|left": "sinistra",
}


def test_messages_are_found_by_their_marks(small_package: Path) -> None:
    assert set(messages.messages()) == {"{player} lacks {amount}.", SHARES, "Undo", LEFT, "left"}


def test_a_mark_round_anything_but_a_text_is_refused(small_package: Path) -> None:
    (small_package / "bad.py").write_text("N_(f'{player} pays')\n")
    with pytest.raises(ValueError, match=r"bad\.py:1"):
        messages.messages()


def test_what_is_missing_can_be_filled_in_and_is_then_spoken(small_package: Path) -> None:
    assert set(messages.missing("it")) == {*ITALIAN, SHARES[0]}
    messages.fill("it", {**ITALIAN, SHARES[0]: ["un'azione", "{count} di azioni", "{count} azioni"]})
    assert messages.problems("it") == []
    _ = translator("it")
    assert _("Undo") == "Annulla"
    assert _("never marked") == "never marked"
    told = [_.ngettext(*SHARES, count).format(count=count) for count in (0, 1, 2, 1_000_000)]
    assert told == ["0 azioni", "un'azione", "2 azioni", "1000000 di azioni"]


def test_a_word_of_two_meanings_is_translated_by_its_context(small_package: Path) -> None:
    messages.fill("it", ITALIAN)
    _ = translator("it")
    assert (_(LEFT), _("left")) == ("sinistra", "rimasti")
    assert fill("{side}: {left}", {"side": Word(LEFT), "left": Word("left")}, _) == "sinistra: rimasti"
    english = translator("en")
    assert (english(LEFT), english("left"), fill(LEFT, {}, str), worded(Word(LEFT), str)) == ("left",) * 4
    (small_package / "rules.py").write_text("N_('left')")
    messages.update("it")
    assert _(LEFT) == "sinistra"
    translator.cache_clear()
    assert translator("it")(LEFT) == "left"  # what no code says any more is gone; the other meaning does not stand in
    assert translator("it")("left") == "rimasti"


@pytest.mark.parametrize("lang", messages.TRANSLATED)
def test_the_plural_rule_of_a_language_is_babels(lang: str) -> None:
    assert messages.catalog(lang).plural_forms == Catalog(locale=lang).plural_forms
    assert f'"Plural-Forms: {Catalog(locale=lang).plural_forms}\\n"' in words.po_file(lang).read_text("utf-8")


def test_a_new_language_is_one_command_and_is_spoken_once_it_is_whole(
    small_package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    messages.main(["new", "pl"])
    assert capsys.readouterr().out == "pl: 5 messages, 5 without a translation\n"
    assert words.begun() == ["pl"]
    assert messages.missing("pl")[SHARES[0]] == ["", "", ""]
    with pytest.raises(ValueError, match="3 forms"):
        messages.fill("pl", {SHARES[0]: ["{count} akcja", "{count} akcje"]})
    messages.fill("pl", {SHARES[0]: ["{count} akcja", "{count} akcje", "{count} akcji"]})
    assert words.finished() == {"en": "English"}, "nobody reads a page that is half in English"
    (small_package / "filled.json").write_text(
        '{"Undo": "Cofnij", "left": "zostało", "a side|left": "lewo",'
        ' "{player} lacks {amount}.": "{player}: brakuje {amount}."}'
    )
    messages.main(["fill", "pl", str(small_package / "filled.json")])
    assert words.finished() == {"en": "English", "pl": "Polski"}
    monkeypatch.setattr(words, "LANGUAGES", words.finished())
    _ = translator("pl")
    told = [_.ngettext(*SHARES, count).format(count=count) for count in (1, 2, 5, 12, 22)]
    assert told == ["1 akcja", "2 akcje", "5 akcji", "12 akcji", "22 akcje"]
    (small_package / "rules.py").write_text("N_('Undo'); N_('Redo')")
    messages.update("pl")
    assert "pl" in words.finished(), "a language that is spoken stays so; the tests say what is missing"
    assert messages.problems("pl") == ["missing: 'Redo'"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["new", "klingon"], "no language has the code 'klingon'"),
        (["new", "../pl"], "no language has the code"),
        (["new", "en"], "en is here already"),
        (["missing", "pl"], "pl is not begun"),
        (["missing"], "missing needs a language"),
        (["fill", "pl"], "fill needs a file"),
    ],
)
def test_what_the_tool_cannot_do_it_says(
    asked: list[str], said: str, small_package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        messages.main(asked)
    assert said in capsys.readouterr().err
    assert words.begun() == []


def test_french_says_zero_in_the_singular(small_package: Path) -> None:
    messages.fill("fr", {SHARES[0]: ["{count} action", "{count} d’actions", "{count} actions"]})
    assert translator("fr").ngettext(*SHARES, 0).format(count=0) == "0 action"


def test_fuzzy_empty_obsolete_and_wrong_fields_are_problems(small_package: Path) -> None:
    messages.fill("it", {**ITALIAN, "{player} lacks {amount}.": "A {player} manca {quanto}."})
    po = words.po_file("it")
    po.write_text(po.read_text("utf-8").replace('msgid "Undo"', '#, fuzzy\nmsgid "Undo"'), "utf-8")
    (small_package / "rules.py").write_text("N_('{player} lacks {amount}.'); N_('Undo'); N_('New')")
    found = "\n".join(messages.problems("it"))
    assert "missing: 'Undo'" in found
    assert "missing: 'New'" in found
    assert "not in the code any more: ('{count} share'" in found
    assert "other fields" in found
    assert translator("it")("Undo") == "Undo"


def test_update_keeps_translations_and_drops_old_messages(small_package: Path) -> None:
    messages.fill("it", ITALIAN)
    (small_package / "rules.py").write_text("N_('Undo')")
    messages.update("it")
    assert messages.problems("it") == []
    assert "mancano" not in words.po_file("it").read_text("utf-8")


def test_a_refusal_is_said_in_the_language_of_the_device(small_package: Path) -> None:
    messages.fill("it", ITALIAN)
    refusal = RuleError("short", N_("{player} lacks {amount}."), player="{Zoë}", amount=3)
    assert refusal.message == "{Zoë} lacks 3."
    assert refusal.text(translator("it")) == "A {Zoë} mancano 3."


@pytest.mark.parametrize(
    ("cookie", "accept", "lang"),
    [
        ("fr", "it", "fr"),
        ("auto", "it-CH,en;q=0.8", "it"),
        (None, ["tlh", "fr-FR", "it"], "fr"),
        ("klingon", "", "en"),
        (None, "en;q=0.1, fr;q=0, it;q=0.05", "en"),
        (None, "it;q=much, *", "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_best_wish(cookie: str | None, accept: str, lang: str) -> None:
    assert pick_language(cookie, accept) == lang


def test_amounts_and_dates_follow_the_language() -> None:
    assert [money(-12345, lang) for lang in ("en", "it", "fr", "de")] == [
        "-12,345",
        "-12.345",
        "-12\N{NNBSP}345",
        "-12.345",
    ]
    assert [separators(lang) for lang in ("en", "it", "fr", "de")] == [".,", ",.", ",\N{NNBSP}", ",."]
    assert day("2026-11-27T12:15:00Z", "it") == "27 nov 2026"
    assert "M" in hour("2026-11-27T12:15:00Z", "en")
    assert "M" not in hour("2026-11-27T12:15:00Z", "fr")
