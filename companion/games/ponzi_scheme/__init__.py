"""Ponzi Scheme: 3–5 players take money that they cannot pay back, until the first is bankrupt."""

from typing import Literal

from companion.games.common import Game, Option, Secrets
from companion.games.ponzi_scheme import (
    box,
    calls,
    ending,
    flow,
    legal,
    records,
    restore,
    rules,
    snapshot,
    start,
    words,
)
from companion.games.ponzi_scheme.state import State, tracked
from companion.words import N_

# Where the table knows the cash: who cannot pay is told so, and a changed investment may bankrupt somebody.
SECRETS = Secrets(
    own=frozenset({"offer", "counter", "buy_luxury"}),
    amendable=frozenset({"reveal", "discard_fund", "discard_tile"}),
    singly=True,
)


def _secrets(state: State) -> Secrets | None:
    return SECRETS if tracked(state) else None


GAME = Game(
    id="ponzi-scheme",
    title="Ponzi Scheme",
    package=__name__,
    version=1,
    seats=range(3, 6),
    minutes=75,
    options={
        "cash": Option(
            "tracked",
            Literal["tracked", "hidden"],
            N_("Cash"),
            {"tracked": N_("kept here, each player's own secret"), "hidden": N_("kept behind the screens")},
        ),
        "advanced": Option(False, bool, N_("Advanced game: luxuries instead of money count at the end")),
        "first_player": Option(None, str | None, N_("Who is first; else the first of the list")),
        "first_round_trade": Option(False, bool, N_("Trade also in the first round")),
        "most_by_investing": Option(
            3, Literal[3, 4], N_("Tiles of a kind that one may own by investing"), {3: N_("three"), 4: N_("four")}
        ),
        "zero_offers": Option(True, bool, N_("An offer may be 0")),
    },
    moves=rules.MOVES,
    begin=start.begin,
    actor=legal.actor,
    active=legal.active,
    settle=flow.settle,
    with_box=box.with_box,
    doubts=box.DOUBTS,
    legal=legal.legal,
    snapshot=snapshot.snapshot,
    snapshot_type=snapshot.SnapshotType,
    restore=restore.restore,
    records=records.RECORDS,
    ending=ending.ending,
    loans=frozenset({"invest"}),
    describe=words.describe,
    tell=words.tell,
    call=calls.call,
    summary=words.summary,
    catch_up=flow.catch_up,
    hidden=snapshot.hidden,
    secrets=_secrets,
)
