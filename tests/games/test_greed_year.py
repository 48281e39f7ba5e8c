"""Greed, Incorporated, from the sales to the end of a year and of the game. Sections are those of the rules page."""

import pytest

from companion.table import read
from tests.games.greed_tables import (
    NAMES,
    NO_GOODS,
    blamed,
    board,
    cash,
    derived,
    goods,
    investing,
    own,
    pass_bids,
    positions,
    selling_status,
    started,
    trading,
)
from tests.refusals import refused

# Phase 6: sales


def test_sales_and_example_7_storage():
    table = trading()
    goods(table, 0, land=6, coal=1)
    price = table.snapshot()["prices"]
    assert refused(table, "sell", company=0, goods={"land": 1}) == "wrong-phase"
    table.do("end_trading")
    table.do("sell", company=0, goods={"land": 2})
    assert table.snapshot()["companies"]["0"]["new_income"] == 2 * price["land"]
    assert refused(table, "sell", company=0, goods={"land": 5}) == "not-enough-goods"
    assert refused(table, "sell", company=0, goods={"land": 0}) == "nothing-named"
    assert refused(table, "sell", company=1, goods={"land": 1}) == "not-enough-goods"
    assert refused(table, "store", company=0, goods={"land": 4, "coal": 1}) == "storage-full"
    table.do("store", company=0, goods={"land": 1})
    assert table.snapshot()["companies"]["0"]["free_cash"] == 100
    table.do("store", company=0, goods={"land": 3})
    shown = table.snapshot()["companies"]["0"]
    assert shown["free_cash"] == 100 - 30
    assert shown["stored"] == {**NO_GOODS, "land": 4}
    assert refused(table, "store", company=0, goods={"coal": 1}) == "storage-full"
    table.do("end_sales")
    shown = table.snapshot()["companies"]["0"]
    assert shown["goods"] == NO_GOODS
    assert shown["stored"] == {**NO_GOODS, "land": 4}
    assert shown["last_income"] == 2 * price["land"] + price["coal"]


def test_a_good_whose_storage_cannot_be_paid_is_sold():
    table = trading()
    goods(table, 0, land=3)
    board(table, 0, free_cash=14)
    table.do("end_trading")
    assert refused(table, "store", company=0, goods={"land": 3}) == "not-enough-cash"
    table.do("store", company=0, goods={"land": 2})
    assert refused(table, "store", company=0, goods={"land": 1}) == "not-enough-cash"
    assert not [move for move in table.legal() if move["action"] == "store"]


# Phase 7: books


@pytest.mark.parametrize(("new_income", "boot"), [(50, True), (49, True), (51, False)])
def test_example_7_no_more_income_than_last_year_brings_the_boot(new_income, boot):
    table = blamed(trading(), new_income=new_income, last_income=50)
    shown = table.snapshot()["companies"]["0"]
    assert shown["boot"] is boot
    assert (shown["free_cash"], shown["new_income"], shown["last_income"]) == (150, 0, new_income)
    assert table.records("income")[0] == {
        **{key: table.records("income")[0][key] for key in ("n", "at")},
        "year": 1,
        "company": 2,
        "new_income": 0,
        "last_income": 0,
        "boot": False,
    }


def test_first_year_exempt():
    table = trading()
    table.do("end_trading")
    table.do("end_sales")
    assert [company["boot"] for company in table.snapshot()["companies"].values()] == [False] * 3
    assert [company["first_year"] for company in table.snapshot()["companies"].values()] == [False] * 3
    strict = trading(first_year_exempt=False)
    strict.do("end_trading")
    strict.do("end_sales")
    assert strict.snapshot()["phase"] == "blame"
    assert [company["boot"] for company in strict.snapshot()["companies"].values()] == [True] * 3


# Phase 8: blame


