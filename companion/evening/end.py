"""How the game has ended."""

from typing import Any

from msgspec import Struct

from companion.games.common import Line
from companion.table import Table


class Standing(Struct, frozen=True):
    """How a player has ended: ``place`` (None = out of the game), the ``lines`` that make the ``total``, a remark."""

    player: str
    place: int | None
    lines: tuple[tuple[Line, int | None], ...]
    total: int | None
    remark: Line | None


def standings(table: Table) -> list[Standing]:
    """Every player's end, the winner first; nothing before the game is over."""
    ended: list[Any] = table.game.ending(table.steps(), table.state)
    found = [
        Standing(table.players[each.seat], each.place, each.lines, each.total, each.remark)
        for each in ended
        if each.place is not None or each.lines or each.remark
    ]
    return sorted(found, key=lambda each: (each.place is None, each.place or 0))
