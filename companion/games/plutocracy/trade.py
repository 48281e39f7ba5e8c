"""Actions 1 and 2 of a turn: resources are sold and bought on a planet ("Vendere", "Acquistare risorse")."""

from companion.errors import RuleError
from companion.games.common import add, event
from companion.games.plutocracy import events
from companion.games.plutocracy.actions import Buy, Sell
from companion.games.plutocracy.checks import acting, check_cash, check_count, on_planet
from companion.games.plutocracy.state import State, cash, noted, paid, resource_name, with_planet, with_player
from companion.ledger import BANK
from companion.words import N_


def sell(state: State, move: Sell) -> State:
    """Sell units of the DEMAND resource; then its price falls by 1.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-a-planet``,
    ``bad-amount``, ``not-in-hold``.
    """
    seat = acting(state, move.player)
    name, planet = on_planet(state, seat, "sell")
    check_count(move.player, move.units)
    held = state.players[seat].hold[planet.demand]
    if move.units > held:
        raise RuleError(
            "not-in-hold",
            N_("{player} wants to sell {asked} {resource} and has {allowed} in the hold."),
            player=move.player,
            asked=move.units,
            allowed=held,
            resource=resource_name(state, planet.demand),
        )
    assert planet.demand_price is not None
    hold = add(state.players[seat].hold, {planet.demand: move.units}, -1)
    state = paid(state, BANK, cash(seat), move.units * planet.demand_price)
    price = events.step_price(state, planet.demand_price, -1)
    state = with_planet(with_player(state, seat, hold=hold), name, demand_price=price)
    return noted(event(state, "price", planet=name, resource=planet.demand, price=price), "sell")


def buy(state: State, move: Buy) -> State:
    """Buy units of the SUPPLY resource, as far as the hold has room; then its price rises by 1.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-a-planet``,
    ``bad-amount``, ``hold-full``, ``not-enough-cash``.
    """
    seat = acting(state, move.player)
    name, planet = on_planet(state, seat, "buy")
    check_count(move.player, move.units)
    assert planet.supply is not None
    assert planet.supply_price is not None
    room = state.box["hold"] - state.players[seat].hold[planet.supply]
    if move.units > room:
        raise RuleError(
            "hold-full",
            N_("{player} wants to buy {asked} {resource}; the hold has room for {allowed}."),
            player=move.player,
            asked=move.units,
            allowed=room,
            resource=resource_name(state, planet.supply),
        )
    cost = move.units * planet.supply_price
    check_cash(state, seat, cost)
    hold = add(state.players[seat].hold, {planet.supply: move.units})
    state = paid(state, cash(seat), BANK, cost)
    price = events.step_price(state, planet.supply_price, 1)
    state = with_planet(with_player(state, seat, hold=hold), name, supply_price=price)
    return noted(event(state, "price", planet=name, resource=planet.supply, price=price), "buy")
