"""PINs at the table: nobody takes one away behind somebody's back, and the banker is known to all."""

import time
from typing import Any

import pytest

import companion
from companion import seal
from companion.store import open_store
from companion.table import read
from tests.screens.reader import Reader, words_of
from tests.screens.test_flow import PLAYERS


class Wall:
    """The time of day, which the tests turn on, and how much of it has passed for who does not look at it."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.passed = 0.0

    def __call__(self) -> float:
        return self.now

    def passes(self, seconds: int, *readers: Reader) -> None:
        """So much time, in which these pages are in sight."""
        for _ in range(seconds // 5):
            self.now += 5
            self.passed += 5
            for reader in readers:
                hears(reader)


@pytest.fixture(autouse=True)
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    clock = Wall()
    monotonic = time.monotonic
    monkeypatch.setattr("companion.seats.time.time", clock)
    monkeypatch.setattr("companion.seats.time.monotonic", lambda: monotonic() + clock.passed)
    monkeypatch.setattr("companion.screens.seated.BEAT_SECONDS", 0.0)
    return clock


def hears(reader: Reader) -> Reader:
    """What others did has come to this page, and it was heard itself."""
    live = reader.visit.live
    assert live is not None
    live.refresh()
    reader.visit.on_others(live.untold())
    reader.page.view.receive({"ping": 1})
    return reader


def table_with(pin: str = "2468") -> tuple[Reader, Reader, Reader]:
    """Anna, who has a PIN, Bruno, and the banker."""
    anna = Reader().start(PLAYERS, seat="0").tap("pin.set", {"pin": pin})
    bruno = Reader(f"?table={anna.code}&seat=1", device="device-two")
    banker = Reader(f"?table={anna.code}&seat=bank", device="device-bank")
    return anna, bruno, banker


def told(reader: Reader) -> list[str]:
    assert reader.visit.live is not None
    return [line.line.text() for line in reader.visit.live.table.history()]


def test_who_becomes_the_banker_is_told_to_all_and_stands_in_the_history() -> None:
    anna, bruno, banker = table_with()
    for reader in (anna, bruno):
        assert "A device has taken the banker’s seat" in hears(reader).said
    assert told(anna) == ["A device has taken the banker’s seat"]
    assert "the table" in anna.tap("go", to="history").text
    italian = Reader(f"?table={anna.code}&seat=1&screen=history", device="device-two", lang="it")
    assert "Un dispositivo ha preso il posto del banchiere" in italian.text
    Reader(banker.url, device="device-bank")  # a reload is the same banker
    assert len(told(hears(anna))) == 1
    banker.tap("leave").tap("join.sit", seat="bank")
    assert len(told(hears(anna))) == 2


class Phone:
    """A device with pages at a table. A page that is in sight is heard every 20 seconds, no other is."""

    def __init__(self, wall: Wall, code: str = "", device: str = "device-host") -> None:
        self.wall, self.code, self.device = wall, code, device

    def page(self, seat: str = "") -> Reader:
        """A page that is loaded."""
        return Reader(f"?table={self.code}&seat={seat}", device=self.device)

    def in_sight(self, reader: Reader, seconds: float) -> None:
        for _ in range(int(seconds // 20)):
            self.wall.now += 20
            reader.visit.heard = float("-inf")
            hears(reader)


@pytest.fixture
def host(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """The host's phone, at a table where nobody else sits yet."""
    monkeypatch.setattr("companion.screens.seated.BEAT_SECONDS", 20.0)
    return Phone(wall, Reader(device="device-maker").start(PLAYERS).code)


def others(host: Phone) -> Reader:
    """Bruno and Carla sit down."""
    Phone(host.wall, host.code, "device-carla").page("2")
    return Phone(host.wall, host.code, "device-bruno").page("1")


SITS = "A device has taken the banker’s seat"


@pytest.mark.parametrize("later", [60, 3 * 86_400])
@pytest.mark.parametrize("how", ["a tap", "a link"])
def test_a_device_that_once_was_the_banker_alone_is_told_when_it_is_so_again(
    host: Phone, wall: Wall, later: int, how: str
) -> None:
    host.in_sight(host.page("bank"), 60)  # and closes it
    wall.now += later
    page = host.page().tap("join.sit", seat="0")
    assert open_store().pins.taken(1) == {"0"}
    bruno = others(host)
    host.in_sight(page, 60)
    assert told(bruno) == []
    page.tap("leave")
    page = page.tap("join.sit", seat="bank") if how == "a tap" else host.page("bank")
    assert page.visit.seat == companion.BANKER
    assert SITS in hears(bruno).said
    assert told(bruno) == [SITS]


