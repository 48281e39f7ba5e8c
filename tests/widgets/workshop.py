"""A page that shows everything the live view can do; the browser tests work on it."""

import json
import os
import time
from pathlib import Path
from typing import Any

import htpy as h

from companion.widgets import Event, Hello, View

HOSTILE = "<b>x</b></script><script>window.hacked=1</script><img src=x onerror=window.hacked=2>"


RAW = "<p id=raw onclick='window.hacked=3'>raw<script>window.hacked=4</script><img src=x onerror='window.hacked=5'></p>"


class Workshop:
    """A counter, a form, a clock and a chart, and a record of what arrived."""

    def __init__(self) -> None:
        self.count = 0
        self.booked: list[str] = []
        self.chart = False
        self.turn = 0
        self.clock: float | None = None
        self.zeros = 0
        self.raw = ""
        self.awake = False
        self.view = View(self.on_event, self.on_hello)
        self.redraw()

    def on_hello(self, hello: Hello) -> None:
        self.device = hello.device
        self.view.go("?table=workshop")

    def on_event(self, event: Event) -> None:
        getattr(self, "do_" + event.do.replace("-", "_"))(event)
        self.redraw()

    def do_step(self, event: Event) -> None:
        self.count += int(event.args.get("by", 1))

    def do_book(self, event: Event) -> None:
        self.booked.append(json.dumps({"args": event.args, **event.values}))

    def do_tell(self, event: Event) -> None:
        self.booked.append(json.dumps(event.values))

    def do_fail(self, event: Event) -> None:
        self.count += 1000  # the notebook's state, not a table's: the test looks for the sentence
        raise ZeroDivisionError("a secret in a traceback")

    def do_slow(self, event: Event) -> None:
        time.sleep(float(event.args["seconds"]))
        self.count += 1

    def do_turn(self, event: Event) -> None:
        self.turn += 1

    def do_chart(self, event: Event) -> None:
        self.chart = not self.chart

    def do_clock(self, event: Event) -> None:
        self.clock = time.monotonic() + float(event.args["seconds"])

    def do_clock_zero(self, event: Event) -> None:
        self.zeros += 1

    def do_upload(self, event: Event) -> None:
        self.booked.append(f"{event.args['file']}: {event.text('save')}")

    def do_download(self, event: Event) -> None:
        self.view.download("save.jsonl", "application/jsonl", f"{HOSTILE}\n")

    def do_theme(self, event: Event) -> None:
        self.view.remember("companion_theme", event.args["theme"])

    def do_speak(self, event: Event) -> None:
        self.view.speak(lambda text: f"»{text}«")
        self.view.say(HOSTILE, "info")

    def do_raw(self, event: Event) -> None:
        self.raw = RAW

    def do_awake(self, event: Event) -> None:
        self.awake = not self.awake

    def do_die(self, event: Event) -> None:
        os._exit(1)

    def redraw(self) -> None:
        left = None if self.clock is None else self.clock - time.monotonic()
        clock = {"seconds": left, "running": True, "down": True, "id": "table", "alarm": True}
        charts = {"wealth": figure(self.count)} if self.chart else {}
        parts = {
            "bar": str(h.header[f"n={self.count}"]),
            "main": str(self._main()),
            "log": str(h.ul(id="log")[(h.li[line] for line in self.booked)]),
            "clock": str(h.p[h.span(data_clock=json.dumps(clock))]) if left is not None else "",
            "chart": str(h.div(data_chart="wealth", style="height:240px", aria_label="Wealth")) if self.chart else "",
            "raw": self.raw,
            "zeros": str(h.p(id="zeros")[f"zeros={self.zeros}"]),
        }
        self.view.show({name: html for name, html in parts.items() if html}, charts)

    def _main(self) -> Any:
        return h.main[
            h.p(id="hostile")[HOSTILE],
            h.p(id="pid")[str(os.getpid())],
            h.button(data_do="step", data_hotkey="s")["step"],
            h.button(data_do="fail")["fail"],
            h.button(data_do="turn")["turn"],
            h.button(data_do="chart")["chart"],
            h.button(data_do="clock", data_seconds="2.5")["clock"],
            h.button(data_do="slow", data_seconds="1")["slow"],
            h.button(data_do="download")["download"],
            h.button(data_do="speak")["speak"],
            h.button(data_do="theme", data_theme="light")["light"],
            h.button(data_do="die")["die"],
            h.button(data_do="raw")["raw"],
            h.button(data_do="awake")["awake"],
            h.button(data_do="book", form="form")["afar"],
            self.awake and h.span(data_wake="on"),
            h.input(type="file", name="save", data_do_change="upload"),
            h.form(data_do="book", id="form")[
                h.input(name="amount", inputmode="numeric", value=str(self.turn), data_rev=str(self.turn)),
                h.div(class_="stepper")[
                    h.button(type="button", data_step="-1", aria_label="fewer")["−"],
                    h.output(name="shares", data_min="-3", data_max="3", data_signed=True, data_do_change="tell")["0"],
                    h.button(type="button", data_step="1", aria_label="more")["+"],
                ],
                h.input(type="checkbox", name="sure"),
                h.select(name="kind")[h.option(value="a")["A"], h.option(value="b")["B"]],
                h.button(data_do="book", data_company="ford")["book"],
            ],
            h.details(id="more")[h.summary["More"], h.p[f"turn {self.turn}"]],
            h.button(data_opens="sheet")["open"],
            h.dialog(id="sheet", data_rev=str(self.turn))[
                h.button(data_do="step", data_by="10")["ten"], h.button(data_closes=True)["shut"]
            ],
            h.button(data_hold="secret")["hold"],
            h.p(id="secret", hidden=True)["42"],
            h.ol(id="order")[(h.li(data_key=name)[h.input(name=name)] for name in self._order())],
        ]

    def _order(self) -> list[str]:
        names = ["Anna", "Bruno", "Carla"]
        return names[self.turn % 3 :] + names[: self.turn % 3]


def figure(count: int) -> dict[str, Any]:
    trace = {
        "type": "scatter",
        "mode": "lines",
        "x": [0, 1, 2],
        "y": [0, count, 2 * count],
        "line": {"color": "var(--c1)"},
    }
    return {"data": [trace], "layout": {"title": {"text": "wealth"}}}


def notebook(folder: Path, source: str = "import tests.widgets.workshop as w\nshop = w.Workshop()\nshop.view") -> Path:
    """A notebook with this one cell, for a server to show."""
    cell = {"cell_type": "code", "id": "one", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    path = folder / "workshop.ipynb"
    path.write_text(
        json.dumps({"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})
    )
    return path
