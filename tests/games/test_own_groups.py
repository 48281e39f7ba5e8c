"""Eight games as groups might write them (``boxes/``), played a little; each number was worked out by hand."""

from pathlib import Path
from typing import Any

import pytest

import companion
from companion import RuleError
from companion.table import Table
from tests import play

BOXES = Path(__file__).parent / "boxes"
M = 10**12  # the most that any amount may be


def new(box: str | dict[str, Any], players: str = "ABC") -> Table:
    return companion.new_table("own", list(players), box=str(BOXES / f"{box}.toml") if isinstance(box, str) else box)


def press(table: Table, player: str, button: str, **asked: object) -> None:
    table.do("press", player=player, button=button, **asked)


def ends(table: Table, player: str = "A") -> list[str]:
    """End the phase; what followed by itself."""
    table.do("end_phase", player=player)
    return [line.text() for line in table.history()[-1].derived]


def cash(table: Table, slot: str = "cash", seat: str | None = None) -> list[int]:
    return [player["slots"][slot] for player in table.snapshot(seat)["players"]]


def refused(call: Any) -> tuple[str, str]:
    with pytest.raises(RuleError) as refusal:
        call()
    return refusal.value.code, refusal.value.message


def test_a_night_of_cards_is_counted_in_points() -> None:
    table = new("cards")
    press(table, "A", "Won", count=3)
    shown = table.snapshot()
    assert (shown["players"][0]["goods"], shown["goods"]["tricks"]["left"]) == ({"points": 7, "tricks": 3}, 10)
    assert shown["players"][0]["total"] == 0 + 35 - 3
    press(table, "B", "Fined", other="C", amount=40)
    assert cash(table) == [0, 40, -40]
    press_again = {"player": "B", "button": "Fined", "other": "C", "amount": 961}
    assert refused(lambda: table.do("press", **press_again)) == (
        "not-enough-money",
        "C would have to pay 961 and has 960.",
    )
    assert refused(lambda: press(table, "B", "Fined", other="B", amount=9))[0] == "same-slot"
    ends(table)
    assert cash(table) == [30, 40, -40]
    press(table, "A", "Clear")
    ends(table)
    ends(table)
    assert table.snapshot()["scores"] == {"A": 65, "B": 40, "C": -40}


def test_a_poker_night_has_antes_a_rake_and_a_split_pot() -> None:
    table = new("poker")
    assert (table.snapshot()["bank"], table.snapshot()["turn"]) == (600 - 300 - 10, None)
    table.do("pay", player="A", amount=97, **{"from": "player:A:cash", "to": "bank"})
    assert ends(table) == ["Ante: A 3 of 5, B 5, C 5", "Now: flop; A begins"]
    assert (cash(table), table.snapshot()["slots"]) == ([0, 95, 95], {"pot": 13, "side": 10})
    assert refused(lambda: press(table, "A", "Everyone in"))[0] == "not-enough-money"
    assert cash(table) == [0, 95, 95]  # the others have not paid either
    assert refused(lambda: press(table, "B", "Bet", amount=1))[0] == "not-your-turn"
    table.do("end_turn", player="A")
    press(table, "B", "Bet", amount=20)
    press(table, "A", "Split", other="C")
    assert cash(table) == [17, 75, 111]
    table.do("pay", player="B", amount=29, **{"from": "player:B:cash", "to": "table:pot"})
    ends(table)
    assert refused(lambda: press(table, "B", "Bet", amount=1))[0] == "wrong-phase"
    assert "Rake: pot 2" in ends(table)
    assert (table.snapshot()["slots"]["pot"], table.snapshot()["order"]) == (27, ["B", "C", "A"])


def test_streets_are_mortgaged_and_redeemed() -> None:
    table = new("streets", "AB")
    table.do("buy", player="A", good="white", count=1)
    table.do("buy", player="A", good="old", count=1)
    assert refused(lambda: press(table, "A", "Mortgage", streets="white"))[0] == "not-whole"
    press(table, "A", "Mortgage", streets="old")
    assert cash(table) == [1500 - 121 + 30, 1500]
    assert refused(lambda: press(table, "A", "Mortgage", streets="old"))[0] == "not-held"
    press(table, "A", "Redeem", streets="old")
    assert cash(table)[0] == 1409 - 33
    press(table, "A", "Rent", other="B", count=9)  # the last rent for more
    assert cash(table) == [1126, 1750]
    press(table, "A", "Tax")  # a tenth of 1126 and 121
    assert (cash(table)[0], table.snapshot()["slots"]["parking"]) == (1002, 174)
    assert refused(lambda: table.do("buy", player="A", good="old", count=1, of="A"))[0] == "same-slot"
    assert refused(lambda: table.do("buy", player="A", good="old", count=1, of="B"))[0] == "not-held"
    assert refused(lambda: new("streets", "A"))[0] == "wrong-number-of-players"


