"""The box of a table: what is printed on its components, as far as it is known, and what is doubtful about it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

import htpy as h
from htpy import Node
from msgspec import UNSET

from companion import boxes, pointers
from companion.screens import box_fields, box_shape, box_text, naming, parts, typed
from companion.screens.box_fields import Component
from companion.screens.ctx import Ctx, Dialog, Screen, look
from companion.screens.typed import Keys
from companion.widgets.messages import Event
from companion.words import N_, capital

SHEET = "printed"
Shelves = dict[str, dict[Keys, Component]]  # the components by the shelf on which they stand


@dataclass(slots=True)
class Listed:
    """Whether only what is not known is listed."""

    only_missing: bool = False


def screen(ctx: Ctx) -> Screen:
    """How much is known, the ways in and out, what is doubtful, and every component in a list."""
    listed = _shelves(ctx)
    cards = [_shelf(ctx, key, every) for key, every in listed.items()]
    return Screen([_ways(ctx, listed), _doubts(ctx, listed), cards if listed else _values(ctx)], undo=True)


def _sections(ctx: Ctx) -> dict[str, list[Keys]]:
    """The components of the table; none where its box has no type of its own."""
    kind = ctx.table.game.box_type
    return {} if kind is None else box_shape.sections(kind, ctx.table.state.box)


def _shelves(ctx: Ctx) -> Shelves:
    """Every component as it is listed."""
    return {key: {keys: box_fields.component(ctx, keys) for keys in every} for key, every in _sections(ctx).items()}


def _ways(ctx: Ctx, listed: Shelves) -> Node:
    _, box = ctx._, ctx.table.state.box
    told = [_progress(ctx, key, every.values()) for key, every in listed.items()]
    missing = ctx.kept(Listed).only_missing
    return parts.card(
        told,
        parts.note(
            _("Type what is printed on your copy. The numbers stay with this table; remember them for the next.")
        ),
        ctx.alive
        and h.div(".ways")[
            parts.button(_("Export (TOML)"), "box.export"),
            ctx.may_act
            and h.label(".btn.file")[
                _("Import (TOML)"),
                h.input(type="file", name="file", accept=".toml,.txt", data_do_change="box.import"),
            ],
            parts.button(_("Remember for the next table"), "box.keep"),
            any(told) and parts.button(_("Only what is missing"), "box.missing", pressed=missing),
        ],
        title=_("Box: {name}").format(name=_(box.get("name", ""))),
        key="box-progress",
        cls="wide",
    )


def _progress(ctx: Ctx, key: str, every: Iterable[Component]) -> Node:
    """How many components of a shelf are known, where some need not be."""
    open_ones = [each for each in every if each.known is not None]
    known, all_ = sum(bool(each.known) for each in open_ones), len(open_ones)
    if not all_ or (not key and known == all_):
        return None
    words = (key and box_shape.meta_of(_kind(ctx, key), "progress")) or N_("{what}: {known} of {all} known")
    told = ctx._(words).format(what=_title(ctx, key), known=known, all=all_)
    return h.div(".progress", data_key=f"progress-{key}")[
        h.span[told], h.progress(value=str(known), max=str(all_), aria_label=told)
    ]


def _kind(ctx: Ctx, key: str) -> Any:
    return typed.kind_at(ctx.table.game.box_type, (key,))


def _title(ctx: Ctx, key: str) -> str:
    """What a shelf is called."""
    return capital(box_fields.label(ctx, _kind(ctx, key), key) if key else ctx._("Printed values"))


def _shelf(ctx: Ctx, key: str, every: Mapping[Keys, Component]) -> Node:
    missing = ctx.kept(Listed).only_missing
    rows = [_row(ctx, keys, each) for keys, each in every.items() if not missing or each.known is False]
    return parts.card(
        h.details(open=not key or missing, data_key=f"section-{key}", data_rev=str(missing))[
            h.summary[_title(ctx, key)],
            h.ul(".list", role="list")[rows] if rows else parts.note(ctx._("Nothing is missing.")),
        ],
        key=f"box-{key}",
    )


def _row(ctx: Ctx, keys: Keys, told: Component) -> Node:
    _, pointer = ctx._, pointers.join(*keys)
    inside = [
        h.span(".grow")[told.drawn or h.b[told.name], h.span(".note")[told.facts]],
        told.known is not None
        and h.span(".up" if told.known else ".warn", title=_("known") if told.known else _("not known"))[
            "✓" if told.known else "?"
        ],
    ]
    if not ctx.may_act:
        return h.li(".item", data_key=f"box{pointer}")[inside]
    return h.li(data_key=f"box{pointer}")[
        h.button(".item.tap", type="button", data_do="sheet.open", data_again="", data_kind=SHEET, data_what=pointer)[
            inside
        ]
    ]


# -- what is doubtful --------------------------------------------------------------------------------------


@cache
def _shipped(package: str) -> Sequence[boxes.Box]:
    """The boxes that come with a game, read once: nobody changes them."""
    return tuple(boxes.shipped(package).values())


def _open_doubts(ctx: Ctx, listed: Shelves) -> dict[str, str]:
    """What is doubtful in this box, by pointers.

    What is said of a value holds while it stands as a shipped box has it; what is said of a component or a shelf, while
    something of it is unknown.
    """
    game, box = ctx.table.game, ctx.table.state.box
    known = {keys: each.known for every in listed.values() for keys, each in every.items() if keys}
    found = {}
    for pointer, doubt in game.doubts.items():
        keys = tuple(pointers.split(pointer))
        below = [each for each in known if each[: len(keys)] == keys]
        if below:
            holds = any(known[each] is False for each in below)
        else:
            value = pointers.find(box, keys)
            holds = value is not None and any(pointers.find(each, keys) == value for each in _shipped(game.package))
        if holds:
            found[pointer] = ctx._(doubt)
    return found


def _doubts(ctx: Ctx, listed: Shelves) -> Node:
    """All of them, those with the same words together."""
    rows = [
        parts.item(_about(ctx, [pointers.split(pointer) for pointer, _doubt in some]), doubt)
        for doubt, some in groupby(_open_doubts(ctx, listed).items(), key=lambda each: each[1])
    ]
    return rows and parts.card(parts.items(rows), title=ctx._("Look at your copy"), key="box-doubts")


def _about(ctx: Ctx, every: list[list[str]]) -> str:
    """What a doubt is about: a shelf, some of its components, or one value and what stands there."""
    first = every[0]
    shelf = _title(ctx, first[0])
    if len(every) > 1:
        return f"{shelf} · {', '.join(box_fields.name_of(ctx, tuple(keys[:2])) for keys in every)}"
    below = (naming.box_step_named(ctx.table, first[: place + 1], ctx._) for place in range(1, len(first)))
    named = " · ".join([shelf, *below])
    value = pointers.find(ctx.table.state.box, first)
    if value is None or isinstance(value, dict | list):
        return named
    return str(ctx._("{what}: {value}")).format(what=named, value=box_fields.shown(ctx, value))


def _values(ctx: Ctx) -> Node:
    """The values of a box of which nothing but its text is known."""
    rows = [
        h.div(".pair")[h.span[naming.box_named(ctx.table, pointer, ctx._)], h.b[box_fields.shown(ctx, value)]]
        for pointer, value in pointers.leaves(ctx.table.state.box)
    ]
    return parts.card(h.div(".pairs")[rows], title=ctx._("Printed values"), key="box-values")


# -- the dialog of one component ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Printed:
    """Where the box says what is printed on a component."""

    pointer: str


def sheet(ctx: Ctx) -> Node:
    """All that is printed on one component, to be typed; doubts stand beside what they are about."""
    asked = ctx.about(Printed)
    keys = None if asked is None else _asked(ctx, asked.pointer)
    if asked is None or keys is None:
        return None
    rev, doubtful = f"{asked.pointer}-{ctx.opening}", _open_doubts(ctx, _shelves(ctx))
    told = [
        [box_fields.control(ctx, each, rev), _beside(doubtful.get(pointers.join(*each.keys)))]
        for each in box_fields.fields(ctx, keys)
    ]
    return parts.sheet(
        ctx,
        _sheet_title(ctx, keys),
        _beside(doubtful.get(pointers.join(*keys))),
        parts.form("box.save", told, parts.submit(ctx._("Remember")), args={"what": pointers.join(*keys)}),
    )


def _sheet_title(ctx: Ctx, keys: Keys) -> str:
    """The component's name; a number alone says too little."""
    name = box_fields.component(ctx, keys).name
    return f"{_title(ctx, keys[0])} · {name}" if name.isdecimal() else name


