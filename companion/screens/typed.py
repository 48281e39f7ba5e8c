"""What people type and pick, by its type: the parts of a value that is put right, and what its controls say.

A form of an old entry and a correction are made of it, for every game: a number is typed, one of several is chosen or
tapped, a list is ticked, a mapping and a record have a control for each part (`controls` draws them). What the types do
not tell, a game does (`GameScreens.choices`).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import fields as fields_of

from companion.errors import RuleError
from companion.screens import naming
from companion.screens.ctx import Ctx
from companion.shapes import LARGEST, number_in
from companion.widgets.messages import Event
from companion.words import N_

Keys = tuple[str, ...]
Choices = Sequence[tuple[Any, str]]
Choose = Callable[[Keys], Choices | None]

LONGEST_SHOWN = 30  # characters of a number that is refused
_GAPS = re.compile(r"[\s'’‘ʼ′´`]")  # between thousands, as people and keyboards write them
_GROUPED = re.compile(r"-?\d{1,3}([.,])\d{3}(\1\d{3})*")
_MOST = f"{LARGEST:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


@dataclass(frozen=True)
class Field:
    """A value to be put right.

    ``name`` is that of its controls, ``label`` what people read, ``kind`` its type. ``keys`` lead to it: an action and
    its fields, or the keys of a pointer into a snapshot. Where the reader may not know the ``value`` (``known`` False)
    it is not shown, and stays unless it is typed anew. ``more`` are attributes of its controls. ``signed`` is whether a
    number in it may be below zero.
    """

    name: str
    label: str
    kind: Any
    value: Any
    keys: Keys
    known: bool = True
    more: tuple[tuple[str, Any], ...] = ()
    signed: bool = False

    @property
    def shown(self) -> Any:
        """The value, as far as the reader may know it."""
        return self.value if self.known else None

    @property
    def attributes(self) -> dict[str, Any]:
        """What its controls have beside their values."""
        return dict(self.more)

    def part(self, name: str, label: str, kind: Any, value: Any) -> "Field":
        """A part of it."""
        return replace(self, name=f"{self.name}.{name}", label=label, kind=kind, value=value, keys=(*self.keys, name))


# -- types -------------------------------------------------------------------------------------------------


def alternatives(kind: Any) -> tuple[list[Any], bool]:
    """What a type can be but for nothing at all, and whether it can be that.

    >>> alternatives(str | None), alternatives(Annotated[int, "at least 0"])
    (([<class 'str'>], True), ([<class 'int'>], False))
    """
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) not in (Union, UnionType):
        return [kind], False
    every = get_args(kind)
    nothing = [each for each in every if each in (type(None), UnsetType)]
    return [alternatives(each)[0][0] for each in every if each not in nothing], bool(nothing)


def kind_of(field: Field) -> tuple[Any, bool]:
    """The type of a field that is drawn, and whether it may be left empty; of ``Any`` that of its value."""
    kinds, optional = alternatives(field.kind)
    kind = kinds[0] if len(kinds) == 1 else _one_kind(kinds, field.value)
    return (_plain_kind(field.value), field.value is None) if kind is Any else (kind, optional)


def _one_kind(kinds: list[Any], value: Any) -> Any:
    """The one of several types that a value has now; ``object`` where records are among them: a game says what."""
    if any(map(_is_struct, kinds)):
        return object
    return next((kind for kind in kinds if (get_origin(kind) or kind) is type(value)), kinds[0])


def _plain_kind(value: Any) -> Any:
    """The type of a plain value."""
    if isinstance(value, dict):
        return dict[str, int] if value and all(type(each) is int for each in value.values()) else dict[str, Any]
    if isinstance(value, list):
        kinds = {type(each) for each in value}
        return list[next(iter(kinds))] if (kinds and kinds <= {int}) or kinds == {str} else list[Any]  # type: ignore[misc]
    return object if value is None else type(value)


def kind_at(kind: Any, keys: Sequence[str]) -> Any:
    """The type of what some keys lead to in a document of a type; ``Any`` where it does not say."""
    for key in keys:
        found = alternatives(kind)[0]
        inside: Any = next((each for each in found if _is_struct(each) or get_args(each)), None)
        if _is_struct(inside):
            kind = next((each.type for each in fields_of(inside) if each.encode_name == key), Any)
        elif get_origin(inside) is dict:
            kind = get_args(inside)[1]
        elif get_origin(inside) is list:
            kind = get_args(inside)[0]
        else:
            return Any
    return kind


def is_record(kind: Any) -> bool:
    """Whether a type is a record: what has fields of its own."""
    return _is_struct(alternatives(kind)[0][0])


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


# -- parts of a field --------------------------------------------------------------------------------------


def parts_of(ctx: Ctx, field: Field) -> Iterator[Field]:
    """The fields of a record."""
    kind, _optional = kind_of(field)
    value = field.value if isinstance(field.value, dict) else {}
    for each in fields_of(kind):
        name, kind = each.encode_name, each.type if each.required else _or_none(each.type)
        yield field.part(name, naming.named(ctx.table, name, ctx._), kind, value.get(name))


def entries_of(ctx: Ctx, field: Field, choose: Choose) -> Iterator[Field]:
    """The values of a mapping: of all keys that it can have, then of those that it has."""
    kind, _optional = kind_of(field)
    key_kind, value_kind = get_args(kind)
    value = field.value if isinstance(field.value, dict) else {}
    found = choose(field.keys) or [(key, naming.named(ctx.table, key, ctx._)) for key in _keys(ctx, key_kind, value)]
    named = dict(found) | {key: naming.named(ctx.table, key, ctx._) for key in value if key not in dict(found)}
    count = value_kind is int
    for key, said in named.items():
        # What is not counted is none of it: its control may be left empty.
        yield field.part(key, said, int | None if count else value_kind, value.get(key))


def _keys(ctx: Ctx, kind: Any, value: dict[str, Any]) -> list[str]:
    """The keys that a mapping can have: those of its type, else those of a mapping of the table that has its own."""
    written = [each for each in get_args(kind) if isinstance(each, str)]
    return written or _keys_like(ctx, set(value)) or sorted(value)


def _keys_like(ctx: Ctx, some: set[str]) -> list[str]:
    """All keys of the first mapping of the snapshot that has these among its own."""
    for group in ctx.snapshot.values():
        if some and isinstance(group, dict) and some <= group.keys():
            return list(group)
    return []


def is_placed(field: Field) -> bool:
    """Whether a list has places that count: empty ones, things of several kinds, or records."""
    inside = get_args(kind_of(field)[0])[0]
    kinds, optional = alternatives(inside)
    nested = get_origin(kinds[0]) in (list, dict, tuple)
    return optional or nested or len(kinds) > 1 or kinds[0] is Any or _is_struct(kinds[0])


def places_of(ctx: Ctx, field: Field) -> list[Field]:
    """What stands in a list or a pair, and a place for one more in a list."""
    kind, _optional = kind_of(field)
    value = field.value if isinstance(field.value, list | tuple) else ()
    if get_origin(kind) is tuple:
        every = [(each, value[at] if at < len(value) else None) for at, each in enumerate(get_args(kind))]
    else:
        inside = get_args(kind)[0]
        every = [(inside, each) for each in value]
        every += [] if alternatives(inside)[0] == [Any] else [(inside, None)]
    return [
        field.part(str(at), naming.place_named(ctx.table, (*field.keys, str(at)), ctx._), _or_none(kind), each)
        for at, (kind, each) in enumerate(every)
    ]


def _or_none(kind: Any) -> Any:
    return kind if kind is Any else kind | None


def choices_of(ctx: Ctx, field: Field, choose: Choose) -> Choices | None:
    """What a field can be, where that is known: in the game's words, by its type, or as keys of the table are."""
    kind, _optional = kind_of(field)
    inside = alternatives(get_args(kind)[0])[0][0] if get_origin(kind) is list else kind
    found = choose(field.keys)
    if found and inside in (int, str) and type(found[0][0]) is not inside:
        found = None  # a player may be called like anything
    if found is None and inside is bool:
        found = [(True, ctx._("yes")), (False, ctx._("no"))]
    if found is None and get_origin(inside) is Literal:
        found = [(each, naming.shown(ctx.table, each, ctx._)) for each in get_args(inside)]
    if found is None and kind is str and isinstance(field.shown, str):
        found = [(each, naming.shown(ctx.table, each, ctx._)) for each in _keys_like(ctx, {field.shown})] or None
    if found is None:
        return None
    stands = field.shown if isinstance(field.shown, list) else [field.shown]
    known = {code(value) for value, _said in found}
    extra = [each for each in stands if each is not None and code(each) not in known]
    return [*found, *((each, naming.shown(ctx.table, each, ctx._)) for each in extra)]


