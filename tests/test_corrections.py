"""Corrections in every game, at every place of it: they change what they name, and the table goes on."""

import random

import pytest

import companion
from tests import play

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
