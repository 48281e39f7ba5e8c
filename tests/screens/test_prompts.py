"""What a page scrolls to: a mark before what the reader is asked, which changes when something else is asked."""

import re

import companion
from companion.table import Table
from tests.games.ponzi_scheme import trading
from tests.screens.test_forms import sit

PLAYERS = ["Anna", "Bruno", "Carla"]


def asked(table: Table, seat: int) -> str:
    """What the mark of a seat's page says."""
    reader, _other = sit(table, str(seat))
    marks = re.findall(r'<span class="prompt"[^>]*data-prompt="([^"]*)"', reader.html)
    assert len(marks) == 1
    return marks[0]


def test_a_card_is_asked_for_after_the_other() -> None:
    table = companion.new_table("good-brokers", PLAYERS)
    trade = asked(table, 0)
    assert trade
    assert asked(table, 1) == ""
    for player in PLAYERS:
        table.do("end_turn", player=player)
    first = asked(table, 0)
    table.do("play_card", player="Anna", rack="left", company="ford", value=2)
    assert len({trade, first, asked(table, 0)}) == 3


def test_an_offer_and_cards_to_draw_are_asked() -> None:
    table = trading()
    assert asked(table, 0) == ""
    before = asked(table, 1)
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=7)
    assert asked(table, 0)
    assert asked(table, 1) == "" != before
    table = companion.new_table("ponzi-scheme", PLAYERS)
    invest = asked(table, 0)
    table.do("invest", player="Anna", industry="food", fund=9)
    assert asked(table, 0) not in ("", invest)  # who took a card draws the next one
    assert asked(table, 2) == ""


def test_a_turn_and_a_start_planet_are_asked() -> None:
    table = companion.new_table("plutocracy", PLAYERS)
    start = asked(table, 0)
    assert start
    for player, planet in zip(PLAYERS, ("mars", "jupiter", "saturn"), strict=True):
        table.do("setup_ship", player=player, planet=planet)
    assert asked(table, 2) not in ("", start)
    assert asked(table, 0) == ""
