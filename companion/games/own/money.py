"""Money from one slot to another, and what is said where it is not there."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import Line, seat_of
from companion.games.own.actions import Pay
from companion.games.own.checks import going_on, owner_of, slot_of
from companion.games.own.state import TELLING_BOUNDS, State, available, bank_money
from companion.ledger import BANK
from companion.shapes import LARGEST
from companion.words import N_, Word

# What a refusal says that would name an amount which is worked out of what somebody hides.
_UNTOLD = {
    "not-enough-money": N_("{slot} does not have enough for that."),
    "bank-broke": N_("The bank does not have enough for that."),
    "too-much-money": N_("That would be more money than anybody may have."),
    "bad-amount": N_("“{formula}” comes to less than {allowed}."),
    "supply-short": N_("The supply does not have so many {good}."),
    "not-held": N_("{player} does not have so many {good}."),
    "no-price": N_("{good} cannot have that price."),
}
_AMOUNTS = frozenset({"asked", "amount"})  # the fields of a refusal that name one


def pay(state: State, move: Pay) -> State:
    """Money between any two slots; whose turn it is does not count.

    Raises RuleError: ``unknown-player``, ``game-over``, ``unknown-slot``, ``same-slot``, ``own-seat-only`` (what
    somebody hides is moved by nobody else: the answer would tell how much there is), ``not-enough-money``,
    ``bank-broke``.
    """
    seat = seat_of(state, move.player)
    going_on(state)
    source, target = slot_of(state, move.source), slot_of(state, move.target)
    if source == target:
        raise RuleError("same-slot", N_("The money of {player} would stay where it is."), player=move.player)
    owner = owner_of(source)
    if owner not in (None, seat) and is_secret(state, source):
        assert owner is not None
        raise RuleError(
            "own-seat-only", N_("Only {other} can do this, on a device that sits there."), other=state.names[owner]
        )
    return transfer(state, source, target, move.amount)


def transfer(state: State, source: str, target: str, amount: int) -> State:
    """The state after a payment. Raises RuleError ``not-enough-money`` or ``bank-broke``."""
    lacks = lacking(state, source, amount)
    if lacks is not None:
        raise lacks
    return moved(state, source, target, amount)


def moved(state: State, source: str, target: str, amount: int) -> State:
    """The state after a payment that was found possible, or is made all the same.

    Raises RuleError ``too-much-money``; how much hidden money there is has no part in that.
    """
    if not amount:
        return state
    hidden = [slot for slot in (source, target) if is_secret(state, slot)] if state.rules > TELLING_BOUNDS else []
    if target not in (BANK, *hidden) and state.ledger[target] + amount > LARGEST:
        raise RuleError(
            "too-much-money",
            N_("{slot} would hold more than {most}."),
            slot=slot_words(state, target),
            most=LARGEST,
        )
    return replace(state, ledger=state.ledger.move(source, target, amount, None, hidden))


def lacking(state: State, source: str, amount: int) -> RuleError | None:
    """Why an amount cannot be taken from a slot: who lacks how much, told of no money that somebody hides."""
    if source == BANK:
        holds = bank_money(state)
        if holds is None or state.book.bank_owes or amount <= holds:
            return None
        return RuleError(
            "bank-broke", N_("The bank would have to pay {asked} and has {allowed}."), asked=amount, allowed=holds
        )
    if not amount or amount <= available(state, source):
        return None
    if is_secret(state, source):
        template = N_("{slot} does not have enough for that.")
        if state.sale is not None and source.endswith(":cash"):
            template = N_("{slot} does not have enough for that beside what is bid.")
        return RuleError("not-enough-money", template, slot=slot_words(state, source))
    return RuleError(
        "not-enough-money",
        N_("{slot} would have to pay {asked} and has {allowed}."),
        slot=slot_words(state, source),
        asked=amount,
        allowed=available(state, source),
    )


def untold(refusal: RuleError) -> RuleError:
    """The same refusal without an amount: for one that would tell of what somebody hides."""
    if _AMOUNTS.isdisjoint(refusal.fields):
        return refusal
    return RuleError(refusal.code, _UNTOLD[refusal.code], **refusal.fields)


def is_secret(state: State, slot: str) -> bool:
    """Whether a slot is its owner's secret."""
    return slot.rpartition(":")[2] in state.book.secret


def slot_words(state: State, slot: str) -> Line | str:
    """A slot in words: a player's cash is called as he is, everything else says what it is too."""
    if slot == BANK:
        return Word(N_("the bank"))
    owner, _, rest = slot.partition(":")
    if owner == "table":
        return state.book.called(rest)
    whose, _, name = rest.partition(":")
    holder = state.names[int(whose)] if owner == "player" else state.book.goods[whose].name
    if owner == "player" and name == "cash":
        return holder
    return Line("{holder} · {slot}", {"holder": holder, "slot": state.book.called(name)})
