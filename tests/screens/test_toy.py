"""A new game is one folder and one line: this one is made in a temporary folder, and nothing else is touched."""

import sys
from pathlib import Path

import pytest

import companion
from companion import charts, evening, games
from companion.demo import demo_table
from companion.widgets.script import looks
from tests.screens.reader import Reader

PLAYERS = ["Anna", "Bruno", "<b>x</b>"]
FILES = {
    "box.toml": 'name = "Pot"\ncoins = 9\n',
    "look.css": ".toy-pot { font: var(--money); }\n",
    "__init__.py": """
from companion.games.common import Game
from toy_game import rules

GAME = Game(
    id="toy", title="Toy", package=__name__, seats=range(2, 5), moves=rules.MOVES, begin=rules.begin,
    active=rules.active, legal=rules.legal, snapshot=rules.snapshot, snapshot_type=rules.SnapshotType,
    restore=rules.restore, records={"pot": rules.pots}, ending=rules.ending, keys=frozenset({"pot"}),
)
""",
    "rules.py": '''
from msgspec.structs import replace
from companion.errors import RuleError
from companion.games.common import Line, Outcome, TableState, places, seat_of
from companion.shapes import Action, Strict
from companion.ledger import BANK, new_ledger

class Take(Action, frozen=True):
    """Take coins from the pot."""
    player: str
    coins: int

class State(TableState, frozen=True, kw_only=True):
    pot: int
    active: int = 0
    phase: str = "play"

class Player(Strict):
    name: str
    cash: int

class SnapshotType(Strict):
    pot: int
    active: str
    players: list[Player]
    finished: bool

def cash(seat): return f"player:{seat}:cash"
def active(state): return (state.active,) if state.phase == "play" else ()
def pots(steps, now, sight): return [{"n": step.entry.n, "pot": step.after.pot} for step in steps]

def begin(names, options, box):
    ledger = new_ledger([cash(seat) for seat in range(len(names))])
    return State(names=names, ledger=ledger, options=options, box=box, pot=box["coins"])

def take(state, move):
    seat = seat_of(state, move.player)
    if (seat,) != active(state) or not 1 <= move.coins <= state.pot:
        raise RuleError("not-now", "{player} cannot take that.", player=move.player)
    pot, ledger = state.pot - move.coins, state.ledger.move(BANK, cash(seat), move.coins)
    return replace(state, ledger=ledger, pot=pot, active=(seat + 1) % len(state.names), phase="play" if pot else "end")

def legal(state, sight):
    for coins in range(1, min(2, state.pot) + 1):
        yield {"action": "take", "player": state.names[state.active], "coins": coins}

def snapshot(state, sight):
    players = [{"name": name, "cash": state.ledger[cash(seat)]} for seat, name in enumerate(state.names)]
    return {"pot": state.pot, "active": state.names[state.active], "players": players, "finished": not state.pot}

def restore(state, document):
    return replace(state, pot=document["pot"], active=seat_of(state, document["active"]))

def ending(steps, state):
    held = {seat: state.ledger[cash(seat)] for seat in range(len(state.names))} if state.phase == "end" else {}
    line = Line("coins")
    return [Outcome(seat=s, place=places(held)[s], lines=((line, held[s]),), total=held[s]) for s in held]

MOVES = {"take": (Take, take)}
''',
    "charts.py": '''
from companion.charts import series

def pot(table, seat, _):
    """What is left in the pot."""
    points = [(row["n"], row["pot"]) for row in table.records("pot", seat)]
    return series.lines("Pot", {"pot": points}, _, now=table.revision)

FIGURES = {"pot": pot}
''',
    "screens.py": """
import htpy as h
from companion import charts as drawings
from companion.screens import parts
from companion.screens.ctx import Screen, Tab

def draw(ctx):
    take = ctx.acting and parts.primary("Take one", "take", args={"coins": 1})
    return Screen([h.p(".toy-pot")[str(ctx.snapshot["pot"])], h.div(data_chart="pot")], take)

def take(ctx, event):
    ctx.do("take", player=ctx.acting, coins=int(event.args["coins"]))

def big(ctx): return h.p[str(ctx.snapshot["pot"])]
def charts(ctx): return {"pot": drawings.draw(ctx.table, "pot", ctx.seat, ctx._)}

TABS, ACTIONS = [Tab("table", "Table", draw)], {"take": take}
""",
}


@pytest.fixture(autouse=True)
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a new game, on Python's path, and its line in the registry."""
    folder = tmp_path / "games" / "toy_game"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(folder.parent)
    monkeypatch.setitem(games.GAMES, "toy", "toy_game")
    for module in [name for name in sys.modules if name.partition(".")[0] == "toy_game"]:
        monkeypatch.delitem(sys.modules, module)
    return folder


def finished() -> companion.Table:
    """A game in which one coin is taken at a time, 3 a player."""
    table = companion.new_table("toy", PLAYERS)
    while not table.snapshot()["finished"]:
        table.do(**next(iter(table.legal())))
    return table


def test_it_plays_saves_and_is_put_right(tmp_path: Path) -> None:
    table = finished()
    assert table.snapshot()["players"] == [{"name": name, "cash": 3} for name in PLAYERS]
    table.save(tmp_path / "toy.jsonl")
    assert [*companion.load(tmp_path / "toy.jsonl").lines()] == [*table.lines()]
    table.undo()
    table.correct({"/pot": 4})
    assert table.history()[-1].line.text() == "Correction: pot 1 → 4"
    with pytest.raises(companion.RuleError, match="cannot take that"):
        table.do("take", player="Bruno", coins=1)


def test_what_it_does_not_say_is_told_plainly() -> None:
    table = companion.new_table("toy", PLAYERS)
    assert table.summary().text() == "Anna’s turn"
    table.do("take", player="Anna", coins=2)
    assert table.history()[-1].line.text() == "Anna: take, coins 2"
    assert table.summary().text() == "Bruno’s turn"
    table.do("box", set={"/coins": 7})
    assert table.state.box["coins"] == 7
    assert finished().summary().text() == "finished"


def test_it_draws_its_figures() -> None:
    table = finished()
    assert charts.kinds(table) == ["pot"]
    assert table.figure("pot").data[0].y[:9] == (8, 7, 6, 5, 4, 3, 2, 1, 0)


def test_it_tells_its_evening() -> None:
    table = finished()
    assert [(each.player, each.place, each.total) for each in evening.standings(table)] == [(n, 1, 3) for n in PLAYERS]
    assert [row["change"] for row in evening.gains(table)] == [1] * 9
    assert "3" in evening.report(table, companion.words.translator("en"))


def test_its_page_is_drawn_and_acts(toy: Path) -> None:
    reader = Reader()
    assert "Toy" in reader.text  # to be chosen on the first page
    reader.tap("home.game", game="toy")
    values = {f"player-{place}": name for place, name in enumerate(PLAYERS)}
    reader.tap("new.make", {**values, "box": "default"}).tap("join.sit", seat="bank")
    assert '<p class="toy-pot">9</p>' in reader.html
    reader.tap("take", coins=1)
    assert '<p class="toy-pot">8</p>' in reader.html
    assert reader.page.view.charts["pot"]["data"][0]["y"][0] == 8
    assert toy / "look.css" in looks()


def test_its_demo_is_the_save_in_its_folder(toy: Path) -> None:
    finished().save(toy / "demo.jsonl")
    assert demo_table("toy").snapshot() == finished().snapshot()
