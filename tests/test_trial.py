"""What if: a copy that cannot reach the table, and tells no secret."""

import tomllib
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


def purses(**more):
    """One of the group's own games: cash is hidden, and a tenth of it falls due at the end of each round."""
    with (Path(__file__).parent / "games" / "boxes" / "purses.toml").open("rb") as file:
        return companion.new_table("own", players=["A", "B", "C"], box={**tomllib.load(file), **more})


@pytest.mark.parametrize("cash", [199, 57, -20])
def test_no_end_of_a_round_is_tried_that_hidden_money_decides(cash):
    """There is one phase, so the phase does not change; in the third case somebody could not pay."""
    table = purses(round={"turns": "none"})
    table.correct({"/players/0/slots/cash": cash}, by="A")
    trial = Trial(table, "B")
    with pytest.raises(RuleError) as refusal:
        trial.do("B", "end_phase", player="B")
    assert refusal.value.code == "trial-tells-end"
    assert not trial.table.records("dues", "B")


def test_what_hidden_money_does_not_decide_can_be_tried():
    table = purses()
    table.do("buy", player="A", good="gem", count=1)
    trial = Trial(table, "A")
    trial.do("A", "press", player="A", button="Hide", amount=20)
    trial.do("A", "end_turn", player="A")  # Guard: of her own stash
    assert trial.table.snapshot("A")["players"][0]["slots"]["stash"] == 18
    due = {"name": "Rent", "pay": 3, "from": "bank", "to": "pot"}
    Trial(purses(due=[due]), "A").do("A", "end_phase", player="A")


def test_no_button_is_tried_that_takes_what_another_one_hides():
    fine = {"name": "Fine", "who": "any", "ask": ["player", "amount"]}
    table = purses(button=[{**fine, "do": [{"pay": "amount", "from": "player.cash", "to": "cash"}]}])
    for amount in (200, 221):
        with pytest.raises(RuleError) as refusal:
            Trial(table, "B").do("B", "press", player="B", button="Fine", other="A", amount=amount)
        assert refusal.value.code == "own-seat-only"


def test_a_field_of_an_action_may_be_called_as_anything(open_table):
    trial = Trial(open_table, "A")
    trial.do("A", "leave", player="B")
    entry = trial.do("A", "join", player="Zoë", seat="B")
    assert entry.fields == {"player": "Zoë", "seat": "B"}
    assert trial.table.players == ["A", "Zoë", "C"]
