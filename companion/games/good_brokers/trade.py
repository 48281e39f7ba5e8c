"""Phase 1 of a turn: shares are bought, sold and put aside ("Compravendita di azioni")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import add, counts, with_item
from companion.games.good_brokers import turns
from companion.games.good_brokers.actions import Buy, EndTurn, Place, Sell
from companion.games.good_brokers.checks import acting, known_company
from companion.games.good_brokers.state import CLIENT_SPACES, State, cash, company_name, price, supply, value_of
from companion.ledger import BANK
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
        name = company_name(state, company)
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
    known_company(state, move.company)
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


# Checks


def _trader(state: State, player: str) -> int:
    return acting(state, player, "trade")


def _one_to_three(state: State, player: str, shares: dict[str, int]) -> dict[str, int]:
    for company in shares:
        known_company(state, company)
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


def _in_hand(state: State, seat: int, company: str, count: int) -> None:
    held = state.shares[seat][company]
    if count > held:
        raise RuleError(
            "not-in-hand",
            N_("{player} asks for {asked} {company} and has {allowed} in hand."),
            player=state.names[seat],
            company=company_name(state, company),
            asked=count,
            allowed=held,
        )
