"""The file of a game of one's own: its faults, all at once, each where it stands; and formulas, hostile ones too."""

import copy
import os
import time
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion import RuleError
from companion.boxes import import_box, shipped
from companion.games.own.box import faults
from companion.games.own.formulas import formula
from companion.shapes import Misfit
from companion.words import translator
from tests.games.own_boxes import PLAYERS, a_box

PACKAGE = "companion.games.own"
GOOD: dict[str, Any] = {
    "name": "Firms",
    "players": [2, 4],
    "slots": {"cash": {"start": 100}, "till": {"of": "firms"}, "pot": {"of": "table"}},
    "tracks": {"row": [1, 2, 3], "grid": [[5, 6], [3]]},
    "goods": {
        "firms": {"names": {"x": "X", "y": "Y"}, "count": 4, "price": {"track": "grid", "start": 6}},
        "ore": {"price": {"left": [3, 2, 1]}, "count": 3},
    },
    "round": {"phases": ["buy", "work"], "turns": "clockwise"},
    "due": [{"name": "Rent", "pay": "2 * firms", "from": "cash", "to": "pot"}],
    "button": [{"name": "Go", "ask": ["firms", "amount"], "do": [{"pay": "amount", "from": "till", "to": "holders"}]}],
}


def changed(pointer: str, value: Any) -> dict[str, Any]:
    """The good box with one value changed; ``...`` takes it out."""
    box = copy.deepcopy(GOOD)
    *keys, last = [int(key) if key.isdecimal() else key for key in pointer.split("/")]
    place: Any = box
    for key in keys:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return box


@pytest.mark.parametrize(
    ("pointer", "value", "key", "said"),
    [
        ("name", ..., "name", "text"),
        ("name", 5, "name", "text"),
        ("players", [3], "players", "least"),
        ("players", [3, 2], "players.1", "3 to"),
        ("nonsense", 1, "nonsense", "no such key"),
        ("bank", {"money": "a lot"}, "bank.money", "whole number"),
        ("bank", {"short": "never"}, "bank.short", "refuse"),
        ("slots/cash/start", 1.5, "slots.cash.start", "whole number"),
        ("slots/cash/start", {"two": 5}, "slots.cash.start.two", "no such key"),
        ("slots/cash/of", "table", "slots.cash.of", "player"),
        ("slots/till/of", "firm", "slots.till.of", "firms"),
        ("slots/till/secret", True, "slots.till.secret", "secret"),
        ("slots/cash/least", 5, "slots.cash.least", "0"),
        ("slots/price", {"of": "player"}, "slots.price", "meaning"),
        ("slots/ore", {"of": "player"}, "goods.ore", "taken"),
        ("slots/a b", {"of": "player"}, "slots.a b", "letters"),
        ("tracks/row", [], "tracks.row", "row of numbers"),
        ("tracks/grid", [[1], []], "tracks.grid", "row of numbers"),
        ("tracks/row", [1, "x"], "tracks.row.1", "whole number"),
        ("goods/firms/price/track", "stok", "goods.firms.price.track", "stok"),
        ("goods/firms/price/start", 7, "goods.firms.price.start", "7"),
        ("goods/firms/price/start", [1, 1], "goods.firms.price.start", "[1, 1]"),
        ("goods/firms/count", {"x": 4}, "goods.firms.count.y", "missing"),
        ("goods/firms/count", -1, "goods.firms.count", "0 to"),
        ("goods/firms/names", {}, "goods.firms.names", "at least one"),
        ("goods/firms/names/x", "", "goods.firms.names.x", "text"),
        ("goods/ore/count", ..., "goods.ore.count", "count"),
        ("goods/ore/price", {"left": "all"}, "goods.ore.price.left", "row of numbers"),
        ("round/phases", ["buy", "buy"], "round.phases.1", "taken"),
        ("round/phases", ["turn"], "round.phases.0", "taken"),
        ("round/turns", "anticlockwise", "round.turns", "clockwise"),
        ("round/turns", {"buy": "none"}, "round.turns.work", "missing"),
        ("round/first", "most fun", "round.first", "most cash"),
        ("round/last", 0, "round.last", "1 to"),
        ("due/0/pay", "2 * firm", "due.0.pay", "character 5 of “2 * firm”: there is no “firm” here"),
        ("due/0/pay", None, "due.0.pay", "formula"),
        ("due/0/from", "purse", "due.0.from", "purse"),
        ("due/0/to", "cash", "due.0.to", "itself"),
        ("due/0/at", "noon", "due.0.at", "noon"),
        ("due/0/who", "everybody", "due.0.who", "player"),
        ("due/0/every", 0, "due.0.every", "1 to"),
        ("due/0/short", "perhaps", "due.0.short", "refuse"),
        ("button/0/name", ..., "button.0.name", "text"),
        ("button/0/in", "lunch", "button.0.in", "buy"),
        ("button/0/ask", ["weather"], "button.0.ask.0", "weather"),
        ("button/0/ask", ["firms"], "button.0.do.0.pay", "amount"),
        ("button/0/ask", ["amount"], "button.0.do.0.to", "holders"),
        ("button/0/do", [], "button.0.do", "step"),
        ("button/0/do", [{"jump": 1}], "button.0.do.0", "pay"),
        ("button/0/do", [{"move": "ore", "give": "ore"}], "button.0.do.0", "pay"),
        ("button/0/do", [{"give": "gold"}], "button.0.do.0.give", "gold"),
        ("button/0/do", [{"give": "x", "from": "me", "to": "me"}], "button.0.do.0", "itself"),
        ("button/0/do", [{"pay": 1, "from": "others", "to": "holders"}], "button.0.do.0.to", "many"),
        ("score", {"total": "cash +"}, "score.total", "character"),
        ("score", {"total": "amount"}, "score.total", "amount"),
    ],
)
def test_a_fault_names_its_key_and_says_what_is_wrong(pointer: str, value: Any, key: str, said: str) -> None:
    found = faults(changed(pointer, value))
    assert key in [fault.key for fault in found], [(fault.key, fault.why.text()) for fault in found]
    assert said in next(fault.why.text() for fault in found if fault.key == key)
    with pytest.raises(RuleError) as refusal:
        companion.new_table("own", PLAYERS, box=changed(pointer, value))
    assert refusal.value.code == "bad-box"
    assert f"{key}: " in refusal.value.message


