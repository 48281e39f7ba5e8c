"""The book as tidy rows: for data frames, and for files that a spreadsheet opens."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.group.people import Group
from companion.group.shelf import Shelf
from companion.readable import as_times
from companion.store import data_folder, open_store

if TYPE_CHECKING:
    from pandas import DataFrame

Row = dict[str, Any]
TIMES = ("began", "ended")


def rows(group: Group) -> dict[str, list[Row]]:
    """Every table of the book by name; what is not known of an amount is None.

    ``evenings``: one row an evening. ``players``: one row a player of each; ``person`` is whose the name is, ``own``
    what their own moves brought them and ``given`` what all else did. ``moves``: how often who made which move.
    ``wealth`` and ``prices``: at the end of each lap (a round, a year, a turn of the game). ``unreadable``: tables that
    cannot be read, and why.
    """
    found: dict[str, list[Row]] = {
        "evenings": [],
        "players": [],
        "moves": [],
        "wealth": [],
        "prices": [],
        "unreadable": [],
    }
    for told, evening in group.evenings():
        which = {"code": told.mark.code, "began": told.when, "game": evening.kind}
        found["evenings"].append(
            {
                **which,
                "title": told.mark.title,
                "ended": evening.ended or told.when,
                "seconds": evening.seconds,
                "moves": evening.moves,
                "finished": evening.finished,
                "players": [seat.name for seat in evening.seats],
                "winners": evening.winners,
            }
        )
        for seat in evening.seats:
            who = {**which, "player": seat.name, "person": group.person(seat.name)}
            result = {"place": seat.place, "total": seat.total, "seconds": seat.seconds}
            found["players"].append({**who, **result, "own": seat.own, "given": seat.given})
            found["moves"] += [{**who, "action": action, "count": count} for action, count in seat.moves.items()]
            laps = zip(evening.laps, seat.wealth, strict=True)
            found["wealth"] += [{**who, "lap": lap, "wealth": amount} for lap, amount in laps]
        for good in evening.goods:
            what = {**which, "good": " ".join(good.ids), "name": good.name}
            found["prices"] += [{**what, "lap": lap, "price": price} for lap, price in good.prices]
    found["unreadable"] = [
        {"code": told.mark.code, "title": told.mark.title, "why": told.error.message}
        for told in group.told
        if told.error
    ]
    return found


def read_group(data: Path | str | None = None) -> Group:
    """The whole book of a data folder (None: where the app keeps its tables). Raises StoreError."""
    with closing(open_store(data)) as store:
        return Group(Shelf(store, data_folder(data)).look(), store.people.joined())


def frames(data: Path | str | None = None) -> "dict[str, DataFrame]":
    """The tables of `rows` as pandas data frames, times as times. Raises StoreError; ImportError without pandas."""
    import pandas as pd

    found = {name: pd.DataFrame(table) for name, table in rows(read_group(data)).items()}
    for frame in found.values():
        for column in frame.columns.intersection(TIMES):
            frame[column] = as_times(frame[column])
    return found
