"""The screens of Ponzi Scheme without a browser: every phase for every seat, both ways to keep cash, and no secret."""

import json
import re
from typing import Any

import pytest

import companion
from companion import evening
from companion.demo import demo_table
from companion.evening.export import csv_text
from companion.screens import first_paint
from companion.screens.app import HANDLERS
from companion.screens.ctx import handlers_of, screens_of
from companion.store import open_store
from companion.table import BANKER, Table, read
from companion.words import translator
from tests.games.ponzi_scheme import crash, end_game, hold, own, quiet_round, trading, wheel
from tests.screens.reader import HOSTILE, Marking, Reader, words_of, words_outside

SEATS = ["0", "1", "2", "bank", "screen"]
SCREENS = ["", "market", "interest", "clock", "history", "settings"]
SHEETS: list[dict[str, Any]] = [{"kind": "offer"}, {"kind": "bankrupt", "player": "0"}, {"kind": "correct"}]
WORDS = re.compile(r"[^\W\d_]{2,}")


def code_of(table: Table) -> str:
    store = open_store()
    return store.table(store.import_log(table.lines())).code


def sit(table: Table, seat: str) -> Reader:
    return Reader(f"?table={code_of(table)}&seat={seat}", device=f"device-{seat}")


def about(table: Table, sheet: dict[str, Any]) -> dict[str, Any]:
    """A dialog as a control opens it: that of an offer names the entry which made it."""
    made = [entry.n for entry in table.effective if entry.action == "offer"]
    return {**sheet, "entry": made[-1]} if made and sheet["kind"] == "offer" else sheet


def look_at(reader: Reader) -> Reader:
    """Look at the offer that is open."""
    return reader.tap("sheet.open", **about(reader.table, {"kind": "offer"}))


def offered(**options: Any) -> Table:
    table = trading(**options)
    amount = {} if options.get("cash") == "hidden" else {"amount": 17}
    table.do("offer", player="Bruno", to="Anna", industry="food", **amount)
    return table


def crashed() -> Table:
    table = companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"])
    own(table, "Anna", food=2, media=2)
    crash(table)
    return table


def owing() -> Table:
    table = companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"], options={"cash": "hidden"})
    wheel(table, "Anna", v80=1)
    table.correct({"/players/0/cash_max": 200})
    quiet_round(table)
    return table


def telling() -> Table:
    table = owing()
    table.do("bankrupt", player="Anna")
    return table


def drawing() -> Table:
    table = companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"])
    table.do("invest", player="Anna", industry="food", fund=9)
    return table


def marking() -> Table:
    table = companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"])
    for player in ("Anna", "Bruno", "Carla"):
        table.do("pass", player=player)
    return table


def ended() -> Table:
    table = companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"])
    end_game(table, Bruno=30, Carla=40)
    return table


def start() -> Table:
    return companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"])


STAGES = {
    "invest": start,
    "draw": drawing,
    "trade": trading,
    "luxuries": lambda: trading(advanced=True),
    "offer": offered,
    "envelope": lambda: offered(cash="hidden"),
    "marker": marking,
    "crash": crashed,
    "interest": owing,
    "final cash": telling,
    "end": ended,
}


def every_screen(table: Table) -> str:
    """All that the pages of all seats show, with what opens when things are chosen."""
    code, seen = code_of(table), ""
    for seat in SEATS:
        reader = Reader(f"?table={code}&seat={seat}", device=f"device-{seat}")
        for screen in SCREENS:
            seen += reader.tap("go", to=screen).html
        if seat == "screen":
            continue
        reader.tap("go", to="")
        for sheet in SHEETS:
            seen += reader.tap("sheet.open", **about(table, sheet)).html
        reader.tap("sheet.close")
        state = reader.table.state
        for industry in state.made:
            seen += reader.tap("pick.industry", industry=industry).html
        for value in state.market[::4]:
            seen += reader.tap("pick.fund", fund=value).html
        for pair in [
            (table.players.index(move["to"]), move["industry"])
            for move in table.legal("Bruno")
            if move["action"] == "offer"
        ]:
            seen += reader.tap("pick.pair", to=pair[0], industry=pair[1]).html
        reader.tap("go", to="interest")
        for who in ("0", "2", "all"):
            seen += reader.tap("calendar.who", who=who).html
        seen += reader.tap("calendar.crash").html
        assert reader.said == []
    return seen


