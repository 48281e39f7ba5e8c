"""Several devices at one table: each with a `LiveTable` of its own on the same store."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchmarks.live import measure
from companion.errors import LogError, RuleError, StoreError
from companion.games.good_brokers.actions import Buy
from companion.live import LiveTable, Overtaken
from companion.log import Entry
from companion.store import Store, open_store
from companion.table import BANKER, Table, new_table
from companion.words import translator
from tests.browser import run

FORD = {"ford": 1}


class Devices:
    """Devices that have the same table open."""

    def __init__(self, address: str) -> None:
        self.address = address
        store = open_store(address)
        header = new_table("good-brokers", players=["Anna", "Bruno", "Carla"], box="demo").header
        self.table_id = store.create(header.line())
        store.close()
        self.live: list[LiveTable] = []

    def join(self) -> LiveTable:
        self.live.append(LiveTable(open_store(self.address), self.table_id))
        return self.live[-1]

    def close(self) -> None:
        for live in self.live:
            live.stop()
            live.store.close()


@pytest.fixture
def devices(address: str) -> Iterator[Devices]:
    made = Devices(address)
    yield made
    made.close()


def same(one: LiveTable, other: LiveTable) -> bool:
    one.refresh()
    other.refresh()
    return one.table.log == other.table.log and one.table.snapshot() == other.table.snapshot()


def until(ready: Callable[[], Any], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


# -- doing -------------------------------------------------------------------------------------------------


def test_a_tap_plays_its_rule_once(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = devices.join()
    rules, played = anna.table.game.rules, []
    buy = rules[Buy]
    monkeypatch.setitem(rules, Buy, lambda state, move: played.append(move) or buy(state, move))
    anna.do("Anna", "buy", player="Anna", shares=FORD)
    assert len(played) == 1
    assert anna.table.state == devices.join().table.state


def test_what_one_device_does_the_other_sees(devices: Devices) -> None:
    anna, bruno = devices.join(), devices.join()
    entry = anna.do("Anna", "buy", player="Anna", shares=FORD)
    assert (entry.n, entry.by, entry.action) == (1, "Anna", "buy")
    assert bruno.table.revision == 0
    assert bruno.refresh() == [entry]
    assert bruno.refresh() == []
    assert same(anna, bruno)
    assert same(anna, devices.join())


def test_who_may_not_act_is_refused_and_nothing_is_recorded(devices: Devices) -> None:
    live = devices.join()
    for seat in (None, "Bruno", "Dario"):
        with pytest.raises(RuleError):
            live.do(seat, "buy", player="Anna", shares=FORD)
    assert live.do(BANKER, "buy", player="Anna", shares=FORD).by == BANKER
    assert len(live.store.lines(devices.table_id)) == live.table.revision == 1


def test_a_refused_action_leaves_table_and_store_as_they_were(devices: Devices) -> None:
    live = devices.join()
    before = live.table.snapshot()
    with pytest.raises(RuleError) as refused:
        live.do("Anna", "buy", "tap", player="Anna", shares={"ford": 9})
    assert not isinstance(refused.value, Overtaken)
    assert live.table.snapshot() == before
    assert live.store.lines(devices.table_id) == []


def test_a_double_tap_is_one_entry(devices: Devices) -> None:
    live, other = devices.join(), devices.join()
    first = live.do("Anna", "buy", "tap", player="Anna", shares=FORD)
    assert live.do("Anna", "buy", "tap", player="Anna", shares=FORD) == first
    # The same tap, sent again after a reload: another kernel, which has seen nothing yet.
    assert other.do("Anna", "buy", "tap", player="Anna", shares=FORD) == first
    assert len(live.store.lines(devices.table_id)) == 1
    assert same(live, other)


def test_a_double_tap_that_would_be_illegal_now_is_still_one_entry(devices: Devices) -> None:
    live = devices.join()
    move = _ending_turn(live)
    first = live.do("Anna", move["action"], "tap", **_fields(move))
    assert live.table.snapshot()["active"] != "Anna"
    assert live.do("Anna", move["action"], "tap", **_fields(move)) == first
    assert devices.join().do("Anna", move["action"], "tap", **_fields(move)) == first


def test_a_conflict_that_is_still_legal_goes_in(devices: Devices) -> None:
    anna, carla = devices.join(), devices.join()
    carla.do("Carla", "note", text="hello")
    entry = anna.do("Anna", "buy", player="Anna", shares=FORD)
    assert entry.n == 2
    assert same(anna, carla)


def test_a_conflict_that_is_no_longer_legal_says_what_happened_instead(devices: Devices) -> None:
    anna, banker = devices.join(), devices.join()
    move = _ending_turn(banker)
    banker.do(BANKER, move["action"], **_fields(move))
    with pytest.raises(Overtaken) as refused:
        anna.do("Anna", "buy", "tap", player="Anna", shares=FORD)
    error = refused.value
    assert error.code == "overtaken"
    assert [entry.action for entry in error.entries] == [move["action"]]
    assert error.message.startswith("Somebody was faster (the banker: ")
    assert error.message.endswith(f"so this is no longer possible: {error.cause.message}")
    assert error.text(translator("it"))
    assert same(anna, banker)
    assert len(anna.store.lines(devices.table_id)) == banker.table.revision


def test_what_was_meant_for_one_player_never_counts_for_another(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Actions that do not name their player, such as a pass: two devices record the same one at once."""
    anna, banker = devices.join(), devices.join()
    banker.do(BANKER, "note", text="Anna passes")
    monkeypatch.setattr(Table, "actor", lambda table, action, **fields: ["Anna", "Bruno", "Carla"][table.revision])
    with pytest.raises(Overtaken, match="It would now count for another player"):
        anna.do(BANKER, "note", text="Anna passes")
    assert same(anna, banker)
    assert anna.table.revision == 1


