"""A move as somebody gives it: read as the type of its action, and tried by its rule."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.errors import RuleError
from companion.games.common import Moves
from companion.shapes import Misfit, fit, said
from companion.words import N_


def read_fields(actions: Mapping[str, Any], action: str, fields: dict[str, Any]) -> Any:
    """``fields`` as the type of ``action``. Raises RuleError ``unknown-action`` or ``bad-field``."""
    kind = actions.get(action) if isinstance(action, str) else None
    if kind is None:
        raise RuleError("unknown-action", N_("There is no action “{action}” here."), action=said(action))
    try:
        return fit(gathered(kind, fields), kind)
    except Misfit as reason:
        raise unreadable(action, fields, reason) from None


def played(moves: Moves, state: Any, move: Mapping[str, Any]) -> Any:
    """The state after a move as `Game.legal` gives it, by the ``moves`` of its game. Raises RuleError."""
    fields = {**move}
    kind, rule = moves[fields.pop("action")]
    return rule(state, fit(gathered(kind, fields), kind))


def refusal_of(moves: Moves, state: Any, move: Mapping[str, Any]) -> RuleError | None:
    """What the rule of a move says against it."""
    try:
        played(moves, state, move)
    except RuleError as refusal:
        return refusal
    return None


def playable(moves: Moves, state: Any, candidates: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Those of some moves that the rules accept; none may be among them whose refusal tells a secret."""
    return (move for move in candidates if refusal_of(moves, state, move) is None)


def gathered(kind: Any, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of an action as its type has them: one whose box names its fields takes them together."""
    gather = getattr(kind, "gathered", None)
    together: dict[str, Any] = fields if gather is None else gather(fields)
    return together


def unreadable(action: str, fields: dict[str, Any], reason: Misfit) -> RuleError:
    """The refusal of fields that do not fit their action, and of amounts that nothing can have."""
    template = N_("The action “{action}” cannot be read: {reason}.")
    if isinstance(fields.get("player"), str):
        template = N_("The action “{action}” of {player} cannot be read: {reason}.")
    return RuleError("bad-field", template, action=action[:40], player=said(fields.get("player")), reason=reason)
