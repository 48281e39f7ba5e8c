"""The clock screen: the table's count-down, and the chess clock of each player."""

import json
import math
from typing import Any

import htpy as h
from htpy import Node

from companion.clocks import LONGEST, Countdown
from companion.errors import RuleError
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.shapes import number_in
from companion.widgets.messages import Event
from companion.words import N_

MINUTES = (1, 2, 3, 5, 10, 15)


def face(name: str, seconds: float, *, running: bool, down: bool, alarm: bool = False, cls: str = "") -> Node:
    """A clock that ticks in the browser from ``seconds``; it rings once where ``alarm`` says so."""
    # What has run out already has rung already.
    alarm = alarm and running and seconds > 0
    shown = {"id": name, "seconds": round(seconds, 1), "running": running, "down": down, "alarm": alarm}
    return h.span(f".clock.{cls}" if cls else ".clock", role="timer", data_clock=json.dumps(shown))[
        _written(seconds, down=down)
    ]


def down(ctx: Ctx, *, cls: str = "") -> Node:
    """The count-down that rings: the one that the rules keep, else the table's where one is set."""
    kept, table = ctx.table.countdown(), ctx.table.clocks()["table"]
    if kept is not None:
        # Never a moment early: what runs out here is due in Python too.
        left = math.ceil(kept.left * 10) / 10
        return face(kept.key, left, running=kept.running, down=True, alarm=True, cls=cls)
    if table["length"]:
        return face("table", _left(ctx, table), running=table["running"], down=True, alarm=True, cls=cls)
    return None


def _left(ctx: Ctx, table: dict[str, Any]) -> float:
    """Seconds left, below 0 when the time is over: every device says for how long."""
    return float(table["left"]) or -ctx.table.overtime()


def pill(ctx: Ctx) -> Node:
    """The clock in the bar: the count-down where there is one, else the chess clock of who is to act."""
    players = ctx.table.clocks()["players"]
    shown = down(ctx)
    if shown is None and players["running"] and ctx.active:
        shown = _of_player(players, ctx.active[0])
    return shown and h.span(".pill", title=ctx._("Clock"))[shown]


def screen(ctx: Ctx) -> Screen:
    """Both clocks and their controls."""
    clocks = ctx.table.clocks()
    kept = ctx.table.countdown()
    if kept is not None:
        return Screen([_kept_card(ctx, kept), _players_card(ctx, clocks["players"])], turn_button(ctx), undo=False)
    body = [_table_card(ctx, clocks["table"]), _players_card(ctx, clocks["players"])]
    return Screen(body, _primary(ctx, clocks), undo=False)


def _kept_card(ctx: Ctx, kept: Countdown) -> Node:
    _ = ctx._
    face_ = face("card", kept.left, running=kept.running, down=True, cls="huge")
    return parts.card(
        h.div(".centre")[face_], parts.note(_("The rules set this clock anew for every turn.")), title=_("Table clock")
    )


def turn_button(ctx: Ctx, *, is_primary: bool = True) -> Node:
    """Start, pause or go on with the clock that the rules keep; None where they keep none."""
    kept = ctx.table.countdown()
    if kept is None or not ctx.may_act:
        return None
    return _go(ctx, "table", kept.running, kept.started, is_primary=is_primary, seconds=kept.length)


def _table_card(ctx: Ctx, clock: dict[str, Any]) -> Node:
    _ = ctx._
    face_ = face("card", _left(ctx, clock), running=clock["running"], down=True, cls="huge")
    return parts.card(
        h.div(".centre")[face_ if clock["length"] else parts.note(_("No time is set."))],
        ctx.may_act and _setting(ctx, clock),
        title=_("Table clock"),
        key="clock-table",
    )


def _setting(ctx: Ctx, clock: dict[str, Any]) -> Node:
    _ = ctx._
    return [
        h.div(".keys", role="group", aria_label=_("Minutes"))[
            (
                parts.button(
                    _("{minutes} min").format(minutes=minutes),
                    "clock",
                    args={"op": "set", "which": "table", "seconds": minutes * 60},
                    pressed=clock["length"] == minutes * 60,
                )
                for minutes in MINUTES
            )
        ],
        parts.form(
            "clock.typed",
            parts.field(
                _("Other time, in minutes or m:ss"),
                parts.text_input("time", maxlength=40, dir="ltr", data_rev=_times_set(ctx, "table")),
            ),
            parts.submit(_("Set"), is_primary=False),
            args={"which": "table"},
            cls="inline",
        ),
        clock["length"] > 0 and parts.row(_reset(ctx, "table"), cls="end"),
    ]


