"""A server on a notebook of the app's own parts, without a game: what the serve room's tests look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import Server

NOTEBOOK = Path(__file__).parent.parent.parent / "benchmarks" / "page.ipynb"


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The benchmark's page: a text, the button "step", one chart."""
    with Server(tmp_path_factory.mktemp("parts"), str(NOTEBOOK)) as running:
        yield running
