"""The interest calendar: who owes what at which turn, with and without a crash; the wheels and the marker check."""

from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion import charts as drawings
from companion.games.ponzi_scheme import advice
from companion.games.ponzi_scheme.charts import calendar_of
from companion.games.ponzi_scheme.screens.cards import rate_text
from companion.games.ponzi_scheme.screens.own import sentence
from companion.games.ponzi_scheme.screens.wheel import wheel
from companion.games.ponzi_scheme.state import OVER
from companion.screens import parts
from companion.screens.ctx import Ctx, Figure, Screen
from companion.widgets.messages import Event
from companion.words import C_, labelled

EVERYONE = "all"


@dataclass(slots=True)
class Looked:
    """Whose interest is looked at (a seat, or everyone's), and whether as after a crash."""

    who: str = EVERYONE
    crash: bool = False


def screen(ctx: Ctx) -> Screen:
    """The calendar of everyone side by side, or of one player."""
    seat = _who(ctx)
    if seat is None:
        body: list[Node] = [_choice(ctx), chart(ctx), words(ctx), marker_check(ctx), *_wheels(ctx)]
    else:
        body = [_choice(ctx), chart(ctx), _turns(ctx, seat), _wheel(ctx, seat), marker_check(ctx)]
    return Screen(body)


def _who(ctx: Ctx) -> int | None:
    """The seat that is looked at; None: everybody."""
    who = ctx.kept(Looked).who
    return int(who) if who != EVERYONE and int(who) < len(ctx.table.players) else None


def _choice(ctx: Ctx) -> Node:
    _ = ctx._
    if not ctx.alive:
        return None
    who = _who(ctx)
    buttons = [parts.button(_("Everyone"), "calendar.who", args={"who": EVERYONE}, pressed=who is None, key="who-all")]
    buttons += [
        parts.button(
            parts.player_chip(ctx, name), "calendar.who", args={"who": seat}, pressed=who == seat, key=f"who-{seat}"
        )
        for seat, name in enumerate(ctx.table.players)
    ]
    crash = parts.button(
        _("If the market crashes now"), "calendar.crash", pressed=ctx.kept(Looked).crash, wide=True, key="crash"
    )
    return h.div(".wide.who", role="group", aria_label=_("Whose interest"))[
        h.div(".ways")[buttons], who is None and crash
    ]


def chart(ctx: Ctx) -> Node:
    """The island of the calendar."""
    _, seat = ctx._, _who(ctx)
    state = ctx.table.state
    seats = range(len(ctx.table.players)) if seat is None else [seat]
    said = " · ".join(
        labelled(ctx.table.players[each], ", ".join(map(str, advice.coming_totals(state, each))), ctx._)
        for each in seats
    )
    label = _("Interest of the coming twelve turns:")
    return parts.card(
        h.div(".chart", data_chart="interest", aria_label=f"{label} {said}"),
        ctx.tab != "big" and parts.note(_("Bars: interest by card. Band: the cash, as everybody knows it.")),
        key="chart-interest",
        cls="wide",
    )


def figures(ctx: Ctx) -> dict[str, Figure]:
    """The calendar's figure, from what is public: others may look over the shoulder."""
    seat = _who(ctx)
    if seat is not None:
        return {"interest": calendar_of(ctx.table, ctx.table.players[seat], None, ctx._)}
    kind = "interest_if_crash" if ctx.kept(Looked).crash else "interest"
    return {"interest": drawings.draw(ctx.table, kind, None, ctx._)}


def words(ctx: Ctx) -> Node:
    """Every player's next payment against the bounds, in words."""
    if ctx.table.state.phase in OVER:
        return None
    rows = [
        parts.item(sentence(ctx, seat), cls="plainly", key=f"says-{seat}") for seat in range(len(ctx.table.players))
    ]
    return parts.card(parts.items(*rows), title=ctx._("In words"), key="words")


def _turns(ctx: Ctx, seat: int) -> Node:
    """The coming twelve turns of one player as a table: with which cards, and both ways."""
    _, state = ctx._, ctx.table.state
    usual, crash = advice.coming(state, seat), advice.coming_totals(state, seat, crash=True)
    heads = [_(C_("of a wheel", "turn")), _("cards"), _("due"), _("after a crash")]
    rows = [
        h.tr[
            h.th(scope="row")[str(turn)],
            h.td[", ".join(map(str, sorted(cards))) or "–"],
            h.td[h.b[ctx.money(sum(cards.values()))]],
            h.td[ctx.money(crash[turn - 1])],
        ]
        for turn, cards in enumerate(usual, 1)
    ]
    return parts.card(
        h.p(dir="auto")[sentence(ctx, seat)],
        parts.note(_("{rate} a turn, all cards together").format(rate=rate_text(ctx, advice.wheel_rate(state, seat)))),
        h.table(".dues.long")[h.thead[h.tr[(h.th(scope="col")[head] for head in heads)]], h.tbody[rows]],
        _rounds(ctx, seat),
        title=_("The coming turns"),
        key="turns",
    )


def _rounds(ctx: Ctx, seat: int) -> Node:
    """When each card comes round again."""
    _, state = ctx._, ctx.table.state
    usual = advice.coming(state, seat)
    lines = []
    for value in sorted(state.wheels[seat]):
        turns = ", ".join(str(turn) for turn, cards in enumerate(usual, 1) if value in cards)
        lines.append(
            h.div(".pair")[h.span[_("card {fund}").format(fund=value)], h.b[_("turns {turns}").format(turns=turns)]]
        )
    return lines and h.details[h.summary[_("When each card comes round")], h.div(".pairs")[lines]]


def _wheels(ctx: Ctx) -> list[Node]:
    return [_wheel(ctx, seat) for seat in range(len(ctx.table.players))]


def _wheel(ctx: Ctx, seat: int) -> Node:
    return parts.card(
        parts.row(parts.grow(parts.player_chip(ctx, ctx.table.players[seat])), cls="above"),
        wheel(ctx, seat),
        key=f"wheel-{seat}",
    )


def marker_check(ctx: Ctx) -> Node:
    """The check of the rule book's first question: where every time marker must stand now."""
    _, snapshot = ctx._, ctx.snapshot
    at = _("the arrow") if snapshot["marker"] == 0 else str(snapshot["marker"])
    return parts.card(
        parts.row(
            parts.grow(
                h.b[_("Every time marker stands at {space} now.").format(space=at)],
                parts.note(
                    _(
                        "Turned so far: {turns}, a crash counts two. If one stands elsewhere, its wheel was not turned."
                    ).format(turns=snapshot["turns"])
                ),
            ),
            h.div(".amount", aria_hidden="true")["➤" if snapshot["marker"] == 0 else at],
        ),
        title=_("Marker check"),
        key="marker-check",
    )


# What is tapped


def choose_who(ctx: Ctx, event: Event) -> None:
    """Look at one player, or at everyone."""
    who = event.args.get("who", EVERYONE)
    ctx.kept(Looked).who = who if who.isdecimal() else EVERYONE


def choose_crash(ctx: Ctx, _event: Event) -> None:
    """With a crash before the next turn, or without."""
    looked = ctx.kept(Looked)
    looked.crash = not looked.crash


ACTIONS = {"calendar.who": choose_who, "calendar.crash": choose_crash}
