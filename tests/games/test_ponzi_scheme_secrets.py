"""Ponzi Scheme: what is seen by whom, and the records."""

import json
from pathlib import Path

import pytest

import companion
from companion.errors import RuleError
from tests.games.ponzi_scheme import crash, end_game, example_7, hold, new, own, quiet_round, trading, wheel
from tests.refusals import kept_out, refusal, refused

# Secrets


def everything_seen(table, seat):
    """All that a seat may know, as text."""
    lines = [line for told in table.history(seat) for line in (told.line, *told.derived)]
    records = [table.records(kind, seat) for kind in table.game.records]
    return json.dumps([table.snapshot(seat), table.legal(seat), records, [line.text() for line in lines]])


def test_cash_and_offers_are_seen_by_those_who_may():
    """All amounts have four digits: the milliseconds of an entry's time may be any three."""
    table = trading()
    table.correct({"/players/0/cash": 5737, "/players/1/cash": 8919})
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=4157)
    assert table.snapshot("Bruno")["offer"] == {"from": "Bruno", "to": "Anna", "industry": "food", "amount": 4157}
    for seat in ("Carla", None, companion.BANKER):
        assert table.snapshot(seat)["offer"] == {"from": "Bruno", "to": "Anna", "industry": "food"}
        assert all("cash" not in shown for shown in table.snapshot(seat)["players"][:2])
        assert not any(amount in everything_seen(table, seat) for amount in ("5737", "8919", "4157"))
    assert "5737" not in everything_seen(table, "Bruno")
    assert "4157" in everything_seen(table, "Bruno")
    table.do("accept", player="Anna")
    amounts = ("5737", "8919", "4157", str(5737 + 4157), str(8919 - 4157))
    for seat in ("Carla", None, companion.BANKER):
        assert not any(amount in everything_seen(table, seat) for amount in amounts)
    assert table.history("Anna")[-1].line.text() == "Anna sold Bruno a tile of Food for 4157"
    assert table.history("Carla")[-1].line.text() == "Anna sold Bruno a tile of Food"
    assert {row["cash"] for row in table.records("cash_bounds", "Anna") if row["player"] != "Anna"} == {None}


def test_a_correction_of_a_whole_player_or_offer_tells_nothing():
    table = trading()
    whole = table.snapshot("Anna")["players"][0]
    table.correct({"/players/0": {**whole, "tiles": {**whole["tiles"], "media": 2}}})
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=19)
    table.correct({"/offer/amount": 17})
    table.correct({"/offer": None})
    told = [line.line.text() for line in table.history("Carla")]
    assert [line for line in told if "•••" in line][-3:] == [
        "Correction: Anna ••• → •••",
        "Correction: offer · amount ••• → •••",
        "Correction: offer ••• → •••",
    ]
    assert (table.snapshot()["phase"], table.snapshot()["active"]) == ("trade", "Bruno")


def test_a_refusal_of_somebody_who_may_not_act_tells_no_amount():
    table = trading()
    error = refusal(table, "offer", player="Anna", to="Bruno", industry="food", amount=9999)
    assert (error.code, "50" in error.message) == ("not-your-turn", False)
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=19)
    for name in ("Bruno", "Carla"):
        assert refused(table, "counter", player=name) == "not-your-turn"


# Records


def test_interest_records():
    table = new()
    wheel(table, "Anna", v80=1, v25=2, v9=3)
    hold(table, "Anna", 150)
    rows = table.records("interest")
    assert [(row["due_in"], row["fund"], row["amount"]) for row in rows if row["due_in"] <= 4] == [
        (1, 80, 144),
        (2, 25, 27),
        (3, 9, 8),
        (4, 80, 144),
    ]
    assert [row["due_in"] for row in rows if row["fund"] == 80] == [1, 4, 7, 10]
    assert {row["round"] - row["due_in"] for row in rows} == {0}
    rows = table.records("interest_if_crash")
    assert [(row["due_in"], row["fund"]) for row in rows if row["due_in"] <= 4] == [
        (1, 80),
        (1, 25),
        (2, 9),
        (4, 80),
    ]
    quiet_round(table)
    assert table.records("interest")[0] == {"round": 1, "player": "Anna", "fund": 80, "due_in": None, "amount": 144}
    assert table.records("interest")[1] == {"round": 2, "player": "Anna", "fund": 25, "due_in": 1, "amount": 27}


