"""Who may sit where, and what may be done from there."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion import seats
from companion.errors import RuleError
from companion.store import Store, open_store
from companion.table import BANKER, Table, new_table
from tests.refusals import kept_out

NOON = 1_800_000_000.0


@pytest.fixture
def store(tmp_path: Path) -> Any:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def table() -> Table:
    return new_table("good-brokers", players=["Anna", "Bruno", "Carla"], box="demo")


@pytest.fixture
def table_id(store: Store, table: Table) -> int:
    return store.create(table.header.line())


def code(call: Any, *args: Any, **fields: Any) -> str:
    with pytest.raises(RuleError) as refused:
        call(*args, **fields)
    return refused.value.code


# -- what a seat may do ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "allowed"), [("Anna", True), (BANKER, True), ("Bruno", False), (None, False), ("Dario", False)]
)
def test_only_a_player_and_the_banker_act_for_a_player(table: Table, seat: str | None, allowed: bool) -> None:
    assert seats.may(table, seat, "buy", {"player": "Anna", "shares": {"ford": 1}}) is allowed


def test_a_seat_changes_nothing_that_it_may_not_see(table: Table) -> None:
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("place", player="Anna", company="ford")
    secret: list[tuple[str, dict[str, Any]]] = [
        ("correct", {"set": {"/players/0/shares/ford": 3}}),
        ("amend", {"entry": 2, "fields": {"company": "lloyd"}}),
    ]
    for action, fields in secret:
        assert not seats.may(table, "Bruno", action, fields)
        assert not seats.may(table, BANKER, action, fields)
        assert seats.may(table, "Anna", action, fields)
    assert seats.may(table, "Bruno", "correct", {"set": {"/players/0/cash": 3}})
    # Whether Anna can have bought less tells what she put aside.
    assert not seats.may(table, "Bruno", "amend", {"entry": 1, "fields": {"shares": {"ford": 1}}})
    assert seats.may(table, "Anna", "amend", {"entry": 1, "fields": {"shares": {"ford": 1}}})


def hiding() -> Table:
    """Ponzi Scheme, in its second round: Bruno has Anna's offer before him."""
    table = new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"])
    for player, fund in (("Anna", 9), ("Bruno", 10)):
        table.do("invest", player=player, industry="food", fund=fund)
        table.do("reveal", funds=[table.snapshot()["unseen"][0]])
    table.do("pass", player="Carla")
    table.do("discard_fund", player="Bruno", fund=11)
    table.do("reveal", funds=[table.snapshot()["unseen"][0]])
    for player in ("Bruno", "Carla", "Anna"):
        table.do("pass", player=player)
    table.do("offer", player="Bruno", to="Anna", industry="food", amount=7)
    return table


def test_not_even_the_banker_tries_what_would_tell_the_cash() -> None:
    table = hiding()
    for amount in (1, 10**6):
        offer = {"player": "Bruno", "to": "Anna", "industry": "food", "amount": amount}
        assert kept_out(table, BANKER, "offer", **offer) == "own-seat-only"
        assert kept_out(table, "Carla", "offer", **offer) == "not-your-seat"
        assert kept_out(table, "Bruno", "offer", **offer) == ""
    assert kept_out(table, BANKER, "counter", player="Anna") == "own-seat-only"
    assert kept_out(table, BANKER, "buy_luxury", player="Anna", luxury=30) == "own-seat-only"
    for action, fields in {"accept": {}, "pass": {}, "invest": {"industry": "food", "fund": 9}}.items():
        assert kept_out(table, BANKER, action, player="Anna", **fields) == ""


def test_where_the_table_does_not_know_the_cash_the_banker_acts_for_all() -> None:
    table = new_table("ponzi-scheme", players=["Anna", "Bruno", "Carla"], options={"cash": "hidden"})
    assert kept_out(table, BANKER, "counter", player="Anna") == ""
    assert kept_out(table, BANKER, "correct", set={"/players/0/cash_min": 1, "/players/0/cash_max": 3}) == ""