def test_stocks_split_and_pay_coupons_every_second_round() -> None:
    table = new("ticker", "AB")
    table.do("buy", player="A", good="gold", count=10)
    press(table, "A", "Up", stocks="gold", count=30)
    assert (table.snapshot()["goods"]["gold"]["price"], table.snapshot()["goods"]["gold"]["place"]) == (200, 40)
    press(table, "A", "Split", stocks="gold")
    assert (table.snapshot()["players"][0]["goods"]["gold"], table.snapshot()["goods"]["gold"]["price"]) == (20, 100)
    assert ends(table) == ["Round 1 is over"]
    assert table.snapshot()["turn"] == "B"  # who has most cash begins
    assert ends(table) == ["Coupon: Gold 100", "Round 2 is over"]
    assert cash(table) == [4100, 5000]
    press(table, "B", "Harvest")
    assert [table.snapshot()["goods"][good]["price"] for good in ("wheat", "rye")] == [23, 3]
    assert refused(lambda: table.do("buy", player="B", good="rye", count=1))[0] == "supply-short"
    press(table, "B", "Down", stocks="oil", count=99)
    assert table.snapshot()["goods"]["oil"]["price"] == 0
    press(table, "A", "Levy", stocks="gold", amount=3)
    assert cash(table) == [4100 - 60, 5000]
    for wrong in ({"by": 1, "to": 50}, {}):
        assert refused(lambda wrong=wrong: table.do("price", good="oil", **wrong))[0] == "bad-amount"


def test_plants_are_auctioned_and_gas_gets_dearer() -> None:
    table = new("current")
    table.do("auction", player="A", what="p5", kind="sealed", least=3, to="player:C:cash")
    table.do("bid", player="C", amount=9)
    table.do("bid", player="B", amount=9)
    assert (table.snapshot()["auction"]["bids"], table.snapshot("B")["auction"]["bids"]) == ({}, {"B": 9})
    table.do("pass_bid", player="A")
    assert cash(table) == [50, 41, 59]  # B sits nearer to the one who opened it
    assert table.snapshot()["goods"]["p5"]["left"] == 1
    ends(table)
    assert table.snapshot()["goods"]["gas"]["price"] == 7
    table.do("buy", player="A", good="gas", count=5)
    assert (cash(table)[0], table.snapshot()["goods"]["gas"]["price"]) == (50 - 7 - 7 - 7 - 8 - 9, 10)
    table.do("sell", player="A", good="gas", count=2)
    assert cash(table)[0] == 12 + 9 + 8
    press(table, "A", "City", amount=5)
    assert ends(table) == ["Now: income"]
    assert ends(table)[:2] == ["Income: A 10, B 10, C 10", "Refill: gas 9"]  # three units lack, and A holds three
    assert (cash(table), table.snapshot()["order"]) == ([14 + 10 + 9, 51, 69], ["A", "B", "C"])
    table.do("finish")
    assert table.snapshot()["scores"] == {"A": 100 + 16, "B": 25, "C": 34}


def test_a_village_has_one_purse_for_all() -> None:
    table = new("village", "AB")
    assert (table.snapshot()["bank"], table.snapshot()["slots"]) == (60, {"kitty": 40})
    press(table, "A", "Work")
    assert [(due["round"], due["amount"]) for due in table.snapshot()["due"]] == [(2, 10)]
    ends(table)
    assert [(due["round"], due["amount"]) for due in table.snapshot()["due"]] == [(2, 20), (3, 20)]
    for _ in range(3):
        ends(table)
    assert (table.snapshot()["slots"], table.snapshot()["bank"]) == ({"kitty": 47 - 20 - 30 - 40}, 53 + 90)
    assert table.snapshot()["scores"] == {"A": 2 - 43, "B": -43}


def test_purses_are_hidden_and_what_is_worked_out_of_them_too() -> None:
    table = new("purses")
    assert [due["amount"] for due in table.snapshot("A")["due"] if due["round"] == 1] == [20, None, None]
    press(table, "A", "Hide", amount=50)
    table.do("buy", player="A", good="gem", count=2)
    assert table.history()[0].line.text() == "A presses Hide"
    table.do("end_turn", player="A")
    assert (cash(table, seat="A"), cash(table, "stash", "A")) == ([130, None, None], [46, None, None])
    press(table, "B", "Hide", amount=210)
    assert refused(lambda: press(table, "B", "Hide", amount=11)) == (
        "not-enough-money",
        "B does not have enough for that.",
    )
    ends(table)
    assert (table.snapshot()["slots"]["pot"], cash(table, seat="B")) == (13 + 20, [None, -10, None])
    code, said = refused(lambda: table.do("pay", player="A", amount=M, **{"from": "bank", "to": "player:B:stash"}))
    assert (code, "210" in said) == ("bank-broke", False)


