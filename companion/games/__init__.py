"""The games, by id. A game's code is loaded when a table of it is opened."""

from importlib import import_module

from companion.errors import RuleError
from companion.games.common import Game
from companion.shapes import said
from companion.words import N_

GAMES = {
    "good-brokers": "companion.games.good_brokers",
    "greed": "companion.games.greed",
    "plutocracy": "companion.games.plutocracy",
    "ponzi-scheme": "companion.games.ponzi_scheme",
}


def load_game(game: str) -> Game:
    """The game called ``game``. Raises RuleError ``unknown-game``."""
    if not isinstance(game, str) or game not in GAMES:
        raise RuleError(
            "unknown-game",
            N_("There is no game “{game}”; there are {known}."),
            game=said(game),
            known=", ".join(GAMES),
        )
    found: Game = import_module(GAMES[game]).GAME
    return found
