"""A game of one's own: the examples of its rules page, with their numbers."""

import copy

import msgspec
import pytest

import companion
from companion import RuleError, evening, seats
from companion.boxes import export_box, import_box
from companion.games.common import PUBLIC
from companion.games.own import advice
from companion.group.facts import work_out
from tests.refusals import kept_out

RAILWAYS = import_box(
    """
name = "Railways and shares"
players = [2, 6]
money = "$"
minutes = 240

[bank]
money = 12000
short = "goes on"

[slots]
cash = {of = "player", start = {2 = 1200, 3 = 800, 4 = 600, 5 = 480, 6 = 400}}
treasury = {of = "companies"}
pot = {of = "table", start = 0}
savings = {of = "player", secret = true, least = -500}

[tracks]
stock = [[60, 67, 71, 76, 82, 90, 100], [53, 60, 66, 70, 76, 82], [46, 55, 60, 65, 70]]

[goods.companies]
names = {bo = "B & O", prr = "Pennsylvania"}
count = 10
price = {track = "stock", start = 67}
[goods.trains]
names = {t2 = "2-train", t3 = "3-train"}
count = {t2 = 6, t3 = 5}
price = {t2 = 80, t3 = 180}
[goods.coal]
price = {left = [8, 8, 7, 7, 6, 6, 5, 5]}
count = 8
[goods.loan]
price = 50

[round]
phases = ["shares", "running"]
turns = "clockwise"
first = "next"
last = 20
seconds = 120

[[due]]
name = "Interest"
at = "round"
every = 1
from_round = 1
who = "player"
pay = "5 * loan"
from = "cash"
to = "bank"
short = "what is there"

[[button]]
name = "Dividend"
in = "running"
who = "turn"
ask = ["companies", "amount"]
do = [
  {pay = "amount", from = "bank", to = "holders"},
  {move = "companies", by = 1},
]

[score]
total = "cash + value"
"""
)
PLAYERS = ["A", "B", "C"]


def new(box=RAILWAYS, players=PLAYERS, **more) -> companion.Table:
    return companion.new_table("own", players, box={**copy.deepcopy(box), **more} if isinstance(box, dict) else box)


def simple(**more) -> companion.Table:
    """Two players with 100 each, without turns."""
    box = {"name": "Simple", "slots": {"cash": {"start": 100}}, "round": {"turns": "none"}, **more}
    return companion.new_table("own", ["A", "B"], box=box)


def refused(call, *said: str) -> str:
    """The code of a refusal whose sentence says all of this."""
    with pytest.raises(RuleError) as refusal:
        call()
    for each in said:
        assert each in refusal.value.message
    return refusal.value.code


def cash(table: companion.Table, player: int = 0) -> int:
    return table.snapshot()["players"][player]["slots"]["cash"]


def pays(pay: object, short: str = "refuse", source: str = "cash", **more) -> dict:
    due = {"name": "Interest", "pay": pay, "from": source, "to": "bank", "short": short}
    return {"goods": {"loan": {"price": 50}}, "due": [due], **more}


# 1, 2: shares, phases, the button Dividend


@pytest.mark.parametrize("box", [RAILWAYS, "railways"])
def test_shares_are_bought_from_the_supply(box):
    table = new(box)
    assert table.snapshot()["bank"] == 9600
    assert [player["slots"]["cash"] for player in table.snapshot()["players"]] == [800, 800, 800]
    table.do("buy", player="A", good="bo", count=2)
    shown = table.snapshot()
    assert (shown["bank"], shown["goods"]["bo"]["left"], cash(table)) == (9734, 8, 666)
    assert shown["players"][0]["goods"]["bo"] == 2
    assert shown["players"][0]["value"] == 134
    assert refused(lambda: table.do("buy", player="B", good="bo", count=1), "B", "A") == "not-your-turn"
    table.do("end_turn", player="A")
    assert table.snapshot()["turn"] == "B"


@pytest.mark.parametrize("box", [RAILWAYS, "railways"])
def test_a_dividend_is_paid_in_its_phase_and_moves_the_price(box):
    table = new(box)
    table.do("buy", player="A", good="bo", count=2)
    table.do("end_turn", player="A")
    pressed = {"button": "Dividend", "companies": "bo", "amount": 10}
    assert refused(lambda: table.do("press", player="B", **pressed), "running") == "wrong-phase"
    table.do("end_phase", player="B")
    assert (table.snapshot()["phase"], table.snapshot()["turn"]) == ("running", "A")
    table.do("press", player="A", **pressed)
    shown = table.snapshot()
    assert (cash(table), shown["bank"]) == (686, 9714)
    assert (shown["goods"]["bo"]["price"], shown["goods"]["bo"]["place"]) == (71, [0, 2])
    assert table.history()[-1].line.text().startswith("A presses Dividend: B & O pays 10 a share, 20 in all")


def test_ada_presses_dividend():
    table = new(players=["Ada", "Bob"])
    table.do("buy", player="Ada", good="bo", count=3)
    table.do("end_phase", player="Ada")
    table.do("press", player="Ada", button="Dividend", companies="bo", amount=10)
    line = table.history()[-1].line
    assert line.text() == "Ada presses Dividend: B & O pays 10 a share, 30 in all · B & O 67 → 71"


def test_the_ends_of_the_rows_of_a_grid():
    table = new()
    for to, by, up, price, place in [
        (100, 1, 0, 100, [0, 6]),  # no row is above
        ([1, 5], 1, 0, 90, [0, 5]),  # the end of the second row: up, to the place above
        ([1, 0], -1, 0, 46, [2, 0]),  # the beginning: down
        ([2, 0], -1, 0, 46, [2, 0]),
        (67, 0, 1, 67, [0, 1]),
        ([2, 4], 0, 1, 76, [1, 4]),
        ([0, 6], 0, -1, 100, [0, 6]),  # the row below ends before
        (60, 3, -1, 70, [1, 3]),
    ]:
        if table.snapshot()["goods"]["bo"]["place"] != to:
            table.do("price", good="bo", to=to)
        table.do("price", good="bo", by=by, up=up)
        assert (table.snapshot()["goods"]["bo"]["price"], table.snapshot()["goods"]["bo"]["place"]) == (price, place)


def test_a_single_row_stops_at_its_ends():
    box = {"tracks": {"row": [5, 10, 20]}, "goods": {"oil": {"price": {"track": "row", "start": 10}}}}
    table = simple(**box)
    assert table.snapshot()["goods"]["oil"]["place"] == 1
    for by, price in ((9, 20), (1, 20), (-1, 10), (-9, 5)):
        table.do("price", good="oil", by=by)
        assert table.snapshot()["goods"]["oil"]["price"] == price
    assert refused(lambda: table.do("price", good="oil", to=7)) == "no-price"


# 3: what falls due


