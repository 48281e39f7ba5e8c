"""What falls due by itself: worked out for each player, each good of a group, or the table."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import Sight, clockwise, event
from companion.games.own.book import Due
from companion.games.own.box import needs_secret
from companion.games.own.flows import Flow, flows
from companion.games.own.money import lacking, moved, untold
from companion.games.own.state import About, State, available, ends_after
from companion.ledger import BANK

ROUNDS_AHEAD = 2


class Claim(Struct, frozen=True):
    """What is due of or for one: a seat, a good, or neither. ``amount`` None: as things stand there is none."""

    due: Due
    seat: int | None
    good: str
    amount: int | None
    flows: tuple[Flow, ...]


def fall_due(state: State, at: str, seat: int | None = None) -> State:
    """All that is due at the end of something; ``seat`` is the one whose turn ends.

    Raises RuleError: ``not-enough-money`` or ``bank-broke`` where money lacks that is not let off, ``not-whole``,
    ``division-by-zero``.
    """
    try:
        for due in state.book.dues:
            if due.at == at and falls_in(due, state.round):
                state = _collected(state, due, seat)
    except RuleError as refusal:
        # One that all see the sum of may come after one that somebody hides, and out of what that has left.
        hides = needs_secret(state.book, [due.pay for due in state.book.dues])
        raise untold(refusal) if hides else refusal from None
    return state


def falls_in(due: Due, round_: int) -> bool:
    """Whether something falls due in a round."""
    return round_ >= due.from_round and round_ % due.every == 0


def _collected(state: State, due: Due, seat: int | None) -> State:
    """What is due of everybody in turn: what one has paid another counts when it is worked out what he pays."""
    rows = []
    for about in each_of(state, due, seat):
        about = replace(about, state=state)
        amount = max(0, due.pay.amount.whole(about))
        whose = about.seat if due.who == "player" else None
        for source, target, part in flows(state, due.pay, about, None, amount):
            state, paid = _taken(state, due, source, target, part)
            if part or due.pay.amount.names & state.book.secret:
                rows.append((whose, about.good, part, paid, source, target))
    return event(state, "due", name=due.name, rows=tuple(rows)) if rows else state


def _taken(state: State, due: Due, source: str, target: str, amount: int) -> tuple[State, int]:
    """The state after one payment, and how much of it was paid."""
    lacks = lacking(state, source, amount)
    if lacks is not None:
        if due.short == "refuse" and not state.forced:
            raise lacks
        if due.short != "below zero":
            has = (state.fund or 0) + state.ledger[BANK] if source == BANK else available(state, source)
            amount = max(0, min(amount, has))
    return moved(state, source, target, amount), amount


def each_of(state: State, due: Due, seat: int | None) -> Iterator[About]:
    """For whom a due is worked out."""
    if due.who == "player":
        for each in clockwise(state, state.first) if seat is None else [seat]:
            yield About(state, each)
    elif due.who == "table":
        yield About(state)
    else:
        for good in state.book.groups[due.who]:
            yield About(state, good=good, goods={due.who: good})


def ahead(state: State) -> list[tuple[int, Claim]]:
    """What falls due in this round from now on, and in the next one, as things stand: (round, claim)."""
    if state.finished:
        return []
    found = []
    for round_ in range(state.round, state.round + ROUNDS_AHEAD):
        moments = [*(phase for phase in _phases_ahead(state, round_)), "round"]
        for at in moments:
            for due in state.book.dues:
                if falls_in(due, round_) and due.at == at:
                    found += [(round_, claim) for claim in claims(state, due)]
        if ends_after(state, round_):
            break
    return found


def _phases_ahead(state: State, round_: int) -> Iterator[str]:
    stages = range(state.stage if round_ == state.round else 0, len(state.book.phases))
    yield "turn"
    for stage in stages:
        yield state.book.phases[stage] or ""


def claims(state: State, due: Due) -> Iterator[Claim]:
    """What would be due now, of everybody who would have to pay or get something."""
    for about in each_of(state, due, None):
        seat = about.seat if due.who == "player" else None
        try:
            amount = max(0, due.pay.amount.whole(about))
        except RuleError:
            yield Claim(due, seat, about.good, None, tuple(flows(state, due.pay, about, None, 0)))
            continue
        moves = tuple(flows(state, due.pay, about, None, amount))
        if amount or due.pay.amount.names & state.book.secret:
            yield Claim(due, seat, about.good, amount, moves)


def knows(state: State, claim: Claim, sight: Sight) -> bool:
    """Whether ``sight`` may know what a claim comes to: it sees all that the formula asks, of the one it is about."""
    secret = claim.due.pay.amount.names & state.book.secret
    return not secret or sight.everything or state.finished or (claim.seat is not None and sight.sees(claim.seat))
