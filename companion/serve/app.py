"""The launcher: Voila's server, with only the routes that the companion needs."""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import sys
import tempfile
import threading
import time
import webbrowser
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

import tornado.web
from jupyter_core.utils import run_sync
from jupyter_server.auth.identity import IdentityProvider, User
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.ioloop import IOLoop, PeriodicCallback
from traitlets.config import Config
from voila.app import Voila
from voila.paths import collect_template_paths

from companion import strangers
from companion.errors import CompanionError
from companion.files import keep_private
from companion.logs import LOG, LogFile
from companion.serve import borrowed, forks, handlers, kernels, lan, own_page
from companion.serve.assets import Assets, Plotly, view_script
from companion.serve.channel import Client
from companion.serve.forks import Forks
from companion.serve.gate import KNOCK, Gate
from companion.serve.listening import SOCKETS, listen, listen_at
from companion.serve.notebooks import HISTORY, TABLE, OwnNotebook, notary, own_notebook, shipped_notebook
from companion.serve.proxied import SECRET
from companion.store import STORE, open_store
from companion.store.bell import BELL, Bell
from companion.store.touched import KEEP_DAYS
from companion.words import N_, system_language, translator

HERE = Path(__file__).parent
LOG_BYTES = 2_000_000
PORT = 8866
REFILL_SECONDS = 2.5  # not while the page that took the warm kernel is still busy drawing
KERNEL = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
WATCH_SECONDS = 15
PUT_AWAY_SECONDS = 3600
PING_MILLISECONDS = 15_000
MESSAGE_BYTES = 64_000_000  # the largest save that the page sends has 5 MB; each of its signs may be escaped into six
BODY_BYTES = 100_000  # of a form or a goodbye; all else goes over the websocket
SOCKET_FOLDER_LENGTH = 50  # a socket's path has 107 bytes at most, and a kernel's own name takes 50
NO_SECRET = N_("Behind a Jupyter server the companion is started by that server; it gives the secret that lets it in.")
NO_SOCKET = N_("A socket is for this machine alone: --socket goes with neither --lan nor --public.")
NO_OWN_PAGE = N_("A page of one’s own can read every table: --page and --public do not go together.")
log = logging.getLogger("companion.serve")


class GatedApplication(tornado.web.Application):
    """A tornado application where nothing is reached, static file or websocket, but through the gate."""

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> Any:
        """The route's handler, or the refusal."""
        gate: Gate = self.settings["companion_gate"]
        sentence = gate.refusal(request)
        if sentence is None:
            return super().find_handler(request, **kwargs)
        log.warning("refused %s from %s: %s", request.path, request.remote_ip, sentence)
        return self.get_handler_delegate(request, handlers.Refused, {"sentence": sentence})


class Guest(IdentityProvider):
    """Jupyter's idea of a user. Who may come in was decided at the gate; who sits where, the table decides."""

    def get_user(self, handler: Any) -> User:  # noqa: ARG002 - the interface names it
        """The same for everyone; no cookie is set."""
        return User(username="guest")


