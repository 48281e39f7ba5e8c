"""Boxes: the values printed on a game's components, in TOML; what nobody published stays unknown."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import tomli_w

from companion.errors import RuleError
from companion.shapes import BOX_BYTES, DEEPEST, Misfit, check_bounds, said
from companion.words import N_

Box = dict[str, Any]
# What says in a TOML text how deep it goes; comments and strings are passed over whole, and nothing in them counts.
_SIGNS = re.compile(
    r"#[^\n]*"
    r'|"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?!"")(?:[^"\\\n]|\\[^\n])*+"'
    r"|'(?!'')[^'\n]*+'"
    r"""|[.\[\]{},=\n"']"""
)
_PLACE = re.compile(r"at line (\d+)")


def shipped(package: str) -> dict[str, Box]:
    """The boxes that come with a game, by id; ``box.toml`` is the id ``default``."""
    found = {}
    for file in sorted(files(package).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            found["default" if name == "box" else name] = tomllib.loads(file.read_text(encoding="utf-8"))
    return found


def load_box(box: str | Path | Box | None, package: str) -> Box:
    """The box called by its id, read from a path, or given as a dict; None = the default one.

    Raises RuleError ``unknown-box`` or ``bad-box``.
    """
    if isinstance(box, dict):
        return box
    if box is None or isinstance(box, str):
        boxes = shipped(package)
        if (box or "default") in boxes:
            return boxes[box or "default"]
        if box is None or not box.endswith(".toml"):
            raise RuleError(
                "unknown-box",
                N_("There is no box “{box}”; there are {known}."),
                box=box,
                known=", ".join(boxes),
            )
    if not isinstance(box, str | Path):
        raise RuleError("bad-box", N_("A box is an id, a path or a mapping."))
    try:
        with Path(box).open("rb") as file:
            return import_box(file.read(BOX_BYTES + 1))
    except (OSError, ValueError):
        raise RuleError("unknown-box", N_("The box file {path} cannot be read."), path=said(box, 200)) from None


def import_box(file: bytes | str) -> Box:
    """A box from its TOML file. Raises RuleError ``bad-box``."""
    if not isinstance(file, bytes | str) or len(file) > BOX_BYTES:
        raise _no_box(Misfit(N_("a box is a text of at most {most} bytes"), most=BOX_BYTES))
    try:
        text = file.decode("utf-8") if isinstance(file, bytes) else file
    except UnicodeError:
        raise _no_box(Misfit(N_("it is not UTF-8 text; save the file as UTF-8"))) from None
    try:
        _check_depth(text)
        box = tomllib.loads(text.removeprefix("\ufeff"))
        check_bounds(box)
    except Misfit as reason:
        raise _no_box(reason) from None
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        raise _no_box(
            Misfit(N_("line {line} is no TOML"), line=place[1]) if place else Misfit(N_("it ends in the middle"))
        ) from None
    except (ValueError, RecursionError):  # a number of thousands of digits; brackets in brackets
        raise _no_box(Misfit(N_("it is not TOML"))) from None
    return box


def _check_depth(text: str) -> None:
    """Raises Misfit for a key of very many parts, or very many brackets in brackets in a line.

    TOML's reader takes time and memory for each part of a key, and all parts before it.
    """
    line, dots, depth = 1, 0, 0
    for found in _SIGNS.finditer(text):
        sign = found[0]
        match sign:
            case "." | "[" | "{":
                dots, depth = (dots + 1, depth) if sign == "." else (0, depth + 1)
                if max(dots, depth) > DEEPEST:
                    raise Misfit(N_("line {line} is nested more than {most} deep"), line=line, most=DEEPEST)
            case "]" | "}":
                dots, depth = 0, depth - 1
            case "," | "=":
                dots = 0
            case "\n":
                line, dots, depth = line + 1, 0, 0
            case '"' | "'":  # it does not end: that is as far as it is read
                return
            case _:
                line += sign.count("\n")


def bad_box(reason: Misfit | str) -> RuleError:
    """The refusal of a box from which no table can be made."""
    return RuleError("bad-box", N_("The box cannot be used: {reason}."), reason=reason)


def _no_box(reason: Misfit) -> RuleError:
    return RuleError("bad-box", N_("The box file cannot be used: {reason}."), reason=reason)


def export_box(box: Box) -> str:
    """The box as the text of a TOML file. Unknown values are left out, for TOML has no word for them."""
    return tomli_w.dumps(_known(box))


def _known(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _known(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_known(item) for item in value if item is not None]
    return value
