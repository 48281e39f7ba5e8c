"""Who pays whom in a step of a button and in what falls due: the places of the box, found on the table."""

from companion.games.own.book import MANY, Pay, Place
from companion.games.own.state import About, State, good_slot, own_slot, table_slot
from companion.ledger import BANK

Flow = tuple[str, str, int]  # from, to, amount


def flows(state: State, pay: Pay, about: About, other: int | None, amount: int) -> list[Flow]:
    """What goes from where to where: once, for each of the others, or to each holder for each unit."""
    if pay.source.kind in MANY:
        target = slot_at(pay.target, about, other)
        return [(slot, target, amount * units) for slot, units in _many(state, pay.source, about)]
    source = slot_at(pay.source, about, other)
    if pay.target.kind in MANY:
        return [(source, slot, amount * units) for slot, units in _many(state, pay.target, about)]
    return [(source, slot_at(pay.target, about, other), amount)]


def _many(state: State, place: Place, about: About) -> list[tuple[str, int]]:
    """The cash of each of those who pay or get, and how many times."""
    seats = len(state.names)
    circle = [(about.seat + step) % seats for step in range(seats)]
    if place.kind == "others":
        return [(own_slot(seat), 1) for seat in circle[1:]]
    return [(own_slot(seat), units) for seat in circle if (units := state.goods[seat][about.good])]


def slot_at(place: Place, about: About, other: int | None) -> str:
    """The ledger's name of a place that is one slot; ``other`` is the player that a button asked."""
    match place.kind:
        case "own":
            return own_slot(about.seat, place.slot)
        case "player":
            assert other is not None
            return own_slot(other, place.slot)
        case "good":
            return good_slot(about.goods[about.state.book.slots[place.slot].of], place.slot)
        case "table":
            return table_slot(place.slot)
    return BANK
