"""The screens of a game of one's own: what a phone shows, what a button says before it is recorded, what is hidden."""

import re

import pytest

import companion
from companion import evening
from companion.boxes import import_box, shipped
from companion.demo import demo_table
from companion.evening import bgstats
from companion.group.facts import work_out
from companion.store import open_store
from companion.table import BANKER
from companion.trial import Trial
from companion.words import LANGUAGES, translator
from tests.games.test_own import PLAYERS, RAILWAYS, simple
from tests.screens.reader import HOSTILE, InTheOpen, Reader, words_of

BOXES = sorted(shipped("companion.games.own"))


def opened(table, seat="0", lang="en"):
    """A page at a table that was played before."""
    store = open_store()
    code = store.table(store.import_log(table.lines())).code
    return Reader(f"?table={code}&seat={seat}", device=f"device-{seat}-of-a-player", lang=lang)


def railways(*moves):
    table = companion.new_table("own", PLAYERS, box=RAILWAYS)
    for action, fields in moves:
        table.do(action, **fields)
    return table


def plain(text):
    return " ".join(text.split())


def done(reader):
    entry = reader.visit.live.table.log[-1]
    return entry.action, entry.fields


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_shipped_game_is_drawn_for_every_seat(box, lang) -> None:
    table = demo_table("own", box="" if box == "railways" else box)
    for seat in ("0", "bank", "screen"):
        reader = opened(table, seat, lang)
        for screen in ("", "market", "clock", "history", "settings", "evening"):
            assert len(reader.tap("go", to=screen).text) > 50
        for kind in ("own-pay", "own-good", "own-auction", "own-finish", "amend"):
            reader.tap("go", to="").tap("sheet.open", kind=kind, entry=table.log[0].n)
        assert reader.said == []


def test_a_button_says_what_it_will_do_before_it_is_recorded() -> None:
    """Rules page, example 2: the dividend goes to every holder, and the marker goes up."""
    table = railways(("buy", {"player": "A", "good": "bo", "count": 2}), ("end_phase", {"player": "A"}))
    reader = opened(table).tap("sheet.open", kind="own-press", button="Dividend")
    reader.tap("own.pick", {"good-companies": "bo", "amount": "10"})
    assert "B & O pays 10 a share, 20 in all · B & O 67 → 71" in plain(reader.text)
    assert len(reader.visit.live.table.log) == 2
    reader.tap("own.press", {"good-companies": "bo", "amount": "10"}, button="Dividend")
    assert done(reader) == ("press", {"player": "A", "button": "Dividend", "amount": 10, "companies": "bo"})
    assert reader.visit.opened is None
    assert "$686" in reader.text


def test_what_cannot_be_done_is_said_in_the_form() -> None:
    table = railways(("end_phase", {"player": "A"}))
    reader = opened(table).tap("sheet.open", kind="own-press", button="Dividend")
    reader.tap("own.pick", {"good-companies": "bo", "amount": "ten"})
    assert "“ten” is not a whole number." in reader.text
    reader.tap("own.pick", {"good-companies": "bo", "amount": ""})
    assert 'data-key="would">…' in reader.html
    reader.tap("own.press", {"amount": "5"}, button="Dividend")
    assert reader.said == ["Something is still to be chosen."]


def test_a_button_that_asks_nothing_is_one_tap_and_says_below_its_name_what_it_does() -> None:
    table = companion.new_table("own", ["Anna", "Bruno"], box="property")
    reader = opened(table)
    assert "Salary 200 from the bank to Anna" in plain(reader.text)
    reader.tap("own.press", button="Salary", player="Anna")
    assert "$1,700" in reader.text
    assert "Bruno’s turn" in plain(opened(railways_of_two(), "0").text)


def railways_of_two():
    table = companion.new_table("own", ["Anna", "Bruno"], box="property")
    table.do("end_turn", player="Anna")
    return table


def test_the_first_six_buttons_show_and_the_rest_are_folded_up() -> None:
    html = opened(companion.new_table("own", ["Anna", "Bruno"], box="property")).html
    first, more = html.split('id="own-more"')
    assert re.findall(r'data-key="tile-([^"]*)"', first) == [
        "Salary",
        "Rent",
        "Buy a street",
        "Fine",
        "Take the pot",
        "Repairs",
    ]
    assert re.findall(r'data-key="tile-([^"]*)"', more) == ["From everybody"]


def test_a_button_of_another_phase_says_which() -> None:
    assert "Dividend in “running”" in plain(opened(railways()).text)


