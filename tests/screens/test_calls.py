"""What has followed by itself is said on every page, with what to do by hand, until it is tapped away there."""

import html
import re

import companion
from companion.games import GAMES
from companion.games.plutocracy.screens.signs import resource_chip
from companion.screens import calls, frame
from companion.screens.calls import recent
from companion.screens.place import BIG, Place, read_place
from companion.words import translator
from tests.evening.games import finished
from tests.screens.reader import look

BEARS = "Shuffle the bears, the discards and the deck together"
ISOLATES = dict.fromkeys(range(0x2066, 0x206A))


def page(table: companion.Table, seat: str | None, place: Place, lang: str = "en", *, alive: bool = True) -> str:
    """A page's HTML."""
    ctx = look(table, seat, translator(lang), place, alive=alive)
    shown = frame.big_page(ctx) if place.seat == BIG else frame.table_page(ctx)
    return "".join(shown.parts.values())


def said(table: companion.Table, seat: str | None, place: Place, lang: str = "en") -> str:
    """The text of a page."""
    return html.unescape(re.sub("<[^>]*>", "", page(table, seat, place, lang))).translate(ISOLATES)


def crashed() -> companion.Table:
    """A game of Ponzi Scheme right after a crash of the market."""
    whole = finished("ponzi-scheme")
    steps = whole.steps()
    n = next(step.entry.n for step in steps if any(event.kind == "crashed" for event in step.after.events))
    return whole.as_of(n)


def test_a_crash_is_said_on_every_page_with_what_to_do():
    table = crashed()
    for seat in (*table.players, companion.BANKER):
        for tab in ("", "market", "history"):
            assert BEARS in said(table, seat, Place("ABC2D", "0", tab))
    assert BEARS in said(table, None, Place("ABC2D", BIG))
    assert "Mescolate insieme gli orsi" in said(table, table.players[0], Place("ABC2D", "0"), "it")
    assert "Mélangez ensemble les ours" in said(table, table.players[0], Place("ABC2D", "0"), "fr")


def test_it_is_tapped_away_on_one_device_and_stays_away_over_a_reload():
    table = crashed()
    place = Place("ABC2D", "0", heard=max(recent(table, 0)))
    again = read_place(place.url())
    assert again == place
    assert BEARS not in said(table, table.players[0], again)
    assert BEARS in said(table, table.players[1], Place("ABC2D", "1"))


def test_what_is_taken_back_calls_for_nothing():
    table = crashed()
    assert table.revision in recent(table, 0)
    table.undo()
    assert BEARS not in said(table, table.players[0], Place("ABC2D", "0"))


def test_a_game_that_is_over_calls_for_nothing():
    table = finished("ponzi-scheme")
    assert table.revision in recent(table, 0)
    for seat, place in ((table.players[0], Place("ABC2D", "0")), (None, Place("ABC2D", BIG))):
        assert BEARS not in said(table, seat, place)
        assert 'class="call"' not in page(table, seat, place)


def test_a_call_breaks_its_lines_in_the_first_paint_as_on_the_living_page():
    table = crashed()
    first = page(table, None, Place("ABC2D", "0"), alive=False)
    assert '<span class="btn" aria-hidden="true" style="visibility:hidden">OK</span>' in first
    assert "call.heard" not in first


def test_the_racks_are_dealt_anew_once():
    table = finished("good-brokers")
    calls = [
        to_do.text()
        for step in table.steps()
        for event in step.after.events
        if (to_do := table.game.call(event, step.after)) is not None
    ]
    assert sum("deal the racks anew, 8 to each" in call for call in calls) == 1


def test_what_falls_due_in_a_game_of_one_s_own_is_said_on_every_page():
    table = companion.new_table("own", ["Anna", "Bruno", "Carla"], box="railways")
    table.do("give", player="Bruno", good="loan", count=2, **{"from": "supply", "to": "Bruno"})
    while table.snapshot()["round"] == 1:
        table.do("end_phase", player=table.snapshot()["turn"] or "Anna")
    for seat, place in [*((name, Place("ABC2D", "0")) for name in table.players), (None, Place("ABC2D", BIG))]:
        shown = said(table, seat, place)
        assert "Interest: Bruno 10" in shown
        assert "where money lies on the table, move it too" in shown
    assert "Round 2 begins." in said(table, "Anna", Place("ABC2D", "0"))


def test_the_big_screen_keeps_its_room_where_one_entry_brings_much_about(monkeypatch):
    monkeypatch.setattr(calls, "LINES", 1)
    table = finished("plutocracy").as_of(64)
    assert len(recent(table, 0)[table.revision]) == 2
    assert page(table, None, Place("ABC2D", BIG)).count("<b dir=") == 1
    assert "+1 · History" in said(table, None, Place("ABC2D", BIG))
    assert page(table, table.players[0], Place("ABC2D", "0")).count("<b dir=") > 1


def test_the_bar_says_everybody_while_nobody_in_particular_is_to_act():
    table = crashed()
    assert table.game.active(table.state) == ()
    for place in (Place("ABC2D", BIG), Place("ABC2D", "0")):
        shown = said(table, None, place)
        assert "everybody" in shown
        assert "finished" not in shown


def test_finished_is_said_at_the_end_only_and_with_the_reason():
    for game in GAMES:
        table = finished(game)
        for seat, place in [(table.players[-1], Place("ABC2D", "0")), (None, Place("ABC2D", BIG))]:
            shown = said(table, seat, place)
            assert "finished" in shown
            assert "Final scores" in shown
            assert shown.count("The end") >= 1


def test_an_unknown_supply_wears_no_resource_sign():
    table = companion.new_table("plutocracy", ["Anna", "Bruno"], {"setup": "random"}, "demo")
    ctx = look(table, None, translator("en"), alive=False)
    unknown, carbon = str(resource_chip(ctx, None)), str(resource_chip(ctx, "carbon"))
    sign = re.compile(r"<i[^>]*>[^<]*</i>")
    assert sign.findall(unknown) == ['<i class="plain" aria-hidden="true">?</i>']
    assert sign.findall(carbon) != sign.findall(unknown)
