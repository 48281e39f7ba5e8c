"""Greed, Incorporated: empty seats, secrets, corrections, records."""

import json

import pytest

import companion
from companion.errors import RuleError
from companion.games.greed.box import GOODS
from companion.table import read
from tests.games.greed_tables import (
    blamed,
    everything_can_be_read_back,
    investing,
    own,
    pass_bids,
    positions,
    selling_status,
    started,
    trading,
)
from tests.refusals import refused

# Order, seats that are empty


def test_the_turn_order_passes_over_an_empty_seat():
    table = started()
    table.do("leave", player="Bruno")
    table.do("announce", player="Anna", asset=10)
    assert refused(table, "announce", player="Bruno", asset=11) == "seat-empty"
    table.do("announce", player="Carla", asset=12)
    assert table.snapshot()["active"]["companies"] == [2, 0]
    assert refused(table, "bid", company=1, amount=10) == "seat-empty"
    pass_bids(table)
    assert table.snapshot()["phase"] == "trade"


def test_a_player_who_leaves_makes_the_table_go_on():
    table = started()
    table.do("announce", player="Anna", asset=10)
    table.do("announce", player="Carla", asset=12)
    table.do("leave", player="Bruno")
    assert table.snapshot()["phase"] == "invest"
    table.do("join", player="Zoë", seat="Bruno")
    table.do("bid", company=1, amount=20)
    table.do("bid", company=0, amount=10)
    table.do("leave", player="Carla")
    assert table.snapshot()["taking"] == [1, 0]
    table.do("leave", player="Zoë")
    assert table.snapshot()["taking"] == [0]


def test_in_an_auction_who_leaves_has_passed_unless_he_leads():
    table = selling_status(Anna=80, Bruno=80)
    table.do("raise_bid", player="Anna", amount=50)
    table.do("leave", player="Anna")
    assert table.snapshot()["auction"]["leader"] == "Anna"
    table.do("leave", player="Bruno")
    assert table.snapshot()["active"]["players"] == ["Carla"]
    table.do("pass_auction", player="Carla")
    assert table.snapshot()["players"][0]["status"] == [{"colour": "gold", "card": "A"}]


def test_blame_of_an_empty_seat_is_asked_of_the_banker():
    table = trading()
    own(table, 0, 20)
    blamed(table, positions=positions("Anna", "Bruno"))
    table.do("leave", player="Anna")
    assert table.legal()[0] == {"action": "blame", "company": 0, "director": "ceo", "target": "ceo"}
    table.do("blame", company=0, director="ceo", target="cfo", by=companion.BANKER)
    table.do("blame", company=0, director="cfo", target="cfo")
    assert table.legal() == [{"action": "discard_asset", "company": 0, "asset": 20}]


# Secrets


def views(table):
    """All that anybody but Bruno may see."""
    seen = []
    for seat in (None, companion.BANKER, "Anna", "Carla"):
        told = [(line.line.text(), [each.text() for each in line.derived]) for line in table.history(seat)]
        rows = [
            {key: value for key, value in row.items() if key != "at"}
            for kind in ("prices", "income", "cash", "status")
            for row in table.records(kind, seat)
        ]
        seen.append([table.snapshot(seat), table.legal(seat), told, rows])
    return json.loads(json.dumps(seen))


def test_nobody_else_can_tell_one_secret_from_another():
    one, other = started(), started()
    one.do("announce", player="Bruno", asset=45)
    other.do("announce", player="Bruno", asset=33)
    assert views(one) == views(other)
    assert "Bruno announced 45 Outlet centre" in [line.line.text() for line in one.history("Bruno")]
    one, other = investing(started(), 10, 11, 12), investing(started(), 10, 11, 12)
    one.do("bid", company=1, amount=30)
    other.do("pass_bid", company=1)
    assert views(one) == views(other)
    one.undo()
    other.undo()
    one.redo()
    other.redo()
    assert views(one) == views(other)
    assert "SoShitty Generale bids 30" in [line.line.text() for line in one.history("Bruno")]


