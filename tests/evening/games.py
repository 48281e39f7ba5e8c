"""Finished games of every kind."""

from functools import cache
from importlib.resources import files
from pathlib import Path

import companion
from companion.games import load_game
from companion.table import read

SAVES = Path(__file__).parent.parent / "saves"


@cache
def finished(game: str) -> companion.Table:
    """A game that was played to its end; not to be changed."""
    if game == "good-brokers":
        return companion.load(SAVES / "good_brokers_evening.jsonl")
    return read((files(load_game(game).package) / "demo.jsonl").read_bytes().split(b"\n"))
