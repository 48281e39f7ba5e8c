"""The box editor: what is printed on price tracks, companies, assets and status symbols, as far as it is known."""

import re
from typing import Any

import htpy as h
from htpy import Node

from companion import pointers
from companion.errors import RuleError
from companion.games.greed import advice
from companion.games.greed.box import (
    ASSETS,
    CARDS,
    COLOURS,
    GOODS,
    LATER,
    STARTING,
    STATUS_STARTS,
    card,
    price_track,
    trend_steps,
)
from companion.games.greed.screens.printed import goods_fields, goods_typed
from companion.games.greed.screens.signs import (
    COLOUR_WORDS,
    arrows_text,
    company_chip,
    good_chip,
    good_name,
    recipe_text,
    symbol_facts,
    symbol_name,
)
from companion.games.greed.state import asset_name, company_name
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.screens.typed import whole
from companion.widgets.messages import Event
from companion.words import N_

SHEET = "greed-box"
PROGRESS = {
    "assets": N_("{known} of {all} assets known"),
    "goods": N_("{known} of {all} price tracks known"),
    "companies": N_("{known} of {all} companies known"),
    "status": N_("{known} of {all} status symbols known"),
}
SECTIONS = {
    "goods": N_("Price tracks"),
    "companies": N_("Companies"),
    "assets": N_("Assets"),
    "status": N_("Status symbols"),
}
MARKS = (("?", N_("not known")), ("", N_("stays in the game")), ("x3/x4", "x3/x4"), ("x4", "x4"))
GROUPS = {"inputs": N_("It takes"), "outputs": N_("It makes"), "trends": N_("Arrows")}


def editor(ctx: Ctx) -> Screen:
    """How much is known, the ways in and out, and every component in a list."""
    return Screen([_progress(ctx), *(_section(ctx, room) for room in SECTIONS), _rest(ctx)])


def _progress(ctx: Ctx) -> Node:
    _, box = ctx._, ctx.table.state.box
    lines = []
    for room, count in advice.known(box).items():
        told = _(PROGRESS[room]).format(known=count.known, all=count.of)
        lines.append(
            h.div(".progress", data_key=f"progress-{room}")[
                h.span[told], h.progress(value=str(count.known), max=str(count.of), aria_label=told)
            ]
        )
    missing = ctx.ui.get("only-missing", False)
    return parts.card(
        lines,
        parts.note(
            _("Type what is printed on your copy. The numbers stay with this table; remember them for the next.")
        ),
        ctx.may_act
        and h.div(".ways")[
            parts.button(_("Export (TOML)"), "box.export"),
            h.label(".btn.file")[
                _("Import (TOML)"),
                h.input(type="file", name="file", accept=".toml,.txt", data_do_change="box.import"),
            ],
            parts.button(_("Remember for the next table"), "box.keep"),
            parts.button(_("Only what is missing"), "box.missing", pressed=missing),
        ],
        title=_("Box: {name}").format(name=box.get("name", "")),
        key="box-progress",
        cls="wide",
    )


def _section(ctx: Ctx, room: str) -> Node:
    rows = [row for pointer, known in _things(ctx, room) if (row := _row(ctx, pointer, known=known))]
    return parts.card(
        h.details(open=room == "assets", data_key=f"section-{room}")[
            h.summary[ctx._(SECTIONS[room])],
            h.ul(".list", role="list")[rows] if rows else parts.note(ctx._("Nothing is missing.")),
        ],
        key=f"box-{room}",
    )


def _things(ctx: Ctx, room: str) -> list[tuple[str, bool]]:
    """The components of a kind, by their pointers, and whether all that matters of them is known."""
    box = ctx.table.state.box
    match room:
        case "goods":
            return [(f"/goods/{good}", advice.track_known(box, good)) for good in GOODS]
        case "companies":
            return [(f"/companies/{n}", advice.company_known(box, n)) for n in (*STARTING, *LATER)]
        case "assets":
            return [(f"/assets/{asset}", advice.asset_known(box, asset)) for asset in ASSETS]
    return [
        (f"/status/{colour}/cards/{letter}", advice.symbol_known(box, colour, letter))
        for colour in COLOURS
        for letter in CARDS
    ]


def _row(ctx: Ctx, pointer: str, *, known: bool) -> Node:
    if known and ctx.ui.get("only-missing"):
        return None
    _ = ctx._
    title, facts = _facts(ctx, pointer)
    inside = [
        h.span(".grow")[title, h.span(".note")[facts]],
        h.span(".up" if known else ".warn", title=_("known") if known else _("not known"))["✓" if known else "?"],
    ]
    if not ctx.may_act:
        return h.li(".item", data_key=f"box{pointer}")[inside]
    return h.li(data_key=f"box{pointer}")[
        h.button(".item.tap", type="button", data_do="sheet.open", data_again="", data_kind=SHEET, data_what=pointer)[
            inside
        ]
    ]


