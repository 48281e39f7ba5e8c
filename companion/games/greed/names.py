"""The names of goods, and goods, arrows and spaces in words."""

from collections.abc import Mapping

from companion.games.common import Line, listed, printed_word
from companion.games.greed.box import card
from companion.games.greed.state import State
from companion.words import N_, Word, signed

GOOD_WORDS = {
    "land": N_("land"),
    "sand": N_("sand"),
    "coal": N_("coal"),
    "steel": N_("steel"),
    "houses": N_("houses"),
    "cotton": N_("cotton"),
    "clothes": N_("clothes"),
    "railroads": N_("railroads"),
    "microchips": N_("microchips"),
    "loans": N_("loans"),
    "blah-blah": N_("blah-blah"),
}


# What the shipped boxes call the goods.
PRINTED = frozenset(
    {
        N_("Land"),
        N_("Sand"),
        N_("Coal"),
        N_("Steel"),
        N_("Houses"),
        N_("Cotton"),
        N_("Clothes"),
        N_("Railroads"),
        N_("Microchips"),
        N_("Loans"),
        N_("Blah-blah"),
    }
)


def good_name(state: State, good: str) -> str:
    """The printed name of a good, or a word for it."""
    name: str | None = card(state.box, "goods", good).get("name")
    return printed_word(name, PRINTED) if name else Word(GOOD_WORDS[good])


def symbol_name(colour: str, letter: str) -> Line:
    """A status symbol by its colour and letter."""
    return Line(N_("gold {card}") if colour == "gold" else N_("silver {card}"), {"card": letter})


def goods_text(state: State, goods: Mapping[str, int]) -> Line:
    """Goods in words: "1 coal, 2 steel"."""
    return listed(
        Line("{count} {good}", {"count": count, "good": good_name(state, good)})
        for good, count in goods.items()
        if count
    )


def arrows_text(state: State, arrows: Mapping[str, int]) -> Line:
    """The arrows on a card: "coal +1, land −1"."""
    moved = [(good, by) for good, by in arrows.items() if by]
    if not moved:
        return Line(N_("no arrows"))
    return listed(Line("{good} {by}", {"good": good_name(state, good), "by": signed(by)}) for good, by in moved)


def space(step: int) -> str:
    """A space of a price track, counted from the start."""
    return signed(step) if step else "0"


def trend_space(trend: int) -> str:
    """A space of the trend track as it is printed."""
    return signed(trend) if trend else "N"
