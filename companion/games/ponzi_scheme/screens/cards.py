"""Fund cards, tiles and the crash meter: pieces that several screens of Ponzi Scheme are made of."""

from collections.abc import Callable
from fractions import Fraction

import htpy as h
from babel.numbers import format_decimal
from htpy import Element, Node

from companion.charts.palette import SHAPES
from companion.games.common import PUBLIC, Sight
from companion.games.ponzi_scheme import advice, market
from companion.games.ponzi_scheme.charts import industry_token
from companion.games.ponzi_scheme.state import State, fund
from companion.screens import parts
from companion.screens.ctx import Ctx

BEAR = "↘"


def sight(ctx: Ctx) -> Sight:
    """What the reader may see, for advice."""
    return Sight(seat=ctx.table.players.index(ctx.seat)) if ctx.seat in ctx.table.players else PUBLIC


def seat_shown(ctx: Ctx) -> int | None:
    """The seat that the page is about: the reader's own, for the banker that of the player who acts."""
    name = ctx.seat if ctx.seat in ctx.table.players else ctx.acting
    return None if name is None else ctx.table.players.index(name)


def rate_text(ctx: Ctx, rate: Fraction) -> str:
    """Interest a turn, with one decimal, as the reader's language writes it."""
    return format_decimal(round(float(rate), 1), format="#,##0.#", locale=ctx.lang)


def is_bear(state: State, value: int) -> bool:
    """Whether a card is a bear."""
    return bool(fund(state, value)["kind"] == "bear")


def terms(ctx: Ctx, value: int) -> str:
    """What a card costs, in words."""
    card = fund(ctx.table.state, value)
    text = ctx._("{interest} every {period} turns")
    return text.format(interest=ctx.money(card["interest"]), period=card["period"])


# Tiles


def industry_name(ctx: Ctx, industry: str) -> str:
    """The printed name of an industry, in the reader's language."""
    return ctx._(ctx.table.state.box["industries"][industry]["name"])


def industry_colour(state: State, industry: str) -> str:
    """The colour token of an industry."""
    industries = state.box["industries"]
    return industry_token(industries[industry]["colour"], list(industries).index(industry))


def industry_chip(ctx: Ctx, industry: str) -> Element:
    """An industry's colour, symbol and name."""
    return parts.company_chip(industry_colour(ctx.table.state, industry), industry_name(ctx, industry))


def tile_counts(ctx: Ctx, seat: int) -> Element:
    """How many tiles of each kind a seat owns."""
    state, _ = ctx.table.state, ctx._
    owned = {industry: count for industry, count in state.tiles[seat].items() if count}
    if not owned:
        return h.span(".tiles")[_("no tiles")]
    return h.span(".tiles")[
        (
            h.span(".tile", title=industry_name(ctx, industry))[
                h.i(f".{industry_colour(state, industry)}", aria_hidden="true")[
                    SHAPES[industry_colour(state, industry)]
                ],
                h.b[str(count)],
                h.span(".visually-hidden")[" ", industry_name(ctx, industry), " "],
            ]
            for industry, count in owned.items()
        )
    ]


# The market


def board(ctx: Ctx, *, may: Callable[[int], bool], chosen: int | None, do: str) -> Node:
    """The three rows; a card that ``may`` be tapped sends ``do`` with its value."""
    _, state = ctx._, ctx.table.state
    rows = []
    for number in range(1, market.ROWS + 1):
        cards = market.row(state, number)
        faces = [_card(ctx, value, may=may(value), chosen=value == chosen, do=do) for value in cards]
        empty = [h.div(".fund.empty")["–"] for _empty in range(market.ROWS - len(cards))]
        rows.append(
            h.div(".fundrow", data_key=f"row-{number}")[
                h.span(".rowname")[_("row {number}").format(number=number)], faces, empty
            ]
        )
    return h.div(".funds", role="group", aria_label=_("The market"))[rows]


def _card(ctx: Ctx, value: int, *, may: bool, chosen: bool, do: str) -> Element:
    _, state = ctx._, ctx.table.state
    card, bear = fund(state, value), is_bear(state, value)
    rate = rate_text(ctx, advice.rate(state, value))
    inside = [
        h.b[ctx.money(value), bear and h.i(title=_("bear"))[BEAR]],
        h.span[f"{ctx.money(card['interest'])} / {card['period']}"],
        h.small[_("{rate} a turn").format(rate=rate)],
    ]
    names = ".fund" + (".bear" if bear else "")
    if not ctx.may_act:
        return h.div(names)[inside]
    said = _("Card {fund}: {terms}, {rate} a turn").format(fund=value, terms=terms(ctx, value), rate=rate)
    return h.button(
        names + ".btn",
        type="button",
        data_do=do,
        data_fund=str(value),
        data_key=f"fund-{value}",
        disabled=not may,
        aria_pressed=str(chosen).lower(),
        aria_label=said + (", " + _("bear") if bear else ""),
    )[inside]


def crash_meter(ctx: Ctx) -> Element:
    """How many bears the market shows, of how many it takes to crash."""
    _, state = ctx._, ctx.table.state
    bears, needed = len(market.bears(state)), len(state.names)
    if state.crashed:
        text = _("The market has crashed in this round.")
    elif bears >= needed:
        text = _("It crashes this round, unless the first player discards enough bears.")
    else:
        more = needed - bears
        text = _.ngettext("{count} more bear and it crashes.", "{count} more bears and it crashes.", more)
        text = text.format(count=more)
    danger = not state.crashed and bears >= needed - 1
    return h.div(".meter" + (".near" if danger else ""))[
        h.span(".bears", aria_hidden="true")[
            (h.i(".on" if place < bears else "")[BEAR if place < bears else ""] for place in range(max(needed, bears)))
        ],
        h.div[
            h.b[_("Bears: {count} of {needed}").format(count=bears, needed=needed)],
            parts.note(text),
        ],
    ]


def lasting_text(ctx: Ctx, turns: int | None) -> str:
    """How long money lasts, if nothing else happens: until a payment in ``turns`` turns, or for all twelve (None)."""
    _ = ctx._
    if turns is None:
        return _("pays everything of the coming twelve turns")
    if turns == 0:
        return _("does not pay what is due now")
    if turns == 1:
        return _("does not pay what is due next turn")
    return _("without new money it ends in {turns} turns").format(turns=turns)