def test_all_faults_come_at_once_ten_at_most() -> None:
    box = changed("name", 5)
    box["goods"]["firms"]["price"]["track"] = "stok"
    box["due"][0] |= {"pay": "cash cash", "from": "nowhere"}
    assert [fault.key for fault in faults(box)] == ["goods.firms.price.track", "name", "due.0.from", "due.0.pay"]
    assert len(faults({"name": "x", **{f"key{n}": n for n in range(50)}})) == 10
    assert faults(GOOD) == []


def test_a_fault_is_told_in_the_language_of_the_reader() -> None:
    with pytest.raises(RuleError) as refusal:
        companion.new_table("own", PLAYERS, box=changed("due/0/pay", "2 * firm"))
    assert "carattere 5 di “2 * firm”: qui non c’è “firm”" in refusal.value.text(translator("it"))


def test_a_table_begins_with_what_the_file_says_for_so_many() -> None:
    box = changed("slots/cash/start", {"2": 50, "3": 40})
    assert companion.new_table("own", PLAYERS, box=box).snapshot()["players"][0]["slots"]["cash"] == 40
    for bad, key in (({**box, "bank": {"money": 119}}, "bank.money"), (box, "slots.cash.start.4")):
        with pytest.raises(RuleError, match=key) as refusal:
            companion.new_table("own", PLAYERS if key == "bank.money" else [*PLAYERS, "Dora"], box=bad)
        assert refusal.value.code == "bad-box"
    with pytest.raises(RuleError) as refusal:
        companion.new_table("own", ["Anna"], box=GOOD)
    assert refusal.value.code == "wrong-number-of-players"
    assert "Firms" in refusal.value.message


