"""One good: bought and sold with the price and the total in sight, its price moved by hand, given away."""

from collections.abc import Callable
from typing import Any

import htpy as h
from htpy import Node

from companion.errors import RuleError
from companion.games.common import present
from companion.games.own import advice, prices
from companion.games.own.screens import board, signs
from companion.games.own.state import SUPPLY, State
from companion.screens import parts
from companion.screens.ctx import Ctx, Dialog
from companion.screens.says import says
from companion.screens.typed import whole
from companion.table import BANKER
from companion.widgets.messages import Event
from companion.words import N_, isolated

SHEET, FORM, DEAL, GIVE = "own-good", "own-trade-form", "own-deal-form", "own-give-form"
MOST = 99  # units stepped to of a good without end
# What a step is called, along the track and up its rows.
STEPS = {
    "◀": (N_("one step back"), -1, 0),
    "▶": (N_("one step on"), 1, 0),
    "▲": (N_("one row up"), 0, 1),
    "▼": (N_("one row down"), 0, -1),
}


def sheet(ctx: Ctx) -> Node:
    """All that can be done with a good; first which one, where no good was tapped."""
    asked = ctx.about(signs.Asked)
    if asked is None:
        return None
    state, _ = signs.rules(ctx), ctx._
    goods = list(state.book.goods)
    good = asked.said.get("good") or asked.about or (goods[0] if goods else "")
    if good not in goods:
        return None
    choose = not asked.about and len(goods) > 1
    return parts.sheet(
        ctx,
        _("Buy or sell") if choose else signs.good_name(ctx, good),
        choose
        and h.form(".form", data_do="own.pick", id="own-which")[
            signs.keys(ctx, "good", _("What?"), [(each, signs.good_chip(ctx, each)) for each in goods], good)
        ],
        parts.row(
            parts.grow(signs.good_chip(ctx, good), parts.note(board.facts(ctx, good))),
            parts.amount(signs.money(ctx, ctx.snapshot["goods"][good]["price"]), _("each")),
        ),
        not state.finished and [_trade(ctx, good), _by_agreement(ctx, good), _moving(ctx, good), _giving(ctx, good)],
    )


def trader(ctx: Ctx) -> str | None:
    """Who buys and sells on this page now; None where it is somebody else's turn."""
    turn: str | None = ctx.snapshot["turn"]
    if ctx.seat == BANKER:
        return turn or ctx.table.players[0]
    return ctx.seat if turn in (None, ctx.seat) else None


# At its price


def _trade(ctx: Ctx, good: str) -> Node:
    """A stepper, and a button that says what is bought or sold for how much, and what it leaves."""
    _, state, name = ctx._, signs.rules(ctx), trader(ctx)
    if name is None:
        return parts.note(_("{player}’s turn").format(player=isolated(ctx.snapshot["turn"])))
    player = ctx.snapshot["players"][ctx.table.players.index(name)]
    held, left = player["goods"].get(good, 0), state.left[good]
    most = MOST if left is None else min(left, MOST)
    costs = _totals(ctx, good, most, advice.costs)
    brings = _totals(ctx, good, min(held, MOST), advice.brings)
    if costs is None and brings is None:
        return None
    label, about = signs.good_name(ctx, good), str(ctx.table.players.index(name))
    return h.form(
        ".form", id=f"{FORM}-{good}", data_do="own.trade", data_good=good, data_about=about, autocomplete="off"
    )[
        ctx.seat == BANKER and parts.player_chip(ctx, name),
        parts.row(
            parts.grow(h.b[_("Buy or sell")], parts.note(_("has {count}").format(count=held))),
            parts.stepper(
                label,
                "count",
                0,
                "",
                fewer=_("fewer {company}").format(company=label),
                more=_("more {company}").format(company=label),
                least=-min(held, MOST) if brings else 0,
                most=most if costs else 0,
                signed=True,
                rev=ctx.opening,
            ),
        ),
        parts.submit(_says(ctx, good, costs or ["–"], brings or ["–"]), cls="wide"),
    ]


def _says(ctx: Ctx, good: str, costs: list[str], brings: list[str]) -> Node:
    of, back = {"count": 1}, {"count": -1}
    sums: dict[str, dict[str, Any]] = {
        "units": {"of": of, "unsigned": True},
        "cost": {"of": of, "table": costs},
        "gain": {"of": back, "table": brings},
    }
    words = {"good": signs.good_name(ctx, good)}
    now = {"units": "0", "cost": "0", "gain": "0"}
    return says(
        ctx,
        ctx._("Buy {units} {good} for {cost}"),
        now,
        sums,
        words=words,
        case="none",
        less=ctx._("Sell {units} {good} for {gain}"),
        none=ctx._("Step to how many"),
    )


def _totals(ctx: Ctx, good: str, most: int, work: Callable[[State, str, int], int | None]) -> list[str] | None:
    """What 1, 2 … units cost or bring, after a stroke for none; None where nothing can be had or sold."""
    amounts = [work(signs.rules(ctx), good, count) for count in range(1, most + 1)]
    return None if not amounts or None in amounts else ["–", *(signs.money(ctx, amount) for amount in amounts)]


def trade(ctx: Ctx, event: Event) -> None:
    """Buy what was stepped up, sell what was stepped down. Raises RuleError."""
    good, count = event.args.get("good", ""), whole(event.text("count") or "0")
    if not count:
        ctx.say(ctx._("Step to how many"))
        return
    ctx.do("buy" if count > 0 else "sell", player=trader(ctx), good=good, count=abs(count))
    ctx.close()


# At a price that was agreed


