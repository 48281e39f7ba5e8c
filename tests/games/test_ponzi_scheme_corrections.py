"""Ponzi Scheme: putting right what went wrong."""

import pytest

import companion
from companion.errors import RuleError
from tests import play
from tests.games.ponzi_scheme import bounds, card, invest, new, player, quiet_round, trading, wheel

# Corrections


def test_a_card_is_in_one_place():
    table = new()
    wheel(table, "Anna", v9=3)
    assert 9 not in table.snapshot()["market"]["row1"]
    table.correct({"/players/1/funds": [card(table, 9, 2)]})
    assert player(table, "Anna")["funds"] == []
    table.correct({"/players/1/funds": []})
    assert 9 in table.snapshot()["unseen"]
    with pytest.raises(RuleError):
        table.correct({"/players/1/funds": [card(table, 9, 2)], "/players/2/funds": [card(table, 9, 2)]})
    table.correct({"/discarded": [30, 31], "/removed": [9]})
    assert (table.snapshot()["discard"], table.snapshot()["deck"]) == (2, 72 - 9 - 2 - 1)
    table = new(advanced=True)
    table.correct({"/players/0/luxuries": [30, 78]})
    assert table.snapshot()["luxuries_left"] == [56, 96]
    table.correct({"/players/1/luxuries": [78]})
    assert player(table, "Anna")["luxuries"] == [30]
    table.correct({"/luxuries_left": [30, 56, 96]})
    assert player(table, "Anna")["luxuries"] == []


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/round", 0),
        ("/round", True),
        ("/phase", "rotate"),
        ("/phase", "final_cash"),
        ("/active", "Zoë"),
        ("/first_player", None),
        ("/market/row1", [9, 10, 81]),
        ("/market/row1", [9, 10]),
        ("/market/row1", [9, 10, 9]),
        ("/awaiting_reveal", 1),
        ("/deck", 5),
        ("/marker", 3),
        ("/turns", -1),
        ("/turns", 1.5),
        ("/crashed", 1),
        ("/supply/food", -1),
        ("/supply/oil", 1),
        ("/players/0/tiles", {"food": 1}),
        ("/players/0/tiles/food", 16),
        ("/players/0/tiles/food", -1),
        ("/players/0/due", [1, 0, 0, 0, 0, 0]),
        ("/players/0/cash", 1.5),
        ("/players/0/cash_min", 5),
        ("/players/0/funds", [{"value": 80, "interest": 1, "period": 3, "space": 1}]),
        ("/players/0/funds", [{"value": 80, "interest": 144, "period": 3, "space": 6}]),
        ("/players/0/funds", [{"value": 80, "interest": 144, "period": 3, "space": 0}]),
        ("/players/0/luxuries", [30]),
        ("/players", []),
        ("/removed", [80]),
        ("/offer", {"from": "Anna", "to": "Bruno", "industry": "food", "amount": 1}),
        ("/scores", {"Anna": 1}),
        ("/finished", True),
    ],
)
def test_what_no_component_shows_is_refused(pointer, value):
    table = new()
    before = table.state
    with pytest.raises(RuleError):
        table.correct({pointer: value})
    assert table.state == before


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/round", 4),
        ("/phase", "trade"),
        ("/phase", "marker"),
        ("/phase", "end"),
        ("/active", "Carla"),
        ("/first_player", "Bruno"),
        ("/crashed", True),
        ("/turns", 7),
        ("/supply/food", 3),
        ("/players/0/tiles", {"transport": 1, "food": 2, "media": 3, "real-estate": 4}),
        ("/players/0/cash", 77),
        ("/players/0/cash", -5),
        ("/discarded", [20, 21]),
        ("/removed", [9, 17]),
        ("/market/row3", [15, 16, 80]),
    ],
)
def test_what_can_be_put_right(pointer, value):
    table = new()
    table.correct({pointer: value})
    assert companion.pointers.get(table.snapshot("Anna"), pointer) == value
    play.replay_is_equal(table)


