"""Plutocracy: setup, order, events, the end. Sections are those of the rules page and of the Italian rule book."""

import copy
import tomllib
from importlib.resources import files

import pytest

import companion
from tests import play
from tests.games.plutocracy_tables import FOUR, code, derived, new, placed, player, retire_all
from tests.refusals import refusal

# Box data and setup


def test_setup():
    snapshot = placed().snapshot()
    assert snapshot["phase"] == "play"
    assert snapshot["next"] == "Galactica"
    assert snapshot["time"] == dict.fromkeys(FOUR, 0)
    assert snapshot["track"]["0"] == ["Horizon", "Cosmos", "Imperial", "Galactica"]
    assert snapshot["bodies"] == dict.fromkeys(
        ["earth", "mars", "jupiter", "saturn", "uranus", "neptune", "asteroid"], 0
    )
    assert snapshot["planets"]["neptune"] == {
        "demand": "water",
        "demand_price": 5,
        "supply": "plants",
        "supply_price": 3,
        "seats": [None] * 8,
    }
    assert snapshot["players"][3] == {
        "name": "Horizon",
        "corporation": "horizon",
        "money": 12,
        "hold": {"oxygen": 0, "carbon": 0, "uranium": 0, "plants": 0, "water": 0},
        "ship": ["mars", 0],
        "alien": False,
        "retired": False,
        "removed": False,
        "own_end": None,
        "councilors": 0,
    }
    assert snapshot["societies"] == {"high": [], "scientist": [], "influencer": [], "merchant": []}
    assert snapshot["ranking"] == snapshot["winners"] == snapshot["done"] == []
    assert snapshot["finished"] is False


def test_markets_of_the_basic_setup():
    planets = new().snapshot()["planets"]
    assert {name: (planet["demand"], planet["supply"]) for name, planet in planets.items()} == {
        "mars": ("oxygen", "carbon"),
        "jupiter": ("uranium", "water"),
        "saturn": ("carbon", "oxygen"),
        "uranus": ("plants", "uranium"),
        "neptune": ("water", "plants"),
    }


def test_corporations_by_seat_or_chosen():
    assert [each["corporation"] for each in new(["A", "B", "C"]).snapshot()["players"]] == [
        "galactica",
        "imperial",
        "cosmos",
    ]
    table = new(["A", "B"], corporations={"A": "Horizon", "B": "galactica"})
    assert [each["corporation"] for each in table.snapshot()["players"]] == ["horizon", "galactica"]
    for wrong in ({"A": "horizon"}, {"A": "horizon", "B": "horizon"}, {"A": "x", "B": "cosmos"}, {"A": 1}):
        assert code(new, ["A", "B"], corporations=wrong) == "bad-option"


def test_the_demo_box_differs_in_its_name_only():
    boxes = [
        tomllib.loads((files("companion.games.plutocracy") / f"{box}.toml").read_text("utf-8"))
        for box in ("box", "demo")
    ]
    assert "made up" in boxes[1].pop("name")
    assert boxes[0].pop("name") == "Plutocracy"
    assert boxes[0] == boxes[1]


@pytest.mark.parametrize(
    "change",
    [
        {"prices": [1, 2, 3]},
        {"prices": [7, 6, 5, 4, 3, 2, 1]},
        {"timetable": {}},
        {"corporations": {}},
        {"elections": {"councilors": []}},
        {"planets": {}},
        {"die": {"order": ["mars"], "prices": [{"most": 12, "demand": 5, "supply": 3}]}},
        {"hold": None},
        {"more": 1},
    ],
)
def test_boxes_that_cannot_be_used(change):
    box = {**new().header.box, **change}
    assert code(companion.new_table, "plutocracy", players=list(FOUR), box=box) == "bad-box"


@pytest.mark.parametrize(
    ("planets", "setup", "fits"),
    [(0, "basic", False), (1, "basic", True), (0, "random", False), (1, "random", False), (2, "random", True)],
)
def test_there_are_planets_to_start_from_and_to_deal_supplies_to(planets, setup, fits):
    box = copy.deepcopy(new().header.box)
    left, resources = list(box["planets"])[:planets], list(box["resources"])[:planets]
    box["resources"] = {resource: box["resources"][resource] for resource in resources}
    box["planets"] = {
        planet: {"demand": resources[place], "supply": resources[place - 1]} for place, planet in enumerate(left)
    }
    box["bodies"] = {body: box["bodies"][body] for body in ("earth", *left, "asteroid")}
    box["die"]["order"] = ["earth", *left]
    if not fits:
        assert code(companion.new_table, "plutocracy", list(FOUR), options={"setup": setup}, box=box) == "bad-box"
        return
    table = companion.new_table("plutocracy", list(FOUR), options={"setup": setup}, box=box)
    while moves := table.legal():
        table.do(**moves[-1])
    assert table.snapshot()["finished"]


