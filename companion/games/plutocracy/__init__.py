"""Plutocracy: 2–4 players trade between the planets on a shared time track, for councilors."""

from typing import Literal

from companion.games.common import Game, Option
from companion.games.plutocracy import (
    calls,
    corrections,
    ending,
    legal,
    picture,
    pressure,
    records,
    rules,
    state,
    words,
)
from companion.words import N_

GAME = Game(
    id="plutocracy",
    title="Plutocracy",
    key_words={"supply": N_("resource supplied"), "demand": N_("resource demanded")},
    package=__name__,
    version=1,
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
    begin=state.begin,
    actor=rules.actor,
    active=picture.active,
    settle=rules.settle,
    with_box=state.with_box,
    legal=lambda now, _sight: legal.legal(now),  # nothing in this game is secret
    snapshot=picture.snapshot,
    snapshot_type=picture.SnapshotType,
    restore=corrections.restore,
    records=records.RECORDS,
    ending=ending.ending,
    describe=words.describe,
    tell=words.tell,
    call=calls.call,
    summary=words.summary,
    catch_up=corrections.catch_up,
    countdown=pressure.countdown,
    overrun="overtime",
)
