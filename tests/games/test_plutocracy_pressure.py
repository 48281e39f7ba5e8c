"""Plutocracy, time pressure: the clock of a turn, with made-up times, and that the table records an overrun once."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.live import LiveTable
from companion.store import open_store
from companion.table import BANKER, Table
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


def test_an_overrun_that_is_taken_back_stays_so(pressed):
    pressed.do("overtime", by=BANKER, player="Galactica", at=at(90))
    pressed.undo(at=at(100))
    assert pressed.snapshot()["players"][0]["own_end"] == 60
    assert left(pressed, 110) == 70
    assert pressed.countdown(at(110)).key.endswith(":2")


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


def test_taken_back_it_is_not_recorded_again(pressed, tmp_path):
    live = LiveTable(open_store(tmp_path), store_of(pressed, tmp_path))
    live.keep_time(at(90))
    undo = live.table.fork().do("undo", at=at(95), by=BANKER)
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
