"""Plutocracy, time pressure: the clock of a turn, with made-up times, and that the table records an overrun once."""

import json
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.errors import RuleError
from companion.live import LiveTable
from companion.log import Entry
from companion.store import open_store
from companion.table import BANKER, Table, read
from tests.games.plutocracy_tables import new, placed

START = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)


def at(seconds):
    return START + timedelta(seconds=seconds)


def fly(table, player, body, seconds, index=0):
    table.do("travel", player=player, to=[body, index], at=at(seconds))


@pytest.fixture
def pressed():
    """Four players on Mars; the clock starts at 0 with Galactica's first turn."""
    table = new(time_pressure=True)
    for player in reversed(table.players):
        table.do("setup_ship", player=player, planet="mars", at=at(-60))
    table.do("clock", op="start", seconds=90, at=START)
    return table


def left(table, seconds):
    return table.countdown(at(seconds)).left


def same(table):
    """Whether a table that is saved and loaded is the same."""
    again = read(table.lines())
    return again.state == table.state and again.history() == table.history()


def test_without_the_variant_there_is_no_clock(pressed):
    assert placed().countdown(START) is None
    assert new(time_pressure=True).countdown(START) is None
    assert pressed.countdown(START).length == 90


def test_the_clock_stands_until_somebody_starts_it():
    table = placed(time_pressure=True)
    clock = table.countdown(table.log[-1].at)
    assert (clock.running, clock.started, clock.left) == (False, False, 90)


def test_every_turn_has_ninety_seconds(pressed):
    assert left(pressed, 30) == 60
    fly(pressed, "Galactica", "saturn", 40)
    assert left(pressed, 50) == 80
    assert pressed.countdown(at(50)).fields == {"player": "Imperial"}


def test_what_is_done_in_a_turn_gives_no_time(pressed):
    pressed.do("buy", player="Galactica", units=1, at=at(60))
    assert left(pressed, 70) == 20


def test_an_overrun_gives_the_next_ninety_seconds(pressed):
    first = pressed.countdown(at(95))
    assert first.left == -5
    pressed.do("overtime", by=BANKER, at=at(95), **first.fields)
    second = pressed.countdown(at(100))
    assert second.left == 80
    assert first.key != second.key


def test_a_pause_is_charged_to_nobody(pressed):
    pressed.do("clock", op="pause", at=at(30))
    assert not pressed.countdown(at(1000)).running
    assert left(pressed, 1000) == 60
    pressed.do("clock", op="resume", at=at(2000))
    assert left(pressed, 2010) == 50


def test_undo_goes_on_with_the_turn_where_it_was(pressed):
    fly(pressed, "Galactica", "saturn", 40)
    pressed.undo(at=at(70))
    assert left(pressed, 80) == 40
    pressed.redo(at=at(85))
    assert left(pressed, 90) == 55  # 30 before the undo, 5 since the redo
    assert pressed.countdown(at(90)).fields == {"player": "Imperial"}


def test_another_turn_of_the_same_player_is_another_turn(pressed):
    for player in ("Imperial", "Cosmos", "Horizon"):
        pressed.do("leave", player=player, at=at(1))
    before = pressed.countdown(at(2))
    fly(pressed, "Galactica", "saturn", 40)
    after = pressed.countdown(at(41))
    assert after.fields == before.fields == {"player": "Galactica"}
    assert after.key != before.key
    assert after.left == 89


def test_undo_passes_over_what_the_clock_recorded(pressed):
    sale = pressed.do("buy", player="Galactica", units=1, at=at(60))
    money = pressed.slots()
    for seconds in (90, 180):
        pressed.do("overtime", by=BANKER, player="Galactica", at=at(seconds))
    assert pressed.last_done() == sale
    assert pressed.undo(at=at(185)) == sale
    assert pressed.snapshot()["players"][0]["own_end"] == 58
    assert pressed.slots() != money
    assert pressed.redo(at=at(190)) == sale
    assert pressed.slots() == money
    assert pressed.snapshot()["players"][0]["own_end"] == 58
    assert same(pressed)


def test_an_overrun_of_the_turn_after_stays_when_that_turn_is_taken_back(pressed):
    fly(pressed, "Galactica", "saturn", 40)
    pressed.do("overtime", by=BANKER, player="Imperial", at=at(131))
    assert pressed.undo(at=at(135)).action == "travel"
    assert pressed.snapshot()["next"] == "Galactica"
    assert [player["own_end"] for player in pressed.snapshot()["players"]] == [60, 59, 60, 60]
    pressed.do("overtime", by=BANKER, player="Galactica", at=at(190))
    assert pressed.redo(at=at(191)).action == "travel"
    assert pressed.snapshot()["next"] == "Imperial"
    assert [player["own_end"] for player in pressed.snapshot()["players"]] == [59, 59, 60, 60]
    assert same(pressed)
    for n in range(pressed.revision + 1):
        assert pressed.as_of(n).snapshot() == read(list(pressed.lines())[: n + 1]).snapshot()
        assert pressed.as_of(n).last_undone() == read(list(pressed.lines())[: n + 1]).last_undone()


