"""Investing: a tile and a fund card of the market, or nothing ("Investimento")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import add, with_item
from companion.games.ponzi_scheme import market, turns
from companion.games.ponzi_scheme.actions import Invest, Pass
from companion.games.ponzi_scheme.checks import acting, industry_name, known_industry
from companion.games.ponzi_scheme.state import State, fund, receive, supply
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
    return turns.proceed(state, seat)


def row_for(owned: int) -> int:
    """The row from which the card comes when one owns so many tiles of the kind already."""
    return min(owned + 1, market.ROWS)


def pass_(state: State, move: Pass) -> State:
    """Do nothing: no investment, or no trade. Raises RuleError: those of `acting`."""
    return turns.proceed(state, acting(state, move.player, "invest", "trade"))
