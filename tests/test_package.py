"""The wheel alone is enough: in an environment of its own the companion runs, and no file of the checkout is read."""

import os
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import Server

ROOT = Path(__file__).parent.parent
PYTHON = Path("Scripts/python.exe" if os.name == "nt" else "bin/python")
NOTEBOOKS = ["market_history.ipynb", "own_page.ipynb", "your_own_analysis.ipynb"]
# What a page says once its notebook has run: its kernel's widget, in our own front end and in Voila's.
ALIVE = {"": '"model": "', "history": '"model": "', "page/": '"application/vnd.jupyter.widget-view+json"'}

# Every process of the environment has it: whatever opens or lists a file of the checkout fails, loudly.
GUARD = """
import os, sys
def watch(event, arguments, root={root!r}, installed={installed!r}):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], str):
        path = os.path.abspath(arguments[0])
        if path.startswith(root) and not path.startswith(installed):
            raise RuntimeError("a file of the checkout is read: " + path)
sys.addaudithook(watch)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that hatchling builds from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("tabletop_companion-*.whl")
    return built


class Installed:
    """An environment with the wheel in it.

    The other packages are those of the environment that runs the tests: nothing is fetched.
    """

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "venv" / PYTHON
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], check=True)
        ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
        site = Path(subprocess.check_output([self.python, "-c", ask], text=True).strip())
        others = sysconfig.get_path("purelib")
        guard = GUARD.format(root=f"{ROOT}{os.sep}", installed=f"{sys.prefix}{os.sep}")
        (site / "guard.py").write_text(guard, encoding="utf-8")
        (site / "others.pth").write_text(f"import guard\n{others}\n", encoding="utf-8")
        self.environ = {
            **os.environ,
            "PYTHONPATH": "",
            "COMPANION_DATA": str(folder / "data"),
            "JUPYTER_PATH": str(Path(sys.prefix) / "share" / "jupyter"),  # the others' own files
            "LC_ALL": "C.UTF-8",
        }

    def run(self, *words: object) -> str:
        """What a program of the environment prints, by the name under which it was installed. It must end well."""
        program, *arguments = map(str, words)
        ended = subprocess.run(
            [str(self.python.with_name(program)), *arguments],
            cwd=self.folder,
            env=self.environ,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel, installed outside the checkout."""
    return Installed(wheel, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def served(installed: Installed) -> Iterator[Server]:
    """What is installed, serving, with a notebook that it has copied out as a page of one's own."""
    installed.run("tabletop-companion", "notebooks", "mine")
    own = str(installed.folder / "mine" / "own_page.ipynb")
    running = Server(
        installed.folder / "data",
        "--page",
        own,
        python=installed.python,
        run=("-m", "companion", "serve"),
        environ=installed.environ,
        cwd=installed.folder,
    )
    with running:
        yield running


def test_every_file_of_the_package_and_every_notebook_is_in_the_wheel(wheel: Path) -> None:
    listed = subprocess.check_output(["git", "ls-files", "companion", "notebooks"], cwd=ROOT, text=True)
    tracked = {name for name in listed.splitlines() if (ROOT / name).exists()}
    notebooks = {f"companion/serve/{Path(name).name}" for name in tracked if name.startswith("notebooks/")}
    wanted = notebooks | {name for name in tracked if name.startswith("companion/")}
    assert len(wanted) > 30
    with zipfile.ZipFile(wheel) as files:
        assert wanted - set(files.namelist()) == set()
        assert files.read("companion/serve/table.ipynb") == (ROOT / "notebooks" / "table.ipynb").read_bytes()


def test_nothing_of_ours_has_the_name_of_somebody_elses_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "tabletop-companion"
    told = subprocess.run(
        ["git", "grep", "-nE", r"pipx? (install|run) +['\"\\]*companion\b"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout == ""


def test_both_commands_are_installed(installed: Installed) -> None:
    assert installed.run("companion", "--version") == installed.run("tabletop-companion", "--version")
    code = installed.run("tabletop-companion", "demo", "greed").strip()
    assert code in installed.run("companion", "tables")


def test_the_notebooks_are_copied_out_and_never_over_ones_own(installed: Installed) -> None:
    said = installed.run("tabletop-companion", "notebooks").splitlines()
    assert said == [str(Path("notebooks", name)) for name in NOTEBOOKS]
    changed = installed.folder / "notebooks" / "own_page.ipynb"
    changed.write_text("mine")
    assert "stays as it is" in installed.run("companion", "notebooks")
    assert changed.read_text() == "mine"


@pytest.mark.browser
@pytest.mark.parametrize("page", ALIVE)
def test_every_page_opens(served: Server, page: str) -> None:
    with urllib.request.urlopen(f"{served.url}/{page}", timeout=60) as answer:
        assert ALIVE[page] in answer.read().decode()
