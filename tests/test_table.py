"""The contract that all games share, tried on Good Brokers."""

import json
import random
import time
from pathlib import Path

import pytest

import companion
from companion.clocks import seconds_of
from companion.errors import LogError, RuleError
from companion.log import Entry
from companion.names import HOUSE
from companion.table import read

NAMES = ["<b>x</b>", "</script>", "O'Hare", "Zoë", "עברית"]


def new(players=("Anna", "Bruno", "Carla"), **more):
    return companion.new_table("good-brokers", players=list(players), **more)


def code(call, *args, **fields):
    with pytest.raises(RuleError) as caught:
        call(*args, **fields)
    return caught.value.code


def same_again(table):
    """The table read back from its own lines."""
    return read(list(table.lines()))


# Entries


def test_entry_and_its_line():
    table = new()
    entry = table.do("buy", player="Anna", shares={"ford": 2}, at="2026-11-27T20:15:00Z")
    assert json.loads(entry.line()) == {
        "n": 1,
        "at": "2026-11-27T20:15:00Z",
        "by": "Anna",
        "action": "buy",
        "player": "Anna",
        "shares": {"ford": 2},
    }
    assert table.do("note", text="hello").by == companion.BANKER
    assert table.do("note", text="hello", by="Bruno").by == "Bruno"


def test_header_line():
    header = json.loads(new(options={"open_hands": True}).header.line())
    assert header["format"] == "companion-log"
    assert header["version"] == 1
    assert header["players"] == ["Anna", "Bruno", "Carla"]
    assert header["options"]["open_hands"] is True
    assert header["box"]["start_price"] == 40


def test_times_are_utc():
    table = new()
    assert table.do("note", text="a", at="2026-11-27T21:15:00+01:00").at == "2026-11-27T20:15:00Z"
    assert table.do("note", text="a", at="2026-11-27T20:15:00.5Z").at == "2026-11-27T20:15:00.500Z"
    assert code(table.do, "note", text="a", at="yesterday") == "bad-time"


def test_times_without_a_zone_are_utc_on_every_machine(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert seconds_of("1970-01-01T00:01:00") == seconds_of("1970-01-01T00:01:00Z") == 60
    finally:
        monkeypatch.undo()
        time.tzset()


def test_what_was_passed_in_can_change_later():
    table = new()
    shares = {"ford": 2}
    table.do("buy", player="Anna", shares=shares)
    shares["ford"] = 9
    assert table.log[0].fields["shares"] == {"ford": 2}
    table.snapshot("Anna")["players"][0]["shares"]["ford"] = 9
    assert table.snapshot("Anna")["players"][0]["shares"]["ford"] == 2
    corporations = {"Anna": "cosmos", "Bruno": "horizon"}
    table = companion.new_table("plutocracy", players=["Anna", "Bruno"], options={"corporations": corporations})
    corporations["Anna"] = "nothing"
    assert same_again(table).snapshot() == table.snapshot()


def test_unwritable_fields_are_refused():
    table = new()
    assert code(table.do, "note", text="\ud800") == "bad-field"
    assert code(table.do, "note", text=object()) == "bad-field"
    assert code(table.do, "note", text="") == "bad-note"
    assert code(table.do, "note", text="x", n=3) == "bad-field"
    for author in (5, True, []):
        assert code(table.do, "note", text="x", by=author) == "bad-field"
    for at in (0, False, 5, float("nan")):
        assert code(table.do, "note", text="x", at=at) == "bad-time"
    for action in (None, [], 3):
        assert code(table.do, action) == "unknown-action"
    assert table.log == []


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_is_never_taken_for_nothing(number):
    table = new()
    assert code(table.do, "clock", op="start", clock="players", seconds=number) == "bad-field"
    assert code(table.correct, {"/rack_used": number}) == "bad-field"
    assert code(table.do, "box", set={"/cards/copies/+2": number}) == "bad-field"
    assert table.log == []
    box = {**companion.boxes.load_box("demo", "companion.games.good_brokers")}
    assert code(new, box={**box, "cards": {**box["cards"], "copies": {"+2": number}}}) == "bad-box"
    voyage = companion.new_table("plutocracy", players=["Anna", "Bruno"])
    for player in ("Anna", "Bruno"):
        voyage.do("setup_ship", player=player, planet="mars")
    assert code(voyage.do, "travel", player="Bruno", to=["earth", 0], time=number) == "bad-field"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"game": []}, "unknown-game"),
        ({"options": {"x": 1}}, "unknown-option"),
        ({"options": {"open_hands": 1}}, "bad-option"),
        ({"game": "ponzi-scheme", "options": {"first_player": "\ud800"}}, "bad-option"),
        ({"box": "nobody"}, "unknown-box"),
        ({"box": {"name": "x"}}, "bad-box"),
        ({"players": ["A", "a", "B"]}, "name-taken"),
        ({"players": ["A", "B", "x" * 41]}, "bad-name"),
        ({"players": ["A", "B", 3]}, "bad-name"),
        ({"players": ["A", "a"]}, "wrong-number-of-players"),
    ],
)
def test_tables_that_cannot_be_made(arguments, expected):
    arguments = {"game": "good-brokers", "players": ["A", "B", "C"], **arguments}
    assert code(companion.new_table, **arguments) == expected


