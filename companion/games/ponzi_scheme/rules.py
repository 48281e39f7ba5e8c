"""The rules of Ponzi Scheme, in the order of the rule book. Section names are those of the Italian text."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import Moves, add, with_item
from companion.games.ponzi_scheme import flow, market, trade
from companion.games.ponzi_scheme.actions import (
    Accept,
    Bankrupt,
    BuyLuxury,
    Counter,
    DiscardFund,
    DiscardTile,
    FinalCash,
    Invest,
    Offer,
    Pass,
    PayInterest,
    Reveal,
)
from companion.games.ponzi_scheme.checks import acting, in_phase, industry_name, known_industry
from companion.games.ponzi_scheme.interest import bankrupted, owed, owing, paid
from companion.games.ponzi_scheme.state import State, fund, receive, supply, tracked
from companion.words import N_

# Investimento


def invest(state: State, move: Invest) -> State:
    """Take one industry tile and a card of the row that goes with it, and receive the card's value.

    Raises RuleError: those of `acting`, ``unknown-industry``, ``too-many-tiles``, ``pile-empty``, ``wrong-row``.
    """
    seat = acting(state, move.player, "invest")
    known_industry(state, move.industry)
    owned, allowed = state.tiles[seat][move.industry], state.options["most_by_investing"]
    if owned >= allowed and not state.forced:
        raise RuleError(
            "too-many-tiles",
            N_("{player} owns {owned} of {industry}; from the market one takes {allowed} at most."),
            player=move.player,
            owned=owned,
            industry=industry_name(state, move.industry),
            allowed=allowed,
        )
    if not supply(state, move.industry):
        raise RuleError(
            "pile-empty",
            N_("{player} cannot take {industry}: no tile of it is left."),
            player=move.player,
            industry=industry_name(state, move.industry),
        )
    number = row_for(owned)
    if move.fund not in (state.market if state.forced else market.row(state, number)):
        raise RuleError(
            "wrong-row",
            N_("{player} asks for the card {asked}; row {row} has {allowed}."),
            player=move.player,
            asked=move.fund,
            row=number,
            allowed=", ".join(map(str, market.row(state, number))) or "–",
        )
    wheel = {**state.wheels[seat], move.fund: fund(state, move.fund)["period"]}
    state = replace(
        state,
        ledger=receive(state, seat, move.fund),
        market=market.without(state, move.fund),
        wheels=with_item(state.wheels, seat, wheel),
        tiles=with_item(state.tiles, seat, add(state.tiles[seat], {move.industry: 1})),
        bounds=state.bounds.received(seat, move.fund),
    )
    return flow.proceed(state, seat)


def row_for(owned: int) -> int:
    """The row from which the card comes when one owns so many tiles of the kind already."""
    return min(owned + 1, market.ROWS)


def pass_(state: State, move: Pass) -> State:
    """Do nothing: no investment, or no trade. Raises RuleError: those of `acting`."""
    return flow.proceed(state, acting(state, move.player, "invest", "trade"))


def reveal(state: State, move: Reveal) -> State:
    """The cards that refill the market. Raises RuleError: those of `market.refill`."""
    return flow.settle(market.refill(state, move))


# Passaggio del Segnalino, Crollo del Mercato


def discard_fund(state: State, move: DiscardFund) -> State:
    """The new first player discards a card; a starting card leaves the game.

    Raises RuleError: those of `acting`, ``not-in-market``.
    """
    acting(state, move.player, "marker")
    if move.fund not in state.market:
        raise RuleError(
            "not-in-market",
            N_("{player} asks for the card {asked}; the market has {allowed}."),
            player=move.player,
            asked=move.fund,
            allowed=", ".join(map(str, state.market)),
        )
    starting = fund(state, move.fund)["kind"] == "starting"
    discards = state.discards if starting else state.discards | {move.fund}
    return flow.market_discarded(replace(state, market=market.without(state, move.fund), discards=discards))


def discard_tile(state: State, move: DiscardTile) -> State:
    """After a crash a tile of the kind that the player owns most of goes back to its pile.

    Raises RuleError: those of `acting`, ``unknown-industry``, ``not-the-most``.
    """
    seat = acting(state, move.player, "crash")
    known_industry(state, move.industry)
    largest = state.forced or move.industry in most_owned(state, seat)
    if not largest or not state.tiles[seat][move.industry]:
        raise RuleError(
            "not-the-most",
            N_("{player} has to discard a tile of the largest kind ({allowed}), not {asked}."),
            player=move.player,
            allowed=", ".join(industry_name(state, kind) for kind in most_owned(state, seat)),
            asked=industry_name(state, move.industry),
        )
    tiles = with_item(state.tiles, seat, add(state.tiles[seat], {move.industry: 1}, -1))
    return flow.proceed(replace(state, tiles=tiles), seat)


def most_owned(state: State, seat: int) -> list[str]:
    """The industries of which a seat owns most; several in a tie."""
    tiles = state.tiles[seat]
    return [industry for industry, count in tiles.items() if count == max(tiles.values())]


# Pagare gli Interessi, Fine Partita: what the players say where cash is hidden


def pay_interest(state: State, move: PayInterest) -> State:
    """A player has paid what is due.

    Raises RuleError: those of `in_phase`, ``cash-is-tracked``, ``owes-nothing``, ``cannot-pay``.
    """
    seat, due = _debtor(state, move.player)
    most = state.bounds.of(seat)[1]
    if due > most:
        raise RuleError(
            "cannot-pay",
            N_("{player} owes {asked} and cannot have more than {allowed}."),
            player=move.player,
            asked=due,
            allowed=most,
        )
    return flow.settle(paid(state, seat))


def bankrupt(state: State, move: Bankrupt) -> State:
    """A player cannot pay all that is due.

    Raises RuleError: those of `in_phase`, ``cash-is-tracked``, ``owes-nothing``, ``can-pay``.
    """
    seat, due = _debtor(state, move.player)
    least = state.bounds.of(seat)[0]
    if due <= least:
        raise RuleError(
            "can-pay",
            N_("{player} owes {asked} and has at least {allowed}."),
            player=move.player,
            asked=due,
            allowed=least,
        )
    return flow.settle(bankrupted(state, seat))


def final_cash(state: State, move: FinalCash) -> State:
    """A survivor says what he holds at the end.

    Raises RuleError: those of `in_phase`, ``cash-is-tracked``, ``player-bankrupt``, ``already-told``,
    ``bad-amount``.
    """
    _hidden(state, move.player)
    seat = in_phase(state, move.player, "final_cash")
    if seat in state.bankrupt:
        raise RuleError("player-bankrupt", N_("{player} is bankrupt and has no score."), player=move.player)
    if state.told[seat] is not None:
        raise RuleError("already-told", N_("{player} has told the cash already."), player=move.player)
    least, most = state.bounds.of(seat)
    if not least <= move.amount <= most:
        raise RuleError(
            "bad-amount",
            N_("{player} tells {asked}; by all that the table saw it is {least} to {most}."),
            player=move.player,
            asked=move.amount,
            least=least,
            most=most,
        )
    bounds = state.bounds.at_least(seat, move.amount).at_most(seat, move.amount)
    return flow.settle(replace(state, told=with_item(state.told, seat, move.amount), bounds=bounds))


def _debtor(state: State, player: str) -> tuple[int, int]:
    """The seat of a player who owes interest and has not answered yet, and how much."""
    _hidden(state, player)
    seat = in_phase(state, player, "interest")
    if seat not in owing(state):
        raise RuleError("owes-nothing", N_("{player} owes no interest now."), player=player)
    return seat, owed(state, seat)


def _hidden(state: State, player: str) -> None:
    if tracked(state):
        raise RuleError(
            "cash-is-tracked", N_("The table keeps the cash itself: {player} has nothing to tell."), player=player
        )


MOVES: Moves = {
    "invest": (Invest, invest),
    "pass": (Pass, pass_),
    "reveal": (Reveal, reveal),
    "offer": (Offer, trade.offer),
    "accept": (Accept, trade.accept),
    "counter": (Counter, trade.counter),
    "buy_luxury": (BuyLuxury, trade.buy_luxury),
    "discard_fund": (DiscardFund, discard_fund),
    "discard_tile": (DiscardTile, discard_tile),
    "pay_interest": (PayInterest, pay_interest),
    "bankrupt": (Bankrupt, bankrupt),
    "final_cash": (FinalCash, final_cash),
}
