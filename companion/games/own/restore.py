"""From a whole snapshot back to the table: how a correction gets in."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.auctions import Outcry
from companion.games.common import EVERYTHING, clockwise, seat_of
from companion.games.own.checks import slot_of
from companion.games.own.money import is_secret
from companion.games.own.prices import bounded, find_place
from companion.games.own.snapshot import snapshot
from companion.games.own.state import (
    ASKED_LEADER,
    PUT_CLOCKWISE,
    Sale,
    State,
    bank_money,
    good_slot,
    held,
    own_slot,
    table_slot,
)
from companion.games.own.turns import begin_phase
from companion.games.restoring import expect, supply_left

Document = dict[str, Any]


def restore(state: State, document: Document) -> State:
    """The state that a whole snapshot describes. Raises RuleError ``bad-value`` for what nothing at the table shows.

    ``too-much-money`` where somebody's goods would be worth too much.
    """
    old = snapshot(state, EVERYTHING)
    expect(len(document["players"]) == len(state.names), "/players")
    _keys(document["goods"], old["goods"], "/goods")
    goods = _goods(state, document)
    state = _money(state, old, document)
    markers, numbers = _prices(state, old, document)
    left = _left(state, document, goods)
    state = replace(state, goods=goods, left=left, markers=markers, numbers=numbers)
    for good in state.book.goods:
        bounded(state, good)
    return replace(state, **_time(state, old, document), **_auction(state, old, document))


def _time(state: State, old: Document, document: Document) -> dict[str, Any]:
    phase, turn = document["phase"], document["turn"]
    expect(phase in state.book.phases, "/phase")
    order = tuple(seat_of(state, name) for name in document["order"])
    expect(sorted(order) == list(range(len(state.names))), "/order")
    time = {
        "round": document["round"],
        "stage": state.book.phases.index(phase),
        "order": order,
        "first": state.first,
        "turn": None if turn is None else seat_of(state, turn),
        "finished": document["finished"],
    }
    if document["order"] != old["order"]:  # it says who began
        return {**time, "first": order[0]}
    if time["stage"] == state.stage:
        return time
    # The order of a phase that begins is worked out, and where it is another one, whose turn it is first.
    if state.rules <= PUT_CLOCKWISE:
        return {**time, "order": tuple(clockwise(state, state.first))}
    begun = begin_phase(replace(state, stage=time["stage"]))
    same = begun.order == state.order or turn != old["turn"]
    return {**time, "order": begun.order, "turn": time["turn"] if same else begun.turn}


def _goods(state: State, document: Document) -> tuple[dict[str, int], ...]:
    for seat, player in enumerate(document["players"]):
        _keys(player["goods"], state.goods[seat], f"/players/{seat}/goods")
    return tuple({good: player["goods"][good] for good in state.book.goods} for player in document["players"])


def _left(state: State, document: Document, goods: tuple[dict[str, int], ...]) -> dict[str, int | None]:
    """What the supply has of each good; None where it is endless."""
    left = state.left.copy()
    for good, was in left.items():
        said, pointer = document["goods"][good]["left"], f"/goods/{good}/left"
        expect((said is None) == (was is None), pointer)
        if was is not None:
            with_players = sum(player[good] for player in goods)
            left[good] = supply_left(was + held(state, good), was, said, with_players, pointer)
    return left


def _prices(state: State, old: Document, document: Document) -> tuple[dict[str, tuple[int, int]], dict[str, int]]:
    """Markers and printed prices: a place says more than a price, and goes before it."""
    markers, numbers = dict(state.markers), dict(state.numbers)
    for good, described in state.book.goods.items():
        was, said = old["goods"][good], document["goods"][good]
        place, price, pointer = said["place"], said["price"], f"/goods/{good}"
        if described.track:
            if place == was["place"] and price == was["price"]:
                continue
            wanted = price if place == was["place"] else [0, place] if isinstance(place, int) else place
            markers.pop(good, None)
            if wanted is not None:
                found = find_place(state.book.tracks[described.track], wanted)
                expect(found is not None, pointer)
                markers[good] = found or (0, 0)
        elif good in numbers:
            expect(price is not None, f"{pointer}/price")
            numbers[good] = price
    return markers, numbers


def _money(state: State, old: Document, document: Document) -> State:
    """Every slot holds what is said; the bank gives or takes the rest, unless it was counted too.

    What somebody hides and counts again changes nothing in the bank, where all could read it off.
    """
    wanted: dict[str, Any] = {}
    for seat, player in enumerate(document["players"]):
        _keys(player["slots"], old["players"][seat]["slots"], f"/players/{seat}/slots")
        wanted |= {own_slot(seat, slot): amount for slot, amount in player["slots"].items()}
    for good, shown in document["goods"].items():
        _keys(shown["slots"], old["goods"][good]["slots"], f"/goods/{good}/slots")
        wanted |= {good_slot(good, slot): amount for slot, amount in shown["slots"].items()}
    _keys(document["slots"], old["slots"], "/slots")
    wanted |= {table_slot(slot): amount for slot, amount in document["slots"].items()}
    ledger, unseen = state.ledger, 0
    for slot, amount in wanted.items():
        expect(amount is not None, f"/{slot}")
        unseen += amount - ledger[slot] if is_secret(state, slot) else 0
        ledger = ledger.put_right(slot, amount)
    state, said = (
        replace(state, ledger=ledger, fund=None if state.fund is None else state.fund + unseen),
        document["bank"],
    )
    expect((said is None) == (state.fund is None), "/bank")
    if state.fund is None or said == old["bank"]:
        return state
    return replace(state, fund=state.fund + said - (bank_money(state) or 0))


def _auction(state: State, old: Document, document: Document) -> dict[str, Any]:
    """The auction as it is said to stand."""
    said = document["auction"]
    if said == old["auction"]:
        return {}
    if said is None:
        return {"sale": None}
    number = state.sales + 1 if state.sale is None else state.sale.number
    sale = Sale(number, said["what"], said["least"], slot_of(state, said["to"]), seat_of(state, said["opener"]))
    if said["kind"] == "sealed":
        expect(all(amount is None or amount >= said["least"] for amount in said["bids"].values()), "/auction/bids")
        bids = {seat_of(state, name): amount for name, amount in said["bids"].items()}
        return {"sale": replace(sale, bids=bids), "sales": max(number, state.sales)}
    bidders = tuple(seat_of(state, name) for name in said["bidders"])
    turn = None if said["turn"] is None else seat_of(state, said["turn"])
    leader = None if said["leader"] is None else seat_of(state, said["leader"])
    price = said["price"] if said["price"] is not None else said["least"]
    expect(len(set(bidders)) == len(bidders) and turn in bidders, "/auction/bidders")
    expect((leader is None or leader in bidders) and price >= said["least"], "/auction/leader")
    assert turn is not None
    outcry = Outcry(bidders, turn, price, leader)
    before = old["auction"]
    led = before is None or any(said[key] != before[key] for key in ("leader", "bidders"))
    if state.rules > ASKED_LEADER and leader is not None and (led or turn == leader):
        outcry = outcry.beyond_leader()
    return {"sale": replace(sale, outcry=outcry), "sales": max(number, state.sales)}


def _keys(said: Mapping[str, Any], known: Mapping[str, Any], pointer: str) -> None:
    expect(said.keys() == known.keys(), pointer)
