"""What a player has and owes: the own cash behind a tap, the next payment in words, everybody's list."""

import htpy as h
from htpy import Node

from companion.games.common import PUBLIC
from companion.games.ponzi_scheme import advice
from companion.games.ponzi_scheme.advice import Outlook
from companion.games.ponzi_scheme.screens.cards import lasting_text, rate_text, seat_shown, sight, tile_counts
from companion.games.ponzi_scheme.screens.wheel import wheel
from companion.games.ponzi_scheme.state import OVER, tracked
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.words import N_


def own_card(ctx: Ctx) -> Node:
    """The reader's cash, hidden until it is tapped, and what the others know of it."""
    _ = ctx._
    seat = seat_shown(ctx)
    if seat is None:
        return None
    shown = ctx.snapshot["players"][seat]
    known = advice.outlook(ctx.table.state, seat, PUBLIC)
    return parts.card(
        shown["name"] != ctx.seat and parts.row(parts.player_chip(ctx, shown["name"]), cls="above"),
        _secret(ctx, seat) if "cash" in shown else _bounds(ctx, known),
        (why := counted(ctx, seat)) and parts.note(why),
        ctx.table.state.phase not in OVER and owes(ctx, known),
        parts.row(parts.grow(tile_counts(ctx, seat)), _points(ctx, seat), cls="wrap"),
        key="own",
    )


def _secret(ctx: Ctx, seat: int) -> Node:
    """The own cash behind a tap. What follows from it is behind the tap too: somebody may look over the shoulder."""
    _ = ctx._
    held = advice.outlook(ctx.table.state, seat, sight(ctx))
    return parts.row(
        h.div(".grow.secret")[
            h.div("#cash-hidden")[parts.amount("••••", _("cash")), parts.note(_known(ctx, seat))],
            h.div("#cash-shown", hidden=True, data_instead="cash-hidden")[
                parts.amount(ctx.money(held.least), _("cash")), parts.note(lasts(ctx, held))
            ],
        ],
        h.button(
            ".btn",
            type="button",
            data_hold="cash-shown",
            data_key="show-cash",
            aria_label=_("Show the cash: tap, or hold"),
        )[_("Show")],
    )


def counted(ctx: Ctx, seat: int) -> str:
    """Why so little is known of a seat: its cash was counted again, and what payments had shown before is void."""
    shown = ctx.snapshot["players"][seat]
    if not tracked(ctx.table.state) or shown["cash_min"] == shown["cash_max"]:
        return ""
    cash, least = f"/players/{seat}/cash", f"/players/{seat}/cash_min"
    made = (step.entry for step in ctx.table.steps() if step.forced is None)
    corrections = [entry for entry in made if entry.action == "correct" and cash in entry.fields["set"]]
    found = [entry.n for entry in corrections if least not in entry.fields["set"]]
    text = ctx._("counted again in entry {entry}: of the cash before, nothing is known any more")
    return text.format(entry=found[-1]) if found else ""


def _known(ctx: Ctx, seat: int) -> str:
    shown = ctx.snapshot["players"][seat]
    if shown["cash_min"] == shown["cash_max"]:
        return ctx._("others know: {amount}").format(amount=ctx.money(shown["cash_min"]))
    text = ctx._("others know: {least} to {most}")
    return text.format(least=ctx.money(shown["cash_min"]), most=ctx.money(shown["cash_max"]))


def _bounds(ctx: Ctx, known: Outlook) -> Node:
    _ = ctx._
    text = ctx.money(known.least)
    if known.most != known.least:
        text = f"{text}–{ctx.money(known.most)}"
    return parts.row(parts.grow(parts.amount(text, _("cash, as everybody knows it"))))


def _points(ctx: Ctx, seat: int) -> Node:
    _ = ctx._
    points = sum(advice.tile_points(0, count) for count in ctx.table.state.tiles[seat].values())
    luxuries = ctx.snapshot["players"][seat]["luxuries"]
    return [
        luxuries and parts.note(_("luxuries {prices}").format(prices=", ".join(map(str, luxuries)))),
        parts.note(_.ngettext("{count} point for tiles", "{count} points for tiles", points).format(count=points)),
    ]


# In words

# By the turns until the payment: with a known amount of money, and with bounds.
SENTENCES = {
    None: (N_("{player} owes nothing and holds {least}"), N_("{player} owes nothing and holds {least} to {most}")),
    0: (
        N_("{player} owes {amount} now and holds {least}"),
        N_("{player} owes {amount} now and holds {least} to {most}"),
    ),
    1: (
        N_("{player} owes {amount} next turn and holds {least}"),
        N_("{player} owes {amount} next turn and holds {least} to {most}"),
    ),
    2: (
        N_("{player} owes {amount} in {turns} turns and holds {least}"),
        N_("{player} owes {amount} in {turns} turns and holds {least} to {most}"),
    ),
}


