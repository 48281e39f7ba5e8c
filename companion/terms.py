"""What a table is made on: its players and its options, checked."""

from typing import Any

from companion.errors import RuleError
from companion.games.common import Game
from companion.names import clean_name
from companion.plain import through_json
from companion.shapes import Misfit, fit, said
from companion.words import N_


def players_of(game: Game, players: list[str]) -> list[str]:
    """The players' names as they stand. Raises RuleError ``wrong-number-of-players``, ``bad-name``, ``name-taken``."""
    if len(players) not in game.seats:  # before names are compared: there may be very many
        raise RuleError(
            "wrong-number-of-players",
            N_("{game} is for {least} to {most} players, not {asked}."),
            game=game.title,
            least=game.seats[0],
            most=game.seats[-1],
            asked=len(players),
        )
    names: list[str] = []
    for name in players:
        names.append(clean_name(name, names))
    return names


def options_of(game: Game, chosen: dict[str, Any]) -> dict[str, Any]:
    """All options of a table: those chosen, and the defaults of the others.

    Raises RuleError ``bad-option`` or ``unknown-option``.
    """
    if not isinstance(chosen, dict):
        raise RuleError("bad-option", N_("The options are a mapping."))
    plain = {name: option.default for name, option in game.options.items()}
    for name, value in chosen.items():
        if name not in game.options:
            raise RuleError("unknown-option", N_("{game} has no option “{name}”."), game=game.title, name=said(name))
        try:
            plain[name] = through_json(value)
            fit(plain[name], game.options[name].type)
        except Misfit as reason:
            raise RuleError(
                "bad-option",
                N_("The option “{name}” cannot have that value: {reason}."),
                name=name,
                reason=reason,
            ) from None
    return plain
