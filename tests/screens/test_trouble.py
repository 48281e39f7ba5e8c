"""What a page does where the folder of the tables fails it."""

import errno
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import companion
from companion import strangers
from companion.demo import demo_table
from companion.errors import StoreError
from companion.group import Shelf
from companion.logs import LOG, log_to_file
from companion.screens import visit
from companion.screens.book import Book
from companion.store import Store, open_store
from companion.store.pins import PinBook
from companion.store.sqlite import Sqlite
from companion.widgets.script import SERVED
from companion.widgets.view import TEXTS
from tests.screens.reader import Reader, words_of
from tests.screens.test_flow import PLAYERS


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data folder, in which the log is written beside the tables."""
    logger = logging.getLogger("companion")
    monkeypatch.setattr(logger, "handlers", [])
    log_to_file()
    yield tmp_path / "data"
    logger.handlers[0].close()


def test_a_seat_is_left_though_the_folder_is_gone(data: Path) -> None:
    reader = Reader().start(PLAYERS, seat="0")
    shutil.rmtree(data)
    reader.tap("leave")
    assert reader.visit.seat is None
    assert "The file of the tables was taken away or replaced" in reader.text
    assert TEXTS["failed"] not in reader.said


def test_a_handler_s_mistake_is_said_though_the_folder_is_gone(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader().start(PLAYERS, seat="0")
    shutil.rmtree(data)
    monkeypatch.setattr(reader.page, "on_event", lambda _event: 1 / 0)
    monkeypatch.setattr(reader.page.view, "_on_event", reader.page.on_event)
    reader.tap("leave")
    assert reader.said == [TEXTS["failed"]]


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store in which nobody's coming and going can be recorded."""

    def refuse(*_arguments: object) -> None:
        raise StoreError("read-only", "The folder cannot be written.")

    whole = PinBook.__init__

    def begin(book: PinBook, *arguments: object) -> None:
        whole(book, *arguments)  # type: ignore[arg-type]
        book._writing = refuse  # type: ignore[assignment]

    monkeypatch.setattr(PinBook, "__init__", begin)


def test_where_nothing_can_be_recorded_a_page_is_shown_and_says_so_once_in_the_log(full: None, data: Path) -> None:
    reader = Reader().start(PLAYERS)
    seated = Reader(f"?table={reader.code}&seat=0")
    assert seated.visit.seat == "Anna"
    assert "Anna" in seated.text
    for beat in range(20):
        seated.page.view.receive({"ping": beat})
    assert (data / LOG).read_text("utf-8").count("\n") == 1


# -- another file in the place of the tables' ----------------------------------------------------------------

TAKEN_AWAY = (
    "The file of the tables was taken away or replaced, so nothing more is recorded here: "
    "download the saves that you need, then reload the page."
)


def with_pins() -> dict[str, Reader]:
    """A table with hidden hands: Bruno and the banker have PINs, Anna's page is open."""
    anna = Reader(device="device-anna").start(PLAYERS, seat="0")
    bruno = Reader(f"?table={anna.code}&seat=1", device="device-bruno").tap("pin.set", {"pin": "2468"})
    banker = Reader(f"?table={anna.code}&seat=bank", device="device-bank").tap("pin.set", {"pin": "1357"})
    banker.visit.do("correct", set={"/players/0/cash": 299})
    for reader in (anna, bruno):
        assert reader.visit.live is not None
        reader.visit.live.refresh()
    return {"anna": anna, "bruno": bruno, "banker": banker}


def empty(data: Path) -> None:
    """Somebody reloads a page, so that there is a new, empty file."""
    shutil.rmtree(data)
    Reader()


def another_group(data: Path) -> None:
    """The new file has a table with the same number, and no PINs."""
    shutil.rmtree(data)
    Reader(device="device-other").start(["Xanthippe", "Ysolde", "Zebedee"], seat="bank")


@pytest.mark.parametrize("seat", ["0", "1", "bank"])
@pytest.mark.parametrize("happens", [empty, another_group])
def test_nobody_sits_down_where_the_table_is_not_held(data: Path, happens: Callable[[Path], None], seat: str) -> None:
    anna = with_pins()["anna"]
    happens(data)
    anna.tap("leave")
    for do, values, args in (
        ("join.sit", {}, {"seat": seat}),
        ("join.pin", {"pin": "0000"}, {"seat": seat}),
        ("visit", {}, {"url": f"?table={anna.code}&seat={seat}"}),
    ):
        anna.said.clear()
        anna.tap(do, values, **args)
        assert anna.said == [TAKEN_AWAY]
        assert anna.visit.seat is None
    anna.tap("save.own")
    assert anna.files == []


