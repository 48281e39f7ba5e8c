"""The boxes that come with a game of one's own, each played a little, with its numbers."""

import companion
from companion.table import Table

PLAYERS = ["A", "B", "C"]


def new(box: str) -> Table:
    return companion.new_table("own", PLAYERS, box=box)


def cash(table: Table) -> list[int]:
    return [player["slots"]["cash"] for player in table.snapshot()["players"]]


def press(table: Table, player: str, button: str, **asked: object) -> None:
    table.do("press", player=player, button=button, **asked)


def test_a_bank_and_cash_for_any_game() -> None:
    table = new("default")
    assert table.game.title == "Bank and cash"
    press(table, "A", "Starting money", amount=500)
    press(table, "B", "From the bank", amount=40)
    press(table, "C", "To the pot", amount=25)
    assert (cash(table), table.snapshot()["slots"]) == ([500, 540, 475], {"pot": 25})
    table.do("pay", player="A", amount=60, **{"from": "player:A:cash", "to": "player:C:cash"})
    press(table, "A", "The whole pot")
    assert (cash(table), table.snapshot()["slots"]) == ([465, 540, 535], {"pot": 0})


def test_a_race_round_the_board() -> None:
    table = new("property")
    press(table, "A", "Salary")
    press(table, "A", "Buy a street", amount=60)
    table.do("buy", player="A", good="house", count=3)
    table.do("buy", player="A", good="hotel", count=1)
    assert cash(table)[0] == 1500 + 200 - 60 - 300 - 500
    table.do("end_turn", player="A")
    press(table, "B", "Rent", other="A", amount=50)
    press(table, "B", "Fine", amount=75)
    table.do("end_turn", player="B")
    press(table, "C", "Take the pot")
    press(table, "C", "From everybody", amount=10)
    assert cash(table) == [880, 1365, 1595]
    table.do("end_turn", player="C")
    press(table, "A", "Repairs", amount=25)  # three houses, and a hotel that counts for four
    assert cash(table)[0] == 880 - 7 * 25


def test_railways_keep_their_own_money() -> None:
    table = new("railways")
    table.do("buy", player="A", good="bo", count=3)
    press(table, "A", "Take a loan")
    table.do("end_phase", player="A")
    press(table, "A", "Withhold", companies="bo", amount=100)
    press(table, "A", "Buy a train", companies="bo", amount=80)
    bo = table.snapshot()["goods"]["bo"]
    assert (bo["slots"]["treasury"], bo["price"], bo["left"]) == (20, 60, 7)
    table.do("end_phase", player="A")
    assert cash(table)[0] == 800 - 201 + 50 - 5
    shown = table.snapshot()["players"][0]
    assert (shown["value"], shown["total"]) == (3 * 60 + 50, 644 + 230 - 100)


def test_chains_that_merge() -> None:
    table = new("mergers")
    press(table, "A", "Found", chains="elm")
    press(table, "A", "Grow", chains="elm", count=3)  # five tiles
    assert table.snapshot()["goods"]["elm"]["price"] == 600
    table.do("buy", player="A", good="elm", count=3)
    table.do("end_turn", player="A")
    press(table, "B", "Found", chains="oak")
    table.do("buy", player="B", good="elm", count=2)
    assert cash(table) == [4200, 4800, 6000]
    press(table, "A", "First owner", chains="elm")
    press(table, "B", "Second owner", chains="elm")
    assert cash(table) == [10_200, 7800, 6000]
    press(table, "A", "Two for one", chains="elm", other_chains="oak", count=1)
    table.do("sell", player="B", good="elm", count=2)
    press(table, "B", "Gone", chains="elm")
    shown = table.snapshot()
    assert [player["goods"]["elm"] for player in shown["players"]] == [2, 0, 0]
    assert [player["goods"]["oak"] for player in shown["players"]] == [1, 1, 0]
    assert (shown["goods"]["elm"]["price"], cash(table)[1]) == (0, 9000)
    press(table, "A", "Shared", chains="oak")  # 15 times 400, halved
    assert cash(table)[0] == 10_200 + 3000


def test_power_for_cities() -> None:
    table = new("power")
    table.do("auction", player="A", what="Plant 4", least=4)
    for player, amount in (("A", 4), ("B", 5), ("C", 6)):
        table.do("bid", player=player, amount=amount)
    table.do("pass_bid", player="A")
    table.do("pass_bid", player="B")
    press(table, "C", "Take a plant")
    table.do("end_phase", player="A")
    table.do("buy", player="A", good="coal", count=4)  # three at 1, one at 2
    assert cash(table) == [45, 50, 44]
    table.do("end_phase", player="A")
    press(table, "A", "Build", amount=10)
    table.do("end_phase", player="A")
    press(table, "A", "Burn coal", count=2)
    assert table.snapshot()["goods"]["coal"]["price"] == 1
    table.do("end_phase", player="A")
    assert cash(table) == [45 - 10 + 22, 60, 54]
    assert table.snapshot()["order"] == ["A", "B", "C"]  # most cities first
    table.do("end_phase", player="B")
    assert table.snapshot()["order"] == ["B", "C", "A"]  # and last where it costs
    table.do("finish")
    assert table.snapshot()["scores"] == {"A": 1057, "B": 60, "C": 54}
