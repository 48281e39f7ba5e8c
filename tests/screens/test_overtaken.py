"""A tap means what the page showed: what others did while the finger was on its way changes no meaning."""

import re
from typing import Any

import pytest

import companion
from companion.boxes import import_box
from companion.live import LiveTable
from companion.store import open_store
from companion.table import BANKER, Table
from tests.games import greed_tables
from tests.games.plutocracy_tables import placed
from tests.games.ponzi_scheme import trading as ponzi_trading
from tests.screens.reader import Reader

PLAYERS = ["Anna", "Bruno", "Carla"]


class Late(Reader):
    """A page that goes on tapping what it showed at first, while its Python has heard of everything."""

    def __init__(self, table: Table, seat: str) -> None:
        store = open_store()
        table_id = store.import_log(table.lines())
        super().__init__(f"?table={store.table(table_id).code}&seat={seat}", device=f"device-of-{seat}")
        self.rev = self.page.view.revision
        self.other = LiveTable(store, table_id)  # another device

    def meanwhile(self, seat: str, action: str, **fields: Any) -> "Late":
        """Another device acts, and this page's Python hears of it; on the page it is not shown yet."""
        self.other.refresh()
        self.other.do(seat, action, **fields)
        assert self.visit.live is not None
        self.visit.on_others(self.visit.live.refresh())
        return self

    @property
    def log(self) -> list[tuple[str, Any]]:
        """What is recorded last: the actions and their players."""
        self.other.refresh()
        return [(entry.action, entry.fields.get("player")) for entry in self.other.table.log]


def good_brokers() -> Table:
    return companion.new_table("good-brokers", players=PLAYERS)


def test_an_end_of_turn_drawn_for_one_player_does_not_end_anothers() -> None:
    table = good_brokers()
    table.do("buy", player="Anna", shares={"ford": 1})
    bank = Late(table, "bank").meanwhile("Anna", "end_turn", player="Anna")
    bank.tap("end_turn")
    assert bank.log[-1] == ("end_turn", "Anna")
    assert "Somebody was faster (Anna: Anna ended the turn)" in bank.said[-1]
    bank.rev = None  # now it shows Bruno
    bank.tap("end_turn")
    assert bank.log[-1] == ("end_turn", "Bruno")


def test_two_quick_taps_of_the_banker_end_one_turn() -> None:
    bank = Late(good_brokers(), "bank")
    bank.tap("end_turn").tap("end_turn")
    assert bank.log == [("end_turn", "Anna")]


@pytest.mark.parametrize(
    ("seat", "action", "fields"),
    [
        (BANKER, "note", {"text": "tea?"}),
        ("Bruno", "note", {"text": "wait"}),
        (BANKER, "clock", {"op": "set", "clock": "table", "seconds": 60}),
    ],
)
def test_what_others_write_down_stops_nobody(seat: str, action: str, fields: dict[str, Any]) -> None:
    anna = Late(good_brokers(), "0")
    anna.meanwhile(seat, action, **fields).tap("trade", {"ford": "2"})
    assert anna.log[-1] == ("buy", "Anna")


def test_a_purchase_at_another_price_than_the_button_named_is_asked_again() -> None:
    anna = Late(good_brokers(), "0")
    price = anna.table.snapshot()["prices"]["ford"]
    track = anna.table.state.box["track"]
    anna.meanwhile(BANKER, "correct", set={"/prices/ford": track[track.index(price) + 1]})
    anna.tap("trade", {"ford": "2"})
    assert [action for action, _ in anna.log] == ["correct"]
    assert "no longer be what the page showed" in anna.said[-1]


def test_the_offer_that_is_answered_is_the_one_that_was_shown() -> None:
    table = ponzi_trading()
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=17)
    anna = Late(table, "0")
    anna.meanwhile("Bruno", "undo").meanwhile("Bruno", "offer", player="Bruno", to="Anna", industry="food", amount=3)
    anna.tap("accept")
    assert anna.log[-1] == ("offer", "Bruno")
    assert "no longer be what the page showed" in anna.said[-1]
    anna.rev = None
    anna.tap("accept")
    assert anna.log[-1] == ("accept", "Anna")


def test_an_offer_goes_to_whom_the_button_named() -> None:
    bruno = Late(ponzi_trading(), "1")
    bruno.tap("pick.pair", to=0, industry="food")
    bruno.tap("offer", {"amount": "5"}, to=0, industry="food")
    assert bruno.other.refresh()[-1].fields == {"player": "Bruno", "to": "Anna", "industry": "food", "amount": 5}


