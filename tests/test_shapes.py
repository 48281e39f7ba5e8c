"""Files, numbers and arguments from outside: bounded before any work, and refused in a plain sentence."""

import json
import re
import time

import pytest

import companion
from companion import pointers
from companion.boxes import import_box, load_box
from companion.housekeeping import Rename
from companion.shapes import LARGEST, Misfit, check_bounds, fit
from companion.table import read
from companion.words import translator

PLAYERS = ["Anna", "Bruno", "Carla"]
NOTE = '{"n":1,"at":"2026-11-27T20:15:00Z","by":"Anna","action":"note","text":"Zoé"}'


def new(game: str = "good-brokers", **more) -> companion.Table:
    return companion.new_table(game, players=PLAYERS, **more)


def header() -> str:
    return next(iter(new().lines()))


def unread(lines) -> companion.LogError:
    start = time.monotonic()
    with pytest.raises(companion.LogError) as refused:
        read(lines)
    assert time.monotonic() - start < 5
    assert f"Line {refused.value.line} " in refused.value.message
    return refused.value


def refused(table: companion.Table, code: str, method: str, *args, **fields) -> companion.RuleError:
    before, count = table.state, table.revision
    with pytest.raises(companion.RuleError) as refusal:
        getattr(table, method)(*args, **fields)
    assert (table.state, table.revision) == (before, count)
    assert code in ("", refusal.value.code)
    return refusal.value


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_a_save_in_another_encoding_names_the_line_and_the_way_out(encoding):
    error = unread([header().encode(encoding), NOTE.encode(encoding)])
    assert (error.line, error.message) == (2, "Line 2 is not UTF-8 text. Save the file as UTF-8.")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_a_save_in_wide_characters(encoding, tmp_path):
    save = tmp_path / "save.jsonl"
    save.write_bytes(f"{header()}\n{NOTE}\n".encode(encoding))
    with pytest.raises(companion.LogError, match="Line 1 is not UTF-8 text"):
        companion.load(save)


def test_a_text_file_that_is_opened_in_the_wrong_encoding(tmp_path):
    save = tmp_path / "save.jsonl"
    save.write_bytes(f"{header()}\n{NOTE}\n".encode("latin-1"))
    with save.open(encoding="utf-8") as file:
        unread(file)


@pytest.mark.parametrize(
    "line",
    [
        "[" * 5_000,
        '{"n":1,"at":"2026-11-27T20:15:00Z","by":"x","action":"note","text":' + '{"a":' * 60 + "1" + "}" * 61,
        '{"n":1,"at":"2026-11-27T20:15:00Z","by":"x","action":"clock","op":"set","seconds":' + "9" * 6_000 + "}",
        '{"n":1,"at":"2026-11-27T20:15:00Z","by":"x","action":"clock","op":"set","seconds":18446744073709551616}',
        '{"n":1,"at":"0001-01-01T00:00:00+23:59","by":"x","action":"note","text":"x"}',
        '{"n":1,"at":"9999-12-31T23:59:59-23:59","by":"x","action":"note","text":"x"}',
        '{"n":1,"at":5,"by":"x","action":"note","text":"x"}',
        '{"n":true,"at":"2026-11-27T20:15:00Z","by":"x","action":"note","text":"x"}',
        '{"n":1,"at":"2026-11-27T20:15:00Z","by":"x","action":"correct","reason":"","set":{"/round":'
        + str(list(range(10_001)))
        + "}}",
        "\ud800",
        7,
    ],
)
def test_hostile_lines(line):
    assert unread([header(), line]).line == 2


def test_a_save_has_at_most_five_million_bytes(tmp_path):
    save = tmp_path / "save.jsonl"
    save.write_bytes(header().encode() + b"\n" + b" " * 5_000_001)
    with pytest.raises(companion.LogError, match="5 million bytes"):
        companion.load(save)
    unread([header(), *[NOTE] * 70_000])


@pytest.mark.parametrize("path", ["a\0b", "no such file", "/", None])
def test_a_path_that_leads_to_no_file(path):
    with pytest.raises(companion.LogError, match="Line 1 cannot be read"):
        companion.load(path)


@pytest.mark.parametrize(
    "bad", [10**12 + 1, -(10**12) - 1, 10**13, 10**29, -(10**29), 2**64, 10**5000], ids=lambda n: f"{n % 997}"
)
def test_an_amount_beyond_the_bound_is_refused_wherever_it_comes_from(bad):
    table = new()
    table.do("buy", player="Anna", shares={"ford": 1})
    code = "bad-value" if abs(bad) < 10**30 else "bad-field"
    assert "1000000000000" in refused(table, code, "correct", {"/players/0/cash": bad}).message
    refused(table, "", "amend", 1, {"shares": {"ford": bad}})
    assert "bad" in refused(table, "bad-box" if abs(bad) < 10**30 else "bad-field", "do", "box", set={"/x": bad}).code
    with pytest.raises(companion.RuleError) as box:
        new(box={**load_box(None, "companion.games.good_brokers"), "start_money": bad})
    assert box.value.code == "bad-box"
    if abs(bad) < 10**4000:
        line = NOTE.replace('"note","text":"Zoé"', f'"correct","set":{{"/players/0/cash":{bad}}},"reason":""')
        assert unread([header(), line]).line == 2


