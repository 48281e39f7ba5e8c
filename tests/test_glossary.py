"""One word for one thing, by language: the books' terms; and no sentence glued together outside the catalogues."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.demo import demo_table
from companion.locale.messages import PACKAGE, catalog, fields, typeset
from companion.table import new_table
from companion.words import labelled, translated, translator

pytestmark = pytest.mark.no_cover  # a walk over all there is: see tests/conftest.py

LANGUAGES = ("it", "fr", "de", "es")
# A thing as the English messages name it, and what each language calls it; one word, in whatever form.
TERMS = {
    r"boots?\b": ("stival", "botte", "stiefel", "bota"),
    r"free cash": ("free cash", "argent libre", "freien? mittel", "caja libre"),
    r"new income": ("new income", "nouveau revenu", "neuen? einnahmen", "ingresos nuevos"),
    r"private cash": ("denaro personale", "argent privé", "privatgeld", "dinero personal"),
    r"assets?\b": ("asset", "capita(l|ux)", "anlage", "activo"),
    r"green dollar": ("dollaro verde", "dollar vert", "grünen? dollar|grüner dollar", "dólar verde"),
    r"director": (r"manager|\{director", r"directeur|\{director", r"vorstand|entlassen|\{director", r"directiv|\{dir"),
    r"trends?\b": ("trend", "tendance", "trend", "tendencia"),
    r"(· )blame$": ("capri espiatori", "coup de torchon", "sündenböcke", "chivos expiatorios"),
    r"(new )?compan(y|ies)\b": ("compagni|imprenditor", "entrepr", "firm", "empresa"),
    r"racks?\b": ("portacarte", "chevalet", "halter", "soporte"),
    r"clients?\b": ("client", "client", "spend|gespendet", "client"),
    r"crash": ("croll", "krach", "crash", "desplom"),
    r"tiles?\b": ("tesser", "tuile", "plättchen", "loseta"),
    r"bears?\b": ("ors[oi]", "ours", "bär", "oso"),
    r"wheels?\b": ("ruot", "roue", "r[aä]d", "rueda"),
    r"luxur": ("ben[ei] di lusso", "objets? de luxe", "luxusg", "lujo"),
    r"industr(y|ies)\b": ("industri", "secteur", "branche", "industria"),
    r"clandestine|· trade$": ("commercio|· azioni", "commerce|· actions", "handel", "comercio|· acciones"),
    r"councilor": ("consiglier", "conseiller", "ratsmitglied", "consejer"),
    r"corporation": ("corporazion", "corporation", "konzern", "corporaci"),
    r"rotation": ("rotazion", "rotation", "rotation", "rotaci"),
    r"election": ("elezion", "élection", "wahl", "elecci"),
    r"ships?\b": ("nav[ei]", "vaisseau", "schiff", "nave"),
    r"societ(y|ies)": ("società", "société", "societ", "sociedad"),
    r"retire[sd]?\b": ("ritir", "retir|retrait", "steig|stieg", "ret[ií]r"),
    r"auction": ("ast[ae]|punt", "enchè|enchér", "auktion", "subasta|puj"),
    r"sealed bids?|secret bid": ("segret", "secrète", "geheim", "secret"),
    r"went home|goes home|ha(s|ve) left": ("lasci", "quitt", "gegangen|nach hause", "ido|va\\b"),
    r"PINs?\b": ("PINs?\\b", "(?<!code )PIN", "PIN", "PIN"),
    r"history": ("stori", "journal|histoire", "verlauf", "histori"),
    r"entr(y|ies)\b": ("voc[ei]", "entrée|ligne", "eintr", "entrada"),
    r"(chart|figure)s?\b": ("grafic", "graphique", "diagramm", "gráfico"),
    r"link\b": ("link", "lien", "link", "enlace"),
    r"host\b(?!/)": ("host", "hôte", "gastgeber", "anfitri"),
    r"machine": ("computer", "machine", "rechner", "equipo"),
    r"device": ("dispositiv", "appareil", "gerät", "dispositivo"),
    r"clocks?\b": ("orologi", "pendule", "uhr", "reloj"),
    r"banker": ("banchier", "banquier", "bankhalter", "banquero"),
    r"passphrase": ("frase segreta", "phrase secrète", "kennwort", "frase de contraseña"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_thing_has_one_word(lang: str) -> None:
    wrong = []
    for message in catalog(lang):
        english = message.id if isinstance(message.id, str) else " ".join(message.id)
        plain = re.sub(r"\{\w+\}", "", english)
        for thing, words in TERMS.items():
            if re.search(rf"\b({thing})", plain, re.IGNORECASE):
                word = words[LANGUAGES.index(lang)]
                wrong += [f"{english!r}: {t!r} lacks {word}" for t in translated(message) if not _has(word, t)]
    assert wrong == []


def _has(word: str, text: str) -> bool:
    return bool(re.search(word, text, re.IGNORECASE))


def test_the_whole_french_catalogue_says_vous() -> None:
    """Of each command that it gives to "vous", no sentence gives the form of "tu"."""
    texts = [text for message in catalog("fr") for text in translated(message)]
    begins = r"(?:^|[.;?!]\s|, puis )"
    vous = {verb.lower() for text in texts for verb in re.findall(rf"{begins}(\w+)ez\b", text)}
    tu = {f"{stem}e" for stem in vous} | {stem.removesuffix("iss") + "is" for stem in vous if stem.endswith("iss")}
    assert {"enregistre", "annule", "choisis"} <= tu
    forms = "|".join(tu - {"place"} | {verb.capitalize() for verb in tu - {"place"}})
    # "Regarde seulement" is what the big screen does, and a word alone is a key.
    sentences = [text for text in texts if re.search(r"\w[.!] ?$|[.] ", text) and not text.startswith("Regarde ")]
    assert [text for text in sentences if re.search(rf"{begins}({forms})\b", text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_spaces_and_signs_are_single(lang: str) -> None:
    for message in catalog(lang):
        for text in translated(message):
            assert not re.search(r"[ \N{NNBSP}\N{NO-BREAK SPACE}]{2}", text), text
            assert lang == "de" or "'" not in text, text


def test_a_space_that_stands_already_is_not_set_twice() -> None:
    once = typeset("fr", "« Anna » : {count}")
    assert typeset("fr", once) == once


# Earth and the asteroid go with an article, the planets without: where either may stand, nothing bends by it.
ANY_BODY = re.compile(r"\b(on|to|of|for|reach) \{(body|next)\}|^\{body\} (has|is)|\{body\}’s")
BENT = {
    "it": r"\b(a|da|di|su|in|con|per) \{(body|next)\}",
    "fr": r"\b(à|de|sur|pour) \{(body|next)\}",
    "de": r"\b(auf|von|für|nach|zu) \{(body|next)\}",
    "es": r"\b(a|de|en|para) \{(body|next)\}",
}
OF_PLANETS_ALONE = re.compile(r"supply|seats|parliament|starts from|resource|units|costs")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_body_stands_without_an_article(lang: str) -> None:
    for message in catalog(lang):
        english = message.id if isinstance(message.id, str) else message.id[-1]
        named = {"body", "next"} & fields(english) and ANY_BODY.search(english)
        if named and not OF_PLANETS_ALONE.search(english.casefold()):
            assert [t for t in translated(message) if re.search(BENT[lang], t)] == [], english


# Fields that hold a name, which may begin with a vowel: "de Anna" is said by nobody.
NAMES = "player|name|person|to|other|seat|owner|giver|seller|good|company|industry|resource|body|next|place"


def test_no_french_word_before_a_name_would_lose_its_vowel() -> None:
    elided = re.compile(rf"\b(de|que|le|la|ne|se|lorsque|puisque|jusque) \{{({NAMES})\}}", re.IGNORECASE)
    found = [text for message in catalog("fr") for text in translated(message) if elided.search(text)]
    assert found == []


def test_what_falls_to_earth_is_said_so_that_it_can_be_read_aloud() -> None:
    table = demo_table("plutocracy")
    seat = table.snapshot()["next"]
    table.correct({f"/players/{table.players.index(seat)}/ship": ["mars", 0]})
    table.do.travel(player=seat, to=["earth", 0])
    line = table.history()[-1].line
    assert line.text(translator("it")).startswith(f"{seat} viaggia, destinazione Terra (posizione 0): ")
    assert line.text(translator("de")).startswith(f"{seat} flog, Ziel Erde (Position 0): ")


def test_goods_from_the_supply_are_simply_bought() -> None:
    table = new_table("own", ["Anna", "Bruno"], box="railways")
    table.do.buy(player="Anna", good="bo", count=2)
    line = table.history()[-1].line
    assert line.text() == "Anna buys 2 B & O for 134"
    assert line.text(translator("it")) == "Anna compra 2 B & O per 134"
    assert line.text(translator("fr")) == "Anna achète 2 B & O pour 134"
    table.do.end_turn(player="Anna")
    table.do.buy(player="Bruno", good="bo", count=1, of="Anna", amount=80)
    assert table.history()[-1].line.text(translator("it")) == "Bruno compra 1 B & O da Anna per 80"


def test_a_colon_is_the_languages() -> None:
    assert labelled("Prix", 40, translator("fr")) == "Prix\N{NNBSP}: 40"
    assert labelled("Prezzo", 40, translator("it")) == "Prezzo: 40"


SPOKEN = ("screens", "games", "charts", "group", "evening", "live.py", "history.py", "notices.py")
# Python's own error, and a style sheet.
UNSPOKEN = {("screens/book.py", "{type(problem).__name__}: "), ("evening/report.py", "{name}: ")}


def _glued(path: Path) -> Iterator[str]:
    """The texts of a file that put a colon or a semicolon between others by themselves."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            for field, text in zip(node.values, node.values[1:], strict=False):
                after = text.value if isinstance(text, ast.Constant) else ""
                if isinstance(field, ast.FormattedValue) and str(after).startswith(": "):
                    yield "{" + ast.unparse(field.value) + "}: "
        elif isinstance(node, ast.Constant) and (node.value == "; " or str(node.value).startswith("{}: ")):
            yield str(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Line" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and ": " in first.value:
                yield first.value


def test_no_code_sets_a_colon_behind_a_word_by_itself() -> None:
    found = set()
    for part in SPOKEN:
        root = PACKAGE / part
        for path in [root] if root.is_file() else root.rglob("*.py"):
            found |= {(path.relative_to(PACKAGE).as_posix(), text) for text in _glued(path)}
    assert found - UNSPOKEN == set()
