"""Putting the record right: who is meant after a new name, what has changed meanwhile, what things are called."""

import re

import pytest

import companion
from companion import boxes, pointers
from companion.demo import demo_table
from companion.live import LiveTable
from companion.screens import naming
from companion.store import open_store
from companion.table import BANKER, Table
from companion.words import translator
from tests.games import greed_tables
from tests.games.ponzi_scheme import trading as ponzi_trading
from tests.screens.forms import filled
from tests.screens.reader import Reader

PLAYERS = ["Anna", "Bruno", "Carla"]
_ = translator("en")


def sit(table: Table, seat: str = "bank") -> tuple[Reader, LiveTable]:
    """A page at a table of the store, and another device there."""
    store = open_store()
    table_id = store.import_log(table.lines())
    reader = Reader(f"?table={store.table(table_id).code}&seat={seat}", device=f"device-of-{seat}")
    return reader, LiveTable(store, table_id)


def chosen(reader: Reader, name: str) -> tuple[str, str]:
    """What a select of the page shows, as the browser does, and its value: the first one where none is marked."""
    found = re.search(rf'<select[^>]*name="{name}"[^>]*>(.*?)</select>', reader.html)
    assert found
    options = re.findall(r"<option([^>]*)>([^<]*)</option>", found[1])
    marked = next((one for one in options if " selected" in one[0]), options[0])
    value = re.search(r'value="([^"]*)"', marked[0])
    assert value
    return marked[1], value[1]


def test_a_form_of_more_than_a_thousand_fields_is_sent() -> None:
    """A complete box is imported at a table of Greed, and one of its numbers put right in that entry."""
    table = companion.new_table("greed", PLAYERS)
    reader, other = sit(table)
    file = boxes.export_box(companion.new_table("greed", PLAYERS, box="demo").header.box)
    reader.tap("box.import", {"file": file})
    n = other.refresh()[-1].n
    reader.tap("sheet.open", kind="amend", entry=n)
    values = filled(reader.html, "amend")
    assert len(values) > 1000
    reader.tap("amend", values | {"f-set./goods/land/start": "25"}, entry=n)
    assert other.refresh()[-1].fields["fields"]["set"]["/goods/land/start"] == 25


# -- the amend sheet after a new name ----------------------------------------------------------------------


def bought(who: str) -> Table:
    table = companion.new_table("good-brokers", players=PLAYERS)
    for player in PLAYERS[: PLAYERS.index(who)]:
        table.do("end_turn", player=player)
    table.do("buy", player=who, shares={"ford": 2})
    return table


@pytest.mark.parametrize("who", PLAYERS)
def test_after_a_new_name_an_entry_stays_that_of_the_same_person(who: str) -> None:
    table = bought(who)
    n = table.revision
    table.do("rename", player=who, to="Zoë")
    reader, other = sit(table)
    reader.tap("sheet.open", kind="amend", entry=n)
    assert chosen(reader, "f-player") == ("Zoë", "Zoë")
    reader.tap("amend", {"f-player": "Zoë", "f-shares.ford": "1"}, entry=n)
    assert other.refresh()[-1].fields["fields"] == {"shares": {"ford": 1}}
    seat = PLAYERS.index(who)
    assert other.table.snapshot(BANKER)["players"][seat]["shares_total"] == 1


def test_after_a_join_the_seat_is_still_meant() -> None:
    table = bought("Bruno")
    n = table.revision
    table.do("leave", player="Bruno")
    table.do("join", player="Zoë", seat="Bruno")
    reader, other = sit(table)
    reader.tap("sheet.open", kind="amend", entry=n)
    assert chosen(reader, "f-player") == ("Zoë", "Zoë")
    reader.tap("amend", {"f-player": "Zoë"}, entry=n)
    assert reader.said[-1] == "Nothing was changed."
    assert other.refresh() == []
    reader.tap("sheet.open", kind="amend", entry=n + 2)  # the join: its player is a new name, typed
    assert re.search(r'<input[^>]*name="f-player"[^>]*value="Zoë"|value="Zoë"[^>]*name="f-player"', reader.html)
    assert chosen(reader, "f-seat") == ("Zoë", "Zoë")