def test_example_6_severance_and_promotion():
    table = trading(5)
    names = dict(zip(("tie", "Ferrari", "whisky", "shoe"), NAMES[:4], strict=True))
    seats = positions(names["tie"], names["Ferrari"], names["Ferrari"], names["whisky"], names["shoe"])
    blamed(table, positions=seats, free_cash=287)
    assert table.snapshot()["blame"] == {"company": 0, "named": {}}
    assert table.snapshot()["active"] == {"players": ["Anna"], "companies": [0]}
    assert refused(table, "blame", company=0, director="cfo", target="ceo") == "not-your-turn"
    assert refused(table, "blame", company=1, director="ceo", target="ceo") == "not-your-turn"
    assert refused(table, "blame", company=0, director="chair", target="ceo") == "bad-field"
    table.do("blame", company=0, director="ceo", target="ceo")
    table.do("blame", company=0, director="cfo", target="ceo")
    assert table.snapshot()["blame"] == {"company": 0, "named": {"ceo": "ceo", "cfo": "ceo"}}
    table.do("blame", company=0, director="coo", target="coo")
    shown = table.snapshot()
    assert [player["cash"] for player in shown["players"]] == [114, 57, 0, 0, 0]
    assert shown["companies"]["0"]["free_cash"] == 287 - 114 - 57
    assert shown["companies"]["0"]["positions"] == positions(names["Ferrari"], names["whisky"], names["shoe"])
    assert derived(table)[:2] == ["MadF, free cash 287: CEO Anna 114, COO Bruno 57", "Bruno is the new CEO of MadF"]
    assert shown["companies"]["0"]["boot"] is False  # it owns no asset to discard


def test_the_ceo_discards_an_asset_and_the_boot_comes_off():
    table = trading()
    own(table, 0, 20, 36)
    blamed(table, positions=positions("Anna", "Bruno"))
    assert refused(table, "blame", company=0, director="ceo", target="coo") == "position-empty"
    assert refused(table, "discard_asset", company=0, asset=20) == "not-your-turn"
    table.do("blame", company=0, director="ceo", target="ceo")
    table.do("blame", company=0, director="cfo", target="ceo")
    shown = table.snapshot()
    assert shown["blame"] == {"company": 0, "named": None}
    assert shown["companies"]["0"]["boot"] is True
    assert shown["active"] == {"players": ["Bruno"], "companies": [0]}
    assert table.actor("discard_asset", company=0, asset=20) == "Bruno"
    assert refused(table, "discard_asset", company=0, asset=21) == "not-owned"
    table.do("discard_asset", company=0, asset=20)
    shown = table.snapshot()
    assert shown["companies"]["0"]["boot"] is False
    assert shown["companies"]["0"]["assets"] == [{"number": 36, "used": False}]
    assert shown["discarded_assets"] == [20]
    assert shown["players"][1]["ceo_of"] == [0, 1]


@pytest.mark.parametrize(("target", "discards"), [("ceo", True), ("cfo", False)])
def test_discard_after_blame_by_a_new_ceo_only(target, discards):
    table = trading(discard_after_blame="new-ceo-only")
    own(table, 0, 20)
    blamed(table, positions=positions("Anna", "Bruno"))
    table.do("blame", company=0, director="ceo", target=target)
    table.do("blame", company=0, director="cfo", target=target)
    assert ({"action": "discard_asset", "company": 0, "asset": 20} in table.legal()) is discards
    assert table.snapshot()["companies"]["0"]["boot"] is discards


def test_a_company_without_directors_is_liquidated():
    table = trading()
    own(table, 0, 20, 36)
    blamed(table, free_cash=100, last_income=40, stored={**NO_GOODS, "coal": 2})
    table.do("blame", company=0, director="ceo", target="ceo")
    shown = table.snapshot()
    gone = shown["companies"]["0"]
    assert shown["players"][0]["cash"] == 56  # 40 % of 140: last year's income is free cash by now
    assert (gone["liquidated"], gone["boot"], gone["positions"], gone["assets"]) == (True, False, positions(), [])
    assert (gone["free_cash"], gone["new_income"], gone["last_income"]) == (0, 0, 0)
    assert gone["stored"] == NO_GOODS
    assert shown["discarded_assets"] == [20, 36]
    table.do("pass_auction", player="Anna")
    assert refused(table, "trade", company=0, other=1, gives={"cash": 1}, gets={"cash": 1}) == "wrong-phase"


