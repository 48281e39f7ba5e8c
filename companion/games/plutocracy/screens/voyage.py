"""The map with the travel planner: what a voyage costs, what happens before it ends, what is met there."""

from collections.abc import Mapping
from dataclasses import dataclass

import htpy as h
from htpy import Node

from companion.games.plutocracy import advice
from companion.games.plutocracy.advice import Forecast, Plan
from companion.games.plutocracy.box import ASTEROID
from companion.games.plutocracy.charts import EVENTS
from companion.games.plutocracy.screens import signs, sky, trades, turn
from companion.games.plutocracy.sky import Position
from companion.games.plutocracy.state import State
from companion.screens import parts
from companion.screens.ctx import Ctx, Screen
from companion.widgets.messages import Event

CHOICES = 6  # times with a different outcome that are offered as buttons


@dataclass(slots=True)
class Planned:
    """The voyage that is looked at, from a stop of somebody's: its place ("": none), and the time to use."""

    stop: turn.Stop = (None, None)
    place: str = ""
    time: int | None = None


@dataclass(slots=True)
class Ahead:
    """How many rotations ahead the map is."""

    rotations: int = 0


@dataclass(slots=True)
class Chosen:
    """How often a place or a time was chosen by a button: the stepper then shows the new one."""

    times: int = 0


def screen(ctx: Ctx) -> Screen:
    """The map, and under it the voyage that was tapped."""
    forecast = forecast_of(ctx)
    plan, planned = chosen_plan(ctx, forecast), planned_of(ctx)
    at = planned.place, planned.time
    body = [
        map_card(ctx, forecast, plan),
        ctx.alive and forecast is not None and _planner(ctx, forecast, plan),
        ctx.alive and forecast is not None and forecast.ship is not None and trades.card(ctx, forecast, at),
    ]
    return Screen(body, foot(ctx, forecast, plan))


def forecast_of(ctx: Ctx) -> Forecast | None:
    """What is foretold for the reader's ship; None where there is no turn to come."""
    state, seat = ctx.table.state, signs.reader(ctx)
    if state.phase != "play" or seat is None:
        return None
    player = state.players[seat]
    return None if player.retired or player.removed else Forecast(state, seat)


def planned_of(ctx: Ctx) -> Planned:
    """What was planned for the ship of which the page speaks, where that is now."""
    planned, stop = ctx.kept(Planned), turn.stop_of(ctx, signs.reader(ctx))
    return planned if planned.stop == stop else Planned(stop)


def chosen(ctx: Ctx) -> Position | None:
    """The place that was tapped."""
    return signs.read_place(ctx.table.state, planned_of(ctx).place)


def chosen_plan(ctx: Ctx, forecast: Forecast | None) -> Plan | None:
    """The voyage that was chosen, as far as it is possible still."""
    place = chosen(ctx)
    return None if forecast is None or place is None else forecast.plan(place, planned_of(ctx).time)


def map_card(ctx: Ctx, forecast: Forecast | None = None, plan: Plan | None = None) -> Node:
    """The map, now or after some of the next rotations."""
    _, state = ctx._, ctx.table.state
    spaces = advice.coming(state, "rotate") if state.phase == "play" else []
    ahead = min(ctx.kept(Ahead).rotations, len(spaces))
    place = chosen(ctx) if forecast is not None else None
    drawn = sky.sky_map(
        ctx,
        state,
        chosen=place,
        start=forecast.ship if forecast is not None else None,
        goal=plan.goal if plan is not None else None,
        tap="place" if forecast is not None and ctx.alive else "",
        ahead=ahead,
    )
    text = _("Now")
    if ahead:
        text = _.ngettext("After the next rotation, at {space}", "After {count} rotations, at {space}", ahead)
        text = text.format(count=ahead, space=spaces[ahead - 1])
    slider = h.input(
        ".plu-slider",
        type="range",
        name="ahead",
        min="0",
        max=str(len(spaces)),
        value=str(ahead),
        data_do_change="ahead",
        data_key="ahead",
        aria_label=_("Rotations ahead"),
        aria_valuetext=text,
    )
    return parts.card(
        drawn,
        parts.row(h.b(".plu-when")[text], parts.grow(slider))
        if spaces and ctx.alive and "ahead" in _asked(ctx)
        else None,
        key="map",
        cls="plu-map-card",
    )


