"""Boxes: the values printed on a game's components, in TOML; what nobody published stays unknown."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import tomli_w

from companion.errors import RuleError
from companion.words import N_

Box = dict[str, Any]


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
        return import_box(Path(box).read_text(encoding="utf-8"))
    except OSError:
        raise RuleError("unknown-box", N_("The box file {path} cannot be read."), path=str(box)) from None


def import_box(text: str) -> Box:
    """A box from the text of its TOML file. Raises RuleError ``bad-box``."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleError("bad-box", N_("The box file is not TOML: {reason}."), reason=str(error)) from None


def export_box(box: Box) -> str:
    """The box as the text of a TOML file. Unknown values are left out, for TOML has no word for them."""
    return tomli_w.dumps(_known(box))


def _known(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _known(item) for key, item in value.items() if item is not None}
    return value
