"""The insides of other packages that we lean on. They promise none of these names; a test looks for each of them.

Where a new release has moved one, the test ``tests/serve/test_borrowed.py`` fails with its name, and `USES` says what
stands on it. The upper bounds in ``pyproject.toml`` are there for these.
"""

import sys
from collections.abc import Mapping
from typing import Any

import zmq

# By package and class: the name, and what stands on it.
USES: dict[str, dict[str, str]] = {
    "ipywidgets.widgets.widget.Widget": {
        "_handle_msg": "all that a page sends to a widget comes in here, and goes to the two below",
        "set_state": "the fence: a page that would set a trait is refused (companion.widgets.view)",
        "_handle_custom_msg": "what a page of ours says (companion.widgets.view)",
        "_should_send_property": "a page that is alive gets differences, not whole traits (companion.widgets.view)",
    },
    "ipywidgets.widgets.domwidget.DOMWidget": {
        "layout": "the one class of ipywidgets that our kernels have (companion.serve.page_kernel)"
    },
    "anywidget.AnyWidget": {"_repr_mimebundle_": "a page that is not ours shows the widget by it"},
    "voila.app.Voila": {
        "setup_template_dirs": "our template comes before Voila's (companion.serve.app)",
        "init_settings": "the gate, the files and the limits (companion.serve.app)",
        "init_handlers": "only our routes (companion.serve.app)",
        "start": "listening on a port that was opened before (companion.serve.app)",
        "stop": "the kernels' end (companion.serve.app)",
        "template_paths": "as above",
        "static_paths": "as above",
        "voila_configuration": "what a page's handler is made with (companion.serve.app)",
    },
    "voila.handler.VoilaHandler": {
        "get_generator": "the notebook's part of a page (companion.serve.handlers)",
        "should_use_rendered_notebook": "a warm kernel, or a new one (companion.serve.handlers)",
        "initialize": "what a page's handler is made with (companion.serve.app)",
    },
    "voila.voila_kernel_manager.VoilaKernelManager": {
        "_pools": "the warm kernels (`pools`)",
        "fill_if_needed": "a warm kernel that died is replaced (companion.serve.kernels)",
        "kernel_pools_config": "how many are kept warm (`pool_size`, `set_pool_size`)",
        "fill_delay": "not while a page is still busy drawing (companion.serve.app)",
        "notebook_path": "whose pool it is (companion.serve.app)",
    },
    "jupyter_server.services.kernels.kernelmanager.MappingKernelManager": {
        "_kernel_connections": "which kernels have a page (`connections`)",
        "start_watching_activity": "sets a kernel's `_activity_stream` (`watch_states_alone`)",
        "allowed_message_types": "a page runs no code (companion.serve.app)",
        "shutdown_all": "the kernels' end (companion.serve.app)",
    },
    "jupyter_server.services.kernels.websocket.KernelWebsocketHandler": {
        "open": "a page is told when it is connected (companion.serve.handlers)",
        "on_close": "a page that goes away ends its kernel (companion.serve.handlers)",
        "get_websocket_protocol": "pings are Jupyter's alone (companion.serve.handlers)",
        "write_error": "a refused line needs no page (companion.serve.handlers)",
        "kernel_websocket_connection_class": "a page hears its kernel's words as they are (companion.serve.channel)",
    },
    "jupyter_server.services.kernels.connection.channels.ZMQChannelsWebsocketConnection": {
        "handle_outgoing_message": "as above",
        "write_message": "as above",
        "session": "as above",
    },
    "jupyter_server.auth.identity.IdentityProvider": {
        "get_user": "everybody is the same to Jupyter (companion.serve.app)"
    },
    "jupyter_events.EventLogger": {
        "register_event_schema": "nothing is told of kernels, and no schema of it read (companion.serve.kernels)",
        "emit": "as above",
    },
    "jupyter_client.kernelspec.KernelSpecManager": {
        "find_kernel_specs": "one kernel: our own Python (companion.serve.kernels)",
        "get_kernel_spec": "as above",
        "get_all_specs": "as above",
    },
    "jupyter_client.manager.KernelManager": {
        "autorestart": "a kernel that died stays dead, and its page asks for a new one (companion.serve.app)",
        "client_factory": "what runs a notebook's cells (companion.serve.channel)",
        "transport": "files that are the user's own instead of ports (companion.serve.app)",
        "is_alive": "whether a page's kernel runs (companion.serve.kernels)",
    },
    "jupyter_client.client.KernelClient": {
        "shell_channel_class": "a line that hears while it sends (companion.serve.channel)"
    },
    "jupyter_client.channels.AsyncZMQSocketChannel": {"send": "as above", "socket": "as above"},
    "jupyter_client.provisioning.local_provisioner.LocalProvisioner": {
        "launch_kernel": "a kernel is forked (companion.serve.forks)",
        "send_signal": "a kernel that has ended hears nothing (companion.serve.forks)",
        "process": "the forked kernel, as a process that was started (companion.serve.forks)",
        "pid": "as above",
        "pgid": "as above",
        "connection_info": "where the kernel listens (companion.serve.forks)",
    },
    "ipykernel.kernelapp.IPKernelApp": {
        "parse_command_line": "no command line is read (companion.serve.page_kernel)",
        "connection_file": "where the kernel listens (companion.serve.page_kernel)",
        "parent_handle": "whom the kernel ends with (companion.serve.forkserver)",
        "kernel_class": "a kernel with a shell of ours (companion.serve.page_kernel)",
        "outstream_class": "nothing that is printed is looked for (companion.serve.page_kernel)",
        "init_code": "a page of ours does without (companion.serve.page_kernel)",
        "init_config_files": "as above",
        "init_extensions": "as above",
        "init_gui_pylab": "as above",
        "init_pdb": "as above",
        "load_config_file": "as above",
    },
    "ipykernel.ipkernel.IPythonKernel": {
        "_kernel_modules": "the files of all modules, for a debugger: none are listed (companion.serve.page_kernel)",
        "_publish_status": "a page's ping makes no noise (companion.serve.page_kernel)",
        "get_parent": "as above",
        "shell_class": "a shell without what a page of ours does without (companion.serve.page_kernel)",
    },
    "ipykernel.zmqshell.ZMQInteractiveShell": {
        "init_alias": "a page of ours does without (companion.serve.page_kernel)",
        "init_completer": "as above",
        "init_extension_manager": "as above",
        "init_magics": "as above",
        "init_prefilter": "as above",
        "init_syntax_highlighting": "as above",
        "transform_cell": "no magics are looked for (companion.serve.page_kernel)",
    },
    "htpy._types.HasHtml": {"__html__": "what a node is asked for; Python 3.11 asks slowly (companion.screens.ctx)"},
    "tornado.web.RequestHandler": {"_headers_written": "an error after the first paint (companion.serve.handlers)"},
}