def test_companies_with_a_boot_take_their_turn_in_company_order():
    table = trading()
    own(table, 1, 20)
    for company in (0, 2):
        board(table, company, first_year=False)
    blamed(table, 1)
    order = []
    while table.snapshot()["phase"] == "blame":
        order.append(table.snapshot()["blame"]["company"])
        table.do("blame", company=order[-1], director="ceo", target="ceo")
    assert order == [1, 2, 0]


# Phase 9: status symbols


def test_example_9_gold_sets_its_new_price():
    table = selling_status(Anna=50, Bruno=60)
    shown = table.snapshot()
    assert shown["auction"] == {
        "colour": "gold",
        "card": "A",
        "price": 50,
        "leader": None,
        "in": ["Anna", "Bruno", "Carla"],
    }
    assert refused(table, "raise_bid", player="Bruno", amount=50) == "not-your-turn"
    assert refused(table, "raise_bid", player="Anna", amount=40) == "bid-too-low"
    assert refused(table, "raise_bid", player="Anna", amount=60) == "not-enough-cash"
    table.do("raise_bid", player="Anna", amount=50)
    assert refused(table, "raise_bid", player="Bruno", amount=50) == "bid-too-low"
    assert refused(table, "raise_bid", player="Bruno", amount=65) == "not-multiple-of-10"
    table.do("raise_bid", player="Bruno", amount=60)
    assert table.snapshot()["auction"]["leader"] == "Bruno"
    table.do("pass_auction", player="Carla")
    assert refused(table, "raise_bid", player="Carla", amount=70) == "may-not-bid"
    trend = table.snapshot()["trends"]["coal"]
    table.do("pass_auction", player="Anna")
    shown = table.snapshot()
    assert shown["players"][1] == {
        "name": "Bruno",
        "cash": 0,
        "status": [{"colour": "gold", "card": "A"}],
        "points": 8,
        "ceo_of": [1],
    }
    assert shown["status"]["gold"] == {"top": "B", "price": 60}
    assert shown["trends"]["coal"] == trend + 1
    assert shown["green_dollar"] == "Carla"
    assert shown["auction"] == {"colour": "silver", "card": "A", "price": 30, "leader": None, "in": ["Carla", "Anna"]}
    assert table.records("status")[0]["price"] == 60


def test_silver_leaves_the_green_dollar_and_is_not_for_the_winner_of_gold():
    table = selling_status(Anna=50, Bruno=60)
    table.do("raise_bid", player="Anna", amount=50)
    table.do("pass_auction", player="Bruno")
    table.do("pass_auction", player="Carla")
    shown = table.snapshot()
    assert shown["green_dollar"] == "Bruno"
    assert shown["auction"]["in"] == ["Bruno", "Carla"]
    assert refused(table, "raise_bid", player="Anna", amount=30) == "may-not-bid"
    table.do("raise_bid", player="Bruno", amount=40)
    table.do("pass_auction", player="Carla")
    shown = table.snapshot()
    assert shown["status"]["silver"] == {"top": "B", "price": 40}
    assert shown["green_dollar"] == "Bruno"
    assert (shown["phase"], shown["year"]) == ("announce", 2)  # nobody has 50 left


def test_an_auction_that_nobody_opens():
    table = selling_status(Anna=100, Carla=100)
    table.do("pass_auction", player="Anna")
    table.do("pass_auction", player="Bruno")  # cannot pay, and is asked all the same
    assert table.snapshot()["auction"]["in"] == ["Carla"]
    assert table.snapshot()["active"]["players"] == ["Carla"]  # the last may still bid
    table.do("pass_auction", player="Carla")
    shown = table.snapshot()
    assert shown["status"]["gold"] == {"top": "A", "price": 50}
    assert shown["green_dollar"] == "Anna"
    assert shown["auction"]["colour"] == "silver"
    assert shown["auction"]["in"] == ["Anna", "Bruno", "Carla"]


def test_the_last_may_buy_alone():
    table = selling_status(Carla=100)
    table.do("pass_auction", player="Anna")
    table.do("pass_auction", player="Bruno")
    table.do("raise_bid", player="Carla", amount=70)
    assert table.snapshot()["status"]["gold"] == {"top": "B", "price": 70}
    assert table.snapshot()["green_dollar"] == "Anna"