def test_the_largest_amounts_are_recorded_and_read_back(tmp_path):
    table = new()
    table.correct({"/players/0/cash": LARGEST, "/players/1/cash": -LARGEST})
    table.save(tmp_path / "a.jsonl")
    again = companion.load(tmp_path / "a.jsonl")
    assert [player["cash"] for player in again.snapshot()["players"]] == [10**12, -(10**12), 300]
    assert again.slots()["bank"] == -300


def test_a_sum_beyond_the_bound_is_refused():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 1})
    table.do("end_turn", player="Anna")
    table.correct({"/active": "Anna", "/players/0/cash": LARGEST})
    assert {"action": "sell", "player": "Anna", "shares": {"ford": 1}} not in table.legal("Anna")
    refused(table, "too-much-money", "do", "sell", player="Anna", shares={"ford": 1})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".".join(["a"] * 20_000) + " = 1", "nested more than 50"),
        (".".join(['"a"'] * 20_000) + " = 1", "nested more than 50"),
        (" .\t".join(["'a.b'", "a"] * 10_000) + " = 1", "nested more than 50"),
        ("[" + ".".join(["a"] * 20_000) + "]", "nested more than 50"),
        ("a = {" + ".".join(["a"] * 20_000) + " = 1}", "nested more than 50"),
        ('b = """"""""\n' + ".".join(["a"] * 20_000) + " = 1", "line 2 is nested more than 50"),
        ("a = " + "[" * 20_000, "nested more than 50"),
        ("a = " + "{a = [" * 20_000, "nested more than 50"),
        ('a = "' + '\\"' * 400_000, "ends in the middle"),
        ('a = """' + '""\\"' * 200_000, "ends in the middle"),
        ("a = " + "[\n" * 20_000, "not TOML"),
        ("a = " + "9" * 5_000, "not TOML"),
        ("[funds." + "9" * 5_000 + "]", "more than 1000 characters"),
        ("a = 1000000000001", "at most 1000000000000"),
        ("a = 1\nb = \n", "line 2 is no TOML"),
        ("a = [" + "1," * 10_001 + "]", "more than 10000 values"),
        (b'a = "\xe9"', "UTF-8"),
        ('a = "é"'.encode("utf-16"), "UTF-8"),
        ("#" * 1_000_001, "at most 1000000 bytes"),
    ],
)
def test_hostile_boxes(text, said):
    start = time.monotonic()
    with pytest.raises(companion.RuleError, match=re.escape(said)) as refusal:
        import_box(text)
    assert refusal.value.code == "bad-box"
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("# " + "." * 60 + "\na = 1 # " + "[" * 60, {"a": 1}),
        ("span = [" + ", ".join(["0.5"] * 51) + "]", {"span": [0.5] * 51}),
        ("ways = [" + "[0, 1], " * 51 + "]", {"ways": [[0, 1]] * 51}),
        ("ways = [" + "{a.b = 1}, " * 51 + "]", {"ways": [{"a": {"b": 1}}] * 51}),
        ('a = "' + "[.{" * 60 + '\\""', {"a": "[.{" * 60 + '"'}),
        ("a = '" + "[.{" * 60 + "'", {"a": "[.{" * 60}),
        ('a = """\n' + '[.{\n\\u00e9 " "" \'' * 60 + '"""', {"a": '[.{\né " "" \'' * 60}),
        ("a = '''" + "[.{ ' '' \"" * 60 + "'''", {"a": "[.{ ' '' \"" * 60}),
        ('"' + "." * 60 + '" = 1', {"." * 60: 1}),
    ],
)
def test_what_only_looks_deep_is_read(text, box):
    assert import_box(text) == box


@pytest.mark.parametrize("text", ['\ufeffname = "Zoé"', '\ufeffname = "Zoé"'.encode()])
def test_a_box_with_a_byte_order_mark(text):
    assert import_box(text) == {"name": "Zoé"}


@pytest.mark.parametrize("path", ["a\0b", "a\0.toml", "none.toml"])
def test_a_box_that_is_not_there(path):
    with pytest.raises(companion.RuleError) as refusal:
        new(box=path)
    assert refusal.value.code == "unknown-box"


