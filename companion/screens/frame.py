"""The frame of every page: its bar, the screen in it, the thumb's controls, its tabs and its dialogs."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import htpy as h
from htpy import Node

from companion.errors import CompanionError
from companion.history import author
from companion.screens import (
    big,
    binder,
    box_cards,
    box_editor,
    calls,
    clock,
    dialogs,
    evening,
    explain,
    hints,
    history,
    home,
    join,
    make,
    new_table,
    parts,
    replay,
    settings,
    what_if,
)
from companion.screens.ctx import Ctx, Dialog, Draw, Figure, Screen, Tab, dialogs_of, html, screens_of
from companion.screens.place import BIG
from companion.seats import BANKER_ID
from companion.store import REPLACED
from companion.table import BANKER, Table
from companion.words import N_, Translator, isolated

log = logging.getLogger("companion")

UNSHOWN = N_("This cannot be shown as things are now, so it was closed.")
LAST_ENTRIES = 20  # of a table that cannot be drawn
COMMON_TABS = [
    Tab("clock", N_("Clock"), clock.screen, hotkey="c", icon="◷"),
    Tab("history", N_("History"), history.screen, hotkey="h", icon="≡"),
]
BOX = Tab("box", N_("Box"), box_editor.screen)  # reached from the settings, where a game has no tab for it


@dataclass(frozen=True)
class Shown:
    """A page's regions as HTML, its figures, and the title of its browser tab.

    With ``again`` it says that the tables cannot be read, or recorded: that may be over soon, though nobody taps.
    """

    title: str
    parts: dict[str, str]
    charts: dict[str, Figure] = field(default_factory=dict)
    again: bool = False


def tabs_of(table: Table) -> list[Tab]:
    """The tabs of a table: its game's, then those of every game."""
    return [*screens_of(table.header.game).TABS, *COMMON_TABS]


def draw(ctx: Ctx) -> Shown:
    """Everything that the page shows now; of a table that cannot be drawn, what was recorded, and the way back.

    A dialog that cannot be drawn is closed, and said, so that the page below it goes on.
    """
    try:
        return drawn(ctx)
    except Exception as failure:
        shown = _closed(ctx, failure)
        if shown is not None:
            return shown
        if isinstance(failure, CompanionError) or ctx.shown is None:
            raise
        log.exception("Table %s cannot be drawn.", ctx.place.table)
        return _undrawn(ctx)


def _closed(ctx: Ctx, failure: Exception) -> Shown | None:
    """The page without the dialog that is open; None where there is none, or where that is not what failed."""
    opened = ctx.visit.opened
    if opened is None:
        return None
    ctx.close()
    try:
        shown = drawn(ctx)
    except Exception:  # noqa: BLE001 (the first failure is told)
        ctx.visit.opened = opened
        return None
    log.error("The dialog %s cannot be drawn.", opened.name, exc_info=failure)
    said = failure.text(ctx._) if isinstance(failure, CompanionError) else ctx._(UNSHOWN)
    ctx.visit.view.say(said)
    return shown


def drawn(ctx: Ctx) -> Shown:
    """Everything that the page shows at its place. The first paint of a seat is what everybody may see there."""
    if ctx.shown is None:
        return home_page(ctx)
    if ctx.place.seat == BIG:
        return big_page(ctx)
    if ctx.seat is None and (ctx.alive or not ctx.place.seat):
        return join_page(ctx)
    return table_page(ctx)


def _undrawn(ctx: Ctx) -> Shown:
    """A table that cannot be drawn: its last entries by their actions' names, and *Undo*, which needs no drawing."""
    _, table, name = ctx._, ctx.table, ctx.table.game.called(ctx._)
    last = table.last_done()
    shown = table.log[: -LAST_ENTRIES - 1 : -1]
    alike = table.game.alike  # nothing says here what is hidden
    entries = [
        h.div(".note")[f"{entry.n} · ", h.bdi[author(entry.by, _)], f" · {alike.get(entry.action, entry.action)}"]
        for entry in shown
    ]
    undo = parts.primary(_("Undo"), "undo", args={"entry": last.n}) if last is not None and ctx.may_act else None
    told = _("This table cannot be shown as it is now. Undo what was recorded last; nothing is lost.")
    bar = h.header(".bar")[_back(_), h.div(".grow")[h.h1[name]]]
    seats = [*((str(seat), name) for seat, name in enumerate(table.players)), (BANKER_ID, _("Banker"))]
    body = [
        parts.banner(told, "bad"),
        ctx.place.seat == ""
        and [parts.button(name, "join.sit", args={"seat": seat}, wide=True) for seat, name in seats],
        parts.card(entries, title=_("History"), key="undrawn", cls="wide"),
    ]
    if ctx.place.seat == BIG:
        return Shown(name, {"big": html([bar, body])})
    return Shown(name, regions(bar=bar, screen=Screen(body, undo), over=_over(ctx, dialogs.JOIN)))


