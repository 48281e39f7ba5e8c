"""The documented picture of a table of Good Brokers."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from companion.games.common import Sight
from companion.games.good_brokers.actions import RACK
from companion.games.good_brokers.scores import outcome
from companion.games.good_brokers.secrets import hands_open
from companion.games.good_brokers.state import ROUNDS, TURNS, State, cash, client_money, supplies
from companion.shapes import Strict


class _Player(Strict):
    name: str
    cash: int
    shares: dict[str, int]
    clients: dict[str, int]
    client_money: int
    shares_total: int
    clients_total: int


class _CardPlayed(Strict):
    player: str
    rack: RACK
    company: str
    value: int
    turn: Annotated[int, Meta(ge=1, le=TURNS)]


class SnapshotType(Strict):
    """The types of a whole snapshot; what a correction sets must fit."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]
    turn: Annotated[int, Meta(ge=1, le=TURNS)]
    phase: Literal["trade", "manipulate", "end"]
    active: str | None
    first_player: str
    traded: bool
    placed: bool
    rack_used: RACK | None
    prices: dict[str, int]
    supply: dict[str, int]
    players: list[_Player]
    cards_played: list[_CardPlayed]
    racks: dict[str, int]
    eliminated: list[str]
    winners: list[str]
    finished: bool


def snapshot(state: State, sight: Sight) -> dict[str, Any]:
    """The documented picture of the table, as ``sight`` may see it."""
    names = state.names
    eliminated, winners = outcome(state)
    return {
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "active": None if state.active is None else names[state.active],
        "first_player": names[state.first],
        "traded": state.traded,
        "placed": state.placed,
        "rack_used": state.rack_used,
        "prices": {company: state.box["track"][step] for company, step in state.steps.items()},
        "supply": supplies(state),
        "players": [_player(state, seat, sight) for seat in range(len(names))],
        "cards_played": [
            {
                "player": names[card.seat],
                "rack": card.rack,
                "company": card.company,
                "value": card.value,
                "turn": card.turn,
            }
            for card in state.cards
        ],
        "racks": {str(rack): left for rack, left in enumerate(state.racks)},
        "eliminated": [names[seat] for seat in eliminated],
        "winners": [names[seat] for seat in winners],
        "finished": state.phase == "end",
    }


def _player(state: State, seat: int, sight: Sight) -> dict[str, Any]:
    player: dict[str, Any] = {"name": state.names[seat], "cash": state.ledger[cash(seat)]}
    if hands_open(state, sight, seat):
        player["shares"] = state.shares[seat].copy()
        player["clients"] = state.clients[seat].copy()
    player["client_money"] = state.ledger[client_money(seat)]
    player["shares_total"] = sum(state.shares[seat].values())
    player["clients_total"] = sum(state.clients[seat].values())
    return player