@pytest.mark.parametrize("happens", [empty, another_group])
def test_nor_by_going_there_from_the_own_seat(data: Path, happens: Callable[[Path], None]) -> None:
    anna = with_pins()["anna"]
    happens(data)
    for seat in ("1", "bank"):
        anna.tap("visit", url=f"?table={anna.code}&seat={seat}")
        assert anna.said[-1] == TAKEN_AWAY
        assert anna.visit.seat is None


@pytest.mark.parametrize("happens", [empty, another_group])
def test_the_own_page_goes_on_showing_its_seat_and_hands_out_its_save(
    data: Path, happens: Callable[[Path], None]
) -> None:
    readers = with_pins()
    happens(data)
    for name, seat in (("anna", "Anna"), ("bruno", "Bruno"), ("banker", companion.BANKER)):
        reader = readers[name]
        reader.page.view.receive({"ping": 1})
        reader.tap("go", to="settings").tap("go", to="")
        assert reader.visit.seat == seat
        assert TAKEN_AWAY in reader.text
        reader.tap("save.own")
        assert len(reader.files) == (name == "banker")
    assert '"/players/0/cash":299' in readers["banker"].files[0]["text"]


def test_a_seat_that_has_a_pin_in_the_other_file_is_not_left(data: Path) -> None:
    anna = with_pins()["anna"]
    another_group(data)
    Reader(f"?table={open_store(data).table(1).code}&seat=0", device="device-x").tap("pin.set", {"pin": "9999"})
    anna.page.view.receive({"ping": 1})
    anna.tap("go", to="settings")
    assert anna.visit.seat == "Anna"


def test_nothing_is_changed_at_another_table_with_the_same_number(data: Path) -> None:
    readers = with_pins()
    another_group(data)
    store = open_store(data)
    Reader(f"?table={store.table(1).code}&seat=1", device="device-y").tap("pin.set", {"pin": "9999"})
    store.pins.ask(1, "1", 0.0)
    before = store.pins.seats(1), store.pins.sitting(1), store.pins.asked(1), store.save(1)
    for do, values, args in (
        ("pin.set", {"pin": "0000"}, {}),
        ("pin.clear", {}, {"seat": "1"}),
        ("pin.keep", {}, {}),
        ("home.download", {}, {"id": 1}),
        ("save.open", {}, {"id": 1}),
        ("save.sealed", {"passphrase": "a long passphrase"}, {"id": 1}),
    ):
        for reader in readers.values():
            reader.tap(do, values, **args)
            reader.page.view.receive({"ping": 1})
            assert reader.files == []
        assert readers["banker"].said[-1] == TAKEN_AWAY
    for reader in readers.values():
        reader.tap("leave")
    assert (store.pins.seats(1), store.pins.sitting(1), store.pins.asked(1), store.save(1)) == before


# -- a lost save that holds what players hide ------------------------------------------------------------------


def an_older_copy(data: Path) -> None:
    """A backup without what was recorded last, and without PINs, is put in its place."""
    (data.parent / "copy.sqlite").replace(data / "tables.sqlite")


def a_backup(data: Path) -> None:
    with sqlite3.connect(data / "tables.sqlite") as whole:
        whole.execute(f"VACUUM INTO '{data.parent / 'copy.sqlite'}'")
    whole.close()


def three_phones(data: Path, *, pin: str = "") -> list[Reader]:
    """A table with hidden hands: a page that chooses its seat, Anna's, the big screen, and the first page."""
    banker = Reader(device="device-bank").start(PLAYERS, seat="bank")
    a_backup(data)
    if pin:
        banker.tap("pin.set", {"pin": pin})
    banker.visit.do("correct", set={"/players/0/cash": 299})
    banker.tap("leave")
    places = {"door": "", "anna": "&seat=0", "sofa": "&seat=screen"}
    pages = [Reader(f"?table={banker.code}{place}", device=f"device-{name}") for name, place in places.items()]
    return [*pages, Reader(device="device-home").tap("home.every")]


def take(page: Reader, code: str) -> Reader:
    """Tap what hands out the save of a table whose file is gone."""
    page.page.view.receive({"ping": 1})
    page.tap("sheet.close")
    return page.tap("save.own") if page.visit.live is not None else page.tap("home.lost", code=code)


