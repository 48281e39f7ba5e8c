"""Good Brokers (Hab & Gut): 3–5 players, two rounds of four turns of buying shares and moving their prices."""

from companion.games.common import PUBLIC, Game, Option, Secrets
from companion.games.good_brokers import calls, ending, records, rules, state, turns, words
from companion.words import N_

# A refusal to sell or to put aside tells which shares are left in the hand, and so which ones were put aside.
SECRETS = Secrets(own=frozenset({"sell", "place"}), amendable=frozenset({"play_card"}))


def _secrets(now: state.State) -> Secrets | None:
    return SECRETS if state.put_aside(now, PUBLIC) else None


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
    actions=rules.ACTIONS,
    rules=rules.RULES,
    begin=state.begin,
    actor=rules.actor,
    active=rules.active,
    settle=turns.settle,
    with_box=state.with_box,
    doubts={"/track": N_("260 is inferred. Some say that the track ends at 250: look at yours.")},
    legal=rules.legal,
    snapshot=state.snapshot,
    snapshot_type=state.SnapshotType,
    restore=state.restore,
    needs=lambda _: [],  # nothing in this game waits for a printed value
    records=records.RECORDS,
    ending=ending.ending,
    describe=words.describe,
    tell=words.tell,
    call=calls.call,
    summary=words.summary,
    catch_up=turns.catch_up,
    hidden=state.hidden,
    secrets=_secrets,
)
