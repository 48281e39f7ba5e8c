"""Hostile saves, boxes and arguments of every game: refused in a sentence, in bounded time, and nothing changes."""

import copy
import functools
import json
import random
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion import charts
from companion.boxes import export_box, import_box, shipped
from companion.evening.export import tables
from companion.games import GAMES, load_game
from companion.games.common import EVERYTHING
from companion.housekeeping import picture
from companion.pointers import leaves
from companion.shapes import LARGEST
from companion.table import read
from tests import play

pytestmark = pytest.mark.no_cover  # a walk over all there is: see tests/conftest.py

PLAYERS = ["Anna", "Bruno", "Carla"]
SECONDS = 10  # for what takes a hundredth of it, on a machine that does something else as well
ODD = [0, -1, 1, 99, 50, 10**6, LARGEST, -LARGEST, LARGEST + 1, 10**29, 2**64, True, False, None, 1.5, 1e300]
ODD += ["", "x", "\u202e", "0" * 50, "-99", [], {}, [[]], {"": 1}, ["x"] * 99]


@functools.cache
def boxes(game: str) -> list[dict[str, Any]]:
    return list(shipped(load_game(game).package).values())


@functools.cache
def saved(game: str) -> list[dict[str, Any]]:
    """The lines of a whole game."""
    demo = files(load_game(game).package) / "demo.jsonl"
    path = Path(__file__).parent / "saves" / "good_brokers_evening.jsonl"
    text = demo.read_text("utf-8") if demo.is_file() else path.read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


DISORDER = [b"", b"\xff", b"\0", b"[" * 3000, b"\n", b"9" * 5000, b"\\u0000"]


def mutated(document: Any, rng: random.Random) -> Any:
    """The document with one to four things in it replaced, left out, repeated or put under another key."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 2, 4])):
        node = document
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
                node[rng.choice(["x", "-1", "99", "1e9", str(LARGEST), f"{key}x"])] = copy.deepcopy(node[key])
            else:
                node.append(copy.deepcopy(node[key]))
            break
    return document


def refusal_of(kind: type[Exception], call: Callable[[], object]) -> Any:
    """What a call refuses with; None where it goes through. Any other error is one."""
    try:
        call()
    except kind as refusal:
        return refusal
    return None


def look_at(table: companion.Table) -> None:
    """All that a page asks of a table."""
    for seat in (None, *table.players, companion.BANKER):
        table.snapshot(seat)
        table.legal(seat)
    table.history()
    for kind in table.game.records:
        table.records(kind)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(GAMES)))
def test_a_mutated_save_is_read_or_names_a_line(seed, game):
    rng = random.Random(seed)
    lines = copy.copy(saved(game)[: rng.randrange(2, 60)])
    at = 0 if rng.random() < 0.2 else rng.randrange(1, len(lines))
    lines[at] = mutated(lines[at], rng)
    if rng.random() < 0.4 and at:
        pointer, _ = rng.choice(list(leaves(read(map(json.dumps, saved(game)[:at])).snapshot())))
        lines[at] = {"n": at, "at": "2026-11-27T20:15:00Z", "by": "x", "action": "correct", "reason": ""}
        lines[at]["set"] = {pointer: copy.deepcopy(rng.choice(ODD))}
    start = time.monotonic()
    refusal = refusal_of(companion.LogError, lambda: look_at(read(map(json.dumps, lines))))
    assert refusal is None or f"Line {refusal.line} " in refusal.message
    assert refusal is None or 1 <= refusal.line <= len(lines) + 1
    assert time.monotonic() - start < SECONDS


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(GAMES)))
def test_bytes_of_a_save_in_disorder(seed, game):
    rng = random.Random(seed)
    save = bytearray("\n".join(map(json.dumps, saved(game)[:30])).encode())
    for _ in range(rng.randrange(1, 8)):
        at = rng.randrange(len(save))
        save[at : at + rng.randrange(3)] = rng.choice(
            [b"", b"\xff", b"\0", b"[" * 3000, b"\n", b"9" * 5000, b"\\u0000"]
        )
    refusal = refusal_of(companion.LogError, lambda: look_at(read(bytes(save).split(b"\n"))))
    assert refusal is None or f"Line {refusal.line} " in refusal.message


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(GAMES)))
def test_a_mutated_box_makes_a_table_or_is_refused(seed, game):
    rng = random.Random(seed)
    box = mutated(rng.choice(boxes(game)), rng)
    start = time.monotonic()

    def begin() -> None:
        table = companion.new_table(game, players=PLAYERS, box=box)
        look_at(table)
        moves = table.legal() or table.legal("Anna")
        if moves:
            table.do(**rng.choice(moves))

    refusal = refusal_of(companion.RuleError, begin)
    assert refusal is None or refusal.code == "bad-box"
    assert time.monotonic() - start < SECONDS


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(GAMES)))
def test_a_box_file_in_disorder(seed, game):
    rng = random.Random(seed)
    text = export_box(rng.choice(boxes(game)))
    at = rng.randrange(len(text))
    text = text[:at] + rng.choice(["[" * 2000, "\0", "=", '"""', "\ud800", ".a" * 999, "9" * 5000, "\n"]) + text[at:]
    refusal = refusal_of(companion.RuleError, lambda: companion.new_table(game, players=PLAYERS, box=import_box(text)))
    assert refusal is None or refusal.code == "bad-box"


