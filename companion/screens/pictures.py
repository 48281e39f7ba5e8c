"""A small picture of each game's board, drawn by its folder (``picture.py``) from what its box prints."""

from functools import cache

import htpy as h
from htpy import Node
from markupsafe import Markup

from companion.boxes import load_box
from companion.games import load_game, part


@cache
def picture(game: str) -> Node:
    """The board of a game, in the colours of the page; nothing where its folder draws none."""
    found = load_game(game)
    drawn = part(found, "picture")
    inside = drawn and drawn.picture(load_box(None, found.package))
    return inside and h.svg(".picture", viewBox="0 0 160 80", aria_hidden="true")[Markup(inside)]  # noqa: S704 - numbers
