"""What the names in a formula mean: for who acts, for a good, for the table."""

from collections.abc import Mapping

from companion.games.own.book import OTHER, Good, Slot
from companion.games.own.formulas import Work
from companion.games.own.prices import known_price, value
from companion.games.own.state import good_slot, held, own_slot, table_slot

Scope = dict[str, Work]
# What a box may call nothing else, for formulas, places and buttons mean something by it.
RESERVED = frozenset(
    {
        *("amount", "bank", "button", "ceil", "count", "floor", "good", "held", "holders", "left", "max", "me", "min"),
        *("other", "others", "player", "players", "price", "round", "start", "supply", "table", "track", "turn"),
        *("value", "n", "at", "by", "action"),  # what every entry has
    }
)


def of_player(slots: Mapping[str, Slot], groups: Mapping[str, tuple[str, ...]], goods: Mapping[str, Good]) -> Scope:
    """The names for a player: the own slots, the table's, the units of each good and group, what they are worth."""
    found = {**of_table(slots), "value": lambda about: value(about.state, about.seat)}
    found |= {name: _own(name) for name, slot in slots.items() if slot.of == "player"}
    found |= {group: _units(ids) for group, ids in groups.items()}
    return found | {good: _units((good,)) for good in goods}


def of_table(slots: Mapping[str, Slot]) -> Scope:
    """The names that mean the same for everybody: the table's slots, the round, how many play."""
    found: Scope = {"round": lambda about: about.state.round, "players": lambda about: len(about.state.names)}
    return found | {name: _common(name) for name, slot in slots.items() if slot.of == "table"}


def of_good(slots: Mapping[str, Slot], groups: tuple[str, ...], goods: Mapping[str, Good]) -> Scope:
    """The names for the good that is asked, or that a due is worked out for: the first of ``groups``, with its slots.

    The slots of the other groups are those of the goods that are asked of them. Of endless goods nothing is ``left``.
    """
    found: Scope = {
        "price": lambda about: known_price(about.state, about.good),
        "held": lambda about: held(about.state, about.good),
    }
    if all(good.count is not None for good in goods.values() if good.group == groups[0].removeprefix(OTHER)):
        found["left"] = lambda about: about.state.left[about.good]
    return found | {name: _of_good(slot.of, name) for name, slot in slots.items() if slot.of in groups}


def asked(ask: tuple[str, ...]) -> Scope:
    """The amount and the count that a button asks."""
    every: Scope = {"amount": lambda about: about.amount, "count": lambda about: about.count}
    return {name: work for name, work in every.items() if name in ask}


def _own(name: str) -> Work:
    return lambda about: about.state.ledger[own_slot(about.seat, name)]


def _common(name: str) -> Work:
    slot = table_slot(name)
    return lambda about: about.state.ledger[slot]


def _of_good(group: str, name: str) -> Work:
    return lambda about: about.state.ledger[good_slot(about.goods[group], name)]


def _units(goods: tuple[str, ...]) -> Work:
    if len(goods) == 1:
        (only,) = goods
        return lambda about: about.state.goods[about.seat][only]
    return lambda about: sum(about.state.goods[about.seat][good] for good in goods)
