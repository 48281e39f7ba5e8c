"""How the components of a box are listed and typed, by their types (see `box_shape`); what was typed is read back."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, get_args, get_origin

import htpy as h
from htpy import Element, Node
from msgspec import UNSET
from msgspec.structs import fields as fields_of

from companion import pointers
from companion.charts.palette import SHAPES, TOKENS
from companion.errors import RuleError
from companion.screens import controls, entry_form, naming, parts, typed
from companion.screens.box_shape import (
    is_apart,
    is_known,
    is_signed,
    keys_of,
    may_be_unknown,
    meta_of,
    record_of,
    shelf_of,
)
from companion.screens.ctx import Ctx, screens_of
from companion.screens.typed import Choices, Field, Keys, alternatives, is_record, whole
from companion.widgets.messages import Event
from companion.words import N_, capital

UNKNOWN = "?"  # sent by a choice that says that a value is not known
NAME, COLOUR = "name", "colour"
LONGEST_NAME = 60
LONGEST_FACTS = 160  # characters in a list; all of them stand in the dialog
COLOURS = (
    *(N_("orange"), N_("light blue"), N_("green"), N_("yellow")),
    *(N_("blue"), N_("dark orange"), N_("pink"), N_("grey")),
)


class Component(NamedTuple):
    """A component in a list: what it is called and what is known of it; ``drawn`` is the name as the game draws it.

    ``known`` is whether all that matters of it is known; None where nothing of it can be unknown.
    """

    name: str
    facts: str
    known: bool | None
    drawn: Node = None


def fields(ctx: Ctx, keys: Keys) -> list[Field]:
    """What is typed of a component."""
    box = ctx.table.state.box
    kind, value = typed.kind_at(ctx.table.game.box_type, keys), pointers.find(box, keys)
    if not is_record(kind):
        return [_field(ctx, kind, keys, value)]
    return [
        _field(ctx, each.type if each.required else each.type | None, (*keys, name), (value or {}).get(name))
        for each in fields_of(record_of(kind))
        if shelf_of(each.type) is None and (keys or not is_apart(each.type))
        for name in [each.encode_name]
    ]


def _field(ctx: Ctx, kind: Any, keys: Keys, value: Any) -> Field:
    return Field(keys[-1], label(ctx, kind, keys[-1]), kind, value, keys, signed=is_signed(kind, value))


def label(ctx: Ctx, kind: Any, key: str) -> str:
    """What a part of a box is called: by its type, else its key in words."""
    title = meta_of(kind, "title")
    return str(ctx._(title)) if title else naming.named(ctx.table, key, ctx._)


# -- what is known -----------------------------------------------------------------------------------------


def component(ctx: Ctx, keys: Keys) -> Component:
    """A component as its game tells it, else by its type."""
    game: Any = screens_of(ctx.table.header.game)
    told: Component | None = game.component(ctx, keys) if hasattr(game, "component") else None
    if told is not None:
        return told
    box, every = ctx.table.state.box, [each for each in fields(ctx, keys) if each.keys[-1] != NAME]
    open_ones = [each for each in every if may_be_unknown(each.kind)]
    known = all(is_known(each, box) for each in open_ones) if open_ones else None
    each_told = [_fact(ctx, each, len(every)) for each in every if each.keys[-1] != COLOUR]
    name, facts = name_of(ctx, keys), " · ".join(each_told if keys else [ctx._(box.get(NAME, "")), *each_told])
    facts = facts if len(facts) <= LONGEST_FACTS else facts[:LONGEST_FACTS].rpartition(" ")[0] + " …"
    return Component(name, facts, known, _coloured(every, name))


def name_of(ctx: Ctx, keys: Keys) -> str:
    """What a component is called."""
    if not keys:
        return str(ctx._("The whole box"))
    return capital(naming.box_step_named(ctx.table, keys, ctx._))


def _coloured(every: list[Field], name: str) -> Node:
    token = next((each.value for each in every if each.keys[-1] == COLOUR), None)
    return parts.chip(SHAPES[token], token, name) if token in TOKENS else None


def _fact(ctx: Ctx, field: Field, of: int) -> str:
    """What is known of a field: "interest 97"; alone in its component it needs no name."""
    told = shown(ctx, field.value) if field.value not in (None, {}) else ctx._("not known")
    if field.value == {} and is_known(field, ctx.table.state.box):
        told = "–"
    return told if of == 1 else f"{field.label} {told}"


def shown(ctx: Ctx, value: Any) -> str:
    """A printed value in words; pairs and lists within lists stand in brackets."""
    if isinstance(value, list | tuple):
        inside = (f"({shown(ctx, each)})" if isinstance(each, list | tuple) else shown(ctx, each) for each in value)
        return ", ".join(inside) or "–"
    if isinstance(value, dict):
        inside = (f"{_key(ctx, key)} {shown(ctx, each)}" for key, each in value.items())
        return ", ".join(inside)
    if value in TOKENS:
        return str(ctx._(COLOURS[TOKENS.index(value)]))
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return naming.shown(ctx.table, value, ctx._)


def _key(ctx: Ctx, key: str) -> str:
    """A key before its value: a word, or a number that the value is printed for."""
    return f"{key} =".replace("-", "−") if re.fullmatch(r"[+-]?\d+", key) else naming.named(ctx.table, key, ctx._)


# -- how it is typed ---------------------------------------------------------------------------------------


def control(ctx: Ctx, field: Field, rev: str) -> Node:
    """The control of a field; what the reader has stepped to stays until ``rev`` changes."""
    kind, optional = typed.kind_of(field)
    hint = meta_of(field.kind, "description")
    hint = ctx._(hint) if hint else ""
    if field.keys[-1] == NAME:
        return parts.field(field.label, parts.text_input(field.name, field.value or "", maxlength=LONGEST_NAME))
    if _counts(kind):
        return _counts_control(ctx, field, hint, rev, optional=optional)
    if _numbers(kind):
        text = " ".join(map(str, field.value or ()))
        return parts.field(
            field.label,
            parts.text_input(field.name, text, dir="ltr", maxlength=2000),
            hint or ctx._("With spaces between them."),
        )
    choices = _choices(ctx, field, kind)
    if choices is None:
        return controls.control(ctx, field, lambda keys: _inner_choices(ctx, keys))
    options = [(typed.code(value), said) for value, said in choices]
    if optional:
        options.insert(0, (UNKNOWN, ctx._("not known")))
    stands = UNKNOWN if field.value is None else typed.code(field.value)
    return parts.field(field.label, parts.select_input(field.name, options, stands), hint)


def _counts(kind: Any) -> bool:
    """Whether a mapping has a number for each key."""
    return get_origin(kind) is dict and alternatives(get_args(kind)[1])[0] == [int]


def _numbers(kind: Any) -> bool:
    return get_origin(kind) is list and alternatives(get_args(kind)[0])[0] == [int]


def _counts_control(ctx: Ctx, field: Field, hint: str, rev: str, *, optional: bool) -> Node:
    """Numbers by key: stepped where all keys are known and 0 is none, else typed one by one or in pairs."""
    _, keys, value = ctx._, keys_of(field.kind, ctx.table.state.box), field.value or {}
    inside = get_args(typed.kind_of(field)[0])[1]
    if keys is None:
        text = " ".join(f"{key}={each}" for key, each in value.items() if each is not None)
        hint = hint or _("In pairs, with spaces between them: 30=1 56=2")
        return parts.field(field.label, parts.text_input(field.name, text, dir="ltr", maxlength=2000), hint)
    if alternatives(inside)[1]:
        every = (
            parts.field(key.replace("-", "−"), parts.number_input(f"{field.name}.{key}", value.get(key)))
            for key in keys
        )
        return h.fieldset(".counts")[h.legend[field.label], every]
    least = meta_of(inside, "ge") or 0
    entries = [(key, h.span[_named(ctx, key)], _named(ctx, key)) for key in keys]
    steppers = stepped(ctx, field.name, field.label, entries, value, least=least, most=meta_of(inside, "le"), rev=rev)
    if not optional:
        return steppers
    tick = parts.checkbox(f"{field.name}.known", _("known (all 0: nothing is printed)"), on=field.value is not None)
    return h.details(open=field.value is None or bool(value), data_key=f"{rev}-{field.name}")[
        h.summary[capital(field.label)], tick, steppers
    ]


def stepped(
    ctx: Ctx,
    prefix: str,
    legend: str,
    entries: Iterable[tuple[str, Node, str]],
    values: Mapping[str, int],
    *,
    least: int,
    most: int | None,
    rev: object,
) -> Element:
    """A stepper for each entry: its key, its name as it is drawn, and as it is said."""
    _ = ctx._
    rows = (
        h.div(".stepped", data_key=f"{prefix}-{key}")[
            drawn,
            parts.stepper(
                said,
                f"{prefix}.{key}",
                values.get(key, 0),
                "",
                fewer=_("fewer {company}").format(company=said),
                more=_("more {company}").format(company=said),
                least=least,
                most=most,
                signed=least < 0,
                rev=rev,
            ),
        ]
        for key, drawn, said in entries
    )
    return h.fieldset(".steppers")[h.legend[legend], rows]


def _named(ctx: Ctx, key: str) -> str:
    return capital(naming.named(ctx.table, key, ctx._))


def _choices(ctx: Ctx, field: Field, kind: Any) -> Choices | None:
    """What a value can be: by its game, one of ours for a colour, by its type."""
    found = entry_form.game_choices(ctx, ctx.table.state, ("box", *field.keys))
    if found is None and field.keys[-1] == COLOUR:
        found = [(token, f"{SHAPES[token]} {ctx._(word)}") for token, word in zip(TOKENS, COLOURS, strict=True)]
        if field.value not in TOKENS:
            found = [(field.value, naming.shown(ctx.table, field.value, ctx._)), *found]
    if found is None and kind not in (int, bool) and get_origin(kind) is not list:
        found = typed.choices_of(ctx, field, lambda _keys: None)
    return found


def _inner_choices(ctx: Ctx, keys: Keys) -> Choices | None:
    """The keys of a mapping within a component, in the order of the box."""
    value = pointers.find(ctx.table.state.box, keys)
    return [(key, naming.named(ctx.table, key, ctx._)) for key in value] if isinstance(value, dict) else None


# -- what was typed ----------------------------------------------------------------------------------------


def read(ctx: Ctx, field: Field, event: Event) -> Any:
    """What the controls of a field say; None: not known; UNSET where they are not there, or say what stands already.

    Raises RuleError: ``bad-number``, ``number-too-large``, ``value-missing``, ``bad-choice``.
    """
    if not typed.is_sent(field, event):
        return UNSET
    value = _read(ctx, field, event)
    return UNSET if value == field.value else value


def _read(ctx: Ctx, field: Field, event: Event) -> Any:
    kind, optional = typed.kind_of(field)
    text = event.text(field.name)
    if field.keys[-1] == NAME:
        return text or (None if optional else "")
    if _counts(kind):
        return _counts_read(ctx, field, event, optional=optional)
    if _numbers(kind):
        return numbers_in(text) or (None if optional else [])
    choices = _choices(ctx, field, kind)
    if choices is None:
        return typed.read(ctx, field, lambda keys: _inner_choices(ctx, keys), event)
    return None if optional and text == UNKNOWN else typed.read_choice(field, choices, event, optional=False)


def _counts_read(ctx: Ctx, field: Field, event: Event, *, optional: bool) -> Any:
    keys = keys_of(field.kind, ctx.table.state.box)
    if keys is None:
        return pairs_in(event.text(field.name)) or (None if optional else {})
    texts = {key: event.text(f"{field.name}.{key}") for key in keys}
    if alternatives(get_args(typed.kind_of(field)[0])[1])[1]:
        return {key: whole(text) for key, text in texts.items() if text} or (field.value and {})
    counted = {key: whole(text) for key, text in texts.items() if text not in ("", "0")}
    return counted if counted or not optional or event.ticked(f"{field.name}.known") else None


def numbers_in(text: str) -> list[int]:
    """The numbers of a typed list. Raises RuleError ``bad-number``.

    >>> numbers_in("25, 30 38"), numbers_in("")
    ([25, 30, 38], [])
    """
    return [whole(each) for each in re.split(r"[\s,;]+", text) if each]


def pairs_in(text: str) -> dict[str, int]:
    """The numbers and their values of a typed list of pairs. Raises RuleError ``bad-number``.

    >>> pairs_in("0=45 2=60"), pairs_in("")
    ({'0': 45, '2': 60}, {})
    """
    pairs = {}
    for each in re.split(r"[\s,;]+", re.sub(r"\s*[=:]\s*", "=", text)):
        if each:
            key, sign, value = each.partition("=")
            if not sign:
                raise RuleError("bad-number", N_("“{text}” is not a number and its value, like 2=60."), text=each[:20])
            pairs[str(whole(key))] = whole(value)
    return pairs