@pytest.mark.parametrize("stage", STAGES)
def test_every_screen_of_every_phase_can_be_drawn_and_every_control_does_something(stage: str) -> None:
    seen = every_screen(STAGES[stage]())
    sent = set(re.findall(r'data-do(?:-change)?="([^"]+)"', seen))
    assert sent <= HANDLERS.keys() | handlers_of("ponzi-scheme").keys()
    for attributes, face in re.findall(r"<button([^>]*)>(.*?)</button>", seen, re.DOTALL):
        assert WORDS.search(words_of(face) + " ".join(re.findall(r'aria-label="([^"]+)"', attributes))), attributes
    feet = re.findall(r'<div class="foot">.*?</div>', seen, re.DOTALL)
    assert all(foot.count("btn primary") <= 1 for foot in feet)


@pytest.mark.parametrize("stage", STAGES)
def test_hotkeys_are_not_given_twice(stage: str) -> None:
    code = code_of(STAGES[stage]())
    for seat in ("0", "1", "bank"):
        reader = Reader(f"?table={code}&seat={seat}", device=f"device-{seat}")
        for screen in SCREENS:
            keys = re.findall(r'data-hotkey="([^"]+)"', reader.tap("go", to=screen).html)
            assert len(keys) == len(set(keys)), (screen, keys)


@pytest.mark.parametrize("stage", STAGES)
def test_every_word_is_translated(stage: str) -> None:
    code, seen = code_of(STAGES[stage]()), ""
    for seat in SEATS:
        reader = Reader(f"?table={code}&seat={seat}", device=f"device-{seat}")
        reader.visit._ = Marking()
        for screen in ("", "market", "interest"):
            seen += reader.tap("go", to=screen).html
        if seat != "screen":
            seen += reader.tap("go", to="").tap("pick.fund", fund=16).tap("pick.industry", industry="food").html
            for sheet in SHEETS[:2]:
                seen += reader.tap("sheet.open", **about(reader.table, sheet)).html
            seen += reader.tap("go", to="interest").tap("calendar.who", who=0).html
    names = {"Anna", "Bruno", "Carla", code}
    left = words_outside(words_of(seen)) - names - {"Ponzi", "Scheme"}
    assert {word for word in left if not re.fullmatch(r"[A-HJ-NP-Z]{2,5}", word)} == set()


@pytest.mark.parametrize("seat", ["0", "3", "bank", "screen"])
def test_names_are_shown_as_typed_and_never_run(seat: str) -> None:
    table = companion.new_table("ponzi-scheme", players=HOSTILE)
    for player in HOSTILE[:2]:
        table.do("invest", player=player, industry="food", fund=table.snapshot()["market"]["row1"][0])
        table.do("reveal", funds=[table.snapshot()["unseen"][0]])
    reader = sit(table, seat)
    seen = ""
    for screen in SCREENS:
        seen += reader.tap("go", to=screen).html
    assert "<script" not in seen
    assert "<b>x" not in seen
    assert "<img" not in seen
    assert all(name in words_of(seen) for name in HOSTILE)
    drawn = json.dumps(reader.tap("go", to="interest").page.view.charts)
    assert "<b>x" not in drawn


# Doing


def entries(reader: Reader) -> list[str]:
    assert reader.visit.live is not None
    return [entry.action for entry in reader.visit.live.table.log]


def test_a_card_is_looked_at_before_it_is_taken() -> None:
    reader = sit(start(), "0").tap("pick.industry", industry="food").tap("pick.fund", fund=9)
    assert "What if: card 9" in reader.text
    assert "Take Food and 9" in reader.text
    assert entries(reader) == []
    reader.tap("invest", industry="food", fund=9)
    assert "1 card was drawn: which one?" in reader.text
    reader.tap("draw.pick", fund=70).tap("draw.pick", fund=71).tap("draw")
    assert reader.visit.live.table.log[-1].fields == {"funds": [71]}