def test_what_hides_a_secret_is_not_put_right_in_the_dark() -> None:
    table = hiding()
    for pointer in ("/players/0/cash", "/players/0", "/players", "/offer", "/offer/amount", "/nothing"):
        assert kept_out(table, BANKER, "correct", set={pointer: 5}) == "hidden-value"
        assert kept_out(table, "Carla", "correct", set={pointer: 5}) == "hidden-value"
    assert kept_out(table, "Bruno", "correct", set={"/offer/amount": 5}) == "hidden-value"  # Anna may not have it
    assert kept_out(table, BANKER, "correct", set={"/players/0/tiles/food": 2}) == ""
    # Several at once would tell whether what follows from the one fits the other.
    assert kept_out(table, BANKER, "correct", set={"/players/0/tiles/food": 0, "/phase": "invest"}) == "one-value"
    counted = {f"/players/0/{key}": 30 for key in ("cash", "cash_min", "cash_max")}
    assert kept_out(table, "Anna", "correct", set=counted) == ""
    assert kept_out(table, "Carla", "correct", set={"/round": 3, "/turns": 2}) == "one-value"


def test_a_change_of_the_past_does_not_tell_what_came_after() -> None:
    table = hiding()
    offer, invested, drawn = 11, 1, 2
    change = {"fields": {"fund": 12}}
    for seat in (BANKER, "Carla"):
        assert kept_out(table, seat, "amend", entry=offer, fields={"amount": 8}) == "hidden-entry"
        assert kept_out(table, seat, "amend", entry=invested, **change) == "hidden-entries"
        assert kept_out(table, seat, "amend", entry=drawn, fields={"funds": [40]}) == ""
        assert kept_out(table, seat, "amend", entry=99, **change) == ""
    assert kept_out(table, "Anna", "amend", entry=invested, **change) == ""  # she knows the offer: nothing is hidden
    table.undo()
    assert kept_out(table, BANKER, "amend", entry=invested, **change) == ""


@pytest.mark.parametrize("action", ["undo", "redo", "note", "correct", "amend", "rename", "leave", "clock"])
def test_the_record_belongs_to_everybody_at_the_table_but_not_to_the_screen(table: Table, action: str) -> None:
    for seat in ("Anna", "Bruno", BANKER):
        assert seats.may(table, seat, action, {"player": "Carla"})
    assert not seats.may(table, None, action, {})


def test_a_refusal_names_both_and_tells_no_amount(table: Table) -> None:
    with pytest.raises(RuleError) as refused:
        seats.check(table, "Bruno", "buy", {"player": "Anna", "shares": {"ford": 3000}})
    assert refused.value.code == "not-your-seat"
    assert refused.value.message == "Bruno sits here and may not act for Anna."


def test_a_seat_keeps_its_id_when_its_player_changes(table: Table) -> None:
    assert [seats.seat_id(table, seat) for seat in ("Anna", "Carla", BANKER)] == ["0", "2", "bank"]
    table.do("rename", player="Carla", to="<b>x</b>")
    table.do("leave", player="Bruno")
    table.do("join", player="Zoë", seat="Bruno")
    assert [seats.sitter(table, each) for each in ("0", "1", "2", "bank")] == [
        "Anna",
        "Zoë",
        "<b>x</b>",
        BANKER,
    ]
    for nobody in ("3", "-1", "01", "x", ""):
        assert seats.sitter(table, nobody) is None
    assert code(seats.seat_id, table, "Carla") == "not-seated"


# -- PINs --------------------------------------------------------------------------------------------------


def test_a_seat_without_a_pin_is_open_to_all(store: Store, table_id: int) -> None:
    seats.enter(store, table_id, "0", "phone")
    seats.enter(store, table_id, "0", "tablet", "1234")


def test_a_device_gives_the_pin_once(store: Store, table_id: int) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    seats.enter(store, table_id, "0", "phone")
    assert code(seats.enter, store, table_id, "0", "tablet") == "pin-needed"
    assert code(seats.enter, store, table_id, "0", "tablet", "0852") == "pin-wrong"
    seats.enter(store, table_id, "0", "tablet", " ２５８０ ")
    seats.enter(store, table_id, "0", "tablet")
    seats.enter(store, table_id, "1", "tablet")


def test_the_pin_is_in_the_file_only_as_a_hash(store: Store, table_id: int, tmp_path: Path) -> None:
    seats.set_pin(store, table_id, "0", "my word 2580", "phone")
    seats.set_pin(store, table_id, "1", "my word 2580", "phone")
    store.close()
    assert b"my word" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    with open_store(tmp_path)._backend.reading() as connection:
        rows = connection.exec_driver_sql("SELECT pin_hash, salt FROM seats").all()
    assert len({row.pin_hash for row in rows}) == len({row.salt for row in rows}) == 2