def test_what_production_needs_tells_nobody_whether_somebody_bid():
    one, other = investing(started(), 10, 11, 12), investing(started(), 10, 11, 12)
    for table in (one, other):
        own(table, 0, 20)
        table.do("box", set={"/assets/20/outputs": None})
        table.do("pass_bid", company=2)
    one.do("bid", company=1, amount=30)
    other.do("pass_bid", company=1)
    assert views(one) == views(other)
    assert refused(one, "pass_bid", company=0) == refused(other, "pass_bid", company=0) == "box-value-needed"
    assert [[*move["set"]] for move in one.legal()] == [["/assets/20/outputs"]]
    one.do("box", set={"/assets/20/outputs": {"coal": 2}})
    one.do("pass_bid", company=0)
    assert one.snapshot()["taking"] == [1]


@pytest.mark.parametrize("asset", [10, 12])
def test_what_production_needs_tells_nobody_which_card_was_named_twice(asset):
    table = started()
    for company in (0, 1, 2):
        own(table, company, *range(20 + 4 * company, 24 + 4 * company))
    table.do("box", set={"/assets/20/outputs": None})
    table.do("announce", player="Anna", asset=10)
    table.do("announce", player="Carla", asset=11)
    assert refused(table, "announce", player="Bruno", asset=asset) == "box-value-needed"
    table.do("box", set={"/assets/20/outputs": {"coal": 2}})
    table.do("announce", player="Bruno", asset=asset)
    assert table.snapshot()["phase"] == ("announce" if asset == 10 else "trade")


def test_a_table_of_the_second_rules_shows_bids_as_when_it_was_begun():
    table = investing(started(), 10, 11, 12)
    own(table, 0, 20)
    table.do("box", set={"/assets/20/outputs": None})
    header, *entries = table.lines()
    older = read([header.replace(f'"rules":{table.game.version}', '"rules":2'), *entries])
    for company in (0, 2):
        older.do("pass_bid", company=company)
    older.do("bid", company=1, amount=30)
    assert older.snapshot()["taking"] == [1]


@pytest.mark.parametrize("asset", [10, 11])
def test_arrows_that_are_forgotten_tell_nobody_who_lies_face_down(asset):
    table = started()
    table.do("announce", player="Anna", asset=asset)
    trends = table.state.box["assets"][str(asset)]["trends"]
    table.do("box", set={"/assets/10/trends": None})
    table.do("announce", player="Bruno", asset=22)
    assert "/assets/10/trends" not in json.dumps(table.legal())
    table.do("announce", player="Carla", asset=12)
    assert table.snapshot()["phase"] == "invest"
    assert table.state.box["assets"][str(asset)]["trends"] == trends


def test_a_corrected_bid_stays_secret():
    table = investing(started(), 10, 11, 12)
    table.do("bid", company=1, amount=30)
    table.correct({"/bids/1": 35}, "misread")
    assert "30" not in table.history()[-1].line.text()
    assert "35" not in table.history()[-1].line.text()
    assert table.snapshot("Bruno")["bids"] == {"1": 35}
    table.do("pass_bid", company=0)
    table.do("pass_bid", company=2)
    assert table.history()[-3].line.text() != ""
    assert table.snapshot()["bids"]["1"] == 35


def test_what_was_shown_is_told():
    table = investing(started(), 10, 11, 12)
    assert "Bruno announced 11 Sand pit" in [line.line.text() for line in table.history()]
    table.do("bid", company=1, amount=30)
    assert "SoShitty Generale made its secret bid" in [line.line.text() for line in table.history()]
    pass_bids(table)
    assert "SoShitty Generale bids 30" in [line.line.text() for line in table.history()]


# Corrections