def test_a_tile_and_a_card_that_were_chosen_for_one_player_are_not_taken_by_the_next() -> None:
    """The banker has chosen for Anna; she passes on her own phone, and it is Bruno's choice, then the next round's."""
    bank = sit(start(), "bank").tap("pick.industry", industry="food").tap("pick.fund", fund=9)
    assert "Take Food and 9" in bank.text
    bank.meanwhile(BANKER, "note", text="tea?")
    assert "Take Food and 9" in bank.text
    bank.meanwhile("Anna", "pass", player="Anna")
    assert bank.table.snapshot()["active"] == "Bruno"
    assert "Take" not in bank.html.split("foot")[-1]
    assert "What if: card" not in bank.text
    assert 'aria-pressed="true"' not in bank.html
    bank.tap("pick.industry", industry="media").tap("pick.fund", fund=10)
    assert "Take Media and 10" in bank.text


def test_what_was_chosen_in_one_round_is_not_chosen_in_the_next() -> None:
    """Anna has chosen on one device, and passes on another one."""
    anna = sit(start(), "0").tap("pick.industry", industry="food").tap("pick.fund", fund=10)
    assert "Take Food and 10" in anna.text
    while anna.table.snapshot()["round"] == 1:
        move = next(move for move in anna.table.legal() if move["action"] != "box" and move.get("fund") != 10)
        anna.meanwhile(BANKER, move.pop("action"), **move)
    assert 10 in anna.table.state.market
    while anna.table.snapshot()["active"] != "Anna":
        anna.meanwhile(BANKER, "pass", player=anna.table.snapshot()["active"])
    assert "Take Food and 10" not in anna.text
    assert "What if: card" not in anna.text


def test_cards_that_were_tapped_for_one_draw_are_not_tapped_for_the_next() -> None:
    """The banker has tapped 70; Anna, who drew, says that it was 71, and later another card is drawn."""
    bank = sit(drawing(), "bank").tap("draw.pick", fund=70)
    assert "70 into the market" in bank.text
    bank.meanwhile("Anna", "reveal", funds=[71])
    move = next(move for move in bank.table.legal() if move["action"] == "invest")
    bank.meanwhile(move["player"], move.pop("action"), **move)
    assert "1 card was drawn: which one?" in bank.text
    assert "70 into the market" not in bank.text


def test_an_offer_that_is_being_made_stays_when_either_of_the_two_is_renamed() -> None:
    bruno = sit(trading(), "1").tap("pick.pair", to=0, industry="food")
    form = re.search(r'<form[^>]*data-do="offer"[^>]*>', bruno.html)[0]
    for old, new in (("Anna", "Annie"), ("Bruno", "Bo")):
        bruno.meanwhile(BANKER, "rename", player=old, to=new)
    assert "Offer Annie for Food" in bruno.text
    assert re.search(r'<form[^>]*data-do="offer"[^>]*>', bruno.html)[0] == form
    bruno.tap("offer", {"amount": "5"}, to=0, industry="food")
    assert bruno.table.log[-1].fields == {"player": "Bo", "to": "Annie", "industry": "food", "amount": 5}


def test_the_money_that_is_counted_and_a_bankruptcy_stay_those_of_the_seat() -> None:
    bank = sit(telling(), "bank")
    form = re.search(r'<form[^>]*data-do="final_cash".*?</form>', bank.html)[0]
    name = bank.table.players[bank.table.game.active(bank.table.state)[0]]
    bank.meanwhile(BANKER, "rename", player=name, to="Zoë")
    assert re.search(r'<form[^>]*data-do="final_cash".*?</form>', bank.html)[0] == form.replace(name, "Zoë")
    anna = sit(owing(), "0")
    assert re.search(r'data-kind="bankrupt"[^>]*data-player="0"|data-player="0"[^>]*data-kind="bankrupt"', anna.html)
    anna.tap("sheet.open", kind="bankrupt", player=0).meanwhile(BANKER, "rename", player="Anna", to="Annie")
    assert "Annie cannot pay 144. That ends the game." in anna.text
    anna.tap("bankrupt", player=0)
    assert anna.table.log[-1].fields == {"player": "Annie"}


