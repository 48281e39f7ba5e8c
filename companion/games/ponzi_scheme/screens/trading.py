"""The clandestine market: an offer to one other, who sells for it or pays the same; luxuries of the advanced game."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.ponzi_scheme import advice, legal
from companion.games.ponzi_scheme.screens.cards import industry_chip, industry_name
from companion.games.ponzi_scheme.screens.investing import choice, forget
from companion.games.ponzi_scheme.state import tracked
from companion.games.ponzi_scheme.trade import least_offer
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog
from companion.screens.says import says
from companion.screens.typed import whole
from companion.shapes import number_in
from companion.table import BANKER
from companion.widgets.messages import Event
from companion.words import signed

FORM = "offer"
Pair = tuple[int, str]  # a seat, and a kind of tile


def pairs(ctx: Ctx) -> list[Pair]:
    """Whom an offer can be made for which kind of tile, as far as everybody knows: the page is no secret."""
    state, player = ctx.table.state, ctx.acting
    if player is None or ctx.snapshot["phase"] != "trade" or ctx.snapshot["offer"]:
        return []
    seat = ctx.table.players.index(player)
    if not _may_hold(ctx, seat, least_offer(state)):
        return []
    return [(ctx.table.players.index(name), industry) for name, industry in legal.pairs(state, seat)]


def _may_hold(ctx: Ctx, seat: int, amount: int) -> bool:
    """Whether a seat may hold so much, as far as everybody knows."""
    return bool(amount <= ctx.public["players"][seat]["cash_max"])


def chosen(ctx: Ctx) -> Pair | None:
    """The offer that is being made."""
    pick = choice(ctx).pair
    return pick if pick in pairs(ctx) else None


def may_trade(ctx: Ctx) -> bool:
    """Whether offers are made on this page: where cash is secret, on the player's own alone."""
    return ctx.seat != BANKER or not tracked(ctx.table.state)


def card(ctx: Ctx, seat: int) -> Node:
    """To whom, for which kind, how much."""
    _ = ctx._
    if not may_trade(ctx):
        text = _("{player} makes an offer on a device of the own seat, or passes.")
        return parts.card(parts.note(text.format(player=ctx.acting)), title=_("Clandestine market"), key="trade")
    can = pairs(ctx)
    mine = ctx.table.state.tiles[seat]
    pick = chosen(ctx)
    buttons = [_pair(ctx, seat, pair) for pair in can if pick in (None, pair)]
    nothing = _("Nobody else owns a tile of a kind that you own.") if any(mine.values()) else _("You own no tile.")
    if not _may_hold(ctx, seat, least_offer(ctx.table.state)):
        nothing = _("{player} does not have enough for that.").format(player=ctx.acting)
    return [
        parts.card(
            h.div(".pairgrid", role="group", aria_label=_("Offer"))[buttons] if can else parts.note(nothing),
            pick and tracked(ctx.table.state) and _amount(ctx, *pick),
            pick
            and not tracked(ctx.table.state)
            and parts.note(_("Put the money into the envelope, behind your screen.")),
            title=_("Offer secret money for a tile"),
            key="trade",
        ),
        luxuries(ctx, seat),
    ]


def _pair(ctx: Ctx, seat: int, pair: Pair) -> Node:
    _, state = ctx._, ctx.table.state
    to, industry = pair
    name, other = ctx.table.players[to], state.tiles[to][industry]
    told = _("you {mine}, {player} {count}").format(mine=state.tiles[seat][industry], player=name, count=other)
    return parts.button(
        [parts.player_chip(ctx, name), industry_chip(ctx, industry), h.small[told]],
        "pick.pair",
        args={"to": to, "industry": industry},
        pressed=chosen(ctx) == pair,
        cls="stack",
        key=f"pair-{to}-{industry}",
    )


def _amount(ctx: Ctx, to: int, industry: str) -> Node:
    _ = ctx._
    about = f"{to}-{industry}-{ctx.table.state.round}"
    return h.form(
        id=FORM, data_do="offer", data_to=str(to), data_industry=industry, data_about=about, autocomplete="off"
    )[
        parts.field(
            _("How much? Only the two of you will know."),
            parts.number_input("amount", "", required=True, data_rev=str(choice(ctx).cleared)),
        ),
    ]


def foot(ctx: Ctx) -> Node:
    """Make the offer that is chosen; with none chosen, pass."""
    _ = ctx._
    pick = chosen(ctx)
    if pick is None or not may_trade(ctx):
        return parts.primary(_("Pass"), "pass", hotkey="p")
    to, industry = pick
    words = {"player": ctx.table.players[to], "industry": industry_name(ctx, industry)}
    args = {"to": to, "industry": industry}
    if not tracked(ctx.table.state):
        return parts.primary(_("Offer {player} for {industry}").format(**words), "offer", args=args)
    text = says(ctx, _("Offer {player} for {industry}: {amount}"), {"amount": "…"}, words=words)
    return parts.primary(text, "offer", form=FORM, args=args)


# The other side