def test_so_it_is_where_it_sat_down_elsewhere_at_once(host: Phone) -> None:
    """The row of the page that it has closed is still fresh when it sits down as Anna, and no longer when it leaves."""
    host.in_sight(host.page("bank"), 60)
    page = host.page().tap("join.sit", seat="0")
    bruno = others(host)
    host.in_sight(page, 60)
    page.tap("leave").tap("join.sit", seat="bank")
    assert told(hears(bruno)) == [SITS]


def test_so_it_is_where_its_page_is_loaded_anew_and_nobody_was_ever_told(host: Phone, wall: Wall) -> None:
    host.in_sight(host.page("bank"), 60)
    bruno = others(host)
    for _ in range(3):
        wall.now += 3600
        host.in_sight(host.page("bank"), 60)
        assert told(hears(bruno)) == [SITS]


def test_so_it_is_on_a_second_page(host: Phone) -> None:
    host.in_sight(host.page("bank"), 60)
    host.in_sight(host.page().tap("join.sit", seat="0"), 60)
    bruno = others(host)
    assert host.page().tap("join.sit", seat="bank").visit.seat == companion.BANKER
    assert told(hears(bruno)) == [SITS]


def test_a_banker_s_phone_that_wakes_is_told_once(host: Phone, wall: Wall) -> None:
    bruno = others(host)
    page = host.page("bank")
    assert told(hears(bruno)) == [SITS]
    for slept in (30, 3600, 86_400):
        wall.now += slept
        host.in_sight(page, 20)  # its line comes back
        wall.now += slept
        page = host.page("bank")  # its kernel had gone: the page is loaded anew
    assert told(hears(bruno)) == [SITS]


@pytest.mark.parametrize("first", ["bank", "0"])
def test_a_host_with_two_pages_is_told_once(host: Phone, wall: Wall, first: str) -> None:
    """One is the banker's and one the own; which is in sight changes, both sleep, and are loaded anew in any order."""
    bruno = others(host)
    pages = {seat: host.page(seat) for seat in ("bank", "0")}
    assert told(hears(bruno)) == [SITS]
    for seat in ("0", "bank", "0", "bank"):
        host.in_sight(pages[seat], 600)
    for seat in (first, *({"bank", "0"} - {first})) * 2:
        wall.now += 3600
        pages[seat] = host.page(seat)
        host.in_sight(pages[seat], 600)
    wall.now += 3600
    pages = {seat: host.page(seat) for seat in (first, *({"bank", "0"} - {first}))}
    assert told(hears(bruno)) == [SITS]
    assert open_store().pins.taken(1) == {"bank", "0", "1", "2"}


def test_who_sits_down_elsewhere_has_left_the_seat_whose_page_was_closed(host: Phone, wall: Wall) -> None:
    host.page("0")
    wall.now += 41
    host.page("1")
    assert open_store().pins.taken(1) == {"1"}
    wall.now += 39
    page = host.page("2")  # the other page may still be open
    assert open_store().pins.taken(1) == {"1", "2"}
    wall.now += 2
    page.tap("leave")
    assert open_store().pins.taken(1) == set()


@pytest.mark.parametrize("step", [-86_400, -7200, -120, 7200])
def test_so_it_is_where_the_host_s_clock_has_been_set(host: Phone, wall: Wall, step: int) -> None:
    bruno = others(host)
    host.in_sight(host.page("bank"), 60)  # and closes it
    assert told(hears(bruno)) == [SITS]
    wall.now += step
    assert host.page().tap("join.sit", seat="bank").visit.seat == companion.BANKER
    assert told(hears(bruno)) == [SITS, SITS]


@pytest.mark.parametrize("step", [-86_400, -7200, -120, 7200])
def test_a_banker_s_page_that_stays_is_told_once_though_the_clock_is_set(host: Phone, wall: Wall, step: int) -> None:
    bruno = others(host)
    page = host.page("bank")
    wall.now += step
    page = host.page("bank")  # loaded anew before it was heard
    host.in_sight(page, 60)
    page.tap("leave").tap("go", to="")
    assert told(hears(bruno)) == [SITS]
    assert "bank" not in open_store().pins.taken(1)


@pytest.mark.parametrize("step", [-7200, 7200])
def test_who_sits_down_elsewhere_has_left_it_though_the_clock_was_set(host: Phone, wall: Wall, step: int) -> None:
    host.page("0")
    wall.now += step
    page = host.page("1")
    assert open_store().pins.taken(1) == {"1"}
    wall.now += step
    page.tap("leave")
    assert open_store().pins.taken(1) == set()