def _players_card(ctx: Ctx, clock: dict[str, Any]) -> Node:
    _ = ctx._
    started = any(clock["used"].values())
    return parts.card(
        parts.items(
            *(
                h.li(".item", data_key=f"clock-{ctx.colour(name)}")[
                    h.div(".grow")[parts.player_chip(ctx, name)],
                    name in ctx.active and clock["running"] and parts.pill(_("to act"), turn=True),
                    _of_player(clock, name, running=name in ctx.active),
                ]
                for name in ctx.table.players
            )
        ),
        ctx.may_act
        and parts.row(
            _go(ctx, "players", clock["running"], started),
            started and _reset(ctx, "players"),
            cls="end",
        ),
        ctx.may_act
        and parts.form(
            "clock.typed",
            parts.field(
                _("Time for each player, in minutes"),
                parts.text_input("time", maxlength=40, dir="ltr", data_rev=_times_set(ctx, "players")),
            ),
            parts.submit(_("Set"), is_primary=False),
            args={"which": "players"},
            cls="inline",
        ),
        title=_("Chess clock"),
        key="clock-players",
    )


def _times_set(ctx: Ctx, which: str) -> int:
    """How often a clock was set: what was typed for it is booked then, also where it says the same as before."""
    told = (entry.fields for entry in ctx.table.log if entry.action == "clock")
    return sum(fields["op"] == "set" and fields.get("clock", "table") == which for fields in told)


def _of_player(clock: dict[str, Any], name: str, *, running: bool = True) -> Node:
    used, length = clock["used"][name], clock["length"]
    seconds = length - used if length else used
    return face(f"player-{name}", seconds, running=clock["running"] and running, down=bool(length))


def _primary(ctx: Ctx, clocks: dict[str, Any]) -> Node:
    clock = clocks["table"]
    if not ctx.may_act or not clock["length"]:
        return None
    return _go(ctx, "table", clock["running"], clock["left"] < clock["length"], is_primary=True)


def _go(
    ctx: Ctx, clock: str, running: bool, started: bool, *, is_primary: bool = False, seconds: int | None = None
) -> Node:
    """Start, pause or go on: whichever is next. ``seconds``: what to start from, where it is not set already."""
    _ = ctx._
    op = "pause" if running else "resume" if started else "start"
    text = {"pause": _("Pause"), "resume": _("Go on"), "start": _("Start")}[op]
    args: dict[str, object] = {"op": op, "which": clock}
    if seconds is not None and op == "start":
        args["seconds"] = seconds
    if is_primary:
        return parts.primary(text, "clock", args=args, hotkey="p")
    return parts.button(text, "clock", args=args)


def _reset(ctx: Ctx, clock: str) -> Node:
    return parts.button(ctx._("Reset"), "clock", args={"op": "reset", "which": clock})


def _written(seconds: float, *, down: bool) -> str:
    """The time as the browser will write it, for the moment before it ticks.

    >>> _written(75.2, down=True), _written(-5, down=True)
    ('1:16', '−0:05')
    """
    whole = -int(-seconds // 1) if down else int(seconds)
    hours, minutes, rest = abs(whole) // 3600, abs(whole) // 60 % 60, abs(whole) % 60
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{text}" if whole < 0 else text


def seconds_in(text: str) -> int:
    """The seconds that somebody typed: minutes, or minutes and seconds. Raises RuleError ``bad-clock``.

    >>> seconds_in("3"), seconds_in("2:30"), seconds_in("1.5")
    (180, 150, 90)
    """
    minutes, _, rest = text.strip().partition(":")
    try:
        seconds = round(float(minutes.replace(",", ".") or 0) * 60) + int(rest or 0)
    except (ValueError, OverflowError):
        seconds = 0
    if seconds > LONGEST:
        raise RuleError("bad-clock", N_("“{text}” is too long: a clock runs 24 hours at most."), text=text[:20])
    if seconds <= 0:
        raise RuleError("bad-clock", N_("“{text}” is no time: type minutes, like 3 or 2:30."), text=text[:20])
    return seconds


# -- handlers ----------------------------------------------------------------------------------------------


def operate(ctx: Ctx, event: Event) -> None:
    """Start, pause, go on, reset; or set to a number of seconds."""
    seconds = number_in(event.args.get("seconds"))
    more = {} if seconds is None else {"seconds": seconds}
    op, which = event.args.get("op", ""), event.args.get("which", "table")
    table = ctx.visit.live and ctx.visit.live.table
    if op == "resume" and which == "table" and table and table.countdown() and table.clocks()["table"]["running"]:
        ctx.do("clock", op="pause", clock=which)  # it was left alone and stands, though nobody has paused it
    ctx.do("clock", op=op, clock=which, **more)


def set_typed(ctx: Ctx, event: Event) -> None:
    """Set a clock to the time that was typed."""
    ctx.do("clock", op="set", clock=event.args.get("which", "table"), seconds=seconds_in(event.text("time")))


def ran_out(_ctx: Ctx, _event: Event) -> None:
    """The page has rung; what the end of the time means, the table decides (`Page.keep_time`)."""


HANDLERS = {"clock": operate, "clock.typed": set_typed, "clock-zero": ran_out}
