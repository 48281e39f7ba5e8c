"""Greed, Incorporated: trades that one CEO proposes and the other answers."""

import random
from pathlib import Path

import pytest

import companion
from companion import seats
from companion.table import BANKER
from tests.games.greed_tables import goods, trading
from tests.refusals import refused

SAVES = Path(__file__).parents[1] / "saves"
TERMS = {"company": 0, "other": 1, "gives": {"cash": 30}, "gets": {"goods": {"sand": 2}}}
ANSWER = {"company": 1, "other": 0, "gives": {"goods": {"sand": 2}}, "gets": {"cash": 30}}


@pytest.fixture
def table():
    """Year 1, trade: Anna leads company 0, Bruno company 1 with 2 sand, Carla company 2."""
    table = trading()
    goods(table, 1, sand=2)
    return table


def proposed(table):
    return [each["entry"] for each in table.snapshot()["proposals"]]


def test_a_proposal_moves_nothing_and_is_public(table):
    before = table.snapshot()
    entry = table.do("propose", by="Anna", **TERMS)
    shown = table.snapshot()
    assert shown.pop("proposals") == [
        {
            "entry": entry.n,
            "by": "Anna",
            "company": 0,
            "other": 1,
            "gives": {"cash": 30, "goods": {}},
            "gets": {"cash": 0, "goods": {"sand": 2}},
            "process": [],
        }
    ]
    before.pop("proposals")
    assert shown == before
    assert table.history(last=1)[0].line.text() == "Anna proposes: MadF gives 30 to SoShitty Generale and gets 2 Sand"


@pytest.mark.parametrize("answer", [TERMS, ANSWER])
def test_the_trade_of_the_same_content_answers_it(table, answer):
    table.do("propose", by="Anna", **TERMS)
    table.do("trade", by="Bruno", **answer)
    assert proposed(table) == []
    boards = table.snapshot()["companies"]
    assert (boards["0"]["free_cash"], boards["0"]["goods"]["sand"], boards["1"]["new_income"]) == (70, 2, 30)
    table.undo()
    assert len(proposed(table)) == 1


def test_a_trade_of_another_content_answers_nothing(table):
    table.do("propose", by="Anna", **TERMS)
    table.do("trade", by="Bruno", **{**ANSWER, "gets": {"cash": 29}})
    assert len(proposed(table)) == 1


def test_either_side_drops_it_and_the_history_says_who(table):
    first = table.do("propose", by="Anna", **TERMS)
    table.do("drop", by="Bruno", entry=first.n)
    assert table.history(last=1)[0].line.text().startswith("Bruno declines what Anna proposed: MadF gives 30")
    assert proposed(table) == []
    table.undo()
    assert proposed(table) == [first.n]
    table.do("drop", by="Anna", entry=first.n)
    assert table.history(last=1)[0].line.text().startswith("Anna takes back the proposal: MadF gives 30")
    assert refused(table, "drop", entry=first.n) == "no-such-proposal"


def test_who_may_propose_and_who_may_answer(table):
    assert not seats.may(table, "Bruno", "propose", TERMS)
    assert not seats.may(table, "Bruno", "trade", TERMS)
    entry = table.do("propose", by="Anna", **TERMS)
    for seat, may in (("Anna", True), ("Bruno", True), ("Carla", False), (BANKER, True), (None, False)):
        assert seats.may(table, seat, "drop", {"entry": entry.n}) is may
    assert seats.may(table, "Bruno", "trade", TERMS)
    assert not seats.may(table, "Bruno", "trade", {**TERMS, "gives": {"cash": 31}})
    assert not seats.may(table, "Carla", "trade", TERMS)


def test_what_cannot_be_a_trade_cannot_be_proposed(table):
    for code, changed in (
        ("same-company", {"other": 0}),
        ("unknown-company", {"other": 7}),
        ("no-gifts", {"gets": {}}),
        ("bad-amount", {"gives": {"cash": -5}}),
        ("unknown-good", {"gives": {"goods": {"gold": 1}}}),
        ("not-owned", {"process": [36]}),
        ("bad-field", {"gives": {"cash": True}}),
    ):
        assert refused(table, "propose", **{**TERMS, **changed}) == code
    table.do("propose", **TERMS)
    assert refused(table, "propose", **TERMS) == "already-proposed"
    table.do("end_trading")
    assert refused(table, "propose", **TERMS) == "wrong-phase"


def test_proposals_end_with_the_trade_phase(table):
    entry = table.do("propose", by="Anna", **TERMS)
    table.do("end_trading")
    assert proposed(table) == []
    assert refused(table, "drop", entry=entry.n) == "wrong-phase"
    table.undo()
    assert proposed(table) == [entry.n]


def test_a_new_ceo_has_proposed_nothing(table):
    table.do("propose", by="Anna", **TERMS)
    table.correct({"/companies/0/positions": ["Carla", "Anna", None, None, None, None]})
    assert proposed(table) == []


def test_the_moves_that_are_listed_answer_proposals_and_games_end():
    table = trading()
    goods(table, 1, sand=2)
    table.do("propose", by="Anna", **TERMS)
    listed = table.legal()
    assert {"action": "drop", "entry": table.revision} in listed
    assert {"propose", "trade", "drop"} <= {move["action"] for move in listed}
    chance = random.Random(5)
    while table.snapshot()["phase"] == "trade":
        table.do(**chance.choice(table.legal()))
    assert proposed(table) == []


def test_a_note_is_a_note(table):
    table.do("note", text="⇄ 0 MadF: 30 ⇄ 1: 2 sand", by="Anna")
    assert proposed(table) == []


def test_notes_of_a_table_of_the_first_rules_are_proposals_still():
    table = companion.load(SAVES / "greed_begun_with_the_first_rules.jsonl")
    assert [(each["by"], each["company"], each["other"]) for each in table.snapshot()["proposals"]] == [
        ("Anna", 0, 1),
        ("Carla", 2, 1),
    ]
    table.do("trade", by="Bruno", company=1, other=2, gives={"cash": 5}, gets={"cash": 10})
    assert [each["by"] for each in table.snapshot()["proposals"]] == ["Anna"]
    table.do("note", text=f"⇄ ✗ {proposed(table)[0]}", by="Bruno")
    assert proposed(table) == []