def a_third_through(game: str) -> companion.Table:
    table = companion.new_table(game, players=PLAYERS, box="demo" if game in ("greed", "good-brokers") else None)
    rng = random.Random(3)
    for _ in range(20):
        possible = play.moves(table)
        if possible:
            table.do(**rng.choice(possible))
    return table


RARE = {"ponzi-scheme": {"cash": "hidden"}, "plutocracy": {"setup": "random", "start_auction": True}}


@functools.cache
def in_every_phase(game: str) -> dict[Any, companion.Table]:
    """A table in each phase, and one that is over: of a whole saved game, and of one that is played by chance."""
    found: dict[Any, companion.Table] = {}
    whole = read(map(json.dumps, saved(game)))
    for n in range(whole.revision + 1):
        meet(found, whole.as_of(n))
    box = "demo" if game in ("greed", "good-brokers") else None
    table = companion.new_table(game, PLAYERS, RARE.get(game, {}), box)
    rng = random.Random(5)
    for _ in range(250):
        meet(found, table.fork())
        possible = play.moves(table)
        if possible:
            table.do(**rng.choice(possible))
    return found


def meet(found: dict[Any, companion.Table], table: companion.Table) -> None:
    """Keep a table in ``found`` that is the first one in its phase."""
    shown = table.snapshot()
    found.setdefault((shown["phase"], shown["finished"]), table)


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_is_tried_with_the_largest_counts(game):
    found = in_every_phase(game)
    phases = get_args(get_type_hints(load_game(game).snapshot_type)["phase"])
    assert {phase for phase, _ in found} == set(phases) or game == "own"
    assert any(finished for _, finished in found)


@pytest.mark.parametrize("value", [LARGEST, 10**7, -LARGEST])
@pytest.mark.parametrize("game", GAMES)
def test_the_largest_counts_keep_a_table_quick_and_its_moves_legal(game, value):
    accepted = 0
    for place, table in enumerate(in_every_phase(game).values()):
        for pointer, old in leaves(picture(table.game, table.state, EVERYTHING)):
            if isinstance(old, dict):
                continue
            trial = table.fork()
            try:
                trial.correct({pointer: value})
            except companion.RuleError:
                continue
            accepted += 1
            start = time.monotonic()
            for seat in (None, *trial.players):
                for move in trial.legal(seat)[:20]:
                    trial.fork().do(**move)
            look_at(trial)
            for kind in charts.kinds(trial) if place == 1 else ():  # they take the longest, and know no phases
                trial.figure(kind)
            assert time.monotonic() - start < SECONDS, (table.snapshot()["phase"], pointer)
    assert accepted > 3 or value < 0


CYCLE: list[Any] = []
CYCLE.append(CYCLE)
HOSTILE: list[Any] = [None, True, 0, -1, LARGEST, 10**29, 10**5000, 1.5, float("nan"), float("inf"), "", "x", "\ud800"]
HOSTILE += ["\0", "a" * 10**5, b"x", [], ["x"], {}, {1: 2}, {"/players/0/cash": object()}, {"/": 1}, {"": 1}]
HOSTILE += [{"/players": []}, {"/players/99/cash": 1}, (), {3}, object(), CYCLE, {"a": CYCLE}, len, companion.BANKER]