def test_a_pass_in_ponzi_scheme_is_that_of_who_was_shown() -> None:
    bank = Late(companion.new_table("ponzi-scheme", players=PLAYERS), "bank")
    bank.meanwhile("Anna", "pass", player="Anna").tap("pass")
    assert bank.log == [("pass", "Anna")]


def test_plutocracy_retires_nobody_else() -> None:
    table = placed([*PLAYERS, "Dario"])
    first = table.snapshot()["next"]
    bank = Late(table, "bank")
    bank.meanwhile(first, "retire", player=first).tap("retire")
    assert bank.log[-1] == ("retire", first)
    assert bank.log.count(("retire", first)) == 1


def greed_auction() -> Table:
    table = greed_tables.trading()
    greed_tables.cash(table, Anna=300, Bruno=300, Carla=300)
    table.do("end_trading")
    table.do("end_sales")
    while table.snapshot()["phase"] == "blame":
        table.do(**next(iter(table.legal())))
    assert table.snapshot()["phase"] == "status"
    return table


def test_a_pass_in_an_auction_is_that_of_who_was_shown() -> None:
    table = greed_auction()
    turn = table.players[table.state.auction.turn]
    bank = Late(table, "bank")
    bank.meanwhile(turn, "pass_auction", player=turn)
    bank.tap("pass", player=table.players.index(turn))
    assert [entry for entry in bank.log if entry[0] == "pass_auction"] == [("pass_auction", turn)]


def test_others_sealed_bids_do_not_stop_ones_own() -> None:
    table = greed_tables.investing(greed_tables.started(), 10, 11, 12)
    anna = Late(table, "0")
    anna.meanwhile("Bruno", "bid", company=1, amount=20)
    anna.tap("bid", {"company": "0", "amount": "40"})
    assert anna.other.refresh()[-1].fields == {"company": 0, "amount": 40}


def test_a_trade_that_was_taken_back_is_not_accepted() -> None:
    table = greed_tables.trading()
    gives, gets = {"cash": 5, "goods": {}}, {"cash": 1, "goods": {}}
    entry = table.do("propose", by="Anna", company=0, other=1, gives=gives, gets=gets, process=[]).n
    bruno = Late(table, "1")
    assert re.search(rf'<button[^>]*data-entry="{entry}"[^>]*data-do="deal.accept"', bruno.html)
    bruno.meanwhile("Anna", "drop", entry=entry)
    bruno.tap("deal.accept", entry=entry)
    assert bruno.log[-1][0] == "drop"
    assert bruno.said[-1] == "This proposal is no longer there."


def test_a_tap_on_a_seat_that_the_page_has_left_does_nothing() -> None:
    bank = Late(good_brokers(), "bank")
    bank.tap("leave").tap("join.sit", seat="1")
    bank.tap("end_turn")
    assert bank.log == []
    assert bank.said[-1] == "The page has changed meanwhile; look again."


MARKET = """
name = "Market days"
[round]
phases = ["market"]
"""


def test_a_phase_that_has_ended_is_not_ended_again_by_a_tap_on_the_one_before() -> None:
    anna = Late(companion.new_table("own", PLAYERS, box=import_box(MARKET)), "0")
    anna.meanwhile("Bruno", "end_phase", player="Bruno").tap("own.end_phase")
    assert anna.log == [("end_phase", "Bruno")]
    assert "no longer be what the page showed" in anna.said[-1]
    anna.rev = None
    anna.tap("own.end_phase")
    assert anna.log == [("end_phase", "Bruno"), ("end_phase", "Anna")]


def test_a_pass_in_one_auction_is_none_in_the_next() -> None:
    """Gold is sold by Carla's pass, and silver asks her first."""
    table = greed_tables.selling_status(Anna=10, Bruno=80, Carla=80)
    table.do("pass_auction", player="Anna")
    table.do("raise_bid", player="Bruno", amount=50)
    carla = Late(table, "2").meanwhile(BANKER, "pass_auction", player="Carla")
    assert carla.table.snapshot()["active"]["players"] == ["Carla"]
    before = carla.log
    carla.tap("pass", player="2")
    assert carla.log == before
    assert "no longer be what the page showed" in carla.said[-1]
    carla.rev = None
    carla.tap("pass", player="2")
    assert carla.log == [*before, ("pass_auction", "Carla")]


# -- names that change places meanwhile ------------------------------------------------------------------------

SWAPPED = ["Bruno", "Anna", "Carla"]
IN_THE_OWN_GAME = {
    "who pays": ("pay", {"player": "Bruno", "amount": 30, "from": "player:Bruno:cash", "to": "bank"}),
    "who is paid": ("pay", {"player": "Carla", "amount": 30, "from": "player:Carla:cash", "to": "player:Bruno:cash"}),
    "who leaves": ("leave", {"player": "Bruno"}),
    "who is renamed": ("rename", {"player": "Bruno", "to": "Bob"}),
}