def test_paying_is_two_taps_and_a_number() -> None:
    reader = opened(railways(), "1").tap("sheet.open", kind="own-pay")
    assert [name for name in ("the bank", "A", "C", "pot", "B & O · treasury") if name not in reader.text] == []
    reader.tap("own.pay", {"amount": "1 50", "source": "player:1:cash"}, to="player:2:cash")
    assert done(reader) == ("pay", {"player": "B", "amount": 150, "from": "player:B:cash", "to": "player:C:cash"})
    reader.tap("sheet.open", kind="own-pay").tap("own.pay", {"amount": "5", "source": "bank"}, to="table:pot")
    assert done(reader)[1] == {"player": "B", "amount": 5, "from": "bank", "to": "table:pot"}


def test_the_total_of_goods_stands_on_the_button_before_the_tap() -> None:
    """Example 4: of eight pieces of coal three cost 5 + 5 + 6; the page knows the sum of every count."""
    reader = opened(railways()).tap("sheet.open", kind="own-good", good="coal")
    assert "&#34;–&#34;, &#34;$5&#34;, &#34;$10&#34;, &#34;$16&#34;" in re.sub(",(?=&#34;)", ", ", reader.html)
    reader.tap("own.trade", {"count": "3"}, good="coal")
    assert done(reader) == ("buy", {"player": "A", "good": "coal", "count": 3})
    assert "5 left · 3 held · then 7, 7, 8, 8" in reader.text
    reader.tap("sheet.open", kind="own-good", good="coal").tap("own.trade", {"count": "-1"}, good="coal")
    assert done(reader) == ("sell", {"player": "A", "good": "coal", "count": 1})


def test_goods_change_hands_at_a_price_that_was_agreed_or_for_nothing() -> None:
    reader = opened(railways(("buy", {"player": "A", "good": "bo", "count": 2}), ("end_turn", {"player": "A"})), "1")
    reader.tap("sheet.open", kind="own-good", good="bo")
    reader.tap("own.deal", {"count": "1", "amount": "90", "of": "0"}, good="bo", way="buy")
    assert done(reader)[1] == {"player": "B", "good": "bo", "count": 1, "amount": 90, "of": "A"}
    reader.tap("own.give", {"count": "1", "from": "0", "to": "1"}, good="bo")
    assert done(reader)[1] == {"player": "B", "good": "bo", "count": 1, "from": "A", "to": "B"}


def test_a_price_is_moved_by_hand_and_each_arrow_says_where_it_leads() -> None:
    reader = opened(railways()).tap("sheet.open", kind="own-good", good="bo")
    arrows = {
        arrow: plain(words_of(shown))
        for arrow, shown in re.findall(r'data-key="move-(.)"[^>]*>(.*?)</button>', reader.html)
    }
    assert [arrows[arrow].split()[-1] for arrow in "◀▶▼"] == ["$60", "$71", "$60"]
    reader.tap("own.move", good="bo", right=1, up=0)
    assert done(reader) == ("price", {"good": "bo", "right": 1})
    reader.tap("own.put", {"to": "82"}, good="bo")
    assert done(reader) == ("price", {"good": "bo", "to": 82})


@pytest.mark.parametrize(
    "group", ["key", "seen", "self", "seat", "entry", "fields", "move", "state", "force", "live", "store", "class"]
)
def test_a_group_of_goods_of_any_name_is_asked_by_a_button(group) -> None:
    button = {"name": "Buy one", "ask": [group], "do": [{"give": group, "from": "supply", "to": "me"}]}
    box = {"name": "X", "goods": {group: {"names": {"ash": "Ash", "oak": "Oak"}}}, "button": [button]}
    table = companion.new_table("own", ["Anna", "Bo"], box=box)
    move = {"player": "Anna", "button": "Buy one", group: "oak"}
    assert {"action": "press", **move} in table.legal("Anna")
    trial = Trial(table.fork(), "Anna")
    assert trial.do("Anna", "press", **move).fields == trial.do("Anna", **{"action": "press", **move}).fields == move
    reader = opened(table).tap("sheet.open", kind="own-press", button="Buy one")
    reader.tap("own.press", {f"good-{group}": "oak"}, button="Buy one", player="Anna")
    assert reader.said == []
    assert done(reader) == ("press", move)
    table.do.press(**move)
    assert table.snapshot()["players"][0]["goods"]["oak"] == 1


def test_an_arrow_that_would_lead_beyond_the_bound_is_dead_and_says_why() -> None:
    box = {"name": "X", "tracks": {"t": [1, 2]}, "goods": {"ore": {"price": {"track": "t", "start": 1}}}}
    table = companion.new_table("own", ["Anna", "Bo"], box=box)
    table.do("give", player="Anna", good="ore", count=10**12, **{"from": "supply", "to": "Anna"})
    reader = opened(table).tap("sheet.open", kind="own-good", good="ore")
    assert reader.said == []
    assert "Move the price" in reader.text
    (arrow,) = re.findall(r"<button[^>]*move-▶[^>]*>.*?</button>", reader.html)
    assert " disabled" in arrow
    assert "All the ore of a player would be worth more than 1000000000000." in words_of(arrow)


