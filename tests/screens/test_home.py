"""The first page: the games with a picture each, the last tables, and the one way in for everybody else."""

import re

import pytest

from companion.boxes import shipped
from companion.games import GAMES, load_game, part
from companion.screens.pictures import picture
from companion.store import open_store
from companion.table import new_table
from tests.screens.reader import Reader

LEAST, MOST = 3, 40  # things in a picture that is seen in one look


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_small_picture_in_the_colours_of_the_page(game: str) -> None:
    drawn = str(picture(game))
    assert 'aria-hidden="true"' in drawn  # the name beside it says the same
    assert LEAST <= len(re.findall(r"<(?:path|circle)", drawn)) <= MOST
    colours = re.findall(r'(?:fill|stroke)="([^"]*)"', drawn)
    assert all(colour.startswith("var(--") for colour in colours)  # light and dark
    assert len(drawn) < 1000
    assert f'data-game="{game}"' in (page := Reader().html)
    assert drawn in page


def test_a_picture_shows_what_the_box_prints() -> None:
    """Another track, another sky: another picture. The six cubes of *Good Brokers* stand on the ninth space, 40."""
    drawn = part(load_game("good-brokers"), "picture").picture
    box = shipped("companion.games.good_brokers")["default"]
    assert len(re.findall(r"M\d+ 76v-", drawn(box))) == 30
    assert drawn(box).count("M46 ") == 7  # the bar and six cubes
    assert drawn(box | {"track": [0, 40, 280]}).count("v-") == 9
    sky = part(load_game("plutocracy"), "picture").picture(shipped("companion.games.plutocracy")["default"])
    assert sky.count("L") == 2 + 3 + 5 + 7 + 9 + 11 + 6 - 7  # places on seven orbits


def test_the_last_tables_come_first_then_the_games_and_join_lies_under_the_thumb() -> None:
    store = open_store()
    for place in range(6):
        store.create(new_table("good-brokers", ["A", "B", f"last {place}"]).header.line())
    page = Reader()
    assert page.html.index("last 5") < page.html.index("last 4") < page.html.index('class="picture"')
    assert "last 0" not in page.html
    assert "last 0" in page.tap("home.every").html
    foot = page.page.view.parts["foot"]
    assert foot.count("<button") == 1
    assert 'class="btn primary grow"' in foot
    assert 'data-kind="code"' in foot


def test_the_first_paint_keeps_the_room_of_the_pictures_and_sends_none() -> None:
    from companion.screens import first_paint

    painted = first_paint("", {})
    assert painted.count('<div class="picture"></div>') == len(GAMES)
    assert "<path" not in painted
