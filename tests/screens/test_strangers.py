"""An open host, looked at by an opponent: nothing tells of a table whose code he does not know."""

import inspect
import re
import secrets
from pathlib import Path

import pytest

from companion import strangers
from companion.games import GAMES
from companion.screens import dialogs, paint
from companion.screens.app import HANDLERS
from companion.screens.book import Book
from companion.screens.ctx import handlers_of
from companion.screens.group.page import GroupPage
from companion.store import open_store
from companion.strangers import TABLES, Limits
from companion.table import new_table
from companion.widgets.script import SERVED
from tests.screens.reader import Reader

NAMES = ["Quimby", "Xanthippe", "Zebedee"]
TITLE = "Vesuvius"


@pytest.fixture(autouse=True)
def limits(monkeypatch) -> Limits:
    """Every page of these tests comes from one address."""
    limits = Limits()
    monkeypatch.setenv(strangers.ASK, "http://127.0.0.1:1/companion/ask")
    monkeypatch.setattr(strangers, "ask", lambda what: limits.ask("198.51.100.7", what))
    return limits


@pytest.fixture
def others() -> tuple[int, str]:
    """The id and the code of somebody else's table, with a remembered box."""
    table = new_table("good-brokers", NAMES)
    table.do("buy", player=NAMES[0], shares={"ford": 1})
    store = open_store()
    table_id = store.import_log(table.lines(), title=TITLE)
    store.keep_box("own", TITLE, "name = 'Vesuvius'")
    return table_id, store.table(table_id).code


def tells(text: str, code: str) -> list[str]:
    return [word for word in (*NAMES, TITLE, code) if word in text]


def test_the_first_page_has_two_ways_and_no_table(others) -> None:
    reader = Reader()
    assert tells(reader.html, others[1]) == []
    offered = set(re.findall(r'data-do(?:-change)?="([\w.]+)"', reader.html))
    assert offered == {"sheet.open", "make.form", "home.upload", "home.game", "home.demo", "go"}
    assert 'href="history"' not in reader.html
    assert tells(paint.first_paint("", {}), others[1]) == []
    assert tells(paint.first_paint("", {}, evening=True), others[1]) == []


def test_its_table_put_away_is_not_listed_either(others) -> None:
    open_store().archive(others[0])
    assert tells(Reader().html, others[1]) == []


EVERY = sorted({*HANDLERS, *(name for game in GAMES for name in handlers_of(game))})


@pytest.mark.parametrize("seated", [False, True])
def test_no_event_tells_of_others_tables(seated: bool, others) -> None:
    """By number and by name, with whatever a control may carry: from the first page, and from a table of one's own."""
    table_id, code = others
    store = open_store()
    before = store.save(table_id)
    args = {"id": table_id, "kind": "code", "to": "table", "what": "good", "table": TITLE, "chosen": table_id}
    values = {"table": str(table_id), "from": f"kept:{TITLE}", "box": f"kept:{TITLE}", "text": str(table_id)}
    reader = Reader()
    own = reader.start(["Anna", "Bruno", "Carla"], seat="bank").url if seated else ""
    for do in EVERY:
        reader.tap("visit", url=own)
        reader.tap(do, values, **args).tap(do, values, id=table_id)
        assert tells(reader.html + repr(reader.said) + repr(reader.files) + reader.url, code) == [], do
    assert store.save(table_id) == before
    assert table_id in {info.id for info in store.tables()}


DIALOGS = (*dialogs.HOME, *dialogs.JOIN, *dialogs.TABLE, *dialogs.EVERYWHERE)


@pytest.mark.parametrize("kind", sorted(each.name for each in DIALOGS))
def test_no_dialog_tells_of_others_tables(kind: str, others) -> None:
    for reader in (Reader(), Reader().tap("home.demo").tap("join.sit", seat="bank")):
        reader.tap("sheet.open", kind=kind, id=others[0], table=others[0])
        assert tells(reader.html + repr(reader.said), others[1]) == []


