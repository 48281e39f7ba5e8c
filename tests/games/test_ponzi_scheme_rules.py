"""Ponzi Scheme: investing and trading. Sections are those of the Italian rule book."""

import pytest

from tests.games.ponzi_scheme import NAMES, bounds, card, discard, end_game, hold, new, own, pass_phase, player, trading
from tests.refusals import refusal, refused

# Investimento


def test_investing():
    table = new()
    entry = table.do("invest", player="Anna", industry="transport", fund=10)
    assert (entry.n, entry.by) == (1, "Anna")
    snapshot = table.snapshot("Anna")
    assert snapshot["players"][0]["cash"] == 10
    assert (snapshot["players"][0]["cash_min"], snapshot["players"][0]["cash_max"]) == (10, 10)
    assert snapshot["supply"]["transport"] == 14
    assert snapshot["awaiting_reveal"] == 1
    assert table.slots() == {"bank": -10, "player:Anna:cash": 10, "player:Bruno:cash": 0, "player:Carla:cash": 0}
    assert refused(table, "pass", player="Bruno") == "reveal-first"
    table.do("reveal", funds=[80])
    assert table.snapshot()["market"] == {"row1": [9, 11, 12], "row2": [13, 14, 15], "row3": [16, 17, 80]}
    assert table.snapshot()["deck"] == 62
    assert table.snapshot()["active"] == "Bruno"


def test_refusals_of_investing():
    table = new()
    assert refused(table, "invest", player="Bruno", industry="x", fund=0) == "not-your-turn"
    assert refused(table, "invest", player="Zoë", industry="food", fund=9) == "unknown-player"
    assert refused(table, "invest", player="Anna", industry="oil", fund=9) == "unknown-industry"
    assert refused(table, "invest", player="Anna", industry="food", fund=12) == "wrong-row"
    assert refused(table, "invest", player="Anna", industry="food", fund=80) == "wrong-row"
    for fund in (True, 9.0, "9", None, [9]):
        assert refused(table, "invest", player="Anna", industry="food", fund=fund) == "bad-field"
    assert refused(table, "invest", player="Anna", industry="food") == "bad-field"
    assert refused(table, "invest", player="Anna", industry="food", fund=9, more=1) == "bad-field"
    assert refused(table, "discard_fund", player="Anna", fund=9) == "wrong-phase"
    assert refused(table, "offer", player="Anna", to="Bruno", industry="food", amount=0) == "wrong-phase"
    table.correct({"/supply/food": 0})
    assert refused(table, "invest", player="Anna", industry="food", fund=9) == "pile-empty"
    assert all(move.get("industry") != "food" for move in table.legal())


def test_option_four_tiles_by_investing():
    table = new(most_by_investing=4)
    own(table, "Anna", food=3)
    assert refused(table, "invest", player="Anna", industry="food", fund=14) == "wrong-row"
    table.do("invest", player="Anna", industry="food", fund=15)
    table.undo()
    own(table, "Anna", food=4)
    assert refused(table, "invest", player="Anna", industry="food", fund=15) == "too-many-tiles"


def test_reveal_names_exactly_the_missing_cards():
    table = new()
    assert refused(table, "reveal", funds=[20]) == "nothing-to-reveal"
    table.do("invest", player="Anna", industry="food", fund=9)
    assert refused(table, "reveal", funds=[]) == "wrong-number-of-cards"
    assert refused(table, "reveal", funds=[20, 21]) == "wrong-number-of-cards"
    for gone in (9, 10, 81, 0, -1):
        assert refused(table, "reveal", funds=[gone]) == "not-in-deck"
    table.correct({"/discarded": [20]})
    assert refused(table, "reveal", funds=[20]) == "not-in-deck"
    assert {move["funds"][0] for move in table.legal()} == set(range(18, 81)) - {20}
    assert refused(table, "reveal", funds=[True]) == "bad-field"
    table.correct({"/market": {"row1": [10, 11, 12], "row2": [13, 14], "row3": []}})
    assert refused(table, "reveal", funds=[21, 21, 22, 23]) == "same-card-twice"
    assert table.actor("reveal", funds=[21]) is None


def empty_deck(table, deck, discarded):
    """All cards but those of the market, these and these are on Anna's wheel."""
    shown = [value for row in table.snapshot()["market"].values() for value in row]
    rest = sorted(set(range(9, 81)) - set(shown) - set(deck) - set(discarded))
    table.correct({"/discarded": discarded, "/players/0/funds": [card(table, value, 3) for value in rest]})
    assert table.snapshot()["unseen"] == deck


def test_a_short_deck_gives_all_of_it_and_the_rest_comes_from_the_discards():
    table = new()
    empty_deck(table, deck=[30, 31], discarded=[40, 41, 42])
    table.correct({"/market": {"row1": [9, 10, 11], "row2": [12, 13, 14], "row3": []}, "/removed": [15, 16, 17]})
    assert table.snapshot()["awaiting_reveal"] == 3
    assert refused(table, "reveal", funds=[30, 40, 41]) == "not-in-deck"
    assert [move["funds"] for move in table.legal()] == [[30, 31, 40], [30, 31, 41], [30, 31, 42]]
    table.do("reveal", funds=[30, 31, 41])
    assert table.snapshot()["unseen"] == [40, 42]
    assert table.snapshot()["discard"] == 0


