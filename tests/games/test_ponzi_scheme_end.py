"""Ponzi Scheme: the marker, the crash, interest, the end; and seats that are left."""

import companion
from tests.games.ponzi_scheme import (
    NAMES,
    bounds,
    crash,
    discard,
    end_game,
    hold,
    market,
    new,
    own,
    pass_phase,
    player,
    quiet_round,
    to_marker,
    trading,
    wheel,
)
from tests.refusals import refusal, refused

# Passaggio del Segnalino, Crollo del Mercato


def test_the_marker_passes_left_and_its_owner_discards():
    table = new()
    pass_phase(table)
    snapshot = table.snapshot()
    assert (snapshot["phase"], snapshot["first_player"], snapshot["active"]) == ("marker", "Bruno", "Bruno")
    assert refused(table, "discard_fund", player="Anna", fund=9) == "not-your-turn"
    assert refused(table, "discard_fund", player="Bruno", fund=18) == "not-in-market"
    table.do("discard_fund", player="Bruno", fund=9)
    assert (table.snapshot()["removed"], table.snapshot()["discard"]) == ([9], 0)  # a starting card leaves the game
    table.do("reveal", funds=[18])
    assert (table.snapshot()["round"], table.snapshot()["active"]) == (2, "Bruno")
    to_marker(table)
    table.do("discard_fund", player="Carla", fund=18)
    assert (table.snapshot()["removed"], table.snapshot()["discarded"]) == ([9], [18])


def test_after_a_crash_each_discards_a_tile_from_the_new_first_player():
    table = new()
    own(table, "Anna", food=2)
    own(table, "Bruno", media=1)
    own(table, "Carla", food=1, media=1)
    crash(table)
    assert refused(table, "discard_tile", player="Anna", industry="food") == "not-your-turn"
    assert refused(table, "discard_tile", player="Bruno", industry="oil") == "unknown-industry"
    table.do("discard_tile", player="Bruno", industry="media")
    table.do("discard_tile", player="Carla", industry="food")
    table.do("discard_tile", player="Anna", industry="food")
    assert table.snapshot()["supply"] == {"transport": 15, "food": 14, "media": 14, "real-estate": 15}
    assert (table.snapshot()["round"], table.snapshot()["turns"]) == (2, 2)


def test_a_crash_is_checked_once_a_round():
    table = new()
    own(table, "Bruno", media=1)
    to_marker(table)
    market(table, *range(30, 36), 65, 66, 67)
    discard(table, 30)
    table.do("reveal", funds=[68, 69, 70])
    assert (table.snapshot()["phase"], table.snapshot()["bears_in_market"]) == ("crash", 3)
    table.do("discard_tile", player="Bruno", industry="media")
    assert table.snapshot()["turns"] == 2


# Pagare gli Interessi, Fine Partita


def test_interest_is_paid_by_the_table():
    table = new()
    wheel(table, "Anna", v9=1, v30=1)
    hold(table, "Anna", 40)
    quiet_round(table)
    assert player(table, "Anna", "Anna")["cash"] == 40 - 8 - 27
    assert bounds(table, "Anna") == (5, 5)
    assert {fund["value"]: fund["space"] for fund in player(table, "Anna")["funds"]} == {9: 5, 30: 3}
    derived = [line.text() for line in table.history()[-1].derived]
    assert derived == ["All wheels turn; spaces: 1", "Anna pays 35 for 9, 30", "Round 1 is over"]


def test_bankruptcy_ends_the_game_after_all_others_have_paid():
    table = new()
    wheel(table, "Anna", v80=1)
    wheel(table, "Bruno", v79=1)
    wheel(table, "Carla", v9=1)
    hold(table, "Anna", 143)
    hold(table, "Bruno", 142)
    hold(table, "Carla", 37)
    own(table, "Anna", food=9)
    quiet_round(table)
    snapshot = table.snapshot()
    assert [shown["bankrupt"] for shown in snapshot["players"]] == [True, False, False]
    assert player(table, "Anna", "Anna")["cash"] == 143
    assert player(table, "Carla", "Carla")["cash"] == 29
    assert snapshot["scores"] == {"Bruno": 0, "Carla": 0}
    assert snapshot["winners"] == ["Bruno"]  # 79 is higher than 9
    assert refused(table, "pass", player="Bruno") == "game-over"
    assert table.legal() == []


def test_all_bankrupt_nobody_wins():
    table = new()
    for name, value in zip(NAMES, (78, 79, 80), strict=False):
        wheel(table, name, **{f"v{value}": 1})
    quiet_round(table)
    assert (table.snapshot()["scores"], table.snapshot()["winners"]) == ({}, [])
    assert table.snapshot()["finished"]
    assert "nobody wins" in table.history()[-1].derived[-1].text()


