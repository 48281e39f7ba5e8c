"""Phase 3: sealed bids on each player's own phone, shown together; then the assets are taken."""

import htpy as h
from htpy import Node

from companion.games.greed import advice, investment
from companion.games.greed.screens.printed import money_input
from companion.games.greed.screens.seats import chosen, companies_here, number_in, pick_company
from companion.games.greed.screens.signs import asset_line, company_chip
from companion.games.greed.state import MOST_ASSETS, Offer, active_companies, asset_name, company_name, free_cash
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.screens.says import says
from companion.screens.typed import whole
from companion.widgets.messages import Event

FORM = "bid-form"


def investing(ctx: Ctx) -> Screen:
    """Bid while the bids are secret; take assets once they are shown."""
    state = ctx.table.state
    if state.taking is not None:
        return _taking(ctx)
    mine = [number for number in investment.due(state) if number in companies_here(ctx)]
    number = chosen(ctx, "bidder", mine)
    body: list[Node] = []
    foot: Node = None
    if number is not None:
        body.append(_bid_card(ctx, mine, number))
        foot = _bid_foot(ctx, number)
    return Screen([*body, _sealed(ctx), offers_card(ctx, number)], foot)


def _bid_card(ctx: Ctx, mine: list[int], number: int) -> Node:
    _, state = ctx._, ctx.table.state
    held = state.ledger[free_cash(number)]
    double = [offer for offer in state.offers if advice.costs_double(state, number, offer)]
    enough, about = held >= investment.LEAST_BID, f"{number}-{state.year}"
    return parts.card(
        pick_company(ctx, "bidder", mine, number, _("Bid for")),
        parts.row(
            parts.grow(company_chip(ctx, number), parts.note(_("CEO {name}").format(name=_ceo(ctx, number)))),
            parts.amount(ctx.money(held), _("free cash"), small=True),
        ),
        h.form(f"#{FORM}", data_do="bid", data_about=about, autocomplete="off")[
            h.input(type="hidden", name="company", value=str(number)),
            enough
            and money_input(
                ctx,
                "amount",
                investment.LEAST_BID,
                least=investment.LEAST_BID,
                most=held,
                label=_("Bid of {company}").format(company=company_name(state, number)),
                rev=about,
            ),
        ],
        not enough and parts.note(_("With less than {least} it cannot bid.").format(least=investment.LEAST_BID)),
        double
        and enough
        and parts.note(
            "⚠ ",
            _("Costs double, for the token of the CEO lies on it: {assets}.").format(
                assets=", ".join(asset_name(state, offer.number) for offer in double)
            ),
        ),
        title=_("Secret bid"),
        key="bidding",
    )


def _ceo(ctx: Ctx, number: int) -> str:
    state = ctx.table.state
    return str(state.names[state.companies[number].positions[0]])


def _bid_foot(ctx: Ctx, number: int) -> Node:
    _, state = ctx._, ctx.table.state
    name = company_name(state, number)
    if state.ledger[free_cash(number)] < investment.LEAST_BID:
        return parts.primary(_("No bid for {company}").format(company=name), "bid.pass", form=FORM)
    return [
        state.options["may_pass_bid"] and parts.button(_("No bid"), "bid.pass", form=FORM, key="no-bid"),
        parts.primary(
            says(
                ctx,
                _("Seal the bid of {company}: {amount}"),
                {"amount": ctx.money(investment.LEAST_BID)},
                words={"company": name},
            ),
            "bid",
            form=FORM,
        ),
    ]


def _sealed(ctx: Ctx) -> Node:
    """Which bids are in; the amounts are seen by nobody but who made them, behind a tap."""
    _, state = ctx._, ctx.table.state
    known, bids, waiting = ctx.snapshot["bids"], ctx.public["bids"], investment.due(state)
    rows = []
    for number in active_companies(state):
        if number in waiting:
            told: Node = _("waiting …")
        elif str(number) not in bids:
            told = _no_part(ctx, number)
        elif known[str(number)] != bids[str(number)]:
            told = _own_bid(ctx, number, known[str(number)])
        else:
            told = _("no bid") if bids[str(number)] is None else ["▧ ", _("sealed")]
        rows.append(
            h.div(".sealed", data_key=f"bid-{number}")[
                h.span(".grow")[company_chip(ctx, number), " ", h.span(".note")[h.bdi[_ceo(ctx, number)]]],
                h.span(".note")[told],
            ]
        )
    return parts.card(
        rows, parts.note(_("The bids are shown when all are in.")), title=_("Sealed bids"), key="sealed-bids"
    )


def _own_bid(ctx: Ctx, number: int, amount: int | None) -> Node:
    _ = ctx._
    bid = _("no bid") if amount is None else _("your bid: {amount}").format(amount=ctx.money(amount))
    sealed = _("sealed")
    label = _("Show {what}: tap, or hold").format(what=sealed)
    return parts.peek(_, f"bid-{ctx.table.state.year}-{number}-{amount}", ["▧ ", sealed], bid, label)


