"""Greed, Incorporated: whole games."""

import random
from importlib.resources import files

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.greed.box import GOODS
from companion.table import read
from tests import play
from tests.games.greed_tables import everything_can_be_read_back, new, positions

# A whole game, as it ships


def test_the_demo_game_is_a_whole_one():
    path = files("companion.games.greed") / "demo.jsonl"
    lines = path.read_bytes().splitlines()
    table = read(lines)
    assert table.snapshot()["finished"]
    assert table.snapshot()["winners"] == ["Sofia"]
    assert [line.encode() for line in table.lines()] == lines
    assert table.header.rules == table.game.version  # whoever goes on with it plays by the rules of today
    play.money_is_all_there(table)


# Random games


def tokens(state):
    """The tokens of each seat on boards and on available assets."""
    placed = [seat for company in state.companies.values() for seat in company.positions]
    placed += [offer.token for offer in state.offers]
    return {seat: placed.count(seat) for seat in range(len(state.names))}


def goods_in_all(state):
    return {
        good: sum(company.goods[good] + company.stored[good] for company in state.companies.values()) for good in GOODS
    }


class Watch:
    """Checks after every entry what must hold from one to the next."""

    def __init__(self, table):
        self.state = table.state

    def __call__(self, table):
        before, after = self.state, table.state
        self.state = after
        play.money_is_all_there(table)
        self.cards(after)
        self.boards(table, after)
        action = table.log[-1].action
        if action in ("trade", "process", "end_trading"):
            self.goods(before, after, table.log[-1])
        self.tokens(before, after, action)
        if len(table.log) % 7 == 0:
            everything_can_be_read_back(table)
            play.undo_and_redo(table)

    def cards(self, state):
        owned = [asset for company in state.companies.values() for asset in company.assets]
        assets = [*owned, *state.discarded, *(offer.number for offer in state.offers)]
        assert len(set(assets)) == len(assets)
        for colour in ("gold", "silver"):
            sold = sorted(symbol.card for symbols in state.symbols for symbol in symbols if symbol.colour == colour)
            assert "".join(sold) + state.decks[colour] == "ABCDEFGHI"

    def boards(self, table, state):
        for number, shown in table.snapshot()["companies"].items():
            held = [name for name in shown["positions"] if name is not None]
            assert shown["positions"] == positions(*held)
            assert bool(held) is not shown["liquidated"]
            assert len(shown["assets"]) <= 4
            assert min(shown["goods"].values()) >= 0
            assert state.companies[int(number)].used <= set(state.companies[int(number)].assets)

    def goods(self, before, after, entry):
        made = dict(goods_in_all(before))
        run = entry.fields.get("process", []) if entry.action == "trade" else [entry.fields.get("asset")]
        for asset in run:
            printed = before.box["assets"].get(str(asset), {})
            for good, count in printed.get("inputs", {}).items():
                made[good] -= count
            for good, count in printed.get("outputs", {}).items():
                made[good] += count
        assert goods_in_all(after) == made

    def tokens(self, before, after, action):
        expected = tokens(before)
        if action in ("deal_company", "found"):
            new = max(set(after.companies) - set(before.companies))
            expected[after.companies[new].positions[0]] += 1
        for event in after.events:
            if event.kind == "announced":
                for seat in event.fields["assets"]:
                    expected[seat] += 1
            if event.kind == "fired":
                for seat in event.fields["seats"].values():
                    expected[seat] -= 1
        assert tokens(after) == expected


WEIGHTS = {"bid": 8, "take_asset": 9, "process": 6, "trade": 4, "raise_bid": 3, "end_trading": 2, "end_sales": 2}
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "discard_after_blame": st.sampled_from(["always", "new-ceo-only"]),
        "first_year_exempt": st.booleans(),
        "status_raise": st.sampled_from(["multiple-of-10", "at-least-10"]),
        "may_pass_bid": st.booleans(),
        "years": st.sampled_from([2, 5, 30]),
    },
)


def games(number):
    """So many random games, however long they take."""
    return settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck))


def businesslike(seed):
    """A chooser that buys, makes and trades more often than chance would."""
    chance = random.Random(seed)

    def choose(possible):
        kinds = sorted({move["action"] for move in possible})
        kind = chance.choices(kinds, [WEIGHTS.get(kind, 1) for kind in kinds])[0]
        return chance.choice([move for move in possible if move["action"] == kind])

    return choose


@games(40)
@given(players=st.integers(3, 5), options=OPTIONS, seed=st.integers(0, 10**6))
def test_businesslike_games_come_to_an_end(players, options, seed):
    table = new(players, **options)
    play.play(table, businesslike(seed), Watch(table))
    play.everything_holds(table)
    assert table.snapshot()["winners"]


@games(20)
@given(players=st.integers(3, 5), options=OPTIONS, box=st.sampled_from(["demo", "default"]), draw=st.data())
def test_any_legal_game_comes_to_an_end(players, options, box, draw):
    table = new(players, box, **options)
    play.play(table, play.chooser(draw), Watch(table))
    play.everything_holds(table)


@games(12)
@given(seed=st.integers(0, 10**6))
def test_games_go_on_whoever_leaves_and_joins(seed):
    chance, table = random.Random(seed), new(4)
    choose = businesslike(seed)

    def wander(_):
        away = table.snapshot()["away"]
        if away and chance.random() < 0.2:
            table.do("join", player=away[0], seat=away[0])
        elif len(away) < 3 and chance.random() < 0.04:
            table.do("leave", player=chance.choice([name for name in table.players if name not in away]))
        play.money_is_all_there(table)

    play.play(table, choose, wander)
    play.everything_holds(table)
