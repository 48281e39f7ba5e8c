"""The frame of every page: its bar, the screen in it, the thumb's controls, its tabs and its dialogs."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import htpy as h
from htpy import Node

from companion.errors import CompanionError
from companion.history import author
from companion.log import Entry
from companion.screens import (
    big,
    binder,
    box_editor,
    calls,
    clock,
    evening,
    history,
    home,
    join,
    make,
    needs,
    new_table,
    parts,
    saves,
    settings,
    what_if,
)
from companion.screens.ctx import Ctx, Figure, GameScreens, Screen, Tab, html, screens_of
from companion.screens.place import BIG, Place
from companion.seats import BANKER_ID
from companion.store import REPLACED
from companion.table import BANKER, Table
from companion.words import N_, Translator, isolated

if TYPE_CHECKING:
    from companion.screens.page import Page

log = logging.getLogger("companion")

LAST_ENTRIES = 20  # of a table that cannot be drawn
COMMON_TABS = [
    Tab("clock", N_("Clock"), clock.screen, hotkey="c", icon="◷"),
    Tab("history", N_("History"), history.screen, hotkey="h", icon="≡"),
]
BOX = Tab("box", N_("Box"), box_editor.screen)  # reached from the settings, where a game has no tab for it


@dataclass(frozen=True)
class Shown:
    """A page's regions as HTML, its figures, and the title of its browser tab."""

    title: str
    parts: dict[str, str]
    charts: dict[str, Figure] = field(default_factory=dict)


def screens(table: Table) -> GameScreens:
    """The screens of a table's game. Raises RuleError ``no-screens``."""
    return screens_of(table.header.game)


def tabs_of(table: Table) -> list[Tab]:
    """The tabs of a table: its game's, then those of every game."""
    return [*screens(table).TABS, *COMMON_TABS]


def draw(page: Page) -> Shown:
    """Everything that the page shows now; of a table that cannot be drawn, what was recorded, and the way back."""
    if page.live is None:
        return home_page(page)
    try:
        return _table_drawn(page)
    except CompanionError:
        raise
    except Exception:
        log.exception("Table %s cannot be drawn.", page.place.table)
        return _undrawn(page)


def _table_drawn(page: Page) -> Shown:
    if page.place.seat == BIG:
        return big_page(page.ctx(), page.place, page)
    if page.seat is None:
        return join_page(page)
    return table_page(page.ctx(), page.place, page)


def _undrawn(page: Page) -> Shown:
    """A table that cannot be drawn: its last entries by their actions' names, and *Undo*, which needs no drawing."""
    assert page.live is not None
    _, table = page._, page.table
    last, may_act = table.last_done(), page.seat is not None and page.live.writable
    shown = table.log[: -LAST_ENTRIES - 1 : -1]
    entries = [h.div(".note")[f"{entry.n} · ", h.bdi[author(entry.by, _)], f" · {entry.action}"] for entry in shown]
    undo = parts.primary(_("Undo"), "undo", args={"entry": last.n}) if last is not None and may_act else None
    told = _("This table cannot be shown as it is now. Undo what was recorded last; nothing is lost.")
    bar = h.header(".bar")[_back(_), h.div(".grow")[h.h1[table.game.called(_)]]]
    body = [
        parts.banner(told, "bad"),
        page.place.seat == ""
        and [parts.button(name, "join.sit", args={"seat": seat}, wide=True) for seat, name in _seats(page)],
        parts.card(entries, title=_("History"), key="undrawn", cls="wide"),
    ]
    if page.place.seat == BIG:
        return Shown(table.game.called(_), {"big": html([bar, body])})
    return Shown(table.game.called(_), regions(bar=bar, screen=Screen(body, undo), over=join.sheet(page)))


def _seats(page: Page) -> list[tuple[str, str]]:
    return [*((str(seat), name) for seat, name in enumerate(page.table.players)), (BANKER_ID, page._("Banker"))]


