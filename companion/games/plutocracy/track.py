"""The time track: who stands where, and who acts next ("Sequenza di gioco")."""

from msgspec.structs import replace

from companion.games.plutocracy.state import THE_END, Marker, State


def put(state: State, token: int | str, space: int) -> State:
    """Move a disc or event marker to a space, on top of what lies there."""
    return replace(state, track=(*_others(state, token), Marker(space, token)))


def take_off(state: State, token: int | str) -> State:
    """Take a disc or event marker off the track."""
    return replace(state, track=_others(state, token))


def _others(state: State, token: int | str) -> tuple[Marker, ...]:
    return tuple(marker for marker in state.track if marker.token != token)


def space_of(state: State, token: int | str) -> int | None:
    """The space where a disc or event marker lies; None when it is off the track."""
    for marker in state.track:
        if marker.token == token:
            return marker.space
    return None


def disc(state: State, seat: int) -> int:
    """The space of a disc that is on the track: the time that its player has used."""
    space = space_of(state, seat)
    assert space is not None
    return space


def the_end(state: State) -> int:
    """The space of THE END."""
    space = space_of(state, THE_END)
    assert space is not None
    return space


def limit(state: State, seat: int) -> int:
    """The last space that a player's disc may reach: the own THE END, or that of all."""
    own, end = state.players[seat].own_end, the_end(state)
    return end if own is None else min(own, end)


def furthest_back(state: State) -> Marker:
    """The marker that acts next: the furthest back, on one space the one on top.

    Discs of retired players are skipped, and those of empty seats as long as somebody else has a turn to come.
    """
    playing = {seat for seat, player in enumerate(state.players) if not player.retired}
    present = playing.difference(state.away)
    acting = present if any(marker.token in present for marker in state.track) else playing
    first = None
    for marker in state.track:
        acts = isinstance(marker.token, str) or marker.token in acting
        if acts and (first is None or marker.space <= first.space):
            first = marker
    assert first is not None  # THE END is always there
    return first
