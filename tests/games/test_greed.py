"""Greed, Incorporated, from the setup to the trades of a year. Sections are those of the rules page."""

import pytest

import companion
from companion.boxes import shipped
from tests.games.greed_tables import (
    NO_GOODS,
    announce_all,
    board,
    derived,
    goods,
    investing,
    new,
    own,
    pass_bids,
    positions,
    started,
    trading,
)
from tests.refusals import refusal, refused

# Setup


def test_companies_are_dealt_in_any_order_and_the_lowest_takes_the_green_dollar():
    table = new()
    shown = table.snapshot()
    assert (shown["phase"], shown["year"], shown["years"], shown["green_dollar"]) == ("setup", 0, 12, None)
    table.do("deal_company", player="Carla", company=4)
    assert refused(table, "deal_company", player="Carla", company=1) == "already-dealt"
    assert refused(table, "deal_company", player="Anna", company=4) == "company-taken"
    assert refused(table, "deal_company", player="Anna", company=5) == "unknown-company"
    assert refused(table, "deal_company", player="Zeno", company=0) == "unknown-player"
    assert refused(table, "announce", player="Anna", asset=10) == "wrong-phase"
    table.do("deal_company", player="Anna", company=3)
    table.do("deal_company", player="Bruno", company=1)
    shown = table.snapshot()
    assert (shown["phase"], shown["year"], shown["green_dollar"]) == ("announce", 1, "Bruno")
    assert list(shown["companies"]) == ["1", "3", "4"]
    assert shown["companies"]["4"]["positions"] == positions("Carla")
    assert (shown["companies"]["4"]["free_cash"], shown["companies"]["4"]["last_income"]) == (100, 0)
    assert shown["trends"] == {**NO_GOODS, "loans": 1, "cotton": 1, "land": 1}
    assert [player["cash"] for player in shown["players"]] == [0, 0, 0]
    assert set(shown["prices"].values()) == {20, 25, 45, 40, 80, 60, 90, 35}


@pytest.mark.parametrize(("players", "years"), [(3, 12), (4, 8), (5, 8)])
def test_years_by_players(players, years):
    assert new(players).snapshot()["years"] == years
    assert new(players, years=2).snapshot()["years"] == 2


# Phase 1: announcements


def test_announcements_are_secret_until_all_are_in():
    table = started()
    table.do("announce", player="Bruno", asset=21)
    assert table.snapshot()["announced"] == ["Bruno"]
    assert table.snapshot()["active"] == {"players": ["Anna", "Carla"], "companies": []}
    assert refused(table, "announce", player="Bruno", asset=22) == "already-announced"
    table.do("announce", player="Anna", asset=12)
    table.do("announce", player="Carla", asset=11)
    shown = table.snapshot()
    assert shown["phase"] == "invest"
    assert shown["available_assets"] == [
        {"number": 12, "token": "Anna", "since": 1},
        {"number": 21, "token": "Bruno", "since": 1},
        {"number": 11, "token": "Carla", "since": 1},
    ]


def test_an_asset_is_announced_once_and_only_if_it_is_in_the_game():
    table = started(4)
    assert refused(table, "announce", player="Anna", asset=9) == "unknown-asset"
    assert refused(table, "announce", player="Anna", asset=50) == "unknown-asset"
    assert refused(table, "announce", player="Anna", asset=16) == "not-in-game"  # x3/x4
    assert refused(table, "announce", player="Anna", asset=15) == "not-in-game"  # x4
    table.do("announce", player="Anna", asset=10)
    table.do("announce", player="Bruno", asset=10)  # that it lies there already is no business of Bruno's
    three = started(3)
    assert refused(three, "announce", player="Anna", asset=16) == "not-in-game"
    three.do("announce", player="Anna", asset=15)
    five = started(5)
    five.do("announce", player="Anna", asset=16)


def test_a_card_that_two_announce_comes_to_light_with_the_others():
    table = started(4)
    for player, asset in (("Anna", 10), ("Bruno", 12), ("Carla", 10), ("Dario", 11)):
        table.do("announce", player=player, asset=asset)
    shown = table.snapshot()
    assert (shown["phase"], shown["announced"]) == ("announce", ["Bruno", "Dario"])
    assert shown["active"]["players"] == ["Anna", "Carla"]
    assert derived(table) == [
        "Announced twice or before, so announce again: Anna 10 Small land owner, Carla 10 Small land owner"
    ]
    table.do("announce", player="Anna", asset=10)
    table.do("announce", player="Carla", asset=13)
    assert [offer["number"] for offer in table.snapshot()["available_assets"]] == [10, 12, 13, 11]
    assert refused(table, "announce", player="Anna", asset=10) == "wrong-phase"


