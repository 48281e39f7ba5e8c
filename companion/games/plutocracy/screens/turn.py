"""A player's turn: selling, buying, seats, the alien, the societies, each with what it costs or brings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import htpy as h
from htpy import Element, Node

from companion.games.common import PUBLIC
from companion.games.plutocracy import advice, checks, parliament, societies, track
from companion.games.plutocracy.box import ASTEROID, EARTH
from companion.games.plutocracy.legal import legal
from companion.games.plutocracy.screens import signs
from companion.games.plutocracy.state import SOCIETIES, State, body_at
from companion.games.plutocracy.state import cash as cash_of
from companion.screens import parts
from companion.screens.ctx import Ctx
from companion.screens.says import says
from companion.widgets.messages import Event
from companion.words import N_, labelled

CONDITIONS = {
    "high": N_("{has} of {asked} money"),
    "scientist": N_("{has} of {asked} alien"),
    "influencer": N_("{has} of {asked} parliaments"),
    "merchant": N_("{has} of {asked} resources"),
}

AMOUNTS = {"sell": "units", "buy": "units", "buy_seats": "count"}
Stop = tuple[int | None, int | None]  # a seat, and the space of its disc on the time track


@dataclass(frozen=True)
class Stepped:
    """What was stepped to at a ``stop``, by trade."""

    stop: Stop = (None, None)
    picks: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Traded:
    """How often each trade was made from this page."""

    times: dict[str, int] = field(default_factory=dict)


def cards(ctx: Ctx, seat: int) -> list[Node]:
    """What can be done where the ship is, before it flies on."""
    _, state = ctx._, ctx.table.state
    body = body_at(state, seat)
    if body is None:
        return [parts.card(parts.note(_("In empty space there is nothing to do: fly on.")), key="turn")]
    title = _("On {body}").format(body=signs.body_name(ctx, body))
    if body == EARTH:
        return [parts.card(_societies(ctx, seat), title=title, key="turn")]
    if body == ASTEROID:
        return [parts.card(_alien(ctx, seat), title=title, key="turn")]
    inside = [_sale(ctx, seat, body), _purchase(ctx, seat, body), _seats(ctx, seat, body)]
    return [
        parts.card(
            h.form("#turn-form.plu-turn", data_do="pick", data_about=str(_here(ctx)), autocomplete="off")[inside],
            title=title,
            key="turn",
        )
    ]


def possible(state: State) -> dict[str, int]:
    """The most of each trade that the rules allow now; an action that is not among them cannot be done."""
    most: dict[str, int] = {}
    for move in legal(state, PUBLIC):
        field = AMOUNTS.get(move["action"])
        if field is not None:
            most[move["action"]] = max(most.get(move["action"], 0), move[field])
    return most


def picked(ctx: Ctx, action: str, most: int) -> int:
    """What the stepper of a trade shows: what was stepped to, at first all for goods and one seat."""
    return min(_kept(ctx).get(action, _default(action, most)), most)


def _default(action: str, most: int) -> int:
    return 1 if action == "buy_seats" else most


def _kept(ctx: Ctx) -> dict[str, int]:
    """What was stepped to by whom this page acts for, where the ship is now: the next stop begins anew."""
    stepped = ctx.kept(Stepped)
    return dict(stepped.picks) if stepped.stop == _here(ctx) else {}


def _here(ctx: Ctx) -> Stop:
    return stop_of(ctx, signs.acting(ctx))


def stop_of(ctx: Ctx, seat: int | None) -> Stop:
    """Where a seat is on its way through time: what is chosen there is nobody else's, and not for the next stop."""
    return seat, None if seat is None else track.space_of(ctx.table.state, seat)


