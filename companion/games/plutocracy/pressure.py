"""Time pressure: the clock of a turn, worked out from the times of the entries ("Pressione del tempo").

It runs while the table's clock does, so that one button starts it for the evening and pauses it for the pizza. A turn
is charged for the time in which it was somebody's to act, also where moves were taken back in between: undoing gives
nobody time back, and takes none. When nothing was recorded for much longer than a turn, nobody was there. Nor is
anybody where a third overrun in a row comes up, as it does on pages that were left open: it is not recorded, the clock
waits for the next entry and begins anew.
"""

from companion.clocks import Countdown, seconds_of
from companion.games.common import Moment, Step
from companion.games.plutocracy.state import State

ALONE = 4  # turns' time without any entry: every device would have recorded an overrun, so nobody was at the table
IN_A_ROW = 2  # overruns, with no other entry between, after which no more are recorded

# The entry that began a turn, and whose turn it is.
Turn = tuple[int, int]


def countdown(moments: list[Moment], state: State, now: float) -> Countdown | None:
    """The clock of the turn at ``now``: the seconds to the next overrun; None without time pressure or a turn."""
    if not state.options["time_pressure"] or state.phase != "play" or state.active is None:
        return None
    turns = [_turn(moment) for moment in moments]
    length = state.box["turn_seconds"]
    used, steps, in_a_row = 0.0, 0, 0
    running = started = False
    at, turn = 0.0, None
    for moment, next_turn in zip(moments, turns, strict=True):
        entry = moment.entry
        passed = seconds_of(entry.at) - at
        if running and turn == turns[-1]:
            used += _charged(passed, length)
            if in_a_row >= IN_A_ROW and used >= length * (steps + 1):
                used = length * steps
        if entry.action == "overtime" and turn == turns[-1]:
            steps += 1  # also one that was taken back: it is not recorded twice
        in_a_row = in_a_row + 1 if entry.action == "overtime" else 0
        if entry.action == "clock" and entry.fields.get("clock", "table") == "table":
            running = entry.fields["op"] in ("start", "resume")
            started |= running
        at, turn = seconds_of(entry.at), next_turn
    if running:
        used += _charged(now - at, length)
    third = in_a_row >= IN_A_ROW and used >= length * (steps + 1)
    waits = running and (third or now - at > ALONE * length)
    if third:
        used = length * steps
    begun, seat = turns[-1] or (0, state.active)
    return Countdown(
        key=f"overtime:{begun}:{seat}:{steps + 1}",
        length=length,
        left=length * (steps + 1) - used,
        running=running and not waits,
        started=started,
        fields={"player": state.names[state.active]},
        waits=waits,
    )


def _charged(passed: float, length: int) -> float:
    return max(0.0, passed) if passed <= ALONE * length else 0.0


def _turn(moment: Moment) -> Turn | None:
    """The turn that it was after an entry, as things stood then."""
    seat: int | None = None
    for step in moment.steps:
        if step.after.phase != "play":
            return None
        seat = step.after.active if seat is None else seat
        if seat is None:
            return None
        if _begins(step):
            return step.entry.n, seat
    return None


def _begins(step: Step) -> bool:
    return (
        step.deed.entry.action in ("travel", "retire")
        or step.before.phase != "play"
        or step.before.active != step.after.active
    )
