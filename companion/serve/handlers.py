"""The routes of the server: the page, its files, its kernel's websocket, and good-bye."""

from __future__ import annotations

import asyncio
import html
import json
import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.httputil import HTTPServerRequest
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError
from voila.handler import VoilaHandler

from companion import strangers
from companion.errors import CompanionError
from companion.serve import awake, away, borrowed, kernels, page, phone
from companion.serve.assets import FOR_GOOD, Assets, Plotly
from companion.serve.channel import PageLine
from companion.serve.gate import COOKIE, FOREIGN, HERE, LOCKED, Gate, address_of, without_token
from companion.store import is_unread
from companion.words import N_, pick_language, translator

FIRST_PAINT_SECONDS = 1.0  # usually some hundredths; by then a warm kernel would have shown the same
COOKIE_SECONDS = 30 * 86400  # counted by the device: a host without a clock of its own may think it is last year
FOR_A_DAY = "public, max-age=86400"
DEATH_MILLISECONDS = 1000
KERNEL_OF = re.compile(r'"kernel": "([0-9a-f-]{36})"')  # in template/index.html.j2
GOING_AWAY = 1001  # a websocket's close code, RFC 6455
log = logging.getLogger("companion.serve")
WRONG = N_("Something went wrong on our side; it is written in the log. Reload the page to go on.")
WRONG_CODE = N_("This is not the code that the host's screen shows now.")
NOTHING_HERE = N_("There is nothing at this address. Open the companion's first page.")


class Sentence(RequestHandler):
    """A handler whose errors are one sentence, never a traceback."""

    def write_error(self, status_code: int, **_why: Any) -> None:
        """Says it in words."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        sentence = NOTHING_HERE if status_code == HTTPStatus.NOT_FOUND else WRONG
        self.finish(page.message_page(sentence, language(self.request)))


class Refused(Sentence):
    """Answers what the gate has refused."""

    def initialize(self, sentence: str) -> None:
        """Takes the sentence to say."""
        self.sentence = sentence

    def prepare(self) -> None:
        """Ends the request here, whatever its method."""
        self.set_status(HTTPStatus.FORBIDDEN)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        lang = language(self.request)
        form = page.knock_form(lang, without_token(self.request.uri or "/")) if self.sentence == LOCKED else ""
        self.finish(page.message_page(self.sentence, lang, form))


class Knock(Sentence):
    """A device that has no link types the host's short code."""

    def post(self) -> None:
        """Lets it in, or says what is wrong and asks again."""
        gate: Gate = self.settings["companion_gate"]
        to, lang = without_token(self.get_body_argument("to", "/")), language(self.request)
        try:
            if gate.opens(self.get_body_argument("code", ""), address_of(self.request), time.monotonic()):
                let_in(self, gate, to)
                return
            trouble = translator(lang)(WRONG_CODE)
        except CompanionError as refusal:
            trouble = refusal.text(translator(lang))
        self.set_status(HTTPStatus.FORBIDDEN)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(page.message_page(LOCKED, lang, page.knock_form(lang, to, trouble)))


class Asked(Sentence):
    """A kernel asks whether its page may do something of which each address has so many (see `companion.strangers`)."""

    def post(self) -> None:
        """How many seconds it has to wait."""
        if not self.settings["companion_gate"].is_kernel(self.request):
            raise HTTPError(HTTPStatus.NOT_FOUND)
        asked = json.loads(self.request.body)
        address = self.settings["companion_room"].owner(asked["kernel"])
        self.finish(str(self.settings["companion_limits"].ask(address, asked["what"])))


class NotHere(Sentence):
    """Every address that is not ours."""

    def prepare(self) -> None:
        """Says so."""
        raise HTTPError(HTTPStatus.NOT_FOUND)


class Alive(Sentence):
    """Whether the server is there and, for a page that lost its line, whether its kernel still is."""

    async def get(self, kernel_id: str = "") -> None:
        """204 where all is well; 410 when the kernel is gone."""
        self.set_header("Cache-Control", "no-store")
        gone = kernel_id and not await kernels.is_alive(self.settings["kernel_manager"], kernel_id)
        self.set_status(HTTPStatus.GONE if gone else HTTPStatus.NO_CONTENT)


