"""Tidy rows of a game of Ponzi Scheme, for charts and data frames."""

from collections.abc import Iterator
from typing import Any

from companion.games.common import Sight, Step, Worth
from companion.games.ponzi_scheme import market
from companion.games.ponzi_scheme.interest import owed
from companion.games.ponzi_scheme.state import OVER, State, cash, fund, tracked
from companion.games.ponzi_scheme.wheels import CRASH_TURN, on_arrow, schedule

Row = dict[str, Any]
TURNS_AHEAD = 12


def interest(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """One row a payment of a card: ``round, player, fund, due_in, amount``.

    First those that were paid (``due_in`` None), then those that are due now (0) and after each of the coming 12
    turns.
    """
    return _paid(steps, now) + _coming(now, first=1)


def interest_if_crash(_steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """The coming payments, in the same columns, if the next turn is one by two spaces."""
    return _coming(now, first=CRASH_TURN)


def _paid(steps: list[Step], now: State) -> list[Row]:
    return [
        {
            "round": step.before.round,
            "player": now.names[happened.fields["seat"]],
            "fund": value,
            "due_in": None,
            "amount": amount,
        }
        for step in steps
        for happened in step.after.events
        if happened.kind == "interest-paid"
        for value, amount in happened.fields["cards"].items()
    ]


def _coming(now: State, first: int) -> list[Row]:
    """What is due now, and after the coming turns; nothing once the game is over."""
    if now.phase in OVER:
        return []
    rows = []
    turned = now.phase == "interest"
    for seat, player in enumerate(now.names):
        if turned and owed(now, seat) and seat not in now.bankrupt:
            rows += [_row(now.round, player, value, 0, amount) for value, amount in on_arrow(now, seat).items()]
        for due_in, cards in enumerate(schedule(now, seat, TURNS_AHEAD, first), 1):
            round_ = now.round + due_in - (not turned)
            rows += [_row(round_, player, value, due_in, amount) for value, amount in cards.items()]
    return rows


def _row(round_: int, player: str, value: int, due_in: int, amount: int) -> Row:
    return {"round": round_, "player": player, "fund": value, "due_in": due_in, "amount": amount}


def cash_bounds(steps: list[Step], now: State, sight: Sight) -> list[Row]:
    """One row a player and entry that changed what is known of his cash: ``n, at, round, player, cash_min, cash_max``.

    ``cash`` is the true amount for who may see it, else None.
    """
    rows = []
    for step in steps:
        before, after = step.before, step.after
        for seat, player in enumerate(now.names):
            seen = tracked(now) and sight.sees(seat)
            known = seen and before.ledger[cash(seat)] != after.ledger[cash(seat)]
            if not known and before.bounds.of(seat) == after.bounds.of(seat):
                continue
            least, most = after.bounds.of(seat)
            rows.append(
                {
                    "n": step.entry.n,
                    "at": step.entry.at,
                    "round": before.round,
                    "player": player,
                    "cash_min": least,
                    "cash_max": most,
                    "cash": after.ledger[cash(seat)] if seen else None,
                }
            )
    return rows


def tiles(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """One row a change of what a player owns of an industry: ``n, at, round, player, industry, tiles, cause``."""
    return [
        {
            "n": step.entry.n,
            "at": step.entry.at,
            "round": step.before.round,
            "player": player,
            "industry": industry,
            "tiles": count,
            "cause": step.entry.action,
        }
        for step in steps
        if step.after.tiles is not step.before.tiles
        for seat, player in enumerate(now.names)
        for industry, count in step.after.tiles[seat].items()
        if count != step.before.tiles[seat][industry]
    ]


def market_rows(steps: list[Step], now: State, _sight: Sight) -> list[Row]:
    """One row a card of the market after each entry that changed it or its prints, and of the market now if none did.

    ``n, at, round, row, fund, interest, period, bear``; interest by period is what the card costs a turn.
    """
    states = [
        (step.entry.n, step.entry.at, step.after) for step in steps if _printed(step.after) != _printed(step.before)
    ]
    return [
        {
            "n": n,
            "at": at,
            "round": state.round,
            "row": number,
            "fund": value,
            "interest": fund(state, value)["interest"],
            "period": fund(state, value)["period"],
            "bear": fund(state, value)["kind"] == "bear",
        }
        for n, at, state in states or [(0, None, now)]
        for number in range(1, market.ROWS + 1)
        for value in market.row(state, number)
    ]


def _printed(state: State) -> dict[int, Any]:
    return {value: fund(state, value) for value in state.market}


def owned(steps: list[Step], now: State, sight: Sight) -> Iterator[list[Worth | None]]:
    """The cash of every seat for who may see it, else what everybody knows of it."""
    seen = [tracked(now) and sight.sees(seat) for seat in range(len(now.names))]
    for state in [steps[0].before, *(step.after for step in steps)]:
        yield [(state.ledger[cash(seat)],) * 2 if sees else state.bounds.of(seat) for seat, sees in enumerate(seen)]


RECORDS = {
    "interest": interest,
    "interest_if_crash": interest_if_crash,
    "cash_bounds": cash_bounds,
    "tiles": tiles,
    "market": market_rows,
}
