"""What players hide: the slots that the box calls secret, and bids that lie face down."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from companion.errors import RuleError
from companion.games.common import Hidden, Secrets, Sight, seat_of
from companion.games.own import book
from companion.games.own.actions import EndPhase, EndTurn, Pay, Press
from companion.games.own.box import names_of, needs_secret
from companion.games.own.checks import owner_of, slot_of
from companion.games.own.dues import ahead, each_of, falls_in, knows
from companion.games.own.flows import slot_at
from companion.games.own.pressing import known_button, what_was_asked
from companion.games.own.scores import knows_total
from companion.games.own.state import TELLING_BOUNDS, About, State, own_slot, phase_name, shown
from companion.pointers import join
from companion.shapes import LARGEST

ROOM = LARGEST // 2  # in a slot that holds no more than that, at a table of older rules


def hidden(state: State, sight: Sight) -> frozenset[Hidden]:
    """What ``sight`` may not see: secret slots until the end, sealed bids until all are in.

    Nor who has most of it, but in a phase whose turns go by that; nor, at an endless bank, how much it is together.
    """
    how = state.book.turns[state.stage]
    things = [
        (seat, thing)
        for name in state.book.secret
        for seat in range(len(state.names))
        if not shown(state, own_slot(seat, name), sight)
        for thing in (f"slot {name}", f"most {name}", f"least {name}", "together")
        if thing != how and (thing != "together" or state.fund is None)
    ]
    return frozenset([*things, *((seat, f"bid of auction {number}") for seat, number in _bids(state, sight))])


def unseen(state: State, sight: Sight) -> list[str]:
    """What is worked out of money that ``sight`` does not see: everybody's total, and the amounts that fall due."""
    claims = [claim for _round, claim in ahead(state) for _flow in claim.flows]
    return [
        *(join("players", seat, "total") for seat in range(len(state.names)) if not knows_total(state, seat, sight)),
        *(join("due", place, "amount") for place, claim in enumerate(claims) if not knows(state, claim, sight)),
    ]


def _bids(state: State, sight: Sight) -> list[tuple[int, int]]:
    sale = state.sale
    if sale is None or sale.outcry is not None:
        return []
    return [(seat, sale.number) for seat in sale.bids if not sight.sees(seat)]


def meets(state: State, move: Any, sight: Sight) -> frozenset[int]:
    """The seats whose hidden money a move takes or is worked out of, where ``sight`` does not see it.

    So it is at a table of older rules where it pays them so much that there might not be room for it.
    """
    slots: Iterable[str] = ()
    match move:
        case Pay(target=target, amount=amount) if _may_lack_room(state, amount):
            slots = [slot_of(state, target)]
        case Press():
            slots = _pressed(state, move)
        case EndTurn():
            slots = _due(state, {"turn"}, seat_of(state, move.player))
        case EndPhase():
            slots = _ended(state)
    return frozenset(owner for slot in slots if (owner := owner_of(slot)) is not None and not shown(state, slot, sight))


def _pressed(state: State, move: Press) -> Iterator[str]:
    button = known_button(state, move.button)
    about, other = what_was_asked(state, move, button, seat_of(state, move.player))
    for act in button.acts:
        if isinstance(act, book.Pay):
            yield from _slots(act.source, about, other)
            if _may_lack_room(state, _amount(act, about)):
                yield from _slots(act.target, about, other)
        yield from (own_slot(about.seat, name) for name in names_of(act) & state.book.secret)


def _may_lack_room(state: State, amount: int) -> bool:
    return state.rules <= TELLING_BOUNDS and amount > ROOM


def _due(state: State, moments: Collection[str | None], seat: int | None = None) -> Iterator[str]:
    """The slots of which what falls due is worked out, or that may not have it."""
    for due in state.book.dues:
        if due.at in moments and falls_in(due, state.round):
            for about in each_of(state, due, seat):
                yield from (own_slot(about.seat, name) for name in due.pay.amount.names & state.book.secret)
                if due.short != "below zero":
                    yield from _slots(due.pay.source, about, None)


def _ended(state: State) -> Iterator[str]:
    """The slots that decide at the end of a phase, and who is first in the next one."""
    last = state.stage + 1 == len(state.book.phases)
    yield from _due(state, {phase_name(state), "round" if last else None} - {None})
    for how in (state.book.turns[0 if last else state.stage + 1], *([state.book.first] if last else [])):
        name = how.partition(" ")[2]
        if name in state.book.secret:
            yield from (own_slot(seat, name) for seat in range(len(state.names)))


def _slots(place: book.Place, about: About, other: int | None) -> list[str]:
    if place.kind in book.MANY:  # whoever holds something by then
        return [own_slot(seat) for seat in range(len(about.state.names))]
    return [slot_at(place, about, other)]


def _amount(pay: book.Pay, about: About) -> int:
    try:
        return pay.amount.whole(about)
    except RuleError:  # the button says so
        return 0


def is_own(state: State, move: Any) -> bool:
    """Whether only the own seat tries a move: it takes what somebody hides, or is worked out of it."""
    match move:
        case Pay():
            return move.source.rpartition(":")[2] in state.book.secret
        case Press():
            button = state.book.buttons.get(move.button)
            return button is not None and needs_secret(state.book, button.acts)
    return True


def secrets(state: State) -> Secrets | None:
    """What only the own seat tries: what a refusal would tell of money that lies hidden, and bids."""
    secret = state.book.secret
    own, fixed, bound = set(), set(), set[str]()
    if secret and not state.finished:
        own = {"pay", "press"}
        if "cash" in secret:
            own |= {"buy", "bid", "pass_bid"}
            fixed = {"/auction"}
            bound = {f"/players/{seat}/slots/cash" for seat in _bidders(state)}
    if state.sale is not None and state.sale.outcry is None:
        own |= {"bid", "pass_bid"}
        fixed = {"/auction"}
    if not own:
        return None
    return Secrets(own=frozenset(own), singly=True, fixed=frozenset(fixed), bound=frozenset(bound))


def _bidders(state: State) -> Iterable[int]:
    """Who leads the auction or, where bids lie face down, everybody who has bid or passed: nobody knows which."""
    sale = state.sale
    if sale is None:
        return ()
    if sale.outcry is None:
        return sale.bids
    return () if sale.outcry.leader is None else (sale.outcry.leader,)
