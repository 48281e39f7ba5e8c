"""The text of a box: what is wrong in it and at which line, and the link in which it travels."""

import base64
import binascii
import re
import zlib
from typing import Any, NamedTuple

from companion.boxes import import_box
from companion.errors import RuleError
from companion.games.common import Line
from companion.games.own.box import check_start, read_box
from companion.shapes import BOX_BYTES
from companion.words import N_, Translator, labelled

LONGEST_LINK = 4096  # signs after the #
LINK = "box="
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w.\"'-]+)\s*=")


class Trouble(NamedTuple):
    """What is wrong in a text: in which line (None: nowhere in particular), at which key."""

    line: int | None
    key: str
    why: Line

    def text(self, _: Translator) -> str:
        """What is wrong, in words."""
        return labelled(self.key, self.why.text(_), _) if self.key else self.why.text(_)


def troubles(text: str) -> list[Trouble]:
    """Everything that is wrong in the text of a box, from the top; nothing where it can be played."""
    try:
        box = import_box(text)
    except RuleError as refusal:
        reason = refusal.fields["reason"]
        # What ends in the middle is wrong at its end.
        line = str(getattr(reason, "fields", {}).get("line", len(text.splitlines())))
        return [Trouble(int(line) if line.isdecimal() else None, "", Line(refusal.template, refusal.fields))]
    try:
        book = read_box(box)
        for players in range(book.players[0], book.players[1] + 1):
            check_start(book, players)
    except RuleError as refusal:
        lines = lines_of(text)
        every = refusal.fields["faults"]
        return sorted((Trouble(_nearest(lines, each.key), each.key, each.why) for each in every), key=_from_the_top)
    return []


def _from_the_top(trouble: Trouble) -> int:
    return trouble.line or 0


def lines_of(text: str) -> dict[str, int]:
    """The line of every key that begins one, and of every table: "button.0.name" -> 12."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header is not None:
            table = _plain(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}.{counts[table]}"
            found.setdefault(table, number)
        elif key is not None:
            found.setdefault(f"{table}.{_plain(key[1])}".lstrip("."), number)
    return found


def _plain(key: str) -> str:
    return re.sub(r"[\"'\s]", "", key)


def _nearest(lines: dict[str, int], key: str) -> int | None:
    """The line of a key or, where it has none of its own, of what it stands in."""
    while key and key not in lines:
        key = key.rpartition(".")[0]
    return lines.get(key)


# -- a link ------------------------------------------------------------------------------------------------


def to_link(text: str) -> str:
    """What stands after the # of a link that carries a box. Raises RuleError ``box-too-long``."""
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(LINK) + len(packed) > LONGEST_LINK:
        raise RuleError("box-too-long", N_("This file is too long for a link: share it as a file."))
    return LINK + packed


def from_link(packed: str) -> str:
    """The text of the box in a link. Raises RuleError ``bad-box``."""
    try:
        raw = base64.urlsafe_b64decode(packed.removeprefix(LINK) + "=" * (-len(packed.removeprefix(LINK)) % 4))
        unpacked = zlib.decompressobj()
        text = unpacked.decompress(raw, BOX_BYTES).decode()
        if not unpacked.eof:
            raise _broken()
    except (ValueError, binascii.Error, zlib.error):
        raise _broken() from None
    return text


def _broken() -> RuleError:
    return RuleError("bad-box", N_("This link is cut off or broken: ask for it again, or for the file."))


def changes(old: Any, new: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """What makes ``new`` of ``old``, by path: what is gone becomes None, one more at the end of a list goes to "-"."""
    if old == new:
        return {}
    if isinstance(old, dict) and isinstance(new, dict):
        found: dict[tuple[str, ...], Any] = {}
        for key in [*old, *(key for key in new if key not in old)]:
            if key not in new:
                found[*path, key] = None
            elif key not in old:
                found[*path, key] = new[key]
            else:
                found |= changes(old[key], new[key], (*path, key))
        return found
    if isinstance(old, list) and isinstance(new, list) and len(new) == len(old) + 1 and new[:-1] == old:
        return {(*path, "-"): new[-1]}
    return {path: new}
