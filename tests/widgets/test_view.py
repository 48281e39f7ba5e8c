"""Python's half of the live view: what travels, what is believed, and what an error does."""

from __future__ import annotations

import logging
import re
import tracemalloc
from typing import Any

import ipywidgets
import pytest

from companion.charts import drawing
from companion.widgets import Event, Hello, View
from companion.widgets.pulse import KEYS, PONGS, Pulse
from companion.widgets.script import FOLDER, MODULES, script
from companion.widgets.view import TEXTS
from companion.words import translator


class Wire:
    """A view, what it was told, and all that it sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.events: list[Event] = []
        self.hellos: list[Hello] = []
        self.batches: list[list[dict[str, Any]]] = []
        self.view = View(self.on_event, self.hellos.append)
        monkeypatch.setattr(self.view, "send", lambda content, buffers=None: self.batches.append(content["messages"]))
        self.keys = 0

    def on_event(self, event: Event) -> None:
        self.events.append(event)
        if event.do == "fail":
            self.view.show({"bar": "half done"})
            raise ZeroDivisionError("secret")
        self.view.show({"bar": f"{len(self.events)}"})

    def tap(self, do: str = "buy", **more: Any) -> str:
        self.keys += 1
        event = {"do": do, "key": f"key-{self.keys:06}", "args": {}, "values": {}, **more}
        self.view.receive({"event": event, "pong": 0})
        return str(event["key"])

    @property
    def sent(self) -> list[dict[str, Any]]:
        return [message for batch in self.batches for message in batch]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return Wire(monkeypatch)


def test_only_what_differs_travels(wire: Wire) -> None:
    wire.view.show({"bar": "1", "main": "a"}, {"prices": {"data": [1]}, "wealth": {"data": []}})
    wire.view.show({"bar": "2", "main": "a"}, {"prices": {"data": [1]}})
    wire.view.show({"bar": "2", "main": "a"})
    wire.view.show({"main": "a", "foot": "c"})
    first, second, third = [message["patch"] for message in wire.sent]
    assert first == {
        "parts": {"bar": "1", "main": "a"},
        "charts": {"prices": {"data": [1]}, "wealth": {"data": []}},
        "order": ["bar", "main"],
        "rev": 1,
    }
    assert second == {"parts": {"bar": "2"}, "gone": ["wealth"], "rev": 2}
    assert third == {"parts": {"foot": "c"}, "order": ["main", "foot"], "rev": 3}


def test_the_traits_are_whole_for_a_page_that_is_new(wire: Wire) -> None:
    wire.view.show({"bar": "1", "main": "a"})
    wire.view.show({"main": "b"})
    state = wire.view.get_state()
    assert state["parts"] == {"main": "b"}
    assert state["revision"] == 2


def test_an_answer_and_its_effect_arrive_together(wire: Wire) -> None:
    key = wire.tap()
    ((patch, ack),) = wire.batches
    assert patch["patch"]["parts"] == {"bar": "1"}
    assert ack == {"ack": key}


def test_an_error_is_one_sentence_here_and_a_traceback_in_the_log(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "companion"):
        key = wire.tap("fail")
    (batch,) = wire.batches
    assert batch[-2:] == [{"say": {"text": TEXTS["failed"], "kind": "error"}}, {"ack": key}]
    assert "secret" not in str(wire.sent)
    assert "ZeroDivisionError: secret" in caplog.text


def test_a_repeated_key_is_acknowledged_and_refused(wire: Wire) -> None:
    event = {"do": "buy", "key": "twice-the-same"}
    wire.view.receive({"event": event})
    wire.view.receive({"event": event})
    assert len(wire.events) == 1
    assert [message for message in wire.sent if "ack" in message] == [{"ack": "twice-the-same"}] * 2


@pytest.mark.parametrize(
    "event",
    [
        {"do": "Buy!"},
        {"do": "x" * 65},
        {"do": 1},
        {"args": {"a": 1}},
        {"args": {"a": "x" * 2001}},
        {"args": {f"a{n}": "" for n in range(41)}},
        {"values": {"a": 1.5}},
        {"values": {"a": None}},
        {"values": {"a": ["x"] * 10_001}},
        {"values": {"a": "x" * 6_000_001}},
        {"values": {"a": "x" * 5_000_000, "b": "x" * 5_000_000}},
        {"values": {f"{n}": "" for n in range(200_001)}},
        {"values": []},
    ],
)
def test_a_malformed_event_is_acknowledged_and_refused_in_words(wire: Wire, event: dict[str, Any]) -> None:
    key = wire.tap(**event)
    assert not wire.events
    assert wire.sent == [{"say": {"text": TEXTS["failed"], "kind": "error"}}, {"ack": key}]


def test_a_large_form_is_taken(wire: Wire) -> None:
    """A box of 100,000 values, each with an empty place beside it, and names as long as what is printed there."""
    names = [f"f-set./{'asset' * 60}/{n}" for n in range(20_000)]
    wire.tap(values=dict.fromkeys(names, "7"))
    wire.tap(values={f"f-{n}": "7" for n in range(200_000)})
    assert [len(event.values) for event in wire.events] == [20_000, 200_000]


@pytest.mark.parametrize(
    "message",
    [None, [], "", 7, {}, {"ping": "1"}, {"resync": "x"}],
)
def test_nonsense_is_ignored(wire: Wire, message: Any) -> None:
    wire.view.receive(message)
    assert not wire.events
    assert not wire.sent


@pytest.mark.parametrize("event", [None, {"do": "buy", "key": "<b>"}])
def test_an_event_without_a_key_is_refused_in_words(wire: Wire, event: Any) -> None:
    wire.view.receive({"event": event})
    assert not wire.events
    assert wire.sent == [{"say": {"text": TEXTS["failed"], "kind": "error"}}]


def test_the_page_cannot_set_a_trait(wire: Wire) -> None:
    wire.view.show({"bar": "true"})
    wire.view.set_state({"parts": {"bar": "false"}, "_esm": "alert(1)"})
    assert wire.view.parts == {"bar": "true"}
    assert "alert(1)" not in wire.view._esm
    # As it comes over the line: whatever ipywidgets calls the door, nothing gets through it.
    state = {"parts": {"bar": "false"}, "_esm": "alert(1)", "revision": 7}
    for message in ({"method": "update", "state": state}, {"method": "update", "state": state, "buffer_paths": []}):
        wire.view.comm.handle_msg({"content": {"data": message}, "buffers": []})
    assert (wire.view.parts, wire.view.revision) == ({"bar": "true"}, 1)
    assert "alert(1)" not in wire.view._esm


def test_a_ping_is_answered_with_the_revision(wire: Wire) -> None:
    wire.view.show({"bar": "1"})
    wire.view.receive({"ping": 5, "ages": True})
    assert wire.sent[-1]["pong"] == 5
    assert wire.sent[-1]["rev"] == 1
    assert 0 <= wire.sent[-1]["ages"]["bar"] < 1


def test_a_page_that_missed_something_gets_all_of_it(wire: Wire) -> None:
    wire.view.show({"bar": "1"}, {"prices": {"data": []}})
    wire.view.receive({"resync": 0})
    full = wire.sent[-1]["full"]
    assert (full["rev"], full["parts"], full["charts"]) == (1, {"bar": "1"}, {"prices": {"data": []}})
    wire.view.receive({"resync": 1})
    assert "parts" not in wire.sent[-1]["full"]


def test_a_lost_tap_is_told_once_and_refused_when_it_comes_after_all(wire: Wire) -> None:
    done = wire.tap()
    wire.view.receive({"resync": 1, "keys": [done]})
    assert not [message for message in wire.sent if "say" in message]
    wire.view.receive({"resync": 1, "keys": [done, "lost-on-the-way", 7]})
    assert wire.sent[-1]["say"]["text"] == TEXTS["late"]
    wire.view.receive({"event": {"do": "buy", "key": "lost-on-the-way"}})
    assert len(wire.events) == 1


def test_a_new_page_hears_which_taps_of_the_one_before_were_recorded(wire: Wire) -> None:
    wire.view._is_recorded = {"booked-before"}.__contains__
    wire.view.receive({"recorded": ["booked-before", "lost-on-the-way", 7, "<b>"]})
    assert wire.sent[-1] == {"recorded": ["booked-before"]}
    wire.view.receive({"event": {"do": "buy", "key": "lost-on-the-way", "entries": 3}})
    assert [event.entries for event in wire.events] == [3]


def test_a_page_knows_how_many_entries_it_shows(wire: Wire) -> None:
    wire.view.show({"bar": "1"}, entries=3)
    wire.view.receive({"resync": 0})
    assert [message.get("patch", message.get("full"))["entries"] for message in wire.sent] == [3, 3]


def test_a_tap_that_a_broken_line_kept_is_refused(wire: Wire) -> None:
    now = 100.0
    wire.view._pulse = Pulse(lease=6, now=lambda: now)
    wire.view.receive({"ping": 1})
    now += 5
    wire.view.receive({"event": {"do": "buy", "key": "in-good-time"}, "pong": 1})
    now += 2
    wire.view.receive({"event": {"do": "buy", "key": "long-on-its-way"}, "pong": 1})
    assert [event.key for event in wire.events] == ["in-good-time"]
    assert wire.sent[-2:] == [{"say": {"text": TEXTS["late"], "kind": "error"}}, {"ack": "long-on-its-way"}]


def test_a_hello_is_read_and_a_foolish_one_is_a_stranger(wire: Wire) -> None:
    wire.view.show({"bar": "1"})
    wire.view.receive({"hello": {"device": "abcdef123456", "lang": "it", "languages": ["it-IT"]}, "rev": 1})
    wire.view.receive({"hello": {"device": "<script>", "theme": 3}, "rev": 1})
    assert wire.hellos == [Hello(device="abcdef123456", lang="it", languages=["it-IT"]), Hello()]


def test_the_views_own_sentences_follow_the_language(wire: Wire) -> None:
    wire.view.speak(lambda text: text.upper())
    assert wire.view.texts["lost"] == "NO CONNECTION. NOTHING YOU TAP NOW IS RECORDED."
    wire.view.speak(translator("fr"))
    assert (wire.view.texts["lang"], wire.view.texts["dir"]) == ("fr", "ltr")


def test_a_setting_that_is_not_ours_is_refused(wire: Wire) -> None:
    with pytest.raises(ValueError, match="session"):
        wire.view.remember("session", "x")


def test_what_is_remembered_is_bounded() -> None:
    pulse = Pulse()
    for number in range(2 * KEYS):
        pulse.answered(number)
        assert not pulse.seen(f"key-{number}")
    assert len(pulse._keys) == KEYS
    assert len(pulse._pongs) == PONGS


def test_five_hundred_events_leave_no_widget_and_little_memory_behind(wire: Wire) -> None:
    def many() -> None:
        for _ in range(500):
            wire.tap()
        wire.events.clear()
        wire.batches.clear()

    many()
    widgets = len(ipywidgets.widget.Widget.get_manager_state()["state"])
    tracemalloc.start()
    many()
    grown, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(ipywidgets.widget.Widget.get_manager_state()["state"]) == widgets
    assert grown < 300_000


def test_an_event_is_asked_in_words() -> None:
    event = Event(do="buy", key="k" * 8, values={"amount": " 7 ", "sure": True, "who": ["Anna"]})
    assert event.text("amount") == "7"
    assert event.text("sure") == ""
    assert event.ticked("sure")
    assert not event.ticked("amount")
    assert event.chosen("who") == ["Anna"]


def test_the_script_is_all_modules_joined_without_a_clash() -> None:
    assert sorted(MODULES) == sorted(path.name for path in FOLDER.glob("*.js"))
    names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", script(), re.MULTILINE)
    assert len(names) == len(set(names))
    assert re.findall(r"^(?:import|export).*", script(), re.MULTILINE) == ["export default { render };"]


def test_a_page_without_plotly_gets_pictures_of_the_figures_that_can_be_drawn(wire: Wire) -> None:
    axis = {"range": [0, 2], "dtick": 1}
    layout = {"title": {}, "margin": {"l": 9, "r": 9, "t": 9, "b": 9}, "xaxis": axis, "yaxis": axis}
    ours = {"data": [{"type": "scatter", "mode": "text", "x": [1], "y": [2], "text": ["Anna"]}], "layout": layout}
    wire.view.show({}, {"ours": ours, "own": {"data": [{"type": "pie"}], "layout": {}}})
    sent: list[dict[str, Any]] = []
    wire.view.send = sent.append  # type: ignore[method-assign, assignment]
    wire.view.receive({"want": "pictures"})
    assert sent == [{"pictures": {"ours": drawing.svg(ours, "ours")}}]
    assert ">Anna</text>" in sent[0]["pictures"]["ours"]
