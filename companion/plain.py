"""What comes from outside as it will be read back from a save: plain JSON values, and nobody else's."""

from collections.abc import Iterator
from math import isfinite
from typing import Any

import msgspec

from companion.boxes import Box
from companion.errors import RuleError
from companion.log import RESERVED
from companion.words import N_

UNWRITABLE = (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError)


def plain_fields(action: str, author: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of an action. Raises RuleError ``bad-field`` or ``unknown-action``."""
    if not isinstance(action, str):
        raise RuleError("unknown-action", N_("There is no action “{action}” here."), action=str(action)[:40])
    for name in RESERVED:
        if name in fields or (name == "by" and not isinstance(author, str)):
            raise _unreadable(action, name)
    try:
        plain: dict[str, Any] = through_json({"by": author, "action": action, **fields})
    except UNWRITABLE as error:
        raise _unreadable(action, str(error)) from None
    del plain["by"], plain["action"]
    return plain


def plain_box(box: Box) -> Box:
    """A box. Raises RuleError ``bad-box``."""
    try:
        plain: Box = through_json(box)
    except UNWRITABLE as error:
        raise RuleError("bad-box", N_("The box cannot be used: {reason}."), reason=str(error)) from None
    return plain


def _unreadable(action: str, reason: str) -> RuleError:
    return RuleError(
        "bad-field", N_("The action “{action}” cannot be read: {reason}."), action=action[:40], reason=reason
    )


def through_json(value: Any) -> Any:
    """A value as it will be read back. Raises one of `UNWRITABLE`, also for NaN and infinity, which JSON cannot say."""
    for number in _floats(value):
        if not isfinite(number):
            raise ValueError(f"{number} is not a number")
    return msgspec.json.decode(msgspec.json.encode(value))


def _floats(value: Any) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict | list | tuple | set | frozenset):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _floats(part)