def test_a_map_of_a_million_million_hexes():
    box = load_box(None, "companion.games.plutocracy")
    box = {**box, "map": {**box["map"], "columns": {**box["map"]["columns"], "0": [0, 10**12]}}}
    start = time.monotonic()
    with pytest.raises(companion.RuleError) as refusal:
        new("plutocracy", box=box)
    assert refusal.value.code == "bad-box"
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    ("value", "kind", "said"),
    [
        (1.5, int, "it must be an integer"),
        ({"a": {"b": "x"}}, dict[str, dict[str, int]], "it must be an integer"),
        ([1, "x"], list[int], "“[1]” must be an integer"),
        ({"to": "x"}, Rename, "“player” is missing"),
    ],
)
def test_what_does_not_fit_is_said_in_plain_words(value, kind, said):
    with pytest.raises(Misfit) as misfit:
        fit(value, kind)
    assert str(misfit.value) == said


def test_a_refusal_is_in_one_language():
    refusal = refused(new(), "bad-field", "do", "buy", player="Anna", shares={"ford": "x"})
    assert refusal.text(translator("it")) == (
        "L’azione “buy” di Anna non si può leggere: “shares” dev’essere un numero intero."
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [[0] * 9_000] * 12, {"a": LARGEST + 1}])
def test_bounds(value):
    with pytest.raises(Misfit):
        check_bounds(value)


def test_ten_thousand_players_are_counted_before_they_are_compared():
    names = [f"Player {number}" for number in range(10_000)]
    said = "Good Brokers is for 3 to 5 players, not 10000."
    first = json.loads(header())
    assert unread([json.dumps({**first, "players": names})]).message == f"Line 1 cannot be played: {said}"
    start = time.monotonic()
    with pytest.raises(companion.RuleError) as refusal:
        companion.new_table("good-brokers", players=names)
    assert (refusal.value.code, refusal.value.message) == ("wrong-number-of-players", said)
    assert time.monotonic() - start < 1


def test_ten_thousand_places_of_a_long_list_are_found_at_once():
    document = {"x": [{"a": 1}] * 10_000}
    start = time.monotonic()
    for place in range(10_000):
        assert pointers.get(document, f"/x/{place}/a") == 1
    for place in range(0, 10_000, 10):
        document = pointers.plant(document, f"/x/{place}/a", 2)
    assert time.monotonic() - start < 2
    assert pointers.find(document, ["x", "9990", "a"]) == 2
    assert pointers.plant({"x": []}, "/x/0", 1) == {"x": [1]}


@pytest.mark.parametrize("place", ["-1", "01", "1_0", "²", "١", "3", "9" * 5000, "", "1.0", " 1"])
def test_what_is_no_place_in_a_list(place):
    for call in (pointers.get, lambda *asked: pointers.plant(*asked, 1)):
        with pytest.raises(companion.RuleError, match="There is no value at"):
            call({"x": [1, 2]}, f"/x/{place}")


def test_a_pointer_goes_no_deeper_than_any_document():
    start = time.monotonic()
    refused(new(), "unknown-pointer", "do", "box", set={"/a" * 450 + f"/{n}": 1 for n in range(10_000)})
    refused(new(), "unknown-pointer", "do", "correct", set={"/a" * 450: 1})
    assert time.monotonic() - start < 1


def test_what_changes_nothing_is_not_recorded():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    cash = table.snapshot()["players"][0]["cash"]
    refused(table, "nothing-changed", "correct", {"/players/0/cash": cash}, reason="counted again")
    refused(table, "nothing-changed", "do", "rename", player="Anna", to=" Anna ")
    refused(table, "nothing-changed", "amend", 1, {"shares": {"ford": 2}})
    refused(table, "nothing-changed", "amend", 1, {}, force=True)
    table.correct({"/players/0/cash": cash, "/players/1/cash": 7})
    table.do("rename", player="Anna", to="anna")
    table.amend(1, {"shares": {"ford": 1}})


def test_a_save_that_holds_such_a_correction_is_read_all_the_same():
    line = NOTE.replace('"note","text":"Zoé"', '"correct","set":{"/players/0/cash":300},"reason":""')
    assert read([header(), line]).revision == 1


@pytest.mark.parametrize("name", ["\u200b", "\u00ad\u200d", "\u2800", "\u3164", " \u200e ", "\ufe0f"])
def test_a_name_of_signs_that_nobody_sees_is_none(name):
    refused(new(), "bad-name", "do", "rename", player="Anna", to=name)
    with pytest.raises(companion.RuleError):
        companion.new_table("good-brokers", players=["Anna", "Bruno", name])


@pytest.mark.parametrize("name", ["Bruno\u200b", "\u202ebruno", "BRU\u00adNO", "\u200b Bruno", "Bruno\ufe0f"])
def test_a_name_that_looks_like_another_is_taken(name):
    refused(new(), "name-taken", "do", "rename", player="Anna", to=name)
