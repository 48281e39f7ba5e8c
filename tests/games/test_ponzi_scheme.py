"""Ponzi Scheme: the box, the setup and the worked examples of the rules page."""

import copy

import pytest

import companion
from companion.boxes import export_box, import_box, shipped
from companion.errors import RuleError
from companion.games.ponzi_scheme.box import DOUBTS
from tests.games.ponzi_scheme import (
    INDUSTRIES,
    bounds,
    crash,
    discard,
    end_game,
    example_7,
    hold,
    market,
    new,
    own,
    player,
    quiet_round,
    reveal,
    to_marker,
    wheel,
)
from tests.refusals import refusal, refused

# Box data and setup


def test_setup():
    snapshot = new().snapshot()
    assert (snapshot["round"], snapshot["phase"], snapshot["active"]) == (1, "invest", "Anna")
    assert snapshot["market"] == {"row1": [9, 10, 11], "row2": [12, 13, 14], "row3": [15, 16, 17]}
    assert (snapshot["deck"], snapshot["discard"], snapshot["awaiting_reveal"]) == (63, 0, 0)
    assert snapshot["supply"] == dict.fromkeys(INDUSTRIES, 15)
    assert (snapshot["turns"], snapshot["marker"], snapshot["crashed"]) == (0, 0, False)
    assert (snapshot["offer"], snapshot["scores"], snapshot["winners"]) == (None, {}, [])
    assert snapshot["luxuries_left"] == []
    assert new(advanced=True).snapshot()["luxuries_left"] == [30, 56, 78, 96]
    for shown in snapshot["players"]:
        assert shown["tiles"] == dict.fromkeys(INDUSTRIES, 0)
        assert (shown["funds"], shown["due"], shown["due_if_crash"]) == ([], [0] * 6, 0)
        assert (shown["cash_min"], shown["cash_max"], shown["bankrupt"]) == (0, 0, False)


def test_72_cards():
    funds = new().header.box["funds"]
    assert [int(value) for value in funds] == list(range(9, 81))
    kinds = [fund["kind"] for fund in funds.values()]
    assert [kinds.count(kind) for kind in ("starting", "ordinary", "bear")] == [9, 47, 16]
    printed = {value: (funds[str(value)]["period"], funds[str(value)]["interest"]) for value in (9, 16, 33, 52, 63, 66)}
    assert printed == {9: (5, 8), 16: (4, 13), 33: (5, 57), 52: (4, 97), 63: (4, 146), 66: (3, 116)}
    assert funds["80"] == {"period": 3, "interest": 144, "kind": "bear"}


def test_boxes():
    boxes = shipped("companion.games.ponzi_scheme")
    assert set(boxes) == {"default", "demo", "twelve-tiles", "eighteen-bears"}
    assert new(box="twelve-tiles").snapshot()["supply"] == dict.fromkeys(INDUSTRIES, 12)
    assert new(box=import_box(export_box(boxes["default"]))).state == new().state
    for pointer in DOUBTS:
        new().do("box", set={pointer: companion.pointers.get(boxes["default"], pointer)})


@pytest.mark.parametrize("part", ["funds", "luxuries", "wealth"])
@pytest.mark.parametrize(("number", "fits"), [(10**12, True), (10**12 + 1, False)])
def test_the_numbers_of_cards_are_bounded_like_amounts(part, number, fits):
    box = copy.deepcopy(shipped("companion.games.ponzi_scheme")["default"])
    box[part][str(number)] = {"period": 5, "interest": 8, "kind": "ordinary"} if part == "funds" else 5
    if not fits:
        with pytest.raises(RuleError) as refusal:
            new(box=box)
        assert refusal.value.code == "bad-box"
        return
    table = new(box=box, advanced=True)
    table.do("invest", player="Anna", industry="food", fund=9)
    moves = table.legal()
    assert (part == "funds") == any(move["funds"] == [number] for move in moves)
    for move in moves:
        table.fork().do(**move)


def test_nobody_holds_more_than_a_table_counts():
    box = copy.deepcopy(shipped("companion.games.ponzi_scheme")["default"])
    box["funds"][str(10**12)] = {"period": 5, "interest": 8, "kind": "ordinary"}
    assert new(box=box, cash="hidden").state.bounds.unknown == 10**12


