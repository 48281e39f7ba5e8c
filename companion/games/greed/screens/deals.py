"""Phase 5: trade and processing. One form with both sides; what one CEO proposes the other confirms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import htpy as h
from htpy import Node

from companion.games.greed import advice
from companion.games.greed.box import GOODS, card, unknown_goods
from companion.games.greed.legal import processors
from companion.games.greed.proposals import mirrored
from companion.games.greed.screens.seats import chosen, companies_here, is_banker, leads, number_in, pick_company
from companion.games.greed.screens.signs import company_chip, good_chip, good_name, recipe_text, side_text
from companion.games.greed.state import (
    Proposal,
    State,
    active_companies,
    asset_name,
    company_name,
    free_cash,
    new_income,
)
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog, Screen
from companion.screens.says import says
from companion.screens.typed import whole
from companion.widgets.messages import Event

DEAL, END = "greed-deal", "greed-end-trading"
MINUTES = (5, 10, 15)  # usual lengths of a trade phase


@dataclass(frozen=True)
class Form:
    """What the form of a trade says: its fields, of which opening and companies, and the move that it makes."""

    texts: Mapping[str, str] = field(default_factory=dict)
    rev: str = ""
    move: dict[str, Any] | None = None


def trading(ctx: Ctx) -> Screen:
    """What is proposed to the reader, and the way to propose; the boards below run the assets."""
    _ = ctx._
    if not ctx.may_act:
        return Screen([waiting_card(ctx)])
    foot: Node = None
    if companies_here(ctx) and len(active_companies(ctx.table.state)) > 1:
        foot = parts.primary(_("Trade"), "deal.open", hotkey="d")
    return Screen([waiting_card(ctx)], foot)


def time_card(ctx: Ctx) -> Node:
    """The clock of the phase, for tables that want one, and its end."""
    if not ctx.may_act or ctx.table.state.phase != "trade":
        return None
    _, clock = ctx._, ctx.table.clocks()["table"]
    minutes = (
        parts.button(
            _("{minutes} min").format(minutes=length), "deal.clock", args={"minutes": length}, key=f"clock-{length}"
        )
        for length in MINUTES
    )
    return parts.card(
        None if clock["running"] else h.div(".minutes", role="group", aria_label=_("Clock"))[minutes],
        parts.button(_("End trading"), "sheet.open", args={"kind": END}, wide=True, key="end-trading"),
        title=_("Time to trade"),
        key="time",
    )


# Proposals


def waiting_card(ctx: Ctx) -> Node:
    """What was proposed and not answered yet: the reader's own affairs first."""
    _, state = ctx._, ctx.table.state
    every = sorted(
        state.proposals, key=lambda each: (not leads(ctx, each.other), not leads(ctx, each.company), each.entry)
    )
    if not every:
        return None
    return parts.card([_proposal(ctx, each) for each in every], title=_("Proposed trades"), key="proposals")


def _proposal(ctx: Ctx, proposal: Proposal) -> Node:
    _, state = ctx._, ctx.table.state
    to_answer, own = leads(ctx, proposal.other), leads(ctx, proposal.company)
    refused = advice.refusal(state, {"action": "trade", **mirrored(proposal)}) if to_answer or own else None
    args = {"entry": proposal.entry}
    buttons: Node = None
    if to_answer:
        yes, no = (_("Record it"), _("Drop it")) if is_banker(ctx) else (_("Accept"), _("Decline"))
        buttons = [
            parts.button(no, "deal.drop", args=args, key=f"drop-{proposal.entry}"),
            parts.button(
                yes, "deal.accept", args=args, disabled=refused is not None, cls="yes", key=f"accept-{proposal.entry}"
            ),
        ]
    elif own:
        buttons = parts.button(_("Take it back"), "deal.drop", args=args, key=f"drop-{proposal.entry}")
    cls = ".proposal.mine" if to_answer and not is_banker(ctx) else ".proposal"
    return h.div(cls, data_key=f"proposal-{proposal.entry}", role="group")[
        h.div(".sides")[_side(ctx, proposal.company, proposal.gives), _side(ctx, proposal.other, proposal.gets)],
        parts.note(_processing(ctx, proposal.process)) if proposal.process else None,
        None if refused is None else parts.note(h.span(".warn")["⚠ ", refused.text(_)]),
        to_answer and refused is None and _effects(ctx, {"action": "trade", **mirrored(proposal)}),
        parts.note(_who_waits(ctx, proposal, answer=to_answer)),
        buttons and parts.row(buttons, cls="end"),
    ]


