"""Plutocracy: random games, and what must hold in each of them after every entry."""

import os

from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion.errors import RuleError
from companion.games.common import EVERYTHING
from companion.games.plutocracy import GAME
from tests import play

# How many random games a run plays; raise it for a long one.
GAMES = int(os.environ.get("RANDOM_GAMES", "50"))
NAMES = ["Anna", "Bruno", "Carla", "Dora"]
OPTIONS = st.sampled_from(
    [
        {},
        {"time_pressure": True},
        {"setup": "random"},
        {"setup": "random", "time_pressure": True},
        {"setup": "random", "start_auction": True},
        {"setup": "random", "start_auction": True, "time_pressure": True},
    ]
)


def new(players, options):
    return companion.new_table("plutocracy", players=NAMES[:players], options=options)


def patient(data):
    """Picks as `play.chooser` does, but retires late and mostly flies short ways, so that games are long."""
    choose = play.chooser(data)

    def pick(possible):
        if possible[0]["action"].startswith(("setup", "auction")):
            return choose(possible)
        longest = data.draw(st.sampled_from([8, 12, 60]))
        short = [move for move in possible if move["action"] != "retire" and move.get("time", 0) <= longest]
        return choose(short or possible)

    return pick


def overrun(table, data):
    """Now and then the clock runs out for whoever is to act."""
    if (
        table.header.options["time_pressure"]
        and table.snapshot()["phase"] == "play"
        and data.draw(st.integers(0, 9)) == 0
    ):
        table.do("overtime", player=table.snapshot()["next"])


def boards_hold(snapshot):
    for planet in snapshot["planets"].values():
        for side in ("demand_price", "supply_price"):
            assert planet[side] in range(1, 8) or (snapshot["phase"] == "setup" and planet[side] is None)
        assert planet["supply"] != planet["demand"]
    for player in snapshot["players"]:
        assert all(0 <= count <= 5 for count in player["hold"].values())
        assert player["ship"] is None or not player["retired"]
        assert snapshot["council"][player["name"]] == player["councilors"]
        if player["removed"]:
            assert player["councilors"] == 0
            assert all(player["name"] not in planet["seats"] for planet in snapshot["planets"].values())
            assert all(player["name"] not in members for members in snapshot["societies"].values())
    assert all(len(set(members)) == len(members) <= 2 for members in snapshot["societies"].values())
    assert sum(snapshot["council"].values()) <= 45
    assert snapshot["elections"] <= 3
    gone = snapshot["bodies"]["asteroid"] is None
    assert gone == (snapshot["rotations"] >= 6)
    assert gone or snapshot["bodies"]["asteroid"] == snapshot["rotations"]


def track_holds(snapshot):
    """Every disc and event lies once; the one to act is the furthest back of those that act, on top of its space."""
    stacks = {int(space): tokens for space, tokens in snapshot["track"].items()}
    lying = [token if isinstance(token, str) else token["event"] for tokens in stacks.values() for token in tokens]
    assert len(set(lying)) == len(lying)
    assert "the-end" in lying
    skipped = {player["name"] for player in snapshot["players"] if player["retired"]}
    for player in snapshot["players"]:
        space = snapshot["time"][player["name"]]
        assert (space is None) == (player["name"] not in lying)
        if space is not None:
            assert player["name"] in stacks[space]
            assert player["own_end"] is None or space <= player["own_end"] or snapshot["phase"] != "play"
        if snapshot["phase"] in ("play", "end"):
            assert (space is None) == player["removed"]
    if snapshot["phase"] == "play":
        acting = [token for space in sorted(stacks) for token in reversed(stacks[space]) if str(token) not in skipped]
        assert snapshot["next"] == acting[0]


def end_holds(table):
    snapshot = table.snapshot()
    assert snapshot["finished"]
    assert table.legal() == []
    assert snapshot["elections"] == 3
    ranked = [name for place in snapshot["ranking"] for name in place]
    assert sorted(ranked) == sorted(each["name"] for each in snapshot["players"] if not each["removed"])
    councilors = [snapshot["council"][name] for name in ranked]
    assert councilors == sorted(councilors, reverse=True)
    assert snapshot["winners"] == (snapshot["ranking"][0] if ranked else [])


def records_hold(table):
    """The last row of each kind is what the snapshot shows."""
    snapshot = table.snapshot()
    for name, planet in snapshot["planets"].items():
        for side in ("demand", "supply"):
            rows = [row for row in table.records("prices") if (row["planet"], row["side"]) == (name, side)]
            assert (rows[-1]["price"], rows[-1]["resource"]) == (planet[f"{side}_price"], planet[side])
            assert [row["time"] for row in rows] == sorted(row["time"] for row in rows)
    for player in snapshot["players"]:
        for kind, key in (("council", "councilors"), ("cash", "cash")):
            rows = [row for row in table.records(kind) if row["player"] == player["name"]]
            assert rows[-1][key] == player["councilors" if kind == "council" else "money"]
    for voyage in table.records("voyages"):
        assert voyage["arrive"] - voyage["leave"] >= voyage["hexes"] + 2 >= 3