def test_example_1_arrows_are_added_up_before_they_move():
    table = started()
    table.correct({"/trends/blah-blah": -3})
    announce_all(table, 21, 36, 20)
    assert table.snapshot()["trends"]["blah-blah"] == -1
    assert table.snapshot()["trends"]["railroads"] == 1
    assert "Trends: Blah-blah +1: −3 → −1, Railroads +1: N → +1" in derived(table)


def test_example_2_a_trend_moves_by_spaces():
    table = started()
    table.correct({"/trends/microchips": 1})
    announce_all(table, 27, 36, 20)
    assert table.snapshot()["trends"]["microchips"] == -1


def test_unsold_assets_of_earlier_years_do_not_move_trends_again():
    table = trading()
    table.do("end_trading")
    table.do("end_sales")
    assert table.snapshot()["year"] == 2
    before = table.snapshot()["trends"]
    announce_all(table, 27, 36, 20)  # microchips −2, blah-blah −1, railroads +1
    moved = {good: trend for good, trend in table.snapshot()["trends"].items() if trend != before[good]}
    assert set(moved) == {"microchips", "blah-blah", "railroads"}
    assert [offer["since"] for offer in table.snapshot()["available_assets"]] == [1, 1, 1, 2, 2, 2]


# Phase 2: market


def test_example_3_the_market_moves_by_the_trend_and_stops_at_the_ends():
    box = {**shipped("companion.games.greed")["demo"]}
    partly = {"known": {"0": 45, "2": 60, "4": 80}, "lowest": 25, "highest": 80}
    for coal in ({"track": [25, 35, 45, 52, 60, 70, 80], "start": 45}, partly):
        box["goods"] = {**box["goods"], "coal": coal}
        table = started(box=box)
        table.correct({"/trends/coal": 2})
        investing(table, 10, 12, 14)
        assert table.snapshot()["prices"]["coal"] == 60
        table = started(box=box)
        table.correct({"/trends/coal": 1, "/prices/coal": 80})
        investing(table, 10, 12, 14)
        assert table.snapshot()["prices"]["coal"] == 80


# Phase 3: investments


def test_bids_are_secret_until_all_have_bid_or_passed():
    table = investing(started(), 10, 11, 12)
    assert table.snapshot()["active"] == {"players": ["Anna", "Bruno", "Carla"], "companies": [2, 1, 0]}
    table.do("bid", company=1, amount=30)
    table.do("pass_bid", company=0)
    assert table.snapshot()["bids"] == {"0": True, "1": True}
    assert table.snapshot("Bruno")["bids"] == {"0": True, "1": 30}
    assert table.snapshot("Anna")["bids"] == {"0": None, "1": True}
    assert table.snapshot(companion.BANKER)["bids"] == {"0": True, "1": True}
    table.do("bid", company=2, amount=40)
    assert table.snapshot()["bids"] == {"0": None, "1": 30, "2": 40}
    assert table.snapshot()["taking"] == [2, 1]
    assert table.snapshot()["active"] == {"players": ["Carla"], "companies": [2]}
    table.do("take_asset", company=2, asset=10)
    table.do("decline_asset", company=1)
    shown = table.snapshot()
    assert (shown["phase"], shown["bids"], shown["taking"]) == ("trade", {}, [])
    assert shown["companies"]["1"]["free_cash"] == 100
    assert shown["companies"]["2"]["free_cash"] == 60
    assert shown["companies"]["2"]["positions"] == positions("Carla", "Anna")
    assert [offer["number"] for offer in shown["available_assets"]] == [11, 12]


