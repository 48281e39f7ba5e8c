"""Amounts that a box writes as formulas: whole numbers, ``+ - * / ( )``, a few calls, and the names of the game.

A formula is read once, when its box is, into functions that are called at play. Python's own ``ast`` reads the text;
nothing of it is ever run as Python. The libraries that are kept for this (simpleeval, asteval) count in floats, find
an unknown name only while they count, and have a language to be cut down, so they would be more work to keep safe.

Everything is bounded: the text by `LONGEST`, every number on the way by `LARGEST_STEP`.
"""

import ast
import keyword
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from msgspec import Struct

from companion.errors import RuleError
from companion.shapes import LARGEST, Misfit
from companion.words import N_

LONGEST = 200  # characters
LARGEST_STEP = 10**30  # of every number on the way, and of what it is divided by
Number = int | Fraction
Work = Callable[[Any], Number]

_SIGNS = re.compile(r"[\w\s+\-*/(),\[\]]*")
_MUDDLED = re.compile(r"(?<!\w)\d+[^\W\d_]")  # Python itself would take "2or 3" for two words
_KEYWORDS = re.compile(rf"\b(?:{'|'.join(keyword.kwlist)})\b")
_CALLS = {"floor": 1, "ceil": 1, "at": 2, "min": None, "max": None}


class Formula(Struct, frozen=True):
    """A formula that can be worked out. ``names`` are those that it asks."""

    text: str
    names: frozenset[str]
    work: Work

    def whole(self, about: Any) -> int:
        """What it comes to. Raises RuleError ``not-whole``, ``division-by-zero`` or ``too-much-money``."""
        found = self.exact(about)
        if found.denominator != 1:
            raise RuleError(
                "not-whole",
                N_("“{formula}” does not come out whole; let it say floor(…) or ceil(…)."),
                formula=self.text,
            )
        return found.numerator

    def exact(self, about: Any) -> Number:
        """The same, whole or not. Raises RuleError ``division-by-zero`` or ``too-much-money``."""
        found = self.work(about)
        if not -LARGEST <= found <= LARGEST:
            raise _too_large(self.text)
        return found


