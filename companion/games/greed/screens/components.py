"""How the components of Greed, Incorporated stand in the box editor: their names, and what is known of them."""

from companion.games.greed import advice
from companion.games.greed.box import card, price_track
from companion.games.greed.screens.signs import (
    arrows_text,
    company_chip,
    good_chip,
    good_name,
    recipe_text,
    symbol_facts,
    symbol_name,
)
from companion.games.greed.state import asset_name, company_name
from companion.screens.box_fields import Component
from companion.screens.ctx import Ctx
from companion.screens.typed import Keys


def component(ctx: Ctx, keys: Keys) -> Component | None:
    """A price track, a company, an asset or a status symbol; None for what the editor tells itself."""
    state = ctx.table.state
    box = state.box
    match keys:
        case ["goods", good]:
            return Component(
                good_name(ctx, good), _track_text(ctx, good), advice.track_known(box, good), good_chip(ctx, good)
            )
        case ["companies", text]:
            number = int(text)
            facts = arrows_text(ctx, card(box, *keys).get("trends"))
            return Component(
                company_name(state, number), facts, advice.company_known(box, number), company_chip(ctx, number)
            )
        case ["assets", text]:
            asset = int(text)
            return Component(asset_name(state, asset), _asset_text(ctx, asset), advice.asset_known(box, asset))
        case ["status", colour, "cards", letter]:
            facts, known = symbol_facts(ctx, colour, letter), advice.symbol_known(box, colour, letter)
            return Component(symbol_name(ctx, colour, letter), facts, known)
    return None


def _asset_text(ctx: Ctx, asset: int) -> str:
    printed = card(ctx.table.state.box, "assets", asset)
    mark = printed.get("removed")
    facts = (
        recipe_text(ctx, asset),
        arrows_text(ctx, printed.get("trends")),
        ctx._("mark not known") if mark is None else mark,
    )
    return " · ".join(each for each in facts if each)


def _track_text(ctx: Ctx, good: str) -> str:
    """The known prices of a track; the start in brackets."""
    track = price_track(ctx.table.state.box, good)
    if not track.spaces:
        return str(ctx._("not known"))
    told = [f"[{price}]" if step == 0 else str(price) for step, price in sorted(track.spaces.items())]
    return " ".join(["" if track.bottom is not None else "…", *told, "" if track.top is not None else "…"]).strip()