def test_any_key_that_is_not_computed_can_be_put_right():
    table = trading()
    table.correct(
        {
            "/year": 5,
            "/years": 6,
            "/founded": 2,
            "/green_dollar": "Carla",
            "/prices/steel": 65,
            "/price_steps/coal": 1,
            "/trends/land": -3,
            "/status/gold/price": 90,
            "/status/silver/top": "D",
            "/companies/0/name": "Mad & Co",
            "/companies/0/new_income": 7,
            "/companies/0/first_year": False,
            "/companies/0/boot": True,
            "/companies/0/positions": positions("Bruno", "Anna"),
            "/companies/0/stored/coal": 1,
            "/discarded_assets": [30, 20],
            "/available_assets": [{"number": 40, "token": "Anna", "since": 3}],
            "/players/0/status": [{"colour": "silver", "card": "B"}],
        },
        "the table is right",
    )
    shown = table.snapshot()
    assert (shown["price_steps"]["steel"], shown["prices"]["coal"]) == (3, 52)
    assert shown["players"][1]["ceo_of"] == [0, 1]
    assert shown["players"][0]["points"] == 4
    assert shown["companies"]["0"]["name"] == "Mad & Co"


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/prices/coal", 46),
        ("/prices/coal", None),
        ("/price_steps/coal", 99),
        ("/trends/coal", -2),
        ("/companies/0/positions", ["Anna", None, "Bruno", None, None, None]),
        ("/companies/0/positions", [None] * 5),
        ("/companies/0/stored/coal", 5),
        ("/companies/0/goods/coal", -1),
        ("/companies/0/goods", {}),
        ("/companies/0/boot", 1),
        ("/companies/0/assets", [{"number": number, "used": False} for number in range(20, 25)]),
        ("/discarded_assets", [20, 20]),
        ("/discarded_assets", [9]),
        ("/status/gold/price", 55),
        ("/status/gold/top", "Z"),
        ("/players/0/status", [{"colour": "gold", "card": "J"}]),
        ("/players/0/points", 3),
        ("/players/0/ceo_of", [1]),
        ("/active/companies", []),
        ("/winners", ["Anna"]),
        ("/finished", True),
        ("/phase", "market"),
        ("/year", 1.5),
        ("/announced", ["Anna"]),
        ("/green_dollar", "Zeno"),
        ("/companies/7", {}),
        ("/companies/0/hats", 1),
    ],
)
def test_what_no_component_shows_is_refused(pointer, value):
    code = refused(trading(), "correct", set={pointer: value})
    assert code in ("bad-value", "unknown-pointer", "computed-value", "unknown-player")


def test_a_card_lies_in_one_place():
    table = trading()
    own(table, 0, 10)  # it was available
    assert [offer["number"] for offer in table.snapshot()["available_assets"]] == [11, 12]
    table.correct({"/discarded_assets": [10]})
    assert table.snapshot()["companies"]["0"]["assets"] == []
    table.correct({"/players/0/status": [{"colour": "gold", "card": "A"}]})
    assert table.snapshot()["status"]["gold"]["top"] == "B"
    table.correct({"/players/1/status": [{"colour": "gold", "card": "A"}]})
    assert table.snapshot()["players"][0]["status"] == []
    table.correct({"/players/1/status": []})
    assert table.snapshot()["status"]["gold"]["top"] == "A"


def test_a_company_is_liquidated_and_comes_back_by_correction():
    table = trading()
    own(table, 0, 10)
    table.correct({"/companies/0/liquidated": True})
    shown = table.snapshot()
    assert shown["companies"]["0"]["positions"] == positions()
    assert shown["companies"]["0"]["free_cash"] == 0
    assert shown["discarded_assets"] == [10]
    assert refused(table, "correct", set={"/companies/0/liquidated": False}) == "bad-value"
    table.correct({"/companies/0/positions": positions("Carla")})
    assert table.snapshot()["companies"]["0"]["liquidated"] is False


@pytest.mark.parametrize("phase", ["announce", "invest", "trade", "sales", "blame", "status", "found", "end"])
def test_the_phase_can_be_put_right_and_the_table_goes_on(phase):
    for table in (trading(), started(), investing(started(), 10, 11, 12), selling_status(Anna=90)):
        table.correct({"/phase": phase, "/companies/0/boot": True, "/players/1/cash": 100})
        shown = table.snapshot()
        assert shown["phase"] == phase
        assert bool(table.legal()) is (phase != "end")
        everything_can_be_read_back(table)