def test_interest_records_while_players_answer():
    table = new(cash="hidden")
    wheel(table, "Anna", v9=1)
    table.correct({"/players/0/cash_max": 8})
    quiet_round(table)
    rows = table.records("interest")
    assert [(row["round"], row["due_in"]) for row in rows] == [(1, 0), (6, 5), (11, 10)]


def test_other_records():
    table = new()
    example_7(table, amount=10)
    row = [row for row in table.records("cash_bounds", "Anna") if row["player"] == "Anna"][-1]
    assert (row["cash_min"], row["cash_max"], row["cash"], row["round"]) == (34, 68, 44, 2)
    rows = table.records("tiles")
    assert [(row["player"], row["industry"], row["tiles"]) for row in rows][-2:] == [
        ("Anna", "food", 0),
        ("Bruno", "food", 3),
    ]
    rows = new().records("market")
    assert [(row["row"], row["fund"]) for row in rows][::4] == [(1, 9), (2, 13), (3, 17)]
    assert table.records("market")[-1]["n"] == table.records("market")[-9]["n"]
    with pytest.raises(RuleError):
        table.records("prices")


def test_a_count_of_the_own_cash_says_nothing_of_what_others_hold():
    """Carla has 20 more than she should: whether that fits what she and Bruno hold would tell what he paid Anna."""
    seen = set()
    for amount in (5, 45):
        table = trading()
        for name in ("Anna", "Bruno", "Carla"):
            hold(table, name, 50)
            own(table, name, food=2)
        table.do("offer", player="Bruno", to="Anna", industry="food", amount=amount)
        table.do("accept", player="Anna")
        table.do("offer", player="Carla", to="Bruno", industry="food", amount=5)
        table.do("counter", player="Bruno")
        table.correct({"/players/0/cash": 200}, by="Anna")
        table.correct({"/players/2/cash": 75}, by="Carla")
        seen.add(json.dumps([[row["cash_min"], row["cash_max"]] for row in table.snapshot()["players"]]))
    assert len(seen) == 1


@pytest.mark.parametrize("seat", ["Carla", companion.BANKER])
@pytest.mark.parametrize("key", ["", "/to", "/from"])
def test_no_correction_makes_an_offer_somebody_elses(seat, key):
    table = trading()
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=7)
    value = "Carla" if key else {"from": "Bruno", "to": "Carla", "industry": "food", "amount": 7}
    assert kept_out(table, seat, "correct", set={f"/offer{key}": value}) == "hidden-value"


@pytest.mark.parametrize("seat", ["Bruno", "Carla", companion.BANKER])
@pytest.mark.parametrize("amount", [37, 38])
def test_no_correction_makes_an_offer_or_changes_one(seat, amount):
    """Whether Anna has that much would be told by it: a wrong offer is undone and made again."""
    table = companion.new_table("ponzi-scheme", ["Anna", "Bruno", "Carla"])
    for who in (0, 1):
        table.correct({f"/players/{who}/tiles/food": 1})
    table.correct({"/phase": "trade"})
    table.correct({"/players/0/cash": 37}, by="Anna")
    offer = {"from": "Anna", "to": "Bruno", "industry": "food", "amount": amount}
    assert kept_out(table, seat, "correct", set={"/offer": offer}) == "hidden-value"
    table.do("offer", player="Anna", to="Bruno", industry="food", amount=20)
    for values in ({"/offer/amount": amount}, {"/offer/industry": "media"}, {"/offer": offer}, {"/offer": None}):
        assert kept_out(table, seat, "correct", set=values) == "hidden-value"
    assert kept_out(table, "Bruno", "correct", set={"": table.snapshot("Bruno")}) == "hidden-value"
    assert kept_out(table, seat, "correct", set={"/round": 2}) == ""


@pytest.mark.parametrize("cash", [0, 5000])
@pytest.mark.parametrize("seat", ["Bruno", "Carla", companion.BANKER])
def test_no_correction_lets_interest_be_paid(cash, seat):
    """Whether Anna can pay would be told by it: nothing but the moves of the game get there."""
    table = trading()
    crash(table)
    assert table.snapshot()["phase"] == "crash"
    wheel(table, "Anna", v29=1)
    table.correct({"/players/0/cash": cash})
    assert kept_out(table, seat, "correct", set={"/crashed": False}) == "would-open"


def ended(**options):
    """A game that is over: Anna is bankrupt with 34, Bruno ends with 47, Carla with 30 or more."""
    table = new(**options)
    table.correct({"/players/0/cash": 34}, by="Anna")
    end_game(table, Bruno=47, Carla=30)
    return table