def home_page(page: Page) -> Shown:
    """The first page, the form for a new table, or the device's settings."""
    _ = page._
    match page.place.screen:
        case "new" if page.ui.get("new"):
            title, screen = _("New table"), new_table.screen(page)
        case "make" if page.ui.get("make"):
            title, screen = _("Your own game"), make.screen(page)
        case "settings":
            title, screen = _("Settings"), settings.device_screen(page)
        case _other:
            try:
                screen = home.screen(page.store, _, alive=True, every=page.ui.get("every", False))
            except CompanionError as refusal:
                screen = home.unreadable(refusal, _, page.lost())
            return home_shown(_, screen, controls=True, sheet=make.link_sheet(page) or home.sheet(page))
    return Shown(title, regions(bar=h.header(".bar")[_back(_), h.div(".grow")[h.h1[title]]], screen=screen))


def home_shown(_: Translator, screen: Screen, *, controls: bool, sheet: Node = None) -> Shown:
    """The first page itself, also as first paint."""
    bar = h.header(".bar")[
        h.div(".grow")[h.h1[_("The companion")], h.div(".sub")[_("keeps the books, you keep the cards")]],
        controls and parts.button("⚙", "go", args={"to": "settings"}, icon=True, label=_("Settings"), cls="plain"),
    ]
    return Shown(_("The companion"), regions(bar=bar, screen=screen, over=sheet))


def join_page(page: Page) -> Shown:
    """Who are you at this table?"""
    assert page.live is not None
    table = page.live.table
    screen = join.screen(table, page.place.table, page._, locked=join.locked(page), alive=True)
    screen = Screen([_trouble(page), screen.body], screen.foot)
    return join_shown(page._, table, screen, controls=True, sheet=join.sheet(page))


def join_shown(_: Translator, table: Table, screen: Screen, *, controls: bool, sheet: Node = None) -> Shown:
    """The page that asks who you are, also as first paint."""
    bar = h.header(".bar")[
        controls and _back(_),
        h.div(".grow")[h.h1[_("Who are you?")], h.div(".sub")[f"{table.game.called(_)} · {table.summary().text(_)}"]],
    ]
    return Shown(table.game.called(_), regions(bar=bar, screen=screen, over=sheet))


def _back(_: Translator) -> Node:
    return parts.button("‹", "home", icon=True, label=_("Back"), cls="plain", hotkey="Escape")


def table_page(ctx: Ctx, place: Place, page: Page | None = None) -> Shown:
    """A table as a seat sees it; without a page, its first paint."""
    every = tabs_of(ctx.table)
    if page is not None and place.screen == "settings":
        on, screen = "settings", settings.table_screen(page, ctx)
    elif page is not None and page.trial is not None and place.screen == "compare":
        on, screen = "compare", what_if.screen(page, ctx)
    elif place.screen == "evening":
        on, screen = "evening", evening.screen(ctx)
    else:
        tab = next((tab for tab in (*every, BOX) if tab.id == place.screen), every[0])
        on, screen = tab.id, tab.draw(ctx)
    charts = _figures(ctx, on, page)
    tried = page is not None and page.trial is not None
    title = ctx.table.game.called(ctx._)
    if ctx.seat not in (None, BANKER):
        title = f"{ctx.seat} · {title}"
    body = [
        page is not None and [_trouble(page), binder.offer(page, ctx), join.pin_hint(page, ctx)],
        screen.body,
        parts.money_check(ctx),
    ]
    over = (
        [
            needs.sheet(ctx),
            make.sheet(ctx),
            history.sheet(ctx),
            box_editor.sheet(ctx),
            page is not None and saves.sheet(page),
        ]
        if ctx.may_act
        else None
    )
    if on != "evening":
        screen = Screen(screen.body, screen.foot or evening.way(ctx), screen.undo)
    foot = _foot(ctx, screen)
    return Shown(
        title,
        regions(
            bar=[bar(ctx, place), what_if.strip(page) if tried and page else calls.strip(ctx, place)],
            screen=Screen(body, foot),
            tabs=_tabs(ctx, every, on),
            over=over,
        ),
        charts,
    )


