"""What a chapter of a page is given: the table, the reader's words, and controls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import htpy as h
from htpy import Node

from companion import charts
from companion.charts import options
from companion.charts.parts import Figure
from companion.games import part
from companion.screens import parts
from companion.screens.ctx import Ctx, screens_of
from companion.screens.naming import named
from companion.screens.visit import Visit
from companion.shapes import number_in
from companion.table import Table
from companion.words import Translator, labelled


class Reading:
    """What a chapter is given: the ``table``, the reader's words ``_``, and controls for the reader.

    A control stands above the chapter and is made by asking for its value; the chapter runs again when it changes.
    """

    def __init__(self, table: Table, _: Translator, chapter: str, given: dict[str, Any]) -> None:
        self.table = table
        self._ = _
        self.charts: dict[str, Figure] = {}
        self.controls: list[Node] = []
        self._chapter = chapter
        self._given = given

    def choose(self, label: str, choices: Mapping[str, str] | Iterable[str]) -> str:
        """One of several; ``choices`` are the values, or values with what they are called."""
        named = dict(choices) if isinstance(choices, Mapping) else {each: each for each in choices}
        value = self._given.get(label)
        value = value if value in named else next(iter(named), "")
        chosen = parts.select_input(label, named.items(), value, data_do_change="book.set", data_chapter=self._chapter)
        self.controls.append(parts.field(label, chosen))
        return value

    def find(self, label: str, groups: Mapping[str, Mapping[str, str]]) -> str:
        """One of many, in groups, with a field to search them by their words; "" while none is chosen.

        ``groups`` has the values of each group with what they are called.
        """
        words = str(self._given.get(f"{label} ?", "")).casefold().split()
        value = str(self._given.get(label, ""))
        value = value if any(value in group for group in groups.values()) else ""
        found = {
            name: {
                each: said
                for each, said in group.items()
                if each == value or all(word in f"{name} {said}".casefold() for word in words)
            }
            for name, group in groups.items()
        }
        telling = {"data_do_change": "book.set", "data_chapter": self._chapter}
        chosen = h.select(".input", name=label, data_rev=value, **telling)[
            h.option(value="", selected=not value)["–"],
            (
                h.optgroup(label=name)[
                    (h.option(value=each, selected=each == value)[said] for each, said in group.items())
                ]
                for name, group in found.items()
                if group
            ),
        ]
        count = sum(map(len, found.values()))
        self.controls.append(
            h.div(".find")[
                parts.field(label, chosen),
                parts.field(
                    self._.ngettext("Search {count} move", "Search {count} moves", count).format(count=count),
                    parts.text_input(f"{label} ?", " ".join(words), type_="search", **telling),
                ),
            ]
        )
        return value

    def pick(self, label: str, choices: Mapping[str, str] | Iterable[str], first: int = 4) -> list[str]:
        """Any of several; at first the ``first`` of them."""
        named = dict(choices) if isinstance(choices, Mapping) else {each: each for each in choices}
        given = self._given.get(label)
        on = [each for each in named if each in given] if isinstance(given, list) else list(named)[:first]
        self.controls.append(
            h.fieldset(".pick")[
                h.legend[label],
                # A box of its own, never shown, so that no box ticked is an answer too.
                h.input(type="checkbox", name=label, value="", checked=True, hidden=True),
                (
                    h.label(".tick")[
                        h.input(
                            type="checkbox",
                            name=label,
                            value=each,
                            checked=each in on,
                            data_do_change="book.set",
                            data_chapter=self._chapter,
                        ),
                        h.span[said],
                    ]
                    for each, said in named.items()
                ),
            ]
        )
        return on

    def tick(self, label: str, *, on: bool = False) -> bool:
        """Yes or no."""
        value = bool(self._given.get(label, on))
        box = parts.checkbox(label, label, on=value, data_do_change="book.set", data_chapter=self._chapter)
        self.controls.append(box)
        return value

    def slide(self, label: str, least: int, most: int, value: int | None = None) -> int:
        """A number between two others."""
        given = number_in(self._given.get(label))
        found = given if given is not None else most if value is None else value
        found = max(least, min(most, found))
        step = {"chapter": self._chapter, "label": label}
        self.controls.append(
            h.div(".slide")[
                parts.button("‹", "book.move", args={**step, "to": max(least, found - 1)}, icon=True, label="−1"),
                h.label(".field.grow")[
                    h.span[labelled(label, found, self._)],
                    h.input(
                        type="range",
                        name=label,
                        min=str(least),
                        max=str(most),
                        value=str(found),
                        data_do_change="book.set",
                        data_chapter=self._chapter,
                        data_rev=str(found),
                    ),
                ],
                parts.button("›", "book.move", args={**step, "to": min(most, found + 1)}, icon=True, label="+1"),
            ]
        )
        return found

    def kinds(self) -> dict[str, str]:
        """The figures that this game has, with their titles."""
        return {
            kind: charts.draw(self.table, kind, None, self._)["layout"]["title"]["text"]
            for kind in charts.kinds(self.table)
        }

    def figure(self, kind: str, *, only: list[str] | None = None, slider: bool = False) -> Figure:
        """A figure of the table's records, in the page's own colours."""
        drawn = charts.draw(self.table, kind, None, self._)
        if only is not None:
            drawn = options.only(drawn, only, self.table.players)
        return options.slider(drawn) if slider else drawn

    def board(self, table: Table) -> Node:
        """A table as everybody sees it: for looking at its past."""
        if part(table.game, "screens") is None:
            return table.summary().text(self._)
        ctx = Ctx(Visit(speaks=self._), table, alive=False)
        return h.div(".cards.board-of-then")[screens_of(table.game.id).TABS[0].draw(ctx).body]

    def name(self, *ids: str) -> str:
        """What something is called on the components, from its ids."""
        return " · ".join(named(self.table, each, self._) for each in ids)
