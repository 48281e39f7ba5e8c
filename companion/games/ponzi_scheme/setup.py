"""The table as it is set up ("Preparazione"), and with a box that was changed."""

from typing import Any

import msgspec

from companion.errors import RuleError
from companion.games.ponzi_scheme.bounds import penniless
from companion.games.ponzi_scheme.box import check_box
from companion.games.ponzi_scheme.state import ALL_PLAYERS, State, cash, holdings
from companion.ledger import new_ledger
from companion.shapes import LARGEST
from companion.words import N_


def begin(names: tuple[str, ...], options: dict[str, Any], box: dict[str, Any]) -> State:
    """Nobody has anything; the starting cards are the market, all others the deck.

    Raises RuleError ``bad-box``, or ``bad-option`` when nobody has the name of the option ``first_player``.
    """
    check_box(box)
    seats = range(len(names))
    first = _first(names, options["first_player"])
    slots = [cash(seat) for seat in seats] if options["cash"] == "tracked" else [ALL_PLAYERS]
    funds = {int(value): card for value, card in box["funds"].items()}
    starting = tuple(sorted(value for value, card in funds.items() if card["kind"] == "starting"))
    return State(
        names=names,
        ledger=new_ledger(slots),
        options=options,
        box=box,
        round=1,
        phase="invest",
        active=first,
        first=first,
        market=starting,
        deck=frozenset(funds.keys() - set(starting)),
        discards=frozenset(),
        crashed=False,
        turns=0,
        made={industry: printed["tiles"] for industry, printed in box["industries"].items()},
        tiles=(dict.fromkeys(box["industries"], 0),) * len(names),
        wheels=({},) * len(names),
        luxuries=((),) * len(names),
        offer=None,
        bankrupt=(),
        told=(None,) * len(names),
        # No hand holds more than all cards together ever bring, nor more than a table counts.
        bounds=penniless(len(names), min(sum(funds), LARGEST)),
    )


def _first(names: tuple[str, ...], wanted: str | None) -> int:
    if wanted is None:
        return 0
    if wanted.strip() not in names:
        raise RuleError("bad-option", N_("Nobody called {player} plays here."), player=wanted[:40])
    return names.index(wanted.strip())


def with_box(state: State, box: dict[str, Any]) -> State:
    """The table with a changed box; cards, industries and luxuries stay the same ones. Raises RuleError ``bad-box``."""
    check_box(box)
    for kind in ("funds", "industries", "luxuries"):
        if box[kind].keys() != state.box[kind].keys():
            raise RuleError("bad-box", N_("The cards and tiles of a table stay the same ones."))
    old, new = state.box["industries"], box["industries"]
    made = {kind: count + new[kind]["tiles"] - old[kind]["tiles"] for kind, count in state.made.items()}
    if any(made[kind] < held for kind, held in holdings(state).items()):
        raise RuleError("bad-box", N_("The players hold more tiles than the box would have."))
    return msgspec.structs.replace(state, box=box, made=made)