def _sale(ctx: Ctx, seat: int, body: str) -> Node:
    _, state = ctx._, ctx.table.state
    planet = state.planets[body]
    held = state.players[seat].hold[planet.demand]
    told = _("pays {price} · have {count}").format(price=planet.demand_price, count=held)
    most = possible(state).get("sell", 0)
    if most == 0:
        return _done(ctx, "sell", planet.demand, told if checks.in_order(state, "sell") else "")
    count = picked(ctx, "sell", most)

    def text(units: int) -> str:
        amount = ctx.money(units * (planet.demand_price or 0))
        return _("Sell {count} for {amount}").format(count=units, amount=amount)

    following = _following(ctx, "sell", (count, most), text)
    return _trade(ctx, "sell", signs.resource_chip(ctx, planet.demand), told, count=count, most=most, text=following)


def _purchase(ctx: Ctx, seat: int, body: str) -> Node:
    _, state = ctx._, ctx.table.state
    planet = state.planets[body]
    if planet.supply is None or planet.supply_price is None:
        return None
    held = state.players[seat].hold[planet.supply]
    told = _("costs {price} · have {count} of {most}").format(
        price=planet.supply_price, count=held, most=state.box["hold"]
    )
    most = possible(state).get("buy", 0)
    if most == 0:
        return _done(ctx, "buy", planet.supply, told if checks.in_order(state, "buy") else "")
    count, each = picked(ctx, "buy", most), planet.supply_price

    def text(units: int) -> str:
        return _("Buy {count} for {amount}").format(count=units, amount=ctx.money(units * each))

    left = _leaving(ctx, seat, "buy", (count, most), lambda units: units * each)
    return _trade(
        ctx,
        "buy",
        signs.resource_chip(ctx, planet.supply),
        told,
        count=count,
        most=most,
        text=[_following(ctx, "buy", (count, most), text), left],
    )


def _seats(ctx: Ctx, seat: int, body: str) -> Node:
    _, state = ctx._, ctx.table.state
    planet = state.planets[body]
    free = parliament.free_seats(planet)
    lead = advice.seats_to_lead(state, body, seat)
    if lead == (0, 0):
        told = _("you lead here") if ctx.seat == state.names[seat] else _("leads here")
    elif lead is None:
        told = _("nobody can overtake who leads") if free else _("no seat is free")
    else:
        told = _.ngettext(
            "{count} more seat leads, for {amount}", "{count} more seats lead, for {amount}", lead[0]
        ).format(count=lead[0], amount=ctx.money(lead[1]))
    name = parts.chip("▥", "plain", _("Seats"))
    most = possible(state).get("buy_seats", 0)
    if most == 0:
        short = free and _("the next costs {amount}").format(amount=ctx.money(parliament.seats_cost(state, planet, 1)))
        return h.div(".plu-trade", data_key="trade-buy_seats")[name, parts.note(told), short and parts.note(short)]
    count = picked(ctx, "buy_seats", most)

    def cost(seats: int) -> int:
        return parliament.seats_cost(state, planet, seats)

    def text(seats: int) -> str:
        told = _.ngettext("Buy {count} seat for {amount}", "Buy {count} seats for {amount}", seats)
        return told.format(count=seats, amount=ctx.money(cost(seats)))

    following = _following(ctx, "buy_seats", (count, most), text)
    left = _leaving(ctx, seat, "buy_seats", (count, most), cost)
    return _trade(ctx, "buy_seats", name, told, count=count, most=most, text=[following, left])


def _following(ctx: Ctx, action: str, stepped: tuple[int, int], text: Callable[[int], str]) -> Element:
    """What a button says of each count that can be stepped to (the one now, the most): it follows the stepper."""
    count, most = stepped
    table = ["", *(text(each) for each in range(1, most + 1))]
    return says(ctx, "{text}", {"text": table[count]}, {"text": {"of": {action: 1}, "table": table}})


def _leaving(ctx: Ctx, seat: int, action: str, stepped: tuple[int, int], cost: Callable[[int], int]) -> Element:
    held = ctx.table.state.ledger[cash_of(seat)]

    def text(units: int) -> str:
        return ctx._("leaves {amount}").format(amount=ctx.money(held - cost(units)))

    return h.small[_following(ctx, action, stepped, text)]