def test_interest_is_foretold_and_paid_at_the_end_of_the_round():
    table = new()
    table.do("give", player="A", good="loan", count=2, **{"from": "supply", "to": "A"})
    due = {"name": "Interest", "at": "round", "from": "player:A:cash", "to": "bank", "amount": 10}
    assert table.snapshot()["due"] == [{**due, "round": 1}, {**due, "round": 2}]
    table.do("end_phase", player="A")
    table.do("end_phase", player="A")
    assert (cash(table), table.snapshot()["round"], table.snapshot()["turn"]) == (790, 2, "B")
    assert table.records("dues")[0]["paid"] == 10
    assert "Interest: A 10" in [line.text() for line in table.history()[-1].derived]


@pytest.mark.parametrize(("short", "after"), [("what is there", 0), ("below zero", -6)])
def test_what_lacks_is_let_off_or_owed(short, after):
    table = simple(**pays("5 * loan", short))
    table.do("give", player="A", good="loan", count=2, **{"from": "supply", "to": "A"})
    table.do("pay", player="A", amount=96, **{"from": "player:A:cash", "to": "bank"})
    table.do("end_phase", player="A")
    assert cash(table) == after
    row = table.records("dues")[0]
    assert (row["asked"], row["paid"]) == (10, 4 - after)


def test_the_round_does_not_end_where_somebody_lacks_money():
    table = simple(**pays("5 * loan"))
    table.do("give", player="A", good="loan", count=2, **{"from": "supply", "to": "A"})
    table.do("pay", player="A", amount=96, **{"from": "player:A:cash", "to": "bank"})
    assert refused(lambda: table.do("end_phase", player="B"), "A", "10", "4") == "not-enough-money"
    assert table.snapshot()["round"] == 1


def test_a_due_comes_in_some_rounds_only():
    box = pays("7")
    box["due"][0] |= {"every": 2, "from_round": 3}
    table = simple(**box)
    paid = []
    for _ in range(6):
        before = cash(table)
        table.do("end_phase", player="A")
        paid.append(before - cash(table))
    assert paid == [0, 0, 0, 7, 0, 7]


def test_a_due_of_the_turn_is_that_of_the_one_whose_turn_ends():
    box = pays("3")
    box["due"][0]["at"] = "turn"
    table = simple(**box, round={"turns": "clockwise"})
    table.do("end_turn", player="A")
    assert (cash(table), cash(table, 1)) == (97, 100)
    assert refused(lambda: table.do("end_turn", player="A"), "B") == "not-your-turn"


def test_dues_of_goods_and_of_the_table():
    box = {
        "slots": {
            "cash": {"start": 100},
            "treasury": {"of": "firms", "start": {"x": 50, "y": 20}},
            "pot": {"of": "table"},
        },
        "goods": {"firms": {"names": {"x": "X", "y": "Y"}, "count": 5, "price": {"x": 10, "y": 20}}},
        "due": [
            {"name": "Rent", "who": "firms", "pay": "price * held", "from": "treasury", "to": "pot"},
            {"name": "Run", "who": "firms", "pay": "left", "from": "bank", "to": "holders"},
            {"name": "Tax", "who": "table", "pay": "floor(pot / 4) + round + players", "from": "pot", "to": "bank"},
        ],
    }
    table = simple(**box)
    table.do("buy", player="A", good="x", count=2)
    table.do("end_phase", player="A")
    shown = table.snapshot()
    assert shown["goods"]["x"]["slots"] == {"treasury": 30}
    assert cash(table) == 80 + 2 * 3
    assert shown["slots"] == {"pot": 20 - 5 - 1 - 2}


# 4: a price by what is left


def test_a_price_rises_as_the_supply_goes_down():
    table = new()
    assert table.snapshot()["goods"]["coal"]["price"] == 5
    table.do("buy", player="A", good="coal", count=3)
    assert cash(table) == 800 - 16
    assert (table.snapshot()["goods"]["coal"]["left"], table.snapshot()["goods"]["coal"]["price"]) == (5, 6)
    table.do("sell", player="A", good="coal", count=1)
    assert cash(table) == 800 - 16 + 6
    table.do("sell", player="A", good="coal", count=2)
    assert cash(table) == 800
    assert refused(lambda: table.do("buy", player="A", good="coal", count=9), "9", "8") == "supply-short"
    table.do("buy", player="A", good="coal", count=8)
    assert cash(table) == 800 - 52
    assert table.snapshot()["goods"]["coal"]["price"] is None
    assert refused(lambda: table.do("price", good="coal", by=1)) == "no-price"


# 5: formulas


def test_what_does_not_come_out_whole_is_refused_when_it_happens():
    table = simple(**pays("cash / 3"))
    assert table.snapshot()["due"][0]["amount"] is None
    assert refused(lambda: table.do("end_phase", player="A"), "cash / 3", "floor") == "not-whole"
    table = simple(**pays("floor(cash / 3)"))
    table.do("end_phase", player="A")
    assert (cash(table), cash(table, 1)) == (67, 67)


def test_nothing_is_divided_by_nothing():
    table = simple(**pays("cash / loan"))
    assert refused(lambda: table.do("end_phase", player="A"), "cash / loan") == "division-by-zero"


def test_an_income_by_a_printed_table():
    box = pays("at(loan, [0, 10, 22, 33])", source="bank")
    box["due"][0]["to"] = "cash"
    for loans, income in ((0, 0), (1, 10), (3, 33), (7, 33)):
        table = simple(**box)
        if loans:
            table.do("give", player="A", good="loan", count=loans, **{"from": "supply", "to": "A"})
        table.do("end_phase", player="A")
        assert cash(table) == 100 + income


# 6: what holds after every entry


def test_a_price_moved_earlier_works_everything_out_anew():
    table = new()
    price = table.do("price", good="bo", by=1)
    table.do("buy", player="A", good="bo", count=2)
    assert cash(table) == 800 - 142
    table.amend(price.n, {"by": 2})
    assert cash(table) == 800 - 152
    table.undo()
    assert cash(table) == 800 - 142


def all_the_money(table: companion.Table) -> int:
    shown = table.snapshot()
    slots = [*shown["slots"].values(), *(held for good in shown["goods"].values() for held in good["slots"].values())]
    return shown["bank"] + sum(slots) + sum(held for player in shown["players"] for held in player["slots"].values())


def test_all_the_money_stays_at_the_table():
    table = new("railways")
    for move in (
        {"action": "buy", "player": "A", "good": "bo", "count": 2},
        {"action": "pay", "player": "A", "amount": 30, "from": "player:A:cash", "to": "good:bo:treasury"},
        {"action": "press", "player": "A", "button": "Take a loan"},
        {"action": "end_phase", "player": "A"},
        {"action": "press", "player": "A", "button": "Withhold", "companies": "bo", "amount": 100},
        {"action": "end_phase", "player": "A"},
    ):
        table.do(**move)
        assert all_the_money(table) == 12000
        assert sum(table.slots().values()) == 0


# The other actions


