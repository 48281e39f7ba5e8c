"""What there is in a box, by its type: shelves and components, the keys that they can have, and what is known.

A box is a record of plain values, of records, and of *shelves*: mappings with a record for each card or company. What
the types alone do not tell stands in their ``Meta``: ``title`` and ``description`` of a field, and in ``extra`` the
``keys`` that a mapping can have (a list, or a function of the box) and the words of a shelf's ``progress``.
"""

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta
from msgspec.structs import fields as fields_of

from companion import pointers
from companion.screens.typed import Field, Keys, alternatives, is_record

Box = dict[str, Any]


def sections(kind: Any, box: Box) -> dict[str, list[Keys]]:
    """The components of a box by the shelf on which they stand; under "" what stands on none, the box itself first."""
    found: dict[str, list[Keys]] = {"": [()]}
    for each in fields_of(kind):
        keys = (each.encode_name,)
        if shelf_of(each.type) is not None:
            found[each.encode_name] = list(_components(each.type, keys, box))
        elif is_apart(each.type):
            found[""].append(keys)
    return found


def _components(kind: Any, keys: Keys, box: Box) -> Iterator[Keys]:
    inside = shelf_of(kind)
    if inside is not None:
        every = dict.fromkeys([*(keys_of(kind, box) or ()), *(pointers.find(box, keys) or ())])
        for key in every:
            yield from _components(inside, (*keys, key), box)
        return
    yield keys
    for each in fields_of(record_of(kind)):
        if shelf_of(each.type) is not None:
            yield from _components(each.type, (*keys, each.encode_name), box)


def shelf_of(kind: Any) -> Any:
    """The type of what stands on a shelf; None where a type is none."""
    inside = alternatives(kind)[0][0]
    return get_args(inside)[1] if get_origin(inside) is dict and is_record(get_args(inside)[1]) else None


def is_apart(kind: Any) -> bool:
    """Whether a value of the box itself is typed in a form of its own."""
    return is_record(kind) or get_origin(alternatives(kind)[0][0]) is dict


def record_of(kind: Any) -> Any:
    """The record that a type is, where it may also be nothing."""
    return alternatives(kind)[0][0]


def _metas(kind: Any) -> Iterator[Meta]:
    """What a type says beside what it is."""
    if get_origin(kind) is Annotated:
        yield from (each for each in get_args(kind)[1:] if isinstance(each, Meta))
    if get_origin(kind) in (Annotated, Union, UnionType):
        for each in get_args(kind):
            yield from _metas(each)


def meta_of(kind: Any, name: str) -> Any:
    """What a type's ``Meta`` says under a name, its own or one of its ``extra``; None where it says nothing."""
    every = [getattr(each, name, (each.extra or {}).get(name)) for each in _metas(kind)]
    return next((each for each in every if each is not None), None)


def is_signed(kind: Any, value: Any) -> bool:
    """Whether a number of this type, or in it, may be below zero: its ``Meta`` says so, or one is."""
    return meta_of(kind, "signed") is True or (meta_of(kind, "ge") or 0) < 0 or "-" in str(value)


def keys_of(kind: Any, box: Box) -> list[str] | None:
    """All keys that a mapping can have; None where its type does not say."""
    said = meta_of(kind, "keys")
    if said is None:
        inside = alternatives(kind)[0][0]
        key_kind = get_args(inside)[0] if get_origin(inside) is dict else None
        return list(get_args(key_kind)) if get_origin(key_kind) is Literal else None
    return [str(key) for key in (said(box) if callable(said) else said)]


def may_be_unknown(kind: Any) -> bool:
    """Whether a value of a type, or some of its values, need not be known."""
    kinds, optional = alternatives(kind)
    return optional or holds_unknown(kinds[0])


def holds_unknown(kind: Any) -> bool:
    """Whether a mapping may know some of its values and others not."""
    return get_origin(kind) is dict and alternatives(get_args(kind)[1])[1]


def is_known(field: Field, box: Box) -> bool:
    """Whether a field is known, a mapping of single values with all its keys."""
    keys = keys_of(field.kind, box)
    if keys is not None and holds_unknown(alternatives(field.kind)[0][0]):
        return all((field.value or {}).get(key) is not None for key in keys)
    return field.value is not None