def _beside(doubt: str | None) -> Node:
    return doubt and parts.note(doubt, cls="warn")


def _asked(ctx: Ctx, pointer: str) -> Keys | None:
    every = (keys for some in _sections(ctx).values() for keys in some)
    return next((keys for keys in every if pointers.join(*keys) == pointer), None)


# -- what is tapped ----------------------------------------------------------------------------------------


def save(ctx: Ctx, event: Event) -> None:
    """Remember what was typed for one component; only what has changed. Raises RuleError."""
    ctx = look(ctx.visit, ctx.visit.shown())
    keys = _asked(ctx, event.args.get("what", ""))
    if keys is None:
        return
    new = {
        pointers.join(*each.keys): value
        for each in box_fields.fields(ctx, keys)
        if (value := box_fields.read(ctx, each, event)) is not UNSET
    }
    if new:
        ctx.do("box", set=new)
    else:
        ctx.say(ctx._("Nothing was changed."))
    ctx.close()


def only_missing(ctx: Ctx, _event: Event) -> None:
    """List only what is not known, or everything."""
    listed = ctx.kept(Listed)
    listed.only_missing = not listed.only_missing


def export_box(ctx: Ctx, _event: Event) -> None:
    """Hand over the table's box as a file."""
    if ctx.visit.live is not None:
        box = ctx.visit.live.table.state.box
        ctx.visit.view.download(f"box-{ctx.visit.live.table.game.id}.toml", "application/toml", boxes.export_box(box))


