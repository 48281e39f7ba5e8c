"""Signs of a game of one's own: its goods, its money and its slots, as every screen shows them."""

from collections.abc import Iterable

import htpy as h
from htpy import Element, Node

from companion.charts.palette import SHAPES, TOKENS
from companion.games.common import listed
from companion.games.own.checks import slot_of
from companion.games.own.money import slot_words
from companion.games.own.state import State, phase_name
from companion.screens import parts
from companion.screens.ctx import Ctx

INITIALS = 2  # letters on the sign of a good, where there are more goods than signs


def rules(ctx: Ctx) -> State:
    """The table's state."""
    state: State = ctx.table.state
    return state


def token(state: State, good: str) -> str:
    """The colour token of a good: as in the chart of the prices."""
    return TOKENS[list(state.book.goods).index(good) % len(TOKENS)]


def sign(state: State, good: str) -> str:
    """The symbol of a good; where there are more goods than symbols, the first letters of its name."""
    goods = list(state.book.goods)
    if len(goods) <= len(TOKENS):
        return SHAPES[token(state, good)]
    return state.book.goods[good].name[:INITIALS]


def good_chip(ctx: Ctx, good: str) -> Element:
    """A good: its colour, its symbol, its name."""
    state = rules(ctx)
    return parts.chip(sign(state, good), token(state, good), h.bdi[state.book.goods[good].name])


def marker(state: State, good: str) -> Element:
    """The marker of a good on a track."""
    name = state.book.goods[good].name
    return h.i(f".{token(state, good)}", role="img", title=name, aria_label=name)[sign(state, good)]


def money(ctx: Ctx, amount: int | None) -> str:
    """An amount with the sign of the game's money; a stroke where there is none."""
    if amount is None:
        return "–"
    return f"{'−' if amount < 0 else ''}{rules(ctx).book.money}{ctx.money(abs(amount))}"


def slot_name(ctx: Ctx, slot: str) -> str:
    """What a slot is called: cash by the reader's word, the others as the box calls them."""
    return ctx._("cash") if slot == "cash" else slot.replace("_", " ")


def place_name(ctx: Ctx, said: str) -> str:
    """A place of money, named as in ``table.slots()``, in words."""
    state = rules(ctx)
    return listed([slot_words(state, slot_of(state, said))]).text(ctx._)


def phase(ctx: Ctx) -> str | None:
    """The name of the phase that is on."""
    return phase_name(rules(ctx))


def keys(
    ctx: Ctx, name: str, legend: str, options: Iterable[tuple[str, Node]], on: str, *, do: str = "own.pick"
) -> Element:
    """One of several, tapped; the page tells of it at once."""
    serial = ctx.ui.get("sheet", {}).get("serial", 0)
    return h.fieldset(".pick.own-keys", data_key=f"pick-{name}")[
        h.legend[legend],
        (
            h.label(".key")[
                h.input(
                    ".visually-hidden",
                    type="radio",
                    name=name,
                    value=value,
                    checked=value == on,
                    required=True,
                    data_do_change=do,
                    data_key=f"{name}-{serial}-{value}",
                ),
                h.span(".btn")[said],
            ]
            for value, said in options
        ),
    ]


def amount_field(
    ctx: Ctx, label: str, name: str = "amount", value: str = "", *, hint: str = "", **more: object
) -> Element:
    """An amount of money to type."""
    unit = rules(ctx).book.money
    return parts.field(f"{label} ({unit})" if unit else label, parts.number_input(name, value, **more), hint)