def test_what_falls_due_in_many_years() -> None:
    table = new("centuries", "AB")
    table.do("buy", player="A", good="south", count=1)
    table.do("give", player="A", good="north", count=3, **{"from": "supply", "to": "B"})
    seen = []
    while not table.snapshot()["finished"]:
        followed = [line for line in ends(table) if not line.startswith(("Round", "Now", "The game"))]
        seen += [(table.snapshot()["round"], line) for line in followed]
    assert [line for _, line in seen] == [
        "Gift: A 1, B 1",
        "Crown: A 2, B 6",
        "Rent: North 18, South 2",
        "Gift: A 1, B 1",
        "Rent: North 18, South 2",
        "Crown: A 2, B 6",
        "Gift: A 1, B 1",
        "Rent: North 4 of 18, South 2",
    ]
    assert [round_ for round_, _ in seen] == [4, 6, 7, 8, 10, 11, 12, 12]
    assert (cash(table), cash(table, "debt")) == ([7, 50], [-4, -12])
    assert table.snapshot()["goods"]["north"]["slots"] == {"vault": 0}


@pytest.mark.parametrize("box", sorted(path.stem for path in BOXES.glob("*.toml")))
def test_each_is_saved_and_replayed(box: str) -> None:
    table = new(box)
    for _ in range(4):
        table.do(**play.moves(table)[-2])
    play.replay_is_equal(table)
    play.save_is_equal(table)


def test_names_that_mean_something_to_python_mean_what_the_box_says() -> None:
    """Gold is "or" to a French table."""
    due = {"name": "Impôt", "pay": "5 * or + in / 2", "from": "cash", "to": "bank"}
    box = {"name": "Or", "slots": {"cash": {"start": 100}}, "goods": {"or": {"price": 3}, "in": {"price": 4}}}
    table = new({**box, "due": [due]})
    table.do("buy", player="A", good="or", count=3)
    table.do("give", player="A", good="in", count=4, **{"from": "supply", "to": "A"})
    ends(table)
    assert cash(table) == [100 - 9 - 15 - 2, 100, 100]


def test_nobody_owns_more_than_any_amount_may_be() -> None:
    box: dict[str, Any] = {
        "name": "Rich",
        "round": {"turns": "none"},
        "slots": {"cash": {"start": M}, "purse": {"of": "player", "start": M - 5, "secret": True}},
        "goods": {"mine": {"price": M}, "ore": {"price": 5}},
        "button": [
            {"name": "Dig", "do": [{"give": "ore", "count": M // 5}]},
            {"name": "Up", "do": [{"move": "ore", "by": M}]},
        ],
    }
    table = new(box, "AB")
    give = {"player": "A", "from": "supply", "to": "A"}
    assert refused(lambda: table.do("give", good="mine", count=2, **give))[0] == "too-much-money"
    table.do("give", good="mine", count=1, **give)
    press(table, "A", "Dig")
    assert refused(lambda: press(table, "A", "Dig"))[0] == "too-much-money"
    assert refused(lambda: press(table, "A", "Up"))[0] == "too-much-money"
    assert refused(lambda: table.correct({"/goods/ore/price": 6}))[0] == "too-much-money"
    assert refused(lambda: table.do("box", set={"/goods/ore/price": 6}))[0] == "too-much-money"
    pay = {"player": "A", "amount": 6, "from": "bank"}
    assert refused(lambda: table.do("pay", **pay, to="player:B:cash")) == (
        "too-much-money",
        f"B would hold more than {M}.",
    )
    table.do("pay", **pay, to="player:B:purse")  # a refusal would tell how much is in it
    assert table.snapshot("B")["players"][1]["slots"]["purse"] == M + 1
    table.figure("wealth", "B")
    assert table.snapshot()["players"][0]["value"] == 2 * M


def test_the_most_that_a_button_can_pay_is_offered() -> None:
    table = new("poker")
    ends(table)
    bets = [move["amount"] for move in table.legal() if move.get("button") == "Bet"]
    assert bets == [1, 48, 95]  # of the 95 that are left after the ante
    out = {"name": "Out", "ask": ["amount"], "do": [{"pay": "amount", "from": "bank", "to": "cash"}]}
    assert {move["amount"] for move in new({"name": "X", "button": [out]}).legal() if move.get("button") == "Out"} == {
        1,
        50,
        100,
    }
