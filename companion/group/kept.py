"""Evenings that were worked out before, kept beside the tables: safe to delete, thrown away when a log is another."""

import logging
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.files import has_room, write_whole
from companion.group.facts import Evening
from companion.store import Mark

FORM = 4  # to be raised when an evening is worked out otherwise than before
FOLDER = Path("cache") / "evenings"
log = logging.getLogger("companion")


class Kept(Struct, frozen=True):
    """An evening, and of which log it was worked out, by which form."""

    form: int
    key: str
    evening: Evening


_read = msgspec.json.Decoder(Kept).decode


def recall(data: Path, mark: Mark) -> Evening | None:
    """The evening of a table, if its log is still the one that it was worked out of."""
    try:
        kept = _read(_file(data, mark).read_bytes())
    except (OSError, ValueError, msgspec.MsgspecError):  # gone, no text, or no such thing
        return None
    return kept.evening if (kept.form, kept.key) == (FORM, mark.key) else None


def keep(data: Path, mark: Mark, evening: Evening) -> None:
    """Keep it, where the disk has more than the tables' room."""
    file = _file(data, mark)
    try:
        if has_room(data):
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(file, [msgspec.json.encode(Kept(FORM, mark.key, evening))])
    except OSError as trouble:  # it is worked out again then
        log.info("%s is not kept: %s", file, trouble)


def _file(data: Path, mark: Mark) -> Path:
    return data / FOLDER / f"{mark.id}.json"
