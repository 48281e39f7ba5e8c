"""What rules ask before anything else: who may act now, and whether what is named exists."""

from companion.errors import RuleError
from companion.games.common import game_over, not_your_turn, seat_of
from companion.games.own.state import SUPPLY, State, own_slot
from companion.words import N_


def going_on(state: State) -> None:
    """Raises RuleError ``game-over``."""
    if state.finished:
        game_over()


def acting(state: State, player: str) -> int:
    """The seat of a player whose turn it is, or of any where nobody in particular acts.

    Raises RuleError: ``unknown-player``, ``game-over``, ``not-your-turn``.
    """
    seat = seat_of(state, player)
    going_on(state)
    if state.turn not in (None, seat) and not state.forced:
        assert state.turn is not None
        not_your_turn(state, player, [state.turn])
    return seat


def no_auction(state: State) -> None:
    """Raises RuleError ``auction-open``."""
    if state.sale is not None:
        raise RuleError("auction-open", N_("First the auction of {what} comes to its end."), what=state.sale.what)


def known_good(state: State, good: str) -> str:
    """The id of a good. Raises RuleError ``unknown-good``."""
    if good not in state.book.goods:
        raise RuleError(
            "unknown-good",
            N_("There is no good “{good}”; there are {known}."),
            good=good[:40],
            known=", ".join(state.book.goods) or "–",
        )
    return good


def slot_of(state: State, name: str) -> str:
    """The ledger's name of a slot that is named as ``table.slots()`` does. Raises RuleError ``unknown-slot``."""
    holder, found = holder_said(name), name
    if holder is not None:  # the ledger has a number where a name is said, also one that is a number
        found = own_slot(state.names.index(holder), name.rpartition(":")[2]) if holder in state.names else ""
    if found not in state.ledger.balances:
        raise RuleError("unknown-slot", N_("There is no slot “{slot}”."), slot=name[:100])
    return found


def holder_said(name: str) -> str | None:
    """The player whose slot it is that is named as ``table.slots()`` does; None for the bank's and all others.

    A name may have colons in it, and begin as another one does; that of a slot has none.
    """
    owner, _, rest = name.partition(":")
    return rest.rpartition(":")[0] if owner == "player" else None


def slot_said(state: State, slot: str) -> str:
    """The name of a slot of the ledger, as ``table.slots()`` has it."""
    owner, _, rest = slot.partition(":")
    if owner != "player":
        return slot
    seat, _, name = rest.partition(":")
    return f"player:{state.names[int(seat)]}:{name}"


def holder_of(state: State, name: str) -> int | None:
    """The seat of a player who holds goods; None is the supply. Raises RuleError ``unknown-player``."""
    return None if name == SUPPLY else seat_of(state, name)


def owner_of(slot: str) -> int | None:
    """The seat whose slot it is; None for the bank's, the table's and the goods'."""
    owner, _, rest = slot.partition(":")
    return int(rest.partition(":")[0]) if owner == "player" else None
