"""What the companion weighs: its installation, its start, and what a kernel imports.

    python -m benchmarks.start [--runs 5] [--against REVISION]

Takes what is committed here, and an older revision of it, and lets the `run.py` of each make its environment: how long
that takes, and the megabytes of it once it has served. Then it starts each with `python3 run.py`, in turn and so in the
same run: seconds until it says its address, until its first page is painted, and until that page's kernel answers.
Last, the processor's seconds that a kernel takes to import what a page is made of.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchmarks.device import join
from tests.browser import free_port

ROOT = Path(__file__).parent.parent
SAID = b"localhost"
IMPORTS = (
    "from companion.serve import page_kernel as kernel; getattr(kernel, 'load', kernel.application)(); "
    "import companion.screens.app"
)


class Checkout:
    """A revision of the project in a folder of its own, as somebody new would have it."""

    def __init__(self, name: str, folder: Path, revision: str) -> None:
        self.name, self.folder, self.data = name, folder, folder / "data"
        self.environ = {**os.environ, "COMPANION_DATA": str(self.data), "COMPANION_SERVED": "yes", "PYTHONPATH": ""}
        self.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody new has it
        folder.mkdir()
        archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)

    def install(self) -> float:
        """Seconds until its environment is there and has shown that it runs."""
        start = time.perf_counter()
        subprocess.run([sys.executable, "run.py", "tables"], cwd=self.folder, env=self.environ, check=True)
        return time.perf_counter() - start

    def megabytes(self) -> float:
        """What its environment takes on the disk."""
        told = subprocess.run(["du", "-sk", ".venv"], cwd=self.folder, check=True, capture_output=True)
        return int(told.stdout.split()[0]) / 1024

    def start(self) -> tuple[float, float, float]:
        """Seconds from `python3 run.py` to its address, to its first page's paint, and until that page is alive."""
        port = free_port()
        command = [sys.executable, "run.py", "serve", "--no-browser", "--port", str(port)]
        begun = time.perf_counter()
        with subprocess.Popen(command, cwd=self.folder, env=self.environ, stdout=subprocess.PIPE) as server:
            try:
                assert server.stdout
                while SAID not in server.stdout.readline():
                    pass
                said = time.perf_counter() - begun
                there: Any = SimpleNamespace(url=f"http://127.0.0.1:{port}", port=port)
                page = asyncio.run(join(there))
            finally:
                server.terminate()
        return said, said + page.painted, said + page.ready

    def imports(self) -> float:
        """The processor's seconds that a new kernel takes to import what a page is made of, less Python's own."""
        return self._processor(IMPORTS) - self._processor("pass")

    def _processor(self, code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        python = self.folder / ".venv" / "bin" / "python"
        subprocess.run([str(python), "-c", code], cwd=self.folder, env=self.environ, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(checkout: Checkout, runs: list[dict[str, float]]) -> None:
    """One start and one import more."""
    said, painted, alive = checkout.start()
    runs.append({"address s": said, "painted s": painted, "alive s": alive, "import s": checkout.imports()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--against", metavar="REVISION", help="an older one, to compare with")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="companion-start-"))
    try:
        revisions = {"now": "HEAD", **({given.against: given.against} if given.against else {})}
        sides = [Checkout(name, folder / str(place), rev) for place, (name, rev) in enumerate(revisions.items())]
        once = {side.name: {"install s": side.install()} for side in sides}
        for side in sides:
            once[side.name]["first start, alive s"] = side.start()[2]
            once[side.name]["installed MB"] = side.megabytes()
        runs: dict[str, list[dict[str, float]]] = {side.name: [] for side in sides}
        for _ in range(given.runs):
            for side in sides:
                measure(side, runs[side.name])
        print(f"load {os.getloadavg()[0]:.1f}; starts and imports: the median of {given.runs}")
        for name, found in runs.items():
            told = {**once[name], **{what: statistics.median(run[what] for run in found) for what in found[0]}}
            print(f"{name}: " + ", ".join(f"{what} {value:.2f}" for what, value in told.items()))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
