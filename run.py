#!/usr/bin/env python3
"""Start companion, or test it, on a machine that has nothing but Python.

    python3 run.py                 make .venv, install, start, open the browser
    python3 run.py --lan           the same, for the other devices in the room
    python3 run.py tables          any command of `companion`; --help names them
    python3 run.py test            set up, then lint, types and all tests
    python3 run.py test -k prices  only pytest, with these arguments

Standard library only, and older Pythons can read it: they are told what is missing.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "companion-installed.txt"
BEGUN = "begun"  # what the stamp says until .venv is made to its end
OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")
NOT_NEEDED = ("debugpy", "jedi", "parso")  # a fifth of the space: a debugger, and the completion of typed code
NO_NETWORK = (
    "NewConnectionError",
    "ConnectTimeout",
    "ConnectionError",
    "Max retries exceeded",
    "Failed to establish",
    "name resolution",
    "No matching distribution",
)


def what_is_missing(version: tuple, modules: tuple) -> str:
    """The sentence for a Python that cannot make the environment, or an empty text when it can.

    `modules` are the names among ``venv`` and ``ensurepip`` that this Python has.
    """
    if version < OLDEST:
        have, need = (".".join(map(str, numbers[:2])) for numbers in (version, OLDEST))
        sentence = f"This is Python {have}; companion needs Python {need} or newer."
        newer = next((name for name in NEWER if shutil.which(name) and runs(name)), None)
        hint = f"A newer one is here: start me with `{newer} run.py`." if newer else "See https://python.org."
        return f"{sentence} {hint}"
    if "venv" not in modules or "ensurepip" not in modules:
        return (
            "This Python cannot make a virtual environment. Debian and Ubuntu keep that part in a package"
            " of its own: run `sudo apt install python3-venv` and start me again."
        )
    return ""


def install(extra: str = "") -> None:
    """Make .venv and install into it, unless what `pyproject.toml` asks for is already there.

    `extra` is a name among the optional dependencies. Ends the program with a sentence when that fails.
    """
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    installed = STAMP.read_text().split() if STAMP.exists() else []
    if wanted in installed and (not extra or extra in installed) and runs(PYTHON):
        return
    if BEGUN in installed or not runs(PYTHON):
        make()
        installed = []  # nothing of what was there is left
    elif not runs(PYTHON, "import pip"):
        sys.exit(f"The Python in {VENV} has no pip. Give it one, or take that folder away, and start me again.")
    say("Installing what companion needs; the first time takes a minute …")
    before = packages()
    mark("")
    what = f"{ROOT}[{extra}]" if extra else str(ROOT)
    command = [
        str(PYTHON),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        # Half of the time: Python compiles what is used at the first start, where it may keep that.
        *([] if sys.dont_write_bytecode else ["--no-compile"]),
        "--editable",
        what,
    ]
    try:
        pip = subprocess.run(command, cwd=str(ROOT), stderr=subprocess.PIPE, check=False)
    finally:
        # One that fails before it changes anything, as without network, leaves what can be started as it was.
        if BEGUN not in installed and packages() == before:
            mark(" ".join(installed))
    if pip.returncode:
        complaint = pip.stderr.decode(errors="replace")
        sys.stderr.write(complaint[-2000:] + "\n")
        if any(sign in complaint for sign in NO_NETWORK):
            sys.exit("Could not fetch the Python packages. Installing needs the network; playing does not.")
        sys.exit("Could not install the Python packages; what pip said stands above.")
    if not extra:
        take_away()
    mark(f"{wanted} {extra}\n")


def mark(text: str) -> None:
    """Write into the stamp what .venv holds; without a text, take it away. Ends the program where that fails."""
    try:
        if text:
            STAMP.write_text(text)
        else:
            STAMP.unlink(missing_ok=True)
    except OSError:
        sys.exit(f"Could not change {VENV}. Is the disk full, or the folder read-only?")


def make() -> None:
    """Make .venv, anew where it is ours. Ends the program with a sentence where it is not, or that fails."""
    if VENV.is_dir() and not STAMP.exists() and any(VENV.iterdir()):
        sys.exit(
            f"{VENV} holds no Python that can be used, and I did not make it:"
            " take that folder away, and start me again."
        )
    say("Making .venv …")
    try:
        VENV.mkdir(exist_ok=True)
        STAMP.write_text(BEGUN)
        clear()
        made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False).returncode == 0
    except OSError:
        made = False
    if not made:
        sys.exit(f"Could not make {VENV}. Is the disk full, or the folder read-only?")


def clear() -> None:
    """Empty .venv but for the stamp, by which the next start knows that it is ours."""
    for path in VENV.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(str(path))
        elif path != STAMP:
            path.unlink()


def take_away() -> None:
    """Remove the packages that others bring and that only somebody who types Python here would use."""
    for path in packages():
        if path.name in NOT_NEEDED or (path.suffix == ".dist-info" and path.name.split("-")[0] in NOT_NEEDED):
            shutil.rmtree(str(path), ignore_errors=True)


def packages() -> list:
    """What lies where .venv keeps its packages, but for what Python compiles."""
    folders = (*VENV.glob("lib/python*/site-packages"), *VENV.glob("Lib/site-packages"))
    return sorted(path for folder in folders for path in folder.iterdir() if path.name != "__pycache__")


def runs(python: object, check: str = f"import sys; sys.exit(sys.version_info < {OLDEST})") -> bool:
    """Is there a Python of this name or path that starts, and does it pass a check: is it new enough?"""
    try:
        return subprocess.run([str(python), "-c", check], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def find_chromium() -> bool:
    """Does this machine have a Chromium that the browser tests can drive?"""
    if shutil.which("chromium") or shutil.which("chromium-browser"):
        return True
    ask = "from playwright.sync_api import sync_playwright as s"
    ask += "\nwith s() as p: print(p.chromium.executable_path)"
    found = subprocess.run([str(PYTHON), "-c", ask], stdout=subprocess.PIPE, check=False)
    path = found.stdout.decode().strip()
    return bool(path) and Path(path).exists()


def find_postgresql() -> bool:
    """Does this machine have a PostgreSQL server that the tests can start?"""
    return bool(shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")))


def find_haproxy() -> bool:
    """Does this machine have the program that stands before several servers?"""
    return bool(shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy"))


def missing_programs() -> list:
    """What the tests need beside Python and do not find, by the names of Debian's packages."""
    there = {"chromium": find_chromium(), "haproxy": find_haproxy(), "postgresql": find_postgresql()}
    return [name for name, found in there.items() if not found]