def test_what_became_legal_meanwhile_goes_in(devices: Devices) -> None:
    bruno, banker = devices.join(), devices.join()
    move = _ending_turn(banker)
    banker.do(BANKER, move["action"], **_fields(move))
    assert bruno.table.snapshot()["active"] == "Anna"
    assert bruno.do("Bruno", "buy", player="Bruno", shares=FORD).n == banker.table.revision + 1


def test_undo_takes_back_what_was_meant_or_nothing(devices: Devices) -> None:
    anna, bruno = devices.join(), devices.join()
    anna.do("Anna", "buy", player="Anna", shares=FORD)
    bruno.refresh()
    anna.do("Anna", "note", text="wait")
    with pytest.raises(Overtaken, match="Anna: Note: wait"):
        bruno.undo("Bruno")
    assert bruno.undo("Bruno", "tap").action == "note"
    assert bruno.undo("Bruno", "tap").action == "note"
    with pytest.raises(RuleError):
        anna.undo("Anna", entry=2)
    assert anna.redo("Anna").action == "note"
    assert same(anna, bruno)


def test_amendments_and_corrections_go_through_the_same_door(devices: Devices) -> None:
    anna, bruno = devices.join(), devices.join()
    anna.do("Anna", "buy", player="Anna", shares=FORD)
    amended = bruno.amend("Bruno", 1, {"shares": {"ford": 2}}, key="a")
    corrected = bruno.correct("Bruno", {"/players/0/cash": 120}, "counted again", key="b")
    assert [amended.by, corrected.by] == ["Bruno", "Bruno"]
    assert bruno.amend("Bruno", 1, {"shares": {"ford": 2}}, key="a") == amended
    assert same(anna, bruno)
    assert anna.table.snapshot()["players"][0]["cash"] == 120
    with pytest.raises(RuleError):
        anna.correct(None, {"/players/0/cash": 1})


def test_fields_may_be_called_like_our_own_arguments(devices: Devices) -> None:
    live = devices.join()
    live.do(BANKER, "leave", player="Bruno")
    live.do(BANKER, "join", "tap", player="Zoë", seat="Bruno")
    assert live.table.players == ["Anna", "Zoë", "Carla"]


