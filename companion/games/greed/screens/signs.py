"""How companies, goods, assets and cards look on the screens of Greed, Incorporated."""

from collections.abc import Mapping

import htpy as h
from htpy import Element, Node

from companion.games.greed import names
from companion.games.greed.box import card, is_primary, unknown_goods
from companion.games.greed.charts import company_token, good_sign
from companion.games.greed.state import State, asset_name, company_name
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.words import N_, capital, isolated, signed, worded

COLOUR_WORDS = {"gold": N_("Gold"), "silver": N_("Silver")}

TITLES = {"ceo": "CEO", "cfo": "CFO", "coo": "COO"}  # as they are printed


def good_name(ctx: Ctx, good: str) -> str:
    """A good as the box names it, else as a word of the reader's language."""
    return capital(worded(names.good_name(ctx.table.state, good), ctx._))


def good_chip(ctx: Ctx, good: str, count: int | None = None) -> Element:
    """A good's colour, sign and name; with a count before it."""
    token, sign = good_sign(good)
    name = good_name(ctx, good)
    return parts.chip(sign, token, name if count is None else f"{count} {name}")


def company_chip(ctx: Ctx, number: int) -> Element:
    """A company's colour, printed number and name."""
    return parts.chip(str(number), company_token(number), h.bdi[company_name(ctx.table.state, number)])


def goods_text(ctx: Ctx, goods: Mapping[str, int]) -> str:
    """Goods in words: "1 coal + 2 steel"."""
    return " + ".join(f"{count} {good_name(ctx, good)}" for good, count in goods.items() if count)


def side_text(ctx: Ctx, side: Mapping[str, object]) -> str:
    """What one side of a trade hands over: "30 + 2 coal"."""
    cash, goods = side.get("cash"), side.get("goods")
    told = [ctx.money(cash)] if isinstance(cash, int) and cash else []
    told += [text] if isinstance(goods, dict) and (text := goods_text(ctx, goods)) else []
    return " + ".join(told) or "–"


def arrows_text(ctx: Ctx, arrows: Mapping[str, int] | None) -> str:
    """The arrows on a card: "coal +1, land −1"; a question mark where they are unknown."""
    if arrows is None:
        return ctx._("arrows not known")
    return ", ".join(f"{good_name(ctx, good)} {signed(by)}" for good, by in arrows.items() if by) or ctx._("no arrows")


def recipe_text(ctx: Ctx, asset: int) -> str:
    """What an asset takes and makes, as far as it is known."""
    _, box = ctx._, ctx.table.state.box
    printed = card(box, "assets", asset)
    if unknown_goods(box, asset):
        return _("what it makes is not known")
    makes = goods_text(ctx, printed["outputs"])
    if is_primary(box, asset):
        return _("makes {goods}").format(goods=makes or "–")
    return f"{goods_text(ctx, printed['inputs'])} → {makes or '–'}"


def asset_line(ctx: Ctx, asset: int) -> Node:
    """An asset's number and name, with what it makes below."""
    return [h.b[asset_name(ctx.table.state, asset)], parts.note(recipe_text(ctx, asset))]


def symbol_name(ctx: Ctx, colour: str, letter: str) -> str:
    """A status symbol: its colour, letter and name."""
    name = card(ctx.table.state.box, "status", colour, "cards", letter).get("name")
    told = f"{ctx._(COLOUR_WORDS[colour])} {letter}"
    return f"{told} · {name}" if name else told


def symbol_facts(ctx: Ctx, colour: str, letter: str) -> str:
    """What a status symbol is worth, and what it moves."""
    _ = ctx._
    printed = card(ctx.table.state.box, "status", colour, "cards", letter)
    points = printed.get("points")
    worth = _("points not known") if points is None else _.ngettext("{count} point", "{count} points", points)
    return f"{worth.format(count=points)} · {arrows_text(ctx, printed.get('trends'))}"


def names_of(state: State, seats: list[int]) -> str:
    """Players' names in a row."""
    return ", ".join(isolated(state.names[seat]) for seat in seats)