class CompanionApp(Voila):
    """Voila with a page of our own.

    Voila starts, warms and ends the kernels and runs the notebook. Its JupyterLab front end is not sent: the
    page hosts its one widget with a small script (``static/host.js``), so that a phone has 20 kB to read, not 5 MB.
    """

    name = "companion"
    data: Path
    gate: Gate
    door: Path | None = None  # the file of the socket to listen at, instead of a port
    own: OwnNotebook | None = None
    host_key = ""  # opens the host's page, on an open host
    keep: int | None = None  # on an open host: the days after which a table that nobody touches is put away
    forks: Forks | None = None
    grows = False  # whether more kernels wait for pages once the first are there
    store: str | None = None  # the address of the tables' database
    bell: Bell | None = None
    port_retries = 0

    def setup_template_dirs(self) -> None:
        """Puts the package's own template before Voila's."""
        self.template_paths = [
            str(HERE / "template"),
            *collect_template_paths(["voila", "nbconvert"], "lab", prune=True),
        ]
        self.static_paths: list[str] = []

    def init_settings(self) -> dict[str, Any]:
        """Adds compression, the gate, and the files."""
        settings: dict[str, Any] = super().init_settings()
        allowed = ["comm_msg", "comm_info_request", "kernel_info_request", *(own_page.MESSAGES if self.own else [])]
        self.kernel_manager.allowed_message_types = allowed
        self.event_logger = kernels.Silence()
        self.contents_manager.notary = notary(shipped_notebook(HISTORY), Path(self.root_dir) / self.notebook_path)
        manager = self.kernel_manager
        history = self._page(shipped_notebook(HISTORY))["notebook_path"]
        borrowed.set_pool_size(manager, history, 1)  # once somebody was there
        room = kernels.Room()
        if self.keep is not None:
            room.each = max(kernels.LEAST_PAGES, room.pages // 2)
        settings.update(
            compress_response=True,
            websocket_compression_options={"compression_level": 6, "mem_level": 8},
            companion_gate=self.gate,
            companion_assets=Assets(),
            companion_plotly=Plotly(self.data / "cache"),
            companion_room=room,
            companion_limits=strangers.Limits(),
            companion_pool=kernels.Pool(manager, room, self.forks),
            log_function=log_request,
            ws_ping_interval=PING_MILLISECONDS,
            ws_ping_timeout=3 * PING_MILLISECONDS,  # at one interval, the first ping would find no pong before it
            websocket_max_message_size=MESSAGE_BYTES,
        )
        return settings

    def init_handlers(self) -> list[Any]:
        """The routes. Voila's own are left out: it would serve folders, kernels' controls and a login page."""
        base = self.base_url
        return [
            (base, handlers.PageHandler, self._page(self.notebook_path)),
            (rf"{base}history", handlers.HistoryHandler, self._page(shipped_notebook(HISTORY))),
            (rf"{base}api/kernels/{KERNEL}/channels", handlers.Channels),
            (KNOCK, handlers.Knock),
            (rf"{base}companion/alive", handlers.Alive),
            (rf"{base}companion/alive/{KERNEL}", handlers.Alive),
            (rf"{base}companion/leave/{KERNEL}", handlers.Leave),
            (rf"{base}companion/manifest.webmanifest", handlers.Manifest),
            (rf"{base}companion/awake\.mp4", handlers.Awake),
            (rf"{base}companion/away\.js", handlers.Worker),
            (rf"{base}companion/icon-(\d+)\.png", handlers.Icon),
            (rf"{base}companion/static/([0-9a-f]{{16}})/([\w.\-]+)", handlers.Static),
            (rf"{base}companion/(plotly-[\w.\-+]+\.min\.js)", handlers.PlotlyScript),
            *(own_page.routes(self, self.own.path, KERNEL) if self.own else []),
            *(self._open_host() if self.keep is not None else []),
            (r".*", handlers.NotHere),
        ]

    def _open_host(self) -> list[Any]:
        """The routes of an open host."""
        from companion.serve import host  # it is drawn with the screens, which no other server loads at its start

        return [
            (rf"{self.base_url}companion/ask", handlers.Asked),
            (rf"{self.base_url}host", host.HostPage, {"data": self.data, "key": self.host_key}),
        ]

    def _page(self, notebook: str | Path) -> dict[str, Any]:
        """What the handler of a notebook's page is made with."""
        return {
            "notebook_path": os.path.relpath(notebook, self.root_dir),
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }

    def start(self) -> None:
        """Runs until it is told to stop. Raises CompanionError when the port or the socket cannot be had."""
        opened = listen_at(self.door) if self.door else listen(self.port, self.ip)
        self.connection_dir = tempfile.mkdtemp(prefix="companion-")
        if sys.platform == "linux" and len(self.connection_dir) <= SOCKET_FOLDER_LENGTH:
            # Files that are the user's own, where a port is open to every user of this machine.
            self.config.KernelManager.transport = "ipc"
        if self.store and SOCKETS:  # elsewhere each kernel listens to the database by itself
            from companion.store.postgres import bell

            os.environ[BELL] = str(Path(self.connection_dir) / "bell")
            self.bell = bell(self.store, os.environ[BELL])
        self.forks = self.forks or forks.start()
        settings = self.init_settings()
        self.app = GatedApplication(**settings)
        self.app.add_handlers(".*$", self.init_handlers())
        HTTPServer(self.app, max_body_size=BODY_BYTES).add_socket(opened)
        self.ioloop = IOLoop.current()
        # Python's own interrupt breaks off whatever runs, and Voila's loop over a notebook's cells swallows it.
        signal.signal(signal.SIGINT, self._end)
        if self.grows:
            self.ioloop.call_later(REFILL_SECONDS, settings["companion_pool"].grow)
        watch = kernels.Watch()
        PeriodicCallback(lambda: self._look_after(watch), WATCH_SECONDS * 1000).start()
        if self.keep is not None:
            PeriodicCallback(self._put_away, PUT_AWAY_SECONDS * 1000).start()
            self.ioloop.add_callback(self._put_away)
        threading.Thread(target=warm_up, args=(settings["companion_plotly"],), daemon=True).start()
        self.announce()
        try:
            self.ioloop.start()
        finally:
            self.stop()

    def _end(self, *_signal: object) -> None:
        """Ends the loop, between two of its callbacks."""
        self.ioloop.asyncio_loop.call_soon_threadsafe(self.ioloop.stop)  # type: ignore[attr-defined]

    def stop(self) -> None:
        """Ends the kernels, then takes their connection files and our own socket away."""
        with suppress(tornado.web.HTTPError):  # a kernel that is only starting is not known yet: it ends with us
            run_sync(self.kernel_manager.shutdown_all)(now=True)
        if self.forks:
            self.forks.close()
        if self.bell:
            self.bell.close()
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        if self.door:
            self.door.unlink(missing_ok=True)

    def announce(self) -> None:
        """Says where the page is. Set by :func:`serve`."""

    async def _put_away(self) -> None:
        """Puts away what nobody has touched for long."""
        from companion.serve import host

        try:
            count = await self.ioloop.run_in_executor(None, host.put_away, None, self.keep, datetime.now(UTC))
            log.info("%s tables were put away", count)
        except CompanionError as trouble:
            log.warning("no table could be put away: %s", trouble)

    async def _look_after(self, watch: kernels.Watch) -> None:
        """Keeps the warm kernels warm, and ends those that no page will come back for."""
        self.app.settings["companion_pool"].settle()
        for notebook in list(borrowed.pools(self.kernel_manager)):
            await kernels.mend_pool(self.kernel_manager, notebook)
            await kernels.trim_pool(self.kernel_manager, notebook)
        for kernel in watch.overdue(kernels.states(self.kernel_manager), time.monotonic()):
            log.info("kernel %s has had no page for long and ends", kernel)
            await kernels.end_kernel(self.kernel_manager, kernel)


def warm_up(plotly: Plotly) -> None:
    """What the first page would have to wait for: the screens' modules, the compressed chart script."""
    try:
        view_script()
        handlers.first_paint("", {})
        plotly.gzipped()
    except Exception:
        log.exception("warming up failed")


def log_request(handler: tornado.web.RequestHandler) -> None:
    """Writes down requests that failed on our side, without their query: it may hold a token."""
    status = handler.get_status()
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        level = logging.WARNING if status == HTTPStatus.SERVICE_UNAVAILABLE else logging.ERROR  # that one says why
        log.log(level, "%s %s: %s", handler.request.method, handler.request.path, status)


def log_to(data: Path) -> None:
    """Sends what the server has to say to the log file; a long one is set aside at the start."""
    path = data / LOG
    if path.exists() and path.stat().st_size > LOG_BYTES:
        with suppress(OSError):  # Windows: another companion is writing into it
            path.replace(path.with_suffix(".log.1"))
    root = logging.getLogger()
    root.handlers[:] = [LogFile(data)]
    root.setLevel(logging.WARNING)
    log.setLevel(os.environ.get("COMPANION_LOG_LEVEL", "INFO"))


def configuration(pool: int) -> Config:
    """Voila's settings; its files in the working directory are not read."""
    config = Config()
    config.VoilaConfiguration.preheat_kernel = True
    config.VoilaConfiguration.default_pool_size = pool
    config.VoilaConfiguration.kernel_spec_manager_class = kernels.OwnKernel
    config.VoilaConfiguration.file_allowlist = []
    config.VoilaConfiguration.extension_denylist = ["@jupyterhub/jupyter-server-proxy"]  # needs JupyterLab's own parts
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.allow_template_override = "NO"  # another one would load from other hosts
    config.VoilaConfiguration.allow_theme_override = "NOTEBOOK"
    # A kernel that was restarted has none of its page's state: the page asks for a new one instead.
    config.KernelManager.autorestart = False
    config.KernelManager.client_factory = Client
    config.VoilaKernelManager.fill_delay = REFILL_SECONDS
    config.VoilaConfiguration.template = "lab"
    config.VoilaExecutor.timeout = 60
    return config


def serve(
    data: Path,
    *,
    port: int = PORT,
    door: Path | None = None,
    lan_mode: bool = False,
    token: str | None = None,
    open_browser: bool = True,
    notebook: Path | None = None,
    pool: int | None = None,
    proxied: str | None = None,
    address: str | None = None,
    own: Path | None = None,
    started: Forks | None = None,
    store: str | None = None,
    public: bool = False,
    keep: int = KEEP_DAYS,
) -> None:
    """Serves the tables of a data folder until it is stopped.

    ``door`` is the file of a socket to listen at instead of the ``port``. ``lan_mode`` opens it to the network behind
    a token: ``token``, or the data folder's own. ``notebook`` is the table's unless another is given. ``pool``: how
    many kernels wait for pages; None: a few, and where that costs little as many as may come at once. ``proxied`` is
    the path under which a Jupyter server of this machine passes requests on; that server decides who comes in, and
    shows itself by the secret in the environment (see `companion.serve.proxied`). ``address``: which of this machine's
    addresses the players are told. ``own``: a notebook of the host's that is a page, too. ``started``: the kernels'
    fork server, where it loads already. ``store``: the address of the tables' database, where they are not in the
    folder. ``public``: an open host (see `companion.strangers`), where a table that nobody has touched for ``keep``
    days is put away. Raises CompanionError when the port, the socket, the address, the notebook or the database cannot
    be had, OSError when the folder cannot be written.
    """
    secret = os.environ.pop(SECRET, None)  # the kernels need not know it
    if public and own:
        raise CompanionError("own-page-open", NO_OWN_PAGE)
    if proxied and not secret:
        raise CompanionError("no-secret", NO_SECRET)
    if door and (lan_mode or public):
        raise CompanionError("socket-open", NO_SOCKET)
    page = own_notebook(own) if own else None
    data = data.resolve()
    os.umask(0o077)  # of what this process and its kernels will make
    data.mkdir(parents=True, exist_ok=True)
    keep_private(data)
    os.environ["COMPANION_DATA"] = str(data)
    os.environ.pop(STORE, None)
    if store:
        os.environ[STORE] = store
    os.environ["COMPANION_SERVED"] = "yes"  # the kernels' widgets stand in our page, with its style sheet
    log_to(data)
    if store:
        open_store(store).close()  # a database that cannot be reached is said now
    key = (token or lan.table_token(data)) if lan_mode else None
    # The kernels show it as a code to scan; without it they know that every page is this machine's own.
    told = lan.chosen(address) if key else []
    there = lan.links(told, port, key) if key else []
    short_code = lan.short_code(key) if key else ""
    os.environ["COMPANION_URL"] = " ".join(there)
    os.environ["COMPANION_SHORT_CODE"] = short_code
    os.environ["COMPANION_PAGE"] = page.title if page else ""
    base, asking = proxied or "/", secrets.token_urlsafe(32)
    os.environ[strangers.ASK] = f"http://127.0.0.1:{port}{base}companion/ask" if public else ""
    os.environ[strangers.SECRET] = asking if public else ""
    app = CompanionApp(
        config=configuration(kernels.WARM if pool is None else pool),
        config_file_paths=[],
        notebook_path=str(notebook.resolve() if notebook else shipped_notebook(TABLE)),
        base_url=base,
        ip=("::" if any(map(lan.is_ipv6, told)) else "0.0.0.0") if lan_mode else "127.0.0.1",  # noqa: S104 - a token guards it
        port=port,
        open_browser=False,
        identity_provider_class=Guest,
        token="",
    )
    app.data, app.door, app.own, app.forks, app.store = data, door, page, started, store
    app.grows = pool is None and not proxied  # through a Jupyter server comes one person alone
    names = lan.own_names() if lan_mode else frozenset()
    app.gate = Gate(
        key,
        names,
        short_code=short_code,
        secret=secret if proxied else None,
        any_name=public and not lan_mode,
        kernels=asking if public else "",
    )
    if public:
        app.keep, app.host_key = keep, lan.table_token(data, lan.HOST_KEY)
    here = str(door) if door else f"http://localhost:{port}/" + (f"?token={key}" if key else "")
    app.announce = lambda: announce(here, there if key else None, short_code, app.host_key, open_browser and not door)  # type: ignore[method-assign]
    app.initialize([])
    app.log.handlers.clear()
    app.log.propagate = True
    app.log.setLevel(logging.WARNING)
    app.start()


def announce(here: str, there: list[str] | None, short_code: str, host_key: str, open_browser: bool) -> None:
    """Prints where the companion is to be found, and opens it here where that was asked.

    ``there`` are the links for the room, the likeliest first; None: it is not open to the room. ``host_key`` opens the
    host's page; "": there is none.
    """
    _ = translator(system_language())
    print(_("The companion is at {address}").format(address=here))
    if there:
        print("\n" + _("For the players in this room, in the same Wi-Fi as this machine:"))
        print(f"\n{lan.qr(there[0])}\n{there[0]}\n")
        if there[1:]:
            print(_("If that does not answer, one of these may:"), *there[1:], "", sep="\n")
        print(_("Without the link: open its address and type {code}").format(code=short_code) + "\n")
    elif there is not None:
        print(_("This machine is on no network that others could reach it by."))
    if host_key:
        print(_("The host’s page, on this machine: {address}").format(address=f"{here.partition('?')[0]}host"))
        print(_("Elsewhere it opens with the key: {address}").format(address=f"/host?key={host_key}"))
    print(_("Stop it with Ctrl+C."), flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()