def test_a_bank_that_is_empty_refuses_or_owes():
    for short, after in (("refuse", None), ("goes on", -50)):
        table = simple(bank={"money": 200, "short": short})
        pay = {"player": "A", "amount": 50, "from": "bank", "to": "player:B:cash"}
        if after is None:
            assert refused(lambda table=table, pay=pay: table.do("pay", **pay), "50", "0") == "bank-broke"
        else:
            table.do("pay", **pay)
            assert table.snapshot()["bank"] == after


def test_a_slot_goes_as_far_down_as_the_box_says():
    table = simple(slots={"cash": {"start": 100, "least": -50}})
    fields = {"player": "A", "from": "player:A:cash", "to": "player:B:cash"}
    assert refused(lambda: table.do("pay", amount=151, **fields), "151", "150") == "not-enough-money"
    table.do("pay", amount=150, **fields)
    assert (cash(table), cash(table, 1)) == (-50, 250)
    assert refused(lambda: table.do("pay", **{**fields, "amount": 1, "to": "player:Z:cash"})) == "unknown-slot"
    assert refused(lambda: table.do("pay", **{**fields, "amount": 1, "to": "player:0:cash"})) == "unknown-slot"


def test_goods_between_players_and_by_hand():
    table = simple(goods={"car": {"price": 30, "count": 2}, "map": {}})
    table.do("buy", player="A", good="car", count=2)
    table.do("buy", player="B", good="car", count=1, of="A", amount=45)
    assert (cash(table), cash(table, 1)) == (100 - 60 + 45, 55)
    assert refused(lambda: table.do("sell", player="A", good="car", count=2), "A", "2", "1") == "not-held"
    table.do("sell", player="A", good="car", count=1, amount=10)
    assert cash(table) == 95
    assert refused(lambda: table.do("buy", player="A", good="map", count=1)) == "no-price"
    assert refused(lambda: table.do("buy", player="A", good="boat", count=1)) == "unknown-good"
    table.do("give", player="A", good="map", count=3, **{"from": "supply", "to": "B"})
    assert table.snapshot()["players"][1]["goods"] == {"car": 1, "map": 3}
    assert (
        refused(lambda: table.do("give", player="A", good="map", count=4, **{"from": "B", "to": "supply"}), "4", "3")
        == "not-held"
    )
    table.do("price", good="car", by=-5)
    assert table.snapshot()["goods"]["car"]["price"] == 25


BUTTONS = [
    {"name": "Salary", "do": [{"pay": 200, "from": "bank", "to": "cash"}]},
    {"name": "Rent", "ask": ["player", "amount"], "do": [{"pay": "amount", "from": "cash", "to": "player.cash"}]},
    {"name": "Birthday", "do": [{"pay": 10, "from": "others", "to": "cash"}]},
    {"name": "Treat", "do": [{"pay": 10, "from": "cash", "to": "others"}]},
    {"name": "Toll", "who": "banker", "do": [{"pay": "count", "from": "cash", "to": "bank"}], "ask": ["count"]},
    {
        "name": "Build",
        "ask": ["count"],
        "do": [
            {"give": "house", "count": "count", "from": "supply", "to": "me"},
            {"pay": "30 * count", "from": "cash", "to": "bank"},
            {"set": "house", "to": "30 + house"},
        ],
    },
]


def with_buttons(**more) -> companion.Table:
    return simple(goods={"house": {"price": 30, "count": 5}}, button=BUTTONS, **more)


def test_buttons_between_players():
    table = with_buttons()
    table.do("press", player="A", button="Salary")
    table.do("press", player="A", button="Rent", other="B", amount=25)
    assert (cash(table), cash(table, 1)) == (275, 125)
    table.do("press", player="A", button="Birthday")
    assert (cash(table), cash(table, 1)) == (285, 115)
    table.do("press", player="B", button="Treat")
    assert (cash(table), cash(table, 1)) == (295, 105)


def test_a_button_does_all_its_steps_or_none():
    table = with_buttons()
    table.do("press", player="A", button="Build", count=3)
    shown = table.snapshot()
    assert (cash(table), shown["goods"]["house"]["price"], shown["goods"]["house"]["left"]) == (10, 33, 2)
    before = table.state
    assert (
        refused(lambda: table.do("press", player="A", button="Build", count=1), "A", "30", "10") == "not-enough-money"
    )
    assert refused(lambda: table.do("press", player="A", button="Build", count=3), "3", "2") == "supply-short"
    assert table.state == before


def test_a_button_is_asked_what_it_asks():
    table = with_buttons()
    press = {"player": "A", "button": "Rent", "amount": 5}
    assert refused(lambda: table.do("press", **press), "other") == "not-asked"
    assert refused(lambda: table.do("press", **press, other="B", count=1), "count") == "not-asked"
    assert refused(lambda: table.do("press", **press, other="B", house="house"), "house") == "not-asked"
    assert refused(lambda: table.do("press", player="A", button="Fly"), "Fly") == "unknown-button"
    table = new()
    table.do("end_phase", player="A")
    press = {"player": "A", "button": "Dividend", "amount": 5}
    assert refused(lambda: table.do("press", **press), "companies") == "not-asked"
    assert refused(lambda: table.do("press", **press, companies="t2"), "t2") == "unknown-good"


def test_a_button_of_the_banker_is_no_players():
    table = with_buttons()
    fields = {"player": "A", "button": "Toll", "count": 1}
    assert refused(lambda: seats.check(table, "A", "press", fields), "A") == "banker-only"
    seats.check(table, companion.BANKER, "press", fields)
    seats.check(table, "A", "press", {"player": "A", "button": "Salary"})


def test_an_open_auction_of_a_good():
    table = new()
    table.do("auction", player="A", what="prr", least=40)
    assert table.snapshot()["auction"]["turn"] == "A"
    assert refused(lambda: table.do("end_phase", player="A")) == "auction-open"
    assert refused(lambda: table.do("bid", player="A", amount=39), "39", "40") == "bid-too-low"
    table.do("bid", player="A", amount=40)
    assert refused(lambda: table.do("bid", player="C", amount=60), "C") == "not-your-turn"
    assert refused(lambda: table.do("bid", player="B", amount=801), "801", "800") == "not-enough-money"
    table.do("bid", player="B", amount=45)
    table.do("pass_bid", player="C")
    table.do("pass_bid", player="A")
    shown = table.snapshot()
    assert shown["auction"] is None
    assert (cash(table, 1), shown["players"][1]["goods"]["prr"], shown["goods"]["prr"]["left"]) == (755, 1, 9)


@pytest.mark.parametrize("kind", ["open", "sealed"])
def test_an_auction_at_a_table_that_all_have_left_asks_all(kind):
    """A correction can empty the table; `leave` keeps the last one."""
    table = new()
    table.correct({"/away": table.players})
    assert table.legal()
    table.do("auction", player="A", what="prr", least=40, kind=kind)
    table.do("bid", player="A", amount=40, by=companion.BANKER)
    table.do("pass_bid", player="B", by=companion.BANKER)
    table.do("pass_bid", player="C", by=companion.BANKER)
    assert table.snapshot()["auction"] is None
    assert table.snapshot()["players"][0]["goods"]["prr"] == 1