def home_page(ctx: Ctx) -> Shown:
    """The first page, the form for a new table, or the device's settings. The first paint is the first page."""
    _ = ctx._
    game = ""
    match ctx.alive and ctx.place.screen:
        case "new" if draft := ctx.find(new_table.Draft):
            title, screen, game = _("New table"), new_table.screen(ctx), draft.game
        case "make" if ctx.find(box_cards.Draft):
            title, screen, game = _("Your own game"), make.screen(ctx), make.GAME
        case "settings":
            title, screen = _("Settings"), settings.device_screen(ctx)
        case _other:
            try:
                return _home(ctx, home.screen(ctx), again=ctx.visit.store.refusal is not None)
            except CompanionError as refusal:
                return unreadable(ctx, refusal)
    bar = h.header(".bar")[_back(_), h.div(".grow")[h.h1[title]], explain.button(ctx.place.screen, game, _)]
    return Shown(title, regions(bar=bar, screen=screen, over=_over(ctx)))


def unreadable(ctx: Ctx, refusal: CompanionError) -> Shown:
    """The first page where nothing can be read."""
    return _home(ctx, home.unreadable(ctx, refusal), again=True)


def _home(ctx: Ctx, screen: Screen, *, again: bool) -> Shown:
    _ = ctx._
    bar = h.header(".bar")[
        h.div(".grow")[h.h1[_("The companion")], h.div(".sub")[_("keeps the books, you keep the cards")]],
        ctx.alive
        and [
            explain.button("home", "", _),
            parts.button("⚙", "go", args={"to": "settings"}, icon=True, label=_("Settings"), cls="plain"),
        ],
    ]
    return Shown(_("The companion"), regions(bar=bar, screen=screen, over=_over(ctx, dialogs.HOME)), again=again)


def join_page(ctx: Ctx) -> Shown:
    """Who are you at this table?"""
    _, table, screen = ctx._, ctx.table, join.screen(ctx)
    bar = h.header(".bar")[
        ctx.alive and _back(_),
        h.div(".grow")[h.h1[_("Who are you?")], h.div(".sub")[f"{table.game.called(_)} · {table.summary().text(_)}"]],
        ctx.alive and explain.button("join", table.header.game, _),
    ]
    screen = Screen([_trouble(ctx), screen.body], screen.foot)
    return Shown(table.game.called(_), regions(bar=bar, screen=screen, over=_over(ctx, dialogs.JOIN)))


def _back(_: Translator) -> Node:
    return parts.button("‹", "home", icon=True, label=_("Back"), cls="plain", hotkey="Escape")


def table_page(ctx: Ctx) -> Shown:
    """A table as a seat sees it."""
    every = tabs_of(ctx.table)
    on, draw_screen = _screen_on(ctx, every)
    screen, charts = draw_screen(ctx), _figures(ctx, on)
    title = ctx.table.game.called(ctx._)
    if ctx.seat not in (None, BANKER):
        title = f"{ctx.seat} · {title}"
    body = [
        _trouble(ctx),
        binder.offer(ctx),
        join.pin_hint(ctx),
        screen.body,
        ctx.may_act and dialogs.draw(ctx, dialogs_of(ctx.table.header.game)),
        parts.money_check(ctx),
    ]
    if on not in ("evening", "replay"):
        screen = Screen(screen.body, screen.foot or evening.way(ctx), screen.undo)
    return Shown(
        title,
        regions(
            bar=[bar(ctx, on), what_if.strip(ctx) or (on != "replay" and (calls.strip(ctx) or hints.strip(ctx)))],
            screen=Screen(body, _foot(ctx, screen)),
            tabs=_tabs(ctx, every, on),
            over=_over(ctx, dialogs.TABLE if ctx.may_act else ()),
        ),
        charts,
    )