@pytest.mark.parametrize(
    ("part", "key"),
    [
        (lambda box: box["timetable"]["4"], "end"),
        (lambda box: box["die"]["prices"][-1], "most"),
        (lambda box: box, "hold"),
    ],
)
def test_what_is_counted_through_has_a_bound_in_the_box(part, key):
    box = copy.deepcopy(new().header.box)
    part(box)[key] = 10**9
    assert code(companion.new_table, "plutocracy", players=list(FOUR), box=box) == "bad-box"


def test_a_box_may_be_put_right_but_not_what_lies_on_the_table():
    table = placed()
    table.do("box", set={"/seats": [2, 4, 6, 9, 13, 18, 24, 31]})
    table.do("buy_seats", player="Galactica", count=1)
    assert player(table, "Galactica")["money"] == 10
    refusal(table, "box", set={"/seats": [1]})
    refusal(table, "box", set={"/prices": [4, 5, 6]})
    refusal(table, "box", set={"/bodies/mars/positions": [[-3, 4]]})
    table.do("box", set={"/landing": 3})
    assert min(move["time"] for move in table.legal() if move["action"] == "travel") == 3 + 3


def test_the_end_that_a_changed_box_says_is_the_one_on_the_track():
    table = placed(("Anna", "Bruno"), time_pressure=True)
    table.correct({"/players/1/own_end": 70})
    table.do("travel", player="Anna", to=["saturn", 0], time=72)
    table.do("box", set={"/timetable/2/end": 80})
    snapshot = table.snapshot()
    assert (snapshot["track"]["75"], snapshot["track"]["80"]) == ([], [{"event": "the-end"}])
    assert [player["own_end"] for player in snapshot["players"]] == [80, 75]
    refusal(table, "box", set={"/timetable/2/end": 71})  # Anna's disc lies further on
    table.do("travel", player="Bruno", to=["saturn", 0], time=75)
    snapshot = table.snapshot()
    assert (snapshot["next"], snapshot["rotations"]) == ("Anna", 7)
    assert {space: on for space, on in snapshot["track"].items() if on} == {
        "72": ["Anna"],
        "75": ["Bruno", {"event": "elect"}],
        "80": [{"event": "the-end"}, {"event": "prices"}, {"event": "rotate"}],
    }
    refusal(table, "box", set={"/timetable/2/end": 77})  # Bruno's own end would lie behind the disc
    table.do("box", set={"/landing": 3})
    play.everything_holds(table)


def test_events_leave_the_track_with_the_end_and_come_back_with_it():
    table = placed(("Anna", "Bruno"))
    table.correct({"/time": {"Anna": 54, "Bruno": 56}})
    assert [space for space, on in table.snapshot()["track"].items() if on] == ["54", "56", "60", "75"]
    for end, events in ((59, []), (60, ["prices", "rotate"]), (75, ["elect", "prices", "rotate"])):
        table.do("box", set={"/timetable/2/end": end})
        track = table.snapshot()["track"]
        assert track[str(end)][0] == {"event": "the-end"}
        found = [each["event"] for on in track.values() for each in on if isinstance(each, dict)]
        assert sorted(found) == sorted([*events, "the-end"])
    retire_all(table)
    assert (table.snapshot()["rotations"], table.snapshot()["elections"]) == (7, 3)


def test_setup_ship_each_once_in_any_order_and_nothing_before_all_stand():
    table = new()
    assert table.snapshot()["phase"] == "setup"
    assert table.snapshot()["next"] is None
    assert table.snapshot()["time"]["Cosmos"] is None
    table.do("setup_ship", player="Cosmos", planet="neptune")
    assert refusal(table, "setup_ship", player="Cosmos", planet="mars").code == "already-placed"
    assert refusal(table, "setup_ship", player="Horizon", planet="earth").code == "unknown-planet"
    assert refusal(table, "buy_seats", player="Cosmos", count=1).code == "wrong-phase"
    assert refusal(table, "setup_roll", body="mars", die=3).code == "no-dice"
    assert refusal(table, "auction_bid", player="Cosmos", slot=1, bid=0).code == "wrong-phase"
    table.do("setup_ship", player="Horizon", planet="neptune")
    table.do("setup_ship", player="Galactica", planet="mars")
    assert table.snapshot()["next"] == "Imperial"
    table.do("setup_ship", player="Imperial", planet="saturn")
    assert table.snapshot()["track"]["0"] == ["Cosmos", "Horizon", "Galactica", "Imperial"]
    assert table.snapshot()["next"] == "Imperial"
    assert refusal(table, "setup_ship", player="Imperial", planet="mars").code == "wrong-phase"