def test_an_overrun_stays_when_the_ships_are_placed_anew(pressed):
    for seconds in (90, 180):
        pressed.do("overtime", by=BANKER, player="Galactica", at=at(seconds))
    assert pressed.undo(at=at(185)).action == "setup_ship"
    assert pressed.snapshot()["phase"] == "setup"
    assert [player["own_end"] for player in pressed.snapshot()["players"]] == [58, 60, 60, 60]
    pressed.do("setup_ship", player="Galactica", planet="saturn", at=at(190))
    assert pressed.snapshot()["next"] == "Galactica"
    assert [player["own_end"] for player in pressed.snapshot()["players"]] == [58, 60, 60, 60]
    assert same(pressed)


def two(*names, **options):
    """Two players on Mars with time pressure, the second to act; the clock starts at 0."""
    table = new(names, time_pressure=True, **options)
    for player in names:
        table.do("setup_ship", player=player, planet="mars", at=at(-60))
    table.do("clock", op="start", seconds=90, at=START)
    return table


def ends(table):
    return [player["own_end"] for player in table.snapshot()["players"]]


def test_a_voyage_that_is_kept_as_a_correction_begins_a_turn():
    table = two("Anna", "Bruno")
    table.do("travel", player="Bruno", to=["saturn", 0], time=40, at=at(5))
    table.do("travel", player="Anna", to=["mars", 1], at=at(10))
    table.do("travel", player="Anna", to=["mars", 0], time=7, at=at(60))
    assert left(table, 65) == 85
    table.amend(5, {"to": ["mars", 2]}, force=True, at=at(70))
    assert left(table, 80) == 70


@pytest.mark.parametrize("named", ["rename", "correct", "join"])
def test_an_overrun_stays_where_the_name_of_its_player_is_taken_back(named):
    table = two("Anna", "Bruno")
    if named == "rename":
        table.do("rename", player="Bruno", to="Ben", at=at(10))
    elif named == "correct":
        table.do("correct", set={"/players/1/name": "Ben"}, at=at(10))
    else:
        table.do("leave", player="Bruno", at=at(5))
        table.do("join", player="Ben", seat="Bruno", at=at(10))
        table.correct({"/next": "Ben"}, at=at(15))
    overrun = table.do("overtime", by=BANKER, player="Ben", at=at(110))
    assert ends(table) == [75, 74]
    for _ in range(2 if named == "join" else 1):
        table.undo(at=at(115))
    assert (table.players, ends(table)) == (["Anna", "Bruno"], [75, 74])
    line = table.history()[overrun.n - 1]
    assert line.line.text().endswith("Bruno ran out of time: the own THE END is now 74")
    assert line.counts
    while table.last_undone():
        table.redo(at=at(120))
    assert (table.players, ends(table)) == (["Anna", "Ben"], [75, 74])
    assert same(table)


def test_an_overrun_is_charged_to_the_seat_whoever_has_the_name_then():
    table = two("Anna", "Bruno")
    table.do("correct", set={"/players/0/name": "Bruno", "/players/1/name": "Anna"}, at=at(10))
    table.do("overtime", by=BANKER, player="Anna", at=at(110))
    table.undo(at=at(115))
    table.do("overtime", by=BANKER, player="Bruno", at=at(190))
    assert ends(table) == [75, 73]
    table.redo(at=at(195))
    assert (table.players, ends(table)) == (["Bruno", "Anna"], [75, 73])
    assert same(table)


def test_who_ran_out_of_the_game_under_another_name_stays_out_of_it():
    table = two("Anna", "Bruno")
    table.correct({"/players/1/own_end": 1}, at=at(5))
    table.do("rename", player="Bruno", to="Ben", at=at(10))
    table.do("overtime", by=BANKER, player="Ben", at=at(110))
    table.undo(at=at(115))
    assert [player["removed"] for player in table.snapshot()["players"]] == [False, True]
    assert table.snapshot()["next"] == "Anna"
    assert same(table)


def test_nobody_takes_back_the_time(pressed):
    overrun = pressed.do("overtime", by=BANKER, player="Galactica", at=at(90))
    with pytest.raises(RuleError) as refused:
        pressed.do("undo", entry=overrun.n, at=at(95))
    assert refused.value.code == "overtaken"


def test_an_older_save_that_took_an_overrun_back_still_says_so(pressed):
    overrun = pressed.do("overtime", by=BANKER, player="Galactica", at=at(90))
    undo = {"n": overrun.n + 1, "at": "2026-11-27T20:01:40Z", "by": BANKER, "action": "undo", "entry": overrun.n}
    old = read([*pressed.lines(), json.dumps(undo)])
    assert old.snapshot()["players"][0]["own_end"] == 60
    assert left(old, 110) == 70
    assert old.countdown(at(110)).key.endswith(":2")


