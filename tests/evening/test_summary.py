"""Times, the summary, the scores."""

import time

import pytest

import companion
from companion import evening
from companion.clocks import seconds_of
from companion.evening import bgstats, times
from companion.evening.bgstats import ADDRESS, play_link
from companion.games import GAMES
from companion.group.facts import work_out
from companion.words import LANGUAGES, translator
from tests.evening.games import finished

AT = "2026-11-27T20:{:02}:{:02}Z"
_ = translator("en")
ISOLATES = dict.fromkeys((0x2068, 0x2069))


@pytest.fixture
def table():
    table = companion.new_table("good-brokers", players=["A", "B", "C"], box="demo")
    table.do("note", text="we begin", at=AT.format(0, 0))
    table.do("buy", player="A", shares={"ford": 2}, at=AT.format(1, 0))
    table.do("end_turn", player="A", at=AT.format(1, 30))
    table.do("buy", player="B", shares={"ford": 1}, at=AT.format(2, 0))
    table.undo(at=AT.format(2, 30))
    table.do("end_turn", player="B", at=AT.format(3, 0))
    return table


def test_time_is_charged_to_whom_the_table_waited_for(table):
    assert evening.used(table) == {"A": 90.0, "B": 90.0, "C": 0.0}
    assert evening.longest_turn(table) == {"n": 1, "player": "A", "seconds": 90.0}


def test_a_break_is_nobodys_time(table):
    table.do("end_turn", player="C", at="2026-11-27T21:40:00Z")
    assert evening.used(table)["C"] == 0.0


def test_an_evening_is_as_long_as_what_passed_between_its_entries(table):
    assert times.length(table) == 180.0
    last = seconds_of(table.log[-1].at)
    table.do("note", text="after the pizza", at="2026-11-27T21:40:00Z")
    table.do("note", text="on", at="2026-11-27T21:45:00Z")
    assert times.length(table) == 180.0 + seconds_of(table.log[-1].at) - last
    evening_long = times.length(table)
    table.do("note", text="the next evening", at="2026-11-28T20:00:00Z")
    assert times.length(table) == evening_long


@pytest.mark.parametrize(
    ("first", "second"),
    [("2026-11-27T20:15:00Z", "2026-11-27T19:20:00Z"), ("1970-01-01T00:00:10Z", "2026-11-27T19:20:00Z")],
)
def test_a_clock_that_was_put_right_makes_no_evening_shorter_or_longer(first, second):
    table = companion.new_table("own", players=["A", "B"])
    table.do("note", text="x", at=first)
    table.do("note", text="y", at=second)
    assert times.length(table) == 0.0
    table.do("finish", at="2026-11-27T19:35:00Z")
    assert times.length(table) == work_out(table).seconds == 900
    assert dict(evening.summary(table, _))["When"].endswith("15 min 0 s · 3 moves")
    assert bgstats.play(table, evening.standings(table))["durationMin"] == 15


def test_a_summary_of_every_game_in_every_language():
    for game in GAMES:
        for lang in LANGUAGES:
            lines = dict(evening.summary(finished(game), translator(lang)))
            assert len(lines) >= 5
            assert all(lines.values())
    lines = {what: said.translate(ISOLATES) for what, said in evening.summary(finished("good-brokers"), _)}
    assert lines["Won"] == "Dora (360)"
    assert lines["Best deal"].startswith("Annie +60 (65: Annie played Siemens +6: 25 → 55")
    assert lines["Longest turn"] == "Dora 3 min 38 s (from entry 42)"


def test_there_is_nothing_to_tell_of_an_empty_table():
    assert evening.summary(companion.new_table("greed", players=["A", "B", "C"]), _) == []


def test_who_is_out_comes_last():
    ended = evening.standings(finished("good-brokers"))
    assert [(each.place, each.player) for each in ended] == [
        (1, "Dora"),
        (2, "Zoë <b>x</b>"),
        (3, "Annie"),
        (None, "עברית"),
    ]


def test_a_play_for_bg_stats():
    import json
    from urllib.parse import unquote

    link = play_link(finished("good-brokers"))
    assert link.startswith(ADDRESS)
    assert not set(link) & set(' "<>{}')
    play = json.loads(unquote(link.removeprefix(ADDRESS)))
    assert (play["sourceName"], play["playDate"], play["durationMin"]) == ("Companion", "2026-11-27 20:00:09", 83)
    assert play["game"] == {
        "name": "Good Brokers",
        "sourceGameId": "good-brokers",
        "highestWins": True,
        "noPoints": False,
    }
    assert [(each["name"], each["score"], each["winner"]) for each in play["players"]][:2] == [
        ("Dora", 360, True),
        ("Zoë <b>x</b>", 265, False),
    ]
    assert play_link(finished("good-brokers").as_of(40)) == ""


def test_a_time_without_a_zone_is_utc_for_bg_stats(table, monkeypatch):
    header, first, *others = table.lines()
    read = companion.table.read([header, first.replace('00Z"', '00"'), *others])
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert read.log[0].at == "2026-11-27T20:00:00"
        assert bgstats.play(read, [])["playDate"] == "2026-11-27 20:00:00"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_prices_begin_at_the_beginning():
    prices = evening.prices(finished("good-brokers"))
    assert {points[0] for points in prices.values()} == {(0, 40)}
    assert prices["ford",][-1][1] == finished("good-brokers").snapshot()["prices"]["ford"]
    assert ("microchips",) in evening.prices(finished("greed"))
    assert {ids[1] for ids in evening.prices(finished("plutocracy"))} == {"demand", "supply"}
    assert evening.prices(finished("ponzi-scheme")) == {}
