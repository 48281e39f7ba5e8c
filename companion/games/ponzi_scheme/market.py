"""The market of fund cards: three rows of three, the deck behind them, and the bears."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.errors import RuleError
from companion.games.ponzi_scheme.actions import Reveal
from companion.games.ponzi_scheme.state import MARKET, OVER, ROW, State, fund
from companion.words import N_

ROWS = MARKET // ROW


def row(state: State, number: int) -> tuple[int, ...]:
    """The cards of row 1, 2 or 3: the market from the lowest, three a row."""
    return state.market[(number - 1) * ROW : number * ROW]


def bears(state: State) -> list[int]:
    """The bear cards in the market."""
    return [value for value in state.market if fund(state, value)["kind"] == "bear"]


def awaiting_reveal(state: State) -> int:
    """The cards that are to be drawn to fill the market, as far as there are any; none once the game is over."""
    if state.phase in OVER:
        return 0
    return min(MARKET - len(state.market), len(state.deck) + len(state.discards))


def drawable(state: State) -> tuple[frozenset[int], int, frozenset[int]]:
    """From what the market is refilled: cards that come in any case, how many more, and of which cards.

    A deck with too few cards gives all of them, and the rest comes from the discards.
    """
    wanted = awaiting_reveal(state)
    if wanted < len(state.deck) or not state.deck:
        return frozenset(), wanted, state.deck or state.discards
    rest = wanted - len(state.deck)
    return state.deck, rest, state.discards if rest else frozenset()


def without(state: State, value: int) -> tuple[int, ...]:
    """The market after the card of that value was taken."""
    return tuple(other for other in state.market if other != value)


def refill(state: State, move: Reveal) -> State:
    """Put the cards drawn from the physical deck into the market, which sorts itself (rule book: "Investimento").

    Raises RuleError: ``nothing-to-reveal``, ``wrong-number-of-cards``, ``same-card-twice``, ``not-in-deck``.
    """
    wanted = awaiting_reveal(state)
    if not wanted:
        raise RuleError("nothing-to-reveal", N_("The market is full: no card is to be drawn."))
    if len(move.funds) > wanted or (len(move.funds) < wanted and not state.forced):
        raise RuleError(
            "wrong-number-of-cards",
            N_("{asked} cards were named; exactly {allowed} are to be drawn."),
            asked=len(move.funds),
            allowed=wanted,
        )
    drawn = frozenset(move.funds)
    if len(drawn) != len(move.funds):
        raise RuleError("same-card-twice", N_("Each card exists once; name {allowed} different ones."), allowed=wanted)
    sure, _, among = drawable(state)
    for value in move.funds:
        if value not in sure and value not in among:
            raise RuleError("not-in-deck", N_("The card {fund} cannot come from the deck now."), fund=value)
    if not sure <= drawn and not state.forced:
        raise RuleError(
            "not-in-deck",
            N_("The deck ends, so its last cards come too: {funds}."),
            funds=", ".join(map(str, sorted(sure - drawn))),
        )
    deck, discards = state.deck - drawn, state.discards
    if drawn & discards:
        deck, discards = (deck | discards) - drawn, frozenset()
    return replace(state, market=tuple(sorted((*state.market, *drawn))), deck=deck, discards=discards)


def draws(state: State) -> Iterator[list[int]]:
    """Some of the ways in which the market may be refilled: each card that can come, comes in one of them."""
    sure, more, among = drawable(state)
    cards = sorted(among)
    if not more:
        yield sorted(sure)
        return
    stride = len(cards) // more
    for start in range(len(cards)):
        chosen = [cards[(start + step * stride) % len(cards)] for step in range(more)]
        yield sorted([*sure, *chosen])
