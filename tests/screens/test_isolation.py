"""A name that turns text round turns only itself round: in sentences, labels, notices, histories and figures."""

import random
import re
import unicodedata
from html.parser import HTMLParser

import pytest

import companion
from companion import charts
from companion.evening.export import csv_text, tables
from companion.games import GAMES, load_game
from companion.screens.ctx import screens_of
from companion.words import translator
from tests import play
from tests.screens.reader import VOID, Reader

NAMES = ["\u202eAnna", "\u05d0\u05d1\u05d2 7", "Bru\u2069\u202eno"]
MONEY = {"own": "slots/cash", "plutocracy": "money"}
SPOKEN = ("aria-label", "title", "placeholder", "label", "alt")


ISOLATE = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")


def turned(text: str) -> bool:
    """Whether something beside a name in this text is turned round by the name."""
    rest = text
    while ISOLATE.search(rest):
        rest = ISOLATE.sub("", rest)
    return rest.strip() not in ("", *NAMES) and any(
        unicodedata.bidirectional(sign) in ("R", "AL", "RLO", "RLE", "PDI", "RLI") for sign in rest
    )


class Texts(HTMLParser):
    """Collects what is turned round: a piece of text, a label, or what stands beside a bare name in one element."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, list[str]]] = [("", [])]

    def handle_starttag(self, tag, attrs):
        self.found += [f"{name}={value!r}" for name, value in attrs if name in SPOKEN and value and turned(value)]
        if tag not in VOID:
            self._open[-1][1].append("<>")
            self._open.append((tag, []))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        opened, pieces = self._open.pop()
        assert opened == tag
        bare = [piece for piece in pieces if piece.strip() in NAMES]
        beside = [piece for piece in pieces if piece.strip() and piece.strip() not in NAMES]
        if any(turned(piece) for piece in pieces) or (bare and beside):
            self.found.append(f"<{tag}> {pieces!r}")

    def handle_data(self, data):
        self._open[-1][1].append(data)


def table_of(game: str) -> companion.Table:
    """A game in which those players have done a little of everything."""
    table = companion.new_table(game, players=NAMES, box="demo" if game == "greed" else None)
    rng = random.Random(5)
    table.do("note", text=NAMES[0])
    for _ in range(40):
        possible = play.moves(table)
        if not possible:
            break
        kind = rng.choice(sorted({move["action"] for move in possible}))
        table.do(**rng.choice([move for move in possible if move["action"] == kind]))
    table.correct({f"/players/1/{MONEY.get(game, 'cash')}": 7}, reason=NAMES[1])
    return table


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_names_turn_nothing_round_on_any_screen(game: str, lang: str) -> None:
    store = Reader().visit.store
    code = store.table(store.import_log(table_of(game).lines())).code
    texts = Texts()
    for seat in ("0", "1", "2", "bank", "screen"):
        for screen in [tab.id for tab in screens_of(game).TABS] + ["clock", "history", "settings", "evening"]:
            reader = Reader(f"?table={code}&seat={seat}&screen={screen}", lang=lang)
            texts.feed(reader.html)
        for sheet in ("note", "correct", "people", "code"):
            texts.feed(reader.tap("sheet.open", kind=sheet).html)
            assert not any(map(turned, reader.said))
    assert "\u202e" in reader.html
    assert sorted(set(texts.found)) == []


@pytest.mark.parametrize("game", GAMES)
def test_names_turn_nothing_round_in_sentences_and_figures(game: str) -> None:
    table = table_of(game)
    _ = translator("fr")
    for line in table.history():
        for told in (line.line, *line.derived):
            assert not turned(told.text(_)), told
    for kind in charts.kinds(table):
        assert not any(map(turned, texts_of(charts.draw(table, kind, NAMES[0], _)))), kind
    with pytest.raises(companion.RuleError) as refused:
        table.do(next(iter(load_game(game).actions)), player=NAMES[2])
    assert not turned(refused.value.message)
    assert NAMES[2] in refused.value.message


def texts_of(part) -> list[str]:
    """Every text in a figure."""
    if isinstance(part, str):
        return [part]
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list | tuple) else ()
    return [text for each in inner for text in texts_of(each)]


def test_what_is_kept_and_exported_stays_as_typed() -> None:
    table = table_of("good-brokers")
    assert table.players == NAMES
    for rows in tables(table).values():
        assert "\u2068" not in csv_text(rows)
    assert {row["player"] for row in tables(table)["wealth"]} == set(NAMES)