def code(value: Any) -> str:
    """A value as a control sends it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


# -- what is read ------------------------------------------------------------------------------------------


def is_sent(field: Field, event: Event) -> bool:
    """Whether the controls of a field were there to say anything."""
    if field.name in event.values:  # as nearly all of a large form are
        return True
    within = f"{field.name}."
    return any(name.startswith(within) for name in event.values)


def read(ctx: Ctx, field: Field, choose: Choose, event: Event) -> Any:
    """What its controls say of a field; UNSET where they say nothing, or nothing of what the reader may not know.

    Raises RuleError: ``bad-number``, ``number-too-large``, ``value-missing``, ``bad-choice``.
    """
    if not is_sent(field, event):
        return UNSET
    value = _read(ctx, field, choose, event)
    return UNSET if not field.known and value in (None, "", [], {}) else value


def _read(ctx: Ctx, field: Field, choose: Choose, event: Event) -> Any:
    kind, optional = kind_of(field)
    origin = get_origin(kind)
    if _is_struct(kind):
        return _read_parts(ctx, field, choose, event, optional=optional)
    if origin is dict:
        inside = ((each.keys[-1], read(ctx, each, choose, event)) for each in entries_of(ctx, field, choose))
        empty = (UNSET, None, 0) if get_args(kind)[1] is int else (UNSET, None)
        return {key: value for key, value in inside if value not in empty} or (None if optional else {})
    if origin is list:
        return _read_list(ctx, field, choose, event) or (None if optional and field.value is None else [])
    among = choices_of(ctx, field, choose)
    if among is not None:
        return read_choice(field, among, event, optional=optional)
    if origin is tuple:
        pair = [read(ctx, each, choose, event) for each in places_of(ctx, field)]
        return None if optional and all(each in (None, UNSET) for each in pair) else pair
    text = event.text(field.name)
    if not text and field.known and kind is int and not optional:
        raise RuleError("value-missing", N_("“{field}” is empty: say what goes there."), field=field.label)
    if kind is object:
        number = number_in(text.removeprefix("-"))
        return (text or None) if number is None else number if text[0] != "-" else -number
    return (whole(text) if kind is int else text) if text or (kind is str and not optional) else None


def _read_parts(ctx: Ctx, field: Field, choose: Choose, event: Event, *, optional: bool) -> dict[str, Any] | None:
    """A record; what is left empty in it, where it may be, is left out."""
    every = list(parts_of(ctx, field))
    if optional and field.value is None and not any(_is_filled(each, event) for each in every):
        return None
    said = {each.keys[-1]: read(ctx, each, choose, event) for each in every}
    needed = {each.encode_name for each in fields_of(kind_of(field)[0]) if each.required}
    return {name: value for name, value in said.items() if value is not UNSET and (value is not None or name in needed)}


def _is_filled(field: Field, event: Event) -> bool:
    inside = (value for name, value in event.values.items() if f"{name}.".startswith(f"{field.name}."))
    return any(value not in ("", [""], []) for value in inside)


def _read_list(ctx: Ctx, field: Field, choose: Choose, event: Event) -> list[Any]:
    """A list: what stands in it keeps its order."""
    if is_placed(field):
        places = places_of(ctx, field)
        said = [read(ctx, each, choose, event) for each in places]
        kept = len(field.value or ()) if alternatives(get_args(kind_of(field)[0])[0])[1] else 0  # an empty place is one
        return [value for at, value in enumerate(said) if value not in (UNSET, None, [], {}) or at < kept]
    among = choices_of(ctx, field, choose)
    kind = alternatives(get_args(kind_of(field)[0])[0])[0][0]
    if among is None:
        words = [word.strip() for word in event.text(field.name).split(",")]
        return [whole(word) if kind is int else word for word in words if word]
    on = set(event.chosen(field.name))
    old = [each for each in field.shown or () if code(each) in on]
    return old + [value for value, _said in among if code(value) in on and value not in old]


def read_choice(field: Field, among: Choices, event: Event, *, optional: bool) -> Any:
    """The one of several that is chosen. Raises RuleError ``value-missing``, ``bad-choice``."""
    text = event.text(field.name)
    found = next((value for value, _said in among if code(value) == text), UNSET)
    if found is not UNSET:
        return found
    if not text and (optional or not field.known):
        return None
    if not text:
        raise RuleError("value-missing", N_("“{field}” is empty: say what goes there."), field=field.label)
    raise RuleError("bad-choice", N_("“{text}” is not among what can be chosen here."), text=text[:40])


def number_or_text(text: str) -> int | str:
    """What was typed where a number or a text may stand: the number, however it is grouped, else the text.

    >>> number_or_text("1'000"), number_or_text("5 * round")
    (1000, '5 * round')
    """
    try:
        return whole(text)
    except RuleError:
        return text


def whole(text: str) -> int:
    """The whole number that somebody typed, however their language or their hand groups it.

    Raises RuleError ``bad-number`` and, beyond what a table counts (`LARGEST`), ``number-too-large``.

    >>> whole("1 250"), whole("1'000"), whole("1.000.000"), whole("−30"), whole("+4")
    (1250, 1000, 1000000, -30, 4)
    """
    plain = _GAPS.sub("", text).replace("−", "-").replace("–", "-").removeprefix("+")
    if _GROUPED.fullmatch(plain):
        plain = plain.replace(".", "").replace(",", "")
    if not plain.isascii() or not plain.removeprefix("-").isdecimal():
        raise RuleError("bad-number", N_("“{text}” is not a whole number."), text=text[:20])
    number = number_in(plain.lstrip("-0") or "0")
    if number is None or number > LARGEST:
        shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
        raise RuleError("number-too-large", N_("“{text}” is too large; the most is {most}."), text=shown, most=_MOST)
    return -number if plain.startswith("-") else number
