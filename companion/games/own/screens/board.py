"""The board of prices: tracks and grids with their markers, what the supply still has, printed prices."""

from itertools import groupby

import htpy as h
from htpy import Element, Node

from companion.games.own.book import Good
from companion.games.own.screens import signs
from companion.screens import parts
from companion.screens.ctx import Ctx


def board(ctx: Ctx) -> Node:
    """Every track as it is printed, with the markers on it, then every good with its price."""
    state = signs.rules(ctx)
    if not state.book.goods:
        return None
    return parts.card(
        tracks(ctx),
        goods(ctx),
        title=ctx._("Prices"),
        key="board",
    )


def tracks(ctx: Ctx) -> list[Node]:
    """The tracks alone: those of the box, then what is left at which price."""
    book = signs.rules(ctx).book
    ladders = dict.fromkeys(good.ladder for good in book.goods.values() if good.ladder)
    return [
        *(_track(ctx, track) for track in book.tracks if _on(ctx, track)),
        *(_market(ctx, each) for each in ladders),
    ]


def _on(ctx: Ctx, track: str) -> list[Good]:
    return [good for good in signs.rules(ctx).book.goods.values() if good.track == track]


def _track(ctx: Ctx, track: str) -> Node:
    """A track: on a small screen it scrolls inside its card."""
    state = signs.rules(ctx)
    standing: dict[tuple[int, int], list[str]] = {}
    for good in _on(ctx, track):
        if good.id in state.markers:
            standing.setdefault(state.markers[good.id], []).append(good.id)
    rows = [
        h.tr[[_cell(ctx, value, standing.get((row, column), [])) for column, value in enumerate(line)]]
        for row, line in enumerate(state.book.tracks[track])
    ]
    name = signs.said(ctx, state.book.called(track))
    return h.div(".own-scroll", data_key=f"track-{track}", tabindex="0", role="group", aria_label=name)[
        len(state.book.tracks) > 1 and h.div(".note")[name], h.table(".own-track", aria_label=name)[h.tbody[rows]]
    ]


def _cell(ctx: Ctx, value: int, standing: list[str]) -> Element:
    marks = h.div(".own-marks")[[signs.marker(ctx, good) for good in standing]] if standing else None
    return h.td(".on" if standing else "")[h.span[ctx.money(value)], marks]


def _market(ctx: Ctx, ladder: tuple[int, ...]) -> Node:
    """Prices by what is left, the cheapest first: at each price the units of each good that still have it."""
    state = signs.rules(ctx)
    sold = [good for good in state.book.goods.values() if good.ladder == ladder]
    cells, below = [], 0
    for price, run in groupby(ladder):
        first, below = below, below + len(list(run))
        last = below == len(ladder)  # what is beyond the ladder costs what its end says
        units = {good.id: (state.left[good.id] or 0) - first for good in sold}
        here = {good: count if last else min(count, below - first) for good, count in units.items() if count > 0}
        marks = [h.span[signs.marker(ctx, good), str(count)] for good, count in here.items()]
        cells.append(h.td(".on" if here else "")[h.span[ctx.money(price)], marks and h.div(".own-marks")[marks]])
    name = ", ".join(signs.good_name(ctx, good.id) for good in sold)
    return h.div(".own-scroll", data_key=f"market-{sold[0].id}", tabindex="0", role="group", aria_label=name)[
        h.table(".own-track.own-market", aria_label=name)[h.tbody[h.tr[cells[::-1]]]]
    ]


def goods(ctx: Ctx) -> Node:
    """Every good: what it costs, how many are left, and how many the reader holds; a tap opens it."""
    return h.ul(".list.own-list", role="list")[
        (h.li(data_key=f"good-{good}")[_good(ctx, good)] for good in signs.rules(ctx).book.goods)
    ]


def _good(ctx: Ctx, good: str) -> Node:
    inside = [
        h.span(".grow")[signs.good_chip(ctx, good), h.span(".note")[facts(ctx, good)]],
        h.b(".amount.small")[signs.money(ctx, ctx.snapshot["goods"][good]["price"])],
    ]
    if not ctx.may_act or ctx.snapshot["finished"]:
        return h.div(".item")[inside]
    return h.button(
        ".item.tap",
        type="button",
        data_do="sheet.open",
        data_again="",
        data_kind="own-good",
        data_good=good,
        data_key=f"open-{good}",
    )[inside, h.span(".go", aria_hidden="true")["›"]]


def facts(ctx: Ctx, good: str) -> str:
    """What is left of a good, who holds it, what its own slots hold."""
    _, snapshot = ctx._, ctx.snapshot
    shown = snapshot["goods"][good]
    held = sum(player["goods"].get(good, 0) for player in snapshot["players"])
    told = [
        "" if shown["left"] is None else _("{count} left").format(count=shown["left"]),
        _("{count} held").format(count=held) if held else "",
        *(f"{signs.slot_name(ctx, slot)} {signs.money(ctx, amount)}" for slot, amount in shown["slots"].items()),
        _ladder(ctx, good),
    ]
    return " · ".join(filter(None, told))


def _ladder(ctx: Ctx, good: str) -> str:
    """What the next units cost, where each has a price of its own."""
    state = signs.rules(ctx)
    ladder, left = state.book.goods[good].ladder, state.left[good]
    if not ladder or not left:
        return ""
    following = ladder[: min(left, len(ladder))][:-1][::-1][:NEXT]
    if not following:
        return ""
    return ctx._("then {prices}").format(prices=", ".join(map(str, following)))


NEXT = 4  # units of which the price is foretold


def short(ctx: Ctx) -> Node:
    """Every good in a line, for the big screen."""
    rows = [
        h.div(".own-short", data_key=f"short-{good}")[
            parts.grow(signs.good_chip(ctx, good), parts.note(facts(ctx, good))),
            h.b[signs.money(ctx, ctx.snapshot["goods"][good]["price"])],
        ]
        for good in signs.rules(ctx).book.goods
    ]
    return parts.card(h.div(".own-shorts")[rows], key="goods")
