"""Plutocracy: a player's turn. Sections are those of the Italian rule book."""

import pytest

from tests.games.plutocracy_tables import FOUR, derived, placed, player, retire_all
from tests.refusals import refusal

# (1) and (2): Vendere, acquistare


def on_neptune(**values):
    """Horizon's turn on Neptune."""
    table = placed()
    table.correct({"/players/3/ship": ["neptune", 0], "/next": "Horizon", **values})
    return table


def test_example_1_selling_and_buying():
    table = on_neptune(**{"/players/3/hold/water": 2, "/players/3/hold/plants": 3})
    table.do("sell", player="Horizon", units=2)
    assert player(table, "Horizon")["money"] == 22
    assert table.snapshot()["planets"]["neptune"]["demand_price"] == 4
    assert derived(table) == ["Neptune now pays 4 for Water"]
    error = refusal(table, "buy", player="Horizon", units=3)
    assert error.code == "hold-full"
    assert all(word in error.message for word in ("Horizon", "3", "2"))
    table.do("buy", player="Horizon", units=2)
    assert player(table, "Horizon")["money"] == 16
    assert player(table, "Horizon")["hold"]["plants"] == 5
    assert table.snapshot()["planets"]["neptune"]["supply_price"] == 4
    assert table.snapshot()["done"] == ["sell", "buy"]


def test_once_a_turn_and_in_this_order():
    table = on_neptune(**{"/players/3/hold/water": 3})
    table.do("sell", player="Horizon", units=1)
    assert refusal(table, "sell", player="Horizon", units=1).code == "wrong-order"
    table.do("buy", player="Horizon", units=1)
    assert refusal(table, "buy", player="Horizon", units=1).code == "wrong-order"
    assert refusal(table, "sell", player="Horizon", units=1).code == "wrong-order"
    table.do("buy_seats", player="Horizon", count=1)
    table.do("buy_seats", player="Horizon", count=1)
    assert refusal(table, "buy", player="Horizon", units=1).code == "wrong-order"
    assert table.snapshot()["done"] == ["sell", "buy", "buy_seats"]
    table.do("travel", player="Horizon", to=["neptune", 1])
    assert table.snapshot()["done"] == []


def test_prices_stay_on_their_column():
    table = on_neptune(
        **{
            "/players/3/hold/water": 3,
            "/planets/neptune/demand_price": 1,
            "/planets/neptune/supply_price": 7,
        }
    )
    table.do("sell", player="Horizon", units=3)
    table.do("buy", player="Horizon", units=1)
    assert table.snapshot()["planets"]["neptune"]["demand_price"] == 1
    assert table.snapshot()["planets"]["neptune"]["supply_price"] == 7
    assert player(table, "Horizon")["money"] == 12 + 3 - 7


def test_refusals_of_trade():
    table = on_neptune()
    error = refusal(table, "sell", player="Horizon", units=1)
    assert (error.code, "1" in error.message, "0" in error.message) == ("not-in-hold", True, True)
    error = refusal(table, "buy", player="Horizon", units=5)
    assert (error.code, "15" in error.message, "12" in error.message) == ("not-enough-cash", True, True)
    assert refusal(table, "sell", player="Imperial", units=-1).code == "not-your-turn"
    assert refusal(table, "sell", player="Nobody", units=1).code == "unknown-player"
    assert refusal(table, "buy", player="Horizon").code == "bad-field"
    assert refusal(table, "buy", player="Horizon", units=1, more=1).code == "bad-field"
    for where in (["earth", 0], ["asteroid", 0], ["neptune", 1]):
        table.correct({"/players/3/ship": where})
        for action, amount in (("sell", "units"), ("buy", "units"), ("buy_seats", "count")):
            assert refusal(table, action, player="Horizon", **{amount: 1}).code == "not-on-a-planet"


@pytest.mark.parametrize("amount", [True, 1.0, "1", None, float("nan"), 0, -1])
def test_a_count_is_an_integer_of_at_least_one(amount):
    table = on_neptune(**{"/players/3/hold/water": 2, "/players/3/money": 1000})
    expected = "bad-amount" if type(amount) is int else "bad-field"
    assert refusal(table, "sell", player="Horizon", units=amount).code == expected
    assert refusal(table, "buy", player="Horizon", units=amount).code == expected
    assert refusal(table, "buy_seats", player="Horizon", count=amount).code == expected


