"""The market is refilled from the physical deck: the cards drawn are tapped from the list of those not yet seen."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.ponzi_scheme import market
from companion.games.ponzi_scheme.screens.cards import BEAR, is_bear, terms
from companion.games.ponzi_scheme.screens.investing import forget
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.screens.typed import whole
from companion.table import BANKER
from companion.widgets.messages import Event


@dataclass(frozen=True)
class Tapped:
    """The cards that are tapped, the first one first, of those among which the draw was."""

    among: frozenset[int] = frozenset()
    cards: tuple[int, ...] = ()


def drawn(ctx: Ctx) -> list[int]:
    """The cards that are tapped so far, with those that come in any case."""
    sure, _more, among = market.drawable(ctx.table.state)
    return sorted({*sure, *_tapped(ctx, among)})


def _tapped(ctx: Ctx, among: frozenset[int]) -> tuple[int, ...]:
    """What was tapped for this draw, which somebody else may have told meanwhile."""
    tapped = ctx.kept(Tapped)
    return tapped.cards if tapped.among == among else ()


def card(ctx: Ctx) -> Node:
    """The list of the cards that can come; folded up on phones of those who did not draw."""
    _, state = ctx._, ctx.table.state
    wanted = market.awaiting_reveal(state)
    sure, _more, among = market.drawable(state)
    chosen = drawn(ctx)
    title = _.ngettext("{count} card was drawn: which one?", "{count} cards were drawn: which ones?", wanted)
    keys = h.div(".keys.draw", role="group", aria_label=_("Cards not yet seen"))[
        (_key(ctx, value, on=value in chosen, fixed=value in sure) for value in sorted({*sure, *among}))
    ]
    told = _("{count} of {wanted} tapped").format(count=len(chosen), wanted=wanted)
    title = title.format(count=wanted)
    if is_mine(ctx):
        return parts.card(parts.note(told), keys, title=title, key="draw", cls="wide")
    who = _("Whoever drew taps; anybody may.")
    return parts.card(
        parts.note(who), h.details[h.summary[_("Tap the cards here")], keys], title=title, key="draw", cls="wide"
    )


def is_mine(ctx: Ctx) -> bool:
    """Whether the reader has most likely drawn the cards: who acted last, and the banker."""
    last = ctx.table.last_done()
    return ctx.seat == BANKER or last is None or ctx.seat in (last.by, ctx.snapshot["active"])


def _key(ctx: Ctx, value: int, *, on: bool, fixed: bool) -> Node:
    _, bear = ctx._, is_bear(ctx.table.state, value)
    said = _("Card {fund}: {terms}").format(fund=value, terms=terms(ctx, value))
    return h.button(
        ".btn.drawkey" + (".bear" if bear else ""),
        type="button",
        data_do="draw.pick",
        data_fund=str(value),
        data_key=f"draw-{value}",
        disabled=fixed,
        aria_pressed=str(on).lower(),
        aria_label=said + (", " + _("bear") if bear else ""),
    )[str(value), bear and h.i(aria_hidden="true")[BEAR]]


def foot(ctx: Ctx) -> Node:
    """Put the tapped cards into the market."""
    _, chosen = ctx._, drawn(ctx)
    wanted = market.awaiting_reveal(ctx.table.state)
    if len(chosen) != wanted:
        text = _.ngettext("Tap {count} card", "Tap {count} cards", wanted - len(chosen))
        return parts.primary(text.format(count=wanted - len(chosen)), "draw", disabled=True)
    text = _("{funds} into the market").format(funds=", ".join(map(str, chosen)))
    return parts.primary(text, "draw", args={"funds": " ".join(map(str, chosen))})


def pick(ctx: Ctx, event: Event) -> None:
    """Tap a card, or take it back; with one too many, the one tapped first goes."""
    value = whole(event.args.get("fund", "0"))
    _sure, more, among = market.drawable(ctx.table.state)
    order = list(_tapped(ctx, among))
    if value in order:
        order.remove(value)
    elif value in among:
        order.append(value)
    ctx.keep(Tapped(among, tuple(order[-more:] if more else ())))


def draw(ctx: Ctx, event: Event) -> None:
    """The market is refilled with the cards that the button named."""
    named = event.args.get("funds")
    ctx.do("reveal", funds=drawn(ctx) if named is None else [int(each) for each in named.split() if each.isdecimal()])
    forget(ctx)
    ctx.forget(Tapped)


ACTIONS = {"draw.pick": pick, "draw": draw}
