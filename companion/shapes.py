"""What comes from outside has a bounded size and the shape that is expected, or a plain sentence says what is wrong.

Bounds come before any work: whoever writes a file must not be able to fill a machine with it.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from companion.words import N_, Word, fill

LARGEST = 10**12  # of every amount, either way
READABLE = 10**30  # up to here the rules are asked first: they refuse in better words
SAVE_BYTES = 5_000_000
BOX_BYTES = 1_000_000
DEEPEST = 50
LONGEST = 10_000  # items of a list or a mapping, spaces of a range
LONGEST_KEY = 1_000  # characters; Python itself takes no number of more than 4,300
MOST_VALUES = 100_000  # all together

Signed = Annotated[int, Meta(extra={"signed": True})]  # a number that may be below zero: a keyboard has a minus for it


class Strict(Struct, forbid_unknown_fields=True):
    """A type of a part of a snapshot or a box: it has these fields and no others."""


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """The type of an action: its fields as they stand in an entry, and no others."""


class Misfit(ValueError):  # noqa: N818 (it is named by what is wrong)
    """Why a value from outside cannot be used: a part of a sentence, in any language."""

    def __init__(self, template: str, **fields: Any) -> None:
        self.template = template
        self.fields = fields
        super().__init__(self.text())

    def text(self, translate: Callable[[str], str] = str) -> str:
        """The reason in the language of ``translate``."""
        return fill(self.template, self.fields, translate)


def check_bounds(value: Any, largest: int = LARGEST) -> None:
    """Raises Misfit for a number beyond ``largest``, and for what is too deep, too long or too much."""
    _check(value, largest, DEEPEST, [MOST_VALUES])


def _check(value: Any, largest: int, depth: int, left: list[int]) -> None:
    if isinstance(value, int | float):
        if not -largest <= value <= largest:  # NaN too
            raise Misfit(N_("a number is at most {most} either way"), most=LARGEST)
    elif isinstance(value, dict | list | tuple | set | frozenset):
        left[0] -= len(value)
        if depth == 0:
            raise Misfit(N_("it is nested more than {most} deep"), most=DEEPEST)
        if len(value) > LONGEST or left[0] < 0:
            raise Misfit(N_("it holds more than {most} values"), most=LONGEST if len(value) > LONGEST else MOST_VALUES)
        if isinstance(value, dict) and any(isinstance(key, str) and len(key) > LONGEST_KEY for key in value):
            raise Misfit(N_("a name in it has more than {most} characters"), most=LONGEST_KEY)
        for part in value.values() if isinstance(value, dict) else value:
            _check(part, largest, depth - 1, left)


def number_in(text: object) -> int | None:
    """The whole number, not below zero, that a text from outside is; None for any other, or one beyond all amounts.

    >>> number_in("120"), number_in("²"), number_in("9" * 5000)
    (120, None, None)
    """
    known = isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))
    return int(str(text)) if known else None


def said(value: object, most: int = 40) -> str:
    """The beginning of a value in words, for a refusal: of any value, also one that cannot be written."""
    try:
        return str(value)[:most]
    except Exception:  # noqa: BLE001 (thousands of digits, or whatever its own ``__str__`` does)
        return type(value).__name__


def fit(value: Any, kind: Any) -> Any:
    """A plain value as the type ``kind``. Raises Misfit, in words that a player understands."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _misfit(str(error)) from None


WANTED = {
    "int": N_("an integer"),
    "float": N_("a number"),
    "str": N_("a text"),
    "bool": N_("yes or no"),
    "array": N_("a list"),
    "object": N_("a mapping"),
}
_PLACE = re.compile(r"(?P<what>.*?)(?: - at (?:`(?P<key>key)` in )?`\$?(?P<where>.*)`)?", re.DOTALL)
_FIELD = re.compile(r"Object (?P<how>missing required|contains unknown) field `(?P<field>.*)`", re.DOTALL)
_KIND = re.compile(r"Expected `(?P<kind>[a-z]+)(?: \| null)?`(?: (?P<bound>>=|<=) (?P<most>-?\d+)|, got .*)", re.DOTALL)


def _misfit(said: str) -> Misfit:
    """What msgspec says, in plain words."""
    found = _PLACE.fullmatch(said)
    assert found is not None
    where = (found["where"] or "").replace("[...]", "").lstrip(".")
    what = found["what"]
    if field := _FIELD.fullmatch(what):
        name = f"{where}.{field['field']}".lstrip(".")
        missing = field["how"].startswith("missing")
        return Misfit(N_("“{field}” is missing") if missing else N_("“{field}” does not belong there"), field=name)
    kind = _KIND.fullmatch(what)
    if kind is None or kind["kind"] not in WANTED or found["key"]:
        strange = N_("“{field}” cannot have that value") if where else N_("that value is not possible")
        return Misfit(strange, field=where)
    if kind["bound"]:
        least = N_("“{field}” is at least {bound}") if where else N_("it is at least {bound}")
        most = N_("“{field}” is at most {bound}") if where else N_("it is at most {bound}")
        return Misfit(least if kind["bound"] == ">=" else most, field=where, bound=kind["most"])
    wanted = N_("“{field}” must be {wanted}") if where else N_("it must be {wanted}")
    return Misfit(wanted, field=where, wanted=Word(WANTED[kind["kind"]]))