def test_an_auction_is_opened_bid_in_and_won_by_taps() -> None:
    table = railways()
    first = opened(table).tap("sheet.open", kind="own-auction")
    first.tap("own.auction", {"good": "bo", "what": "", "kind": "open", "least": "20", "to": "bank"})
    assert "B & O" in first.text
    assert "Bid $20" in plain(first.text)
    first.tap("own.bid", {"amount": "25"})
    for seat in ("1", "2"):
        other = Reader(f"?table={first.code}&seat={seat}", device=f"device-{seat}-of-a-player")
        assert "Bid $26" in plain(other.text)
        other.tap("own.pass", player=PLAYERS[int(seat)])
    assert other.visit.live.table.snapshot()["players"][0]["goods"]["bo"] == 1
    assert other.visit.live.table.snapshot()["players"][0]["slots"]["cash"] == 775


def test_a_sealed_bid_is_on_no_other_page() -> None:
    table = railways(
        ("auction", {"player": "A", "what": "bo", "kind": "sealed"}), ("bid", {"player": "A", "amount": 77})
    )
    for seat in ("1", "bank", "screen"):
        reader = opened(table, seat)
        assert "has bid" in reader.text
        assert "77" not in plain(words_of(reader.steady))


def test_a_secret_slot_is_on_no_other_page() -> None:
    table = railways(("pay", {"player": "A", "amount": 3, "from": "player:A:cash", "to": "player:A:savings"}))
    table.do("pay", player="A", amount=651, **{"from": "player:A:cash", "to": "player:A:savings"})
    assert "654" in opened(table, "0").text
    for seat in ("1", "bank", "screen"):
        reader = opened(table, seat)
        for screen in ("", "market", "history", "evening"):
            reader.tap("go", to=screen)
            assert "654" not in reader.steady
        for kind in ("own-pay", "own-good", "own-finish"):
            assert "654" not in reader.tap("go", to="").tap("sheet.open", kind=kind).steady


def hiding(purse: int = 317) -> companion.Table:
    """A has a part of 900 in a purse: what both are is hidden, and what falls due and counts comes of them.

    All amounts have three digits: no time of day has.
    """
    table = simple(
        slots={"cash": {"start": 900, "secret": True}, "purse": {"of": "player", "secret": True}},
        due=[{"name": "Interest", "pay": "purse - 200", "from": "bank", "to": "cash"}],
        button=[
            {"name": "Fee", "do": [{"pay": 7, "from": "cash", "to": "bank"}]},
            {"name": "Gift", "do": [{"pay": 7, "from": "bank", "to": "cash"}]},
        ],
        score={"total": "cash + 2 * purse"},
    )
    table.do("pay", player="A", amount=900, **{"from": "player:A:cash", "to": "player:A:purse"})
    table.do("pay", player="A", amount=900 - purse, **{"from": "player:A:purse", "to": "player:A:cash"})
    return table


def seen(reader):
    """The words that stand in the open on a page."""
    return plain(" ".join(InTheOpen(reader.steady).found))


def test_ones_own_hidden_money_stands_behind_show() -> None:
    reader = opened(hiding())
    for amount in ("583", "317", "score 1,217", "A 117"):
        assert amount in plain(reader.text)
    for screen in ("", "market", "evening"):
        assert not re.search(r"\b(583|317|217|117)\b", seen(reader.tap("go", to=screen)))
    for kind in ("own-pay", "own-auction", "own-finish"):
        assert not re.search(r"\b(583|317|217|117)\b", seen(reader.tap("go", to="").tap("sheet.open", kind=kind)))


@pytest.mark.parametrize("purse", [0, 200, 899])
def test_no_row_of_the_own_page_comes_or_goes_with_hidden_money(purse) -> None:
    one, other = (opened(hiding(held)) for held in (317, purse))
    assert seen(one) == seen(other)


def test_money_that_all_hide_is_drawn_once_the_game_is_over() -> None:
    table = hiding()
    reader = opened(table).tap("go", to="market")
    assert "What everybody has is hidden until the end." in reader.text
    assert not reader.page.view.charts
    table.do("finish")
    assert list(opened(table).tap("go", to="market").page.view.charts) == ["cash"]