class Leave(Sentence):
    """A page says good-bye as it is closed or reloaded: its kernel ends."""

    async def post(self, kernel_id: str) -> None:
        """Ends the kernel; one that is gone already is no error."""
        log.debug("the page of kernel %s was left", kernel_id)
        await kernels.end_kernel(self.settings["kernel_manager"], kernel_id)
        self.set_status(HTTPStatus.NO_CONTENT)


class Static(Sentence):
    """Our own files, at an address that holds their digest."""

    def get(self, digest: str, name: str) -> None:
        """The file, gzipped where the browser takes it. An old page's address still works, but is not kept."""
        assets: Assets = self.settings["companion_assets"]
        asset = assets.find(name)
        if asset is None:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        fresh = digest == asset.digest
        send(self, asset.kind, asset.plain, asset.gzipped, FOR_GOOD if fresh else "no-cache")


class Icon(Sentence):
    """The page's icon on a home screen."""

    async def get(self, size: str) -> None:
        """Drawn once, off the server's own thread."""
        known = {str(each): each for each in phone.SIZES}
        if size not in known:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        drawn = await IOLoop.current().run_in_executor(None, phone.icon, known[size])
        send(self, "image/png", drawn, b"", FOR_A_DAY)


class Awake(Sentence):
    """The video that keeps a display on where the browser has nothing else for it."""

    def get(self) -> None:
        """Sent whole: the page plays it from its own memory."""
        send(self, "video/mp4", awake.video(), b"", FOR_A_DAY)


class Manifest(Sentence):
    """What a phone is told that puts the page on its home screen."""

    def get(self) -> None:
        """In the device's language; where it needs it, with the token, which the device has shown already."""
        gate: Gate = self.settings["companion_gate"]
        # An app on an iPhone's home screen has cookies of its own. A browser that says where its requests come from is
        # on https or this machine: there the browser's maker may be sent the manifest, which is no place for a token.
        token = None if "Sec-Fetch-Site" in self.request.headers else gate.token
        base: str = self.settings["base_url"]
        self.set_header("Content-Type", "application/manifest+json")
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps(phone.manifest(base, language(self.request), token)))


class Worker(Sentence):
    """The service worker, which says that the host is away while it is."""

    def get(self) -> None:
        """In the language that the page is in; for every page of ours, and never out of a cache."""
        base: str = self.settings["base_url"]
        self.set_header("Service-Worker-Allowed", base)
        lang = pick_language(self.get_query_argument("lang", None), self.request.headers.get("Accept-Language", ""))
        send(self, "text/javascript; charset=utf-8", away.worker(base, lang).encode(), b"", "no-cache")


class PlotlyScript(Sentence):
    """The chart script of the installed plotly package."""

    async def get(self, name: str) -> None:
        """Compressed once, off the server's own thread."""
        plotly: Plotly = self.settings["companion_plotly"]
        if name != plotly.name:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        loop = IOLoop.current()
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            gzipped = await loop.run_in_executor(None, plotly.gzipped)
            send(self, "text/javascript; charset=utf-8", b"", gzipped, FOR_GOOD)
        else:
            plain = await loop.run_in_executor(None, plotly.plain)
            send(self, "text/javascript; charset=utf-8", plain, b"", FOR_GOOD)


def send(handler: RequestHandler, kind: str, plain: bytes, gzipped: bytes, cache: str) -> None:
    """Answers with a file in the form that the browser takes."""
    handler.set_header("Content-Type", kind)
    handler.set_header("Cache-Control", cache)
    handler.set_header("Vary", "Accept-Encoding")
    handler.set_header("X-Content-Type-Options", "nosniff")
    if gzipped and "gzip" in handler.request.headers.get("Accept-Encoding", ""):
        handler.set_header("Content-Encoding", "gzip")
        handler.finish(gzipped)
    else:
        handler.finish(plain)


