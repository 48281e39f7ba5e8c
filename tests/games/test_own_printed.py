"""What the shipped boxes print is said in the reader's language; what a group typed stays as it was typed."""

import json
from importlib.resources import files
from typing import Any

import pytest

import companion
from companion.boxes import shipped
from companion.games.own.printed import PRINTED
from companion.words import translator

BOXES = shipped("companion.games.own")


def printed_in(value: Any, key: str = "") -> set[str]:
    """All the words of a box that a table shows: names, phases, and what slots, groups and tracks are called."""
    found = {value} if isinstance(value, str) and key in ("name", "names", "phases") else set()
    if isinstance(value, dict):
        if key in ("slots", "tracks", "goods"):
            found |= {name.replace("_", " ") for name in value} - {"cash"}
        for name, inner in value.items():
            found |= printed_in(inner, "names" if key == "names" else name)
    elif isinstance(value, list):
        found |= {word for inner in value for word in printed_in(inner, key)}
    return found


@pytest.mark.parametrize("box", BOXES)
def test_every_word_of_a_shipped_box_is_known(box: str) -> None:
    assert BOXES[box]["id"] == box
    names = {"B & O", "Pennsylvania", "New York Central", "Chesapeake"}  # proper names
    assert printed_in(BOXES[box]) - names == PRINTED[box]


@pytest.mark.parametrize("box", BOXES)
def test_a_demo_has_the_box_that_is_shipped(box: str) -> None:
    folder = files("companion.games.own")
    demo = folder / ("demo.jsonl" if box == "railways" else f"demo-{box}.jsonl")
    assert json.loads(demo.read_text("utf-8").splitlines()[0])["box"] == BOXES[box]


def lines(box: Any, lang: str) -> list[str]:
    table = companion.new_table("own", ["Ada", "Bob"], box=box)
    table.do("press", player="Ada", button="Take a loan")
    table.do("end_phase", player="Ada")
    table.do("press", player="Ada", button="Withhold", companies="bo", amount=7)
    table.do("end_phase", player="Ada")
    _ = translator(lang)
    shown = [text.text(_) for line in table.history() for text in (line.line, *line.derived)]
    return [*shown, table.summary().text(_), table.game.called(_)]


def test_a_shipped_box_speaks_italian_and_french() -> None:
    told = "\n".join(lines("railways", "it"))
    for words in (
        "Prendi un prestito",
        "1 prestito",
        "Trattieni",
        "B & O · cassa",
        "“esercizio”",
        "Interessi: Ada 5",
        "Ferrovie e azioni",
    ):
        assert words in told, told
    for english in ("loan", "Withhold", "treasury", "running", "Interest:", "Railways"):
        assert english not in told, told
    assert "Retenir" in "\n".join(lines("railways", "fr"))


def test_what_a_group_typed_stays_as_typed() -> None:
    """The same words in a file of somebody's own, and a word changed in a shipped one."""
    own = {key: value for key, value in BOXES["railways"].items() if key != "id"}
    told = "\n".join(lines(own, "it"))
    for words in ("Take a loan", "1 loan", "Withhold", "B & O · treasury", "“running”", "Interest: Ada 5", "Railways"):
        assert words in told, told
    changed = {**BOXES["railways"], "name": "Salary"}  # a word of another shipped box
    assert lines(changed, "it")[-1] == "Salary"


def test_snapshots_and_records_are_plain_data_as_the_file_has_it() -> None:
    table = companion.new_table("own", ["Ada", "Bob"], box="railways")
    for _ in range(4):
        table.do("press", player=table.snapshot()["turn"], button="Take a loan")
        table.do("end_phase", player="Ada")
    shown = table.snapshot()
    words = [shown["title"], shown["phase"], shown["goods"]["loan"]["name"], shown["due"][0]["name"]]
    words += [row["name"] for row in (*table.records("prices"), *table.records("dues"))]
    words += [row["phase"] for row in (*table.records("wealth"), *table.records("transfers"))]
    assert {type(word) for word in words} == {str}
    assert words[:4] == ["Railways and shares", "shares", "loan", "Interest"]
