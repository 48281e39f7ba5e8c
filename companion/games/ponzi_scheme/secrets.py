"""Who may see what: cash, and the amount of an offer."""

from companion.games.common import Hidden, Secrets, Sight
from companion.games.ponzi_scheme.state import State, tracked


def knows_amount(sight: Sight, giver: int, to: int) -> bool:
    """Whether the amount of an offer between two seats may be shown."""
    return sight.sees(giver) or sight.sees(to)


def hidden(state: State, sight: Sight) -> frozenset[Hidden]:
    """The cash that ``sight`` never sees, what is offered being a part of it, and the points for it, told at the end.

    Nothing where none is typed.
    """
    if not tracked(state):
        return frozenset()
    things = ("cash",) if state.phase == "end" else ("cash", "points")
    return frozenset((seat, thing) for seat in range(len(state.names)) for thing in things if not sight.sees(seat))


# Where the table knows the cash: who cannot pay is told so, and a changed investment may bankrupt somebody.
SECRETS = Secrets(
    own=frozenset({"offer", "counter", "buy_luxury"}),
    amendable=frozenset({"reveal", "discard_fund", "discard_tile"}),
    singly=True,
    fixed=frozenset({"/offer"}),  # it stands only where the cash is there, and both see how much it is
)


def secrets(state: State) -> Secrets | None:
    """What must not be tried in the dark, where cash is kept here."""
    return SECRETS if tracked(state) else None