def test_whether_hidden_money_is_enough_for_a_button_stands_behind_show() -> None:
    reader = opened(hiding())
    assert "7 from the bank to A" in seen(reader)
    reader.tap("sheet.open", kind="own-press", button="Fee")
    assert "7 from A to the bank" in plain(reader.text)
    assert "from A to the bank" not in seen(reader)
    reader.tap("own.press", button="Fee")
    assert done(reader) == ("press", {"player": "A", "button": "Fee"})


@pytest.mark.parametrize(
    ("name", "told", "shown"),
    [
        ("Fee", "“purse - 400” comes to less than 0.", "“purse - 400” comes to -29; the least is 0."),
        ("Gems", "The supply does not have so many gem.", "Asked for: 37 gem; the supply has 3."),
        ("Back", "A does not have so many gem.", "A would have to give 37 gem and has 0."),
        ("Tithe", "A does not have enough for that.", "A would have to pay 37 and has 20."),
        ("Mine", "The bank does not have enough for that.", "The bank would have to pay 371 and has 229."),
        ("Price", "gem cannot have that price.", "gem cannot cost -29."),
        ("Rent", "A does not have enough for that.", "A would have to pay 100 and has 57."),
    ],
)
def test_a_refused_button_says_what_it_ran_into_behind_show(name, told, shown) -> None:
    steps = {
        "Fee": [{"pay": "purse - 400", "from": "bank", "to": "cash"}],
        "Gems": [{"give": "gem", "count": "floor(purse / 10)", "from": "supply", "to": "me"}],
        "Back": [{"give": "gem", "count": "floor(purse / 10)", "from": "me", "to": "supply"}],
        "Tithe": [{"pay": "floor(purse / 10)", "from": "cash", "to": "bank"}],
        "Mine": [{"pay": "purse", "from": "bank", "to": "cash"}],
        "Price": [{"set": "gem", "to": "purse - 400"}],
        "Rent": [
            {"pay": "floor(purse / 10)", "from": "purse", "to": "cash"},
            {"pay": 100, "from": "cash", "to": "bank"},
        ],
    }
    slots = {"cash": {"start": 20}, "purse": {"of": "player", "start": 371, "secret": True}}
    table = simple(
        bank={"money": 1011},
        slots=slots,
        goods={"gem": {"count": 3, "price": 5}},
        button=[{"name": name, "do": do} for name, do in steps.items()],
    )
    reader = opened(table).tap("sheet.open", kind="own-press", button=name)
    assert shown in plain(reader.text)
    reader.tap("own.press", button=name)
    assert reader.said == [told]
    assert shown in plain(reader.text)
    assert shown not in seen(reader)


@pytest.mark.parametrize("cash", [100, 103])
def test_what_comes_of_hidden_money_stands_behind_show_where_it_does_not_come_out_whole_too(cash) -> None:
    table = simple(
        slots={"cash": {"start": 100, "secret": True}},
        due=[{"name": "Tithe", "pay": "cash / 10", "from": "bank", "to": "cash"}],
        score={"total": "at(cash / 10, [5, 6])"},
    )
    table.correct({"/players/0/slots/cash": 90}, by="A")
    table.correct({"/players/0/slots/cash": cash}, by="A")
    reader = opened(table)
    assert ("score 6" if cash == 100 else "score –") in plain(reader.text)
    assert "from the bank: A ?, B ?" in seen(reader)
    assert "score ••••" in seen(reader)
    found = seen(reader.tap("go", to="history").tap("sheet.open", kind="correct"))
    assert len(re.findall("(?:amount|total) ••••", found)) == 6


def test_who_ends_the_game_is_told_before_that_all_hidden_money_will_be_shown() -> None:
    told = "All the money that players hide is shown to everybody then. Undo takes the end back, not what was seen."
    for seat in ("0", "1", "bank"):
        reader = opened(hiding(), seat).tap("sheet.open", kind="own-finish")
        assert told in plain(reader.text)
        assert done(reader)[0] != "finish"
        assert told not in plain(opened(simple(), seat).tap("sheet.open", kind="own-finish").text)


def test_at_the_end_nothing_is_hidden_any_more() -> None:
    table = hiding()
    table.do("finish")
    for seat in ("0", "1", "screen"):
        reader = opened(table, seat)
        assert all(amount in seen(reader) for amount in ("583", "317", "1,217"))
        assert "data-hold" not in reader.html


def test_what_is_due_is_foretold_with_what_the_reader_pays() -> None:
    table = railways(("give", {"player": "A", "good": "loan", "count": 2, "from": "supply", "to": "A"}))
    shown = plain(opened(table).text)
    assert "Interest at the end of round 1 to the bank: A $10" in shown
    assert "−$10" in shown
    for seat in ("bank", "screen"):  # nobody's own: no sum of one player stands there
        assert "−$10" not in plain(opened(table, seat).text)


