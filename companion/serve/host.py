"""The host of an open companion: what is put away, and a page that shows how the machine is."""

from __future__ import annotations

import hmac
import re
import shutil
import time
from contextlib import suppress
from datetime import datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import htpy as h
import psutil
from htpy import Element, Node, Renderable
from tornado.ioloop import IOLoop

from companion.errors import StoreError
from companion.games import GAMES, load_game
from companion.logs import LOG
from companion.screens import parts
from companion.serve import handlers, kernels, page
from companion.serve.assets import LOOK, Assets
from companion.serve.gate import is_from_here, without_token
from companion.store import Store, TableInfo, open_store
from companion.store.sqlite import FAULT
from companion.words import N_, Translator, day, hour, money, translator

COOKIE = "companion_host"
NEWEST = 20  # tables that are listed
SECONDS = 10  # after which the page is loaded anew
HERE_SECONDS = 60.0  # a device that was heard within them is at its table
TAIL_BYTES = 200_000  # of the log, in which the last error is looked for
ERROR = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ (?:ERROR|CRITICAL) .*", re.MULTILINE)
NOT_YOURS = N_("This page is the host's: open it on the host's own machine, or with the host's key.")


def put_away(where: Path | None, days: int, now: datetime) -> int:
    """Puts away the tables that nobody has touched for so many days; returns how many. Their codes bring them back.

    ``where`` they are kept; None: where this server keeps them.
    """
    store = open_store(where)
    try:
        oldest = now - timedelta(days=days)
        idle = [table_id for table_id, touched in store.touched().items() if touched < oldest]
        for table_id in idle:
            store.archive(table_id)
    finally:
        store.close()
    return len(idle)


class Figures(NamedTuple):
    """What the host's page shows; sizes are in bytes."""

    tables: int
    away: int
    newest: list[TableInfo]
    devices: int
    pages: int
    room: int
    addresses: int
    used: int
    free: int
    kept: int
    disk: int
    error: str


def figures(store: Store, data: Path, room: kernels.Room, pages: int) -> Figures:
    """How everything is at this moment. Raises StoreError."""
    touched = store.touched()
    newest = sorted(touched, key=lambda table_id: touched[table_id], reverse=True)[:NEWEST]
    server, now = psutil.Process(), time.time()
    used = 0
    for process in [server, *server.children(recursive=True)]:
        with suppress(psutil.Error):
            used += process.memory_full_info().uss
    try:
        kept = sum(file.stat().st_size for file in data.glob("*") if file.is_file())
        disk = shutil.disk_usage(data).free
    except OSError as trouble:
        raise StoreError("store-fault", FAULT, file=str(data)) from trouble
    return Figures(
        tables=len(touched),
        away=store.put_away(),
        newest=[store.table(table_id) for table_id in newest],
        devices=store.pins.heard((now - HERE_SECONDS, now + HERE_SECONDS)),
        pages=pages,
        room=room.pages,
        addresses=room.addresses,
        used=used,
        free=psutil.virtual_memory().available,
        kept=kept,
        disk=disk,
        error=last_error(data / LOG),
    )


def last_error(log: Path) -> str:
    """The last error in the log, without what led to it; "" where there is none."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - TAIL_BYTES))
            found = ERROR.findall(file.read().decode("utf-8", "replace"))
    except OSError:
        return ""
    return found[-1] if found else ""


class HostPage(handlers.Sentence):
    """The host's page: plain HTML, for this machine and for who has the key."""

    def initialize(self, data: Path, key: str) -> None:
        """Takes where the tables lie, and the key."""
        self.data, self.key = data, key

    async def get(self) -> None:
        """Trades a key in the address for a cookie; shows the page to the host."""
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        if self._is(self.get_query_argument("key", "")):
            self.set_cookie(COOKIE, self.key, httponly=True, samesite="Strict", path="/")
            self.redirect(without_token(self.request.uri or "/", "key"), status=HTTPStatus.SEE_OTHER)
            return
        _ = translator(handlers.language(self.request))
        self.set_header("Content-Type", "text/html; charset=utf-8")
        if not is_from_here(self.request) and not self._is(self.get_cookie(COOKIE) or ""):
            self.set_status(HTTPStatus.FORBIDDEN)
            self.finish(page.message_page(NOT_YOURS, _.lang))
            return
        self.set_header("Content-Security-Policy", page.policy(self.request.host))
        room: kernels.Room = self.settings["companion_room"]
        pages = list(kernels.states(self.settings["kernel_manager"]).values()).count("page")
        try:
            found = await IOLoop.current().run_in_executor(None, self._figures, room, pages)
        except StoreError as refusal:
            self.set_status(HTTPStatus.SERVICE_UNAVAILABLE)
            self.set_header("Refresh", str(SECONDS))
            self.finish(page.message_page(refusal.text(_), _.lang))
            return
        assets: Assets = self.settings["companion_assets"]
        self.finish(str(shown(found, self.settings["base_url"] + assets.url(LOOK), _)))

    def _is(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.key.encode())

    def _figures(self, room: kernels.Room, pages: int) -> Figures:
        store = open_store()
        try:
            return figures(store, self.data, room, pages)
        finally:
            store.close()


def shown(found: Figures, style: str, _: Translator) -> Renderable:
    """The page."""
    title = _("The host’s page")
    cards: list[Node] = [
        _card(
            _("Tables"),
            {
                _("In use"): str(found.tables),
                _("Put away"): str(found.away),
                _("Their files"): _size(found.kept, _),
                _("Free on the disk"): _size(found.disk, _),
            },
        ),
        _card(
            _("Devices"),
            {
                _("At a table"): str(found.devices),
                _("Open pages"): _("{count} of {most}").format(count=found.pages, most=found.room),
                _("Network addresses"): str(found.addresses),
                _("Memory in use"): _size(found.used, _),
                _("Memory free"): _size(found.free, _),
            },
        ),
        parts.card(
            h.p(dir="ltr")[found.error] if found.error else parts.note(_("None.")),
            title=_("The last error"),
            cls="wide",
        ),
        parts.card(parts.items(*(_table(info, _) for info in found.newest)), title=_("Touched last"), cls="wide"),
    ]
    return h.html(lang=_.lang)[
        h.head[
            h.meta(charset="utf-8"),
            h.title[title],
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.meta(http_equiv="refresh", content=str(SECONDS)),
            h.link(rel="icon", href=page.ICON),
            h.link(rel="stylesheet", href=style),
        ],
        h.body[h.header(".bar")[h.h1[title]], h.main(".page")[h.div(".cards")[cards]]],
    ]


def _card(title: str, told: dict[str, str]) -> Element:
    return parts.card(h.dl(".facts")[([h.dt[label], h.dd[said]] for label, said in told.items())], title=title)


def _table(info: TableInfo, _: Translator) -> Node:
    """A table as its host knows it: nothing of what happens at it."""
    entries = _.ngettext("{count} entry", "{count} entries", info.entries).format(count=info.entries)
    when = f"{day(info.changed, _.lang)}, {hour(info.changed, _.lang)}"
    said = info.error.text(_) if info.error else f"{when} · {entries}"
    called = load_game(info.game).called(_) if info.game in GAMES else info.game
    return parts.item(h.bdi[info.title or called], said, side=h.span(".note.short-code")[info.code])


def _size(count: float, _: Translator) -> str:
    return f"{money(round(count / 1e6), _.lang)} MB"
