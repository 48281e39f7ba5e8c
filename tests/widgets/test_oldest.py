"""The oldest browsers that the README names: each newer thing is taken away before the page loads, in turn."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.serve.assets import STATIC
from companion.widgets.script import script
from tests.browser import PHONE, Proxy, leave
from tests.widgets.conftest import Shop
from tests.widgets.test_line import until

# What Safari 15.4, Chrome 93 or Firefox 98 lack, as a script that takes it away. Asking for an unknown selector throws.
GONE = {
    "AbortSignal.timeout": "delete AbortSignal.timeout; delete AbortSignal.any;",
    "popover": "for (const name of ['showPopover', 'hidePopover', 'togglePopover', 'popover'])"
    " delete HTMLElement.prototype[name];",
    "newer selectors": """for (const [kind, names] of [
        [Element, ["matches", "closest", "querySelector", "querySelectorAll"]],
        [Document, ["querySelector", "querySelectorAll"]],
    ]) for (const name of names) {
        const own = kind.prototype[name];
        kind.prototype[name] = function (text) {
            if (/:(modal|open|has|user-valid|user-invalid)\\b/.test(text)) throw new SyntaxError(text);
            return own.call(this, text);
        };
    }""",
    "moveBefore": "delete Element.prototype.moveBefore; delete Document.prototype.moveBefore;"
    " delete DocumentFragment.prototype.moveBefore;",
    "wake lock": "delete Navigator.prototype.wakeLock;",
    "vibrate": "delete Navigator.prototype.vibrate;",
    "requestIdleCallback": "delete window.requestIdleCallback; delete window.cancelIdleCallback;",
    "DecompressionStream": "delete window.DecompressionStream; delete window.CompressionStream;",
    "AudioContext": "delete window.AudioContext; delete window.webkitAudioContext;",
    "storage": "for (const name of ['localStorage', 'sessionStorage'])"
    " Object.defineProperty(window, name, {get() { throw new DOMException('no', 'SecurityError'); }});",
    "what we do without": """delete window.structuredClone; delete Crypto.prototype.randomUUID;
        delete window.navigation;
        delete HTMLFormElement.prototype.requestSubmit; delete Element.prototype.checkVisibility;
        delete HTMLElement.prototype.inert; delete Document.prototype.startViewTransition; delete window.scheduler;
        delete Object.groupBy; delete Map.groupBy; delete Promise.withResolvers; delete Promise.try;
        delete URL.canParse;
        delete URL.parse; delete Array.fromAsync; delete Navigator.prototype.userAgentData; delete window.cookieStore;
        delete HTMLDialogElement.prototype.requestClose; delete Element.prototype.setHTMLUnsafe;
        for (const name of ["findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with", "group"])
            delete Array.prototype[name];
        for (const name of ["union", "difference", "intersection", "isSubsetOf"]) delete Set.prototype[name];
        for (const name of ["isWellFormed", "toWellFormed"]) delete String.prototype[name];
        for (const name of ["map", "filter", "some", "find", "toArray"]) delete window.Iterator?.prototype[name];""",
}
PACKAGE = STATIC.parent.parent
SCRIPTS = [path for path in PACKAGE.rglob("*.js") if path.parent.name != "widgets"]
ABOVE = """() => {
    const box = document.querySelector('.companion-lost p').getBoundingClientRect();
    return Boolean(document.elementFromPoint(box.x + 5, box.y + 5)?.closest('.companion-lost'));
}"""


@pytest.fixture
def old(request: pytest.FixtureRequest, browser: Any, line: Proxy) -> Any:
    """A browser without one of the newer things, with the workshop open in it."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    context.add_init_script(GONE[request.param])
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield Shop(page, line).open()
    leave(context)
    assert wrong == []


@pytest.mark.browser
@pytest.mark.parametrize("old", list(GONE), indirect=True)
def test_without_it_the_page_works_and_comes_back(old: Shop) -> None:
    old.tap("step")
    old.sees("n=1")
    old.page.fill("[name=Anna]", "first")
    old.page.evaluate("document.querySelector('[name=Anna]').setSelectionRange(1, 3)")
    old.press_anyway("turn")  # rows change places
    old.page.wait_for_function("() => document.querySelector('#order input').name === 'Bruno'")
    old.page.keyboard.type("a")  # in place of what was selected
    assert old.page.input_value("[name=Anna]") == "fast"
    old.tap("speak")
    old.page.locator(".companion-notice").first.wait_for()
    old.page.keyboard.press("Escape")
    old.tap("open")
    old.tap("ten")
    old.sees("n=11")
    old.page.locator("dialog").evaluate("one => one.blur()")
    old.page.keyboard.press("s")  # a key of the page is none of the dialog that lies over it
    old.line.cut(reset=True)
    until(old.blocked, 6)
    assert old.page.evaluate(ABOVE), "the banner lies under the dialog"
    old.line.restore()
    until(lambda: not old.blocked(), 10)
    old.tap("shut")
    old.tap("step")
    old.sees("n=12", 5)


@pytest.mark.browser
@pytest.mark.parametrize("old", ["requestIdleCallback", "storage", "what we do without"], indirect=True)
def test_without_it_a_chart_is_drawn(old: Shop) -> None:
    old.tap("chart")
    old.page.locator(".js-plotly-plot .main-svg").first.wait_for()


# A look at the text: syntax cannot be taken away, and no page calls everything. What Safari 15.4 cannot read stops the
# whole script; what it does not know stops what calls it.
NEWER = [
    r"\.(findLast|findLastIndex|toSorted|toReversed|toSpliced|with|isSubsetOf|toWellFormed|checkVisibility)\(",
    r"\b(structuredClone|randomUUID|withResolvers|groupBy|fromAsync|canParse)\(",
    r"\(\?<[=!]",
    r"\bstatic\s*\{",
    r"#\w+ in ",
    r"^await ",
    r"\bimport\s+\w+\s+with\b",
    r"/[dgimsuy]*v[dgimsuy]*[.,;)]",
    r"\busing ",
]


@pytest.mark.parametrize("pattern", NEWER)
def test_the_scripts_are_of_a_language_that_the_oldest_browsers_read(pattern: str) -> None:
    for text in (script(), *(path.read_text("utf-8") for path in SCRIPTS)):
        assert not re.search(pattern, text, re.MULTILINE)


# What Chrome 93, Safari 15.4 or Firefox 98 take for no value at all, also where another one stands before it.
@pytest.mark.parametrize(
    "pattern", [r"color-mix\(", r"light-dark\(", r"\b(oklch|oklab|lch|lab)\(", r"\d(c?q[wh]|cqi)\b"]
)
def test_the_look_is_of_what_the_oldest_browsers_show(pattern: str) -> None:
    for path in PACKAGE.rglob("*.css"):
        assert not re.search(pattern, path.read_text("utf-8")), path