def _asked(ctx: Ctx) -> tuple[str, ...]:
    """What the place of the map has room for: nobody moves a slider on the big screen."""
    return () if ctx.tab == "big" else ("ahead",)


# The planner


def _planner(ctx: Ctx, forecast: Forecast, plan: Plan | None) -> Node:
    _ = ctx._
    name = ctx.table.players[forecast.seat]
    title = _("Where to?") if ctx.seat == name else _("Where to, {player}?").format(player=name)
    if forecast.ship is None:
        inside: Node = parts.note(_("The ship is lost: retire at the next turn."))
    else:
        inside = [
            _places(ctx, forecast, plan),
            _voyage(ctx, forecast, plan) if plan is not None else _nothing(ctx, forecast),
        ]
    retire = forecast.seat == signs.acting(ctx) and parts.row(
        parts.button(_("Retire"), "sheet.open", args={"kind": "retire"}, key="retire"), cls="end"
    )
    return parts.card(inside, retire, title=title, key="planner")


def _nothing(ctx: Ctx, forecast: Forecast) -> Node:
    _, place = ctx._, chosen(ctx)
    if place is None:
        return parts.note(_("Tap a place on the map, or choose one here."))
    if place == forecast.ship:
        return parts.note(_("The ship is there already."))
    return parts.note(_("Too far: it would be after the end."), cls="warn")


def _places(ctx: Ctx, forecast: Forecast, plan: Plan | None) -> Node:
    """The places in reach where something can be met, the nearest first: the map for those who do not tap.

    Those where nothing is met any more stand apart: the rules allow them.
    """
    _, state = ctx._, forecast.state
    least = {place: forecast.least(place) for place in state.sky.places}
    reach = sorted((cost, place) for place, cost in least.items() if cost is not None)
    value = "" if plan is None else signs.place_word(plan.place)

    def options(*, met: bool) -> list[Node]:
        return [
            h.option(value=signs.place_word(place), selected=signs.place_word(place) == value)[
                f"{cost} · {signs.place_name(ctx, ctx.table.state, place)}"
            ]
            for cost, place in reach
            if forecast.meets(place) == met
        ]

    empty = options(met=False)
    return h.select(
        ".input",
        name="place",
        data_do_change="place",
        data_key="place",
        data_rev=f"{value}-{ctx.kept(Chosen).times}",
        aria_label=_("Place, with the least time"),
    )[
        h.option(value="", selected=not value)[_("Choose a place")],
        options(met=True),
        empty and h.optgroup(label=_("Nothing is met there any more"))[empty],
    ]


def _voyage(ctx: Ctx, forecast: Forecast, plan: Plan) -> Node:
    _ = ctx._
    place = signs.place_word(plan.place)
    hexes = _.ngettext("{count} hex", "{count} hexes", plan.hexes).format(count=plan.hexes)
    least = _("{hexes} + {landing} = {least} time at least").format(
        hexes=hexes, landing=plan.least - plan.hexes, least=plan.least
    )
    return [
        parts.row(
            parts.grow(
                h.b[signs.place_name(ctx, ctx.table.state, plan.place)],
                parts.note(least),
            ),
            h.div(data_key=f"time-of-{forecast.seat}-{forecast.leave}-{place}")[
                parts.stepper(
                    _("Time"),
                    "time",
                    plan.time,
                    "time",
                    fewer=_("less time"),
                    more=_("more time"),
                    least=plan.least,
                    most=forecast.limit - forecast.leave,
                    default=plan.least,
                    rev=f"{forecast.leave}-{place}-{ctx.kept(Chosen).times}",
                )
            ],
        ),
        h.div(".plu-outcome", aria_live="polite")[
            parts.note(_("leave at {leave}, next turn at {arrive}").format(leave=forecast.leave, arrive=plan.arrive)),
            _before(ctx, plan),
            h.div[h.b[_there(ctx, plan)]],
            _goal(ctx, plan),
            _prices(ctx, plan),
        ],
        _choices(ctx, forecast, plan),
    ]