def test_an_auction_can_be_put_right():
    table = selling_status(Anna=90, Bruno=90)
    table.correct({"/auction/price": 70, "/auction/leader": "Anna", "/active/players": ["Carla"]})
    assert table.snapshot()["active"]["players"] == ["Carla"]
    table.do("pass_auction", player="Carla")
    table.correct({"/players/0/cash": 60})  # so Anna cannot pay 70
    assert table.snapshot()["auction"]["leader"] is None
    table.do("raise_bid", player="Bruno", amount=50)


@pytest.mark.parametrize(
    "steps",
    [
        [{"/status/silver/top": None}],
        [{"/status/silver/top": "I"}, {"/players/2/status": [{"colour": "silver", "card": "I"}]}],
    ],
)
def test_after_the_last_silver_card_a_company_is_founded(steps):
    table = selling_status(Anna=130, Bruno=90)
    table.do("raise_bid", player="Anna", amount=50)
    table.do("pass_auction", player="Bruno")
    table.do("pass_auction", player="Carla")
    assert table.snapshot()["auction"]["in"] == ["Bruno", "Carla"]  # the winner of gold bids for no silver
    for values in steps:
        table.correct(values)
    company = {"colour": None, "card": None, "price": 50, "leader": None, "in": ["Bruno", "Carla", "Anna"]}
    assert table.snapshot()["auction"] == company
    assert table.snapshot()["status"]["gold"] == {"top": "B", "price": 50}


def test_after_the_last_gold_card_silver_is_sold():
    table = selling_status(Anna=130, Bruno=90)
    table.correct({"/status/gold/top": None})
    silver = {"colour": "silver", "card": "A", "price": 30, "leader": None, "in": ["Anna", "Bruno", "Carla"]}
    assert table.snapshot()["auction"] == silver


def start_price(table, colour):
    """Of a colour under the hammer for which nobody has bid: on its track, in the auction, and of the bids on offer."""
    shown = table.snapshot()
    assert shown["auction"]["colour"] == colour
    offered = [move["amount"] for move in table.legal() if move["action"] == "raise_bid"]
    return shown["status"][colour]["price"], shown["auction"]["price"], min(offered)


def test_the_start_price_of_an_auction_is_that_of_its_track():
    table = selling_status(Anna=130, Bruno=90)
    table.correct({"/status/gold/price": 60})
    assert start_price(table, "gold") == (60, 60, 60)
    table.correct({"/auction/price": 70})
    assert start_price(table, "gold") == (70, 70, 70)
    table.correct({"/status/gold/price": 50, "/auction/price": 50})
    assert start_price(table, "gold") == (50, 50, 50)
    table.correct({"/status/silver/price": 20})
    assert start_price(table, "gold") == (50, 50, 50)
    table.correct({"/auction/colour": "silver"})
    assert start_price(table, "silver") == (20, 20, 20)
    table.correct({"/auction/price": 40})
    assert start_price(table, "silver") == (40, 40, 40)
    for values, code in [
        ({"/status/silver/price": 50, "/auction/price": 60}, "computed-value"),
        ({"/auction/price": 45}, "bad-value"),  # no space of a track in tens
        ({"/phase": "found", "/auction/price": 60}, "bad-value"),
    ]:
        with pytest.raises(RuleError) as caught:
            table.correct(values)
        assert caught.value.code == code
    assert start_price(table, "silver") == (40, 40, 40)


def test_no_pile_of_symbols_can_be_left_out():
    table = selling_status(Anna=130, Bruno=90)
    with pytest.raises(RuleError) as caught:
        table.correct({"/status": {"silver": table.snapshot()["status"]["silver"]}})
    assert caught.value.code == "bad-value"


def test_once_somebody_bids_the_price_is_that_of_the_bid():
    table = selling_status(Anna=130, Bruno=90)
    table.do("raise_bid", player="Anna", amount=50)
    table.correct({"/status/gold/price": 40})
    assert table.snapshot()["auction"]["price"] == 50
    table.correct({"/auction/price": 80})
    assert table.snapshot()["status"]["gold"]["price"] == 40
    table.correct({"/auction/leader": None})
    assert start_price(table, "gold") == (40, 40, 40)
    table.correct({"/phase": "found"})
    table.do("raise_bid", player="Anna", amount=64)
    table.correct({"/auction/leader": None})
    assert table.snapshot()["auction"]["price"] == 50