def _who_waits(ctx: Ctx, proposal: Proposal, *, answer: bool) -> str:
    _, state = ctx._, ctx.table.state
    name = state.names[proposal.by]
    if answer and not is_banker(ctx):
        return str(_("{name} proposes").format(name=name))
    other = state.names[state.companies[proposal.other].positions[0]]
    return str(_("{name} proposes; {other} has to confirm").format(name=name, other=other))


def _side(ctx: Ctx, number: int, side: dict[str, Any]) -> Node:
    return h.div(".side")[company_chip(ctx, number), parts.note(ctx._("gives")), h.b[side_text(ctx, side)]]


def _processing(ctx: Ctx, assets: Sequence[int]) -> str:
    names = ", ".join(asset_name(ctx.table.state, asset) for asset in assets)
    return str(ctx._("processed with {assets}").format(assets=names))


# The form


def deal_sheet(ctx: Ctx) -> Node:
    """One form with both sides."""
    _, state = ctx._, ctx.table.state
    if state.phase != "trade":
        ctx.close()  # it does not come back in the next year
        return None
    mine = companies_here(ctx)
    own = chosen(ctx, "deal-own", mine)
    others = [number for number in active_companies(state) if number != own]
    other = chosen(ctx, "deal-other", sorted(others, key=lambda number: number in mine))
    if own is None or other is None:
        return None
    alone = is_banker(ctx) or other in mine
    ceo = state.names[state.companies[other].positions[0]]
    text = _("Record the trade") if alone else _("Propose to {name}").format(name=ceo)
    rev = _rev(ctx, own, other)
    return parts.sheet(
        ctx,
        _("Trade"),
        pick_company(ctx, "deal-own", mine, own, _("Who trades")),
        parts.note(_("with")),
        pick_company(ctx, "deal-other", others, other, _("With whom"), always=True),
        h.form(
            "#deal-form.form",
            data_do="deal.send",
            data_about=f"{own}-{other}-{state.year}",
            data_rev=rev,
            autocomplete="off",
        )[
            h.input(type="hidden", name="company", value=str(own)),
            h.input(type="hidden", name="other", value=str(other)),
            h.div(".two-sides")[_gives(ctx, own, "gives", rev), _gives(ctx, other, "gets", rev)],
            _processors(ctx, own, other),
            _preview(ctx, own, other),
            parts.submit([h.span[text], h.small[_both_sides(ctx, own, other)]]),
        ],
        parts.note(_("It is in the books once the other CEO has confirmed it.")) if not alone else None,
    )


def _rev(ctx: Ctx, own: int, other: int) -> str:
    """Which trade the form is about: what it says stays until it is another one, or another year."""
    return f"{own}-{other}-{ctx.table.state.year}-{ctx.opening}"


def _both_sides(ctx: Ctx, own: int, other: int) -> Node:
    """What the button that records or proposes the trade says of it; it follows the form."""
    state = ctx.table.state
    sums = {}
    for side, number in (("gives", own), ("gets", other)):
        names = {
            f"{side}.cash": ctx._("money"),
            **{f"{side}.{good}": good_name(ctx, good) for good in _at_most(state, number)},
        }
        sums[side] = {"of": dict.fromkeys(names, 1), "names": names, "join": " + "}
    return says(ctx, "{gives} ⇄ {gets}", {"gives": "", "gets": ""}, sums, none="", case="none")


