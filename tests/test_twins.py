"""Nothing hidden is told: twins, which differ in one secret, answer everybody else alike."""

from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import companion
from tests import twins as pairs
from tests.screens.reader import InTheOpen
from tests.twins import NOTHING_OPENS, Twins, answers, born, corrections, drawn, go_on, probes, public, replayed, tried

GAMES = sorted(pairs.SECRETS)


def asked(twins: Twins, *, all_of_it: bool = True) -> None:
    """Everybody who must not know gets the same answers."""
    same("anybody", *(public(table) for table in twins.both()))
    for seat in twins.strangers:
        same(repr(seat), *(answers(table, seat, all_of_it=all_of_it) for table in twins.both()))


def same(who: str, one: dict[str, Any], other: dict[str, Any]) -> None:
    different = [name for name in one if one[name] != other[name]]
    assert not different, f"{who} can tell: " + "; ".join(f"{one[name]} | {other[name]}" for name in different)


def played_on(game: str, seed: int) -> Twins:
    """Twins, and some moves since they differ."""
    rng = Random(seed)
    twins = born(game, rng)
    for _ in range(rng.randrange(6)):
        if not go_on(twins, rng):
            break
    return twins


def probed(twins: Twins, rng: Random, count: int) -> None:
    for seat in twins.strangers[1:]:
        assert seat is not None
        for action, fields in probes(twins.one, seat, rng, count):
            (one, said), (other, said_too) = (tried(table, seat, action, fields) for table in twins.both())
            assert said == said_too, (seat, action, fields)
            if one is None or other is None:
                continue
            after = twins._replace(one=one, other=other)
            if after.sealed():
                asked(after, all_of_it=False)
            else:
                assert action not in NOTHING_OPENS, (seat, action, fields)


@pytest.mark.parametrize("game", GAMES)
# A seed says nothing about its neighbours: there is nothing to shrink.
@settings(deadline=None, max_examples=12, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_twins_answer_alike(game: str, seed: int) -> None:
    rng = Random(seed)
    twins = born(game, rng)
    asked(twins)
    probed(twins, rng, 8)
    for _ in range(rng.randrange(1, 12)):
        if not go_on(twins, rng):
            break
    asked(twins)
    probed(twins, rng, 8)


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=6, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_twins_look_alike(game: str, seed: int) -> None:
    twins = played_on(game, seed)
    for seat in twins.strangers:
        one, other = (drawn(table, seat) for table in twins.both())
        different = [name for name in one if one[name] != other[name]]
        assert not different, f"{seat!r} sees it: {different}"


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=12, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_twins_take_the_same_corrections(game: str, seed: int) -> None:
    """Everything that a seat sees, single values and wholes, put right to something else."""
    twins, rng = played_on(game, seed), Random(seed)
    seat = rng.choice(twins.strangers[1:])
    assert seat is not None
    for pointer, value in corrections(twins, seat, rng):
        (_, said), (_, said_too) = (tried(table, seat, "correct", {"set": {pointer: value}}) for table in twins.both())
        assert said == said_too, (seat, pointer, value)


# In Good Brokers the own page is the hand of shares that a player holds.
@pytest.mark.parametrize("game", [game for game in GAMES if game != "good-brokers"])
@settings(deadline=None, max_examples=6, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_who_looks_over_the_owners_shoulder_sees_nothing(game: str, seed: int) -> None:
    twins = played_on(game, seed)
    one, other = (in_the_open(table, twins.owner) for table in twins.both())
    different = [name for name in one if one[name] != other[name]]
    assert not different, f"it stands in the open: {different}"
    one, other = (replayed(table, twins.owner) for table in twins.both())
    assert one == other, "the replay shows it"


def in_the_open(table: companion.Table, seat: str) -> dict[str, Any]:
    """What the screens of a seat show as they are opened: no form, and nothing that stands behind *Show*."""
    shown = {name: page for name, page in drawn(table, seat).items() if name.endswith(" {}")}
    return {
        name: [title, charts, [InTheOpen(part).found for part in parts.values()]]
        for name, (title, parts, charts) in shown.items()
    }


def test_plutocracy_hides_nothing() -> None:
    table = companion.new_table("plutocracy", ["Anna", "Bruno"], box="demo")
    assert not table.hidden()
    for seat in (None, companion.BANKER, "Anna"):
        assert table.snapshot(seat) == table.snapshot("Bruno")
