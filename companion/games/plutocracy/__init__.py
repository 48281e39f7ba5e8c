"""Plutocracy: 2–4 players trade between the planets on a shared time track, for councilors."""

from typing import Literal

from companion.games.common import Game, Option
from companion.games.plutocracy import (
    box,
    keys,
    legal,
    pressure,
    records,
    restore,
    rules,
    scores,
    setup,
    snapshot,
    turns,
    words,
)
from companion.words import N_

GAME = Game(
    id="plutocracy",
    title="Plutocracy",
    package=__name__,
    version=2,
    keys=keys.KEYS,
    key_words=keys.MEANT,
    seats=range(2, 5),
    minutes=90,
    options={
        "setup": Option(
            "basic",
            Literal["basic", "random"],
            N_("Setup"),
            {"basic": N_("basic, as printed"), "random": N_("random, with dice")},
        ),
        "corporations": Option(
            {},
            dict[str, str],
            N_("Corporation"),
            {
                "galactica": N_("Galactica (white)"),
                "imperial": N_("Imperial (black)"),
                "cosmos": N_("Cosmos (pink)"),
                "horizon": N_("Horizon (blue)"),
            },
        ),
        "time_pressure": Option(False, bool, N_("Time pressure: 90 seconds a turn")),
        "start_auction": Option(False, bool, N_("Starting auction (with the random setup)")),
    },
    moves=rules.MOVES,
    begin=setup.begin,
    actor=turns.actor,
    active=turns.active,
    settle=turns.settle,
    with_box=setup.with_box,
    check_box=setup.check_planets,
    box_type=box.BoxType,
    legal=legal.legal,
    snapshot=snapshot.snapshot,
    snapshot_type=snapshot.SnapshotType,
    restore=restore.restore,
    records=records.RECORDS,
    ending=scores.ending,
    describe=words.describe,
    tell=words.tell,
    call=words.call,
    priced=("planet", "side"),
    lap=turns.lap,
    lap_word=N_("time"),
    demo=60,
    summary=words.summary,
    catch_up=turns.catch_up,
    countdown=pressure.countdown,
    overrun="overtime",
    lost=1,
)