def calls(table: companion.Table, odd: Any) -> list[Any]:
    """Every public method with a strange argument, each on a copy."""
    game = table.header.game
    move = (table.legal() or table.legal("Anna"))[0]
    kind = charts.kinds(table)[0]

    def twin() -> companion.Table:
        return table.fork()

    found = [
        lambda: companion.new_table(odd, players=PLAYERS),
        lambda: companion.new_table(game, players=odd),
        lambda: companion.new_table(game, players=["Anna", "Bruno", odd]),
        lambda: companion.new_table(game, players=PLAYERS, options=odd),
        lambda: companion.new_table(game, players=PLAYERS, options={"x": odd}),
        lambda: companion.new_table(game, players=PLAYERS, box=odd),
        lambda: import_box(odd),
        lambda: twin().do(odd),
        lambda: twin().do("note", text="x", by=odd),
        lambda: twin().do("note", text="x", at=odd),
        lambda: twin().undo(at=odd),
        lambda: twin().redo(by=odd),
        lambda: twin().amend(odd, {}),
        lambda: twin().amend(1, odd),
        lambda: twin().amend(1, {"player": odd, "text": odd}, force=odd),
        lambda: twin().correct(odd),
        lambda: twin().correct({"/round": 3}, reason=odd),
        lambda: table.snapshot(odd),
        lambda: table.legal(odd),
        lambda: table.records(odd),
        lambda: table.records(next(iter(table.game.records)), odd),
        lambda: table.frame(odd),
        lambda: table.figure(odd),
        lambda: table.figure(kind, odd),
        lambda: table.figure(kind, only=odd, slider=odd),
        lambda: table.figure(kind, lang=odd),
        lambda: table.figure(kind, unknown=odd),
        lambda: table.history(odd),
        lambda: table.history(last=odd),
        lambda: table.as_of(odd),
        lambda: table.clocks(odd),
        lambda: table.countdown(odd),
    ]
    for action in (*table.game.actions, "note", "correct", "amend", "rename", "leave", "join", "clock", "box", "undo"):
        found += [lambda action=action: twin().do(action, player=odd), lambda action=action: twin().do(action, x=odd)]
        found += [lambda action=action: table.actor(action, player=odd)]
    for field in move.keys() - {"action"}:
        found.append(lambda field=field: twin().do(**{**move, field: odd}))
    for name in table.game.options:
        found.append(lambda name=name: companion.new_table(game, players=PLAYERS, options={name: odd}))
    for pointer, _ in leaves(table.snapshot()):
        found.append(lambda pointer=pointer: twin().correct({pointer: odd}))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_public_methods_refuse_strange_arguments_in_a_sentence(game):
    table = companion.new_table(game, players=PLAYERS)
    table.do(**(table.legal() or table.legal("Anna"))[0])
    state, log = table.state, list(table.log)
    for odd in HOSTILE:
        for call in calls(table, odd):
            refusal = refusal_of(companion.RuleError, call)
            assert refusal is None or refusal.message
        for lines in ([odd], [table.header.line(), odd], odd):
            refusal = refusal_of(companion.LogError, lambda lines=lines: read(lines))
            assert refusal is None or refusal.line
        refusal_of(companion.LogError, lambda odd=odd: companion.load(odd))
    assert (table.state, table.log) == (state, log)


def spoil(document: Any) -> None:
    """Empties every list and mapping, in place."""
    if isinstance(document, dict | list):
        for each in list(document.values() if isinstance(document, dict) else document):
            spoil(each)
        document.clear()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_handed_out_or_taken_in_is_a_part_of_the_table(game):
    """A refused correction changed a proposal: the picture that was corrected had the table's own mapping in it."""
    dice = random.Random(6)
    table = companion.new_table(game, PLAYERS)
    handed = {"snapshot": table.snapshot, "legal": table.legal}
    done: set[str] = set()
    handed |= {name: functools.partial(table.records, name) for name in table.game.records}
    for _ in range(150):
        possible = play.moves(table)
        if not possible:
            break
        actions = {move["action"] for move in possible}
        action = dice.choice(sorted(actions - done or actions))  # what was not done yet first: a proposal is rare
        done.add(action)
        move = copy.deepcopy(dice.choice([move for move in possible if move["action"] == action]))
        table.do(**move)
        spoil(list(move.values()))
        state, lines = repr(table.state), list(table.lines())
        for name, give in handed.items():
            for seat in (None, PLAYERS[0], companion.BANKER):
                spoil(give(seat=seat))
            assert repr(table.state) == state, name
        spoil(picture(table.game, table.state, EVERYTHING))
        assert repr(table.state) == state
        assert list(table.lines()) == lines
    assert read(list(table.lines())).state == table.state


def test_a_sky_without_bodies():
    box = copy.deepcopy(boxes("plutocracy")[0])
    for body in box["bodies"].values():
        body["positions"] = []
    for bodies in (box["bodies"], {}):
        with pytest.raises(companion.RuleError) as refusal:
            companion.new_table("plutocracy", players=PLAYERS, box={**box, "bodies": bodies})
        assert refusal.value.code == "bad-box"


def test_more_companies_than_any_market_has():
    box = copy.deepcopy(boxes("good-brokers")[0])
    box["companies"] |= {f"company-{number}": {"name": "x", "colour": "c1"} for number in range(3000)}
    with pytest.raises(companion.RuleError) as refusal:
        companion.new_table("good-brokers", players=PLAYERS, box=box)
    assert refusal.value.code == "bad-box"


@pytest.mark.parametrize("game", GAMES)
def test_a_renamed_player_is_one_player_in_every_table_and_figure(game):
    table = a_third_through(game)
    table.do("rename", player="Anna", to="Zoë")
    known = {"Zoë", "Bruno", "Carla", "", None}
    for kind, rows in tables(table).items():
        for row in rows:
            assert row.get("player") in known or "player" not in row, kind
            assert "Anna" not in row.values() or kind == "history", kind
    for kind in charts.kinds(table):
        names = {trace.name for trace in table.figure(kind).data}
        assert not any("Anna" in (name or "") for name in names), kind