def test_the_form_of_a_new_name_says_that_one_renames_once_more() -> None:
    table = companion.new_table("good-brokers", players=PLAYERS)
    table.do("rename", player="Anna", to="Ana")
    table.do("buy", player="Ana", shares={"ford": 2})
    reader, other = sit(table)
    reader.tap("sheet.open", kind="amend", entry=1)
    reader.tap("amend", {"f-player": "Ana", "f-to": "Anja"}, entry=1)
    assert reader.said[-1].startswith("A name is put right by renaming once more, not in entry 1")
    assert other.refresh() == []


def test_another_person_is_chosen_by_the_name_of_today() -> None:
    """Bruno is called Bob by now; the purchase was his, not Anna's."""
    table = companion.new_table("good-brokers", players=PLAYERS)
    table.do("note", text="first")
    table.do("leave", player="Anna")
    table.do("rename", player="Bruno", to="Bob")
    reader, other = sit(table)
    reader.tap("sheet.open", kind="amend", entry=2)
    reader.tap("amend", {"f-player": "Bob"}, entry=2)
    assert other.refresh()[-1].fields["fields"] == {"player": "Bruno"}
    assert other.table.snapshot()["away"] == ["Bob"]


def test_whom_an_offer_went_to_is_shown_by_the_name_of_today() -> None:
    table = ponzi_trading(cash="hidden")
    table.do("offer", player="Bruno", to="Anna", industry="food")
    n = table.revision
    table.do("rename", player="Anna", to="Zoë")
    reader, _other = sit(table, "1")
    reader.tap("sheet.open", kind="amend", entry=n)
    assert chosen(reader, "f-to") == ("Zoë", "Zoë")
    assert chosen(reader, "f-player") == ("Bruno", "Bruno")


def test_a_note_keeps_its_line_breaks() -> None:
    table = companion.new_table("good-brokers", players=PLAYERS)
    table.do("note", text="one\ntwo")
    reader, other = sit(table)
    reader.tap("sheet.open", kind="amend", entry=1)
    assert re.search(r'<textarea[^>]*name="f-text"[^>]*>one\ntwo</textarea>', reader.html)
    reader.tap("amend", {"f-text": "one\ntwo"}, entry=1)
    assert other.refresh() == []


# -- what has changed meanwhile ----------------------------------------------------------------------------


def test_a_correction_over_a_value_that_has_changed_is_asked_again() -> None:
    reader, other = sit(companion.new_table("good-brokers", players=PLAYERS))
    reader.tap("sheet.open", kind="correct", pointer="/players/0/cash")
    other.do("Anna", "buy", player="Anna", shares={"ford": 1})
    reader.visit.on_others(reader.visit.live.refresh())  # type: ignore[union-attr]
    held = other.table.snapshot()["players"][0]["cash"]
    reader.tap("correct", {"value": "250"}, pointer="/players/0/cash")
    assert other.refresh() == []
    assert reader.said[-1] == "It has been changed meanwhile. Look at it again, then put it right."
    assert f'value="{held}"' in reader.html
    reader.tap("correct", {"value": "250"}, pointer="/players/0/cash")
    assert other.refresh()[-1].fields["set"] == {"/players/0/cash": 250}
    assert "Correct a value" not in reader.text.partition("Note")[0]


def test_values_are_grouped_by_what_they_are_of_and_found_by_their_words() -> None:
    reader, _other = sit(companion.new_table("good-brokers", players=PLAYERS))
    reader.tap("sheet.open", kind="correct")
    groups = re.findall(r"<summary><span>([^<]*)<", reader.html)
    assert groups == [*PLAYERS, "The table", "prices", "supply", "racks"]
    assert not re.search(r"<details[^>]* open", reader.html)
    reader.tap("correct.find", {"find": "bruno CASH"})
    assert re.findall(r"<summary><span>([^<]*)<", reader.html) == ["Bruno"]
    assert re.search(r"<details[^>]* open", reader.html)
    assert 'data-pointer="/players/1/cash"' in reader.html
    assert 'data-pointer="/players/1/client_money"' not in reader.html
    assert "Nothing of that name" in reader.tap("correct.find", {"find": "nobody"}).text


