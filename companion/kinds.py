"""What a table can do and tell, for whoever writes Python: it completes, and it is documented.

``table.do.`` lists the actions, ``table.do.buy`` knows its fields; ``table.kinds`` names actions, records, figures
and options with a line about each.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from inspect import Parameter, Signature, getdoc
from keyword import iskeyword
from types import SimpleNamespace
from typing import Any, Generic, TypeVar, cast, get_args

from msgspec import NODEFAULT
from msgspec.structs import fields

from companion.games.common import Game
from companion.log import Entry

Shown = TypeVar("Shown")
Record = Callable[..., Entry]
WHEN = [
    Parameter("at", Parameter.KEYWORD_ONLY, default=None, annotation=str | datetime | None),
    Parameter("by", Parameter.KEYWORD_ONLY, default=None, annotation=str | None),
]


class completing(Generic[Shown]):  # noqa: N801 (a decorator)
    """A property that consoles and notebooks complete: through Python's own they do not look."""

    def __init__(self, get: Callable[[Any], Shown]) -> None:
        self._get = get
        self.__doc__ = get.__doc__

    def __get__(self, owner: Any, kind: type | None = None) -> Shown:
        """The value; of the class itself, this."""
        return cast(Shown, self) if owner is None else self._get(owner)


def signature(kind: type) -> Signature:
    """The fields of an action as keywords, with their types and defaults."""
    given = [
        Parameter(
            _python_name(field.encode_name),
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if field.default is NODEFAULT else field.default,
            annotation=get_args(field.type)[0] if hasattr(field.type, "__metadata__") else field.type,
        )
        for field in fields(kind)
    ]
    return Signature(given)


def _python_name(name: str) -> str:
    """A name as Python can write it: one that it keeps for itself has a stroke at its end."""
    return name + "_" * iskeyword(name)


def _own_name(name: str) -> str:
    """The name that was meant by one with a stroke at its end."""
    return name[:-1] if name.endswith("_") and iskeyword(name[:-1]) else name


class Actions:
    """Records an action: ``table.do("buy", player="Anna", …)`` or ``table.do.buy(player="Anna", …)``.

    An action or field whose name Python keeps for itself has a stroke at its end: ``table.do.pass_(…)``.
    ``at`` is the entry's time (UTC; None = now) and ``by`` its author (None: the ``player``, else the banker). Returns
    the entry. Raises RuleError and leaves the table as it was.
    """

    def __init__(self, record: Record, actions: Mapping[str, type]) -> None:
        self._record = record
        self._actions = {_python_name(action): action for action in actions}
        self._kinds = actions

    def __call__(
        self, /, action: str, *, at: str | datetime | None = None, by: str | None = None, **fields: Any
    ) -> Entry:
        """Record ``action``."""
        return self._record(action, at=at, by=by, **fields)

    def __getattr__(self, name: str) -> Record:
        """The action as a function of its fields."""
        if name.startswith("_") or name not in self._actions:
            known = ", ".join(vars(self).get("_actions", ()))
            raise AttributeError(f"There is no action {name!r}; there are {known}.")
        action = self._actions[name]

        def record(**fields: Any) -> Entry:
            return self._record(action, **{_own_name(field): value for field, value in fields.items()})

        given = signature(self._kinds[action])
        record.__name__ = record.__qualname__ = name
        record.__doc__ = getdoc(self._kinds[action])
        record.__signature__ = given.replace(  # type: ignore[attr-defined]
            parameters=[*given.parameters.values(), *WHEN], return_annotation=Entry
        )
        return record

    def __dir__(self) -> list[str]:
        """The actions."""
        return list(self._actions)

    def __repr__(self) -> str:
        """One line an action."""
        return "\n".join(f"do.{name}{signature(self._kinds[action])}" for name, action in self._actions.items())


class Kinds(SimpleNamespace):
    """What a table's game has: ``actions``, ``records``, ``figures`` and ``options``, each with what it means."""

    def __repr__(self) -> str:
        """One line for each."""
        lines = []
        for name, known in vars(self).items():
            lines += [name, *(f"  {key}: {said}" for key, said in known.items())]
        return "\n".join(lines)


def kinds_of(game: Game, actions: Mapping[str, type], figures: Mapping[str, Any]) -> Kinds:
    """What there is of a game."""
    return Kinds(
        actions={action: f"{_fields(kind)} {_first(kind)}" for action, kind in actions.items()},
        records={kind: _first(rows) for kind, rows in game.records.items()},
        figures={kind: _first(draw) for kind, draw in figures.items()},
        options={name: f"{option.label} [{option.default!r}]" for name, option in game.options.items()},
    )


def _fields(kind: type) -> str:
    return f"({', '.join(field.encode_name for field in fields(kind))})"


def _first(thing: Any) -> str:
    """The first sentence of what is said about a thing."""
    return (getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")
