"""Good Brokers. Sections are those of the rules page and of the Italian rule book."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion.boxes import load_box
from companion.errors import RuleError
from companion.plain import plain_box
from tests import play
from tests.refusals import refusal

SAVES = Path(__file__).parent.parent / "saves"

COMPANIES = ["lloyd", "dynamite", "standard-oil", "ford", "siemens", "u-pacific"]


def new(players=("Anna", "Bruno", "Carla"), **options):
    return companion.new_table("good-brokers", players=list(players), options=options)


def end_trading(table):
    while table.snapshot()["phase"] == "trade":
        table.do("end_turn", player=table.snapshot()["active"])


def play_cards(table, *cards):
    """Play (company, value) cards in turn order, left rack first."""
    for company, value in cards:
        snapshot = table.snapshot()
        side = "right" if snapshot["rack_used"] == "left" else "left"
        table.do("play_card", player=snapshot["active"], rack=side, company=company, value=value)


def play_round(table):
    """Four turns of nothing much: every player moves a company up and down at the end of the track."""
    round_ = table.snapshot()["round"]
    while not table.snapshot()["finished"] and table.snapshot()["round"] == round_:
        end_trading(table)
        snapshot = table.snapshot()
        played = [card["company"] for card in snapshot["cards_played"]]
        company = next(company for company in COMPANIES if played.count(company) < 9)
        side = "right" if snapshot["rack_used"] == "left" else "left"
        table.do("play_card", player=snapshot["active"], rack=side, company=company, value=-2)


# Box data and setup


def test_setup():
    snapshot = new().snapshot()
    assert snapshot["round"] == 1
    assert snapshot["turn"] == 1
    assert snapshot["phase"] == "trade"
    assert snapshot["active"] == snapshot["first_player"] == "Anna"
    assert snapshot["prices"] == dict.fromkeys(COMPANIES, 40)
    assert snapshot["supply"] == dict.fromkeys(COMPANIES, 10)
    assert [player["cash"] for player in snapshot["players"]] == [300, 300, 300]
    assert snapshot["racks"] == {"0": 8, "1": 8, "2": 8}
    assert snapshot["cards_played"] == snapshot["eliminated"] == snapshot["winners"] == []
    assert snapshot["finished"] is False


@pytest.mark.parametrize(
    "names", [["A", "B"], ["A", "B", "C", "D", "E", "F"], ["A", "B", " a "], ["A", "B", ""], "ABC"]
)
def test_three_to_five_different_players(names):
    with pytest.raises(RuleError):
        companion.new_table("good-brokers", players=names)


def test_other_edition():
    table = companion.new_table("good-brokers", players=["A", "B", "C"], box="hab-and-gut")
    assert list(table.snapshot()["prices"]) == ["coal", "wheat", "coffee", "rubber", "tea", "salt"]


# Worked examples


def test_example_1_down_six_and_up_again_and_half():
    table = new()
    table.correct({"/prices/ford": 165})
    end_trading(table)
    play_cards(table, ("ford", -6))
    assert table.snapshot()["prices"]["ford"] == 90
    play_cards(table, ("lloyd", 4))
    assert table.snapshot()["prices"]["lloyd"] == 50  # two spaces from 40
    play_cards(table, ("ford", 6))
    assert table.snapshot()["prices"]["ford"] == 165


def test_example_2_spaces_below_zero_are_lost():
    table = new()
    end_trading(table)
    play_cards(table, ("ford", -6))
    assert table.snapshot()["prices"]["ford"] == 10
    play_cards(table, ("lloyd", 2), ("ford", -6))
    assert table.snapshot()["prices"]["ford"] == 0
    play_cards(table, ("lloyd", 2), ("ford", 2))
    assert table.snapshot()["prices"]["ford"] == 10


def test_example_3_spaces_beyond_the_top_are_lost():
    table = new()
    table.correct({"/prices/ford": 240})
    end_trading(table)
    play_cards(table, ("ford", 6))
    assert table.snapshot()["prices"]["ford"] == 280
    play_cards(table, ("ford", 2))
    assert table.snapshot()["prices"]["ford"] == 280


def test_example_4_all_who_tie_for_least_are_out():
    table = new(["Anna", "Bruno", "Carla", "Dora"])
    play_round(table)
    play_round_but_last_card(table)
    table.correct({f"/players/{seat}/client_money": money for seat, money in enumerate([405, 700, 405, 650])})
    table.correct({"/players/0/cash": 5000, "/players/1/cash": 10, "/players/3/cash": 20})
    play_last_card(table)
    assert table.snapshot()["eliminated"] == ["Anna", "Carla"]
    assert table.snapshot()["winners"] == ["Dora"]


def test_example_5_when_all_tie_nobody_wins():
    table = new()
    play_round(table)
    play_round_but_last_card(table)
    table.correct({f"/players/{seat}/client_money": 300 for seat in range(3)})
    play_last_card(table)
    assert table.snapshot()["eliminated"] == ["Anna", "Bruno", "Carla"]
    assert table.snapshot()["winners"] == []
    assert "nobody wins" in table.history()[-1].derived[-1].text()


def test_option_when_all_tie_nobody_is_out():
    table = new(all_tied_least_out=False)
    play_round(table)
    play_round(table)
    assert table.snapshot()["eliminated"] == []
    assert table.snapshot()["winners"] == ["Anna", "Bruno", "Carla"]


def test_example_6_not_enough_cash():
    table = new()
    table.correct({"/players/0/cash": 100})
    error = refusal(table, "buy", player="Anna", shares={"ford": 3})
    assert error.code == "not-enough-cash"
    assert "Anna" in error.message
    assert "120" in error.message
    assert "100" in error.message


def play_round_but_last_card(table):
    while True:
        end_trading(table)
        snapshot = table.snapshot()
        if snapshot["turn"] == 4 and sum(snapshot["racks"].values()) == 1:
            return
        play_cards(table, (_company_with_cards(snapshot), -2))


def play_last_card(table):
    play_cards(table, (_company_with_cards(table.snapshot()), -2))


def _company_with_cards(snapshot):
    played = [card["company"] for card in snapshot["cards_played"]]
    return next(company for company in COMPANIES if played.count(company) < 9)


# Fase 1: compravendita di azioni


def test_buying():
    table = new()
    entry = table.do("buy", player="Anna", shares={"ford": 2, "lloyd": 1, "siemens": 0})
    assert (entry.n, entry.by, entry.action) == (1, "Anna", "buy")
    anna = table.snapshot("Anna")["players"][0]
    assert anna["cash"] == 180
    assert anna["shares"]["ford"] == 2
    assert table.snapshot()["supply"]["ford"] == 8
    assert table.slots()["player:Anna:cash"] == 180


@pytest.mark.parametrize("shares", [{}, {"ford": 0}, {"ford": 4}, {"ford": 2, "lloyd": 2}])
def test_one_to_three_shares(shares):
    table = new()
    assert refusal(table, "buy", player="Anna", shares=shares).code == "one-to-three-shares"
    assert refusal(table, "sell", player="Anna", shares=shares).code == "one-to-three-shares"


@pytest.mark.parametrize("count", [True, 1.0, "1", None, -1, float("nan"), 10**30])
def test_a_count_is_an_integer(count):
    refusal(new(), "buy", player="Anna", shares={"ford": count, "lloyd": 1})


def test_refusals_of_trade():
    table = new()
    assert refusal(table, "buy", player="Bruno", shares={"ford": 9}).code == "not-your-turn"
    assert refusal(table, "buy", player="Nobody", shares={"ford": 1}).code == "unknown-player"
    assert refusal(table, "buy", player="Anna", shares={"fiat": 1}).code == "unknown-company"
    assert refusal(table, "sell", player="Anna", shares={"ford": 1}).code == "not-in-hand"
    assert refusal(table, "place", player="Anna", company="ford").code == "not-in-hand"
    assert refusal(table, "buy", player="Anna").code == "bad-field"
    assert refusal(table, "buy", player="Anna", shares={"ford": 1}, more=1).code == "bad-field"
    assert refusal(table, "dance", player="Anna").code == "unknown-action"
    table.do("buy", player="Anna", shares={"ford": 1})
    assert refusal(table, "buy", player="Anna", shares={"ford": 1}).code == "already-traded"
    assert refusal(table, "sell", player="Anna", shares={"ford": 1}).code == "already-traded"


def test_no_buying_at_zero_and_selling_brings_nothing():
    table = new()
    table.correct({"/prices/ford": 0, "/players/0/shares/ford": 1})
    assert refusal(table, "buy", player="Anna", shares={"ford": 1}).code == "price-is-zero"
    table.do("sell", player="Anna", shares={"ford": 1})
    assert table.snapshot("Anna")["players"][0]["cash"] == 300
    assert table.snapshot()["supply"]["ford"] == 10


def test_supply_of_ten():
    table = new()
    table.correct({"/players/1/shares/ford": 9})
    error = refusal(table, "buy", player="Anna", shares={"ford": 2})
    assert error.code == "supply-short"
    assert "2" in error.message
    assert "1" in error.message


def test_one_share_a_turn_for_the_clients_also_one_just_bought():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("place", player="Anna", company="ford")
    assert table.snapshot("Anna")["players"][0]["clients"]["ford"] == 1
    assert refusal(table, "place", player="Anna", company="ford").code == "already-placed"
    table.do("end_turn", player="Anna")
    assert table.snapshot()["active"] == "Bruno"


def test_shares_put_aside_cannot_be_sold():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 1})
    table.do("place", player="Anna", company="ford")
    table.undo()
    table.redo()
    table.correct({"/traded": False})
    assert refusal(table, "sell", player="Anna", shares={"ford": 1}).code == "not-in-hand"


# Fase 2: manipolazione del mercato


def test_second_card_comes_from_the_other_rack():
    table = new()
    assert refusal(table, "play_card", player="Anna", rack="left", company="ford", value=2).code == "wrong-phase"
    end_trading(table)
    table.do("play_card", player="Anna", rack="left", company="ford", value=2)
    assert table.snapshot()["racks"] == {"0": 7, "1": 8, "2": 8}
    assert refusal(table, "play_card", player="Anna", rack="left", company="ford", value=2).code == "same-rack"
    table.do("play_card", player="Anna", rack="right", company="ford", value=2)
    assert table.snapshot()["racks"] == {"0": 7, "1": 8, "2": 7}
    assert table.snapshot()["active"] == "Bruno"
    assert refusal(table, "play_card", player="Bruno", rack="left", company="ford", value=3).code == "no-such-card"
    assert refusal(table, "end_turn", player="Bruno").code == "wrong-phase"


def test_nine_cards_a_company():
    table = new()
    card = {"player": "Anna", "rack": "left", "company": "ford", "value": 2, "turn": 1}
    table.correct({"/cards_played": [card] * 9})
    end_trading(table)
    assert refusal(table, "play_card", player="Anna", rack="left", company="ford", value=2).code == "no-card-left"


def test_copies_of_a_value_where_the_box_knows():
    table = companion.new_table("good-brokers", players=["A", "B", "C"], box="demo")
    end_trading(table)
    play_cards(table, ("ford", 6))
    assert refusal(table, "play_card", player="A", rack="right", company="ford", value=6).code == "no-card-left"


def boxed(players, **cards):
    """A table with that many players and other cards in its box; ``companies`` is how many there are."""
    box = plain_box(load_box(None, "companion.games.good_brokers"))
    box["companies"] = dict(list(box["companies"].items())[: cards.pop("companies", 6)])
    box["cards"] |= cards
    return companion.new_table("good-brokers", players=list("ABCDE"[:players]), box=box)


ONE_EACH = {"+2": 1, "+4": 1, "+6": 1, "-2": 1, "-4": 1, "-6": 1}


@pytest.mark.parametrize(
    ("players", "cards", "asked", "allowed"),
    [
        (5, {"copies": ONE_EACH}, 40, 36),
        (5, {"companies": 4}, 40, 36),
        (5, {"per_rack": 11}, 55, 54),
        (5, {"per_company": 6}, 40, 36),
        (3, {"per_company": 3}, 24, 18),
        (5, {"values": [2, -2], "copies": {"+2": 4, "-2": 2}}, 40, 36),
    ],
)
def test_no_table_has_more_cards_in_its_racks_than_there_are(players, cards, asked, allowed):
    with pytest.raises(RuleError) as refused:
        boxed(players, **cards)
    assert refused.value.code == "bad-box"
    assert refused.value.message == f"The {players} racks take {asked} cards, and there are only {allowed}."


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (4, {"copies": ONE_EACH}),
        (5, {"copies": {**ONE_EACH, "+2": None}}),
        (4, {"companies": 4}),
        (5, {"per_rack": 10}),
        (5, {"per_company": 7}),
    ],
)
def test_with_cards_for_all_racks_the_game_ends(players, cards):
    table = boxed(players, **cards)
    while moves := table.legal():
        table.do(**next((move for move in moves if move["action"] == "end_turn"), moves[0]))
    assert table.snapshot()["finished"]


def test_no_box_leaves_the_racks_with_more_cards_than_there_are():
    table = new(list("ABCDE"))
    assert refusal(table, "box", set={"/cards/copies": ONE_EACH}).code == "bad-box"
    assert refusal(table, "box", set={"/cards/per_company": 6}).code == "bad-box"
    error = refusal(table, "box", set={"/cards/per_rack": 11})
    assert error.message == "The 5 racks take 55 cards, and there are only 54."
    table.do("box", set={"/cards/per_company": 7})
    table.do("box", set={"/cards/copies": {**ONE_EACH, "+2": 2}})


def test_shares_that_a_changed_box_counts_anew_are_there():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 3})
    table.do("box", set={"/shares": 12})
    assert table.snapshot()["supply"] == {**dict.fromkeys(COMPANIES, 12), "ford": 9}
    table.correct({"/supply/siemens": 11})
    table.do("box", set={"/shares": 3})
    assert table.snapshot()["supply"] == {**dict.fromkeys(COMPANIES, 3), "ford": 0, "siemens": 2}
    error = refusal(table, "box", set={"/shares": 2})
    assert (error.code, error.message) == ("bad-box", "The players hold more shares than the box would have.")
    play.everything_holds(table)


def test_an_older_table_with_too_few_cards_can_be_put_right():
    table = companion.load(SAVES / "good_brokers_more_in_the_racks_than_cards.jsonl")
    assert table.legal() == []
    table.do("box", set={"/cards/copies/+2": 2})
    assert table.legal() != []
    assert refusal(table, "box", set={"/cards/copies/+2": 1}).code == "bad-box"


def test_marker_passes_left_after_each_turn():
    table = new()
    end_trading(table)
    play_cards(table, *[("ford", 2)] * 6)
    snapshot = table.snapshot()
    assert (snapshot["turn"], snapshot["first_player"], snapshot["active"]) == (2, "Bruno", "Bruno")


# Fine del primo round


def test_clients_are_paid_and_racks_dealt_anew():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("place", player="Anna", company="ford")
    table.correct({"/prices/ford": 150})
    play_round(table)
    snapshot = table.snapshot("Anna")
    assert (snapshot["round"], snapshot["turn"], snapshot["first_player"]) == (2, 1, "Bruno")
    assert snapshot["players"][0]["client_money"] == 150
    assert snapshot["players"][0]["clients"]["ford"] == 0
    assert snapshot["players"][0]["shares"]["ford"] == 1
    assert snapshot["players"][0]["cash"] == 220
    assert snapshot["racks"] == {"0": 8, "1": 8, "2": 8}
    assert snapshot["cards_played"] == []
    assert [line.text() for line in table.history()[-1].derived] == [
        "Clients are paid: Anna 150, Bruno 0, Carla 0",
        "Round 1 is over",
    ]


# Fine del gioco


def test_the_others_sell_and_most_cash_wins_then_client_money_then_shared():
    table = new()
    play_round(table)
    play_round_but_last_card(table)
    clients = {f"/players/{seat}/client_money": money for seat, money in enumerate([100, 200, 50])}
    table.correct({**clients, "/players/0/shares/u-pacific": 1, "/players/1/cash": 340})
    play_last_card(table)
    snapshot = table.snapshot()
    assert snapshot["players"][0]["cash"] == snapshot["players"][1]["cash"] == 340
    assert snapshot["eliminated"] == ["Carla"]
    assert snapshot["winners"] == ["Bruno"]
    table.correct({"/players/0/client_money": 200})
    assert table.snapshot()["winners"] == ["Anna", "Bruno"]


# Secrets


def test_refusals_of_amounts_name_the_player_what_was_asked_and_what_is_allowed():
    table = new()
    for asked, allowed in ((-2, "1"), (7, "3"), (10**15, "3"), (1.5, "int")):
        message = refusal(table, "buy", player="Anna", shares={"ford": asked}).message
        assert "Anna" in message
        assert allowed in message
        assert isinstance(asked, float) or str(asked) in message
    end_trading(table)
    message = refusal(table, "play_card", player="Anna", rack="left", company="ford", value=5).message
    assert message == "Anna asks for a card with 5; there are +2, +4, +6, -2, -4, -6."


def test_racks_can_be_put_right_in_any_order():
    table = new()
    table.correct({"/racks": {"2": 5, "0": 7, "1": 8}})
    assert table.snapshot()["racks"] == {"0": 7, "1": 8, "2": 5}


def test_hands_lie_face_down():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("place", player="Anna", company="ford")
    for seat in ("Bruno", None, companion.BANKER):
        player = table.snapshot(seat)["players"][0]
        assert "shares" not in player
        assert "clients" not in player
        assert (player["shares_total"], player["clients_total"]) == (1, 1)
        assert "Ford" not in table.history(seat)[1].line.text()
        assert {row["client_value"] for row in table.records("wealth", seat) if row["player"] == "Anna"} == {None}
        assert all(move["action"] not in ("sell", "place") for move in table.legal(seat))
    assert "Ford" in table.history("Anna")[1].line.text()
    table.correct({"/players/0/clients/ford": 2, "/players/0/cash": 5})
    assert table.history("Bruno")[2].line.text() == ("Correction: Anna · clients ••• → •••, Anna · cash 220 → 5")
    assert "1 → 2" in table.history("Anna")[2].line.text()


def test_which_company_was_placed_is_told_at_the_rounds_end():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("place", player="Anna", company="ford")
    play_round(table)
    assert "Ford" in table.history("Bruno")[1].line.text()


def test_open_hands():
    table = new(open_hands=True)
    table.do("buy", player="Anna", shares={"ford": 2})
    assert table.snapshot()["players"][0]["shares"]["ford"] == 2
    assert {"action": "place", "player": "Anna", "company": "ford"} in table.legal()


# Records


def test_price_records_are_one_row_a_change():
    table = new()
    end_trading(table)
    play_cards(table, ("ford", 2), ("ford", -4))
    rows = table.records("prices")
    assert [(row["company"], row["price"], row["step"], row["round"], row["turn"]) for row in rows] == [
        ("ford", 50, 10, 1, 1),
        ("ford", 40, 8, 1, 1),
    ]
    assert rows[0]["cause"] == "play_card"
    assert rows[0]["n"] == 4


def test_a_renamed_player_is_one_player_in_the_records():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 1})
    table.do("rename", player="Anna", to="Annika")
    table.do("end_turn", player="Annika")
    assert {row["player"] for row in table.records("wealth")} == {"Annika", "Bruno", "Carla"}


def test_wealth_records():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    rows = table.records("wealth", "Anna")
    assert rows[0] == {
        "n": 1,
        "round": 1,
        "turn": 1,
        "player": "Anna",
        "cash": 220,
        "shares_value": 80,
        "client_value": 0,
        "client_money": 0,
    }
    assert rows[1]["shares_value"] is None


# Seats that are left


def test_turn_order_passes_over_an_empty_seat():
    table = new()
    table.do("leave", player="Anna")
    assert table.snapshot()["active"] == "Bruno"
    assert table.snapshot()["away"] == ["Anna"]
    end_trading(table)
    play_cards(table, *[("ford", 2)] * 4)
    assert table.snapshot()["turn"] == 2
    table.do("join", player="Zoë", seat="Anna")
    assert table.players == ["Zoë", "Bruno", "Carla"]
    assert table.snapshot()["away"] == []


def test_a_game_with_an_empty_seat_ends():
    table = new()
    table.do("leave", player="Carla")
    play.play(table, lambda possible: possible[-1], play.money_is_all_there)
    assert table.snapshot()["finished"]


# Random games


@settings(max_examples=120, deadline=None)
@given(st.data(), st.integers(3, 5), st.booleans(), st.sampled_from(["default", "demo", "hab-and-gut"]))
def test_random_games_end_and_hold(data, players, open_hands, box):
    table = companion.new_table(
        "good-brokers",
        players=["Anna", "Bruno", "Carla", "Dora", "Emil"][:players],
        options={"open_hands": open_hands},
        box=box,
    )
    checked = data.draw(st.integers(0, 7))

    def check(table):
        play.money_is_all_there(table)
        snapshot = table.snapshot()
        assert all(0 <= left <= 10 for left in snapshot["supply"].values())
        if len(table.effective) % 8 == checked:
            play.undo_and_redo(table)

    play.play(table, play.chooser(data), check)
    snapshot = table.snapshot()
    assert snapshot["finished"]
    assert table.legal() == []
    play.everything_holds(table)


@settings(max_examples=8, deadline=None)
@given(st.data(), st.integers(3, 5))
def test_everything_holds_after_every_entry(data, players):
    table = new(["Anna", "Bruno", "Carla", "Dora", "Emil"][:players])
    play.play(table, play.chooser(data), play.everything_holds)