def cash(live: LiveTable) -> list[int]:
    return [each["slots"]["cash"] for each in live.table.snapshot()["players"]]


def swap(other: LiveTable) -> None:
    """Carla puts two names right that were typed in the wrong order."""
    for player, to in (("Anna", "tmp"), ("Bruno", "Anna"), ("tmp", "Bruno")):
        other.do("Carla", "rename", player=player, to=to)


def paid_before() -> Table:
    box = {"name": "Simple", "slots": {"cash": {"start": 100}}, "round": {"turns": "none"}}
    table = companion.new_table("own", PLAYERS, box=box)
    table.do("pay", player="Carla", **{"from": "player:Carla:cash", "to": "bank", "amount": 1})
    return table


@pytest.mark.parametrize("heard", [True, False])
@pytest.mark.parametrize("what", IN_THE_OWN_GAME)
def test_a_name_means_the_seat_that_had_it_on_the_page(what: str, heard: bool) -> None:
    bank = Late(paid_before(), "bank")
    live = bank.visit.live
    assert live is not None
    swap(bank.other)
    if heard:
        live.refresh()
    action, fields = IN_THE_OWN_GAME[what]
    with pytest.raises(companion.RuleError) as refused:
        live.do(BANKER, action, "a-fresh-key", 1, **fields)
    assert refused.value.code == "overtaken"
    assert refused.value.message.endswith("is no longer possible: It would now count for another player.")
    assert bank.log[-1] == ("rename", "tmp")
    assert live.table.players == SWAPPED
    assert cash(live) == [100, 100, 99]
    live.do(BANKER, "pay", None, 4, player="Bruno", amount=9, **{"from": "player:Bruno:cash", "to": "bank"})
    assert cash(live) == [91, 100, 99]


def test_greeds_announcement_is_that_of_the_seat_that_was_shown() -> None:
    bank = Late(greed_tables.started(), "bank")
    swap(bank.other)
    assert bank.visit.live is not None
    bank.visit.on_others(bank.visit.live.refresh())
    bank.tap("announce", {"seat": "1", "asset": "11"})
    assert "would now count for another player" in bank.said[-1]
    assert bank.table.state.announcements == {}
    bank.rev = None
    bank.tap("announce", {"seat": "1", "asset": "11"})
    assert [*bank.table.state.announcements] == [1]


def test_whom_it_does_not_mean_may_change_places() -> None:
    bank = Late(paid_before(), "bank")
    swap(bank.other)
    assert bank.visit.live is not None
    pays = {"player": "Carla", "amount": 9, "from": "player:Carla:cash", "to": "bank"}
    bank.visit.live.do(BANKER, "pay", "a-fresh-key", 1, **pays)
    assert bank.log[-1] == ("pay", "Carla")


@pytest.mark.parametrize("heard", [True, False])
def test_a_device_acts_for_its_seat_and_not_for_who_has_its_name(heard: bool) -> None:
    anna = Late(paid_before(), "0")
    live = anna.visit.live
    assert live is not None
    seat = live.table.players[0]
    swap(anna.other)
    if heard:
        live.refresh()
        seat = live.table.players[0]
    for pays in ("Anna", "Bruno"):  # as the page called her, and as she is called now
        with pytest.raises(companion.RuleError) as refused:
            live.do(seat, "pay", None, 1, player=pays, amount=30, **{"from": f"player:{pays}:cash", "to": "bank"})
        assert refused.value.code == ("overtaken" if pays == "Anna" else "another-player")
        seat = live.table.players[0]
    assert cash(live) == [100, 100, 99]
    live.do("Bruno", "pay", None, 4, player="Bruno", amount=30, **{"from": "player:Bruno:cash", "to": "bank"})
    assert cash(live) == [70, 100, 99]


def test_what_it_writes_down_is_its_seats() -> None:
    anna = Late(good_brokers(), "0")
    swap(anna.other)
    assert anna.visit.live is not None
    entry = anna.visit.live.do("Anna", "note", "a-fresh-key", 0, text="tea?")
    assert entry.by == "Bruno"
    assert anna.visit.live.table.players[0] == "Bruno"


def test_a_page_taps_for_its_seat_after_a_refusal_has_brought_the_new_names() -> None:
    anna = Late(good_brokers(), "0")
    swap(anna.other)
    anna.tap("end_turn")
    assert "would now count for another player" in anna.said[-1]
    assert anna.log[-1] == ("rename", "tmp")
    anna.rev = None
    anna.tap("end_turn")
    assert anna.log[-1] == ("end_turn", "Bruno")
