"""Phase 2 of a turn: cards move the prices ("Manipolazione del mercato")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import with_item
from companion.games.good_brokers import turns
from companion.games.good_brokers.actions import PlayCard
from companion.games.good_brokers.checks import acting, known_company
from companion.games.good_brokers.state import PLAYED_BEYOND, Card, State, company_name
from companion.spaces import advance
from companion.words import N_

# Fase 2: manipolazione del mercato


def play_card(state: State, move: PlayCard) -> State:
    """Play a card at its full value, then one of the other rack at half ("Giocare la 1° / 2° carta").

    Spaces beyond either end of the track are lost (`spaces.advance`).

    Raises RuleError: ``wrong-phase``, ``not-your-turn``, ``unknown-company``, ``no-such-card``, ``same-rack``,
    ``rack-empty``, ``no-card-left``.
    """
    seat = acting(state, move.player, "manipulate")
    known_company(state, move.company)
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
    left: int = copies - sum(card.company == company and card.value == value for card in state.cards)
    return left if state.rules <= PLAYED_BEYOND else max(0, left)


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
    name = company_name(state, move.company)
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