def test_a_card_of_another_row_is_not_offered() -> None:
    reader = sit(start(), "0").tap("pick.industry", industry="food")
    tags = {fund: tag for tag, fund in re.findall(r'(<button[^>]*data-fund="(\d+)"[^>]*>)', reader.html)}
    assert "disabled" not in tags["9"]
    assert "disabled" in tags["12"]
    reader.tap("invest", industry="food", fund=12)
    assert "row 1 has 9, 10, 11" in reader.said[0]


def test_looking_at_a_card_changes_nothing_for_anybody() -> None:
    table = trading()
    reader = sit(table, "2").tap("go", to="market").tap("pick.fund", fund=table.state.market[0])
    assert "What if" in reader.text
    assert len(entries(reader)) == table.revision


def test_the_own_cash_is_hidden_until_it_is_tapped() -> None:
    reader = sit(trading(), "0")
    assert re.search(r'id="cash-shown"[^>]* hidden', reader.html)
    assert 'data-hold="cash-shown"' in reader.html
    others = sit(trading(), "2")
    assert "cash-shown" in others.html
    assert "cash-shown" not in sit(trading(), "bank").html


def test_who_lacks_the_money_is_not_offered_to_counter() -> None:
    table = trading()
    hold(table, "Anna", 5)
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=17)
    reader = look_at(sit(table, "0"))
    assert "you must sell" in reader.text
    assert 'data-do="counter"' not in reader.html
    reader.tap("accept")
    assert entries(reader)[-1] == "accept"


def test_the_banker_makes_and_answers_no_offer_but_may_let_sell() -> None:
    banker = sit(trading(), "bank")
    assert 'data-do="pick.pair"' not in banker.html
    banker = sit(offered(), "bank").tap("sheet.open", kind="offer", entry=offered().revision)
    assert "17" not in banker.page.view.parts["over"]
    banker.tap("counter")
    assert banker.said == ["Only Anna can do this, on a device that sits there."]
    banker.tap("accept")
    assert entries(banker)[-1] == "accept"


def test_with_an_envelope_the_banker_acts_for_everybody() -> None:
    banker = look_at(sit(offered(cash="hidden"), "bank"))
    assert "The envelope is on the table." in banker.text
    banker.tap("counter")
    assert entries(banker)[-1] == "counter"


def test_interest_is_confirmed_by_the_player_and_a_bankruptcy_twice() -> None:
    reader = sit(owing(), "0")
    assert "I have paid 144" in reader.text
    reader.tap("sheet.open", kind="bankrupt", player="0")
    assert "That ends the game." in reader.text
    assert entries(reader)[-1] != "bankrupt"
    reader.tap("bankrupt", player="0")
    banker = sit(telling(), "bank")
    for _ in range(2):
        assert "Count the money" in banker.text
        banker.tap("final_cash", {"amount": "0"})
    assert "The end" in banker.text


def test_words_say_who_owes_what_and_what_he_holds() -> None:
    table = start()
    wheel(table, "Bruno", v80=2)
    table.correct({"/players/1/cash": 130, "/players/1/cash_min": 60, "/players/1/cash_max": 160})
    said = re.sub(r"\s+", " ", sit(table, "2").text)
    assert "Bruno owes 144 in 2 turns and holds 60 to 160. ? May not be able to pay." in said
    assert "After a crash 144: may not be able to pay." in said
    wheel(table, "Bruno", v80=1, v79=2)
    said = re.sub(r"\s+", " ", sit(table, "2").text)
    assert (
        "Bruno owes 144 next turn and holds 60 to 160. ? May not be able to pay. After a crash 286: cannot pay." in said
    )


def test_the_marker_check_names_the_space() -> None:
    table = start()
    quiet_round(table)
    assert "Every time marker stands at 5 now." in sit(table, "screen").text


# Secrets


SECRET_SCREENS = ["", "market", "interest", "clock", "history", "settings"]


