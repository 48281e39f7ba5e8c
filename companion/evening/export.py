"""Taking an evening away: its tables as CSV, its figures as HTML and pictures, all of it as one archive."""

import csv
import importlib.util
import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion import charts
from companion.evening import end, moves, times
from companion.evening.report import report
from companion.files import write_whole
from companion.table import Table
from companion.words import ISOLATES, Translator, translator

Row = dict[str, Any]
RUNS = ("=", "+", "-", "@", "\t", "\r")  # a cell that begins so is a formula to a spreadsheet


def tables(table: Table, seat: str | None = None) -> dict[str, list[Row]]:
    """Every table of an evening by name: the game's records, and what this package works out."""
    found = {kind: table.records(kind, seat) for kind in table.game.records}
    found["gains"] = moves.gains(table, seat)
    found["turns"] = [{**row, "seconds": round(row["seconds"])} for row in times.turns(table)]
    found["scores"] = [
        {"player": each.player, "place": each.place, "line": line.text(), "amount": amount, "total": each.total}
        for each in end.standings(table)
        for line, amount in each.lines
    ]
    found["history"] = [
        {
            "n": line.n,
            "at": line.at,
            "by": line.by.strip(),
            "action": line.action,
            "text": _as_typed(line.line.text(), table.players),
        }
        for line in table.history(seat)
    ]
    return {name: rows for name, rows in found.items() if rows}


def _as_typed(text: str, names: list[str]) -> str:
    """A sentence with its names as they were typed, for programs: nothing keeps their direction apart."""
    pieces = re.split("(" + "|".join(map(re.escape, names)) + ")", text)
    return "".join(piece if piece in names else re.sub(f"[{ISOLATES}]", "", piece) for piece in pieces)


def csv_text(rows: Iterable[Row]) -> str:
    """Rows as CSV that no spreadsheet takes for formulas."""
    rows = list(rows)
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    if rows:
        writer.writerow(rows[0])
        writer.writerows([cell(value) for value in row.values()] for row in rows)
    return text.getvalue()


def cell(value: Any) -> Any:
    """A value as a cell: text that would be run gets a quote before it, which a spreadsheet does not show.

    >>> cell("=1+1"), cell(-5), cell(None), cell(["mars", 1]), cell({"coal": 2, "steel": 1})
    ("'=1+1", -5, '', 'mars 1', 'coal 2, steel 1')
    """
    if value is None:
        return ""
    if isinstance(value, dict):
        value = ", ".join(f"{key} {cell(inner)}" for key, inner in value.items())
    elif isinstance(value, list):
        value = " ".join(str(cell(inner)) for inner in value)
    return f"'{value}" if isinstance(value, str) and value.startswith(RUNS) else value


def archive(table: Table, _: Translator, seat: str | None = None) -> bytes:
    """A zip file with every table as CSV, and the report."""
    return zipped(tables(table, seat), report(table, _, seat))


def zipped(found: Mapping[str, Iterable[Row]], page: str) -> bytes:
    """Tables by name as CSV, and a report, as one zip file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as inside:
        for name, rows in found.items():
            inside.writestr(f"{name}.csv", "\ufeff" + csv_text(rows))  # the mark tells Excel that it is UTF-8
        inside.writestr("report.html", page)
    return file.getvalue()


def write(
    table: Table,
    folder: str | Path,
    seat: str | None = None,
    *,
    lang: str = "en",
    dark: bool = False,
    pictures: bool | None = None,
) -> list[Path]:
    """Write every table as CSV, every figure as HTML and the report into a folder; gives what was written.

    ``pictures`` adds PNG files, for which kaleido and a Chrome are needed: None = where they are there, and True
    raises what is wrong where they are not.
    """
    to = Path(folder)
    to.mkdir(parents=True, exist_ok=True)
    written = []
    for name, rows in tables(table, seat).items():
        written.append(to / f"{name}.csv")
        write_whole(written[-1], [("\ufeff" + csv_text(rows)).encode()])
    figures = {kind: charts.figure(table, kind, seat, dark=dark, lang=lang) for kind in charts.kinds(table)}
    for kind, figure in figures.items():
        written.append(to / f"{kind}.html")
        figure.write_html(written[-1], include_plotlyjs="directory")  # one copy of the script for all of them
    written.append(to / "report.html")
    write_whole(written[-1], [report(table, translator(lang), seat).encode()])
    return written + _pictures(figures, to, wanted=pictures)


def _pictures(figures: dict[str, Any], to: Path, *, wanted: bool | None) -> list[Path]:
    if wanted is False or (wanted is None and importlib.util.find_spec("kaleido") is None):
        return []
    written: list[Path] = []
    for kind, figure in figures.items():
        try:
            figure.write_image(to / f"{kind}.png", width=1000, height=560, scale=2)
        except (RuntimeError, ValueError, OSError):  # what kaleido and its browser say when they cannot
            if wanted:
                raise
            return written
        written.append(to / f"{kind}.png")
    return written
