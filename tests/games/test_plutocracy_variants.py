"""Plutocracy: the random setup, the two variants, and seats that are left."""

import pytest

import companion
from companion.table import read
from tests import play
from tests.games.plutocracy_tables import BIDS, DICE, SEATED, code, derived, new, placed, player, retire_all, rolled
from tests.refusals import refusal

# Random setup


def test_supply_and_dice():
    table = rolled()
    snapshot = table.snapshot()
    assert snapshot["bodies"] == {
        "earth": 1,
        "mars": 1,
        "jupiter": 4,
        "saturn": 3,
        "uranus": 3,
        "neptune": 2,
        "asteroid": 0,
    }
    shown = {
        name: (planet["supply"], planet["demand_price"], planet["supply_price"])
        for name, planet in snapshot["planets"].items()
    }
    assert shown == {
        "mars": ("water", 5, 3),
        "jupiter": ("carbon", 5, 3),
        "saturn": ("plants", 4, 2),
        "uranus": ("oxygen", 6, 4),
        "neptune": ("uranium", 4, 2),
    }
    assert snapshot["rolled"] == list(DICE)
    assert snapshot["phase"] == "setup"
    assert refusal(table, "setup_roll", body="earth", die=3).code == "wrong-phase"


def test_a_die_that_is_said_to_be_rolled_has_set_the_prices():
    table = companion.new_table("plutocracy", players=["Anna", "Bruno"], options={"setup": "random"})
    assert code(table.correct, {"/rolled": ["neptune"]}) == "bad-value"
    prices = {"/planets/neptune/demand_price": 6, "/planets/neptune/supply_price": 4}
    table.correct({"/rolled": ["neptune"], **prices})
    assert {move["body"] for move in table.legal() if move["action"] == "setup_roll"} == {"uranus"}
    assert code(table.correct, {"/planets/neptune/demand_price": None}) == "bad-value"


def test_refusals_of_supply():
    table = new(setup="random")
    assert table.snapshot()["planets"]["mars"]["demand_price"] is None
    assert refusal(table, "setup_supply", planet="mars", resource="oxygen").code == "supplies-its-demand"
    assert refusal(table, "setup_supply", planet="earth", resource="oxygen").code == "unknown-planet"
    assert refusal(table, "setup_supply", planet="mars", resource="gold").code == "unknown-resource"
    table.do("setup_supply", planet="mars", resource="water")
    assert refusal(table, "setup_supply", planet="mars", resource="carbon").code == "already-set"
    assert refusal(table, "setup_supply", planet="saturn", resource="water").code == "resource-dealt"
    table.do("setup_supply", planet="saturn", resource="oxygen")
    table.do("setup_supply", planet="neptune", resource="uranium")
    # Jupiter and Uranus are left, and so are carbon and plants: Uranus demands plants.
    assert refusal(table, "setup_supply", planet="jupiter", resource="carbon").code == "supplies-its-demand"
    offered = [move for move in table.legal() if move["action"] == "setup_supply"]
    assert {(move["planet"], move["resource"]) for move in offered} == {("jupiter", "plants"), ("uranus", "carbon")}


def test_refusals_of_dice():
    table = new(setup="random")
    for die in (0, 13, -1):
        assert refusal(table, "setup_roll", body="neptune", die=die).code == "bad-die"
    assert refusal(table, "setup_roll", body="neptune", die=True).code == "bad-field"
    assert refusal(table, "setup_roll", body="mars", die=3).code == "wrong-order"
    assert refusal(table, "setup_roll", body="asteroid", die=3).code == "unknown-body"
    assert refusal(table, "setup_ship", player="Horizon", planet="mars").code == "planets-first"
    table.do("setup_roll", body="neptune", die=3)
    assert refusal(table, "setup_roll", body="neptune", die=3).code == "already-set"


