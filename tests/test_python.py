"""A table for whoever writes Python: it shows itself, completes, tells what there is, and opens from the store."""

import inspect
import re

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

import companion
from companion import charts
from companion.games import GAMES
from companion.store import open_store
from companion.table import Table

PLAYERS = ["Anna", "<b>x</b>", "\u202eCarla"]


def new(game: str = "good-brokers", **more) -> companion.Table:
    return companion.new_table(game, players=PLAYERS, **more)


@pytest.fixture
def stored(tmp_path, monkeypatch) -> str:
    """The code of a table in a store of its own."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    store = open_store()
    return store.table(store.import_log(table.lines(), "Friday")).code


@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_one_line_and_as_a_card(game):
    table = new(game)
    assert repr(table).startswith(f"<{table.game.title} · {table.summary().text()} · Anna, <b>x</b>, ")
    assert repr(table).endswith("0 entries>")
    assert "\u2068\u202eCarla\u2069" in repr(table)
    html = table._repr_html_()
    assert table.game.title in html
    assert "&lt;b&gt;x&lt;/b&gt;" in html
    assert "<b>x" not in html
    assert "to act: Anna" in html


def test_a_card_has_the_money_and_the_last_entries():
    table = new()
    table.do("buy", player="Anna", shares={"ford": 2})
    table.do("note", text="<i>one</i>")
    table.undo()
    html = table._repr_html_()
    assert "Anna</td><td>220</td>" in html
    assert re.findall(r"<li value='(\d)'", html) == ["3", "2", "1"]
    assert "<li value='2' style='text-decoration:line-through'>Note: &lt;i&gt;one&lt;/i&gt;</li>" in html


def test_a_card_tells_no_secret():
    table = new("ponzi-scheme")
    table.correct({"/players/0/cash": 4711, "/round": 2, "/phase": "trade", "/active": "Anna"})
    table.correct({"/players/0/tiles/food": 1, "/players/1/tiles/food": 1})
    table.do("offer", player="Anna", to=PLAYERS[1], industry="food", amount=1234)
    for shown in (table._repr_html_(), repr(table)):
        assert "4711" not in shown
        assert "1234" not in shown
    assert "1234" in str([line.line.text() for line in table.history("Anna")])


def completions(line: str, table: companion.Table) -> set[str]:
    """What a notebook offers after this line."""
    shell = InteractiveShell(user_ns={"table": table})
    with provisionalcompleter():
        return {found.text for found in shell.Completer.completions(line, len(line))}


@pytest.mark.parametrize("game", GAMES)
def test_actions_complete_and_are_documented(game):
    table = new(game)
    completed = completions("table.do.", table)
    for action in table.game.actions:
        name = "pass_" if action == "pass" else action
        assert name in dir(table.do)
        assert name in completed
        function = getattr(table.do, name)
        assert function.__doc__
        assert list(inspect.signature(function).parameters)[-2:] == ["at", "by"]
        assert f"do.{name}(" in repr(table.do)
    assert {"note", "correct", "amend", "rename", "clock", "box", "undo"} <= set(dir(table.do))


def test_an_action_as_a_method_records_it():
    table = new()
    assert str(inspect.signature(table.do.buy)).startswith("(*, player: str, shares: dict[str, int], at:")
    entry = table.do.buy(player="Anna", shares={"ford": 2})
    assert (entry.n, entry.by, entry.fields) == (1, "Anna", {"player": "Anna", "shares": {"ford": 2}})
    assert table.do.note(text="x", by="Anna", at="2026-11-27T20:15:00Z").at == "2026-11-27T20:15:00Z"
    with pytest.raises(companion.RuleError):
        table.do.buy(player="Anna", shares={"ford": 9})
    with pytest.raises(AttributeError, match="no action 'bye'; there are buy, sell"):
        table.do.bye  # noqa: B018
    assert table.fork().do.note(text="private").n == 3
    assert table.revision == 2


def test_passing_is_a_method_too():
    table = new("ponzi-scheme")
    assert table.do.pass_(player="Anna").action == "pass"


@pytest.mark.parametrize("game", GAMES)
def test_kinds_tell_what_there_is(game):
    table = new(game)
    kinds = table.kinds
    assert set(table.game.actions) < set(kinds.actions)
    assert list(kinds.records) == list(table.game.records)
    assert list(kinds.figures) == charts.kinds(table)
    assert list(kinds.options) == list(table.game.options)
    for said in (*kinds.actions.values(), *kinds.records.values(), *kinds.figures.values()):
        assert len(said) > 10
    for name in (*table.game.actions, *table.game.records, *table.game.options):
        assert f"  {name}: " in repr(kinds)
    assert {"actions", "records", "figures", "options"} <= completions("table.kinds.", table)


def test_stored_tables_are_listed_and_opened(stored):
    (info,) = companion.tables()
    assert (info.code, info.game, info.title, info.entries) == (stored, "good-brokers", "Friday", 1)
    assert info.players == PLAYERS
    table = companion.open(stored.lower())
    assert table.snapshot()["players"][0]["cash"] == 220
    assert "Anna bought 2 Ford" in table._repr_html_()
    with pytest.raises(companion.StoreError) as refused:
        companion.open("ZZZZZ")
    assert refused.value.code == "unknown-code"


def test_what_is_done_at_an_opened_table_is_recorded_for_all(stored):
    one, other = companion.open(stored), companion.open(stored)
    assert one.do.note(text="one").n == 2
    assert other.revision == 1
    assert other.do("note", text="other").n == 3
    assert [entry.fields.get("text") for entry in one.refresh()] == ["other"]
    assert one.undo().n == 3
    assert companion.open(stored).revision == 4
    with pytest.raises(companion.RuleError):
        one.do("buy", player="Anna", shares={"ford": 1})
    assert companion.open(stored).revision == 4


def test_private_copies_of_an_opened_table_record_nothing(stored):
    table = companion.open(stored)
    for copy in (table.fork(), table.as_of(0)):
        assert type(copy) is Table
        copy.do("note", text="mine")
    assert companion.open(stored).revision == 1
    assert companion.tables()[0].entries == 1


def test_every_public_method_of_a_table_has_an_example():
    public = {name: getattr(companion.Table, name) for name in dir(companion.Table) if not name.startswith("_")}
    assert {"do", "fork", "snapshot"} <= public.keys()
    assert [name for name, method in public.items() if ">>> " not in (method.__doc__ or "")] == []