@pytest.mark.parametrize("do", ["home.download", "home.archive", "home.restore", "home.lost", "binder.save"])
def test_what_names_a_table_by_its_number_is_refused_in_words(do: str, others) -> None:
    table_id, code = others
    reader = Reader().tap(do, id=table_id, code=code)
    assert reader.said == ["On this host everybody sees only the tables whose code they have typed."]
    unknown = Reader().tap(do, id=table_id + 1, code="AAAAAAA")
    assert unknown.said == reader.said  # whether there is such a table is not told either
    assert open_store().find(code) == table_id


def test_every_handler_that_takes_a_number_of_a_table_is_among_these() -> None:
    """A new one is to be thought of here."""
    taking = {
        do
        for do, handler in HANDLERS.items()
        if re.search(r'args\.get\("id"|store\.tables\(|_for_banker\(|_lost\(ctx', inspect.getsource(handler))
    }
    named = {"home.archive", "home.download", "home.lost", "home.restore", "save.open", "save.sealed"}
    assert taking == {*named, "save.own", "save.pin"}


def test_the_save_of_ones_own_table_is_handed_out(others) -> None:
    reader = Reader().start(["Anna", "Bruno", "Carla"], seat="bank")
    assert reader.visit.live is not None
    table_id = reader.visit.live.table_id
    reader.tap("home.download", id=table_id).tap("save.open", id=table_id)
    assert reader.files[0]["name"] == f"companion-good-brokers-{reader.code}.jsonl"
    reader.tap("go", to="settings")
    assert f'href="history?table={reader.code}"' in reader.html
    assert "All tables" not in reader.text


def test_a_code_lets_in_by_each_door(others) -> None:
    code = others[1]
    for reader in (
        Reader().tap("home.join", {"code": f" {code[:3].lower()} {code[3:]}"}),
        Reader(f"?table={code}"),
        Reader().tap("visit", url=f"?table={code}"),
        Reader().tap("home.open", code=code),
    ):
        assert reader.code == code
        assert "Quimby" in reader.text


def test_wrong_codes_are_counted_at_each_door(others, limits: Limits) -> None:
    code = others[1]
    reader, book = Reader(), Book()
    doors = [
        lambda typed: reader.tap("home.join", {"code": typed}),
        lambda typed: reader.tap("visit", url=f"?table={typed}"),
        lambda typed: reader.tap("home.open", code=typed),
        lambda typed: Reader(f"?table={typed}"),
        lambda typed: book.view.receive({"hello": hello(f"?table={typed}"), "rev": 0}),
        lambda typed: book.view.receive({"event": event("book.table", typed), "pong": 0}),
    ]
    book.take(new_table("good-brokers", ["A", "B", "C"]))
    for n in range(strangers.CODES):
        doors[n % len(doors)](f"ZZZZZZ{chr(ord('A') + n % 8)}")
    for door in doors:
        door(code)
        assert reader.code == ""
        assert book.table is not None
        assert tells(reader.html + "".join(book.view.parts.values()), code) == []
    assert "Too many wrong codes: please wait" in reader.said[-1]


def hello(url: str) -> dict[str, object]:
    return {"device": "device-one", "url": f"http://here/history{url}", "languages": ["en"]}


def event(do: str, table: str) -> dict[str, object]:
    return {"do": do, "key": secrets.token_hex(8), "values": {"table": table}}


GROUP = ["group.start", "group.person", "group.kind", "group.more", "group.set", "group.join", "group.part"]
GROUP += ["group.open", "group.report", "group.archive"]


@pytest.mark.parametrize("url", ["", "?person=Quimby", "?kind=good-brokers", "?table=ZZZZZZZ", None])
def test_strangers_have_no_book_of_their_group(others, monkeypatch, url: str | None) -> None:
    """Before the page says where it is, at its beginning, at a spot of it; whatever is tapped."""
    monkeypatch.setenv(SERVED, "yes")
    book, sent = Book(), []
    monkeypatch.setattr(book.view, "send", lambda content, buffers=None: sent.append(repr(content)))
    if url is not None:
        book.view.receive({"hello": hello(url), "rev": 0})
        assert "Demo: Good Brokers" in book.view.parts["body"]
    for do in GROUP:
        tapped = {"do": do, "key": secrets.token_hex(8), "args": {"person": "Quimby", "kind": "good-brokers"}}
        tapped |= {"values": {"name": "Quimby", "person": "Anna"}}
        book.view.receive({"event": tapped, "pong": 0})
    assert tells("".join(book.view.parts.values()), others[1]) == []
    assert [each for each in sent if "download" in each] == []
    assert "typed" in sent[-1]
    assert open_store().people.joined() == []