def test_hidden_cash_players_say_what_they_could_pay():
    table = new(cash="hidden")
    wheel(table, "Anna", v80=1)
    wheel(table, "Bruno", v9=1)
    table.correct({"/players/0/cash_max": 150, "/players/1/cash_min": 8, "/players/1/cash_max": 20})
    assert refused(table, "pay_interest", player="Anna") == "wrong-phase"
    quiet_round(table)
    snapshot = table.snapshot()
    assert (snapshot["phase"], snapshot["active"], snapshot["round"]) == ("interest", None, 1)
    assert [(move["action"], move["player"]) for move in table.legal()] == [
        ("pay_interest", "Anna"),
        ("bankrupt", "Anna"),
        ("pay_interest", "Bruno"),
    ]
    assert refused(table, "bankrupt", player="Bruno") == "can-pay"
    assert refused(table, "pay_interest", player="Carla") == "owes-nothing"
    table.do("bankrupt", player="Anna")
    assert bounds(table, "Anna") == (0, 143)
    assert refused(table, "pay_interest", player="Anna") == "owes-nothing"
    assert table.snapshot()["phase"] == "interest"
    table.do("pay_interest", player="Bruno")
    assert table.snapshot()["phase"] == "final_cash"
    assert table.snapshot()["finished"] is False
    assert refused(table, "final_cash", player="Anna", amount=0) == "player-bankrupt"
    error = refusal(table, "final_cash", player="Bruno", amount=13)
    assert error.code == "bad-amount"
    assert all(word in error.message for word in ("Bruno", "13", "0", "12"))
    for amount in (True, 3.0, "3"):
        assert refused(table, "final_cash", player="Bruno", amount=amount) == "bad-field"
    assert refused(table, "final_cash", player="Bruno", amount=-1) == "bad-amount"
    table.do("final_cash", player="Carla", amount=0)
    assert refused(table, "final_cash", player="Carla", amount=0) == "already-told"
    table.do("final_cash", player="Bruno", amount=12)
    snapshot = table.snapshot()
    assert (snapshot["finished"], snapshot["scores"], snapshot["winners"]) == (
        True,
        {"Bruno": 0, "Carla": 0},
        ["Bruno"],
    )


def test_hidden_cash_who_cannot_have_it_cannot_say_that_he_paid():
    table = new(cash="hidden")
    wheel(table, "Anna", v80=1)
    quiet_round(table)
    assert refused(table, "pay_interest", player="Anna") == "cannot-pay"
    table.do("bankrupt", player="Anna")
    assert refused(new(), "bankrupt", player="Anna") == "cash-is-tracked"
    assert refused(new(), "pay_interest", player="Anna") == "cash-is-tracked"
    assert refused(new(), "final_cash", player="Anna", amount=1) == "cash-is-tracked"


def test_hidden_and_all_pay_the_game_goes_on():
    table = new(cash="hidden")
    wheel(table, "Anna", v9=1)
    table.correct({"/players/0/cash_max": 8})
    quiet_round(table)
    table.do("pay_interest", player="Anna")
    assert (table.snapshot()["round"], bounds(table, "Anna")) == (2, (0, 0))
    assert player(table, "Anna")["funds"][0]["space"] == 5


def test_the_points_tell_the_public_something():
    table = new()
    table.correct({"/players/1/cash": 60})
    assert bounds(table, "Bruno") == (0, 3204)
    end_game(table, Carla=0)
    assert bounds(table, "Bruno") == (56, 77)


# Seats that are left


def test_turn_order_passes_over_an_empty_seat_and_so_does_the_marker():
    table = new(4)
    table.do("leave", player="Anna")
    assert table.snapshot()["active"] == "Bruno"
    table.do("leave", player="Carla")
    pass_phase(table)
    assert table.snapshot()["first_player"] == "Bruno"
    discard(table)
    pass_phase(table)
    pass_phase(table)
    assert table.snapshot()["first_player"] == "Dora"
    table.do("join", player="Zoë", seat="Anna")
    discard(table)
    pass_phase(table)
    assert table.snapshot()["phase"] == "trade"


def test_what_the_rules_demand_of_an_empty_seat_is_played_for_it():
    table = trading()
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=5)
    table.do("leave", player="Anna")
    assert {"action": "accept", "player": "Anna"} in table.legal()
    table.do("accept", player="Anna", by=companion.BANKER)
    assert refused(table, "offer", player="Carla", to="Anna", industry="media", amount=0) == "seat-is-empty"
    crash(table)
    while table.snapshot()["active"] != "Anna":
        table.do(**table.legal()[0])
    assert table.snapshot()["phase"] == "crash"
    table.do("discard_tile", player="Anna", industry="media", by=companion.BANKER)
    assert table.snapshot()["active"] == "Bruno"


def test_the_one_whose_turn_it_is_leaves():
    table = trading()
    table.do("leave", player="Bruno")
    assert table.snapshot()["active"] == "Carla"
    table.do("leave", player="Carla")
    table.do("pass", player="Anna")
    assert (table.snapshot()["phase"], table.snapshot()["active"]) == ("marker", "Anna")
    assert refused(table, "leave", player="Anna") == "last-player"