def _by_agreement(ctx: Ctx, good: str) -> Node:
    """Any price for all of them, and from whom."""
    _, state, name = ctx._, signs.rules(ctx), trader(ctx)
    if name is None:
        return None
    others = [seat for seat in present(state) if state.names[seat] != name and state.goods[seat][good]]
    holders = [(SUPPLY, _("the supply")), *((str(seat), isolated(state.names[seat])) for seat in others)]
    about = str(ctx.table.players.index(name))
    return h.details(id=f"own-deal-{good}")[
        h.summary[_("At another price, or from a player")],
        h.form(".form", id=f"{DEAL}-{good}", data_do="own.deal", data_good=good, data_about=about, autocomplete="off")[
            parts.field(_("How many?"), parts.number_input("count", "1", required=True)),
            signs.amount_field(ctx, _("For all of them together"), required=True),
            parts.field(_("From"), parts.select_input("of", holders)),
            parts.row(
                parts.button(_("Buy"), "own.deal", args={"good": good, "way": "buy"}, cls="grow"),
                parts.button(_("Sell to the supply"), "own.deal", args={"good": good, "way": "sell"}, cls="grow"),
            ),
        ],
    ]


def deal(ctx: Ctx, event: Event) -> None:
    """Buy or sell for an amount that was agreed on. Raises RuleError."""
    fields: dict[str, Any] = {
        "player": trader(ctx),
        "good": event.args.get("good", ""),
        "count": whole(event.text("count")),
        "amount": whole(event.text("amount")),
    }
    if event.args.get("way") == "sell":
        ctx.do("sell", **fields)
    else:
        of = signs.holder_in(ctx, event.text("of"))
        if not of:  # whom it named has none any more
            ctx.say(ctx._("Something is still to be chosen."))
            return
        ctx.do("buy", **fields, **({} if of == SUPPLY else {"of": of}))
    ctx.close()


# By hand


def _moving(ctx: Ctx, good: str) -> Node:
    """The price moved by hand: each button says where it leads."""
    _, state = ctx._, signs.rules(ctx)
    described = state.book.goods[good]
    if described.ladder or (described.number is None and not described.track):
        return None
    grid = state.book.tracks.get(described.track, ())
    arrows = "" if good not in state.markers else "◀▶▲▼" if len(grid) > 1 else "◀▶"
    moves = [_move(ctx, good, arrow) for arrow in arrows]
    return h.details(id=f"own-move-{good}")[
        h.summary[_("Move the price")],
        h.div(".own-tiles")[moves],
        h.form(".form.inline", id=f"own-put-{good}", data_do="own.put", data_good=good, autocomplete="off")[
            signs.amount_field(ctx, _("Put it to"), "to", required=True),
            parts.submit(_("Put"), is_primary=False),
        ],
    ]


def _move(ctx: Ctx, good: str, arrow: str) -> Node:
    state, (label, by, up) = signs.rules(ctx), STEPS[arrow]
    try:
        after = prices.moved(state, good, by, up)
    except RuleError as refusal:
        told, stays = refusal.text(ctx._), True
    else:
        told, stays = signs.money(ctx, prices.price(after, good)), after.markers[good] == state.markers[good]
    return parts.button(
        [h.span(aria_hidden="true")[arrow], h.small[told]],
        "own.move",
        args={"good": good, "right": by, "up": up},
        disabled=stays,
        label=ctx._(label),
        cls="stack",
        key=f"move-{arrow}",
    )


def move(ctx: Ctx, event: Event) -> None:
    """Move a price by hand."""
    args = event.args
    steps = {"right": whole(args.get("right", "0")), "up": whole(args.get("up", "0"))}
    ctx.do("price", good=args.get("good", ""), **{name: step for name, step in steps.items() if step})


def put(ctx: Ctx, event: Event) -> None:
    """Put a price to a value. Raises RuleError."""
    ctx.do("price", good=event.args.get("good", ""), to=whole(event.text("to")))
    ctx.close()


def _giving(ctx: Ctx, good: str) -> Node:
    """Units that change hands for nothing."""
    _, state = ctx._, signs.rules(ctx)
    holders = [(SUPPLY, _("the supply")), *((str(seat), isolated(state.names[seat])) for seat in present(state))]
    players = ctx.table.players
    mine = str(players.index(ctx.seat)) if ctx.seat in players else holders[1][0]
    return h.details(id=f"own-give-{good}")[
        h.summary[_("Give without money")],
        h.form(".form", id=f"{GIVE}-{good}", data_do="own.give", data_good=good, autocomplete="off")[
            parts.field(_("How many?"), parts.number_input("count", "1", required=True)),
            parts.field(_("From"), parts.select_input("from", holders, SUPPLY)),
            parts.field(_("To"), parts.select_input("to", holders, mine)),
            parts.submit(_("Give"), is_primary=False),
        ],
    ]


def give(ctx: Ctx, event: Event) -> None:
    """Goods without money. Raises RuleError."""
    player = ctx.seat if ctx.seat in ctx.table.players else ctx.table.players[0]
    ends = {end: signs.holder_in(ctx, event.text(end)) for end in ("from", "to")}
    if not all(ends.values()):  # who was chosen has gone
        ctx.say(ctx._("Something is still to be chosen."))
        return
    ctx.do("give", player=player, good=event.args.get("good", ""), count=whole(event.text("count")), **ends)
    ctx.close()


HANDLERS = {"own.trade": trade, "own.deal": deal, "own.move": move, "own.put": put, "own.give": give}
DIALOG = Dialog(SHEET, sheet, HANDLERS, lambda _ctx, args: signs.Asked(args.get("good", "")))