# Order


@pytest.mark.parametrize(
    ("players", "order"),
    [
        (2, "R10 R20 P20 E25 R30 R40 P40 R50 E50 R60 P60 R70 E75 END75"),
        (3, "R10 P15 R20 E25 R30 P30 R40 P45 R50 E50 R60 P60 R70 P75 E75 END75"),
        (4, "R10 P12 R20 E20 P24 R30 P36 R40 E40 P48 R50 R60 P60 E60 END60"),
    ],
)
def test_events_run_by_themselves_when_all_have_retired(players, order):
    table = placed(FOUR[:players])
    retire_all(table)
    kinds = {"rotate": "R", "prices": "P", "elect": "E", "the-end": "END"}
    events = [event for event in table.state.events if event.kind in kinds]
    assert " ".join(f"{kinds[event.kind]}{event.fields['time']}" for event in events) == order
    snapshot = table.snapshot()
    assert (snapshot["elections"], snapshot["rotations"]) == (3, order.count("R"))
    assert snapshot["bodies"]["asteroid"] is None
    assert snapshot["ranking"] == [list(FOUR[:players])]
    assert snapshot["next"] is None
    assert table.legal() == []
    assert refusal(table, "retire", player="Galactica").code == "game-over"
    assert refusal(table, "setup_ship", player="Galactica", planet="mars").code == "game-over"


def test_the_furthest_back_acts_and_on_one_space_the_one_on_top():
    table = placed()
    table.do("travel", player="Galactica", to=["jupiter", 0])
    assert table.snapshot()["time"]["Galactica"] == 6
    table.do("travel", player="Imperial", to=["saturn", 0], time=9)
    table.do("travel", player="Cosmos", to=["jupiter", 0])
    assert table.snapshot()["track"]["6"] == ["Galactica", "Cosmos"]
    table.do("travel", player="Horizon", to=["jupiter", 0], time=7)
    assert table.snapshot()["next"] == "Cosmos"
    error = refusal(table, "retire", player="Galactica")
    assert (error.code, "Galactica" in error.message, "Cosmos" in error.message) == ("not-your-turn", True, True)
    table.do("retire", player="Cosmos")
    assert table.snapshot()["next"] == "Galactica"
    assert table.snapshot()["track"]["6"] == ["Galactica", "Cosmos"]


def test_a_player_may_have_several_turns_in_a_row():
    table = placed()
    table.correct({f"/time/{name}": 30 for name in FOUR[1:]})
    table.do("travel", player="Galactica", to=["jupiter", 0])
    assert table.snapshot()["next"] == "Galactica"


# Eventi


def test_a_rotation_carries_ships_and_brings_bodies_to_them():
    table = placed()
    table.correct(
        {
            "/players/0/ship": ["earth", 0],
            "/players/1/ship": ["asteroid", 0],
            "/players/2/ship": ["neptune", 1],
            "/players/3/ship": ["neptune", 2],
            "/bodies/mars": 2,
        }
    )
    retire = {f"/time/{name}": 11 for name in FOUR}
    table.correct(retire)
    snapshot = table.snapshot()
    assert snapshot["rotations"] == 1
    assert snapshot["bodies"] == {
        "earth": 1,
        "mars": 0,
        "jupiter": 1,
        "saturn": 1,
        "uranus": 1,
        "neptune": 1,
        "asteroid": 1,
    }
    ships = [each["ship"] for each in snapshot["players"]]
    assert ships == [["earth", 1], ["asteroid", 1], ["neptune", 1], ["neptune", 2]]