def test_an_auction_is_skipped_when_nobody_can_pay_or_no_card_is_left():
    poor = selling_status(Anna=29)
    assert (poor.snapshot()["phase"], poor.snapshot()["year"]) == ("announce", 2)
    silver = selling_status(Anna=49)
    assert silver.snapshot()["auction"]["colour"] == "silver"
    table = trading()
    cash(table, Anna=49)
    table.correct({"/status/silver/top": None})
    table.do("end_trading")
    table.do("end_sales")
    assert table.snapshot()["year"] == 2


def test_status_raise_at_least_10():
    table = trading(status_raise="at-least-10")
    cash(table, Anna=100, Bruno=100)
    table.do("end_trading")
    table.do("end_sales")
    table.do("raise_bid", player="Anna", amount=53)
    assert refused(table, "raise_bid", player="Bruno", amount=62) == "bid-too-low"
    table.do("raise_bid", player="Bruno", amount=63)
    exact = selling_status(Anna=100)
    assert refused(exact, "raise_bid", player="Anna", amount=53) == "not-multiple-of-10"
    exact.do("raise_bid", player="Anna", amount=70)


# Phase 10: entrepreneurs


def founding_table(**amounts):
    """A table in phase 10: no status card is left."""
    table = trading()
    table.correct({"/status/gold/top": None, "/status/silver/top": None, "/discarded_assets": [20, 36, 40]})
    cash(table, **amounts)
    table.do("end_trading")
    table.do("end_sales")
    return table


def test_a_company_is_founded():
    table = founding_table(Anna=60, Bruno=61)
    shown = table.snapshot()
    assert (shown["phase"], shown["auction"]["colour"], shown["auction"]["card"]) == ("found", None, None)
    assert refused(table, "found", company=5, assets=[]) == "nobody-won"
    assert refused(table, "raise_bid", player="Anna", amount=49) == "bid-too-low"
    table.do("raise_bid", player="Anna", amount=50)
    table.do("raise_bid", player="Bruno", amount=51)
    table.do("pass_auction", player="Carla")
    table.do("pass_auction", player="Anna")
    shown = table.snapshot()
    assert shown["players"][1]["cash"] == 10
    assert shown["active"] == {"players": ["Bruno"], "companies": []}
    assert table.actor("found", company=5, assets=[]) == "Bruno"
    assert refused(table, "found", company=4) == "unknown-company"
    assert refused(table, "found", company=5, assets=[21]) == "not-discarded"
    assert refused(table, "found", company=5, assets=[20, 20]) == "not-discarded"
    assert refused(table, "found", company=5, assets=[20, 36, 40, 41, 42]) == "too-many-assets"
    steel = shown["trends"]["steel"]
    table.do("found", company=5, assets=[20, 36])
    shown = table.snapshot()
    assert shown["companies"]["5"] == {
        "name": "Steal Works",
        "free_cash": 100,
        "new_income": 0,
        "last_income": 0,
        "positions": positions("Bruno"),
        "assets": [{"number": 20, "used": False}, {"number": 36, "used": False}],
        "goods": NO_GOODS,
        "stored": NO_GOODS,
        "boot": False,
        "first_year": True,
        "liquidated": False,
    }
    assert (shown["founded"], shown["discarded_assets"], shown["green_dollar"]) == (1, [40], "Anna")
    assert shown["trends"]["steel"] == steel + 1
    assert (shown["year"], shown["phase"]) == (2, "announce")


def test_example_10_a_ceo_of_two_companies_may_not_bid():
    table = trading()
    for company in (1, 2):
        board(table, company, positions=positions("Anna"))
    table.correct({"/status/gold/top": None, "/status/silver/top": None})
    cash(table, Anna=500, Bruno=50)
    table.do("end_trading")
    table.do("end_sales")
    assert table.snapshot()["auction"]["in"] == ["Bruno", "Carla"]
    assert refused(table, "raise_bid", player="Anna", amount=50) == "may-not-bid"
    table.do("raise_bid", player="Bruno", amount=50)
    table.do("pass_auction", player="Carla")
    table.do("found", company=9)
    board(table, 9, positions=positions("Anna"))  # a fourth company by promotion
    assert table.snapshot()["players"][0]["ceo_of"] == [0, 1, 2, 9]


