"""Plutocracy: corrections and amendments, records, words, the demo game."""

from importlib.resources import files

import pytest

import companion
from companion import charts
from companion.errors import RuleError
from companion.words import Word, translator
from tests import play
from tests.games.plutocracy_tables import FOUR, SEATED, code, derived, placed, player, retire_all, rolled
from tests.refusals import refusal

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
    assert refusal(table, "buy", player="Zoë", units=1).code == "not-on-a-planet"  # the ship stayed behind Mars


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


def test_a_voyage_that_is_kept_as_a_correction_is_a_voyage():
    table = placed(("Bruno", "Anna"), planet="saturn")
    table.do("travel", player="Bruno", to=["neptune", 0], time=15)
    first = table.do("travel", player="Anna", to=["uranus", 0])
    table.do("travel", player="Anna", to=["neptune", 0])
    assert [(row["leave"], row["arrive"]) for row in table.records("voyages")] == [(0, 15), (0, 5), (5, 14)]
    table.amend(first.n, {"time": 16}, force=True)
    row = table.records("voyages")[2]
    assert (row["n"], row["player"], row["from"], row["to"]) == (5, "Anna", ["uranus", 1], ["neptune", 0])
    assert (row["leave"], row["arrive"], row["hexes"]) == (16, 19, 1)
    assert table.snapshot()["time"]["Anna"] == 19
    bars = {trace["name"]: trace["base"] for trace in charts.draw(table, "voyages", None, translator("en"))["data"]}
    assert bars == {"Bruno": [0], "Anna": [0, 16]}
    said = "No longer legal, kept as a correction of the same effect: Anna travelled to position 0 of Neptune: 16 → 19"
    assert table.history()[4].line.text() == said


def test_a_voyage_of_which_nothing_counts_is_none():
    table = placed(("Bruno", "Anna"), planet="saturn")
    table.do("travel", player="Bruno", to=["neptune", 0], time=15)
    first = table.do("travel", player="Anna", to=["uranus", 0])
    table.do("travel", player="Anna", to=["neptune", 0])
    table.amend(first.n, {"time": 74}, force=True)  # the other one would go past THE END
    assert table.history()[4].line.text().startswith("No longer possible")
    assert [(row["n"], row["arrive"]) for row in table.records("voyages")] == [(3, 15), (4, 74)]


def test_history_in_words():
    table = placed()
    table.do("buy", player="Galactica", units=2)
    table.do("travel", player="Galactica", to=["mars", 1])
    table.correct({"/track/2": ["Cosmos"]})
    said = [line.line.text() for line in table.history()]
    assert said[-3:] == [
        "Galactica bought 2 Carbon on Mars for 6",
        "Galactica travelled to position 1 of Mars: 0 → 7",
        "Correction: track · 2 – → Cosmos",
    ]
    italian = {"Mars": "Marte", "Carbon": "Carbonio"}
    assert table.history()[-3].line.text(lambda text: italian.get(text, text)) == (
        "Galactica bought 2 Carbonio on Marte for 6"
    )
    error = refusal(table, "buy_seats", player="Imperial", count=9)
    assert isinstance(error.fields["body"], Word)
    assert "Marte" in error.text(lambda text: italian.get(text, text))
    assert table.summary().text() == "time 0 of 60"


# The demo game


def test_the_demo_game_is_complete_and_comes_back_byte_equal(tmp_path):
    save = files("companion.games.plutocracy") / "demo.jsonl"
    again = tmp_path / "again.jsonl"
    table = companion.load(save)
    table.save(again)
    assert again.read_bytes() == save.read_bytes()
    snapshot = table.snapshot()
    assert snapshot["ranking"] == [["Carla"], ["Dario"], ["Anna"], ["Bruno"]]
    assert snapshot["council"] == {"Anna": 9, "Bruno": 3, "Carla": 10, "Dario": 10}
    assert len(snapshot["societies"]["scientist"]) == 2
    assert table.header.box["name"] == "Plutocracy"