def test_the_other_printing_has_two_bears_more():
    box = shipped("companion.games.ponzi_scheme")["eighteen-bears"]
    kinds = {value: fund["kind"] for value, fund in box["funds"].items()}
    assert [list(kinds.values()).count(kind) for kind in ("starting", "ordinary", "bear")] == [9, 45, 18]
    assert {kinds["63"], kinds["64"]} == {"bear"}
    assert "other printing" in box["name"]
    default = shipped("companion.games.ponzi_scheme")["default"]
    assert {**box["funds"]["63"], "kind": "ordinary"} == default["funds"]["63"]


@pytest.mark.parametrize(("box", "crashes"), [("default", False), ("eighteen-bears", True)])
def test_the_two_more_bears_count_for_a_crash(box, crashes):
    table = new(box=box)
    market(table, 9, 10, 11, 12, 13, 14, 63, 64, 80)
    for name in ("Anna", "Bruno", "Carla"):
        table.do("pass", player=name)
    table.do("discard_fund", player="Bruno", fund=14)
    reveal(table, 40)
    crashed = any(event.kind == "crashed" for event in table.state.events)
    assert crashed == crashes
    assert (table.snapshot()["phase"] == "crash") == crashes


def test_the_other_interest_of_52_can_be_typed_in():
    table = new()
    table.do("box", set={"/funds/52/interest": 98, "/funds/63/kind": "bear"})
    wheel(table, "Anna", v52=1)
    assert player(table, "Anna")["due"][0] == 98
    assert refused(table, "box", set={"/funds/81/interest": 98}) == "bad-box"
    assert refused(table, "box", set={"/funds/52/period": 6}) == "bad-box"
    assert refused(table, "box", set={"/funds/9/kind": "bear"}) == "bad-box"
    own(table, "Anna", food=3)
    assert refused(table, "box", set={"/industries/food/tiles": 2}) == "bad-box"
    table.do("box", set={"/industries/food/tiles": 12})
    assert table.snapshot()["supply"]["food"] == 9


def test_options():
    assert new(first_player="Carla").snapshot()["active"] == "Carla"
    for wrong in (
        {"first_player": "Zoë"},
        {"cash": "open"},
        {"most_by_investing": 5},
        {"advanced": 1},
        {"zero": True},
    ):
        with pytest.raises(RuleError):
            new(**wrong)
    with pytest.raises(RuleError):
        new(2)
    with pytest.raises(RuleError):
        companion.new_table("ponzi-scheme", players=list("ABCDEF"))


# Worked examples


def test_example_1_a_crash_turns_the_wheels_by_two():
    table = new()
    wheel(table, "Anna", v80=1, v25=2, v9=3)
    shown = player(table, "Anna")
    assert (shown["due"], shown["due_if_crash"]) == ([144, 27, 8, 144, 0, 27], 171)
    hold(table, "Anna", 200)
    to_marker(table)
    market(table, 20, 21, 22, 23, 24, 26, 65, 66, 67)
    discard(table, 20)
    assert table.snapshot()["crashed"] is True
    reveal(table)
    snapshot = table.snapshot("Anna")
    assert (snapshot["round"], snapshot["turns"], snapshot["marker"], snapshot["crashed"]) == (2, 2, 4, False)
    assert snapshot["players"][0]["cash"] == 200 - 171
    assert {fund["value"]: fund["space"] for fund in snapshot["players"][0]["funds"]} == {80: 3, 25: 4, 9: 1}


def test_example_2_rows_by_tiles_owned():
    table = new()
    own(table, "Anna", transport=2, real_estate=1)
    assert refused(table, "invest", player="Anna", industry="transport", fund=14) == "wrong-row"
    table.do("invest", player="Anna", industry="transport", fund=17)
    reveal(table)
    quiet_round(table)
    assert table.snapshot()["active"] == "Bruno"
    table.do("pass", player="Bruno")
    table.do("pass", player="Carla")
    row1, row2, row3 = table.snapshot()["market"].values()
    error = refusal(table, "invest", player="Anna", industry="transport", fund=row3[0])
    assert error.code == "too-many-tiles"
    assert all(word in error.message for word in ("Anna", "3"))
    assert refused(table, "invest", player="Anna", industry="real-estate", fund=row1[0]) == "wrong-row"
    table.do("invest", player="Anna", industry="real-estate", fund=row2[0])
    assert player(table, "Anna")["tiles"] == {"transport": 3, "food": 0, "media": 0, "real-estate": 2}


