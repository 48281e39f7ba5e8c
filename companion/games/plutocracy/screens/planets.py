"""The planets: both prices with their history, the parliaments, the societies, the council."""

from typing import Any

import htpy as h
from htpy import Element, Node

from companion.charts.palette import SHAPES
from companion.games.plutocracy import advice, parliament
from companion.games.plutocracy import societies as society_rules
from companion.games.plutocracy.charts import SIDES
from companion.games.plutocracy.screens import signs, turn
from companion.games.plutocracy.state import SOCIETIES, timetable
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.words import labelled

WIDTH, HEIGHT = 150, 44  # of a planet's history, in its own units


def screen(ctx: Ctx) -> Screen:
    """All planets, then Earth, then the charts."""
    _ = ctx._
    charts = [
        parts.card(h.div(".chart", data_chart=kind, aria_label=label), key=f"chart-{kind}")
        for kind, label in (
            ("prices", _("Chart of both prices of every planet")),
            ("council", _("Chart of the council")),
            ("cash", _("Chart of the players’ money")),
        )
    ]
    return Screen([cards(ctx), council(ctx), societies(ctx), charts])


def cards(ctx: Ctx) -> list[Node]:
    """One card a planet."""
    rows = ctx.table.records("prices", ctx.seat)
    return [_planet(ctx, name, rows) for name in ctx.table.state.planets]


def _planet(ctx: Ctx, name: str, rows: list[dict[str, Any]]) -> Node:
    return parts.card(
        h.div(".plu-head")[signs.body_chip(ctx, name), _visitors(ctx, name)],
        _side(ctx, name, "demand", rows),
        _side(ctx, name, "supply", rows),
        _parliament(ctx, name),
        key=f"planet-{name}",
    )


def _visitors(ctx: Ctx, name: str) -> Node:
    """Who is there."""
    state = ctx.table.state
    there = [seat for seat, player in enumerate(state.players) if player.ship == (name, state.bodies[name])]
    return h.span(".plu-visitors")[[signs.token_sign(ctx, seat) for seat in there]] if there else None


def _side(ctx: Ctx, name: str, side: str, rows: list[dict[str, Any]]) -> Node:
    _, planet = ctx._, ctx.table.state.planets[name]
    resource, price, told = planet.demand, planet.demand_price, _("buys for")
    if side == "supply":
        resource, price, told = planet.supply, planet.supply_price, _("sells for")
    return h.div(".plu-side")[
        parts.grow(signs.resource_chip(ctx, resource), parts.note(f"{SHAPES[SIDES[side]]} {told}")),
        _history(ctx, [row for row in rows if (row["planet"], row["side"]) == (name, side)], side),
        h.span(".amount.small")[_price(ctx, price)],
    ]


def _history(ctx: Ctx, rows: list[dict[str, Any]], side: str) -> Element:
    """A price over the time track, as steps; the chart below tells what moved it."""
    state = ctx.table.state
    least, most = min(state.box["prices"]), max(state.box["prices"])
    end = timetable(state)["end"]

    def x(time: int) -> str:
        return f"{time / end * WIDTH:.1f}"

    def y(price: int) -> str:
        return f"{HEIGHT - 4 - (price - least) / (most - least) * (HEIGHT - 8):.1f}"

    path = ""
    for row in rows:
        path += f"H{x(row['time'])}V{y(row['price'])}" if path else f"M{x(row['time'])} {y(row['price'])}"
    if rows:
        path += f"H{x(max(_now(ctx), rows[-1]['time']))}"
    said = ", ".join(labelled(str(row["time"]), row["price"], ctx._) for row in rows[-8:])
    label = labelled(ctx._("Price by time"), said, ctx._)
    return h.svg(".plu-history", {"viewBox": f"0 0 {WIDTH} {HEIGHT}"}, role="img", aria_label=label)[
        h.path(".plu-grid", d=f"M0 {y(least)}H{WIDTH}M0 {y(most)}H{WIDTH}"),
        h.path(d=path, fill="none", stroke=f"var(--{SIDES[side]})", stroke_width="2.5") if path else None,
    ]


def _now(ctx: Ctx) -> int:
    state = ctx.table.state
    end: int = timetable(state)["end"]
    return next((marker.space for marker in state.track if marker.token == state.active), end)