def install_programs() -> None:
    """Fetch what is missing: Debian's packages as root, else Playwright's own build of Chromium.

    Without success the tests that need it fail and say so; they are never skipped.
    """
    missing = missing_programs()
    if missing and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        say("Installing what the tests need: " + ", ".join(missing) + " …")
        environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "-y", *missing]):
            subprocess.run(["apt-get", "-qq", *words], env=environ, stdin=subprocess.DEVNULL, check=False)
        missing = missing_programs()
    if "chromium" in missing:
        say("Installing Chromium for the browser tests …")
        subprocess.run([str(PYTHON), "-m", "playwright", "install", "chromium"], check=False)


def test(arguments: list) -> int:
    """Run the checks and all tests; with `arguments`, pytest alone and with these. 0 when all is well."""
    install("test")
    install_programs()
    checks = {
        "ruff check": ["ruff", "check", "."],
        "ruff format": ["ruff", "format", "--check", "."],
        "mypy": ["mypy"],
    }
    failed = [] if arguments else [name for name, command in checks.items() if module(name, command)]
    cores = min(os.cpu_count() or 1, 4)
    spread = ["-n", str(cores), "--dist=worksteal"]
    phases = {
        "unit tests": ["-m", "not browser and not timing and not no_cover", *spread, "--cov", "--cov-report=term"],
        # Apart, since coverage slows a whole process, also where it pauses for a test.
        "games by chance and screens": ["-m", "no_cover and not browser and not timing", *spread],
        # The tests of a file share a server: a file stays with one worker. They wait a lot: for one more there is room.
        "browser tests": ["-m", "browser and not timing", "-n", str(cores + 1), "--dist=loadfile"],
        # Last and one after another: a busy neighbour would disturb them.
        "timing tests": ["-m", "timing"],
    }
    results = {name: module(name, ["pytest", *options, *arguments]) for name, options in phases.items()}
    nothing_ran = 5  # pytest's exit code; `-k name` may well leave one of them without a test
    failed += [name for name, code in results.items() if code not in (0, nothing_ran)]
    if all(code == nothing_ran for code in results.values()):
        failed.append("no test ran")
    if failed:
        say("Failed: " + ", ".join(failed))
    return 1 if failed else 0


def module(name: str, command: list) -> int:
    """Run a Python module of the environment under a heading; gives its exit code."""
    say(f"\n== {name}")
    return subprocess.run([str(PYTHON), "-m", *command], cwd=str(ROOT), check=False).returncode


def start(arguments: list) -> int:
    """Hand over to the `companion` command; without a command's name it serves."""
    install()
    command = [str(PYTHON), "-m", "companion", *arguments]
    if os.name == "posix":
        os.execv(command[0], command)  # so that Ctrl-C and a stopping service reach the server itself
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:  # the server had it too, and has said goodbye
        return 0


def say(text: str) -> None:
    """Print at once, so that our lines and those of the programs that we start keep their order."""
    print(text, flush=True)


def main(arguments: list) -> int:
    """Do what the command line asks; gives the exit code."""
    if arguments and arguments[0] in ("-h", "--help"):
        say((__doc__ or "").strip())
        return 0
    modules = tuple(name for name in ("venv", "ensurepip") if importlib.util.find_spec(name))
    missing = what_is_missing(tuple(sys.version_info), modules)
    if missing:
        sys.exit(missing)
    if arguments and arguments[0] == "test":
        return test(arguments[1:])
    return start(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