def answer_card(ctx: Ctx) -> Node:
    """That an offer is open. What is in it shows only to who was offered, and only when he looks."""
    _, offer = ctx._, ctx.snapshot["offer"]
    words = {"giver": offer["from"], "to": offer["to"], "industry": industry_name(ctx, offer["industry"])}
    title = _("Clandestine market")
    if ctx.seat == offer["to"]:
        return parts.card(
            h.b[_("{giver} makes you an offer for a tile of {industry}.").format(**words)],
            parts.note(_("Nobody else sees how much. You cannot refuse: sell, or pay the same.")),
            title=title,
            key="answer",
        )
    told = _("{giver} has made {to} a secret offer for a tile of {industry}.").format(**words)
    mine = "amount" in offer and _("You offered {amount}.").format(amount=ctx.money(offer["amount"]))
    return parts.card(
        h.b[told],
        mine and parts.peek(_, f"offer-{_entry(ctx)}", _("Your offer: ••••"), mine, _("Show the offer: tap, or hold")),
        title=title,
        key="answer",
    )


def _entry(ctx: Ctx) -> int:
    """The number of the entry that made the open offer."""
    deeds = (step.deed.entry for step in reversed(ctx.table.steps()))
    made = (entry.n for entry in deeds if entry.action == "offer")
    return next(made, 0)


def answer_foot(ctx: Ctx) -> Node:
    """Look at the offer; the banker, who may not look, can only sell."""
    _, offer = ctx._, ctx.snapshot["offer"]
    if ctx.seat == BANKER and tracked(ctx.table.state):
        return parts.primary(_("{player} sells").format(player=offer["to"]), "accept")
    args = {"kind": "offer", "entry": str(_entry(ctx))}
    return parts.primary(_("Look at the offer"), "sheet.open", args=args, hotkey="l")


@dataclass(frozen=True)
class LookedAt:
    """The number of the entry that made the offer, as the control said it that opened this."""

    entry: str


def answer_sheet(ctx: Ctx) -> Node:
    """The offer, and the two answers with what each costs and brings."""
    offer, looked_at = ctx.snapshot["offer"], ctx.about(LookedAt)
    # Who looked at one offer has not looked at the next one, which may come when that one was taken back.
    if offer is None or ctx.acting != offer["to"] or looked_at is None or looked_at.entry != str(_entry(ctx)):
        ctx.close()
        return None
    _, state = ctx._, ctx.table.state
    owned = state.tiles[ctx.table.players.index(offer["to"])][offer["industry"]]
    may = {move["action"] for move in ctx.table.legal(ctx.seat)}
    if "amount" in offer:
        shown = ctx.money(offer["amount"])
        sell = _("Sell: get {amount}, give a tile").format(amount=shown)
        pay = _("Pay {amount}, take a tile").format(amount=shown)
    else:
        shown = _("The envelope is on the table.")
        sell, pay = _("Sell: keep the money, give a tile"), _("Put in the same, take a tile")
    points = _("points for tiles {points}")
    less, more = (points.format(points=signed(advice.tile_points(owned, change))) for change in (-1, 1))
    return parts.sheet(
        ctx,
        _("{giver} offers").format(giver=offer["from"]),
        parts.row(parts.grow(parts.amount(shown, small="amount" not in offer)), industry_chip(ctx, offer["industry"])),
        parts.note(_("You own {count} of these tiles.").format(count=owned)),
        parts.button([sell, h.small[less]], "accept", primary=True, wide=True, cls="stack"),
        parts.button([pay, h.small[more]], "counter", wide=True, cls="stack")
        if "counter" in may
        else parts.note(_("You hold less than that, so you must sell.")),
    )


# Luxuries


def luxuries(ctx: Ctx, seat: int) -> Node:
    """Advanced game: what can be bought instead of an offer; whether the money is there, the buttons do not tell."""
    _, state = ctx._, ctx.table.state
    left = ctx.snapshot["luxuries_left"]
    if not left:
        return None
    buttons = [
        parts.button(
            [
                ctx.money(price),
                h.small[_.ngettext("{count} point", "{count} points", points).format(count=points)],
            ],
            "luxury",
            args={"price": price},
            disabled=not _may_hold(ctx, seat, price),
            cls="stack",
            key=f"luxury-{price}",
        )
        for price in left
        for points in (state.box["luxuries"][str(price)],)
    ]
    return parts.card(h.div(".pairgrid")[buttons], title=_("Or buy a luxury"), key="luxuries")


# What is tapped


def pick_pair(ctx: Ctx, event: Event) -> None:
    """Choose whom to make an offer for what; a second tap takes the choice back."""
    to, chosen = number_in(event.args.get("to", "")), ctx.keep(choice(ctx))
    pair = None if to is None else (to, event.args.get("industry", ""))
    chosen.pair = None if chosen.pair == pair else pair


def offer(ctx: Ctx, event: Event) -> None:
    """Make the offer. Raises RuleError."""
    to, industry = ctx.player_at(event.args.get("to", "")), event.args.get("industry", "")  # whatever was picked since
    amount = {"amount": whole(event.text("amount"))} if tracked(ctx.table.state) else {}
    ctx.do("offer", player=ctx.acting, to=to, industry=industry, **amount)
    forget(ctx)


def answer(ctx: Ctx, event: Event) -> None:
    """Sell, or pay the same."""
    ctx.do("counter" if event.do == "counter" else "accept", player=ctx.acting)
    ctx.close()
    forget(ctx)


def buy_luxury(ctx: Ctx, event: Event) -> None:
    """Buy a luxury."""
    ctx.do("buy_luxury", player=ctx.acting, luxury=whole(event.args.get("price", "0")))
    forget(ctx)


ANSWER = Dialog("offer", answer_sheet, {"counter": answer}, lambda _ctx, args: LookedAt(args.get("entry", "")))
ACTIONS = {"pick.pair": pick_pair, "offer": offer, "accept": answer, "luxury": buy_luxury}
