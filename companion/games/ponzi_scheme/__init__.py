"""Ponzi Scheme: 3–5 players take money that they cannot pay back, until the first is bankrupt."""

from typing import Literal

from companion.games.common import Game, Option
from companion.games.ponzi_scheme import (
    box,
    keys,
    legal,
    records,
    restore,
    rules,
    scores,
    secrets,
    setup,
    snapshot,
    turns,
    words,
)
from companion.shapes import LONGEST
from companion.words import N_

GAME = Game(
    id="ponzi-scheme",
    title="Ponzi Scheme",
    version=3,
    package=__name__,
    keys=keys.KEYS,
    seats=range(3, 6),
    minutes=75,
    options={
        "cash": Option(
            "tracked",
            Literal["tracked", "hidden"],
            N_("Cash"),
            {"tracked": N_("kept here, in secret"), "hidden": N_("kept behind the screens")},
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
    begin=setup.begin,
    active=turns.active,
    settle=turns.settle,
    with_box=setup.with_box,
    box_type=box.BoxType,
    doubts=box.DOUBTS,
    legal=legal.legal,
    snapshot=snapshot.snapshot,
    snapshot_type=snapshot.SnapshotType,
    restore=restore.restore,
    records=records.RECORDS,
    ending=scores.ending,
    loans=frozenset({"invest"}),
    decides=frozenset({"interest-paid", "went-bankrupt"}),
    describe=words.describe,
    tell=words.tell,
    call=words.call,
    wealth=records.owned,
    demo=96,
    summary=words.summary,
    catch_up=turns.catch_up,
    furthest={"/turns": LONGEST},
    hidden=secrets.hidden,
    secrets=secrets.secrets,
)
