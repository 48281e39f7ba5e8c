"""What a box of Good Brokers prints, and whether a table can be made from it."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.boxes import bad_box
from companion.errors import RuleError
from companion.shapes import Misfit, Strict, fit
from companion.words import N_

CUBES = N_("Which cube belongs to which company is not known for this edition: choose the colours of yours.")
DOUBTS = {
    "/track": N_("260 is inferred. Some say that the track ends at 250: look at yours."),
    "/cards": N_("How many cards of each value a company has is not published: count yours, if you like."),
    **{
        f"/companies/{company}/colour": CUBES
        for company in ("lloyd", "dynamite", "standard-oil", "ford", "siemens", "u-pacific")
    },
}
NotNegative = Annotated[int, Meta(ge=0)]
MOST_COMPANIES = 20  # the moves that are offered grow with their third power


class BoxCompany(Strict):
    """A company as printed; ``colour`` is that of its cube."""

    name: str
    colour: str


def card_values(box: dict[str, Any]) -> list[str]:
    """The values that cards have, as they are printed."""
    return [f"{value:+d}" for value in box["cards"]["values"]]


class BoxCards(Strict, kw_only=True):
    """The cards; ``copies`` by value, as ``+6``."""

    per_company: Annotated[int, Meta(ge=1)]
    values: list[int]
    copies: Annotated[dict[str, NotNegative | None], Meta(extra={"keys": card_values})] = msgspec.field(
        default_factory=dict
    )
    per_rack: Annotated[int, Meta(ge=1)]


class BoxType(Strict):
    """What a box of Good Brokers says; ``cards.copies`` (how many of each value a company has) may be unknown."""

    name: str
    track: list[int]
    start_price: int
    start_money: NotNegative
    shares: Annotated[int, Meta(ge=1)]
    companies: dict[str, BoxCompany]
    cards: BoxCards


def check_box(box: dict[str, Any]) -> None:
    """Raises RuleError ``bad-box`` when a table cannot be made from ``box``."""
    try:
        data = fit(box, BoxType)
    except Misfit as reason:
        raise bad_box(reason) from None
    rising = all(low < high for low, high in zip(data.track, data.track[1:], strict=False))
    if not rising or not data.track or data.track[0] < 0 or data.start_price not in data.track:
        raise RuleError("bad-box", N_("The box needs a rising price track on which the start price stands."))
    if not 1 <= len(data.companies) <= MOST_COMPANIES or not 1 <= len(data.cards.values) <= MOST_COMPANIES:
        raise RuleError(
            "bad-box",
            N_("The box needs companies and the values of their cards, {most} at most."),
            most=MOST_COMPANIES,
        )
