"""A finished game for BG Stats, the app in which many players keep their plays.

The app opens ``createPlay.html?data=…`` with a play as JSON in the address: ``sourceName``, ``sourcePlayId``,
``playDate`` (UTC), ``durationMin``, ``game`` and ``players``. Nothing is sent by us: the player taps the link.
"""

import hashlib
import json
from typing import Any
from urllib.parse import quote

from companion.evening import times
from companion.evening.end import Standing, standings
from companion.table import Table
from companion.words import utc

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"


def play_link(table: Table) -> str:
    """The link that puts a finished game into BG Stats; empty before the end."""
    ended = standings(table)
    if not ended:
        return ""
    return ADDRESS + quote(json.dumps(play(table, ended), ensure_ascii=False, separators=(",", ":")), safe="")


def play(table: Table, ended: list[Standing]) -> dict[str, Any]:
    """The play, as BG Stats reads it. The id is always the same for one table, so that a second tap adds none."""
    first = utc(table.log[0].at)
    identity = hashlib.sha256("\n".join([table.header.line(), table.log[0].line()]).encode()).hexdigest()[:24]
    return {
        "sourceName": SOURCE,
        "sourcePlayId": identity,
        "playDate": f"{first:%Y-%m-%d %H:%M:%S}",
        "durationMin": round(times.length(table) / 60),
        "game": {
            "name": str(table.game.title),
            "sourceGameId": table.game.id,
            "highestWins": True,
            "noPoints": all(each.total is None for each in ended),
        },
        "players": [_player(table, each) for each in ended],
    }


def _player(table: Table, ended: Standing) -> dict[str, Any]:
    player: dict[str, Any] = {
        "name": ended.player,
        "sourcePlayerId": ended.player,
        "startPlayer": ended.player == table.players[0],
        "winner": ended.place == 1,
        "rank": ended.place or len(table.players),
    }
    return player if ended.total is None else {**player, "score": ended.total}
