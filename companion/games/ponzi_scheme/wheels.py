"""The time wheels: where each fund card stands, what it will cost, and when."""

from msgspec.structs import replace

from companion.games.ponzi_scheme.state import WHEEL, State, fund

CRASH_TURN = 2


def rotated(state: State) -> State:
    """All wheels turned, by two after a crash ("Rotazione della Ruota"): what passes the arrow is put back on it."""
    spaces = CRASH_TURN if state.crashed else 1
    wheels = tuple(
        {value: max(0, space - spaces) for value, space in wheel.items()} if wheel else wheel for wheel in state.wheels
    )
    return replace(state, wheels=wheels, turns=state.turns + spaces)


def on_arrow(state: State, seat: int) -> dict[int, int]:
    """The interest of each card of a seat that is on the arrow."""
    return {value: fund(state, value)["interest"] for value, space in state.wheels[seat].items() if space == 0}


def put_back(state: State, seat: int) -> dict[int, int]:
    """The wheel of a seat after its cards on the arrow were paid: they go back to their period."""
    return {value: space or fund(state, value)["period"] for value, space in state.wheels[seat].items()}


def schedule(state: State, seat: int, turns: int, first: int = 1) -> list[dict[int, int]]:
    """The interest of each card that is due after each of the coming ``turns``, if the cards stay the same.

    The first turn is by ``first`` spaces (2 if the market crashes), the others by one. A card that is on the arrow now
    is taken as paid: it comes round again after its period.
    """
    due: list[dict[int, int]] = [{} for _ in range(turns)]
    for value, space in state.wheels[seat].items():
        card = fund(state, value)
        turn = max(1, (space or card["period"]) - first + 1)
        while turn <= turns:
            due[turn - 1][value] = card["interest"]
            turn += card["period"]
    return due


def due(state: State, seat: int) -> list[int]:
    """The interest due after the first to the sixth of the coming single turns."""
    return [sum(cards.values()) for cards in schedule(state, seat, WHEEL)]


def due_if_crash(state: State, seat: int) -> int:
    """The interest due after the coming turn, if it is one by two."""
    return sum(schedule(state, seat, 1, CRASH_TURN)[0].values())


def marker(state: State) -> int:
    """The number beside which every time marker must stand; 0 is the arrow."""
    return -state.turns % WHEEL
