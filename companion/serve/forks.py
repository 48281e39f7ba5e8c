"""Kernels that are forked from a process which has everything imported: the server's end of it.

`Forks` starts that process (`companion.serve.forkserver`) and asks it for kernels, `ForkedKernel` is whom Jupyter asks.
Linux only; elsewhere, and where that process has died, kernels start anew.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import entry_points
from typing import Any

from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from traitlets import Any as Anything

from companion.serve.proxied import SECRET

PROVISIONER = "companion-forks"  # its name among the entry points
OFF = "COMPANION_NO_FORKS"  # set in the environment, kernels start anew on Linux too
PATIENCE = 30.0  # seconds; it answers in some hundredths once it is there
ENDED = 1  # for the exit code, which only a parent can ask for
log = logging.getLogger("companion.serve")


class Child:
    """A forked kernel, as `subprocess.Popen` would show it. It is no child of ours: its descriptor tells of its end."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int, descriptor: int) -> None:
        self.pid = pid
        self._descriptor: int | None = descriptor

    def poll(self) -> int | None:
        """None while it runs."""
        if self._descriptor is not None:
            watch = select.poll()
            watch.register(self._descriptor, select.POLLIN)
            if not watch.poll(0):
                return None
            self._close()
        return ENDED

    def wait(self) -> int | None:
        """What `poll` says: nobody asks before the kernel has ended."""
        return self.poll()

    def send_signal(self, signum: int) -> None:
        """To this process alone. One that has ended hears nothing."""
        if self._descriptor is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._descriptor, signum)

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    __del__ = _close


class Forks:
    """The server's end: starts the fork server, asks it for kernels, and knows when it has died."""

    def __init__(self) -> None:
        environ = {name: value for name, value in os.environ.items() if name != SECRET}
        environ["MALLOC_ARENA_MAX"] = "1"  # a thread's own arena would cost each page its memory
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own Python, with a number
                [sys.executable, "-m", "companion.serve.forkserver", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=environ,
                umask=0o077,  # as the server's will be
                start_new_session=True,  # Ctrl+C is the server's
            )
        ours.settimeout(PATIENCE)
        self._socket = ours
        self._line = ThreadPoolExecutor(1, "forks")  # one asks at a time

    @property
    def alive(self) -> bool:
        """Whether there are kernels to be had."""
        return self._process.poll() is None

    async def fork(self, connection_file: str, folder: str, environ: dict[str, str]) -> Child:
        """A new kernel. Raises OSError where there is none to be had."""
        job = json.dumps([connection_file, folder, environ]).encode()
        return await asyncio.get_running_loop().run_in_executor(self._line, self._ask, job)

    def _ask(self, job: bytes) -> Child:
        reader, writer = os.pipe()
        with os.fdopen(writer, "wb") as to_kernel:
            try:
                socket.send_fds(self._socket, [b"?"], [reader])
                answer, descriptors, _flags, _address = socket.recv_fds(self._socket, 100, 1)
            except OSError:
                self.close()
                raise
            finally:
                os.close(reader)
            if not answer:
                self.close()
                raise ConnectionResetError("the fork server has ended")
            if not descriptors:
                raise BlockingIOError(f"no process could be forked: {answer.decode()}")
            child = Child(int(answer), descriptors[0])
            to_kernel.write(job)
        return child

    def close(self) -> None:
        """Ends the fork server, and with it what is left of its kernels."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # also who waits for an answer hears of it
        self._socket.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        self._process.kill()
        self._process.wait()


class ForkedKernel(LocalProvisioner):
    """Jupyter's way to a forked kernel; where none is to be had, to one that starts anew."""

    forks = Anything(help="the server's `Forks`")

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Start the kernel whose connection file ends the command line.

        One for a page that is not ours starts anew: what the fork server has loaded has our page's style sheet.
        """
        from companion.widgets.script import SERVED  # not while the fork server waits to be started

        if SERVED not in kwargs["env"]:
            return await super().launch_kernel(cmd, **kwargs)
        try:
            self.process = await self.forks.fork(cmd[-1], kwargs["cwd"], kwargs["env"])
        except OSError as problem:
            log.warning("a kernel could not be forked and starts anew: %s", problem)
            return await super().launch_kernel(cmd, **kwargs)
        self.pid = self.pgid = self.process.pid
        return self.connection_info

    async def send_signal(self, signum: int) -> None:
        """To the kernel and what it started; not to whoever has its number after it."""
        if await self.poll() is None:
            await super().send_signal(signum)


def available() -> bool:
    """Whether kernels can be forked: where Linux tells of the end of other processes, and Jupyter finds us."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    installed = entry_points(group="jupyter_client.kernel_provisioners", name=PROVISIONER)
    return bool(installed) and not os.environ.get(OFF)


def start() -> Forks | None:
    """The fork server, where there can be one; it goes on loading by itself."""
    return Forks() if available() else None
