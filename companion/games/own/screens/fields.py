"""What the fields of the actions of a game of one's own, and the values of its snapshot, can be."""

from companion.games.common import listed
from companion.games.own.checks import slot_said
from companion.games.own.money import slot_words
from companion.games.own.state import SUPPLY, State, slot_names
from companion.ledger import BANK
from companion.screens.ctx import Ctx
from companion.screens.typed import Choices, Keys
from companion.words import isolated, worded


def choices(ctx: Ctx, state: State, keys: Keys) -> Choices | None:
    """Goods, buttons, money slots, and where goods lie."""
    match keys:
        case ["pay", "from" | "to"] | ["auction", "to"]:
            slots = (BANK, *(slot for slot, _start in slot_names(state.book, len(state.names))))
            return [(slot_said(state, slot), listed([slot_words(state, slot)]).text(ctx._)) for slot in slots]
        case ["give", "from" | "to"] | ["buy", "of"]:
            return [(SUPPLY, ctx._("the supply")), *((name, isolated(name)) for name in state.names)]
        case ["buy" | "sell" | "give" | "price", "good"]:
            return _goods(ctx, state, tuple(state.book.goods))
        case ["press", "button"]:
            return [(button, worded(state.book.word(button), ctx._)) for button in state.book.buttons]
        case ["press", "goods", group]:
            return _goods(ctx, state, state.book.goods_asked(group))
        case ["press", "other"] | ["turn"] | ["order"] | ["auction", "opener" | "turn" | "bidders" | "done"]:
            return [(name, isolated(name)) for name in state.names]
        case ["phase"]:
            return [(str(phase), worded(phase, ctx._)) for phase in state.book.phases if phase is not None]
    return None


def _goods(ctx: Ctx, state: State, goods: tuple[str, ...]) -> Choices:
    return [(good, worded(state.book.goods[good].name, ctx._)) for good in goods]
