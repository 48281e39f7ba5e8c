"""Greed, Incorporated: price cubes at ends of their tracks that the box does not know, typed early or late."""

from itertools import product
from pathlib import Path

import pytest

import companion
from companion.boxes import shipped
from companion.words import translator
from tests.games.greed_tables import derived, market, new, on_a_track
from tests.refusals import refusal

# The example of the rules page: a track of five spaces that ends at 80, and the way of its cube.
TRACK = {0: 45, 1: 52, 2: 60, 3: 70, 4: 80}
TRENDS, STANDS = (2, 2, 2, -1), (60, 80, 80, 70)
SAVES = Path(__file__).parents[1] / "saves"


def type_price(table, good, price):
    """Type what is printed under the cube, where it is asked."""
    (asked,) = [need for need in table.snapshot()["needs"] if need.startswith(f"/goods/{good}/")] or [None]
    if asked:
        table.do("box", set={asked: price})


def shown(table, good):
    return table.snapshot()["prices"][good]


def test_the_cube_stays_on_the_last_space_when_prices_are_typed_as_they_are_met():
    table = on_a_track("steel", known={"0": 45})
    told = []
    for trend, stands in zip(TRENDS, STANDS, strict=True):
        market(table, "steel", trend)
        type_price(table, "steel", stands)
        told.append(shown(table, "steel"))
    assert told == [60, 80, 80, 70]
    assert table.state.box["goods"]["steel"] == {"known": {"0": 45, "2": 60, "3": 70, "4": 80}, "top": 4}
    assert table.snapshot()["price_steps"]["steel"] == 3


@pytest.mark.parametrize("typed", list(product((True, False), repeat=4)))
@pytest.mark.parametrize("ends", [{}, {"lowest": 45, "highest": 80}])
def test_whenever_the_track_is_typed_the_cube_went_the_same_way(typed, ends):
    table = on_a_track("coal", known={"0": 45}, **ends)
    for trend, stands, now in zip(TRENDS, STANDS, typed, strict=True):
        market(table, "coal", trend)
        if now:
            type_price(table, "coal", stands)
            assert shown(table, "coal") == stands
    table.do("box", set={"/goods/coal/known": {str(at): price for at, price in TRACK.items()}, "/goods/coal/top": 4})
    assert (shown(table, "coal"), table.snapshot()["price_steps"]["coal"]) == (70, 3)


def test_the_default_box_knows_the_highest_price_of_coal_but_not_its_space():
    table = on_a_track("coal", **shipped("companion.games.greed")["default"]["goods"]["coal"])
    table.do("box", set={"/goods/coal/known/0": 45})
    for trend in TRENDS:
        market(table, "coal", trend)
    assert (shown(table, "coal"), table.snapshot()["price_steps"]["coal"]) == (None, 5)
    table.do("box", set={"/goods/coal/known/2": 60, "/goods/coal/known/4": 80})
    assert "Coal +5 → +3 (?)" in derived(table)[0]
    assert table.snapshot()["needs"] == ["/goods/coal/known/3"]
    table.do("box", set={"/goods/coal/known/3": 70})
    assert shown(table, "coal") == 70


def test_the_last_space_can_be_said_before_its_price_is_typed():
    table = on_a_track("steel", known={"0": 45})
    for trend in (2, 2, 2):
        market(table, "steel", trend)
    table.do("box", set={"/goods/steel/top": 4})
    assert table.snapshot()["needs"] == ["/goods/steel/known/4"]
    table.do("box", set={"/goods/steel/known/4": 80})
    market(table, "steel", -1)
    assert table.snapshot()["price_steps"]["steel"] == 3


def test_the_lower_end_is_found_in_the_same_way():
    table = on_a_track("steel", known={"0": 45})
    for trend, stands in ((-3, 30), (-3, 30), (2, 40), (-1, 35), (-1, 30), (-3, 30)):
        market(table, "steel", trend)
        type_price(table, "steel", stands)
        assert shown(table, "steel") == stands
    assert table.state.box["goods"]["steel"]["bottom"] == -3


