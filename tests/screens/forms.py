"""A page read as a browser reads it: its controls, what is around them, what they would send as it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

VOID = {"input", "br", "hr", "img", "meta", "link", "path", "circle", "line", "rect", "polygon", "use"}
# What `argumentsOf` in ``widgets/dom.js`` leaves out.
INTERNAL = {"data-do", "data-do-change", "data-hotkey", "data-rev", "data-again", "data-limits", "data-one-way"}


class Element:
    """An element of a page: its tag and attributes, the text in it, and the element around it."""

    def __init__(self, tag: str, attributes: dict[str, str | None], parent: Element | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.text = ""
        self.options: list[tuple[str, str]] = []

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default) or ""

    def has(self, name: str) -> bool:
        return name in self.attributes

    @property
    def name(self) -> str:
        return self.get("name")

    @property
    def kind(self) -> str:
        return self.get("type") or self.tag

    @property
    def value(self) -> str:
        """What it shows; of a select what is marked, else the first, as the browser does."""
        if self.tag == "select":
            return next((value for value, _text in self.options if value == self.get("value")), self.get("value"))
        return self.text.strip() if self.tag in ("textarea", "output") else self.get("value")

    @property
    def is_on(self) -> bool:
        return self.has("checked")

    @property
    def arguments(self) -> dict[str, str]:
        """What its ``data-*`` say beside what it does."""
        return {
            name[5:]: value or ""
            for name, value in self.attributes.items()
            if name.startswith("data-") and name not in INTERNAL
        }

    def above(self) -> Iterator[Element]:
        """The elements around it, itself first."""
        element: Element | None = self
        while element is not None:
            yield element
            element = element.parent


class Sheet(HTMLParser):
    """The elements of some HTML, in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.every: list[Element] = []
        self._open: list[Element] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), self._open[-1] if self._open else None)
        self.every.append(element)
        if tag == "option":
            select = next(each for each in element.above() if each.tag == "select")
            if element.has("selected") or not select.options:
                select.attributes["value"] = element.get("value")
            select.options.append((element.get("value"), ""))
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.every.append(Element(tag, dict(attrs), self._open[-1] if self._open else None))

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag not in VOID:
            assert self._open[-1].tag == tag, (tag, self._open[-1].tag)
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data
        if self._open and self._open[-1].tag == "option":
            select = next(each for each in self._open[-1].above() if each.tag == "select")
            select.options[-1] = (select.options[-1][0], data)

    def form_of(self, control: Element) -> Element | None:
        """The form of a control: around it, or named by it."""
        if control.get("form"):
            return next((each for each in self.every if each.get("id") == control.get("form")), None)
        return next((each for each in control.above() if each.tag == "form" or each.has("data-form")), None)

    def fields(self, form: Element) -> list[Element]:
        """The named fields of a form."""
        named = [each for each in self.every if each.tag in ("input", "select", "textarea", "output") and each.name]
        return [each for each in named if self.form_of(each) is form]

    def values(self, fields: list[Element]) -> dict[str, Any]:
        """What these fields send as they stand, as ``widgets/events.js`` reads them."""
        values: dict[str, Any] = {}
        for one in fields:
            same = [other for other in fields if other.name == one.name]
            if one.has("disabled"):
                continue
            if one.kind == "checkbox":
                on = [other.get("value", "on") for other in same if other.is_on]
                values[one.name] = on if len(same) > 1 else one.is_on
            elif one.kind != "radio":
                values[one.name] = one.value.replace("−", "-").replace("+", "") if one.tag == "output" else one.value
            elif one.is_on:
                values[one.name] = one.value
        return values


def controls(page: str, do: str) -> list[Element]:
    """The fields of the form that does ``do``."""
    sheet = Sheet(page)
    form = next((each for each in sheet.every if each.tag == "form" and each.get("data-do") == do), None)
    return [] if form is None else sheet.fields(form)


def filled(page: str, do: str) -> dict[str, Any]:
    """What the form that does ``do`` sends as it stands."""
    return Sheet(page).values(controls(page, do)) if controls(page, do) else {}


def allows(sheet: Sheet, field: Element, value: int) -> bool:
    """Whether the limits of a field and of its form let it show ``value``, as ``widgets/limits.js`` has it."""
    low, high = (field.get(name) or field.get(f"data-{name}") for name in ("min", "max"))
    if (low and value < int(low)) or (high and value > int(high)):
        return False
    form = sheet.form_of(field)
    if form is None or not form.has("data-limits"):
        return True
    shown = {each.name: number(each) for each in sheet.fields(form)}
    then = shown | {field.name: value}
    if form.has("data-one-way") and min(then.values()) < 0 < max(then.values()):
        return False
    return all(
        total(limit["of"], then) <= max(limit["most"], total(limit["of"], shown))
        for limit in json.loads(form.get("data-limits"))
    )


def total(weights: dict[str, int], values: dict[str, int]) -> int:
    return sum(max(0, weight * values.get(name, 0)) for name, weight in weights.items())


def number(field: Element) -> int:
    """What a field shows, as a number; 0 where that is none."""
    if field.kind == "checkbox":
        return int(field.is_on)
    text = field.value.replace("−", "-").replace("+", "")
    return int(text) if text.removeprefix("-").isdecimal() else 0
