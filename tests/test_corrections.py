"""Corrections in every game, at every place of it: they change what they name, and the table goes on."""

import random

import pytest

import companion
from companion import pointers
from companion.errors import RuleError
from companion.log import Entry
from tests import play
from tests.games.plutocracy_tables import placed
from tests.refusals import refused

NAMES = ["Anna", "Bruno", "Carla"]

GAMES = [
    ("good-brokers", "demo", {}),
    ("greed", "demo", {}),
    ("plutocracy", "demo", {}),
    ("plutocracy", "demo", {"setup": "random", "start_auction": True}),
    ("ponzi-scheme", "demo", {"advanced": True}),
    ("ponzi-scheme", "demo", {"cash": "hidden"}),
    ("own", "railways", {}),
]


def played(game, box, options, moves, seed=0):
    """A table after so many random moves, or at its end."""
    table, rng = companion.new_table(game, NAMES, options, box), random.Random(seed)
    for _ in range(moves):
        possible = play.moves(table)
        if not possible:
            break
        table.do(**rng.choice(possible))
    return table


@pytest.mark.parametrize(("game", "box", "options"), GAMES)
@pytest.mark.parametrize("moves", [0, 1, 2, 3, 5, 8, 13, 21, 34])
def test_a_table_that_a_correction_empties_goes_on_as_if_all_were_there(game, box, options, moves):
    table = played(game, box, options, moves)
    before, possible = table.snapshot(), table.legal()
    table.correct({"/away": NAMES})
    assert table.snapshot() == {**before, "away": NAMES}
    assert table.legal() == possible
    if possible:
        table.do(**possible[-1])


# A box that contradicts what lies on the table


def leaves(value, *path):
    """Every value within a box, and the lists and mappings that hold them."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield pointers.join(*path, key), part
        yield from leaves(part, *path, key)


def others(value):
    """Values of the same type that a box might say instead."""
    match value:
        case bool() | None:
            return []
        case int():
            return [value - 1, value + 1, 2 * value, 0, 1]
        case list():
            return [value[:-1], value[1:], value[::-1], value[:1]]
        case dict():
            return [{key: part for key, part in value.items() if key != last} for last in list(value)[-1:]]
    return []


@pytest.mark.parametrize(("game", "box", "options"), GAMES)
@pytest.mark.parametrize("moves", [6, 14, 25])
def test_with_every_box_value_that_is_accepted_other_values_can_be_put_right(game, box, options, moves):
    table = played(game, box, options, moves, seed=moves)
    changes = [(pointer, other) for pointer, value in leaves(table.state.box) for other in others(value)]
    accepted = 0
    for pointer, other in random.Random(moves).sample(changes, 150):
        twin = table.fork()
        try:
            twin.do("box", set={pointer: other})
        except RuleError:
            continue
        accepted += 1
        before = twin.snapshot()
        twin.correct({"/players/0/name": "Zoë"})
        twin.correct({"/players/0/name": "Anna"})
        assert twin.snapshot() == before
    assert accepted > 10


def six_played():
    """Good Brokers: every trade is passed, and Anna has played Siemens +6."""
    table = companion.new_table("good-brokers", NAMES)
    for name in NAMES:
        table.do("end_turn", player=name)
    table.do("play_card", player="Anna", rack="left", company="siemens", value=6)
    return table


def joined():
    """Plutocracy: Galactica and Imperial are in the High Society."""
    table = placed()
    table.correct({"/societies/high": ["Galactica", "Imperial"]})
    return table


@pytest.mark.parametrize(
    ("table", "changed", "pointer"),
    [
        (six_played(), {"/cards/per_rack": 7}, "/racks"),
        (six_played(), {"/cards/values": [2, 4, -2, -4]}, "/cards_played"),
        (joined(), {"/societies/councilors": [3]}, "/societies/high"),
    ],
)
def test_a_box_that_contradicts_what_lies_on_the_table_is_refused(table, changed, pointer):
    line = list(table.lines())
    with pytest.raises(RuleError, match=f"No space or component shows that value at {pointer}") as refusal:
        table.do("box", set=changed)
    assert refusal.value.code == "bad-box"
    assert list(table.lines()) == line
    table.do("box", set={"/name": "Ours"})
    box = table.log[-1].n
    with pytest.raises(RuleError) as refusal:
        table.amend(box, {"set": changed}, force=True)
    assert refusal.value.code == "bad-box"


def test_what_happened_before_a_box_was_changed_is_not_amended_to_contradict_it():
    table = six_played()
    table.amend(4, {"value": 4})
    table.do("box", set={"/cards/values": [2, 4, -2, -4]})
    assert refused(table, "amend", entry=4, fields={"value": 6}, force=True) == "bad-box"
    table.amend(4, {"value": -4})


def test_a_box_that_an_older_version_let_contradict_the_table_is_put_right():
    table = six_played()
    table.extend(Entry(5, "2026-11-30T06:00:00Z", companion.BANKER, "box", {"set": {"/cards/per_rack": 6}}))
    assert refused(table, "correct", set={"/players/0/cash": 5}) == "bad-value"
    table.do("box", set={"/cards/per_rack": 7})  # not right yet
    table.do("box", set={"/cards/per_rack": 8})
    table.correct({"/players/0/cash": 5})


def test_no_card_is_played_of_which_there_are_too_many_already():
    table = six_played()
    table.do("play_card", player="Anna", rack="right", company="siemens", value=6)
    table.do("box", set={"/cards/copies": {"+6": 1}})
    assert refused(table, "play_card", player="Bruno", rack="left", company="siemens", value=6) == "no-card-left"
    assert refused(table, "box", set={"/cards/copies": {"+6": -3}}) == "bad-box"


def test_a_status_track_that_begins_between_the_tens_does_not_stand_against_corrections():
    table = companion.new_table("greed", NAMES, {"status_raise": "multiple-of-10"}, "demo")
    table.do("box", set={"/status/gold/start": 45})
    table.correct({"/players/0/cash": 5})
    table.correct({"/status/gold/price": 60})
    assert refused(table, "correct", set={"/status/gold/price": 65}) == "bad-value"
