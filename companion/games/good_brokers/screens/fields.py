"""What the fields of the actions of Good Brokers, and the values of its snapshot, can be."""

from companion.games.good_brokers.state import State
from companion.screens.ctx import Ctx
from companion.screens.typed import Choices, Keys
from companion.words import C_, N_, signed

SIDES = {"left": C_("a side", "left"), "right": N_("right")}


def choices(ctx: Ctx, state: State, keys: Keys) -> Choices | None:
    """Companies, the values of cards, and the racks beside a player."""
    match keys:
        case [*_, "company"] | ["buy" | "sell", "shares"]:
            return [(company, ctx._(printed["name"])) for company, printed in state.box["companies"].items()]
        case ["play_card" | "cards_played", *_, "value"]:
            return [(value, signed(value)) for value in sorted(state.box["cards"]["values"], reverse=True)]
        case ["play_card" | "cards_played", *_, "rack"]:
            return [(side, ctx._(word)) for side, word in SIDES.items()]
    return None
