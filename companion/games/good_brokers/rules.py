"""The rules of Good Brokers, in the order of the rule book. Section names are those of the Italian text."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import Sight, add, counts, seat_of, with_item
from companion.games.good_brokers import turns
from companion.games.good_brokers.state import (
    CLIENT_SPACES,
    Buy,
    Card,
    EndTurn,
    Place,
    PlayCard,
    Sell,
    State,
    cash,
    hands_open,
    price,
    supply,
    value_of,
)
from companion.ledger import BANK
from companion.tracks import advance
from companion.words import N_

MOST_SHARES = 3


# Fase 1: compravendita di azioni


def buy(state: State, move: Buy) -> State:
    """Buy 1 to 3 shares from the supply ("Comprare azioni").

    Raises RuleError: ``wrong-phase``, ``not-your-turn``, ``unknown-company``, ``one-to-three-shares``,
    ``already-traded``, ``price-is-zero``, ``supply-short``, ``not-enough-cash``.
    """
    seat = _trader(state, move.player)
    shares = _one_to_three(state, move.player, move.shares)
    for company, count in shares.items():
        name = state.box["companies"][company]["name"]
        if price(state, company) == 0 and not state.forced:
            raise RuleError(
                "price-is-zero",
                N_("{player} cannot buy {company}: nobody buys at a price of 0."),
                player=move.player,
                company=name,
            )
        left = supply(state, company)
        if count > left:
            raise RuleError(
                "supply-short",
                N_("{player} asks for {asked} {company}, the supply has {allowed}."),
                player=move.player,
                company=name,
                asked=count,
                allowed=left,
            )
    cost = value_of(state, shares)
    if cost > state.ledger[cash(seat)]:
        raise RuleError(
            "not-enough-cash",
            N_("{player} would have to pay {asked} and has {allowed}."),
            player=move.player,
            asked=cost,
            allowed=state.ledger[cash(seat)],
        )
    return replace(
        state,
        ledger=state.ledger.move(cash(seat), BANK, cost),
        shares=with_item(state.shares, seat, add(state.shares[seat], shares)),
        traded=True,
    )


def sell(state: State, move: Sell) -> State:
    """Sell 1 to 3 shares of the hand to the supply ("Vendere azioni"); at a price of 0 they bring nothing.

    Raises RuleError: ``wrong-phase``, ``not-your-turn``, ``unknown-company``, ``one-to-three-shares``,
    ``already-traded``, ``not-in-hand``.
    """
    seat = _trader(state, move.player)
    shares = _one_to_three(state, move.player, move.shares)
    for company, count in shares.items():
        _in_hand(state, seat, company, count)
    return replace(
        state,
        ledger=state.ledger.move(BANK, cash(seat), value_of(state, shares)),
        shares=with_item(state.shares, seat, add(state.shares[seat], shares, -1)),
        traded=True,
    )


def place(state: State, move: Place) -> State:
    """Put one share of the hand on the own client board ("Piazzare azioni sul tabellone personale").

    Raises RuleError: ``wrong-phase``, ``not-your-turn``, ``unknown-company``, ``already-placed``,
    ``client-board-full``, ``not-in-hand``.
    """
    seat = _trader(state, move.player)
    _company(state, move.company)
    if state.placed:
        raise RuleError(
            "already-placed",
            N_("{player} has put a share aside in this turn; one is allowed."),
            player=move.player,
        )
    if sum(state.clients[seat].values()) >= CLIENT_SPACES:
        raise RuleError(
            "client-board-full",
            N_("The client board of {player} is full: {allowed} shares a round."),
            player=move.player,
            allowed=CLIENT_SPACES,
        )
    _in_hand(state, seat, move.company, 1)
    one = {move.company: 1}
    return replace(
        state,
        shares=with_item(state.shares, seat, add(state.shares[seat], one, -1)),
        clients=with_item(state.clients, seat, add(state.clients[seat], one)),
        placed=True,
    )


def end_turn(state: State, move: EndTurn) -> State:
    """Leave the trade phase to the next player. Raises RuleError: ``wrong-phase``, ``not-your-turn``."""
    seat = _trader(state, move.player)
    return turns.next_trader(state, seat)


# Fase 2: manipolazione del mercato


def play_card(state: State, move: PlayCard) -> State:
    """Play a card at its full value, then one of the other rack at half ("Giocare la 1° / 2° carta").

    Raises RuleError: ``wrong-phase``, ``not-your-turn``, ``unknown-company``, ``no-such-card``, ``same-rack``,
    ``rack-empty``, ``no-card-left``.
    """
    seat = _acting(state, move.player, "manipulate")
    _company(state, move.company)
    _check_card(state, move, turns.rack_of(state, seat, move.rack))
    steps = move.value if state.rack_used is None else half(move.value)
    step = advance(state.steps[move.company], steps, len(state.box["track"]))
    played = replace(
        state,
        steps={**state.steps, move.company: step},
        racks=with_item(
            state.racks, turns.rack_of(state, seat, move.rack), state.racks[turns.rack_of(state, seat, move.rack)] - 1
        ),
        cards=(*state.cards, Card(seat, move.rack, move.company, move.value, state.turn)),
        rack_used=move.rack,
    )
    if state.rack_used is None and turns.finds_card(played, seat):
        return played
    return turns.next_manipulator(played, seat)


def copies_left(state: State, company: str, value: int) -> int | None:
    """How many cards of ``value`` of a company may still come in this round; None where the box does not know."""
    copies = state.box["cards"].get("copies", {}).get(f"{value:+d}")
    if copies is None:
        return None
    return copies - sum(card.company == company and card.value == value for card in state.cards)


def _check_card(state: State, move: PlayCard, rack: int) -> None:
    cards = state.box["cards"]
    if move.value not in cards["values"]:
        raise RuleError(
            "no-such-card",
            N_("{player} asks for a card with {asked}; there are {allowed}."),
            player=move.player,
            asked=move.value,
            allowed=", ".join(f"{value:+d}" for value in cards["values"]),
        )
    if move.rack == state.rack_used and not state.forced:
        raise RuleError(
            "same-rack",
            N_("{player} has taken the first card from that rack; the second comes from the other one."),
            player=move.player,
        )
    if state.racks[rack] == 0:
        raise RuleError("rack-empty", N_("{player} finds no card in that rack."), player=move.player)
    name = state.box["companies"][move.company]["name"]
    played = sum(card.company == move.company for card in state.cards)
    if played >= cards["per_company"]:
        raise RuleError(
            "no-card-left",
            N_("{player} cannot play {company}: all {allowed} cards have been played in this round."),
            player=move.player,
            allowed=cards["per_company"],
            company=name,
        )
    if copies_left(state, move.company, move.value) == 0:
        raise RuleError(
            "no-card-left",
            N_("{player} cannot play {company} {value}: all such cards have been played in this round."),
            player=move.player,
            company=name,
            value=f"{move.value:+d}",
        )


def half(value: int) -> int:
    """Half of a printed value; all of them are even."""
    return value // 2 if value > 0 else -(-value // 2)


# Checks


def _trader(state: State, player: str) -> int:
    return _acting(state, player, "trade")


def _acting(state: State, player: str, phase: str) -> int:
    seat = seat_of(state, player)
    if state.phase == "end":
        raise RuleError("game-over", N_("The game is over; {player} can do nothing more."), player=player)
    if state.phase != phase:
        raise RuleError(
            "wrong-phase",
            N_("{player} cannot do that in this phase of the turn."),
            player=player,
        )
    if seat != state.active:
        assert state.active is not None
        raise RuleError(
            "not-your-turn",
            N_("It is not the turn of {player}, but of {active}."),
            player=player,
            active=state.names[state.active],
        )
    return seat


def _one_to_three(state: State, player: str, shares: dict[str, int]) -> dict[str, int]:
    for company in shares:
        _company(state, company)
    wanted = counts(shares, player)
    total = sum(wanted.values())
    if not 1 <= total <= MOST_SHARES:
        raise RuleError(
            "one-to-three-shares",
            N_("{player} asks for {asked} shares; 1 to {allowed} are allowed in a turn."),
            player=player,
            asked=total,
            allowed=MOST_SHARES,
        )
    if state.traded:
        raise RuleError("already-traded", N_("{player} has bought or sold in this turn already."), player=player)
    return wanted


def _company(state: State, company: str) -> None:
    if company not in state.steps:
        raise RuleError("unknown-company", N_("There is no company “{company}”."), company=company[:40])


def _in_hand(state: State, seat: int, company: str, count: int) -> None:
    held = state.shares[seat][company]
    if count > held:
        raise RuleError(
            "not-in-hand",
            N_("{player} asks for {asked} {company} and has {allowed} in hand."),
            player=state.names[seat],
            company=state.box["companies"][company]["name"],
            asked=count,
            allowed=held,
        )


# What may be done now


def actor(state: State, move: Any) -> int:
    """The seat that does ``move``."""
    return seat_of(state, move.player)


def active(state: State) -> tuple[int, ...]:
    """The seats that are to act."""
    return () if state.active is None else (state.active,)


def legal(state: State, sight: Sight) -> Iterator[dict[str, Any]]:
    """The moves of the active player, as far as ``sight`` may know his hand."""
    if state.active is None:
        return
    if state.phase == "trade":
        yield from _legal_trade(state, state.active, hands_open(state, sight, state.active))
    else:
        yield from _legal_cards(state, state.active)


def _legal_trade(state: State, seat: int, hand: bool) -> Iterator[dict[str, Any]]:
    player = state.names[seat]
    if not state.traded:
        money = state.ledger[cash(seat)]
        on_sale = {company: supply(state, company) for company in state.steps if price(state, company)}
        for shares in _choices(on_sale):
            if value_of(state, shares) <= money:
                yield {"action": "buy", "player": player, "shares": shares}
        if hand:
            for shares in _choices(state.shares[seat]):
                yield {"action": "sell", "player": player, "shares": shares}
    if hand and not state.placed and sum(state.clients[seat].values()) < CLIENT_SPACES:
        for company, held in state.shares[seat].items():
            if held:
                yield {"action": "place", "player": player, "company": company}
    yield {"action": "end_turn", "player": player}


def _choices(available: dict[str, int]) -> Iterator[dict[str, int]]:
    """Every way to take 1 to 3 of what is available."""
    for total in range(1, MOST_SHARES + 1):
        for chosen in combinations_with_replacement(available, total):
            shares = {company: chosen.count(company) for company in chosen}
            if all(count <= available[company] for company, count in shares.items()):
                yield shares


def _legal_cards(state: State, seat: int) -> Iterator[dict[str, Any]]:
    cards = state.box["cards"]
    for side in ("left", "right"):
        if side == state.rack_used or not state.racks[turns.rack_of(state, seat, side)]:
            continue
        for company in state.steps:
            if sum(card.company == company for card in state.cards) >= cards["per_company"]:
                continue
            for value in cards["values"]:
                if copies_left(state, company, value) != 0:
                    yield {
                        "action": "play_card",
                        "player": state.names[seat],
                        "rack": side,
                        "company": company,
                        "value": value,
                    }


RULES = {Buy: buy, Sell: sell, Place: place, EndTurn: end_turn, PlayCard: play_card}
ACTIONS = {"buy": Buy, "sell": Sell, "place": Place, "end_turn": EndTurn, "play_card": PlayCard}
