"""An evening at a table, told from its log: who gained by what, whose turn was longest, how it ended.

Every function takes a table and a seat, and tells what that seat may know (None: what everybody may).

>>> import companion
>>> table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla"], options={"open_hands": True})
>>> _ = table.do("buy", player="Anna", shares={"ford": 2})
>>> sorted(used(table))
['Anna', 'Bruno', 'Carla']
>>> standings(table)
[]
"""

from companion.evening.end import Standing, standings
from companion.evening.export import archive, tables, write
from companion.evening.goods import prices
from companion.evening.moves import gains, mover, wealth
from companion.evening.report import report
from companion.evening.summary import summary
from companion.evening.times import length, longest_turn, turns, used

__all__ = [
    "Standing",
    "archive",
    "gains",
    "length",
    "longest_turn",
    "mover",
    "prices",
    "report",
    "standings",
    "summary",
    "tables",
    "turns",
    "used",
    "wealth",
    "write",
]
