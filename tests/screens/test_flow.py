"""What people do with the frame: start, join, undo, amend, correct, clocks, boxes, saves."""

import html
import os
import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion import seats
from companion import table as tables
from companion.boxes import export_box, shipped
from companion.demo import demo_table
from companion.errors import RuleError, StoreError
from companion.games import load_game
from companion.log import Entry
from companion.screens import first_paint
from companion.screens.place import Place, read_place
from companion.screens.typed import whole
from companion.store import data_folder, open_store
from companion.table import BANKER, new_table
from tests.screens.reader import Reader

PLAYERS = ["Anna", "Bruno", "Carla"]


def entries(reader: Reader) -> list[str]:
    assert reader.visit.live is not None
    return [entry.action for entry in reader.visit.live.table.log]


# -- home --------------------------------------------------------------------------------------------------


def test_a_table_starts_with_its_players_in_the_order_of_the_form() -> None:
    reader = Reader().tap("home.game", game="good-brokers")
    form: dict[str, object] = {"player-0": "Anna", "player-1": "Bruno", "player-2": "Carla"}
    reader.tap("new.add", form)
    reader.tap("new.up", {**form, "player-3": "Dario"}, row=3)
    assert re.findall(r'name="player-\d" value="(\w+)"', reader.html) == ["Anna", "Bruno", "Dario", "Carla"]
    reader.tap("new.remove", {**form, "player-3": "Dario"}, row=1)
    # A row keeps its number wherever it stands: what is typed in it goes with it.
    values = {"player-0": "Anna", "player-3": "Dario", "player-2": "Carla", "option-open_hands": True}
    reader.tap("new.make", values)
    assert reader.visit.live is not None
    assert reader.visit.live.table.players == ["Anna", "Dario", "Carla"]
    assert reader.visit.live.table.state.options["open_hands"] is True
    assert reader.url == f"?table={reader.code}"


def test_a_reload_comes_back_to_the_form_with_its_rows() -> None:
    form = {"rows": "0 2 3 1", "player-0": "Anna", "player-2": "Carla", "player-3": "Dario", "player-1": "B"}
    reader = Reader("?screen=new").tap("new.again", {**form, "title": "Friday", "box": "demo"}, game="good-brokers")
    assert re.findall(r'name="player-\d" value="(\w+)"', reader.html) == ["Anna", "Carla", "Dario", "B"]
    reader.tap("new.make", {**form, "box": "demo"})
    assert reader.visit.live is not None
    assert reader.visit.live.table.players == ["Anna", "Carla", "Dario", "B"]
    for rows in ("0", "0 1 2 3 4 5 6 7 8 9", "0 0 1", "x", ""):
        again = Reader("?screen=new").tap("new.again", {**form, "rows": rows}, game="good-brokers")
        assert len(re.findall(r'name="player-\d"', again.html)) == 3


def test_a_form_with_a_mistake_keeps_what_was_typed() -> None:
    reader = Reader().tap("home.game", game="good-brokers")
    reader.tap("new.make", {"player-0": "Anna", "player-1": "anna", "player-2": "Carla"})
    assert reader.said == ["There is a player called anna already."]
    assert 'value="Carla"' in reader.html
    reader.tap("new.make", {"player-0": "Anna", "player-1": "", "player-2": "Carla"})
    assert reader.said[1:] == ["Type every player's name."]


def test_a_box_is_chosen_by_name_never_by_path(tmp_path: Path) -> None:
    path = tmp_path / "secret.toml"
    path.write_text('name = "secret"')
    reader = Reader().tap("home.game", game="good-brokers")
    reader.tap("new.make", {"player-0": "A", "player-1": "B", "player-2": "C", "box": str(path)})
    assert reader.visit.live is not None
    assert reader.visit.live.table.state.box["name"] == "Good Brokers"


