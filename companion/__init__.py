"""The tabletop companion: it keeps the books of economic board games, the players keep the cardboard.

A table is an append-only log of typed actions; everything else is worked out from it.

>>> import companion
>>> table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
>>> table.do("buy", player="Anna", shares={"ford": 2}).n
1
>>> table.snapshot(seat="Anna")["players"][0]["cash"]
220
"""

from companion.errors import CompanionError, LogError, RuleError, StoreError
from companion.log import Entry, Header
from companion.stored import StoredTable, evenings, tables
from companion.stored import open_table as open  # noqa: A004 (companion.open, as other packages have it)
from companion.table import BANKER, Table, load, new_table

__all__ = [
    "BANKER",
    "CompanionError",
    "Entry",
    "Header",
    "LogError",
    "RuleError",
    "StoreError",
    "StoredTable",
    "Table",
    "evenings",
    "load",
    "new_table",
    "open",
    "tables",
]
