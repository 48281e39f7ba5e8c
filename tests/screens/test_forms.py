"""The form of an old entry fits the types of its fields, for every action of every game; no field is JSON."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import companion
from companion import pointers
from companion.demo import demo_table
from companion.games import GAMES, load_game
from companion.live import LiveTable
from companion.store import open_store
from companion.table import Table
from tests.games import greed_tables
from tests.play import moves
from tests.screens.forms import Element, controls, filled
from tests.screens.reader import Reader

PLAYERS = ["Anna", "Bruno", "Carla"]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "good-brokers": [{}, {"open_hands": True}],
    "greed": [{}],
    "own": [{}],
    "plutocracy": [{}, {"setup": "random", "start_auction": True, "time_pressure": True}],
    "ponzi-scheme": [{"advanced": True}, {"cash": "hidden", "advanced": True}],
}
BOXES = {"ponzi-scheme": "default", "own": "railways"}


@cache
def played(game: str) -> list[list[str]]:
    """A demo, and games played by chance in which people come and go."""
    return [list(demo_table(game).lines()), *(list(_played(game, options).lines()) for options in OPTIONS[game])]


def _played(game: str, options: dict[str, Any]) -> Table:
    chance = random.Random(7)
    table = companion.new_table(game, PLAYERS, options, BOXES.get(game, "demo"))
    table.do("note", text="a remark\nin two lines")
    table.do("rename", player="Carla", to="Zoë")
    table.do("leave", player="Bruno")
    table.do("join", player="Dario", seat="Bruno")
    for _move in range(150):
        possible = moves(table)
        actions = sorted({move["action"] for move in possible})
        if not actions:
            break
        # What is rare is done when it can be: every action is to be among them.
        done = {entry.action for entry in table.log}
        action = chance.choice([each for each in actions if each not in {*done, "auction_bid", "bankrupt"}] or actions)
        table.do(**chance.choice([move for move in possible if move["action"] == action]))
        if options.get("time_pressure") and table.state.phase == "play" and "overtime" not in done:
            table.do("overtime", player=table.players[table.state.active])
    return table


def sit(table: Table | list[str], seat: str = "bank") -> tuple[Reader, LiveTable]:
    """A page at a table of the store, and another device there."""
    store = open_store()
    table_id = store.import_log(table.lines() if isinstance(table, Table) else table)
    reader = Reader(f"?table={store.table(table_id).code}&seat={seat}", device=f"device-of-{seat}")
    return reader, LiveTable(store, table_id)


def form_of(reader: Reader, n: int) -> list[Element]:
    """The controls of the form of an entry."""
    reader.tap("sheet.open", kind="amend", entry=n)
    return controls(reader.html, "amend")


def one_of_each(table: Table) -> Iterator[tuple[str, int]]:
    """Every action that counts, and an entry of it."""
    yield from {entry.action: entry.n for entry in table.effective}.items()


@pytest.mark.parametrize("game", GAMES)
def test_every_action_has_a_form_that_says_what_the_entry_says(game: str) -> None:
    """Walks all action types: no field is JSON, and what is not touched is not changed."""
    seen = set()
    for lines in played(game):
        for seat in ("bank", "1"):
            reader, other = sit(lines, seat)
            for action, n in one_of_each(other.table):
                every = form_of(reader, n)
                assert "JSON" not in reader.text
                assert not [
                    one.name for one in every if one.kind in ("text", "textarea") and set(one.value) & set("{[")
                ]
                if 'data-do="amend"' in reader.html:
                    seen.add(action)
                    reader.tap("amend", filled(reader.html, "amend"), entry=n)
                    assert reader.said[-1:] == ["Nothing was changed."], (action, n, seat)
            assert other.refresh() == []
    assert set(load_game(game).actions) <= seen, set(load_game(game).actions) - seen


# -- the examples ------------------------------------------------------------------------------------------------------


def names(every: list[Element]) -> dict[str, str]:
    """The kinds of the controls, by their names."""
    return {one.name: one.kind for one in every}


def test_wrongly_tapped_cards_are_tapped_as_when_they_were_drawn() -> None:
    """The list of the cards that could come, those that were tapped in it; another one is tapped instead."""
    table = companion.new_table("ponzi-scheme", PLAYERS, {"cash": "hidden"})
    table.do("invest", player="Anna", industry="food", fund=9)
    table.do("reveal", funds=[33])
    reader, other = sit(table)
    every = form_of(reader, 2)
    assert {one.kind for one in every} == {"checkbox"}
    assert [one.value for one in every if one.is_on] == ["", "33"]
    assert {one.value for one in every} == {"", *map(str, range(18, 81))}
    reader.tap("amend", {"f-funds": ["", "34"]}, entry=2)
    assert other.refresh()[-1].fields["fields"] == {"funds": [34]}
    reader.tap("sheet.open", kind="amend", entry=2)
    reader.tap("amend", {"f-funds": ["", "34", "35"]}, entry=2)
    assert reader.said[-1] == "2 cards were named; exactly 1 are to be drawn."


def test_a_card_that_was_taken_is_one_of_the_market_then() -> None:
    table = companion.new_table("ponzi-scheme", PLAYERS, {"cash": "hidden"})
    table.do("invest", player="Anna", industry="food", fund=9)
    table.do("reveal", funds=[33])
    reader, other = sit(table)
    every = form_of(reader, 1)
    assert names(every) == {"f-player": "select", "f-industry": "select", "f-fund": "radio"}
    assert [int(one.value) for one in every if one.name == "f-fund"] == list(range(9, 18))
    reader.tap("amend", filled(reader.html, "amend") | {"f-fund": "10", "f-industry": "media"}, entry=1)
    assert other.refresh()[-1].fields["fields"] == {"industry": "media", "fund": 10}


def test_a_trade_is_changed_in_the_form_of_both_sides() -> None:
    table = greed_tables.trading()
    table.correct({"/companies/0/goods/coal": 2, "/companies/0/free_cash": 50, "/companies/1/free_cash": 50})
    table.do("trade", company=0, other=1, gives={"goods": {"coal": 1}}, gets={"cash": 30})
    reader, other = sit(table)
    n = table.revision
    every = form_of(reader, n)
    kinds = names(every)
    assert kinds["f-company"] == kinds["f-other"] == "select"
    assert {"f-gives.cash", "f-gives.goods.coal", "f-gets.cash", "f-gets.goods.coal"} <= kinds.keys()
    stands = filled(reader.html, "amend")
    assert (stands["f-gives.goods.coal"], stands["f-gets.cash"], stands["f-gives.cash"]) == ("1", "30", "")
    assert 'class="two-sides"' in reader.html
    reader.tap("amend", stands | {"f-gives.goods.coal": "2", "f-gets.cash": "45"}, entry=n)
    assert other.refresh()[-1].fields["fields"] == {"gives": {"goods": {"coal": 2}}, "gets": {"cash": 45}}
    assert other.table.snapshot()["companies"]["1"]["goods"]["coal"] == 2


def test_a_voyage_is_one_of_the_places_in_reach_and_its_time_may_be_left_empty() -> None:
    table = demo_table("plutocracy")
    n = next(entry.n for entry in table.effective if entry.action == "travel")
    reader, _other = sit(table)
    every = {one.name: one for one in form_of(reader, n)}
    assert len(every["f-to"].options) > 10
    assert all(text for _value, text in every["f-to"].options)
    assert every["f-time"].get("inputmode") == "numeric"


def test_what_cannot_be_is_refused_in_the_readers_language() -> None:
    table = companion.new_table("good-brokers", players=PLAYERS)
    table.do("buy", player="Anna", shares={"ford": 2})
    reader, other = sit(table)
    reader.tap("sheet.open", kind="amend", entry=1)
    stands = filled(reader.html, "amend")
    for typed, said in (
        ({"f-shares.ford": "5"}, "Anna asks for 5 shares; 1 to 3 are allowed in a turn."),
        ({"f-shares.ford": ""}, "Anna asks for 0 shares; 1 to 3 are allowed in a turn."),
        ({"f-shares.ford": "two"}, "“two” is not a whole number."),
        ({"f-player": "Nobody"}, "“Nobody” is not among what can be chosen here."),
    ):
        reader.tap("amend", stands | typed, entry=1)
        assert reader.said[-1] == said
    assert other.refresh() == []


# -- a value -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_value_has_a_control_that_says_what_it_is(game: str) -> None:
    """Walks the values of a game's middle and end: none is JSON, and what is not touched is not changed."""
    table = demo_table(game)
    for n in (len(table.log) // 2, len(table.log)):
        reader, other = sit(list(table.as_of(n).lines()), "1")
        kinds = set()
        for pointer, value in pointers.leaves(other.table.snapshot(table.players[1])):
            keys = tuple(key for key in pointers.split(pointer) if not key.isdecimal() and key not in table.players)
            if (keys, type(value)) in kinds:
                continue
            kinds.add((keys, type(value)))
            reader.tap("sheet.open", kind="correct", pointer=pointer)
            every = controls(reader.html, "correct")
            if value == {} and not every:
                assert f'data-pointer="{pointer}"' not in reader.html  # nothing can be there
                continue
            assert not [one for one in every if one.kind == "text" and set(one.value) & set("{[")], pointer
            reader.tap("correct", filled(reader.html, "correct"), pointer=pointer)
            said = "That is what is written down already, so nothing would change."
            if game == "ponzi-scheme" and keys[0] == "offer":
                said = "What is offered or bid in secret is not put right: undo it."
            assert reader.said[-1] == said, pointer
        assert other.refresh() == []
