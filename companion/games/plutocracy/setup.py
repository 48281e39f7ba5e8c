"""How the table begins, and with a changed box; the random setup, the starting auction, the ships ("Setup")."""

from collections.abc import Iterable
from itertools import permutations
from typing import Any

from msgspec.structs import replace

from companion.boxes import bad_box
from companion.errors import RuleError
from companion.games.common import clockwise, event, not_your_turn, seat_of, with_item
from companion.games.plutocracy import events, track
from companion.games.plutocracy.actions import AuctionBid, First, SetupRoll, SetupShip, SetupSupply
from companion.games.plutocracy.box import EVENTS, check_box
from companion.games.plutocracy.checks import check_phase, check_planet
from companion.games.plutocracy.sky import read_sky
from companion.games.plutocracy.state import (
    END_STAYED,
    SOCIETIES,
    THE_END,
    Bid,
    Marker,
    Planet,
    Player,
    State,
    body_name,
    cash,
    resource_name,
    timetable,
    with_planet,
    with_player,
)
from companion.ledger import BANK, new_ledger
from companion.words import N_

# The dice and the supply of the random setup


def setup_supply(state: State, move: SetupSupply) -> State:
    """Note the resource that was dealt to a planet's SUPPLY column ("Setup casuale", 7).

    Raises RuleError: ``game-over``, ``wrong-phase``, ``no-dice``, ``unknown-planet``, ``unknown-resource``,
    ``already-set``, ``resource-dealt`` (each lies on one planet), ``supplies-its-demand`` (also when this resource
    would leave another planet nothing but its own demand).
    """
    _check_rolling(state)
    check_planet(state, move.planet)
    if move.resource not in state.box["resources"]:
        raise RuleError("unknown-resource", N_("There is no resource “{resource}”."), resource=move.resource[:40])
    if state.planets[move.planet].supply is not None:
        raise RuleError("already-set", N_("The supply of {body} is known already."), body=body_name(state, move.planet))
    if move.resource not in undealt(state):
        raise RuleError(
            "resource-dealt",
            N_("{resource} lies on another planet already."),
            resource=resource_name(state, move.resource),
        )
    if not may_supply(state, move.planet, move.resource):
        raise RuleError(
            "supplies-its-demand",
            N_("With {resource} on {body} a planet would supply what it demands."),
            resource=resource_name(state, move.resource),
            body=body_name(state, move.planet),
        )
    return settle(with_planet(state, move.planet, supply=move.resource))


def undealt(state: State) -> list[str]:
    """The resources that no planet supplies yet."""
    dealt = {planet.supply for planet in state.planets.values()}
    return [resource for resource in state.box["resources"] if resource not in dealt]


def may_supply(state: State, name: str, resource: str) -> bool:
    """Whether the deal can be completed with ``resource`` on a planet so that none supplies what it demands."""
    rest = [other for other in undealt(state) if other != resource]
    open_demands = [planet.demand for key, planet in state.planets.items() if planet.supply is None and key != name]
    return state.planets[name].demand != resource and any(
        all(demand != supply for demand, supply in zip(open_demands, order, strict=False))
        for order in permutations(rest)
    )


def setup_roll(state: State, move: SetupRoll) -> State:
    """Move a body by the die and, for a planet, set its prices ("Setup casuale", 9).

    The prices by the number rolled are the box's ``die``: 1–3, 4–9 and 10–12 each have theirs.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``no-dice``, ``unknown-body``, ``already-set``, ``wrong-order``,
    ``bad-die``.
    """
    _check_rolling(state)
    order = state.box["die"]["order"]
    if move.body not in order:
        raise RuleError("unknown-body", N_("No die is rolled for “{body}”."), body=move.body[:40])
    if move.body not in rolls_left(state):
        raise RuleError("already-set", N_("The die for {body} is rolled already."), body=body_name(state, move.body))
    if move.body != rolls_left(state)[0]:
        raise RuleError(
            "wrong-order",
            N_("The next die is for {next}, not for {body}."),
            next=body_name(state, rolls_left(state)[0]),
            body=body_name(state, move.body),
        )
    rolls = state.box["die"]["prices"]
    sides = rolls[-1]["most"]
    if not 1 <= move.die <= sides:
        raise RuleError("bad-die", N_("A die shows 1 to {allowed}, not {asked}."), asked=move.die, allowed=sides)
    index = state.bodies[move.body]
    assert index is not None
    index = (index + move.die) % len(state.box["bodies"][move.body]["positions"])
    if move.body in state.planets:
        shown = next(roll for roll in rolls if move.die <= roll["most"])
        state = with_planet(state, move.body, demand_price=shown["demand"], supply_price=shown["supply"])
    return settle(replace(state, bodies={**state.bodies, move.body: index}, rolled=state.rolled + 1))


