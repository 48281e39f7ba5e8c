"""The big screen in a browser: nobody scrolls it, so it fits its screen, with as many players as a game takes."""

import random
from typing import Any

import pytest

import companion
from companion.store import open_store
from tests.browser import Server
from tests.play import moves
from tests.screens.test_browser import Open, open_page

__all__ = ["open_page"]  # a fixture
SIZES = [(1280, 800), (1920, 1080), (1024, 768)]
FITS = """() => {
  const room = document.querySelector(".big-body"), page = document.documentElement;
  const pills = [...document.querySelectorAll(".bar .pill")];
  return page.style.getPropertyValue("--fit") !== ""
    && page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth
    && room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth
    && pills.every((pill) => pill.scrollWidth <= pill.clientWidth);
}"""


def played(game: str, players: int, entries: int) -> companion.Table:
    """A table some way into a game."""
    dice = random.Random(7)
    table = companion.new_table(game, ["Alessandra", "Bruno", "Carla", "Dieter", "Eleonora"][:players], box="demo")
    while len(table.log) < entries and (possible := moves(table)):
        kind = dice.choice(sorted({move["action"] for move in possible}))
        table.do(**dice.choice([move for move in possible if move["action"] == kind]))
    return table


CASES = [
    ("ponzi-scheme", 5, 45),
    ("plutocracy", 4, 0),
    ("good-brokers", 5, 70),
    ("good-brokers", 3, 9999),
    ("greed", 5, 88),  # sixteen assets are on offer
    ("greed", 5, 9999),
]


@pytest.mark.parametrize(("game", "players", "entries"), CASES)
def test_the_big_screen_fits(open_page: Open, server: Server, game: str, players: int, entries: int) -> None:
    store = open_store(str(server.data))
    code = store.table(store.import_log(played(game, players, entries).lines())).code
    store.close()
    page: Any = open_page(f"?table={code}&seat=screen")
    page.locator(".bigscreen [data-do=leave]").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITS)
