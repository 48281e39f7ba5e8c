"""The process that kernels are forked from: ``python -m companion.serve.forkserver DESCRIPTOR``. Linux only.

It loads what every page needs, no table and no store, and starts no thread; then it forks a kernel for each line that
it reads from the server's socket, and answers with the kernel's number and a descriptor that tells of its end. It ends
when the socket closes, and the kernels end with it: nothing is left behind whoever is killed.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import socket
import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import NamedTuple

import companion.charts
import companion.evening
import companion.games
import companion.screens
import companion.store
import companion.widgets
from companion.serve.kernel import application, run
from companion.store.core import NEVER
from companion.words import LANGUAGES, day, hour, money, translator

# What a page's kernel would load by and by, of others' and of ours.
MODULES = (
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "babel.dates",
    "babel.numbers",
    "ipykernel.debugger",
    "sqlalchemy.dialects.sqlite",
    "tornado.platform.asyncio",
    "tornado.queues",
    "zmq.utils.garbage",
)
PACKAGES = (companion.charts, companion.evening, companion.games, companion.screens, companion.store, companion.widgets)


PR_SET_PDEATHSIG = 1  # linux/prctl.h


class Job(NamedTuple):
    """A kernel that is wanted: the file that says where it is to listen, its folder and its environment."""

    connection_file: str
    folder: str
    environ: dict[str, str]


def load() -> None:
    """Brings into memory what all kernels share. What is written to after the fork is shared no longer."""
    gc.disable()
    application()
    ours = (walk_packages(package.__path__, f"{package.__name__}.") for package in PACKAGES)
    for name in (*MODULES, *(module.name for modules in ours for module in modules)):
        import_module(name)
    for lang in LANGUAGES:
        translator(lang)
        day(NEVER, lang), hour(NEVER, lang), money(0, lang)  # the languages' own tables
    gc.collect()
    gc.freeze()


def next_job(channel: socket.socket) -> Job | None:
    """Forks a child for each line. In the child, what it is to do; in the fork server None, once its server is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks for the children's exit codes
    home = os.getpid()
    for line in channel.makefile("rb"):
        try:
            pid = os.fork()
            if not pid:
                end_with(home)
                return Job(*json.loads(line))
            descriptor = os.pidfd_open(pid)
        except OSError as problem:
            channel.sendall(str(problem).encode())
            continue
        socket.send_fds(channel, [str(pid).encode()], [descriptor])
        os.close(descriptor)
    return None


def end_with(parent: int) -> None:
    """Has Linux end this process when its parent ends, however that ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was quicker
        sys.exit()


def become(job: Job) -> None:
    """Makes a process of its own of what was forked, and runs its kernel. What is random is sown anew by Python."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.path[0] = job.folder  # as `python -m` has it
    os.chdir(job.folder)
    os.environ.clear()
    os.environ.update(job.environ)
    gc.enable()
    run(job.connection_file, parent_handle=1)  # IPython's own look at the parent is not needed


def main() -> None:
    """Loads, and forks until the server is gone."""
    load()
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        job = next_job(channel)
    if job:
        become(job)


if __name__ == "__main__":
    main()
