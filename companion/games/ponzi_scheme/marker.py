"""A card is discarded, the market refilled; it may crash ("Passaggio del Segnalino", "Crollo del Mercato")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import add, with_item
from companion.games.ponzi_scheme import market, turns
from companion.games.ponzi_scheme.actions import DiscardFund, DiscardTile, Reveal
from companion.games.ponzi_scheme.checks import acting, industry_name, known_industry
from companion.games.ponzi_scheme.crash import most_owned
from companion.games.ponzi_scheme.state import State, fund
from companion.words import N_


def reveal(state: State, move: Reveal) -> State:
    """The cards that refill the market. Raises RuleError: those of `market.refill`."""
    return turns.settle(market.refill(state, move))


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
    return turns.market_discarded(replace(state, market=market.without(state, move.fund), discards=discards))


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
    return turns.proceed(replace(state, tiles=tiles), seat)
