"""What moves the game on: the end of a turn, of a phase, of the game; the thumb's row says the next of them."""

import htpy as h
from htpy import Node

from companion.games.own.book import NO_TURNS
from companion.games.own.screens import bidding, signs
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog
from companion.table import BANKER
from companion.widgets.messages import Event

SHEET = "own-finish"


def foot(ctx: Ctx) -> Node:
    """The one button for the thumb: the bid that is asked for, else the end of the turn or of the phase."""
    if not ctx.may_act or ctx.snapshot["finished"]:
        return None
    if ctx.snapshot["auction"] is not None:
        return bidding.foot(ctx)
    _, turn = ctx._, ctx.snapshot["turn"]
    mine = turn is not None and ctx.seat in (turn, BANKER)
    if mine:
        return parts.primary(_("End turn"), "own.end_turn", hotkey="e")
    if only_pays(ctx):
        return parts.primary(_("Pay"), "sheet.open", args={"kind": "own-pay"}, hotkey="p")
    return parts.primary(phase_text(ctx), "own.end_phase", hotkey="e") if turn is None else None


def only_pays(ctx: Ctx) -> bool:
    """Whether paying is all that the game has: no turns, no phases, nothing that a round would bring."""
    book = signs.rules(ctx).book
    return set(book.turns) == {NO_TURNS} and len(book.phases) == 1 and not book.dues and book.last is None


def phase_text(ctx: Ctx) -> str:
    """What ends the phase, or the round where it has but one."""
    phase = signs.phase(ctx)
    return ctx._("End round") if phase is None else ctx._("End “{phase}”").format(phase=phase)


def tools(ctx: Ctx) -> Node:
    """What is seldom needed."""
    if not ctx.may_act or ctx.snapshot["finished"]:
        return None
    _, bids = ctx._, ctx.snapshot["auction"] is not None  # first it comes to its end
    return h.details(".card", id="own-tools")[
        h.summary[_("More")],
        h.div(".own-tiles")[
            not bids and parts.button(_("Auction"), "sheet.open", args={"kind": bidding.SHEET}, key="tool-auction"),
            not bids
            and (only_pays(ctx) or ctx.snapshot["turn"] not in (None, ctx.seat))
            and parts.button(phase_text(ctx), "own.end_phase", key="tool-phase"),
            parts.button(_("Change the game"), "make.game", key="tool-make"),
            not bids and parts.button(_("End the game"), "sheet.open", args={"kind": SHEET}, key="tool-finish"),
        ],
    ]


def sheet(ctx: Ctx) -> Node:
    """The end of the game is asked twice, with how it would end and what it would open."""
    _ = ctx._
    rows = [
        parts.row(
            parts.grow(parts.player_chip(ctx, player["name"])),
            h.b["?" if player["total"] is None else ctx.money(player["total"])],
            cls="tight",
        )
        for player in ctx.public["players"]
    ]
    opens = _("All the money that players hide is shown to everybody then. Undo takes the end back, not what was seen.")
    return parts.sheet(
        ctx,
        _("End the game"),
        parts.card(rows),
        parts.banner(opens) if ctx.table.hidden() else None,
        parts.button(_("End the game"), "own.finish", primary=True, wide=True),
    )


def end_turn(ctx: Ctx, _event: Event) -> None:
    """The next one's turn."""
    ctx.do("end_turn", player=ctx.snapshot["turn"])


def end_phase(ctx: Ctx, _event: Event) -> None:
    """The next phase, or the next round."""
    player = ctx.seat if ctx.seat in ctx.table.players else ctx.snapshot["turn"] or ctx.table.players[0]
    ctx.do("end_phase", player=player)


def finish(ctx: Ctx, _event: Event) -> None:
    """The end of the game."""
    ctx.do("finish")
    ctx.close()


DIALOG = Dialog(SHEET, sheet, {"own.finish": finish})
ACTIONS = {"own.end_turn": end_turn, "own.end_phase": end_phase}