# (3) Comprare un seggio


def test_example_2_seats_cheapest_first():
    table = on_neptune()
    table.do("buy_seats", player="Horizon", count=2)
    assert player(table, "Horizon")["money"] == 12 - 7
    assert table.snapshot()["planets"]["neptune"]["seats"] == ["Horizon", "Horizon", *[None] * 6]
    table = on_neptune(**{"/planets/neptune/seats/0": "Imperial"})
    table.do("buy_seats", player="Horizon", count=2)
    assert player(table, "Horizon")["money"] == 12 - 10
    assert table.snapshot()["planets"]["neptune"]["seats"][:3] == ["Imperial", "Horizon", "Horizon"]


def test_refusals_of_seats():
    table = on_neptune(**{"/planets/neptune/seats": ["Imperial"] * 6 + [None] * 2})
    assert refusal(table, "buy_seats", player="Horizon", count=1).code == "not-enough-cash"
    table.correct({"/players/3/money": 100})
    assert refusal(table, "buy_seats", player="Horizon", count=3).code == "no-free-seat"
    table.do("buy_seats", player="Horizon", count=2)
    assert player(table, "Horizon")["money"] == 100 - 24 - 31


# (4) Salvare un alieno


def test_an_alien_once_a_game():
    table = placed()
    assert refusal(table, "rescue_alien", player="Galactica").code == "not-on-the-asteroid"
    table.correct({"/players/0/ship": ["asteroid", 0]})
    table.do("rescue_alien", player="Galactica")
    assert player(table, "Galactica")["alien"] is True
    assert refusal(table, "rescue_alien", player="Galactica").code == "already-rescued"
    assert {"action": "rescue_alien", "player": "Galactica"} not in table.legal()


# (5) Unirsi alle società


def on_earth(**values):
    table = placed()
    table.correct({"/players/0/ship": ["earth", 0], **values})
    return table


def test_example_4_joining_societies():
    table = on_earth(
        **{
            "/players/0/money": 30,
            "/players/0/alien": True,
            "/players/0/hold/water": 1,
            "/players/0/hold/carbon": 2,
            "/players/0/hold/plants": 5,
            "/societies/high": ["Imperial", "Cosmos"],
            "/societies/merchant": ["Horizon"],
        }
    )
    legal = [move["society"] for move in table.legal() if move["action"] == "join_society"]
    assert legal == ["scientist", "merchant"]
    assert refusal(table, "join_society", player="Galactica", society="high").code == "society-full"
    table.do("join_society", player="Galactica", society="scientist")
    assert player(table, "Galactica")["councilors"] == 3
    table.do("join_society", player="Galactica", society="merchant")
    galactica = player(table, "Galactica")
    assert galactica["councilors"] == table.snapshot()["council"]["Galactica"] == 5
    assert (galactica["money"], galactica["alien"], galactica["hold"]["plants"]) == (30, True, 5)
    assert table.snapshot()["societies"]["merchant"] == ["Horizon", "Galactica"]
    assert refusal(table, "join_society", player="Galactica", society="merchant").code == "already-member"


def test_what_the_societies_ask_for():
    table = on_earth(
        **{
            "/players/0/money": 24,
            "/players/0/hold/water": 1,
            "/players/0/hold/carbon": 2,
            **{f"/planets/{planet}/seats/7": "Galactica" for planet in ("mars", "saturn", "neptune")},
        }
    )
    for society, has, asked in (("high", 24, 25), ("scientist", 0, 1), ("influencer", 3, 4), ("merchant", 2, 3)):
        error = refusal(table, "join_society", player="Galactica", society=society)
        assert error.code == "condition-not-met"
        assert all(word in error.message for word in ("Galactica", str(has), str(asked)))
    table.correct({"/players/0/money": 25, "/players/0/hold/plants": 1, "/planets/uranus/seats/0": "Galactica"})
    for society in ("high", "influencer", "merchant"):
        table.do("join_society", player="Galactica", society=society)
    assert player(table, "Galactica")["councilors"] == 9
    assert refusal(table, "join_society", player="Galactica", society="pirates").code == "bad-field"
    table.correct({"/players/0/ship": ["earth", 1], "/players/0/alien": True})
    assert refusal(table, "join_society", player="Galactica", society="scientist").code == "not-on-earth"


