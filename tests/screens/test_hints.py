"""Three hints at a device's first table, each until it is tapped away for good; what a device's signs are."""

from typing import Any

import pytest

from companion.screens.hints import HINTS
from tests.screens.reader import Reader

PLAYERS = ["Anna", "Bruno", "Carla"]


class Device(Reader):
    """A browser that remembers its cookies: ``kept`` is what it was told to keep."""

    def __init__(self, url: str = "", **kept: Any) -> None:
        self.kept = kept
        super().__init__(url)
        hello = {"device": "device-one", "url": f"http://here/{url}", "languages": ["en"], **kept}
        self.page.view.receive({"hello": hello, "rev": 0})

    def _hear(self, content: Any, buffers: Any = None) -> None:
        super()._hear(content, buffers)
        for message in content.get("messages", []):
            if "cookie" in message:
                self.kept[message["cookie"]["name"].removeprefix("companion_")] = message["cookie"]["value"]


def shown(reader: Reader) -> list[str]:
    """The hints on the page."""
    return [hint for hint in HINTS if hint in reader.text]


def test_the_hints_come_one_by_one_and_go_for_good() -> None:
    device = Device(hints=0)
    device.start(PLAYERS, seat="0")
    for place, hint in enumerate(HINTS, 1):
        assert shown(device) == [hint]
        device.tap("hint.read", hint=place)
    assert shown(device) == []
    assert device.kept["hints"] == "3"
    again = Device(device.url, hints=3)
    assert again.visit.seat == "Anna"
    assert shown(again) == []
    assert shown(Device(device.url, hints=2)) == [HINTS[2]]  # a reload goes on where it was


def test_they_stand_on_the_first_screen_of_a_seat_alone() -> None:
    assert shown(Device(hints=0)) == []
    device = Device(hints=0)
    device.start(PLAYERS)
    assert shown(device) == []  # who are you?
    assert shown(device.tap("join.sit", seat="screen")) == []
    device.tap("leave").tap("join.sit", seat="0")
    assert shown(device) == [HINTS[0]]
    assert shown(device.tap("go", to="market")) == []


@pytest.mark.parametrize("hint", ["4", "-1", "x", ""])
def test_a_page_cannot_have_read_what_there_is_not(hint: str) -> None:
    device = Device(hints=0)
    device.start(PLAYERS, seat="0").tap("hint.read", hint=hint)
    assert device.visit.hints == 0


@pytest.mark.parametrize(("sign", "begins"), [("turn", "off"), ("ring", "both")])
def test_how_a_device_gives_a_sign_is_chosen_there_at_a_table_and_away(sign: str, begins: str) -> None:
    device = Device()
    for place in ("", "table"):
        if place:
            device.start(PLAYERS, seat="0")
        page = device.tap("go", to="settings").html
        control = page.split(f'name="{sign}"')[1].split("</select>")[0]
        chosen = device.kept.get(sign, begins)
        assert [value.split('"')[0] for value in control.split('value="')[1:]] == ["off", "sound", "shake", "both"]
        assert f'<option value="{chosen}" selected>' in control
        device.tap(f"settings.{sign}", {sign: "shake"})
        assert device.kept[sign] == "shake"
    device.tap(f"settings.{sign}", {sign: "trumpet"})
    assert device.kept[sign] == "off"
