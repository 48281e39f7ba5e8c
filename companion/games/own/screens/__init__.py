"""The screens of a game of one's own: what one has, what is due, the box's buttons, the board of prices."""

import htpy as h
from htpy import Node

from companion import charts as drawings
from companion.games.own.screens import bidding, board, buttons, desk, ending, paying, signs, trading
from companion.games.own.screens.fields import choices
from companion.screens import parts
from companion.screens.ctx import Ctx, Figure, Screen, Tab
from companion.words import N_, isolated

__all__ = ["ACTIONS", "DIALOGS", "TABS", "big", "charts", "choices"]


def table(ctx: Ctx) -> Screen:
    """The first tab: what the reader has, what is due, what can be done, the prices, everybody."""
    body = [
        desk.result(ctx),
        bidding.card(ctx),
        desk.own(ctx),
        _money(ctx),
        buttons.card(ctx),
        desk.due(ctx),
        board.board(ctx),
        desk.everybody(ctx),
        desk.shared(ctx),
        ending.tools(ctx),
    ]
    return Screen(body, ending.foot(ctx))


def _money(ctx: Ctx) -> Node:
    """Paying and trading: what every economic game has."""
    if not ctx.may_act or ctx.snapshot["finished"]:
        return None
    _, turn = ctx._, ctx.snapshot["turn"]
    ways = [
        not ending.only_pays(ctx)
        and parts.button(_("Pay"), "sheet.open", args={"kind": paying.SHEET}, hotkey="y", key="pay"),
        signs.rules(ctx).book.goods
        and parts.button(_("Buy or sell"), "sheet.open", args={"kind": trading.SHEET}, hotkey="b", key="trade"),
        turn is not None
        and turn == desk.whose(ctx)
        and ctx.snapshot["auction"] is None
        and parts.button(ending.phase_text(ctx), "own.end_phase", key="end-phase"),
    ]
    return h.div(".ways")[ways] if any(ways) else None


def market(ctx: Ctx) -> Screen:
    """The charts."""
    shown = [_chart(ctx, kind, tall=kind == "prices") for kind in _kinds(ctx)]
    return Screen(shown or parts.card(parts.note(ctx._("What everybody has is hidden until the end."))))


def big(ctx: Ctx) -> Node:
    """The big screen: prices, what everybody has in the open, what is due."""
    tracks = board.tracks(ctx)
    prices = [tracks and parts.card(*tracks, title=ctx._("Prices"), key="big-board"), board.short(ctx)]
    return h.div(".own-big")[
        h.div[
            desk.result(ctx),
            prices if signs.rules(ctx).book.goods else [_chart(ctx, kind, tall=True) for kind in _kinds(ctx)],
            desk.due(ctx, now=True),
            desk.shared(ctx),
        ],
        h.div[bidding.card(ctx), desk.everybody(ctx, brief=True)],
    ]


def charts(ctx: Ctx) -> dict[str, Figure]:
    """The figures on screen now. They are drawn from what is public."""
    bare = not signs.rules(ctx).book.goods  # then the big screen has no prices to show
    shown = _kinds(ctx) if ctx.tab == "market" or (ctx.tab == "big" and bare) else []
    return {kind: drawings.draw(ctx.table, kind, None, ctx._) for kind in shown}


def _kinds(ctx: Ctx) -> list[str]:
    """The figures that say something of this game: not of goods where there are none, nor of money that all hide."""
    book = signs.rules(ctx).book
    hides = not ctx.snapshot["finished"] and book.secret
    says = {"prices": book.goods, "wealth": book.goods and not hides, "cash": not (hides and "cash" in book.secret)}
    return [kind for kind in drawings.kinds(ctx.table) if says[kind]]


def _chart(ctx: Ctx, kind: str, *, tall: bool = False) -> Node:
    _ = ctx._
    goods, players = ctx.public["goods"].items(), ctx.public["players"]
    said = {
        "prices": [f"{signs.good_name(ctx, good)} {signs.money(ctx, shown['price'])}" for good, shown in goods],
        "wealth": [f"{isolated(player['name'])} {signs.money(ctx, player['value'])}" for player in players],
        "cash": [f"{isolated(each['name'])} {signs.money(ctx, each['slots']['cash'])}" for each in players],
    }[kind]
    label = {
        "prices": _("Chart of the prices; now:"),
        "wealth": _("Chart of the players’ wealth; goods now:"),
        "cash": _("Chart of the players’ cash; now:"),
    }[kind]
    return parts.card(
        h.div(".chart.tall" if tall else ".chart", data_chart=kind, aria_label=f"{label} {', '.join(said)}"),
        key=f"chart-{kind}",
    )


TABS = [
    Tab(
        "table",
        N_("Table"),
        table,
        hotkey="t",
        icon="▦",
        help=N_("Everybody's money and goods. A button shows what it will do before you tap it."),
    ),
    Tab(
        "market",
        N_("Market"),
        market,
        hotkey="m",
        icon="◔",
        help=N_("The board of prices, and how prices and money have moved."),
    ),
]
DIALOGS = [buttons.DIALOG, paying.DIALOG, trading.DIALOG, bidding.DIALOG, ending.DIALOG]
ACTIONS = {**buttons.ACTIONS, **bidding.ACTIONS, **ending.ACTIONS}
