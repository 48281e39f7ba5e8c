"""All that a page can say: every tab, every dialog that something on it opens, and its figures."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from companion.screens import frame
from companion.store import open_store
from companion.table import Table
from companion.words import Translator
from tests.screens.forms import Sheet
from tests.screens.reader import Reader, words_of

OPENERS = ("sheet.open", "deal.open")
OF_A_KIND = 2  # dialogs that one kind of button opens: of 72 cards the first few say it all
ELSEWHERE = ("settings", "box", "evening")  # screens without a tab of their own


def opened(table: Table, seat: str, words: str | Translator = "en") -> Reader:
    """A page at a table that was played before, in a language of ours or in these words."""
    store = open_store()
    code = store.table(store.import_log(table.lines())).code
    return speaking(words, f"?table={code}&seat={seat}")


def speaking(words: str | Translator, url: str = "") -> Reader:
    """A page in a language of ours, or in these words."""
    reader = Reader(url, lang=words if isinstance(words, str) else "en")
    if not isinstance(words, str):
        reader.visit._ = words
        reader.page.view.speak(words)
        reader.visit.speak = lambda: None  # type: ignore[method-assign]
        reader.page.draw()
    return reader


def pages(reader: Reader) -> Iterator[tuple[str, str]]:
    """What every screen and dialog of a page says, each with the name of where that was."""
    tabs = [tab.id for tab in frame.tabs_of(reader.table)]
    for screen in dict.fromkeys((*tabs, *ELSEWHERE)):
        reader.tap("go", to=screen)
        yield screen, said(reader)
        seen: dict[str, int] = {}
        for do, args in openers(reader.html):
            kind = f"{do} {args.get('kind', '')}"
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= OF_A_KIND:
                reader.tap(do, **args)
                yield f"{screen} {kind}", said(reader)
                reader.tap("sheet.close")
    reader.tap("try.begin").tap("go", to="compare")
    yield "compare", said(reader)


def openers(html: str) -> list[tuple[str, dict[str, str]]]:
    """What opens a dialog on a page, in its order, each once."""
    found = [(each.get("data-do"), each.arguments) for each in Sheet(html).every if each.get("data-do") in OPENERS]
    return [each for n, each in enumerate(found) if each not in found[:n]]


def said(reader: Reader) -> str:
    """All words of a page as it stands: to read, to hear, in its figures, in its notices, and what was said over it."""
    view = reader.page.view
    notices = [text for name, text in view.texts.items() if name not in ("lang", "dir")]
    drawn = re.sub(r"(?s)<textarea\b.*?</textarea>", " ", reader.html)  # a file, as somebody writes it
    words = [words_of(drawn), *(unescape(text) for text in figures(view.charts)), *notices, *reader.said]
    reader.said.clear()
    return " \n ".join(words)


def figures(drawn: Any) -> list[str]:
    """The words of figures: titles, axes, labels and what a pointer is told; names of series where they are shown."""
    if isinstance(drawn, dict):
        legend = drawn.get("showlegend", False)
        found = []
        for key, value in drawn.items():
            if isinstance(value, str):
                found += [value] if key == "text" or (key == "name" and legend) else []
            else:
                found += figures(value)
        return found
    if isinstance(drawn, list | tuple):
        return [each for value in drawn for each in ([value] if isinstance(value, str) else figures(value))]
    return []