# Undo and redo


def test_undo_and_redo():
    table = new()
    assert code(table.undo) == "nothing-to-undo"
    assert code(table.redo) == "nothing-to-redo"
    first = table.do("buy", player="Anna", shares={"ford": 2})
    before = table.snapshot("Anna")
    assert table.undo(by="Bruno") == first
    assert table.snapshot()["players"][0]["cash"] == 300
    assert table.redo() == first
    assert table.snapshot("Anna") == before
    assert [entry.action for entry in table.log] == ["buy", "undo", "redo"]
    assert table.log[1].by == "Bruno"
    table.undo()
    table.do("end_turn", player="Anna")
    assert code(table.redo) == "nothing-to-redo"


def test_undo_names_what_it_means():
    table = new()
    table.do("end_turn", player="Anna")
    table.do("end_turn", player="Bruno")
    assert code(table.do, "undo", entry=1) == "overtaken"
    table.do("undo", entry=2)
    assert table.snapshot()["active"] == "Bruno"


# Amend


def test_amend_replays_what_came_after():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("end_turn", player="Anna")
    table.do("buy", player="Bruno", shares={"ford": 3})
    table.amend(entry=1, fields={"shares": {"ford": 1}})
    assert table.snapshot()["players"][0]["cash"] == 260
    assert table.snapshot()["supply"]["ford"] == 6
    table.amend(entry=1, fields={"shares": {"ford": 3}})
    assert table.snapshot()["players"][0]["cash"] == 180
    assert [entry.action for entry in table.log] == ["buy", "end_turn", "buy", "amend", "amend"]
    assert [entry.n for entry in table.effective] == [1, 2, 3]
    table.undo()
    table.undo()
    assert table.snapshot()["players"][0]["cash"] == 220
    table.redo()
    assert table.snapshot()["players"][0]["cash"] == 260
    assert same_again(table).state == table.state


def test_amend_that_clashes_is_refused_with_the_list():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 3})
    table.do("end_turn", player="Anna")
    table.do("note", text="tea")
    table.do("end_turn", player="Bruno")
    table.do("end_turn", player="Carla")
    play_turn(table)
    while table.snapshot()["active"] != "Anna":
        table.do("end_turn", player=table.snapshot()["active"])
    clashing = table.do("sell", player="Anna", shares={"ford": 3})
    before, lines = table.snapshot("Anna"), list(table.lines())
    with pytest.raises(RuleError) as caught:
        table.amend(entry=1, fields={"shares": {"ford": 1}})
    assert caught.value.code == "amend-clashes"
    assert caught.value.clashes == [clashing.n]
    assert str(clashing.n) in caught.value.message
    assert (table.snapshot("Anna"), list(table.lines())) == (before, lines)
    table.amend(entry=1, fields={"shares": {"ford": 1}}, force=True)
    anna = table.snapshot("Anna")["players"][0]
    assert (anna["cash"], anna["shares"]["ford"], table.snapshot()["supply"]["ford"]) == (260, 1, 9)
    line = table.history("Anna")[clashing.n - 1]
    assert line.flagged
    assert line.amended
    assert line.line.text() == "No longer possible, so nothing of it counts: Anna sold 3 Ford for 270"
    assert same_again(table).state == table.state
    table.undo()
    assert table.snapshot("Anna") == before


