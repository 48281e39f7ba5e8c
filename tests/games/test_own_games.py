"""Games of one's own by chance: random boxes, played through what is offered; and what must always hold."""

import os
import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import companion
from companion import RuleError
from companion.demo import demo_table
from companion.games.common import EVERYTHING
from companion.housekeeping import picture
from companion.pointers import leaves
from companion.table import Table
from tests import play
from tests.games.own_boxes import PLAYERS, a_box

GAMES = int(os.environ.get("RANDOM_GAMES", "40"))
BOXES = ["default", "property", "railways", "mergers", "power"]


def choose(rng: Random, table: Table) -> dict:
    """A move of a random kind; the end of the game only now and then."""
    known = play.moves(table)
    kinds = sorted({move["action"] for move in known} - ({"finish"} if rng.random() < 0.9 else set()))
    return rng.choice([move for move in known if move["action"] == rng.choice(kinds or ["finish"])] or known)


def everything_counted(table: Table, start: dict) -> None:
    """Money and goods neither come nor go, but by the bank and the supply."""
    shown = table.snapshot()
    assert sum(table.slots().values()) == 0
    if shown["bank"] is not None:
        assert shown["bank"] - table.slots()["bank"] == start["bank"] - start["slots"]
    for good, now in shown["goods"].items():
        held = sum(player["goods"][good] for player in shown["players"])
        if now["left"] is not None:
            assert now["left"] + held == start["goods"][good]
        assert held >= 0


def begun(table: Table) -> dict:
    shown = table.snapshot()
    goods = {good: now["left"] for good, now in shown["goods"].items()}
    return {"bank": shown["bank"], "slots": table.slots()["bank"], "goods": goods}


