"""The table as it is set up ("Preparazione"), and with a box that was changed."""

from typing import Any

import msgspec

from companion.errors import RuleError
from companion.games.good_brokers.box import card_values, check_box
from companion.games.good_brokers.state import COUNTED_ONCE, State, cash, client_money, price, supplies
from companion.ledger import new_ledger
from companion.words import N_


def begin(names: tuple[str, ...], options: dict[str, Any], box: dict[str, Any]) -> State:
    """The table as it is set up for the first round ("Preparazione")."""
    check_box(box)
    companies = list(box["companies"])
    none = dict.fromkeys(companies, 0)
    seats = range(len(names))
    ledger = new_ledger([slot for seat in seats for slot in (cash(seat), client_money(seat))])
    for seat in seats:
        ledger = ledger.move("bank", cash(seat), box["start_money"])
    return State(
        names=names,
        ledger=ledger,
        options=options,
        box=box,
        round=1,
        turn=1,
        phase="trade",
        active=0,
        first=0,
        traded=False,
        placed=False,
        rack_used=None,
        steps=dict.fromkeys(companies, box["track"].index(box["start_price"])),
        tiles=dict.fromkeys(companies, box["shares"]),
        shares=(none,) * len(names),
        clients=(none,) * len(names),
        racks=(box["cards"]["per_rack"],) * len(names),
        cards=(),
    )


def with_box(state: State, box: dict[str, Any]) -> State:
    """The table with a changed box: the cubes stay at their prices, and so does what players hold.

    Raises RuleError ``bad-box``.
    """
    check_box(box)
    prices = {company: price(state, company) for company in state.steps}
    if list(box["companies"]) != list(state.steps) or not set(prices.values()) <= set(box["track"]):
        raise RuleError("bad-box", N_("The companies stay, and so does every price at which a cube stands."))
    steps = {company: box["track"].index(value) for company, value in prices.items()}
    changed = msgspec.structs.replace(state, box=box, steps=steps)
    if state.rules <= COUNTED_ONCE:
        return changed
    more = box["shares"] - state.box["shares"]
    changed = msgspec.structs.replace(changed, tiles={company: count + more for company, count in state.tiles.items()})
    if min(supplies(changed).values()) < 0:
        raise RuleError("bad-box", N_("The players hold more shares than the box would have."))
    return changed


def check_cards(state: State) -> None:
    """Raises RuleError ``bad-box`` where the racks take more cards than there are: a turn would find none to play."""
    cards, companies = state.box["cards"], len(state.box["companies"])
    copies = [cards.get("copies", {}).get(value) for value in {*card_values(state.box)}]
    of_each = cards["per_company"] if None in copies else min(cards["per_company"], sum(copies))
    racks = len(state.names)
    if racks * cards["per_rack"] > companies * of_each:
        raise RuleError(
            "bad-box",
            N_("The {count} racks take {asked} cards, and there are only {allowed}."),
            count=racks,
            asked=racks * cards["per_rack"],
            allowed=companies * of_each,
        )
