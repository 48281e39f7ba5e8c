"""The documented picture of a table of a game of one's own."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from companion.games.common import Sight
from companion.games.own import prices
from companion.games.own.checks import slot_said
from companion.games.own.dues import ahead, knows
from companion.games.own.scores import known_total, scores, winners
from companion.games.own.state import (
    Sale,
    State,
    bank_money,
    good_slot,
    own_slot,
    phase_typed,
    shown,
    table_slot,
)
from companion.shapes import Signed, Strict

Count = Annotated[int, Meta(ge=0)]


class _Player(Strict):
    name: str
    slots: dict[str, Signed | None]
    goods: dict[str, Count]
    value: int
    total: int | None


class _Good(Strict):
    name: str
    group: str
    price: Count | None
    place: list[Signed] | Signed | None
    left: Count | None
    slots: dict[str, Signed]


class _Due(Strict, rename={"source": "from", "target": "to"}):
    name: str
    round: int
    at: str
    source: str
    target: str
    amount: int | None


class Auctioned(Strict):
    """The auction that is on."""

    what: str
    kind: Literal["open", "sealed"]
    least: Annotated[int, Meta(ge=1)]
    to: str
    opener: str
    price: int | None
    leader: str | None
    turn: str | None
    bidders: list[str]
    bids: dict[str, int | None]
    done: list[str]


class SnapshotType(Strict):
    """The types of a whole snapshot; what a correction sets must fit."""

    game: str
    title: str
    money: str
    round: Annotated[int, Meta(ge=1)]
    phase: str | None
    turn: str | None
    order: list[str]
    players: list[_Player]
    goods: dict[str, _Good]
    slots: dict[str, Signed]
    bank: int | None
    due: list[_Due]
    auction: Auctioned | None
    finished: bool
    scores: dict[str, int | None]
    winners: list[str]


def snapshot(state: State, sight: Sight) -> dict[str, Any]:
    """The picture as ``sight`` may see it.

    Beside what the rules page documents: the ``winners``, and of an auction who pays whom, who is still ``bidders``
    and the sealed ``bids`` that may be seen.
    """
    names, book = state.names, state.book
    return {
        "game": "own",
        "title": str(book.name),
        "money": book.money,
        "round": state.round,
        "phase": phase_typed(state),
        "turn": None if state.turn is None else names[state.turn],
        "order": [names[seat] for seat in state.order],
        "players": [_player(state, seat, sight) for seat in range(len(names))],
        "goods": {good: _good(state, good) for good in book.goods},
        "slots": {slot.name: state.ledger[table_slot(slot.name)] for slot in book.slots_of("table")},
        "bank": bank_money(state),
        "due": _due(state, sight),
        "auction": None if state.sale is None else _auction(state, state.sale, sight),
        "finished": state.finished,
        "scores": {names[seat]: points for seat, points in scores(state).items()},
        "winners": [names[seat] for seat in winners(state)],
    }


def _player(state: State, seat: int, sight: Sight) -> dict[str, Any]:
    slots = {slot.name: own_slot(seat, slot.name) for slot in state.book.slots_of("player")}
    return {
        "name": state.names[seat],
        "slots": {name: state.ledger[slot] if shown(state, slot, sight) else None for name, slot in slots.items()},
        "goods": state.goods[seat].copy(),
        "value": prices.value(state, seat),
        "total": known_total(state, seat, sight),
    }


def _good(state: State, good: str) -> dict[str, Any]:
    described = state.book.goods[good]
    return {
        "name": str(described.name),
        "group": described.group,
        "price": prices.price(state, good),
        "place": place(state, good),
        "left": state.left[good],
        "slots": {slot.name: state.ledger[good_slot(good, slot.name)] for slot in state.book.slots_of(described.group)},
    }


def place(state: State, good: str) -> list[int] | int | None:
    """Where a price stands: [row, column] of a grid, the step of a row, None where it stands on no track."""
    marker = state.markers.get(good)
    if marker is None:
        return None
    return marker[1] if state.book.goods[good].track in state.book.rows else list(marker)


def _due(state: State, sight: Sight) -> list[dict[str, Any]]:
    return [
        {
            "name": str(claim.due.name),
            "round": round_,
            "at": str(claim.due.at),
            "from": slot_said(state, source),
            "to": slot_said(state, target),
            "amount": amount if claim.amount is not None and knows(state, claim, sight) else None,
        }
        for round_, claim in ahead(state)
        for source, target, amount in claim.flows
    ]


def _auction(state: State, sale: Sale, sight: Sight) -> dict[str, Any]:
    names, outcry = state.names, sale.outcry
    shown_: dict[str, Any] = {
        "what": sale.what,
        "kind": "sealed" if outcry is None else "open",
        "least": sale.least,
        "to": slot_said(state, sale.to),
        "opener": names[sale.opener],
        "price": None,
        "leader": None,
        "turn": None,
        "bidders": [],
        "bids": {},
        "done": [],
    }
    if outcry is None:
        bids = {names[seat]: amount for seat, amount in sale.bids.items() if sight.sees(seat)}
        return {**shown_, "bids": bids, "done": [names[seat] for seat in sale.bids]}
    return {
        **shown_,
        "price": outcry.price,
        "leader": None if outcry.leader is None else names[outcry.leader],
        "turn": names[outcry.turn],
        "bidders": [names[seat] for seat in outcry.bidders],
        "done": [name for seat, name in enumerate(names) if seat not in outcry.bidders],
    }