def test_the_board_shows_every_place_and_every_marker() -> None:
    html = opened(railways(), "screen").html
    assert re.findall(r"<td[^>]*><span>(\d+)</span>", html) == [
        *("60", "67", "71", "76", "82", "90", "100"),
        *("53", "60", "66", "70", "76", "82"),
        *("46", "55", "60", "65", "70"),
        *("5", "6", "7", "8"),  # coal, by what is left
    ]
    standing = re.search(r'<td class="on"><span>67</span>(.*?)</td>', html)
    assert standing is not None
    assert re.findall(r'title="([^"]*)"', standing[1]) == ["B &amp; O", "Pennsylvania"]


def test_turns_phases_and_the_end_are_ended_from_the_phone() -> None:
    reader = opened(railways())
    reader.tap("own.end_turn")
    assert reader.visit.live.table.snapshot()["turn"] == "B"
    reader.tap("own.end_phase")
    assert reader.visit.live.table.snapshot()["phase"] == "running"
    assert "A 800" in plain(reader.tap("sheet.open", kind="own-finish").text) or "800" in reader.text
    reader.tap("own.finish")
    assert reader.visit.live.table.snapshot()["finished"] is True
    assert "The end" in reader.text


def test_a_bare_bank_pays_with_its_one_large_button() -> None:
    reader = opened(companion.new_table("own", ["Anna", "Bruno"]), "1")
    assert re.search(r'class="btn primary grow"[^>]*data-do="sheet.open"[^>]*>Pay<', reader.html)
    assert "own.end_phase" in reader.html.split('id="own-tools"')[1]


def test_names_are_shown_as_typed_and_never_run() -> None:
    box = import_box(
        """
name = "<b>x</b>"
[goods.wares]
names = {a = "<img src=x onerror=alert(1)>", b = "O'Hare & sons"}
count = 5
price = 7
[[button]]
name = "</script><i>go</i>"
ask = ["wares", "player", "count", "amount"]
do = [{pay = "amount", from = "cash", to = "player.cash"}, {give = "wares", count = "count"}]
"""
    )
    reader = opened(companion.new_table("own", HOSTILE[:3], box=box))
    seen = reader.html
    for kind in ("own-pay", "own-good", "own-auction", "own-finish"):
        seen += reader.tap("sheet.open", kind=kind).html
    seen += reader.tap("sheet.open", kind="own-press", button="</script><i>go</i>").html
    assert not re.search(r"<img|<b>x|<script|<i>go", seen)
    assert "</script><i>go</i>" in words_of(seen)
    assert reader.said == []


def test_every_form_of_an_old_entry_names_places_and_goods() -> None:
    table = railways(
        ("pay", {"player": "A", "amount": 5, "from": "player:A:cash", "to": "table:pot"}),
        ("buy", {"player": "A", "good": "bo", "count": 1}),
    )
    reader = opened(table, "bank")
    reader.tap("go", to="history").tap("sheet.open", kind="amend", entry=1)
    assert '<option value="good:bo:treasury">B &amp; O · treasury' in reader.html
    reader.tap("sheet.open", kind="amend", entry=2)
    assert '<option value="prr">Pennsylvania' in reader.html


def test_the_banker_says_for_whom_where_it_is_nobodys_turn() -> None:
    reader = opened(companion.new_table("own", ["Anna", "Bruno"]), "bank")
    reader.tap("sheet.open", kind="own-press", button="From the bank")
    reader.tap("own.pick", {"player": "1", "amount": "40"})
    assert "40 from the bank to Bruno" in plain(reader.text)
    reader.tap("own.press", {"player": "1", "amount": "40"}, button="From the bank")
    assert done(reader) == ("press", {"player": "Bruno", "button": "From the bank", "amount": 40})
    assert reader.visit.seat == BANKER


def test_a_game_that_gets_another_name_goes_by_that_everywhere() -> None:
    table = companion.new_table("own", ["Anna", "Bruno"], box=simple().header.box)
    table.do("pay", player="Anna", amount=5, **{"from": "player:Anna:cash", "to": "bank"})
    table.do("box", set={"/name": "Hansa"})
    for each in (table, companion.table.read(table.lines())):
        assert repr(each).startswith("<Hansa · round 1")
        assert "<b>Hansa</b>" in each._repr_html_()
        assert work_out(each).own == "Hansa"
        assert "<h1>Hansa</h1>" in evening.report(each, translator("en"))
        assert bgstats.play(each, evening.standings(each))["game"]["name"] == "Hansa"
        for seat in ("0", "bank", "screen"):
            reader = opened(each, seat)
            assert "Hansa" in plain(reader.text)
            assert "Simple" not in plain(reader.text)
            assert "Hansa" in reader.page.view.title
    assert repr(table.as_of(1)).startswith("<Simple · round 1")
    table.undo()
    assert repr(table).startswith("<Simple · round 1")
    assert "Simple" in opened(table).page.view.title


