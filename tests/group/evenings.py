"""Evenings made by hand, of a small railway game whose numbers are counted in the head."""

from datetime import UTC, datetime, timedelta
from typing import Any

import companion
from companion.store import Store

RAILS = {
    "name": "Rails",
    "players": [2, 4],
    "slots": {"cash": {"start": 100}},
    "goods": {"lines": {"names": {"ford": "Ford", "coal": "Coal"}, "price": 20, "count": 5}},
}


def rails(
    *players: str,
    day: int = 1,
    ford: int = 30,
    minutes: int = 1,
    finish: bool = True,
    box: dict[str, Any] = RAILS,
) -> companion.Table:
    """The first player buys two Ford, the second one Coal; a round later Ford stands at ``ford``, and it is over.

    Everybody begins with 100 and a good costs 20, so that with Ford at 30 the first ends with 60 + 60, the second
    with 80 + 20, others with 100. Every entry comes ``minutes`` after the one before.
    """
    table = companion.new_table("own", players=list(players or ("Anna", "Bruno")), box=box)
    at = datetime(2026, 11, day, 20, tzinfo=UTC)

    def do(action: str, **fields: Any) -> None:
        nonlocal at
        table.do(action, at=at, **fields)
        at += timedelta(minutes=minutes)

    first, second = table.players[:2]
    do("buy", player=first, good="ford", count=2)
    do("end_turn", player=first)
    do("buy", player=second, good="coal", count=1)
    do("end_phase", player=second)
    do("price", good="ford", to=ford)
    if finish:
        do("finish")
    return table


def stored(store: Store, table: companion.Table, title: str = "") -> int:
    """The table in the store; its id."""
    return store.import_log(table.lines(), title=title)
