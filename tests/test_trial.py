"""What if: a copy that cannot reach the table, and tells no secret."""

from pathlib import Path

import pytest

import companion
from companion import BANKER, RuleError
from companion.trial import Trial
from tests.evening.games import finished

ROOT = Path(companion.__file__).parent


@pytest.fixture
def open_table():
    return companion.new_table("good-brokers", players=["A", "B", "C"], options={"open_hands": True}, box="demo")


@pytest.fixture
def hidden():
    table = companion.new_table("good-brokers", players=["A", "B", "C"], box="demo")
    table.do("buy", player="A", shares={"ford": 2})
    return table


def test_nothing_reaches_the_table():
    table = finished("plutocracy").as_of(60)
    lines = list(table.lines())
    trial = Trial(table, BANKER)
    for _ in range(5):
        trial.do(BANKER, **trial.table.legal()[0])
    assert trial.table.revision == 65
    assert list(table.lines()) == lines


def test_it_knows_no_store(open_table):
    assert "companion.store" not in (ROOT / "trial.py").read_text("utf-8")
    assert not [value for value in vars(Trial(open_table, None)).values() if "Store" in type(value).__name__]


def test_undo_goes_back_to_where_trying_began(hidden):
    trial = Trial(hidden, "A")
    with pytest.raises(RuleError, match="Nothing has been tried"):
        trial.do("A", "undo")
    trial.do("A", "end_turn", player="A")
    trial.do("A", "undo")
    assert trial.table.snapshot("A")["active"] == "A"


def test_the_banker_tries_nothing_while_somebody_hides_something(hidden):
    with pytest.raises(RuleError, match="only they try"):
        Trial(hidden, BANKER)
    with pytest.raises(RuleError, match="only they try"):
        Trial(hidden, None)


def test_a_player_tries_the_own_moves_alone(hidden):
    trial = Trial(hidden, "A")
    with pytest.raises(RuleError, match="only your own moves"):
        trial.do("A", "correct", set={"/phase": "end"})
    with pytest.raises(RuleError):
        trial.do("A", "amend", entry=1, fields={"shares": {"ford": 1}})
    trial.do("A", "end_turn", player="A")
    with pytest.raises(RuleError):
        trial.do("A", "buy", player="B", shares={"ford": 1})


def test_no_trial_brings_hidden_hands_to_light():
    table = companion.new_table("good-brokers", players=["A", "B", "C"], box="demo")
    while True:
        moves = [move for player in table.players for move in table.legal(player)]
        move = next(m for name in ("play_card", "end_turn", "buy") for m in moves if m["action"] == name)
        twin = table.fork()
        twin.do(**move)
        if twin.snapshot()["finished"]:
            break
        table = twin
    actor = move["player"]
    trial = Trial(table, actor)
    with pytest.raises(RuleError, match="would tell what others hide"):
        trial.do(actor, **move)
    assert trial.table.revision == table.revision
