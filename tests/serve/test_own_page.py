"""A page of one's own: a notebook with ordinary widgets, served beside the tables."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import nbformat
import pytest

from companion.errors import CompanionError
from companion.serve.gate import COOKIE
from companion.serve.notebooks import own_notebook
from companion.serve.page import policy
from companion.store import open_store
from tests.browser import PHONE, Server
from tests.evening.games import finished

EXAMPLE = Path(__file__).parent.parent.parent / "notebooks" / "own_page.ipynb"
SERVE = ("-m", "companion", "serve")
TELLS = """
import os
from companion.widgets.script import style
print("in", os.getcwd(), "asked", os.environ["QUERY_STRING"], "dressed", "--felt" in style())
print(undefined)
"""


def test_the_notebook_s_title_or_its_name_is_what_the_page_is_called(tmp_path: Path) -> None:
    assert own_notebook(EXAMPLE).title == "A page of one's own"
    unnamed = tmp_path / "who_won.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), unnamed)
    assert own_notebook(unnamed).title == "who won"


@pytest.mark.parametrize("name", ["nowhere.ipynb", "words.ipynb", "."])
def test_what_is_no_notebook_is_refused_in_words(tmp_path: Path, name: str) -> None:
    (tmp_path / "words.ipynb").write_text("Anna has won.")
    with pytest.raises(CompanionError, match=r"is no notebook that could be shown as a page") as refusal:
        own_notebook(tmp_path / name)
    assert refusal.value.code == "no-notebook"


def test_only_a_page_of_one_s_own_may_have_scripts_in_it() -> None:
    assert "script-src 'self' blob:;" in policy("here")
    assert "script-src 'self' blob: 'unsafe-inline';" in policy("here", scripts="'unsafe-inline'")


def ask(server: Server, path: str, cookie: str = "") -> tuple[int, str]:
    request = urllib.request.Request(server.url + path, headers={"Cookie": cookie})
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return int(answer.status), answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


@pytest.mark.browser
def test_it_runs_in_its_own_folder_behind_the_same_gate(tmp_path: Path) -> None:
    folder = tmp_path / ".hidden" / "of mine"
    folder.mkdir(parents=True)
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(TELLS)]), folder / "mine.ipynb")
    run = (*SERVE, "--lan", "--page", str(folder / "mine.ipynb"))
    with Server(tmp_path / "data", run=run) as server:
        assert ask(server, "/page/")[0] == 403
        assert ask(server, "/page/voila/static/voila.js")[0] == 403
        token = re.search(r"token=([\w\-]+)", server.output.read_text())
        assert token is not None
        cookie = f"{COOKIE}={token[1]}"
        status, body = ask(server, "/page/?table=AB2C", cookie)
        assert status == 200
        assert f"in {folder} asked table=AB2C dressed True" in body
        assert "NameError" in body  # its author wants to know
        assert ask(server, "/page/voila/static/voila.js", cookie)[0] == 200
        for path in (
            "/page/voila/static/..%2f..%2fconf.json",
            "/page/voila/files/mine.ipynb",
            "/voila/static/voila.js",
        ):
            assert ask(server, path, cookie)[0] == 404


def test_the_example_works_on_a_phone_and_asks_no_other_host(tmp_path: Path, browser: Any) -> None:
    store = open_store(tmp_path / "data")
    store.import_log(finished("greed").lines())
    context = browser.new_context(viewport=PHONE, has_touch=True)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    with Server(tmp_path / "data", run=(*SERVE, "--page", str(EXAMPLE))) as server:
        home = context.new_page()
        home.goto(server.url)
        with context.expect_page() as opened:
            home.get_by_role("link", name="A page of one's own").click()
        page = opened.value
        page.set_default_timeout(120_000)
        page.locator(".js-plotly-plot .gtitle:has-text('Prices')").first.wait_for()
        page.locator(".widget-dropdown select").select_option("cash")
        page.locator(".js-plotly-plot .gtitle:has-text('Money')").first.wait_for()
        page.locator(".noUi-handle").press("Home")
        page.get_by_text("companies are dealt").wait_for()
        page.get_by_role("button", name="Newest").tap()
        page.locator(".widget-readout:has-text('283')").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        heights = page.locator(".jupyter-button, .widget-dropdown select").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().height)"
        )
        assert min(heights) >= 44
        page.locator(".companion-back").click()
        page.locator("#companion [data-do='home.demo']").first.wait_for()
        assert all(each.startswith((server.url, "data:", "blob:")) for each in asked)
    context.close()