def test_the_first_page_lists_a_table_by_what_its_box_is_called() -> None:
    store = open_store()
    store.import_log(companion.new_table("own", PLAYERS, box="railways").lines())
    store.import_log(companion.new_table("own", PLAYERS, box={**RAILWAYS, "name": "Our rails"}).lines())
    store.import_log(companion.new_table("own", PLAYERS).lines(), title="Sunday")
    listed = Reader(lang="it").html.split("Riprendi")[-1]
    assert [
        name in listed for name in ("Ferrovie e azioni", "Our rails", "Sunday", "A game of one", "Banca e denaro")
    ] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_the_banker_pays_out_of_the_cash_of_somebody_whose_name_has_a_colon() -> None:
    reader = opened(companion.new_table("own", ["Bo: the 2nd", "Carla"]), "bank").tap("sheet.open", kind="own-pay")
    fields = {"source": "player:0:cash", "amount": "0"}
    reader.tap("own.pay", {**fields, "amount": "5"}, to="bank")
    assert "Bo: the 2nd would have to pay 5 and has 0" in reader.said[-1]


@pytest.mark.parametrize("names", [["0", "Bo"], ["Bo", "Bo: the 2nd"], ["1", "0"], ["player:0:cash", "bank"]])
@pytest.mark.parametrize("box", ["default", "power"])
def test_whatever_name_is_a_seats_number_or_begins_as_another_is_paid(names, box) -> None:
    table = companion.new_table("own", names, box=box)
    for seat, name in enumerate(names):
        before = table.state.ledger[f"player:{seat}:cash"]
        table.do("pay", player=name, amount=7, **{"from": "bank", "to": f"player:{name}:cash"})
        assert table.state.ledger[f"player:{seat}:cash"] == before + 7
    for seat in ("0", "1", "bank", "screen"):
        reader = opened(table, seat)
        assert reader.said == []
        assert "This table cannot be shown" not in reader.text
    payer = opened(table, "0").tap("sheet.open", kind="own-pay")
    assert re.search(r'data-to="player:1:cash"[^>]*><bdi>([^<]*)<', payer.html)[1] == names[1]
    payer.tap("own.pay", {"amount": "2", "source": "player:0:cash"}, to="player:1:cash")
    assert payer.table.slots()[f"player:{names[1]}:cash"] == table.slots()[f"player:{names[1]}:cash"] + 2


def test_what_is_due_is_told_to_whom_it_concerns_and_to_nobody_whose_name_begins_so() -> None:
    box = {"name": "X", "due": [{"name": "Rent", "pay": 5, "from": "cash", "to": "bank"}]}
    table = companion.new_table("own", ["Bo", "Bo: the 2nd"], box=box | {"slots": {"cash": {"start": 50}}})
    assert "−5" in words_of(opened(table).html)
    assert "−10" not in words_of(opened(table).html)


def test_nobody_is_offered_the_hidden_money_of_one_whose_name_begins_so() -> None:
    box = {"name": "X", "slots": {"cash": {"start": 50, "secret": True}}}
    payer = opened(companion.new_table("own", ["Bo", "Bo: the 2nd"], box=box)).tap("sheet.open", kind="own-pay")
    sources = re.findall(r'<option value="([^"]*)"', payer.html)
    assert sources == ["bank", "player:0:cash"]


def test_prices_by_what_is_left_stand_as_a_market() -> None:
    """The rules page's coal: of eight at 8, 8, 7, 7, 6, 6, 5, 5 three are sold, the cheapest first."""

    def market(table: companion.Table) -> list[str]:
        cells = opened(table).html.split("own-market")[1].split("</table>")[0].split("<td")[1:]
        return [plain(re.sub(r"<[^>]*>", " ", "<td" + cell)) for cell in cells]

    table = railways()
    assert market(table) == ["5 ⬟ 2", "6 ⬟ 2", "7 ⬟ 2", "8 ⬟ 2"]
    table.do("buy", player=PLAYERS[0], good="coal", count=3)
    assert market(table) == ["5", "6 ⬟ 1", "7 ⬟ 2", "8 ⬟ 2"]
    beyond = {"name": "X", "goods": {"ore": {"count": 5, "price": {"left": [9, 4]}}}}
    assert market(companion.new_table("own", PLAYERS, box=beyond)) == ["4 ● 4", "9 ● 1"]


