"""The map of Plutocracy: positions and ways, against the rules page and against networkx."""

from itertools import combinations

import networkx as nx
import pytest

import companion
from companion.boxes import load_box
from companion.games.plutocracy import sky

# The rules page, "Box data", typed in a second time.
POSITIONS = {
    "earth": [(0, -2), (0, 2)],
    "mars": [(-3, 4), (-3, -1), (5, -2)],
    "jupiter": [(1, 3), (-6, 5), (-5, 0), (3, -5), (7, -3)],
    "saturn": [(-9, 5), (-6, -1), (2, -6), (7, -6), (8, -2), (2, 4), (-5, 7)],
    "uranus": [(-9, 8), (-10, 3), (-5, -3), (2, -7), (8, -8), (11, -3), (8, 0), (2, 5), (-4, 8)],
    "neptune": [
        *[(-11, 3), (-6, -3), (0, -7), (5, -9), (10, -9), (12, -4)],
        *[(10, -1), (4, 5), (-2, 8), (-7, 9), (-11, 8)],
    ],
    "asteroid": [(-12, 1), (-10, 1), (-8, 1), (-6, 1), (-4, 1), (-2, 1)],
}
SUN = {(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
FIRST_ROWS = [1, 1, 1, 0, -1, -2, -3, -4, -5, -5, -6, -6, -7, -7, -8, -8, -9, -9, -9, -9, -9, -9, -9, -9, -9]
LAST_ROWS = [1, 9, 9, 9, 9, 9, 9, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 3, 2, 1, 0, -1, -2, -3]
PLACES = {(body, index): place for body, places in POSITIONS.items() for index, place in enumerate(places)}
LANDING = 2


def grid():
    rows = zip(range(-12, 13), FIRST_ROWS, LAST_ROWS, strict=True)
    return {(q, r) for q, first, last in rows for r in range(first, last + 1)}


def cube(place):
    q, r = place
    return q, r, -q - r


def straight(one, other):
    """The distance on an endless grid without a Sun."""
    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))


def second_map(hexes):
    """The graph of neighbouring hexes: those whose cube coordinates differ by 1 at most."""
    graph = nx.Graph()
    graph.add_nodes_from(hexes)
    graph.add_edges_from(pair for pair in combinations(hexes, 2) if straight(*pair) == 1)
    return graph


@pytest.fixture(scope="module")
def ours():
    return sky.read_sky(load_box(None, "companion.games.plutocracy"))


def test_positions_and_grid(ours):
    assert ours.places == PLACES
    assert len(set(PLACES.values())) == 43
    assert ours.open == grid() - SUN


def test_all_pairs_against_a_second_computation(ours):
    graph = second_map(grid() - SUN)
    for start, here in PLACES.items():
        steps = nx.single_source_shortest_path_length(graph, here)
        for end, there in PLACES.items():
            assert ours.hexes(start, end) == steps[there], (start, end)
            assert ours.hexes(start, end) == ours.hexes(end, start)
            assert ours.hexes(start, end) >= straight(here, there)
            assert (ours.hexes(start, end) == 0) == (start == end)


def test_no_way_leads_through_the_sun_or_out_of_the_grid(ours):
    allowed = grid() - SUN
    for start in PLACES.values():
        assert sky.ways_from(ours.open, start).keys() == allowed
    for edge in SUN:
        assert sky.ways_from(ours.open, edge) == {}


def test_the_grid_lengthens_no_way_but_the_sun_does(ours):
    wide = {(q, r) for q in range(-25, 26) for r in range(-25, 26)}
    without_grid = frozenset(wide - SUN)
    for start, end in combinations(PLACES, 2):
        assert sky.ways_from(without_grid, PLACES[start])[PLACES[end]] == ours.hexes(start, end)
    assert ours.hexes(("earth", 0), ("earth", 1)) == 6 > straight((0, -2), (0, 2))


@pytest.mark.parametrize(
    ("start", "end", "time"),
    [
        (("earth", 0), ("mars", 0), 8),
        (("earth", 0), ("jupiter", 0), 9),
        (("mars", 0), ("jupiter", 0), 6),
        (("saturn", 0), ("uranus", 0), 5),
        (("saturn", 0), ("neptune", 0), 6),
        (("jupiter", 0), ("neptune", 0), 14),
        (("neptune", 0), ("asteroid", 0), 5),
        (("earth", 0), ("asteroid", 0), 14),
        (("earth", 0), ("earth", 1), 8),
    ],
)
def test_times_on_the_rules_page(ours, start, end, time):
    assert ours.hexes(start, end) + LANDING == time


def test_a_game_asks_the_same_map(ours):
    table = companion.new_table("plutocracy", players=["Anna", "Bruno"])
    table.do("setup_ship", player="Bruno", planet="saturn")
    table.do("setup_ship", player="Anna", planet="saturn")
    shortest = {}
    for move in table.legal():
        if move["action"] == "travel":
            place = tuple(move["to"])
            shortest[place] = min(move["time"], shortest.get(place, 99))
    assert shortest == {place: ours.hexes(("saturn", 0), place) + LANDING for place in PLACES if place != ("saturn", 0)}


@pytest.mark.parametrize(
    "change",
    [
        {"columns": {"0": [-7, 7]}},  # most positions are off the grid
        {"columns": {"x": [0, 1]}},
        {"sun": [[0, -2]]},  # the Earth in the Sun
        {"sun": [[1]]},
    ],
)
def test_a_map_that_no_ship_can_cross_is_refused(change):
    box = load_box(None, "companion.games.plutocracy")
    box["map"] = {**box["map"], **change}
    with pytest.raises(companion.RuleError) as caught:
        companion.new_table("plutocracy", players=["Anna", "Bruno"], box=box)
    assert caught.value.code == "bad-box"
