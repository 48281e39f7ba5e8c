"""The forms of a page as a browser reads them: what their controls are, and what a form would send as it stands."""

from html.parser import HTMLParser
from typing import Any


class Control:
    """A control of a form: its tag and attributes, the text in it, and the values that it can have."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.text = ""
        self.options: list[tuple[str, str]] = []
        self.picked: str | None = None

    @property
    def name(self) -> str:
        return self.attributes.get("name") or ""

    @property
    def kind(self) -> str:
        return self.attributes.get("type") or self.tag

    @property
    def value(self) -> str:
        if self.tag == "select":
            return self.picked if self.picked is not None else next((value for value, _ in self.options), "")
        return self.text if self.tag in ("textarea", "output") else self.attributes.get("value") or ""

    @property
    def is_on(self) -> bool:
        return "checked" in self.attributes


class _Reader(HTMLParser):
    def __init__(self, do: str) -> None:
        super().__init__()
        self.do = do
        self.inside = False
        self.controls: list[Control] = []
        self.writing: Control | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self.inside = found.get("data-do") == self.do
        if not self.inside:
            return
        if tag == "option":
            select = self.controls[-1]
            select.options.append((found.get("value") or "", ""))
            if "selected" in found:
                select.picked = found.get("value") or ""
        elif tag in ("input", "select", "textarea", "output") and found.get("name"):
            self.controls.append(Control(tag, found))
            self.writing = self.controls[-1] if tag in ("textarea", "output") else None

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        if tag in ("textarea", "output"):
            self.writing = None

    def handle_data(self, data: str) -> None:
        if self.writing is not None:
            self.writing.text += data
        elif self.inside and self.controls and self.controls[-1].options and not self.controls[-1].options[-1][1]:
            select = self.controls[-1]
            select.options[-1] = (select.options[-1][0], data)


def controls(page: str, do: str) -> list[Control]:
    """The controls of the form that does ``do``."""
    reader = _Reader(do)
    reader.feed(page)
    return reader.controls


def filled(page: str, do: str) -> dict[str, Any]:
    """What the form sends as it stands, as ``widgets/events.js`` reads it."""
    values: dict[str, Any] = {}
    every = controls(page, do)
    for one in every:
        same = [other for other in every if other.name == one.name]
        if one.kind == "checkbox":
            on = [other.value for other in same if other.is_on]
            values[one.name] = on if len(same) > 1 else one.is_on
        elif one.kind == "radio":
            if one.is_on:
                values[one.name] = one.value
        else:
            values[one.name] = one.value
    return values