def test_after_two_overruns_in_a_row_the_clock_waits_for_somebody(pressed, tmp_path):
    live = LiveTable(open_store(tmp_path), store_of(pressed, tmp_path))
    recorded = [len(live.keep_time(at(seconds))) for seconds in range(10, 600, 10)]
    assert sum(recorded) == 2
    assert [player["own_end"] for player in live.table.snapshot()["players"]] == [58, 60, 60, 60]
    clock = live.table.countdown(at(600))
    assert (clock.running, clock.waits, clock.left) == (False, True, 90)
    live.table.do("buy", player="Galactica", units=1, at=at(600))
    clock = live.table.countdown(at(610))
    assert (clock.running, clock.waits, clock.left) == (True, False, 80)


def test_a_device_that_wakes_late_charges_no_more_than_two(pressed, tmp_path):
    live = LiveTable(open_store(tmp_path), store_of(pressed, tmp_path))
    assert len(live.keep_time(at(350))) == 2
    assert live.table.countdown(at(350)).left == 90


def test_a_clock_that_is_set_back_stops_nothing(pressed):
    # Set back by an hour, 20 seconds into the turn: those 20 are charged, the step is not, and time goes on.
    pressed.do("note", text="the clock is right", by="Imperial", at=at(20))
    pressed.do("note", text="the clock is set back", by="Imperial", at=at(-3600))
    assert left(pressed, -3600 + 30) == 90 - 20 - 30
    assert pressed.countdown(at(-3600 + 30)).running


def test_a_night_that_nobody_was_there_is_no_overrun(pressed):
    night = pressed.countdown(at(12 * 3600))
    assert (night.running, night.left) == (False, 90)
    pressed.do("buy", player="Galactica", units=1, at=at(12 * 3600))
    assert left(pressed, 12 * 3600 + 20) == 70


# The table records it


def store_of(table: Table, folder: Path):
    store = open_store(folder)
    return store.import_log(table.lines())


def overtimes(live):
    return [entry for entry in live.table.log if entry.action == "overtime"]


def test_one_of_many_devices_records_an_overrun(pressed, tmp_path):
    table_id = store_of(pressed, tmp_path)
    devices = [LiveTable(open_store(tmp_path), table_id) for _ in range(4)]
    assert [len(device.keep_time(at(89.5))) for device in devices] == [0, 0, 0, 0]
    for seconds, device in enumerate(devices, 90):
        assert len(device.keep_time(at(seconds))) == int(device is devices[0])
    for device in devices:
        assert [entry.by for entry in overtimes(device)] == [BANKER]
        assert device.table.snapshot()["players"][0]["own_end"] == 59


def test_a_device_that_wakes_records_what_it_slept_through(pressed, tmp_path):
    # Example 7: a turn of 200 seconds moves the own THE END back by 2.
    live = LiveTable(open_store(tmp_path), store_of(pressed, tmp_path))
    assert len(live.keep_time(at(200))) == 2
    assert live.table.snapshot()["players"][0]["own_end"] == 58
    assert live.table.countdown(at(200)).left == 70


def test_the_turn_that_ended_elsewhere_is_not_charged(pressed, tmp_path):
    table_id = store_of(pressed, tmp_path)
    one, late = (LiveTable(open_store(tmp_path), table_id) for _ in range(2))
    entry = one.table.fork().do("travel", player="Galactica", to=["saturn", 0], at=at(89))
    one.store.append(table_id, entry.line(), entry.n, "some-tap")
    assert late.keep_time(at(91)) == []
    assert late.table.snapshot()["next"] == "Imperial"


def test_taken_back_by_an_older_version_it_is_not_recorded_again(pressed, tmp_path):
    live = LiveTable(open_store(tmp_path), store_of(pressed, tmp_path))
    live.keep_time(at(90))
    n = live.table.revision
    undo = Entry(n + 1, "2026-11-27T20:01:35Z", BANKER, "undo", {"entry": n})
    live.store.append(live.table_id, undo.line(), undo.n)
    again = LiveTable(open_store(tmp_path), live.table_id)
    assert again.keep_time(at(100)) == []
    assert live.keep_time(at(180)) != []
    assert live.table.snapshot()["players"][0]["own_end"] == 59


def test_devices_that_look_at_the_same_moment_record_one_entry(pressed, tmp_path):
    table_id = store_of(pressed, tmp_path)
    devices = [LiveTable(open_store(tmp_path), table_id) for _ in range(8)]
    threads = [threading.Thread(target=device.keep_time, args=(at(91),)) for device in devices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(overtimes(device)) == 1 for device in devices)
    assert len(overtimes(LiveTable(open_store(tmp_path), table_id))) == 1


def test_who_runs_out_of_the_game_ends_the_turn(pressed, tmp_path):
    pressed.do("correct", set={"/players/0/own_end": 1}, at=START)
    live = LiveTable(open_store(tmp_path), store_of(pressed, tmp_path))
    assert len(live.keep_time(at(90))) == 1
    assert live.table.snapshot()["players"][0]["removed"]
    assert live.table.countdown(at(91)).fields == {"player": "Imperial"}