def test_an_empty_deck_is_rebuilt_from_the_discards():
    table = new()
    empty_deck(table, deck=[], discarded=[40, 41])
    table.do("invest", player="Anna", industry="food", fund=9)
    table.do("reveal", funds=[40])
    assert (table.snapshot()["unseen"], table.snapshot()["discard"]) == ([41], 0)


@pytest.mark.parametrize("drawn", [40, 30])
def test_the_deck_runs_out_and_no_honest_draw_is_refused(drawn):
    """Shuffled when the next card is wanted, or (40 lay there already) as soon as the last one was drawn."""
    table = new()
    empty_deck(table, deck=[30], discarded=[40, 41])
    for name in ("Anna", "Bruno"):
        table.do("pass", player=name)
    table.do("invest", player="Carla", industry="food", fund=9)
    table.do("reveal", funds=[30])  # the last card of the deck: nothing is shuffled yet
    assert (table.snapshot()["deck"], table.snapshot()["discarded"]) == (0, [40, 41])
    table.do("discard_fund", player="Bruno", fund=30)
    table.do("reveal", funds=[drawn])
    assert table.snapshot()["unseen"] == sorted({30, 40, 41} - {drawn})
    assert table.snapshot()["discard"] == 0


def test_with_both_empty_the_market_stays_short():
    table = new()
    empty_deck(table, deck=[], discarded=[])
    invested = [("Anna", 9), ("Bruno", 10), ("Carla", 11)]
    for name, fund in invested:
        table.do("invest", player=name, industry="food", fund=fund)
        assert table.snapshot()["awaiting_reveal"] == 0
    snapshot = table.snapshot()
    assert snapshot["market"] == {"row1": [12, 13, 14], "row2": [15, 16, 17], "row3": []}
    assert snapshot["phase"] == "marker"
    table.correct({"/market": {"row1": [35], "row2": [], "row3": []}, "/removed": [12, 13, 14, 15, 16, 17]})
    table.do("discard_fund", player="Bruno", fund=35)
    assert table.snapshot()["awaiting_reveal"] == 1  # the discarded card is the new deck
    table.do("reveal", funds=[35])
    assert table.snapshot()["round"] == 2


def test_without_a_card_in_the_market_none_is_discarded():
    table = new()
    empty_deck(table, deck=[], discarded=[])
    table.correct({"/market": {"row1": [], "row2": [], "row3": []}, "/removed": list(range(9, 18))})
    for name in NAMES[:3]:
        assert [move["action"] for move in table.legal()] == ["pass"]
        table.do("pass", player=name)
    assert (table.snapshot()["round"], table.snapshot()["first_player"]) == (2, "Bruno")


# Mercato Clandestino


def test_no_trade_in_the_first_round_but_by_option():
    table = new()
    pass_phase(table)
    assert table.snapshot()["phase"] == "marker"
    table = new(first_round_trade=True)
    pass_phase(table)
    assert (table.snapshot()["phase"], table.snapshot()["active"]) == ("trade", "Anna")


def test_a_sale():
    table = trading()
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=15)
    assert table.snapshot()["active"] == "Anna"
    assert player(table, "Bruno", "Bruno")["cash"] == 20  # still his while the offer is open
    table.do("accept", player="Anna")
    assert (player(table, "Anna", "Anna")["cash"], player(table, "Bruno", "Bruno")["cash"]) == (65, 5)
    assert (player(table, "Anna")["tiles"]["food"], player(table, "Bruno")["tiles"]["food"]) == (0, 2)
    assert table.snapshot()["offer"] is None
    assert table.snapshot()["active"] == "Carla"
    assert (bounds(table, "Anna"), bounds(table, "Bruno")) == ((50, 70), (0, 20))


def test_who_cannot_pay_the_same_must_sell():
    table = trading()
    table.do("pass", player="Bruno")
    table.do("pass", player="Carla")
    table.do("offer", player="Anna", to="Bruno", industry="food", amount=21)
    error = refusal(table, "counter", player="Bruno")
    assert (error.code, error.message) == ("not-enough-cash", "Bruno does not have enough for that.")
    assert table.legal("Bruno") == table.legal() == [{"action": "accept", "player": "Bruno"}]
    table.undo()
    table.do("offer", player="Anna", to="Bruno", industry="food", amount=20)
    assert {"action": "counter", "player": "Bruno"} in table.legal("Bruno")
    assert {"action": "counter", "player": "Bruno"} not in table.legal("Carla")  # she cannot know
    table.do("counter", player="Bruno")
    assert player(table, "Anna", "Anna")["cash"] == 70


