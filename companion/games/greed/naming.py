"""Values of the box in the words of the history."""

from typing import Any

from companion import pointers
from companion.games.common import Line, plain_value, short
from companion.games.greed.state import State, asset_name, company_name
from companion.games.greed.words import arrows_text, good_name, goods_text, space
from companion.words import N_, Word

COLOURS = {"gold": N_("gold {card}"), "silver": N_("silver {card}")}
WHAT = {
    "name": N_("{thing} is called {value}"),
    "trends": N_("{thing} moves {value}"),
    "inputs": N_("{thing} takes {value}"),
    "outputs": N_("{thing} makes {value}"),
    "points": N_("{thing}: {value} points"),
    "kind": N_("{thing} is of the kind {value}"),
    "removed": N_("{thing} has the mark “{value}”"),
    "start": N_("{thing} starts at {value}"),
    "lowest": N_("{thing}: {value} is the lowest price"),
    "highest": N_("{thing}: {value} is the highest price"),
    "top": N_("{thing}: the last space is {value}, counted from the start"),
    "bottom": N_("{thing}: the first space is {value}, counted from the start"),
    "track": N_("{thing}: the prices are {value}"),
}
ON_SPACE = N_("{thing}: {value} on space {space}, counted from the start")
FORGOTTEN = N_("{thing}: not known any more ({what})")


def printed(state: State, pointer: str, value: Any) -> Line:
    """What was typed for a pointer into the box: "Steel: 45 on space +2, counted from the start"."""
    room, *keys = pointers.split(pointer)
    thing = _thing(state, room, keys)
    if thing is None:
        return plain_value(state, pointer, value)
    if room == "goods" and keys[1] == "known" and len(keys) > 2 and value is not None:  # noqa: PLR2004 - good, known, space
        return Line(ON_SPACE, {"thing": thing, "value": value, "space": space(int(keys[2]))})
    if value is None:
        return Line(FORGOTTEN, {"thing": thing, "what": Word(keys[-1])})
    if keys[-1] not in WHAT:
        return plain_value(state, pointer, value)
    return Line(WHAT[keys[-1]], {"thing": thing, "value": _value(state, keys[-1], value)})


def _thing(state: State, room: str, keys: list[str]) -> Line | str | None:
    """The component that a pointer leads into; None where it leads to none."""
    match room, keys:
        case "goods", [good, _, *_]:
            return good_name(state, good)
        case "companies", [number, _]:
            return company_name(state, int(number))
        case "assets", [number, _]:
            return asset_name(state, int(number))
        case "status", [colour, "cards", letter, _]:
            return Line(COLOURS[colour], {"card": letter})
        case "status", [colour, "start"]:
            return Line(COLOURS[colour], {"card": ""})
    return None


def _value(state: State, what: str, value: Any) -> Line | str:
    if what == "trends":
        return arrows_text(state, value)
    if what in ("inputs", "outputs"):
        return goods_text(state, value) if any(value.values()) else "–"
    if what in ("top", "bottom"):
        return space(value)
    return short(value)