@pytest.mark.parametrize(
    ("die", "prices"), [(1, (4, 2)), (3, (4, 2)), (4, (5, 3)), (9, (5, 3)), (10, (6, 4)), (12, (6, 4))]
)
def test_prices_by_die(die, prices):
    table = new(setup="random")
    table.do("setup_roll", body="neptune", die=die)
    neptune = table.snapshot()["planets"]["neptune"]
    assert (neptune["demand_price"], neptune["supply_price"]) == prices
    assert table.snapshot()["bodies"]["neptune"] == die % 11


def test_the_lot_decides_who_chooses_a_planet_first():
    table = rolled()
    assert {"action": "first", "player": "Cosmos"} in table.legal()
    table.do("first", player="Cosmos")
    assert table.snapshot()["next"] == "Cosmos"
    assert refusal(table, "setup_ship", player="Galactica", planet="mars").code == "not-your-turn"
    assert refusal(table, "first", player="Horizon").code == "has-begun"
    assert {move["action"] for move in table.legal()} == {"setup_ship"}
    for name in ("Cosmos", "Horizon", "Galactica", "Imperial"):
        table.do("setup_ship", player=name, planet="neptune")
    assert table.snapshot()["next"] == "Imperial"
    assert same_again(table)


def test_the_lot_decides_who_bids_first():
    table = rolled(SEATED, start_auction=True)
    table.do("first", player="Cosmos")
    assert refusal(table, "auction_bid", player="Horizon", slot=1, bid=1).code == "not-your-turn"
    table.do("auction_bid", player="Cosmos", slot=1, bid=1)
    assert table.snapshot()["next"] == "Imperial"
    assert refusal(table, "first", player="Imperial").code == "has-begun"


def test_a_lot_is_drawn_where_the_rules_say_so():
    assert refusal(new(setup="random"), "first", player="Cosmos").code == "planets-first"
    assert refusal(new(), "first", player="Cosmos").code == "no-lot"
    assert refusal(rolled(), "first", player="Nobody").code == "unknown-player"
    table = rolled()
    table.do("setup_ship", player="Cosmos", planet="neptune")
    assert refusal(table, "first", player="Horizon").code == "has-begun"
    assert refusal(placed(), "first", player="Horizon").code == "wrong-phase"


def test_whom_the_lot_has_drawn_can_be_corrected():
    table = rolled()
    table.correct({"/next": "Horizon"})
    assert table.snapshot()["next"] == "Horizon"
    table.correct({"/next": None})
    table.do("first", player="Cosmos")
    table.undo()
    assert table.snapshot()["next"] is None


def same_again(table):
    return read(list(table.lines())).state == table.state


def test_the_first_is_drawn_by_lot_then_clockwise_and_the_last_acts_first():
    table = rolled()
    assert table.snapshot()["next"] is None
    table.do("setup_ship", player="Cosmos", planet="neptune")
    assert table.snapshot()["next"] == "Horizon"
    assert refusal(table, "setup_ship", player="Galactica", planet="mars").code == "not-your-turn"
    for name in ("Horizon", "Galactica", "Imperial"):
        table.do("setup_ship", player=name, planet="neptune")
    assert table.snapshot()["next"] == "Imperial"
    assert player(table, "Cosmos")["ship"] == ["neptune", 2]


# Starting auction


def test_example_8_the_auction():
    table = rolled(SEATED, start_auction=True)
    assert (table.snapshot()["phase"], table.snapshot()["next"]) == ("auction", None)
    assert player(table, "Cosmos")["own_end"] == 60
    for name, slot, bid in BIDS:
        table.do("auction_bid", player=name, slot=slot, bid=bid)
    snapshot = table.snapshot()
    assert {slot: bid["player"] for slot, bid in snapshot["auction"].items()} == {
        "1": "Galactica",
        "2": "Horizon",
        "3": "Imperial",
        "4": "Cosmos",
    }
    ends = {each["name"]: each["own_end"] for each in snapshot["players"]}
    assert ends == {"Galactica": 59, "Horizon": 59, "Imperial": 60, "Cosmos": 57}
    assert (snapshot["phase"], snapshot["next"]) == ("setup", "Galactica")
    assert refusal(table, "setup_ship", player="Horizon", planet="mars").code == "not-your-turn"
    for name in ("Galactica", "Horizon", "Imperial", "Cosmos"):
        table.do("setup_ship", player=name, planet="mars")
    assert table.snapshot()["track"]["0"] == ["Galactica", "Horizon", "Imperial", "Cosmos"]
    assert table.snapshot()["next"] == "Cosmos"
    assert max(move["time"] for move in table.legal() if move["action"] == "travel") == 57
    assert refusal(table, "travel", player="Cosmos", to=["mars", 0], time=58).code == "past-the-end"