def _no_part(ctx: Ctx, number: int) -> str:
    """Why a company makes no bid this year."""
    _, state = ctx._, ctx.table.state
    count = len(state.companies[number].assets)
    if count < MOST_ASSETS:
        return str(_("no bid: {name} went home").format(name=_ceo(ctx, number)))
    return str(_.ngettext("owns {count} asset", "owns {count} assets", count).format(count=count))


def offers_card(ctx: Ctx, number: int | None = None) -> Node:
    """The assets that can be taken this year, and what makes one of them dearer for a company."""
    _, state = ctx._, ctx.table.state
    if not state.offers:
        return parts.card(parts.note(_("None is available.")), title=_("Available assets"), key="offers")
    rows = (_offer(ctx, offer, number) for offer in sorted(state.offers, key=lambda offer: offer.number))
    return parts.card(rows, title=_("Available assets"), key="offers")


def _offer(ctx: Ctx, offer: Offer, number: int | None, side: Node = None) -> Node:
    _, state = ctx._, ctx.table.state
    double = number is not None and advice.costs_double(state, number, offer)
    return h.div(".asset", data_key=f"offer-{offer.number}")[
        h.div(".grow")[
            asset_line(ctx, offer.number),
            parts.note(
                _("token of {name}").format(name=state.names[offer.token]),
                offer.since < state.year and [" · ", _("since year {year}").format(year=offer.since)],
                double and [" · ", h.b(".warn")[_("costs double")]],
            ),
        ],
        side,
    ]


def _taking(ctx: Ctx) -> Screen:
    """The bids lie open, the highest first; each company in turn takes an asset or declines."""
    _, state = ctx._, ctx.table.state
    number = state.taking[0]
    here = number in companies_here(ctx)
    rows = [_shown_bid(ctx, each) for each in sorted(state.bids, key=lambda each: _rank(ctx, each))]
    body: list[Node] = [parts.card(rows, title=_("The bids"), key="bids")]
    if not here:
        return Screen([*body, offers_card(ctx)])
    offers = [_take_row(ctx, number, offer) for offer in sorted(state.offers, key=lambda offer: offer.number)]
    take = parts.card(
        parts.row(
            parts.grow(company_chip(ctx, number), parts.note(_("CEO {name}").format(name=_ceo(ctx, number)))),
            parts.amount(ctx.money(state.ledger[free_cash(number)]), _("free cash"), small=True),
        ),
        offers,
        title=_("Take one asset for the bid of {amount}").format(amount=ctx.money(state.bids[number] or 0)),
        key="taking",
    )
    foot = parts.button(_("Take nothing"), "decline", args={"company": number}, cls="grow", key="decline")
    return Screen([take, *body], foot)


def _rank(ctx: Ctx, number: int) -> tuple[int, int]:
    state = ctx.table.state
    return -(state.bids[number] or 0), active_companies(state).index(number) if number in active_companies(
        state
    ) else 99


def _shown_bid(ctx: Ctx, number: int) -> Node:
    _, state = ctx._, ctx.table.state
    amount = state.bids[number]
    if amount is None:
        told: Node = _("no bid")
    elif number == state.taking[0]:
        told = [h.b[ctx.money(amount)], " · ", h.b(".turn-now")["◀ ", _("takes now")]]
    elif number in state.taking:
        told = [h.b[ctx.money(amount)], " · ", _("to come")]
    else:
        told = [h.b[ctx.money(amount)], " · ✓ ", _("done")]
    return h.div(".sealed", data_key=f"bid-{number}")[
        h.span(".grow")[company_chip(ctx, number), " ", h.span(".note")[h.bdi[_ceo(ctx, number)]]],
        h.span(".note")[told],
    ]


def _take_row(ctx: Ctx, number: int, offer: Offer) -> Node:
    _, state = ctx._, ctx.table.state
    cost, payable = advice.costs(state, number, offer)
    text = _("Take for {amount}") if payable else _("{amount}: too dear")
    args = {"company": number, "asset": offer.number}
    side = parts.button(
        text.format(amount=ctx.money(cost)), "take", args=args, disabled=not payable, key=f"take-{offer.number}"
    )
    return _offer(ctx, offer, number, side)


# What is tapped


def bid(ctx: Ctx, event: Event) -> None:
    """Seal the bid that was typed."""
    ctx.do("bid", company=whole(event.text("company")), amount=whole(event.text("amount")))


def pass_bid(ctx: Ctx, event: Event) -> None:
    """No bid this year."""
    ctx.do("pass_bid", company=whole(event.text("company")))


def take(ctx: Ctx, event: Event) -> None:
    """Take an asset for the bid."""
    ctx.do("take_asset", company=number_in(event, "company"), asset=number_in(event, "asset"))


def decline(ctx: Ctx, event: Event) -> None:
    """Take no asset."""
    ctx.do("decline_asset", company=number_in(event, "company"))


ACTIONS = {"bid": bid, "bid.pass": pass_bid, "take": take, "decline": decline}
