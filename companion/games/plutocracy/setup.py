"""The setup: the dice of the random one, the starting auction, and the ships ("Setup", "Asta iniziale")."""

from collections.abc import Iterable
from itertools import permutations

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import clockwise, event, seat_of, with_item
from companion.games.plutocracy import events, track
from companion.games.plutocracy.state import (
    AuctionBid,
    Bid,
    First,
    SetupRoll,
    SetupShip,
    SetupSupply,
    State,
    body_name,
    resource_name,
    with_planet,
    with_player,
)
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
        _not_your_turn(state, move.player, bidders(state))
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
    end = track.the_end(state)
    if move.bid >= end:
        raise RuleError(
            "bid-too-high",
            N_("{player} bids {asked}; a bid is at most {allowed}."),
            player=move.player,
            asked=move.bid,
            allowed=end - 1,
        )


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
        _not_your_turn(state, move.player, placing(state))
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


# Checks


def check_phase(state: State, phase: str) -> None:
    """Raises RuleError ``game-over`` or ``wrong-phase``."""
    if state.phase == "end":
        raise RuleError("game-over", N_("The game is over; nothing more can be done."))
    if state.phase != phase:
        raise RuleError("wrong-phase", N_("That cannot be done in this phase of the game."))


def _check_planets(state: State, player: str) -> None:
    if not board_ready(state):
        raise RuleError("planets-first", N_("{player} waits: first the planets are dealt and rolled."), player=player)


def check_planet(state: State, planet: str) -> None:
    """Raises RuleError ``unknown-planet``."""
    if planet not in state.planets:
        raise RuleError(
            "unknown-planet",
            N_("There is no planet “{planet}”; there are {known}."),
            planet=planet[:40],
            known=", ".join(state.planets),
        )


def _not_your_turn(state: State, player: str, seats: list[int]) -> None:
    raise RuleError(
        "not-your-turn",
        N_("It is not the turn of {player}, but of {active}."),
        player=player,
        active=", ".join(state.names[seat] for seat in seats),
    )
