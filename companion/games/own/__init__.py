"""A game of one's own: any economic game from one file, the box: where money lies, and what is done with it."""

from companion.games.common import Game
from companion.games.own import (
    clock,
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
from companion.games.own.box import FEWEST, MINUTES
from companion.games.own.read_goods import MOST_PLAYERS
from companion.words import N_, Word

GAME = Game(
    id="own",
    title=Word(N_("A game of one's own")),
    package=__name__,
    keys=keys.KEYS,
    key_words=keys.MEANT,
    seats=range(FEWEST, MOST_PLAYERS + 1),
    minutes=MINUTES,
    options={},
    for_box=setup.for_box,
    moves=rules.MOVES,
    begin=setup.begin,
    for_banker=turns.for_banker,
    active=turns.active,
    settle=turns.settle,
    with_box=setup.with_box,
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
    priced=("good",),
    demo=110,
    summary=words.summary,
    named=words.named,
    printed=words.printed,
    catch_up=turns.catch_up,
    hidden=secrets.hidden,
    secrets=secrets.secrets,
    countdown=clock.countdown,
    is_own=secrets.is_own,
)