def rolls_left(state: State) -> list[str]:
    """The bodies that wait for their die, in order; none in the basic setup."""
    return state.box["die"]["order"][state.rolled :] if state.options["setup"] == "random" else []


def board_ready(state: State) -> bool:
    """Whether the planets are in place and their markets known."""
    return not rolls_left(state) and not any(planet.supply is None for planet in state.planets.values())


def _check_rolling(state: State) -> None:
    check_phase(state, "setup")
    if state.options["setup"] != "random":
        raise RuleError("no-dice", N_("In the basic setup nothing is dealt or rolled."))
    if board_ready(state):
        raise RuleError("wrong-phase", N_("The planets are in place already; the ships come next."))


# Who begins


def first(state: State, move: First) -> State:
    """The lot decides who begins with bidding, or with choosing a start planet ("Setup casuale", "Asta iniziale").

    Raises RuleError: ``unknown-player``, ``game-over``, ``wrong-phase``, ``planets-first``, ``no-lot`` (in the basic
    setup), ``has-begun`` (somebody was drawn, has bid or has placed a ship).
    """
    seat = seat_of(state, move.player)
    if state.phase != "auction":
        check_phase(state, "setup")
    if state.options["setup"] != "random":
        raise RuleError("no-lot", N_("In the basic setup nobody is drawn by lot."))
    _check_planets(state, move.player)
    if not lot_is_open(state):
        raise RuleError("has-begun", N_("{player} cannot be drawn: it is settled who begins."), player=move.player)
    return replace(state, active=seat)


def lot_is_open(state: State) -> bool:
    """Whether it is still to be drawn who begins: nobody was, and nobody has bid or placed a ship."""
    begun = any(state.slots) or any(isinstance(marker.token, int) for marker in state.track)
    here = state.phase in ("setup", "auction") and state.options["setup"] == "random" and board_ready(state)
    return here and state.active is None and not begun


# The starting auction


def auction_bid(state: State, move: AuctionBid) -> State:
    """Put the own disc and octagons beside a slot ("Asta iniziale").

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``no-such-slot``, ``bad-amount``,
    ``bid-too-low``, ``bid-too-high``.
    """
    seat = seat_of(state, move.player)
    check_phase(state, "auction")
    if seat not in bidders(state):
        not_your_turn(state, move.player, bidders(state))
    if not 1 <= move.slot <= len(state.slots):
        raise RuleError(
            "no-such-slot",
            N_("{player} asks for slot {asked}; there are slots 1 to {allowed}."),
            player=move.player,
            asked=move.slot,
            allowed=len(state.slots),
        )
    _check_bid(state, move)
    slots = with_item(state.slots, move.slot - 1, Bid(seat, move.bid))
    return settle(replace(state, slots=slots, active=seat))


def _check_bid(state: State, move: AuctionBid) -> None:
    taken = state.slots[move.slot - 1]
    if move.bid < 0:
        raise RuleError("bad-amount", N_("{player} cannot bid {asked}."), player=move.player, asked=move.bid)
    if taken is not None and move.bid <= taken.amount:
        raise RuleError(
            "bid-too-low",
            N_("{player} bids {asked} for slot {slot}; more than {allowed} is needed."),
            player=move.player,
            asked=move.bid,
            slot=move.slot,
            allowed=taken.amount,
        )
    most = most_bid(state)
    if move.bid > most:
        raise RuleError(
            "bid-too-high",
            N_("{player} bids {asked}; a bid is at most {allowed}."),
            player=move.player,
            asked=move.bid,
            allowed=most,
        )


def most_bid(state: State) -> int:
    """The highest bid: below THE END, and 0 also where a correction has put that on the first space."""
    return max(0, track.the_end(state) - 1)


def bidders(state: State) -> list[int]:
    """Who may bid now: the next clockwise; at the beginning who was drawn by lot, and anybody without a lot."""
    if state.active is not None:
        return [state.active]
    return list(_discs_in_hand(state.slots, range(len(state.names))))


