"""A table to look round in: a game some way on, with made-up players and made-up moves."""

from datetime import UTC, datetime
from importlib.resources import files

from msgspec.structs import replace

from companion.clocks import stamp
from companion.games import load_game
from companion.table import Table, read
from companion.words import utc


def demo_table(game: str = "good-brokers", now: datetime | None = None, box: str = "") -> Table:
    """The demo table of a game, its last move made at `now`; the same moves every time.

    It is the first part of the demo save in the game's folder: as much of it as leaves something to see and to do.
    A game whose box is the game has one for each ``box`` that it ships, the whole of it.

    >>> table = demo_table()
    >>> table.snapshot()["round"], table.snapshot()["finished"]
    (2, False)
    """
    found = load_game(game)
    name = f"demo-{box}.jsonl" if box else "demo.jsonl"
    whole = read((files(found.package) / name).read_bytes().split(b"\n"))
    entries = whole.log if box else whole.log[: found.demo]
    table = Table(whole.header)
    later = (now or datetime.now(UTC)) - utc(entries[-1].at)
    for entry in entries:
        table.extend(replace(entry, at=stamp(utc(entry.at) + later)))
    return table
