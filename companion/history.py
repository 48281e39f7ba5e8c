"""The history in words: every entry, who did it and when, and what followed from it."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from companion import housekeeping, notices, pointers
from companion.errors import RuleError
from companion.games.common import (
    EVERYTHING,
    PUBLIC,
    Event,
    Game,
    Line,
    Sight,
    Step,
    key_word,
    listed,
    plain_value,
    short,
)
from companion.log import Entry
from companion.names import BANKER, HOUSE
from companion.words import N_, Counted, Word, isolated


class HistoryLine(Struct, frozen=True):
    """An entry as a reader sees it.

    ``line`` is what the reader may know of it, ``public`` what everybody may: a page says that in the open.
    ``action`` is what the reader may know it to be (see `Game.alike`).
    ``counts`` is false for what was undone, ``amended`` true where its fields were changed later, ``flagged`` true for
    corrections, and ``derived`` lists what followed by itself.
    """

    n: int
    at: str
    by: str
    action: str
    line: Line
    public: Line
    derived: list[Line]
    counts: bool
    amended: bool
    flagged: bool


def tell_history(game: Game, now: Any, entry: Entry, step: Step | None, *, counts: bool, sight: Sight) -> HistoryLine:
    """``entry`` in words, as ``sight`` may know it. ``step`` is what it did (None for undo, redo, amend, the clock).

    ``now`` is the state that says which secrets are open: that of the table, or of its own time for what was taken
    back, since nothing opens that any more.
    """
    if step is None:
        line, derived, shown = _table_line(entry), [], entry
        public = line
    else:
        shown = step.entry
        line = describe(game, step, sight, now)
        public = line if sight == PUBLIC else describe(game, step, PUBLIC, now)
        derived = [tell(game, happened, step.after) for happened in step.after.events]
    return HistoryLine(
        n=entry.n,
        at=entry.at,
        by=entry.by,
        action=shown.action if step is None else known_action(game, step, sight, now),
        line=line,
        public=public,
        derived=derived,
        counts=counts or (step is None and entry.action != "amend"),
        amended=shown is not entry,
        flagged=shown.action in ("correct", "amend"),
    )


def known_action(game: Game, step: Step, sight: Sight, now: Any) -> str:
    """The action of an entry, as far as ``sight`` may tell it from one that is alike; ``now`` as in `tell_history`."""
    action: str = step.entry.action
    if action in game.alike and describe(game, step, sight, now) != describe(game, step, EVERYTHING, now):
        return game.alike[action]
    return action


def describe(game: Game, step: Step, sight: Sight, now: Any) -> Line:
    """What an entry did, in words. One that was forced says what it was, and whether that still has its effect."""
    if step.forced is not None:
        template, was = N_("No longer possible, so nothing of it counts: {what}"), step.forced.step
        if step.forced.carried is not None:
            template, was = N_("No longer legal, kept as a correction of the same effect: {what}"), step.forced.carried
        if was.before is was.after:  # of an older version's save: what it did there is not known
            return Line(template, {"what": Line(N_("entry {n}"), {"n": was.entry.n})})
        return Line(template, {"what": describe(game, was, sight, now)})
    entry = step.entry
    fields = entry.fields
    match entry.action:
        case "note":
            notice = notices.found(fields["text"]) if entry.by == HOUSE else None
            return Line(*notice) if notice else Line(N_("Note: {text}"), fields)
        case "rename":
            return Line(N_("{player} is now called {to}"), fields)
        case "leave":
            return Line(N_("{player} went home"), fields)
        case "join":
            return Line(N_("{player} takes the seat of {seat}"), fields)
        case "box":
            values = listed(_printed(game, step.after, pointer, value) for pointer, value in fields["set"].items())
            return Line(N_("Printed on the components: {values}"), {"values": values})
        case "correct":
            changes = listed({line.text(): line for line in _changes(game, step, sight)}.values())
            if fields.get("reason"):
                return Line(N_("Correction: {changes}, “{reason}”"), {"changes": changes, "reason": fields["reason"]})
            return Line(N_("Correction: {changes}"), {"changes": changes})
    return game.describe(step, sight, now)


def _changes(game: Game, step: Step, sight: Sight) -> Iterator[Line]:
    """The corrected values; one that ``sight`` may not see is named without its value."""
    before = housekeeping.picture(game, step.before, EVERYTHING)
    after = housekeeping.picture(game, step.after, EVERYTHING)
    seen = [
        (housekeeping.picture(game, state, sight), whole)
        for state, whole in ((step.before, before), (step.after, after))
    ]
    for pointer in step.entry.fields["set"]:
        keys = pointers.split(pointer)
        if all(_open(pointer, part, whole) for part, whole in seen):
            word = _words(game, step.after)
            old, new = (short(pointers.get(whole, pointer), word) for whole in (before, after))
            yield Line("{name} {old} → {new}", {"name": _named(keys, after, word), "old": old, "new": new})
        else:
            # Of what is hidden not even a key is told: it may be the company whose share was put aside.
            told = keys[: min(_depth(keys, part) for part, _whole in seen)]
            yield Line("{name} ••• → •••", {"name": _named(told, after, _words(game, step.after))})


def _open(pointer: str, part: dict[str, Any], whole: dict[str, Any]) -> bool:
    """Whether the value in a filtered snapshot is the whole one: what holds a secret is not shown."""
    try:
        return bool(pointers.get(part, pointer) == pointers.get(whole, pointer))
    except RuleError:
        return False


def _depth(keys: list[str], part: Any) -> int:
    """How many keys of a pointer lead to the first one that is not shown."""
    for depth, key in enumerate(keys, 1):
        if isinstance(part, list) and key.isdecimal() and int(key) < len(part):
            part = part[int(key)]
        elif isinstance(part, dict) and key in part:
            part = part[key]
        else:
            return depth
    return len(keys)


def _printed(game: Game, state: Any, pointer: str, value: Any) -> Line:
    """A value of the box in words."""
    return game.printed(state, pointer, value) if game.printed else plain_value(pointer, value, game.keys)


def _words(game: Game, state: Any) -> Callable[[str], str]:
    """What a key is called: a player keeps the own name, a thing of the box has the name that the box gives it."""

    def word(key: str) -> str:
        if key in state.names:
            return key
        name = game.named(state, key)
        return key_word(key, game.keys, game.key_words) if name is None else Word(name)

    return word


def _named(keys: list[str], document: dict[str, Any], word: Callable[[str], str]) -> Line:
    """What a pointer leads to, in words: "Anna · cash"."""
    if keys[0] == "players" and len(keys) > 1:
        return listed([document["players"][int(keys[1])]["name"], *map(word, keys[2:])], " · ")
    return listed(map(word, keys), " · ")


def tell(game: Game, happened: Event, state: Any) -> Line:
    """A derived event in words."""
    if happened.kind == "box-values":
        return Line(N_("remembered in the box"))
    return game.tell(happened, state)


def author(by: str, translate: Callable[[str], str]) -> str:
    """Who recorded an entry, in words."""
    return {BANKER: translate(N_("the banker")), HOUSE: translate(N_("the table"))}.get(by, isolated(by))


def _table_line(entry: Entry) -> Line:
    fields = entry.fields
    match entry.action:
        case "undo":
            return Line(N_("Undid entry {entry}"), {"entry": fields.get("entry", "")})
        case "redo":
            return Line(N_("Did entry {entry} again"), {"entry": fields.get("entry", "")})
        case "amend":
            return Line(N_("Changed entry {entry}"), {"entry": fields["entry"]})
    return Line(
        CLOCK_LINES[fields["op"]], {"time": Counted("{count} second", "{count} seconds", fields.get("seconds", 0))}
    )


CLOCK_LINES = {
    "start": N_("Clock started"),
    "pause": N_("Clock paused"),
    "resume": N_("Clock goes on"),
    "reset": N_("Clock reset"),
    "set": N_("Clock set to {time}"),
}