def test_an_uploaded_box_is_used_and_remembered() -> None:
    reader = Reader().start(PLAYERS, seat="bank").tap("box.export")
    text = reader.files[0]["text"].replace("start_money = 300", "start_money = 500").replace("Good Brokers", "Mine")
    reader.tap("home").tap("home.game", game="good-brokers")
    reader.tap("new.box", {"player-0": "A", "player-1": "B", "player-2": "C", "file": text}, file="mine.toml")
    assert 'value="B"' in reader.html
    reader.tap("new.make", {"player-0": "A", "player-1": "B", "player-2": "C", "box": "kept:Mine"})
    assert reader.visit.live is not None
    assert reader.visit.live.table.snapshot()["players"][0]["cash"] == 500
    reader.tap("home").tap("home.game", game="good-brokers")
    assert "Mine (remembered)" in reader.text
    reader.tap("new.box", {"file": "name = nonsense"}, file="bad.toml")
    assert "TOML" in reader.said[-1]


def our_copy(name: str) -> str:
    """A box for Good Brokers with more money, as a file."""
    box = {**shipped(load_game("good-brokers").package)["default"], "name": name, "start_money": 500}
    return export_box(box)


def chosen_box(reader: Reader) -> str:
    """The value of the box that the form shows as chosen, as a browser sends it."""
    return html.unescape(re.findall(r'<option value="([^"]*)" selected>', reader.html.split('name="box"')[1])[0])


NAMES_WITH_SPACES = {
    "Our copy ": "Our copy",
    " \tOur \n copy": "Our copy",
    "Our\u00a0copy\u3000": "Our copy",
    f"{'x' * 79} y": "x" * 79,
    "  ": "Good Brokers",
}


@pytest.mark.parametrize("name", NAMES_WITH_SPACES)
def test_a_remembered_box_can_be_played_whatever_spaces_its_name_has(name: str) -> None:
    reader = Reader().tap("home.game", game="good-brokers")
    form = {"player-0": "A", "player-1": "B", "player-2": "C"}
    reader.tap("new.box", {**form, "file": our_copy(name)}, file="mine.toml")
    assert [*open_store().boxes("good-brokers")] == [NAMES_WITH_SPACES[name]]
    assert chosen_box(reader) == f"kept:{NAMES_WITH_SPACES[name]}"
    reader.tap("new.add", {**form, "box": chosen_box(reader)})
    assert chosen_box(reader) == f"kept:{NAMES_WITH_SPACES[name]}"
    reader.tap("new.make", {**form, "box": chosen_box(reader)})
    assert reader.table.snapshot()["players"][0]["cash"] == 500


def test_so_can_one_that_is_named_by_its_file_or_at_the_table() -> None:
    reader = Reader().tap("home.game", game="greed")
    box = shipped(load_game("greed").package)["default"]
    del box["name"]
    reader.tap("new.box", {"file": export_box(box)}, file="our copy .toml")
    assert chosen_box(reader) == "kept:our copy"
    table = new_table("greed", PLAYERS, box={**box, "name": "Ours "})
    code = open_store().table(open_store().import_log(table.lines())).code
    reader = Reader(f"?table={code}&seat=bank").tap("box.keep")
    assert reader.said[-1] == "Remembered as “Ours”."
    assert [*open_store().boxes("greed")] == ["Ours", "our copy"]


def test_a_box_that_was_remembered_with_such_a_name_can_be_played() -> None:
    open_store().keep_box("good-brokers", "Our copy ", our_copy("Our copy "))
    reader = Reader().tap("home.game", game="good-brokers")
    assert "Our copy (remembered)" in reader.text
    reader.tap("new.make", {"player-0": "A", "player-1": "B", "player-2": "C", "box": "kept:Our copy"})
    assert reader.table.snapshot()["players"][0]["cash"] == 500


def test_a_box_that_is_not_remembered_is_refused_in_words() -> None:
    reader = Reader().tap("home.game", game="good-brokers")
    reader.tap("new.make", {"player-0": "A", "player-1": "B", "player-2": "C", "box": "kept:Ours"})
    assert reader.said == ["This box is no longer remembered here: choose another one."]
    assert 'value="B"' in reader.html


def test_joining_by_code_ignores_case_and_spaces() -> None:
    code = Reader().start(PLAYERS).code
    other = Reader().tap("home.join", {"code": f" {code[:2].lower()} {code[2:].lower()}"})
    assert other.code == code
    other.tap("home").tap("home.join", {"code": "ZZZZZ"})
    assert other.said == ["No table here has the code “ZZZZZ”."]


