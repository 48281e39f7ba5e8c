"""The clock of a turn, where the box sets one: worked out from the times of the entries, while the table's clock runs.

It shows how long the one whose turn it is has taken; nothing happens when it has run out. Taking a move back gives
nobody time back.
"""

from companion.clocks import Countdown, seconds_of
from companion.games.common import Moment
from companion.games.own.state import State

FIRST = 0  # what began the first turn: no entry


def countdown(moments: list[Moment], state: State, now: float) -> Countdown | None:
    """The clock of the turn at ``now``; None where the box sets none, or nobody has a turn."""
    length = state.book.seconds
    if length is None or state.turn is None:
        return None
    turns = [_turn(moment) for moment in moments]
    current = turns[-1] if turns else FIRST
    used, at = 0.0, 0.0
    running = started = False
    turn: int | None = FIRST
    for moment, following in zip(moments, turns, strict=True):
        entry = moment.entry
        if running and turn == current:
            used += max(0.0, seconds_of(entry.at) - at)
        if entry.action == "clock" and entry.fields.get("clock", "table") == "table":
            running = entry.fields["op"] in ("start", "resume")
            started |= running
        at, turn = seconds_of(entry.at), following
    if running:
        used += max(0.0, now - at)
    return Countdown(f"turn:{current}:{state.turn}", length, length - used, running, started, fields={})


def _turn(moment: Moment) -> int | None:
    """The entry that began the turn that it was after another one, as things stood then; None where nobody had one."""
    for step in moment.steps:
        if step.after.turn is None:
            return None
        if _place(step.before) != _place(step.after) or step.entry.action == "end_turn":
            return int(step.entry.n)
    return FIRST


def _place(state: State) -> tuple[int, int, int | None]:
    return state.round, state.stage, state.turn
