"""What the screens tell a player of Good Brokers beyond the snapshot: costs, dangers, what a card would do."""

from typing import Any

from companion.games.common import Sight
from companion.games.good_brokers.manipulation import copies_left, half
from companion.games.good_brokers.secrets import hands_open, secrets
from companion.games.good_brokers.state import State, cash, client_money, price, value_of
from companion.spaces import advance


def price_after(state: State, company: str, value: int) -> int:
    """The price of ``company`` after a card of ``value`` is played now (at half, if it is the second)."""
    steps = value if state.rack_used is None else half(value)
    return state.box["track"][advance(state.steps[company], steps, len(state.box["track"]))]


def may_come(state: State, company: str) -> list[tuple[int, int | None]]:
    """The printed values and how many cards of each may still come this round; None where the box does not say."""
    if sum(card.company == company for card in state.cards) >= state.box["cards"]["per_company"]:
        return [(value, 0) for value in state.box["cards"]["values"]]
    return [(value, copies_left(state, company, value)) for value in state.box["cards"]["values"]]


def hand(state: State, seat: int, sight: Sight) -> dict[str, int] | None:
    """The shares in a seat's hand, as far as they are known: to all where nobody has put any aside face down.

    None where which of them were put aside is hidden; then they are sold and put aside at the own seat alone.
    """
    return state.shares[seat] if hands_open(state, sight, seat) or secrets(state) is None else None


def worth(state: State, seat: int, sight: Sight) -> int | None:
    """Cash and hand of a seat at today's prices; None where the hand is not seen."""
    if not hands_open(state, sight, seat):
        return None
    return state.ledger[cash(seat)] + value_of(state, state.shares[seat])


def client_total(state: State, seat: int, sight: Sight) -> int:
    """A seat's client money, with the shares put aside at today's prices where they are seen."""
    seen = value_of(state, state.clients[seat]) if hands_open(state, sight, seat) else 0
    return state.ledger[client_money(seat)] + seen


def in_danger(state: State, seat: int, sight: Sight) -> bool:
    """Whether the seat would be out if the game ended now, by what ``sight`` knows.

    A seat that is known to have as little as the least of the others' frozen money, and no more shares put aside.
    """
    others = [other for other in range(len(state.names)) if other != seat]
    own = (client_total(state, seat, sight), sum(state.clients[seat].values()))
    return all(own <= (client_total(state, other, sight), sum(state.clients[other].values())) for other in others)


def last_changes(rows: list[dict[str, Any]], state: State) -> dict[str, int]:
    """By how much each price has changed since the last market phase began (``rows``: the records of prices)."""
    turns = [(row["round"], row["turn"]) for row in rows]
    recent = [row for row, turn in zip(rows, turns, strict=True) if turn == turns[-1]]
    earlier = {row["company"]: row["price"] for row, turn in zip(rows, turns, strict=True) if turn != turns[-1]}
    moved = {row["company"] for row in recent}
    start = state.box["start_price"]
    return {company: price(state, company) - earlier.get(company, start) for company in moved}
