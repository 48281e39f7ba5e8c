"""Clandestine trade, and the luxuries of the advanced game ("Mercato Clandestino", "Regole Avanzate")."""

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import add, seat_of, with_item
from companion.games.ponzi_scheme.actions import Accept, BuyLuxury, Counter, Offer
from companion.games.ponzi_scheme.checks import acting, answering, industry_name, known_industry
from companion.games.ponzi_scheme.state import (
    OpenOffer,
    State,
    cash,
    gone,
    luxuries_left,
    most_cash,
    moved,
    pay,
    tracked,
)
from companion.games.ponzi_scheme.turns import proceed
from companion.words import N_


def least_offer(state: State) -> int:
    """The least that may be in the envelope."""
    return 0 if state.options["zero_offers"] else 1


def offer(state: State, move: Offer) -> State:
    """Offer another player secret money for a tile of a kind that both own; he cannot refuse to answer.

    Raises RuleError: those of `acting`, ``unknown-player``, ``own-offer``, ``seat-is-empty``, ``unknown-industry``,
    ``no-such-tile``, ``amount-needed``, ``amount-is-secret``, ``bad-amount``, ``not-enough-cash``.
    """
    seat = acting(state, move.player, "trade")
    to = seat_of(state, move.to)
    if to == seat:
        raise RuleError("own-offer", N_("{player} has to make the offer to somebody else."), player=move.player)
    if to in gone(state):
        raise RuleError(
            "seat-is-empty", N_("{to} has left and cannot answer {player}."), player=move.player, to=move.to
        )
    known_industry(state, move.industry)
    for owner in (seat, to):
        if not state.tiles[owner][move.industry]:
            raise RuleError(
                "no-such-tile",
                N_("{owner} owns no tile of {industry}; an offer needs one on both sides."),
                owner=state.names[owner],
                industry=industry_name(state, move.industry),
            )
    _check_amount(state, seat, move.amount)
    return replace(
        state,
        offer=OpenOffer(seat, to, move.industry, move.amount),
        bounds=state.bounds.at_least(seat, least_offer(state)),
    )


def _check_amount(state: State, seat: int, amount: int | None) -> None:
    least, most, player = least_offer(state), most_cash(state, seat), state.names[seat]
    if not tracked(state):
        if amount is not None:
            raise RuleError(
                "amount-is-secret", N_("Cash is hidden at this table: {player} names no amount."), player=player
            )
        if most < least:
            raise _too_poor(state, seat, least)
        return
    if amount is None:
        raise RuleError("amount-needed", N_("{player} has to say how much is offered."), player=player)
    if amount < least:
        raise RuleError(
            "bad-amount",
            N_("{player} offers {asked}; the least is {allowed}."),
            player=player,
            asked=amount,
            allowed=least,
        )
    if amount > most:
        raise _too_poor(state, seat, amount)


def accept(state: State, move: Accept) -> State:
    """Take the money and give a tile. Raises RuleError: those of `answering`.

    Others then know of the amount that it was from the least offer to the most that the offerer may hold.
    """
    answering(state, move.player)
    assert state.offer is not None
    giver, to, least = state.offer.giver, state.offer.to, least_offer(state)
    bounds = state.bounds.at_least(giver, least)
    bounds = bounds.passed(giver, to, least, bounds.of(giver)[1])
    return _done(replace(state, bounds=bounds), payer=giver, seller=to)


def counter(state: State, move: Counter) -> State:
    """Pay the same amount and take a tile. Others then know that both may hold it, at least the least offer.

    Raises RuleError: those of `answering`, ``not-enough-cash``.
    """
    answering(state, move.player)
    assert state.offer is not None
    giver, to, amount = state.offer.giver, state.offer.to, state.offer.amount
    least = least_offer(state)
    asked = least if amount is None else amount
    if asked > most_cash(state, to):
        raise _too_poor(state, to, asked)
    bounds = state.bounds.at_least(giver, least).at_least(to, least)
    bounds = bounds.passed(to, giver, least, min(bounds.of(giver)[1], bounds.of(to)[1]))
    return _done(replace(state, bounds=bounds), payer=to, seller=giver)


def _done(state: State, payer: int, seller: int) -> State:
    """The money of the open offer and a tile change hands; the turn passes on from who had made the offer."""
    offer = state.offer
    assert offer is not None
    ledger = state.ledger
    if offer.amount is not None:
        ledger = moved(state, cash(payer), cash(seller), offer.amount)
    tile = {offer.industry: 1}
    tiles = with_item(state.tiles, payer, add(state.tiles[payer], tile))
    tiles = with_item(tiles, seller, add(tiles[seller], tile, -1))
    return proceed(replace(state, ledger=ledger, tiles=tiles, offer=None), offer.giver)


def buy_luxury(state: State, move: BuyLuxury) -> State:
    """Advanced game: buy a luxury instead of making an offer.

    Raises RuleError: those of `acting`, ``basic-game``, ``no-such-luxury``, ``luxury-gone``, ``not-enough-cash``.
    """
    seat = acting(state, move.player, "trade")
    if not state.options["advanced"]:
        raise RuleError("basic-game", N_("{player} buys no luxuries: this is the basic game."), player=move.player)
    if str(move.luxury) not in state.box["luxuries"]:
        raise RuleError(
            "no-such-luxury",
            N_("{player} asks for a luxury for {asked}; there are {allowed}."),
            player=move.player,
            asked=move.luxury,
            allowed=", ".join(state.box["luxuries"]),
        )
    left = luxuries_left(state)
    if move.luxury not in left:
        raise RuleError(
            "luxury-gone",
            N_("{player} asks for the luxury for {asked}, which is sold; there are {allowed}."),
            player=move.player,
            asked=move.luxury,
            allowed=", ".join(map(str, left)) or "–",
        )
    if move.luxury > most_cash(state, seat):
        raise _too_poor(state, seat, move.luxury)
    state = replace(
        state,
        ledger=pay(state, seat, move.luxury),
        luxuries=with_item(state.luxuries, seat, (*state.luxuries[seat], move.luxury)),
        bounds=state.bounds.paid(seat, move.luxury),
    )
    return proceed(state, seat)


def _too_poor(state: State, seat: int, asked: int) -> RuleError:
    """That somebody cannot pay; where the table knows the cash, not how much it is: others may look on."""
    template = N_("{player} would have to pay {asked} and has {allowed} at most.")
    if tracked(state):
        template = N_("{player} does not have enough for that.")
    return RuleError("not-enough-cash", template, player=state.names[seat], asked=asked, allowed=most_cash(state, seat))