def test_a_sealed_auction_is_shown_when_all_are_in():
    table = new()
    table.do("auction", player="A", what="The mill", kind="sealed", to="table:pot")
    table.do("bid", player="B", amount=70)
    assert table.snapshot()["auction"]["done"] == ["B"]
    assert table.snapshot("B")["auction"]["bids"] == {"B": 70}
    assert table.snapshot("A")["auction"]["bids"] == {}
    assert "70" not in table.history("A")[-1].line.text()
    assert "70" in table.history("B")[-1].line.text()
    table.do("bid", player="A", amount=70)
    table.do("pass_bid", player="C")
    # The same from two: seat order from the one who opened it.
    assert (cash(table), cash(table, 1), table.snapshot()["slots"]["pot"]) == (730, 800, 70)
    assert "70" in table.history("C")[1].line.text()


@pytest.mark.parametrize("kind", ["open", "sealed"])
@pytest.mark.parametrize("secret", [{"action": "bid", "amount": 70}, {"action": "pass_bid"}])
def test_a_sealed_pass_looks_like_a_bid_until_all_are_in(secret, kind):
    table = new()
    table.do("auction", player="A", what="The mill", kind=kind)
    table.do(player="A", **secret)
    told = secret["action"] if kind == "open" else "bid"

    def seen(seat):
        return [table.history(seat)[1].action, evening.tables(table, seat)["history"][1]["action"]]

    assert seen("B") == seen(None) == seen(companion.BANKER) == [told] * 2
    assert seen("A") == [secret["action"]] * 2
    assert work_out(table).seats[0].moves == {"auction": 1, told: 1}
    for name in "BC":
        table.do("pass_bid", player=name)
    assert seen("B") == [secret["action"]] * 2
    assert work_out(table).seats[0].moves == {"auction": 1, secret["action"]: 1}


@pytest.mark.parametrize("kind", ["open", "sealed"])
def test_an_auction_that_is_changed_afterwards_stays_changed(kind):
    """The bid is below what is the least now: it was made all the same, for what is sold now and to whom it is paid."""
    table = new("railways")
    table.do("auction", player="A", what="bo", kind=kind)
    table.do("bid", player="A", amount=10)
    table.do("pass_bid", player="B")
    table.do("pass_bid", player="C")
    table.amend(1, {"what": "prr", "least": 20, "to": "player:B:cash"}, force=True)
    held = table.snapshot()["players"][0]["goods"]
    assert (held["bo"], held["prr"], cash(table), cash(table, 1)) == (0, 1, 790, 810)
    assert [line.flagged for line in table.history()] == [False, True, False, False, True]
    assert companion.table.read(table.lines()).state == table.state


def test_a_bid_that_is_no_longer_possible_leaves_the_auction_to_the_others():
    """A could not pay 90: nothing of the bid counts, and B is asked at the least."""
    table = simple()
    table.do("pay", player="A", amount=5, **{"from": "player:A:cash", "to": "bank"})
    table.do("auction", player="A", what="x")
    table.do("bid", player="A", amount=90)
    table.amend(1, {"amount": 50}, force=True)
    auction = table.snapshot()["auction"]
    assert (auction["turn"], auction["leader"], auction["price"]) == ("B", None, 1)
    table.do("bid", player="B", amount=1)
    table.do("pass_bid", player="A")
    assert (table.snapshot()["auction"], cash(table), cash(table, 1)) == (None, 50, 99)


def test_rounds_begin_with_the_next_one_or_the_richest():
    order = []
    for first in ("next", "same", "most cash", "least cash", "by hand", "most car"):
        table = simple(round={"first": first}, goods={"car": {"price": 1}})
        table.do("buy", player="A", good="car", count=1)
        table.do("end_phase", player="A")
        order.append(table.snapshot()["turn"])
    assert order == ["B", "A", "B", "A", "A", "A"]


def test_turns_by_what_everybody_has():
    box = {"round": {"phases": ["bids", "works"], "turns": ["most car", "least car"]}, "goods": {"car": {}}}
    table = simple(**box)
    table.do("give", player="A", good="car", count=1, **{"from": "supply", "to": "B"})
    assert table.snapshot()["order"] == ["A", "B"]
    table.do("end_phase", player="A")
    assert table.snapshot()["order"] == ["A", "B"]
    table.do("end_phase", player="A")
    assert table.snapshot()["order"] == ["B", "A"]


def test_the_last_round_ends_the_game():
    table = simple(round={"turns": "none", "last": 2}, score={"total": "2 * cash + round"})
    table.do("pay", player="A", amount=10, **{"from": "player:A:cash", "to": "player:B:cash"})
    table.do("end_phase", player="A")
    assert not table.snapshot()["finished"]
    table.do("end_phase", player="A")
    shown = table.snapshot()
    assert shown["finished"]
    assert shown["scores"] == {"A": 182, "B": 222}
    assert shown["winners"] == ["B"]
    assert table.legal() == []
    assert refused(lambda: table.do("finish")) == "game-over"


def test_the_box_changes_in_the_middle_of_the_game():
    table = new("railways")
    table.do("buy", player="A", good="bo", count=2)
    tip = {"name": "Tip", "do": [{"pay": 5, "from": "cash", "to": "others"}]}
    assert refused(lambda: table.do("press", player="A", button="Tip")) == "unknown-button"
    table.do("box", set={"/button/-": tip})
    table.do("press", player="A", button="Tip")
    assert cash(table) == 656
    table.do("box", set={"/goods/coal": {"price": 3, "count": 4}, "/goods/companies/count": 12})
    table.do("buy", player="A", good="coal", count=2)
    assert table.snapshot()["goods"]["bo"]["left"] == 10
    assert table.state == companion.table.read(table.lines()).state
    table.undo()
    table.undo()
    assert "coal" not in table.snapshot()["goods"]
    assert refused(lambda: table.do("box", set={"/goods/companies/count": 1}), "goods.companies.count") == "bad-box"
    assert refused(lambda: table.do("box", set={"/players": [4, 6]}), "players") == "bad-box"
    assert refused(lambda: table.do("box", set={"/tracks/stock": [[1, 2]]}), "goods.companies.price") == "bad-box"


def test_two_for_one_asks_two_goods_of_a_group():
    button = {
        "name": "Two for one",
        "ask": ["chains", "other_chains", "count"],
        "do": [
            {"give": "chains", "count": "2 * count", "from": "me", "to": "supply"},
            {"give": "other_chains", "count": "count", "from": "supply", "to": "me"},
        ],
    }
    table = simple(goods={"chains": {"names": {"a": "A", "b": "B"}, "count": 10, "price": 5}}, button=[button])
    table.do("buy", player="A", good="a", count=5)
    table.do("press", player="A", button="Two for one", chains="a", other_chains="b", count=2)
    assert table.snapshot()["players"][0]["goods"] == {"a": 1, "b": 2}