def owes(ctx: Ctx, known: Outlook) -> Node:
    """The next payment, and what a crash would make of it."""
    _ = ctx._
    if known.turns is None:
        return parts.note(_("No interest is due in the coming turns."))
    crash = known.if_crash != (known.due if known.turns == 1 else 0)
    return h.div[
        h.b(".down" if known.due > known.least else "")[due_text(ctx, known)],
        crash
        and known.turns > 0
        and parts.note(
            h.span(".down" if known.if_crash > known.least else "")[
                _("If the market crashes: {amount} next turn").format(amount=ctx.money(known.if_crash))
            ]
        ),
    ]


def due_text(ctx: Ctx, known: Outlook) -> str:
    """What is due next, and when."""
    _, amount = ctx._, ctx.money(known.due)
    if not known.turns:
        return _("{amount} due now").format(amount=amount)
    if known.turns == 1:
        return _("{amount} due next turn").format(amount=amount)
    return _("{amount} due in {turns} turns").format(amount=amount, turns=known.turns)


def lasts(ctx: Ctx, held: Outlook) -> str:
    """How long the money lasts, if nothing else happens."""
    return lasting_text(ctx, held.broke)


def sentence(ctx: Ctx, seat: int) -> Node:
    """Who owes what when, and what is known of the money for it: "Bruno owes 171 in 2 turns and holds 60 to 130"."""
    _ = ctx._
    known = advice.outlook(ctx.table.state, seat, PUBLIC)
    name = ctx.table.players[seat]
    words = {
        "player": name,
        "amount": ctx.money(known.due),
        "turns": known.turns,
        "least": ctx.money(known.least),
        "most": ctx.money(known.most),
    }
    exact, ranged = SENTENCES[None if known.turns is None else min(known.turns, 2)]
    text = _(exact if known.least == known.most else ranged)
    why = counted(ctx, seat)
    return [text.format(**words), why and f" ({why})", ". ", _verdict(ctx, known)]


def _verdict(ctx: Ctx, known: Outlook) -> Node:
    """Whether that can be paid, with a sign."""
    _ = ctx._
    if known.turns is None or known.due <= known.least:
        kind, sign, text = ".up", "✓", _("Can pay.")
    elif known.due <= known.most:
        kind, sign, text = ".warn", "?", _("May not be able to pay.")
    else:
        kind, sign, text = ".down", "✗", _("Cannot pay without new money.")
    if known.turns and known.if_crash > known.least and (known.turns, known.due) != (1, known.if_crash):
        more = _("After a crash {amount}: may not be able to pay.")
        if known.if_crash > known.most:
            more = _("After a crash {amount}: cannot pay.")
        return [h.span(kind)[f"{sign} {text}"], " ", h.span(".warn")[more.format(amount=ctx.money(known.if_crash))]]
    return h.span(kind)[f"{sign} {text}"]


# Everybody


def players_card(ctx: Ctx) -> Node:
    """Everybody's tiles, bounds and next payment."""
    return parts.card(
        parts.items(*(_player(ctx, seat) for seat in range(len(ctx.table.players)))),
        title=ctx._("Players"),
        key="players",
    )


def _player(ctx: Ctx, seat: int) -> Node:
    _, state = ctx._, ctx.table.state
    shown = ctx.snapshot["players"][seat]
    over = state.phase in OVER
    first = shown["name"] == ctx.snapshot["first_player"]
    bounds = ctx.money(shown["cash_min"])
    if shown["cash_max"] != shown["cash_min"]:
        bounds = f"{bounds}–{ctx.money(shown['cash_max'])}"
    return parts.item(
        [parts.player_chip(ctx, shown["name"]), first and h.small(".first")[" ⚑ ", _("first player")]],
        not over and sentence(ctx, seat),
        shown["bankrupt"] and h.span(".down")["✗ ", _("bankrupt")],
        shown["name"] in ctx.snapshot["away"] and _("went home"),
        [
            tile_counts(ctx, seat),
            shown["luxuries"] and " · " + _("luxuries {prices}").format(prices=", ".join(map(str, shown["luxuries"]))),
        ],
        side=h.div(".right")[
            parts.amount(bounds, small=True),
            parts.note(_("cash")),
            parts.note(_("{rate} a turn").format(rate=rate_text(ctx, advice.wheel_rate(state, seat)))),
        ],
        cls="on" if shown["name"] in ctx.active else "",
        key=f"player-{seat}",
    )


def wheel_card(ctx: Ctx) -> Node:
    """The wheel of the seat that the page is about."""
    _, seat = ctx._, seat_shown(ctx)
    if seat is None or not ctx.table.state.wheels[seat]:
        return None
    return parts.card(
        wheel(ctx, seat),
        parts.note(_("Red border: due next turn; dashed: too, if the market crashes.")),
        title=_("Wheel"),
        key="wheel",
    )
