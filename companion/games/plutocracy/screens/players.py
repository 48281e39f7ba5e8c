"""What lies before the players: money, hold, ship, councilors; and the clock of a turn."""

import htpy as h
from htpy import Node

from companion.games.plutocracy import track
from companion.games.plutocracy.charts import EVENTS
from companion.games.plutocracy.screens import signs
from companion.screens import clock, parts, story
from companion.screens.ctx import Ctx


def result(ctx: Ctx) -> Node:
    """Who has won, and why."""
    if not ctx.snapshot["finished"]:
        return None
    return story.ended(ctx.table, ctx._, ctx._("won") if ctx.snapshot["winners"] else "", ctx._("Nobody wins"))


def own(ctx: Ctx) -> Node:
    """The reader's money, hold and councilors; for the banker those of the player to act."""
    _, seat = ctx._, signs.reader(ctx)
    if seat is None:
        return None
    state, shown = ctx.table.state, ctx.snapshot["players"][seat]
    used = track.space_of(state, seat)
    return parts.card(
        signs.acts_for_others(ctx) and parts.row(parts.player_chip(ctx, shown["name"]), cls="above"),
        parts.row(
            parts.grow(parts.amount(ctx.money(shown["money"]), _("money"))),
            h.div(".right")[
                parts.amount(
                    str(shown["councilors"]),
                    _.ngettext("councilor", "councilors", shown["councilors"]),
                    small=True,
                ),
                used is not None and parts.note(_("time {time}").format(time=used)),
            ],
        ),
        parts.row(
            signs.hold(ctx, shown["hold"]),
            shown["alien"] and h.span(".chip")[h.span(aria_hidden="true")["👽"], h.span[_("alien")]],
            cls="wrap",
        ),
        parts.note(
            f"{_corporation(ctx, seat)} · {signs.where(ctx, seat)}",
            shown["own_end"] is not None
            and f" · {EVENTS['the-end']} " + _("own THE END {space}").format(space=shown["own_end"]),
        ),
        key="own",
    )


def _corporation(ctx: Ctx, seat: int) -> str:
    state = ctx.table.state
    name: str = state.box["corporations"][state.players[seat].corporation]["name"]
    return name


def turn_clock(ctx: Ctx) -> Node:
    """Time pressure: how the clock stands, and the button that starts or pauses it."""
    _, kept = ctx._, ctx.table.countdown()
    if kept is None:
        return None
    if not kept.started:
        told = _("The clock starts when you say so.")
    elif kept.running:
        told = _("Each overrun moves the own THE END one back.")
    elif kept.waits:
        told = _("Is everybody still there? The clock waits until you go on.")
    else:
        told = _("The clock stands.")
    return parts.card(
        parts.row(
            clock.face("turn", kept.left, running=kept.running, down=True),
            parts.grow(h.b[_("{seconds} seconds a turn").format(seconds=kept.length)], parts.note(told)),
            clock.turn_button(ctx, is_primary=False),
        ),
        key="turn-clock",
        cls="plu-clock",
    )


def everybody(ctx: Ctx, *, brief: bool = False) -> Node:
    """All players, in seating order; ``brief`` leaves out what can be seen on the map and the track."""
    return parts.card(
        parts.items([_player(ctx, seat, brief=brief) for seat in range(len(ctx.table.players))]),
        title=ctx._("Players"),
        key="players",
    )


def _player(ctx: Ctx, seat: int, *, brief: bool) -> Node:
    _, state = ctx._, ctx.table.state
    shown, player = ctx.snapshot["players"][seat], state.players[seat]
    used = track.space_of(state, seat)
    told = [] if brief else [_corporation(ctx, seat)]
    if not brief or player.retired or player.removed:
        told.append(signs.where(ctx, seat))
    if used is not None and not brief:
        told.append(_("time {time}").format(time=used))
    if shown["own_end"] is not None and not shown["removed"]:
        told.append(_("own THE END {space}").format(space=shown["own_end"]))
    if shown["name"] in ctx.snapshot["away"]:
        told.append(_("went home"))
    return parts.item(
        parts.player_chip(ctx, shown["name"]),
        " · ".join(told),
        [signs.hold(ctx, shown["hold"]), shown["alien"] and h.span(".plu-alien")["👽 ", _("alien")]],
        side=h.div(".right")[
            parts.amount(ctx.money(shown["money"]), small=True),
            parts.note(signs.councilors(ctx, shown["councilors"])),
        ],
        cls="on" if shown["name"] in ctx.active else "",
        key=f"player-{seat}",
    )