@pytest.mark.parametrize("happens", [empty, another_group, an_older_copy])
def test_where_the_banker_has_no_pin_anybody_takes_it_out(data: Path, happens: Callable[[Path], None]) -> None:
    pages = three_phones(data)
    code = pages[0].code
    happens(data)
    for page in pages:
        take(page, code)
        assert "It holds what every player hides" in page.text
        assert page.files == []
        page.tap("save.sealed", {"passphrase": "a long one"}, code=code).tap("save.open", code=code)
        assert page.said == []
        sealed, plain = page.files
        assert "players" not in sealed["text"]
        assert '"/players/0/cash":299' in plain["text"]
        assert plain["name"] == f"companion-good-brokers-{code}.jsonl"


@pytest.mark.parametrize("happens", [empty, another_group, an_older_copy])
def test_else_who_gives_the_pin_that_the_lost_file_has(data: Path, happens: Callable[[Path], None]) -> None:
    pages = three_phones(data, pin="1357")
    code = pages[0].code
    happens(data)
    for page in pages:
        take(page, code)
        assert 'data-do="save.pin"' in page.html
        assert "It holds" not in page.text
        page.tap("save.open", code=code).tap("save.pin", {"pin": "0000"}, code=code).tap("save.open", code=code)
        assert page.said == [
            "This seat has a PIN: type it to sit here.",
            "That is not the PIN of this seat.",
            "This seat has a PIN: type it to sit here.",
        ]
        assert page.files == []
        page.tap("save.pin", {"pin": "1357"}, code=code)
        assert "It holds what every player hides" in page.text
        page.tap("save.open", code=code)
        assert '"/players/0/cash":299' in page.files[-1]["text"]


def test_the_guesses_at_it_are_counted(data: Path) -> None:
    page = three_phones(data, pin="1357")[1]
    shutil.rmtree(data)
    code = page.code
    take(page, code)
    for pin in ("0000", "0001", "0002"):
        page.tap("save.pin", {"pin": pin}, code=code)
    page.tap("save.pin", {"pin": "1357"}, code=code)
    assert page.said[:3] == ["That is not the PIN of this seat."] * 3
    assert page.said[3].startswith("Too many wrong PINs: try again in ")
    assert page.files == []


def test_a_device_that_gave_it_before_need_not_give_it_again(data: Path) -> None:
    page = three_phones(data, pin="1357")[1]
    banker = Reader(f"?table={page.code}", device="device-bank")
    shutil.rmtree(data)
    take(banker, page.code).tap("save.open", code=page.code)
    assert '"/players/0/cash":299' in banker.files[0]["text"]


