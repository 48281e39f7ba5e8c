"""The companion inside a Jupyter server, at its ``/companion/``: on Binder, on a JupyterHub, in JupyterLab's launcher.

jupyter-server-proxy finds `setup` by an entry point, starts our server at the first visit, and passes on to it what
comes in. Who may come in is that server's decision.
"""

import secrets
import sys
import tempfile
from typing import Any

from companion.serve.gate import SECRET_HEADER
from companion.serve.listening import SOCKETS

NAME = "companion"
SECRET = "COMPANION_PROXY_SECRET"  # noqa: S105 - the name of a variable
LONGEST = 60  # of the temporary folder's path: a socket's has 103 bytes at most, and jupyter-server-proxy adds 37


def setup() -> dict[str, Any]:
    """How to start the companion, in the words of jupyter-server-proxy.

    It listens at a socket in a new folder of that server's, where there are sockets. A port is chosen before we are
    started: meanwhile another program may take it.
    """
    # A port on this machine's loopback is open to each of its users; only what that server passes on comes in.
    secret = secrets.token_urlsafe(32)
    sockets = SOCKETS and len(tempfile.gettempdir().encode()) <= LONGEST
    where = ["--socket", "{unix_socket}"] if sockets else ["--port", "{port}"]
    command = [sys.executable, "-m", "companion", "serve", "--no-browser", *where]
    return {
        "command": [*command, "--proxied", "{base_url}" + NAME + "/"],
        "unix_socket": sockets,
        "environment": {SECRET: secret},
        "request_headers_override": {SECRET_HEADER: secret},
        "absolute_url": True,  # the path is passed on as it is
        "timeout": 120,  # seconds, on a machine that has much to do
        "launcher_entry": {"title": "Companion", "enabled": True},
        "new_browser_tab": True,
    }