class Line(KernelWebsocketHandler):
    """The websocket between a page and its kernel. Who may open it has been decided at the gate."""

    async def open(self, kernel_id: str) -> None:
        """Connects to the kernel."""
        self.set_nodelay(True)  # a small answer waits for no other one
        await super().open(kernel_id)  # type: ignore[no-untyped-call]
        log.debug("connected to kernel %s", kernel_id)

    def get_websocket_protocol(self) -> Any:
        """Leaves the pings to Jupyter, which counts them in milliseconds; tornado reads the same names as seconds."""
        protocol: Any = super().get_websocket_protocol()
        if protocol is not None:
            protocol.params.ping_interval = 0
        return protocol

    def on_close(self) -> None:
        """A page that was closed or reloaded says so as it goes; one whose line was lost cannot, and may come back."""
        super().on_close()  # type: ignore[no-untyped-call]
        log.debug("the line to kernel %s has closed: %s", self.kernel_id, self.close_code)
        if self.close_code == GOING_AWAY:
            IOLoop.current().add_callback(kernels.end_kernel, self.settings["kernel_manager"], self.kernel_id)

    def write_error(self, status_code: int, **_why: Any) -> None:
        """A refused websocket needs no page."""
        self.set_status(status_code)
        self.finish()


class Channels(Line):
    """The line of a page of ours, which is also told how its kernel is.

    The browser thinks it open before it is connected to the kernel, and what the kernel says in between is
    lost. So the page is told when nothing is lost any more.
    """

    kernel_websocket_connection_class = PageLine
    _pulse: PeriodicCallback | None = None

    async def open(self, kernel_id: str) -> None:
        """Connects to the kernel, then says so to the page."""
        await super().open(kernel_id)
        if self.connection is not None:
            borrowed.watch_states_alone(self.connection.kernel_manager)
            self.write_message({"header": {"msg_type": "companion_connected"}, "content": {}})
            self._pulse = PeriodicCallback(self._tell_of_death, DEATH_MILLISECONDS)
            self._pulse.start()

    async def _tell_of_death(self) -> None:
        """Says to the page that its kernel has died, in Jupyter's words: it hears nothing from the kernel itself."""
        if self.connection is None or await kernels.is_alive(self.settings["kernel_manager"], self.kernel_id):
            return
        self._end_pulse()
        with suppress(WebSocketClosedError):
            self.write_message({"header": {"msg_type": "status"}, "content": {"execution_state": "dead"}})

    def _end_pulse(self) -> None:
        if self._pulse is not None:
            self._pulse.stop()

    def on_close(self) -> None:
        """Nobody listens any more."""
        self._end_pulse()
        super().on_close()