def test_who_has_spent_the_money_meanwhile_has_bid_nothing():
    table = simple()
    fields = {"player": "A", "amount": 60, "from": "player:A:cash", "to": "bank"}
    table.do("auction", player="A", what="x", kind="sealed")
    table.do("bid", player="A", amount=90)
    table.do("pay", **fields)
    table.do("bid", player="B", amount=10)
    assert (cash(table), cash(table, 1)) == (40, 90)
    table.do("auction", player="A", what="y", least=5)
    table.do("bid", player="A", amount=40)
    table.do("pay", **{**fields, "amount": 30})
    table.do("pass_bid", player="B")
    assert table.snapshot()["auction"]["leader"] is None
    table.do("bid", player="A", amount=5)
    assert (table.snapshot()["auction"], cash(table)) == (None, 5)


def with_a_bid(auction: str) -> companion.Table:
    """Two whose cash is hidden, and a bid of 60 of the first one's 100."""
    table = simple(slots={"cash": {"start": 100, "secret": True}, "purse": {"of": "player", "secret": True}})
    table.do("auction", player="A", what="x", kind=auction)
    table.do("bid", player="A", amount=60)
    return table


@pytest.mark.parametrize("auction", ["open", "sealed"])
def test_hidden_cash_that_was_bid_is_kept_for_the_bid(auction):
    table = with_a_bid(auction)
    fields = {"player": "A", "from": "player:A:cash", "to": "player:A:purse"}
    assert refused(lambda: table.do("pay", amount=41, **fields), "beside what is bid") == "not-enough-money"
    table.do("pay", amount=40, **fields)
    table.do("pass_bid", player="B")
    assert (table.snapshot()["auction"], table.snapshot("A")["players"][0]["slots"]) == (None, {"cash": 0, "purse": 40})


@pytest.mark.parametrize("auction", ["open", "sealed"])
@pytest.mark.parametrize("seat", ["B", companion.BANKER])
def test_putting_an_auction_right_tells_no_bid_and_no_hidden_cash(auction, seat):
    table = with_a_bid(auction)
    shown = table.snapshot(seat)["auction"]
    for values in [{"/auction": None}, {"/auction": {**shown, "least": 61}}] + [
        {f"/auction/{name}": value} for name in shown for value in ("A", "B", None, 59, 61, 101)
    ]:
        with pytest.raises(RuleError) as refusal:
            seats.check(table, seat, "correct", {"set": values, "reason": ""})
        assert refusal.value.code == "hidden-value"


@pytest.mark.parametrize("seat", ["B", companion.BANKER])
def test_no_auction_is_begun_by_a_correction_where_cash_is_hidden(seat):
    table = with_a_bid("open")
    shown = table.snapshot()["auction"]
    table.undo()
    table.undo()
    with pytest.raises(RuleError, match="in secret is not put right: undo it"):
        seats.check(table, seat, "correct", {"set": {"/auction": shown}, "reason": ""})


def test_a_table_of_the_first_rules_lets_hidden_cash_be_spent_that_was_bid():
    header, *entries = with_a_bid("open").lines()
    table = companion.table.read([header.replace('"rules":5', '"rules":1'), *entries])
    table.do("pay", player="A", amount=41, **{"from": "player:A:cash", "to": "player:A:purse"})
    table.do("pass_bid", player="B")
    assert table.snapshot()["auction"]["leader"] is None


# What players hide


def hiding(**bank) -> companion.Table:
    slots = {"cash": {"start": 100}, "purse": {"of": "player", "start": 50, "secret": True, "least": -20}}
    return simple(slots=slots, **({"bank": bank} if bank else {}))


def test_a_secret_slot_is_seen_by_its_owner_alone():
    table = hiding(money=1000)
    fields = {"player": "A", "from": "player:A:purse"}
    table.do("pay", amount=30, to="player:B:purse", **fields)
    for seat, seen in (("A", [20, None]), ("B", [None, 80]), (None, [None, None]), (companion.BANKER, [None, None])):
        assert [player["slots"]["purse"] for player in table.snapshot(seat)["players"]] == seen
    assert table.snapshot()["bank"] == 700
    assert "30" not in table.history()[-1].line.text()
    assert "30" in table.history("A")[-1].line.text()
    assert table.records("transfers") == []
    assert table.records("transfers", "B")[0]["amount"] == 30
    assert {row["player"]: row["wealth"] for row in table.records("wealth", "A")} == {"A": 120, "B": None}
    for held in (20, 30):
        table.correct({"/players/0/slots/purse": held + 1}, by="A")
        assert table.snapshot()["bank"] == 700  # nobody reads it off the bank
    assert refused(lambda: table.do("pay", amount=1, player="B", to="bank", **{"from": "player:A:purse"}), "A") == (
        "own-seat-only"
    )
    text = "A · purse does not have enough"
    assert refused(lambda: table.do("pay", amount=99, to="bank", **fields), text) == "not-enough-money"
    with pytest.raises(RuleError) as refusal:
        table.do("pay", amount=99, to="bank", **fields)
    assert "31" not in refusal.value.message
    table.do("finish")
    assert [player["slots"]["purse"] for player in table.snapshot()["players"]] == [31, 80]
    assert "30" in table.history()[0].line.text()


def test_what_everybody_can_work_out_is_told_of_hidden_money_too():
    box = {"goods": {"car": {"price": 30}}, "button": [BUTTONS[0], {**BUTTONS[1], "name": "Gift"}]}
    table = simple(slots={"cash": {"start": 100, "secret": True}}, **box)
    table.do("buy", player="A", good="car", count=2)
    table.do("buy", player="A", good="car", count=1, amount=12)
    table.do("press", player="A", button="Salary")
    table.do("press", player="A", button="Gift", other="B", amount=7)
    assert [line.line.text() for line in table.history()] == [
        "A buys 2 car for 60",
        "A buys 1 car",
        "A presses Salary: 200 from the bank to A",
        "A presses Gift",
    ]
    assert table.history("B")[-1].line.text() == "A presses Gift: 7 from A to B"


def test_the_banker_pays_but_takes_nothing_that_is_hidden():
    table = hiding()
    pay = {"player": "A", "amount": 5, "to": "bank"}
    seats.check(table, companion.BANKER, "pay", {**pay, "from": "player:A:cash"})
    assert refused(lambda: seats.check(table, companion.BANKER, "pay", {**pay, "from": "player:A:purse"})) == (
        "own-seat-only"
    )
    seats.check(table, "A", "pay", {**pay, "from": "player:A:purse"})


