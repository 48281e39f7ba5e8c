"""Paying: how much is typed, and a tap says to whom."""

import htpy as h
from htpy import Node

from companion.games.common import present
from companion.games.own.checks import holder_said, slot_said
from companion.games.own.screens import signs
from companion.games.own.state import own_slot
from companion.ledger import BANK
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog
from companion.screens.says import says
from companion.screens.typed import whole
from companion.widgets.messages import Event

SHEET, FORM = "own-pay", "own-pay-form"
FIRST = 10  # places that show at once


def sheet(ctx: Ctx) -> Node:
    """The amount, from where it comes, and a button for each place that it can go to."""
    _, asked = ctx._, ctx.about(signs.Asked) or signs.Asked()
    source = asked.said.get("source") or _purse(ctx)
    sources, targets = _sources(ctx), [place for place in places(ctx) if place != source]
    buttons = [_target(ctx, place) for place in targets]
    return parts.sheet(
        ctx,
        _("Pay"),
        h.form(".form", id=FORM, data_do="own.pay", autocomplete="off")[
            signs.amount_field(ctx, _("How much?"), autofocus=True, required=True),
            parts.field(
                _("Out of"),
                parts.select_input(
                    "source",
                    [(place, signs.place_name(ctx, place)) for place in sources],
                    source,
                    data_do_change="own.pick",
                ),
            ),
            parts.note(_("A tap on the one who gets it pays.")),
            h.div(".own-targets")[buttons[:FIRST]],
            buttons[FIRST:]
            and h.details(id="own-more-places")[h.summary[_("More")], h.div(".own-targets")[buttons[FIRST:]]],
        ],
    )


def _target(ctx: Ctx, place: str) -> Node:
    name = signs.place_name(ctx, place)
    unit = signs.rules(ctx).book.money
    amount = says(ctx, "→ {unit}{amount}", {"amount": "…"}, words={"unit": unit})
    return parts.button([h.bdi[name], h.small[amount]], "own.pay", args={"to": place}, cls="stack", key=f"to-{place}")


def _purse(ctx: Ctx) -> str:
    """Where money comes from at first: the reader's cash; for the banker that of who acts, else the bank."""
    name = ctx.seat if ctx.seat in ctx.table.players else ctx.snapshot["turn"]
    return BANK if name is None else f"player:{name}:cash"


def places(ctx: Ctx) -> list[str]:
    """Every place of money as ``table.slots()`` names it: the bank, cash, the table's, then what is used less."""
    state = signs.rules(ctx)
    seats = present(state)
    slots = list(state.ledger.balances)
    first = [BANK, *(own_slot(seat) for seat in seats), *(slot for slot in slots if slot.startswith("table:"))]
    rest = [slot for slot in slots if slot not in first]
    return [slot_said(state, slot) for slot in [*first, *rest]]


def _sources(ctx: Ctx) -> list[str]:
    """The places that this seat may take money out of: not what others hide."""
    secret = signs.rules(ctx).book.secret
    return [
        place
        for place in places(ctx)
        if holder_said(place) in (None, ctx.seat) or place.rpartition(":")[2] not in secret
    ]


def pay(ctx: Ctx, event: Event) -> None:
    """Pay what is typed to the place that was tapped. Raises RuleError."""
    to = event.args.get("to")
    if to is None:  # the Enter key: nobody is chosen yet
        ctx.say(ctx._("Tap the one who gets it."))
        return
    source = event.text("source") or _purse(ctx)
    player = (
        ctx.seat
        if ctx.seat in ctx.table.players
        else holder_said(source) or ctx.snapshot["turn"] or ctx.table.players[0]
    )
    ctx.do("pay", player=player, amount=whole(event.text("amount")), **{"from": source, "to": to})
    ctx.close()


DIALOG = Dialog(SHEET, sheet, {"own.pay": pay}, lambda _ctx, _args: signs.Asked())