def board(ctx: Ctx) -> Node:
    """All prices and who leads, in one table for the big screen."""
    _, state = ctx._, ctx.table.state
    heads = (_("Planet"), f"{SHAPES[SIDES['demand']]} {_('buys for')}", f"{SHAPES[SIDES['supply']]} {_('sells for')}")
    rows = []
    for name, planet in state.planets.items():
        leaders = parliament.leaders(planet)
        rows.append(
            h.tr[
                h.th(scope="row")[signs.body_chip(ctx, name)],
                h.td[signs.resource_chip(ctx, planet.demand), h.b[_price(ctx, planet.demand_price)]],
                h.td[signs.resource_chip(ctx, planet.supply), h.b[_price(ctx, planet.supply_price)]],
                h.td[[signs.token_sign(ctx, seat) for seat in leaders[:1]]],
            ]
        )
    return parts.card(
        h.table(".plu-board")[h.thead[h.tr[[h.th(scope="col")[head] for head in (*heads, _("Leads"))]]], h.tbody[rows]],
        key="board",
    )


def _price(ctx: Ctx, price: int | None) -> str:
    return "–" if price is None else ctx.money(price)


# Parliaments


def _parliament(ctx: Ctx, name: str) -> Node:
    """The seats, cheapest first, who leads, and what it would cost the reader to lead."""
    _, state = ctx._, ctx.table.state
    planet, costs = state.planets[name], state.box["seats"]
    seats = [
        h.li(".plu-seat")[
            signs.token_sign(ctx, holder) if holder is not None else h.i(".plu-token.free"),
            h.span[str(cost)],
        ]
        for holder, cost in zip(planet.seats, costs, strict=True)
    ]
    leaders = parliament.leaders(planet)
    led: Node = _("nobody leads")
    if leaders:
        count = planet.seats.count(leaders[0])
        led = [
            h.bdi[state.names[leaders[0]]],
            " ",
            _.ngettext("leads with {count} seat", "leads with {count} seats", count).format(count=count),
        ]
    return h.div(".plu-parliament")[
        h.ol(".plu-seats", aria_label=_("Parliament"))[seats], parts.note(led, _to_lead(ctx, name))
    ]


def _to_lead(ctx: Ctx, name: str) -> Node:
    _, seat = ctx._, signs.reader(ctx)
    if seat is None or ctx.table.state.phase != "play":
        return None
    lead = advice.seats_to_lead(ctx.table.state, name, seat)
    if lead == (0, 0):
        return None
    if lead is None:
        return [" · ", _("cannot be overtaken")]
    text = _.ngettext("{count} seat for {amount} would lead", "{count} seats for {amount} would lead", lead[0])
    told = text.format(count=lead[0], amount=ctx.money(lead[1]))
    return [" · ", labelled(ctx.table.players[seat], told, _) if signs.acts_for_others(ctx) else told]


# Earth, and the council


def council(ctx: Ctx) -> Node:
    """Everybody's councilors, and what an election now would bring."""
    _, state = ctx._, ctx.table.state
    most = max(1, *(player.councilors for player in state.players))
    coming = advice.election(state) if state.phase == "play" and advice.coming(state, "elect") else ()
    rows = [
        h.div(".plu-council", data_key=f"council-{seat}")[
            parts.player_chip(ctx, state.names[seat]),
            h.span(".plu-votes")[
                h.meter(min="0", max=str(most), value=str(player.councilors), aria_hidden="true"),
                h.b[str(player.councilors)],
                h.span(".note")[f"+{coming[seat]}" if coming and coming[seat] else ""],
            ],
        ]
        for seat, player in enumerate(state.players)
    ]
    told = coming and parts.note(
        _("+ is what the next election (at {space}) would bring if it were held now.").format(
            space=advice.coming(state, "elect")[0]
        )
    )
    return parts.card(rows, told, title=_("Council"), key="council")


def societies(ctx: Ctx) -> Node:
    """What every society asks and who meets it."""
    _, seat = ctx._, signs.reader(ctx)
    state = ctx.table.state
    rows = []
    for society in SOCIETIES:
        members = [parts.pill(h.bdi[state.names[member]]) for member in state.societies[society]]
        meets = [
            h.bdi[state.names[other]]
            for other, player in enumerate(state.players)
            if other not in state.societies[society] and not player.removed and _meets(ctx, other, society)
        ]
        rows.append(
            h.div(".plu-society", data_key=f"earth-{society}")[
                turn.society_row(ctx, society, seat, join=False)
                if seat is not None
                else h.b[_(society_rules.SOCIETY_NAMES[society])],
                members and h.div(".plu-members")[_("Members:"), " ", members],
                meets
                and parts.note(
                    _("Condition met by:"), " ", [[place > 0 and ", ", one] for place, one in enumerate(meets)]
                ),
            ]
        )
    return parts.card(rows, title=_("Societies on Earth"), key="societies")


def _meets(ctx: Ctx, seat: int, society: str) -> bool:
    has, asked = society_rules.condition(ctx.table.state, seat, society)
    return has >= asked
