"""Greed, Incorporated: what the box knows, and what it is asked."""

import msgspec
import pytest

from companion.boxes import export_box, import_box, shipped
from companion.errors import RuleError
from companion.games.greed.box import GOODS
from companion.table import read
from tests.games.greed_tables import goods, investing, new, pass_bids, selling_status, started
from tests.refusals import refusal, refused

# Box data


def test_the_default_box_holds_only_what_is_known():
    box = shipped("companion.games.greed")["default"]
    assert box["trend"]["steps"] == [-3, -1, 0, 1, 2]
    assert set(box["goods"]) == set(GOODS) - {"houses", "cotton"}
    assert box["goods"]["land"]["known"] == {"0": 20}
    assert box["goods"]["sand"]["known"] == {"0": 25}
    assert (box["goods"]["coal"]["lowest"], box["goods"]["coal"]["highest"]) == (25, 80)
    assert "known" not in box["goods"]["coal"]
    assert set(box["assets"]) == {"20", "21", "25", "30", "36", "48"}
    assert "companies" not in box
    assert "cards" not in box["status"]["gold"]


def test_the_demo_box_is_complete_and_says_that_it_is_made_up():
    box = shipped("companion.games.greed")["demo"]
    assert "made up" in box["name"]
    assert len(box["assets"]) == 40
    assert len(box["companies"]) == 10
    for colour, least, most in (("gold", 8, 16), ("silver", 4, 9)):
        assert [*box["status"][colour]["cards"]] == [*"ABCDEFGHI"]
        assert all(least <= card["points"] <= most for card in box["status"][colour]["cards"].values())
    marks = [asset["removed"] for asset in box["assets"].values()]
    assert (marks.count("x3/x4"), marks.count("x4")) == (4, 4)
    assert new(5).snapshot()["needs"] == []
    assert import_box(export_box(box)) == box


# The form as the rules page shows it.
FORM = """
name = "Our box"
[trend]
steps = [-3, -1, 0, 1, 2]
[goods.steel]
track = [30, 35, 40, 45, 55, 65, 75]
start = 40
[goods.coal]
known = { "0" = 45, "2" = 60 }
lowest = 25
highest = 80
[companies.0]
name = "MadF"
trends = { sand = 1 }
[assets.36]
name = "Railroad tycoon"
inputs = { coal = 1, steel = 2 }
outputs = { railroads = 2 }
trends = { blah-blah = -1 }
removed = "x3/x4"
[status.gold]
start = 50
[status.gold.cards.A]
name = "…"
points = 8
trends = { land = 1 }
"""