def play_turn(table):
    while table.snapshot()["phase"] == "manipulate":
        snapshot = table.snapshot()
        side = "right" if snapshot["rack_used"] == "left" else "left"
        table.do("play_card", player=snapshot["active"], rack=side, company="ford", value=2)


@pytest.mark.parametrize("entry", [0, -1, 2, 7, 10**12])
@pytest.mark.parametrize("by", ["Anna", HOUSE])
def test_what_is_not_there_is_not_taken_back_nor_done_again_nor_changed(by, entry):
    table = new()
    table.do("note", text="x", by=by)
    if by == "Anna":
        table.undo()  # which is entry 2, and no move
        table.redo()
        table.undo()
    for action in ("undo", "redo"):
        assert code(table.do, action, entry=entry) in ("overtaken", f"nothing-to-{action}")
        line = Entry(table.revision + 1, "2026-11-27T20:15:00Z", "Anna", action, {"entry": entry})
        assert code(table.extend, line) in ("overtaken", f"nothing-to-{action}")
        with pytest.raises(LogError) as caught:
            read([*table.lines(), line.line()])
        assert caught.value.line == table.revision + 2
    assert code(table.amend, entry=entry, fields={"text": "y"}) == "no-such-entry"


def test_the_beginning_of_a_table_is_never_taken_back():
    lines = [
        next(iter(new().lines())),
        '{"n":1,"at":"2026-01-01T00:00:00Z","by":" table","action":"note","text":"x"}',
        '{"n":2,"at":"2026-01-01T00:00:00Z","by":" banker","action":"undo","entry":0}',
        '{"n":3,"at":"2026-01-01T00:00:00Z","by":" banker","action":"redo"}',
    ]
    with pytest.raises(LogError) as caught:
        read(lines)
    assert caught.value.line == 3
    table = read(lines[:2])
    assert code(table.do, "undo", entry=0) == "nothing-to-undo"
    assert code(table.extend, Entry(2, "2026-01-01T00:00:00Z", companion.BANKER, "undo", {"entry": 0})) == "overtaken"


def test_amend_refuses():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 3})
    assert code(table.amend, entry=7, fields={}) == "no-such-entry"
    assert code(table.amend, entry=1, fields={"shares": {"ford": 4}}) == "one-to-three-shares"
    table.undo()
    assert code(table.amend, entry=1, fields={"shares": {"ford": 1}}) == "no-such-entry"
    assert code(table.amend, entry=2, fields={}) == "no-such-entry"


# Correct


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/round", 2),
        ("/turn", 4),
        ("/phase", "manipulate"),
        ("/active", "Carla"),
        ("/first_player", "Bruno"),
        ("/traded", True),
        ("/placed", True),
        ("/prices/ford", 280),
        ("/prices", dict.fromkeys(["lloyd", "dynamite", "standard-oil", "ford", "siemens", "u-pacific"], 0)),
        ("/supply/ford", 3),
        ("/players/0/cash", 120),
        ("/players/0/cash", -120),
        ("/players/1/client_money", 50),
        ("/players/1/shares/ford", 7),
        ("/players/2/clients/ford", 4),
        ("/players/2/name", "Dora"),
        ("/cards_played", [{"player": "Anna", "rack": "left", "company": "ford", "value": -6, "turn": 1}]),
        ("/racks/0", 3),
        ("/away", ["Carla"]),
    ],
)
def test_every_value_can_be_put_right(pointer, value):
    from companion import pointers
    from companion.housekeeping import EVERYTHING, picture

    table = new()
    table.correct({pointer: value}, reason="counted again")
    assert pointers.get(picture(table.game, table.state, EVERYTHING), pointer) == value
    assert sum(table.slots().values()) == 0
    assert same_again(table).state == table.state
    table.undo()
    assert table.state == new().state


