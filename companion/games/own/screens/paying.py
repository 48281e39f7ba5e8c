"""Paying: how much is typed, and a tap says to whom."""

from collections.abc import Mapping

import htpy as h
from htpy import Node

from companion.games.common import present
from companion.games.own.checks import owner_of
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
    sources, said = _sources(ctx), asked.said.get("source", "")
    source = said if said in sources else _purse(ctx)
    buttons = [_target(ctx, purse) for purse in purses(ctx) if purse != source]
    return parts.sheet(
        ctx,
        _("Pay"),
        h.form(".form", id=FORM, data_do="own.pay", autocomplete="off")[
            signs.amount_field(ctx, _("How much?"), autofocus=True, required=True),
            parts.field(
                _("Out of"),
                parts.select_input(
                    "source",
                    [(purse, signs.purse_name(ctx, purse)) for purse in sources],
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


def _target(ctx: Ctx, purse: str) -> Node:
    name = signs.purse_name(ctx, purse)
    unit = signs.rules(ctx).book.money
    amount = says(ctx, "→ {unit}{amount}", {"amount": "…"}, words={"unit": unit})
    return parts.button([h.bdi[name], h.small[amount]], "own.pay", args={"to": purse}, cls="stack", key=f"to-{purse}")


def _purse(ctx: Ctx) -> str:
    """Where money comes from at first: the reader's cash; for the banker that of who acts, else the bank.

    It is the bank too where that one's cash is hidden: nobody else pays out of it.
    """
    name = ctx.seat if ctx.seat in ctx.table.players else ctx.snapshot["turn"]
    purse = BANK if name is None else own_slot(ctx.table.players.index(name))
    return purse if purse in _sources(ctx) else BANK


def purses(ctx: Ctx) -> list[str]:
    """Every place of money as the ledger names it: the bank, cash, the table's, then what is used less."""
    state = signs.rules(ctx)
    slots = list(state.ledger.balances)
    first = [BANK, *(own_slot(seat) for seat in present(state)), *(slot for slot in slots if slot.startswith("table:"))]
    return [*first, *(slot for slot in slots if slot not in first)]


def _sources(ctx: Ctx) -> list[str]:
    """The places that this seat may take money out of: not what others hide."""
    secret, players = signs.rules(ctx).book.secret, ctx.table.players
    return [
        purse
        for purse in purses(ctx)
        if (owner := owner_of(purse)) is None or players[owner] == ctx.seat or purse.rpartition(":")[2] not in secret
    ]


def pay(ctx: Ctx, event: Event) -> None:
    """Pay what is typed to the place that was tapped. Raises RuleError."""
    to = event.args.get("to")
    if to is None:  # the Enter key: nobody is chosen yet
        ctx.say(ctx._("Tap the one who gets it."))
        return
    purse, players = event.text("source"), ctx.table.players
    source = signs.place_in(ctx, purse)
    if not source:  # what it named is there no more
        ctx.say(ctx._("Something is still to be chosen."))
        return
    holder = owner_of(purse)
    payer = ctx.snapshot["turn"] or players[0] if holder is None else players[holder]
    player = ctx.seat if ctx.seat in players else payer
    ends = {"from": source, "to": signs.place_in(ctx, to)}
    ctx.do("pay", player=player, amount=whole(event.text("amount")), **ends)
    ctx.close()


def _begin(ctx: Ctx, _args: Mapping[str, str]) -> signs.Asked:
    """It stays that purse when the turn passes on."""
    return signs.Asked(said={"source": _purse(ctx)})


DIALOG = Dialog(SHEET, sheet, {"own.pay": pay}, _begin)
