"""Phases 9 and 10: status symbols and a new company under the hammer, and the founding."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.greed import advice, founding
from companion.games.greed.box import COLOURS, card
from companion.games.greed.screens.printed import money_input
from companion.games.greed.screens.seats import Meant, chosen, pick_company, waiting_here
from companion.games.greed.screens.signs import arrows_text, asset_line, names_of, symbol_facts, symbol_name
from companion.games.greed.state import MOST_ASSETS, company_name, top_card
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.screens.says import says
from companion.screens.typed import whole
from companion.widgets.messages import Event
from companion.words import C_

AUCTION, FOUND = "auction-form", "found-form"  # ids of forms


@dataclass(frozen=True)
class Stepped:
    """The amount that was stepped to for the bid that was ``asked`` for."""

    asked: str = ""
    amount: int = 0


def auctioning(ctx: Ctx) -> Screen:
    """The open auction, or the founding that was won."""
    state = ctx.table.state
    if state.founder is not None:
        return _founding(ctx, state.founder)
    auction = state.auction
    if auction is None:
        return Screen([])
    mine = auction.turn in waiting_here(ctx)
    return Screen([_auction_card(ctx, mine=mine)], _foot(ctx) if mine else None)


def _auction_card(ctx: Ctx, *, mine: bool) -> Node:
    _, state = ctx._, ctx.table.state
    auction = state.auction
    assert auction is not None
    led = auction.leader is not None
    bidders = [_bidder(ctx, seat) for seat in auction.bidders]
    return parts.card(
        parts.row(
            parts.grow(_lot(ctx)),
            parts.amount(ctx.money(auction.price), _("highest bid") if led else _("least bid")),
        ),
        h.div(".bidders")[bidders],
        _bid_form(ctx) if mine else None,
        title=_("Auction: new company") if state.colour is None else _("Auction"),
        key="auction",
    )


def _lot(ctx: Ctx) -> Node:
    """What is sold."""
    _, state = ctx._, ctx.table.state
    letter = None if state.colour is None else top_card(state, state.colour)
    if state.colour is None or letter is None:
        names = ", ".join(company_name(state, number) for number in founding.companies_left(state))
        return [h.b[_("A new company")], parts.note(_("to be founded: {names}").format(names=names))]
    return [h.b[symbol_name(ctx, state.colour, letter)], parts.note(symbol_facts(ctx, state.colour, letter))]


def _bidder(ctx: Ctx, seat: int) -> Node:
    """One who is still in: cash, and whether he leads or is asked."""
    _, state = ctx._, ctx.table.state
    auction = state.auction
    assert auction is not None
    name = state.names[seat]
    told: Node = None
    if seat == auction.leader:
        told = h.b(".up")["★ ", _("leads")]
    elif seat == auction.turn:
        told = h.b(".turn-now")["◀ ", _("to bid or pass")]
    cash = ctx.snapshot["players"][seat]["cash"]
    return h.div(".sealed", data_key=f"bidder-{seat}")[
        h.span(".grow")[parts.player_chip(ctx, name), " ", h.span(".note")[told]],
        h.span(".note")[_("cash {amount}").format(amount=ctx.money(cash))],
    ]


def _bid_form(ctx: Ctx) -> Node:
    _, state = ctx._, ctx.table.state
    auction = state.auction
    assert auction is not None
    least, most, step = advice.bid_bounds(state)
    if most < least:
        return parts.note(_("{name} cannot pay {amount}.").format(name=state.names[auction.turn], amount=least))
    jump = max(1, step)
    return h.form(f"#{AUCTION}", data_do="raise", data_about=_asked(ctx), autocomplete="off")[
        h.input(type="hidden", name="seat", value=str(auction.turn)),
        money_input(
            ctx,
            "amount",
            _amount(ctx, least, most),
            least=least,
            most=most,
            steps=(jump * 5, jump),
            label=_("Bid of {name}").format(name=state.names[auction.turn]),
            rev=_asked(ctx),
            do="raise.pick",
        ),
    ]


def _amount(ctx: Ctx, least: int, most: int) -> int:
    """What the page last showed for this bid, within what may be bid."""
    stepped = ctx.kept(Stepped)
    return min(most, max(least, stepped.amount)) if stepped.asked == _asked(ctx) else least


def _asked(ctx: Ctx) -> str:
    """Which bid is asked for: what was typed for it stays until somebody else is asked, or for something else."""
    state = ctx.table.state
    assert state.auction is not None
    lot = state.colour or f"company {state.founded}"
    return f"{state.year}-{lot}-{state.auction.turn}-{state.auction.price}"


def _foot(ctx: Ctx) -> Node:
    _, state = ctx._, ctx.table.state
    assert state.auction is not None
    name, args = state.names[state.auction.turn], {"player": state.auction.turn}
    own = name == ctx.seat
    skip = parts.button(
        _("Pass") if own else _("{name} passes").format(name=name), "pass", args=args, key="pass", hotkey="p"
    )
    least, most, _step = advice.bid_bounds(state)
    if most < least:
        return parts.primary(_("Pass") if own else _("{name} passes").format(name=name), "pass", args=args)
    amount = {"amount": ctx.money(_amount(ctx, least, most))}
    text = _("Bid {amount}") if own else _("{name} bids {amount}")
    return [skip, parts.primary(says(ctx, text, amount, words={"name": name}), "raise", form=AUCTION)]


def status_card(ctx: Ctx) -> Node:
    """The status symbols that are sold next, and who could pay them today."""
    _, state = ctx._, ctx.table.state
    rows = []
    for colour in COLOURS:
        letter = top_card(state, colour)
        if letter is None:
            continue
        able = advice.able_to_pay(state, colour)
        told = _("can pay: {names}").format(names=names_of(state, able)) if able else _("nobody can pay it today")
        rows.append(
            h.div(".sealed", data_key=f"top-{colour}")[
                h.span(".grow")[
                    h.b[symbol_name(ctx, colour, letter)],
                    parts.note(symbol_facts(ctx, colour, letter)),
                    parts.note(told),
                ],
                parts.amount(ctx.money(state.status_prices[colour]), _(C_("a price", "from")), small=True),
            ]
        )
    able = advice.able_to_found(state)
    left = len(state.names) - state.founded
    if left > 0 and founding.companies_left(state):
        told = _("can pay: {names}").format(names=names_of(state, able)) if able else _("nobody can pay it today")
        rows.append(
            h.div(".sealed", data_key="top-company")[
                h.span(".grow")[
                    h.b[_("New company")],
                    parts.note(
                        _.ngettext("{count} can still be founded", "{count} can still be founded", left).format(
                            count=left
                        )
                    ),
                    parts.note(told),
                ],
                parts.amount(ctx.money(founding.LEAST), _(C_("a price", "from")), small=True),
            ]
        )
    return parts.card(rows, title=_("For private cash"), key="status-next") if rows else None


# Founding


def _founding(ctx: Ctx, seat: int) -> Screen:
    _, state = ctx._, ctx.table.state
    name = state.names[seat]
    if seat not in waiting_here(ctx):
        told = _("{name} founds a company.").format(name=name)
        return Screen([parts.card(h.p[told], title=_("New company"), key="founding")])
    left = founding.companies_left(state)
    meant = f"found-{state.year}"
    number = chosen(ctx, meant, left)
    if number is None:
        return Screen([])
    ticks = [
        parts.checkbox(f"asset.{asset}", [asset_line(ctx, asset)], data_key=f"pile-{asset}")
        for asset in sorted(state.discarded)
    ]
    trends = card(state.box, "companies", number).get("trends")
    body = parts.card(
        h.p[_("Which company does {name} found?").format(name=name)],
        pick_company(ctx, meant, left, number, _("Company"), always=True),
        parts.note(_("moves {arrows}").format(arrows=arrows_text(ctx, trends))),
        h.form(
            f"#{FOUND}",
            parts.limits(({f"asset.{asset}": 1 for asset in state.discarded}, MOST_ASSETS)),
            data_do="found",
            data_about=f"{number}-{state.year}",
            autocomplete="off",
        )[
            h.input(type="hidden", name="company", value=str(number)),
            parts.note(_("Up to {count} assets from the discard pile, for nothing:").format(count=MOST_ASSETS)),
            ticks or parts.note(_("The discard pile is empty.")),
        ],
        title=_("New company"),
        key="founding",
    )
    text = _("Found {company}").format(company=company_name(state, number))
    return Screen([body], parts.primary(text, "found", form=FOUND))


# What is tapped


def raise_(ctx: Ctx, event: Event) -> None:
    """Bid what is typed."""
    player = ctx.player_at(event.text("seat"))
    if player:
        ctx.do("raise_bid", player=player, amount=whole(event.text("amount")))


def pick(ctx: Ctx, event: Event) -> None:
    """Remember the amount, so that the button says it."""
    if ctx.table.state.auction is not None:
        ctx.keep(Stepped(_asked(ctx), whole(event.text("amount"))))


def pass_(ctx: Ctx, event: Event) -> None:
    """Out of the auction, for good."""
    player = ctx.player_at(event.args.get("player", ""))
    if player:
        ctx.do("pass_auction", player=player)


def found(ctx: Ctx, event: Event) -> None:
    """Found the chosen company with the ticked assets."""
    assets = [whole(name[6:]) for name in event.values if name.startswith("asset.") and event.ticked(name)]
    ctx.do("found", company=whole(event.text("company")), assets=assets)
    ctx.kept(Meant).numbers.pop(f"found-{ctx.table.state.year}", None)


ACTIONS = {"raise": raise_, "raise.pick": pick, "pass": pass_, "found": found}
