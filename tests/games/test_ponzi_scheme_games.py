"""Ponzi Scheme: random games to their end, and what must always hold in them."""

import random
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion.errors import RuleError
from companion.games.common import EVERYTHING
from companion.housekeeping import correct, picture
from companion.pointers import leaves
from companion.table import read
from tests import play
from tests.games.ponzi_scheme import new, trading

SEEDS = st.integers(0, 2**32)
OPTIONS = st.fixed_dictionaries(
    {
        "cash": st.sampled_from(["tracked", "hidden"]),
        "advanced": st.booleans(),
        "first_round_trade": st.booleans(),
        "most_by_investing": st.sampled_from([3, 4]),
        "zero_offers": st.booleans(),
    }
)


def seeded(seed):
    """Picks like `play.chooser`, but quickly: a whole game is one draw."""
    rng = random.Random(seed)

    def choose(possible):
        kind = rng.choice(sorted({move["action"] for move in possible}))
        return rng.choice([move for move in possible if move["action"] == kind])

    return choose


# Cash that is hidden


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(3, 5), st.booleans(), st.booleans())
def test_the_true_cash_is_always_inside_and_hidden_cash_has_the_same_bounds(seed, players, zero_offers, advanced):
    """The same game at two tables: one knows the cash, at the other the players say whether they could pay."""
    tracked = new(players, zero_offers=zero_offers, advanced=advanced)
    hidden = new(players, zero_offers=zero_offers, advanced=advanced, cash="hidden")

    def check(table):
        entry = table.log[-1]
        hidden.do(entry.action, **{name: value for name, value in entry.fields.items() if name != "amount"})
        snapshot, slots = table.snapshot(), table.slots()
        broke = [shown["name"] for shown in snapshot["players"] if shown["bankrupt"]]
        for debtor in {move["player"] for move in hidden.legal() if move["action"] in ("pay_interest", "bankrupt")}:
            hidden.do("bankrupt" if debtor in broke else "pay_interest", player=debtor)
        for shown, other in zip(snapshot["players"], hidden.snapshot()["players"], strict=True):
            assert shown["cash_min"] <= slots[f"player:{shown['name']}:cash"] <= shown["cash_max"]
            if snapshot["finished"]:  # the points of the tracked table tell more
                assert other["cash_min"] <= shown["cash_min"] <= shown["cash_max"] <= other["cash_max"]
            else:
                assert (shown["cash_min"], shown["cash_max"]) == (other["cash_min"], other["cash_max"])

    play.play(tracked, seeded(seed), check)
    for name in tracked.snapshot()["scores"]:
        hidden.do("final_cash", player=name, amount=tracked.slots()[f"player:{name}:cash"])
    for key in ("scores", "winners", "finished"):
        assert hidden.snapshot()[key] == tracked.snapshot()[key]


# Random games