def test_the_asteroid_is_lost_at_the_sixth_rotation_with_the_ships_on_it():
    table = placed()
    table.correct(
        {
            "/bodies/asteroid": 5,
            "/rotations": 5,
            "/players/0/ship": ["asteroid", 5],
            "/players/1/ship": ["asteroid", 4],
            **{f"/time/{name}": 9 for name in FOUR},
            "/track/9": ["Cosmos", "Horizon", "Imperial", "Galactica"],
        }
    )
    table.do("travel", player="Galactica", to=["asteroid", 0], time=49)
    table.undo()
    table.correct({"/time/Galactica": 14})
    table.do("retire", player="Imperial")
    table.do("retire", player="Horizon")
    table.do("travel", player="Cosmos", to=["mars", 1], time=20)
    assert derived(table)[:2] == ["At 10: rotation 6", "The asteroid falls into the Sun, and with it Galactica"]
    assert table.snapshot()["bodies"]["asteroid"] is None
    assert table.snapshot()["next"] == "Galactica"
    assert player(table, "Galactica")["ship"] is None
    assert not player(table, "Galactica")["retired"]
    assert refusal(table, "travel", player="Galactica", to=["mars", 0]).code == "no-ship"
    assert table.legal() == [{"action": "retire", "player": "Galactica"}]
    table.correct({"/planets/mars/seats/0": "Galactica"})
    table.do("retire", player="Galactica")
    table.do("retire", player="Cosmos")
    assert table.snapshot()["council"]["Galactica"] == 4  # three elections, the last with 2


def test_prices_move_within_their_columns():
    table = placed()
    table.correct({"/planets/mars/demand_price": 7, "/planets/mars/supply_price": 1})
    table.correct({f"/time/{name}": 13 for name in FOUR})
    planets = table.snapshot()["planets"]
    assert (planets["mars"]["demand_price"], planets["mars"]["supply_price"]) == (7, 1)
    assert (planets["saturn"]["demand_price"], planets["saturn"]["supply_price"]) == (6, 2)
    assert table.snapshot()["track"]["24"] == [{"event": "prices"}]


def elected(seats, elections):
    """The council after one election of Mars's parliament."""
    table = placed()
    table.correct({"/planets/mars/seats": seats + [None] * (8 - len(seats)), "/elections": elections})
    table.correct({f"/time/{name}": 21 for name in FOUR})
    assert table.snapshot()["elections"] == elections + 1
    return [table.snapshot()["council"][name] for name in FOUR]


def test_elections_and_their_ties():
    galactica, imperial, cosmos = FOUR[:3]
    assert elected([galactica, galactica, imperial], 0) == [1, 0, 0, 0]
    assert elected([galactica, imperial], 0) == [0, 1, 0, 0]  # the dearest seat
    assert elected([galactica, galactica, imperial], 1) == [1, 0, 0, 0]
    assert elected([galactica, galactica, imperial, cosmos], 2) == [2, 0, 1, 0]
    assert elected([galactica, galactica], 2) == [2, 0, 0, 0]  # no second holder: nobody
    assert elected([], 2) == [0, 0, 0, 0]


# The End


def test_example_5_the_end_and_its_tie():
    table = placed()
    table.correct({f"/council/{name}": count for name, count in zip(FOUR, (11, 9, 11, 14), strict=True)})
    table.correct({"/time/Galactica": 58, "/time/Cosmos": 57, "/time/Imperial": 3, "/time/Horizon": 59})
    retire_all(table)
    assert table.snapshot()["ranking"] == [["Horizon"], ["Cosmos"], ["Galactica"], ["Imperial"]]
    assert table.snapshot()["winners"] == ["Horizon"]
    table.correct({"/time/Cosmos": 58})
    assert table.snapshot()["ranking"][1] == ["Galactica", "Cosmos"]


def test_example_6_at_most_45_councilors():
    table = placed()
    everywhere = {
        f"/planets/{planet}/seats/{index}": name
        for planet in table.snapshot()["planets"]
        for index, name in enumerate(("Imperial", "Galactica"))
    }
    table.correct(
        {
            **everywhere,
            **{f"/players/{seat}/ship": ["earth", 0] for seat in (0, 1)},
            **{f"/players/{seat}/money": 30 for seat in (0, 1)},
            **{f"/players/{seat}/alien": True for seat in (0, 1)},
            **{f"/players/{seat}/hold": dict.fromkeys(player(table, "Cosmos")["hold"], 1) for seat in (0, 1)},
        }
    )
    for name in FOUR[:2]:
        for society in table.snapshot()["societies"]:
            table.do("join_society", player=name, society=society)
        table.do("retire", player=name)
    retire_all(table)
    assert sum(table.snapshot()["council"].values()) == 45
