"""A wheel holds all that the companion needs: it runs from there as it does from a checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that hatchling builds from this checkout, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("companion-*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder / "site")
    return folder / "site"


def test_every_file_of_the_package_is_in_the_wheel(unpacked: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "companion"], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]
    assert len(tracked) > 30
    assert [name for name in tracked if not (unpacked / name).exists()] == []
    assert (unpacked / "companion" / "serve" / "table.ipynb").read_bytes() == (
        ROOT / "notebooks" / "table.ipynb"
    ).read_bytes()


def test_it_runs_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    script = (
        "import companion.cli, companion.serve.app as app, pathlib, sys\n"
        "assert pathlib.Path(companion.__file__).is_relative_to(sys.argv[1]), companion.__file__\n"
        "assert app.shipped_notebook(app.TABLE).is_relative_to(sys.argv[1])\n"
        "sys.exit(companion.cli.main(['demo', '--data', sys.argv[2]]))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, str(unpacked), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert len(ended.stdout.strip()) == 5
