"""The setup on the devices: the dice of the random one, the starting auction, the start planets."""

import random
from dataclasses import dataclass, replace
from typing import Any

import htpy as h
from htpy import Node

from companion.games.plutocracy import setup as rules
from companion.games.plutocracy import track
from companion.games.plutocracy.screens import signs
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.screens.says import says
from companion.screens.typed import whole
from companion.shapes import number_in
from companion.widgets.messages import Event
from companion.words import isolated

CHANCE = random.SystemRandom()


@dataclass(slots=True)
class Chosen:
    """Whom the banker acts for; None where nobody is chosen."""

    seat: int | None = None


@dataclass(frozen=True)
class Looked:
    """The slot that is looked at and the bid for it, where that bid was ``asked`` for; None where none is chosen."""

    asked: str = ""
    slot: int | None = None
    bid: int | None = None


def cards(ctx: Ctx) -> list[Node]:
    """What the setup asks for now."""
    state = ctx.table.state
    if state.phase == "auction":
        return [_auction(ctx)]
    if not rules.board_ready(state):
        return [_supplies(ctx), _dice(ctx)]
    return [_ships(ctx)]


# The dice and the supply


def _supplies(ctx: Ctx) -> Node:
    """The resource that each planet supplies."""
    _, state = ctx._, ctx.table.state
    rows = []
    for name, planet in state.planets.items():
        open_ones = [each for each in rules.undealt(state) if rules.may_supply(state, name, each)]
        choices = [("", _("Choose"))] + [(each, signs.resource_name(ctx, each)) for each in open_ones]
        label = _("Supply of {body}").format(body=signs.body_name(ctx, name))
        side: Node = signs.resource_chip(ctx, planet.supply)
        if planet.supply is None and ctx.may_act:
            side = parts.select_input(
                "resource",
                choices,
                data_do_change="supply",
                data_planet=name,
                data_key=f"supply-{name}",
                data_rev=" ".join(open_ones),
                aria_label=label,
            )
        asks = parts.note(_("demands {resource}").format(resource=signs.resource_name(ctx, planet.demand)))
        rows.append(parts.row(parts.grow(signs.body_chip(ctx, name), asks), h.div(".plu-choose")[side]))
    return parts.card(rows, title=_("What the planets supply"), key="supplies")


def _dice(ctx: Ctx) -> Node:
    """The die of each body, in the order of the rule book."""
    _, state = ctx._, ctx.table.state
    left = rules.rolls_left(state)
    if not left:
        return None
    sides = state.box["die"]["prices"][-1]["most"]
    keys = [
        parts.button(
            str(die),
            "roll",
            args={"body": left[0], "die": die},
            label=_("{body}: {die}").format(body=signs.body_name(ctx, left[0]), die=die),
            key=f"die-{die}",
        )
        for die in range(1, sides + 1)
    ]
    waiting = ", ".join(signs.body_name(ctx, body) for body in left[1:])
    return parts.card(
        h.div(".plu-head")[signs.body_chip(ctx, left[0]), parts.note(_("which number shows the die?"))],
        ctx.may_act and h.div(".plu-dice", role="group", aria_label=_("Die"))[keys],
        waiting and parts.note(_("then {names}").format(names=waiting)),
        title=_("Dice"),
        key="dice",
    )


# The ships


def _who(ctx: Ctx, seats: list[int]) -> tuple[int | None, Node]:
    """The player that this page acts for, and the choice where there are several."""
    names = ctx.table.players
    if ctx.seat in names:
        seat = names.index(ctx.seat)
        return (seat if seat in seats and ctx.may_act else None), None
    if not ctx.may_act or not seats:
        return None, None
    seat = next((each for each in seats if each == ctx.kept(Chosen).seat), seats[0])
    if len(seats) == 1:
        return seat, h.div(".plu-head")[parts.player_chip(ctx, names[seat])]
    buttons = [
        parts.button(
            parts.player_chip(ctx, names[each]), "who", args={"who": each}, pressed=each == seat, key=f"who-{each}"
        )
        for each in seats
    ]
    return seat, h.div(".choices", role="group", aria_label=ctx._("Player"))[buttons]


def _lot(ctx: Ctx) -> Node:
    """Drawing by lot who is first, where the rule book says so; or saying whom the lot has drawn."""
    _, state = ctx._, ctx.table.state
    if not rules.lot_is_open(state) or not ctx.may_act:
        return None
    drawn = [
        parts.button(parts.player_chip(ctx, name), "lot", args={"who": seat}, key=f"lot-{seat}")
        for seat, name in enumerate(ctx.table.players)
    ]
    return [
        parts.button(_("Draw by lot who is first"), "lot", wide=True, key="lot"),
        parts.note(_("or drawn at the table:")),
        h.div(".choices", role="group", aria_label=_("Drawn at the table"))[drawn],
    ]


