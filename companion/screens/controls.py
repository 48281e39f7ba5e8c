"""The controls of a value that is put right, by its type: see `typed` for what they say."""

from typing import Any, get_origin

import htpy as h
from htpy import Node

from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.screens.typed import (
    Choices,
    Choose,
    Field,
    choices_of,
    code,
    entries_of,
    is_placed,
    is_record,
    kind_of,
    parts_of,
    places_of,
)

LONG_TEXTS = ("text", "reason")  # a line of text would lose their line breaks
LONGEST_KEY = 4  # characters that a tapped number has room for


def control(ctx: Ctx, field: Field, choose: Choose) -> Node:
    """The controls of a field, under its name."""
    kind, optional = kind_of(field)
    origin = get_origin(kind)
    if is_record(kind):
        return h.fieldset(".parts")[
            h.legend[field.label], [control(ctx, each, choose) for each in parts_of(ctx, field)]
        ]
    if origin is dict:
        return _mapping(ctx, field, choose)
    if origin is list:
        return _list(ctx, field, choose)
    among = choices_of(ctx, field, choose)
    if among is None and origin is tuple:
        return h.fieldset(".parts.across")[
            h.legend[field.label], [control(ctx, each, choose) for each in places_of(ctx, field)]
        ]
    if among is not None:
        return _one_of(ctx, field, among, optional=optional)
    return _line(ctx, field, kind)


def _line(ctx: Ctx, field: Field, kind: Any) -> Node:
    """A number or a text."""
    more = field.attributes | ({} if field.known else {"placeholder": ctx._("unchanged")})
    if kind is int:
        if field.signed:
            more["inputmode"] = "text"  # the digit keyboard of a phone has no minus
        return parts.field(field.label, parts.number_input(field.name, field.shown, **more))
    shown = "" if field.shown is None else str(field.shown)
    if field.keys[-1] in LONG_TEXTS:
        return parts.field(field.label, h.textarea(".input", name=field.name, rows="3", dir="auto", **more)[shown])
    return parts.field(field.label, parts.text_input(field.name, shown, **more))


def _one_of(ctx: Ctx, field: Field, among: Choices, *, optional: bool) -> Node:
    """One of several: short numbers are tapped, others chosen from a list."""
    stands = "" if field.shown is None else code(field.shown)
    empty = ctx._("unchanged") if not field.known else "–" if optional else ""
    options = [(code(value), said) for value, said in among]
    if all(type(value) is int and len(said) <= LONGEST_KEY for value, said in among) and among:
        keys = [("", "–" if field.known else empty), *options] if empty else options
        return h.fieldset(".pick.tap")[
            h.legend[field.label], (_key(field, each, said, on=each == stands) for each, said in keys)
        ]
    if empty or stands not in dict(options):  # the browser would take the first one
        options.insert(0, ("", empty or "–"))
    return parts.field(field.label, parts.select_input(field.name, options, stands, **field.attributes))


def _key(field: Field, value: str, said: str, *, on: bool, several: bool = False) -> Node:
    kind = "checkbox" if several else "radio"
    return h.label(".key")[
        h.input(".visually-hidden", type=kind, name=field.name, value=value, checked=on, **field.attributes),
        h.span(".btn")[said],
    ]


def _list(ctx: Ctx, field: Field, choose: Choose) -> Node:
    """A list: ticked where its things are known, a control a place where the order counts, else typed with commas."""
    if is_placed(field):
        rows = [control(ctx, each, choose) for each in places_of(ctx, field)]
        return h.fieldset(".parts")[h.legend[field.label], rows]
    among = choices_of(ctx, field, choose)
    if among is None:
        text = ", ".join(map(str, field.shown or ()))
        more = field.attributes | ({} if field.known else {"placeholder": ctx._("unchanged")})
        hint = ctx._("With commas between them.")
        return parts.field(field.label, parts.text_input(field.name, text, maxlength=2000, **more), hint)
    on = {code(each) for each in field.shown or ()}
    short = all(len(said) <= LONGEST_KEY for _value, said in among)
    ticks = (
        _key(field, code(value), said, on=code(value) in on, several=True)
        if short
        else h.label(".tick")[
            h.input(type="checkbox", name=field.name, value=code(value), checked=code(value) in on, **field.attributes),
            h.span[said],
        ]
        for value, said in among
    )
    return h.fieldset(".pick.tap" if short and among else ".pick")[
        h.legend[field.label],
        not among and parts.note("–"),
        # A box of its own, never shown, so that no box ticked is an answer too.
        h.input(type="checkbox", name=field.name, value="", checked=True, hidden=True),
        ticks,
    ]


def _mapping(ctx: Ctx, field: Field, choose: Choose) -> Node:
    """A control for every key."""
    every = [control(ctx, each, choose) for each in entries_of(ctx, field, choose)]
    return h.fieldset(".counts")[h.legend[field.label], every or parts.note("–")]
