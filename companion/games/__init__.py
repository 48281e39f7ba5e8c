"""The games, by id. A game's code is loaded when a table of it is opened."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.errors import RuleError
from companion.games.common import Game
from companion.shapes import said
from companion.words import N_

GAMES = {
    "good-brokers": "companion.games.good_brokers",
    "greed": "companion.games.greed",
    "own": "companion.games.own",
    "plutocracy": "companion.games.plutocracy",
    "ponzi-scheme": "companion.games.ponzi_scheme",
}


def load_game(game: str, box: Any = None) -> Game:
    """The game called ``game``; where its box is the game, with the title and the seats that ``box`` says.

    Raises RuleError ``unknown-game``, or ``bad-box`` where such a box cannot be played.
    """
    if not isinstance(game, str) or game not in GAMES:
        raise RuleError(
            "unknown-game",
            N_("There is no game “{game}”; there are {known}."),
            game=said(game),
            known=", ".join(GAMES),
        )
    found: Game = import_module(GAMES[game]).GAME
    return found if box is None or found.for_box is None else found.for_box(found, box)


def folder(game: str) -> Path:
    """Where the files of a game are. Nothing of it is loaded."""
    spec = find_spec(GAMES[game])
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def part(game: Game, name: str) -> Any:
    """A module of a game's folder that rules need not know: its ``charts``, its ``screens``. None where it has none."""
    module = f"{game.package}.{name}"
    return import_module(module) if find_spec(module) else None