def _facts(ctx: Ctx, pointer: str) -> tuple[Node, str]:
    """A component's name and what is known of it."""
    _, state = ctx._, ctx.table.state
    room, *keys = pointers.split(pointer)
    match room:
        case "goods":
            return good_chip(ctx, keys[0]), _track_text(ctx, keys[0])
        case "companies":
            return company_chip(ctx, int(keys[0])), arrows_text(
                ctx, card(state.box, *pointers.split(pointer)).get("trends")
            )
        case "assets":
            asset = int(keys[0])
            arrows = arrows_text(ctx, card(state.box, "assets", asset).get("trends"))
            mark = card(state.box, "assets", asset).get("removed")
            gone = _("mark not known") if mark is None else mark
            return h.b[asset_name(state, asset)], " · ".join(
                each for each in (recipe_text(ctx, asset), arrows, gone) if each
            )
    return h.b[symbol_name(ctx, keys[0], keys[2])], symbol_facts(ctx, keys[0], keys[2])


def _track_text(ctx: Ctx, good: str) -> str:
    """The known prices of a track; the start in brackets."""
    track = price_track(ctx.table.state.box, good)
    if not track.spaces:
        return str(ctx._("not known"))
    told = [f"[{price}]" if step == 0 else str(price) for step, price in sorted(track.spaces.items())]
    return " ".join(["" if track.bottom is not None else "…", *told, "" if track.top is not None else "…"]).strip()


def _rest(ctx: Ctx) -> Node:
    """What is neither a track of a good nor a card: where the status tracks start, the trend track."""
    if not ctx.may_act:
        return None
    _, box = ctx._, ctx.table.state.box
    starts = (
        parts.field(
            _("{colour} starts at").format(colour=_(COLOUR_WORDS[colour])),
            parts.number_input(f"start.{colour}", card(box, "status", colour).get("start", STATUS_STARTS[colour])),
        )
        for colour in COLOURS
    )
    steps = parts.text_input("steps", " ".join(map(str, trend_steps(box))), dir="ltr")
    return parts.card(
        h.details(data_key="section-rest")[
            h.summary[_("Other tracks")],
            parts.form(
                "box.rest",
                starts,
                parts.field(_("Trend track, lowest first"), steps),
                parts.submit(_("Remember"), is_primary=False),
            ),
        ],
        key="box-rest",
    )


# The dialog of one component


def sheet(ctx: Ctx) -> Node:
    """All that is printed on one component, to be typed."""
    asked = ctx.ui.get("sheet", {})
    if asked.get("kind") != SHEET or not ctx.may_act:
        return None
    pointer = str(asked.get("what", ""))
    known = [each for room in SECTIONS for each, _known in _things(ctx, room)]
    if pointer not in known:
        return None
    room, *keys = pointers.split(pointer)
    printed = card(ctx.table.state.box, room, *keys)
    rev = f"{pointer}-{asked.get('serial', 0)}"
    if room == "goods":
        inside: Node = _track_fields(ctx, printed)
    else:
        inside = [
            room == "status"
            and parts.field(ctx._("Points"), parts.number_input("points", _text(printed.get("points")))),
            (
                _group(ctx, group, printed.get(group), rev)
                for group in (("inputs", "outputs", "trends") if room == "assets" else ("trends",))
            ),
            room == "assets" and _mark(ctx, printed.get("removed")),
        ]
    return parts.sheet(
        ctx,
        _title(ctx, room, keys),
        parts.form(
            "box.save",
            parts.field(ctx._("Name"), parts.text_input("name", _text(printed.get("name")), maxlength=60)),
            inside,
            parts.submit(ctx._("Remember")),
            args={"what": pointer},
        ),
    )


def _title(ctx: Ctx, room: str, keys: list[str]) -> str:
    state = ctx.table.state
    match room:
        case "goods":
            return good_name(ctx, keys[0])
        case "companies":
            return company_name(state, int(keys[0]))
        case "assets":
            return asset_name(state, int(keys[0]))
    return symbol_name(ctx, keys[0], keys[2])


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _track_fields(ctx: Ctx, printed: Any) -> Node:
    _ = ctx._
    track = " ".join(map(str, printed.get("track") or ()))
    known = " ".join(f"{at}={price}" for at, price in (printed.get("known") or {}).items() if price is not None)
    return [
        parts.field(
            _("All prices of the track, lowest first"), parts.text_input("track", track, dir="ltr", inputmode="text")
        ),
        parts.field(_("Start price"), parts.number_input("start", _text(printed.get("start")))),
        h.details(open=not track)[
            h.summary[_("Only some prices are known")],
            parts.field(
                _("Known spaces"),
                parts.text_input("known", known, dir="ltr"),
                _("Spaces from the start, and the price there: 0=45 2=60"),
            ),
            parts.field(_("Lowest price"), parts.number_input("lowest", _text(printed.get("lowest")))),
            parts.field(_("Highest price"), parts.number_input("highest", _text(printed.get("highest")))),
        ],
    ]


