"""The crash of the market: when, what becomes of the bears, what everybody loses ("Crollo del Mercato")."""

from msgspec.structs import replace

from companion.games.common import event
from companion.games.ponzi_scheme import market
from companion.games.ponzi_scheme.state import State


def is_due(state: State) -> bool:
    """Whether the market crashes: with as many bears in it as players, once a round."""
    return not state.crashed and len(market.bears(state)) >= len(state.names)


def crashed(state: State) -> State:
    """All bears leave the market and are shuffled into the deck with the discards ("Crollo del Mercato")."""
    gone = market.bears(state)
    state = replace(
        state,
        crashed=True,
        market=tuple(value for value in state.market if value not in gone),
        deck=state.deck | state.discards | set(gone),
        discards=frozenset(),
    )
    return event(state, "crashed", funds=gone)


def most_owned(state: State, seat: int) -> list[str]:
    """The industries of which a seat owns most, and of one of which it loses a tile in a crash; in a tie it chooses."""
    tiles = state.tiles[seat]
    return [industry for industry, count in tiles.items() if count == max(tiles.values())]