def game_of(amount: int, cash: int) -> Table:
    """Anna and Bruno have traded for a secret amount; all that is public is the same whatever it was."""
    table = trading()
    table.correct({"/players/0/cash": cash, "/players/1/cash": cash + 1000})
    log = [
        ("offer", {"player": "Bruno", "to": "Anna", "industry": "food", "amount": amount}),
        ("accept", {"player": "Anna"}),
        ("pass", {"player": "Carla"}),
        ("offer", {"player": "Anna", "to": "Carla", "industry": "media", "amount": amount + 7}),
    ]
    for number, (action, fields) in enumerate(log):
        table.do(action, at=f"2026-11-27T20:15:0{number}Z", **fields)
    return table


def seen_by(table: Table, seat: str) -> str:
    """All that travels to the device of a seat: its screens, dialogs and charts, refusals, and the first paint."""
    lines = [re.sub(r'"at":"[^"]*"', '"at":"2026-11-27T20:15:00Z"', line) for line in table.lines()]
    store = open_store()
    code = store.table(store.import_log(lines)).code
    reader = Reader(f"?table={code}&seat={seat}", device=f"device-{seat}")
    seen = []
    for screen in SECRET_SCREENS:
        reader.tap("go", to=screen)
        seen += [
            reader.html,
            json.dumps(reader.page.view.charts),
            first_paint(f"table={code}&seat={seat}&screen={screen}", {}),
        ]
    for sheet in ("offer", "correct", "save"):
        seen.append(reader.tap("sheet.open", kind=sheet).html)
    assert reader.visit.live is not None
    for entry in reader.visit.live.table.log:
        seen.append(reader.tap("sheet.open", kind="amend", entry=entry.n).html)
        reader.tap("amend", {"f-amount": "4157", "f-industry": "media"}, entry=entry.n)
    for do in ("counter", "offer", "luxury", "home.download", "save.open"):
        reader.tap(do, {"amount": "999999"}, id=reader.visit.live.table_id, price=30)
    reader.tap("correct", {"value": "4157"}, pointer="/players/0/cash")
    seen += [reader.html, *reader.said]
    files = reader.files if seat != "bank" else []  # the banker may have the save, and is told what is in it
    assert files == []
    number = f'data-id="{reader.visit.live.table_id}"'
    return "\n".join(seen).replace(code, "CODE").replace(" ".join(code), "C O D E").replace(number, "")


@pytest.mark.parametrize("seat", ["bank", "screen"])
def test_what_two_have_traded_changes_nothing_for_the_banker_and_the_big_screen(seat: str) -> None:
    assert seen_by(game_of(4157, 50000), seat) == seen_by(game_of(3921, 61000), seat)


def test_a_third_player_learns_no_more_than_the_own_offer() -> None:
    def others_of(amount: int, cash: int) -> Table:
        table = trading()
        table.correct({"/players/0/cash": cash, "/players/1/cash": cash + 1000})
        table.do("offer", player="Bruno", to="Anna", industry="food", amount=amount)
        table.do("accept", player="Anna")
        return table

    assert seen_by(others_of(4157, 50000), "2") == seen_by(others_of(3921, 61000), "2")


def finished_of(amount: int, cash: int) -> Table:
    """The same, and then Carla is bankrupt; Anna and Bruno have the most that money is worth, whatever they hold."""
    table = trading()
    table.correct({"/players/0/cash": cash, "/players/1/cash": cash + 1000})
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=amount)
    table.do("accept", player="Anna")
    wheel(table, "Carla", v79=1)
    while table.snapshot()["phase"] == "trade":
        table.do("pass", player=table.snapshot()["active"])
    first = table.snapshot()["first_player"]
    table.do("discard_fund", player=first, fund=table.snapshot()["market"]["row1"][0])
    table.do("reveal", funds=table.snapshot()["unseen"][: table.snapshot()["awaiting_reveal"]])
    assert table.snapshot()["finished"]
    return table


@pytest.mark.parametrize("seat", ["2", "bank", "screen"])
def test_the_end_and_its_report_tell_no_cash(seat: str) -> None:
    assert seen_by(finished_of(4157, 50000), seat) == seen_by(finished_of(3921, 61000), seat)