def test_what_it_was_and_what_it_will_be_is_shown_before_it_is_booked() -> None:
    reader, other = sit(companion.new_table("good-brokers", players=PLAYERS))
    reader.tap("sheet.open", kind="correct", pointer="/active")
    assert "Anna → Anna" in reader.text
    reader.tap("correct.show", {"value": "Carla"})
    assert "Anna → Carla" in reader.text
    assert other.refresh() == []
    reader.tap("correct", {"value": "Carla"}, pointer="/active")
    assert other.refresh()[-1].fields["set"] == {"/active": "Carla"}
    reader.tap("sheet.open", kind="correct", pointer="/rack_used")  # nothing is there yet
    assert "– → –" in reader.text
    reader.tap("correct", {"value": "left"}, pointer="/rack_used")
    assert other.refresh()[-1].fields["set"] == {"/rack_used": "left"}


def test_the_positions_of_a_board_are_chosen_one_by_one_and_called_by_their_titles() -> None:
    reader, other = sit(greed_tables.trading())
    reader.tap("sheet.open", kind="correct", pointer="/companies/0/positions")
    assert re.findall(r"<span>(CEO|CFO|COO|4|5|6)</span>", reader.html) == ["CEO", "CFO", "COO", "4", "5", "6"]
    chosen_ones = {f"value.{place}": "Anna" if place < 2 else "" for place in range(7)}
    reader.tap("correct", chosen_ones, pointer="/companies/0/positions")
    assert other.refresh()[-1].fields["set"] == {"/companies/0/positions": ["Anna", "Anna", None, None, None, None]}


KEYBOARD = r'<input class="input number"[^>]*inputmode="([a-z]+)"'


@pytest.mark.parametrize(
    ("game", "pointer", "keyboard"),
    [
        ("greed", "/trends/coal", "text"),
        ("greed", "/price_steps/coal", "text"),
        ("greed", "/players/0/cash", "numeric"),
        ("own", "/players/0/slots/cash", "text"),
        ("own", "/round", "numeric"),
        ("plutocracy", "/players/0/councilors", "numeric"),
    ],
)
def test_the_keyboard_has_a_minus_where_a_number_may_be_below_zero(game: str, pointer: str, keyboard: str) -> None:
    reader, _other = sit(greed_tables.started() if game == "greed" else companion.new_table(game, PLAYERS))
    reader.tap("sheet.open", kind="correct", pointer=pointer)
    assert re.findall(KEYBOARD, reader.html) == [keyboard]


def test_the_keyboard_of_an_arrow_that_is_changed_has_a_minus() -> None:
    demo = boxes.shipped("companion.games.greed")["demo"]
    blank = {**demo["assets"]["37"], "trends": None}
    table = greed_tables.started(box={**demo, "assets": {**demo["assets"], "37": blank}})
    table.do("announce", player="Anna", asset=37, trends={"coal": -1})
    reader, _other = sit(table, "0")
    reader.tap("sheet.open", kind="amend", entry=table.revision)
    assert re.search(r'name="f-trends.coal" value="-1"', reader.html)
    assert set(re.findall(KEYBOARD, reader.html.partition("f-trends")[2])) == {"text"}


def test_a_refused_value_is_named_as_people_do() -> None:
    reader, other = sit(companion.new_table("good-brokers", players=PLAYERS))
    reader.tap("correct", {"value": "42"}, pointer="/prices/ford")
    assert reader.said[-1] == "No space or component shows that value at prices · Ford."
    reader.tap("correct", {"value": "9"}, pointer="/round")
    assert reader.said[-1] == "round cannot have that value: “round” is at most 2."
    reader.tap("correct", {"value": "", "reason": ""}, pointer="/players/0/cash")
    assert reader.said[-1] == "“What is it?” is empty: say what goes there."
    assert other.refresh() == []


def test_what_others_do_elsewhere_does_not_ask_again() -> None:
    reader, other = sit(companion.new_table("good-brokers", players=PLAYERS))
    reader.tap("sheet.open", kind="correct", pointer="/players/1/cash")
    other.do("Anna", "buy", player="Anna", shares={"ford": 1})
    reader.tap("correct", {"value": "250"}, pointer="/players/1/cash")
    assert other.refresh()[-1].fields["set"] == {"/players/1/cash": 250}


