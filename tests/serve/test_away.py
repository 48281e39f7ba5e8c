"""While the host is away, a page of ours in place of the browser's; while it is there, nothing in its way."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.serve import away
from companion.words import LANGUAGES, translator
from tests.browser import Server, free_port, leave
from tests.serve.conftest import NOTEBOOK
from tests.serve.test_routes import ask

STEP = 'button:has-text("step")'
TOKEN = "a-token-for-the-test"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_it_in_the_reader_s_language_and_asks_at_its_own_address(lang: str) -> None:
    told = away.away_page("/user/anna/companion/", lang)
    assert f'<html lang="{lang}"' in told
    assert translator(lang)(away.AWAY) in told
    assert f">{translator(lang)('Try again')}</button>" in told
    assert 'fetch("/user/anna/companion/companion/alive"' in told
    assert (away.AWAY in told) == (lang == "en")


def test_the_worker_is_for_every_page_of_ours_and_is_asked_for_anew(parts: Server) -> None:
    answer, script = ask(parts, "/companion/away.js?lang=it", Cookie="companion_lang=de; companion_key=secret")
    assert answer.status == 200
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert script.decode() == away.worker("/", "it")
    assert ask(parts, "/companion/away.js?lang=xx")[1].decode() == away.worker("/", "en")


def works(page: Any) -> None:
    """Waits until the worker for the page's language stands ready."""
    page.wait_for_function(
        """async () => {
            const { active } = await navigator.serviceWorker.ready;
            return active.state === "activated" && active.scriptURL.endsWith(document.documentElement.lang);
        }"""
    )


def test_it_says_that_the_host_is_away_and_goes_on_when_it_is_back(tmp_path: Path, browser: Any) -> None:
    """The second server is locked, which it says itself: its answer goes by untouched, and its short code lets in."""
    port = free_port()
    contexts = {lang: browser.new_context(locale=lang) for lang in ("it", "de")}
    pages = {lang: context.new_page() for lang, context in contexts.items()}
    with Server(tmp_path, str(NOTEBOOK), port=port) as server:
        for page in pages.values():
            page.goto(f"{server.url}/?table=ABCDE")
            page.wait_for_selector(STEP)
            works(page)
            assert page.goto(f"{server.url}/nothing").status == 404
            page.goto(f"{server.url}/?table=ABCDE")
            page.wait_for_selector(STEP)
            works(page)
    for lang, page in pages.items():
        assert page.reload().status == 503
        assert page.inner_text("main p") == translator(lang)(away.AWAY)
        page.click("button")
        assert page.inner_text("main p") == translator(lang)(away.AWAY)
        assert page.evaluate("caches.keys()") == []
    with Server(tmp_path, str(NOTEBOOK), "--lan", "--token", TOKEN, port=port) as server:
        code = re.findall(r"type (\w+)|inserisci (\w+)", server.output.read_text())
        for page in pages.values():
            page.wait_for_selector("input[name=code]")  # by itself
            assert page.url == f"{server.url}/?table=ABCDE"
            page.fill("input[name=code]", next(filter(None, code[-1])))
            page.click("form button")
            page.wait_for_selector(STEP)
            assert page.url == f"{server.url}/?table=ABCDE"
        page.evaluate("document.documentElement.lang = 'fr'")  # as a reader's choice does
        works(page)
        assert len(page.evaluate("navigator.serviceWorker.getRegistrations()")) == 1
    for context in contexts.values():
        leave(context)