def _done(ctx: Ctx, action: str, resource: str, told: str) -> Node:
    """A trade that is made already, or that nothing is left for."""
    _, done = ctx._, ctx.table.state.done
    if not told:
        told = _("done in this turn") if action in done else _("no longer in this turn")
    return h.div(".plu-trade", data_key=f"trade-{action}")[signs.resource_chip(ctx, resource), parts.note(told)]


def _trade(ctx: Ctx, action: str, name: Node, told: str, *, count: int, most: int, text: Node) -> Node:
    """One kind of trade: how many, and the button that does it."""
    _ = ctx._
    label = {"sell": _("Units to sell"), "buy": _("Units to buy"), "buy_seats": _("Seats to buy")}[action]
    stepper = parts.stepper(
        label,
        action,
        count,
        "pick",
        fewer=labelled(label, "−1", _),
        more=labelled(label, "+1", _),
        least=1,
        most=most,
        default=_default(action, most),
        rev=f"{_here(ctx)}-{ctx.kept(Traded).times.get(action, 0)}",
    )
    button = parts.button(
        text, "trade", args={"trade": action}, wide=True, form="turn-form", cls="stacked", key=f"do-{action}"
    )
    row = parts.row(parts.grow(name, parts.note(told)), stepper)
    return h.div(".plu-trade", data_key=f"trade-{action}")[row, button]


# The asteroid and Earth


def _alien(ctx: Ctx, seat: int) -> Node:
    _, state = ctx._, ctx.table.state
    if state.players[seat].alien:
        return parts.note(_("The alien is on board: one is allowed."))
    return parts.button(_("Rescue an alien"), "rescue_alien", wide=True, hotkey="a")


def _societies(ctx: Ctx, seat: int) -> Node:
    return [society_row(ctx, society, seat) for society in SOCIETIES]


def society_row(ctx: Ctx, society: str, seat: int, *, join: bool = True) -> Node:
    """A society: what it asks, what a player has of that, and the button that joins."""
    _, state = ctx._, ctx.table.state
    has, asked = societies.condition(state, seat, society)
    members, places = state.societies[society], state.box["societies"]["councilors"]
    told = _(CONDITIONS[society]).format(has=has, asked=asked)
    met = ["✓ " if has >= asked else "✗ ", told]
    if seat in members:
        side: Node = parts.pill(_("member"))
    elif len(members) >= len(places):
        side = parts.pill(_("full"))
    else:
        brings = signs.councilors(ctx, places[len(members)])
        side = (
            parts.button([h.span[_("Join")], h.small[brings]], "join", args={"society": society}, cls="stacked")
            if join and societies.may_join(state, seat, society)
            else h.span(".note")[brings]
        )
    name = parts.grow(h.b[_(societies.SOCIETY_NAMES[society])], h.span(".note.up" if has >= asked else ".note")[met])
    return h.div(".row", data_key=f"society-{society}")[name, side]


# What is tapped


def pick(ctx: Ctx, event: Event) -> None:
    """Remember what the steppers show."""
    _keep(ctx, _picks(event))


def _keep(ctx: Ctx, picks: dict[str, int]) -> None:
    ctx.keep(Stepped(_here(ctx), picks))


def _picks(event: Event) -> dict[str, int]:
    shown = {action: event.text(action) for action in AMOUNTS}
    return {action: int(count) for action, count in shown.items() if count.isdecimal()}


def trade(ctx: Ctx, event: Event) -> None:
    """Sell, buy, or buy seats: as many as the stepper shows."""
    action = event.args.get("trade", "")
    if action not in AMOUNTS:
        return
    picks = _picks(event)
    _keep(ctx, picks)
    ctx.do(action, **{"player": ctx.acting, AMOUNTS[action]: picks.get(action, 1)})
    _keep(ctx, {other: count for other, count in picks.items() if other != action})
    times = ctx.kept(Traded).times
    times[action] = times.get(action, 0) + 1


def rescue_alien(ctx: Ctx, _event: Event) -> None:
    """Take an alien on board."""
    ctx.do("rescue_alien", player=ctx.acting)


def join(ctx: Ctx, event: Event) -> None:
    """Join a society."""
    ctx.do("join_society", player=ctx.acting, society=event.args.get("society", ""))