def pools(manager: Any) -> Mapping[str, list[Any]]:
    """The warm kernels by notebook, each as the task that starts it. Voila tells only how many there are."""
    found: Mapping[str, list[Any]] = manager._pools
    return found


def connections(manager: Any) -> Mapping[str, int]:
    """How many pages each kernel has."""
    found: Mapping[str, int] = manager._kernel_connections
    return found


def pool_size(manager: Any, notebook: str) -> int:
    """How many kernels are to be kept warm for a notebook."""
    config = manager.kernel_pools_config
    return int(config.get(notebook, config["default"])["pool_size"])


def set_pool_size(manager: Any, notebook: str, size: int) -> None:
    """Changes it; nothing starts or ends yet."""
    manager.kernel_pools_config[notebook] = {"pool_size": size}


def tell_of_memory() -> None:
    """Has Python write to the standard error how many places it has for small objects, and how many are free."""
    sys._debugmallocstats()


def watch_states_alone(kernel: Any) -> None:
    """Of what a kernel says, Jupyter notes whether it is busy: it need not read what is for the kernel's page."""
    stream = kernel._activity_stream
    if stream is not None:  # else the kernel has just ended
        stream.setsockopt(zmq.SUBSCRIBE, b"kernel.")  # what it says of itself, by ipykernel's name for that
        stream.setsockopt(zmq.UNSUBSCRIBE, b"")