def formula(text: str, known: Mapping[str, Work]) -> Formula:
    """A text as a formula of the ``known`` names. Raises Misfit, which says where in the text it goes wrong."""
    _check_text(text)
    plain = _KEYWORDS.sub(_disguised, re.sub(r"\s", " ", text))
    lead = len(plain) - len(plain.lstrip())
    try:
        tree = ast.parse(plain.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        at = getattr(error, "offset", None)
        raise _misfit(N_("character {at}: the formula “{text}” cannot be read here"), text, (at or 1) + lead) from None
    reader = _Reader(text, plain.strip(), lead, known)
    work = reader.read(tree.body)
    return Formula(text, frozenset(reader.names), work)


def _disguised(word: re.Match[str]) -> str:
    """A word of Python's own as a plain name: "or" is gold to a French box.

    Its first letter becomes the bold one of mathematics, which Python reads as the same letter in a name, but in no
    word of its own.
    """
    first, rest = word[0][0], word[0][1:]
    return chr(ord("𝐀") + ord(first) - ord("A") if first.isupper() else ord("𝐚") + ord(first) - ord("a")) + rest


def _check_text(text: str) -> None:
    if len(text) > LONGEST:
        raise Misfit(N_("a formula has at most {most} characters"), most=LONGEST)
    if not text.strip():
        raise Misfit(N_("the formula is empty"))
    end = _SIGNS.match(text)
    assert end is not None
    if end.end() < len(text):
        sign = text[end.end()]
        raise Misfit(
            N_("character {at} of “{text}”: “{sign}” has no place in a formula"), at=end.end() + 1, text=text, sign=sign
        )
    if muddled := _MUDDLED.search(text):
        raise _misfit(N_("character {at}: the formula “{text}” cannot be read here"), text, muddled.start() + 1)


def _misfit(template: str, text: str, at: int, **more: Any) -> Misfit:
    return Misfit(template, at=at, text=text, **more)


class _Reader:
    """Turns the parts of a formula into functions."""

    def __init__(self, text: str, parsed: str, lead: int, known: Mapping[str, Work]) -> None:
        self._text, self._parsed, self._lead, self._known = text, parsed, lead, known
        self.names: set[str] = set()

    def read(self, node: ast.expr) -> Work:
        """The function of one part. Raises Misfit."""
        match node:
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                if number > LARGEST:
                    raise self._misfit(N_("character {at} of “{text}”: a number is at most {most}"), node, most=LARGEST)
                return lambda _about: number
            case ast.Name(id=name):
                return self._name(name, node)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                inside = self.read(inner)
                return lambda about: -inside(about)
            case ast.UnaryOp(op=ast.UAdd(), operand=inner):
                return self.read(inner)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
                return self._operation(_OPERATIONS[type(op)], self.read(left), self.read(right))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _CALLS:
                return self._call(name, args, node)
        raise self._misfit(
            N_("character {at} of “{text}”: only numbers, names, + - * / ( ) and {calls} make a formula"),
            node,
            calls=", ".join(_CALLS),
        )

    def _name(self, name: str, node: ast.expr) -> Work:
        if name not in self._known:
            raise self._misfit(
                N_("character {at} of “{text}”: there is no “{name}” here; there are {known}"),
                node,
                name=name,
                known=", ".join(self._known),
            )
        self.names.add(name)
        return self._known[name]

    def _operation(self, work: Callable[[Number, Number], Number], left: Work, right: Work) -> Work:
        text = self._text

        def bounded(about: Any) -> Number:
            try:
                found = work(left(about), right(about))
            except ZeroDivisionError:
                raise RuleError(
                    "division-by-zero", N_("“{formula}” divides by 0, which gives nothing."), formula=text
                ) from None
            if not _small(found):
                raise _too_large(text)
            return found

        return bounded

    def _call(self, name: str, args: list[ast.expr], node: ast.expr) -> Work:
        wanted = _CALLS[name]
        if not args or (wanted is not None and len(args) != wanted):
            raise self._misfit(N_("character {at} of “{text}”: “{name}” takes other things"), node, name=name)
        if name == "at":
            return self._at(*args)
        inside = [self.read(arg) for arg in args]
        if name in ("floor", "ceil"):
            (only,), rounded = inside, floor if name == "floor" else ceil
            return lambda about: rounded(only(about))
        best = min if name == "min" else max
        return lambda about: best(part(about) for part in inside)

    def _at(self, place: ast.expr, table: ast.expr) -> Work:
        """The entry of a table at a place: 0 is the first, and the last one stands for all that come after it."""
        if not isinstance(table, ast.List) or not table.elts:
            raise self._misfit(N_("character {at} of “{text}”: “at” needs a list, as in at(count, [0, 10, 22])"), table)
        text, index = self._text, self.read(place)
        entries = [self.read(entry) for entry in table.elts]

        def chosen(about: Any) -> Number:
            at = index(about)
            if at != floor(at):
                raise RuleError(
                    "not-whole",
                    N_("“{formula}” does not come out whole; let it say floor(…) or ceil(…)."),
                    formula=text,
                )
            return entries[max(0, min(int(at), len(entries) - 1))](about)

        return chosen

    def _misfit(self, template: str, node: ast.expr, **more: Any) -> Misfit:
        # ast counts bytes, a reader counts signs.
        at = len(self._parsed.encode()[: node.col_offset].decode(errors="ignore")) + 1 + self._lead
        return _misfit(template, self._text, at, **more)


def _quotient(left: Number, right: Number) -> Number:
    found = Fraction(left) / right
    return found.numerator if found.denominator == 1 else found


_OPERATIONS: dict[type, Callable[[Number, Number], Number]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: _quotient,
}


def _small(number: Number) -> bool:
    return -LARGEST_STEP <= number <= LARGEST_STEP and number.denominator <= LARGEST_STEP


def _too_large(text: str) -> RuleError:
    return RuleError(
        "too-much-money", N_("“{formula}” comes to more than {most}, either way."), formula=text, most=LARGEST
    )
