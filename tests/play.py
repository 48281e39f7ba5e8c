"""Plays random legal games, through the public interface alone, and checks what must always hold."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import companion
from companion.table import read

Choose = Callable[[list[dict[str, Any]]], dict[str, Any]]


def moves(table: companion.Table) -> list[dict[str, Any]]:
    """Every move that somebody at the table knows to be legal, each once."""
    return _known(table, [None, *(_acting(table) if table.hidden() else [])])


def _acting(table: companion.Table) -> list[str]:
    return [table.players[seat] for seat in table.game.active(table.state)]


def _known(table: companion.Table, readers: list[str | None]) -> list[dict[str, Any]]:
    first = table.legal(readers[0])
    known = list(first)
    for reader in readers[1:]:
        seen = table.legal(reader)
        if seen != first:
            known += [move for move in seen if move not in known]
    return known


def _turn_by_turn(table: companion.Table) -> list[dict[str, Any]]:
    """The moves that those know who are to act; every fourth time what everybody knows. Cheaper than all of them."""
    acting = _acting(table) if table.revision % 4 else []
    return _known(table, acting or [None]) or moves(table)


def play(table: companion.Table, choose: Choose, check: Callable[[companion.Table], None], most: int = 3000) -> None:
    """Play ``table`` to its end, picking moves with ``choose`` and calling ``check`` after each."""
    for _ in range(most):
        possible = _turn_by_turn(table)
        if not possible:
            assert table.snapshot()["finished"], "nothing can be done, but the game is not over"
            return
        table.do(**choose(possible))
        check(table)
    raise AssertionError(f"no end after {most} moves")


def chooser(draw: st.DataObject) -> Choose:
    """Picks with hypothesis: first a kind of action, then one of its moves, so that rare kinds are tried too."""

    def choose(possible: list[dict[str, Any]]) -> dict[str, Any]:
        kinds = sorted({move["action"] for move in possible})
        kind = kinds[draw.draw(st.integers(0, len(kinds) - 1))]
        of_kind = [move for move in possible if move["action"] == kind]
        return of_kind[draw.draw(st.integers(0, len(of_kind) - 1))]

    return choose


def money_is_all_there(table: companion.Table) -> None:
    """All slots add up to nothing, and only the bank is below zero."""
    slots = table.slots()
    assert sum(slots.values()) == 0
    assert all(held >= 0 for slot, held in slots.items() if slot != "bank")


def undo_and_redo(table: companion.Table) -> None:
    """Undo, then redo, gives an equal state (and leaves two more entries in the log)."""
    state = table.state
    undone = table.undo()
    assert undone.n == table.redo().n
    assert table.state == state


def replay_is_equal(table: companion.Table) -> None:
    """The log, read anew, gives an equal state and an equal save."""
    lines = list(table.lines())
    again = read(lines)
    assert again.state == table.state
    assert list(again.lines()) == lines


def save_is_equal(table: companion.Table) -> None:
    """Save, load, save gives the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = Path(folder, "first.jsonl"), Path(folder, "second.jsonl")
        table.save(first)
        companion.load(first).save(second)
        assert first.read_bytes() == second.read_bytes()


def everything_holds(table: companion.Table) -> None:
    """All of the above."""
    money_is_all_there(table)
    undo_and_redo(table)
    replay_is_equal(table)
    save_is_equal(table)