@pytest.mark.parametrize(
    ("pointer", "value", "expected"),
    [
        ("", 1, "unknown-pointer"),
        ("players", 1, "unknown-pointer"),
        ("/nowhere", 1, "unknown-pointer"),
        ("/players/3/cash", 1, "unknown-pointer"),
        ("/players/-/cash", 1, "unknown-pointer"),
        ("/players/0/cash/x", 1, "unknown-pointer"),
        ("/players/0/cash", True, "bad-value"),
        ("/players/0/cash", 1.5, "bad-value"),
        ("/players/0/cash", float("nan"), "bad-field"),
        ("/players/0/cash", "120", "bad-value"),
        ("/players/0/cash", None, "bad-value"),
        ("/prices/ford", 41, "bad-value"),
        ("/round", 3, "bad-value"),
        ("/phase", "lunch", "bad-value"),
        ("/active", "Nobody", "unknown-player"),
        ("/active", None, "computed-value"),
        ("/players/0/shares/ford", -1, "bad-value"),
        ("/players/0/shares/ford", 11, "bad-value"),
        ("/players/0/shares", {"ford": 1}, "bad-value"),
        ("/players", [], "bad-value"),
        ("/players/0/name", "Bruno", "name-taken"),
        ("/players/0/shares_total", 3, "computed-value"),
        ("/finished", True, "computed-value"),
        ("/winners", ["Anna"], "computed-value"),
        ("/needs", ["x"], "computed-value"),
    ],
)
def test_what_cannot_be_put_right(pointer, value, expected):
    table = new()
    assert code(table.correct, {pointer: value}) == expected
    assert table.state == new().state
    assert table.log == []


def test_a_share_that_is_corrected_comes_from_the_supply():
    table = new()
    table.correct({"/players/0/shares/ford": 4})
    assert table.snapshot()["supply"]["ford"] == 6


# Names and seats


def test_names_are_shown_as_typed():
    table = new(NAMES)
    table.do("buy", player="<b>x</b>", shares={"ford": 1})
    assert table.history()[0].line.text() == "<b>x</b> bought 1 Ford for 40"
    assert table.players == NAMES


def test_rename_keeps_the_history():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 1})
    table.do("rename", player="Anna", to="Annie")
    table.do("end_turn", player="Annie")
    assert table.snapshot()["players"][0]["name"] == "Annie"
    assert table.slots()["player:Annie:cash"] == 260
    assert code(table.do, "rename", player="Bruno", to="ANNIE") == "name-taken"
    assert code(table.do, "end_turn", player="Anna") == "unknown-player"
    assert "Anna bought" in table.history()[0].line.text()
    assert same_again(table).state == table.state


def test_leave_and_join():
    table = new()
    assert code(table.do, "join", player="Dora", seat="Anna") == "seat-taken"
    table.do("leave", player="Anna")
    assert code(table.do, "leave", player="Anna") == "already-away"
    table.do("leave", player="Bruno")
    assert code(table.do, "leave", player="Carla") == "last-player"
    table.do("join", player="Anna", seat="Anna")
    table.do("join", player="Dora", seat="Bruno")
    assert table.players == ["Anna", "Dora", "Carla"]


# Clocks


def test_count_down():
    table = new()
    assert code(table.do, "clock", op="pause", clock="table") == "clock-not-running"
    assert code(table.do, "clock", op="start", clock="table") == "clock-not-set"
    table.do("clock", op="set", clock="table", seconds=180, at="2026-11-27T20:00:00Z")
    table.do("clock", op="start", clock="table", at="2026-11-27T20:00:00Z")
    assert table.clocks("2026-11-27T20:00:30Z")["table"] == {"running": True, "length": 180, "left": 150.0}
    table.do("clock", op="pause", clock="table", at="2026-11-27T20:01:00Z")
    assert table.clocks("2026-11-27T20:30:00Z")["table"]["left"] == 120
    table.do("clock", op="resume", clock="table", at="2026-11-27T20:30:00Z")
    assert table.clocks("2026-11-27T20:31:00Z")["table"]["left"] == 60
    assert table.clocks("2026-11-27T20:40:00Z")["table"]["left"] == 0
    assert same_again(table).clocks("2026-11-27T20:31:00Z") == table.clocks("2026-11-27T20:31:00Z")