def test_a_save_goes_out_and_comes_in_again() -> None:
    reader = Reader().tap("home.demo").tap("join.sit", seat="bank").tap("home")
    table_id = open_store().tables()[0].id
    reader.tap("home.download", id=table_id)
    text = reader.files[0]["text"]
    assert text == "".join(line + "\n" for line in tables.read(text.encode().split(b"\n")).lines())
    reader.tap("home.upload", {"file": text}, file="demo.jsonl")
    assert reader.visit.live is not None
    assert reader.visit.live.table.revision == demo_table().revision
    reader.tap("home").tap("home.upload", {"file": text.replace('"action":"buy"', '"action":"bye"', 1)})
    assert re.search(r"Line \d+ cannot be played", reader.said[-1])


def test_a_table_is_put_away_and_brought_back() -> None:
    reader = Reader().start(PLAYERS)
    code, table_id = reader.code, open_store().tables()[0].id
    reader.tap("home").tap("home.archive", id=table_id)
    assert "put away: at the foot of this page you bring it back" in reader.said[-1]
    assert 'data-do="home.open"' not in reader.html
    assert "Bring Good Brokers back" in reader.text
    reader.tap("home.join", {"code": code})
    assert reader.said[-1] == f"The table “{code}” was put away: bring it back on the first page."
    reader.tap("home.restore", id=table_id)
    assert f'data-code="{code}"' in reader.html
    assert "home.restore" not in reader.html


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"version":1', '"version":2'), "Line 1 says version 2; this companion reads up to version 1."),
        (('"action":"note"', '"action":"insure"'), "Line 2 cannot be played: There is no action “insure”"),
        (('"options":{', '"options":{"insurance":true,'), "Line 1 cannot be played: "),
    ],
)
def test_what_a_newer_companion_has_saved_is_said_and_breaks_nothing(change: tuple[str, str], said: str) -> None:
    table = new_table("good-brokers", PLAYERS)
    table.do("note", by="Anna", text="hello")
    save = "".join(line + "\n" for line in table.lines())
    newer = save.replace(*change)
    assert newer != save
    reader = Reader().tap("home.upload", {"file": newer})
    assert said in reader.said[-1]
    assert reader.visit.live is None
    assert open_store().tables() == []
    reader.tap("home.upload", {"file": save})
    code = reader.code
    reader.tap("home")
    with sqlite3.connect(data_folder() / "tables.sqlite") as file:
        file.execute("UPDATE tables SET header = replace(header, ?, ?)", change)
        file.execute("UPDATE entries SET line = replace(line, ?, ?)", change)
    file.close()
    reader.tap("home.demo")
    other = Reader().tap("home.open", code=code)
    assert said in other.said[-1]
    assert other.html.count('data-do="home.open"') >= 1


def test_a_save_that_cannot_be_read_can_be_taken_out() -> None:
    reader = Reader().start(PLAYERS, seat="bank")
    assert reader.visit.live is not None
    table_id = reader.visit.live.table_id
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    with sqlite3.connect(data_folder() / "tables.sqlite") as file:
        file.execute("UPDATE entries SET line = '{\"n\": 1'")
    file.close()
    reader.tap("home").tap("home.download", id=table_id)
    assert reader.files[-1]["text"].endswith('\n{"n": 1\n')
    seats.set_pin(open_store(), table_id, "bank", "1234", "device-one")
    other = Reader(device="another").tap("home.download", id=table_id)
    assert other.files == []
    assert "companion export" in other.said[-1]


@pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody take an open file away")
def test_what_a_taken_away_file_held_can_be_taken_out_on_every_page() -> None:
    home = Reader()
    reader = Reader().start(PLAYERS, seat="bank", open_hands=True)
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    code = reader.code
    home.tap("home.every")
    first_paint("", {})
    pages = [reader, Reader(f"?table={code}"), Reader(f"?table={code}&seat=screen"), Reader(f"?table={code}&seat=0")]
    assert reader.visit.live is not None
    save = "".join(line + "\n" for line in reader.visit.live.table.lines())
    for part in data_folder().glob("tables.sqlite*"):
        part.unlink()
    for page in pages:
        with pytest.raises(StoreError):
            page.visit.live.refresh()  # as the watch does
        page.tap("close")
        assert page.text.count("The file of the tables was taken away or replaced") == 1
        page.tap("save.own")
        assert page.files[-1]["text"] == save
    assert 'data-do="undo"' not in reader.html
    painted = first_paint("", {})
    assert "taken away or replaced" in painted
    assert "No longer in the file" in painted
    assert "data-do" not in painted
    home.tap("home.every")
    assert "taken away or replaced" in home.text
    home.tap("home.lost", code=code)
    assert home.files[-1]["text"] == save
    open_store().close()  # a page that is loaded anew makes a new file
    home.tap("home.every").tap("home.lost", code=code)
    assert "taken away or replaced" in home.text
    assert home.files[-1]["text"] == save
    home.tap("home.upload", {"file": save})
    assert home.visit.live is not None
    assert home.visit.live.table.revision == 1


def test_a_save_with_secrets_is_the_bankers_and_may_be_sealed() -> None:
    reader = Reader().start(PLAYERS, seat="0")
    assert reader.visit.live is not None
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    table_id = reader.visit.live.table_id
    reader.tap("go", to="settings")
    assert "only the banker" in reader.text
    for do in ("home.download", "save.open", "save.sealed"):
        reader.tap(do, {"passphrase": "a long one"}, id=table_id)
    assert reader.files == []
    assert len(reader.said) == 3
    assert all("so the banker takes it out" in said for said in reader.said)
    reader.tap("leave").tap("join.sit", seat="bank").tap("home.download", id=table_id)
    assert reader.files == []
    assert "what every player hides" in reader.text
    reader.tap("save.sealed", {"passphrase": "short"}, id=table_id)
    assert "8 characters" in reader.said[-1]
    reader.tap("save.sealed", {"passphrase": "a long one"}, id=table_id).tap("home.download", id=table_id)
    reader.tap("save.open", id=table_id)
    sealed, plain = reader.files
    assert "ford" not in sealed["text"]
    assert '"action":"buy"' in plain["text"]
    reader.tap("home").tap("home.upload", {"file": sealed["text"]}, file=sealed["name"])
    assert reader.visit.live is None
    reader.tap("home.unseal", {"passphrase": "another one"})
    assert "does not open" in reader.said[-1]
    reader.tap("home.unseal", {"passphrase": "a long one"})
    assert entries(reader) == ["buy"]


def test_an_unreadable_table_is_named_and_hides_no_other() -> None:
    Reader().start(PLAYERS)
    broken = Reader().tap("home.demo").code
    store = open_store()
    engine = create_engine(f"sqlite:///{data_file()}")
    with engine.begin() as connection:
        connection.execute(
            text("update entries set line = 'x' where n = 3 and table_id = :id"), {"id": store.find(broken)}
        )
    shown = Reader()
    assert "Line 4" in shown.text
    assert "Anna, Bruno, Carla" in re.sub(r"\s+", " ", shown.text).replace(" ,", ",")
    shown.tap("home.open", code=broken)
    assert "Line 4" in shown.said[0]
    assert shown.visit.place == Place()


def data_file() -> Path:
    folder = Path(os.environ["COMPANION_DATA"])
    return next(path for path in folder.iterdir() if path.suffix in (".db", ".sqlite", ".sqlite3"))


# -- places ------------------------------------------------------------------------------------------------


def test_a_reload_comes_back_to_the_same_place() -> None:
    reader = Reader().start(PLAYERS, seat="1").tap("go", to="history")
    again = Reader(reader.url)
    assert again.visit.seat == "Bruno"
    assert again.url == reader.url == f"?table={reader.code}&seat=1&screen=history"
    assert again.html == reader.html


@pytest.mark.parametrize("url", ["?table=ZZZZZ&seat=0", "?table=%27&seat=0", "?screen=new", "?table=" + "A" * 500])
def test_an_address_that_leads_nowhere_is_the_first_page(url: str) -> None:
    assert "Start a table" in Reader(url).text


