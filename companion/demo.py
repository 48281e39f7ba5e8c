"""A table to look round in: a game some way on, with made-up players and made-up moves."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.table import Table, new_table

PLAYERS = ["Anna", "Bruno", "Carla", "Dario"]
MOVES = 76  # into the second round: the chart has a story, and the end is still to be played for
SEED = 33  # a game in which prices went far up and down
PAUSE = timedelta(seconds=25)
WEIGHTS = {"buy": 6, "sell": 1, "place": 2, "play_card": 1, "end_turn": 1}


def demo_table(now: datetime | None = None) -> Table:
    """The demo table, its last move made at `now`; the same moves every time.

    >>> table = demo_table()
    >>> table.snapshot()["round"], table.snapshot()["finished"]
    (2, False)
    """
    chance = random.Random(SEED)  # noqa: S311 - the same game for everyone is the point
    at = (now or datetime.now(UTC)) - MOVES * PAUSE
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