@pytest.mark.parametrize("box", ["default", "property", "railways", "mergers", "power"])
def test_shipped_boxes_read_like_a_summary(box: str) -> None:
    text = (files(PACKAGE) / ("box.toml" if box == "default" else f"{box}.toml")).read_text("utf-8")
    assert 20 <= len(text.splitlines()) <= 60
    assert "What stays with the players: " in text
    assert faults(shipped(PACKAGE)[box]) == []


def test_the_file_in_the_docs_is_a_game() -> None:
    text = (Path(companion.__file__).parents[1] / "docs" / "players" / "own.md").read_text("utf-8")
    table = companion.new_table("own", PLAYERS, box=import_box(text.split("```toml\n")[1].split("```")[0]))
    table.do("buy", player="Anna", good="north", count=2)
    table.do("end_phase", player="Anna")
    table.do("press", player="Bruno", button="Dividend", mines="north", amount=7)
    table.do("end_phase", player="Carla")
    shown = table.snapshot()
    assert shown["players"][0]["slots"]["cash"] == 400 - 100 + 14
    assert shown["goods"]["north"]["slots"] == {"till": 16}
    assert (shown["goods"]["north"]["price"], shown["order"]) == (60, ["Bruno", "Carla", "Anna"])


# Formulas


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5 * a - 3", 32),
        ("(a + b) / 2", 5),
        ("floor(a / b)", 2),
        ("ceil(a / b)", 3),
        ("-a + +b", -4),
        ("min(a, b, 1)", 1),
        ("max(a)", 7),
        ("at(b, [0, 10, 22, 33, 44])", 33),
        ("at(a, [0, 10])", 10),
        ("at(0 - 1, [4, 5])", 4),
        ("at(a - 7, [b * b])", 9),
        ("1_000 / 8 * 8", 1000),
        (" a\n+ b ", 10),
        ("a / 3 * 3", 7),
        ("1 / 3 + 2 / 3", 1),
    ],
)
def test_formulas_are_exact(text: str, value: int) -> None:
    assert formula(text, {"a": lambda _: 7, "b": lambda _: 3}).whole(None) == value


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", None),
        ("   ", None),
        ("a" * 201, None),
        ("a.b", 2),
        ("a ** 2", 1),
        ("a // 2", 1),
        ("a + c", 5),
        ("  a + c", 7),
        ("é + c", 1),
        ("1.5", 2),
        ("'x'", 1),
        ("a if a else b", 3),
        ("a < b", 3),
        ("[a]", 1),
        ("a(b)", 1),
        ("eval(a)", 1),
        ("floor(a, b)", 1),
        ("at(a, b)", 7),
        ("at(a, [])", 7),
        ("min()", 1),
        ("lambda", None),
        ("a; b", 2),
        ("a # b", 3),
        ("2or 3", 1),
        ("True", 1),
        ("1000000000001", 1),
        ("9" * 200, 1),
        ("(" * 200, None),
        ("a = b", 3),
        ("max(*a)", None),
        ("max(a for a in b)", None),
        ("at(a, [b for b in a])", None),
        ("a\x00", 2),
        ("\ud800", 1),
    ],
)
def test_what_is_no_formula_is_refused_with_its_place(text: str, at: int | None) -> None:
    with pytest.raises(Misfit) as why:
        formula(text, {"a": lambda _: 7, "b": lambda _: 3})
    assert at is None or f"character {at} of" in why.value.text() or f"character {at}:" in why.value.text()


@pytest.mark.parametrize(("text", "value"), [("-" * 198 + "a", 7), ("(" * 99 + "a" + ")" * 99, 7)])
def test_deep_formulas_are_read_or_refused(text: str, value: int) -> None:
    try:
        found = formula(text, {"a": lambda _: 7})
    except Misfit:
        return
    assert found.whole(None) == value


def test_numbers_stay_small() -> None:
    known = {"a": lambda _: 10**12, "b": lambda _: Fraction(1, 10**12)}
    for text in ("a * a * a", "*".join(["a"] * 99), "b * b * b", "b/a/a", "a * 10", "a / b"):
        with pytest.raises(RuleError) as refusal:
            formula(text, known).whole(None)
        assert refusal.value.code in ("too-much-money", "not-whole")
    assert formula("a * a / a", known).whole(None) == 10**12


