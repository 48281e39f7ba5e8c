"""What the book knows of an evening: numbers that were counted in the head, and no secret."""

import msgspec
import pytest

import companion
from companion.games import GAMES
from companion.group import Evening, work_out
from companion.group.facts import Feat
from tests.evening.games import finished
from tests.group.evenings import rails


def test_an_evening_in_numbers() -> None:
    evening = work_out(rails("Anna", "Bruno", "Carla", ford=30))
    assert (evening.kind, evening.own, evening.finished) == ("own:Rails", "Rails", True)
    assert (evening.began, evening.ended) == ("2026-11-01T20:00:00Z", "2026-11-01T20:05:00Z")
    assert (evening.seconds, evening.moves) == (300, 6)
    assert evening.laps == [1, 2]
    assert evening.winners == ["Anna"]
    anna, bruno, carla = evening.seats
    assert [(seat.place, seat.total, seat.wealth) for seat in evening.seats] == [
        (1, 120, [100, 120]),
        (2, 100, [100, 100]),
        (2, 100, [100, 100]),
    ]
    assert (anna.seconds, bruno.seconds, carla.seconds) == (60, 240, 0)
    assert anna.moves == {"buy": 1, "end_turn": 1}
    assert bruno.moves == {"buy": 1, "end_phase": 1}


def test_what_came_of_own_moves_and_what_did_not() -> None:
    """Buying at the price changes nothing; that Ford rose was not Anna's doing."""
    anna, bruno = work_out(rails(ford=30)).seats
    assert (anna.own, anna.given) == (0, 20)
    assert (bruno.own, bruno.given) == (0, 0)
    anna, _bruno = work_out(rails(finish=False)).seats
    assert (anna.own, anna.given) == (None, None)


def test_a_move_that_is_kept_as_a_correction_is_counted() -> None:
    table = companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"])
    first = table.correct({"/active": "Bruno"})
    table.do("invest", player="Bruno", industry="food", fund=9)
    table.amend(first.n, {"set": {"/active": "Carla"}}, force=True)
    assert [seat.moves for seat in work_out(table).seats] == [{}, {"invest": 1}, {}]


def test_prices_by_lap_and_their_extremes() -> None:
    ford, coal = work_out(rails(ford=35)).goods
    assert (ford.name, ford.prices, ford.high, ford.low) == ("Ford", [(0, 20), (2, 35)], (35, 5), (20, 0))
    assert (coal.name, coal.prices) == ("Coal", [(0, 20)])


@pytest.mark.parametrize("game", GAMES)
def test_no_price_stands_before_the_beginning(game: str) -> None:
    """Greed's setup is a lap of its own, before year 1: nothing lies before it."""
    goods = work_out(finished(game)).goods
    assert all(good.prices[0][0] == 0 for good in goods)


def test_the_most_of_the_evening() -> None:
    evening = work_out(rails(ford=30))
    assert evening.gain == Feat("Anna", 20, 5)
    assert evening.turn is not None
    assert (evening.turn.player, evening.turn.n) == ("Bruno", 3)


def test_one_that_goes_on_has_no_places() -> None:
    evening = work_out(rails(finish=False))
    assert not evening.finished
    assert evening.winners == []
    assert [seat.place for seat in evening.seats] == [None, None]


def test_a_name_is_the_one_that_the_seat_has_now() -> None:
    table = rails(finish=False)
    table.do("rename", player="Anna", to="Annie")
    assert next((seat.name, seat.moves) for seat in work_out(table).seats) == ("Annie", {"buy": 1, "end_turn": 1})


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_evening_and_it_can_be_kept(game: str) -> None:
    evening = work_out(finished(game))
    assert evening.finished
    assert evening.laps == sorted(set(evening.laps))
    assert evening.laps[-1] > evening.laps[0]
    assert [len(seat.wealth) for seat in evening.seats] == [len(evening.laps)] * len(evening.seats)
    assert msgspec.json.decode(msgspec.json.encode(evening), type=Evening) == evening


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_has_just_begun(game: str) -> None:
    evening = work_out(companion.new_table(game, players=["A", "B", "C"]))
    assert (evening.began, evening.laps, evening.moves, evening.gain) == ("", [], 0, None)


def test_nothing_hidden_is_in_it_while_the_game_goes_on() -> None:
    """Two evenings that differ only in what Anna alone knows are the same evening to the book."""

    def played(company: str) -> bytes:
        table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
        table.do("buy", player="Anna", shares={"ford": 1, "lloyd": 1}, at="2026-11-27T20:15:00Z")
        table.do("place", player="Anna", company=company, at="2026-11-27T20:16:00Z")
        return msgspec.json.encode(work_out(table))

    assert played("ford") == played("lloyd")
    assert b'"wealth":[null]' in played("ford")


def test_moves_that_are_not_to_be_told_apart_count_as_one() -> None:
    """A pass among sealed bids is known when they are shown; at an unfinished table it counts as a bid."""
    table = finished("greed")
    n = next(entry.n for entry in table.effective if entry.action == "pass_bid")
    moves = [seat.moves for seat in work_out(table.as_of(n)).seats]
    assert not any("pass_bid" in counts for counts in moves)
    assert any("pass_bid" in seat.moves for seat in work_out(table).seats)