def test_bounds_after_a_correction_of_cash():
    table = new()
    table.correct({"/players/0/cash": 5000})
    assert bounds(table, "Anna") == (0, 32040)  # the size of it, no more
    table.correct({"/players/1/cash": 50, "/players/1/cash_min": 40, "/players/1/cash_max": 60})
    assert bounds(table, "Bruno") == (40, 60)
    with pytest.raises(RuleError):
        table.correct({"/players/1/cash": 70, "/players/1/cash_max": 65})
    table.correct({"/players/2/cash": -5})
    assert bounds(table, "Carla") == (-3204, 3204)


def test_a_correction_can_open_and_close_an_offer_and_end_and_reopen_the_game():
    table = trading()
    table.correct({"/offer": {"from": "Carla", "to": "Anna", "industry": "media", "amount": 0}, "/active": "Anna"})
    table.do("accept", player="Anna")
    assert table.snapshot()["active"] == "Anna"
    table.undo()
    table.correct({"/players/0/tiles/media": 0})  # nothing left to sell: the offer is void
    assert (table.snapshot()["offer"], table.snapshot()["active"]) == (None, "Carla")
    table.correct({"/players/1/bankrupt": True})
    assert table.snapshot()["finished"]
    table.correct({"/players/1/bankrupt": False, "/phase": "trade", "/active": "Anna"})
    table.do("pass", player="Anna")
    assert table.snapshot()["phase"] == "marker"


def test_hidden_end_and_told_cash_can_be_put_right():
    table = new(cash="hidden")
    table.correct({"/players/1/cash_max": 90, "/players/2/cash_max": 90})
    wheel(table, "Anna", v80=1)
    quiet_round(table)
    table.do("bankrupt", player="Anna")
    table.do("final_cash", player="Bruno", amount=60)
    table.correct({"/players/1/final_cash": 80})
    assert bounds(table, "Bruno") == (80, 80)
    table.do("final_cash", player="Carla", amount=90)
    assert table.snapshot()["scores"] == {"Bruno": 3, "Carla": 3}
    table.correct({"/players/2/final_cash": None})
    assert (table.snapshot()["finished"], table.snapshot()["phase"]) == (False, "final_cash")
    table.correct({"/players/2/final_cash": 96})
    assert table.snapshot()["winners"] == ["Carla"]


def test_amending_an_old_offer():
    table = trading()
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=15)
    offered = table.revision
    table.do("accept", player="Anna")
    table.amend(offered, {"amount": 12})
    assert (player(table, "Anna", "Anna")["cash"], player(table, "Bruno", "Bruno")["cash"]) == (62, 8)
    with pytest.raises(RuleError) as caught:
        table.amend(offered, {"amount": 21})
    assert caught.value.code == "not-enough-cash"


def test_what_an_amendment_leaves_no_card_for_brings_neither_tile_nor_money():
    table = new()
    invest(table, "food", 9)
    invest(table, "media", 10)
    table.amend(1, {"fund": 10}, force=True)
    snapshot = table.snapshot("Bruno")
    assert snapshot["players"][1]["tiles"]["media"] == 0
    assert snapshot["supply"]["media"] == 15
    assert snapshot["players"][1]["cash"] == 0
    play.replay_is_equal(table)


def test_interest_that_an_amendment_leaves_unpaid_is_not_demanded_later():
    """Anna could not have paid, but played on: her card goes round again, and `due` is what will be due."""
    table = new()
    invest(table, "food", 11)
    for _ in range(4):
        quiet_round(table)
    table.correct({"/players/0/cash": 20})
    counted = table.revision
    quiet_round(table)
    assert player(table, "Anna", "Anna")["cash"] == 10
    table.do("pass", player=table.snapshot()["active"])
    table.amend(counted, {"set": {"/players/0/cash": 5}}, force=True)
    anna = player(table, "Anna", "Anna")
    assert (anna["cash"], anna["bankrupt"], anna["due"]) == (5, False, [0, 0, 0, 0, 10, 0])
    assert anna["funds"] == [card(table, 11, 5)]
    table.correct({"/players/1/cash": 3})
    assert player(table, "Anna", "Anna") == anna
    quiet_round(table)
    anna = player(table, "Anna", "Anna")
    assert (anna["cash"], anna["bankrupt"], anna["due"]) == (5, False, [0, 0, 0, 10, 0, 0])
    play.replay_is_equal(table)
