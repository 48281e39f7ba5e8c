"""A PostgreSQL server for the tests, in a process and a folder of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

import psutil
import psycopg

from tests.browser import free_port

NO_SERVER = "These tests need a PostgreSQL server and found none: install Debian's `postgresql`."
USER = "companion"


def programs() -> Path:
    """The folder with PostgreSQL's `initdb` and `postgres`. Raises RuntimeError where there is none."""
    on_path = shutil.which("initdb")
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb"), *([Path(on_path)] if on_path else [])]
    if not found:
        raise RuntimeError(NO_SERVER)
    return max(found, key=lambda path: (path.parent.parent.name.zfill(4), str(path))).parent


class Postgres:
    """One on a port of this machine, with an empty store as often as one is asked for."""

    def __init__(self, *settings: str) -> None:
        """``settings``, as ``name=value``, come after those of the tests."""
        self._programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))  # not pytest's: only root looks into that
        self.port = free_port()
        # What was committed outlives a killed server without the disk; a test's machine never loses its power.
        self._settings = [f"unix_socket_directories={self.folder}", "fsync=off", *settings]
        self._made = 0
        if os.name == "posix" and os.geteuid() == 0:  # PostgreSQL does not run as root
            shutil.chown(self.folder, "nobody")
        self._run("initdb", "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        """Start the server, and return when it lets somebody in."""
        command = [
            *self._as_user(),
            str(self._programs / "postgres"),
            *("-D", "data", "-p", str(self.port)),
            *(word for setting in self._settings for word in ("-c", setting)),
        ]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + 30
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self._conninfo()).close()
                return
            time.sleep(0.02)
        raise AssertionError(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()}")

    def store(self) -> str:
        """The address of a new store: a schema of its own, which is made a hundred times as fast as a database."""
        self._made += 1
        self.ask(f"CREATE SCHEMA store{self._made}")
        return f"{self.address}?options=-csearch_path%3Dstore{self._made}"

    @property
    def address(self) -> str:
        """The address of the database itself, as a store's."""
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/postgres"

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        """What the database says to a statement."""
        with psycopg.connect(self._conninfo(), autocommit=True) as connection:
            answer = connection.execute(statement)  # type: ignore[call-overload]
            return answer.fetchall() if answer.description else []

    def kill(self) -> None:
        """As `kill -9` of every process of the server does, or the machine's end."""
        while pids := self.pids():
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)
        self._process.wait()

    def pids(self) -> list[int]:
        """The server's processes, by where they work: a single one that is left over bars the server's return."""
        data = str(self.folder / "data")
        return [each.pid for each in psutil.process_iter(["cwd"]) if each.info["cwd"] == data]

    def stop(self) -> None:
        """End the server and take its folder away."""
        if self._process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _conninfo(self) -> str:
        return f"host=127.0.0.1 port={self.port} user={USER} dbname=postgres"

    def _run(self, program: str, *words: str) -> None:
        command = [*self._as_user(), str(self._programs / program), *words]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def _as_user(self) -> list[str]:
        return ["runuser", "-u", "nobody", "--"] if os.name == "posix" and os.geteuid() == 0 else []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()