def _discs_in_hand(slots: tuple[Bid | None, ...], seats: Iterable[int]) -> list[int]:
    placed = {bid.seat for bid in slots if bid is not None}
    return [seat for seat in seats if seat not in placed]


def _end_auction(state: State) -> State:
    """Every personal THE END moves back by the bid; then the ships are placed in the order of the slots."""
    order = []
    for bid in state.slots:
        assert bid is not None
        own_end = state.players[bid.seat].own_end
        assert own_end is not None
        state = with_player(state, bid.seat, own_end=max(0, own_end - bid.amount))
        order.append(bid.seat)
    return event(replace(state, phase="setup", active=None), "auction-ended", seats=order)


# The ships


def setup_ship(state: State, move: SetupShip) -> State:
    """Put a ship on its start planet and its time disc on 0, on top of the others ("Setup", 9 and 12).

    Raises RuleError: ``game-over``, ``wrong-phase``, ``planets-first``, ``already-placed``, ``not-your-turn``,
    ``unknown-planet``.
    """
    seat = seat_of(state, move.player)
    check_phase(state, "setup")
    _check_planets(state, move.player)
    if track.space_of(state, seat) is not None:
        raise RuleError("already-placed", N_("The ship of {player} is in place already."), player=move.player)
    if seat not in placing(state):
        not_your_turn(state, move.player, placing(state))
    check_planet(state, move.planet)
    index = state.bodies[move.planet]
    assert index is not None
    return settle(track.put(with_player(state, seat, ship=(move.planet, index)), seat, 0))


def placing(state: State) -> list[int]:
    """Who may place a ship now.

    Basic setup: anybody who has not. Random: who was drawn by lot (without a lot anybody), then clockwise. After an
    auction: by slots.
    """
    placed = [marker.token for marker in state.track if isinstance(marker.token, int)]
    waiting = [seat for seat, player in enumerate(state.players) if seat not in placed and not player.removed]
    if state.slots:
        return [bid.seat for bid in state.slots if bid is not None and bid.seat in waiting][:1]
    if state.options["setup"] == "random" and placed:
        return [seat for seat in clockwise(state, placed[-1]) if seat in waiting][:1]
    if state.active in waiting:
        return [state.active]
    return waiting


def settle(state: State) -> State:
    """Go on to the auction, to the ships and to the first turn, as soon as that can be."""
    if state.phase == "auction":
        if None not in state.slots:
            state = _end_auction(state)
        elif state.active is not None and any(bid and bid.seat == state.active for bid in state.slots):
            state = replace(state, active=_discs_in_hand(state.slots, clockwise(state, state.active))[0])
    if state.phase == "setup" and board_ready(state):
        if None in state.slots:
            return replace(state, phase="auction", active=None)
        if not placing(state):
            return events.run(replace(state, phase="play"))
    return state


def _check_planets(state: State, player: str) -> None:
    if not board_ready(state):
        raise RuleError("planets-first", N_("{player} waits: first the planets are dealt and rolled."), player=player)


def begin(names: tuple[str, ...], options: dict[str, Any], box: dict[str, Any]) -> State:
    """The table as it is before the ships are placed ("Setup"). Raises RuleError ``bad-box``, ``bad-option``."""
    check_box(box, len(names))
    rolls = options["setup"] == "random"
    if options["start_auction"] and not rolls:
        raise RuleError("bad-option", N_("The starting auction needs the random setup."))
    variant = options["time_pressure"] or options["start_auction"]
    printed = box["timetable"][str(len(names))]
    ledger = new_ledger([cash(seat) for seat in range(len(names))])
    for seat in range(len(names)):
        ledger = ledger.move(BANK, cash(seat), box["start_money"])
    # THE END lies lowest, then ELECT, PRICES and ROTATE, should two of them begin on one space.
    track = [Marker(printed["end"], THE_END), *(Marker(printed[name]["first"], name) for name in reversed(EVENTS))]
    return State(
        names=names,
        ledger=ledger,
        options=options,
        box=box,
        sky=read_sky(box),
        phase="setup",
        active=None,
        done=(),
        track=tuple(track),
        bodies=dict.fromkeys(box["bodies"], 0),
        rotations=0,
        elections=0,
        planets={name: _planet(box, name, rolls=rolls) for name in box["planets"]},
        players=tuple(
            Player(corporation, dict.fromkeys(box["resources"], 0), printed["end"] if variant else None)
            for corporation in _corporations(names, options["corporations"], box["corporations"])
        ),
        societies=dict.fromkeys(SOCIETIES, ()),
        slots=(None,) * len(names) if options["start_auction"] else (),
        rolled=0,
    )