@pytest.mark.parametrize("seat", ["Anna", "Bruno", companion.BANKER])
def test_no_other_points_for_money_tell_how_much_it_is(seat):
    """With a point for each amount the points would be the cash."""
    finest = {str(amount): amount - 29 for amount in range(30, 96)}
    for table in (new(), trading(), ended()):
        assert kept_out(table, seat, "box", set={"/wealth": finest}) == "would-open"
        assert kept_out(table, seat, "box", set={"/wealth/40": 1}) == "would-open"
        assert kept_out(table, seat, "box", set={"/wealth/96": 5}) == ""
        assert kept_out(table, seat, "box", set={"/funds/52/interest": 98}) == ""
    for table in (new(advanced=True), new(cash="hidden")):
        assert kept_out(table, seat, "box", set={"/wealth/40": 1}) == ""


@pytest.mark.parametrize("seat", ["Bruno", "Carla", companion.BANKER])
def test_nobody_makes_a_bankrupt_player_tell_his_points(seat):
    assert kept_out(ended(), seat, "correct", set={"/players/0/bankrupt": False}) == "would-open"
    assert kept_out(ended(), seat, "correct", set={"/players/1/bankrupt": True}) == ""
    assert kept_out(ended(advanced=True), seat, "correct", set={"/players/0/bankrupt": False}) == ""


def test_points_that_were_changed_before_are_still_taken_back_and_read():
    table = ended()
    table.do("box", set={"/wealth/40": 1}, by="Bruno")
    assert companion.table.read(table.lines()).state == table.state
    assert kept_out(table, "Carla", "undo") == ""


def test_no_sale_is_refused_for_what_the_seller_holds():
    """Bruno says that he has as much as there can be, and Anna has 50 already."""
    table = trading()
    table.correct({"/players/1/cash": 10**12}, by="Bruno")
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=10**12)
    assert kept_out(table, companion.BANKER, "accept", player="Anna") == ""
    table.do("accept", player="Anna", by=companion.BANKER)
    assert table.snapshot("Anna")["players"][0]["cash"] == 10**12 + 50
    table.correct({"/players/0/tiles/media": 2}, by="Carla")
    assert table.snapshot("Anna")["players"][0]["cash"] == 10**12 + 50
    assert companion.table.read(table.lines()).state == table.state


def test_by_the_first_rules_there_was_no_room_for_it():
    save = Path(__file__).parent.parent / "saves" / "ponzi_scheme_no_room_by_the_first_rules.jsonl"
    held = [companion.load(save).snapshot(name)["players"][seat]["cash"] for seat, name in enumerate(["Anna", "Bruno"])]
    assert held == [10**12 - 5, 55]


@pytest.mark.parametrize("cash", [39, 40, 41])
@pytest.mark.parametrize("pointer", ["/players/0/cash", "/players/0"])
def test_who_has_made_an_offer_counts_the_cash_again_once_it_is_answered(cash, pointer):
    table = trading()
    table.correct({"/active": "Anna"})
    table.do("offer", player="Anna", to="Bruno", industry="food", amount=40)
    value = cash if pointer.endswith("cash") else {**table.snapshot("Anna")["players"][0], "cash": cash}
    assert kept_out(table, "Anna", "correct", set={pointer: value}) == "money-offered"
    assert kept_out(table, "Bruno", "correct", set={"/players/1/cash": cash}) == ""
    assert kept_out(table, "Anna", "correct", set={"/players/0/tiles/media": 2}) == ""
    table.do("accept", player="Bruno")
    assert kept_out(table, "Anna", "correct", set={pointer: value}) == ""


@pytest.mark.parametrize("least", range(0, 150, 7))
def test_no_value_that_follows_from_hidden_ones_is_guessed_by_ending_the_game(least):
    """As the game ends the others' cash bounds one's own: whether a guess fits would tell how much they have."""
    for cash in (10, 14, 1000):
        table = trading()
        table.correct({"/players/0/cash": cash}, by="Anna")
        mine = table.snapshot("Bruno")["players"][1]
        for guess in ({}, {"cash_min": least}):
            ends = {"bankrupt": True, **guess}
            apart = {f"/players/1/{name}": value for name, value in ends.items()}
            assert kept_out(table, "Bruno", "correct", set=apart) == "would-open"
            assert kept_out(table, "Bruno", "correct", set={"/players/1": {**mine, **ends}}) == "would-open"
