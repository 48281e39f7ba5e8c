"""For mkdocstrings: the examples of our docstrings are code, not text with brackets in it."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a fence round each paragraph that begins as a doctest does."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """What griffe calls once it has read the package."""
        fence(pkg)


def fence(each: Any) -> None:
    """In what this object says, and what stands in it."""
    if each.is_alias:
        return
    if each.docstring:
        each.docstring.value = EXAMPLE.sub(lambda found: f"```python\n{found[0]}\n```", each.docstring.value)
    for inside in each.members.values():
        fence(inside)
