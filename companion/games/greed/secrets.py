"""Who may see what: announcements and bids lie face down."""

from companion.games.common import PUBLIC, Hidden, Secrets, Sight
from companion.games.greed.state import State


def bids_secret(state: State) -> bool:
    """Whether this year's bids are still face down."""
    return state.phase == "invest" and state.taking is None


def hidden(state: State, sight: Sight) -> frozenset[Hidden]:
    """The announcements and bids that lie face down for ``sight``."""
    year = f"of year {state.year}"
    things = [(seat, f"announcement {year}") for seat in state.announcements]
    if bids_secret(state):
        things += [(bidder(state, number), f"bid {number} {year}") for number in state.bids]
    return frozenset(thing for thing in things if not sight.sees(thing[0]))


def bidder(state: State, number: int) -> int:
    """The seat that knows a company's bid; no seat where nobody sits on its board."""
    return next(iter(state.companies[number].positions), -1)


def secrets(state: State) -> Secrets | None:
    """While announcements or bids lie face down a changed past may run into them.

    Who has passed takes no asset, so who does is not put right before the bids are shown.
    """
    return Secrets(fixed=frozenset({"/taking"})) if hidden(state, PUBLIC) else None