@pytest.mark.parametrize("at", ["round", "turn"])
@pytest.mark.parametrize(("purse", "bank"), [(371, {}), (489, {}), (371, {"money": 1000}), (489, {"money": 1000})])
def test_a_due_that_cannot_be_paid_says_nothing_of_the_hidden_money_it_is_worked_out_of(purse, bank, at):
    slots = {"cash": {"start": 5}, "purse": {"of": "player", "start": 489, "secret": True}}
    due = {"name": "Tax", "at": at, "pay": "floor(purse / 10)", "from": "cash", "to": "bank"}
    if bank:
        due |= {"from": "bank", "to": "cash"}
    table = companion.new_table(
        "own", ["Anna", "Bruno"], box={"name": "Tax", "slots": slots, "bank": bank, "due": [due]}
    )
    table.correct({"/players/0/slots/purse": purse - 1}, by="Anna")
    table.correct({"/players/0/slots/purse": purse}, by="Anna")
    if bank:
        table.correct({"/bank": 5})
    seat = "Bruno" if at == "round" else companion.BANKER
    action, fields = ("end_phase", {"player": "Bruno"}) if at == "round" else ("end_turn", {"player": "Anna"})
    seats.check(table, seat, action, fields)
    with pytest.raises(RuleError) as refusal:
        table.do(action, by=seat, **fields)
    assert (refusal.value.code, refusal.value.message) == (
        ("bank-broke", "The bank does not have enough for that.")
        if bank
        else ("not-enough-money", "Anna does not have enough for that.")
    )


def test_a_due_tells_no_amount_that_another_due_has_made_of_hidden_money():
    slots = {"cash": {"start": 5}, "purse": {"of": "player", "start": 371, "secret": True}}
    dues = [
        {"name": "Gain", "pay": "floor(purse / 10)", "from": "purse", "to": "cash"},
        {"name": "Rent", "pay": 100, "from": "cash", "to": "bank"},
    ]
    table = companion.new_table("own", ["Anna", "Bruno"], box={"name": "Rent", "slots": slots, "due": dues})
    text = "Anna does not have enough for that."
    assert refused(lambda: table.do("end_phase", player="Bruno"), text) == "not-enough-money"


@pytest.mark.parametrize("held", [100, 103])
def test_no_correction_tells_whether_what_another_one_hides_comes_out_whole(held):
    table = simple(
        slots={"cash": {"start": 100, "secret": True}},
        due=[{"name": "Tithe", "pay": "cash / 10", "from": "bank", "to": "cash"}],
        score={"total": "at(cash / 10, [5, 6])"},
    )
    table.correct({"/players/0/slots/cash": 90}, by="A")
    table.correct({"/players/0/slots/cash": held}, by="A")
    shown = table.snapshot("A")
    assert [shown["due"][0]["amount"], shown["players"][0]["total"]] == ([10, 6] if held == 100 else [None, None])
    for seat in ("B", companion.BANKER):
        for pointer, value in (("/due/0/amount", 7), ("/players/0/total", 7), ("/due", []), ("/due/0", {})):
            assert kept_out(table, seat, "correct", set={pointer: value}) == "hidden-value"
        assert kept_out(table, seat, "correct", set={"/round": 2}) == ""
    assert kept_out(table, "A", "correct", set={"/due/0/amount": 7}) == ""


TAKING = [
    {"name": "Fine", "who": "any", "ask": ["player", "amount"]}
    | {"do": [{"pay": "amount", "from": "player.cash", "to": "cash"}]},
    {"name": "Levy", "who": "any", "ask": ["amount"], "do": [{"pay": "amount", "from": "others", "to": "cash"}]},
    {
        "name": "Loss",
        "who": "any",
        "ask": ["car", "amount"],
        "do": [{"pay": "amount", "from": "holders", "to": "bank"}],
    },
    {"name": "Save", "who": "any", "ask": ["amount"], "do": [{"pay": "amount", "from": "cash", "to": "bank"}]},
]


@pytest.mark.parametrize("held", [49, 50])
def test_no_button_tells_what_another_one_hides(held):
    table = simple(
        slots={"cash": {"start": 100, "secret": True}}, goods={"car": {"price": 3}}, button=TAKING, round={}, bank={}
    )
    for name in "AB":
        table.do("give", player="A", good="car", count=1, **{"from": "supply", "to": name})
    table.do("pay", player="A", amount=100 - held, **{"from": "player:A:cash", "to": "bank"})
    for amount in (49, 50, 51):
        presses = [
            {"button": "Fine", "other": "A", "amount": amount},
            {"button": "Levy", "amount": amount},
            {"button": "Loss", "car": "car", "amount": amount},
        ]
        for seat in ("B", companion.BANKER):
            for press in presses:
                assert kept_out(table, seat, "press", player="B", **press) == "own-seat-only"
    assert kept_out(table, "B", "press", player="B", button="Save", amount=70) == ""
    assert kept_out(table, companion.BANKER, "press", player="B", button="Save", amount=70) == "own-seat-only"
    for seat, pressed in (("B", {"Save"}), ("A", {"Save"}), (None, set()), (companion.BANKER, set())):
        assert {move["button"] for move in table.legal(seat) if move["action"] == "press"} == pressed
    table.do("press", player="B", button="Fine", other="A", amount=9)  # what is on record is played as ever
    assert table.snapshot("B")["players"][1]["slots"]["cash"] == 109