def test_the_form_of_a_box_file(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text(FORM, encoding="utf-8")
    table = new(box=str(path))
    shown = table.snapshot()
    assert (shown["prices"]["steel"], shown["prices"]["coal"], shown["prices"]["land"]) == (40, 45, None)
    assert shown["status"] == {"gold": {"top": "A", "price": 50}, "silver": {"top": "A", "price": 30}}
    table.do("deal_company", player="Anna", company=0)
    assert table.snapshot()["companies"]["0"]["name"] == "MadF"
    assert 36 not in table.state.pool.numbers
    assert table.state.pool.size == 36
    table.correct({"/price_steps/steel": -2})
    assert table.snapshot()["prices"]["steel"] == 30


@pytest.mark.parametrize(
    "box",
    [
        {"goods": {"gold": {}}},
        {"goods": {"coal": {"track": [40, 30], "start": 40}}},
        {"goods": {"coal": {"track": [30, 40], "start": 35}}},
        {"goods": {"coal": {"known": {"0": 45, "2": 40}}}},
        {"goods": {"coal": {"known": {"0": 45, "two": 60}}}},
        {"goods": {"coal": {"known": {"0": 85}, "highest": 80}}},
        {"goods": {"coal": {"known": {"3": 70}, "top": 2}}},
        {"goods": {"coal": {"known": {"0": 45.5}}}},
        {"trend": {"steps": [-1, 1]}},
        {"companies": {"10": {}}},
        {"companies": {"0": {"trends": {"gold": 1}}}},
        {"assets": {"9": {}}},
        {"assets": {"20": {"inputs": {"coal": 1}, "kind": "primary"}}},
        {"assets": {"20": {"removed": "x5"}}},
        {"status": {"gold": {"cards": {"J": {}}}}},
        {"status": {"bronze": {}}},
        {"colour": "red"},
    ],
)
def test_a_box_that_no_component_can_print_is_refused(box):
    with pytest.raises(RuleError) as caught:
        new(box=box)
    assert caught.value.code == "bad-box"


def test_what_the_box_does_not_know_is_asked_where_it_matters():
    table = new(box="default")
    refused_move = refusal(table, "deal_company", player="Anna", company=0)
    assert (refused_move.code, refused_move.needs) == ("box-value-needed", ["/companies/0/trends"])
    assert {move["action"] for move in table.legal()} == {"box"}
    table.do("box", set={"/companies/0/trends": {"sand": 1}, "/companies/0/name": "MadF"})
    table.do("deal_company", player="Anna", company=0)
    assert table.snapshot()["trends"]["sand"] == 1
    assert table.snapshot()["companies"]["0"]["name"] == "MadF"
    assert table.legal()[0]["action"] == "box"  # the other companies' cards


def test_a_cube_goes_on_where_no_number_is_known_and_a_sale_asks_for_it():
    coal = {"known": {"0": 45, "2": 60}, "lowest": 25, "highest": 80}
    box = {**shipped("companion.games.greed")["demo"]}
    box["goods"] = {**box["goods"], "coal": coal}
    table = started(box=box)
    table.correct({"/trends/coal": 1})
    investing(table, 10, 11, 12)
    assert table.snapshot()["prices"]["coal"] is None
    assert table.snapshot()["price_steps"]["coal"] == 1
    assert table.snapshot()["needs"] == ["/goods/coal/known/1"]
    pass_bids(table)
    goods(table, 0, coal=1)
    table.do("end_trading")
    for action, fields in (("sell", {"company": 0, "goods": {"coal": 1}}), ("end_sales", {})):
        missing = refusal(table, action, **fields)
        assert (missing.code, missing.needs) == ("box-value-needed", ["/goods/coal/known/1"])
    assert [move["action"] for move in table.legal()] == ["store"]
    table.do("box", set={"/goods/coal/known/1": 52})
    assert table.snapshot()["prices"]["coal"] == 52
    assert table.snapshot()["needs"] == []
    table.do("sell", company=0, goods={"coal": 1})
    assert table.snapshot()["companies"]["0"]["new_income"] == 52


def test_a_cube_beyond_the_last_space_goes_back_to_it():
    box = {**shipped("companion.games.greed")["demo"], "goods": {"coal": {"known": {"0": 45}, "highest": 80}}}
    for values, step in (
        ({"/goods/coal/top": 3}, 3),
        ({"/goods/coal/known/4": 80}, 4),
        ({"/goods/coal/known/7": 79}, 7),
    ):
        table = new(box=box)
        table.correct({"/price_steps/coal": 7})
        table.do("box", set=values)
        assert table.snapshot()["price_steps"]["coal"] == step
    assert refused(new(box=box), "box", set={"/goods/coal/known/1": 40}) == "bad-box"


def test_the_arrows_of_an_unknown_card_travel_with_its_announcement():
    box = {**shipped("companion.games.greed")["demo"], "assets": {"36": {"trends": {"blah-blah": -1}}}}
    table = started(box=box)
    assert refusal(table, "announce", player="Anna", asset=25).needs == ["/assets/25/trends"]
    assert refused(table, "announce", player="Anna", asset=36, trends={"coal": 1}) == "trends-known"
    assert refused(table, "announce", player="Anna", asset=25, trends={"gold": 1}) == "unknown-good"
    assert refused(table, "announce", player="Anna", asset=25, trends={"coal": 10}) == "bad-trends"
    assert refused(table, "announce", player="Anna", asset=25, trends={"coal": True}) == "bad-field"
    table.do("announce", player="Anna", asset=25, trends={"coal": 2, "sand": 0})
    table.do("announce", player="Bruno", asset=36, trends={"blah-blah": -1})
    assert "25" not in table.state.box["assets"]  # it is face down
    table.do("announce", player="Carla", asset=26, trends={"coal": -1})
    assert table.state.box["assets"]["25"]["trends"] == {"coal": 2}
    assert table.snapshot()["trends"]["coal"] == 1
    table.do("bid", company=0, amount=10)
    pass_bids(table)
    assert refusal(table, "take_asset", company=0, asset=25).needs == ["/assets/25/inputs", "/assets/25/outputs"]
    assert [move["action"] for move in table.legal()] == ["decline_asset"]
    table.do("box", set={"/assets/25/inputs": {"land": 1}, "/assets/25/outputs": {"houses": 1}})
    table.do("take_asset", company=0, asset=25)


def test_an_unknown_trend_of_a_status_card_is_asked_when_it_is_sold():
    table = selling_status(Anna=60)
    box = {**table.state.box, "status": {"gold": {"cards": {"A": {"points": 8}}}}}
    table = read([msgspec.structs.replace(table.header, box=box).line(), *(entry.line() for entry in table.log)])
    assert table.snapshot()["needs"] == ["/status/gold/cards/A/trends"]
    table.do("raise_bid", player="Anna", amount=50)
    table.do("pass_auction", player="Bruno")
    assert refusal(table, "pass_auction", player="Carla").needs == ["/status/gold/cards/A/trends"]
    assert [move["action"] for move in table.legal()] == ["box"]
    table.do("box", set={"/status/gold/cards/A/trends": {"coal": 1}})
    table.do("pass_auction", player="Carla")
    assert table.snapshot()["players"][0]["status"] == [{"colour": "gold", "card": "A"}]


def test_unknown_points_keep_the_winner_open_not_the_game():
    box = {**shipped("companion.games.greed")["demo"], "status": {}}
    table = new(box=box)
    table.correct({"/players/0/status": [{"colour": "gold", "card": "B"}], "/phase": "end"})
    shown = table.snapshot()
    assert shown["finished"]
    assert (shown["players"][0]["points"], shown["winners"]) == (None, [])
    assert shown["needs"] == ["/status/gold/cards/B/points"]
    assert [move["action"] for move in table.legal()] == ["box"]
    table.do("box", set={"/status/gold/cards/B/points": 9})
    assert table.snapshot()["winners"] == ["Anna"]
    assert table.legal() == []
