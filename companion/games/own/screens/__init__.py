"""The screens of a game of one's own: what everybody has, and what everything costs."""

import htpy as h
from htpy import Node

from companion import charts as drawings
from companion.games.own.screens.fields import choices
from companion.screens import parts
from companion.screens.ctx import Ctx, Figure, Screen, Tab
from companion.widgets.messages import Event
from companion.words import N_, isolated, money

__all__ = ["ACTIONS", "TABS", "big", "charts", "choices"]


def table(ctx: Ctx) -> Screen:
    """The first tab: what everybody has, and what everything costs."""
    return Screen([_players(ctx), _goods(ctx)], _end(ctx))


def market(ctx: Ctx) -> Screen:
    """The charts."""
    return Screen([_chart(kind) for kind in drawings.kinds(ctx.table)])


def big(ctx: Ctx) -> Node:
    """The big screen: the same, large."""
    return h.div(".cards")[_players(ctx), _goods(ctx)]


def charts(ctx: Ctx) -> dict[str, Figure]:
    """The figures on screen now."""
    shown = drawings.kinds(ctx.table) if ctx.ui.get("tab") == "market" else []
    return {kind: drawings.draw(ctx.table, kind, ctx.seat, ctx._) for kind in shown}


def _players(ctx: Ctx) -> Node:
    rows = [
        h.p[
            h.bdi[player["name"]],
            " ",
            ", ".join(
                f"{isolated(slot.replace('_', ' '))} {'••••' if held is None else money(held, ctx._.lang)}"
                for slot, held in player["slots"].items()
            ),
        ]
        for player in ctx.snapshot["players"]
    ]
    return parts.card(*rows, title=ctx._("Players"))


def _goods(ctx: Ctx) -> Node:
    rows = [
        h.p[h.bdi[good["name"]], " ", "–" if good["price"] is None else money(good["price"], ctx._.lang)]
        for good in ctx.snapshot["goods"].values()
    ]
    return rows and parts.card(*rows, title=ctx._("Prices"))


def _end(ctx: Ctx) -> Node:
    if not ctx.may_act or ctx.snapshot["finished"] or ctx.snapshot["turn"] is None:
        return None
    return parts.primary(ctx._("End turn"), "end_turn")


def _chart(kind: str) -> Node:
    return h.section(".card")[h.div(".chart", data_chart=kind)]


def end_turn(ctx: Ctx, _event: Event) -> None:
    """The next one's turn."""
    ctx.do("end_turn", player=ctx.snapshot["turn"])


TABS = [
    Tab("table", N_("Table"), table, hotkey="t", icon="▦"),
    Tab("market", N_("Prices"), market, hotkey="m", icon="◍"),
]
ACTIONS = {"end_turn": end_turn}