def test_a_clock_says_for_how_long_it_has_been_over():
    table = new()
    table.do("clock", op="start", clock="table", seconds=180, at="2026-11-27T20:00:00Z")
    assert table.overtime("2026-11-27T20:02:00Z") == 0
    assert table.overtime("2026-11-27T20:09:45Z") == 405  # 6:45
    assert same_again(table).overtime("2026-11-27T20:09:45Z") == 405


def test_a_clock_that_is_set_back_costs_nobody_anything_and_stops_nothing():
    table = new()
    for clock in ("table", "players"):
        table.do("clock", op="start", clock=clock, seconds=600, at="2026-11-27T20:00:00Z")
    table.do("note", text="right", at="2026-11-27T20:01:00Z")
    table.do("note", text="set back by an hour", at="2026-11-27T19:01:10Z")
    then = table.clocks("2026-11-27T19:01:40Z")
    assert then["table"]["left"] == 600 - 60 - 30
    assert then["players"]["used"]["Anna"] == 90
    table.do("clock", op="set", clock="table", seconds=120, at="2026-11-27T19:02:00Z")
    table.do("clock", op="start", clock="table", at="2026-11-27T19:02:00Z")
    assert table.clocks("2026-11-27T19:02:50Z")["table"] == {"running": True, "length": 120, "left": 70.0}
    assert same_again(table).clocks("2026-11-27T19:02:50Z") == table.clocks("2026-11-27T19:02:50Z")


def test_a_clock_goes_on_where_the_host_was_ahead_of_its_time(monkeypatch):
    table = new()
    table.do("clock", op="start", clock="table", seconds=120, at="2999-01-01T00:00:00Z")
    assert table.clocks()["table"]["left"] == pytest.approx(120, abs=5)
    passed = [table._timer.heard]
    monkeypatch.setattr("companion.readable.monotonic", lambda: passed[0])
    passed[0] += 50
    assert table.clocks()["table"]["left"] == pytest.approx(70)


def test_a_clock_ends_with_the_game_and_comes_back_with_undo():
    table = companion.load(Path(__file__).parent / "saves" / "good_brokers_evening.jsonl")
    last = table.log[-1]
    before = table.as_of(last.n - 1)
    assert not before.snapshot()["finished"]
    before.do("clock", op="start", clock="table", seconds=90, at=last.at)
    before.do(last.action, at=last.at, by=last.by, **last.fields)
    assert before.snapshot()["finished"]
    assert before.clocks(last.at)["table"] == {"running": False, "length": 0, "left": 0.0}
    before.undo(at=last.at)
    assert before.clocks(last.at)["table"] == {"running": True, "length": 90, "left": 90.0}


def test_chess_clock_charges_who_is_to_act_and_no_pause():
    table = new()
    table.do("clock", op="start", clock="players", at="2026-11-27T20:00:00Z")
    table.do("end_turn", player="Anna", at="2026-11-27T20:01:00Z")
    table.undo(at="2026-11-27T20:01:10Z")
    table.do("end_turn", player="Anna", at="2026-11-27T20:01:30Z")
    table.do("clock", op="pause", clock="players", at="2026-11-27T20:01:35Z")
    table.do("clock", op="resume", clock="players", at="2026-11-27T20:11:35Z")
    used = table.clocks("2026-11-27T20:11:40Z")["players"]["used"]
    assert used == {"Anna": 80.0, "Bruno": 20.0, "Carla": 0.0}
    assert table.undo().action == "end_turn"  # the clock is not what undo takes back


# Boxes


def test_box_values_are_entries():
    table = new()
    table.do("box", set={"/cards/copies/+6": 1})
    assert table.state.box["cards"]["copies"]["+6"] == 1
    assert code(table.do, "box", set={"/cards/copies/+6": "one"}) == "bad-box"
    assert code(table.do, "box", set={"/track": [0, 5]}) == "bad-box"
    assert code(table.do, "box", set={}) == "bad-box"
    assert same_again(table).state == table.state


