"""The table before the companies are dealt ("Preparation de la partie"), and with a box that was changed."""

from typing import Any

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import event
from companion.games.greed import cubes
from companion.games.greed.box import (
    CARDS,
    COLOURS,
    GOODS,
    Box,
    asset_pool,
    check_box,
    check_form,
    price_track,
    track_start,
    trend_steps,
)
from companion.games.greed.cubes import Walk
from companion.games.greed.scores import winners
from companion.games.greed.state import YEARS, State, cash
from companion.games.greed.turns import settle
from companion.ledger import new_ledger
from companion.words import N_

WITHOUT_WAYS = 1  # the version of the rules in which a price cube's way was not kept


def begin(names: tuple[str, ...], options: dict[str, Any], box: dict[str, Any]) -> State:
    """The table before the companies are dealt ("Preparation de la partie").

    With three players the assets marked x3/x4 leave the game, with four those marked x4 too, with five none
    (`box.asset_pool`).
    """
    check_box(box)
    return State(
        names=names,
        ledger=new_ledger([cash(seat) for seat in range(len(names))]),
        options=options,
        box=box,
        year=0,
        years=options["years"] or YEARS[len(names)],
        pool=asset_pool(box, len(names)),
        phase="setup",
        green=None,
        steps=dict.fromkeys(GOODS, 0),
        walks=dict.fromkeys(GOODS, Walk()),
        trends=dict.fromkeys(GOODS, 0),
        companies={},
        announcements={},
        bids={},
        taking=None,
        offers=(),
        discarded=(),
        proposals=(),
        blame=None,
        colour=None,
        auction=None,
        founder=None,
        decks=dict.fromkeys(COLOURS, CARDS),
        status_prices={colour: track_start(box, colour) for colour in COLOURS},
        symbols=((),) * len(names),
        founded=0,
    )


def with_box(state: State, box: dict[str, Any]) -> State:
    """The table with a changed box: as if all that is printed had been known from the beginning.

    The price cubes go their ways again, and stop at ends that are known now (`cubes`); a status track that nobody has
    bought from starts where it does. Raises RuleError ``bad-box``.
    """
    check_form(box)
    if not set(state.trends.values()) <= set(trend_steps(box)):
        raise RuleError("bad-box", N_("The trend track keeps the spaces on which a cube stands."))
    boxed = _reboxed(state, box) if state.rules > WITHOUT_WAYS else _stopped(state, box)
    boxed = settle(replace(boxed, pool=asset_pool(boxed.box, len(state.names))))
    if boxed.phase == "end" and winners(boxed) and not winners(state):
        return event(boxed, "game-ended", winners=winners(boxed))
    return boxed


def _reboxed(state: State, box: dict[str, Any]) -> State:
    walks = {}
    for good, walk in state.walks.items():
        box, walks[good] = cubes.typed(state.box, box, good, walk)
    check_box(box)
    steps = {good: walk.spaces(price_track(box, good))[-1] for good, walk in walks.items()}
    moved = {good: [state.steps[good], step] for good, step in steps.items() if step != state.steps[good]}
    boxed = replace(_with_status_tracks(state, box), walks=walks, steps=steps)
    return event(boxed, "cubes-put-right", moves=moved) if moved else boxed


def _stopped(state: State, box: dict[str, Any]) -> State:
    """As a table of the first rules meant it: cubes that stand beyond an end that is known now go back to it."""
    check_box(box)
    steps = {good: price_track(box, good).stop(step) for good, step in state.steps.items()}
    return replace(state, box=box, steps=steps)


def _with_status_tracks(state: State, box: Box) -> State:
    """The state with a changed box: the track of a colour of which nothing was sold starts where the box says."""
    prices, auction = state.status_prices.copy(), state.auction
    for colour in COLOURS:
        before, after = (track_start(each, colour) for each in (state.box, box))
        led = state.colour == colour and auction is not None and auction.leader is not None
        if before != after and prices[colour] == before and state.decks[colour] == CARDS and not led:
            prices[colour] = after
            if state.colour == colour and auction is not None:
                auction = replace(auction, price=after)
    return replace(state, box=box, status_prices=prices, auction=auction)
