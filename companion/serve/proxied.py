"""The companion inside a Jupyter server, at its ``/companion/``: on Binder, on a JupyterHub, in JupyterLab's launcher.

jupyter-server-proxy finds `setup` by an entry point, starts our server at the first visit, and passes on to it what
comes in. Who may come in is that server's decision.
"""

import secrets
import sys
from typing import Any

from companion.serve.gate import SECRET_HEADER

NAME = "companion"
SECRET = "COMPANION_PROXY_SECRET"  # noqa: S105 - the name of a variable


def setup() -> dict[str, Any]:
    """How to start the companion, in the words of jupyter-server-proxy."""
    # Our port on this machine's loopback is open to each of its users; only what that server passes on comes in.
    secret = secrets.token_urlsafe(32)
    command = [sys.executable, "-m", "companion", "serve", "--no-browser", "--port", "{port}"]
    return {
        "command": [*command, "--proxied", "{base_url}" + NAME + "/"],
        "environment": {SECRET: secret},
        "request_headers_override": {SECRET_HEADER: secret},
        "absolute_url": True,  # the path is passed on as it is
        "timeout": 60,
        "launcher_entry": {"title": "Companion", "enabled": True},
        "new_browser_tab": True,
    }