def test_every_event_of_the_group_s_book_is_among_these() -> None:
    told = inspect.getsource(inspect.getmodule(GroupPage)) + inspect.getsource(Book)
    assert set(re.findall(r'"(group\.\w+)"', told)) == set(GROUP)


def test_the_history_lists_only_the_table_whose_code_was_told(others, monkeypatch) -> None:
    monkeypatch.setenv(SERVED, "yes")
    book = Book()
    book.view.receive({"hello": hello(f"?table={others[1]}"), "rev": 0})
    assert "Quimby" in book.view.parts["body"]
    open_store().import_log(new_table("good-brokers", ["Ophelia", "Bea", "Cleo"]).lines())
    book.draw()
    assert "Ophelia" not in book.view.parts["body"]


def test_an_address_starts_no_more_tables_than_it_may_by_any_way() -> None:
    ways = [
        lambda reader: reader.tap("home.demo"),
        lambda reader: reader.start(["Anna", "Bruno", "Carla"]),
        lambda reader: reader.tap("home.upload", {"file": save}, file="a.jsonl"),
        lambda reader: reader.tap("make.form").tap("make.begin", {"from": "default"}).tap("make.keep"),
    ]
    save = "\n".join(new_table("good-brokers", ["A", "B", "C"]).lines())
    told = "Too many tables were started from your network address: please wait 60 minutes."
    for n in range(TABLES):
        assert told not in ways[n % len(ways)](Reader()).said
    count = len(open_store().tables())
    for way in ways:
        assert way(Reader()).said[-1] == told
    assert len(open_store().tables()) == count


def test_a_remembered_box_is_its_own_device_s(others) -> None:
    mine = Reader(device="device-one").tap("make.form").tap("make.begin", {"from": "default"}).tap("make.keep")
    assert "remembered" in mine.said[-1]
    mine.tap("home").tap("make.form")
    assert "(remembered)" in mine.text
    assert "(remembered)" not in Reader(device="device-two").tap("make.form").text


def test_so_is_a_table_s_box_that_is_remembered_and_it_counts(others) -> None:
    mine = Reader(device="device-one").start(["Anna", "Bruno", "Carla"], seat="bank").tap("box.keep")
    assert "Remembered as" in mine.said[-1]
    assert open_store().boxes("good-brokers") == {}
    assert "(remembered)" in mine.tap("home").tap("home.game", game="good-brokers").text
    assert "(remembered)" not in Reader(device="device-two").tap("home.game", game="good-brokers").text
    mine = Reader(device="device-one").start(["Anna", "Bruno", "Carla"], seat="bank")
    for _ in range(3, TABLES):
        assert "Remembered as" in mine.tap("box.keep").said[-1]
    assert "Too many tables were started from your network address" in mine.tap("box.keep").said[-1]


def test_no_screen_keeps_a_box_but_by_the_visit_s_rules() -> None:
    screens = Path(inspect.getfile(dialogs)).parent.parent
    keeping = [path.name for path in screens.rglob("*.py") if "store.keep_box(" in path.read_text("utf-8")]
    assert keeping == ["visit.py"]


def test_the_tables_that_a_lost_file_held_are_not_listed(others, monkeypatch, tmp_path: Path) -> None:
    reader = Reader()
    data = tmp_path / "data"
    reader.tap("home")
    for part in data.glob("tables.sqlite*"):
        part.unlink()
    reader.tap("home")
    assert tells(reader.html, others[1]) == []
    open_store()
    reader.tap("home")
    assert tells(reader.html, others[1]) == []
