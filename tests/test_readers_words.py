"""The words of the catalogues, read as their readers do: the books' terms, one form of address, no raw key."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.demo import demo_table
from companion.errors import RuleError
from companion.games import GAMES
from companion.games.common import EVERYTHING
from companion.games.greed.names import good_name
from companion.history import _words
from companion.housekeeping import picture
from companion.locale.messages import TRANSLATED, catalog, messages
from companion.screens.naming import box_named, named, path_named
from companion.table import new_table
from companion.words import N_, Counted, Word, translated, translator, worded

pytestmark = pytest.mark.no_cover  # a walk over all there is: see tests/conftest.py

# What no message says, by language: words that the books do not have, or that mean something else there.
NEVER = {
    "it": [r"\bcontant[ie]\b", r"[«»]", r"\w'\w", r"\bmerci\b", r"\battività\b"],
    "fr": [
        r"autant que?\b|autant qu’",
        r"\bpour les tuiles\b",
        r"\b(d[eè]s|depuis) l’entrée\b",
        r"\bcontre-offre\b",
        r"effondre",
        r"\bhorloge\b",
        r"\bhistorique\b",
        r"\bactifs?\b",
        r"\b(tu|toi|te|ton|tes)\b",
        r"\w'\w",
        r"[^\N{NNBSP}][;!?»](?=\s|$)|[^\N{NNBSP}\w]:(?=\s|$)|«[^\N{NNBSP}]",
    ],
    "de": [
        r"(?-i:(?<=[a-zäöüß,] )(Sie|Ihnen|Ihre?[mnrs]?)\b)",
        r"[”»«]|\w'\w|(^|[ (])“",
        r"(?-i:\b(Bargeld|Box|Boxen|Assets?|Aktiva)\b)",
        r"\b(daß|muß)\b",
    ],
    # Of words that differ by country, those that both sides of the ocean read; one person is "tú", a group nobody.
    "es": [
        r"\b(vosotr[oa]s|vuestr[oa]s?|os|ustedes|usted|vos)\b",
        r"\b(ordenador|computadora?|móvil|celular|coge[rs]?|coja)\b",
        r"\befectivo\b|\w[áé]is\b",
        r"[“”]",
        r"^[^¿]*\w\?|^[^¡]*\w!",
    ],
}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_message_says_what_its_readers_do_not(lang: str) -> None:
    for message in catalog(lang):
        for text in translated(message):
            found = [pattern for pattern in NEVER.get(lang, []) if re.search(pattern, text, re.IGNORECASE)]
            assert not found, f"{message.id!r}: {text!r} has {found}"


def test_supply_is_no_offer_in_italian() -> None:
    for message in catalog("it"):
        if "suppl" in str(message.id).casefold() and "bids" not in str(message.id):
            assert not re.search(r"\boffert[ae]\b", " ".join(translated(message)), re.IGNORECASE), message.id


def test_a_count_goes_with_its_word() -> None:
    template = N_("Too many wrong PINs: try again in {time}.")
    wait = RuleError("wait", template, time=Counted("{count} second", "{count} seconds", 1))
    assert wait.text(translator("it")) == "Troppi PIN sbagliati: riprova tra 1 secondo."
    wait.fields["time"] = Counted("{count} second", "{count} seconds", 7)
    assert wait.text(translator("it")) == "Troppi PIN sbagliati: riprova tra 7 secondi."
    assert wait.message == "Too many wrong PINs: try again in 7 seconds."


def test_a_correction_is_told_in_words() -> None:
    table = new_table("good-brokers", ["Anna", "Bruno", "Carla"])
    table.correct({"/players/2/cash": 33})
    table.correct({"/players/2/cash": 3})
    line = table.history()[-1].line
    assert line.text() == "Correction: Carla · cash 33 → 3"
    assert line.text(translator("it")) == "Correzione: Carla · denaro 33 → 3"
    assert line.text(translator("fr")) == "Correction\N{NNBSP}: Carla · argent 33 → 3"
    assert line.text(translator("de")) == "Berichtigung: Carla · Geld 33 → 3"


def _keys(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        yield from (key for key in document if not key.isdecimal())
    values = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    for each in values:
        yield from _keys(each)


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_snapshot_is_a_word(game: str) -> None:
    table = demo_table(game)
    word = _words(table.game, table.state)
    raw = {key for key in _keys(picture(table.game, table.state, EVERYTHING)) if not isinstance(word(key), Word)}
    assert raw <= {*table.players}


def test_what_is_left_is_no_side_and_a_place_no_deed() -> None:
    own, brokers = demo_table("own"), demo_table("good-brokers")
    for lang, words in (
        ("it", ("rimasti", "sinistra", "casella", "mettere da parte")),
        ("fr", ("restants", "gauche", "case", "mettre de côté")),
        ("de", ("übrig", "links", "Feld", "spenden")),
    ):
        _ = translator(lang)
        assert (
            named(own, "left", _),
            named(brokers, "left", _),
            named(own, "place", _),
            named(brokers, "place", _),
        ) == words


def test_a_round_of_good_brokers_is_half_a_game() -> None:
    """The German edition calls the halves "Abschnitt", and "Runde" what everybody acts once in."""
    _, brokers, ponzi = translator("de"), demo_table("good-brokers"), demo_table("ponzi-scheme")
    assert (named(brokers, "round", _), named(brokers, "turn", _), named(ponzi, "round", _)) == (
        "Abschnitt",
        "Runde",
        "Runde",
    )
    assert (named(brokers, "round", translator("it")), named(brokers, "turn", translator("fr"))) == ("round", "tour")


def test_a_planet_is_named_in_the_language_of_the_reader() -> None:
    table, _ = demo_table("plutocracy"), translator("it")
    assert path_named(table, "/planets/mars/demand_price", _)[1].startswith("Marte · ")
    assert box_named(table, "/bodies/mars/demand", _).split(" · ")[1] == "Marte"


@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_called_by_a_word(game: str) -> None:
    table = demo_table(game)
    spoken = {text for message in messages() for text in ([message] if isinstance(message, str) else message)}
    assert {named(table, action, str) for action in table.game.actions} <= spoken


def test_a_move_is_said_in_the_language_of_the_reader() -> None:
    table = new_table("good-brokers", ["Anna", "Bruno", "Carla"], box="hab-and-gut")
    assert named(table, "play_card", translator("it")) == "giocare una carta"
    table.do.buy(player=table.snapshot()["active"] or "Anna", shares={"coal": 2})
    assert table.history()[-1].line.text(translator("it")).startswith("Anna ha comprato 2 Carbone per ")
    assert table.history()[-1].line.text(translator("fr")).startswith("Anna a acheté 2 Charbon pour ")


def test_a_good_is_named_in_the_language_of_the_reader_or_as_it_was_typed() -> None:
    table, _ = new_table("greed", ["Anna", "Bruno", "Carla"], box="demo"), translator("fr")
    assert worded(good_name(table.state, "steel"), _) == "Acier"
    table.do("box", set={"/goods/steel/name": "Ore"})
    assert worded(good_name(table.state, "steel"), _) == "Ore"