# Hostile files

ODD = [
    0,
    -1,
    1,
    99,
    10**12,
    -(10**12),
    10**13,
    True,
    False,
    None,
    1.5,
    "",
    "x",
    "cash",
    "\u202e",
    [],
    {},
    [[]],
    {"": 1},
]
ODD += [["x"] * 99, "a" * 10_000, "cash" + "+cash" * 60, {"track": "row"}, {"left": []}, [[1, 2], [3]], {"cash": 1}]
ODD += ["others", "holders", "bank", "player.cash", "good.till", "at(cash, [1])", [0] * 2000, {"of": "player"}]


def mutated(box: dict[str, Any], rng: Random) -> Any:
    """The box with one to six things in it replaced, left out, repeated or put under another key."""
    box = copy.deepcopy(box)
    for _ in range(rng.choice([1, 1, 2, 6])):
        node: Any = box
        while node:
            key = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
            if isinstance(node[key], dict | list) and node[key] and rng.random() < 0.8:
                node = node[key]
                continue
            choice = rng.random()
            if choice < 0.7:
                node[key] = copy.deepcopy(rng.choice(ODD))
            elif choice < 0.85:
                del node[key]
            elif isinstance(node, dict):
                node[rng.choice(["x", "-1", "pay", "cash", f"{key}x"])] = copy.deepcopy(node[key])
            else:
                node.append(copy.deepcopy(node[key]))
            break
    return box


def tried(box: Any) -> str:
    """The code with which a box is refused; "" where a table is made of it, and played a little."""
    try:
        table = companion.new_table("own", PLAYERS, box=box)
    except RuleError as refusal:
        return refusal.code
    for move in table.legal()[:20:7]:
        table.fork().do(**move)
    table.snapshot("Anna")
    return ""


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_mutated_box_makes_a_table_or_is_refused(seed: int) -> None:
    rng = Random(seed)
    box = mutated(rng.choice([GOOD, a_box(rng), *shipped(PACKAGE).values()]), rng)
    start = time.process_time()
    assert tried(box) in ("", "bad-box", "wrong-number-of-players")
    assert time.process_time() - start < 2


HOSTILE = int(os.environ.get("HOSTILE_BOXES", "3000"))


def test_thousands_of_hostile_boxes() -> None:
    """Without hypothesis, which would take its time: nothing but ``bad-box``, in bounded time."""
    rng, start, codes = Random(5), time.process_time(), set()
    boxes = [GOOD, *(a_box(rng) for _ in range(30))]
    for _ in range(HOSTILE):
        box = mutated(rng.choice(boxes), rng)
        try:
            companion.new_table("own", PLAYERS, box=box)
        except RuleError as refusal:
            codes.add(refusal.code)
    assert codes <= {"bad-box", "wrong-number-of-players"}
    assert time.process_time() - start < 60


DEEP: Any = []
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "box",
    [
        DEEP,
        {"name": DEEP},
        {"name": "x", "tracks": {"t": [[0] * 9999] * 99}},
        {"name": "x", "slots": {f"s{n}": {"of": "player"} for n in range(9999)}},
        {"name": "x", "goods": {"g": {"names": {f"s{n}": "x" for n in range(9999)}}}},
        {
            "name": "x",
            "button": [{"name": str(n), "do": [{"pay": 1, "from": "bank", "to": "cash"}]} for n in range(999)],
        },
        {"name": "x", "score": {"total": "cash*" * 9999}},
        {"name": "x" * 10**6},
        {"name": "\ud800"},
        {"name": "x", "minutes": 10**5000},
        {"name": float("nan")},
        {1: 2},
        {},
        [],
        "x.toml",
        object(),
    ],
    ids=range(16),
)
def test_hostile_boxes_are_refused_at_once(box: Any) -> None:
    start = time.process_time()
    assert tried(box) in ("bad-box", "unknown-box")
    assert time.process_time() - start < 2
