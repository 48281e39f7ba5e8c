"""What the examples in docstrings know without saying so."""

from typing import Any

import pytest

import companion


@pytest.fixture(autouse=True, scope="session")
def _examples(doctest_namespace: dict[str, Any]) -> None:
    """The package itself: ``companion.new_table(…)``."""
    doctest_namespace["companion"] = companion