def test_a_formula_of_the_box_keeps_its_minus() -> None:
    assert "cash + value - 100 * loan" in opened(demo_table("own")).tap("go", to="box").text


def test_the_big_screen_shows_the_prices_at_the_end_too() -> None:
    shown = opened(railways(("finish", {})), "screen").text
    assert "Final scores" in shown
    assert "Pennsylvania" in shown


def test_nothing_is_offered_of_a_good_once_the_game_is_over() -> None:
    offered = re.compile(r'data-do="(own\.\w+)"')
    reader = opened(railways()).tap("sheet.open", kind="own-good", good="bo")
    assert {"own.deal", "own.move", "own.give"} <= set(offered.findall(reader.html))
    reader.tap("own.finish").tap("sheet.open", kind="own-good", good="bo")
    assert offered.findall(reader.html) == []


# -- while a form is filled in, another device renames a player, or changes what there is to choose


def chosen(reader, name, text):
    """The value of what is called so among the choices of a field."""
    (value,) = re.findall(rf'<option value="([^"]*)"[^>]*>\W*{text}\W*</option>', options(reader, name))
    return value


def options(reader, name):
    """The choices of a field."""
    return re.findall(rf'<select[^>]*name="{name}"[^>]*>(.*?)</select>', reader.html)[0]


def test_what_is_paid_out_of_stays_chosen_when_its_player_gets_another_name() -> None:
    bank = opened(railways(), "bank").tap("sheet.open", kind="own-pay")
    source, target = chosen(bank, "source", "B"), re.search(r'data-to="([^"]*)"[^>]*><bdi>C<', bank.html)[1]
    bank.tap("own.pick", {"amount": "50", "source": source})
    bank.meanwhile(BANKER, "rename", player="B", to="Bruna")
    assert chosen(bank, "source", "Bruna") == source
    bank.tap("own.pay", {"amount": "50", "source": source}, to=target)
    assert done(bank) == (
        "pay",
        {"player": "Bruna", "amount": 50, "from": "player:Bruna:cash", "to": "player:C:cash"},
    )


def test_where_cash_is_hidden_the_banker_pays_whose_turn_it_is_out_of_the_bank() -> None:
    box = {"name": "X", "slots": {"cash": {"start": 100, "secret": True}}, "round": {"turns": "clockwise"}}
    bank = opened(companion.new_table("own", PLAYERS, box=box), "bank").tap("sheet.open", kind="own-pay")
    assert '<option value="bank" selected' in options(bank, "source")
    targets = re.findall(r'data-do="own.pay"[^>]*data-to="([^"]*)"|data-to="([^"]*)"[^>]*data-do="own.pay"', bank.html)
    assert [one or other for one, other in targets] == [f"player:{seat}:cash" for seat in range(3)]
    bank.tap("own.pay", {"amount": "50", "source": "bank"}, to="player:0:cash")
    assert done(bank) == ("pay", {"player": "A", "amount": 50, "from": "bank", "to": "player:A:cash"})


def test_a_payment_out_of_nothing_is_asked_for_and_not_made_out_of_another_purse() -> None:
    """What had been chosen is there no more: it was paid out of the cash of whose turn it is, else out of the bank."""
    for seat in ("bank", "0"):
        reader = opened(railways(), seat).tap("sheet.open", kind="own-pay")
        for gone in ("", "player:9:cash", "player:Bruno:cash"):
            reader.tap("own.pay", {"amount": "50", "source": gone}, to="table:pot")
        assert reader.said == ["Something is still to be chosen."] * 3
        assert reader.visit.live.table.log == []


def test_a_payment_stays_one_out_of_the_purse_with_which_it_was_begun() -> None:
    """It was A's turn when the banker opened the form; A ends it on an own device."""
    bank = opened(railways(), "bank").tap("sheet.open", kind="own-pay")
    assert 'value="player:0:cash" selected' in bank.html
    bank.meanwhile(BANKER, "end_turn", player="A")
    assert 'value="player:0:cash" selected' in bank.html


def test_who_is_paid_in_an_auction_stays_chosen_under_another_name_and_is_asked_for_where_gone() -> None:
    bank = opened(railways(), "bank").tap("sheet.open", kind="own-auction")
    paid = chosen(bank, "to", "B")
    bank.meanwhile(BANKER, "rename", player="B", to="Bruna")
    assert chosen(bank, "to", "Bruna") == paid
    form = {"good": "bo", "what": "", "kind": "open", "least": "20"}
    bank.tap("own.auction", {**form, "to": ""})
    assert bank.said == ["Something is still to be chosen."]
    assert [entry.action for entry in bank.visit.live.table.log] == ["rename"]
    bank.tap("own.auction", {**form, "to": paid})
    assert done(bank)[1]["to"] == "player:Bruna:cash"


