"""Where the server is reached: a port, or a socket that is a file."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

from companion.errors import CompanionError
from companion.words import N_

SOCKETS = hasattr(socket, "AF_UNIX")  # whether this machine has sockets that are files
OWN = 0o600  # only the user who has started the companion may connect


def listen(port: int, ip: str) -> socket.socket:
    """The port, opened before any kernel starts; at an address of IPv6 for IPv4 too.

    Raises CompanionError, in words, when that cannot be.
    """
    both = ":" in ip
    try:
        opened = socket.create_server(
            (ip, port), family=socket.AF_INET6 if both else socket.AF_INET, backlog=128, dualstack_ipv6=both
        )
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            raise CompanionError(
                "port-taken",
                N_(
                    "Port {port} is taken: perhaps the companion runs already. Open http://localhost:{port}/, "
                    "or choose another port with --port."
                ),
                port=str(port),
            ) from problem
        raise CompanionError(
            "port-refused",
            N_("This machine does not let the companion use port {port}. Choose another with --port."),
            port=str(port),
        ) from problem
    opened.setblocking(False)
    return opened


def listen_at(file: Path) -> socket.socket:
    """The socket, in the place of one that a killed server has left. Raises CompanionError when that cannot be."""
    opened = socket.socket(socket.AF_UNIX)
    try:
        if file.is_socket() and not _answers(file):
            file.unlink()
        opened.bind(str(file))
        file.chmod(OWN)
        opened.listen(128)
    except OSError as problem:
        opened.close()
        raise CompanionError(
            "socket-refused",
            N_("The companion cannot listen at {file}: perhaps it is in use. Choose another file with --socket."),
            file=str(file),
        ) from problem
    opened.setblocking(False)
    return opened


def _answers(file: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as caller:
        return caller.connect_ex(str(file)) == 0
