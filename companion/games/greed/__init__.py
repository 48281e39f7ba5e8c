"""Greed, Incorporated: 3–5 players run companies into the ground, and are paid for it; 8 or 12 years of ten phases."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.games.common import Game, Option
from companion.games.greed import (
    box,
    doubts,
    keys,
    legal,
    proposals,
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
from companion.words import N_

GAME = Game(
    id="greed",
    title="Greed, Incorporated",
    package=__name__,
    keys=keys.KEYS,
    version=5,
    seats=range(3, 6),
    minutes=210,
    options={
        "discard_after_blame": Option(
            "always",
            Literal["always", "new-ceo-only"],
            N_("After blame an asset is discarded"),
            {"always": N_("always"), "new-ceo-only": N_("by a new CEO only")},
        ),
        "first_year_exempt": Option(True, bool, N_("A company gets no boot in its first year")),
        "status_raise": Option(
            "multiple-of-10",
            Literal["multiple-of-10", "at-least-10"],
            N_("Bids for status symbols go up"),
            {"multiple-of-10": N_("by tens"), "at-least-10": N_("by 10 or more")},
        ),
        "may_pass_bid": Option(True, bool, N_("A company with money may pass when it could bid for assets")),
        "years": Option(
            None,
            Annotated[int, Meta(ge=1, le=99)] | None,
            N_("Years to play (without a number: 12 with 3 players, 8 with 4 or 5)"),
        ),
    },
    moves=rules.MOVES,
    begin=setup.begin,
    actor=turns.actor,
    partners=turns.partners,
    printed=words.printed,
    kept={"propose": proposals.keep, "note": proposals.hear},
    active=turns.active,
    settle=turns.settle,
    with_box=setup.with_box,
    legal=legal.legal,
    snapshot=snapshot.snapshot,
    snapshot_type=snapshot.SnapshotType,
    restore=restore.restore,
    needs=snapshot.needs,
    box_type=box.BoxType,
    doubts=doubts.DOUBTS,
    records=records.RECORDS,
    ending=scores.ending,
    describe=words.describe,
    tell=words.tell,
    call=words.call,
    priced=("good",),
    moment=turns.moment,
    lap=turns.lap,
    lap_word=N_("year"),
    demo=174,
    summary=words.summary,
    timed=turns.timed,
    catch_up=turns.catch_up,
    hidden=secrets.hidden,
    alike={"pass_bid": "bid"},
    secrets=secrets.secrets,
)