def test_example_3_score_and_tie():
    table = new()
    wheel(table, "Bruno", v62=3)
    wheel(table, "Carla", v45=3)
    for name in ("Bruno", "Carla"):
        own(table, name, transport=3, media=2, real_estate=1)
    end_game(table, Bruno=160, Carla=160)
    snapshot = table.snapshot()
    assert snapshot["scores"] == {"Bruno": 14, "Carla": 14}
    assert snapshot["winners"] == ["Bruno"]
    assert (snapshot["finished"], snapshot["phase"], snapshot["active"]) == (True, "end", None)


def test_example_4_discard_of_what_one_owns_most_of():
    table = new()
    own(table, "Bruno", transport=1, real_estate=2, media=2)
    crash(table)
    assert (table.snapshot()["phase"], table.snapshot()["active"]) == ("crash", "Bruno")
    assert refused(table, "discard_tile", player="Bruno", industry="transport") == "not-the-most"
    assert {move["industry"] for move in table.legal()} == {"real-estate", "media"}
    table.do("discard_tile", player="Bruno", industry="media")
    assert player(table, "Bruno")["tiles"]["media"] == 1
    assert table.snapshot()["supply"]["media"] == 14
    assert table.snapshot()["round"] == 2  # nobody else owns a tile


@pytest.mark.parametrize(("bears", "crashes"), [(4, True), (3, False)])
def test_example_5_as_many_bears_as_players(bears, crashes):
    table = new(4)
    own(table, "Anna", food=1)
    to_marker(table)
    market(table, *range(30, 39 - bears + 1), *range(65, 65 + bears - 1))
    table.do("discard_fund", player="Bruno", fund=30)
    assert table.snapshot()["crashed"] is False
    table.do("reveal", funds=[80])
    assert table.snapshot()["crashed"] is crashes
    if crashes:
        snapshot = table.snapshot()
        assert (snapshot["awaiting_reveal"], snapshot["bears_in_market"], snapshot["discard"]) == (4, 0, 0)
        assert 80 in snapshot["unseen"]
        assert 30 in snapshot["unseen"]
        reveal(table)
        table.do("discard_tile", player="Anna", industry="food")
    assert table.snapshot()["turns"] == (2 if crashes else 1)


@pytest.mark.parametrize(("money", "points"), [(29, 0), (30, 1), (55, 1), (56, 2), (77, 2), (78, 3), (95, 3), (96, 4)])
def test_example_6_money_bands(money, points):
    table = new()
    end_game(table, Bruno=money, Carla=0)
    assert table.snapshot()["scores"] == {"Bruno": points, "Carla": 0}


def test_example_7_a_counter():
    table = new()
    example_7(table, amount=10)
    assert player(table, "Anna", "Anna")["cash"] == 44
    assert player(table, "Bruno", "Bruno")["cash"] == 40
    assert (bounds(table, "Anna"), bounds(table, "Bruno")) == ((34, 68), (16, 50))
    assert player(table, "Anna")["tiles"]["food"] == 0
    assert player(table, "Bruno")["tiles"]["food"] == 3


def test_example_7_with_hidden_cash():
    table = new(cash="hidden")
    example_7(table)
    assert (bounds(table, "Anna"), bounds(table, "Bruno")) == ((34, 68), (16, 50))
    assert table.slots() == {"bank": -84, "players": 84}


def test_example_7_a_sale():
    table = new(zero_offers=False)
    example_7(table, counter=False, amount=10)
    assert (bounds(table, "Anna"), bounds(table, "Bruno")) == ((0, 33), (51, 84))
    assert player(table, "Anna")["tiles"]["food"] == 2


def test_example_8_space_turns_and_marker():
    table = new()
    table.do("invest", player="Anna", industry="media", fund=11)
    shown = player(table, "Anna")
    assert shown["funds"] == [{"value": 11, "interest": 10, "period": 5, "space": 5}]
    assert (table.snapshot()["turns"], table.snapshot()["marker"]) == (0, 0)
    reveal(table)
    quiet_round(table)
    assert player(table, "Anna")["funds"][0]["space"] == 4
    assert (table.snapshot()["turns"], table.snapshot()["marker"]) == (1, 5)
    assert player(table, "Anna")["due"] == [0, 0, 0, 10, 0, 0]