def test_undo_passes_over_what_the_table_told() -> None:
    anna, _, _ = table_with()
    hears(anna).visit.do("buy", player="Anna", shares={"ford": 1})
    Reader(f"?table={anna.code}&seat=bank", device="device-four")
    last = hears(anna).table.last_done()
    assert last is not None
    assert last.action == "buy"
    anna.tap("undo", entry=last.n)
    assert anna.table.effective[-1].by == " table"
    again = read(anna.table.lines())
    assert again.history() == anna.table.history()
    assert again.last_undone() == anna.table.last_undone() == last


def test_a_connected_device_is_asked_and_says_no() -> None:
    anna, bruno, banker = table_with()
    banker.tap("pin.clear", seat="0")
    assert "Anna and all others were told" in banker.said[-1]
    assert "The banker asks to take Anna’s PIN away" in hears(bruno).said
    assert "can say no within a minute" in bruno.text
    assert "Keep it" not in bruno.text
    assert "Keep it" in hears(anna).text
    assert "already" in banker.tap("pin.clear", seat="0").said[-1]
    bruno.tap("pin.keep").tap("pin.clear", seat="0")
    assert "Keep it" in hears(anna).text
    anna.tap("pin.keep")
    assert told(anna)[-1] == "Anna keeps the PIN"
    assert "Keep it" not in anna.text
    assert "say no within" not in hears(bruno).text
    assert Reader(f"?table={anna.code}&seat=0", device="device-four").visit.seat is None


def test_while_the_owner_is_connected_the_minute_does_not_begin(wall: Wall) -> None:
    anna, _, banker = table_with()
    banker.tap("pin.clear", seat="0")
    wall.passes(300, anna, banker)
    assert open_store().pins.seats(1) == {"0"}
    anna.tap("pin.clear", seat="0")
    assert told(anna)[-1] == "Anna’s seat has no PIN any more"
    assert open_store().pins.seats(1) == set()


def test_without_a_device_it_takes_a_minute_in_which_the_owner_can_stop_it(wall: Wall) -> None:
    anna, bruno, banker = table_with()
    anna.tap("leave")
    banker.tap("pin.clear", seat="0")
    wall.passes(55, bruno)
    assert "The banker asks to take Anna’s PIN away" in hears(bruno).said
    assert open_store().pins.seats(1) == {"0"}
    anna.tap("join.sit", seat="0")
    assert "Keep it" in anna.text
    anna.tap("pin.keep").tap("leave")
    wall.passes(600, bruno)
    assert open_store().pins.seats(1) == {"0"}
    banker.tap("pin.clear", seat="0")
    wall.passes(65, bruno)
    assert open_store().pins.seats(1) == set()
    hears(banker)
    for reader in (bruno, banker):
        assert told(reader)[-3:] == [
            "Anna keeps the PIN",
            "The banker asks to take Anna’s PIN away",
            "Anna’s seat has no PIN any more",
        ]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    ("clock", "passed"),
    [(7200, 0), (-7200, 0), (120, 0), (120, 120)],
    ids=["set forward", "set back", "asleep", "asleep on Windows"],
)
def test_while_the_owner_s_page_is_open_the_pin_stays_whatever_the_clock_does(
    wall: Wall, clock: int, passed: int, first: int
) -> None:
    anna, bruno, banker = table_with()
    banker.tap("pin.clear", seat="0")
    wall.passes(60, anna, bruno, banker)
    wall.now += clock
    wall.passed += passed
    for reader in (anna, bruno)[first], (anna, bruno)[1 - first], banker:  # one of them is heard first
        hears(reader)
        assert open_store().pins.seats(1) == {"0"}
    wall.passes(120, bruno, anna, banker)
    assert open_store().pins.seats(1) == {"0"}
    anna.tap("pin.keep")
    assert told(anna)[-1] == "Anna keeps the PIN"


def test_where_the_clock_is_set_back_it_takes_no_longer(wall: Wall) -> None:
    anna, bruno, banker = table_with()
    banker.tap("pin.clear", seat="0")
    anna.tap("leave")
    wall.now -= 7200
    wall.passes(65, bruno)
    assert open_store().pins.seats(1) == set()


def test_a_page_that_sits_there_has_to_give_a_pin_that_is_set_elsewhere() -> None:
    one = Reader().start(PLAYERS, seat="0")
    thief = Reader(f"?table={one.code}&seat=0", device="device-thief")
    assert thief.visit.seat == "Anna"
    one.tap("pin.set", {"pin": "2468"})
    thief.tap("note", {"text": "still here"})
    assert thief.visit.seat is None
    assert "This seat has a PIN" in thief.text
    assert told(one) == []
    thief.tap("join.pin", {"pin": "2468"}, seat="0")
    assert thief.visit.seat == "Anna"
    one.tap("pin.set", {"pin": "1357"})
    thief.page.view.receive({"ping": 1})  # also where nobody taps
    assert thief.visit.seat is None
    assert "PIN" in thief.text