def test_a_seat_that_is_not_there_is_asked_for() -> None:
    code = Reader().start(PLAYERS).code
    assert "Who are you?" in Reader(f"?table={code}&seat=9").text
    assert read_place("?table=AB%2E&seat=9x&screen=<b>") == Place()


# -- seats -------------------------------------------------------------------------------------------------


def test_a_seat_with_a_pin_is_asked_for_on_other_devices() -> None:
    one = Reader().start(PLAYERS, seat="0").tap("pin.set", {"pin": "2468"})
    other = Reader(one.url, device="device-two")
    assert other.visit.seat is None
    other.tap("join.sit", seat="0")
    assert "This seat has a PIN" in other.text
    other.tap("join.pin", {"pin": "1111"}, seat="0")
    assert other.visit.seat is None
    assert "That is not the PIN of this seat." in other.said
    other.tap("join.pin", {"pin": "2468"}, seat="0")
    assert other.visit.seat == "Anna"
    assert Reader(other.url, device="device-two").visit.seat == "Anna"


def test_another_player_cannot_take_it_away() -> None:
    one = Reader().start(PLAYERS, seat="0").tap("pin.set", {"pin": "2468"})
    Reader(f"?table={one.code}&seat=1", device="device-two").tap("pin.clear", seat="0")
    assert Reader(one.url, device="device-three").visit.seat is None


def test_the_big_screen_cannot_act() -> None:
    screen = Reader().start(PLAYERS, seat="screen")
    screen.tap("note", {"text": "hello"})
    assert entries(screen) == []
    assert screen.said == ["The big screen only watches: take a seat to act."]
    assert set(re.findall('data-do="([^"]*)"', screen.html)) == {"leave", "sheet.open"}
    assert re.findall('data-kind="([^"]*)"', screen.html) == ["help"]


# -- history -----------------------------------------------------------------------------------------------


def test_undo_and_redo_say_what_they_do() -> None:
    reader = Reader().start(PLAYERS, seat="bank")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.page.draw()
    assert "Undo: Anna bought 2 Ford for 80" in reader.text
    reader.tap("undo", entry=1).tap("go", to="history")
    assert "Redo: Anna bought 2 Ford for 80" in reader.text
    assert "undone by the banker" in reader.text
    reader.tap("redo", entry=1)
    assert entries(reader) == ["buy", "undo", "redo"]


def test_what_came_in_between_is_not_undone_by_mistake() -> None:
    reader = Reader().start(PLAYERS, seat="bank")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.visit.do("note", text="wait")
    reader.tap("undo", entry=1)
    assert entries(reader) == ["buy", "note"]
    assert "meanwhile" in reader.said[0]


def test_an_entry_is_amended_by_its_form() -> None:
    reader = Reader().start(PLAYERS, seat="0")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.tap("sheet.open", kind="amend", entry=1)
    assert 'name="f-shares.ford" value="2"' in reader.html
    reader.tap("amend", {"f-player": "Anna", "f-shares.ford": "1", "f-shares.lloyd": ""}, entry=1)
    assert reader.visit.live is not None
    assert reader.visit.live.table.snapshot()["players"][0]["cash"] == 260
    assert reader.visit.opened is None
    reader.tap("go", to="history")
    assert "changed later" in reader.text


def test_clashes_are_listed_before_anything_is_forced() -> None:
    reader = Reader().start(PLAYERS, seat="0")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.visit.do("place", player="Anna", company="ford")
    reader.tap("sheet.open", kind="amend", entry=1)
    reader.tap("amend", {"f-player": "Anna", "f-shares.lloyd": "2", "f-shares.ford": "0"}, entry=1)
    assert entries(reader) == ["buy", "place"]
    assert "no longer legal" in reader.text
    assert "Change anyway" in reader.text
    # Which of the hidden entries becomes a correction would tell the others what it was.
    reader.tap("amend.force")
    assert entries(reader) == ["buy", "place"]
    assert "would tell a secret" in reader.said[-1]


def clashing() -> Reader:
    """The banker's page, on which a change of Anna's cash makes her purchase illegal."""
    reader = Reader().start(PLAYERS, seat="bank")
    reader.visit.do("correct", set={"/players/0/cash": 100}, reason="")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.tap("sheet.open", kind="amend", entry=1)
    reader.tap("amend", {"f-set./players/0/cash": "60"}, entry=1)
    assert "no longer legal" in reader.text
    return reader