def _planet(box: dict[str, Any], name: str, *, rolls: bool) -> Planet:
    printed, start = box["planets"][name], box["start_prices"]
    seats = (None,) * len(box["seats"])
    if rolls:
        return Planet(printed["demand"], None, None, None, seats)
    return Planet(printed["demand"], printed["supply"], start["demand"], start["supply"], seats)


def _corporations(names: tuple[str, ...], chosen: dict[str, str], printed: dict[str, Any]) -> list[str]:
    """The corporation of each seat: the first ones in seat order, or those ``chosen`` by player (id or name)."""
    if not chosen:
        return list(printed)[: len(names)]
    known = {word.casefold(): key for key, corporation in printed.items() for word in (key, corporation["name"])}
    found = [known.get(chosen.get(name, "").casefold()) for name in names]
    if chosen.keys() != set(names) or None in found or len(set(found)) < len(found):
        raise RuleError(
            "bad-option",
            N_("Every player needs a corporation of their own: {known}."),
            known=", ".join(printed),
        )
    return [corporation for corporation in found if corporation is not None]


def with_box(state: State, box: dict[str, Any]) -> State:
    """The table with a changed box. Raises RuleError ``bad-box``: what is on the table stays as it is, but THE END.

    That one lies where the box says, as a marker of the events; a disc or a bid beyond it stays, so it is refused then.
    """
    check_box(box, len(state.names))
    same = all(
        list(box[part]) == list(state.box[part]) for part in ("bodies", "planets", "resources", "corporations")
    ) and all(
        len(box["bodies"][body]["positions"]) == len(state.box["bodies"][body]["positions"]) for body in box["bodies"]
    )
    prices = {price for planet in state.planets.values() for price in (planet.demand_price, planet.supply_price)}
    changed = replace(state, box=box, sky=read_sky(box))
    by = timetable(changed)["end"] - timetable(state)["end"]
    moves = by != 0 and state.rules > END_STAYED and state.phase != "end"
    if moves:
        changed = _end_moved(changed, by)
    fits = (
        len(box["seats"]) == len(state.box["seats"])
        and prices <= {None, *box["prices"]}
        and all(count <= box["hold"] for player in state.players for count in player.hold.values())
        and (_end_fits(changed) if moves else timetable(changed)["end"] >= max(m.space for m in state.track))
    )
    if not same or not fits:
        raise RuleError("bad-box", N_("The box cannot change what lies on the table already."))
    return changed


def _end_moved(state: State, by: int) -> State:
    """THE END and the own ones so many spaces further on; events leave the track, and come back, with it."""
    was = track.the_end(state)
    end = was + by
    others = (marker for marker in state.track if marker.token != THE_END)
    lying = [marker for marker in others if isinstance(marker.token, int) or marker.space <= end]
    for name in reversed(EVENTS):
        first, step = (timetable(state)[name][key] for key in ("first", "step"))
        again = first + step * max(0, (was - first) // step + 1)
        if again <= end and all(marker.token != name for marker in lying):
            lying.append(Marker(again, name))
    players = [replace(each, own_end=None if each.own_end is None else each.own_end + by) for each in state.players]
    return replace(state, track=(Marker(end, THE_END), *lying), players=tuple(players))


def _end_fits(state: State) -> bool:
    """Whether every disc lies no further on than the own THE END, and every bid is below THE END."""
    discs = {seat: space for seat in range(len(state.names)) if (space := track.space_of(state, seat)) is not None}
    bids = (bid.amount for bid in state.slots if bid is not None)
    return all(space <= track.limit(state, seat) for seat, space in discs.items()) and all(
        amount < track.the_end(state) for amount in bids
    )


def check_planets(state: State) -> None:
    """Raises RuleError ``bad-box`` where ships have no planet to start from, or one cannot supply what it demands."""
    if len(state.planets) < (2 if state.options["setup"] == "random" else 1):
        raise bad_box("planets")