@settings(max_examples=GAMES, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_boxes_can_be_played(seed: int) -> None:
    rng = Random(seed)
    table = companion.new_table("own", PLAYERS, box=a_box(rng))
    start = begun(table)
    for _ in range(rng.randrange(10, 40)):
        if table.snapshot()["finished"]:
            assert play.moves(table) == []
            break
        table.do(**choose(rng, table))
        everything_counted(table, start)
        if rng.random() < 0.3:
            play.undo_and_redo(table)
    play.replay_is_equal(table)
    play.save_is_equal(table)
    for kind in table.game.records:
        table.records(kind)
    assert len(table.history()) == table.revision


@settings(max_examples=GAMES // 2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_move_that_is_offered_is_accepted(seed: int) -> None:
    rng = Random(seed)
    table = companion.new_table("own", PLAYERS, box=a_box(rng, secret=rng.random() < 0.4))
    for _ in range(12):
        known = play.moves(table)
        for move in rng.sample(known, min(12, len(known))):
            table.fork().do(**move)
        if not known:
            break
        table.do(**choose(rng, table))


@settings(max_examples=GAMES // 2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_amendments_change_the_past_or_say_what_clashes(seed: int) -> None:
    rng = Random(seed)
    table = companion.new_table("own", PLAYERS, box=a_box(rng))
    start = begun(table)
    for _ in range(20):
        if not play.moves(table):
            break
        table.do(**choose(rng, table))
    amounts = [entry for entry in table.effective if "amount" in entry.fields or "count" in entry.fields]
    if not amounts:
        return
    entry = rng.choice(amounts)
    field = "amount" if "amount" in entry.fields else "count"
    lines = list(table.lines())
    try:
        table.amend(entry.n, {field: entry.fields[field] + rng.choice([1, 50])}, force=rng.random() < 0.5)
    except RuleError:
        assert list(table.lines()) == lines
        return
    assert sum(table.slots().values()) == 0
    assert table.history()
    play.replay_is_equal(table)
    if all(line.action != "correct" for line in table.history()):
        everything_counted(table, start)
    table.undo()
    assert table.state == companion.table.read(lines).state


# What is worked out from other values; all else can be put right.
COMPUTED = ("value", "total", "game", "title", "money", "name", "group", "due", "scores", "winners", "needs")


@pytest.mark.parametrize("box", BOXES)
def test_every_value_that_is_not_worked_out_can_be_put_right(box: str) -> None:
    table = companion.new_table("own", PLAYERS, box=box)
    rng = Random(1)
    for _ in range(25):
        table.do(**choose(rng, table)) if not table.snapshot()["finished"] else None
    if table.snapshot()["finished"]:
        table.undo()
    for pointer, value in leaves(picture(table.game, table.state, EVERYTHING)):
        if type(value) is not int or any(part in COMPUTED for part in pointer.split("/")):
            continue
        if "price" in pointer or "place" in pointer or pointer.startswith("/auction"):
            continue
        if (
            pointer.startswith("/players")
            and table.snapshot()["goods"].get(pointer.split("/")[-1], {}).get("left") == 0
        ):
            continue  # there is no unit that could have come to the player
        trial = table.fork()
        trial.correct({pointer: value + 1})
        assert companion.pointers.get(picture(trial.game, trial.state, EVERYTHING), pointer) == value + 1
        assert sum(trial.slots().values()) == 0


def test_the_record_is_put_right_with_the_table() -> None:
    table = companion.new_table("own", ["A", "B", "C"], box="railways")
    table.do("buy", player="A", good="bo", count=2)
    for pointer, value in [
        ("/goods/bo/price", 90),
        ("/goods/bo/place", [2, 3]),
        ("/goods/bo/left", 5),
        ("/goods/bo/slots/treasury", 70),
        ("/goods/loan/price", 60),
        ("/players/1/goods/bo", 3),
        ("/players/2/slots/cash", 5),
        ("/bank", 11_000),
        ("/round", 4),
        ("/phase", "running"),
        ("/turn", "C"),
        ("/order", ["C", "A", "B"]),
        ("/finished", True),
        ("/away", ["B"]),
    ]:
        trial = table.fork()
        trial.correct({pointer: value})
        assert companion.pointers.get(trial.snapshot(), pointer) == value
    # A share that B has more came out of the supply; what the supply has more is new.
    table.correct({"/players/1/goods/bo": 3})
    assert table.snapshot()["goods"]["bo"]["left"] == 5
    table.correct({"/goods/bo/left": 8})
    assert table.snapshot()["players"][1]["goods"]["bo"] == 3
    for pointer, value, code in [
        ("/goods/bo/price", 68, "bad-value"),
        ("/goods/bo/place", [2, 6], "bad-value"),
        ("/players/0/goods/bo", 11, "bad-value"),
        ("/players/0/goods", {"bo": 1}, "bad-value"),
        ("/phase", "flying", "bad-value"),
        ("/order", ["A", "A", "B"], "bad-value"),
        ("/players/0/total", 1, "computed-value"),
        ("/title", "Other", "computed-value"),
        ("/players/0/slots/cash", None, "bad-value"),
    ]:
        with pytest.raises(RuleError) as refusal:
            table.correct({pointer: value})
        assert refusal.value.code == code, pointer


def ranked(rules: int = 5) -> companion.Table:
    """Three in the first of two phases, of which the second goes by who has most plants: C, then A."""
    box = {
        "name": "Plants",
        "slots": {"cash": {"start": 100}},
        "goods": {"plant": {"price": 5}},
        "round": {"phases": ["trade", "build", "rest"], "turns": ["clockwise", "most plant", "clockwise"]},
    }
    header = companion.new_table("own", ["A", "B", "C"], box=box).header
    table = companion.table.Table(replace(header, rules=rules))
    table.do("give", player="A", good="plant", count=2, **{"from": "supply", "to": "C"})
    table.do("give", player="A", good="plant", count=1, **{"from": "supply", "to": "A"})
    return table


def test_a_phase_to_which_the_table_is_put_begins_in_its_own_order() -> None:
    by_rule, table = ranked(), ranked()
    by_rule.do("end_phase", player="A")
    table.correct({"/phase": "build"})
    for each in (by_rule, table):
        assert (each.snapshot()["order"], each.snapshot()["turn"]) == (["C", "A", "B"], "C")
    table.correct({"/phase": "rest"})
    assert (table.snapshot()["order"], table.snapshot()["turn"]) == (["A", "B", "C"], "A")
    table.undo()
    table.undo()
    table.do("end_turn", player="A")
    table.correct({"/phase": "rest"})  # in the same order it stays the turn of who has it
    assert (table.snapshot()["order"], table.snapshot()["turn"]) == (["A", "B", "C"], "B")
    table.correct({"/phase": "build", "/turn": "A"})
    assert (table.snapshot()["order"], table.snapshot()["turn"]) == (["C", "A", "B"], "A")


def test_by_the_fourth_rules_it_begins_clockwise() -> None:
    table = ranked(rules=4)
    table.correct({"/phase": "build"})
    assert (table.snapshot()["order"], table.snapshot()["turn"]) == (["A", "B", "C"], "A")


def test_an_auction_is_put_right() -> None:
    table = companion.new_table("own", ["A", "B", "C"], box="railways")
    table.do("auction", player="A", what="bo", least=10)
    auction = {
        **table.snapshot()["auction"],
        "price": 55,
        "leader": "C",
        "turn": "B",
        "bidders": ["B", "C"],
        "done": ["A"],
    }
    table.correct({"/auction": auction})
    table.do("pass_bid", player="B")
    assert table.snapshot()["players"][2]["slots"]["cash"] == 745
    table.do("auction", player="A", what="x", kind="sealed")
    table.correct({"/auction": None})
    assert table.snapshot()["auction"] is None


@pytest.mark.parametrize(("leader", "asked"), [("B", "C"), ("C", "A"), (None, "B")])
def test_after_who_is_said_to_lead_an_auction_the_next_one_is_asked(leader, asked) -> None:
    table = companion.new_table("own", ["A", "B", "C"], box="railways")
    table.do("auction", player="A", what="x", kind="open")
    table.do("bid", player="A", amount=5)
    table.correct({"/auction/leader": leader})
    assert (table.snapshot()["auction"]["leader"], table.snapshot()["auction"]["turn"]) == (leader, asked)
    assert {move["player"] for move in table.legal() if move["action"] == "bid"} == {asked}


def test_nobody_is_asked_to_outbid_himself() -> None:
    table = companion.new_table("own", ["A", "B", "C"], box="railways")
    table.do("auction", player="A", what="x", kind="open")
    table.correct({"/auction/turn": "B"})
    table.do("bid", player="B", amount=5)
    with pytest.raises(RuleError) as refusal:
        table.correct({"/auction/turn": "B"})
    assert refusal.value.code == "computed-value"
    table.correct({"/auction/turn": "A"})  # C has passed over, say: who leads is the same
    table.correct({"/auction/price": 6})
    assert table.snapshot()["auction"]["turn"] == "A"
    table.correct({"/auction/leader": "A", "/auction/bidders": ["A", "C"], "/auction/turn": "C"})
    table.do("pass_bid", player="C")
    assert table.snapshot()["players"][0]["slots"]["cash"] == 794


def test_by_the_fourth_rules_the_leader_could_be_asked() -> None:
    header = companion.new_table("own", ["A", "B", "C"], box="railways").header
    table = companion.table.Table(replace(header, rules=4))
    table.do("auction", player="A", what="x", kind="open")
    table.do("bid", player="A", amount=5)
    table.correct({"/auction/leader": "B"})
    assert table.snapshot()["auction"]["turn"] == "B"


def test_who_goes_home_is_passed_over() -> None:
    table = companion.new_table("own", ["A", "B", "C"], box="railways")
    table.do("leave", player="A")
    assert table.snapshot()["turn"] == "B"
    table.do("auction", player="B", what="bo", least=10)
    table.do("bid", player="B", amount=10)
    table.do("leave", player="C")
    assert table.snapshot()["auction"] is None
    table.do("end_turn", player="B")
    assert table.snapshot()["turn"] == "B"
    table.do("join", player="Dora", seat="C")
    table.do("end_turn", player="B")
    assert table.snapshot()["turn"] == "Dora"


@pytest.mark.parametrize("box", ["", *BOXES])
def test_demo_tables_go_on(box: str) -> None:
    table = demo_table("own", box="" if box == "railways" else box)
    assert not table.snapshot()["finished"]
    assert table.legal()
    assert table.snapshot()["title"] == table.game.title


@pytest.mark.timing
def test_a_tap_on_a_long_table_is_as_quick_as_on_a_new_one() -> None:
    tap = {"action": "press", "player": "A", "button": "From the bank", "amount": 5}
    new, long = (companion.new_table("own", ["A", "B", "C"]) for _ in range(2))
    for _ in range(1000):
        long.do(**tap)
    best = {id(new): 1.0, id(long): 1.0}
    for _ in range(500):  # by turns, so that whatever else the machine does is done to both
        for table in (new, long):
            twin = table.fork()
            start = time.process_time()
            twin.do(**tap)
            best[id(table)] = min(best[id(table)], time.process_time() - start)
    assert best[id(long)] < 1.2 * best[id(new)]
