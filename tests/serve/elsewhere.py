"""The server as a system has it that is neither Linux nor Python 3.11: ``python -m tests.serve.elsewhere``.

What POSIX or Linux alone have is taken away once everything is imported, as on macOS and Windows; and no event loop is
there before one is made, as in Python 3.14.
"""

import asyncio
import os
import select
import signal

from companion.serve import app
from companion.serve.__main__ import main

MISSING = {
    os: ("chown", "fork", "geteuid", "getpgid", "getuid", "killpg", "pidfd_open", "setsid"),
    select: ("epoll", "poll"),
    signal: ("SIGCHLD", "SIGHUP", "pidfd_send_signal"),
}


def leave() -> None:
    """Takes it away, the sockets that are files too: kernels then listen on ports."""
    for module, names in MISSING.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    app.SOCKET_FOLDER_LENGTH = 0
    asyncio.set_event_loop(None)


if __name__ == "__main__":
    leave()
    main()