def _gives(ctx: Ctx, number: int, side: str, rev: str) -> Node:
    """What one side hands over: money, and each good that it has or can make."""
    _, state = ctx._, ctx.table.state
    form = ctx.kept(Form)
    values = form.texts if form.rev == rev else {}
    held = max(0, state.ledger[free_cash(number)])
    most = _at_most(state, number)
    return h.fieldset(".side-fields")[
        h.legend[company_chip(ctx, number)],
        parts.field(
            _("gives money, of {amount}").format(amount=ctx.money(held)),
            parts.number_input(
                f"{side}.cash",
                values.get(f"{side}.cash", ""),
                placeholder="0",
                data_do_change="deal.count",
                data_rev=rev,
                aria_label=_("{company} gives money").format(company=company_name(state, number)),
            ),
        ),
        (
            h.div(".stepped", data_key=f"{side}-{good}")[
                good_chip(ctx, good, state.companies[number].goods[good]),
                parts.stepper(
                    good_name(ctx, good),
                    f"{side}.{good}",
                    whole(values.get(f"{side}.{good}") or "0"),
                    "deal.count",
                    fewer=_("fewer {company}").format(company=good_name(ctx, good)),
                    more=_("more {company}").format(company=good_name(ctx, good)),
                    most=count,
                    rev=rev,
                ),
            ]
            for good, count in most.items()
        ),
        not most and parts.note(_("has no goods")),
    ]


def _at_most(state: State, number: int) -> dict[str, int]:
    """The goods that a company could hand over: what it has, and what its processors could still make."""
    most = {good: count for good, count in state.companies[number].goods.items() if count}
    for asset in processors(state, number):
        for good, count in (card(state.box, "assets", asset).get("outputs") or {}).items():
            most[good] = most.get(good, 0) + count
    return {good: most[good] for good in GOODS if most.get(good)}


def _processors(ctx: Ctx, own: int, other: int) -> Node:
    """Assets of either side that run between the two deliveries."""
    _, state = ctx._, ctx.table.state
    ready = [
        asset
        for number in (own, other)
        for asset in processors(state, number)
        if not unknown_goods(state.box, asset) and any((card(state.box, "assets", asset)["inputs"] or {}).values())
    ]
    if not ready:
        return None
    ticks = (
        parts.checkbox(
            f"run.{asset}",
            [h.b[asset_name(state, asset)], parts.note(recipe_text(ctx, asset))],
            data_do_change="deal.count",
        )
        for asset in ready
    )
    return h.details[h.summary[_("Process with what is handed over")], ticks]


def _preview(ctx: Ctx, own: int, other: int) -> Node:
    """What the trade on the form would do, or why it cannot be made."""
    move = ctx.kept(Form).move
    if not move or (move["company"], move["other"]) != (own, other):
        return h.div(".preview", data_key="preview")
    after, refused = advice.tried(ctx.table.state, move)
    if refused:
        return h.div(".preview", data_key="preview")[parts.note(h.span(".warn")["⚠ ", refused.text(ctx._)])]
    return h.div(".preview", data_key="preview")[_effects(ctx, move, after)]


def _effects(ctx: Ctx, move: dict[str, Any], after: State | None = None) -> Node:
    """Free cash and new income of both sides after a trade."""
    _, state = ctx._, ctx.table.state
    after = after or advice.tried(state, move)[0]
    lines = []
    for number in (move["company"], move["other"]):
        needed = advice.income_needed(after, number)
        told = _("{company}: free cash {free}, new income {income}").format(
            company=company_name(state, number),
            free=ctx.money(after.ledger[free_cash(number)]),
            income=ctx.money(after.ledger[new_income(number)]),
        )
        more = "" if needed is None else _("no boot") if not needed else _("needs {amount} more").format(amount=needed)
        lines.append(parts.note(f"→ {told}", more and f" ({more})"))
    return lines


def end_sheet(ctx: Ctx) -> Node:
    """Trading ends for the whole table: who still needs income, and what is not answered."""
    _, state = ctx._, ctx.table.state
    if state.phase != "trade":
        ctx.close()
        return None
    count = len(state.proposals)
    rows = [
        h.div(".sealed")[h.span(".grow")[company_chip(ctx, number)], h.span(".note")[_still(ctx, number)]]
        for number in active_companies(state)
    ]
    return parts.sheet(
        ctx,
        _("End trading?"),
        parts.note(_("It ends for the whole table; the sales come next.")),
        rows,
        count > 0
        and parts.banner(
            _.ngettext(
                "{count} proposed trade has no answer yet.", "{count} proposed trades have no answer yet.", count
            ).format(count=count)
        ),
        h.div(data_form="")[parts.button(_("End trading"), "end-trading", primary=True, wide=True)],
    )


