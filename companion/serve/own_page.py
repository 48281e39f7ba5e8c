"""A page of one's own: a notebook of the host's, with ordinary widgets, in Voila's own front end.

It stands under ``page/`` of the same server, behind the same gate. Its kernel starts with the page, so that the
notebook finds the tables as they are; whoever leaves the page ends it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.contents.largefilemanager import LargeFileManager
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError
from voila.configuration import VoilaConfiguration
from voila.notebook_renderer import NotebookRenderer
from voila.paths import collect_static_paths, collect_template_paths
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.utils import get_page_config, get_voila_labextensions_path

from companion.serve import handlers, kernels, page
from companion.serve.notebooks import notary
from companion.widgets.script import SERVED

HERE = Path(__file__).parent
UNDER = "page/"
MESSAGES = ["comm_open", "comm_close"]  # what the widgets of Voila's front end say besides ours


def routes(app: Any, notebook: Path, kernel: str) -> list[Any]:
    """The page of ``app`` for this notebook, and what its front end asks for. ``kernel`` matches a kernel's id."""
    contents = LargeFileManager(parent=app, root_dir=str(notebook.parent), allow_hidden=True, notary=notary(notebook))
    paths = collect_template_paths(["voila", "nbconvert"], "lab", prune=True)
    given = {
        "notebook_path": notebook.name,
        "template_paths": [str(HERE / "own_template"), *paths],
        "config": app.config,
        "voila_configuration": VoilaConfiguration(parent=app, show_tracebacks=True),  # its author wants to know
        "contents": contents,
    }
    static = {"paths": collect_static_paths(["voila", "nbconvert"], "lab"), "default_filename": "index.html"}
    under = app.base_url + UNDER
    return [
        (under, OwnPage, given),
        (rf"{under}api/kernels/{kernel}", Model),
        (rf"{under}api/kernels/{kernel}/channels", handlers.Line),
        (rf"{under}voila/api/shutdown/{kernel}", handlers.Leave),
        (rf"{under}voila/templates/(\w+/static/[\w.\-]+)", TemplateStaticFileHandler),
        (rf"{under}voila/static/([\w.\-]+)", MultiStaticFileHandler, static),
        (rf"{under}voila/labextensions/([\w.\-@/]+)", FileFindHandler, {"path": get_voila_labextensions_path()}),
    ]


class OwnPage(handlers.PageHandler):
    """The page."""

    def initialize(self, contents: LargeFileManager, **voila: Any) -> None:
        """Takes what Voila's handlers take, and who reads the notebook."""
        super().initialize(**voila)
        self.contents = contents

    @property
    def base_url(self) -> str:
        """Where the front end finds its own files and its kernel."""
        return f"{super().base_url}{UNDER}"

    async def _serve(self) -> None:
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.set_header(
            "Content-Security-Policy", page.policy(self.request.host, scripts="'unsafe-inline' 'unsafe-eval'")
        )
        self.set_header("Referrer-Policy", "same-origin")
        renderer = self._renderer()
        await renderer.initialize()
        manager = self.kernel_manager
        kernel = await manager.start_kernel(
            kernel_name=kernels.NAME, cwd=self.contents.root_dir, env=self._environment()
        )
        manager.notify_connect(kernel)  # until the browser does: a notebook may take its time
        try:
            async for part, _resources in renderer.generate_content_generator(kernel, manager.get_kernel(kernel)):
                self.write(part)
                await self.flush()
        except StreamClosedError:
            await kernels.end_kernel(manager, kernel)
        finally:
            manager.notify_disconnect(kernel)

    def _renderer(self) -> NotebookRenderer:
        page_config = get_page_config(self.base_url, self.settings, self.log, self.voila_configuration)
        return NotebookRenderer(
            request_handler=self,
            voila_configuration=self.voila_configuration,
            traitlet_config=self.traitlet_config,
            notebook_path=self.notebook_path,
            template_paths=self.template_paths,
            config_manager=self.config_manager,
            contents_manager=self.contents,
            base_url=self.base_url,
            kernel_spec_manager=self.kernel_spec_manager,
            page_config={**page_config, "fullMathjaxUrl": ""},
            mathjax_config="",
            mathjax_url="",
        )

    def _environment(self) -> dict[str, str]:
        """That of the tables' kernels, but for what holds on our own page only; with the page's query."""
        own = {name: value for name, value in os.environ.items() if name != SERVED}
        return {**own, "PLOTLY_RENDERER": "plotly_mimetype", "QUERY_STRING": page.clean_query(self.request.query)}


class Model(handlers.Sentence):
    """What the front end asks about its kernel before it opens the line."""

    def get(self, kernel_id: str) -> None:
        """Says it as JSON; 404 where it is gone."""
        manager = self.settings["kernel_manager"]
        if kernel_id not in manager:
            raise HTTPError(404)
        model = manager.kernel_model(kernel_id)
        self.set_header("Cache-Control", "no-store")
        self.finish({name: model[name] for name in ("id", "name", "execution_state", "connections")})
