"""What somebody has and what is to come: the own slots and goods, everybody's, what falls due next.

What only the reader may know stands behind *Show* in his own card and at what falls due, and nowhere else.
"""

from itertools import groupby
from typing import Any

import htpy as h
from htpy import Node

from companion import pointers
from companion.games.common import PUBLIC
from companion.games.own.checks import holder_said
from companion.games.own.scores import knows_total
from companion.games.own.screens import signs
from companion.games.own.secrets import unseen
from companion.screens import parts, story
from companion.screens.ctx import Ctx
from companion.words import C_

Row = dict[str, Any]


def result(ctx: Ctx) -> Node:
    """Who has won, at the end."""
    if not ctx.snapshot["finished"]:
        return None
    return story.ended(ctx.table, ctx._, "", ctx._("Nobody wins"))


def whose(ctx: Ctx) -> str | None:
    """Whom this page is about: its reader; for the banker the one whose turn it is."""
    name: str | None = ctx.seat if ctx.seat in ctx.table.players else ctx.snapshot["turn"]
    return name


def own(ctx: Ctx) -> Node:
    """The slots and goods of the reader, and what they are worth together."""
    name = whose(ctx)
    if name is None:
        return None
    seat = ctx.table.players.index(name)
    player = ctx.snapshot["players"][seat]
    others = {slot: held for slot, held in player["slots"].items() if slot != "cash"}
    return parts.card(
        name != ctx.seat and parts.row(parts.player_chip(ctx, name), cls="above"),
        parts.row(
            parts.grow(_slot_money(ctx, seat, "cash")),
            h.div(".right")[_value(ctx, player), _score(ctx, ctx.public["players"][seat])],
        ),
        others and parts.slots(*(_slot(ctx, seat, slot) for slot in others)),
        _own_score(ctx, seat),
        _goods(ctx, player),
        key="own",
    )


def _value(ctx: Ctx, player: dict[str, Any]) -> Node:
    """The goods at their prices."""
    label = ctx._(C_("of an own game", "goods"))
    return player["value"] > 0 and parts.amount(signs.money(ctx, player["value"]), label, small=True)


def _score(ctx: Ctx, player: dict[str, Any]) -> Node:
    """What counts at the end, where it is known and is not the cash alone."""
    total = player["total"]
    return total not in (None, player["slots"]["cash"]) and parts.note(_counts(ctx, ctx.money(total)))


def _own_score(ctx: Ctx, seat: int) -> Node:
    """What counts at the end, where only the reader may know it: it shows while he looks."""
    state = signs.rules(ctx)
    if knows_total(state, seat, PUBLIC) or not knows_total(state, seat, ctx.table.sight(ctx.seat)):
        return None
    total = ctx.snapshot["players"][seat]["total"]
    known = "–" if total is None else ctx.money(total)
    return _peek(ctx, "score", _counts(ctx, "••••"), _counts(ctx, known), ctx._("score"))


def _counts(ctx: Ctx, points: str) -> str:
    return ctx._("score {points}").format(points=points)


def _slot_money(ctx: Ctx, seat: int, slot: str) -> Node:
    """Money of a slot; what only its owner may know shows while he looks."""
    known, told = _held(ctx, seat, slot)
    name = signs.slot_name(ctx, slot)
    drawn = parts.amount(told, name)
    return drawn if known == told else _peek(ctx, slot, drawn, parts.amount(known, name), name)


def _slot(ctx: Ctx, seat: int, slot: str) -> Node:
    known, told = _held(ctx, seat, slot)
    if known == told:
        return parts.slot(told, signs.slot_name(ctx, slot))
    return h.div(".slot")[_slot_money(ctx, seat, slot)]


def _held(ctx: Ctx, seat: int, slot: str) -> tuple[str, str]:
    """What a slot holds as the reader knows it, and as everybody does."""
    known, told = (picture["players"][seat]["slots"][slot] for picture in (ctx.snapshot, ctx.public))
    return _shown(ctx, known), _shown(ctx, told)


def _peek(ctx: Ctx, key: str, told: Node, known: Node, what: str) -> Node:
    """What everybody is told, and in its place what the reader knows while he looks."""
    label = ctx._("Show {what}: tap, or hold").format(what=what)
    return parts.peek(ctx._, f"own-{key}-{ctx.table.revision}", told, known, label)


def _goods(ctx: Ctx, player: dict[str, Any], *, brief: bool = False) -> Node:
    """The goods that a player holds, counted; ``brief``: by their signs alone."""
    held = {good: count for good, count in player["goods"].items() if count}
    return (
        held
        and h.div(".own-goods")[
            (
                h.span(data_key=f"held-{good}")[
                    h.b[str(count)], signs.marker(ctx, good) if brief else signs.good_chip(ctx, good)
                ]
                for good, count in held.items()
            )
        ]
    )