def keep_box(ctx: Ctx, _event: Event) -> None:
    """Remember the table's box for the next table of this game. Raises CompanionError ``too-many-tables``."""
    if ctx.visit.live is not None:
        box, game = ctx.visit.live.table.state.box, ctx.visit.live.table.game
        name = ctx.visit.keep_box(game.id, str(box.get("name") or game.title), boxes.export_box(box))
        ctx.say(ctx._("Remembered as “{name}”.").format(name=name))


def import_box(ctx: Ctx, event: Event) -> None:
    """Take the values of an uploaded box that differ from this table's. Raises RuleError ``bad-box``.

    What the file lacks is not known there, and stays as it is here; where the box is the game, it is not in the game.
    """
    if ctx.visit.live is None:
        return
    table, file = ctx.visit.live.table, boxes.import_box(event.text("file"))
    if table.game.for_box is None:
        new = dict(pointers.differences(table.state.box, file, partial=True))
    else:
        now = boxes.import_box(boxes.export_box(table.state.box))
        new = {pointers.join(*path): value for path, value in box_text.changes(now, file).items()}
    if not new:
        ctx.say(ctx._("Nothing in it differs from this table’s box."))
        return
    ctx.do("box", set=new)
    ctx.say(ctx._("The box is taken over."))


DIALOG = Dialog(SHEET, sheet, {"box.save": save}, lambda _ctx, args: Printed(args.get("what", "")))
HANDLERS = {
    "box.missing": only_missing,
    "box.export": export_box,
    "box.keep": keep_box,
    "box.import": import_box,
}
