"""A dialog is a thing: it has a name of its own, and is asked for nothing that it was not told."""

import pytest

from companion.demo import demo_table
from companion.games import GAMES
from companion.screens import dialogs
from companion.screens.ctx import Dialog, dialogs_of, handlers_of, html
from companion.table import BANKER
from companion.widgets import Event
from companion.words import translator
from tests.screens.reader import look


def every(game: str) -> list[Dialog]:
    return [*dialogs.JOIN, *dialogs.TABLE, *dialogs.EVERYWHERE, *dialogs_of(game)]


@pytest.mark.parametrize("game", GAMES)
def test_every_dialog_has_a_name_of_its_own_and_so_have_its_controls(game: str) -> None:
    names = [each.name for each in every(game)]
    assert len(set(names)) == len(names)
    assert handlers_of(game).keys() & dialogs.HANDLERS.keys() == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_dialog_that_was_told_nothing_is_drawn_or_is_not_there(game: str) -> None:
    table = demo_table(game)
    for seat in (BANKER, table.players[0]):
        for dialog in every(game):
            ctx = look(table, seat, translator("en"))
            for data in ({}, {"entry": "x", "pointer": "/none"}):
                dialogs.open_dialog(ctx, Event("sheet.open", "a-fresh-key", {"kind": dialog.name, **data}))
                assert html(dialogs.draw(ctx, [dialog])).count("<dialog") <= 1
            ctx.open(dialog.name)
            assert html(dialogs.draw(ctx, [dialog])).count("<dialog") <= 1


def test_only_the_dialogs_of_a_page_are_drawn_on_it() -> None:
    ctx = look(demo_table(), BANKER, translator("en"))
    dialogs.open_dialog(ctx, Event("sheet.open", "a-fresh-key", {"kind": "note"}))
    assert "A remark for the history" in html(dialogs.draw(ctx, dialogs.TABLE))
    assert html(dialogs.draw(ctx, dialogs.HOME)) == ""
    dialogs.close_dialog(ctx, Event("sheet.close", "a-fresh-key"))
    assert html(dialogs.draw(ctx, dialogs.TABLE)) == ""