def _ships(ctx: Ctx) -> Node:
    """The start planets."""
    _, state = ctx._, ctx.table.state
    seats = rules.placing(state)
    seat, who = _who(ctx, seats)
    keys = [
        parts.button(
            signs.body_chip(ctx, planet), "setup_ship", args={"planet": planet, "who": seat}, key=f"start-{planet}"
        )
        for planet in state.planets
    ]
    placed = [marker.token for marker in state.track if isinstance(marker.token, int)]
    names = ", ".join(isolated(state.names[each]) for each in reversed(placed))
    if rules.lot_is_open(state):
        told = _("The lot decides who chooses a start planet first; then clockwise. The last to place acts first.")
        return parts.card(parts.note(told), _lot(ctx), title=_("Start planets"), key="ships")
    told = _("Anybody who has no ship yet; the last to place acts first.")
    if len(seats) == 1:
        told = _("{player} chooses a start planet; the last to place acts first.").format(player=state.names[seats[0]])
    return parts.card(
        parts.note(told),
        who,
        seat is not None and h.div(".choices", role="group", aria_label=_("Start planet"))[keys],
        names and parts.note(_("In this order they act: {names}").format(names=names)),
        title=_("Start planets"),
        key="ships",
    )


# The starting auction


def _auction(ctx: Ctx) -> Node:
    """The slots with their bids, and the own bid."""
    _, state = ctx._, ctx.table.state
    seats = _bidders(ctx)
    seat, who = _who(ctx, seats)
    slot = _looked_at(ctx)
    rows = [
        _slot(ctx, number, pressed=seat is not None and number == slot) for number in range(1, len(state.slots) + 1)
    ]
    told = _("The lot decides who bids first; then clockwise.")
    if not rules.lot_is_open(state):
        told = _("{player} bids next.").format(player=state.names[seats[0]])
    about = f"{_asked(ctx)}-{slot}"
    return parts.card(
        parts.note(told, " ", _("Slot 1 chooses its planet first, so it acts last.")),
        _lot(ctx),
        who,
        h.div(".plu-slots")[rows],
        seat is not None and h.form("#auction-form", data_do="bid_pick", data_about=about)[_bid(ctx, slot, about)],
        title=_("Starting auction"),
        key="auction",
    )


def _bidders(ctx: Ctx) -> list[int]:
    """Who may bid now; nobody before the lot was drawn."""
    return [] if rules.lot_is_open(ctx.table.state) else rules.bidders(ctx.table.state)


def _asked(ctx: Ctx) -> str:
    """Which bid is asked for: whose, over which bids. What was chosen for it is not the next one's."""
    seat, _node = _who(ctx, _bidders(ctx))
    bids = " ".join("" if bid is None else f"{bid.seat}:{bid.amount}" for bid in ctx.table.state.slots)
    return f"{seat}-{bids}"


def _looked(ctx: Ctx) -> Looked:
    """What was chosen for the bid that is asked for."""
    looked, asked = ctx.kept(Looked), _asked(ctx)
    return looked if looked.asked == asked else Looked(asked)


def _looked_at(ctx: Ctx) -> int:
    """The slot that the page looks at."""
    slot = _looked(ctx).slot
    return min(_cheapest(ctx) if slot is None else slot, len(ctx.table.state.slots))


def _stepped(ctx: Ctx, otherwise: int) -> int:
    """The bid that was stepped to."""
    bid = _looked(ctx).bid
    return otherwise if bid is None else bid


def _cheapest(ctx: Ctx) -> int:
    """The first free slot, else the one with the lowest bid."""
    bids = [-1 if bid is None else bid.amount for bid in ctx.table.state.slots]
    return bids.index(min(bids)) + 1


def _slot(ctx: Ctx, number: int, *, pressed: bool) -> Node:
    _, bid = ctx._, ctx.table.state.slots[number - 1]
    told: Node = h.span(".note")[_("free")]
    if bid is not None:
        told = [parts.player_chip(ctx, ctx.table.players[bid.seat]), h.b[str(bid.amount)]]
    inside = [h.b[_("Slot {number}").format(number=number)], told]
    if not ctx.may_act:
        return h.div(".plu-slot")[inside]
    return parts.button(
        inside,
        "slot",
        args={"slot": number},
        pressed=pressed,
        disabled=least_bid(ctx, number) > rules.most_bid(ctx.table.state),
        cls="plu-slot",
        key=f"slot-{number}",
    )


def least_bid(ctx: Ctx, slot: int) -> int:
    """The lowest bid that a slot takes."""
    bid = ctx.table.state.slots[slot - 1]
    return 0 if bid is None else bid.amount + 1