def _before(ctx: Ctx, plan: Plan) -> Node:
    """What acts before the ship's next turn."""
    _ = ctx._
    if not plan.before:
        return parts.note(_("Nothing happens before."))
    told = [
        h.span(".plu-event")[f"{EVENTS[each.name]} {_(signs.EVENT_NAMES[each.name])} {each.space}"]
        for each in plan.before
    ]
    return parts.note(_("Before:"), " ", [[place > 0 and " · ", one] for place, one in enumerate(told)])


def _there(ctx: Ctx, plan: Plan) -> str:
    """Where the ship is at its next turn."""
    _ = ctx._
    if plan.ship is None:
        return _("The asteroid falls into the Sun before: the ship is lost.")
    if plan.body is None:
        return _("The ship waits in empty space: nothing is there at {time}.").format(time=plan.arrive)
    if plan.ship == plan.place:
        return _("At {time} the ship is on {body}.").format(time=plan.arrive, body=signs.body_name(ctx, plan.body))
    return _("At {time} the ship is on {body}, which has carried it on.").format(
        time=plan.arrive, body=signs.body_name(ctx, plan.body)
    )


def _goal(ctx: Ctx, plan: Plan) -> Node:
    """Where the body is by then, for a ship that misses it; the map has a dashed ring there."""
    _, state = ctx._, ctx.table.state
    body, index = plan.place
    if plan.body is not None or plan.ship is None:
        return None
    name = signs.body_name(ctx, body)
    if plan.goal is None or (body == ASTEROID and plan.goal[1] > index):
        return parts.note(_("{body} has passed.").format(body=name))
    short = (index - plan.goal[1]) % len(state.box["bodies"][body]["positions"])
    text = _.ngettext("{body} is one rotation short of it.", "{body} is {count} rotations short of it.", short)
    return parts.note(text.format(body=name, count=short))


def _prices(ctx: Ctx, plan: Plan) -> Node:
    """Both prices that are met there."""
    _, state = ctx._, ctx.table.state
    if plan.body is None or plan.prices is None:
        return None
    planet = state.planets[plan.body]
    demand, supply = plan.prices
    return [
        parts.row(
            parts.grow(signs.resource_chip(ctx, planet.demand), parts.note(_("sold there for"))),
            h.b(".amount.small")["–" if demand is None else ctx.money(demand)],
            parts.grow(signs.resource_chip(ctx, planet.supply), parts.note(_("bought there for"))),
            h.b(".amount.small")["–" if supply is None else ctx.money(supply)],
            cls="plu-both",
        ),
        parts.note(_("If nobody trades there before.")),
    ]


def _choices(ctx: Ctx, forecast: Forecast, plan: Plan) -> Node:
    """The times from which something else is met at this place."""
    _ = ctx._
    found = forecast.choices(plan.place)
    if len(found) <= 1:
        return None
    current = max((each.time for each in found if each.time <= plan.time), default=0)
    buttons = [
        parts.button(
            [h.span[_("{time} → {space}").format(time=each.time, space=each.arrive)], h.small[_met(ctx, each)]],
            "time",
            args={"time": each.time},
            pressed=each.time == current,
            cls="plu-choice",
            key=f"time-{each.time}",
        )
        for each in found[:CHOICES]
    ]
    return h.div(".keys", role="group", aria_label=_("Time to use"))[buttons]


def _met(ctx: Ctx, plan: Plan) -> str:
    """What is met, in as few words as a button has room for."""
    _ = ctx._
    if plan.ship is None:
        return _("lost")
    if plan.body is None:
        return _("empty")
    name = signs.body_name(ctx, plan.body)
    return name if plan.prices is None else f"{name} {plan.prices[0]}/{plan.prices[1]}"