def test_where_no_pin_can_be_read_it_says_who_still_can(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = three_phones(data)[1]
    banker = Reader(f"?table={anna.code}&seat=bank", device="device-bank")
    true = Path.stat

    def stat(path: Path, **how: bool) -> os.stat_result:
        if path.name.startswith("tables.sqlite"):
            raise OSError(errno.EIO, "", str(path))
        return true(path, **how)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", stat)
        take(anna, anna.code)
        take(banker, anna.code)
    assert anna.said[-1] == (
        "This save holds what players hide, and nobody’s PIN can be read now: only a page on which the banker sits "
        "takes it out."
    )
    assert anna.files == []
    assert '"/players/0/cash":299' in banker.files[0]["text"]


@pytest.mark.parametrize("happens", [empty, an_older_copy])
def test_a_lost_save_that_cannot_be_read_asks_for_the_bankers_pin_too(
    data: Path, happens: Callable[[Path], None]
) -> None:
    pages = three_phones(data, pin="1357")
    code, home = pages[0].code, pages[-1]
    with home.visit.store._backend.writing() as connection:
        connection.exec_driver_sql("UPDATE entries SET line = '{' WHERE n = 1")
    happens(data)
    take(home, code).tap("save.open", code=code)
    assert home.files == []
    home.tap("save.pin", {"pin": "1357"}, code=code).tap("save.open", code=code)
    assert home.files[0]["text"].splitlines()[1] == "{"


def test_without_a_pin_it_is_handed_out_as_it_lies_there(data: Path) -> None:
    home = three_phones(data)[-1]
    with home.visit.store._backend.writing() as connection:
        connection.exec_driver_sql("UPDATE entries SET line = '{' WHERE n = 1")
    code = open_store(data).table(1).code
    shutil.rmtree(data)
    take(home, code)
    assert home.files[0]["text"].splitlines()[1] == "{"


def test_the_banker_takes_it_out_of_a_folder_that_cannot_be_written(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    banker = Reader().start(PLAYERS, seat="bank")
    with monkeypatch.context() as patched:
        patched.setattr(Store, "refusal", StoreError("read-only", "The folder cannot be written."))
        banker.tap("go", to="settings").tap("home.download", id=1)
        assert "It holds what every player hides" in banker.text
        banker.tap("save.open", id=1)
    assert banker.files[0]["text"].startswith('{"format":"companion-log"')
    assert banker.said == []


# -- a folder that is out of reach ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.ESTALE])
def test_a_page_says_that_its_file_is_out_of_reach_and_hands_out_its_save(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    banker = Reader().start(PLAYERS, seat="bank")
    true = Path.stat

    def stat(path: Path, **how: bool) -> os.stat_result:
        if path.name.startswith("tables.sqlite"):
            raise OSError(number, os.strerror(number), str(path))
        return true(path, **how)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", stat)
        banker.page.view.receive({"ping": 1})
        banker.tap("go", to="settings").tap("go", to="")
        assert "The disk refused to read or write" in banker.text
        assert 'data-do="save.own"' in banker.html
        banker.tap("save.own")
        assert banker.files[0]["text"].startswith('{"format":"companion-log"')
        assert TEXTS["failed"] not in banker.said
        assert "The disk refused to read or write" in Reader().text
    banker.tap("go", to="settings").tap("go", to="")
    assert "The disk refused" not in banker.text
    banker.tap("note", {"text": "it goes on"})
    assert banker.table.log[-1].fields == {"text": "it goes on"}


# -- a store that is away while a page is loaded ---------------------------------------------------------------

GONE = StoreError("store-away", "The database does not answer.")
LOST = TEXTS["late"]


class Away:
    """Has the store away, as a database may be, from the first page that is loaded, or once a table is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.away = False
        monkeypatch.setattr("companion.screens.visit.AGAIN_SECONDS", 0.0)
        whole, basis = visit.open_store, Sqlite.basis

        def open_it() -> Store:
            self._answer()
            return whole()

        def look(backend: Sqlite) -> object:
            self._answer()
            return basis(backend)

        monkeypatch.setattr(visit, "open_store", open_it)
        monkeypatch.setattr(Sqlite, "basis", look)

    def _answer(self) -> None:
        if self.away:
            raise GONE


@pytest.fixture
def store_away(monkeypatch: pytest.MonkeyPatch) -> Away:
    return Away(monkeypatch)


@pytest.mark.parametrize("seat", ["0", "bank", "screen", ""])
def test_a_page_that_is_loaded_while_the_store_is_away_comes_back(store_away: Away, seat: str) -> None:
    maker = Reader().start(PLAYERS, seat="0")
    address = f"?table={maker.code}" + (f"&seat={seat}" if seat else "")
    store_away.away = True
    reader = Reader(address, device="device-two")
    for beat in range(3):
        assert reader.url == address
        assert reader.visit.table is None
        assert GONE.message in reader.text
        reader.page.view.receive({"ping": beat})
    assert reader.said == [GONE.message]
    store_away.away = False
    reader.page.view.receive({"ping": 4})
    assert reader.url == address
    assert reader.visit.place.url() == address
    assert reader.table.players == PLAYERS
    assert reader.visit.seat == {"0": "Anna", "bank": companion.BANKER}.get(seat)
    assert GONE.message not in reader.text
    assert reader.said == [GONE.message]


def test_so_it_is_where_the_store_goes_between_the_table_and_the_seat(
    store_away: Away, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = Reader().start(PLAYERS, seat="0")
    address = f"?table={maker.code}&seat=1"

    def go(*_arguments: object) -> None:
        store_away.away = True
        raise GONE

    with monkeypatch.context() as patched:
        patched.setattr("companion.seats.enter", go)
        reader = Reader(address, device="device-two")
    assert (reader.url, reader.visit.seat) == (address, None)
    store_away.away = False
    reader.page.view.receive({"ping": 1})
    assert (reader.url, reader.visit.seat) == (address, "Bruno")
    assert reader.said == [GONE.message]


def test_a_table_that_is_not_there_leads_to_the_first_page(store_away: Away) -> None:
    assert Reader("?table=AAAAA&seat=0").url == "?"
    store_away.away = True
    reader = Reader("?table=AAAAA&seat=0")
    assert reader.url == "?table=AAAAA&seat=0"
    store_away.away = False
    reader.page.view.receive({"ping": 1})
    assert reader.url == "?"
    assert reader.said[-1] == "No table here has the code “AAAAA”."


def test_the_first_page_comes_back(store_away: Away) -> None:
    code = Reader().start(PLAYERS).code
    store_away.away = True
    reader = Reader(device="device-two")
    before = reader.page.view.revision
    for beat in range(3):
        assert GONE.message in reader.text
        reader.page.view.receive({"ping": beat})
    assert reader.page.view.revision == before  # nothing is sent that has not changed
    reader.tap("sheet.open", kind="code")
    store_away.away = False
    reader.page.view.receive({"ping": 3})
    assert GONE.message not in reader.text
    assert f'data-code="{code}"' in reader.html
    assert reader.visit.opened is not None
    assert reader.said == []


def test_the_first_page_is_not_drawn_again_while_all_is_well(store_away: Away, monkeypatch: pytest.MonkeyPatch) -> None:
    readers = Reader(), Reader("?table=AAAAA")
    drawn: list[str] = []
    monkeypatch.setattr("companion.screens.frame.draw", lambda _ctx: drawn.append("again"))
    for reader in readers:
        reader.page.view.receive({"ping": 1})
    assert drawn == []


def test_the_first_page_of_an_open_host_says_it_once_it_can_record_again(
    store_away: Away, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(strangers.ASK, "http://127.0.0.1:9/")
    reader = Reader()
    with monkeypatch.context() as patched:
        patched.setattr(Store, "refusal", GONE)
        reader.tap("go", to="settings").tap("home")
        reader.page.view.receive({"ping": 1})
        assert GONE.message in reader.text
    reader.page.view.receive({"ping": 2})
    assert GONE.message not in reader.text


class Historian:
    """Who reads the market's history, or the group's book, where our server shows it."""

    def __init__(self, url: str) -> None:
        self.book = Book()
        self.said: list[str] = []
        self.url = url
        self.book.view.send = self._hear  # type: ignore[method-assign]
        hello = {"device": "device-one", "lang": "en", "theme": "auto", "url": f"http://here/history{url}"}
        self.book.view.receive({"hello": hello, "rev": 0})

    def _hear(self, content: Any, buffers: Any = None) -> None:
        for message in content.get("messages", []):
            if "say" in message:
                self.said.append(message["say"]["text"])
            self.url = message.get("go", self.url)

    def beats(self) -> None:
        self.book.view.receive({"ping": 1})

    @property
    def text(self) -> str:
        return words_of("".join(self.book.view.parts.values()))


@pytest.fixture
def served(store_away: Away, monkeypatch: pytest.MonkeyPatch) -> Away:
    monkeypatch.setenv(SERVED, "yes")
    monkeypatch.setattr("companion.screens.book.open_store", visit.open_store)
    return store_away


@pytest.mark.parametrize("public", [False, True])
def test_the_history_that_is_loaded_while_the_store_is_away_comes_back(
    served: Away, monkeypatch: pytest.MonkeyPatch, public: bool
) -> None:
    code = Reader().start(PLAYERS).code
    if public:
        monkeypatch.setenv(strangers.ASK, "http://127.0.0.1:9/")
        monkeypatch.setattr(strangers, "ask", lambda _what: 0.0)
    served.away = True
    reader = Historian(f"?table={code}")
    for _ in range(3):
        assert reader.url == f"?table={code}"
        assert reader.book.table is None
        assert GONE.message in reader.text
        reader.beats()
    assert reader.said == [GONE.message]
    served.away = False
    reader.beats()
    assert reader.url == f"?table={code}"
    assert reader.book.table is not None
    assert reader.book.table.players == PLAYERS
    assert GONE.message not in reader.text
    assert reader.said == [GONE.message]


def test_so_does_the_group_s_book(served: Away) -> None:
    Reader().start(PLAYERS)
    served.away = True
    reader = Historian("")
    for _ in range(3):
        assert GONE.message in reader.text
        reader.beats()
    served.away = False
    reader.beats()
    assert GONE.message not in reader.text
    assert "The group’s book" in reader.text
    assert reader.said == []


def test_a_history_whose_table_is_not_there_becomes_the_group_s_book(served: Away) -> None:
    for away in (True, False):
        served.away = away
        reader = Historian("?table=AAAAA")
        served.away = False
        reader.beats()
        assert reader.url == "?"
        assert reader.said[-1] == "No table here has the code “AAAAA”."
        assert "The group’s book" in reader.text


def test_who_chooses_another_history_meanwhile_stays_there(served: Away) -> None:
    code = Reader().start(PLAYERS).code
    for do, values, game in (
        ("book.table", {"table": "demo:greed"}, "greed"),
        ("book.upload", {"file": "\n".join(demo_table("plutocracy").lines())}, "plutocracy"),
    ):
        served.away = True
        reader = Historian(f"?table={code}")
        reader.book.view.receive({"event": {"do": do, "key": "abcdefgh", "args": {}, "values": values}, "pong": 0})
        served.away = False
        reader.beats()
        assert reader.book.table is not None
        assert reader.book.table.game.id == game


def test_the_choice_of_tables_comes_back_on_the_history(served: Away) -> None:
    """It was loaded before the store went, and something was tapped meanwhile."""
    code = Reader().start(PLAYERS).code
    reader = Historian("?table=")
    reader.book.choose("demo:greed")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Shelf, "look", lambda _shelf, _seconds=None: go_away())
        reader.book.draw()
        reader.beats()
        assert GONE.message in reader.text
    reader.beats()
    assert GONE.message not in reader.text
    assert f'value="{code}"' in reader.book.view.parts["body"]


def go_away() -> None:
    raise GONE


def test_who_goes_elsewhere_meanwhile_stays_there(store_away: Away) -> None:
    maker = Reader().start(PLAYERS, seat="0")
    store_away.away = True
    reader = Reader(maker.url, device="device-two")
    reader.tap("home")
    store_away.away = False
    reader.page.view.receive({"ping": 1})
    assert (reader.url, reader.visit.table) == ("?", None)


def test_no_tap_is_said_to_be_lost_while_the_table_cannot_be_read(store_away: Away) -> None:
    maker = Reader().start(PLAYERS, seat="0").tap("note", {"text": "recorded"})
    assert maker.visit.live is not None
    with maker.visit.store._backend.reading() as connection:
        kept = connection.exec_driver_sql("SELECT key FROM entries WHERE line LIKE '%recorded%'").scalar_one()
    for keys, told in (([kept], []), (["never-came"], [LOST]), ([kept, "never-came"], [LOST])):
        store_away.away = True
        reader = Reader(maker.url)
        reader.said.clear()
        assert recorded(reader, keys) == keys
        reader.page.view.receive({"ping": 1})
        assert reader.said == []
        store_away.away = False
        for beat in (2, 3):
            reader.page.view.receive({"ping": beat})
        assert reader.said == told
        assert recorded(reader, keys) == [key for key in keys if key == kept]


@pytest.mark.parametrize("recorded", [True, False])
def test_a_tap_that_was_recorded_though_the_database_went_before_it_said_so(
    monkeypatch: pytest.MonkeyPatch, recorded: bool
) -> None:
    """Whoever reads that it does not answer would tap again, and it would stand there twice."""
    reader, whole = Reader().start(PLAYERS, seat="0"), Store.append

    def go_away(store: Store, *entry: Any) -> None:
        if recorded:
            whole(store, *entry)
        raise GONE

    with monkeypatch.context() as patched:
        patched.setattr(Store, "append", go_away)
        reader.tap("note", {"text": "paid"})
    for text in ("it is back", "and goes on"):
        reader.meanwhile("Bruno", "note", text=text)
    after_all = ["Your last tap was recorded after all: there is no need to repeat it."]
    assert reader.said == [GONE.message, *(after_all if recorded else [])]
    assert [entry.fields.get("text") for entry in reader.table.log].count("paid") == recorded


def recorded(reader: Reader, keys: list[str]) -> list[str]:
    """Which taps of the page before it is told not to make again."""
    heard: list[list[str]] = []
    send = reader.page.view.send
    reader.page.view.send = lambda content, buffers=None: heard.extend(  # type: ignore[method-assign]
        message["recorded"] for message in content.get("messages", []) if "recorded" in message
    )
    reader.page.view.receive({"recorded": keys})
    reader.page.view.send = send  # type: ignore[method-assign]
    return heard[0]
