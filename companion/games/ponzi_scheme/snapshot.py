"""The documented picture of a table of Ponzi Scheme."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from companion.games.common import Sight
from companion.games.ponzi_scheme import market
from companion.games.ponzi_scheme.scores import scores, winners
from companion.games.ponzi_scheme.secrets import knows_amount
from companion.games.ponzi_scheme.state import FARTHEST, State, cash, fund, luxuries_left, supply, tracked
from companion.games.ponzi_scheme.wheels import due, due_if_crash, marker
from companion.shapes import Strict

Count = Annotated[int, Meta(ge=0)]


class Market(Strict):
    """The three rows, by value."""

    row1: list[int]
    row2: list[int]
    row3: list[int]


class Offered(Strict, rename={"giver": "from"}):
    """The open offer."""

    giver: str
    to: str
    industry: str
    amount: Count | UnsetType = UNSET


class OnWheel(Strict):
    """A fund card on a wheel."""

    value: int
    interest: int
    period: int
    space: Annotated[int, Meta(ge=0, le=FARTHEST)]


class Player(Strict):
    """What a player has."""

    name: str
    tiles: dict[str, Count]
    funds: list[OnWheel]
    due: list[int]
    due_if_crash: int
    luxuries: list[int]
    cash_min: int
    cash_max: int
    bankrupt: bool
    cash: int | UnsetType = UNSET
    final_cash: Count | UnsetType | None = UNSET


class SnapshotType(Strict):
    """The types of a whole snapshot; what a correction sets must fit."""

    round: Annotated[int, Meta(ge=1)]
    phase: Literal["invest", "trade", "marker", "crash", "interest", "final_cash", "end"]
    active: str | None
    first_player: str
    market: Market
    awaiting_reveal: int
    deck: int
    discard: int
    unseen: list[int]
    discarded: list[int]
    removed: list[int]
    bears_in_market: int
    crashed: bool
    turns: Count
    marker: int
    supply: dict[str, Count]
    luxuries_left: list[int]
    offer: Offered | None
    players: list[Player]
    scores: dict[str, int]
    winners: list[str]
    finished: bool


def snapshot(state: State, sight: Sight) -> dict[str, Any]:
    """The picture as ``sight`` may see it.

    Beside what the rules page documents: ``unseen`` are the cards that the deck holds, ``discarded`` those on the
    discard pile and ``removed`` the starting cards that left the game. Where cash is hidden, each player's
    ``final_cash`` is what he told at the end.
    """
    names = state.names
    answering = state.active if state.offer is None else state.offer.to
    return {
        "round": state.round,
        "phase": state.phase,
        "active": None if answering is None else names[answering],
        "first_player": names[state.first],
        "market": {f"row{number}": list(market.row(state, number)) for number in range(1, market.ROWS + 1)},
        "awaiting_reveal": market.awaiting_reveal(state),
        "deck": len(state.deck),
        "discard": len(state.discards),
        "unseen": sorted(state.deck),
        "discarded": sorted(state.discards),
        "removed": removed(state),
        "bears_in_market": len(market.bears(state)),
        "crashed": state.crashed,
        "turns": state.turns,
        "marker": marker(state),
        "supply": {industry: supply(state, industry) for industry in state.made},
        "luxuries_left": luxuries_left(state),
        "offer": _offer(state, sight),
        "players": [_player(state, seat, sight) for seat in range(len(names))],
        "scores": {names[seat]: points for seat, points in scores(state).items()},
        "winners": [names[seat] for seat in winners(state)],
        "finished": state.phase == "end",
    }


def removed(state: State) -> list[int]:
    """The starting cards that were discarded and so have left the game."""
    somewhere = {*state.market, *state.deck, *state.discards, *(value for wheel in state.wheels for value in wheel)}
    return sorted({int(value) for value in state.box["funds"]} - somewhere)


def _offer(state: State, sight: Sight) -> dict[str, Any] | None:
    offer = state.offer
    if offer is None:
        return None
    shown: dict[str, Any] = {
        "from": state.names[offer.giver],
        "to": state.names[offer.to],
        "industry": offer.industry,
    }
    if offer.amount is not None and knows_amount(sight, offer.giver, offer.to):
        shown["amount"] = offer.amount
    return shown


def _player(state: State, seat: int, sight: Sight) -> dict[str, Any]:
    least, most = state.bounds.of(seat)
    player: dict[str, Any] = {
        "name": state.names[seat],
        "tiles": state.tiles[seat].copy(),
        "funds": [_card(state, value, space) for value, space in state.wheels[seat].items()],
        "due": due(state, seat),
        "due_if_crash": due_if_crash(state, seat),
        "luxuries": list(state.luxuries[seat]),
        "cash_min": least,
        "cash_max": most,
        "bankrupt": seat in state.bankrupt,
    }
    if not tracked(state):
        player["final_cash"] = state.told[seat]
    elif sight.sees(seat):
        player["cash"] = state.ledger[cash(seat)]
    return player


def _card(state: State, value: int, space: int) -> dict[str, int]:
    card = fund(state, value)
    return {"value": value, "interest": card["interest"], "period": card["period"], "space": space}