def test_a_new_pin_is_asked_of_the_other_devices(store: Store, table_id: int) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    seats.enter(store, table_id, "0", "tablet", "2580")
    seats.set_pin(store, table_id, "0", "1379", "tablet")
    seats.enter(store, table_id, "0", "tablet")
    assert code(seats.enter, store, table_id, "0", "phone") == "pin-needed"
    assert code(seats.enter, store, table_id, "0", "phone", "2580") == "pin-wrong"


def test_only_who_knows_the_pin_changes_it_and_takes_it_away(store: Store, table_id: int) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    assert code(seats.set_pin, store, table_id, "0", "1111", "tablet") == "pin-needed"
    assert code(seats.clear_pin, store, table_id, "0", "Bruno", "tablet") == "pin-needed"
    assert code(seats.keep_pin, store, table_id, "0", "tablet") == "pin-needed"
    assert seats.clear_pin(store, table_id, "0", "Anna", "phone")
    seats.enter(store, table_id, "0", "tablet")
    assert store.pins.seats(table_id) == set()


class Sight:
    """A page that is in sight, and heard every second."""

    def __init__(self, store: Store, table_id: int) -> None:
        self._store, self._table_id = store, table_id
        self._patience, self._now = seats.Patience(), 5000.0
        assert self.passes(1) == []

    def passes(self, seconds: int, beat: float = 1.0) -> list[str]:
        """The seats that lose their PIN meanwhile."""
        gone: list[str] = []
        for _ in range(seconds):
            self._now += beat
            gone += self._patience.settle(self._store, self._table_id, now=self._now)
        return gone


def test_the_banker_asks_and_the_pin_goes_after_a_minute(store: Store, table_id: int) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    assert not seats.clear_pin(store, table_id, "0", BANKER, "tablet", now=NOON)
    page = Sight(store, table_id)
    assert code(seats.clear_pin, store, table_id, "0", BANKER, "tablet", now=NOON + 1) == "pin-asked"
    assert page.passes(59) == []
    assert page.passes(1) == ["0"]
    assert page.passes(61) == []
    assert store.pins.seats(table_id) == set()


def test_while_a_device_that_gave_the_pin_is_there_only_that_one_decides(store: Store, table_id: int) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    seats.clear_pin(store, table_id, "0", BANKER, "tablet", now=NOON)
    page = Sight(store, table_id)
    assert page.passes(50) == []
    store.pins.see(table_id, "0", "phone", NOON + 50)
    assert page.passes(50) == []
    store.pins.see(table_id, "1", "phone", NOON + 500)  # elsewhere
    store.pins.see(table_id, "0", "thief", NOON + 500)  # gave no PIN
    assert page.passes(10) == []
    assert seats.keep_pin(store, table_id, "0", "phone")
    assert not seats.keep_pin(store, table_id, "0", "phone")
    assert page.passes(100) == []
    seats.clear_pin(store, table_id, "0", BANKER, "tablet", now=NOON)
    assert page.passes(60) == []
    assert page.passes(1) == ["0"]


@pytest.mark.parametrize("seen", [[NOON + 20, NOON - 7180], [NOON + 20, NOON + 7220], [NOON - 7180, NOON - 7160]])
def test_who_is_there_is_heard_whatever_the_clock_says(store: Store, table_id: int, seen: list[float]) -> None:
    """Somebody sets the clock, while another device of the same player's has been seen at noon."""
    seats.set_pin(store, table_id, "0", "2580", "phone")
    seats.enter(store, table_id, "0", "laptop", "2580")
    store.pins.see(table_id, "0", "laptop", NOON)
    seats.clear_pin(store, table_id, "0", BANKER, "tablet", now=NOON)
    page = Sight(store, table_id)
    for when in seen * 3:
        store.pins.see(table_id, "0", "phone", when)
        assert page.passes(59) == []
    assert page.passes(2) == ["0"]


@pytest.mark.parametrize("clock", [NOON - 7200, NOON, NOON + 7200])
def test_a_removal_takes_a_minute_whatever_the_clock_says(store: Store, table_id: int, clock: float) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    store.pins.see(table_id, "0", "phone", NOON)
    seats.clear_pin(store, table_id, "0", BANKER, "tablet", now=clock)
    page = Sight(store, table_id)
    assert page.passes(59) == []
    assert page.passes(1) == ["0"]


