"""run.py needs nothing but Python, and says in words what a machine lacks."""

import ast
import os
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = (ROOT / "run.py").read_text("utf-8")
BOTH = ("venv", "ensurepip")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """run.py as a module whose project is an empty folder; programs that it starts are only noted down."""
    spec = spec_from_file_location("run", ROOT / "run.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / "installed.txt")
    monkeypatch.setattr(module, "PYTHON", Path(sys.executable))
    return module


class Programs:
    """Stands in for `subprocess.run`: notes what is started, and gives the exit codes asked for."""

    def __init__(self, codes: dict[str, int] | None = None) -> None:
        self.started: list[str] = []
        self.codes = codes or {}

    def __call__(self, command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        line = " ".join(command[1:])
        self.started.append(line)
        code = next((code for part, code in self.codes.items() if part in line), 0)
        return subprocess.CompletedProcess(command, code, b"", b"Max retries exceeded with url")

    def count(self, part: str) -> int:
        return sum(part in line for line in self.started)


def test_it_imports_the_standard_library_only() -> None:
    names = set()
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module)
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_an_older_python_can_read_it() -> None:
    ast.parse(SOURCE, feature_version=(3, 7))


def test_an_old_python_is_told_which_one_it_takes(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.shutil, "which", lambda name: name)
    monkeypatch.setattr(run, "runs", lambda name: name == "python3.12")  # others are shims that lead nowhere
    said = run.what_is_missing((3, 9, 2), BOTH)
    assert "This is Python 3.9; companion needs Python 3.11 or newer." in said
    assert "`python3.12 run.py`" in said


def test_a_python_without_venv_is_told_debians_package(run: ModuleType) -> None:
    assert "apt install python3-venv" in run.what_is_missing((3, 11, 2), ("venv",))
    assert run.what_is_missing((3, 11, 2), BOTH) == ""


def test_what_is_installed_is_not_installed_again(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = Programs()
    monkeypatch.setattr(run.subprocess, "run", programs)
    run.install("test")
    run.install("test")
    run.install()
    assert programs.count("pip install") == 1
    (run.ROOT / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    run.install()
    run.install("test")
    assert programs.count("pip install") == 3


class Failing(Programs):
    """A pip that fails, or is broken off, after it has done something or nothing."""

    def __init__(self, left: Path | None = None, *, broken_off: bool = False) -> None:
        super().__init__({"pip install": 1})
        self.left = left
        self.broken_off = broken_off

    def __call__(self, command: list[str], **how: object) -> subprocess.CompletedProcess[bytes]:
        ended = super().__call__(command, **how)
        if ended.returncode and self.left:
            self.left.mkdir()
        if ended.returncode and self.broken_off:
            raise KeyboardInterrupt
        return ended


@pytest.mark.parametrize("broken_off", [False, True])
def test_a_failed_pip_leaves_what_is_installed_to_be_started(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, broken_off: bool
) -> None:
    """There is no network, and nothing new is needed to play."""
    packages = run.VENV / "lib" / "python3.11" / "site-packages"
    (packages / "companion.dist-info").mkdir(parents=True)
    monkeypatch.setattr(run.subprocess, "run", Programs())
    run.install()
    monkeypatch.setattr(run.subprocess, "run", Failing(broken_off=broken_off))
    with pytest.raises((SystemExit, KeyboardInterrupt)):
        run.install("test")
    (run.ROOT / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    with pytest.raises((SystemExit, KeyboardInterrupt)):
        run.install()
    (run.ROOT / "pyproject.toml").write_text("[project]\n")  # taken back
    run.install()
    monkeypatch.setattr(run.subprocess, "run", Failing(packages / "~ompanion.dist-info", broken_off=broken_off))
    with pytest.raises((SystemExit, KeyboardInterrupt)):
        run.install("test")
    programs = Programs()
    monkeypatch.setattr(run.subprocess, "run", programs)
    run.install()
    assert programs.count("pip install") == 1, "what a half-done one has left is not to be trusted"


def test_a_failed_pip_leaves_nothing_to_be_started_in_a_venv_that_was_made_anew(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's Python was another one by now, and there is no network."""
    monkeypatch.setattr(run.subprocess, "run", Programs())
    run.install()
    with monkeypatch.context() as broken:
        broken.setattr(run, "runs", lambda *_: False)
        broken.setattr(run.subprocess, "run", Failing())
        with pytest.raises(SystemExit):
            run.install()
    programs = Programs()
    monkeypatch.setattr(run.subprocess, "run", programs)
    run.install()
    assert programs.count("pip install") == 1


def test_a_folder_that_cannot_be_written_is_said(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    run.STAMP.write_text("of an older one")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(run.subprocess, "run", Programs())
    monkeypatch.setattr(run.Path, "unlink", refuse)
    with pytest.raises(SystemExit, match="Is the disk full, or the folder read-only"):
        run.install()


@pytest.fixture
def whole(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """run.py with its own environment, where it really is."""
    monkeypatch.setattr(run, "PYTHON", run.VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    monkeypatch.setattr(run, "STAMP", run.VENV / "companion-installed.txt")
    return run


class Broken(Programs):
    """Really makes an environment, but what is asked for breaks off."""

    def __init__(self, at: str) -> None:
        super().__init__()
        self.at = at
        self.real: Any = subprocess.run

    def __call__(self, command: list[str], **how: object) -> subprocess.CompletedProcess[bytes]:
        if self.at in " ".join(command):
            self.at = "nothing more"
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", command[-1]], check=True)
            raise KeyboardInterrupt
        super().__call__(command, **how)
        if "pip install" in " ".join(command):
            return subprocess.CompletedProcess(command, 0, b"", b"")
        ended: subprocess.CompletedProcess[bytes] = self.real(command, **how)
        return ended


def test_an_environment_that_was_not_made_to_its_end_is_made_anew(
    whole: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody broke the first start off: its Python is there, pip is not."""
    programs = Broken("-m venv")
    whole.VENV.mkdir()
    monkeypatch.setattr(whole, "subprocess", SimpleNamespace(run=programs, PIPE=subprocess.PIPE, DEVNULL=-3))
    with pytest.raises(KeyboardInterrupt):
        whole.install()
    assert whole.runs(whole.PYTHON)
    (whole.VENV / "left over").touch()
    whole.install()
    assert not (whole.VENV / "left over").exists()
    assert whole.runs(whole.PYTHON, "import pip")
    assert (programs.count("-m venv"), programs.count("pip install")) == (1, 1)
    whole.install()
    assert programs.count("-m venv") == 1
    (whole.ROOT / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    whole.install()
    assert (programs.count("-m venv"), programs.count("pip install")) == (1, 2)


@pytest.mark.parametrize("python", ["without pip", "that does not start", "none"])
def test_an_environment_that_somebody_else_made_is_left_alone(
    whole: ModuleType, capsys: pytest.CaptureFixture[str], python: str
) -> None:
    """As `uv venv` makes one."""
    if python != "none":
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(whole.VENV)], check=True)
    if python == "that does not start":
        whole.PYTHON.unlink()
    (whole.VENV / "mine").mkdir(parents=True)
    before = sorted(whole.VENV.rglob("*"))
    for _again in range(2):
        with pytest.raises(SystemExit, match="take that folder away, and start me again") as ended:
            whole.install()
        assert str(whole.VENV) in str(ended.value)
        assert sorted(whole.VENV.rglob("*")) == before


def test_an_own_environment_whose_python_is_gone_is_made_anew(
    whole: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = Broken("nothing")
    monkeypatch.setattr(whole, "subprocess", SimpleNamespace(run=programs, PIPE=subprocess.PIPE, DEVNULL=-3))
    whole.install()
    whole.PYTHON.unlink()
    whole.install()
    assert whole.runs(whole.PYTHON)
    assert (programs.count("-m venv"), programs.count("pip install")) == (2, 2)


def test_what_nobody_asks_for_is_taken_away(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.subprocess, "run", Programs())
    packages = run.VENV / "lib" / "python3.11" / "site-packages"
    for name in ("jedi", "jedi-0.20.1.dist-info", "jedi_more", "ipython"):
        (packages / name).mkdir(parents=True)
        (packages / name / "file").touch()
    run.install("test")
    assert len(list(packages.iterdir())) == 4, "whoever asks for more may want to type"
    run.STAMP.unlink()
    run.install()
    assert sorted(path.name for path in packages.iterdir()) == ["ipython", "jedi_more"]


@pytest.mark.parametrize("kept", [True, False])
def test_nothing_is_compiled_ahead_where_python_keeps_what_it_compiles(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    programs = Programs()
    monkeypatch.setattr(run.subprocess, "run", programs)
    monkeypatch.setattr(run.sys, "dont_write_bytecode", not kept)
    run.install()
    assert programs.count("--no-compile") == kept


def test_no_network_is_said_in_words(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.subprocess, "run", Programs({"pip install": 1}))
    with pytest.raises(SystemExit, match="needs the network"):
        run.install()
    assert not run.STAMP.exists()


@pytest.mark.parametrize(
    ("codes", "outcome"),
    [
        ({}, 0),
        ({"ruff format": 1}, 1),
        ({"mypy": 1}, 1),
        ({"not browser": 1}, 1),
        ({"-m no_cover": 1}, 1),
        ({"browser and not timing": 2}, 1),
        ({"-m timing": 2}, 1),
        ({"-m timing": 5}, 0),
        ({"-m pytest": 5}, 1),
    ],
)
def test_any_failure_is_a_failure(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, codes: dict[str, int], outcome: int
) -> None:
    programs = Programs(codes)
    monkeypatch.setattr(run.subprocess, "run", programs)
    monkeypatch.setattr(run, "install_programs", lambda: None)
    assert run.test([]) == outcome
    assert programs.count("-m pytest") == 4, "every check runs, whatever failed before it"


def test_what_the_tests_lack_is_installed_where_that_is_allowed(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = Programs()
    monkeypatch.setattr(run.subprocess, "run", programs)
    monkeypatch.setattr(run.shutil, "which", lambda name: name if name == "apt-get" else None)
    monkeypatch.setattr(run, "find_postgresql", lambda: False)
    monkeypatch.setattr(run.os, "geteuid", lambda: 0, raising=False)
    run.install_programs()
    assert programs.count("install -y chromium haproxy postgresql") == 1
    assert programs.count("playwright install chromium") == 1
    monkeypatch.setattr(run.os, "geteuid", lambda: 1000)
    run.install_programs()
    assert programs.count("install -y") == 1
    assert programs.count("playwright install chromium") == 2


def test_arguments_go_to_pytest_alone(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = Programs()
    monkeypatch.setattr(run.subprocess, "run", programs)
    monkeypatch.setattr(run, "install_programs", lambda: None)
    assert run.test(["-k", "prices"]) == 0
    assert programs.count("-k prices") == 4
    assert programs.count("ruff") == programs.count("mypy") == 0


def test_a_machine_without_network_hears_it_from_pip_itself(tmp_path: Path) -> None:
    for name in ("run.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    nowhere = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
        "PIP_NO_CACHE_DIR": "1",
        "PIP_RETRIES": "0",
    }
    ended = subprocess.run(
        [sys.executable, "run.py"],
        cwd=tmp_path,
        env={**os.environ, **nowhere},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 1
    assert "needs the network" in ended.stderr.splitlines()[-1]
