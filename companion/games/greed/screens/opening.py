"""Companies are dealt; then, every year, the announcements: each on the player's own phone, unseen by the others."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.errors import RuleError
from companion.games.greed import advice
from companion.games.greed.box import STARTING, card
from companion.games.greed.screens import printed
from companion.games.greed.screens.seats import (
    chosen,
    is_banker,
    number_in,
    own_seat,
    pick_player,
    waiting_here,
)
from companion.games.greed.screens.signs import arrows_text, company_chip, names_of, recipe_text
from companion.games.greed.state import asset_name, unplayed
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.widgets.messages import Event
from companion.words import N_

FORM = "announce-form"


@dataclass(slots=True)
class Picked:
    """The asset that is going to be announced, by whom and in which year."""

    asset: int | None = None
    seat: int | None = None
    year: int | None = None


def dealing(ctx: Ctx) -> Screen:
    """Which of the companies 0–4 somebody was dealt: one tap."""
    _, state = ctx._, ctx.table.state
    here = waiting_here(ctx)
    seat = chosen(ctx, "for", here)
    if seat is None:
        return Screen([_waiting(ctx, _("The companies are dealt"))])
    buttons = (
        parts.button(
            company_chip(ctx, number),
            "deal",
            args={"company": number, "seat": seat},
            disabled=number in state.companies,
            key=f"deal-{number}",
        )
        for number in STARTING
    )
    card_ = parts.card(
        pick_player(ctx, here, seat),
        h.p[_("Which company was {player} dealt?").format(player=state.names[seat])],
        h.div(".choices")[buttons],
        title=_("The companies are dealt"),
        key="deal",
    )
    return Screen([card_])


def announcing(ctx: Ctx) -> Screen:
    """Phase 1: pick the number of an asset in secret; all are shown at once."""
    _, here = ctx._, waiting_here(ctx)
    seat = chosen(ctx, "for", here)
    if seat is None:
        return Screen([_own(ctx), _waiting(ctx, _("Announcements"))])
    picked = ctx.kept(Picked)
    here_now = (picked.seat, picked.year) == (seat, ctx.table.state.year)
    asset = picked.asset if here_now and picked.asset in unplayed(ctx.table.state) else None
    foot = (
        parts.primary(
            _("Announce {asset}, face down").format(asset=asset_name(ctx.table.state, asset)), "announce", form=FORM
        )
        if asset
        else parts.primary(_("Pick an asset"), "announce", disabled=True)
    )
    picker = parts.card(
        pick_player(ctx, here, seat),
        _picker(ctx, seat, asset),
        title=_("Announce an asset: {player}").format(player=ctx.table.players[seat])
        if is_banker(ctx)
        else _("Announce an asset"),
        key="announcing",
    )
    return Screen([picker, _waiting(ctx, _("Announcements"))], foot)


def _picker(ctx: Ctx, seat: int, asset: int | None) -> Node:
    """The numbers that are in the game and were never announced, and what is printed on the chosen one."""
    _, state = ctx._, ctx.table.state
    numbers = (
        parts.button(
            str(number),
            "asset.pick",
            args={"asset": number, "seat": seat},
            pressed=number == asset,
            label=asset_name(state, number),
            cls="number",
            key=f"asset-{number}",
        )
        for number in unplayed(state)
    )
    inside: Node = parts.note(_("Tap the number on your card. Nobody else sees it before all have announced."))
    if asset is not None:
        inside = [
            h.p[h.b[asset_name(state, asset)], parts.note(recipe_text(ctx, asset))],
            _arrows(ctx, asset),
            advice.is_early(state, asset)
            and h.p(".warn")["⚠ ", _("So high a number can hardly be in a hand yet: look at the card again.")],
        ]
    # What was typed of another card waits for when that is tapped again.
    return h.form(
        f"#{FORM}.form", data_do="announce", data_seat=str(seat), data_about=f"{asset or ''}", autocomplete="off"
    )[
        h.input(type="hidden", name="seat", value=str(seat)),
        h.input(type="hidden", name="asset", value=str(asset or "")),
        h.div(".numbers", role="group", aria_label=_("Asset numbers"))[numbers],
        inside,
    ]


def _arrows(ctx: Ctx, asset: int) -> Node:
    """The arrows of the chosen card; where the box does not know them, they are asked for."""
    _ = ctx._
    known = card(ctx.table.state.box, "assets", asset).get("trends")
    if known is not None:
        return parts.note(_("moves {arrows}").format(arrows=arrows_text(ctx, known)))
    return [
        printed.goods_fields(
            ctx, f"arrow-{asset}", _("Type the arrows on the card; they stay secret with it."), arrows=True, rev=asset
        ),
        parts.checkbox(f"arrow-{asset}.none", _("There is no arrow on the card"), data_key=f"none-{asset}"),
    ]


def _own(ctx: Ctx) -> Node:
    """What the reader has announced, behind a tap: nobody else may see it yet."""
    _, state, seat = ctx._, ctx.table.state, own_seat(ctx)
    if not ctx.alive or seat is None or seat not in state.announcements:
        return None
    asset = state.announcements[seat].asset
    label = _("Show {what}: tap, or hold").format(what=_("Announcements"))
    return parts.card(
        parts.peek(_, f"announced-{state.year}-{asset}", "▧ ••••", h.b[asset_name(state, asset)], label),
        parts.note(_("face down; the others do not see it yet")),
        title=_("You announced"),
        key="announced",
    )


def _waiting(ctx: Ctx, title: str) -> Node:
    """Who is ready, and who is waited for."""
    _, state = ctx._, ctx.table.state
    seats = list(ctx.table.game.active(state))
    rows = [
        h.div(".sealed", data_key=f"ready-{seat}")[
            h.span(".grow")[parts.player_chip(ctx, name)],
            h.span(".note")[_("waiting …") if seat in seats else f"✓ {_('ready')}"],
        ]
        for seat, name in enumerate(state.names)
        if seat not in state.away
    ]
    told = _("Waiting for {names}.").format(names=names_of(state, seats)) if seats else ""
    return parts.card(rows, told and parts.note(told), title=title, key="waiting")


# What is tapped


def deal(ctx: Ctx, event: Event) -> None:
    """A player was dealt a company."""
    seat = number_in(event, "seat")
    if seat in waiting_here(ctx):
        ctx.do("deal_company", player=ctx.table.players[seat], company=number_in(event, "company"))


def pick(ctx: Ctx, event: Event) -> None:
    """The asset that is going to be announced, on this page only."""
    ctx.keep(Picked(number_in(event, "asset"), number_in(event, "seat"), ctx.table.state.year))


def announce(ctx: Ctx, event: Event) -> None:
    """Announce the chosen asset, with its arrows where the box does not know them."""
    asset, seat = event.text("asset"), event.text("seat")
    if not asset.isdecimal() or not seat.isdecimal() or int(seat) not in waiting_here(ctx):
        return
    fields: dict[str, object] = {"player": ctx.table.players[int(seat)], "asset": int(asset)}
    if card(ctx.table.state.box, "assets", asset).get("trends") is None:
        fields["trends"] = printed.goods_typed(event, f"arrow-{asset}")
        if not fields["trends"] and not event.ticked(f"arrow-{asset}.none"):
            raise RuleError("arrows-missing", N_("Type the arrows on the card, or tick that there are none."))
    ctx.do("announce", **fields)
    ctx.forget(Picked)


ACTIONS = {"deal": deal, "asset.pick": pick, "announce": announce}
