"""The table as its box sets it up, and what becomes of it when the box is changed in the middle of the game."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.common import Game
from companion.games.own.book import Book, Good
from companion.games.own.box import changed_goods, check_start, read_box
from companion.games.own.prices import bounded, find_place, price
from companion.games.own.reading import Reader, within
from companion.games.own.state import TELLING_END, State, held, phase_name, slot_names
from companion.games.own.turns import begin_phase
from companion.ledger import BANK, new_ledger
from companion.words import N_


def for_box(game: Game, box: Mapping[str, Any]) -> Game:
    """The game as a box has it: its title, its number of players. Raises RuleError ``bad-box``."""
    book = read_box(box)
    return replace(game, title=book.name, seats=range(book.players[0], book.players[1] + 1), minutes=book.minutes)


def begin(names: tuple[str, ...], options: dict[str, Any], box: dict[str, Any]) -> State:
    """Everybody has the money that the box says, nobody has goods. Raises RuleError ``bad-box``."""
    book = read_box(box)
    check_start(book, len(names))
    slots = dict(slot_names(book, len(names)))
    ledger = new_ledger(list(slots))
    for slot, start in slots.items():
        ledger = ledger.move(BANK, slot, start)
    goods = book.goods.values()
    state = State(
        names=names,
        ledger=ledger,
        options=options,
        box=box,
        book=book,
        round=1,
        stage=0,
        first=0,
        order=tuple(range(len(names))),
        turn=0,
        finished=False,
        fund=book.bank,
        left={good.id: good.count for good in goods},
        goods=(dict.fromkeys(book.goods, 0),) * len(names),
        markers={good.id: good.start for good in goods if good.start is not None},
        numbers={good.id: good.number for good in goods if good.number is not None},
        sale=None,
        sales=0,
    )
    return begin_phase(state)


# A box that changes in the middle of the game


def with_box(state: State, box: dict[str, Any]) -> State:
    """The table with a changed box: what lies on it stays. Raises RuleError ``bad-box`` where it could not.

    ``too-much-money`` where somebody's goods would be worth too much.
    """
    old, new = state.book, read_box(box)
    reader = Reader()
    _check_kept(reader, state, new)
    reader.done()
    changed, how = changed_goods(old, new), old.turns[state.stage]
    state = replace(
        state,
        box=box,
        book=new,
        stage=new.phases.index(phase_name(state)),
        fund=_fund(state, new),
        ledger=state.ledger.open(
            [slot for slot, _ in slot_names(new, len(state.names)) if slot not in state.ledger.balances]
        ),
        left={**state.left, **{good.id: _left(state, good) for good in changed}},
        goods=tuple({good: goods.get(good, 0) for good in new.goods} for goods in state.goods),
    )
    state = _priced(state, old, changed)
    for good in changed:
        bounded(state, good.id)
    return state if how == new.turns[state.stage] else begin_phase(state)


def _check_kept(reader: Reader, state: State, new: Book) -> None:
    """What money and goods lie on cannot go away, nor the phase that is on, nor the players."""
    old = state.book
    if not new.players[0] <= len(state.names) <= new.players[1]:
        reader.fault("players", N_("{count} play already"), count=len(state.names))
    if phase_name(state) not in new.phases:
        reader.fault("round.phases", N_("the phase that is on must stay"))
    for name, slot in old.slots.items():
        if name not in new.slots or new.slots[name].of != slot.of:
            reader.fault(within("slots", name), N_("what is on the table already must stay"))
    if state.rules > TELLING_END and state.sale is not None and old.slots["cash"].least != new.slots["cash"].least:
        reader.fault("slots.cash.least", N_("First the auction of {what} comes to its end."), what=state.sale.what)
    for good in old.goods.values():
        key = within("goods", good.group)
        found = new.goods.get(good.id)
        if found is None or found.group != good.group:
            reader.fault(key, N_("what is on the table already must stay"))
        elif (left := _left(state, found)) is not None and left < 0:
            reader.fault(
                within(key, "count"), N_("players hold {asked}, so it is at least that"), asked=held(state, good.id)
            )
        elif found.track and price(state, good.id) is not None and _stands(state, found, new) is None:
            reader.fault(within(key, "price"), N_("every price at which a marker stands must stay"))


def _left(state: State, good: Good) -> int | None:
    """What the supply holds of a good that is described anew: the players keep what they have."""
    if good.count is None or good.id not in state.left:
        return good.count
    old, left = state.book.goods[good.id].count, state.left[good.id]
    return good.count - held(state, good.id) if old is None or left is None else left + good.count - old


def _fund(state: State, new: Book) -> int | None:
    """What the bank began with: more or less by what the box says now; what was counted anew since stays so."""
    if new.bank is None or state.book.bank is None or state.fund is None:
        return new.bank
    return state.fund + new.bank - state.book.bank


def _stands(state: State, good: Good, book: Book) -> tuple[int, int] | None:
    """Where the marker of a good stands on its track as it is now: at its place if that has its price, or another."""
    grid, marker, now = book.tracks[good.track], state.markers.get(good.id), price(state, good.id)
    if marker is not None and find_place(grid, list(marker)) and grid[marker[0]][marker[1]] == now:
        return marker
    return good.start if now is None else find_place(grid, now)


def _priced(state: State, old: Book, changed: list[Good]) -> State:
    """Markers and printed prices after goods, or their tracks, were described anew."""
    before = replace(state, book=old)
    markers, numbers = dict(state.markers), dict(state.numbers)
    for good in state.book.goods.values():
        if good not in changed and old.tracks.get(good.track) == state.book.tracks.get(good.track):
            continue
        known = before if good.id in old.goods else state
        place = _stands(known, good, state.book) if good.track else None
        markers.pop(good.id, None)
        numbers.pop(good.id, None)
        if place is not None:
            markers[good.id] = place
        elif good.number is not None:
            kept = good.id in old.goods and old.goods[good.id].number == good.number
            numbers[good.id] = state.numbers[good.id] if kept else good.number
    return replace(state, markers=markers, numbers=numbers)