def test_what_is_forced_is_what_the_form_says_by_now() -> None:
    reader = clashing()
    reader.tap("amend.force", {"f-set./players/0/cash": "90"}, entry=1)  # enough for both: nothing is forced
    amended = reader.visit.live.table.log[-1]
    assert (amended.action, amended.fields["fields"]["set"]) == ("amend", {"/players/0/cash": 90})
    assert not amended.fields.get("force")


def test_what_is_forced_becomes_a_correction() -> None:
    reader = clashing()
    reader.tap("amend.force")
    assert entries(reader) == ["correct", "buy", "amend"]


def test_others_secrets_are_not_in_the_form() -> None:
    reader = Reader().start(PLAYERS, seat="0")
    reader.visit.do("buy", player="Anna", shares={"ford": 2})
    reader.visit.do("place", player="Anna", company="ford")
    banker = Reader(f"?table={reader.code}&seat=bank", device="device-two")
    form = banker.tap("sheet.open", kind="amend", entry=2).page.view.parts["over"]
    assert "Change entry 2" in form
    assert "holds a secret of another player" in form
    assert "<form" not in form
    other = Reader(f"?table={reader.code}&seat=1", device="device-three")
    assert "holds a secret of another player" in other.tap("sheet.open", kind="amend", entry=2).text
    for company in ("ford", "lloyd"):  # the same answer, whether it is what was typed before or not
        other.tap("amend", {"f-company": company}, entry=2)
    assert len(set(other.said)) == 1
    assert 'value="ford" selected' in reader.tap("sheet.open", kind="amend", entry=2).page.view.parts["over"]


def test_a_value_is_corrected() -> None:
    reader = Reader().start(PLAYERS, seat="0").tap("sheet.open", kind="correct")
    assert re.search(r"Anna\s.*?\bcash\s+300\b", reader.text, re.DOTALL)
    reader.tap("sheet.open", kind="correct", pointer="/players/0/cash")
    assert 'value="300"' in reader.html
    reader.tap("correct", {"value": "three", "reason": ""}, pointer="/players/0/cash")
    assert "three" in reader.said[0]
    reader.tap("correct", {"value": "1 250", "reason": "counted again"}, pointer="/players/0/cash")
    assert reader.visit.live is not None
    assert reader.visit.live.table.snapshot()["players"][0]["cash"] == 1250
    assert "correction" in reader.tap("go", to="history").text


def test_people_change() -> None:
    reader = Reader().start(PLAYERS, seat="0").tap("sheet.open", kind="people")
    reader.tap("people.rename", {"name": "Anne"}, player="Anna")
    assert reader.visit.seat == "Anne"
    reader.tap("people.leave", player="Bruno")
    assert "Who takes the seat of Bruno?" in reader.text
    reader.tap("people.join", {"name": "Zoë"}, player="Bruno")
    assert reader.visit.live is not None
    assert reader.visit.live.table.players == ["Anne", "Zoë", "Carla"]


def test_a_long_history_shows_its_end_first_and_can_be_searched() -> None:
    reader = Reader().start(PLAYERS, seat="bank")
    for number in range(90):
        reader.visit.do("note", text=f"remark {number}.")
    reader.tap("go", to="history")
    assert "remark 89." in reader.text
    assert "remark 29." not in reader.text
    assert "remark 0." in reader.tap("history.more").text
    found = reader.tap("history.search", {"search": "REMARK 7."}).page.view.parts["body"]
    assert "remark 7." in found
    assert "remark 8." not in found


# -- clock and settings ------------------------------------------------------------------------------------


def test_the_table_clock() -> None:
    reader = Reader().start(PLAYERS, seat="0").tap("go", to="clock")
    reader.tap("clock", op="set", which="table", seconds=120)
    reader.tap("clock", op="start", which="table")
    assert "Pause" in reader.text
    assert '"running": true' in reader.page.view.parts["bar"].replace("&#34;", '"').replace("&quot;", '"')
    reader.tap("clock", op="pause", which="table")
    assert "Go on" in reader.text
    reader.tap("clock.typed", {"time": "1:30"}, which="table")
    assert "1:30" in reader.text
    reader.tap("clock.typed", {"time": "soon"}, which="table")
    assert "soon" in reader.said[0]
    reader.tap("clock-zero", id="table")
    assert len(reader.said) == 1


