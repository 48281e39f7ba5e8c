"""A player's turn, in the order of the rule book ("Turno del giocatore & azioni")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import add, event, seat_of
from companion.games.plutocracy import events
from companion.games.plutocracy.box import ASTEROID, EARTH
from companion.games.plutocracy.setup import check_phase
from companion.games.plutocracy.state import (
    TURN,
    Buy,
    BuySeats,
    JoinSociety,
    Planet,
    RescueAlien,
    Sell,
    State,
    body_at,
    body_name,
    cash,
    planet_at,
    resource_name,
    with_planet,
    with_player,
)
from companion.ledger import BANK
from companion.words import N_, Counted, Word

SOCIETY_NAMES = {
    "high": N_("High Society"),
    "scientist": N_("Scientist Society"),
    "influencer": N_("Influencer Society"),
    "merchant": N_("Merchant Society"),
}

# (1) Vendere risorse su un pianeta


def sell(state: State, move: Sell) -> State:
    """Sell units of the DEMAND resource; then its price falls by 1.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-a-planet``,
    ``bad-amount``, ``not-in-hold``.
    """
    seat = acting(state, move.player)
    name, planet = _on_planet(state, seat, "sell")
    _check_count(move.player, move.units)
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
    state = _paid(state, BANK, cash(seat), move.units * planet.demand_price)
    price = events.step_price(state, planet.demand_price, -1)
    state = with_planet(with_player(state, seat, hold=hold), name, demand_price=price)
    return _noted(event(state, "price", planet=name, resource=planet.demand, price=price), "sell")


# (2) Acquistare risorse su un pianeta


def buy(state: State, move: Buy) -> State:
    """Buy units of the SUPPLY resource, as far as the hold has room; then its price rises by 1.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-a-planet``,
    ``bad-amount``, ``hold-full``, ``not-enough-cash``.
    """
    seat = acting(state, move.player)
    name, planet = _on_planet(state, seat, "buy")
    _check_count(move.player, move.units)
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
    _check_cash(state, seat, cost)
    hold = add(state.players[seat].hold, {planet.supply: move.units})
    state = _paid(state, cash(seat), BANK, cost)
    price = events.step_price(state, planet.supply_price, 1)
    state = with_planet(with_player(state, seat, hold=hold), name, supply_price=price)
    return _noted(event(state, "price", planet=name, resource=planet.supply, price=price), "buy")


# (3) Comprare un seggio nel parlamento planetario


def buy_seats(state: State, move: BuySeats) -> State:
    """Buy the cheapest free seats of the planet's parliament, as often as liked in a turn.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-a-planet``,
    ``bad-amount``, ``no-free-seat``, ``not-enough-cash``.
    """
    seat = acting(state, move.player)
    name, planet = _on_planet(state, seat, "buy_seats")
    _check_count(move.player, move.count)
    free = free_seats(planet)
    if move.count > len(free):
        raise RuleError(
            "no-free-seat",
            N_("{player} wants {asked}; of the parliament of {body} {allowed} are free."),
            player=move.player,
            asked=Counted("{count} seat", "{count} seats", move.count),
            allowed=len(free),
            body=body_name(state, name),
        )
    cost = seats_cost(state, planet, move.count)
    _check_cash(state, seat, cost)
    taken = free[: move.count]
    seats = tuple(seat if index in taken else holder for index, holder in enumerate(planet.seats))
    return _noted(with_planet(_paid(state, cash(seat), BANK, cost), name, seats=seats), "buy_seats")


def free_seats(planet: Planet) -> list[int]:
    """The free seats of a parliament, cheapest first."""
    return [index for index, holder in enumerate(planet.seats) if holder is None]


def seats_cost(state: State, planet: Planet, count: int) -> int:
    """What the next ``count`` seats of a parliament cost together."""
    return sum(state.box["seats"][index] for index in free_seats(planet)[:count])


# (4) Salvare un alieno dall'asteroide


def rescue_alien(state: State, move: RescueAlien) -> State:
    """Take one of the asteroid's aliens, once in a game; there is one for every player.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-the-asteroid``,
    ``already-rescued``.
    """
    seat = acting(state, move.player)
    _check_order(state, move.player, "rescue_alien")
    if body_at(state, seat) != ASTEROID:
        raise RuleError("not-on-the-asteroid", N_("{player} is not on the asteroid."), player=move.player)
    if state.players[seat].alien:
        raise RuleError("already-rescued", N_("{player} has rescued an alien; one is allowed."), player=move.player)
    return _noted(with_player(state, seat, alien=True), "rescue_alien")


# (5) Unirsi alle società della Terra


def join_society(state: State, move: JoinSociety) -> State:
    """Join a society on Earth whose condition is met; nothing is paid.

    Raises RuleError: ``game-over``, ``wrong-phase``, ``not-your-turn``, ``wrong-order``, ``not-on-earth``,
    ``already-member``, ``society-full``, ``condition-not-met``.
    """
    seat = acting(state, move.player)
    _check_order(state, move.player, "join_society")
    if body_at(state, seat) != EARTH:
        raise RuleError("not-on-earth", N_("{player} is not on Earth."), player=move.player)
    members = state.societies[move.society]
    name = Word(SOCIETY_NAMES[move.society])
    if seat in members:
        raise RuleError("already-member", N_("{player} is in the {society} already."), player=move.player, society=name)
    places: list[int] = state.box["societies"]["councilors"]
    if len(members) >= len(places):
        raise RuleError(
            "society-full",
            N_("{player} cannot join the {society}: it has room for {allowed}."),
            player=move.player,
            society=name,
            allowed=len(places),
        )
    has, asked = condition(state, seat, move.society)
    if has < asked and not state.forced:
        raise RuleError(
            "condition-not-met", CONDITIONS[move.society], player=move.player, society=name, asked=asked, allowed=has
        )
    councilors = state.players[seat].councilors + places[len(members)]
    state = replace(state, societies={**state.societies, move.society: (*members, seat)})
    return _noted(with_player(state, seat, councilors=councilors), "join_society")


def may_join(state: State, seat: int, society: str) -> bool:
    """Whether a player on Earth may join a society now."""
    members = state.societies[society]
    has, asked = condition(state, seat, society)
    return seat not in members and len(members) < len(state.box["societies"]["councilors"]) and has >= asked


CONDITIONS = {
    "high": N_("The {society} asks for {asked} money; {player} has {allowed}."),
    "scientist": N_("The {society} asks for {asked} alien; {player} has {allowed}."),
    "influencer": N_("The {society} asks for seats in {asked} parliaments; {player} sits in {allowed}."),
    "merchant": N_("The {society} asks for {asked} different resources; {player} has {allowed}."),
}


def condition(state: State, seat: int, society: str) -> tuple[int, int]:
    """What a player has of what a society asks for, and how much it asks."""
    printed = state.box["societies"]
    match society:
        case "high":
            return state.ledger[cash(seat)], printed["high_money"]
        case "scientist":
            return int(state.players[seat].alien), 1
        case "influencer":
            return sum(seat in planet.seats for planet in state.planets.values()), printed["influencer_parliaments"]
    return sum(count > 0 for count in state.players[seat].hold.values()), printed["merchant_resources"]


# Checks


def acting(state: State, player: str) -> int:
    """The seat of a player whose turn it is. Raises RuleError ``game-over``, ``wrong-phase``, ``not-your-turn``."""
    seat = seat_of(state, player)
    check_phase(state, "play")
    if seat != state.active:
        assert state.active is not None
        raise RuleError(
            "not-your-turn",
            N_("It is not the turn of {player}, but of {active}."),
            player=player,
            active=state.names[state.active],
        )
    return seat


def in_order(state: State, action: str) -> bool:
    """Whether an action may still come in this turn: nothing later was done, and trading happens once."""
    last = max((TURN.index(done) for done in state.done), default=0)
    return TURN.index(action) >= last and not (action in ("sell", "buy") and action in state.done)


def _check_order(state: State, player: str, action: str) -> None:
    if not in_order(state, action):
        raise RuleError(
            "wrong-order",
            N_("{player} cannot do that any more in this turn: sell once, buy once, then seats, alien, societies."),
            player=player,
        )


def _on_planet(state: State, seat: int, action: str) -> tuple[str, Planet]:
    player = state.names[seat]
    _check_order(state, player, action)
    name = planet_at(state, seat)
    if name is None:
        raise RuleError("not-on-a-planet", N_("{player} is not on a planet."), player=player)
    return name, state.planets[name]


def _check_count(player: str, count: int) -> None:
    if count < 1:
        raise RuleError(
            "bad-amount", N_("{player} asks for {asked}; it must be at least 1."), player=player, asked=count
        )


def _check_cash(state: State, seat: int, cost: int) -> None:
    if cost > state.ledger[cash(seat)]:
        raise RuleError(
            "not-enough-cash",
            N_("{player} would have to pay {asked} and has {allowed}."),
            player=state.names[seat],
            asked=cost,
            allowed=state.ledger[cash(seat)],
        )


def _paid(state: State, source: str, target: str, amount: int) -> State:
    return replace(state, ledger=state.ledger.move(source, target, amount))


def _noted(state: State, action: str) -> State:
    return state if action in state.done else replace(state, done=(*state.done, action))
