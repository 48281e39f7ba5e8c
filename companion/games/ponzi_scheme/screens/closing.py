"""The end of a round and of the game: discards, interest that players confirm, what they hold, who has won."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.ponzi_scheme import advice
from companion.games.ponzi_scheme.crash import most_owned
from companion.games.ponzi_scheme.interest import owed, owing
from companion.games.ponzi_scheme.screens.cards import (
    board,
    crash_meter,
    industry_chip,
    industry_name,
)
from companion.games.ponzi_scheme.screens.investing import choice, chosen_fund, forget
from companion.games.ponzi_scheme.wheels import on_arrow
from companion.screens import parts, story
from companion.screens.ctx import Ctx, Dialog
from companion.screens.says import says
from companion.screens.typed import whole
from companion.widgets.messages import Event
from companion.words import signed

TOLD = "final-cash"


# The marker passes: a card is discarded


def marker_card(ctx: Ctx) -> Node:
    """The new first player discards a card of the market."""
    _, state = ctx._, ctx.table.state
    return parts.card(
        crash_meter(ctx),
        board(ctx, may=lambda value: value in state.market, chosen=chosen_fund(ctx), do="pick.fund"),
        title=_("Discard a card of the market"),
        key="marker",
    )


def marker_foot(ctx: Ctx) -> Node:
    """Discard the chosen card."""
    _, value = ctx._, chosen_fund(ctx)
    if value is None:
        return parts.primary(_("Choose a card"), "discard_fund", disabled=True)
    return parts.primary(_("Discard {fund}").format(fund=value), "discard_fund", args={"fund": value})


# After a crash: a tile is discarded


def crash_card(ctx: Ctx, seat: int) -> Node:
    """The tiles among which one is given back."""
    _, state = ctx._, ctx.table.state
    buttons = []
    for industry in most_owned(state, seat):
        owned = state.tiles[seat][industry]
        told = _("own {count} · points {points}").format(count=owned, points=signed(advice.tile_points(owned, -1)))
        buttons.append(
            parts.button(
                [industry_chip(ctx, industry), h.small[told]],
                "pick.tile",
                args={"industry": industry},
                pressed=_chosen_tile(ctx, seat) == industry,
                cls="stack",
                key=f"tile-{industry}",
            )
        )
    return parts.card(
        parts.note(_("Of the kind that you own most of; the wheels turn by two this round.")),
        h.div(".pairgrid", role="group", aria_label=_("Industry"))[buttons],
        title=_("The market has crashed: give back a tile"),
        key="crash",
    )


def _chosen_tile(ctx: Ctx, seat: int) -> str:
    """The chosen kind; where there is only one, that."""
    kinds = most_owned(ctx.table.state, seat)
    pick = choice(ctx).tile
    return pick if pick in kinds else kinds[0] if len(kinds) == 1 else ""


def crash_foot(ctx: Ctx, seat: int) -> Node:
    """Give back the chosen tile."""
    _, industry = ctx._, _chosen_tile(ctx, seat)
    if not industry:
        return parts.primary(_("Choose a tile"), "discard_tile", disabled=True)
    text = _("Give back {industry}").format(industry=industry_name(ctx, industry))
    return parts.primary(text, "discard_tile", args={"industry": industry})


# Interest, where players keep their own cash


def interest_card(ctx: Ctx) -> Node:
    """Who owes what and has not answered; those whom this page may answer for have their buttons."""
    _, state = ctx._, ctx.table.state
    rows = [_debtor(ctx, seat) for seat in owing(state)]
    return parts.card(parts.items(*rows), title=_("Interest is due"), key="interest")


def _debtor(ctx: Ctx, seat: int) -> Node:
    _, state = ctx._, ctx.table.state
    name = ctx.table.players[seat]
    cards = ", ".join(map(str, on_arrow(state, seat)))
    return parts.item(
        parts.player_chip(ctx, name),
        _("for {funds}").format(funds=cards),
        name in _answerable(ctx) and h.span(".answers")[_answers(ctx, name)],
        side=parts.amount(ctx.money(owed(state, seat)), small=True),
        key=f"owes-{seat}",
    )


def _answerable(ctx: Ctx) -> list[str]:
    """The players for whom the page may answer: the reader, or for the banker everybody."""
    names = [ctx.table.players[seat] for seat in owing(ctx.table.state)]
    return [ctx.seat] if ctx.seat in names else names if ctx.may_act and ctx.seat not in ctx.table.players else []


def _answers(ctx: Ctx, name: str) -> list[Node]:
    """Both answers, as far as they can be true; the reader's own payment is the button in the foot."""
    _, may = ctx._, _may(ctx, name)
    args = {"player": ctx.table.players.index(name)}
    return [
        name != ctx.seat and parts.button(_("Paid"), "pay_interest", args=args, disabled="pay_interest" not in may),
        parts.button(_("Cannot pay"), "sheet.open", args={"kind": "bankrupt", **args}, disabled="bankrupt" not in may),
    ]