def _screen_on(ctx: Ctx, every: list[Tab]) -> tuple[str, Draw]:
    """The screen that the page is on: one of the tabs, or one that stands beside them."""
    match ctx.place.screen:
        case "settings" if ctx.alive:
            return "settings", settings.table_screen
        case "compare" if ctx.visit.trial is not None:
            return "compare", what_if.screen
        case "evening":
            return "evening", evening.screen
        case "replay":
            return "replay", replay.screen
    tab = next((tab for tab in (*every, BOX) if tab.id == ctx.place.screen), every[0])
    return tab.id, tab.draw


def _figures(ctx: Ctx, on: str) -> dict[str, Figure]:
    """The figures of the screen that is on."""
    if on == "evening":
        return evening.figures(ctx)
    if on == "compare":
        return what_if.figures(ctx)
    if on == "replay":
        return replay.figures(ctx)
    return screens_of(ctx.table.header.game).charts(ctx)


def big_page(ctx: Ctx) -> Shown:
    """The big screen: it watches."""
    game = screens_of(ctx.table.header.game)
    charts = game.charts(ctx)
    inside = h.fragment[_trouble(ctx), game.big(ctx)]
    shown = {"big": html(big.frame(ctx, inside)), "over": html(_over(ctx))}
    return Shown(ctx.table.game.called(ctx._), shown, charts)


def _over(ctx: Ctx, among: Sequence[Dialog] = ()) -> Node:
    """The dialog that is open over a page: one of ``among``, or of those of every page."""
    return dialogs.draw(ctx, [*among, *dialogs.EVERYWHERE])


def regions(*, bar: Node, screen: Screen, tabs: Node = None, over: Node = None) -> dict[str, str]:
    """The regions of a page, in their order."""
    return {
        "bar": html(bar),
        "body": html(h.div(".page", role="main")[h.div(".cards")[screen.body]]),
        "foot": html(screen.foot and h.div(".foot")[screen.foot]),
        "tabs": html(tabs),
        "over": html(over),
    }


def bar(ctx: Ctx, on: str) -> Node:
    """The table, whose turn it is, the clock: always there. ``on`` is the screen below it, which ? explains."""
    _ = ctx._
    who = {None: ctx.table.game.called(ctx._), BANKER: _("Banker")}.get(ctx.seat, ctx.seat)
    return h.header(".bar")[
        ctx.alive and h.span(".dot", aria_hidden="true"),
        h.div(".grow")[h.h1[h.bdi[who]], h.div(".sub")[ctx.table.summary().text(_)]],
        clock.pill(ctx),
        turn(ctx),
        ctx.alive and explain.button(on, ctx.table.header.game, _),
        ctx.alive and ctx.place.awake and h.span(data_wake="on", hidden=True),
    ]


def turn(ctx: Ctx) -> Node:
    """Who acts next; a screen reader says when that changes."""
    return h.span(".bar-turn", role="status", data_turn="" if ctx.seat in ctx.active else None)[_turn(ctx)]


def _turn(ctx: Ctx) -> Node:
    _, active = ctx._, ctx.active
    if ctx.seat in active:
        return parts.pill(_("Your turn"), turn=True)
    if big.is_for_all(ctx):
        return big.for_all(ctx)
    return h.span(".pill.turns", title=", ".join(map(isolated, active)))[
        h.span(".visually-hidden")[_("To act:"), " "], h.bdi[active[0]], len(active) > 1 and f" +{len(active) - 1}"
    ]


def _foot(ctx: Ctx, screen: Screen) -> Node:
    if not ctx.may_act:
        return None
    return [history.undo_button(ctx), screen.foot] if screen.undo else screen.foot


def _tabs(ctx: Ctx, every: list[Tab], on: str) -> Node:
    if not ctx.alive:
        return None
    _ = ctx._
    entries = [(tab.id, _(tab.label), tab.icon, tab.hotkey) for tab in every]
    return parts.tabs((*entries, ("settings", _("Settings"), "⚙", "s")), on, "go", _("Screens"))


def _trouble(ctx: Ctx) -> Node:
    """Why nothing can be recorded or seen at the moment; the save, where this page may be all that still has it.

    Else what is asked of the table's seats.
    """
    live = ctx.visit.live
    if live is None or not ctx.alive:
        return None
    trouble: Any = live.trouble or live.store.refusal
    if not trouble:
        return join.removals(ctx)
    return [
        parts.banner(trouble.text(ctx._), "bad"),
        trouble.code in (REPLACED, "store-damaged", "store-fault")
        and parts.button(ctx._("Download the save"), "save.own", wide=True),
    ]