@pytest.mark.parametrize(
    ("values", "asked"),
    [
        ({"/auction/leader": "Bruno"}, "Carla"),
        ({"/auction/leader": "Carla"}, "Dario"),
        ({"/auction/leader": "Dario"}, "Anna"),
        ({"/auction/leader": None}, "Bruno"),
        ({"/auction/leader": "Carla", "/active/players": ["Anna"]}, "Anna"),
        ({"/auction/in": ["Anna", "Carla", "Dario"]}, "Carla"),
        ({"/auction/in": ["Anna", "Dario"]}, "Dario"),
        ({"/auction/in": ["Anna", "Carla", "Dario"], "/auction/leader": "Dario"}, "Anna"),
        ({"/auction/in": ["Bruno", "Dario"], "/auction/leader": "Bruno"}, "Dario"),
    ],
)
def test_after_an_auction_was_put_right_the_next_one_clockwise_is_asked(values, asked):
    table = selling_status(4, Anna=200, Bruno=200, Carla=200, Dario=200)
    table.do("raise_bid", player="Anna", amount=50)
    table.correct(values)
    assert table.snapshot()["active"]["players"] == [asked]


def test_who_leads_an_auction_is_not_asked():
    table = selling_status(4, Anna=200, Bruno=200, Carla=200, Dario=200)
    table.do("raise_bid", player="Anna", amount=50)
    table.do("pass_auction", player="Bruno")
    table.correct({"/auction/in": ["Anna", "Bruno", "Carla", "Dario"]})  # he had not
    assert table.snapshot()["active"]["players"] == ["Bruno"]
    table.correct({"/active/players": ["Dario"]})
    table.do("pass_auction", player="Dario")
    assert table.snapshot()["active"]["players"] == ["Bruno"]


def test_before_anybody_bids_the_next_one_clockwise_is_asked():
    table = selling_status(4, Anna=200, Bruno=200, Carla=200, Dario=200)
    table.correct({"/active/players": ["Carla"]})
    table.correct({"/auction/in": ["Anna", "Bruno", "Dario"]})
    assert table.snapshot()["active"]["players"] == ["Dario"]


def test_an_old_entry_can_be_amended():
    table = investing(started(), 10, 11, 12)
    table.do("bid", company=1, amount=30)
    bid = table.log[-1].n
    pass_bids(table)
    table.do("take_asset", company=1, asset=12)
    table.amend(bid, {"amount": 45})
    assert table.snapshot()["companies"]["1"]["free_cash"] == 55
    with pytest.raises(RuleError) as caught:
        table.amend(bid, {"company": 9})
    assert caught.value.code == "unknown-company"
    with pytest.raises(RuleError) as caught:
        table.amend(1, {"company": 4})
    assert caught.value.code == "amend-clashes"
    table.amend(1, {"company": 4}, force=True)
    assert "4" in table.snapshot()["companies"]
    assert sum(table.slots().values()) == 0


# Records


def test_records():
    table = trading()
    start = [row for row in table.records("prices") if row["cause"] == "start"]
    market = [row for row in table.records("prices") if row["cause"] == "market"]
    assert len(start) == len(market) == len(GOODS)
    assert {key: start[0][key] for key in ("year", "good", "price", "step", "trend")} == {
        "year": 1,
        "good": "land",
        "price": 20,
        "step": 0,
        "trend": 0,
    }
    table.do("end_trading")
    table.do("end_sales")
    rows = table.records("cash")
    assert {"year": 1, "phase": "books", "owner": 0, "slot": "free_cash", "amount": 100} in rows
    assert {"year": 2, "phase": "announce", "owner": "Anna", "slot": "cash", "amount": 0} in rows
    assert [row["company"] for row in table.records("income")] == [2, 1, 0]
    assert table.records("status") == []
    with pytest.raises(RuleError):
        table.records("weather")
