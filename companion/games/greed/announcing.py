"""Phase 1: assets are announced face down; then they are shown, and the market moves ("Annonces")."""

from collections import Counter

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.common import event, present
from companion.games.greed import checks, investment, production
from companion.games.greed.actions import Announce
from companion.games.greed.box import ASSETS, arrows, card
from companion.games.greed.market import adjust_market, move_trends
from companion.games.greed.state import (
    Announcement,
    Offer,
    State,
    asset_name,
    assets_left,
    played,
)
from companion.words import N_

MOST_ARROWS = 9


def announce(state: State, move: Announce) -> State:
    """Phase 1: play an asset face down; when all have, they are shown and the market moves ("Annonces").

    Whether another one names the same card comes to light only then: whoever named it announces again.

    Raises RuleError: ``wrong-phase``, ``unknown-player``, ``seat-empty``, ``already-announced``, ``unknown-asset``,
    ``not-in-game``, ``asset-announced``, ``unknown-good``, ``bad-trends``, ``trends-known``, ``box-value-needed``.
    """
    checks.in_phase(state, "announce")
    seat = checks.sits(state, move.player)
    if seat in state.announcements:
        raise RuleError(
            "already-announced",
            N_("{player} has announced an asset this year already; one is allowed."),
            player=move.player,
        )
    _may_be_announced(state, move)
    announcements = {**state.announcements, seat: Announcement(move.asset, _arrows(state, move))}
    return go_on(replace(state, announcements=announcements))


def _may_be_announced(state: State, move: Announce) -> None:
    checks.exists(
        move.asset,
        ASSETS,
        "unknown-asset",
        N_("{player} cannot announce {asset}: assets have the numbers {least} to {most}."),
        player=move.player,
        asset=move.asset,
    )
    name = asset_name(state, move.asset)
    if move.asset not in state.pool.numbers:
        raise RuleError(
            "not-in-game",
            N_("{player} cannot announce {asset}: with {players} players it is not in the game."),
            player=move.player,
            asset=name,
            players=len(state.names),
        )
    if move.asset in played(state):  # what lies face down tells nobody that it is there
        raise RuleError(
            "asset-announced",
            N_("{player} cannot announce {asset}: it was announced before."),
            player=move.player,
            asset=name,
        )


def _arrows(state: State, move: Announce) -> dict[str, int]:
    """The arrows of the card: those in the box or, where it does not know them, those typed with the announcement."""
    if move.trends is None:
        return arrows(state.box, "assets", move.asset)
    known = card(state.box, "assets", move.asset).get("trends")
    checks.some_goods(dict.fromkeys(move.trends, 0), move.player)
    typed = {good: by for good, by in move.trends.items() if by}
    if any(abs(by) > MOST_ARROWS for by in typed.values()):
        raise RuleError(
            "bad-trends",
            N_("{player} cannot announce that: a card has at most {allowed} arrows of a good."),
            player=move.player,
            allowed=MOST_ARROWS,
        )
    if known is None:
        return typed
    if typed != {good: by for good, by in known.items() if by}:
        raise RuleError(
            "trends-known",
            N_("{player} need not type the arrows of {asset}: the box knows other ones."),
            player=move.player,
            asset=asset_name(state, move.asset),
        )
    return typed


def may_announce(state: State) -> list[int]:
    """The seats that have still to announce an asset; nobody once there is none left."""
    if len(state.announcements) >= assets_left(state):
        return []
    return [seat for seat in present(state) if seat not in state.announcements]


def go_on(state: State) -> State:
    """When nobody has to announce any more all assets are shown, and the market moves.

    A card that was named twice is told, and goes back into the hand. Where nobody will bid, what production needs is
    asked for first: asked only where no card was named twice, it would tell whether one was.
    Raises RuleError ``box-value-needed``.
    """
    if may_announce(state):
        return state
    if state.rules > investment.ASKED_LATE and not investment.due(replace(state, bids={}, taking=None)):
        production.check_known(state)
    twice = _announced_twice(state)
    if twice:
        left = {seat: each for seat, each in state.announcements.items() if seat not in twice}
        return go_on(event(replace(state, announcements=left), "announced-twice", assets=twice))
    return show(state)


def show(state: State) -> State:
    """The announced assets are turned over, but for cards that cannot be there, and the market moves.

    Arrows that the box has forgotten since are those of the announcement: to ask for them would tell who lies there.
    """
    twice = _announced_twice(state)
    shown = {seat: each for seat, each in sorted(state.announcements.items()) if seat not in twice}
    box, total = state.box, dict[str, int]()
    for announcement in shown.values():
        asset = str(announcement.asset)
        if card(box, "assets", asset).get("trends") is None:
            assets = {**card(box, "assets"), asset: {**card(box, "assets", asset), "trends": announcement.trends}}
            box = {**box, "assets": assets}
        for good, by in arrows(box, "assets", asset).items():
            total[good] = total.get(good, 0) + by
    offers = tuple(Offer(announcement.asset, seat, state.year) for seat, announcement in shown.items())
    state = replace(state, box=box, announcements={}, offers=state.offers + offers)
    state = event(state, "announced", assets={seat: announcement.asset for seat, announcement in shown.items()})
    return investment.start(adjust_market(move_trends(state, total, "announce")))


def _announced_twice(state: State) -> dict[int, int]:
    """The seats whose card another one named too, or that was shown before: one of them was mistyped."""
    cards = sorted((seat, announcement.asset) for seat, announcement in state.announcements.items())
    named, shown = Counter(asset for _seat, asset in cards), played(state)
    return {seat: asset for seat, asset in cards if named[asset] > 1 or asset in shown}