@settings(max_examples=GAMES, deadline=None)
@given(st.data(), st.integers(2, 4), OPTIONS)
def test_random_games_end_and_hold(data, players, options):
    table = new(players, options)
    checked = data.draw(st.integers(0, 7))
    used = {}

    def check(table):
        play.money_is_all_there(table)
        snapshot = table.snapshot()
        boards_hold(snapshot)
        track_holds(snapshot)
        for name, space in snapshot["time"].items():
            assert space is None or space >= used.get(name, 0)  # time never runs back
            used[name] = space or 0
        if len(table.effective) % 8 == checked:
            play.undo_and_redo(table)
        overrun(table, data)

    play.play(table, patient(data), check)
    end_holds(table)
    records_hold(table)
    play.everything_holds(table)
    assert all(line.line.text() and all(each.text() for each in line.derived) for line in table.history())


@settings(max_examples=max(3, GAMES // 12), deadline=None)
@given(st.data(), st.integers(2, 4), OPTIONS)
def test_everything_holds_after_every_entry(data, players, options):
    play.play(new(players, options), patient(data), play.everything_holds)


@settings(max_examples=max(8, GAMES // 4), deadline=None)
@given(st.data(), st.integers(2, 4), OPTIONS)
def test_every_listed_move_is_accepted(data, players, options):
    def check(table):
        possible = table.legal()
        for _ in range(min(2, len(possible))):
            table.do(**possible[data.draw(st.integers(0, len(possible) - 1))])
            table.undo()

    play.play(new(players, options), patient(data), check)


@settings(max_examples=max(8, GAMES // 4), deadline=None)
@given(st.data(), st.integers(2, 4), OPTIONS)
def test_restoring_a_snapshot_gives_the_same_table(data, players, options):
    def check(table):
        state = table.state
        document = GAME.snapshot(state, EVERYTHING)
        assert GAME.settle(GAME.restore(state, document)) == state

    play.play(new(players, options), patient(data), check)


def meddle(table, data):
    """Something that happens at a real table: somebody goes home or comes, an entry is changed, a value put right."""
    snapshot = table.snapshot()
    name = data.draw(st.sampled_from(table.players))
    try:
        match data.draw(st.integers(0, 9)):
            case 0:
                table.do("leave", player=name)
            case 1 if snapshot["away"]:
                table.do("join", player=f"New {table.revision}", seat=snapshot["away"][0])
            case 2:
                entry = data.draw(st.sampled_from(table.effective))
                table.amend(entry=entry.n, fields={"time": data.draw(st.integers(3, 20))}, force=True)
            case 3:
                entry = data.draw(st.sampled_from(table.effective))
                table.amend(entry=entry.n, fields={"units": data.draw(st.integers(1, 5))}, force=True)
            case 4:
                table.correct({f"/time/{name}": data.draw(st.integers(0, 60))})
            case 5:
                table.correct({f"/players/{table.players.index(name)}/{data.draw(FLAGS)}": data.draw(st.booleans())})
            case 6:
                table.correct({f"/track/{data.draw(st.integers(0, 60))}": [{"event": data.draw(EVENTS)}, name]})
            case 7:
                table.correct({"/phase": data.draw(st.sampled_from(["setup", "auction", "play", "end"]))})
            case 8:
                table.correct({"/next": name})
    except RuleError as refusal:
        assert refusal.message  # noqa: PT017 - what is refused may be, what is taken must hold


FLAGS = st.sampled_from(["retired", "removed", "alien"])
EVENTS = st.sampled_from(["rotate", "prices", "elect", "the-end"])


@settings(max_examples=GAMES // 2, deadline=None)
@given(st.data(), st.integers(2, 4), OPTIONS)
def test_evenings_with_corrections_go_on(data, players, options):
    table = new(players, options)
    for _ in range(60):
        possible = play.moves(table)
        if possible:
            table.do(**patient(data)(possible))
        else:
            assert table.snapshot()["finished"]
        meddle(table, data)
        snapshot = table.snapshot()
        assert sum(table.slots().values()) == 0
        assert possible or snapshot["finished"] or play.moves(table)
    play.undo_and_redo(table)
    play.replay_is_equal(table)
    assert table.history()
    for kind in GAME.records:
        table.records(kind)
