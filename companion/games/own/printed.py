"""What the boxes that come with the companion print, by their ``id``: words that are translated where they are shown.

Of any other box, and of all that a group changed in one of these, every word stays as somebody typed it.
"""

from collections.abc import Mapping
from typing import Any

from companion.words import N_

_BANK = frozenset(
    {
        N_("Bank and cash"),
        N_("From the bank"),
        N_("Starting money"),
        N_("The whole pot"),
        N_("To the pot"),
        N_("pot"),
    }
)
_PROPERTY = frozenset(
    {
        N_("Buy a street"),
        N_("Fine"),
        N_("From everybody"),
        N_("Rent"),
        N_("Repairs"),
        N_("Round the board"),
        N_("Salary"),
        N_("Take the pot"),
        N_("hotel"),
        N_("house"),
        N_("pot"),
    }
)
_RAILWAYS = frozenset(
    {
        N_("Buy a train"),
        N_("Dividend"),
        N_("Interest"),
        N_("Railways and shares"),
        N_("Take a loan"),
        N_("Withhold"),
        N_("companies"),
        N_("loan"),
        N_("running"),
        N_("shares"),
        N_("stock"),
        N_("treasury"),
    }
)
_MERGERS = frozenset(
    {
        N_("Ash"),
        N_("Birch"),
        N_("Cedar"),
        N_("Chains and mergers"),
        N_("Elm"),
        N_("Fir"),
        N_("First owner"),
        N_("Found"),
        N_("Gone"),
        N_("Grow"),
        N_("Oak"),
        N_("Pine"),
        N_("Second owner"),
        N_("Shared"),
        N_("Two for one"),
        N_("best"),
        N_("better"),
        N_("chains"),
        N_("plain"),
    }
)
_POWER = frozenset(
    {
        N_("Build"),
        N_("Burn coal"),
        N_("Burn oil"),
        N_("City income"),
        N_("Power for cities"),
        N_("Take a plant"),
        N_("building"),
        N_("coal"),
        N_("house"),
        N_("lights"),
        N_("oil"),
        N_("plant"),
        N_("power plants"),
        N_("resources"),
        N_("waste"),
    }
)
PRINTED = {"default": _BANK, "property": _PROPERTY, "railways": _RAILWAYS, "mergers": _MERGERS, "power": _POWER}


def printed_by(box: Mapping[str, Any]) -> frozenset[str]:
    """The words of a box that are translated: those that it had when it came with the companion."""
    name = box.get("id")
    return PRINTED.get(name, frozenset()) if isinstance(name, str) else frozenset()
