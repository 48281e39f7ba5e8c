"""Auctions of anything: opened in one form, bid in with a number and a tap."""

import htpy as h
from htpy import Node

from companion.games.own.bidding import asked as asked_seats
from companion.games.own.bidding import least_bid
from companion.games.own.screens import paying, signs
from companion.games.own.words import thing
from companion.ledger import BANK
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog
from companion.screens.says import says
from companion.screens.typed import whole
from companion.table import BANKER
from companion.widgets.messages import Event
from companion.words import isolated

SHEET, BID = "own-auction", "own-bid-form"


def sheet(ctx: Ctx) -> Node:
    """What is auctioned, how, and who is paid."""
    _, state = ctx._, signs.rules(ctx)
    goods = [("", _("something else")), *((good, signs.good_name(ctx, good)) for good in state.book.goods)]
    purses = [(purse, signs.purse_name(ctx, purse)) for purse in paying.purses(ctx)]
    return parts.sheet(
        ctx,
        _("Auction"),
        parts.form(
            "own.auction",
            goods[1:] and parts.field(_("What is sold?"), parts.select_input("good", goods)),
            parts.field(_("What it is called, where it is something else"), parts.text_input("what", maxlength=100)),
            parts.field(
                _("How?"),
                parts.select_input("kind", [(kind, _how(ctx, kind)) for kind in ("open", "sealed")]),
            ),
            signs.amount_field(ctx, _("Least bid"), "least"),
            parts.field(_("Who is paid?"), parts.select_input("to", purses, BANK)),
            parts.submit(_("Open the auction")),
        ),
    )


def card(ctx: Ctx) -> Node:
    """The auction that is on."""
    sale = ctx.snapshot["auction"]
    if sale is None:
        return None
    _, state = ctx._, signs.rules(ctx)
    led = sale["leader"] is not None
    price = sale["price"] if led else sale["least"]
    return parts.card(
        parts.row(
            parts.grow(h.b[h.bdi[signs.said(ctx, thing(state, sale["what"]))]], parts.note(_how(ctx, sale["kind"]))),
            parts.amount(signs.money(ctx, price), _("highest bid") if led else _("least bid")),
        ),
        h.div(".own-bidders")[[_bidder(ctx, name) for name in _everybody(ctx)]],
        _bid_form(ctx),
        title=_("Auction"),
        key="auction",
    )


def _how(ctx: Ctx, kind: str) -> str:
    return ctx._("Everybody hears every bid") if kind == "open" else ctx._("One sealed bid each")


def _everybody(ctx: Ctx) -> list[str]:
    return [name for name in ctx.table.players if name not in ctx.snapshot["away"]]


def _bidder(ctx: Ctx, name: str) -> Node:
    """Whether somebody leads, is asked, has passed or has bid in secret."""
    _, sale = ctx._, ctx.snapshot["auction"]
    told: Node = None
    if name == sale["leader"]:
        told = h.b(".up")["★ ", _("leads")]
    elif name in ctx.active:
        told = h.b["◀ ", _("to bid or pass")]
    elif name in sale["done"]:
        told = _("passed") if sale["kind"] == "open" else _("has bid")
    return parts.row(parts.grow(parts.player_chip(ctx, name)), h.span(".note")[told], cls="tight")


def bidder(ctx: Ctx) -> str | None:
    """Who bids on this page now."""
    state = signs.rules(ctx)
    if state.sale is None or not ctx.may_act:
        return None
    names = [state.names[seat] for seat in asked_seats(state)]
    if ctx.seat == BANKER:
        return names[0] if names else None
    return ctx.seat if ctx.seat in names else None


def _bid_form(ctx: Ctx) -> Node:
    sale, name = signs.rules(ctx).sale, bidder(ctx)
    if sale is None or name is None:
        return None
    least = least_bid(sale)
    # A new form for every bid that is asked for: what was typed for another is not this one's.
    return h.form(".form", id=f"{BID}-{sale.number}-{least}-{ctx.colour(name)}", data_do="own.bid", autocomplete="off")[
        signs.amount_field(
            ctx,
            ctx._("Bid of {name}").format(name=isolated(name)),
            hint=ctx._("at least {amount}").format(amount=signs.money(ctx, least)),
            required=True,
            value=str(least),
        )
    ]


def foot(ctx: Ctx) -> Node:
    """Pass, or bid what is typed."""
    state, name, _ = signs.rules(ctx), bidder(ctx), ctx._
    if state.sale is None or name is None:
        return None
    least = least_bid(state.sale)
    own, words = name == ctx.seat, {"name": isolated(name), "unit": state.book.money}
    skip = _("Pass") if own else _("{name} passes").format(**words)
    template = _("Bid {unit}{amount}") if own else _("{name} bids {unit}{amount}")
    text = says(ctx, template, {"amount": str(least)}, words=words)
    form = f"{BID}-{state.sale.number}-{least}-{ctx.colour(name)}"
    return [
        parts.button(skip, "own.pass", args={"player": name}, key="pass", hotkey="p"),
        parts.primary(text, "own.bid", form=form),
    ]


def auction(ctx: Ctx, event: Event) -> None:
    """Open an auction. Raises RuleError."""
    what, paid = event.text("good") or event.text("what"), signs.place_in(ctx, event.text("to"))
    if not what:
        ctx.say(ctx._("Say what is sold."))
        return
    if not paid:  # who was chosen is there no more
        ctx.say(ctx._("Something is still to be chosen."))
        return
    player = ctx.seat if ctx.seat in ctx.table.players else ctx.snapshot["turn"] or ctx.table.players[0]
    least = event.text("least")
    ctx.do(
        "auction",
        player=player,
        what=what,
        kind=event.text("kind") or "open",
        **({"least": whole(least)} if least else {}),
        **({} if paid == BANK else {"to": paid}),
    )
    ctx.close()


def bid(ctx: Ctx, event: Event) -> None:
    """Bid what is typed. Raises RuleError."""
    ctx.do("bid", player=bidder(ctx), amount=whole(event.text("amount")))


def pass_bid(ctx: Ctx, event: Event) -> None:
    """No bid. Raises RuleError."""
    ctx.do("pass_bid", player=event.args.get("player") or bidder(ctx))


DIALOG = Dialog(SHEET, sheet, {"own.auction": auction})
ACTIONS = {"own.bid": bid, "own.pass": pass_bid}
