"""JSON Pointers (RFC 6901) into snapshots and boxes."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.errors import RuleError
from companion.shapes import DEEPEST, said
from companion.words import N_


def split(pointer: str) -> list[str]:
    """The keys of a pointer. Raises RuleError ``unknown-pointer`` when it is none.

    >>> split("/players/0/a~1b")
    ['players', '0', 'a/b']
    """
    if not isinstance(pointer, str) or not pointer.startswith("/") or pointer.count("/") > DEEPEST:
        raise unknown(pointer)
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer[1:].split("/")]


def join(*keys: str | int) -> str:
    """The pointer of a path of keys.

    >>> join("players", 0, "a/b")
    '/players/0/a~1b'
    """
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)


def unknown(pointer: object) -> RuleError:
    """The refusal of a pointer that leads nowhere."""
    return RuleError("unknown-pointer", N_("There is no value at “{pointer}”."), pointer=said(pointer, 200))


def get(document: Any, pointer: str) -> Any:
    """The value at ``pointer``. Raises RuleError ``unknown-pointer``."""
    for key in split(pointer):
        document = document[_step(document, key, pointer)]
    return document


def find(document: Any, keys: Sequence[str]) -> Any:
    """What some keys lead to; None where nothing is there.

    >>> find({"a": [{"b": 1}]}, ["a", "0", "b"]), find({}, ["a", "b"])
    (1, None)
    """
    try:
        return get(document, join(*keys)) if keys else document
    except RuleError:
        return None


def put(document: Any, pointer: str, value: Any) -> None:
    """Replace the value at ``pointer``, in place. Raises RuleError ``unknown-pointer``: nothing new is made."""
    *parents, last = split(pointer)
    for key in parents:
        document = document[_step(document, key, pointer)]
    document[_step(document, last, pointer)] = value


def plant(document: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """A copy of ``document`` with ``value`` at ``pointer``; mappings on the way are made where there are none.

    So they are where nothing is left, and a list before "-". In a list the place after the last one, or "-", makes it
    longer.

    >>> plant({"button": [{"name": "Go"}]}, "/button/-", {"name": "Rent"})
    {'button': [{'name': 'Go'}, {'name': 'Rent'}]}
    """
    planted: dict[str, Any] = _planted(document, split(pointer), pointer, value)
    return planted


def _planted(document: Any, keys: list[str], pointer: str, value: Any) -> Any:
    if not keys:
        return value
    key, *rest = keys
    if isinstance(document, dict):
        inner: Any = document.get(key)
        if inner is None:  # never there, or taken out
            inner = [] if rest[:1] == ["-"] else {}
        return {**document, key: _planted(inner, rest, pointer, value)}
    at = (len(document) if key == "-" else _place(key, len(document))) if isinstance(document, list) else None
    if at is None:
        raise unknown(pointer)
    inner = document[at] if at < len(document) else {}
    return [*document[:at], _planted(inner, rest, pointer, value), *document[at + 1 :]]


def _step(document: Any, key: str, pointer: str) -> str | int:
    if isinstance(document, dict) and key in document:
        return key
    place = _place(key, len(document) - 1) if isinstance(document, list) else None
    if place is None:
        raise unknown(pointer)
    return place


def _place(key: str, last: int) -> int | None:
    """The place in a list that a key says, up to ``last``; None where it says none."""
    if not key.isdecimal() or len(key) > len(str(last)):
        return None
    place = int(key)
    return place if place <= last and str(place) == key else None


def leaves(document: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every value that is no filled mapping, with its pointer. A list of mappings is entered, another is a value."""
    if isinstance(document, dict) and document:
        for key, value in document.items():
            yield from leaves(value, (*path, key))
    elif isinstance(document, list) and document and all(isinstance(item, dict) for item in document):
        for index, value in enumerate(document):
            yield from leaves(value, (*path, index))
    else:
        yield join(*path), document


def differences(
    old: Any, new: Any, path: tuple[str | int, ...] = (), *, partial: bool = False
) -> Iterator[tuple[str, Any]]:
    """What ``new`` has where two documents differ, with its pointer.

    A ``partial`` one leaves as it is what it does not say; else mappings of other keys differ as a whole.

    >>> dict(differences({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": 1, "c": 3}]}))
    {'/a/0/c': 3}
    >>> dict(differences({"a": 1, "b": [1]}, {"b": [2], "c": [{"d": 3}]}, partial=True))
    {'/b': [2], '/c': [{'d': 3}]}
    """
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and (partial or old.keys() == new.keys()):
        for key, value in new.items():
            if key in old:
                yield from differences(old[key], value, (*path, key), partial=partial)
            else:
                yield join(*path, key), value
    elif _rows(old) and _rows(new) and len(old) == len(new):
        for index, value in enumerate(new):
            yield from differences(old[index], value, (*path, index), partial=partial)
    else:
        yield join(*path), new


def _rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)