def test_what_may_be_bid():
    table = investing(started(), 10, 11, 12)
    assert refused(table, "bid", company=0, amount=9) == "bid-too-low"
    assert refused(table, "bid", company=0, amount=101) == "not-enough-cash"
    assert refused(table, "bid", company=3, amount=10) == "unknown-company"
    assert refused(table, "bid", company=0, amount=10.0) == "bad-field"
    assert refused(table, "bid", company=0, amount=True) == "bad-field"
    assert refused(table, "bid", company=0, amount=-10) == "bid-too-low"
    assert refused(table, "bid", company="0", amount=10) == "bad-field"
    assert refused(table, "bid", company=0, amount=10, asset=10) == "bad-field"
    assert refused(table, "take_asset", company=0, asset=10) == "not-your-turn"
    refusal_of_much = refusal(table, "bid", company=0, amount=101)
    assert refusal_of_much.message == "MadF (Anna) would have to pay 101 and has 100 in free cash."
    table.do("bid", company=0, amount=100)
    assert refused(table, "bid", company=0, amount=20) == "already-bid"
    assert refused(table, "pass_bid", company=0) == "already-bid"
    pass_bids(table)
    assert refused(table, "bid", company=1, amount=20) == "bids-shown"
    assert refused(table, "take_asset", company=1, asset=10) == "not-your-turn"
    assert refused(table, "take_asset", company=0, asset=13) == "not-available"


def test_a_company_with_four_assets_makes_no_bid():
    table = started()
    own(table, 0, 20, 21, 22, 23)
    investing(table, 10, 11, 12)
    assert table.snapshot()["active"]["companies"] == [2, 1]
    assert refused(table, "bid", company=0, amount=10) == "four-assets"
    assert not [move for move in table.legal() if move.get("company") == 0]


def test_a_company_with_less_than_ten_must_pass():
    table = investing(started(may_pass_bid=False), 10, 11, 12)
    board(table, 0, free_cash=9)
    assert refused(table, "bid", company=0, amount=10) == "not-enough-cash"
    assert refused(table, "pass_bid", company=1) == "must-bid"
    table.do("pass_bid", company=0)
    assert {move["action"] for move in table.legal()} == {"bid"}
    may = investing(started(), 10, 11, 12)
    may.do("pass_bid", company=1)


def test_equal_bids_go_by_the_highest_asset():
    table = started()
    own(table, 0, 45)
    own(table, 1, 36, 20)
    investing(table, 10, 11, 12)
    assert table.snapshot()["active"]["companies"] == [0, 1, 2]
    for company in (2, 1, 0):
        table.do("bid", company=company, amount=20)
    assert table.snapshot()["taking"] == [0, 1, 2]


def test_example_8_the_own_token_costs_double():
    for free, code in ((80, None), (79, "not-enough-cash")):
        table = investing(started(), 20, 11, 12)
        board(table, 0, free_cash=free)
        table.do("bid", company=0, amount=40)
        pass_bids(table)
        if code is None:
            table.do("take_asset", company=0, asset=20)
            assert table.snapshot()["companies"]["0"]["free_cash"] == 0
            assert table.snapshot()["companies"]["0"]["positions"] == positions("Anna", "Anna")
        else:
            assert refused(table, "take_asset", company=0, asset=20) == code
            assert {"action": "take_asset", "company": 0, "asset": 20} not in table.legal()
            table.do("take_asset", company=0, asset=11)
            assert table.snapshot()["companies"]["0"]["free_cash"] == 39


# Phases 4 and 5: production, trade and processing


def test_example_4_primary_producers_produce_and_are_used():
    table = started()
    own(table, 0, 20, 30, 48, used=True)
    pass_bids(investing(table, 10, 11, 12))
    shown = table.snapshot()["companies"]["0"]
    assert shown["goods"] == {**NO_GOODS, "coal": 2, "blah-blah": 1}
    assert shown["assets"] == [
        {"number": 20, "used": True},
        {"number": 30, "used": False},
        {"number": 48, "used": True},
    ]
    assert derived(table)[-1] == "Production: MadF 2 Coal, 1 Blah-blah"


def test_stored_goods_are_goods_again():
    table = started()
    board(table, 0, stored={**NO_GOODS, "coal": 2})
    pass_bids(investing(table, 10, 11, 12))
    assert table.snapshot()["companies"]["0"]["goods"]["coal"] == 2
    assert table.snapshot()["companies"]["0"]["stored"] == NO_GOODS


def test_what_is_done_with_a_listed_trade_leaves_the_box_alone():
    table = trading()
    own(table, 1, 36)
    goods(table, 0, coal=1, steel=2)
    box = repr(table.state.box)
    deal = next(move for move in table.legal() if move.get("process") == [36] and move["company"] == 0)
    deal["gives"]["goods"].clear()
    deal["gets"]["goods"]["railroads"] = 9
    assert repr(table.state.box) == box


