"""The players: private cash, status symbols, the companies they lead; and the end of the game."""

import htpy as h
from htpy import Node

from companion.games.greed.box import COLOURS
from companion.games.greed.screens.seats import own_seat
from companion.games.greed.screens.signs import company_chip
from companion.screens import parts, story
from companion.screens.ctx import Ctx


def own(ctx: Ctx) -> Node:
    """The reader's private cash and status points."""
    seat = own_seat(ctx)
    if seat is None or not ctx.alive:
        return None
    _ = ctx._
    mine = ctx.snapshot["players"][seat]
    return parts.card(
        parts.row(
            parts.grow(parts.amount(ctx.money(mine["cash"]), _("private cash"))),
            h.div(".right")[
                parts.amount(_points(mine["points"]), _("status points"), small=True),
                parts.note(symbols(ctx, mine)),
            ],
        ),
        ctx.snapshot["green_dollar"] == mine["name"] and parts.note("● ", _("has the green dollar")),
        key="own",
    )


def _points(points: int | None) -> str:
    return "?" if points is None else str(points)


def symbols(ctx: Ctx, player: dict[str, object]) -> str:
    """The status symbols of a player: "gold A, C · silver B"."""
    _, owned = ctx._, player["status"]
    words = {"gold": _("gold {cards}"), "silver": _("silver {cards}")}
    told = []
    assert isinstance(owned, list)
    for colour in COLOURS:
        letters = ", ".join(symbol["card"] for symbol in owned if symbol["colour"] == colour)
        if letters:
            told.append(words[colour].format(cards=letters))
    return " · ".join(told)


def everybody(ctx: Ctx) -> Node:
    """All players, in seating order."""
    _, snapshot = ctx._, ctx.snapshot
    rows = []
    for seat, player in enumerate(snapshot["players"]):
        rows.append(
            parts.item(
                parts.player_chip(ctx, player["name"]),
                player["name"] == snapshot["green_dollar"] and f"● {_('green dollar')}",
                player["name"] in snapshot["away"] and _("went home"),
                symbols(ctx, player),
                h.span(".chips")[[company_chip(ctx, number) for number in player["ceo_of"]]],
                side=h.div(".right")[
                    parts.amount(ctx.money(player["cash"]), _("cash"), small=True),
                    parts.note(_("{points} status points").format(points=_points(player["points"]))),
                ],
                cls="on" if player["name"] in snapshot["active"]["players"] else "",
                key=f"player-{seat}",
            )
        )
    return parts.card(parts.items(rows), title=_("Players"), key="players")


def result(ctx: Ctx) -> Node:
    """Who has won."""
    _, snapshot = ctx._, ctx.snapshot
    if not snapshot["finished"]:
        return None
    told = _("Who has won is not known before the points of all status symbols are typed in.")
    return story.ended(ctx.table, _, _("won") if snapshot["winners"] else told, "")