class PageHandler(VoilaHandler):
    """The one page: head and first paint at once, then the part that the kernel tells."""

    evening = False  # whether the table's evening is painted first, which nobody needs a seat for

    async def get(self) -> None:
        """Serves the table that the query names."""
        gate: Gate = self.settings["companion_gate"]
        if gate.brings_token(self.request):
            let_in(self, gate, without_token(self.request.uri or "/"))
            return
        if gate.is_doubtful(self.request):
            self._ask_back()
            return
        if strangers.is_open() and not await self._knows():
            return
        with self._room.place(self.kernel_manager, address_of(self.request)) as refusal:
            if refusal is None:
                await self._serve()
            else:
                self._answer(HTTPStatus.SERVICE_UNAVAILABLE, refusal)

    @property
    def _room(self) -> kernels.Room:
        room: kernels.Room = self.settings["companion_room"]
        return room

    async def _knows(self) -> bool:
        """On an open host: whether the address names no table but one that is there; a wrong code starts no kernel.

        While the tables cannot be read nobody knows: the page says so, and comes back by itself.
        """
        asks = partial(self.settings["companion_limits"].ask, address_of(self.request))
        try:
            await IOLoop.current().run_in_executor(None, find_table, page.clean_query(self.request.query), asks)
        except CompanionError as refusal:
            if is_unread(refusal):
                return True
            waits = refusal.code == strangers.WAIT
            status = HTTPStatus.TOO_MANY_REQUESTS if waits else HTTPStatus.NOT_FOUND
            _ = translator(language(self.request))
            home = f'<p><a href="{self.base_url}">{html.escape(_("To the first page"))}</a></p>'
            self._answer(status, refusal.text(_), home)
            return False
        return True

    def _ask_back(self) -> None:
        """An older browser: whoever goes to the page comes back with the cookie, what another site plants does not."""
        if "text/html" not in self.request.headers.get("Accept", ""):
            self._answer(HTTPStatus.FORBIDDEN, FOREIGN)
            return
        self.set_cookie(HERE, "1", max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", path="/")
        self.set_header("Cache-Control", "no-store")
        self.redirect(without_token(self.request.uri or "/"), status=HTTPStatus.SEE_OTHER)

    def _answer(self, status: HTTPStatus, sentence: str, inside: str = "") -> None:
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(page.message_page(sentence, language(self.request), inside))

    async def _serve(self) -> None:
        started = time.perf_counter()
        self.request.query = page.clean_query(self.request.query)
        cookies = {name: morsel.value for name, morsel in self.request.cookies.items()}
        accepted = self.request.headers.get("Accept-Language", "")
        lang = language(self.request)
        kernel_part = self.get_generator()
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Security-Policy", page.policy(self.request.host))
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "same-origin")
        plotly: Plotly = self.settings["companion_plotly"]
        theme = cookies.get("companion_theme", "")
        self.write(page.top(self.settings["companion_assets"], plotly.url, self.base_url, lang, theme))
        await self.flush()  # the browser fetches style and scripts meanwhile
        self.write(await self._first_paint({**cookies, "accept-language": accepted}))
        self.write(page.close_first_paint(lang))
        await self.flush()
        log.debug("first paint after %.0f ms", (time.perf_counter() - started) * 1000)
        self.settings["companion_pool"].settle()
        await kernels.mend_pool(self.kernel_manager, self.notebook_path)  # only now: one may have died meanwhile
        async for part in kernel_part:
            for kernel in KERNEL_OF.findall(part):
                self._room.took(kernel, address_of(self.request))
            self.write(part)
        self.finish(page.bottom())
        await self._keep_warm()

    async def _keep_warm(self) -> None:
        """The others of this table will want their pages, too."""
        pool: kernels.Pool = self.settings["companion_pool"]
        if pool.follows and "table=" in self.request.query:
            pool.follow(await IOLoop.current().run_in_executor(None, free_seats, self.request.query))

    def should_use_rendered_notebook(self, notebook_data: Any, pool_size: int, *_asked: Any) -> bool:
        """Takes a warm kernel where one is ready; a place in the pool that is still to be filled is not waited for."""
        pool = borrowed.pools(self.kernel_manager).get(self.notebook_path, [])
        return bool(notebook_data) and pool_size > 0 and kernels.is_ready(pool[0])

    async def _first_paint(self, cookies: dict[str, str]) -> str:
        """The table's public state as HTML; nothing when it is not there in time."""
        call = IOLoop.current().run_in_executor(
            None, partial(first_paint, str(self.request.query), cookies, evening=self.evening)
        )
        try:
            return await asyncio.wait_for(call, FIRST_PAINT_SECONDS)
        except TimeoutError:
            log.warning("the first paint took longer than %s s and was left out", FIRST_PAINT_SECONDS)
        except Exception:
            log.exception("the first paint failed")
        return ""

    def write_error(self, status_code: int, **_why: Any) -> None:  # noqa: ARG002 - tornado names it
        """Says it in words."""
        if self._headers_written:
            self.finish(page.bottom())
            return
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(page.message_page(WRONG, language(self.request)))


class HistoryHandler(PageHandler):
    """The page of the market's history: another notebook, whose first paint is the evening of the table."""

    evening = True


def let_in(handler: RequestHandler, gate: Gate, to: str) -> None:
    """Trades the token in the address, or the short code, for a cookie, and goes on to an address of ours."""
    handler.set_cookie(COOKIE, gate.token or "", max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", path="/")
    handler.set_header("Cache-Control", "no-store")
    handler.set_header("Referrer-Policy", "no-referrer")
    handler.redirect(to, status=HTTPStatus.SEE_OTHER)


def language(request: HTTPServerRequest) -> str:
    """The language of this device."""
    chosen = request.cookies.get("companion_lang")
    return pick_language(chosen.value if chosen else None, request.headers.get("Accept-Language", ""))


def first_paint(query: str, cookies: dict[str, str], *, evening: bool = False) -> str:
    """Asks the screens, imported at the first call: the server itself needs none of them."""
    from companion.screens import first_paint as paint

    return str(paint(query, cookies, evening=evening))


def find_table(query: str, asks: Callable[[str], float]) -> None:
    """Asks them for the table that an address names. Raises CompanionError."""
    from companion.screens.paint import find

    find(query, asks)


def free_seats(query: str) -> int:
    """Asks the same of the seats."""
    from companion.screens.paint import free_seats as count

    return count(query)
