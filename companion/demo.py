"""A table to look round in: a game some way on, with made-up players and made-up moves."""

import random
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from companion.clocks import stamp
from companion.games import load_game
from companion.table import Table, new_table, read

PLAYERS = ["Anna", "Bruno", "Carla", "Dario"]
MOVES = 76  # into the second round: the chart has a story, and the end is still to be played for
SEED = 33  # a game in which prices went far up and down
PAUSE = timedelta(seconds=25)
WEIGHTS = {"buy": 6, "sell": 1, "place": 2, "play_card": 1, "end_turn": 1}
# How far into a game's demo save its table is: where there is something to see and to do.
ENTRIES = {"plutocracy": 60, "greed": 174, "ponzi-scheme": 96, "own": 110}


def demo_table(game: str = "good-brokers", now: datetime | None = None, box: str = "") -> Table:
    """The demo table of a game, its last move made at `now`; the same moves every time.

    A game whose box is the game has one for each ``box`` that it ships, the whole of it.

    >>> table = demo_table()
    >>> table.snapshot()["round"], table.snapshot()["finished"]
    (2, False)
    """
    now = now or datetime.now(UTC)
    return _made_up(now) if game == "good-brokers" else _saved(game, now, box)


def _saved(game: str, now: datetime, box: str) -> Table:
    """The first part of the demo save that the game ships."""
    name = f"demo-{box}.jsonl" if box else "demo.jsonl"
    whole = read((files(load_game(game).package) / name).read_bytes().split(b"\n"))
    entries = whole.log if box else whole.log[: ENTRIES.get(game)]
    table = Table(whole.header)
    later = now - datetime.fromisoformat(entries[-1].at)
    for entry in entries:
        table.extend(replace(entry, at=stamp(datetime.fromisoformat(entry.at) + later)))
    return table


def _made_up(now: datetime) -> Table:
    """Good Brokers, played by chance."""
    chance = random.Random(SEED)  # noqa: S311 - the same game for everyone is the point
    at = now - MOVES * PAUSE
    table = new_table("good-brokers", players=PLAYERS, options={"open_hands": True}, box="demo")
    while table.revision < MOVES:
        offered: dict[str, list[dict[str, Any]]] = {}
        for move in table.legal():
            offered.setdefault(move["action"], []).append(move)
        actions = [action for action in WEIGHTS if action in offered]
        action = chance.choices(actions, [WEIGHTS[each] for each in actions])[0]
        at += PAUSE
        table.do(**chance.choice(offered[action]), at=at)
    return table
