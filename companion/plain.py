"""What comes from outside as it will be read back from a save: plain JSON values, and nobody else's."""

from typing import Any

import msgspec

from companion.boxes import Box, bad_box
from companion.errors import RuleError
from companion.games.moves import unreadable
from companion.log import RESERVED
from companion.shapes import LARGEST, READABLE, Misfit, check_bounds, said
from companion.words import N_


def plain_fields(action: str, author: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of an action. Raises RuleError ``bad-field`` or ``unknown-action``."""
    if not isinstance(action, str):
        raise RuleError("unknown-action", N_("There is no action “{action}” here."), action=said(action))
    for name in RESERVED:
        if name in fields or (name == "by" and not isinstance(author, str)):
            raise unreadable(action, fields, Misfit(N_("“{field}” cannot have that value"), field=name))
    try:
        plain: dict[str, Any] = through_json({"by": author, "action": action, **fields}, READABLE)
    except Misfit as reason:
        raise unreadable(action, fields, reason) from None
    del plain["by"], plain["action"]
    return plain


def plain_box(box: Box) -> Box:
    """A box. Raises RuleError ``bad-box``."""
    try:
        plain: Box = through_json(box)
    except Misfit as reason:
        raise bad_box(reason) from None
    return plain


def through_json(value: Any, largest: int = LARGEST) -> Any:
    """A value as it will be read back. Raises Misfit for what JSON cannot say, and for what is beyond the bounds."""
    try:
        check_bounds(value, largest)
        return msgspec.json.decode(msgspec.json.encode(value))
    except Misfit:
        raise
    except (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError):
        raise Misfit(N_("only texts, whole numbers, lists and mappings can be written down")) from None
