"""Controls for what is printed on the components: goods, arrows, money; and how they are read."""

from collections.abc import Sequence
from typing import Any

import htpy as h
from htpy import Element, Node

from companion import pointers
from companion.games.greed.box import GOODS
from companion.games.greed.cubes import possible_ends
from companion.games.greed.screens.signs import good_chip, good_name, symbol_name
from companion.games.greed.state import asset_name, company_name
from companion.screens import parts
from companion.screens.box_fields import stepped
from companion.screens.ctx import Ctx
from companion.screens.typed import whole
from companion.widgets.messages import Event
from companion.words import N_, labelled

MOST_ARROWS, MOST_GOODS = 9, 99
WHAT = {
    "trends": N_("the arrows (trends) on it"),
    "inputs": N_("the goods that it takes"),
    "outputs": N_("the goods that it makes"),
    "points": N_("its points"),
    "start": N_("the price on its start space"),
}


def goods_fields(ctx: Ctx, prefix: str, legend: str, *, arrows: bool, rev: object) -> Element:
    """A stepper for every good; ``arrows`` go both ways."""
    entries = [(good, good_chip(ctx, good), good_name(ctx, good)) for good in GOODS]
    least, most = (-MOST_ARROWS, MOST_ARROWS) if arrows else (0, MOST_GOODS)
    return stepped(ctx, prefix, legend, entries, {}, least=least, most=most, rev=rev)


def goods_typed(event: Event, prefix: str) -> dict[str, int]:
    """What the steppers of `goods_fields` show, without zeros."""
    typed = {good: event.text(f"{prefix}.{good}") for good in GOODS}
    return {good: whole(text) for good, text in typed.items() if text not in ("", "0")}


def money_input(
    ctx: Ctx,
    name: str,
    value: int,
    *,
    least: int,
    most: int,
    steps: Sequence[int] = (10, 1),
    label: str,
    rev: object = "",
    do: str = "",
) -> Element:
    """− amount +: typed, or stepped with the thumb."""
    minus = (
        h.button(".btn", type="button", data_step=str(-step), aria_label=ctx._("{amount} less").format(amount=step))[
            f"−{step}"
        ]
        for step in steps
    )
    plus = (
        h.button(".btn", type="button", data_step=str(step), aria_label=ctx._("{amount} more").format(amount=step))[
            f"+{step}"
        ]
        for step in reversed(steps)
    )
    field = parts.number_input(
        name, value, min=str(least), max=str(most), aria_label=label, data_rev=str(rev), data_do_change=do or None
    )
    return h.div(".money-input", role="group", aria_label=label)[minus, field, plus]


# What a move waits for


def asked(ctx: Ctx, pointer: str) -> str:
    """What a box pointer means, in words: "36 Railroad tycoon: the goods that it takes"."""
    _, state = ctx._, ctx.table.state
    room, *keys = pointers.split(pointer)
    match room, *keys:
        case "assets", number, what:
            return labelled(asset_name(state, int(number)), _(WHAT[what]), _)
        case "companies", number, what:
            return labelled(company_name(state, int(number)), _(WHAT[what]), _)
        case "status", colour, "cards", letter, what:
            return labelled(symbol_name(ctx, colour, letter), _(WHAT[what]), _)
        case "goods", good, "known", space:
            return _space(ctx, good, int(space))
        case "goods", good, what if what in WHAT:
            return labelled(good_name(ctx, good), _(WHAT[what]), _)
    return " · ".join((room, *keys))


def _space(ctx: Ctx, good: str, space: int) -> str:
    """Which space of a price track: "Coal: the price two spaces right of the start"."""
    _ = ctx._
    if space == 0:
        told = _("the price on its start space")
    elif space > 0:
        told = _.ngettext(
            "the price {count} space right of the start", "the price {count} spaces right of the start", space
        ).format(count=space)
    else:
        told = _.ngettext(
            "the price {count} space left of the start", "the price {count} spaces left of the start", -space
        ).format(count=-space)
    return labelled(good_name(ctx, good), told, _)


def space_text(ctx: Ctx, space: int) -> str:
    """A space of a price track: "2 spaces right of the start"."""
    _ = ctx._
    if space == 0:
        return str(_("the start space"))
    if space > 0:
        told = _.ngettext("{count} space right of the start", "{count} spaces right of the start", space)
    else:
        told = _.ngettext("{count} space left of the start", "{count} spaces left of the start", -space)
    return str(told.format(count=abs(space)))


def is_goods(pointer: str) -> bool:
    """Whether goods or arrows are printed there, not a number."""
    return pointers.split(pointer)[-1] in ("trends", "inputs", "outputs")


def control(ctx: Ctx, pointer: str) -> Node:
    """The control that asks for the printed value at ``pointer``; its fields are named by it."""
    label = asked(ctx, pointer)
    if is_goods(pointer):
        return [
            goods_fields(ctx, pointer, label, arrows=pointer.endswith("/trends"), rev=pointer),
            parts.checkbox(f"{pointer}.none", ctx._("Nothing is printed there")),
        ]
    return [parts.field(label, parts.number_input(pointer)), _last_space(ctx, pointer)]


def _last_space(ctx: Ctx, pointer: str) -> Node:
    """Whether the cube, of which a price is asked, has met the end of its track."""
    _, state = ctx._, ctx.table.state
    room, good, *rest = pointers.split(pointer)
    if room != "goods" or rest != ["known", str(state.steps[good])]:
        return None
    ends = possible_ends(state.box, good, state.walks[good])
    options = [("", _("not known")), *((f"{end}={at}", space_text(ctx, at)) for end, at in ends)]
    label = _("Is the cube on the last space of its track, or was it? Which space is the last?")
    return ends and parts.field(label, parts.select_input(f"{pointer}.end", options))


def values(pointer: str, event: Event) -> dict[str, Any]:
    """What was typed into `control`, by its pointers; nothing where nothing was. Raises RuleError ``bad-number``."""
    if is_goods(pointer):
        typed = goods_typed(event, pointer)
        return {pointer: typed} if typed or event.ticked(f"{pointer}.none") else {}
    text = event.text(pointer)
    said = {pointer: whole(text)} if text else {}
    end, sign, at = event.text(f"{pointer}.end").partition("=")
    if sign and end in ("top", "bottom"):
        said[pointers.join(*pointers.split(pointer)[:2], end)] = whole(at)
    return said
