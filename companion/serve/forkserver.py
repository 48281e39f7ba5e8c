"""The process that kernels are forked from: ``python -m companion.serve.forkserver DESCRIPTOR``. Linux only.

It loads what every page needs, no table and no store, and starts no thread; then it forks a kernel for each byte that
comes from the server, and answers with the kernel's number and a descriptor that tells of its end. It ends when its
socket closes, and the kernels end with it: nothing is left behind whoever is killed.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import re
import signal
import socket
import sys
from importlib import import_module
from pkgutil import walk_packages
from tempfile import TemporaryFile
from typing import NamedTuple

from companion.serve.borrowed import tell_of_memory
from companion.serve.page_kernel import application, bare_widgets, run

# What a page's kernel would load by and by, of others' and of ours.
MODULES = (
    "IPython.core.oinspect",
    "babel.dates",
    "babel.numbers",
    "ipykernel.debugger",
    "psutil",
    "sqlalchemy.dialects.sqlite",
    "tornado.platform.asyncio",
    "tornado.queues",
    "urllib.request",
    "zmq.utils.garbage",
)
DATABASE = ("psycopg", "sqlalchemy.dialects.postgresql.psycopg")  # where the tables are in one
PACKAGES = ("charts", "evening", "games", "screens", "store", "widgets")

PLACES = re.compile(r"^ +\d+ +(\d+) +\d+ +\d+ +(\d+)$", re.MULTILINE)  # their size, and how many of it are free
STDERR = 2
LARGEST_HOLE, ALIGNED = 2**16, 16  # bytes; `malloc` takes far larger ones from elsewhere
_kept: list[bytes] = []  # see `fill_holes`

PR_SET_PDEATHSIG = 1  # linux/prctl.h


class Job(NamedTuple):
    """A kernel that is wanted: the file that says where it is to listen, its folder and its environment."""

    connection_file: str
    folder: str
    environ: dict[str, str]


def load() -> None:
    """Brings into memory what all kernels share. What is written to after the fork is shared no longer."""
    gc.disable()  # before anything is loaded: none of it is garbage, and looking for some takes a sixth of the time
    from companion.games import GAMES
    from companion.screens.pictures import picture
    from companion.store import STORE
    from companion.store.marks import NEVER
    from companion.words import LANGUAGES, day, hour, money, translator

    application(ours=True)
    bare_widgets()
    packages = (import_module(f"companion.{name}") for name in PACKAGES)
    ours = (walk_packages(package.__path__, f"{package.__name__}.") for package in packages)
    for name in (
        *MODULES,
        *(DATABASE if STORE in os.environ else ()),
        *(module.name for modules in ours for module in modules),
    ):
        import_module(name)
    for lang in LANGUAGES:
        translator(lang)
        day(NEVER, lang), hour(NEVER, lang), money(0, lang)  # the languages' own tables
    for game in GAMES:
        picture(game)  # of its board, on the first page
    gc.collect()
    fill_holes()
    fill_heap()
    gc.freeze()


def holes() -> list[tuple[int, int]]:
    """The sizes of small objects in bytes, and how many free places of each there are between those in use."""
    with TemporaryFile() as file, os.fdopen(os.dup(STDERR), "wb") as stderr:
        os.dup2(file.fileno(), STDERR)
        tell_of_memory()
        os.dup2(stderr.fileno(), STDERR)
        file.seek(0)
        told = file.read().decode()
    return [(int(size), int(free)) for size, free in PLACES.findall(told)]


def fill_holes() -> None:
    """Puts something into every free place between the small objects that there are.

    A kernel's own would go there, and each would cost it a page of what all share; so they lie together in new ones.
    """
    empty = sys.getsizeof(b"")
    for size, free in holes():
        if size > empty:
            _kept.extend(bytes(size - empty) for _ in range(free))


def fill_heap() -> None:
    """The same for what is too large for those places, as classes and code are: C's `malloc` gives it.

    Asked for every size from the largest down, that gives away its holes first. What it takes from its free end instead
    lies above all there was, and is given back.
    """
    c = ctypes.CDLL(None)
    if not hasattr(c, "malloc_trim"):
        return  # it is not glibc's: then a kernel costs some more memory
    c.malloc.argtypes, c.malloc.restype = [ctypes.c_size_t], ctypes.c_void_p
    c.free.argtypes = [ctypes.c_void_p]
    c.sbrk.argtypes, c.sbrk.restype = [ctypes.c_ssize_t], ctypes.c_void_p
    c.malloc_trim(0)  # nothing is left at its end
    end = c.sbrk(0)
    for size in range(LARGEST_HOLE, 0, -ALIGNED):
        while (place := c.malloc(size)) < end:
            pass
        c.free(place)


def next_kernel(channel: socket.socket) -> int | None:
    """Forks a child whenever the server asks. In the child, where it reads its job; None once the server is gone.

    The job itself is for the child alone: nothing of one page is ever in the memory that the next one gets.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks for the children's exit codes
    home = os.getpid()
    while True:
        asked, descriptors, _flags, _address = socket.recv_fds(channel, 1, 1)
        if not asked:
            return None
        try:
            pid = os.fork()
            if not pid:
                end_with(home)
                return descriptors[0]
            watch = os.pidfd_open(pid)
        except OSError as problem:
            channel.sendall(str(problem).encode())
        else:
            socket.send_fds(channel, [str(pid).encode()], [watch])
            os.close(watch)
        os.close(descriptors[0])


def end_with(parent: int) -> None:
    """Has Linux end this process when its parent ends, however that ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was quicker
        sys.exit()


def become(job: Job) -> None:
    """Makes a process of its own of what was forked, and runs its kernel. What is random is sown anew by Python."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if not sys.flags.safe_path:
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
        reader = next_kernel(channel)
    if reader is not None:
        with os.fdopen(reader, encoding="utf-8") as file:
            said = file.read()
        if said:  # else the server has thought better of it, or is gone
            become(Job(*json.loads(said)))


if __name__ == "__main__":
    main()
