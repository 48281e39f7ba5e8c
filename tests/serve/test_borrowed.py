"""The canary: what we lean on inside other packages is where it was, and nothing is leant on that is not listed."""

import ast
import inspect
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement

import companion
from companion.serve.borrowed import USES

PACKAGE = Path(companion.__file__).parent
INSIDES = {"voila", "jupyter_server", "jupyter_client", "ipykernel", "ipywidgets", "anywidget", "htpy"}
OURS = (
    "companion.serve.app",
    "companion.serve.channel",
    "companion.serve.forks",
    "companion.serve.handlers",
    "companion.serve.kernels",
    "companion.widgets.view",
)
PACKAGED = {"zmq": "pyzmq"}  # what is imported by another name than it is installed by
FACTORY = "voila.voila_kernel_manager"  # makes its class, and what is in it, when it is called


def warm_kernels(folder: Path) -> type:
    """Voila's manager of warm kernels, with the names that it gives itself."""

    class Base:
        parent = SimpleNamespace(root_dir=str(folder), notebook_path=None)

    made = import_module(FACTORY).voila_kernel_manager_factory(Base, preheat_kernel=True, default_pool_size=0)
    return type("VoilaKernelManager", (made,), vars(made()))


def borrowed(place: str, folder: Path) -> Any:
    """The class whose insides are used."""
    module, _, name = place.rpartition(".")
    return warm_kernels(folder) if module == FACTORY else getattr(import_module(module), name)


@pytest.mark.parametrize("place", USES)
def test_what_we_lean_on_is_where_it_was(place: str, tmp_path: Path) -> None:
    found = borrowed(place, tmp_path)
    codes = [each.__code__ for each in vars(found).values() if inspect.isfunction(each)]
    has = {*dir(found), *(name for code in codes for name in code.co_names)}  # some are made when an instance is
    assert {name: use for name, use in USES[place].items() if name not in has} == {}, f"{place} has moved"


def test_what_we_put_in_the_place_of_theirs_is_listed() -> None:
    """A method that overrides one of theirs stops working without a word when theirs gets another name."""
    listed = {name for names in USES.values() for name in names}
    for ours in [each for module in OURS for each in vars(import_module(module)).values() if inspect.isclass(each)]:
        theirs = [base for base in ours.__mro__ if base.__module__.partition(".")[0] in INSIDES]
        if ours.__module__ in OURS and theirs:
            tree = ast.parse(inspect.getsource(ours))
            written = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
            assert {name for name in written if any(name in vars(base) for base in theirs)} - listed <= {"__init__"}


def test_their_private_names_are_touched_in_one_file() -> None:
    for path in [*(PACKAGE / "serve").glob("*.py"), *(PACKAGE / "widgets").glob("*.py")]:
        if path.name == "borrowed.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
                assert isinstance(node.value, ast.Name | ast.Call), (path.name, node.attr)
                assert getattr(node.value, "id", "super") in ("self", "cls", "super"), (path.name, node.attr)


def test_what_is_imported_is_declared_and_insides_are_bounded() -> None:
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {Requirement(line).name.replace("-", "_").lower(): Requirement(line) for line in project["dependencies"]}
    optional = {Requirement(line).name for lines in project["optional-dependencies"].values() for line in lines}
    imported = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add((node.module or "").partition(".")[0])
    installed = {PACKAGED.get(name, name.lower()) for name in imported}
    third = installed - {each.lower() for each in sys.stdlib_module_names} - {"companion"}
    assert third - declared.keys() - optional == set()
    assert {name for name in INSIDES if not any("<" in str(each) for each in declared[name].specifier)} == set()