@pytest.mark.parametrize("seat", ["Carla", companion.BANKER, None])
def test_files_to_take_away_tell_no_cash(seat: str | None) -> None:
    def taken(table: Table) -> list[str]:
        table = read([re.sub(r'"at":"[^"]*"', '"at":"2026-11-27T20:15:00Z"', line) for line in table.lines()])
        rows = {name: csv_text(rows) for name, rows in evening.tables(table, seat).items()}
        return [evening.report(table, translator("en"), seat), json.dumps(rows)]

    assert taken(finished_of(4157, 50000)) == taken(finished_of(3921, 61000))


def test_the_two_themselves_see_it() -> None:
    assert seen_by(game_of(4157, 50000), "0") != seen_by(game_of(3921, 61000), "0")


def test_a_seat_without_a_pin_is_warned() -> None:
    reader = sit(start(), "0")
    assert "This seat has no PIN" in reader.text
    reader.tap("pin.set", {"pin": "2468"})
    assert "This seat has no PIN" not in reader.tap("go", to="").text
    hidden = companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"], options={"cash": "hidden"})
    assert "has no PIN" not in sit(hidden, "0").text


# The demo


def test_the_demo_table_can_be_looked_at_from_every_seat() -> None:
    reader = Reader().tap("home.demo", game="ponzi-scheme")
    assert "Élodie" in reader.text
    for seat in ["0", "1", "2", "3", "bank", "screen"]:
        reader.tap("leave").tap("join.sit", seat=seat)
        for screen in SCREENS:
            assert len(reader.tap("go", to=screen).text) > 50
    assert reader.said == []
    assert not demo_table("ponzi-scheme").snapshot()["finished"]
    assert screens_of("ponzi-scheme").TABS[0].id == "table"


# -- the box -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("box", ["default", "eighteen-bears"])
def test_the_box_says_what_its_sources_disagree_on(box: str) -> None:
    reader = sit(companion.new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"], box=box), "bank")
    assert 'data-to="box"' in reader.tap("go", to="settings").html
    reader.tap("go", to="box")
    assert "One public source prints 97, another 98" in reader.text
    assert reader.text.count("two public component lists count 18") == 1
    assert "Funds · 63, 64" in reader.text
    for fund in ("63", "64"):
        reader.tap("sheet.open", kind="printed", what=f"/funds/{fund}")
        assert reader.text.count("two public component lists count 18") == 2


def heard(reader: Reader) -> None:
    """What others did arrives at this device."""
    assert reader.visit.live is not None
    reader.visit.live.refresh()
    reader.visit.on_others(reader.visit.live.untold())


def test_a_new_offer_does_not_open_by_itself_where_the_last_one_was_open() -> None:
    table = offered()
    anna = look_at(sit(table, "0"))
    assert "get 17" in anna.text
    bruno = Reader(f"?table={anna.code}&seat=1", device="device-two")
    bruno.visit.do("undo")
    heard(anna)
    bruno.visit.do("offer", player="Bruno", to="Anna", industry="food", amount=19)
    heard(anna)
    assert "makes you an offer" in anna.text
    assert "get 19" not in anna.text
    assert "get 19" not in anna.tap("sheet.open", kind="offer", entry=table.revision).text  # as a reload opens it
    assert "get 19" in look_at(anna).text


def test_an_offer_that_takes_the_place_of_an_open_one_at_once_is_not_shown() -> None:
    anna = look_at(sit(offered(), "0"))
    bruno = Reader(f"?table={anna.code}&seat=1", device="device-two")
    bruno.visit.do("undo")
    bruno.visit.do("offer", player="Bruno", to="Anna", industry="food", amount=19)
    heard(anna)
    assert "get 19" not in anna.text
    bruno.page.draw()
    # What Bruno holds to see his own offer is another thing too.
    assert re.findall(r'data-hold="(offer-\d+)-shown"', bruno.html) != re.findall(
        r'data-hold="(offer-\d+)-shown"', sit(offered(), "1").html
    )


def test_an_offer_that_is_kept_as_a_correction_is_one_of_its_own() -> None:
    table = trading()
    first = table.correct({"/active": "Anna"})
    made = table.do("offer", player="Anna", to="Bruno", industry="food", amount=17)
    table.amend(first.n, {"set": {"/active": "Carla"}}, force=True)
    assert table.snapshot("Anna")["offer"]["amount"] == 17
    assert re.findall(r'data-hold="(offer-\d+)-shown"', sit(table, "0").html) == [f"offer-{made.n}"]


def test_undo_and_history_say_an_amount_only_to_who_looks() -> None:
    table = trading()
    table.correct({"/players/1/cash": 4919})
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=4157)
    anna = sit(table, "0")
    for part in ("foot", "bar", "tabs"):
        assert "4157" not in anna.page.view.parts[part]
    assert "Bruno made Anna a secret offer for a tile of Food" in anna.page.view.parts["foot"]
    seen = anna.tap("go", to="history").page.view.parts["body"]
    n = table.revision
    assert re.search(rf'id="entry-{n}-shown" hidden[^>]*>Bruno offered Anna 4157 for', seen)
    assert len(re.findall("offered Anna 4157", seen)) == 1
    assert f'data-hold="entry-{n}-shown"' in seen
    bruno = Reader(f"?table={anna.code}&seat=1", device="device-two")
    bruno.tap("undo", entry=n)
    heard(anna)
    assert anna.said == ["Bruno undid: Bruno made Anna a secret offer for a tile of Food"]


