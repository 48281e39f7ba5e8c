"""Plutocracy: the random setup, the two variants, seats that are left, corrections, records and words."""

import pytest

import companion
from companion.errors import RuleError
from companion.words import Word
from tests import play
from tests.games.test_plutocracy import FOUR, code, derived, new, placed, player, refused, retire_all

SUPPLIES = {"mars": "water", "jupiter": "carbon", "saturn": "plants", "uranus": "oxygen", "neptune": "uranium"}
DICE = {"neptune": 2, "uranus": 12, "saturn": 3, "jupiter": 9, "mars": 4, "earth": 5}


def rolled(players=FOUR, **options):
    """A table with the random setup, its planets in place."""
    table = new(players, setup="random", **options)
    for planet, resource in SUPPLIES.items():
        table.do("setup_supply", planet=planet, resource=resource)
    for body, die in DICE.items():
        table.do("setup_roll", body=body, die=die)
    return table


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
    assert refused(table, "setup_roll", body="earth", die=3).code == "wrong-phase"


def test_refusals_of_supply():
    table = new(setup="random")
    assert table.snapshot()["planets"]["mars"]["demand_price"] is None
    assert refused(table, "setup_supply", planet="mars", resource="oxygen").code == "supplies-its-demand"
    assert refused(table, "setup_supply", planet="earth", resource="oxygen").code == "unknown-planet"
    assert refused(table, "setup_supply", planet="mars", resource="gold").code == "unknown-resource"
    table.do("setup_supply", planet="mars", resource="water")
    assert refused(table, "setup_supply", planet="mars", resource="carbon").code == "already-set"
    assert refused(table, "setup_supply", planet="saturn", resource="water").code == "resource-dealt"
    table.do("setup_supply", planet="saturn", resource="oxygen")
    table.do("setup_supply", planet="neptune", resource="uranium")
    # Jupiter and Uranus are left, and so are carbon and plants: Uranus demands plants.
    assert refused(table, "setup_supply", planet="jupiter", resource="carbon").code == "supplies-its-demand"
    offered = [move for move in table.legal() if move["action"] == "setup_supply"]
    assert {(move["planet"], move["resource"]) for move in offered} == {("jupiter", "plants"), ("uranus", "carbon")}


def test_refusals_of_dice():
    table = new(setup="random")
    for die in (0, 13, -1):
        assert refused(table, "setup_roll", body="neptune", die=die).code == "bad-die"
    assert refused(table, "setup_roll", body="neptune", die=True).code == "bad-field"
    assert refused(table, "setup_roll", body="mars", die=3).code == "wrong-order"
    assert refused(table, "setup_roll", body="asteroid", die=3).code == "unknown-body"
    assert refused(table, "setup_ship", player="Horizon", planet="mars").code == "planets-first"
    table.do("setup_roll", body="neptune", die=3)
    assert refused(table, "setup_roll", body="neptune", die=3).code == "already-set"


@pytest.mark.parametrize(
    ("die", "prices"), [(1, (4, 2)), (3, (4, 2)), (4, (5, 3)), (9, (5, 3)), (10, (6, 4)), (12, (6, 4))]
)
def test_prices_by_die(die, prices):
    table = new(setup="random")
    table.do("setup_roll", body="neptune", die=die)
    neptune = table.snapshot()["planets"]["neptune"]
    assert (neptune["demand_price"], neptune["supply_price"]) == prices
    assert table.snapshot()["bodies"]["neptune"] == die % 11


def test_the_first_is_drawn_by_lot_then_clockwise_and_the_last_acts_first():
    table = rolled()
    assert table.snapshot()["next"] is None
    table.do("setup_ship", player="Cosmos", planet="neptune")
    assert table.snapshot()["next"] == "Horizon"
    assert refused(table, "setup_ship", player="Galactica", planet="mars").code == "not-your-turn"
    for name in ("Horizon", "Galactica", "Imperial"):
        table.do("setup_ship", player=name, planet="neptune")
    assert table.snapshot()["next"] == "Imperial"
    assert player(table, "Cosmos")["ship"] == ["neptune", 2]


# Starting auction

