"""Every game has one floor plan: the file that a field of its `GAME` comes from can be told by the field's name."""

import ast
import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import GAMES, load_game
from companion.games.common import Game

# The file of a game's folder that each function comes from.
PLACES = {
    "for_box": "setup",
    "begin": "setup",
    "with_box": "setup",
    "check_box": "setup",
    "box_type": "box",
    "actor": "turns",
    "active": "turns",
    "partners": "turns",
    "for_banker": "turns",
    "settle": "turns",
    "catch_up": "turns",
    "timed": "turns",
    "lap": "turns",
    "moment": "turns",
    "legal": "legal",
    "snapshot": "snapshot",
    "snapshot_type": "snapshot",
    "needs": "snapshot",
    "restore": "restore",
    "hidden": "secrets",
    "secrets": "secrets",
    "is_own": "secrets",
    "unseen": "secrets",
    "meets": "secrets",
    "records": "records",
    "wealth": "records",
    "ending": "scores",
    "describe": "words",
    "tell": "words",
    "call": "words",
    "printed": "words",
    "named": "words",
    "summary": "words",
}
CHAPTERS = {"kept", "countdown"}  # from the chapter of the rule book that they are about
FILES = {*PLACES.values(), "actions", "state", "box", "rules", "keys", "charts", "picture", "glossary"} - {"secrets"}


def functions(value: object) -> list[Callable[..., object]]:
    """What a field says in code: itself, or each of its table."""
    found = list(value.values()) if isinstance(value, dict) else [value]
    return [each for each in found if callable(each)]


def place(game: Game, function: Callable[..., object]) -> str:
    """The file of a game's folder in which something is written; empty for what all games share."""
    home, _, file = function.__module__.rpartition(".")
    return file if home == game.package else ""


@pytest.mark.parametrize("name", GAMES)
def test_every_field_comes_from_the_file_of_its_name(name: str) -> None:
    """Only a default that all games share comes from elsewhere."""
    game = load_game(name)
    for field in set(game.__struct_fields__) - {"moves"}:
        for function in functions(getattr(game, field)):
            if function.__module__ != Game.__module__:
                found = place(game, function)
                assert found == PLACES.get(field, found if field in CHAPTERS else None), (field, function)
                assert found, (field, function)


@pytest.mark.parametrize("name", GAMES)
def test_an_action_stands_beside_its_rule_in_one_table(name: str) -> None:
    game = load_game(name)
    assert import_module(f"{game.package}.rules").MOVES is game.moves
    for action, (kind, rule) in game.moves.items():
        assert place(game, kind) == "actions", action
        assert place(game, rule) not in ("", "rules"), action  # it stands in its chapter
        assert "".join(part.capitalize() for part in action.split("_")) == kind.__name__
        assert rule.__name__ in (action, action + "_")


@pytest.mark.parametrize("name", GAMES)
def test_the_folder_has_the_files_of_the_plan(name: str) -> None:
    folder = Path(inspect.getfile(import_module(load_game(name).package))).parent
    files = {path.stem for path in folder.glob("*.py")}
    assert files >= FILES
    assert "box.toml" in {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("name", GAMES)
def test_the_door_of_a_folder_holds_its_game_and_nothing_else(name: str) -> None:
    tree = ast.parse(Path(inspect.getfile(import_module(load_game(name).package))).read_text("utf-8"))
    rest = [node for node in tree.body[1:] if not isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node.targets[0]) for node in rest if isinstance(node, ast.Assign)] == ["GAME"]
    assert len(rest) == 1
