"""What a player hides changes nothing that travels to anybody else's device."""

import json

import pytest

from companion.screens import first_paint
from companion.store import open_store
from companion.table import new_table
from tests.screens.reader import Reader

SCREENS = ["", "market", "clock", "history", "settings"]
AT = "2026-11-27T20:15:00Z"


def table_where_anna_hides(company: str) -> str:
    """The code of a table at which Anna holds a Ford and a Lloyd and has put one of them aside, face down."""
    table = new_table("good-brokers", players=["Anna", "Bruno", "Carla"])
    table.do("buy", player="Anna", shares={"ford": 1, "lloyd": 1}, at=AT)
    table.do("place", player="Anna", company=company, at=AT)
    shares = table.snapshot("Anna")["players"][0]["shares"] | {"siemens": 1}
    table.do("correct", set={"/players/0/shares": shares}, at=AT, by="Anna")
    table.do("end_turn", player="Anna", at=AT)
    store = open_store()
    return store.table(store.import_log(table.lines())).code


def seen_by(seat: str, code: str) -> str:
    """All that ever travels to the device of a seat: its screens, dialogs and charts, and the first paint."""
    reader = Reader(f"?table={code}&seat={seat}", device=f"device-{seat}")
    seen = []
    for screen in SCREENS:
        reader.tap("go", to=screen)
        seen += [reader.html, json.dumps(reader.page.view.charts, sort_keys=True)]
        seen += [first_paint(f"table={code}&seat={seat}&screen={screen}", {})]
    for sheet in (
        {"kind": "correct"},
        {"kind": "amend", "entry": 1},
        {"kind": "amend", "entry": 2},
        {"kind": "amend", "entry": 3},
    ):
        seen.append(reader.tap("sheet.open", **sheet).html)
    reader.tap("buy", shares="x").tap("history.search", {"search": "ford"})
    seen += [reader.html, *reader.said]
    assert reader.visit.live is not None
    return (
        "\n".join(seen)
        .replace(code, "CODE")
        .replace(" ".join(code), "C O D E")
        .replace(f'data-id="{reader.visit.live.table_id}"', "")
    )


@pytest.mark.parametrize("seat", ["1", "2", "bank", "screen"])
def test_nobody_else_can_tell_which_share_lies_face_down(seat: str) -> None:
    assert seen_by(seat, table_where_anna_hides("ford")) == seen_by(seat, table_where_anna_hides("lloyd"))


def test_she_herself_can() -> None:
    assert seen_by("0", table_where_anna_hides("ford")) != seen_by("0", table_where_anna_hides("lloyd"))