def test_example_5_a_processor_runs_once_a_year():
    table = trading()
    own(table, 0, 36, 20)
    goods(table, 0, coal=2, steel=4)
    table.do("process", company=0, asset=36)
    assert table.snapshot()["companies"]["0"]["goods"] == {**NO_GOODS, "coal": 1, "steel": 2, "railroads": 2}
    assert refused(table, "process", company=0, asset=36) == "asset-used"
    assert refused(table, "process", company=0, asset=20) == "not-a-processor"
    assert refused(table, "process", company=1, asset=36) == "not-owned"
    own(table, 1, 37)
    assert refused(table, "process", company=1, asset=37) == "not-enough-goods"


def test_a_trade_goes_from_free_cash_to_new_income():
    table = trading()
    goods(table, 0, coal=2)
    table.do("trade", company=0, other=1, gives={"goods": {"coal": 2, "sand": 0}, "cash": 1}, gets={"cash": 100})
    shown = table.snapshot()["companies"]
    assert (shown["0"]["free_cash"], shown["0"]["new_income"]) == (99, 100)
    assert (shown["1"]["free_cash"], shown["1"]["new_income"]) == (0, 1)
    assert (shown["0"]["goods"]["coal"], shown["1"]["goods"]["coal"]) == (0, 2)
    sold_on = {"gives": {"goods": {"coal": 2}}, "gets": {"cash": 5}}
    table.do("trade", company=1, other=0, **sold_on)
    assert table.snapshot()["companies"]["0"]["goods"]["coal"] == 2
    assert refused(table, "trade", company=0, other=2, gives={"cash": 95}, gets={"cash": 1}) == "not-enough-cash"


def test_no_gifts_and_other_deals_that_are_none():
    table = trading()
    goods(table, 0, coal=2)
    for gives, gets in (({}, {"cash": 5}), ({"cash": 5}, {}), ({"cash": 5}, {"goods": {"coal": 0}})):
        assert refused(table, "trade", company=0, other=1, gives=gives, gets=gets) == "no-gifts"
    one = {"cash": 1}
    assert refused(table, "trade", company=0, other=0, gives=one, gets=one) == "same-company"
    assert refused(table, "trade", company=0, other=4, gives=one, gets=one) == "unknown-company"
    assert refused(table, "trade", company=0, other=1, gives={"goods": {"coal": 3}}, gets=one) == "not-enough-goods"
    assert refused(table, "trade", company=0, other=1, gives={"goods": {"gold": 3}}, gets=one) == "unknown-good"
    assert refused(table, "trade", company=0, other=1, gives={"goods": {"coal": -1}}, gets=one) == "bad-amount"
    assert refused(table, "trade", company=0, other=1, gives={"cash": -1}, gets=one) == "bad-amount"
    assert refused(table, "trade", company=0, other=1, gives={"cash": 1.5}, gets=one) == "bad-field"
    assert refused(table, "trade", company=0, other=1, gives={"assets": [10]}, gets=one) == "bad-field"
    assert refused(table, "trade", company=0, other=1, gives=one) == "bad-field"


@pytest.mark.parametrize("turned", [False, True])
def test_goods_made_from_what_the_partner_hands_over_may_be_the_counterpart(turned):
    table = trading()
    own(table, 1, 36)
    goods(table, 0, coal=1, steel=2)
    raw, made = {"goods": {"coal": 1, "steel": 2}}, {"goods": {"railroads": 1}}
    deal = {"company": 0, "other": 1, "gives": raw, "gets": made}
    if turned:
        deal = {"company": 1, "other": 0, "gives": made, "gets": raw}
    assert refused(table, "trade", **deal) == "not-enough-goods"
    assert refused(table, "trade", **deal, process=[36, 36]) == "asset-used"
    assert refused(table, "trade", **deal, process=[37]) == "not-owned"
    table.do("trade", **deal, process=[36])
    shown = table.snapshot()["companies"]
    assert shown["0"]["goods"] == {**NO_GOODS, "railroads": 1}
    assert shown["1"]["goods"] == {**NO_GOODS, "railroads": 1}
    assert shown["1"]["assets"] == [{"number": 36, "used": True}]
    goods(table, 0, coal=1, steel=2)
    goods(table, 1, coal=1, steel=2, railroads=1)
    assert refused(table, "trade", **deal, process=[36]) == "asset-used"