class Watch:
    """Checks after each entry; turns every card by hand, space by space: it pays on the arrow, once a pass."""

    def __init__(self, funds):
        self.funds = funds
        self.spaces = {}

    def check(self, table):
        play.money_is_all_there(table)
        snapshot, state = table.snapshot(), table.state
        places = [state.market, state.deck, state.discards, *state.wheels, snapshot["removed"]]
        assert sorted(value for place in places for value in place) == list(range(9, 81))
        assert all(value <= 17 for value in snapshot["removed"])
        assert all(0 <= left <= 15 for left in snapshot["supply"].values())
        assert len(state.market) == 9 or snapshot["awaiting_reveal"] or not state.deck | state.discards
        self.turn(table)
        for shown in snapshot["players"]:
            unpaid = shown["bankrupt"] or snapshot["phase"] == "interest"
            for fund in shown["funds"]:
                assert fund["space"] == self.spaces[fund["value"]]
                assert fund["space"] or unpaid
            assert shown["cash_min"] <= shown["cash_max"]

    def turn(self, table):
        if table.log[-1].action == "invest":
            value = table.log[-1].fields["fund"]
            self.spaces[value] = self.funds[str(value)]["period"]
        for happened in table.state.events:
            if happened.kind == "rotated":
                turned = happened.fields["spaces"]
                self.spaces = {value: max(space - turned, 0) for value, space in self.spaces.items()}
            elif happened.kind == "interest-paid":
                for value, amount in happened.fields["cards"].items():
                    assert self.spaces[value] == 0
                    assert amount == self.funds[str(value)]["interest"]
                    self.spaces[value] = self.funds[str(value)]["period"]


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.integers(3, 5), OPTIONS, st.sampled_from(["default", "demo", "twelve-tiles", "eighteen-bears"]))
def test_random_games_end_and_hold(seed, players, options, box):
    table = new(players, box, **options)
    watch = Watch(table.header.box["funds"])

    def check(table):
        watch.check(table)
        if len(table.effective) % 8 == seed % 8:
            play.undo_and_redo(table)

    play.play(table, seeded(seed), check)
    snapshot = table.snapshot()
    assert snapshot["finished"]
    assert set(snapshot["scores"]) == {shown["name"] for shown in snapshot["players"] if not shown["bankrupt"]}
    assert table.legal() == []
    play.everything_holds(table)


@settings(max_examples=8, deadline=None)
@given(st.data(), st.integers(3, 5), OPTIONS)
def test_chosen_games_end_and_hold(data, players, options):
    table = new(players, **options)
    play.play(table, play.chooser(data), Watch(table.header.box["funds"]).check)
    play.everything_holds(table)


@settings(max_examples=3, deadline=None)
@given(SEEDS, st.integers(3, 5), OPTIONS)
def test_everything_holds_after_every_entry(seed, players, options):
    play.play(new(players, **options), seeded(seed), play.everything_holds)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(3, 5), OPTIONS)
def test_what_a_seat_knows_is_enough_to_end_a_game(seed, players, options):
    for seat in (None, "Anna", companion.BANKER):
        table, choose = new(players, **options), seeded(seed)
        while table.legal(seat):
            table.do(**choose(table.legal(seat)))
        assert table.snapshot()["finished"]


# Random corrections


@settings(max_examples=60, deadline=None)
@given(st.data(), SEEDS, st.integers(3, 5), OPTIONS)
def test_a_game_goes_on_after_any_correction(data, seed, players, options):
    table = new(players, **options)
    wanted = data.draw(st.lists(st.integers(1, 60), max_size=6))

    def check(table):
        assert sum(table.slots().values()) == 0
        if len(table.effective) in wanted:
            correct_something(table, data)

    play.play(table, seeded(seed), check)
    assert table.snapshot()["finished"]


def correct_something(table, data):
    document = picture(table.game, table.state, EVERYTHING)
    pointer, value = data.draw(st.sampled_from(list(leaves(document))))
    before = table.state
    try:
        table.correct({pointer: data.draw(another(value, table))})
    except RuleError:
        assert table.state == before
    play.replay_is_equal(table)


def another(value, table):
    """A value of the same kind, or of none."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(0, 90)
    if isinstance(value, list):
        return st.lists(st.integers(9, 80), max_size=4)
    return st.sampled_from([*table.players, None, "invest", "trade", "marker", "crash", "interest", "end"])


def test_correcting_to_what_is_shown_changes_nothing():
    table = trading()
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=15)
    document = picture(table.game, table.state, EVERYTHING)
    for pointer, value in leaves(document):
        if pointer == "/needs":
            continue
        before = table.state
        with pytest.raises(RuleError) as refused:
            table.correct({pointer: value})
        assert refused.value.code == "nothing-changed", pointer
        assert correct(table.game, before, {pointer: value}, "") == before, pointer


def test_the_demo_save():
    lines = (files("companion.games.ponzi_scheme") / "demo.jsonl").read_text("utf-8").splitlines()
    table = read(lines)
    assert table.snapshot()["finished"]
    assert list(table.lines()) == lines
