"""Who may see what: cash, and the amount of an offer."""

from msgspec.structs import replace

from companion.games.common import Hidden, Secrets, Sight
from companion.games.ponzi_scheme.scores import levels
from companion.games.ponzi_scheme.state import State, tracked


def knows_amount(sight: Sight, giver: int, to: int) -> bool:
    """Whether the amount of an offer between two seats may be shown."""
    return sight.sees(giver) or sight.sees(to)


def hidden(state: State, sight: Sight) -> frozenset[Hidden]:
    """The cash that ``sight`` never sees, what is offered being a part of it, and the points for it, told at the end.

    Those of who is bankrupt are never told, nor what other points than the box has would tell: between which amounts
    the cash lies. Nothing where none is typed.
    """
    if not tracked(state):
        return frozenset()
    unseen = [seat for seat in range(len(state.names)) if not sight.sees(seat)]
    cash = [(seat, "cash") for seat in unseen]
    if state.options["advanced"]:  # cash gives no points
        return frozenset([*cash, *((seat, "points") for seat in unseen if state.phase != "end")])
    points = [(seat, "points") for seat in unseen if state.phase != "end" or seat in state.bankrupt]
    within = "cash within " + ", ".join(map(str, sorted(levels(state))))
    return frozenset([*cash, *points, *((seat, within) for seat in unseen)])


# Where the table knows the cash: who cannot pay is told so, and a changed investment may bankrupt somebody.
SECRETS = Secrets(
    own=frozenset({"offer", "counter", "buy_luxury"}),
    amendable=frozenset({"reveal", "discard_fund", "discard_tile"}),
    singly=True,
    fixed=frozenset({"/offer"}),  # it stands only where the cash is there, and both see how much it is
)


def secrets(state: State) -> Secrets | None:
    """What must not be tried in the dark, where cash is kept here."""
    if not tracked(state):
        return None
    if state.offer is None:
        return SECRETS
    return replace(SECRETS, bound=frozenset({f"/players/{state.offer.giver}/cash"}))