def test_refusals_of_offers():
    table = trading()
    offer = {"player": "Bruno", "to": "Anna", "industry": "food", "amount": 5}
    assert refused(table, "offer", **{**offer, "player": "Anna", "to": "Bruno", "amount": 999}) == "not-your-turn"
    assert refused(table, "offer", **{**offer, "to": "Bruno"}) == "own-offer"
    assert refused(table, "offer", **{**offer, "to": "Zoë"}) == "unknown-player"
    assert refused(table, "offer", **{**offer, "industry": "oil"}) == "unknown-industry"
    assert refused(table, "offer", **{**offer, "to": "Carla"}) == "no-such-tile"
    assert refused(table, "offer", **{**offer, "industry": "media"}) == "no-such-tile"
    error = refusal(table, "offer", **{**offer, "amount": 21})
    assert (error.code, error.message) == ("not-enough-cash", "Bruno does not have enough for that.")
    assert refused(table, "offer", **{**offer, "amount": -1}) == "bad-amount"
    for amount in (True, 5.0, "5"):
        assert refused(table, "offer", **{**offer, "amount": amount}) == "bad-field"
    assert refused(table, "offer", **{**offer, "amount": None}) == "amount-needed"
    assert refused(table, "accept", player="Anna") == "no-offer"
    table.do("offer", **{**offer, "amount": 0})
    assert refused(table, "accept", player="Bruno") == "not-your-turn"
    assert refused(table, "pass", player="Anna") == "offer-open"
    assert refused(table, "pass", player="Bruno") == "not-your-turn"
    assert refused(table, "buy_luxury", player="Anna", luxury=30) == "offer-open"
    table.do("counter", player="Anna")


def test_option_no_zero_offers():
    table = trading(zero_offers=False)
    offer = {"player": "Bruno", "to": "Anna", "industry": "food"}
    assert refused(table, "offer", **offer, amount=0) == "bad-amount"
    assert [move["amount"] for move in table.legal("Bruno") if move["action"] == "offer"] == [1, 10, 20]
    table.do("offer", **offer, amount=1)
    table.do("accept", player="Anna")
    assert (bounds(table, "Anna"), bounds(table, "Bruno")) == ((51, 70), (0, 19))


def test_an_offer_with_hidden_cash_names_no_amount():
    table = trading(cash="hidden")
    assert refused(table, "offer", player="Bruno", to="Anna", industry="food", amount=5) == "amount-is-secret"
    table.do("offer", player="Bruno", to="Anna", industry="food")
    assert [move["action"] for move in table.legal()] == ["accept", "counter"]
    table.do("counter", player="Anna")
    assert (bounds(table, "Anna"), bounds(table, "Bruno")) == ((30, 50), (20, 40))


def test_who_surely_has_nothing_cannot_offer_or_counter_without_zero_offers():
    table = trading(cash="hidden", zero_offers=False)
    table.correct({"/players/0/cash_min": 0, "/players/0/cash_max": 0})
    table.do("offer", player="Bruno", to="Anna", industry="food")
    assert refused(table, "counter", player="Anna") == "not-enough-cash"
    assert [move["action"] for move in table.legal()] == ["accept"]
    table.do("accept", player="Anna")
    table.do("pass", player="Carla")
    table.correct({"/players/0/cash_min": 0, "/players/0/cash_max": 0, "/players/0/tiles/food": 1})
    assert refused(table, "offer", player="Anna", to="Bruno", industry="food") == "not-enough-cash"
    assert [move["action"] for move in table.legal()] == ["pass"]


# Regole Avanzate


def test_luxuries():
    table = trading(advanced=True)
    assert refused(table, "buy_luxury", player="Anna", luxury=30) == "not-your-turn"
    assert refused(table, "buy_luxury", player="Bruno", luxury=31) == "no-such-luxury"
    assert refused(table, "buy_luxury", player="Bruno", luxury=30) == "not-enough-cash"
    table.do("pass", player="Bruno")
    table.do("pass", player="Carla")
    assert {"action": "buy_luxury", "player": "Anna", "luxury": 30} in table.legal()  # 50 is public
    table.do("buy_luxury", player="Anna", luxury=30)
    assert player(table, "Anna")["luxuries"] == [30]
    assert table.snapshot()["luxuries_left"] == [56, 78, 96]
    assert (player(table, "Anna", "Anna")["cash"], bounds(table, "Anna")) == (20, (20, 20))
    discard(table)
    pass_phase(table)
    hold(table, "Carla", 40)
    assert refused(table, "buy_luxury", player="Carla", luxury=30) == "luxury-gone"
    pass_phase(table)
    end_game(table, Anna=90, Bruno=99)
    assert table.snapshot()["scores"] == {"Anna": 1 + 1 + 1, "Bruno": 1}


def test_no_luxuries_in_the_basic_game():
    table = trading()
    assert refused(table, "buy_luxury", player="Bruno", luxury=30) == "basic-game"


def test_buying_proves_that_one_had_the_price():
    table = trading(advanced=True, cash="hidden")
    table.correct({"/players/1/cash_max": 80})
    table.do("buy_luxury", player="Bruno", luxury=56)
    assert bounds(table, "Bruno") == (0, 24)