def _group(ctx: Ctx, group: str, value: dict[str, int] | None, rev: str) -> Node:
    """Goods or arrows, and whether they are known where all are zero."""
    _ = ctx._
    fields = goods_fields(ctx, group, _(GROUPS[group]), value, arrows=group == "trends", rev=rev)
    tick = parts.checkbox(f"{group}.known", _("known (all 0: nothing is printed)"), on=value is not None)
    return h.details(open=value is None or bool(value), data_key=f"{rev}-{group}")[
        h.summary[_(GROUPS[group])], tick, fields
    ]


def _mark(ctx: Ctx, removed: str | None) -> Node:
    options = [(value, ctx._(label)) for value, label in MARKS]
    return parts.field(
        ctx._("Mark for fewer players"), parts.select_input("removed", options, "?" if removed is None else removed)
    )


# What is tapped


def save(ctx: Ctx, event: Event) -> None:
    """Remember what was typed for one component; only what has changed."""
    pointer = event.args.get("what", "")
    if pointer not in [each for room in SECTIONS for each, _known in _things(ctx, room)]:
        return
    printed = card(ctx.table.state.box, *pointers.split(pointer))
    typed = _typed(pointers.split(pointer)[0], event)
    new = {f"{pointer}/{key}": value for key, value in typed.items() if printed.get(key) != value}
    _set(ctx, new)
    ctx.ui.pop("sheet", None)


def _set(ctx: Ctx, new: dict[str, Any]) -> None:
    if new:
        ctx.do("box", set=new)
    else:
        ctx.say(ctx._("Nothing was changed."))


def _typed(room: str, event: Event) -> dict[str, Any]:
    """The values of a component's form; None = not known."""
    typed: dict[str, Any] = {"name": event.text("name") or None}
    if room == "goods":
        numbers = {key: _number(event.text(key)) for key in ("start", "lowest", "highest")}
        return typed | numbers | {"track": numbers_in(event.text("track")), "known": pairs_in(event.text("known"))}
    if room == "status":
        typed["points"] = _number(event.text("points"))
    if room == "assets":
        mark = event.text("removed")
        typed["removed"] = None if mark == "?" else mark
    for group in ("inputs", "outputs", "trends") if room == "assets" else ("trends",):
        goods = goods_typed(event, group)
        typed[group] = goods if goods or event.ticked(f"{group}.known") else None
    return typed


def _number(text: str) -> int | None:
    return whole(text) if text else None


def numbers_in(text: str) -> list[int] | None:
    """The numbers of a typed list. Raises RuleError ``bad-number``.

    >>> numbers_in("25, 30 38"), numbers_in("")
    ([25, 30, 38], None)
    """
    return [whole(each) for each in re.split(r"[\s,;]+", text) if each] or None


def pairs_in(text: str) -> dict[str, int] | None:
    """The spaces and prices of a typed list. Raises RuleError ``bad-number``.

    >>> pairs_in("0=45 2=60"), pairs_in("")
    ({'0': 45, '2': 60}, None)
    """
    pairs = {}
    for each in re.split(r"[\s,;]+", re.sub(r"\s*[=:]\s*", "=", text)):
        if each:
            space, sign, price = each.partition("=")
            if not sign:
                raise RuleError("bad-number", N_("“{text}” is not a space and its price, like 2=60."), text=each[:20])
            pairs[str(whole(space))] = whole(price)
    return pairs or None


def save_rest(ctx: Ctx, event: Event) -> None:
    """Remember the start prices of the status tracks, and the trend track."""
    box = ctx.table.state.box
    new: dict[str, Any] = {}
    for colour in COLOURS:
        start = _number(event.text(f"start.{colour}"))
        if start is not None and start != card(box, "status", colour).get("start", STATUS_STARTS[colour]):
            new[f"/status/{colour}/start"] = start
    steps = numbers_in(event.text("steps"))
    if steps and steps != trend_steps(box):
        new["/trend/steps"] = steps
    _set(ctx, new)


def only_missing(ctx: Ctx, _event: Event) -> None:
    """List only what is not known, or everything."""
    ctx.ui["only-missing"] = not ctx.ui.get("only-missing", False)


ACTIONS = {"box.save": save, "box.rest": save_rest, "box.missing": only_missing}
