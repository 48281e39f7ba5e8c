"""After phase 10: the next year begins, or the game ends ("Fin de partie")."""

from msgspec.structs import replace

from companion.games.common import event
from companion.games.greed.announcing import go_on
from companion.games.greed.scores import winners
from companion.games.greed.state import State, assets_left


def next_year(state: State) -> State:
    """After phase 10: another year, or the end of the game ("Fin de partie").

    It ends after the last year, or earlier once every asset has been announced (`state.assets_left`).
    """
    state = event(state, "year-ended", year=state.year)
    if state.year < state.years and assets_left(state):
        return go_on(replace(state, year=state.year + 1, phase="announce"))
    state = replace(state, phase="end")
    return event(state, "game-ended", winners=winners(state))
