"""What is asked of a new entry, and not of one on record: that it is within the bounds, and changes something."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from companion import pointers
from companion.errors import RuleError
from companion.games.common import EVERYTHING, Game, Step
from companion.games.moves import unreadable
from companion.housekeeping import bad_value, picture, restored
from companion.ledger import BANK
from companion.log import Entry
from companion.shapes import LARGEST, Misfit, check_bounds
from companion.words import N_

_encode = msgspec.json.Encoder(order="sorted").encode


def check_amounts(entry: Entry, played: Callable[[Entry], object]) -> None:
    """Raises RuleError for an amount that nothing can have: that of the rules, which say it better, where they do."""
    try:
        check_bounds(entry.fields)
    except Misfit as reason:
        played(entry)
        raise unreadable(entry.action, entry.fields, reason) from None


def check_change(game: Game, state: Any, steps: Callable[[], Iterable[Step]], entry: Entry) -> None:
    """Raises RuleError ``nothing-changed`` for a correction, an amendment or a new name that would change nothing."""
    fields = entry.fields
    try:
        match entry.action:
            case "correct":
                here = picture(game, state, EVERYTHING)
                same = bool(fields["set"]) and all(
                    _same(pointers.get(here, pointer), value) for pointer, value in fields["set"].items()
                )
            case "rename":
                same = fields["player"] in state.names and fields["to"].strip() == fields["player"]
            case "amend":
                old = next((step for step in steps() if step.entry.n == fields["entry"]), None)
                same = (
                    old is not None
                    and old.forced is None
                    and _same(old.entry.fields, {**old.entry.fields, **fields["fields"]})
                )
            case _:
                return
    except (RuleError, KeyError, TypeError, AttributeError):
        return  # it is of another form; the rules say so
    if same:
        raise RuleError("nothing-changed", N_("That is what is written down already, so nothing would change."))


def check_reach(game: Game, entry: Entry) -> None:
    """Raises RuleError ``bad-value`` for a correction, made now or amended, to what no game comes to (`Game.furthest`).

    What is on record is played all the same.
    """
    fields = entry.fields.get("fields") if entry.action == "amend" else entry.fields
    values = fields.get("set") if entry.action in ("amend", "correct") and isinstance(fields, dict) else None
    for pointer, most in game.furthest.items():
        said = values.get(pointer) if isinstance(values, dict) else None
        if type(said) is int and said > most:
            raise bad_value([pointer], Misfit(N_("it is at most {bound}"), bound=most))


def check_names(entry: Entry, steps: Iterable[Step], amended: Iterable[Step]) -> None:
    """Raises RuleError ``name-amended`` for an amendment after which somebody would have another name, then or later.

    Later entries go by it: of those of a player who could not have joined any more nothing would count.
    """
    old, new = ([step.after.names for step in each] for each in (steps, amended))
    if old != new:
        raise RuleError(
            "name-amended",
            N_("A name is put right by renaming once more, not in entry {entry}: the entries since then go by it."),
            entry=entry.fields["entry"],
        )


def check_picture(game: Game, before: Any, after: Any) -> None:
    """Raises RuleError ``bad-box`` where a box and what lies on the table come to contradict each other.

    No correction would be taken any more, since each puts the whole picture back. Likewise where the game could not be
    played to its end (`Game.check_box`). A table of which that holds already may come nearer to what is right.
    """
    misfit = _misfit(game, after)
    if misfit is not None and _misfit(game, before) is None:
        raise RuleError("bad-box", misfit.template, **misfit.fields)


def _misfit(game: Game, state: Any) -> RuleError | None:
    """Why its box does not do for a table, or its picture cannot be put back into it."""
    try:
        game.check_box(state)
        restored(game, state, picture(game, state, EVERYTHING))
    except RuleError as refusal:
        return refusal
    return None


def decisions(game: Game, steps: Iterable[Step]) -> int:
    """How often what players hide has decided how a table went on."""
    return sum(event.kind in game.decides for step in steps for event in step.after.events)


def _same(old: Any, new: Any) -> bool:
    """Whether two values are written down alike: 1 is not true."""
    return _encode(old) == _encode(new)


def near_the_bound(state: Any) -> bool:
    """Whether so much money lies in one place that a move may be refused for going beyond the bound."""
    return any(abs(held) > LARGEST // 2 for slot, held in state.ledger.balances.items() if slot != BANK)