@pytest.mark.parametrize("held", [99, 100, 101])
def test_no_payment_is_too_large_for_what_another_one_hides(held):
    """Only how much is paid at once is bounded, and that everybody sees."""
    loan = {"name": "Dividend", "ask": ["car", "amount"], "do": [{"pay": "amount", "from": "bank", "to": "holders"}]}
    table = simple(slots={"cash": {"start": held, "secret": True}}, goods={"car": {"price": 3}}, button=[loan])
    table.do("give", player="A", good="car", count=2, **{"from": "supply", "to": "A"})
    pay = {"player": "B", "from": "bank", "to": "player:A:cash"}
    press = {"player": "B", "button": "Dividend", "car": "car"}
    most = 10**12
    for seat in ("B", companion.BANKER):
        tries = [
            ("pay", {**pay, "amount": most - 100}),
            ("press", {**press, "amount": most // 2 - 50}),
            ("sell", {"player": "A", "good": "car", "count": 1, "amount": most - 100}),
        ]
        for action, fields in tries[: 2 if seat == "B" else 3]:
            twin = table.fork()
            for _ in range(2):
                assert kept_out(twin, seat, action, **fields) == ""
                twin.do(action, by=seat, **fields)
            assert twin.snapshot("B")["players"][1]["slots"]["cash"] == held
    with pytest.raises(RuleError) as refusal:
        table.do("press", **press, amount=most // 2 + 1)
    assert (refusal.value.code, refusal.value.message) == (
        "too-much-money",
        "1000000000002 is too much for one payment; the most is 1000000000000.",
    )
    table.do("pay", **pay, amount=most)
    assert table.snapshot("A")["players"][0]["slots"]["cash"] == most + held
    table.correct({"/players/1/goods/car": 1}, by="B")
    table.do("pay", player="A", amount=1, to="bank", **{"from": "player:A:cash"})
    assert table.snapshot("A")["players"][0]["slots"]["cash"] == most + held - 1
    assert companion.table.read(table.lines()).state == table.state


@pytest.mark.parametrize("held", [99, 100, 101])
def test_no_sale_is_refused_for_what_the_seller_hides(held):
    table = simple(slots={"cash": {"start": held, "secret": True}}, goods={"car": {"price": 3}})
    table.correct({"/players/1/slots/cash": 10**12}, by="B")
    table.do("give", player="A", good="car", count=1, **{"from": "supply", "to": "A"})
    twin = table.fork()
    twin.do("buy", player="B", good="car", count=1, of="A", amount=10**12)
    assert twin.snapshot("A")["players"][0]["slots"]["cash"] == 10**12 + held
    table.do("auction", player="A", what="x", kind="open", to="player:A:cash")
    table.do("pass_bid", player="A")
    table.do("bid", player="B", amount=10**12)
    assert table.snapshot("A")["players"][0]["slots"]["cash"] == 10**12 + held


def test_a_table_of_older_rules_keeps_its_bound_and_who_may_meet_it():
    header = simple(slots={"cash": {"start": 100, "secret": True}}).header
    table = companion.table.Table(msgspec.structs.replace(header, rules=3))
    pay = {"player": "B", "from": "bank", "to": "player:A:cash"}
    for seat in ("B", companion.BANKER):
        assert kept_out(table, seat, "pay", amount=10**12 - 100, **pay) == "own-seat-only"
    assert kept_out(table, "B", "pay", amount=10**6, **pay) == ""
    assert refused(lambda: table.do("pay", **pay, amount=10**12 - 99)) == "too-much-money"


@pytest.mark.parametrize("held", [101, 110])
def test_a_score_of_hidden_money_keeps_no_game_from_its_end(held):
    table = simple(slots={"cash": {"start": held, "secret": True}}, score={"total": "cash / 10"}, round={"last": 1})
    assert {"action": "finish"} in table.legal()
    twin = table.fork()
    twin.do("end_phase", player="A")
    table.do("finish")
    for ended in (table, twin):
        assert ended.snapshot()["scores"] == {"A": held // 10, "B": held // 10}
        assert ended.snapshot()["winners"] == ["A", "B"]


def test_who_has_more_hidden_money_wins_though_both_scores_are_rounded_alike():
    table = simple(slots={"cash": {"start": 1200, "secret": True}}, score={"total": "cash / 100"})
    table.do("pay", player="A", amount=1, **{"from": "bank", "to": "player:A:cash"})
    table.do("finish")
    assert (table.snapshot()["scores"], table.snapshot()["winners"]) == ({"A": 12, "B": 12}, ["A"])
    assert [outcome.place for outcome in table.game.ending(table.steps(), table.state)] == [1, 2]


def test_a_score_of_open_money_comes_out_whole_or_the_game_does_not_end():
    table = simple(slots={"cash": {"start": 101}}, score={"total": "cash / 10"}, round={"last": 1})
    assert refused(lambda: table.do("finish"), "cash / 10", "floor") == "not-whole"
    assert refused(lambda: table.do("end_phase", player="A"), "cash / 10", "floor") == "not-whole"
    assert table.snapshot()["players"][0]["total"] is None


@pytest.mark.parametrize("kind", ["sealed", "open"])
def test_no_game_ends_in_an_auction(kind):
    table = simple()
    table.do("auction", player="A", what="x", kind=kind)
    table.do("bid", player="A", amount=40)
    assert refused(lambda: table.do("finish"), "x") == "auction-open"
    assert {"action": "finish"} not in table.legal()
    table.do("pass_bid", player="B")
    table.do("finish")
    assert table.snapshot()["finished"]


def test_a_table_of_older_rules_could_end_in_an_auction():
    table = companion.table.Table(msgspec.structs.replace(simple().header, rules=3))
    table.do("auction", player="A", what="x", kind="sealed")
    table.do("finish")
    assert table.snapshot()["finished"]


def test_how_far_cash_may_go_down_is_no_matter_of_an_auction_that_is_on():
    table = simple(slots={"cash": {"start": 100, "secret": True, "least": -100}})
    table.do("auction", player="A", what="x", kind="open")
    table.do("bid", player="A", amount=150)
    for least in (-40, None, -200):
        assert refused(lambda least=least: table.do("box", set={"/slots/cash/least": least}), "x") == "bad-box"
    table.do("box", set={"/name": "Other"})
    table.do("pass_bid", player="B")
    table.do("box", set={"/slots/cash/least": -40})


def test_a_correction_that_is_amended_is_checked_as_a_new_one():
    table = simple(slots={"cash": {"start": 100, "secret": True}, "purse": {"of": "player"}})
    n = table.do("correct", set={"/players/0/slots/purse": 3}, by="A").n
    assert kept_out(table, "A", "amend", entry=n, fields={"set": {"/players/0/slots/cash": 90}}) == ""
    assert kept_out(table, "A", "amend", entry=n, fields={"set": {"/players/1/slots/cash": 100}}) == "hidden-value"
    table.do("auction", player="A", what="x", kind="open")
    table.do("bid", player="A", amount=50)
    assert kept_out(table, "A", "amend", entry=n, fields={"set": {"/players/0/slots/cash": 49}}) == "money-offered"
    assert kept_out(table, "A", "amend", entry=n, fields={"set": {"/players/0/slots/purse": 4}}) == ""


def test_a_table_of_older_rules_ends_with_whole_scores_alone():
    header = simple(slots={"cash": {"start": 101}}, score={"total": "cash / 10"}).header
    table = companion.table.Table(msgspec.structs.replace(header, rules=3))
    assert refused(lambda: table.do("finish"), "cash / 10", "floor") == "not-whole"


@pytest.mark.parametrize("cash", [49, 50, 60])
def test_who_has_bid_hidden_cash_counts_it_again_after_the_auction(cash):
    def counting(seat, name):
        return kept_out(table, name, "correct", set={f"/players/{seat}/slots/cash": cash})

    table = simple(slots={"cash": {"start": 100, "secret": True}})
    table.do("auction", player="A", what="x", kind="open")
    assert (counting(0, "A"), counting(1, "B")) == ("", "")
    table.do("bid", player="A", amount=50)
    assert (counting(0, "A"), counting(1, "B")) == ("money-offered", "")
    table.do("bid", player="B", amount=51)
    assert (counting(0, "A"), counting(1, "B")) == ("", "money-offered")
    table.do("pass_bid", player="A")
    assert (counting(0, "A"), counting(1, "B")) == ("", "")
    for action, fields in (("bid", {"amount": 50}), ("pass_bid", {})):
        table.do("auction", player="A", what="x", kind="sealed")
        table.do(action, player="A", **fields)
        assert (counting(0, "A"), counting(1, "B")) == ("money-offered", "")
        table.do("pass_bid", player="B")
        assert (counting(0, "A"), counting(1, "B")) == ("", "")


@pytest.mark.parametrize(
    "values",
    [
        {"/round/turns": "most purse"},
        {"/round/turns": "least purse"},
        {"/bank/money": 5000},
        {"/slots/purse/secret": False},
    ],
)
@pytest.mark.parametrize("seat", ["A", companion.BANKER])
def test_no_change_of_the_box_lets_hidden_money_decide_at_once(seat, values):
    slots = {"cash": {"start": 100}, "purse": {"of": "player", "secret": True}}
    table = simple(slots=slots, round={"phases": ["bids", "work"], "turns": ["none", "clockwise"]})
    if "/round/turns" in values:
        values = {"/round/turns/0": values["/round/turns"]}
    assert kept_out(table, seat, "box", set=values) == "would-open"
    table.do("box", set={"/round/turns/0": "most purse"})
    assert kept_out(table, seat, "box", set={"/round/turns/0": "least purse"}) == "would-open"
    assert kept_out(table, seat, "box", set={"/round/turns/1": "most purse"}) == ""
    assert kept_out(table, seat, "box", set={"/button/-": TAKING[3]}) == ""
    assert kept_out(table, seat, "box", set={"/round/turns/0": "clockwise"}) == ""


def test_the_clock_of_a_turn():
    table = new()
    at = "2026-11-27T20:{:02}:{:02}Z".format
    assert table.countdown(at(0, 0)).left == 120
    table.do("clock", op="start", seconds=600, at=at(0, 0))
    assert table.countdown(at(0, 30)).left == 90
    table.do("buy", player="A", good="bo", count=1, at=at(0, 40))
    table.undo(at=at(0, 50))
    assert table.countdown(at(1, 0)).left == 60
    table.do("end_turn", player="A", at=at(1, 30))
    assert table.countdown(at(1, 45)).left == 105
    table.do("clock", op="pause", at=at(1, 50))
    clock = table.countdown(at(5, 0))
    assert (clock.left, clock.running, clock.started) == (100, False, True)
    table.do("finish", at=at(6, 0))
    assert table.countdown(at(7, 0)) is None
    assert simple().countdown() is None


def test_what_a_button_will_do_is_told_before():
    table = with_buttons()
    lines = advice.will_do(table.state, {"player": "A", "button": "Build", "count": 2}, PUBLIC)
    assert [line.text() for line in lines] == ["2 house from the supply", "60 from A to the bank", "house 30 → 32"]
    with pytest.raises(RuleError):
        advice.will_do(table.state, {"player": "A", "button": "Build", "count": 4}, PUBLIC)
    coal = new().state
    assert (advice.costs(coal, "coal", 3), advice.costs(coal, "coal", 9), advice.brings(coal, "coal", 1)) == (
        16,
        None,
        5,
    )


def test_a_changed_box_is_told_in_words():
    table = simple()
    table.do("box", set={"/button/-": {"name": "Tip", "do": [{"pay": 5, "from": "cash", "to": "others"}]}})
    assert table.history()[-1].line.text() == "Printed on the components: button · Tip"
    assert refused(lambda: table.do("price", good="x")) == "unknown-good"
    table = simple(goods={"x": {"price": 3}})
    assert refused(lambda: table.do("price", good="x"), "x") == "bad-amount"


# Money that does not move


def test_who_gets_what_the_holders_pay_pays_nothing_and_nothing_of_that_is_told() -> None:
    buttons = [
        {"name": "Call", "ask": ["ore"], "do": [{"pay": 5, "from": "holders", "to": "cash"}]},
        {"name": "Pay out", "ask": ["ore"], "do": [{"pay": 5, "from": "cash", "to": "holders"}]},
    ]
    table = simple(goods={"ore": {}}, button=buttons)
    table.do("give", player="A", good="ore", count=2, **{"from": "supply", "to": "A"})
    alone = {"player": "A", "button": "Call", "ore": "ore"}
    assert [line.text() for line in advice.will_do(table.state, alone, PUBLIC)] == []
    table.do("press", **alone)
    assert table.history()[-1].line.text() == "A presses Call"
    table.do("give", player="B", good="ore", count=3, **{"from": "supply", "to": "B"})
    table.do("press", **alone)
    assert table.history()[-1].line.text() == "A presses Call: 15 from B to A"
    assert (cash(table), cash(table, 1)) == (115, 85)
    table.do("press", player="A", button="Pay out", ore="ore")
    assert table.history()[-1].line.text() == "A presses Pay out: ore pays 5 a share, 15 in all"
    assert (cash(table), cash(table, 1)) == (100, 100)


# A game that is past its last round


def past_the_last(how: str) -> companion.Table:
    """A game of 8 rounds in round 5, which is then to have 4; or in round 1, which is then said to be the 9th."""
    last = 8
    table = simple(
        slots={"cash": {"start": 100}},
        due=[{"name": "Rent", "pay": 5, "from": "cash", "to": "bank"}],
        round={"turns": "none", "last": last},
    )
    if how == "box":
        for _ in range(4):
            table.do("end_phase", player="A")
        table.do("box", set={"/round/last": 4})
    else:
        table.correct({"/round": 9})
    return table


@pytest.mark.parametrize(("how", "now", "before"), [("box", 5, 80), ("correct", 9, 100)])
def test_a_game_that_is_past_its_last_round_ends_with_the_one_that_is_on(how, now, before) -> None:
    table = past_the_last(how)
    assert (table.snapshot()["round"], cash(table)) == (now, before)
    foretold = [(due["round"], due["from"], due["amount"]) for due in table.snapshot()["due"]]
    assert foretold == [(now, "player:A:cash", 5), (now, "player:B:cash", 5)]
    table.do("end_phase", player="B")
    assert table.snapshot()["finished"]
    assert cash(table) == before - 5
    assert table.snapshot()["due"] == []


@pytest.mark.parametrize("how", ["box", "correct"])
def test_at_a_table_of_the_third_rules_it_goes_on(how) -> None:
    header, *entries = past_the_last(how).lines()
    table = companion.table.read([header.replace('"rules":5', '"rules":3'), *entries])
    now = table.snapshot()["round"]
    assert {due["round"] for due in table.snapshot()["due"]} == {now, now + 1}
    table.do("end_phase", player="B")
    assert (table.snapshot()["round"], table.snapshot()["finished"]) == (now + 1, False)


# A box from which something was taken out


def test_what_was_taken_out_within_a_list_is_not_in_the_file() -> None:
    fee = {"name": "Fee", "in": "day", "do": [{"pay": 5, "from": "cash", "to": "bank"}]}
    table = simple(button=[fee], round={"turns": "none", "phases": ["day"]})
    table.do("box", set={"/button/0/in": None})
    assert import_box(export_box(table.state.box))["button"] == [{key: fee[key] for key in ("name", "do")}]


def test_a_button_is_added_where_the_last_one_was_taken_out() -> None:
    fee = {"name": "Fee", "do": [{"pay": 5, "from": "cash", "to": "bank"}]}
    table = simple(button=[fee])
    table.do("box", set={"/button": None})
    table.do("box", set={"/button/-": fee})
    table.do("press", player="A", button="Fee")
    assert cash(table) == 95
