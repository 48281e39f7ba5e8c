"""How the server ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import free_port

INTERRUPTED = """
import asyncio, os, signal, sys
from contextlib import suppress
from pathlib import Path
from companion.serve import app

def interrupt(*_):
    with suppress(KeyboardInterrupt):  # as Voila does where it awaits a notebook's cell
        os.kill(os.getpid(), signal.SIGINT)

def run_sync(shut_down):
    async def interrupted(**how):
        interrupt()
        await asyncio.sleep(0.1)
        await shut_down(**how)
    return as_it_was(interrupted)

as_it_was, app.run_sync = app.run_sync, run_sync
app.announce = interrupt
app.serve(Path(sys.argv[1]), port=int(sys.argv[2]))
"""


@pytest.mark.browser  # a server starts
@pytest.mark.skipif(os.name != "posix", reason="on Windows a process cannot interrupt itself so")
def test_an_interrupt_ends_it_whatever_runs_and_a_second_one_breaks_nothing_off(tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, str(tmp_path), str(free_port())]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