def test_a_change_of_an_entry_that_was_changed_meanwhile_is_asked_again() -> None:
    reader, other = sit(bought("Anna"))
    reader.tap("sheet.open", kind="amend", entry=1)
    other.amend(BANKER, 1, {"shares": {"ford": 3}})
    reader.visit.on_others(reader.visit.live.refresh())  # type: ignore[union-attr]
    reader.tap("amend", {"f-player": "Anna", "f-shares.ford": "1"}, entry=1)
    assert other.refresh() == []
    assert "changed meanwhile" in reader.said[-1]
    reader.tap("amend", {"f-player": "Anna", "f-shares.ford": "1"}, entry=1)
    assert other.refresh()[-1].fields["fields"] == {"shares": {"ford": 1}}


# -- what things are called --------------------------------------------------------------------------------


def called(table: Table, pointer: str) -> str:
    return " · ".join(part for part in naming.path_named(table, pointer, _) if part)


def test_a_company_is_called_by_its_own_name_and_number() -> None:
    table = greed_tables.trading()
    for number, company in table.state.companies.items():
        name = table.state.box["companies"][str(number)]["name"]
        assert called(table, f"/companies/{number}/free_cash") == f"{number} {name} · free cash"
        assert company is not None
    greed_tables.own(table, 1, 20, 11)
    assert called(table, "/companies/1/assets/0/used").endswith("assets · 20 Coal mine · used")


def test_no_label_of_a_value_is_that_of_another_thing() -> None:
    """Every value of a game's middle has a label of its own, and a place in a list is never a company."""
    for game in ("good-brokers", "greed", "plutocracy", "ponzi-scheme"):
        table = demo_table(game)
        for n in (len(table.log) // 3, len(table.log) // 2, len(table.log)):
            past = table.as_of(n)
            labels = [called(past, pointer) for pointer, _value in pointers.leaves(past.snapshot())]
            assert len(set(labels)) == len(labels), (game, n)


def test_a_status_symbol_and_a_space_of_time_are_called_right() -> None:
    table = demo_table("greed")
    seat, held = next((seat, each["status"]) for seat, each in enumerate(table.snapshot()["players"]) if each["status"])
    assert called(table, f"/players/{seat}/status/0/card").endswith(
        f"status · {held[0]['colour'].capitalize()} {held[0]['card']} · card"
    )
    assert called(demo_table("plutocracy").as_of(60), "/track/21") == "track · 21"
    assert called(companion.new_table("good-brokers", players=PLAYERS), "/racks/2") == "racks · Carla and Anna"


def test_a_printed_value_is_not_called_after_a_company() -> None:
    table = companion.new_table("greed", players=PLAYERS, box="demo")
    assert naming.box_named(table, "/goods/coal/known/0", _) == "goods · Coal · known · 0"


def test_a_player_may_be_called_like_a_key() -> None:
    table = companion.new_table("plutocracy", players=["cash", "Jean-Luc", "Carla"])
    assert called(table, "/council/Jean-Luc") == "council · Jean-Luc"
    assert naming.named(table, "cash", translator("it")) == "cash"


# -- going home --------------------------------------------------------------------------------------------


def test_going_home_is_asked_and_says_what_it_would_open() -> None:
    table = greed_tables.investing(greed_tables.started(), 10, 11, 12)
    table.do("bid", company=0, amount=40)
    table.do("bid", company=1, amount=30)
    reader, other = sit(table, "2")
    reader.tap("sheet.open", kind="people")
    assert 'data-do="people.leave"' not in reader.html
    reader.tap("sheet.open", kind="leave", player="Carla")
    assert "Carla goes home?" in reader.text
    assert "what Anna, Bruno put down secretly is shown to all at once" in reader.text
    assert other.refresh() == []
    assert "40" not in reader.page.view.parts["over"]


def test_going_home_that_opens_nothing_says_nothing_of_it() -> None:
    reader, other = sit(companion.new_table("good-brokers", players=PLAYERS))
    reader.tap("sheet.open", kind="leave", player="Bruno")
    assert "Bruno goes home?" in reader.text
    assert "secretly" not in reader.text
    reader.tap("people.leave", player="Bruno")
    assert other.refresh()[-1].action == "leave"
    assert "Bruno goes home?" not in reader.text
