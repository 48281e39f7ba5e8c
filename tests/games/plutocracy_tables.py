"""Tables of Plutocracy for the tests: how they are made and looked at."""

import pytest

import companion
from companion.errors import RuleError

FOUR = ("Galactica", "Imperial", "Cosmos", "Horizon")
SUPPLIES = {"mars": "water", "jupiter": "carbon", "saturn": "plants", "uranus": "oxygen", "neptune": "uranium"}
DICE = {"neptune": 2, "uranus": 12, "saturn": 3, "jupiter": 9, "mars": 4, "earth": 5}
# Example 8: the seats, and the bids on slots.
SEATED = ("Horizon", "Galactica", "Cosmos", "Imperial")
BIDS = [
    ("Horizon", 4, 1),
    ("Galactica", 1, 1),
    ("Cosmos", 4, 3),
    ("Imperial", 2, 0),
    ("Horizon", 2, 1),
    ("Imperial", 3, 0),
]


def new(players=FOUR, **options):
    return companion.new_table("plutocracy", players=list(players), options=options)


def placed(players=FOUR, planet="mars", **options):
    """A basic table; the first player's disc lies on top, so that the players act in seat order."""
    table = new(players, **options)
    for player in reversed(players):
        table.do("setup_ship", player=player, planet=planet)
    return table


def code(call, *args, **fields):
    with pytest.raises(RuleError) as caught:
        call(*args, **fields)
    return caught.value.code


def player(table, name):
    return next(player for player in table.snapshot()["players"] if player["name"] == name)


def derived(table):
    """What followed from the last entry, in words."""
    return [line.text() for line in table.history()[-1].derived]


def retire_all(table):
    while not table.snapshot()["finished"]:
        table.do("retire", player=table.snapshot()["next"])


def rolled(players=FOUR, **options):
    """A table with the random setup, its planets in place."""
    table = new(players, setup="random", **options)
    for planet, resource in SUPPLIES.items():
        table.do("setup_supply", planet=planet, resource=resource)
    for body, die in DICE.items():
        table.do("setup_roll", body=body, die=die)
    return table
