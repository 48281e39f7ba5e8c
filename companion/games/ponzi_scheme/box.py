"""What the components of Ponzi Scheme print: fund cards, industry tiles, luxuries, and what money is worth."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from companion.boxes import bad_box
from companion.errors import RuleError
from companion.games.ponzi_scheme.state import FARTHEST, MARKET
from companion.shapes import LARGEST, Misfit, Strict, fit
from companion.words import N_

Positive = Annotated[int, Meta(ge=1)]

# Values on which public sources disagree: what is said beside them.
TWO_BEARS = N_(
    "The rule book counts 16 bears, without this card; two public component lists count 18. That 63 and 64 are the two "
    "more is one source's word: look at your card."
)

TILES = N_("The rule book counts 15 tiles of each industry; some later editions have 12.")

DOUBTS = {
    **{f"/industries/{industry}/tiles": TILES for industry in ("transport", "food", "media", "real-estate")},
    "/funds/52/interest": N_("One public source prints 97, another 98; 97 fits the series."),
    "/funds/63/kind": TWO_BEARS,
    "/funds/64/kind": TWO_BEARS,
}


class BoxFund(Strict):
    """A fund card: ``interest`` is due every ``period`` turns."""

    period: Annotated[int, Meta(ge=1, le=FARTHEST)]
    interest: Positive
    kind: Literal["starting", "ordinary", "bear"]


class BoxIndustry(Strict):
    """An industry, how many tiles it has, and their colour."""

    name: str
    tiles: Positive
    colour: str


class BoxType(Strict):
    """What a box says. ``funds`` go by their value; ``luxuries`` and ``wealth`` are points for a price, for cash."""

    name: str
    industries: dict[str, BoxIndustry]
    luxuries: dict[str, Positive]
    wealth: dict[str, Positive]
    funds: dict[str, BoxFund]


def check_box(box: dict[str, Any]) -> None:
    """Raises RuleError ``bad-box`` when a table cannot be made from ``box``."""
    try:
        data = fit(box, BoxType)
    except Misfit as reason:
        raise bad_box(reason) from None
    for numbers in (data.funds, data.luxuries, data.wealth):
        if not all(_is_amount(number) for number in numbers):
            raise RuleError("bad-box", N_("Funds, luxuries and wealth go by their printed number."))
    starting = sum(fund.kind == "starting" for fund in data.funds.values())
    if starting != MARKET:
        raise RuleError(
            "bad-box", N_("The box needs {needed} starting funds, not {found}."), needed=MARKET, found=starting
        )
    if not data.industries:
        raise RuleError("bad-box", N_("The box needs industries."))


def _is_amount(number: str) -> bool:
    """Whether that can be printed on a card: moves name it by its number, which has the bound of every amount."""
    return number.isascii() and number.isdigit() and str(int(number)) == number and int(number) <= LARGEST