def test_a_page_is_one_device_whatever_it_says_later() -> None:
    anna, _, _ = table_with()
    thief = Reader(f"?table={anna.code}", device="device-thief")
    for n in range(6):
        hello = {"device": f"another-{n}", "url": f"http://here/?table={anna.code}"}
        thief.page.view.receive({"hello": hello, "rev": 0})
        thief.tap("join.pin", {"pin": "0000"}, seat="0")
    assert "Too many wrong PINs" in thief.said[-1]
    Reader(f"?table={anna.code}", device="device-five").tap("join.pin", {"pin": "2468"}, seat="0")
    assert Reader(f"?table={anna.code}&seat=0", device="device-five").visit.seat == "Anna"


def making(**values: Any) -> Reader:
    reader = Reader().tap("home.game", game="good-brokers")
    names = {f"player-{place}": name for place, name in enumerate(PLAYERS)}
    return reader.tap("new.make", {**names, "box": "default", **values})


def test_the_banker_s_pin_is_asked_when_a_table_with_secrets_is_made() -> None:
    assert "A PIN for the banker’s seat" in Reader().tap("home.game", game="ponzi-scheme").text
    assert "A PIN for the banker’s seat" not in Reader().tap("home.game", game="plutocracy").text
    short = making(pin="12")
    assert "A PIN has 4 to 40" in short.said[-1]
    assert short.visit.live is None
    maker = making(pin="house 2580")
    other = Reader(f"?table={maker.code}", device="device-two")
    assert "anybody can, as this seat has no PIN" not in other.text
    assert other.tap("join.sit", seat="bank").visit.seat is None
    assert other.tap("join.pin", {"pin": "house 2580"}, seat="bank").visit.seat == companion.BANKER
    assert maker.tap("join.sit", seat="bank").visit.seat == companion.BANKER


def test_left_out_the_page_says_what_that_means() -> None:
    reader = making()
    assert "anybody can, as this seat has no PIN" in reader.text
    assert "take out the save with all that players hide" in Reader().tap("home.game", game="greed").text


def test_the_keyboard_has_what_a_pin_may_have() -> None:
    anna, _, _ = table_with("my word")
    other = Reader(f"?table={anna.code}", device="device-four").tap("join.sit", seat="0")
    fields = [
        part
        for html in (anna.tap("go", to="settings").html, other.html)
        for part in html.split("<input")[1:]
        if 'name="pin"' in part
    ]
    assert len(fields) == 2
    assert all('type="password"' in field.split(">")[0] for field in fields)
    assert not any("inputmode" in field.split(">")[0] for field in fields)
    assert "PIN" in words_of(other.html)


@pytest.mark.parametrize("sealed", [False, True])
def test_a_save_that_is_taken_in_asks_for_the_bankers_pin_too(sealed: bool) -> None:
    save = "".join(line + "\n" for line in companion.new_table("ponzi-scheme", PLAYERS).lines())
    host = Reader()
    if sealed:
        host.tap("home.upload", {"file": seal.seal(save.encode(), "a long one").decode()})
        host.tap("home.unseal", {"passphrase": "a long one"})
    else:
        host.tap("home.upload", {"file": save})
    assert "A PIN for the banker’s seat" in host.text
    assert "Without it anybody can become the banker" in host.text
    host.tap("bank.pin", {"pin": "12"})
    assert host.said == ["A PIN has 4 to 40 digits or letters."]
    host.tap("bank.pin", {"pin": "1357"})
    assert host.said[-1] == "The PIN is set. Other devices are asked for it from now on."
    assert "<dialog" not in host.html
    other = Reader(f"?table={host.code}&seat=bank", device="device-two")
    assert other.visit.seat is None
    assert host.tap("join.sit", seat="bank").visit.seat == companion.BANKER


def test_it_can_be_left_out_and_is_asked_for_once() -> None:
    save = "".join(line + "\n" for line in companion.new_table("ponzi-scheme", PLAYERS).lines())
    host = Reader().tap("home.upload", {"file": save}).tap("bank.pin", {"pin": ""})
    assert "<dialog" not in host.html
    assert host.said == []
    assert "acts for everybody; anybody can, as this seat has no PIN" in host.text
    assert host.visit.live is not None
    for page in (host, Reader(f"?table={host.code}", device="device-two").tap("sheet.open", kind="bank-pin")):
        page.tap("bank.pin", {"pin": "1357"})
        assert open_store().pins.seats(host.visit.live.table_id) == set()


def test_a_game_without_secrets_asks_for_none() -> None:
    save = "".join(line + "\n" for line in companion.new_table("plutocracy", PLAYERS[:2]).lines())
    assert "<dialog" not in Reader().tap("home.upload", {"file": save}).html
    assert "<dialog" not in Reader().tap("home.demo", game="ponzi-scheme").html
