"""What the fields of the actions of Greed, Incorporated, and the values of its snapshot, can be."""

from collections.abc import Iterable

from companion.games.greed import founding
from companion.games.greed.box import COLOURS, GOODS, STARTING, card
from companion.games.greed.legal import processors
from companion.games.greed.screens.signs import COLOUR_WORDS, TITLES, good_name
from companion.games.greed.state import State, active_companies, asset_name, company_name, unplayed
from companion.screens.ctx import Ctx
from companion.screens.typed import Choices, Keys


def choices(ctx: Ctx, state: State, keys: Keys) -> Choices | None:
    """Companies, assets, goods and titles."""
    match keys:
        case [*_, "company" | "other" | "taking" | "companies" | "ceo_of"]:
            return [(number, _numbered(state, number)) for number in _companies(state, keys)]
        case ["trade" | "propose" | "sell" | "store", *_, "goods"]:
            return [(good, good_name(ctx, good)) for good in _made(state)]
        case ["announce", "trends"]:
            return [(good, good_name(ctx, good)) for good in GOODS]
        case [*_, "director" | "target"]:
            return list(TITLES.items())
        case [*_, "colour"]:
            return [(colour, ctx._(COLOUR_WORDS[colour])) for colour in COLOURS]
        case ["drop", "entry"]:
            return [(proposal.entry, str(proposal.entry)) for proposal in state.proposals]
        case ["box", "assets", _, "removed"]:
            return [("", ctx._("stays in the game")), ("x3/x4", "x3/x4"), ("x4", "x4")]
        case ["announce", "asset"]:
            return [(asset, str(asset)) for asset in unplayed(state)]
    assets = _assets(state, keys)
    return None if assets is None else [(asset, asset_name(state, asset)) for asset in sorted(set(assets))]


def _companies(state: State, keys: Keys) -> Iterable[int]:
    match keys:
        case ["deal_company", _]:
            return STARTING
        case ["found", _]:
            return founding.companies_left(state)
    return active_companies(state)


def _assets(state: State, keys: Keys) -> Iterable[int] | None:
    numbers = active_companies(state)
    match keys:
        case ["take_asset", "asset"]:
            return (offer.number for offer in state.offers)
        case ["process", "asset"] | ["trade" | "propose", "process"]:
            return (asset for number in numbers for asset in processors(state, number))
        case ["discard_asset", "asset"]:
            return (asset for number in numbers for asset in state.companies[number].assets)
        case ["found", "assets"]:
            return state.discarded
        case ["discarded_assets"] | ["companies", _, "assets", _, "number"] | ["available_assets", _, "number"]:
            return state.pool.numbers
    return None


def _numbered(state: State, number: int) -> str:
    name = company_name(state, number)
    return name if name.startswith("#") else f"{number} {name}"


def _made(state: State) -> list[str]:
    """The goods that some company has, or can make this year."""
    made: set[str] = set()
    for number in active_companies(state):
        made |= {good for good, count in state.companies[number].goods.items() if count}
        for asset in processors(state, number):
            made |= set(card(state.box, "assets", asset).get("outputs") or {})
    return [good for good in GOODS if good in made]