SEATED = ("Horizon", "Galactica", "Cosmos", "Imperial")
BIDS = [
    ("Horizon", 4, 1),
    ("Galactica", 1, 1),
    ("Cosmos", 4, 3),
    ("Imperial", 2, 0),
    ("Horizon", 2, 1),
    ("Imperial", 3, 0),
]


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
    assert refused(table, "setup_ship", player="Horizon", planet="mars").code == "not-your-turn"
    for name in ("Galactica", "Horizon", "Imperial", "Cosmos"):
        table.do("setup_ship", player=name, planet="mars")
    assert table.snapshot()["track"]["0"] == ["Galactica", "Horizon", "Imperial", "Cosmos"]
    assert table.snapshot()["next"] == "Cosmos"
    assert max(move["time"] for move in table.legal() if move["action"] == "travel") == 57
    assert refused(table, "travel", player="Cosmos", to=["mars", 0], time=58).code == "past-the-end"


def test_refusals_of_bids():
    table = rolled(SEATED, start_auction=True)
    for slot in (0, 5, -1):
        assert refused(table, "auction_bid", player="Horizon", slot=slot, bid=1).code == "no-such-slot"
    assert refused(table, "auction_bid", player="Horizon", slot=1, bid=-1).code == "bad-amount"
    assert refused(table, "auction_bid", player="Horizon", slot=1, bid=60).code == "bid-too-high"
    assert refused(table, "setup_ship", player="Horizon", planet="mars").code == "wrong-phase"
    table.do("auction_bid", player="Horizon", slot=1, bid=59)
    assert refused(table, "auction_bid", player="Cosmos", slot=-1, bid=-1).code == "not-your-turn"
    assert refused(table, "auction_bid", player="Galactica", slot=1, bid=59).code == "bid-too-low"
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
    assert refused(table, "overtime", player="Imperial").code == "not-your-turn"
    assert "overtime" not in {move["action"] for move in table.legal()}
    assert refused(table, "travel", player="Galactica", to=["mars", 1], time=59).code == "past-the-end"
    table.do("travel", player="Galactica", to=["mars", 1], time=58)  # exactly onto the own THE END is legal
    assert player(table, "Galactica")["removed"] is False


def test_without_the_variant_there_is_no_clock():
    assert refused(placed(), "overtime", player="Galactica").code == "no-time-pressure"
    table = rolled(SEATED, start_auction=True)
    for name, slot, bid in BIDS:
        table.do("auction_bid", player=name, slot=slot, bid=bid)
    for name in ("Galactica", "Horizon", "Imperial", "Cosmos"):
        table.do("setup_ship", player=name, planet="mars")
    assert refused(table, "overtime", player="Cosmos").code == "no-time-pressure"


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


# Corrections


def same_after(table, values):
    """Set ``values``; the snapshot shows them, and reading the log again leads to the same table."""
    table.correct(values)
    play.replay_is_equal(table)
    return table.snapshot()


def test_every_copy_changes_together():
    table = placed(time_pressure=True)
    assert same_after(table, {"/council/Cosmos": 4})["players"][2]["councilors"] == 4
    assert same_after(table, {"/players/2/councilors": 5})["council"]["Cosmos"] == 5
    assert same_after(table, {"/track/7": ["Cosmos"]})["time"]["Cosmos"] == 7
    assert table.snapshot()["track"]["0"] == ["Horizon", "Imperial", "Galactica"]
    assert same_after(table, {"/time/Cosmos": 0})["track"]["0"][-1] == "Cosmos"
    assert table.snapshot()["next"] == "Cosmos"
    assert same_after(table, {"/players/2/removed": True})["time"]["Cosmos"] is None
    assert table.snapshot()["council"]["Cosmos"] == 0
    assert code(table.correct, {"/players/2/removed": False}) == "bad-value"
    snapshot = same_after(table, {"/players/2/removed": False, "/time/Cosmos": 3, "/players/2/ship": ["mars", 0]})
    assert snapshot["players"][2]["ship"] == ["mars", 0]