def test_the_chess_clock() -> None:
    reader = Reader().start(PLAYERS, seat="0").tap("go", to="clock")
    reader.tap("clock", op="start", which="players")
    assert "to act" in reader.text
    assert "clock" in entries(reader)


def test_language_and_colours_are_this_devices() -> None:
    reader = Reader().start(PLAYERS, seat="0").tap("go", to="settings")
    reader.tap("settings.lang", {"lang": "it"})
    assert reader.visit._.lang == "it"
    reader.tap("settings.theme", {"theme": "light"}).tap("settings.lang", {"lang": "xx"})
    assert reader.visit.theme == "light"
    assert reader.visit._.lang == "en"


def test_the_screen_is_kept_awake_until_told_otherwise() -> None:
    reader = Reader().start(PLAYERS, seat="0")
    assert 'data-wake="on"' in reader.html
    reader.tap("settings.awake", {"awake": False})
    assert 'data-wake="on"' not in reader.html
    assert 'data-wake="on"' not in Reader(reader.url).html


def test_the_invitation_has_the_address_where_the_room_can_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_URL", "http://192.168.1.5:8866/?token=x")
    reader = Reader().start(PLAYERS)
    assert "<svg" in reader.html
    assert f"http://192.168.1.5:8866/?token=x&table={reader.code}" in reader.text


def test_every_address_has_its_code_to_scan_and_a_device_without_a_camera_a_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_URL", "http://192.168.1.5:8866/?token=x http://10.0.0.4:8866/?token=x")
    monkeypatch.setenv("COMPANION_SHORT_CODE", "AB2CDE")
    reader = Reader().start(PLAYERS)
    assert reader.html.count("<svg") == 2
    places = [reader.text.index(f"http://{each}:8866/?token=x&table=") for each in ("192.168.1.5", "10.0.0.4")]
    assert places == sorted(places)
    assert "in the same Wi-Fi" in reader.text
    assert "open http://192.168.1.5:8866/ and type AB2CDE" in reader.text


# -- more than one page ------------------------------------------------------------------------------------


def test_another_page_sees_and_is_told_what_was_undone() -> None:
    one = Reader().start(PLAYERS, seat="0")
    one.visit.do("buy", player="Anna", shares={"ford": 2})
    two = Reader(f"?table={one.code}&seat=1", device="device-two")
    one.tap("undo", entry=1)
    assert two.visit.live is not None
    two.visit.live.refresh()
    two.visit.on_others(two.visit.live.untold())
    assert "Anna undid: Anna bought 2 Ford for 80" in two.said