# (6) Viaggiare, ritirarsi


def at_15(time):
    """Example 3: Horizon flies from Neptune to where Uranus will be."""
    table = placed()
    table.correct(
        {
            "/track/0": [],
            "/track/10": [],
            "/track/12": [],
            "/track/15": ["Horizon"],
            "/track/20": [{"event": "rotate"}],
            "/track/40": ["Galactica", "Imperial", "Cosmos", {"event": "prices"}],
            "/bodies/neptune": 1,
            "/bodies/uranus": 1,
            "/players/3/ship": ["neptune", 1],
        }
    )
    table.do("travel", player="Horizon", to=["uranus", 2], time=time)
    return table


def test_example_3_waiting_for_a_rotation():
    assert at_15(3).snapshot()["time"]["Horizon"] == 18
    assert at_15(None).snapshot()["time"]["Horizon"] == 18
    table = at_15(5)
    assert table.snapshot()["track"]["20"] == [{"event": "rotate"}, "Horizon"]
    assert table.snapshot()["next"] == "Horizon"
    assert table.snapshot()["bodies"]["uranus"] == 1
    table = at_15(6)
    snapshot = table.snapshot()
    assert (snapshot["time"]["Horizon"], snapshot["next"], snapshot["bodies"]["uranus"]) == (21, "Horizon", 2)
    assert snapshot["track"]["30"] == [{"event": "rotate"}]
    assert player(table, "Horizon")["ship"] == ["uranus", 2]
    table.do("buy", player="Horizon", units=1)
    assert player(table, "Horizon")["hold"]["uranium"] == 1


def test_refusals_of_travel():
    table = placed()
    assert refusal(table, "travel", player="Galactica", to=["mars", 0]).code == "already-there"
    assert refusal(table, "travel", player="Galactica", to=["mars", 3]).code == "no-such-position"
    assert refusal(table, "travel", player="Galactica", to=["pluto", 0]).code == "no-such-position"
    assert refusal(table, "travel", player="Galactica", to=["mars"]).code == "bad-field"
    for time in (5, 0, -1):
        error = refusal(table, "travel", player="Galactica", to=["jupiter", 0], time=time)
        assert (error.code, "6" in error.message) == ("too-fast", True)
    assert refusal(table, "travel", player="Galactica", to=["jupiter", 0], time=True).code == "bad-field"
    error = refusal(table, "travel", player="Galactica", to=["jupiter", 0], time=61)
    assert (error.code, "61" in error.message, "60" in error.message) == ("past-the-end", True, True)
    table.do("travel", player="Galactica", to=["jupiter", 0], time=60)
    # On THE END a player still acts, before the marker below, but cannot leave any more.
    for name in FOUR[1:]:
        table.do("retire", player=name)
    assert table.snapshot()["phase"] == "play"
    assert {move["action"] for move in table.legal()} & {"travel", "retire"} == {"retire"}
    assert refusal(table, "travel", player="Galactica", to=["mars", 0]).code == "past-the-end"
    table.do("retire", player="Galactica")
    assert table.snapshot()["finished"]
    assert table.snapshot()["time"]["Galactica"] == 60


def test_the_asteroids_positions_are_destinations_before_and_after_it_has_passed():
    table = placed()
    table.correct({"/bodies/asteroid": 3})
    offered = {tuple(move["to"]) for move in table.legal() if move["action"] == "travel"}
    assert {("asteroid", index) for index in range(6)} <= offered
    table.correct({"/bodies/asteroid": None})
    table.do("travel", player="Galactica", to=["asteroid", 5])
    assert player(table, "Galactica")["ship"] == ["asteroid", 5]


def test_retiring_keeps_what_was_won():
    table = placed()
    table.do("buy_seats", player="Galactica", count=1)
    table.do("retire", player="Galactica")
    galactica = player(table, "Galactica")
    assert (galactica["ship"], galactica["retired"], galactica["removed"]) == (None, True, False)
    retire_all(table)
    assert table.snapshot()["council"]["Galactica"] == 4
    assert table.snapshot()["winners"] == ["Galactica"]
