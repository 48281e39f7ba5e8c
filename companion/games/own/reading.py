"""Reading a box so that all its faults are found at once, each with its TOML key and one sentence."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.errors import RuleError
from companion.games.common import Line, listed, printed_word
from companion.games.own.formulas import Formula, formula
from companion.games.own.scope import RESERVED, Scope
from companion.shapes import LARGEST, Misfit, said
from companion.words import N_

MOST_FAULTS = 10
LONGEST_TEXT = 60
MOST_THINGS = 60  # of slots, tracks, goods, dues, buttons each: what a table can look at
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_ID = re.compile(r"\w[\w-]{0,39}")


class Fault(Struct, frozen=True):
    """What is wrong at a key of a box."""

    key: str
    why: Misfit


class Reader:
    """Takes values out of a box and notes what is wrong with them; what cannot be used is replaced by a default.

    ``printed`` are the words of the box that are translated where they are shown.
    """

    def __init__(self, printed: frozenset[str] = frozenset()) -> None:
        self.faults: list[Fault] = []
        self.printed = printed

    def fault(self, key: str, template: str, **fields: Any) -> None:
        """Note that something is wrong at a key."""
        self.add(key, Misfit(template, **fields))

    def add(self, key: str, why: Misfit) -> None:
        """Note a fault, if there were not enough of them already."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(key, why))

    def mapping(self, value: Any, key: str, known: Iterable[str] | None = None) -> dict[str, Any]:
        """A mapping without what is null. ``known`` are the keys that it may have (None: any names)."""
        if not isinstance(value, dict):
            self.fault(key, N_("it must be a table of keys and values"))
            return {}
        found = {str(name): inner for name, inner in value.items() if inner is not None}
        if known is not None:
            for name in found.keys() - set(known):
                self.fault(
                    within(key, name), N_("there is no such key; there are {known}"), known=", ".join(sorted(known))
                )
        return found

    def things(self, value: Any, key: str) -> dict[str, Any]:
        """A mapping of names that the box gives to things: usable ones, and not too many."""
        found = self.mapping({} if value is None else value, key)
        if len(found) > MOST_THINGS:
            self.fault(key, N_("it holds more than {most} values"), most=MOST_THINGS)
            return {}
        return {name: inner for name, inner in found.items() if self._is_id(name, within(key, name))}

    def _is_id(self, name: str, key: str) -> bool:
        if _ID.fullmatch(name) is None:
            self.fault(key, N_("a name here has 1 to {most} letters, digits, _ or -"), most=40)
        elif name in RESERVED:
            self.fault(key, N_("“{name}” has a meaning of its own; choose another name"), name=name)
        else:
            return True
        return False

    def rows(self, value: Any, key: str) -> Iterator[tuple[Any, str]]:
        """The items of a list, with their keys."""
        if value is None:
            return
        if not isinstance(value, list):
            self.fault(key, N_("it must be a list"))
        elif len(value) > MOST_THINGS:
            self.fault(key, N_("it holds more than {most} values"), most=MOST_THINGS)
        else:
            for place, item in enumerate(value):
                yield item, within(key, place)

    def whole(self, value: Any, key: str, least: int, most: int = LARGEST, default: int = 0) -> int:
        """A whole number within bounds."""
        if not is_whole(value):
            self.fault(key, N_("it must be a whole number"))
        elif not least <= value <= most:
            self.fault(key, N_("it must be {least} to {most}"), least=least, most=most)
        else:
            return int(value)
        return max(least, default)

    def text(self, value: Any, key: str, most: int = LONGEST_TEXT) -> str:
        """A short text that is not blank; one of the companion's own is a `Word`."""
        if isinstance(value, str) and 1 <= len(value.strip()) <= most and _CONTROL.search(value.strip()) is None:
            return printed_word(value.strip(), self.printed)
        self.fault(key, N_("it must be a text of 1 to {most} characters"), most=most)
        return "?"

    def choice(self, value: Any, key: str, known: Iterable[str]) -> str:
        """One of a few words."""
        known = list(known)
        if isinstance(value, str) and value in known:
            return known[known.index(value)]
        self.fault(key, N_("“{value}” is none of {known}"), value=said(value), known=", ".join(known))
        return known[0] if known else ""

    def flag(self, value: Any, key: str) -> bool:
        """Yes or no."""
        if not isinstance(value, bool):
            self.fault(key, N_("it must be true or false"))
        return value is True

    def for_each(self, value: Any, key: str, names: Iterable[str], read: Callable[[Any, str], Any]) -> dict[str, Any]:
        """One value for all, or a mapping with one for each of ``names``."""
        names = list(names)
        if not isinstance(value, dict):
            return dict.fromkeys(names, read(value, key))
        given = self.mapping(value, key, names)
        for name in names:
            if name not in given:
                self.fault(within(key, name), N_("it is missing"))
        return {name: read(given[name], within(key, name)) for name in names if name in given}

    def formula(self, value: Any, key: str, known: Scope) -> Formula:
        """A formula of known names; a number is one too."""
        try:
            if isinstance(value, str):
                return formula(value, known)
            if is_whole(value) and -LARGEST <= value <= LARGEST:
                return formula(str(value), known)
            self.fault(key, N_("it must be a formula, such as “{example}”"), example="5 * count")
        except Misfit as why:
            self.add(key, why)
        return NOTHING

    def done(self) -> None:
        """Raises RuleError ``bad-box`` with all faults, where there are any."""
        if self.faults:
            why = listed(
                (Line(N_("{what}: {value}"), {"what": each.key, "value": each.why}) for each in self.faults), " · "
            )
            raise RuleError("bad-box", N_("The box cannot be used: {reason}."), reason=why, faults=tuple(self.faults))


NOTHING = formula("0", {})


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number, and no yes or no."""
    return isinstance(value, int) and not isinstance(value, bool)


def within(key: str, name: object) -> str:
    """The TOML key of something in something, shortened where somebody made it endless."""
    name = said(name)
    return f"{key}.{name}" if key else name


def first_of(entry: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """Those of ``names`` that an entry has."""
    return [name for name in names if name in entry]