def test_a_page_that_was_not_in_sight_has_seen_nothing_meanwhile(store: Store, table_id: int) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    seats.clear_pin(store, table_id, "0", BANKER, "tablet", now=NOON)
    page = Sight(store, table_id)
    assert page.passes(20) == []
    assert page.passes(1, beat=600.0) == []  # its phone slept, or the host did
    assert page.passes(34) == []
    assert page.passes(1) == ["0"]


def test_nobody_locks_somebody_else_out(store: Store, table_id: int) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    for n in range(40):
        assert code(seats.enter, store, table_id, "0", f"name-{n}", "0000", now=NOON) == "pin-wrong"
    # With a new name for every guess a thief has one guess each; the owner's other device is let in at once.
    assert code(seats.enter, store, table_id, "0", "name-39", "2580", now=NOON + 4) == "pin-wait"
    seats.enter(store, table_id, "0", "tablet", "2580", now=NOON)
    for n in range(6):
        code(seats.enter, store, table_id, "0", "thief", f"{n:04}", now=NOON)
    seats.set_pin(store, table_id, "1", "1379", "phone")
    seats.enter(store, table_id, "1", "thief", "1379", now=NOON)  # wrong ones of another seat do not count here


@pytest.mark.parametrize("pin", ["", "123", " 1 2 ", "x" * 41])
def test_a_pin_has_a_length(store: Store, table_id: int, pin: str) -> None:
    assert code(seats.set_pin, store, table_id, "0", pin, "phone") == "pin-length"


def test_wrong_pins_are_slowed_down_and_a_new_kernel_does_not_help(store: Store, table_id: int, tmp_path: Path) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")
    for _ in range(3):
        assert code(seats.enter, store, table_id, "0", "thief", "0000", now=NOON) == "pin-wrong"
    kernel = open_store(tmp_path)
    with pytest.raises(RuleError) as wait:
        seats.enter(kernel, table_id, "0", "thief", "2580", now=NOON + 0.5)
    assert wait.value.code == "pin-wait"
    assert wait.value.message == "Too many wrong PINs: try again in 2 seconds."
    assert code(seats.enter, kernel, table_id, "0", "thief", "0001", now=NOON + 2) == "pin-wrong"
    assert code(seats.enter, kernel, table_id, "0", "thief", "2580", now=NOON + 5) == "pin-wait"
    seats.enter(kernel, table_id, "0", "phone", now=NOON + 5)  # who gave it before is not kept out
    seats.enter(kernel, table_id, "0", "tablet", "2580", now=NOON + 6)
    assert code(seats.enter, kernel, table_id, "0", "thief", "0000", now=NOON + 6) == "pin-wrong"
    kernel.close()


@pytest.mark.parametrize("back", [1, 600, 890, 7200])
def test_a_pause_is_no_longer_where_the_clock_was_set_back(store: Store, table_id: int, back: int) -> None:
    """It begins anew by the clock of then, once, and there is no guess in between."""
    seats.set_pin(store, table_id, "0", "2580", "phone")
    for _ in range(3):
        assert code(seats.enter, store, table_id, "0", "thief", "0000", now=NOON) == "pin-wrong"
    then = NOON - back
    for passed, left in ((0, "2 seconds"), (1, "1 second"), (1.5, "1 second")):
        with pytest.raises(RuleError, match=f"try again in {left}"):
            seats.enter(store, table_id, "0", "thief", "2580", now=then + passed)
    assert code(seats.enter, store, table_id, "0", "thief", "0000", now=then + 2) == "pin-wrong"
    with pytest.raises(RuleError, match="try again in 4 seconds"):  # and goes on as it was
        seats.enter(store, table_id, "0", "thief", "2580", now=then + 2)
    seats.enter(store, table_id, "0", "thief", "2580", now=then + 6)


def test_many_guesses_at_once_are_counted_one_by_one(store: Store, table_id: int) -> None:
    seats.set_pin(store, table_id, "0", "2580", "phone")

    def guess(n: int) -> str:
        return code(seats.enter, store, table_id, "0", "thief", f"{n:04}", now=NOON)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(guess, range(12)))
    assert sorted(set(answers)) == ["pin-wait", "pin-wrong"]
    assert answers.count("pin-wrong") == seats.FREE_GUESSES + 1