def _bid(ctx: Ctx, slot: int, about: str) -> Node:
    _ = ctx._
    least, most = least_bid(ctx, slot), rules.most_bid(ctx.table.state)
    bid = min(max(least, _stepped(ctx, least)), most)
    stepper = parts.stepper(
        _("Bid"),
        "bid",
        bid,
        "bid_pick",
        fewer=_("lower bid"),
        more=_("higher bid"),
        least=least,
        most=most,
        rev=about,
    )
    last = track.the_end(ctx.table.state)
    text = _("own THE END then {space}")
    end = says(ctx, text, {"space": str(last - bid)}, {"space": {"of": {"bid": -1}, "plus": last}})
    return parts.row(parts.grow(h.b[_("Bid for slot {number}").format(number=slot)], parts.note(end)), stepper)


def foot(ctx: Ctx) -> Node:
    """The one button of the setup."""
    _, state = ctx._, ctx.table.state
    if not ctx.may_act:
        return None
    if state.phase == "setup" and not rules.board_ready(state):
        return parts.primary(_("Draw and roll the rest"), "draw_all", hotkey="d")
    if state.phase == "auction":
        seat, _who_node = _who(ctx, _bidders(ctx))
        if seat is None:
            return None
        slot = _looked_at(ctx)
        bid = max(least_bid(ctx, slot), _stepped(ctx, 0))
        text = says(ctx, _("Bid {bid} for slot {slot}"), {"bid": str(bid)}, words={"slot": slot})
        return parts.primary(text, "bid", args={"slot": slot, "who": seat}, form="auction-form", hotkey="b")
    return None


# What is tapped


def supply(ctx: Ctx, event: Event) -> None:
    """A resource was dealt to a planet."""
    resource = event.text("resource")
    if resource:
        ctx.do("setup_supply", planet=event.args.get("planet", ""), resource=resource)


def roll(ctx: Ctx, event: Event) -> None:
    """A die was rolled on the table."""
    ctx.do("setup_roll", body=event.args.get("body", ""), die=whole(event.args.get("die", "0")))


def draw_all(ctx: Ctx, _event: Event) -> None:
    """Deal and roll what is still open: chance is here, the result is in the log."""
    table = ctx.table.fork()  # what the page showed, and what is dealt on top of it

    def record(action: str, **fields: Any) -> None:
        table.do(action, **fields)
        ctx.do(action, **fields)

    for name in table.state.planets:
        state = table.state
        if state.planets[name].supply is None:
            open_ones = [each for each in rules.undealt(state) if rules.may_supply(state, name, each)]
            record("setup_supply", planet=name, resource=CHANCE.choice(open_ones))
    for body in rules.rolls_left(table.state):
        sides = table.state.box["die"]["prices"][-1]["most"]
        record("setup_roll", body=body, die=CHANCE.randint(1, sides))


def lot(ctx: Ctx, event: Event) -> None:
    """Draw who is first, or note whom the table has drawn: the lot is here, its result in the log."""
    seat = event.args.get("who", "")
    ctx.do("first", player=_named(ctx, event) if seat else CHANCE.choice(ctx.table.players))
    ctx.kept(Chosen).seat = None


def who(ctx: Ctx, event: Event) -> None:
    """The banker acts for this player."""
    seat = event.args.get("who", "")
    ctx.kept(Chosen).seat = number_in(seat)


def _named(ctx: Ctx, event: Event) -> str | None:
    """The player of a control; a player's own page knows it anyway."""
    return ctx.player_at(event.args.get("who", "")) or ctx.acting


def setup_ship(ctx: Ctx, event: Event) -> None:
    """Put a ship on its start planet."""
    ctx.do("setup_ship", player=_named(ctx, event), planet=event.args.get("planet", ""))
    ctx.kept(Chosen).seat = None


def slot(ctx: Ctx, event: Event) -> None:
    """Look at another slot."""
    ctx.keep(Looked(_asked(ctx), number_in(event.args.get("slot", "")) or 1))


def bid_pick(ctx: Ctx, event: Event) -> None:
    """Remember what the stepper shows."""
    stepped = number_in(event.text("bid"))
    if stepped is not None:
        ctx.keep(replace(_looked(ctx), bid=stepped))


def bid(ctx: Ctx, event: Event) -> None:
    """Bid."""
    bid_pick(ctx, event)
    number = whole(event.args.get("slot", "1"))
    ctx.do("auction_bid", player=_named(ctx, event), slot=number, bid=_stepped(ctx, least_bid(ctx, number)))
    ctx.forget(Chosen)
    ctx.forget(Looked)
