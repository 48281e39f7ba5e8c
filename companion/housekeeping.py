"""The actions that every game has: notes, corrections, names, seats that are left and joined, box values."""

import copy
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion import pointers
from companion.boxes import bad_box
from companion.errors import RuleError
from companion.games.common import EVERYTHING, Game, Sight, event, present, seat_of
from companion.names import clean_name
from companion.shapes import Action, Misfit, check_bounds, fit
from companion.words import N_

LONGEST_NOTE = 2000
COMPUTED = "computed-value"  # the code of a correction to what follows from other values


class Note(Action, frozen=True):
    """A remark in the history."""

    text: str


class Correct(Action, frozen=True):
    """Puts the record right with the physical table: snapshot pointers and the values they shall have."""

    set: dict[str, Any]
    reason: str = ""


class Rename(Action, frozen=True):
    """Another name for a player."""

    player: str
    to: str


class Leave(Action, frozen=True):
    """A player goes home; the seat keeps what it holds."""

    player: str


class Join(Action, frozen=True):
    """``player`` takes the seat that the player called ``seat`` left."""

    player: str
    seat: str


class SetBox(Action, frozen=True):
    """Printed values that the box did not know: box pointers and values."""

    set: dict[str, Any]


ACTIONS: dict[str, type] = {
    "note": Note,
    "correct": Correct,
    "rename": Rename,
    "leave": Leave,
    "join": Join,
    "box": SetBox,
}


def apply(game: Game, state: Any, move: Any) -> Any:
    """The state after one of these actions. Raises RuleError."""
    match move:
        case Note():
            return _note(state, move)
        case Correct():
            return correct(game, state, move.set, move.reason)
        case Rename():
            return _rename(state, move)
        case Leave():
            return _leave(game, state, move)
        case Join():
            return _join(state, move)
    return _set_box(game, state, move)


def picture(game: Game, state: Any, sight: Sight) -> dict[str, Any]:
    """The snapshot of a table: the game's keys, who is away, and the box values it waits for."""
    document = game.snapshot(state, sight)
    document["away"] = [state.names[seat] for seat in state.away]
    document["needs"] = game.needs(state)
    return document


def _note(state: Any, move: Note) -> Any:
    if not move.text.strip() or len(move.text) > LONGEST_NOTE:
        raise RuleError("bad-note", N_("A note has 1 to {allowed} characters."), allowed=LONGEST_NOTE)
    return state


def correct(game: Game, state: Any, values: dict[str, Any], reason: str) -> Any:
    """The state in which every pointer shows its value.

    Raises RuleError: ``nothing-to-correct``, ``bad-note`` (a reason too long), ``unknown-pointer``, ``bad-value``
    (a wrong type, or what no component shows), ``computed-value`` (it follows from other values), ``bad-name``,
    ``name-taken``.
    """
    if not values:
        raise RuleError("nothing-to-correct", N_("Say which value is put right."))
    if len(reason) > LONGEST_NOTE:
        raise RuleError("bad-note", N_("A note has 1 to {allowed} characters."), allowed=LONGEST_NOTE)
    try:
        check_bounds(values)
    except Misfit as misfit:
        raise bad_value(values, misfit) from None
    corrected = put_right(game, state, values)
    shown = picture(game, corrected, EVERYTHING)
    for pointer, value in values.items():
        if pointers.get(shown, pointer) != value:
            raise RuleError(
                COMPUTED,
                N_("{pointer} follows from other values; put those right instead."),
                pointer=pointer,
            )
    return corrected


def put_right(game: Game, state: Any, values: dict[str, Any]) -> Any:
    """The state in which every pointer was set to its value, whatever it shows then. Raises RuleError as `correct`."""
    document = picture(game, state, EVERYTHING)
    for pointer, value in values.items():
        pointers.put(document, pointer, copy.deepcopy(value))
    return restored(game, state, document, values)


def restored(game: Game, state: Any, document: dict[str, Any], values: Iterable[str] = ()) -> Any:
    """The state that ``document`` describes, with the names and absences that all games share.

    Raises RuleError ``bad-value``, which tells the pointers of ``values`` where a type is wrong.
    """
    away, _ = document.pop("away"), document.pop("needs")
    try:
        fit(document, game.snapshot_type)
        away = fit(away, list[str])
    except Misfit as reason:
        raise bad_value(values, reason) from None
    names = [player["name"] for player in document["players"]]
    for player, old in zip(document["players"], state.names, strict=False):
        player["name"] = old
    state = replace(state, away=tuple(sorted({seat_of(state, name) for name in away})))
    state = game.settle(game.restore(state, document))
    return state if tuple(names) == state.names else replace(state, names=_new_names(names))


def bad_value(values: Iterable[str], reason: Misfit) -> RuleError:
    """The refusal of values at some pointers."""
    return RuleError(
        "bad-value", N_("{pointers} cannot have that value: {reason}."), pointers=", ".join(values), reason=reason
    )


def _new_names(names: list[str]) -> tuple[str, ...]:
    cleaned: list[str] = []
    for name in names:
        cleaned.append(clean_name(name, cleaned))
    return tuple(cleaned)


def _rename(state: Any, move: Rename) -> Any:
    seat = seat_of(state, move.player)
    return _named(state, seat, move.to)


def _named(state: Any, seat: int, name: str) -> Any:
    others = [other for index, other in enumerate(state.names) if index != seat]
    names = list(state.names)
    names[seat] = clean_name(name, others)
    return replace(state, names=tuple(names))


def _leave(game: Game, state: Any, move: Leave) -> Any:
    seat = seat_of(state, move.player)
    if seat in state.away:
        raise RuleError("already-away", N_("{player} has left already."), player=move.player)
    if present(state) == [seat]:
        raise RuleError("last-player", N_("{player} is the last at the table and cannot leave it."), player=move.player)
    return game.settle(replace(state, away=tuple(sorted((*state.away, seat)))))


def _join(state: Any, move: Join) -> Any:
    seat = seat_of(state, move.seat)
    if seat not in state.away:
        raise RuleError("seat-taken", N_("{seat} has not left, so the seat is not free."), seat=move.seat)
    state = _named(state, seat, move.player)
    return replace(state, away=tuple(other for other in state.away if other != seat))


def _set_box(game: Game, state: Any, move: SetBox) -> Any:
    if not move.set:
        raise RuleError("bad-box", N_("Say which printed value is meant."))
    try:
        check_bounds(move.set)
    except Misfit as reason:
        raise bad_box(reason) from None
    box = state.box
    for pointer, value in move.set.items():
        box = pointers.plant(box, pointer, value)
    return event(game.with_box(state, box), "box-values", values=move.set)