def _may(ctx: Ctx, name: str) -> set[str]:
    return {move["action"] for move in ctx.table.legal(ctx.seat) if move.get("player") == name}


def interest_foot(ctx: Ctx) -> Node:
    """The reader's own payment."""
    _, name = ctx._, ctx.acting
    if name is None or name != ctx.seat or "pay_interest" not in _may(ctx, name):
        return None
    due = ctx.money(owed(ctx.table.state, ctx.table.players.index(name)))
    return parts.primary(
        _("I have paid {amount}").format(amount=due), "pay_interest", args={"player": ctx.table.players.index(name)}
    )


@dataclass(frozen=True)
class Asked:
    """The seat of whom it is asked whether it is so."""

    player: str


def bankrupt_sheet(ctx: Ctx) -> Node:
    """Asks again, as it ends the game."""
    asked = ctx.about(Asked)
    name = "" if asked is None else ctx.player_at(asked.player)
    if asked is None or name not in _answerable(ctx):
        ctx.close()  # it does not come back when interest is due again
        return None
    _ = ctx._
    due = ctx.money(owed(ctx.table.state, ctx.table.players.index(name)))
    return parts.sheet(
        ctx,
        _("Bankrupt?"),
        h.p[_("{player} cannot pay {amount}. That ends the game.").format(player=name, amount=due)],
        parts.button(_("Yes, bankrupt"), "bankrupt", args={"player": asked.player}, primary=True, wide=True),
    )


# The end, where players keep their own cash


def final_card(ctx: Ctx) -> Node:
    """What a survivor holds."""
    _, name = ctx._, ctx.acting
    if name is None:
        return None
    seat = ctx.table.players.index(name)
    shown = ctx.snapshot["players"][seat]
    hint = _("{least} to {most}, by all that was seen").format(
        least=ctx.money(shown["cash_min"]), most=ctx.money(shown["cash_max"])
    )
    label = _("What does {player} hold?").format(player=name)
    return parts.card(
        h.form(id=TOLD, data_do="final_cash", data_about=str(seat), autocomplete="off")[
            parts.field(label, parts.number_input("amount", "", required=True, data_rev=str(seat)), hint)
        ],
        title=_("Count the money"),
        key="final",
    )


def final_foot(ctx: Ctx) -> Node:
    """Tell it."""
    text = says(ctx, ctx._("That is it: {amount}"), {"amount": "…"})
    return parts.primary(text, "final_cash", form=TOLD) if ctx.acting else None


def result(ctx: Ctx) -> Node:
    """Points, and who has won."""
    _, snapshot = ctx._, ctx.snapshot
    if not snapshot["finished"]:
        return None
    return story.ended(ctx.table, _, _("won") if snapshot["winners"] else _("All are bankrupt."), _("Nobody wins"))


# What is tapped


def discard_fund(ctx: Ctx, event: Event) -> None:
    """Discard a card of the market."""
    ctx.do("discard_fund", player=ctx.acting, fund=whole(event.args.get("fund", "0")))
    forget(ctx)


def pick_tile(ctx: Ctx, event: Event) -> None:
    """Choose the tile to give back."""
    ctx.keep(choice(ctx)).tile = event.args.get("industry", "")


def discard_tile(ctx: Ctx, event: Event) -> None:
    """Give back a tile."""
    ctx.do("discard_tile", player=ctx.acting, industry=event.args.get("industry", ""))
    forget(ctx)


def say(ctx: Ctx, event: Event) -> None:
    """A player has paid the interest, or cannot."""
    ctx.do("bankrupt" if event.do == "bankrupt" else "pay_interest", player=ctx.player_at(event.args.get("player", "")))
    ctx.close()


def final_cash(ctx: Ctx, event: Event) -> None:
    """A survivor says what he holds. Raises RuleError."""
    ctx.do("final_cash", player=ctx.acting, amount=whole(event.text("amount")))


BANKRUPT = Dialog(
    "bankrupt", bankrupt_sheet, {"bankrupt": say}, lambda _ctx, args: Asked(player=args.get("player", ""))
)
ACTIONS = {
    "discard_fund": discard_fund,
    "pick.tile": pick_tile,
    "discard_tile": discard_tile,
    "pay_interest": say,
    "final_cash": final_cash,
}