def test_no_founding_without_50_or_when_as_many_as_players_were_founded():
    assert founding_table(Anna=49).snapshot()["year"] == 2
    table = trading()
    table.correct({"/status/gold/top": None, "/status/silver/top": None, "/founded": 3})
    cash(table, Anna=500)
    table.do("end_trading")
    table.do("end_sales")
    assert table.snapshot()["year"] == 2


def test_nobody_founds():
    table = founding_table(Anna=60)
    for name in NAMES[:3]:
        table.do("pass_auction", player=name)
    assert table.snapshot()["year"] == 2
    assert table.snapshot()["auction"] is None


# End


def end_of(table):
    table.do("end_trading")
    table.do("end_sales")
    return table.snapshot()


def test_the_game_ends_after_the_years():
    table = trading(years=1)
    gold = [{"colour": "gold", "card": "A"}]
    table.correct({"/players/2/status": gold})
    shown = end_of(table)
    assert (shown["phase"], shown["finished"], shown["winners"]) == ("end", True, ["Carla"])
    assert shown["active"] == {"players": [], "companies": []}
    assert table.legal() == []
    assert refused(table, "announce", player="Anna", asset=20) == "game-over"


def test_ties_are_broken_by_cash_and_then_shared():
    table = trading(years=1)
    cash(table, Anna=20, Bruno=20, Carla=10)
    assert end_of(table)["winners"] == ["Anna", "Bruno"]


def test_the_game_ends_when_every_asset_was_announced():
    table = started(3, years=20)
    pool = [asset for asset in range(10, 50) if table.state.box["assets"][str(asset)]["removed"] != "x3/x4"]
    assert len(pool) == 36
    table.correct({"/discarded_assets": pool[:-3]})
    pass_bids(investing(table, *pool[-3:]))
    assert end_of(table)["finished"]


# The clock of the trade phase


def test_the_clock_of_the_trade_phase_ends_with_it_and_comes_back_with_undo():
    at = "2026-11-27T20:{:02}:00Z".format
    table = trading()
    table.do("clock", op="set", seconds=600, at=at(0))
    table.do("clock", op="start", at=at(0))
    running = {"running": True, "length": 600, "left": 420.0}
    assert table.clocks(at(3))["table"] == running
    table.do("end_trading", at=at(3))
    none = {"running": False, "length": 0, "left": 0.0}
    assert table.clocks(at(3))["table"] == none
    assert table.overtime(at(59)) == 0
    assert table.undo(at=at(4)).action == "end_trading"
    assert table.clocks(at(5))["table"] == running | {"left": 300.0}
    table.redo(at=at(5))
    assert table.clocks(at(5))["table"] == none
    table.do("clock", op="start", seconds=60, at=at(6))  # of another phase: the old one is in nobody's way
    assert table.clocks(at(6))["table"] == {"running": True, "length": 60, "left": 60.0}
    again = read(table.lines())
    assert again.clocks(at(6)) == table.clocks(at(6))
    assert again.as_of(4).clocks(at(9)) == {**again.as_of(4).clocks(at(9)), "table": none}


def test_the_records_of_money_hold_what_was_there_before_the_books_were_closed():
    table = trading()
    goods(table, 0, coal=2)
    board(table, 0, last_income=30)
    table.do("end_trading")
    table.do("end_sales")
    held = {
        (row["phase"], row["slot"]): row["amount"]
        for row in table.records("cash")
        if row["owner"] == 0 and row["year"] == 1
    }
    price = table.snapshot()["prices"]["coal"]
    assert held["sales", "new_income"] == 2 * price
    assert (held["sales", "free_cash"], held["sales", "last_income"]) == (100, 30)
    assert (held["books", "new_income"], held["books", "last_income"], held["books", "free_cash"]) == (
        0,
        2 * price,
        130,
    )
