"""Investment: a tile, a card of the row that goes with it, and what the card would do to the own wheel."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.ponzi_scheme import advice
from companion.games.ponzi_scheme.investment import row_for
from companion.games.ponzi_scheme.screens.cards import (
    board,
    industry_chip,
    industry_name,
    lasting_text,
    rate_text,
    seat_shown,
    sight,
    terms,
)
from companion.games.ponzi_scheme.state import WHEEL, supply
from companion.games.ponzi_scheme.wheels import due, due_if_crash
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.screens.typed import whole
from companion.widgets.messages import Event
from companion.words import C_, signed

Pick = tuple[str, int]
About = tuple[int | None, int]  # a seat, and the round


@dataclass(slots=True)
class Chosen:
    """What is tapped for a seat in a round and not done yet; ``cleared`` grows when something was done."""

    about: About = (None, 0)
    industry: str = ""
    fund: int | None = None
    pair: tuple[int, str] | None = None
    tile: str = ""
    cleared: int = 0


def choice(ctx: Ctx) -> Chosen:
    """What is chosen for the seat that the page is about, in this round: not what was for another, or in another."""
    kept, about = ctx.kept(Chosen), (seat_shown(ctx), ctx.table.state.round)
    return kept if kept.about == about else Chosen(about, cleared=kept.cleared)


def offered(ctx: Ctx) -> set[Pick]:
    """The (industry, card) that can be taken now."""
    moves = ctx.table.legal(ctx.seat)
    return {(move["industry"], move["fund"]) for move in moves if move["action"] == "invest"}


def picked(ctx: Ctx) -> Pick | None:
    """The tile and the card that are chosen, if they can be taken together."""
    pick = choice(ctx).industry, chosen_fund(ctx)
    return next((each for each in offered(ctx) if each == pick), None)


def chosen_fund(ctx: Ctx) -> int | None:
    """The card that the page has chosen, while it is in the market."""
    value = choice(ctx).fund
    return value if value in ctx.table.state.market else None


def card(ctx: Ctx, seat: int) -> Node:
    """What to take: the industry first, then a card of its row."""
    _ = ctx._
    can = offered(ctx)
    industry = choice(ctx).industry
    kinds = h.div(".pairgrid", role="group", aria_label=_("Industry"))[
        (_industry(ctx, seat, kind, can) for kind in ctx.table.state.made)
    ]
    fits = {value for kind, value in can if not industry or kind == industry}
    return [
        parts.card(
            kinds,
            board(ctx, may=lambda value: value in fits, chosen=chosen_fund(ctx), do="pick.fund"),
            what_if(ctx),
            title=_("Take a tile and a card"),
            key="invest",
        ),
    ]


def _industry(ctx: Ctx, seat: int, industry: str, can: set[Pick]) -> Node:
    _, state = ctx._, ctx.table.state
    owned = state.tiles[seat][industry]
    may = any(kind == industry for kind, _value in can)
    if may:
        told = _("own {count} · row {row}").format(count=owned, row=row_for(owned))
    elif supply(state, industry):
        told = _("own {count}: no more from the market").format(count=owned)
    else:
        told = _("none left")
    points = _("points {points}").format(points=signed(advice.tile_points(owned, 1)))
    return parts.button(
        [industry_chip(ctx, industry), h.small[told], may and h.small[points]],
        "pick.industry",
        args={"industry": industry},
        pressed=choice(ctx).industry == industry,
        disabled=not may,
        cls="stack",
        key=f"industry-{industry}",
    )


def foot(ctx: Ctx) -> Node:
    """Take what is chosen; with nothing chosen, pass."""
    _ = ctx._
    pick = picked(ctx)
    if pick is not None:
        industry, value = pick
        text = _("Take {industry} and {fund}").format(industry=industry_name(ctx, industry), fund=value)
        left = _("+{amount} now, then {terms}").format(amount=ctx.money(value), terms=terms(ctx, value))
        return parts.primary([text, h.small[left]], "invest", args={"industry": industry, "fund": value})
    industry = choice(ctx).industry
    if industry or chosen_fund(ctx):
        missing = _("Choose a card") if industry else _("Choose an industry")
        return [parts.button(_("Pass"), "pass"), parts.primary(missing, "invest", disabled=True)]
    return parts.primary(_("Pass"), "pass", hotkey="p")


def what_if(ctx: Ctx) -> Node:
    """What the chosen card would do to the wheel that the page is about. Nothing is changed by looking."""
    _, state, value, seat = ctx._, ctx.table.state, chosen_fund(ctx), seat_shown(ctx)
    if value is None or seat is None:
        return None
    then = advice.with_card(state, seat, value)
    rate = rate_text(ctx, advice.rate(state, value))
    head = h.tr[
        h.th(scope="col")[_(C_("of a wheel", "turn"))],
        (h.th(scope="col")[str(turn)] for turn in range(1, WHEEL + 1)),
        h.th(scope="col")[_("crash")],
    ]
    rows = []
    before = [*due(state, seat), due_if_crash(state, seat)]
    for name, amounts in ((_("now"), before), (_("with it"), [*due(then, seat), due_if_crash(then, seat)])):
        cells = [
            h.td(".more" if amount != was else "")[ctx.money(amount)]
            for amount, was in zip(amounts, before, strict=True)
        ]
        rows.append(h.tr[h.th(scope="row")[name], cells])
    return h.div("#what-if", role="status")[
        h.b[_("What if: card {fund}").format(fund=value)],
        parts.note(
            _("+{amount} now, then {terms}: {rate} a turn").format(
                amount=ctx.money(value), terms=terms(ctx, value), rate=rate
            )
        ),
        h.table(".dues")[h.thead[head], h.tbody[rows]],
        _enough(ctx, seat, value),
    ]


def _enough(ctx: Ctx, seat: int, value: int) -> Node:
    """How long the money would last, behind the tap that shows the cash."""
    _, state = ctx._, ctx.table.state
    least, most = advice.holds(state, seat, sight(ctx))
    if ctx.table.players[seat] != ctx.seat or least != most:
        return None
    turns = advice.lasting(advice.with_card(state, seat, value), seat, least + value)
    text = lasting_text(ctx, turns)
    return parts.peek(_, f"enough-{value}", _("Is it enough?"), text, _("Show whether it is enough: tap, or hold"))


# What is tapped


def pick_industry(ctx: Ctx, event: Event) -> None:
    """Choose an industry; a second tap takes the choice back."""
    industry = event.args.get("industry", "")
    chosen = ctx.keep(choice(ctx))
    chosen.industry = "" if chosen.industry == industry else industry
    if picked(ctx) is None and chosen.industry:
        chosen.fund = None


def pick_fund(ctx: Ctx, event: Event) -> None:
    """Choose a card; a second tap takes the choice back."""
    value, chosen = whole(event.args.get("fund", "0")), ctx.keep(choice(ctx))
    chosen.fund = None if chosen.fund == value else value


def invest(ctx: Ctx, event: Event) -> None:
    """Take the tile and the card that the button named."""
    ctx.do(
        "invest",
        player=ctx.acting,
        industry=event.args.get("industry", ""),
        fund=whole(event.args.get("fund", "0")),
    )
    forget(ctx)


def pass_(ctx: Ctx, _event: Event) -> None:
    """Do nothing in this phase."""
    ctx.do("pass", player=ctx.acting)
    forget(ctx)


def forget(ctx: Ctx) -> None:
    """Nothing is chosen any more."""
    ctx.keep(Chosen(cleared=ctx.kept(Chosen).cleared + 1))


ACTIONS = {"pick.industry": pick_industry, "pick.fund": pick_fund, "invest": invest, "pass": pass_}
