"""Fixtures that many tests share."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import is_hypothesis_test

from tests.browser import NO_BROWSER, PHONE, Proxy, Server, launch, leave, told
from tests.postgres import Postgres


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what run.py keeps apart.

    A test that drives a page or a server is a browser test, marked or not. Coverage makes a test take up to three times
    as long and tells which lines an example reaches: games played by chance and the screens, which are drawn again and
    again for all there is, go without it.
    """
    for item in items:
        if {"browser", "server"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
        if is_hypothesis_test(getattr(item, "obj", None)) or "screens" in item.path.parts:
            item.add_marker("no_cover")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Says with a failed browser test what its pages told their readers."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.when == "call" and report.failed and browser is not None:
        pages = [page for context in browser.contexts for page in context.pages]
        report.sections.append(("pages", "\n".join(map(told, pages))))
    return report


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server. A machine without one fails: these tests are never skipped."""
    try:
        running = Postgres()
    except RuntimeError as problem:
        pytest.fail(str(problem))
    with running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a store of this test's own is: in a folder, and once more in a database."""
    if request.param == "sqlite":
        yield str(tmp_path / "data")
        return
    yield request.getfixturevalue("postgres").store()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server for the tests of a module; its data folder is empty before the first."""
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """A line to the server that a test can cut."""
    with Proxy(server.port) as line:
        yield line


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for the whole run. A machine without it fails: these tests are never skipped."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.fail(NO_BROWSER)
    with sync_playwright() as playwright:
        try:
            running = launch(playwright)
        except RuntimeError as problem:
            pytest.fail(str(problem))
        yield running
        running.close()


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """A fresh browser of a phone's size: no cookies, no cache."""
    fresh = browser.new_context(viewport=PHONE)
    yield fresh
    leave(fresh)


@pytest.fixture
def page(context: Any) -> Any:
    """One open page in it."""
    return context.new_page()
