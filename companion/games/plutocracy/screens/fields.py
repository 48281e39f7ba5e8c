"""What the fields of the actions of Plutocracy, and the values of its snapshot, can be."""

from typing import Any

from companion.games.plutocracy.advice import Forecast
from companion.games.plutocracy.screens import signs
from companion.games.plutocracy.societies import SOCIETY_NAMES
from companion.games.plutocracy.state import SOCIETIES, State
from companion.screens.ctx import Ctx
from companion.screens.typed import Choices, Keys
from companion.words import isolated


def choices(ctx: Ctx, state: State, keys: Keys) -> Choices | None:
    """Bodies and their positions, resources, societies, dice, what lies on the time track."""
    match keys:
        case [*_, "planet"]:
            return [(planet, signs.body_name(ctx, planet)) for planet in state.planets]
        case [*_, "body"] | ["rolled"]:
            return [(body, signs.body_name(ctx, body)) for body in state.box["die"]["order"]]
        case ["setup_supply", "resource"] | ["planets", _, "demand" | "supply"]:
            return [(resource, signs.resource_name(ctx, resource)) for resource in state.box["resources"]]
        case ["setup_roll", "die"]:
            return [(die, str(die)) for die in range(1, state.box["die"]["prices"][-1]["most"] + 1)]
        case ["auction_bid", "slot"]:
            return [(slot, str(slot)) for slot in range(1, len(state.slots) + 1)]
        case ["join_society", "society"]:
            return [(society, ctx._(SOCIETY_NAMES[society])) for society in SOCIETIES]
        case ["travel", "to"] if state.active is not None:
            return _reach(ctx, Forecast(state, state.active))
        case ["players", _, "ship"]:
            return [(list(place), signs.place_name(ctx, state, place)) for place in sorted(state.sky.places)]
        case ["players", _, "corporation"]:
            return [(each, printed["name"]) for each, printed in state.box["corporations"].items()]
        case ["societies", _]:
            return _players(state)
        case ["track", *_] | ["next"]:
            return [*_players(state), *(({"event": name}, ctx._(said)) for name, said in signs.EVENT_NAMES.items())]
    return None


def _reach(ctx: Ctx, forecast: Forecast) -> Choices:
    """The places that a ship could fly to, the nearest first."""
    least = ((forecast.least(place), place) for place in forecast.state.sky.places)
    reach = sorted((time, place) for time, place in least if time is not None)
    return [(list(place), f"{time} · {signs.place_name(ctx, forecast.state, place)}") for time, place in reach]


def _players(state: State) -> list[tuple[Any, str]]:
    return [(name, isolated(name)) for name in state.names]