def test_many_devices_at_once_lose_nothing(devices: Devices) -> None:
    tables = [devices.join() for _ in range(4)]

    def chat(live: LiveTable, name: str) -> None:
        for i in range(25):
            live.do(BANKER, "note", f"{name} {i}", text=f"{name} {i}")

    threads = [threading.Thread(target=chat, args=(live, str(i))) for i, live in enumerate(tables)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for live in tables:
        live.refresh()
    texts = [entry.fields["text"] for entry in tables[0].table.log]
    assert sorted(texts) == sorted(f"{i} {j}" for i in range(4) for j in range(25))
    assert all(live.table.log == tables[0].table.log for live in tables)


# -- trouble -----------------------------------------------------------------------------------------------


class Broken:
    """A store that cannot be written or watched for a while."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.broken = False

    def __getattr__(self, name: str) -> Any:
        if self.broken and name in ("append", "wait"):
            raise StoreError("disk-full", "The disk is full.")
        return getattr(self.store, name)


class Deaf:
    """A store that hears of nothing until it ``hears``."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.hears = threading.Event()

    def wait(self, table_id: int, seen: object, seconds: float) -> object:
        self.hears.wait(5)
        return self.store.wait(table_id, seen, seconds)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def test_what_could_not_be_committed_is_not_on_the_table_either(devices: Devices) -> None:
    live = devices.join()
    live.store = broken = Broken(live.store)  # type: ignore[assignment]
    broken.broken = True
    with pytest.raises(StoreError):
        live.do("Anna", "buy", "tap", player="Anna", shares=FORD)
    assert live.table.revision == 0
    broken.broken = False
    assert live.do("Anna", "buy", "tap", player="Anna", shares=FORD).n == 1


def test_a_line_that_cannot_be_played_is_named(devices: Devices) -> None:
    live = devices.join()
    live.do("Anna", "note", text="fine")
    line = Entry(2, "2026-11-27T20:15:00Z", "Bruno", "buy", {"player": "Bruno", "shares": FORD}).line()
    live.store.append(devices.table_id, line, 2)
    for attempt in (live.refresh, devices.join):
        with pytest.raises(LogError) as broken:
            attempt()
        assert broken.value.line == 3
    assert live.table.revision == 1


# -- watching ----------------------------------------------------------------------------------------------


def test_a_watcher_is_told_of_others_entries_once(devices: Devices) -> None:
    watcher, other = devices.join(), devices.join()
    other.do("Anna", "note", text="before the watch began")
    told: list[Entry] = []
    watcher.watch(told.extend)
    until(lambda: len(told) == 1)
    other.do("Anna", "note", text="one")
    until(lambda: len(told) == 2)
    watcher.do("Bruno", "note", text="my own")
    other.do("Anna", "note", text="two")
    until(lambda: len(told) == 3)
    assert [entry.fields["text"] for entry in told] == ["before the watch began", "one", "two"]
    watcher.stop()
    other.do("Anna", "note", text="after the end")
    time.sleep(0.1)
    assert len(told) == 3


def test_what_a_conflict_brought_is_told_too(devices: Devices) -> None:
    watcher, other = devices.join(), devices.join()
    told: list[Entry] = []
    watcher.store = deaf = Deaf(watcher.store)  # type: ignore[assignment]
    watcher.watch(told.extend)
    other.do("Anna", "note", text="faster")
    watcher.do("Bruno", "note", text="slower")
    deaf.hears.set()
    until(lambda: len(told) == 2)
    assert [entry.fields["text"] for entry in told] == ["faster", "slower"]


def test_in_a_kernel_the_entries_are_told_in_its_loop(devices: Devices) -> None:
    watcher, other = devices.join(), devices.join()

    async def kernel() -> list[Entry]:
        told: list[Entry] = []
        threads: set[int] = set()
        arrived = asyncio.Event()

        def callback(entries: list[Entry]) -> None:
            threads.add(threading.get_ident())
            told.extend(entries)
            arrived.set()

        watcher.watch(callback)
        await asyncio.to_thread(other.do, "Anna", "note", text="hello")
        await asyncio.wait_for(arrived.wait(), 5)
        watcher.stop()
        assert threads == {threading.get_ident()}
        return told

    assert run(kernel()) == other.table.log


def test_a_watch_survives_a_bad_callback_and_a_closed_loop(devices: Devices) -> None:
    watcher, other = devices.join(), devices.join()
    calls: list[int] = []

    def callback(entries: list[Entry]) -> None:
        calls.append(len(entries))
        raise ValueError("a bug in a screen")

    watcher.watch(callback)
    for n in (1, 2):
        other.do("Anna", "note", text="hello")
        until(lambda n=n: len(calls) == n)

    async def kernel() -> None:
        watcher.watch(callback)

    run(kernel())
    other.do("Anna", "note", text="nobody is there")
    until(lambda: not any(thread.name == "companion-watch" for thread in threading.enumerate()))


def test_trouble_is_told_when_it_comes_and_when_it_goes(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.live.TROUBLE_SECONDS", 0.05)
    watcher, other = devices.join(), devices.join()
    watcher.store = broken = Broken(watcher.store)  # type: ignore[assignment]
    calls: list[list[Entry]] = []
    watcher.watch(calls.append)
    assert watcher.trouble is None
    broken.broken = True
    until(lambda: watcher.trouble is not None)
    until(lambda: calls == [[]])
    other.do("Anna", "note", text="meanwhile")
    broken.broken = False
    until(lambda: watcher.trouble is None)
    until(lambda: calls == [[], other.table.log])


@pytest.mark.timing
@pytest.mark.parametrize("watchers", [2, 6])
def test_other_processes_see_an_entry_within_a_quarter_of_a_second(watchers: int, address: str) -> None:
    seen = measure(address, watchers, entries=60)
    print(seen)
    assert seen["seen_p95_ms"] <= 250


# -- helpers -----------------------------------------------------------------------------------------------


def _ending_turn(live: LiveTable) -> dict[str, Any]:
    """Play for Anna until she can end her turn; the move that does it."""
    for _ in range(20):
        moves = live.table.legal()
        for move in moves:
            if move["action"] == "end_turn":
                return move
        live.do(BANKER, moves[0]["action"], **_fields(moves[0]))
    raise AssertionError("the turn does not end")


def _fields(move: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in move.items() if name != "action"}
