"""What must hold of a whole table, which no single value shows."""

from companion import pointers
from companion.games import restoring
from companion.games.plutocracy import setup, track
from companion.games.plutocracy.state import State


def expect(fits: bool, *path: str | int) -> None:
    """Raises RuleError ``bad-value`` unless the value at ``path`` fits."""
    restoring.expect(fits, pointers.join(*path))


# The whole


def check_whole(state: State) -> None:
    """What no single value shows: corporations differ, the deal can be completed, every disc lies somewhere."""
    corporations = [player.corporation for player in state.players]
    expect(len(set(corporations)) == len(corporations), "players")
    for name in state.box["die"]["order"][: state.rolled]:
        planet = state.planets.get(name)  # Earth has none
        expect(planet is None or None not in (planet.demand_price, planet.supply_price), "rolled")
    bidders = [bid.seat for bid in state.slots if bid is not None]
    expect(len(set(bidders)) == len(bidders), "auction")
    if state.phase == "auction":
        expect(bool(state.slots), "phase")
    elif state.phase == "setup":
        for name, planet in state.planets.items():
            open_choices = (setup.may_supply(state, name, resource) for resource in setup.undealt(state))
            expect(planet.supply is not None or any(open_choices), "planets", name, "supply")
    else:
        known = (
            None not in (planet.supply, planet.demand_price, planet.supply_price) for planet in state.planets.values()
        )
        expect(all(known), "phase")
        for seat, player in enumerate(state.players):
            expect(player.removed or track.space_of(state, seat) is not None, "time", state.names[seat])


def check_next(state: State, seat: int) -> None:
    """A bidder still has the disc in hand; who plays has it on the track, and has not retired."""
    if state.phase == "auction":
        expect(all(bid is None or bid.seat != seat for bid in state.slots), "next")
    elif state.phase == "play":
        expect(not state.players[seat].retired and track.space_of(state, seat) is not None, "next")
