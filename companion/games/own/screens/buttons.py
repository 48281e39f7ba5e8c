"""The box's buttons: each asks what it needs in one form, and says what it will do before it is recorded."""

from typing import Any

import htpy as h
from htpy import Node

from companion.errors import RuleError
from companion.games.common import present
from companion.games.own import advice
from companion.games.own.book import OTHER, Button
from companion.games.own.screens import signs
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog
from companion.screens.typed import whole
from companion.seats import may
from companion.table import BANKER
from companion.widgets.messages import Event
from companion.words import isolated

FIRST = 6  # buttons that show at once
SHEET = "own-press"


def card(ctx: Ctx) -> Node:
    """The buttons of this seat: the first six, the others folded up. None where there are none."""
    if not ctx.may_act or ctx.snapshot["finished"]:
        return None
    here = ctx.snapshot["phase"]
    mine = [each for each in signs.rules(ctx).book.buttons.values() if each.who != "banker" or ctx.seat == BANKER]
    mine.sort(key=lambda button: button.phase not in (None, here))  # what cannot be pressed now comes last
    tiles = [_tile(ctx, button) for button in mine]
    if not tiles:
        return None
    more = tiles[FIRST:] and h.details(id="own-more")[h.summary[ctx._("More")], h.div(".own-tiles")[tiles[FIRST:]]]
    return parts.card(h.div(".own-tiles")[tiles[:FIRST]], more, key="own-buttons")


def presser(ctx: Ctx, button: Button, chosen: str = "") -> str | None:
    """Who presses a button on this page; None where the banker has to say it first."""
    if ctx.seat != BANKER:
        return ctx.seat
    turn: str | None = ctx.snapshot["turn"]
    if button.who == "turn" and turn is not None:
        return turn
    return ctx.player_at(chosen) or None


def _tile(ctx: Ctx, button: Button) -> Node:
    """A button: one that asks nothing is pressed at once, and says below its name what it does.

    One whose answer is the reader's secret opens its form, where that stands behind a tap.
    """
    player, name = presser(ctx, button), h.bdi[signs.said(ctx, button.name)]
    stopped = _stopped(ctx, button, player)
    if stopped:
        return parts.button(
            [name, h.small[stopped]], "own.press", disabled=True, cls="stack", key=f"tile-{button.name}"
        )
    if button.ask or player is None or _is_secret(ctx, {"player": player, "button": button.name}):
        asks = [name, h.small["…"]]
        args = {"kind": SHEET, "button": button.name}
        return parts.button(asks, "sheet.open", args=args, cls="stack", key=f"tile-{button.name}")
    told, fine = would(ctx, {"player": player, "button": button.name})
    return parts.button(
        [name, h.small("" if fine else ".warn")[told]],
        "own.press",
        args={"button": button.name, "player": player},
        cls="stack",
        key=f"tile-{button.name}",
    )


def _stopped(ctx: Ctx, button: Button, player: str | None) -> str:
    """Why a button cannot be pressed now; "" where it can."""
    turn = ctx.snapshot["turn"]
    if button.phase not in (None, ctx.snapshot["phase"]):
        return ctx._("in “{phase}”").format(phase=signs.said(ctx, button.phase))
    if button.who == "turn" and turn is not None and player != turn:
        return ctx._("{player}’s turn").format(player=isolated(turn))
    return ""


def would(ctx: Ctx, fields: dict[str, Any]) -> tuple[str, bool]:
    """What pressing a button does with these fields, and whether it can be; nothing that the reader may not know."""
    if not may(ctx.table, ctx.seat, "press", fields):
        return "", True
    try:
        lines = advice.will_do(ctx.table.state, fields, ctx.table.sight(ctx.seat))
    except RuleError as refusal:
        return refusal.text(ctx._), False
    return " · ".join(line.text(ctx._) for line in lines), True


def _is_secret(ctx: Ctx, fields: dict[str, Any]) -> bool:
    """Whether what a button does, or that it can be, tells of what the reader alone knows: not even the banker asks."""
    return ctx.seat != BANKER and not may(ctx.table, BANKER, "press", fields)


# The form of one button


def sheet(ctx: Ctx) -> Node:
    """What a button asks, in one form, and what it would do with it."""
    asked = ctx.about(signs.Asked)
    button = None if asked is None else signs.rules(ctx).book.buttons.get(asked.about)
    if asked is None or button is None:
        return None
    seat = _turn(ctx, button)
    said = asked.said if asked.seat == seat else {}
    player = presser(ctx, button, said.get("player", ""))
    name = signs.said(ctx, button.name)
    return parts.sheet(
        ctx,
        name,
        h.form(
            ".form",
            data_key=f"press-{button.name}",
            data_do="own.press",
            data_button=button.name,
            data_about=None if seat is None else str(seat),
            autocomplete="off",
        )[
            _for_whom(ctx, button, said),
            [_ask(ctx, each, player, said) for each in button.ask],
            _preview(ctx, button, player, said),
            parts.submit(name, cls="wide"),
        ],
    )