# The end of a turn


def foot(ctx: Ctx, forecast: Forecast | None, plan: Plan | None) -> Node:
    """The one button of the map: off to the place that was chosen."""
    _ = ctx._
    if forecast is None or forecast.seat != signs.acting(ctx):
        return None
    if not can_fly(forecast):
        return parts.primary(_("Retire"), "sheet.open", args={"kind": "retire"}, hotkey="f")
    if plan is None:
        return parts.primary(_("Choose a place"), "travel", disabled=True)
    return travel_button(ctx, forecast.state, plan)


def can_fly(forecast: Forecast) -> bool:
    """Whether any place is in reach."""
    return any(forecast.least(place) is not None for place in forecast.state.sky.places)


def travel_button(ctx: Ctx, state: State, plan: Plan) -> Node:
    """Confirms the voyage, with its price in time."""
    _ = ctx._
    text = _("Fly: {place}").format(place=signs.place_name(ctx, state, plan.place))
    used = _("{time} time, next turn at {space}").format(time=plan.time, space=plan.arrive)
    args = {"place": signs.place_word(plan.place), "time": plan.time}
    return parts.primary([h.span[text], h.small[used]], "travel", args=args, hotkey="f")


@dataclass(frozen=True)
class Retiring:
    """Who was asked whether to retire, and when."""

    stop: turn.Stop = (None, None)


def begin_retiring(ctx: Ctx, _args: Mapping[str, str]) -> Retiring:
    """Retiring is asked of who acts now."""
    return Retiring(turn.stop_of(ctx, signs.acting(ctx)))


def retire_sheet(ctx: Ctx) -> Node:
    """Retiring is asked twice; no longer when that turn is over."""
    _, seat = ctx._, signs.acting(ctx)
    if seat is None or ctx.about(Retiring) != Retiring(turn.stop_of(ctx, seat)):
        ctx.close()
        return None
    used = Forecast(ctx.table.state, seat).leave
    return parts.sheet(
        ctx,
        _("Retire?"),
        parts.note(
            _("{player} has no further turn. Seats, societies and councilors stay; the time used stays {time}.").format(
                player=ctx.acting, time=used
            )
        ),
        parts.button(_("Retire"), "retire", wide=True),
    )


# What is tapped


def place(ctx: Ctx, event: Event) -> None:
    """Look at a place: tapped on the map, or chosen from the list."""
    planned, word = ctx.keep(planned_of(ctx)), event.args.get("place") or event.text("place")
    if word != planned.place:
        planned.time = None
    planned.place = word
    time = event.args.get("time", "")
    if time.isdecimal():
        planned.time = int(time)
    ctx.kept(Chosen).times += 1


def time(ctx: Ctx, event: Event) -> None:
    """Choose how much time to use."""
    word = event.args.get("time") or event.text("time")
    if word.isdecimal():
        ctx.keep(planned_of(ctx)).time = int(word)
    if "time" in event.args:
        ctx.kept(Chosen).times += 1


def ahead(ctx: Ctx, event: Event) -> None:
    """Look at the orbits after some rotations."""
    word = event.text("ahead")
    ctx.kept(Ahead).rotations = int(word) if word.isdecimal() else 0


def travel(ctx: Ctx, event: Event) -> None:
    """Fly."""
    goal = signs.read_place(ctx.table.state, event.args.get("place", ""))
    used = event.args.get("time", "")
    if goal is None:
        return
    ctx.do("travel", player=ctx.acting, to=list(goal), time=int(used) if used.isdecimal() else None)
    forget(ctx)


def retire(ctx: Ctx, _event: Event) -> None:
    """Leave the map for good."""
    ctx.do("retire", player=ctx.acting)
    ctx.close()
    forget(ctx)


def forget(ctx: Ctx) -> None:
    """The turn is over: nothing is chosen any more."""
    ctx.forget(Planned)
    ctx.forget(Ahead)
    ctx.forget(turn.Stepped)