def _figures(ctx: Ctx, on: str, page: Page | None) -> dict[str, Figure]:
    """The figures of the screen that is on."""
    if not ctx.alive:
        return {}
    if on == "evening":
        return evening.figures(ctx)
    if on == "compare" and page is not None:
        return what_if.figures(page)
    return screens(ctx.table).charts(ctx)


def big_page(ctx: Ctx, place: Place, page: Page | None = None) -> Shown:
    """The big screen: it watches."""
    game = screens(ctx.table)
    ctx.ui["tab"] = "big"
    charts = game.charts(ctx) if ctx.alive else {}
    inside = h.fragment[_trouble(page) if page is not None else None, game.big(ctx)]
    return Shown(ctx.table.game.called(ctx._), {"big": html(big.screen(ctx, place, inside))}, charts)


def regions(*, bar: Node, screen: Screen, tabs: Node = None, over: Node = None) -> dict[str, str]:
    """The regions of a page, in their order."""
    return {
        "bar": html(bar),
        "body": html(h.div(".page", role="main")[h.div(".cards")[screen.body]]),
        "foot": html(screen.foot and h.div(".foot")[screen.foot]),
        "tabs": html(tabs),
        "over": html(over),
    }


def bar(ctx: Ctx, place: Place) -> Node:
    """The table, whose turn it is, the clock: always there."""
    _ = ctx._
    who = {None: ctx.table.game.called(ctx._), BANKER: _("Banker")}.get(ctx.seat, ctx.seat)
    return h.header(".bar")[
        ctx.alive and h.span(".dot", aria_hidden="true"),
        h.div(".grow")[h.h1[h.bdi[who]], h.div(".sub")[ctx.table.summary().text(_)]],
        clock.pill(ctx),
        turn(ctx),
        ctx.alive and place.awake and h.span(data_wake="on", hidden=True),
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


def undone_by(table: Table, seat: str | None, entry: Entry, _: Translator) -> str:
    """Who undid or redid what, for those who look on."""
    who = _("The banker") if entry.by == BANKER else entry.by
    template = _("{who} undid: {what}") if entry.action == "undo" else _("{who} did again: {what}")
    return template.format(who=who, what=told(table, seat, entry.fields.get("entry", 0), _))


def told(table: Table, seat: str | None, n: int, _: Translator) -> str:
    """Entry ``n`` in words, as everybody may know it: they are said in the open."""
    lines = table.history(seat, last=table.revision - n + 1)
    return next((line.public.text(_) for line in lines if line.n == n), "…")


def _foot(ctx: Ctx, screen: Screen) -> Node:
    if not ctx.may_act:
        return None
    return [history.undo_button(ctx), screen.foot] if screen.undo else screen.foot


def _tabs(ctx: Ctx, every: list[Tab], on: str) -> Node:
    if not ctx.alive:
        return None
    _ = ctx._
    entries = [(tab.id, _(tab.label), tab.icon, tab.hotkey) for tab in every]
    return parts.tabs([*entries, ("settings", _("Settings"), "⚙", "s")], on, "go", _("Screens"))


def _trouble(page: Page) -> Node:
    """Why nothing can be recorded or seen at the moment; the save, where this page may be all that still has it.

    Else what is asked of the table's seats.
    """
    assert page.live is not None
    trouble: Any = page.live.trouble or page.live.store.refusal
    if not trouble:
        return join.removals(page)
    return [
        parts.banner(trouble.text(page._), "bad"),
        trouble.code in (REPLACED, "store-damaged")
        and parts.button(page._("Download the save"), "save.own", wide=True),
    ]