def test_every_key_can_be_set():
    table = placed(time_pressure=True)
    for pointer, value in {
        "/next": "Cosmos",
        "/done": ["sell", "buy_seats"],
        "/bodies": dict.fromkeys(table.snapshot()["bodies"], 1),
        "/bodies/asteroid": None,
        "/rotations": 4,
        "/elections": 2,
        "/planets/mars/demand": "water",
        "/planets/mars/supply": "water",
        "/planets/mars/demand_price": 1,
        "/planets/mars/supply_price": 7,
        "/planets/mars/seats": ["Galactica", None] * 4,
        "/players/0/money": -3,
        "/players/0/hold": {"water": 5, "plants": 4, "uranium": 3, "carbon": 2, "oxygen": 1},
        "/players/0/ship": ["neptune", 10],
        "/players/0/alien": True,
        "/players/0/own_end": 31,
        "/societies/high": ["Horizon", "Galactica"],
        "/track/30": [{"event": "rotate"}, "Galactica", {"event": "elect"}],
        "/players/0/retired": True,
        "/players/1/name": "Zoë",
        "/phase": "end",
    }.items():
        table.correct({pointer: value})
    snapshot = same_after(table, {"/away": ["Horizon"]})
    assert snapshot["finished"]
    assert snapshot["players"][0]["ship"] is None
    assert snapshot["ranking"][0] == ["Zoë", "Cosmos", "Horizon"]
    assert same_after(table, {"/phase": "play"})["next"] == "Zoë"  # on top of Cosmos
    assert refused(table, "buy", player="Zoë", units=1).code == "not-on-a-planet"  # the ship stayed behind Mars


def test_the_auction_can_be_corrected():
    table = rolled(SEATED, start_auction=True)
    table.correct({"/next": "Cosmos"})
    table.do("auction_bid", player="Cosmos", slot=1, bid=2)
    assert same_after(table, {"/auction/1/bid": 1})["auction"]["1"] == {"player": "Cosmos", "bid": 1}
    snapshot = same_after(table, {"/auction/2": {"player": "Imperial", "bid": 4}})
    assert snapshot["next"] == "Horizon"
    assert code(table.correct, {"/auction/3": {"player": "Imperial", "bid": 4}}) == "bad-value"
    assert code(table.correct, {"/auction/3": {"player": None, "bid": 4}}) == "bad-value"
    assert code(table.correct, {"/next": "Cosmos"}) == "bad-value"
    table.do("auction_bid", player="Horizon", slot=4, bid=0)
    table.do("auction_bid", player="Galactica", slot=3, bid=0)
    assert table.snapshot()["phase"] == "setup"
    assert player(table, "Imperial")["own_end"] == 56


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/planets/mars/demand_price", 8),
        ("/planets/mars/demand_price", None),
        ("/planets/mars/supply", "gold"),
        ("/planets/mars/seats", [None]),
        ("/planets/mars/seats/0", "Nobody"),
        ("/players/0/hold/water", 6),
        ("/players/0/hold/water", True),
        ("/players/0/money", 1.5),
        ("/players/0/ship", ["mars", 3]),
        ("/players/0/ship", ["pluto", 0]),
        ("/players/0/own_end", 30),
        ("/players/0/corporation", "imperial"),
        ("/players/0/councilors", -1),
        ("/bodies/mars", 3),
        ("/bodies/mars", None),
        ("/bodies/asteroid", 6),
        ("/time/Galactica", 61),
        ("/time/Galactica", None),
        ("/track/3", ["Galactica", "Galactica"]),
        ("/track/3", ["Nobody"]),
        ("/track/60", []),
        ("/track/61", ["Galactica"]),
        ("/societies/high", ["Galactica", "Galactica"]),
        ("/societies/high", ["Galactica", "Imperial", "Cosmos"]),
        ("/done", ["sell", "sell"]),
        ("/done", ["travel"]),
        ("/next", None),
        ("/next", "Nobody"),
        ("/next", {"event": "rotate"}),
        ("/phase", "setup"),
        ("/phase", "auction"),
        ("/rolled", ["neptune"]),
        ("/finished", True),
        ("/winners", ["Galactica"]),
        ("/ranking", [["Galactica"]]),
        ("/nothing", 1),
    ],
)
def test_what_no_component_shows_is_refused(pointer, value):
    table = placed()
    before, state = table.snapshot(), table.state
    with pytest.raises(RuleError):
        table.correct({pointer: value})
    assert table.snapshot() == before
    assert table.state is state


