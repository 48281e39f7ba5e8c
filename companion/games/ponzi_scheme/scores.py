"""Points and winners ("Fine Partita & Punteggio Finale")."""

from companion.games.ponzi_scheme.state import State, cash, tracked


def survivors(state: State) -> list[int]:
    """The seats that are not bankrupt."""
    return [seat for seat in range(len(state.names)) if seat not in state.bankrupt]


def scores(state: State) -> dict[int, int]:
    """The points of each survivor once the game has ended.

    A kind of which somebody owns n tiles gives 1 + 2 + … + n points. To these come the points for money or, in the
    advanced game, for luxuries.
    """
    if state.phase != "end":
        return {}
    return {
        seat: sum(count * (count + 1) // 2 for count in state.tiles[seat].values()) + riches(state, seat)
        for seat in survivors(state)
    }


def winners(state: State) -> list[int]:
    """Who has most points; tie: whose highest card on the own wheel is the higher one. Nobody if all are bankrupt."""
    ranked = {seat: (points, max(state.wheels[seat], default=0)) for seat, points in scores(state).items()}
    best = max(ranked.values(), default=None)
    return [seat for seat, rank in ranked.items() if rank == best]


def wealth_points(state: State, amount: int) -> int:
    """What so much money is worth at the end."""
    return max((points for least, points in _wealth(state) if amount >= least), default=0)


def shown_by_points(state: State, amount: int) -> tuple[int | None, int | None]:
    """The least and the most money that give the same points as ``amount``; None where there is no such end."""
    levels = [least for least, _ in _wealth(state)]
    return (
        max((least for least in levels if least <= amount), default=None),
        min((least - 1 for least in levels if least > amount), default=None),
    )


def riches(state: State, seat: int) -> int:
    """The points for luxuries in the advanced game, else for money."""
    if state.options["advanced"]:
        return sum(state.box["luxuries"][str(price)] for price in state.luxuries[seat])
    return wealth_points(state, state.ledger[cash(seat)] if tracked(state) else state.told[seat] or 0)


def _wealth(state: State) -> list[tuple[int, int]]:
    return [(int(least), points) for least, points in state.box["wealth"].items()]
