"""Good Brokers (Hab & Gut): 3–5 players, two rounds of four turns of buying shares and moving their prices."""

from companion.games.common import Game, Option
from companion.games.good_brokers import (
    box,
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
from companion.words import N_

GAME = Game(
    id="good-brokers",
    title="Good Brokers",
    package=__name__,
    version=1,
    seats=range(3, 6),
    minutes=45,
    options={
        "open_hands": Option(False, bool, N_("Shares lie open (one device for all)")),
        "all_tied_least_out": Option(True, bool, N_("When all tie for the least client money, all are out")),
    },
    moves=rules.MOVES,
    begin=setup.begin,
    actor=turns.actor,
    active=turns.active,
    settle=turns.settle,
    with_box=setup.with_box,
    doubts=box.DOUBTS,
    legal=legal.legal,
    snapshot=snapshot.snapshot,
    snapshot_type=snapshot.SnapshotType,
    restore=restore.restore,
    records=records.RECORDS,
    ending=scores.ending,
    describe=words.describe,
    tell=words.tell,
    call=words.call,
    wealth=records.owned,
    counts_goods=True,
    priced=("company",),
    summary=words.summary,
    catch_up=turns.catch_up,
    hidden=secrets.hidden,
    secrets=secrets.secrets,
)