def test_events_act_when_a_correction_leaves_them_furthest_back():
    table = placed()
    table.correct({f"/time/{name}": 11 for name in FOUR})
    assert table.snapshot()["rotations"] == 1
    assert derived(table) == ["At 10: rotation 1"]


def test_amending_a_voyage_replays_or_corrects_what_came_after():
    table = placed(("A", "B"))
    first = table.do("travel", player="A", to=["jupiter", 0])
    table.do("travel", player="B", to=["jupiter", 0], time=8)
    table.do("buy", player="A", units=2)
    table.amend(entry=first.n, fields={"time": 7})
    assert table.snapshot()["time"]["A"] == 7
    assert code(table.amend, entry=first.n, fields={"time": 20}) == "amend-clashes"
    table.amend(entry=first.n, fields={"time": 20}, force=True)
    snapshot = table.snapshot()
    assert (snapshot["next"], snapshot["time"]["A"]) == ("B", 20)
    assert snapshot["players"][0]["money"] == 6
    assert snapshot["players"][0]["hold"]["water"] == 2
    play.replay_is_equal(table)


# Records and words


def test_price_records():
    table = placed()
    table.do("buy", player="Galactica", units=2)
    for name in FOUR:
        table.do("travel", player=name, to=["jupiter", 0], time=13)
    rows = table.records("prices")
    assert [(row["planet"], row["side"], row["price"], row["cause"]) for row in rows[:2]] == [
        ("mars", "demand", 5, "setup"),
        ("mars", "supply", 3, "setup"),
    ]
    assert {key: rows[10][key] for key in ("time", "planet", "side", "resource", "price", "cause")} == {
        "time": 0,
        "planet": "mars",
        "side": "supply",
        "resource": "carbon",
        "price": 4,
        "cause": "buy",
    }
    assert [(row["time"], row["cause"]) for row in rows[11:]] == [(12, "prices")] * 10
    shown = {(row["planet"], row["side"]): row["price"] for row in rows}
    for name, planet in table.snapshot()["planets"].items():
        assert shown[name, "demand"] == planet["demand_price"]
        assert shown[name, "supply"] == planet["supply_price"]


def test_other_records():
    table = placed()
    table.do("buy_seats", player="Galactica", count=2)
    table.do("travel", player="Galactica", to=["jupiter", 0], time=9)
    voyage = table.records("voyages")[0]
    assert voyage == {
        "n": 6,
        "at": voyage["at"],
        "player": "Galactica",
        "from": ["mars", 0],
        "to": ["jupiter", 0],
        "leave": 0,
        "arrive": 9,
        "hexes": 4,
    }
    retire_all(table)
    rows = table.records("council")
    assert [(row["time"], row["councilors"], row["cause"]) for row in rows if row["player"] == "Galactica"] == [
        (0, 0, "setup"),
        (20, 1, "elect"),
        (40, 2, "elect"),
        (60, 4, "elect"),
    ]
    assert [(row["player"], row["cash"]) for row in table.records("cash")] == [
        *[(name, 12) for name in FOUR],
        ("Galactica", 5),
    ]


def test_history_in_words():
    table = placed()
    table.do("buy", player="Galactica", units=2)
    table.do("travel", player="Galactica", to=["mars", 1])
    table.correct({"/track/2": ["Cosmos"]})
    said = [line.line.text() for line in table.history()]
    assert said[-3:] == [
        "Galactica bought 2 Carbon on Mars for 6",
        "Galactica travelled to position 1 of Mars: 0 → 7",
        "Correction: track 2 [] → ['Cosmos']",
    ]
    italian = {"Mars": "Marte", "Carbon": "Carbonio"}
    assert table.history()[-3].line.text(lambda text: italian.get(text, text)) == (
        "Galactica bought 2 Carbonio on Marte for 6"
    )
    error = refused(table, "buy_seats", player="Imperial", count=9)
    assert isinstance(error.fields["body"], Word)
    assert "Marte" in error.text(lambda text: italian.get(text, text))
    assert table.summary().text() == "time 0 of 60"