def test_a_price_of_a_space_below_says_that_the_cube_had_been_at_the_end_on_its_way():
    # Nobody types anything while the cube is at the end; afterwards it is on 70, which is known.
    table = on_a_track("steel", known={str(at): price for at, price in TRACK.items()})
    for trend in TRENDS:
        market(table, "steel", trend)
    assert table.snapshot()["needs"] == ["/goods/steel/known/5"]
    table.do("box", set={"/goods/steel/known/5": 70})
    assert (shown(table, "steel"), table.state.box["goods"]["steel"]["top"]) == (70, 4)
    assert "5" not in table.state.box["goods"]["steel"]["known"]


def test_a_price_read_off_the_board_moves_to_the_space_where_the_cube_truly_was():
    # 80 was typed when the table had the cube two spaces too far.
    table = on_a_track("steel", known={"0": 45, "2": 60})
    for trend in (2, 2, 2):
        market(table, "steel", trend)
    table.do("box", set={"/goods/steel/known/6": 80})
    table.do("box", set={"/goods/steel/top": 4})
    assert table.state.box["goods"]["steel"]["known"] == {"0": 45, "2": 60, "4": 80}
    assert shown(table, "steel") == 80


def test_what_disagrees_is_named_with_both_spaces_and_the_way_out():
    table = on_a_track("steel", known={"0": 45, "2": 60})
    market(table, "steel", 1)
    no = refusal(table, "box", set={"/goods/steel/known/1": 65})
    assert no.code == "bad-box"
    assert "65 on space +1 and 60 on space +2" in no.message
    assert "last space" in no.message
    high = refusal(
        new(box={"goods": {"coal": {"known": {"0": 45}, "highest": 80}}}), "box", set={"/goods/coal/known/2": 90}
    )
    assert "90 on space +2 lies beyond the highest price, 80 on space ?" in high.message


@pytest.mark.parametrize(
    "values", [{"/goods/coal": 5}, {"/goods": []}, {"/goods/coal/known": {"x": 1}}, {"/goods/coal/known/2": "60"}]
)
def test_a_box_of_another_form_is_refused(values):
    assert refusal(new(), "box", set=values).code == "bad-box"


def test_a_correction_says_where_the_cube_stands():
    table = on_a_track("steel", known={"0": 45, "2": 60})
    for trend in (2, 2, 2):
        market(table, "steel", trend)
    table.correct({"/price_steps/steel": 4})
    table.do("box", set={"/goods/steel/top": 4})
    assert table.snapshot()["price_steps"]["steel"] == 4
    market(table, "steel", -1)
    assert table.snapshot()["price_steps"]["steel"] == 3


def test_a_status_track_starts_where_the_box_says_as_long_as_nothing_was_sold():
    table = new(box="default")
    table.do("box", set={"/status/gold/start": 40})
    assert table.snapshot()["status"]["gold"]["price"] == 40
    table.correct({"/status/gold/price": 60})
    table.do("box", set={"/status/gold/start": 50})
    assert table.snapshot()["status"]["gold"]["price"] == 60


def test_a_table_of_the_first_rules_means_what_it_meant():
    table = companion.load(SAVES / "greed_begun_with_the_first_rules.jsonl")
    # There the cube went from space 5 back to the end, space 4, when the track was typed.
    assert (shown(table, "coal"), table.snapshot()["price_steps"]["coal"]) == (80, 4)


def test_the_history_says_what_was_typed_in_words_of_the_readers_language():
    table = new(box="default")
    table.do(
        "box",
        set={
            "/goods/steel/known/0": 45,
            "/goods/houses/known/-1": 70,
            "/companies/0/trends": {"sand": 1},
            "/assets/25/inputs": {"sand": 1, "cotton": 2},
        },
    )
    line = table.history(last=1)[0].line
    assert line.text() == (
        "Printed on the components: Steel: 45 on space 0, counted from the start, "
        "houses: 70 on space −1, counted from the start, #0 moves Sand +1, 25 Project developer takes 1 Sand, 2 cotton"
    )
    assert "2 cotone" in line.text(translator("it"))
    assert "{" not in line.text()