def _still(ctx: Ctx, number: int) -> str:
    """What a company still needs, and what its goods would bring."""
    _, state = ctx._, ctx.table.state
    needed, stock = advice.income_needed(state, number), advice.stock_value(state, number)
    if needed is None:
        return str(_("no boot this year"))
    told = _("no boot") if not needed else _("needs {amount} more").format(amount=ctx.money(needed))
    return f"{told} · " + _("goods: {amount}").format(amount="?" if stock is None else ctx.money(stock))


# What is tapped


def open_deal(ctx: Ctx, _event: Event) -> None:
    """Open the form, empty."""
    ctx.forget(Form)
    ctx.open(DEAL)


def count(ctx: Ctx, event: Event) -> None:
    """Remember what the form shows, for the preview."""
    move = _move(event)
    rev = _rev(ctx, move["company"], move["other"])
    ctx.keep(Form({name: event.text(name) for name in event.values}, rev, move))


def send(ctx: Ctx, event: Event) -> None:
    """Record the trade where this page may act for both sides; else propose it to the other CEO."""
    move = _move(event)
    fields = {name: value for name, value in move.items() if name != "action"}
    if is_banker(ctx) or leads(ctx, move["other"]):
        ctx.do("trade", **fields)
    else:
        refused = advice.refusal(ctx.table.state, move)
        if refused:
            raise refused
        if leads(ctx, move["company"]):
            ctx.do("propose", **fields)
    ctx.close()
    ctx.forget(Form)


def _move(event: Event) -> dict[str, Any]:
    """The trade that the form shows."""
    return {
        "action": "trade",
        "company": whole(event.text("company")),
        "other": whole(event.text("other")),
        "gives": _typed(event, "gives"),
        "gets": _typed(event, "gets"),
        "process": [whole(name[4:]) for name in event.values if name.startswith("run.") and event.ticked(name)],
    }


def _typed(event: Event, side: str) -> dict[str, Any]:
    goods = {good: event.text(f"{side}.{good}") for good in GOODS}
    return {
        "cash": whole(event.text(f"{side}.cash") or "0"),
        "goods": {good: whole(text) for good, text in goods.items() if text not in ("", "0")},
    }


def accept(ctx: Ctx, event: Event) -> None:
    """The other side confirms: now the trade is recorded, by whoever confirms."""
    proposal = _meant(ctx, event)
    if proposal is not None and leads(ctx, proposal.other):
        ctx.do("trade", **mirrored(proposal))


def drop(ctx: Ctx, event: Event) -> None:
    """Decline a proposal, or take back one's own."""
    proposal = _meant(ctx, event)
    if proposal is not None and (leads(ctx, proposal.other) or leads(ctx, proposal.company)):
        ctx.do("drop", entry=proposal.entry)


def _meant(ctx: Ctx, event: Event) -> Proposal | None:
    """The proposal of the tapped button, while it waits."""
    entry = number_in(event, "entry")
    found = next((each for each in ctx.now.state.proposals if each.entry == entry), None)
    if found is None:
        ctx.say(ctx._("This proposal is no longer there."))
    return found


def start_clock(ctx: Ctx, event: Event) -> None:
    """Give the phase some minutes, from now on."""
    minutes = number_in(event, "minutes")
    if minutes in MINUTES:
        ctx.do("clock", op="set", clock="table", seconds=minutes * 60)
        ctx.do("clock", op="start", clock="table")


def process(ctx: Ctx, event: Event) -> None:
    """Run a processor."""
    ctx.do("process", company=number_in(event, "company"), asset=number_in(event, "asset"))


def end_trading(ctx: Ctx, _event: Event) -> None:
    """The table goes on to the sales."""
    ctx.do("end_trading")
    ctx.close()


DIALOGS = [
    Dialog(DEAL, deal_sheet, {"deal.count": count, "deal.send": send}),
    Dialog(END, end_sheet, {"end-trading": end_trading}),
]
ACTIONS = {
    "deal.open": open_deal,
    "deal.accept": accept,
    "deal.drop": drop,
    "deal.clock": start_clock,
    "process": process,
}
