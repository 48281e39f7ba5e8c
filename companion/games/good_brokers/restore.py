"""How a corrected picture gets back into the table: the inverse of the snapshot."""

from typing import Any

import msgspec

from companion.games.common import seat_of
from companion.games.good_brokers.state import CLIENT_SPACES, Card, State, cash, client_money, supplies
from companion.games.restoring import expect, supply_left


def restore(state: State, document: dict[str, Any]) -> State:
    """The state that a whole snapshot describes: how a correction gets back into the table.

    Raises RuleError ``bad-value`` for what no component can show.
    """
    companies, track, seats = state.steps, state.box["track"], len(state.names)
    players = document["players"]
    expect(len(players) == seats, "/players")
    for key, mapping in [("prices", document["prices"]), ("supply", document["supply"])]:
        expect(mapping.keys() == companies.keys(), f"/{key}")
    ledger = state.ledger
    for seat, player in enumerate(players):
        ledger = ledger.put_right(cash(seat), player["cash"])
        ledger = ledger.put_right(client_money(seat), player["client_money"])
        for key in ("shares", "clients"):
            held = player[key]
            expect(held.keys() == companies.keys() and min(held.values()) >= 0, f"/players/{seat}/{key}")
        expect(sum(player["clients"].values()) <= CLIENT_SPACES, f"/players/{seat}/clients")
    for company, value in document["prices"].items():
        expect(value in track, f"/prices/{company}")
    for card in document["cards_played"]:
        expect(card["company"] in companies and card["value"] in state.box["cards"]["values"], "/cards_played")
    racks = document["racks"]
    expect(racks.keys() == {str(rack) for rack in range(seats)}, "/racks")
    expect(all(0 <= left <= state.box["cards"]["per_rack"] for left in racks.values()), "/racks")
    active = None if document["active"] is None else seat_of(state, document["active"])
    first = seat_of(state, document["first_player"])
    if document["phase"] == "end":
        active = None
    elif active is None:
        active = first
    return msgspec.structs.replace(
        state,
        ledger=ledger,
        round=document["round"],
        turn=document["turn"],
        phase=document["phase"],
        active=active,
        first=first,
        traded=document["traded"],
        placed=document["placed"],
        rack_used=document["rack_used"],
        steps={company: track.index(document["prices"][company]) for company in companies},
        tiles=_tiles(state, document),
        shares=tuple(player["shares"] for player in players),
        clients=tuple(player["clients"] for player in players),
        racks=tuple(racks[str(rack)] for rack in range(seats)),
        cards=tuple(
            Card(seat_of(state, card["player"]), card["rack"], card["company"], card["value"], card["turn"])
            for card in document["cards_played"]
        ),
    )


def _tiles(state: State, document: dict[str, Any]) -> dict[str, int]:
    """The tiles that exist."""
    tiles, left = {}, supplies(state)
    for company in state.steps:
        held = sum(player[key][company] for player in document["players"] for key in ("shares", "clients"))
        said, pointer = document["supply"][company], f"/supply/{company}"
        tiles[company] = held + supply_left(state.tiles[company], left[company], said, held, pointer)
    return tiles
