"""Sentences that name an amount and keep up with what is typed: read by ``widgets/echo.js`` on the page."""

from collections.abc import Mapping
from typing import Any

import htpy as h
import msgspec
from htpy import Element

from companion.screens.ctx import Ctx


def says(
    ctx: Ctx,
    template: str,
    now: Mapping[str, str],
    sums: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    words: Mapping[str, object] | None = None,
    case: str = "says",
    **otherwise: str,
) -> Element:
    """A translated ``template`` with the amounts of its form, inside that form or its button.

    ``now`` says what the placeholders that change are as drawn; each is the field of that name, or what ``sums``
    makes of several fields (``echo.js`` tells how). ``words`` fill the other placeholders. ``none``, ``less`` and
    ``both`` are said instead where nothing is picked, only less, or some more and some less; ``case`` is what holds as
    drawn.
    """
    fixed = words or {}
    marked = {name: f"\ue000{name}\ue001" for name in now}
    cases = {"says": template, **otherwise}
    data = {name: text.format(**fixed, **marked) for name, text in cases.items()}
    if sums:
        data["sums"] = msgspec.json.encode(sums, enc_hook=str).decode()  # a translated text is a text of its own kind
    data["group"] = ctx.money(1000)[1:-3]
    return h.span({f"data-{name}": text for name, text in data.items()})[cases[case].format(**fixed, **now)]
