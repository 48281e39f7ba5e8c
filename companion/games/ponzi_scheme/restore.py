"""From a whole snapshot back to the table: how a correction gets in."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.games.common import EVERYTHING, clockwise, seat_of
from companion.games.ponzi_scheme.bounds import Bounds
from companion.games.ponzi_scheme.snapshot import snapshot
from companion.games.ponzi_scheme.state import (
    ALL_PLAYERS,
    MARKET,
    OVER,
    OpenOffer,
    State,
    cash,
    fund,
    gone,
    supply,
    tracked,
)
from companion.games.ponzi_scheme.trade import least_offer
from companion.games.restoring import expect, one_place_each, supply_left

Document = dict[str, Any]


def restore(state: State, document: Document) -> State:
    """The state that a whole snapshot describes.

    A card or luxury that is put somewhere leaves the place where it was; a card that is nowhere is in the deck. Raises
    RuleError ``bad-value`` for what no component can show.
    """
    old = snapshot(state, EVERYTHING)
    players = document["players"]
    expect(len(players) == len(state.names), "/players")
    expect(document["phase"] != "final_cash" or not tracked(state), "/phase")
    return replace(
        state,
        **_turn(state, document),
        **_cards(state, old, document),
        **_tiles(state, document),
        **_money(state, old, document),
        luxuries=_luxuries(state, old, document),
        round=document["round"],
        crashed=document["crashed"],
        turns=document["turns"],
        bankrupt=tuple(seat for seat, player in enumerate(players) if player["bankrupt"]),
    )


def _turn(state: State, document: Document) -> dict[str, Any]:
    """Phase, first player, who is to act, and the open offer."""
    phase, first = document["phase"], seat_of(state, document["first_player"])
    offer = _offer(state, document) if phase == "trade" else None
    active = None if document["active"] is None else seat_of(state, document["active"])
    if state.offer is not None and active == state.offer.to:
        active = state.active  # the turn is that of the one who made the offer
    if offer is not None:
        active = offer.giver
    elif phase == "marker":
        active = first
    elif phase in ("invest", "trade") and active is None:
        active = next((seat for seat in clockwise(state, first) if seat not in gone(state)), first)
    elif phase in ("interest", *OVER) or (phase == "crash" and not document["crashed"]):
        active = None
    return {"phase": phase, "first": first, "active": active, "offer": offer}


def _offer(state: State, document: Document) -> OpenOffer | None:
    offer = document["offer"]
    if offer is None:
        return None
    giver, to = seat_of(state, offer["from"]), seat_of(state, offer["to"])
    amount = offer.get("amount")
    expect(giver != to and offer["industry"] in state.made and (amount is not None) == tracked(state), "/offer")
    expect(amount is None or amount >= least_offer(state), "/offer/amount")
    return OpenOffer(giver, to, offer["industry"], amount)


# Things that are in one place each


def _cards(state: State, old: Document, document: Document) -> dict[str, Any]:
    """The market, the wheels, the discards and the deck."""
    cards = {int(value) for value in state.box["funds"]}
    places = _moved(_card_places(old), _card_places(document), cards)
    market = places.pop("/market")
    expect(len(market) <= MARKET, "/market")
    expect(all(fund(state, value)["kind"] == "starting" for value in places["/removed"]), "/removed")
    discards = frozenset(places["/discarded"])
    gone = {value for values in places.values() for value in values}
    resting = document["phase"] not in ("interest", *OVER)
    wheels = []
    for seat, player in enumerate(document["players"]):
        spaces = {card["value"]: card["space"] for card in player["funds"]}
        wheels.append(
            {
                # Only while interest is paid a card lies on the arrow.
                value: (spaces[value] or fund(state, value)["period"]) if resting else spaces[value]
                for value in places[f"/players/{seat}/funds"]
            }
        )
    return {
        "market": tuple(sorted(market)),
        "discards": discards,
        "deck": frozenset(cards - gone - set(market)),
        "wheels": tuple(wheels),
    }


def _card_places(document: Document) -> dict[str, list[int]]:
    rows = dict.fromkeys(value for row in document["market"].values() for value in row)
    wheels = {
        f"/players/{seat}/funds": [card["value"] for card in player["funds"]]
        for seat, player in enumerate(document["players"])
    }
    return {"/market": list(rows), "/discarded": document["discarded"], "/removed": document["removed"], **wheels}


def _luxuries(state: State, old: Document, document: Document) -> tuple[tuple[int, ...], ...]:
    exist = {int(price) for price in state.box["luxuries"]} if state.options["advanced"] else set()
    places = _moved(_luxury_places(old), _luxury_places(document), exist)
    return tuple(tuple(places[f"/players/{seat}/luxuries"]) for seat in range(len(state.names)))


def _luxury_places(document: Document) -> dict[str, list[int]]:
    owned = {f"/players/{seat}/luxuries": player["luxuries"] for seat, player in enumerate(document["players"])}
    return {"/luxuries_left": document["luxuries_left"], **owned}


def _moved(old: dict[str, list[int]], new: dict[str, list[int]], exist: set[int]) -> dict[str, list[int]]:
    """What is where, by pointer. Raises RuleError ``bad-value``."""
    for pointer, things in new.items():
        expect(exist.issuperset(things), pointer)
    return one_place_each(old, new)


def _tiles(state: State, document: Document) -> dict[str, Any]:
    """The tiles that everybody has, and those that exist."""
    players = document["players"]
    for seat, player in enumerate(players):
        expect(player["tiles"].keys() == state.made.keys(), f"/players/{seat}/tiles")
    expect(document["supply"].keys() == state.made.keys(), "/supply")
    made = {}
    for industry, count in state.made.items():
        held = sum(player["tiles"][industry] for player in players)
        said, pointer = document["supply"][industry], f"/supply/{industry}"
        made[industry] = held + supply_left(count, supply(state, industry), said, held, pointer)
    tiles = tuple({industry: player["tiles"][industry] for industry in state.made} for player in players)
    return {"made": made, "tiles": tiles}


# Money, and what is known of it


def _money(state: State, old: Document, document: Document) -> dict[str, Any]:
    told = tuple(player.get("final_cash") if document["phase"] in OVER else None for player in document["players"])
    if tracked(state):
        ledger = state.ledger
        for seat, player in enumerate(document["players"]):
            expect("cash" in player, f"/players/{seat}/cash")
            ledger = ledger.put_right(cash(seat), player["cash"])
        return {"told": told, "ledger": ledger, "bounds": _tracked_bounds(state, old, document)}
    bounds = state.bounds
    for seat, player in _changed(old, document, ("cash_min", "cash_max", "final_cash")):
        expect("cash" not in player and 0 <= player["cash_min"] <= player["cash_max"], f"/players/{seat}/cash_min")
        least, most, said = player["cash_min"], player["cash_max"], told[seat]
        if said is not None and said != state.told[seat]:
            least = most = said
        bounds = bounds.forgotten(seat, least, most)
    ledger = state.ledger if bounds is state.bounds else state.ledger.put_right(ALL_PLAYERS, bounds.together())
    return {"told": told, "ledger": ledger, "bounds": bounds}


def _tracked_bounds(state: State, old: Document, document: Document) -> Bounds:
    """What the public knows after cash was counted again: nothing of it, unless it was said together with the cash.

    Bounds alone cannot be set here: whether they were refused would tell the secret.
    """
    unsaid = {seat: player["cash"] for seat, player in _changed(old, document, ("cash",))}
    bounds = state.bounds
    for seat, player in _changed(old, document, ("cash_min", "cash_max")):
        if seat in unsaid:
            least, most = player["cash_min"], player["cash_max"]
            expect(least <= unsaid.pop(seat) <= most, f"/players/{seat}/cash_min")
            bounds = bounds.forgotten(seat, least, most)
    for seat, held in unsaid.items():
        bounds = _forget(bounds, seat, held)
    return bounds


def _forget(bounds: Bounds, seat: int, held: int) -> Bounds:
    """Nothing is known of a seat any more, except in which order of size its money is, or that it can be as it was.

    Whether it fits what several seats hold together is not asked: the answer would tell what the others hold.
    """
    least, most = bounds.of(seat)
    if least <= held <= most:
        return bounds.forgotten(seat, least, most)
    size = bounds.unknown
    while size < abs(held):
        size *= 10
    return bounds.forgotten(seat, 0 if held >= 0 else -size, size)


def _changed(old: Document, document: Document, keys: Iterable[str]) -> Iterable[tuple[int, Document]]:
    """The players, with their seats, of whom one of these values was put right."""
    for seat, (before, after) in enumerate(zip(old["players"], document["players"], strict=True)):
        if any(before.get(key) != after.get(key) for key in keys):
            yield seat, after