def test_the_list_of_values_shows_no_cash() -> None:
    table = trading()
    table.correct({"/players/0/cash": 5737})
    anna = sit(table, "0").tap("sheet.open", kind="correct")
    assert "5737" not in anna.page.view.parts["over"]
    assert "5737" in anna.tap("sheet.open", kind="correct", pointer="/players/0/cash").page.view.parts["over"]


def test_after_an_own_recount_it_is_said_why_nothing_is_known() -> None:
    """0 to 3,204 again, with the entry that did it; not of the others, and not once all is known."""
    table = trading()
    table.correct({"/players/0/cash": 57})
    for seat in ("0", "1", "screen"):
        shown = words_of(sit(table, seat).steady)
        assert shown.count(f"counted again in entry {table.revision}") == (2 if seat == "0" else 1), seat
        assert "57" not in shown.replace("57–60", "") or seat == "0"
    table = trading(cash="hidden")
    table.correct({"/players/0/cash_min": 3, "/players/0/cash_max": 90})
    assert "counted again" not in sit(table, "1").text


def test_a_trade_that_is_kept_as_a_correction_is_no_recount() -> None:
    table = trading()
    table.correct({"/active": "Anna"})
    made = table.do("offer", player="Anna", to="Bruno", industry="food", amount=17)
    table.do("accept", player="Bruno")
    table.amend(made.n, {"to": "Carla", "industry": "media"}, force=True)
    assert [table.snapshot(name)["players"][seat]["cash"] for seat, name in enumerate(("Anna", "Bruno"))] == [33, 37]
    assert table.history()[-2].line.text().startswith("No longer legal, kept as a correction")
    for seat in ("0", "1", "screen"):
        assert "counted again" not in sit(table, seat).text


@pytest.mark.parametrize("cash", [0, 29, 30, 99])
def test_what_can_be_tapped_tells_nothing_of_the_own_cash(cash: int) -> None:
    table = trading(advanced=True, zero_offers=False)
    table.correct({"/players/1/cash": cash}, by="Bruno")
    table.correct({"/players/1/cash": 77}, by="Bruno")
    table.undo()
    bruno = sit(table, "1")
    assert bruno.html.count('data-do="luxury"') == 4
    assert "disabled" not in bruno.page.view.parts["body"]
    assert 'data-do="pick.pair"' in bruno.html
    assert "Nobody else owns" not in bruno.text


def test_who_surely_has_no_money_is_told_that_it_lacks() -> None:
    table = trading(zero_offers=False)
    hold(table, "Bruno", 0)
    bruno = sit(table, "1")
    assert "Bruno does not have enough for that." in bruno.text
    assert 'data-do="pick.pair"' not in bruno.html


def test_who_cannot_pay_is_told_so_without_the_amount() -> None:
    bruno = sit(trading(advanced=True), "1")
    bruno.tap("luxury", price=30)
    bruno.tap("offer", {"amount": "21"}, to=0, industry="food")
    assert bruno.said == ["Bruno does not have enough for that."] * 2