def test_of_whom_goods_are_bought_and_who_gives_and_gets_them_stays_chosen_under_another_name() -> None:
    table = railways(("buy", {"player": "A", "good": "bo", "count": 2}), ("end_turn", {"player": "A"}))
    bank = opened(table, "bank").tap("sheet.open", kind="own-good", good="bo")
    of, giver, taker = (chosen(bank, name, who) for name, who in (("of", "A"), ("from", "A"), ("to", "C")))
    bank.meanwhile(BANKER, "rename", player="A", to="Annie")
    assert (chosen(bank, "of", "Annie"), chosen(bank, "from", "Annie")) == (of, giver)
    bank.tap("own.give", {"count": "1", "from": giver, "to": ""}, good="bo")
    assert bank.said == ["Something is still to be chosen."]
    bank.tap("own.deal", {"count": "1", "amount": "90", "of": of}, good="bo", way="buy")
    assert done(bank)[1] == {"player": "B", "good": "bo", "count": 1, "amount": 90, "of": "Annie"}
    bank.tap("own.give", {"count": "1", "from": giver, "to": taker}, good="bo")
    assert (done(bank)[1]["from"], done(bank)[1]["to"]) == ("Annie", "C")


def test_whom_a_button_is_pressed_for_and_at_stays_chosen_under_another_name() -> None:
    box = {
        "name": "X",
        "slots": {"cash": {"start": 20}},
        "button": [
            {"name": "Rent", "who": "any", "ask": ["player"], "do": [{"pay": 5, "from": "cash", "to": "player.cash"}]}
        ],
    }
    bank = opened(companion.new_table("own", ["Anna", "Bo", "Cleo"], box=box), "bank")
    bank.tap("sheet.open", kind="own-press", button="Rent")

    def seats(name):
        return re.findall(rf'type="radio" name="{name}" value="([^"]*)"', bank.html)

    assert (seats("player"), seats("other")) == (["0", "1", "2"], ["0", "1", "2"])
    bank.tap("own.pick", {"player": "0", "other": "1"})
    bank.meanwhile(BANKER, "rename", player="Bo", to="Bea")
    assert len(re.findall(r'value="[01]" checked', bank.html)) == 2
    bank.tap("own.press", {"player": "0", "other": "1"}, button="Rent")
    assert done(bank) == ("press", {"player": "Anna", "button": "Rent", "other": "Bea"})


def test_what_the_banker_said_for_one_players_button_is_not_said_for_the_next() -> None:
    """The banker has filled in A's dividend; A ends the turn on an own device."""
    bank = opened(railways(("end_phase", {"player": "A"})), "bank")
    bank.tap("sheet.open", kind="own-press", button="Dividend")
    bank.tap("own.pick", {"good-companies": "bo", "amount": "10"})

    def about():
        return re.search(r'data-button="Dividend"[^>]*data-about="([^"]*)"', bank.html)[1]

    assert about() == "0"
    assert 'value="bo" checked' in bank.meanwhile(BANKER, "rename", player="A", to="Annie").html
    assert about() == "0"
    bank.meanwhile("Annie", "end_turn", player="Annie")
    assert about() == "1"
    assert 'value="bo" checked' not in bank.html


def test_what_is_stepped_to_is_the_same_question_until_it_is_traded_or_the_turn_passes() -> None:
    def asked():
        return re.search(r'data-about="([^"]*)".*?<output[^>]*data-rev="([^"]*)"', reader.html).groups()

    reader = opened(railways(), "bank").tap("sheet.open", kind="own-good", good="bo")
    before = asked()
    reader.meanwhile("B", "note", text="a note")
    assert asked() == before
    reader.tap("own.move", good="bo", right=1, up=0)
    assert asked() == before
    reader.meanwhile("A", "end_turn", player="A")
    assert asked() != before
    reader = opened(railways()).tap("sheet.open", kind="own-good", good="bo")
    before = asked()
    reader.tap("own.trade", {"count": "1"}, good="bo").tap("sheet.open", kind="own-good", good="bo")
    assert asked() != before


def test_a_trade_that_was_stepped_to_or_agreed_on_stays_under_another_name() -> None:
    bank = opened(railways(), "bank").tap("sheet.open", kind="own-good", good="bo")
    about = re.findall(r'data-do="(own\.trade|own\.deal)"[^>]*data-about="([^"]*)"', bank.html)
    assert about == [("own.trade", "0"), ("own.deal", "0")]
    bank.meanwhile(BANKER, "rename", player="A", to="Annie")
    assert re.findall(r'data-do="(own\.trade|own\.deal)"[^>]*data-about="([^"]*)"', bank.html) == about