def test_box_from_a_file_and_back(tmp_path):
    from companion.boxes import export_box, import_box, shipped

    box = shipped("companion.games.good_brokers")["demo"]
    file = tmp_path / "mine.toml"
    file.write_text(export_box(box), encoding="utf-8")
    table = new(box=file)
    assert import_box(export_box(table.state.box)) == box
    assert new(box=str(file)).state == table.state
    file.write_text("track = [", encoding="utf-8")
    assert code(new, box=file) == "bad-box"


# Saves


def a_game(seed=3):
    rng = random.Random(seed)
    table = new()
    while moves := table.legal(table.snapshot()["active"]):
        table.do(**rng.choice(moves))
        if rng.random() < 0.1:
            table.undo()
    return table


def test_round_trip(tmp_path):
    table = a_game()
    table.save(tmp_path / "a.jsonl")
    again = companion.load(tmp_path / "a.jsonl")
    again.save(tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert again.state == table.state
    assert again.log == table.log


BROKEN = {
    "no JSON": lambda lines: [*lines[:4], "{", *lines[5:]],
    "no entry": lambda lines: [*lines[:4], '{"n": 4}', *lines[5:]],
    "cut off": lambda lines: [*lines[:4], lines[4][:20]],
    "a list": lambda lines: [*lines[:4], "[]", *lines[5:]],
    "empty": lambda lines: [*lines[:4], "", *lines[4:]],
    "left out": lambda lines: [*lines[:4], *lines[5:]],
    "refused": lambda lines: [*lines[:4], '{"n":4,"at":"2026-11-27T20:15:00Z","by":"x","action":"dance"}', *lines[5:]],
    "no time": lambda lines: [*lines[:4], '{"n":4,"at":"tea","by":"x","action":"note","text":"x"}', *lines[5:]],
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_line_is_named(how, tmp_path):
    file = tmp_path / "broken.jsonl"
    file.write_text("\n".join(BROKEN[how](list(a_game().lines()))) + "\n", encoding="utf-8")
    with pytest.raises(LogError) as caught:
        companion.load(file)
    assert caught.value.line == 5
    assert "5" in str(caught.value)


@pytest.mark.parametrize(
    ("header", "word"),
    [
        ("", "empty"),
        ("hello", "JSON"),
        ("{}", "header"),
        ('{"format":"companion-log","version":99}', "update"),
        ('{"format":"companion-log","version":0}', "never"),
        ('{"format":"companion-log","version":1}', "header"),
        ('{"format":"companion-log","version":1,"game":"chess","rules":1,"players":[],"options":{},"box":{}}', "chess"),
    ],
)
def test_a_broken_header_is_line_1(header, word, tmp_path):
    file = tmp_path / "broken.jsonl"
    file.write_text(header, encoding="utf-8")
    with pytest.raises(LogError) as caught:
        companion.load(file)
    assert caught.value.line == 1
    assert word in str(caught.value)


def test_bytes_that_are_no_text(tmp_path):
    file = tmp_path / "broken.jsonl"
    file.write_bytes("\n".join(a_game().lines()).encode() + b"\n\xff\xfe\n")
    with pytest.raises(LogError) as caught:
        companion.load(file)
    assert caught.value.line == len(a_game().log) + 2


def test_older_versions_are_migrated(monkeypatch, tmp_path):
    from companion import log

    def from_1(rows):
        return [{**rows[0], "version": 2}, *({**row, "text": row["text"].upper()} for row in rows[1:])]

    table = new()
    table.do("note", text="hello")
    table.save(tmp_path / "old.jsonl")
    monkeypatch.setattr(log, "VERSION", 2)
    monkeypatch.setitem(log.MIGRATIONS, 1, from_1)
    assert companion.load(tmp_path / "old.jsonl").log[0].fields == {"text": "HELLO"}


@pytest.mark.parametrize("save", sorted(Path(__file__).parent.glob("saves/*.jsonl")), ids=lambda save: save.stem)
def test_saves_are_readable_for_ever(save, tmp_path):
    table = companion.load(save)
    ends = json.loads(save.with_suffix(".json").read_text(encoding="utf-8"))
    assert table.snapshot() == ends
    table.save(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == save.read_bytes()