def test_a_handler_that_fails_says_one_sentence_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader().start(PLAYERS, seat="0")
    reader.tap("clock", op="set", which="table", seconds="1" * 30)
    reader.tap("no-such-thing")
    assert len(reader.said) == 2
    assert entries(reader) == []


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("1'000", 1000),
        ("1’000", 1000),
        ("1 000", 1000),
        ("1\u2009000", 1000),
        ("1\u202f000", 1000),
        ("1.234.567", 1234567),
        ("1,234", 1234),
        ("−30", -30),
        ("0010", 10),
        ("1000000000000", 10**12),
    ],
)
def test_a_number_is_read_however_it_is_grouped(typed: str, number: int) -> None:
    assert whole(typed) == number


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("12,5", "bad-number"),
        ("1.00", "bad-number"),
        ("1.000,000", "bad-number"),
        ("much", "bad-number"),
        ("12345678901234", "number-too-large"),
        ("9" * 5000, "number-too-large"),
        ("-9999999999999", "number-too-large"),
    ],
)
def test_what_is_no_number_or_too_large_is_refused_in_words(typed: str, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        whole(typed)
    assert refused.value.code == code
    assert typed[:20] in refused.value.message


def test_no_field_for_an_amount_drops_a_digit() -> None:
    reader = Reader().start(PLAYERS, seat="bank").tap("sheet.open", kind="correct")
    reader.tap("sheet.open", kind="correct", pointer="/players/0/cash")
    lengths = re.findall(r'inputmode="numeric"[^>]*maxlength="(\d+)"', reader.html)
    assert lengths
    assert min(map(int, lengths)) >= 40
    reader.tap("correct", {"value": "12345678901234"}, pointer="/players/0/cash")
    assert "“12345678901234” is too large" in reader.said[-1]
    assert entries(reader) == []


def test_a_printed_value_that_is_missing_is_asked_for_and_the_move_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader().start(PLAYERS, seat="0")
    live = reader.visit.live
    assert live is not None
    record = live.do

    def needing(
        seat: str | None, action: str, key: str | None = None, seen: int | None = None, /, **fields: object
    ) -> Entry:
        if action == "note" and "box" not in entries(reader):
            raise RuleError("box-value-needed", "The number is not known.", needs=["/cards/copies/+6"])
        return record(seat, action, key, seen, **fields)

    monkeypatch.setattr(live, "do", needing)
    reader.tap("note", {"text": "first"})
    assert "What is printed there?" in reader.text
    reader.tap("box.typed", {"/cards/copies/+6": "two"})
    assert "two" in reader.said[0]
    reader.tap("box.typed", {"/cards/copies/+6": "2"})
    assert entries(reader) == ["box", "note"]
    assert "What is printed there?" not in reader.text


def test_a_move_that_waited_for_a_printed_value_is_not_made_on_another_table(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader().start(PLAYERS, seat="0")
    live = reader.visit.live
    assert live is not None
    record = live.do

    def needing(
        seat: str | None, action: str, key: str | None = None, seen: int | None = None, /, **fields: object
    ) -> Entry:
        if action == "end_turn" and "box" not in entries(reader):
            raise RuleError("box-value-needed", "The number is not known.", needs=["/cards/copies/+6"])
        return record(seat, action, key, seen, **fields)

    monkeypatch.setattr(live, "do", needing)
    reader.tap("end_turn")
    record("Anna", "buy", player="Anna", shares={"ford": 1})
    reader.tap("box.typed", {"/cards/copies/+6": "2"})
    assert entries(reader) == ["buy", "box"]
    assert "The table has gone on meanwhile" in reader.said[-1]


def good_brokers(seat: str) -> Reader:
    store = open_store()
    code = store.table(store.import_log(new_table("good-brokers", PLAYERS).lines())).code
    return Reader(f"?table={code}&seat={seat}", device=f"device-{seat}")


def test_what_was_stepped_to_stays_when_its_player_is_renamed() -> None:
    for seat in ("0", "bank"):
        page = good_brokers(seat).tap("pick", {"ford": "2"})
        rev = re.search(r'<output[^>]*name="ford"[^>]*data-rev="([^"]*)"', page.html)
        assert "Buy 2 Ford" in page.text
        page.meanwhile(BANKER, "rename", player="Anna", to="Annie")
        assert "Buy 2 Ford" in page.text
        assert re.search(r'<output[^>]*name="ford"[^>]*data-rev="([^"]*)"', page.html)[1] == rev[1]
        page.tap("trade", {"ford": "2"})
        assert page.table.log[-1].fields == {"player": "Annie", "shares": {"ford": 2}}


def test_the_rack_that_was_chosen_for_one_player_is_not_the_next_ones() -> None:
    """The banker has chosen Anna's right rack; she plays her cards on her own phone."""
    bank = good_brokers("bank")
    for player in PLAYERS:
        bank.meanwhile(player, "end_turn", player=player)
    bank.tap("rack", side="right")
    assert re.search(r'data-side="right"[^>]*aria-pressed="true"', bank.html)
    while bank.table.snapshot()["active"] == "Anna":
        move = next(move for move in bank.table.legal("Anna") if move["action"] == "play_card")
        bank.meanwhile("Anna", move.pop("action"), **move)
    assert bank.table.snapshot()["active"] == "Bruno"
    assert re.search(r'data-side="left"[^>]*aria-pressed="true"', bank.html)
