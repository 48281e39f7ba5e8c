"""The save file: a header line and one line an entry (JSON Lines), its versions and their migrations."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from companion.errors import LogError
from companion.shapes import SAVE_BYTES, Misfit, check_bounds
from companion.words import N_, utc

FORMAT = "companion-log"
VERSION = 1
# From an older version: a function that turns that version's decoded lines into the next version's.
MIGRATIONS: dict[int, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]] = {}

RESERVED = ("n", "at", "by", "action")
_encode = msgspec.json.Encoder().encode


class Entry(Struct, frozen=True):
    """One recorded action: number ``n`` (from 1), UTC time ``at``, author ``by``, ``action`` and its ``fields``."""

    n: int
    at: str
    by: str
    action: str
    fields: dict[str, Any]

    def line(self) -> str:
        """The entry as its line of the save file, without a line end."""
        return _encode({"n": self.n, "at": self.at, "by": self.by, "action": self.action, **self.fields}).decode()


class Header(Struct, frozen=True, kw_only=True):
    """What a table was made with. ``rules`` is the version of the game's rules in this package."""

    game: str
    rules: int
    players: list[str]
    options: dict[str, Any]
    box: dict[str, Any]

    def line(self) -> str:
        """The header as the first line of the save file, without a line end."""
        return _encode({"format": FORMAT, "version": VERSION, **msgspec.structs.asdict(self)}).decode()


_decode = msgspec.json.Decoder().decode
NO_TEXT = N_("Line {line} is not UTF-8 text. Save the file as UTF-8.")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def parse_entry(line: str | bytes, number: int) -> Entry:
    """The entry on line ``number`` of a save. Raises LogError when it is not an entry."""
    fields = _decode_object(line, number)
    try:
        n, at, by, action = (fields.pop(name) for name in RESERVED)
        utc(at)
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError):
        raise _no_entry(number) from None
    if type(n) is not int or not (type(at) is type(by) is type(action) is str):
        raise _no_entry(number)
    return Entry(n, at, by, action, fields)


def _no_entry(number: int) -> LogError:
    return LogError(
        number, N_("Line {line} is not an entry: expected a JSON object with n, at (a time), by and action.")
    )


def parse_header(line: str | bytes) -> Header:
    """The header of a save. Raises LogError (line 1) when it is none, or is of a newer version."""
    return _header(_decode_object(line, 1))


def read_lines(lines: Iterable[str | bytes]) -> tuple[Header, list[Entry]]:
    """Read a whole save, whatever its version. Raises LogError naming the first unreadable line."""
    rows = list(lines)
    while rows and not rows[-1].strip():
        rows.pop()
    if not rows:
        raise LogError(1, N_("Line {line} is missing: the save is empty."))
    first = _decode_object(rows[0], 1)
    version = _version(first)
    if version < VERSION:
        decoded = [first, *(_decode_object(row, number) for number, row in enumerate(rows[1:], 2))]
        while version < VERSION:
            decoded = MIGRATIONS[version](decoded)
            version += 1
        rows = [_encode(row) for row in decoded]
        first = decoded[0]
    return _header(first), [parse_entry(row, number) for number, row in enumerate(rows[1:], 2)]


def bounded(lines: Iterable[str | bytes]) -> list[str | bytes]:
    """All lines of a save from outside. Raises LogError where there is too much of it, or where it is no text."""
    rows: list[str | bytes] = []
    size = 0
    try:
        for row in lines:
            if not isinstance(row, str | bytes):
                raise LogError(len(rows) + 1, NO_TEXT)
            size += len(row)
            rows.append(row)
            if size > SAVE_BYTES:
                raise too_large(len(rows))
    except (UnicodeError, TypeError):
        raise LogError(len(rows) + 1, NO_TEXT) from None
    return rows


def too_large(number: int) -> LogError:
    """The refusal of a save that is larger than any evening makes."""
    return LogError(
        number, N_("Line {line} is too much: a save has at most {most} million bytes."), most=SAVE_BYTES // 1_000_000
    )


def _decode_object(line: str | bytes, number: int) -> dict[str, Any]:
    try:
        value = _decode(line if isinstance(line, str) else line.decode())
        check_bounds(value)
    except UnicodeError:
        raise LogError(number, NO_TEXT) from None
    except Misfit as reason:
        raise LogError(number, N_("Line {line} cannot be read: {reason}."), reason=reason) from None
    except (msgspec.MsgspecError, RecursionError, TypeError):
        value = None
    if isinstance(line, bytes) and (b"\0" in line or line.startswith(UTF_16)):
        raise LogError(number, NO_TEXT)
    if not isinstance(value, dict):
        raise LogError(number, N_("Line {line} cannot be read: expected a JSON object."))
    return value


def _version(first: dict[str, Any]) -> int:
    version = first.get("version")
    if first.get("format") != FORMAT or type(version) is not int:
        raise LogError(
            1,
            N_("Line {line} is not the header of a save: expected format “{format}” and a version."),
            format=FORMAT,
        )
    if version > VERSION:
        raise LogError(
            1,
            N_("Line {line} says version {version}; this companion reads up to version {known}. Please update it."),
            version=version,
            known=VERSION,
        )
    if version < VERSION and version not in MIGRATIONS:
        raise LogError(1, N_("Line {line} says version {version}, which never existed."), version=version)
    return version


def _header(first: dict[str, Any]) -> Header:
    _version(first)
    try:
        return msgspec.convert({k: v for k, v in first.items() if k not in ("format", "version")}, Header)
    except msgspec.ValidationError:
        raise LogError(
            1, N_("Line {line} is not a whole header: expected game, rules, players, options and box.")
        ) from None
