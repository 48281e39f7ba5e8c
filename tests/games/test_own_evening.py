"""One whole evening of a real railway game, booked as a game of one's own: it ends with the same money everywhere.

The moves and what everybody had after each phase are numbers of the public record (``evenings/railways.txt``).
"""

from pathlib import Path

import pytest

import companion
from companion.table import Table
from tests import play

EVENING = Path(__file__).parent / "evenings"
FIELDS = {
    "auction": ("player", "what", "least"),
    "bid": ("player", "amount"),
    "buy": ("player", "good", "count", "amount"),
    "end_phase": ("player",),
    "end_turn": ("player",),
    "finish": (),
    "give": ("player", "good", "count", "from", "to"),
    "pass_bid": ("player",),
    "pay": ("player", "amount", "from", "to"),
    "press": ("player", "button"),
    "price": ("good",),
}


def value(word: str) -> object:
    """A number, a place of the grid ("2,4") or a name."""
    if "," in word:
        return [int(part) for part in word.split(",")]
    return int(word) if word.lstrip("-").isdecimal() else word.replace("_", " ")


def fields(action: str, words: list[str]) -> dict[str, object]:
    """The fields of an action: by their order, and those that are named."""
    plain = [word for word in words if "=" not in word]
    named = dict(word.split("=") for word in words if "=" in word)
    return {key: value(word) for key, word in [*zip(FIELDS[action], plain, strict=False), *named.items()]}


def money(table: Table) -> tuple[list[int], list[int]]:
    """The players' cash, and what is in the companies' treasuries."""
    shown = table.snapshot()
    treasuries = [good["slots"]["treasury"] for good in shown["goods"].values() if good["slots"]]
    return [player["slots"]["cash"] for player in shown["players"]], treasuries


@pytest.fixture(scope="module")
def evening() -> Table:
    """The evening played to its end; after each phase all have what they had."""
    table = companion.new_table("own", ["A", "B", "C"], box=str(EVENING / "railways.toml"))
    for number, line in enumerate((EVENING / "railways.txt").read_text("utf-8").splitlines(), 1):
        action, *words = line.split()
        if action == "cash":
            told = ([int(word) for word in part.split()] for part in " ".join(words).split("|"))
            assert money(table) == tuple(told), f"line {number}"
        elif action != "#":
            table.do(action, **fields(action, words))
    return table


def test_everybody_ends_with_the_recorded_money(evening: Table) -> None:
    assert money(evening) == ([3636, 3444, 3608], [134, 185, 88, 466, 6, 217, 41, 450])
    assert evening.snapshot()["bank"] == -4275  # it owes: the evening was over when it broke
    assert evening.snapshot()["scores"] == {"A": 6756, "B": 6399, "C": 5998}
    assert evening.snapshot()["winners"] == ["A"]


def test_prices_and_shares_end_where_they_were(evening: Table) -> None:
    goods = evening.snapshot()["goods"]
    companies = [goods[f"c{number}"] for number in range(1, 9)]
    assert [good["price"] for good in companies] == [105, 115, 145, 145, 145, 145, 105, 115]
    places = [[4, 7], [3, 7], [2, 8], [3, 9], [2, 8], [3, 9], [4, 7], [3, 7]]
    assert [good["place"] for good in companies] == places
    held = [[player["goods"][f"c{number}"] for number in range(1, 9)] for player in evening.snapshot()["players"]]
    assert held == [[0, 6, 0, 6, 6, 0, 0, 6], [2, 1, 6, 1, 0, 6, 6, 1], [6, 3, 2, 0, 4, 0, 3, 2]]


def test_the_income_of_the_evening_came_by_itself(evening: Table) -> None:
    paid = [row for row in evening.records("dues") if row["paid"]]
    assert {row["name"] for row in paid} == {"Income"}
    assert sum(row["paid"] for row in paid) == 250
    assert all(row["paid"] == row["asked"] for row in paid)


def test_the_evening_can_be_saved_replayed_and_told(evening: Table) -> None:
    assert sum(evening.slots().values()) == 0
    play.replay_is_equal(evening)
    play.save_is_equal(evening)
    assert "A presses Dividend: C 2 pays 54 a share, 540 in all · C 2 105 → 115" in [
        line.line.text() for line in evening.history()
    ]
