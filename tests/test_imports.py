"""Arrows between the rooms point one way, and the rules need neither a screen nor a database."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import companion

PACKAGE = Path(companion.__file__).parent
HEAVY = {
    "ipywidgets",
    "anywidget",
    "traitlets",
    "IPython",
    "pandas",
    "plotly",
    "voila",
    "tornado",
    "sqlalchemy",
    "sqlite3",
    "psycopg",
}

# From the ground up: a room may import what stands on a lower floor, and its own.
FLOORS: list[set[str]] = [
    {"words"},
    {"errors", "locale", "shapes"},
    {"files", "keys", "log", "names", "notices", "pointers", "ledger", "spaces", "auctions", "clocks", "boxes", "seal"},
    {"games"},
    {"housekeeping"},
    {"history", "timeline", "plain", "door", "kinds", "asked"},
    {"terms", "timer"},
    {"readable"},
    {"card"},
    {"table", "store"},
    {"held"},
    {"charts", "seats", "demo", "stored", "strangers", "logs"},
    {"live", "evening", "trial"},
    {"group"},
    {"widgets"},
    {"screens"},
    {"serve"},
    {"cli"},
    {"__main__"},
]
UNDER_TABLE = set.union(*FLOORS[:9]) | {"table"}
# What a function fetches only when it is called, against the floors, and why.
WHEN_CALLED = {
    ("table", "charts"),  # table.figure() is for notebooks
    ("stored", "group"),  # companion.evenings() too
}


def floor(room: str) -> int:
    """The number of a room's floor. A new room finds its place in FLOORS first."""
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def room_of(module: str) -> str:
    """The room of a module of ours; a game's screens belong to the screens, its charts to the charts."""
    parts = module.split(".")
    if parts[1:2] == ["games"] and parts[3:4] in (["screens"], ["charts"]):
        return parts[3]
    return parts[1] if len(parts) > 1 else ""


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the package, by its dotted name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


NAMES = {name for name, _ in modules()}


def under(node: ast.AST, name: str) -> bool:
    """Whether a statement holds only under a condition that names this."""
    return isinstance(node, ast.If) and name in {part.id for part in ast.walk(node.test) if isinstance(part, ast.Name)}


def imports(path: Path, *, called: bool, types: bool = True) -> set[str]:
    """What a file imports at once, or (`called`) only inside its functions; with what it needs for types alone."""
    tree = ast.parse(path.read_text("utf-8"))
    tree.body = [
        node for node in tree.body if not under(node, "__name__") and (types or not under(node, "TYPE_CHECKING"))
    ]
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if (id(node) in inside) != called:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = [PACKAGE.name, *path.relative_to(PACKAGE).parts[:-1]]
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = {f"{module}.{alias.name}" for alias in node.names}
            found |= (names & NAMES) or {module}
    return found


def ours(found: set[str]) -> set[str]:
    return {room_of(name) for name in found if name.startswith(PACKAGE.name + ".")}


def test_every_room_has_its_floor() -> None:
    rooms = {room_of(name) for name in NAMES} - {""}
    assert rooms <= set.union(*FLOORS)


def test_arrows_point_down() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, path in modules()
        for other in ours(imports(path, called=False))
        if (room := room_of(name)) and other != room and floor(other) >= floor(room)
    ]
    assert wrong == []


def test_a_function_fetches_from_above_only_what_is_listed() -> None:
    fetched = {
        (room, other)
        for name, path in modules()
        for other in ours(imports(path, called=True))
        if (room := room_of(name)) and other != room and floor(other) >= floor(room)
    }
    assert fetched <= WHEN_CALLED


def circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """The modules that lead back to themselves, those of a circle together."""

    def led_to(name: str) -> set[str]:
        found: set[str] = set()
        todo = [name]
        while todo:
            new = arrows.get(todo.pop(), set()) - found
            found |= new
            todo += new
        return found

    leads = {name: led_to(name) for name in arrows}
    return [{other for other in leads[name] if name in leads[other]} for name in leads if name in leads[name]]


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set()}) == [{"a", "b", "c"}] * 3
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_module_leads_back_to_itself() -> None:
    """Inside a room too; and what is imported for a type alone counts."""
    arrows = {name: imports(path, called=False) & NAMES - {name} for name, path in modules()}
    assert circles(arrows) == []


def test_the_store_knows_nothing_of_games() -> None:
    for name, path in modules():
        if room_of(name) == "store":
            assert not ours(imports(path, called=False) | imports(path, called=True)) & {"games", "table"}, name


def test_nothing_under_the_table_names_a_screen_or_a_database() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, path in modules()
        if room_of(name) in UNDER_TABLE
        for other in imports(path, called=False, types=False)
        if other.partition(".")[0] in HEAVY
    ]
    assert wrong == []


def test_nothing_under_the_table_loads_a_screen_or_a_database() -> None:
    """The same, seen from outside: in a fresh interpreter, with all that our imports import."""
    rules = sorted(name for name in NAMES if room_of(name) in UNDER_TABLE - {"locale"})
    script = (
        "import importlib, sys\n"
        f"for name in ['companion', *{rules!r}]: importlib.import_module(name)\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )
    seen = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert seen.stdout.strip() == "[]"


def test_every_single_file_is_where_contributing_says() -> None:
    text = (PACKAGE.parent / "CONTRIBUTING.md").read_text("utf-8")
    table = text.partition("## The single files of `companion/`")[2].partition("\n\nThey have no rooms")[0]
    listed = re.findall(r"`(\w+\.py)`", table.partition("|---|")[2])
    single = {path.name for path in PACKAGE.glob("*.py")} - {"__init__.py", "__main__.py"}
    assert sorted(listed) == sorted(single)
