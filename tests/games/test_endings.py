"""How games end, line by line: the same as the snapshot says."""

from importlib.resources import files
from pathlib import Path

import pytest

import companion
from companion.games import GAMES, load_game
from companion.table import read

SAVES = Path(__file__).parent.parent / "saves"


def finished(game: str) -> companion.Table:
    if game == "good-brokers":
        return companion.load(SAVES / "good_brokers_evening.jsonl")
    return read((files(load_game(game).package) / "demo.jsonl").read_bytes().split(b"\n"))


@pytest.mark.parametrize("game", GAMES)
def test_winners_are_those_of_the_snapshot_and_lines_add_up(game):
    table = finished(game)
    ended = table.game.ending(table.steps(), table.state)
    assert [standing.seat for standing in ended] == list(range(len(table.players)))
    first = [table.players[standing.seat] for standing in ended if standing.place == 1]
    assert first == table.snapshot()["winners"]
    for standing in ended:
        points = [amount for _line, amount in standing.lines]
        assert None in points or sum(points) == (standing.total or 0)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_stands_anywhere_before_the_end(game):
    table = finished(game)
    n = next(n for n in range(table.revision, -1, -1) if not table.as_of(n).snapshot()["finished"])
    assert table.as_of(n).game.ending(table.as_of(n).steps(), table.as_of(n).state) == []


def test_good_brokers_tells_cash_and_sold_shares_apart():
    table = finished("good-brokers")
    dora, eliminated = (table.players.index(name) for name in ("Dora", "עברית"))
    ended = table.game.ending(table.steps(), table.state)
    assert [line.text() for line, _ in ended[dora].lines] == ["cash", "shares in hand, sold"]
    assert ended[dora].total == table.snapshot()["players"][dora]["cash"]
    assert ended[eliminated].place is None
    assert ended[eliminated].remark.text() == "out, with the least client money: {}".format(
        table.snapshot()["players"][eliminated]["client_money"]
    )
    assert ended[dora].place == 1


def test_ponzi_scheme_counts_tiles_and_names_the_bankrupt():
    table = finished("ponzi-scheme")
    ended = {table.players[each.seat]: each for each in table.game.ending(table.steps(), table.state)}
    assert {name: each.total for name, each in ended.items() if each.place} == table.snapshot()["scores"]
    assert [each.remark.text() for each in ended.values() if not each.place] == ["bankrupt"]


def test_greed_lists_the_symbols():
    table = finished("greed")
    for standing, player in zip(
        table.game.ending(table.steps(), table.state), table.snapshot()["players"], strict=True
    ):
        assert len(standing.lines) == len(player["status"])
        assert standing.total == player["points"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_refuses_in_the_same_words_once_it_is_over(game):
    table = finished(game)
    last = next(entry for entry in reversed(table.effective) if entry.action in table.game.actions)
    with pytest.raises(companion.RuleError) as refusal:
        table.do(last.action, **last.fields)
    assert refusal.value.code == "game-over"
    assert str(refusal.value) == "The game is over; what was recorded can still be put right."
