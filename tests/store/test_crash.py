"""Nothing that was acknowledged is lost, whenever the writer dies."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks its writers, or it would take an hour")
def test_writers_killed_at_random_lose_nothing_that_was_acknowledged() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.crash", "240"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    print(seen)
    assert seen["killed"] >= 240
    assert seen["kept"] >= seen["acknowledged"] > 500
