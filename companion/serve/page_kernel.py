"""A page's kernel as a process: ``python -m companion.serve.page_kernel CONNECTION_FILE``.

It is IPython's kernel without what no page can reach and what costs every device its memory: the debugger and its list
of modules, the history of what was typed, and the reading of a command line. A page of ours, which runs one cell of
ours, has no magics and no completion either, and nothing of what somebody has set up for their own IPython.
"""

import gc
import os
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

SERVED = "COMPANION_SERVED"  # set where the kernel is for a page of ours, and not of somebody's own
KERNEL = "COMPANION_KERNEL"  # the variable that tells a kernel its id, by which the server knows its page


class Unlisted(ModuleType):
    """`sys` as the kernel sees it that notes the file of every module for a debugger: as if there were none.

    To look at a module is to write into it, as Python counts who does; and then no other kernel shares it.
    """

    modules: ClassVar[dict[str, ModuleType]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)


nothing: Any = lambda *_given: None  # in the place of what a page can do without  # noqa: E731


def is_ping(message: Any) -> bool:
    """Whether a message comes from a page that only asks whether anybody is there."""
    match message:
        case {"content": {"data": {"content": {"ping": _}}}}:
            return True
    return False


@cache
def application(*, ours: bool) -> Any:
    """IPython's kernel as a class, loaded at the first call: for a page of ours, or for somebody's own."""
    modules: dict[str, Any] = sys.modules
    modules["debugpy"] = None  # ipykernel then does without

    from ipykernel import ipkernel
    from ipykernel.kernelapp import IPKernelApp
    from ipykernel.zmqshell import ZMQInteractiveShell
    from traitlets import Type

    vars(ipkernel)["sys"] = Unlisted("sys")

    class PageKernel(IPKernelApp):
        """One that is told all it needs when it is made: to read a command line touches much of what kernels share."""

        parse_command_line = nothing

        def start(self) -> None:
            """As it ends, it waits for the thread that was told so: that one still says it through others."""
            super().start()  # type: ignore[no-untyped-call]
            if self.control_thread:
                self.control_thread.stop()
                self.control_thread.join()

    if not ours:
        return PageKernel

    class Shell(ZMQInteractiveShell):
        """One for code that is plain Python, and that nobody types."""

        init_alias = init_completer = init_extension_manager = init_magics = init_prefilter = nothing
        init_syntax_highlighting = nothing
        atexit_operations = nothing  # it would clear what is not there; all else goes with the process

        def transform_cell(self, raw_cell: str) -> str:
            return raw_cell

    class Kernel(ipkernel.IPythonKernel):
        shell_class = Type(Shell)

        def _publish_status(self, status: str, channel: str, parent: Any = None) -> None:
            """A ping is answered at once: that the kernel is busy with it would be two messages more."""
            if not is_ping(parent or self.get_parent(channel)):  # type: ignore[no-untyped-call]
                super()._publish_status(status, channel, parent)  # type: ignore[no-untyped-call]

    class OurKernel(PageKernel):
        """One that reads no settings, extensions or scripts of somebody's own IPython."""

        kernel_class = Type(Kernel)
        init_code = init_config_files = init_extensions = init_gui_pylab = init_pdb = load_config_file = nothing

    return OurKernel


def run(connection_file: str, **settings: Any) -> None:
    """Runs a kernel in this process until it is told to end."""
    from traitlets.config import Config

    os.environ[KERNEL] = Path(connection_file).stem.removeprefix("kernel-")
    ours = SERVED in os.environ
    config = Config({"HistoryManager": {"enabled": False}})
    if ours:
        config.IPKernelApp.outstream_class = None  # it prints nothing, and nobody need wait for it
    application(ours=ours).launch_instance(connection_file=connection_file, config=config, **settings)


def bare_widgets() -> None:
    """Brings in ipywidgets without its controls, of which our page shows none: they take an eighth of the time.

    Its packages would bring them all: they stand there unrun, with the one name that anywidget asks them for.
    """
    for name in ("ipywidgets", "ipywidgets.widgets"):
        spec = find_spec(name)
        assert spec
        sys.modules[name] = module_from_spec(spec)
    import_module("ipywidgets.comm")
    vars(sys.modules["ipywidgets"])["DOMWidget"] = import_module("ipywidgets.widgets.domwidget").DOMWidget


def load() -> None:
    """Brings in what our pages are made of. None of it is garbage, and looking for some takes a fifth of the time."""
    gc.disable()
    ours = SERVED in os.environ
    application(ours=ours)
    if ours:
        bare_widgets()
        import_module("companion.screens.app")
    gc.freeze()
    gc.enable()


if __name__ == "__main__":
    load()
    run(sys.argv[1])
