"""Signs of a game of one's own: its goods, its money and its slots, as every screen shows them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import htpy as h
from htpy import Element, Node

from companion.charts.palette import SHAPES, TOKENS
from companion.games.common import listed
from companion.games.own.checks import slot_of, slot_said
from companion.games.own.money import slot_words
from companion.games.own.state import SUPPLY, State, phase_name
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.words import worded

INITIALS = 2  # letters on the sign of a good, where there are more goods than signs


@dataclass(slots=True)
class Asked:
    """What a dialog is about (a button, a good; "": still to be chosen), and what its form says by now.

    ``seat`` is whose turn it was when that was said.
    """

    about: str = ""
    seat: int | None = None
    said: dict[str, str] = field(default_factory=dict)


def rules(ctx: Ctx) -> State:
    """The table's state."""
    state: State = ctx.table.state
    return state


def said(ctx: Ctx, name: str) -> str:
    """A name of the box: one of the companion's own in the reader's language, else as it was typed."""
    return worded(rules(ctx).book.word(name), ctx._)


def good_name(ctx: Ctx, good: str) -> str:
    """What a good is called."""
    return said(ctx, rules(ctx).book.goods[good].name)


def token(state: State, good: str) -> str:
    """The colour token of a good: as in the chart of the prices."""
    return TOKENS[list(state.book.goods).index(good) % len(TOKENS)]


def sign(ctx: Ctx, good: str) -> str:
    """The symbol of a good; where there are more goods than symbols, the first letters of its name."""
    state = rules(ctx)
    if len(state.book.goods) <= len(TOKENS):
        return SHAPES[token(state, good)]
    return good_name(ctx, good)[:INITIALS]


def good_chip(ctx: Ctx, good: str) -> Element:
    """A good: its colour, its symbol, its name."""
    return parts.chip(sign(ctx, good), token(rules(ctx), good), h.bdi[good_name(ctx, good)])


def marker(ctx: Ctx, good: str) -> Element:
    """The marker of a good on a track."""
    name = good_name(ctx, good)
    return h.i(f".{token(rules(ctx), good)}", role="img", title=name, aria_label=name)[sign(ctx, good)]


def money(ctx: Ctx, amount: int | None) -> str:
    """An amount with the sign of the game's money; a stroke where there is none."""
    if amount is None:
        return "–"
    return f"{'−' if amount < 0 else ''}{rules(ctx).book.money}{ctx.money(abs(amount))}"


def slot_name(ctx: Ctx, slot: str) -> str:
    """What a slot is called: cash by the reader's word, the others as the box calls them."""
    return ctx._("cash") if slot == "cash" else said(ctx, rules(ctx).book.called(slot))


def place_name(ctx: Ctx, place: str) -> str:
    """A place of money, named as in ``table.slots()``, in words."""
    return purse_name(ctx, slot_of(rules(ctx), place))


def purse_name(ctx: Ctx, purse: str) -> str:
    """A place of money, named as in the ledger, in words."""
    return listed([slot_words(rules(ctx), purse)]).text(ctx._)


# A form names a player by the seat, for the name may change while it is filled in.


def place_in(ctx: Ctx, purse: str) -> str:
    """The place of money of which a form gives the ledger's name, as ``table.slots()`` has it; "" for none such."""
    state = rules(ctx)
    return slot_said(state, purse) if purse in state.ledger.balances else ""


def holder_in(ctx: Ctx, seat: str) -> str:
    """Who holds goods: the supply, or the player of whom a form gives the seat; "" for nobody."""
    return SUPPLY if seat == SUPPLY else ctx.player_at(seat)


def phase(ctx: Ctx) -> str | None:
    """The name of the phase that is on, as it is said."""
    name = phase_name(rules(ctx))
    return None if name is None else said(ctx, name)


def keys(ctx: Ctx, name: str, legend: str, options: Iterable[tuple[str, Node]], on: str) -> Element:
    """One of several, tapped; the page tells of it at once."""
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
                    data_do_change="own.pick",
                    data_key=f"{name}-{ctx.opening}-{value}",
                ),
                h.span(".btn")[label],
            ]
            for value, label in options
        ),
    ]


def amount_field(
    ctx: Ctx, label: str, name: str = "amount", value: str = "", *, hint: str = "", **more: object
) -> Element:
    """An amount of money to type."""
    unit = rules(ctx).book.money
    return parts.field(f"{label} ({unit})" if unit else label, parts.number_input(name, value, **more), hint)
