"""What the book knows of an evening, worked out from its log as everybody at the table may see it."""

from typing import Any

from msgspec import Struct

from companion import evening
from companion.games.common import PUBLIC, key_word
from companion.history import known_action
from companion.readable import COMMON_ACTIONS
from companion.table import Table

Row = dict[str, Any]


class Seat(Struct, frozen=True):
    """A player at the table: ``place`` (None: out, or the game is not over), ``total``, and how the time went.

    ``seconds`` is how long the table waited for them, ``moves`` how often they made each; ``wealth`` is what they
    owned at the end of each of the evening's laps, None where not everybody knows it. ``own`` is what their own moves
    brought them and ``given`` what all else did, None where the records do not tell.
    """

    name: str
    place: int | None
    total: int | None
    seconds: int
    moves: dict[str, int]
    wealth: list[int | None]
    own: int | None
    given: int | None


class Good(Struct, frozen=True):
    """A good: its ids, what it is called, its price at the end of the laps that changed it (lap, price).

    ``high`` and ``low`` are the extreme prices of the evening with the entries that made them (0: the beginning).
    """

    ids: tuple[str, ...]
    name: str
    prices: list[tuple[int, int | float]]
    high: tuple[int | float, int]
    low: tuple[int | float, int]


class Feat(Struct, frozen=True):
    """The most of something in an evening: who, how much, and at which entry."""

    player: str
    amount: int
    n: int


class Evening(Struct, frozen=True):
    """An evening: ``game`` and the title of one of one's own ("" = none), when, how long (seconds), how many moves.

    ``laps`` are the rounds, years or turns of the game in which something was recorded (see `Game.lap`). ``gain`` is
    the move that brought somebody most, ``turn`` the longest turn (seconds).
    """

    game: str
    own: str
    began: str
    ended: str
    seconds: int
    moves: int
    finished: bool
    laps: list[int]
    seats: list[Seat]
    goods: list[Good]
    gain: Feat | None
    turn: Feat | None

    @property
    def kind(self) -> str:
        """What is the same for evenings of the same game."""
        return f"{self.game}:{self.own}" if self.own else self.game

    @property
    def winners(self) -> list[str]:
        """Who has won; nobody before the end."""
        return [seat.name for seat in self.seats if seat.place == 1]


def work_out(table: Table) -> Evening:
    """An evening from its table, whoever asks: a secret is never in it."""
    rows = [row for row in evening.gains(table) if row["action"] not in COMMON_ACTIONS]
    finished = bool(table.snapshot()["finished"])
    laps = _laps(table)
    best = max(rows, key=lambda row: row["change"], default=None)
    longest = evening.longest_turn(table)
    return Evening(
        game=table.game.id,
        own=str(table.game.title) if table.game.for_box else "",
        began=table.log[0].at if table.log else "",
        ended=table.log[-1].at if table.log else "",
        seconds=round(evening.length(table)),
        moves=len(table.effective),
        finished=finished,
        laps=sorted(set(laps.values())),
        seats=_seats(table, rows, laps, finished=finished),
        goods=_goods(table, laps),
        gain=Feat(best["player"], best["change"], best["n"]) if best and best["change"] > 0 else None,
        turn=Feat(longest["player"], round(longest["seconds"]), longest["n"]) if longest else None,
    )


def _laps(table: Table) -> dict[int, int]:
    """The lap of each entry that counts. What was put right or played otherwise takes none back."""
    found: dict[int, int] = {}
    last = 0
    for step in table.steps():
        last = max(last, table.game.lap(step.before))
        found[step.entry.n] = last
    return found


def _seats(table: Table, rows: list[Row], laps: dict[int, int], *, finished: bool) -> list[Seat]:
    ended = {each.player: each for each in evening.standings(table)}
    used, moves, wealth = evening.used(table), _moves(table), _wealth(table, laps)
    told = finished and table.game.counts_goods and all(amounts and None not in amounts for amounts in wealth.values())
    return [
        Seat(
            name=name,
            place=ended[name].place if name in ended else None,
            total=ended[name].total if name in ended else None,
            seconds=round(used[name]),
            moves=moves[name],
            wealth=wealth[name],
            own=sum(r["change"] for r in rows if r["player"] == name == r["by"]) if told else None,
            given=sum(r["change"] for r in rows if r["player"] == name != r["by"]) if told else None,
        )
        for name in table.players
    ]


def _moves(table: Table) -> dict[str, dict[str, int]]:
    """How often each player made each move. What is not to be told apart yet counts as the same."""
    counts: dict[str, dict[str, int]] = {name: {} for name in table.players}
    for step in table.steps():
        action, player = known_action(table.game, step.deed, PUBLIC, table.state), evening.mover(step, table)
        if player and action not in COMMON_ACTIONS:
            counts[player][action] = counts[player].get(action, 0) + 1
    return counts


def _wealth(table: Table, laps: dict[int, int]) -> dict[str, list[int | None]]:
    """What every player owned at the end of each lap."""
    last: dict[str, dict[int, int | None]] = {name: {} for name in table.players}
    for row in evening.wealth(table):
        if row["n"]:
            last[row["player"]][laps[row["n"]]] = row["wealth"]
    return {name: list(amounts.values()) for name, amounts in last.items()}


def _goods(table: Table, laps: dict[int, int]) -> list[Good]:
    before = max(0, min(laps.values(), default=1) - 1)  # the beginning lies before the first lap, or is the setup
    found = []
    for ids, points in evening.prices(table).items():
        ends = {laps.get(n, before): price for n, price in points}
        found.append(
            Good(
                ids,
                " · ".join(_name(table, each) for each in ids),
                sorted(ends.items()),
                max(((price, n) for n, price in points), key=lambda each: (each[0], -each[1])),
                min((price, n) for n, price in points),
            )
        )
    return found


def _name(table: Table, key: str) -> str:
    """What a good is called: as the box has it, else its key in words; both are translated where they are shown."""
    return table.game.named(table.state, key) or key_word(key, table.game.keys, table.game.key_words)