def _turn(ctx: Ctx, button: Button) -> int | None:
    """For whose turn the banker presses: what the form says for it is not the next one's. None where none is said."""
    turn = ctx.snapshot["turn"]
    return ctx.table.players.index(turn) if ctx.seat == BANKER and button.who == "turn" and turn is not None else None


def _for_whom(ctx: Ctx, button: Button, said: dict[str, str]) -> Node:
    """The banker says who presses, where it is nobody's turn."""
    if ctx.seat != BANKER or (button.who == "turn" and ctx.snapshot["turn"] is not None):
        return None
    state = ctx.table.state
    options = [(str(seat), parts.player_chip(ctx, state.names[seat])) for seat in present(state)]
    return signs.keys(ctx, "player", ctx._("Who?"), options, said.get("player", ""))


def _ask(ctx: Ctx, asked: str, player: str | None, said: dict[str, str]) -> Node:
    """The control for one thing that a button asks."""
    _, state = ctx._, signs.rules(ctx)
    if asked == "amount":
        return signs.amount_field(ctx, _("Amount"), required=True, data_do_change="own.pick", data_soon="")
    if asked == "count":
        stepper = parts.stepper(
            _("How many?"), "count", 1, "own.pick", fewer=_("fewer"), more=_("more"), least=1, rev=ctx.opening
        )
        return parts.row(parts.grow(_("How many?")), stepper)
    if asked == "player":
        others = [seat for seat in present(state) if state.names[seat] != player]
        options = [(str(seat), parts.player_chip(ctx, state.names[seat])) for seat in others]
        return signs.keys(ctx, "other", _("Which player?"), options, said.get("other", ""))
    goods = [(good, signs.good_chip(ctx, good)) for good in state.book.goods_asked(asked)]
    name = signs.said(ctx, state.book.called(asked.removeprefix(OTHER)))
    legend = _("And which of {group}?") if asked.startswith(OTHER) else _("Which of {group}?")
    return signs.keys(ctx, f"good-{asked}", legend.format(group=name), goods, said.get(f"good-{asked}", ""))


def _fields(ctx: Ctx, button: Button, player: str | None, said: dict[str, str]) -> dict[str, Any] | None:
    """The fields of the action as far as they are said; None while something lacks.

    Raises RuleError ``bad-number``.
    """
    fields: dict[str, Any] = {"player": player, "button": button.name}
    for asked in button.ask:
        if asked in ("amount", "count"):
            text = said.get(asked, "1" if asked == "count" else "")
            fields[asked] = whole(text) if text else None
        elif asked == "player":
            fields["other"] = ctx.player_at(said.get("other", "")) or None
        else:
            fields[asked] = said.get(f"good-{asked}") or None
    return None if None in fields.values() else fields


def _preview(ctx: Ctx, button: Button, player: str | None, said: dict[str, str]) -> Node:
    try:
        fields = _fields(ctx, button, player, said)
    except RuleError as refusal:
        return h.div(".banner.own-would.warn", role="status", data_key="would")[refusal.text(ctx._)]
    if fields is None:
        return h.div(".banner.own-would", role="status", data_key="would")["…"]
    told, fine = would(ctx, fields)
    if _is_secret(ctx, fields):
        label = ctx._("Show {what}: tap, or hold").format(what=signs.said(ctx, button.name))
        key = f"would-{ctx.opening}-{ctx.table.revision}"
        return h.div(".banner.own-would", role="status", data_key="would")[
            parts.peek(ctx._, key, "••••", h.span("" if fine else ".warn")[told or "–"], label)
        ]
    kind = ".fine" if fine else ".warn"
    return h.div(f".banner.own-would{kind}", role="status", data_key="would")[told or "–"]


# What is tapped


def press(ctx: Ctx, event: Event) -> None:
    """Press a button, with what its form says. Raises RuleError."""
    button = signs.rules(ctx).book.buttons.get(event.args.get("button", ""))
    if button is None:
        return
    said = {name: value for name, value in event.values.items() if isinstance(value, str)}
    player = event.args.get("player") or presser(ctx, button, said.get("player", ""))
    fields = _fields(ctx, button, player, said)
    if fields is None:
        ctx.say(ctx._("Something is still to be chosen."))
        return
    ctx.do("press", **fields)
    ctx.close()


def pick(ctx: Ctx, event: Event) -> None:
    """Remember what the form of a dialog says, so that it can tell what would come of it."""
    asked = ctx.about(signs.Asked)
    if asked is not None:
        button = signs.rules(ctx).book.buttons.get(asked.about)
        asked.seat = None if button is None else _turn(ctx, button)
        asked.said = {name: value for name, value in event.values.items() if isinstance(value, str)}


DIALOG = Dialog(SHEET, sheet, begin=lambda _ctx, args: signs.Asked(args.get("button", "")))
ACTIONS = {"own.press": press, "own.pick": pick}
