"""A page's kernel as a process: ``python -m companion.serve.page_kernel CONNECTION_FILE``.

It is IPython's kernel without what no page can reach and what costs every device its memory: the debugger, the history
of what was typed, and the reading of a command line.
"""

import gc
import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

KERNEL = "COMPANION_KERNEL"  # the variable that tells a kernel its id, by which the server knows its page


@cache
def application() -> Any:
    """IPython's kernel as a class, loaded at the first call."""
    modules: dict[str, Any] = sys.modules
    modules["debugpy"] = None  # ipykernel then does without

    from ipykernel.kernelapp import IPKernelApp

    class PageKernel(IPKernelApp):
        """One that is told all it needs when it is made."""

        def parse_command_line(self, argv: Any = None) -> None:
            """Leave the command line alone: to make a parser of it touches much of what kernels share."""

    return PageKernel


def run(connection_file: str, **settings: Any) -> None:
    """Runs a kernel in this process until it is told to end."""
    from traitlets.config import Config

    os.environ[KERNEL] = Path(connection_file).stem.removeprefix("kernel-")
    config = Config({"HistoryManager": {"enabled": False}})
    application().launch_instance(connection_file=connection_file, config=config, **settings)


def load() -> None:
    """Brings in what our pages are made of. None of it is garbage, and looking for some takes a fifth of the time."""
    gc.disable()
    application()
    if os.environ.get("COMPANION_SERVED"):
        import_module("companion.screens.app")
    gc.freeze()
    gc.enable()


if __name__ == "__main__":
    load()
    run(sys.argv[1])