def everybody(ctx: Ctx, *, brief: bool = False) -> Node:
    """What everybody has, as far as all may know it; ``brief``: goods by their signs alone."""
    rows = [
        parts.item(
            parts.player_chip(ctx, player["name"]),
            _others(ctx, player),
            _goods(ctx, player, brief=brief),
            side=h.div(".right")[
                parts.amount(_shown(ctx, player["slots"]["cash"]), small=True),
                _value(ctx, player),
                _score(ctx, player),
            ],
            cls="on" if player["name"] == ctx.snapshot["turn"] else "",
            key=f"player-{seat}",
        )
        for seat, player in enumerate(ctx.public["players"])
    ]
    return parts.card(parts.items(rows), title=ctx._("Players"), key="players")


def _others(ctx: Ctx, player: dict[str, Any]) -> str:
    """The other slots of a player in a line."""
    slots = (item for item in player["slots"].items() if item[0] != "cash")
    return " · ".join(f"{signs.slot_name(ctx, slot)} {_shown(ctx, held)}" for slot, held in slots)


def _shown(ctx: Ctx, held: int | None) -> str:
    return "••••" if held is None else signs.money(ctx, held)


def shared(ctx: Ctx) -> Node:
    """What belongs to nobody: the bank, where it can be empty, and the slots of the table."""
    _, snapshot = ctx._, ctx.snapshot
    slots = [parts.slot(signs.money(ctx, held), signs.slot_name(ctx, slot)) for slot, held in snapshot["slots"].items()]
    if snapshot["bank"] is not None:
        slots.append(parts.slot(signs.money(ctx, snapshot["bank"]), _("bank")))
    return parts.card(parts.slots(*slots), key="shared") if slots else None


# What falls due


def due(ctx: Ctx, *, now: bool = False) -> Node:
    """What falls due by itself in this round and the next, as things stand; ``now``: in this round alone."""
    state = signs.rules(ctx)
    # The amounts that only the reader is told, or that there is none.
    hidden = set(unseen(state, PUBLIC)).difference(unseen(state, ctx.table.sight(ctx.seat)))
    peeks = [pointers.join("due", place, "amount") in hidden for place in range(len(ctx.public["due"]))]
    rows = zip(ctx.public["due"], ctx.snapshot["due"], peeks, strict=True)
    soon = (row for row in rows if not now or row[0]["round"] == ctx.snapshot["round"])
    groups = groupby(soon, key=lambda row: (row[0]["round"], row[0]["at"], row[0]["name"]))
    shown = [_due(ctx, place, key, list(group)) for place, (key, group) in enumerate(groups)]
    return parts.card(parts.items(shown), title=ctx._("Due next"), key="due") if shown else None


def _due(ctx: Ctx, place: int, key: tuple[int, str, str], rows: list[tuple[Row, Row, bool]]) -> Node:
    """One that falls due: what all may know of it, and behind a tap what the reader knows beside."""
    round_, at, name = key
    told, known = [row[0] for row in rows], [row[1] for row in rows]
    peeked = any(row[2] for row in rows)
    who: Node = _who(ctx, told)
    mine = 0 if peeked else _mine(ctx, told)
    if peeked:
        who = _peek(ctx, f"due-{place}", who, _who(ctx, known), signs.said(ctx, name))
    return parts.item(
        h.bdi[signs.said(ctx, name)],
        _when(ctx, round_, at),
        who,
        side=h.b(".up" if mine > 0 else ".down")[f"{'+' if mine > 0 else ''}{signs.money(ctx, mine)}"]
        if mine
        else None,
        key=f"due-{round_}-{at}-{name}",
    )


def _mine(ctx: Ctx, rows: list[Row]) -> int:
    """What the reader gets, less what he pays."""
    if ctx.seat is None:
        return 0
    return sum(
        (row["amount"] or 0) * ((holder_said(row["to"]) == ctx.seat) - (holder_said(row["from"]) == ctx.seat))
        for row in rows
    )


def _when(ctx: Ctx, round_: int, at: str) -> str:
    _ = ctx._
    if at == "round":
        return _("at the end of round {round}").format(round=round_)
    if at == "turn":
        return _("at the end of each turn in round {round}").format(round=round_)
    return _("round {round}, at the end of “{phase}”").format(round=round_, phase=signs.said(ctx, at))


def _who(ctx: Ctx, rows: list[Row]) -> str:
    """Who pays or gets how much: the side that all have in common is named once."""
    _ = ctx._
    for common, each, template in (("from", "to", _("from {place}: {who}")), ("to", "from", _("to {place}: {who}"))):
        if len({row[common] for row in rows}) == 1 and rows[0][common] == "bank":
            who = ", ".join(f"{signs.place_name(ctx, row[each])} {_said(ctx, row['amount'])}" for row in rows)
            return template.format(place=signs.place_name(ctx, rows[0][common]), who=who)
    return ", ".join(
        f"{signs.place_name(ctx, row['from'])} → {signs.place_name(ctx, row['to'])} {_said(ctx, row['amount'])}"
        for row in rows
    )


def _said(ctx: Ctx, amount: int | None) -> str:
    return "?" if amount is None else signs.money(ctx, amount)