def test_refusals_of_bids():
    table = rolled(SEATED, start_auction=True)
    for slot in (0, 5, -1):
        assert refusal(table, "auction_bid", player="Horizon", slot=slot, bid=1).code == "no-such-slot"
    assert refusal(table, "auction_bid", player="Horizon", slot=1, bid=-1).code == "bad-amount"
    assert refusal(table, "auction_bid", player="Horizon", slot=1, bid=60).code == "bid-too-high"
    assert refusal(table, "setup_ship", player="Horizon", planet="mars").code == "wrong-phase"
    table.do("auction_bid", player="Horizon", slot=1, bid=59)
    assert refusal(table, "auction_bid", player="Cosmos", slot=-1, bid=-1).code == "not-your-turn"
    assert refusal(table, "auction_bid", player="Galactica", slot=1, bid=59).code == "bid-too-low"
    assert {move["slot"] for move in table.legal()} == {2, 3, 4}
    assert {move["bid"] for move in table.legal()} == {0, 29, 59}


def test_the_auction_needs_the_random_setup():
    assert code(new, start_auction=True) == "bad-option"
    assert code(new, time_pressure=1) == "bad-option"
    assert code(new, setup="fixed") == "bad-option"


# Time pressure


def test_example_7_an_overrun_moves_the_own_end():
    table = placed(time_pressure=True)
    for _ in range(200 // table.header.box["turn_seconds"]):
        table.do("overtime", player="Galactica")
    assert player(table, "Galactica")["own_end"] == 58
    assert table.snapshot()["next"] == "Galactica"
    assert refusal(table, "overtime", player="Imperial").code == "not-your-turn"
    assert "overtime" not in {move["action"] for move in table.legal()}
    assert refusal(table, "travel", player="Galactica", to=["mars", 1], time=59).code == "past-the-end"
    table.do("travel", player="Galactica", to=["mars", 1], time=58)  # exactly onto the own THE END is legal
    assert player(table, "Galactica")["removed"] is False


def test_without_the_variant_there_is_no_clock():
    assert refusal(placed(), "overtime", player="Galactica").code == "no-time-pressure"
    table = rolled(SEATED, start_auction=True)
    for name, slot, bid in BIDS:
        table.do("auction_bid", player=name, slot=slot, bid=bid)
    for name in ("Galactica", "Horizon", "Imperial", "Cosmos"):
        table.do("setup_ship", player=name, planet="mars")
    assert refusal(table, "overtime", player="Cosmos").code == "no-time-pressure"


def test_an_own_end_on_the_own_disc_removes_the_player():
    table = placed(time_pressure=True)
    table.correct(
        {
            "/players/0/own_end": 2,
            "/planets/mars/seats": ["Galactica", "Imperial", *[None] * 6],
            "/societies/high": ["Galactica", "Cosmos"],
            "/council/Galactica": 3,
        }
    )
    table.do("overtime", player="Galactica")
    table.do("overtime", player="Galactica")
    assert derived(table) == ["Galactica is out of the game"]
    snapshot = table.snapshot()
    assert snapshot["next"] == "Imperial"
    assert snapshot["time"]["Galactica"] is None
    assert snapshot["planets"]["mars"]["seats"][:2] == [None, "Imperial"]
    assert snapshot["societies"]["high"] == ["Cosmos"]
    assert snapshot["council"]["Galactica"] == 0
    galactica = player(table, "Galactica")
    assert (galactica["removed"], galactica["ship"], galactica["own_end"]) == (True, None, 0)
    table.do("buy_seats", player="Imperial", count=1)
    assert table.snapshot()["planets"]["mars"]["seats"][0] == "Imperial"
    retire_all(table)
    assert table.snapshot()["ranking"] == [["Imperial"], ["Cosmos", "Horizon"]]


def test_an_own_end_stays_on_the_track():
    table = placed(time_pressure=True)
    table.correct({"/players/0/own_end": 0})
    table.do("overtime", player="Galactica")
    assert (player(table, "Galactica")["removed"], player(table, "Galactica")["own_end"]) == (True, 0)


def test_when_all_are_removed_nobody_wins():
    table = placed(("A", "B"), time_pressure=True)
    table.correct({"/players/0/own_end": 1, "/players/1/own_end": 1})
    table.do("overtime", player="A")
    table.do("overtime", player="B")
    assert table.snapshot()["finished"]
    assert table.snapshot()["ranking"] == table.snapshot()["winners"] == []
    assert derived(table)[-1] == "The end: nobody is left"


def test_tie_at_the_end_with_a_variant():
    table = placed(time_pressure=True)
    values = {"Galactica": (50, 60), "Imperial": (40, 49), "Cosmos": (45, 55), "Horizon": (45, 55)}
    for seat, (name, (used, own_end)) in enumerate(values.items()):
        table.correct({f"/time/{name}": used, f"/players/{seat}/own_end": own_end})
    retire_all(table)
    assert table.snapshot()["ranking"] == [["Cosmos", "Horizon"], ["Galactica"], ["Imperial"]]


# Seats that are left


def test_turn_order_passes_over_an_empty_seat_and_comes_back_to_it():
    table = placed()
    table.do("buy_seats", player="Galactica", count=1)
    table.do("leave", player="Galactica")
    assert (table.snapshot()["next"], table.snapshot()["done"]) == ("Imperial", [])
    table.do("buy_seats", player="Imperial", count=1)
    table.do("join", player="Zoë", seat="Galactica")
    assert (table.snapshot()["next"], table.snapshot()["done"]) == ("Imperial", ["buy_seats"])
    table.do("travel", player="Imperial", to=["mars", 1])
    assert table.snapshot()["next"] == "Zoë"
    assert table.snapshot()["planets"]["mars"]["seats"][0] == "Zoë"


def test_an_empty_seat_is_asked_when_nobody_else_has_a_turn():
    table = placed(("A", "B"))
    table.do("retire", player="A")
    table.do("travel", player="B", to=["jupiter", 0])
    table.do("leave", player="B")
    assert table.snapshot()["next"] == "B"
    table.do("retire", player="B", by=companion.BANKER)
    assert table.snapshot()["finished"]


def test_an_empty_seat_is_placed_and_bids():
    table = rolled(SEATED, start_auction=True)
    table.do("leave", player="Galactica")
    for name, slot, bid in BIDS:
        assert any(move["player"] == name for move in table.legal())
        table.do("auction_bid", player=name, slot=slot, bid=bid)
    play.play(table, lambda possible: possible[-1], play.money_is_all_there)
    assert table.snapshot()["finished"]
    assert table.snapshot()["time"]["Galactica"] == 0


def test_who_acts_in_a_move():
    table = new(setup="random")
    assert table.actor("setup_roll", body="neptune", die=3) is None
    assert table.actor("setup_ship", player="Horizon", planet="mars") == "Horizon"
    assert table.game.active(table.state) == ()
    assert table.game.active(rolled(SEATED).state) == (0, 1, 2, 3)
    assert table.game.active(placed().state) == (0,)


def test_bids_of_nothing_are_taken_where_the_end_was_put_on_the_first_space():
    """No bid is below it; the table went no further, for all slots have to be taken."""
    table = rolled(SEATED, start_auction=True)
    table.correct({"/track/0": [{"event": "the-end"}]})
    assert {move["bid"] for move in table.legal() if move["action"] == "auction_bid"} == {0}
    assert refusal(table, "auction_bid", player="Galactica", slot=1, bid=1).code == "bid-too-high"
    play.play(table, lambda possible: possible[0], play.everything_holds)
    assert table.snapshot()["finished"]
